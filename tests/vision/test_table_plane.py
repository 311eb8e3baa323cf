import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import card_at
from vision.table_plane import TablePlane, seat_directions

SIZE = (1280, 720)
BOTTOM, LEFT, TOP, RIGHT = range(4)


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


@pytest.mark.parametrize(
    ("position", "seat"), [((640, 700), BOTTOM), ((100, 360), LEFT), ((640, 10), TOP), ((1200, 370), RIGHT)]
)
def test_four_seats_lie_clockwise_from_the_bottom(position, seat):
    plan = seat_directions(4, SIZE)
    guess = plan.seat_of_position(position)
    assert guess.seat == seat
    assert guess.confidence > 0.9
    assert plan.seat_of_direction((position[0] - 640, position[1] - 360)) == guess


@pytest.mark.parametrize("seat_count", [2, 3, 4, 5, 6, 8])
def test_every_seat_is_found_in_its_own_direction(seat_count):
    plan = seat_directions(seat_count, SIZE)
    for seat, angle in enumerate(np.radians(plan.directions_deg)):
        guess = plan.seat_of_direction((np.sin(angle), -np.cos(angle)))
        assert guess.seat == seat
        assert guess.confidence == pytest.approx(1.0)


def test_confidence_falls_to_nothing_on_the_boundary_of_two_seats():
    plan = seat_directions(4, SIZE)
    confidences = [plan.seat_of_direction((np.sin(a), np.cos(a))).confidence for a in np.radians([0, 20, 40, 45])]
    assert confidences == sorted(confidences, reverse=True)
    assert confidences[-1] == pytest.approx(0.0, abs=1e-6)


def test_a_card_in_the_middle_of_the_table_tells_no_seat():
    plan = seat_directions(4, SIZE)
    assert plan.seat_of_position((640, 360)).confidence == 0.0
    near, far = (plan.seat_of_position((640, 360 + dy), near_px=80.0) for dy in (20, 100))
    assert near.seat == far.seat == BOTTOM
    assert near.confidence == pytest.approx(0.25)
    assert far.confidence == pytest.approx(1.0)


def test_seats_can_be_turned_and_placed_by_hand():
    assert seat_directions(4, SIZE, rotation_deg=90).seat_of_direction((-1, 0)).seat == 0
    custom = seat_directions(3, SIZE, custom_deg=[180, 350, 10], table_centre_xy=(600, 300))
    assert custom.seat_of_position((500, 0)).seat == 1
    assert custom.seat_of_position((600, 500)).seat == 0


@pytest.mark.parametrize(("count", "custom"), [(1, None), (0, None), (4, [0, 90])])
def test_impossible_seats_are_refused(count, custom):
    with pytest.raises(ValueError, match="expected"):
        seat_directions(count, SIZE, custom_deg=custom)
