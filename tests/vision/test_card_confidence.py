"""One probability for a card that means what it says."""

from __future__ import annotations

import json

import numpy as np
import pytest

from datasets.fit_confidence import fitted
from tests.vision.drawn_table import CLASSES, CODES, index_at
from vision.card_confidence import CONFIDENCE_FILE, FEATURES, CardConfidence, features
from vision.grouping import make_card
from vision.model_files import ModelError

TRUSTING = CardConfidence((2.0, 1.0, 0.5, 1.0, 0.0))
TOP_LEFT, BOTTOM_RIGHT = (-1, -1), (1, 1)


def card_of(*corners, code="6H", confidence=0.9):
    indices = [index_at((200, 150), corner=corner, code=code, confidence=confidence) for corner in corners]
    return make_card(indices, CLASSES, min_code_confidence=0.85)


def test_two_corners_that_agree_are_surer_than_one():
    one, two = (TRUSTING.applied(card_of(*corners), min_code_confidence=0.85)
                for corners in ((TOP_LEFT,), (TOP_LEFT, BOTTOM_RIGHT)))  # fmt: skip
    assert one.code == two.code == "6H"
    assert 0.9 < one.confidence < two.confidence < 1


def test_a_lone_corner_that_the_detector_half_believes_in_is_never_sure():
    lone, pair = (card_of(*corners, confidence=0.999) for corners in ((TOP_LEFT,), (TOP_LEFT, BOTTOM_RIGHT)))
    for card in (lone, pair):
        for index in card.indices:
            object.__setattr__(index, "detector_confidence", 0.4)
    trusting = CardConfidence((6.0, 1.0, 0.0, 0.0, 0.0))
    assert trusting.applied(lone, min_code_confidence=0.85).confidence == pytest.approx(0.9)
    assert trusting.applied(pair, min_code_confidence=0.85).confidence > 0.99


@pytest.mark.parametrize(
    ("around", "is_sure"),
    [
        ([], False),
        ([(300, 150)], False),
        ([(300, 150), (250, 200)], True),
        ([(300, 150), (900, 150)], False),
    ],
)
def test_a_lone_corner_half_believed_in_may_be_sure_among_cards_that_are(around, is_sure):
    faint = card_of(TOP_LEFT, confidence=0.999)
    object.__setattr__(faint.indices[0], "detector_confidence", 0.4)
    others = [
        make_card(
            [index_at(centre, corner=corner, code="9S", confidence=0.999) for corner in (TOP_LEFT, BOTTOM_RIGHT)],
            CLASSES,
            min_code_confidence=0.85,
        )
        for centre in around
    ]
    trusting = CardConfidence((6.0, 1.0, 0.0, 0.0, 0.0))
    told, *rest = trusting.applied_to_all([faint, *others], min_code_confidence=0.85)
    assert (told.confidence > 0.99) == is_sure
    assert all(other.confidence > 0.99 for other in rest)


def test_what_the_model_thinks_little_of_loses_its_name_and_keeps_its_order():
    doubting = CardConfidence((-3.0, 0.5, 0.0, 0.0, 0.0))
    card = card_of(TOP_LEFT, confidence=0.9)
    told = doubting.applied(card, min_code_confidence=0.85)
    assert told.code is None
    assert told.best_code == card.best_code == "6H"
    assert told.confidence == pytest.approx(float(told.probabilities.max()))
    assert told.probabilities.sum() == pytest.approx(1.0)
    assert told.probabilities[~CODES].sum() == 0


def test_the_runner_up_stays_the_runner_up():
    votes = np.zeros(len(CLASSES), np.float32)
    for code, share in (("6H", 0.6), ("8H", 0.3), ("9H", 0.1)):
        votes[CLASSES.index(code)] = share
    index = index_at((200, 150))
    object.__setattr__(index, "probabilities", votes)
    told = TRUSTING.applied(make_card([index], CLASSES, min_code_confidence=0.85), min_code_confidence=0.85)
    assert [code for code, _ in told.ranked(3)] == ["6H", "8H", "9H"]


def test_an_unreadable_card_stays_unknown():
    card = make_card([index_at((200, 150), code="unreadable")], CLASSES, min_code_confidence=0.85)
    assert TRUSTING.applied(card, min_code_confidence=0.85).code is None


def test_weights_are_read_from_beside_the_models(tmp_path):
    assert CardConfidence.load(tmp_path) is None
    named = {name: float(k) for k, name in enumerate(FEATURES)}
    (tmp_path / CONFIDENCE_FILE).write_text(json.dumps({"weights": named}))
    assert CardConfidence.load(tmp_path) == CardConfidence((0.0, 1.0, 2.0, 3.0, 4.0))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"weights": 3}', '{"weights": {"constant": 1}}', '{"weights": {"constant": "x"}}']
)
def test_a_file_of_another_kind_is_refused(tmp_path, text):
    (tmp_path / CONFIDENCE_FILE).write_text(text)
    with pytest.raises(ModelError, match=r"confidence\.json"):
        CardConfidence.load(tmp_path)


def test_weights_that_are_no_numbers_are_refused(tmp_path):
    (tmp_path / CONFIDENCE_FILE).write_text(json.dumps({"weights": dict.fromkeys(FEATURES, float("nan"))}))
    with pytest.raises(ModelError, match="no numbers"):
        CardConfidence.load(tmp_path)


def test_the_fit_finds_the_model_that_made_the_data():
    rng = np.random.default_rng(4)
    rows = np.column_stack([np.ones(6000), rng.normal(0, 2, 6000), rng.normal(0, 1, 6000)])
    truth = np.array([0.5, 1.2, -0.8])
    right = rng.random(6000) < 1 / (1 + np.exp(-rows @ truth))
    assert fitted(rows, right) == pytest.approx(truth, abs=0.15)


def test_every_feature_is_a_finite_number_for_every_card():
    for card in (card_of(TOP_LEFT, confidence=1.0), card_of(TOP_LEFT, BOTTOM_RIGHT, confidence=0.0)):
        values = features(card)
        assert len(values) == len(FEATURES)
        assert np.isfinite(values).all()
