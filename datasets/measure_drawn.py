"""Reading drawn tables of decks and textures that nothing was trained on."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from datasets import scenes
from datasets.calibration import Judged
from datasets.index_print import JOKERS
from datasets.paimiahhh_print import paimiahhh_print_names
from datasets.photo_score import KnownCard, ReadCard, Score, Worth, match_cards, score_match
from vision.recogniser import Recogniser
from vision.sightings import PhotoReading
from webui.companions import companion_for

LAYOUTS: dict[str, tuple[scenes.Layout, int]] = {
    "trick": (scenes.trick, 1),
    "fan": (scenes.fan, 1),
    "row": (scenes.row, 1),
    "heap": (scenes.heap, 1),
    "heap of 4 packs": (scenes.heap, 4),
}
"""How cards lie, and how many packs they are dealt from."""
HEIGHTS_PX = (0, 10, 14, 20, 30, 1000)
SHOWN = (0.5, 0.75, 0.95, 1.0)
"""Of rank and suit, whichever is seen less of, in a card's best index; less than half of either is not asked about."""
LIGHTS = {"usual light": 0.4, "harsh light": 0.8}
"""How far the camera's picture suffers (``photographed``); in harsh light every fifth is exposed wrongly."""
_COLOURLESS = 2.0
"""Mean spread of the three channels below which a picture is grey."""
_PICTURE_PX = 640
_BARE_PICTURE_PX = 480
_INDEX_HEIGHT_IN_GLYPH_DISTANCES = 1.82
"""From the top of the rank to the foot of the suit; 1.77 to 1.92 in 41 decks."""


_Edge = TypeVar("_Edge", int, float)


@dataclass(slots=True)
class DrawnFigures:
    """What became of the cards of drawn tables."""

    scores: dict[str, Score] = field(default_factory=dict)
    by_height: dict[str, dict[int, Counter[str]]] = field(default_factory=dict)
    """Layout → lower edge of the index's height in pixels → right, missed, wrong."""
    by_shown: dict[float, Counter[str]] = field(default_factory=dict)
    """Lower edge of ``SHOWN`` → right, missed, wrong, jokers apart."""
    jokers: Counter[str] = field(default_factory=Counter)
    """Right, missed, taken for the other joker, taken for another card; apart where the picture has no colour, in which
    most jokers look alike."""
    judged: list[Judged] = field(default_factory=list)


def read_cards(reading: PhotoReading, *, unsure: bool = False) -> list[ReadCard]:
    """The cards a reading is sure of, or all of them by their likeliest code."""
    return [
        ReadCard(card.best_code, tuple(index.middle_xy for index in card.indices), card.confidence)
        for card in reading.cards
        if unsure or card.code is not None
    ]


def measure_drawn(recogniser: Recogniser, count: int, seed: int, light: str) -> DrawnFigures:
    """Read so many drawn tables of each layout in one of ``LIGHTS``; the recogniser is told of how many packs."""
    figures = DrawnFigures()
    for name, (_, packs) in LAYOUTS.items():
        _read_tables(figures, recogniser.for_packs(packs), name, count, seed, light, (None,))
    return figures


def measure_printed(recogniser: Recogniser, count: int, seed: int, light: str) -> DrawnFigures:
    """The same for the printed PaiMiahhh deck, in prints that no training has seen; the recogniser reads as in play."""
    figures = DrawnFigures()
    reader = recogniser.for_packs(1, min_index_confidence=companion_for("paimiahhh").min_index_confidence)
    for name, (_, packs) in LAYOUTS.items():
        if packs == 1:
            _read_tables(figures, reader, name, count, seed, light, paimiahhh_print_names("never_trained"))
    return figures


def _read_tables(
    figures: DrawnFigures,
    reader: Recogniser,
    name: str,
    count: int,
    seed: int,
    light: str,
    decks: Sequence[str | None],
) -> None:
    """Add so many tables of one layout, of the decks in turn (None: of any deck)."""
    layout, packs = LAYOUTS[name]
    for n in range(count):
        deck = decks[n % len(decks)]
        scene = drawn_table((seed, n), "never_trained", layout, packs, LIGHTS[light], deck_name=deck)
        _add(figures, name, scene, reader.read_photo(scene.image_bgr))


def drawn_table(
    seed: tuple[int, int],
    split: str,
    layout: scenes.Layout,
    packs: int,
    cruelty: float = LIGHTS["harsh light"],
    deck_name: str | None = None,
) -> scenes.Scene:
    """A table at 1.5 to 3 pixels per millimetre."""
    card_height_px = 88.0 * float(np.random.default_rng([*seed, 5]).uniform(1.5, 3.0))
    return scenes.draw_scene(
        seed, split, _PICTURE_PX, card_height_px, deck_name, layout=layout, cruelty=cruelty, packs=packs
    )


