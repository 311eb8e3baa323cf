"""Seats around the picture, from straight above and through clicked corners."""

import pytest

from webui.seat_placement import SeatPlacement

SIZE = (1280, 720)


def test_seats_go_round_clockwise_from_the_bottom():
    directions = SeatPlacement.around().directions

    assert [(0, 1), (-1, 0), (0, -1), (1, 0)] == [
        tuple(round(part) + 0 for part in directions[seat]) for seat in range(4)
    ]


def test_another_seat_may_sit_at_the_bottom():
    directions = SeatPlacement.around(bottom_seat=2).directions

    assert pytest.approx((0.0, 1.0), abs=1e-9) == directions[2]
    assert pytest.approx((-1.0, 0.0), abs=1e-9) == directions[3]


def test_from_straight_above_the_middle_of_the_picture_is_the_middle_of_play():
    placement = SeatPlacement.around()

    assert (0.0, 0.0) == placement.offset((640, 360), SIZE)
    assert (0.0, 1.0) == placement.offset((640, 720), SIZE)


def test_through_clicked_corners_the_middle_of_the_table_counts():
    # A table seen from one side: its far edge is short and high in the picture.
    placement = SeatPlacement.around().with_corners(((0.1, 0.9), (0.35, 0.3), (0.65, 0.3), (0.9, 0.9)))

    left, right = placement.offset((128, 648), SIZE), placement.offset((1152, 648), SIZE)
    beyond_middle = placement.offset((640, 320), SIZE)

    assert pytest.approx((-1.0, 1.0), abs=1e-4) == left
    assert pytest.approx((1.0, 1.0), abs=1e-4) == right
    assert beyond_middle[1] < 0 < placement.offset((640, 500), SIZE)[1]


def test_a_direction_in_the_picture_becomes_one_over_the_table():
    placement = SeatPlacement.around().with_corners(((0.1, 0.9), (0.1, 0.1), (0.9, 0.1), (0.9, 0.9)))

    assert pytest.approx((0.0, 1.0), abs=1e-4) == placement.direction((0.0, 1.0), SIZE)


def test_a_game_may_go_round_the_other_way():
    directions = SeatPlacement.around(6, is_clockwise=False).directions

    assert pytest.approx((0.866, 0.5), abs=1e-3) == directions[1]
    assert pytest.approx((-0.866, 0.5), abs=1e-3) == directions[5]


def test_six_seats_are_told_apart_by_the_true_angle_of_the_hand():
    placement = SeatPlacement.around(6)
    corner_of_stretched_picture = (0.7071, 0.7071)

    assert pytest.approx((0.872, 0.490), abs=1e-3) == placement.direction(corner_of_stretched_picture, SIZE)
