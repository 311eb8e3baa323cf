"""Finding printed corner indices in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.model_files import DEFAULT_MODELS_DIR, ModelError, open_model
from vision.nms import keep_best

_STRIDE_PX = 32
_PADDING_GREY = 114
_CHANNELS = 14
"""Of the output: cx, cy, w, h, confidence, then x, y, visibility of rank, suit and card centre."""


@dataclass(frozen=True, slots=True, eq=False)
class IndexDetections:
    """Indices found: ``boxes_xyxy`` (N, 4), ``confidences`` (N,), glyph and card centres (N, 2); float32, pixels."""

    boxes_xyxy: NDArray[np.float32]
    confidences: NDArray[np.float32]
    rank_xy: NDArray[np.float32]
    suit_xy: NDArray[np.float32]
    card_centre_xy: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.confidences)

    @classmethod
    def none(cls) -> IndexDetections:
        points = np.zeros((0, 2), np.float32)
        return cls(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), points, points, points)

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> IndexDetections:
        """The detections at these positions, or where the mask is true."""
        return IndexDetections(
            self.boxes_xyxy[which],
            self.confidences[which],
            self.rank_xy[which],
            self.suit_xy[which],
            self.card_centre_xy[which],
        )

    def mapped(self, scale_xy: tuple[float, float], offset_xy: tuple[float, float]) -> IndexDetections:
        """Every point (x, y) moved to (x * scale_x + offset_x, y * scale_y + offset_y)."""
        scale, offset = np.array(scale_xy, np.float32), np.array(offset_xy, np.float32)
        return IndexDetections(
            self.boxes_xyxy * np.tile(scale, 2) + np.tile(offset, 2),
            self.confidences,
            self.rank_xy * scale + offset,
            self.suit_xy * scale + offset,
            self.card_centre_xy * scale + offset,
        )

    def transformed(self, matrix: NDArray[np.floating]) -> IndexDetections:
        """Every point moved by an affine (2, 3) matrix; a box becomes the one around the ellipse that filled it."""
        linear, offset = matrix[:, :2].astype(np.float32), matrix[:, 2].astype(np.float32)
        middles = (self.boxes_xyxy[:, :2] + self.boxes_xyxy[:, 2:]) / 2 @ linear.T + offset
        halves = np.sqrt(((self.boxes_xyxy[:, 2:] - self.boxes_xyxy[:, :2]) / 2) ** 2 @ (linear**2).T)
        return IndexDetections(
            np.concatenate([middles - halves, middles + halves], axis=1),
            self.confidences,
            self.rank_xy @ linear.T + offset,
            self.suit_xy @ linear.T + offset,
            self.card_centre_xy @ linear.T + offset,
        )

    @staticmethod
    def joined(parts: list[IndexDetections]) -> IndexDetections:
        """All detections of several passes in one."""
        if not parts:
            return IndexDetections.none()
        return IndexDetections(
            np.concatenate([part.boxes_xyxy for part in parts]),
            np.concatenate([part.confidences for part in parts]),
            np.concatenate([part.rank_xy for part in parts]),
            np.concatenate([part.suit_xy for part in parts]),
            np.concatenate([part.card_centre_xy for part in parts]),
        )


class Detector(Protocol):
    """Finds indices in a picture as it is, without scaling it."""

    def detect(self, image_bgr: NDArray[np.uint8]) -> IndexDetections:
        """(H, W, 3) uint8 → the indices in it, in its pixels."""
        ...


class OnnxDetector:
    """The detector model in ONNX Runtime.

    Contract of the file: input ``images`` float32 (1, 3, H, W) RGB 0..1 with H and W multiples of 32; first output
    (1, 14, N) as ultralytics exports a pose model without NMS. Raises ModelError when the file does not keep it.
    """

    def __init__(
        self, models_dir: Path = DEFAULT_MODELS_DIR, *, min_confidence: float = 0.25, threads: int | None = None
    ) -> None:
        self._path = models_dir / "detector.onnx"
        self._session = open_model(models_dir, self._path.name, threads=threads)
        self._min_confidence = min_confidence
        inputs = self._session.get_inputs()
        if len(inputs) != 1 or len(inputs[0].shape) != 4 or inputs[0].type != "tensor(float)":
            raise ModelError(f"{self._path} is not an index detector: its inputs are {[i.shape for i in inputs]}.")
        self._input_name = inputs[0].name
        try:
            self.detect(np.zeros((_STRIDE_PX * 2, _STRIDE_PX * 3, 3), np.uint8))
        except ModelError:
            raise
        except Exception as error:  # whatever the runtime raises, the file is of the wrong kind
            raise ModelError(f"{self._path} is not an index detector of any picture size: {error}") from error

    def detect(self, image_bgr: NDArray[np.uint8]) -> IndexDetections:
        """(H, W, 3) uint8 → the indices in it, in its pixels, doubles suppressed."""
        (output,) = self._session.run(None, {self._input_name: _as_input(image_bgr)})[:1]
        if output.ndim != 3 or output.shape[1] != _CHANNELS:
            raise ModelError(
                f"{self._path} is not an index detector: its output is {output.shape}, expected (1, {_CHANNELS}, N)."
            )
        rows = output[0].T
        # The sum is no number where one of them is none.
        return _decode(rows[(rows[:, 4] >= self._min_confidence) & np.isfinite(rows.sum(axis=1))])


def _as_input(image_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(H, W, 3) uint8 BGR → (1, 3, H', W') float32 RGB 0..1, padded right and below to multiples of 32."""
    height, width = image_bgr.shape[:2]
    pad_y, pad_x = -height % _STRIDE_PX, -width % _STRIDE_PX
    if pad_x or pad_y:
        grey = (_PADDING_GREY,) * 3
        image_bgr = cv2.copyMakeBorder(image_bgr, 0, pad_y, 0, pad_x, cv2.BORDER_CONSTANT, value=grey)
    blob: NDArray[np.float32] = cv2.dnn.blobFromImage(image_bgr, 1 / 255.0, swapRB=True)
    return blob


def _decode(rows: NDArray[np.float32]) -> IndexDetections:
    """(N, 14) rows of the model → detections without doubles."""
    half = rows[:, 2:4] / 2
    boxes = np.concatenate([rows[:, :2] - half, rows[:, :2] + half], axis=1)
    found = IndexDetections(boxes, rows[:, 4], rows[:, 5:7], rows[:, 8:10], rows[:, 11:13])
    return found.take(keep_best(found.boxes_xyxy, found.confidences, max_overlap=0.6))
