import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import card_at
from vision.table_plane import TablePlane

SIZE = (1280, 720)


def test_the_cards_in_view_give_the_scale_under_an_overhead_camera():
    cards = [card_at("AS", (x, 300.0), height_px=height) for x, height in [(100, 150), (400, 176), (700, 600)]]
    plane = TablePlane.from_cards(cards, SIZE)
    assert plane.to_table([(640, 360), (640 + 176, 360)]) == pytest.approx(np.array([[0, 0], [88, 0]]))
    assert plane.card_height_px_at((100, 100)) == pytest.approx(176)


def test_without_cards_there_is_no_scale():
    assert TablePlane.from_cards([], SIZE) is None


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0]])
def test_four_clicked_corners_give_the_plane_of_an_oblique_camera(order):
    mat_mm = np.array([[-300, -200], [300, -200], [300, 200], [-300, 200]], np.float32)
    seen = np.array([[300, 250], [980, 260], [1200, 660], [90, 640]], np.float32)
    image_from_table = cv2.getPerspectiveTransform(mat_mm, seen)
    plane = TablePlane.from_corners(seen[order], width_mm=600, height_mm=400)
    points_mm = np.array([[0, 0], [-280, 150], [120, -180]], np.float64)
    points = cv2.perspectiveTransform(points_mm[None].astype(np.float64), image_from_table.astype(np.float64))[0]
    assert np.allclose(plane.to_table(points), points_mm, atol=0.1)
    assert np.allclose(plane.to_image(points_mm), points, atol=0.1)
    far, near = plane.card_height_px_at((640, 270)), plane.card_height_px_at((640, 640))
    assert near > 1.3 * far


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (10, 0), (10, 10)],
        [(0, 0), (10, 10), (10, 0), (0, 10)],
        [(0, 0), (10, 0), (10, 0), (0, 10)],
        [(0, 0), (10, 0), (20, 0), (30, 0)],
        [(0, 0), (100, 0), (30, 30), (0, 100)],
    ],
    ids=["three", "crossed", "two equal", "on a line", "dented"],
)
def test_corners_that_make_no_rectangle_are_refused(corners):
    with pytest.raises(ValueError, match="expected"):
        TablePlane.from_corners(corners)


@pytest.mark.parametrize("height_px", [0, -1, float("nan")])
def test_a_card_without_height_gives_no_plane(height_px):
    with pytest.raises(ValueError, match="above 0"):
        TablePlane.from_card_height(height_px, SIZE)
