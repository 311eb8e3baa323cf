"""Values that say what a picture shows."""

from __future__ import annotations

import numpy as np
import pytest

from vision.sightings import kind_confidences

CLASSES = ("6S", "6C", "AS", "joker_red", "joker_black", "not_an_index", "bonus")


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ((0.5, 0.4, 0.1, 0, 0, 0, 0), 0.9),
        ((0, 0, 0.1, 0.45, 0.45, 0, 0), 0.9),
        ((0, 0, 0.1, 0.1, 0, 0.8, 0), 0.1),
        ((0, 0, 0, 0, 0, 0.3, 0.7), 0.7),
    ],
    ids=["a six of any suit", "a joker of either colour", "no index", "a card without a rank"],
)
def test_how_sure_a_rank_is_whatever_the_suit(shares: tuple[float, ...], expected: float) -> None:
    assert kind_confidences(np.array([shares], np.float32), CLASSES) == pytest.approx([expected])
    assert len(kind_confidences(np.zeros((0, len(CLASSES)), np.float32), CLASSES)) == 0