def bare_table(seed: tuple[int, int], split: str) -> scenes.Scene:
    """A table without any card."""
    return scenes.draw_scene(seed, split, _BARE_PICTURE_PX, layout=scenes.bare, packs=1)


def _add(figures: DrawnFigures, layout: str, scene: scenes.Scene, reading: PhotoReading) -> None:
    known, read = known_cards(scene), read_cards(reading)
    match = match_cards(known, read, also_there=_hidden(scene, known))
    figures.scores.setdefault(layout, Score()).add(score_match(known, read, match))
    heights = figures.by_height.setdefault(layout, {})
    has_no_colour = bool(np.ptp(scene.image_bgr, axis=2).mean() < _COLOURLESS)
    for card, fate, said, shown in zip(known, match.fates, match.said, _best_shown(scene), strict=True):
        if card.code not in JOKERS:
            figures.by_shown.setdefault(_class_of(shown, SHOWN), Counter())[fate] += 1
        else:
            taken = "taken for the other joker" if said in JOKERS else "taken for another card"
            fate_in_words = taken if fate == "wrong" else fate
            figures.jokers[fate_in_words + (" where there is no colour" if has_no_colour else "")] += 1
        heights.setdefault(_class_of(card.index_height_px or 0.0, HEIGHTS_PX), Counter())[fate] += 1
    figures.judged += [
        Judged(card.confidence, worth in ("right", "optional", "doubled"))
        for card, worth in zip(reading.cards, worths_of_all(scene, reading), strict=True)
    ]


def worths_of_all(scene: scenes.Scene, reading: PhotoReading) -> tuple[Worth, ...]:
    """What every card of a reading is worth by its likeliest code, sure or not."""
    known = known_cards(scene)
    return match_cards(known, read_cards(reading, unsure=True), also_there=_hidden(scene, known)).worths


def _hidden(scene: scenes.Scene, known: list[KnownCard]) -> list[str]:
    """The faces that need not be read: no index of theirs can be seen well."""
    return list((Counter(scene.faces) - Counter(card.code for card in known)).elements())


def known_cards(scene: scenes.Scene) -> list[KnownCard]:
    """The cards of a scene of which an index can be read, by their tallest one."""
    cards: dict[int, KnownCard] = {}
    for index in scene.nameable():
        height = _INDEX_HEIGHT_IN_GLYPH_DISTANCES * math.dist(index.rank_xy, index.suit_xy)
        if index.card not in cards or height > (cards[index.card].index_height_px or 0.0):
            cards[index.card] = KnownCard(index.code, index.box_xyxy, height)
    return list(cards.values())


def _best_shown(scene: scenes.Scene) -> list[float]:
    """How much of rank and suit shows in the best index of each of ``known_cards``."""
    shown: dict[int, float] = {}
    for index in scene.nameable():
        shown[index.card] = max(shown.get(index.card, 0.0), index.half_visible)
    return list(shown.values())


def _class_of(value: float, edges: Sequence[_Edge]) -> _Edge:
    """The lower edge of the class that a value falls into."""
    return max(edge for edge in edges[:-1] if edge <= value)


def height_lines(by_height: dict[str, dict[int, Counter[str]]]) -> list[str]:
    """Right, missed and wrong by the index's height, a line for each layout and class, and for 14 px and more."""
    lines = []
    for layout, heights in by_height.items():
        for low, high in itertools.pairwise(HEIGHTS_PX):
            if low in heights:
                label = f"{low}-{high} px" if high < HEIGHTS_PX[-1] else f"{low} px and more"
                lines.append(_height_line(layout, label, heights[low]))
        tall = sum((counts for low, counts in heights.items() if low >= 14), Counter[str]())
        lines.append(_height_line(layout, "all from 14 px", tall))
    return lines


def _height_line(layout: str, label: str, fates: Counter[str]) -> str:
    return f"  {layout:16} index {label:15} {_fates(fates)}"


def shown_lines(by_shown: dict[float, Counter[str]]) -> list[str]:
    """Right, missed and wrong by how much of the best index shows, all layouts together, without jokers."""
    return [
        f"  {round(100 * low):3}-{round(100 * high):3} % of rank and suit show {_fates(by_shown[low])}"
        for low, high in itertools.pairwise(SHOWN)
        if low in by_shown
    ]


def _fates(fates: Counter[str]) -> str:
    cards = fates.total()
    share = f"{100 * fates['right'] / cards:6.2f} %" if cards else "     – "
    return f"{cards:5} cards, right {share}, missed {fates['missed']}, wrong {fates['wrong']}"


def measure_bare(recogniser: Recogniser, count: int, seed: int) -> Counter[str]:
    """What was read in so many drawn tables without any card: code → how often."""
    tables = (bare_table((seed, n), "never_trained") for n in range(count))
    return Counter(card.code for table in tables for card in read_cards(recogniser.read_photo(table.image_bgr)))
