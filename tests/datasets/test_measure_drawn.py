"""Measuring on drawn tables, with recognisers that see nothing or too much."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest

from datasets import scenes
from datasets.index_print import JOKERS
from datasets.measure_drawn import (
    HEIGHTS_PX,
    LAYOUTS,
    LIGHTS,
    SHOWN,
    DrawnFigures,
    _add,
    _best_shown,
    drawn_table,
    height_lines,
    known_cards,
    measure_bare,
    measure_drawn,
    measure_printed,
    shown_lines,
)
from engine.decks_paimiahhh import PAIMIAHHH_BOX
from tests.vision.drawn_table import CLASSES, card_at
from vision.sightings import PhotoReading


class Stub:
    """Reads the same cards in every picture."""

    def __init__(self, *codes: str) -> None:
        self._reading = PhotoReading(tuple(card_at(code, (-500, -500)) for code in codes), ())

        self.told: list[int] = []

    def read_photo(self, image_bgr):
        return self._reading

    def for_packs(self, deck_copies, *, min_index_confidence=None):
        self.told.append(deck_copies)
        self.min_index_confidence = min_index_confidence
        return self


@pytest.fixture(scope="module")
def blind():
    recogniser = Stub()
    return measure_drawn(recogniser, 1, 3, "usual light"), recogniser.told


def test_who_reads_nothing_misses_every_card(blind):
    figures, _ = blind
    assert set(figures.scores) == set(LAYOUTS)
    for layout, score in figures.scores.items():
        assert score.cards == score.missed > 0
        fates = sum(figures.by_height[layout].values(), Counter())
        assert fates == {"missed": score.cards}
    assert figures.judged == []


def test_it_is_said_how_many_packs_there_are(blind):
    _, told = blind
    assert told == [packs for _, packs in LAYOUTS.values()]


def test_the_printed_paimiahhh_deck_is_measured_as_it_is_played_with():
    recogniser = Stub()
    figures = measure_printed(recogniser, 1, 3, "usual light")
    assert set(figures.scores) == {name for name, (_, packs) in LAYOUTS.items() if packs == 1}
    assert all(score.cards == score.missed > 0 for score in figures.scores.values())
    assert recogniser.told == [1]
    assert recogniser.min_index_confidence < 0.5
    heap, _ = LAYOUTS["heap"]
    scene = drawn_table((3, 0), "never_trained", heap, 1, LIGHTS["usual light"], deck_name="paimiahhh_cream")
    assert set(scene.faces) <= {card.code for card in PAIMIAHHH_BOX}
    assert len(scene.faces) == len(set(scene.faces)) > 3, "dealt from one deck"


def test_the_lines_by_height_add_up(blind):
    figures, _ = blind
    lines = height_lines(figures.by_height)
    assert sum("all from 14 px" in line for line in lines) == len(LAYOUTS)
    for layout, heights in figures.by_height.items():
        tall = sum(counts.total() for low, counts in heights.items() if low >= 14)
        (line,) = (line for line in lines if line.split(" index ")[0].strip() == layout and "all from" in line)
        assert f" {tall} cards" in line
        assert set(heights) <= set(HEIGHTS_PX)


def test_cards_are_counted_by_how_much_of_their_best_index_shows(blind):
    figures, _ = blind
    not_jokers = sum(score.cards for score in figures.scores.values()) - figures.jokers.total()
    assert sum(counts.total() for counts in figures.by_shown.values()) == not_jokers
    assert set(figures.by_shown) <= set(SHOWN[:-1])
    counts = {0.5: Counter(right=3, missed=1), 0.95: Counter(right=8, wrong=2)}
    assert shown_lines(counts) == [
        "   50- 75 % of rank and suit show     4 cards, right  75.00 %, missed 1, wrong 0",
        "   95-100 % of rank and suit show    10 cards, right  80.00 %, missed 0, wrong 2",
    ]


def test_what_shows_of_a_card_is_what_shows_of_its_best_index():
    indices = index(12, 1, suit_seen=0.6), index(25, 0, suit_seen=1.0), index(18, 1, suit_seen=0.8), index(9, 2, 0.4)
    scene = scenes.Scene(None, indices, 100.0, ("AS", "AS", "AS"))
    assert _best_shown(scene) == [0.8, 1.0]
    assert len(known_cards(scene)) == 2


def test_a_card_is_as_tall_as_its_tallest_index():
    scene = scenes.Scene(None, (index(12, 0), index(25, 0), index(18, 1)), 100.0, ("AS", "AS"))
    assert [card.index_height_px for card in known_cards(scene)] == pytest.approx([25, 18])


def test_a_card_whose_suit_is_covered_need_not_be_read():
    scene = scenes.Scene(None, (index(25, 0, suit_seen=0.3), index(18, 1, suit_seen=0.6)), 100.0, ("AS", "AS"))
    assert [card.index_height_px for card in known_cards(scene)] == pytest.approx([18])
    assert len(scene.readable()) == 2


def index(height, card, suit_seen=1.0):
    return scenes.PosedIndex("AS", (0, 0), (0, height / 1.82), (30, 40), (-5, -5, 5, 30), 0.8, suit_seen, card)


@pytest.mark.parametrize(("blue", "fate"), [(100, "missed where there is no colour"), (180, "missed")])
def test_jokers_of_pictures_without_colour_are_counted_apart(blue, fate):
    image = np.full((60, 60, 3), (blue, 100, 100), np.uint8)
    joker = dataclasses.replace(index(25, 0), code=JOKERS[0])
    figures = DrawnFigures()
    _add(figures, "trick", scenes.Scene(image, (joker,), 100.0, (JOKERS[0],)), PhotoReading((), ()))
    assert figures.jokers == {fate: 1}


def test_cards_read_on_bare_tables_are_counted_by_what_they_were_taken_for():
    assert measure_bare(Stub("AS", CLASSES[5]), 2, seed=1) == {"AS": 2, CLASSES[5]: 2}
