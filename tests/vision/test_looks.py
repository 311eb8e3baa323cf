"""Indices found in several passes over one picture."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_table import CLASSES, probabilities_of
from vision.detector import IndexDetections
from vision.looks import LOOK_CARD_HEIGHT_PX, Look, elected, indices_of

CENTRE_DISTANCE_MM = np.hypot(26.0, 32.5)


def look(*finds, scale=1.0):
    """A look with finds of (x, y, confidence, votes); rank 10 px above (x, y), suit 10 px below, cards 160 px tall."""
    middles = np.array([find[:2] for find in finds], np.float32)
    down = np.float32([0, 10])
    to_centre = np.float32([26.0, 32.5]) * LOOK_CARD_HEIGHT_PX / 88
    found = IndexDetections(
        np.hstack([middles - 20, middles + 20]),
        np.array([find[2] for find in finds], np.float32),
        middles - down,
        middles + down,
        middles + to_centre,
    )
    return Look(found, np.stack([find[3] for find in finds]), scale)


def code_of(index):
    return CLASSES[int(np.argmax(index.probabilities))]


def test_no_look_and_an_empty_one_show_nothing():
    assert indices_of([]) == []
    empty = Look(IndexDetections.none(), np.zeros((0, len(CLASSES)), np.float32), 1.0)
    assert indices_of([empty, empty]) == []


def test_finds_of_one_index_vote_and_the_best_scale_places_it():
    coarse = look((103, 100, 0.9, probabilities_of("6H", 0.6)), scale=0.5)
    fine = look((100, 100, 0.8, probabilities_of("8H", 0.9)))
    (index,) = indices_of([coarse, fine])
    assert index.middle_xy == pytest.approx((100, 100))
    assert index.detector_confidence == pytest.approx(0.9)
    assert code_of(index) == "8H"
    assert index.probabilities.sum() == pytest.approx(1.0, abs=1e-5)
    assert index.probabilities.max() < 0.9


def test_neighbours_in_a_slanting_fan_stay_two_though_their_boxes_overlap():
    first, second = (100, 100, 0.9, probabilities_of("6H")), (117, 100, 0.8, probabilities_of("7H"))
    assert sorted(map(code_of, indices_of([look(first, second)]))) == ["6H", "7H"]


@pytest.mark.parametrize(
    ("apart_px", "sureness", "expected"),
    [(8, 0.99, ["6H", "7H"]), (4, 0.99, ["6H"]), (8, 0.7, ["6H"])],
    ids=["surely two", "on each other", "one of them in doubt"],
)
def test_in_a_narrow_fan_what_is_surely_read_as_two_cards_is_two(apart_px, sureness, expected):
    first = (100, 100, 0.9, probabilities_of("6H", 0.99))
    second = (100 + apart_px, 100, 0.8, probabilities_of("7H", sureness))
    one_look = indices_of([look(first, second)])
    two_looks = indices_of([look(first), look(second)])
    assert sorted(map(code_of, one_look)) == sorted(map(code_of, two_looks)) == expected


def test_the_worse_of_two_finds_in_one_place_is_dropped_without_a_vote():
    upright = look((100, 100, 0.9, probabilities_of("6H")))
    turned = look((100, 100, 0.7, probabilities_of("9H")))
    turned = Look(
        IndexDetections(
            turned.found.boxes_xyxy,
            turned.found.confidences,
            turned.found.suit_xy,
            turned.found.rank_xy,
            turned.found.card_centre_xy,
        ),
        turned.votes,
        1.0,
    )
    (index,) = indices_of([turned, upright])
    assert index.probabilities == pytest.approx(probabilities_of("6H"))


def test_votes_on_one_print_do_not_add_up_to_certainty():
    doubtful = probabilities_of("6H", 0.7)
    assert elected(np.stack([doubtful, doubtful])) == pytest.approx(doubtful, abs=1e-3)
