"""Where hands came into the picture."""

from __future__ import annotations

import math
from collections import deque

import cv2
import numpy as np

from vision.motion import Mask
from vision.sightings import Xy

_TRACE_LONG_SIDE_PX = 80
_MEMORY_S = 6.0
"""A hand that laid a card left it less than this ago."""
_HALF_LIFE_S = 0.4
"""The hand of the player before may have been over the same place two seconds earlier."""
_STALE_S = 1.5
"""A hand that was last over a place so long before one left it did not lay what lies there: the arm of the one that did
could not be told from the table as far as the picture's edge."""
_BORDER_PX, _MIN_BORDER_PX = 3, 2
"""How near to the picture's edge an arm is traced that comes in there, and by how many points of it."""
_LEAST_ARM, _POINTED_WEIGHT = 0.3, 0.5
"""An arm that is seen no nearer to the edge must reach so far (of the picture), and counts less."""


class HandPath:
    """Remembers the outlines of what moved during the last seconds."""

    def __init__(self) -> None:
        self._traces: deque[tuple[float, Mask]] = deque()

    def note(self, time_s: float, foreground: Mask) -> None:
        """Remember what stands out from the still table in this frame; call it while something moves."""
        scale = _TRACE_LONG_SIDE_PX / max(foreground.shape)
        size = (max(2, round(foreground.shape[1] * scale)), max(2, round(foreground.shape[0] * scale)))
        small = cv2.resize(foreground, size, interpolation=cv2.INTER_AREA)
        self._traces.append((time_s, np.where(small > 64, 255, 0).astype(np.uint8)))
        while self._traces and self._traces[0][0] < time_s - _MEMORY_S:
            self._traces.popleft()

    def forget(self) -> None:
        """Drop all outlines."""
        self._traces.clear()

    def direction_to(self, box_xyxy: tuple[float, float, float, float], *, until_s: float) -> Xy | None:
        """From the picture's centre towards where the hand over this box (fractions 0..1) came in; None without one.

        ``until_s`` is when the hand left; what was over the box shortly before counts most, and nothing else may be
        all that counts. A unit vector in the picture stretched to a square, so that the four edges are equally wide
        seats.
        """
        total, is_stale = np.zeros(2), True
        for time_s, trace in self._traces:
            if time_s <= until_s:
                entry = _entry(trace, box_xyxy)
                total += entry * 0.5 ** ((until_s - time_s) / _HALF_LIFE_S)
                is_stale = is_stale and not (entry.any() and time_s >= until_s - _STALE_S)
        if is_stale:
            return None
        length = float(np.hypot(*total))
        return (float(total[0]) / length, float(total[1]) / length) if length > 1e-6 else None


def _entry(trace: Mask, box_xyxy: tuple[float, float, float, float]) -> np.ndarray:
    """Vector (2,) of length 1 or less to where the outlines that lie over the box come in; zero without any."""
    height, width = trace.shape
    x0, x1 = (min(max(int(v * width), 0), width - 1) for v in (box_xyxy[0], box_xyxy[2]))
    y0, y1 = (min(max(int(v * height), 0), height - 1) for v in (box_xyxy[1], box_xyxy[3]))
    _, labels = cv2.connectedComponents(trace)
    over = np.setdiff1d(labels[y0 : y1 + 1, x0 : x1 + 1], [0])
    if not len(over):
        return np.zeros(2)
    arm = np.isin(labels, over)
    ys, xs = np.nonzero(arm)
    places = np.stack([(xs + 0.5) / width, (ys + 0.5) / height], axis=1)
    at_edge = np.minimum(np.minimum(xs, width - 1 - xs), np.minimum(ys, height - 1 - ys)) < _BORDER_PX
    if at_edge.sum() >= _MIN_BORDER_PX:
        return _unit(places[at_edge].mean(axis=0) - 0.5)
    # The sleeve looks like the table: the arm goes on as it points.
    middle = np.array([box_xyxy[0] + box_xyxy[2], box_xyxy[1] + box_xyxy[3]]) / 2
    away = places - middle
    reach = np.hypot(*away.T)
    if reach.max() < _LEAST_ARM:
        return np.zeros(2)
    along = away[reach >= 0.9 * reach.max()].mean(axis=0)
    if math.hypot(*along) < _LEAST_ARM / 2:
        return np.zeros(2)  # It reaches as far on the other side.
    steps = [((1 if way > 0 else 0) - start) / way for start, way in zip(middle, along, strict=True) if way]
    return _POINTED_WEIGHT * _unit(middle + along * min(steps) - 0.5)


def _unit(vector: np.ndarray) -> np.ndarray:
    return np.asarray(vector / max(math.hypot(*vector), 1e-6))
