"""Naming the upright crop of an index."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.index_crop import USUAL_CROP_PX, WIDE_CROP_PX
from vision.model_files import DEFAULT_MODELS_DIR, ModelError, open_model

_BATCH = 64
"""Crops a run; more save nothing and a heap of a hundred indices would ask for much memory at once."""


READER_FILE, SECOND_READER_FILE = "reader.onnx", "second_reader.onnx"
"""The second one is slower and better, and need not be there."""


class Reader(Protocol):
    """Gives every crop a probability for every class."""

    @property
    def classes(self) -> tuple[str, ...]:
        """Card codes, and the classes that name no card."""
        ...

    @property
    def crop_px(self) -> tuple[int, int]:
        """Width and height of the crops it reads."""
        ...

    def read(self, crops: NDArray[np.float32]) -> NDArray[np.float32]:
        """(N, 3, H, W) RGB 0..1 as ``index_crops`` makes them of that size → (N, C) probabilities."""
        ...


class OnnxReader:
    """A reader model in ONNX Runtime.

    Contract of the file: input float32 RGB 0..1, (N, 3, 64, 48) or, with more of what lies around, (N, 3, 80, 80);
    first output (N, C) probabilities; metadata ``classes`` a JSON list of C names. Raises ModelError when the file does
    not keep it.
    """

    def __init__(
        self, models_dir: Path = DEFAULT_MODELS_DIR, file_name: str = READER_FILE, *, threads: int | None = None
    ) -> None:
        self._path = models_dir / file_name
        self._session = open_model(models_dir, self._path.name, threads=threads)
        self._classes = self._read_classes()
        inputs = self._session.get_inputs()
        if len(inputs) != 1 or inputs[0].type != "tensor(float)":
            raise ModelError(f"{self._path} is not an index reader: its inputs are {[i.shape for i in inputs]}.")
        self._input_name = inputs[0].name
        self._crop_px = WIDE_CROP_PX if inputs[0].shape[2:] == list(WIDE_CROP_PX[::-1]) else USUAL_CROP_PX
        width, height = self._crop_px
        try:
            probabilities = self._run(np.zeros((2, 3, height, width), np.float32))
        except Exception as error:  # whatever the runtime raises, the file is of the wrong kind
            raise ModelError(f"{self._path} is not an index reader of {width}x{height} crops: {error}") from error
        if probabilities.shape != (2, len(self._classes)):
            raise ModelError(
                f"{self._path} is not an index reader: its output is {probabilities.shape}, "
                f"expected (2, {len(self._classes)}), one for each class it names."
            )

    @property
    def classes(self) -> tuple[str, ...]:
        return self._classes

    @property
    def crop_px(self) -> tuple[int, int]:
        return self._crop_px

    def read(self, crops: NDArray[np.float32]) -> NDArray[np.float32]:
        if not len(crops):
            return np.zeros((0, len(self._classes)), np.float32)
        return np.concatenate([self._run(crops[i : i + _BATCH]) for i in range(0, len(crops), _BATCH)])

    def _run(self, crops: NDArray[np.float32]) -> NDArray[np.float32]:
        probabilities: NDArray[np.float32] = self._session.run(None, {self._input_name: crops})[0]
        return probabilities

    def _read_classes(self) -> tuple[str, ...]:
        try:
            text = self._session.get_modelmeta().custom_metadata_map["classes"]
            classes = json.loads(text)
        except (KeyError, ValueError):
            raise ModelError(f"{self._path} is not an index reader: it does not name its classes.") from None
        if not isinstance(classes, list) or not classes or not all(isinstance(name, str) for name in classes):
            raise ModelError(f"{self._path} is not an index reader: its classes are not a list of names.")
        return tuple(classes)
