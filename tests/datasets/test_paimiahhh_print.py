"""The printed PaiMiahhh deck as pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.decks import load_deck
from datasets.paimiahhh_print import PRINTS, lay_tiles, paimiahhh_print_names, pixels, printed_paimiahhh, random_print
from webui.printing.drawing import Drawing, Path, ellipse
from webui.printing.faces import PAIMIAHHH_CODES

CODES = ("0O", "4B", "5G", "8R", "1Y", "honor")


def test_every_split_has_a_print_of_its_own() -> None:
    names = [set(paimiahhh_print_names(split)) for split in ("train", "validation", "never_trained")]
    assert all(names)
    assert sum(map(len, names)) == len(PRINTS)


def test_a_print_has_every_card_of_the_box() -> None:
    deck = load_deck("paimiahhh_faded", 1)
    assert set(deck.faces) == set(deck.marks) == set(PAIMIAHHH_CODES)
    assert deck.backs[0].shape == deck.faces["0O"].shape
    assert deck.split == "never_trained"


@pytest.mark.parametrize("name", sorted(PRINTS))
def test_the_ink_of_both_indices_is_inside_their_boxes(name: str) -> None:
    deck = printed_paimiahhh(name, np.random.default_rng(2), CODES)
    for code in CODES:
        grey = deck.faces[code][..., :3].min(axis=2).astype(int)
        paper = np.median(deck.faces[code][..., :3].min(axis=2))
        for mark in deck.marks[code]:
            x0, y0, x1, y1 = (round(v) for v in mark.box_xyxy)
            assert (grey[y0:y1, x0:x1] < paper - 40).mean() > 0.12, code
            beside = grey[y0:y1, max(0, x0 - 5) : x0 - 2]
            assert (beside > paper - 60).all(), code


def test_the_rank_of_a_turned_index_is_the_nearer_to_its_edge() -> None:
    deck = printed_paimiahhh("paimiahhh_train", np.random.default_rng(3), ["7Y"])
    upright, turned = deck.marks["7Y"]
    height = deck.faces["7Y"].shape[0]
    assert upright.rank_xy[1] < upright.suit_xy[1] < height / 2 < turned.suit_xy[1] < turned.rank_xy[1]


def test_five_colours_stay_five_colours_in_every_print() -> None:
    for name in PRINTS:
        deck = printed_paimiahhh(name, np.random.default_rng(4), [f"1{colour}" for colour in "OBGRY"])
        middles = []
        for face in deck.faces.values():
            middle = face[180:260, 118:198, :3].reshape(-1, 3)
            middles.append(np.median(middle, axis=0))
        apart = [np.abs(a - b).max() for i, a in enumerate(middles) for b in middles[:i]]
        assert min(apart) > 14, name


def test_houses_differ_and_a_seed_gives_the_same_house() -> None:
    first, again, other = (random_print("paimiahhh_train", np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert 0.9 < first.scale < 1.05


def test_no_training_print_reaches_what_is_kept_for_measuring() -> None:
    trained = [random_print("paimiahhh_train", np.random.default_rng(seed)) for seed in range(200)]
    kept = [random_print(name, np.random.default_rng(7)) for name in paimiahhh_print_names("never_trained")]
    for how in kept:
        beyond = []
        for field in ("hue_turn_deg", "saturation", "lift", "gain", "scale"):
            values = [getattr(each, field) for each in trained]
            beyond.append(not min(values) <= getattr(how, field) <= max(values))
        assert any(beyond), how


def test_a_drawing_becomes_pixels_where_its_millimetres_say() -> None:
    dot = Path(ellipse((10, 5), 2), fill="#ff0000", stroke="#0000ff", stroke_mm=1.0)
    picture = pixels(Drawing(20, 10, (dot,)), 10)
    assert picture.shape == (100, 200, 3)
    assert picture[50, 100].tolist() == [0, 0, 255]
    assert picture[50, 120].tolist() == [255, 0, 0]
    assert picture[50, 130].tolist() == [255, 255, 255]


def test_tiles_lie_on_the_table() -> None:
    table = np.full((300, 300, 3), 90, np.uint8)
    lay_tiles(table, np.random.default_rng(5), 1.5, np.array([150.0, 150.0]))
    assert (cv2.absdiff(table, np.full_like(table, 90)).max(axis=2) > 30).mean() > 0.02
