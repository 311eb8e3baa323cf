"""What decks print into the corners of their jokers, and what of it counts as the index."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from datasets.decks import load_deck
from datasets.index_print import JOKER_PRINTS, index_stamp, random_style
from datasets.printed_decks import reprinted

PX_PER_MM = 8.0


@pytest.mark.parametrize("parts", sorted(set(JOKER_PRINTS)))
@pytest.mark.parametrize("seed", range(4))
def test_a_jokers_index_has_the_size_of_an_index(parts: tuple[str, ...], seed: int) -> None:
    style = dataclasses.replace(random_style(np.random.default_rng(seed)), joker_style=JOKER_PRINTS.index(parts))
    stamp, mark = index_stamp("joker_red", style, PX_PER_MM)
    x0, y0, x1, y1 = mark.box_xyxy
    distance = float(np.hypot(*np.subtract(mark.suit_xy, mark.rank_xy)))
    assert y1 >= stamp.shape[0]
    assert (y1 - y0) / distance == pytest.approx(1.9, abs=0.35), "a crop is cut by the distance of the two points"
    assert (x1 - x0) >= 0.29 * (y1 - y0), "nothing can be placed on a mere line"


@pytest.mark.parametrize("sign", ["star", "jester", "crown"])
def test_a_sign_alone_is_the_rank_above_blank_paper(sign: str) -> None:
    style = dataclasses.replace(random_style(np.random.default_rng(1)), joker_style=JOKER_PRINTS.index((sign,)))
    stamp, mark = index_stamp("joker_black", style, PX_PER_MM)
    assert mark.rank_xy[1] == pytest.approx(stamp.shape[0] / 2)
    assert mark.suit_xy[1] > stamp.shape[0], "no half of the sign is taken for a suit"


def test_a_deck_printed_anew_prints_its_jokers_anew() -> None:
    deck = load_deck("procedural_plain", 1)
    style = dataclasses.replace(random_style(np.random.default_rng(4)), joker_style=JOKER_PRINTS.index(("star",)))
    anew = reprinted(deck, style)
    assert not np.array_equal(anew.faces["joker_red"], deck.faces["joker_red"])
    assert len(anew.marks["joker_red"]) == 2
    blank = anew.marks["joker_red"][0].suit_xy
    x, y = (round(v) for v in blank)
    ink = np.ptp(anew.faces["joker_red"][y - 4 : y + 5, x - 4 : x + 5, :3], axis=(0, 1))
    assert ink.max() < 12, "nothing of the old index is left below the star"


@pytest.mark.parametrize("sign", ["star", "jester", "crown"])
def test_every_deck_has_a_sign_of_its_own(sign: str) -> None:
    style = dataclasses.replace(random_style(np.random.default_rng(1)), joker_style=JOKER_PRINTS.index((sign,)))
    stamps = [
        index_stamp("joker_red", dataclasses.replace(style, suit_shape_seed=seed), PX_PER_MM)[0] for seed in range(12)
    ]
    assert len({stamp.tobytes() for stamp in stamps}) == 12
    assert all(stamp.max() > 200 and min(stamp.shape) >= 8 for stamp in stamps)
