"""The measuring command's own arithmetic."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from datasets.measure import measure_crops, own_code
from datasets.reader_crops import CLASSES
from vision.index_crop import USUAL_CROP_PX, WIDE_CROP_PX


def test_labels_of_tens_become_card_codes() -> None:
    assert [own_code(label) for label in ("10H", "AS", "joker_red")] == ["TH", "AS", "joker_red"]


def test_each_reader_is_measured_by_itself_the_second_where_the_first_is_in_doubt() -> None:
    class Flat:
        """Is as sure as it is told of the first class."""

        def __init__(self, confidence: float, crop_px: tuple[int, int]) -> None:
            self.classes, self.crop_px, self._confidence = CLASSES, crop_px, confidence

        def read(self, crops: np.ndarray) -> np.ndarray:
            assert crops.shape[2:] == self.crop_px[::-1]
            votes = np.full((len(crops), len(CLASSES)), (1 - self._confidence) / (len(CLASSES) - 1), np.float32)
            votes[:, 0] = self._confidence
            return votes

    def measured(confidence: float, second: Flat | None) -> dict[str, dict[str, Any]]:
        first = Flat(confidence, USUAL_CROP_PX)
        recogniser = SimpleNamespace(classes=CLASSES, reader=first, second_reader=second or first)
        return measure_crops(recogniser, 40, 3)

    alone = measured(0.6, None)
    assert list(alone) == ["reader"]
    both = measured(0.6, Flat(0.9, WIDE_CROP_PX))
    assert both["reader"] == alone["reader"]
    doubtful = [name for name in both if name.endswith("where the first is in doubt")]
    assert [name.split(",")[0] for name in doubtful] == ["reader", "second reader", "both"]
    assert all(both[name]["crops"] == alone["reader"]["crops"] for name in doubtful)
    said = [both[name]["rows"][0][3] for name in doubtful]
    assert said[0] == pytest.approx(0.6, abs=1e-3)
    assert said[1] == pytest.approx(0.9, abs=1e-3)
    assert said[0] < said[2] < said[1]
