"""Suppression of double finds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def overlap_over_smaller(boxes_xyxy: NDArray[np.floating], others_xyxy: NDArray[np.floating]) -> NDArray[np.float32]:
    """(N, 4) and (M, 4) xyxy → (N, M): area of the intersection over the area of the smaller box.

    Against IoU it also sees a half index at the edge of a tile as part of the whole one in the next tile.
    """
    a = np.asarray(boxes_xyxy, np.float32).reshape(-1, 1, 4)
    b = np.asarray(others_xyxy, np.float32).reshape(1, -1, 4)
    size = np.clip(np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2]), 0.0, None)
    area_a = np.clip(a[..., 2:] - a[..., :2], 0.0, None).prod(-1)
    area_b = np.clip(b[..., 2:] - b[..., :2], 0.0, None).prod(-1)
    overlap: NDArray[np.float32] = size.prod(-1) / np.maximum(np.minimum(area_a, area_b), 1e-6)
    return overlap


def keep_best(
    boxes_xyxy: NDArray[np.floating], scores: NDArray[np.floating], *, max_overlap: float
) -> NDArray[np.intp]:
    """(N, 4) and (N,) → indices of the boxes kept, best first; what overlaps a better one too much is dropped."""
    order = np.argsort(-np.asarray(scores), kind="stable")
    overlap = overlap_over_smaller(boxes_xyxy, boxes_xyxy)
    dropped = np.zeros(len(order), bool)
    kept: list[int] = []
    for i in order:
        if dropped[i]:
            continue
        kept.append(int(i))
        dropped |= overlap[i] > max_overlap
    return np.array(kept, np.intp)
