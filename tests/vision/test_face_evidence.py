"""Counting the pips of a face that shows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import CLASSES, index_at, quad_of
from vision.face_evidence import RANKS, rank_likelihoods, with_face
from vision.grouping import make_card
from vision.recogniser import Recogniser

HEIGHT_PX = 160.0
CENTRE = (200, 150)
COLUMN, ROW = 13.5, 27.0
PIPS = {
    "A": [(0, 0)],
    "2": [(0, -1), (0, 1)],
    "7": [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5)],
    "8": [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5), (0, 0.5)],
    "9": [(x, y / 3) for x in (-1, 1) for y in (-3, -1, 1, 3)] + [(0, 0)],
    "T": [(x, y / 3) for x in (-1, 1) for y in (-3, -1, 1, 3)] + [(0, -2 / 3), (0, 2 / 3)],
}


def picture_of(rank, angle=0.0, ink=(40, 40, 200)):
    """A card with pips of a rank, larger than life so that its lines are smooth."""
    image = np.full((300, 400, 3), (60, 90, 60), np.uint8)
    cv2.fillConvexPoly(image, np.round(quad_of(CENTRE, angle, HEIGHT_PX)).astype(np.int32), (240, 240, 240))
    a, mm = np.radians(angle), HEIGHT_PX / 88
    right, down = np.array([np.cos(a), np.sin(a)]) * mm, np.array([-np.sin(a), np.cos(a)]) * mm
    for x, y in PIPS.get(rank, []):
        at = np.array(CENTRE) + right * x * COLUMN + down * y * ROW
        cv2.circle(image, tuple(np.round(at).astype(int).tolist()), round(4 * mm), ink, -1, cv2.LINE_AA)
    return image


def card_read_as(*shares, angle=0.0, corners=((-1, -1), (1, 1))):
    """A card whose corners all vote for codes with these shares."""
    votes = np.zeros(len(CLASSES), np.float32)
    for code, share in shares:
        votes[CLASSES.index(code)] = share
    indices = [index_at(CENTRE, angle, corner=corner, height_px=HEIGHT_PX) for corner in corners]
    for index in indices:
        object.__setattr__(index, "probabilities", votes)
    return make_card(indices, CLASSES, min_code_confidence=0.85)


@pytest.mark.parametrize("angle", [0, 40, 180, 285])
@pytest.mark.parametrize("rank", PIPS)
def test_pips_are_counted_however_the_card_lies(rank, angle):
    ranks = rank_likelihoods(picture_of(rank, angle), card_read_as(("7H", 1.0), angle=angle))
    assert max(ranks, key=ranks.get) == rank
    assert np.mean(list(ranks.values())) == pytest.approx(1.0)
    assert set(ranks) == set(RANKS)


def test_gold_pips_on_black_paper_are_counted_too():
    image = 255 - picture_of("9", ink=(200, 120, 60))
    ranks = rank_likelihoods(image, card_read_as(("9H", 1.0)))
    assert max(ranks, key=ranks.get) == "9"


def test_a_doubtful_rank_is_settled_by_the_pips():
    card = card_read_as(("7H", 0.5), ("8H", 0.5))
    assert card.code is None
    for rank in "78":
        told = with_face(picture_of(rank), card, min_code_confidence=0.6)
        assert told.code == f"{rank}H"
        assert told.probabilities.sum() == pytest.approx(1.0)


def test_a_card_that_the_pips_change_says_so():
    card = card_read_as(("8H", 0.52), ("9H", 0.48))
    assert with_face(picture_of("8"), card, min_code_confidence=0.6).repaired_from is None
    changed = with_face(picture_of("9"), card, min_code_confidence=0.6)
    assert (changed.code, changed.repaired_from) == ("9H", "8H")


@pytest.mark.parametrize(
    ("image", "corners"),
    [
        pytest.param(picture_of("blank"), ((-1, -1), (1, 1)), id="no pips"),
        pytest.param(picture_of("8"), ((-1, -1),), id="one corner"),
        pytest.param(np.zeros((300, 400, 3), np.uint8), ((-1, -1), (1, 1)), id="dark"),
        pytest.param(
            np.random.default_rng(0).integers(0, 255, (300, 400, 3), np.uint8), ((-1, -1), (1, 1)), id="a figure"
        ),
        pytest.param(np.zeros((1, 1, 3), np.uint8), ((-1, -1), (1, 1)), id="outside the picture"),
    ],
)
def test_a_face_that_tells_nothing_changes_nothing(image, corners):
    card = card_read_as(("7H", 0.6), ("8H", 0.4), corners=corners)
    assert with_face(image, card, min_code_confidence=0.85) is card


def test_the_recogniser_counts_pips_where_it_is_in_doubt():
    card = card_read_as(("7H", 0.5), ("8H", 0.5))

    class Two:
        def detect(self, image_bgr):
            raise AssertionError("nothing is looked at")

    class Classes:
        classes = CLASSES

    recogniser = Recogniser(Two(), Classes(), min_code_confidence=0.6)
    (told,) = recogniser._cards(picture_of("8"), list(card.indices))
    assert told.code == "8H"
