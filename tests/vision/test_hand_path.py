import cv2
import numpy as np
import pytest

from vision.hand_path import HandPath

BOX = (0.45, 0.45, 0.55, 0.55)
EDGES = {"bottom": (160, 179), "top": (160, 0), "left": (0, 90), "right": (319, 90)}
DIRECTIONS = {"bottom": (0, 1), "top": (0, -1), "left": (-1, 0), "right": (1, 0)}


def arm(*edges, tip=(160, 90)):
    mask = np.zeros((180, 320), np.uint8)
    for edge in edges:
        cv2.line(mask, EDGES[edge], tip, 255, 18)
    return mask


@pytest.mark.parametrize("edge", EDGES)
def test_a_hand_points_to_the_edge_it_came_over(edge):
    path = HandPath()
    path.note(1.0, arm(edge))
    assert path.direction_to(BOX, until_s=1.2) == pytest.approx(DIRECTIONS[edge], abs=0.1)


def test_without_a_hand_over_the_place_there_is_no_direction():
    path = HandPath()
    assert path.direction_to(BOX, until_s=1.0) is None
    path.note(1.0, arm("left", tip=(60, 90)))
    assert path.direction_to(BOX, until_s=1.2) is None


def test_a_thing_that_reaches_no_edge_is_no_hand():
    path = HandPath()
    mask = np.zeros((180, 320), np.uint8)
    cv2.circle(mask, (160, 90), 30, 255, -1)
    path.note(1.0, mask)
    assert path.direction_to(BOX, until_s=1.2) is None


def test_the_last_hand_over_the_place_counts_most():
    path = HandPath()
    for k in range(8):
        path.note(k / 10, arm("top"))
    for k in range(8):
        path.note(1.5 + k / 10, arm("right"))
    assert path.direction_to(BOX, until_s=2.3)[0] > 0.9


def test_a_hand_that_comes_after_the_card_was_laid_does_not_count():
    path = HandPath()
    path.note(1.0, arm("bottom"))
    path.note(2.0, arm("top"))
    assert path.direction_to(BOX, until_s=1.5) == pytest.approx((0, 1), abs=0.1)


def test_old_hands_are_forgotten():
    path = HandPath()
    path.note(1.0, arm("bottom"))
    path.note(60.0, arm("left", tip=(20, 90)))
    assert path.direction_to(BOX, until_s=61.0) is None
    path.note(61.0, arm("bottom"))
    path.forget()
    assert path.direction_to(BOX, until_s=62.0) is None


def test_a_thing_that_reaches_as_far_on_both_sides_is_no_arm():
    mask = np.zeros((180, 320), np.uint8)
    cv2.line(mask, (40, 90), (280, 90), 255, 18)
    path = HandPath()
    path.note(1.0, mask)
    assert path.direction_to((0.5, 0.5, 0.5, 0.5), until_s=1.2) is None
    assert path.direction_to(BOX, until_s=1.2) is None


def test_a_hand_long_before_says_nothing_of_one_whose_arm_is_not_seen():
    path = HandPath()
    path.note(1.0, arm("left"))
    path.note(4.0, np.zeros((180, 320), np.uint8))
    assert path.direction_to(BOX, until_s=4.0) is None
    assert path.direction_to(BOX, until_s=2.0) == pytest.approx(DIRECTIONS["left"], abs=0.1)


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("hidden", [8, 30])
def test_an_arm_whose_sleeve_looks_like_the_table_comes_from_where_it_points(edge, hidden):
    seen = arm(edge)
    seen[:hidden], seen[-hidden:], seen[:, :hidden], seen[:, -hidden:] = 0, 0, 0, 0
    path = HandPath()
    path.note(1.0, seen)
    assert path.direction_to(BOX, until_s=1.2) == pytest.approx(DIRECTIONS[edge], abs=0.15)
