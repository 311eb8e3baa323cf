"""Scoring what was read against what is there."""

from __future__ import annotations

import pytest

from datasets.photo_score import KnownCard, ReadCard, Score, score_photo

AS = KnownCard("AS", (0, 0, 100, 100))
KH = KnownCard("KH", (200, 0, 300, 100))


def at(code: str, x: float, y: float) -> ReadCard:
    return ReadCard(code, ((x, y),))


CASES = [
    ("all right", [AS, KH], [at("AS", 50, 50), at("KH", 250, 50)], {"right": 2, "exact": 1}),
    ("one missed", [AS, KH], [at("AS", 50, 50)], {"right": 1, "missed": 1, "exact": 0}),
    (
        "a wrong name in a known place",
        [AS, KH],
        [at("AS", 50, 50), at("KD", 250, 50)],
        {"right": 1, "wrong": 1, "missed": 0},
    ),
    (
        "a card where there is none",
        [AS],
        [at("AS", 50, 50), at("7C", 500, 500)],
        {"right": 1, "invented": 1, "exact": 0},
    ),
    ("one card read twice", [AS], [at("AS", 50, 50), at("AS", 90, 90)], {"right": 1, "doubled": 1, "invented": 0}),
    ("two copies, both read", [AS, AS], [at("AS", 50, 50), at("AS", 60, 60)], {"right": 2, "doubled": 0, "exact": 1}),
    ("nothing there, nothing read", [], [], {"cards": 0, "exact": 1}),
    ("nothing there, one read", [], [at("2C", 5, 5)], {"invented": 1, "exact": 0}),
]


@pytest.mark.parametrize(("label", "known", "read", "expected"), CASES, ids=[case[0] for case in CASES])
def test_a_photograph_is_scored(label: str, known: list, read: list, expected: dict) -> None:
    score = score_photo(known, read)
    assert expected == {name: getattr(score, name) for name in expected}
    assert score.cards == score.right + score.missed + score.wrong


def test_an_unlabelled_card_is_not_invented_where_labels_are_not_exhaustive() -> None:
    assert score_photo([AS], [at("AS", 1, 1), at("9D", 500, 500)], exhaustive=False).invented == 0


def test_cards_that_need_not_be_read_may_be_read() -> None:
    score = score_photo([AS], [at("AS", 1, 1), at("9D", 500, 500)], also_there=["9D"])
    assert (score.invented, score.exact) == (0, 1)


def test_a_misread_is_named_in_the_confusions() -> None:
    score = score_photo([KH], [at("KD", 250, 50)])
    assert dict(score.confusions) == {("KH", "KD"): 1}


def test_scores_add_up() -> None:
    total = Score()
    total.add(score_photo([AS], [at("AS", 1, 1)]))
    total.add(score_photo([AS, KH], [at("AS", 1, 1)]))
    assert (total.photos, total.cards, total.right, total.missed) == (2, 3, 2, 1)
