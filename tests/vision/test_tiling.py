import itertools

import numpy as np
import pytest

from vision.detector import IndexDetections
from vision.tiling import MAX_TILE_PX, TILE_OVERLAP_PX, _spans, detect_at_scale, merged_regions


class SpotDetector:
    """Finds the single red pixels of a picture: 20 x 30 boxes around them."""

    def __init__(self) -> None:
        self.sizes_wh: list[tuple[int, int]] = []

    def detect(self, image_bgr):
        self.sizes_wh.append((image_bgr.shape[1], image_bgr.shape[0]))
        red = image_bgr[:, :, 2].astype(int) - image_bgr[:, :, 0]
        ys, xs = np.nonzero(red > 60)
        points = np.stack([xs, ys], axis=1).astype(np.float32).reshape(-1, 2)
        boxes = np.hstack([points - np.float32([10, 15]), points + np.float32([10, 15])])
        limit = np.array([image_bgr.shape[1], image_bgr.shape[0]] * 2)
        boxes = np.clip(boxes, 0, limit)
        return IndexDetections(boxes, np.full(len(points), 0.9, np.float32), points, points + 8, points + 50)


@pytest.mark.parametrize("length", [1, 500, MAX_TILE_PX, MAX_TILE_PX + 1, 2000, 4000, 10_000])
def test_spans_cover_everything_with_enough_overlap(length):
    spans = _spans(length)
    assert spans[0][0] == 0
    assert spans[-1][1] == length
    for (_, end), (start, _) in itertools.pairwise(spans):
        assert end - start >= TILE_OVERLAP_PX - 1
    assert all(end - start <= MAX_TILE_PX for start, end in spans)


def test_a_large_picture_is_looked_at_in_tiles_and_nothing_is_found_twice():
    image = np.zeros((1500, 3000, 3), np.uint8)
    spots = [(100, 100), (1250, 700), (1260, 1400), (2900, 20), (1700, 740)]
    for x, y in spots:
        image[y, x] = (0, 0, 255)
    detector = SpotDetector()
    found = detect_at_scale(detector, image, 1.0)
    assert len(detector.sizes_wh) > 1
    assert sorted(map(tuple, found.rank_xy.astype(int).tolist())) == sorted(spots)


def test_points_come_back_in_pixels_of_the_picture_given():
    image = np.zeros((400, 400, 3), np.uint8)
    image[200:204, 100:104] = (0, 0, 255)
    found = detect_at_scale(SpotDetector(), image, 0.25)
    assert np.allclose(found.rank_xy, [[101.5, 201.5]])


def test_regions_that_overlap_are_looked_at_once():
    boxes = np.array([[10, 10, 50, 50], [60, 10, 90, 50], [300, 300, 320, 320]])
    assert sorted(merged_regions(boxes, (400, 310), 8)) == [(2, 2, 98, 58), (292, 292, 328, 310)]


@pytest.mark.parametrize("box", [(5, 5, 5, 9), (9, 9, 5, 5), (np.nan, 0, 5, 5), (500, 500, 600, 600)])
def test_a_region_without_area_in_the_picture_is_left_out(box):
    assert merged_regions(np.array([box]), (100, 100), 4) == []


@pytest.mark.parametrize(("size_wh", "scale", "seen_wh"), [
    ((1280, 720), 92 / 139, (832, 477)),  # 847 would cost a block more
    ((1000, 200), 1.0, (1000, 200)),
    ((90, 40), 0.2, (18, 8)),
    ((5, 2000), 0.1, (1, 200)),
])  # fmt: skip
def test_a_picture_is_squeezed_a_little_where_that_saves_a_block(size_wh, scale, seen_wh):
    detector = SpotDetector()
    detect_at_scale(detector, np.zeros((size_wh[1], size_wh[0], 3), np.uint8), scale)
    assert detector.sizes_wh == [seen_wh]


@pytest.mark.parametrize("scale", [0.13, 0.31, 0.49, 0.83, 0.97, 1.4])
def test_at_any_scale_points_come_back_where_they_were(scale):
    image = np.zeros((601, 797, 3), np.uint8)
    image[300:340, 500:540] = (0, 0, 255)
    found = detect_at_scale(SpotDetector(), image, scale)
    assert found.rank_xy.mean(axis=0) == pytest.approx([519.5, 319.5], abs=1.5)
