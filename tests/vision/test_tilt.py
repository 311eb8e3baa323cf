"""How obliquely the camera looks, told by the cards."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detector import IndexDetections
from vision.sightings import CardSighting, IndexSighting
from vision.tilt import Tilt, made_upright, tilt_of

CLASSES = ("AS", "not_an_index")


def turned(degrees: float) -> np.ndarray:
    a = np.radians(degrees)
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])


def squeezed(squeeze: float, direction_deg: float) -> np.ndarray:
    """image_from_table of a camera that sees the table shorter across a direction."""
    return turned(direction_deg) @ np.diag([1.0, squeeze]) @ turned(direction_deg).T


def card(
    image_from_table: np.ndarray, centre_mm, angle_deg: float, corners: int = 2, off_mm=(0.0, 0.0)
) -> CardSighting:
    """A card of 2 px per mm as the detector sees it; ``off_mm``: how far it misplaces the card's centre."""
    indices = []
    for turn in (0, 180)[:corners]:
        rotation = turned(angle_deg + turn)
        rank, suit = (2 * image_from_table @ (np.asarray(centre_mm) + rotation @ (-26.0, y)) for y in (-36.5, -28.5))
        centre = 2 * image_from_table @ (np.asarray(centre_mm) + rotation @ np.asarray(off_mm))
        middle = (rank + suit) / 2
        box = (*(middle - 10).tolist(), *(middle + 10).tolist())
        sure = np.array([1.0, 0.0], np.float32)
        indices.append(IndexSighting(box, tuple(rank), tuple(suit), tuple(centre), 0.9, sure))
    middle = tuple((2 * image_from_table @ np.asarray(centre_mm, float)).tolist())
    return CardSighting(
        CLASSES, indices[0].probabilities, "AS", 1.0, middle, 176.0, angle_deg, np.zeros((4, 2), np.float32),
        tuple(indices),
    )  # fmt: skip


def left_over(tilt: Tilt, image_from_table: np.ndarray) -> float:
    """How squeezed the table still is, once the tilt is undone."""
    lengths = np.linalg.svd(tilt.upright_from_image @ image_from_table)[1]
    return float(lengths[1] / lengths[0])


@pytest.mark.parametrize("corners", [1, 2])
@pytest.mark.parametrize("direction", [0, 30, 75, 140])
@pytest.mark.parametrize("squeeze", [0.6, 0.7, 0.8])
def test_cards_that_lie_anyhow_tell_how_the_camera_leans(squeeze: float, direction: float, corners: int):
    seen = squeezed(squeeze, direction)
    cards = [card(seen, (70 * k, 40 * (k % 3)), angle, corners) for k, angle in enumerate((5, 60, 100, 170, 230, 300))]
    tilt = tilt_of(cards)
    assert tilt.squeeze == pytest.approx(squeeze, abs=0.11)
    assert left_over(tilt, seen) > 0.9


def test_a_camera_that_looks_straight_down_is_not_tilted_by_one_misplaced_centre():
    cards = [card(np.eye(2), (70 * k, 0), 20 * k, corners=1) for k in range(5)]
    cards.append(card(np.eye(2), (0, 120), 30, corners=1, off_mm=(25.0, -15.0)))
    assert tilt_of(cards).squeeze == 1.0


def test_without_cards_there_is_no_tilt():
    tilt = tilt_of([])
    assert tilt.squeeze == 1.0
    assert (tilt.upright_from_image == np.eye(2)).all()


def test_a_part_made_upright_shows_its_points_where_the_matrix_leads_and_the_way_back_returns():
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[50, 70] = 255
    tilt = Tilt(0.6, np.linalg.inv(squeezed(0.6, 30)))
    upright, matrix = made_upright(picture, (40, 20, 110, 90), tilt)
    expected = matrix[:, :2] @ (70, 50) + matrix[:, 2]
    ys, xs = np.nonzero(upright[..., 0] == upright[..., 0].max())
    assert (xs.mean(), ys.mean()) == pytest.approx(expected, abs=1.0)
    points = np.array([[70.0, 50.0]], np.float32)
    found = IndexDetections(np.array([[60, 45, 80, 55]], np.float32), np.ones(1, np.float32), points, points, points)
    there = found.transformed(matrix)
    assert there.rank_xy[0] == pytest.approx(expected, abs=1e-3)
    linear = np.linalg.inv(matrix[:, :2])
    back = there.transformed(np.column_stack([linear, -linear @ matrix[:, 2]]))
    assert back.suit_xy == pytest.approx(points, abs=1e-3)
    assert (back.boxes_xyxy[:, :2] + back.boxes_xyxy[:, 2:]) / 2 == pytest.approx(points, abs=1e-3)
