"""Decks as pictures."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from datasets.decks import PROCEDURAL, SPLITS, deck_names, load_deck
from datasets.index_print import CARD_CODES, JOKERS

load_deck = functools.cache(load_deck)


@pytest.mark.parametrize("name", sorted(PROCEDURAL))
def test_a_deck_drawn_from_nothing_has_every_card_and_two_jokers(name: str) -> None:
    deck = load_deck(name, seed=1)
    assert set(deck.faces) == {*CARD_CODES, *JOKERS}
    assert deck.backs
    assert deck.split == PROCEDURAL[name]


@pytest.mark.parametrize("name", sorted(PROCEDURAL))
def test_every_index_lies_on_its_card_with_the_rank_nearer_to_the_edge(name: str) -> None:
    deck = load_deck(name, seed=1)
    for code in CARD_CODES:
        height, width = deck.faces[code].shape[:2]
        for mark in deck.marks[code]:
            x0, y0, x1, y1 = mark.box_xyxy
            assert -1 <= x0 < x1 <= width, (code, mark)
            assert -1 <= y0 < y1 <= height, (code, mark)
            middle = height / 2
            assert abs(mark.rank_xy[1] - middle) > abs(mark.suit_xy[1] - middle), (code, mark)


def test_the_ink_of_an_index_is_inside_its_box() -> None:
    deck = load_deck("procedural_plain")
    for code in ("AS", "TD", "8C"):
        face = deck.faces[code]
        x0, y0, x1, y1 = (round(v) for v in deck.marks[code][0].box_xyxy)
        paper = face[y0 - 3, x0 - 3, :3].astype(int)
        inside = np.abs(face[y0:y1, x0:x1, :3] - paper).max(axis=2) > 60
        beside = np.abs(face[y0:y1, x0 - 4 : x0 - 1, :3] - paper).max(axis=2) > 60
        assert inside.mean() > 0.15
        assert not beside.any()


def test_a_turned_card_shows_the_same_index() -> None:
    deck = load_deck("procedural_plain")
    face = deck.faces["7H"]
    assert (face == face[::-1, ::-1]).mean() < 1.0, "the pips of a seven are not point-symmetric"
    upright, turned = deck.marks["7H"][:2]
    height, width = face.shape[:2]
    assert turned == upright.turned(width, height)
    x0, y0, x1, y1 = (round(v) for v in upright.box_xyxy)
    corner = face[y0:y1, x0:x1]
    opposite = face[::-1, ::-1][y0:y1, x0:x1]
    assert np.abs(corner.astype(int) - opposite).mean() < 2


def test_the_same_seed_gives_the_same_deck_and_another_seed_another() -> None:
    first, again, other = (load_deck("procedural_train", seed) for seed in (5, 5, 6))
    assert np.array_equal(first.faces["QD"], again.faces["QD"])
    assert first.marks != other.marks


def test_the_four_coloured_deck_prints_every_suit_in_its_own_colour() -> None:
    deck = load_deck("procedural_four_colour")
    colours = set()
    for suit in "SHDC":
        mark = deck.marks[f"A{suit}"][0]
        x, y = (round(v) for v in mark.suit_xy)
        colours.add(tuple(int(v) // 40 for v in deck.faces[f"A{suit}"][y + 4, x, :3]))
    assert len(colours) == 4


def test_the_black_deck_is_dark_and_its_print_light() -> None:
    face = load_deck("procedural_black").faces["9S"][..., :3].astype(int)
    assert np.median(face) < 60
    assert face.max() > 150


def test_no_deck_stands_in_two_splits() -> None:
    per_split = [set(deck_names(split)) for split in SPLITS]
    assert set.union(*per_split) == set(deck_names())
    assert sum(len(names) for names in per_split) == len(deck_names())


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a split"):
        deck_names("test")


def test_an_unknown_deck_is_refused() -> None:
    with pytest.raises(KeyError):
        load_deck("no such deck")
