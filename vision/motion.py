"""What moves and what has changed, on a small copy of the frame; under a millisecond a frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

SMALL_LONG_SIDE_PX = 320
_MOVING_STEP = 14
"""Grey levels between two frames that count as motion; sensor noise is a third of it after the reduction."""
_CHANGED_STEP = 20
"""Grey levels against the still table that count as change; soft shadows of a hand stay below."""
_LIGHT_CELLS_WH = (16, 9)
_MAX_GAIN = 3.0

Mask = NDArray[np.uint8]
"""(h, w) of the small frame, 0 or 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """One frame against the one before and against the still table.

    ``small_bgr`` is (h, w, 3); ``moving`` and ``changed`` are masks of the same size; ``moving_share`` and
    ``changed_share`` are fractions of the frame.
    """

    small_bgr: NDArray[np.uint8]
    moving: Mask
    changed: Mask
    moving_share: float
    changed_share: float


class MotionMeter:
    """Compares frames, tolerant of light that changes everywhere at once (lamps, clouds, automatic exposure)."""

    def __init__(self) -> None:
        self._before_bgr: NDArray[np.uint8] | None = None
        self._reference_bgr: NDArray[np.uint8] | None = None
        self._last_motion_s: NDArray[np.float64] | None = None

    def reset(self) -> None:
        """Forget everything, as after a change of the frame's size."""
        self._before_bgr = self._reference_bgr = self._last_motion_s = None

    @property
    def reference_bgr(self) -> NDArray[np.uint8] | None:
        """The still table as last accepted."""
        return self._reference_bgr

    def step(self, image_bgr: NDArray[np.uint8], time_s: float) -> Motion:
        """(H, W, 3) uint8 → what moved since the last step and what differs from the still table."""
        small = small_frame(image_bgr)
        if self._before_bgr is None or self._before_bgr.shape != small.shape:
            self._before_bgr = self._reference_bgr = small
            self._last_motion_s = np.full(small.shape[:2], -np.inf)
        assert self._reference_bgr is not None
        assert self._last_motion_s is not None
        moving = difference(small, self._before_bgr, _MOVING_STEP)
        changed = difference(small, self._reference_bgr, _CHANGED_STEP)
        self._before_bgr = small
        moving_share = share(moving)
        if moving_share:
            self._last_motion_s[cv2.dilate(moving, _DISC_9) > 0] = time_s
        return Motion(small, moving, changed, moving_share, share(changed))

    def still_since(self, time_s: float, still_s: float) -> Mask:
        """Where nothing has moved for ``still_s``."""
        assert self._last_motion_s is not None
        mask: Mask = np.where(self._last_motion_s <= time_s - still_s, 255, 0).astype(np.uint8)
        return mask

    def last_motion_s(self, where: Mask) -> float:
        """When something last moved there; -inf for never."""
        assert self._last_motion_s is not None
        return float(np.max(self._last_motion_s[where > 0], initial=-np.inf))

    def accept(self, small_bgr: NDArray[np.uint8], where: Mask | None = None) -> None:
        """Take this frame as the still table from now on, everywhere or where the mask says."""
        if where is None or self._reference_bgr is None:
            self._reference_bgr = small_bgr
            return
        reference = with_light_of(self._reference_bgr, small_bgr)
        self._reference_bgr = np.where((where > 0)[:, :, None], small_bgr, reference)


_CROSS_3 = cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3))
_DISC_9 = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))


def small_frame(image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(H, W, 3) → (h, w, 3) with the longer side 320, lightly blurred."""
    height, width = image_bgr.shape[:2]
    scale = SMALL_LONG_SIDE_PX / max(height, width)
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    # Linear takes four pixels of each block: 0.14 ms at 720p, where the mean over all of them costs 1.2 ms.
    small: NDArray[np.uint8] = cv2.blur(cv2.resize(image_bgr, size, interpolation=cv2.INTER_LINEAR), (3, 3))
    return small


def difference(now_bgr: NDArray[np.uint8], then_bgr: NDArray[np.uint8], step: int) -> Mask:
    """Where two small frames differ in some channel by more than ``step`` after their light is made equal."""
    blue, green, red = cv2.split(cv2.absdiff(now_bgr, with_light_of(then_bgr, now_bgr)))
    _, mask = cv2.threshold(cv2.max(cv2.max(blue, green), red), step, 255, cv2.THRESH_BINARY)
    opened: Mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _CROSS_3)
    return opened


def with_light_of(then_bgr: NDArray[np.uint8], now_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """An earlier small frame in the light of a later one: each channel times the median gain over the picture's cells.

    Hands and cards fill less than half of the cells, so the median does not see them.
    """
    then_cells = cv2.resize(then_bgr, _LIGHT_CELLS_WH, interpolation=cv2.INTER_LINEAR).reshape(-1, 3)
    now_cells = cv2.resize(now_bgr, _LIGHT_CELLS_WH, interpolation=cv2.INTER_LINEAR).reshape(-1, 3)
    gains = np.median((now_cells + 4.0) / (then_cells + 4.0), axis=0)
    if np.all(np.abs(gains - 1.0) < 0.01):
        return then_bgr
    gains = np.clip(gains, 1.0 / _MAX_GAIN, _MAX_GAIN)
    lit: NDArray[np.uint8] = cv2.merge(
        [
            cv2.convertScaleAbs(channel, alpha=float(gain))
            for channel, gain in zip(cv2.split(then_bgr), gains, strict=True)
        ]
    )
    return lit


def share(mask: Mask) -> float:
    """The fraction of the mask that is set."""
    return cv2.countNonZero(mask) / mask.size
