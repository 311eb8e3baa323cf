"""The upright crop of an index."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.index_crop import CROP_HEIGHT_PX, CROP_WIDTH_PX, WIDE_CROP_PX, index_crops


def picture_with_index(distance_px: float, angle_deg: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A red bar (the rank) above a blue disc (the suit) on white, turned clockwise; picture, rank, suit."""
    size = int(distance_px * 8)
    image = np.full((size, size, 3), 255, np.uint8)
    middle = np.array([size / 2, size / 2])
    angle = np.deg2rad(angle_deg)
    down = np.array([-np.sin(angle), np.cos(angle)])
    rank, suit = middle - down * distance_px / 2, middle + down * distance_px / 2
    across = np.array([down[1], -down[0]]) * distance_px * 0.25
    ends = [tuple(np.round(rank + s * across).astype(int).tolist()) for s in (-1, 1)]
    cv2.line(image, ends[0], ends[1], (0, 0, 255), max(1, round(distance_px * 0.3)))
    cv2.circle(image, tuple(np.round(suit).astype(int).tolist()), max(1, round(distance_px * 0.3)), (255, 0, 0), -1)
    return image, rank, suit


@pytest.mark.parametrize("angle_deg", [0, 37, 90, 181, 270])
@pytest.mark.parametrize("distance_px", [12.0, 40.0, 160.0])
def test_the_rank_stands_above_the_suit_however_the_card_lies(distance_px: float, angle_deg: float) -> None:
    image, rank, suit = picture_with_index(distance_px, angle_deg)
    crop = index_crops(image, rank[None], suit[None])[0]
    middle = CROP_HEIGHT_PX / 2
    offset = CROP_HEIGHT_PX / 3.47 / 2
    above = crop[:, round(middle - offset), CROP_WIDTH_PX // 2]
    below = crop[:, round(middle + offset), CROP_WIDTH_PX // 2]
    assert above[0] > 0.8 > 0.4 > above[2], "red, as RGB"
    assert below[2] > 0.8 > 0.4 > below[0], "blue, as RGB"


@pytest.mark.parametrize("distance_px", [9.0, 18.0, 80.0])
def test_a_wide_crop_holds_the_usual_one_in_its_middle(distance_px: float) -> None:
    image, rank, suit = picture_with_index(distance_px, 37)
    usual = index_crops(image, rank[None], suit[None])
    wide = index_crops(image, rank[None], suit[None], size_px=WIDE_CROP_PX)
    assert wide.shape == (1, 3, 80, 80)
    assert wide[:, :, 8:-8, 16:-16] == pytest.approx(usual, abs=0.05)


def test_a_mirrored_crop_is_never_made() -> None:
    image = np.full((200, 200, 3), 255, np.uint8)
    cv2.rectangle(image, (105, 60), (125, 140), (0, 0, 0), -1)
    crop = index_crops(image, np.array([[100.0, 80.0]]), np.array([[100.0, 120.0]]))[0].mean(axis=0)
    assert crop[20:44, 27:34].mean() < 0.3 < crop[20:44, 14:22].mean()


def test_thin_strokes_survive_strong_shrinking() -> None:
    image = np.full((1200, 1200, 3), 255, np.uint8)
    image[:, ::8] = 0
    crop = index_crops(image, np.array([[600.0, 500.0]]), np.array([[600.0, 700.0]]))[0]
    assert 0.8 < crop.mean() < 0.95, "averaged to grey, not broken into stripes"
    assert crop.std() < 0.06


def test_beyond_the_edge_the_edge_is_repeated() -> None:
    image = np.full((60, 60, 3), 90, np.uint8)
    crop = index_crops(image, np.array([[0.0, 0.0]]), np.array([[0.0, 20.0]]))
    assert crop == pytest.approx(np.full_like(crop, 90 / 255), abs=0.01)


def test_an_index_outside_the_picture_gives_a_crop_all_the_same() -> None:
    image = np.zeros((40, 50, 3), np.uint8)
    assert index_crops(image, np.array([[-500.0, 900.0]]), np.array([[-500.0, 930.0]])).shape == (1, 3, 64, 48)


def test_no_index_gives_no_crop() -> None:
    assert index_crops(np.zeros((9, 9, 3), np.uint8), np.zeros((0, 2)), np.zeros((0, 2))).shape == (0, 3, 64, 48)


def test_two_centres_on_one_spot_do_no_harm() -> None:
    assert np.isfinite(index_crops(np.zeros((9, 9, 3), np.uint8), np.array([[4, 4]]), np.array([[4, 4]]))).all()


def test_grey_pictures_are_taken_too() -> None:
    grey = np.random.default_rng(1).integers(0, 256, (80, 80), np.uint8)
    points = np.array([[40.0, 30.0]]), np.array([[40.0, 50.0]])
    assert np.array_equal(index_crops(grey, *points), index_crops(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), *points))


def test_unequal_numbers_of_centres_are_refused() -> None:
    with pytest.raises(ValueError, match="as many rank as suit centres"):
        index_crops(np.zeros((9, 9, 3), np.uint8), np.zeros((2, 2)), np.zeros((1, 2)))
