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
_MIN_BORDER_PX = 2


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

        ``until_s`` is when the hand left; what was over the box shortly before counts most. A unit vector in the
        picture stretched to a square, so that the four edges are equally wide seats.
        """
        total = np.zeros(2)
        for time_s, trace in self._traces:
            if time_s <= until_s:
                total += _entry(trace, box_xyxy) * 0.5 ** ((until_s - time_s) / _HALF_LIFE_S)
        length = float(np.hypot(*total))
        return (float(total[0]) / length, float(total[1]) / length) if length > 1e-6 else None


def _entry(trace: Mask, box_xyxy: tuple[float, float, float, float]) -> np.ndarray:
    """Sum of the vectors to the border points of the outlines that lie over the box; (2,), zero without any."""
    height, width = trace.shape
    x0, x1 = (min(max(int(v * width), 0), width - 1) for v in (box_xyxy[0], box_xyxy[2]))
    y0, y1 = (min(max(int(v * height), 0), height - 1) for v in (box_xyxy[1], box_xyxy[3]))
    _, labels = cv2.connectedComponents(trace)
    over = np.setdiff1d(labels[y0 : y1 + 1, x0 : x1 + 1], [0])
    if not len(over):
        return np.zeros(2)
    arm = np.isin(labels, over)
    arm[1:-1, 1:-1] = False
    ys, xs = np.nonzero(arm)
    if len(xs) < _MIN_BORDER_PX:
        return np.zeros(2)
    mean = np.array([(xs + 0.5).mean() / width - 0.5, (ys + 0.5).mean() / height - 0.5])
    return mean / max(math.hypot(*mean), 1e-6)
