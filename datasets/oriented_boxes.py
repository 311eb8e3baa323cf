"""Indices as oriented boxes: what they are learnt from, which finds are kept, and how far off they lie.

A box is centre x, centre y, length, width, angle: in pixels and radians, the angle from the rank to the suit. A network
of oriented boxes knows the angle only modulo half a turn: such a box has neither top nor bottom.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

LENGTH, WIDTH = 1.82, 1.1
"""Of an index, in glyph distances."""
REACH = 0.5
"""So far from the labelled centre, in glyph distances, may the centre of a find lie."""
Boxes = NDArray[np.float32]
_Batch = dict[str, torch.Tensor]


def boxes_of_points(rank_xy: NDArray[np.float32], suit_xy: NDArray[np.float32]) -> Boxes:
    """(N, 2) and (N, 2) glyph centres → (N, 5) boxes."""
    along = suit_xy - rank_xy
    distance = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)
    angle = np.arctan2(along[:, 1], along[:, 0])
    return np.column_stack([(rank_xy + suit_xy) / 2, LENGTH * distance, WIDTH * distance, angle])


def boxes_of_labels(labels: NDArray[np.float32], width_px: int, height_px: int) -> Boxes:
    """(N, 14) labels → (M, 5) boxes of those whose rank and suit lie within the picture."""
    labels = labels[(labels[:, 7] > 0) & (labels[:, 10] > 0)]
    size = np.array([width_px, height_px], np.float32)
    return boxes_of_points(labels[:, 5:7] * size, labels[:, 8:10] * size)


def oriented_batch(batch: _Batch) -> _Batch:
    """The batch with the boxes that ultralytics' loss of oriented boxes takes: 0..1, angle in [-45°, 135°)."""
    height, width = batch["img"].shape[2:]
    seen = (batch["keypoints"][:, :2, 2] > 0).all(dim=1)
    size = np.array([width, height], np.float32)
    points = batch["keypoints"][seen].numpy()
    boxes = boxes_of_points(points[:, 0, :2] * size, points[:, 1, :2] * size)
    boxes[:, :4] /= np.tile(size, 2)
    boxes[:, 4] = (boxes[:, 4] + np.pi / 4) % np.pi - np.pi / 4
    kept = {name: batch[name][seen] for name in ("cls", "keypoints", "batch_idx")}
    return {**batch, **kept, "bboxes": torch.from_numpy(boxes.astype(np.float32))}


def kept_boxes(columns: NDArray[np.float32], confidence: float, overlap: float = 0.5) -> NDArray[np.float32]:
    """(6, N) raw output → (M, 6) boxes and their confidence, long side first, best first, without doubles."""
    rows = columns.T[columns[4] > confidence]
    rows = rows[np.argsort(-rows[:, 4])][:, [0, 1, 2, 3, 5, 4]]
    lying = rows[:, 3] > rows[:, 2]
    rows[lying, 2:4] = rows[lying, 3:1:-1]
    rows[lying, 4] += np.pi / 2
    kept: list[NDArray[np.float32]] = []
    for row in rows:
        if all(_iou(row, other) < overlap for other in kept):
            kept.append(row)
    return np.array(kept, np.float32).reshape(-1, 6)


def _iou(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    if np.hypot(*(a[:2] - b[:2])) > (np.hypot(*a[2:4]) + np.hypot(*b[2:4])) / 2:
        return 0.0
    kind, corners = cv2.rotatedRectangleIntersection(_cv_box(a), _cv_box(b))
    if kind == cv2.INTERSECT_NONE or corners is None:
        return 0.0
    shared = cv2.contourArea(cv2.convexHull(corners))
    return float(shared / max(a[2] * a[3] + b[2] * b[3] - shared, 1e-6))


def _cv_box(box: NDArray[np.float32]) -> tuple[tuple[float, float], tuple[float, float], float]:
    x, y, length, width, angle = (float(v) for v in box[:5])
    return (x, y), (length, width), float(np.degrees(angle))


def box_scores(pictures: Iterable[tuple[Boxes, Boxes]]) -> dict[str, float]:
    """Precision, recall and errors of found (M, 5) against labelled (N, 5) boxes, picture by picture.

    The error of the centre is in glyph distances, that of the angle in degrees and modulo half a turn. Upside down is
    the share of matches more than a quarter turn off; only points can tell it.
    """
    found = labelled = 0
    centre_errors: list[float] = []
    turns: list[float] = []
    for finds, labels in pictures:
        found, labelled = found + len(finds), labelled + len(labels)
        free = set(range(len(finds)))
        for label in labels:
            away = np.hypot(*(finds[:, :2] - label[:2]).T) / max(label[2] / LENGTH, 2.0)
            best = min(free, key=away.__getitem__, default=None)
            if best is None or away[best] >= REACH:
                continue
            free.discard(best)
            centre_errors.append(float(away[best]))
            turns.append(abs(float((finds[best, 4] - label[4] + np.pi) % (2 * np.pi) - np.pi)))
    turned = np.degrees(turns)
    matched = len(centre_errors)
    return {
        "precision": round(matched / max(found, 1), 4),
        "recall": round(matched / max(labelled, 1), 4),
        "centre_error": round(float(np.mean(centre_errors)) if matched else 1.0, 4),
        "angle_error_deg": round(float(np.mean(np.minimum(turned, 180 - turned))) if matched else 90.0, 2),
        "upside_down": round(float(np.mean(turned > 90)) if matched else 1.0, 4),
        "indices": labelled,
    }
