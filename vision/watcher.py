"""Watching a table: what moves, when it has settled, and which cards appeared or went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.observations import Observation, TableCard, WatcherState
from vision.sightings import PhotoReading
from vision.sources import Frame


class TableReader(Protocol):
    """What the watcher asks of a recogniser."""

    def read_photo(self, image_bgr: NDArray[np.uint8]) -> PhotoReading:
        """All cards of a picture of unknown scale."""
        ...

    def read_regions(
        self,
        image_bgr: NDArray[np.uint8],
        boxes_xyxy: NDArray[np.floating] | Sequence[Sequence[float]],
        card_height_px: float,
    ) -> PhotoReading:
        """The cards in parts of a picture whose card height is known."""
        ...


class Watcher:
    """Turns frames into observations (being written; the signatures are settled)."""

    def __init__(self, recogniser: TableReader, *, deck_copies: int | None = None) -> None:
        self._recogniser = recogniser
        self._deck_copies = deck_copies

    @property
    def state(self) -> WatcherState:
        """What the watcher is doing."""
        raise NotImplementedError

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """The cards on the table as of now."""
        raise NotImplementedError

    def step(self, frame: Frame) -> tuple[Observation, ...]:
        """Look at one more frame, in the order of time, and say what is new."""
        raise NotImplementedError

    def camera_lost(self, time_s: float) -> tuple[Observation, ...]:
        """Tell the watcher that no frames are coming; the next ``step`` ends that state."""
        raise NotImplementedError
