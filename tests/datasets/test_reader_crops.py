"""Crops the reader learns from."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.decks import load_deck
from datasets.reader_crops import CLASSES, NOT_AN_INDEX, UNREADABLE, _spread, displaced, draw_crops
from engine.decks_paimiahhh import PAIMIAHHH_BOX
from vision.index_crop import GLYPH_DISTANCE_PX, USUAL_CROP_PX, WIDE_CROP_PX
from vision.sightings import NOT_A_CODE


def test_the_classes_keep_their_places_and_those_of_paimiahhh_stand_behind() -> None:
    assert len(CLASSES) == len(set(CLASSES)) == 110
    assert CLASSES[0] == "AS"
    assert CLASSES[51] == "KC"
    assert CLASSES[52:56] == ("joker_red", "joker_black", "not_an_index", "unreadable")
    assert CLASSES[56:] == tuple(card.code for card in PAIMIAHHH_BOX)


def test_crops_follow_from_their_seed() -> None:
    first, again = draw_crops((1, 2), "train", 12), draw_crops((1, 2), "train", 12)
    assert [label for _, label in first] == [label for _, label in again]
    assert all(np.array_equal(a, b) for (a, _), (b, _) in zip(first, again, strict=True))


def test_most_crops_are_cards_and_some_are_not() -> None:
    labels = [label for n in range(6) for _, label in draw_crops((3, n), "train", 40)]
    share = np.mean([CLASSES[label] not in NOT_A_CODE for label in labels])
    assert 0.6 < share < 0.95
    assert NOT_AN_INDEX in labels
    assert UNREADABLE in labels


def test_a_crop_is_stored_with_its_surroundings_and_seen_as_the_product_cuts_it() -> None:
    crop, _ = draw_crops((5, 5), "validation", 6)[0]
    assert crop.shape == (96, 96, 3)
    seen, wide = (displaced(crop, np.random.default_rng(1), size_px) for size_px in (USUAL_CROP_PX, WIDE_CROP_PX))
    assert seen.shape == (64, 48, 3)
    assert seen.dtype == crop.dtype == np.uint8
    assert np.abs(wide[8:-8, 16:-16].astype(int) - seen).max() <= 1, "the same, with more of what lies around"


def test_a_crop_is_displaced_a_little_sometimes_more_and_never_mirrored() -> None:
    stored = np.full((96, 96, 3), 255, np.uint8)
    rank, suit = (np.array([47.5, 47.5 + side * GLYPH_DISTANCE_PX / 2]) for side in (-1, 1))
    for (x, y), colour in ((rank, (255, 0, 0)), (suit, (0, 0, 255))):
        cv2.circle(stored, (round(x * 16), round(y * 16)), 3 * 16, colour, -1, shift=4)

    def places(crop: np.ndarray) -> np.ndarray:
        is_ink = crop[..., 1] < 100
        return np.array([np.argwhere(is_ink & (crop[..., c] > 150)).mean(axis=0)[::-1] for c in (0, 2)])

    rng = np.random.default_rng(2)
    still = np.array([[23.5, 31.5 - GLYPH_DISTANCE_PX / 2], [23.5, 31.5 + GLYPH_DISTANCE_PX / 2]])
    off = [np.abs(places(displaced(stored, rng)) - still).max() for _ in range(100)]
    assert 1.0 < np.mean(off) < 2.5
    assert 4.0 < np.max(off) < GLYPH_DISTANCE_PX


def test_crops_are_drawn_of_both_decks() -> None:
    labels = {CLASSES[label] for n in range(8) for _, label in draw_crops((4, n), "train", 24)}
    box = {card.code for card in PAIMIAHHH_BOX}
    assert len(labels & box) > 5
    assert len(labels - box) > 15


def test_in_steps_of_large_print_the_next_card_hides_the_suit_and_leaves_the_rank() -> None:
    deck = load_deck("procedural_jumbo", 2)
    face = deck.faces["7S"]
    height, width = face.shape[:2]

    def is_covered(point: tuple[float, float], over_from_face: np.ndarray) -> bool:
        x, y, _ = np.linalg.inv(over_from_face) @ (*point, 1.0)
        return bool(0 <= x <= width and 0 <= y <= height)

    seen = [
        (is_covered(mark.rank_xy, over), is_covered(mark.suit_xy, over))
        for seed in range(20)
        for mark in deck.marks["7S"]
        for over in [_spread(np.random.default_rng(seed), face, mark, hides_suit=True)[1]]
    ]
    assert np.mean([suit for _, suit in seen]) > 0.5
    assert np.mean([rank for rank, _ in seen]) < 0.3
