import numpy as np
import pytest

from vision.nms import keep_best, overlap_over_smaller


@pytest.mark.parametrize(
    ("label", "box", "expected"),
    [
        ("the same box", (0, 0, 10, 10), 1.0),
        ("beside it", (10, 0, 20, 10), 0.0),
        ("half of it", (5, 0, 15, 10), 0.5),
        ("a small one inside", (2, 2, 4, 4), 1.0),
        ("without area", (3, 3, 3, 3), 0.0),
    ],
)
def test_overlap_is_measured_against_the_smaller_box(label, box, expected):
    assert overlap_over_smaller(np.array([[0, 0, 10, 10]]), np.array([box]))[0, 0] == pytest.approx(expected), label


def test_the_best_of_overlapping_boxes_is_kept():
    boxes = np.array([[0, 0, 10, 10], [1, 1, 11, 11], [50, 50, 60, 60]], float)
    assert keep_best(boxes, np.array([0.5, 0.9, 0.3]), max_overlap=0.5).tolist() == [1, 2]


def test_a_half_index_at_a_tile_edge_gives_way_to_the_whole_one():
    boxes = np.array([[0, 0, 20, 30], [0, 0, 20, 12]], float)
    assert keep_best(boxes, np.array([0.6, 0.5]), max_overlap=0.5).tolist() == [0]


def test_no_boxes_give_no_boxes():
    assert keep_best(np.zeros((0, 4)), np.zeros(0), max_overlap=0.5).tolist() == []
