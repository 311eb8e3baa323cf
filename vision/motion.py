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
_SAME_LIGHT = 0.015
"""Of the logarithm of a gain: 1.5 % more or less light is lost in the noise."""
_RELIT_CELLS = 0.25
_FIT_ROUNDS = 6
_FIT_FLOOR = 0.02
"""Of the logarithm of a gain: cells that fit better than this count alike."""

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
    def reference_bgr(self) -> NDArray[np.uint8]:
        """The still table as last accepted; there is none before the first step."""
        assert self._reference_bgr is not None
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
    """An earlier small frame in the light of a later one.

    Light is a gain that varies smoothly over the picture (a lamp at one side, a cloud, automatic exposure) times one
    gain a channel (white balance). Both are fitted to the picture's cells so that cells which changed otherwise, under
    hands and cards, do not count.
    """
    then_cells, now_cells = _cells(then_bgr), _cells(now_bgr)
    ratios = np.log((now_cells + 4.0) / (then_cells + 4.0))
    grey = np.log((now_cells.mean(axis=1) + 4.0) / (then_cells.mean(axis=1) + 4.0))
    # The fit costs a millisecond: it waits until so many cells have changed that it cannot be hands and cards alone.
    if np.count_nonzero(np.abs(grey) > _SAME_LIGHT) < _RELIT_CELLS * len(grey) and np.all(
        np.abs(np.median(ratios, axis=0)) < _SAME_LIGHT
    ):
        return then_bgr
    smooth = _LIGHT_BASIS @ _robust_fit(_LIGHT_BASIS, grey)
    channels = np.median(ratios - smooth[:, None], axis=0)
    limit = np.log(_MAX_GAIN)
    gains = np.exp(np.clip(smooth[:, None] + channels, -limit, limit)).astype(np.float32)
    width, height = _LIGHT_CELLS_WH
    field = cv2.resize(gains.reshape(height, width, 3), then_bgr.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    lit: NDArray[np.uint8] = cv2.multiply(then_bgr, field, dtype=cv2.CV_8U)
    return lit


def _cells(small_bgr: NDArray[np.uint8]) -> NDArray[np.float64]:
    """(h, w, 3) → the means of the light cells, (cells, 3)."""
    cells: NDArray[np.uint8] = cv2.resize(small_bgr, _LIGHT_CELLS_WH, interpolation=cv2.INTER_AREA)
    return cells.reshape(-1, 3).astype(np.float64)


def _light_basis() -> NDArray[np.float64]:
    """(cells, 6): constant, linear and square terms of a cell's place in the picture."""
    width, height = _LIGHT_CELLS_WH
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)


_LIGHT_BASIS = _light_basis()


def _robust_fit(basis: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Coefficients whose summed absolute error is about the smallest (reweighted least squares): outliers are free."""
    residuals: NDArray[np.float64] = values - np.median(values)
    ridge = 1e-3 * np.eye(basis.shape[1])
    fitted: NDArray[np.float64] = np.zeros(basis.shape[1])
    for _ in range(_FIT_ROUNDS):
        weighted = basis / (np.abs(residuals) + _FIT_FLOOR)[:, None]
        fitted = np.linalg.solve(weighted.T @ basis + ridge, weighted.T @ values).astype(np.float64)
        residuals = (values - basis @ fitted).astype(np.float64)
    return fitted


def share(mask: Mask) -> float:
    """The fraction of the mask that is set."""
    return cv2.countNonZero(mask) / mask.size
