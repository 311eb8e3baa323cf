"""Looking at a picture at a chosen scale, in pieces where it is large."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import Detector, IndexDetections
from vision.nms import keep_best

MAX_TILE_PX = 1280
"""Longest side handed to the detector at once; bounds memory, and larger pictures are cut."""
TILE_OVERLAP_PX = 96
"""More than the longest index at the scale the detector is used at (a jumbo index on a 250 px card)."""
BLOCK_PX = 32
"""The detector's pictures are multiples of this."""
_MOST_SQUEEZE = 0.03
_MERGE_OVERLAP = 0.5


def detect_at_scale(detector: Detector, image_bgr: NDArray[np.uint8], scale: float) -> IndexDetections:
    """Indices of the picture looked at ``scale`` times its size, in pixels of the picture given."""
    height, width = image_bgr.shape[:2]
    size = (_length_at(width, scale), _length_at(height, scale))
    scaled = _resized(image_bgr, size)
    parts = []
    for y0, y1 in _spans(size[1]):
        for x0, x1 in _spans(size[0]):
            found = detector.detect(scaled[y0:y1, x0:x1])
            parts.append(found.mapped((1.0, 1.0), (x0, y0)))
    merged = parts[0] if len(parts) == 1 else _merged(parts)
    # Pixel centres: x + 1/2 = (x' + 1/2) / scale.
    to_image = (width / size[0], height / size[1])
    return merged.mapped(to_image, (to_image[0] / 2 - 0.5, to_image[1] / 2 - 0.5))


def _length_at(length_px: int, scale: float) -> int:
    """The side at that scale, or a little less where that saves the detector a block."""
    scaled = max(1, round(length_px * scale))
    blocks = scaled // BLOCK_PX * BLOCK_PX
    saves = scaled not in (length_px, blocks) and scaled <= MAX_TILE_PX and blocks >= (1 - _MOST_SQUEEZE) * scaled
    return blocks if saves else scaled


def _resized(image_bgr: NDArray[np.uint8], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture at another size: by halves, then the rest between neighbours; a fifth of the time of one average."""
    scaled = image_bgr
    while scaled.shape[1] >= 2 * size_wh[0] and scaled.shape[0] >= 2 * size_wh[1]:
        half = (scaled.shape[1] // 2, scaled.shape[0] // 2)
        scaled = cv2.resize(scaled, half, interpolation=cv2.INTER_AREA)
    if scaled.shape[1::-1] != size_wh:
        scaled = cv2.resize(scaled, size_wh, interpolation=cv2.INTER_LINEAR)
    return scaled


def _merged(parts: list[IndexDetections]) -> IndexDetections:
    found = IndexDetections.joined(parts)
    return found.take(keep_best(found.boxes_xyxy, found.confidences, max_overlap=_MERGE_OVERLAP))


def _spans(length_px: int) -> list[tuple[int, int]]:
    """Equal overlapping spans, as few as possible, that cover 0..length_px."""
    if length_px <= MAX_TILE_PX:
        return [(0, length_px)]
    count = math.ceil((length_px - TILE_OVERLAP_PX) / (MAX_TILE_PX - TILE_OVERLAP_PX))
    span = math.ceil((length_px + (count - 1) * TILE_OVERLAP_PX) / count)
    starts = [round(k * (length_px - span) / (count - 1)) for k in range(count)]
    return [(start, min(start + span, length_px)) for start in starts]


def merged_regions(
    boxes_xyxy: NDArray[np.floating], image_size_wh: tuple[int, int], margin_px: float
) -> list[tuple[int, int, int, int]]:
    """Grow the boxes by a margin, cut them at the picture's edge, and join those that overlap."""
    width, height = image_size_wh
    regions: list[tuple[int, int, int, int]] = []
    for x0, y0, x1, y1 in np.asarray(boxes_xyxy, np.float64).reshape(-1, 4):
        if not (np.isfinite([x0, y0, x1, y1]).all() and x1 > x0 and y1 > y0):
            continue
        new = (
            max(0, math.floor(x0 - margin_px)),
            max(0, math.floor(y0 - margin_px)),
            min(width, math.ceil(x1 + margin_px)),
            min(height, math.ceil(y1 + margin_px)),
        )
        if new[2] <= new[0] or new[3] <= new[1]:
            continue
        touching = [r for r in regions if r[0] < new[2] and new[0] < r[2] and r[1] < new[3] and new[1] < r[3]]
        while touching:
            for region in touching:
                regions.remove(region)
                new = (
                    min(new[0], region[0]),
                    min(new[1], region[1]),
                    max(new[2], region[2]),
                    max(new[3], region[3]),
                )
            touching = [r for r in regions if r[0] < new[2] and new[0] < r[2] and r[1] < new[3] and new[1] < r[3]]
        regions.append(new)
    return regions
