"""What the watcher reports: its state, and what changed on the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.framing import CameraDistance
from vision.sightings import CardSighting, Xy


class WatcherState(Enum):
    """What the watcher is doing; the values are stable names for pages and logs."""

    STARTING = "starting"
    """No table read yet."""
    QUIET = "quiet"
    """Nothing moves and nothing is unread."""
    HAND_IN_VIEW = "hand_in_view"
    """Something moves, or a hand rests on the table."""
    SETTLING = "settling"
    """A change lies still, but not yet for long enough."""
    READING = "reading"
    """Frames are being read to a vote."""
    CAMERA_LOST = "camera_lost"
    """No new frames."""


@dataclass(frozen=True, slots=True, eq=False)
class TableCard:
    """A card lying on the table, followed over time.

    ``sighting`` is fused over the frames it was read in. ``hand_from_xy`` points from the picture's centre to where the
    hand that touched it came in (unit vector, y down), None where no hand was seen. ``picture_bgr`` is the part of the
    picture with the card in it, as evidence.
    """

    track_id: int
    sighting: CardSighting
    centre_xy: Xy
    first_seen_s: float
    hand_from_xy: Xy | None = None
    picture_bgr: NDArray[np.uint8] | None = None

    @property
    def code(self) -> str | None:
        """The card's code, None where the recogniser does not know."""
        return self.sighting.code


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The watcher does something else from ``time_s`` on. ``camera_distance``: as the cards read last tell it."""

    time_s: float
    state: WatcherState
    camera_distance: CameraDistance = CameraDistance.FITS


@dataclass(frozen=True, slots=True, eq=False)
class TableChanged:
    """Cards appeared, went, were moved, or were read anew.

    ``time_s`` is the frame after which the change was certain, ``hand_left_s`` the last frame in which something moved
    where the change is. ``reread`` are cards reported before whose code is known better now (same track id).
    ``hand_from_xy`` is the direction shared by all cards of the change, None where they differ or no hand was seen.
    ``image_bgr`` is the whole picture.
    """

    time_s: float
    hand_left_s: float
    appeared: tuple[TableCard, ...]
    gone: tuple[TableCard, ...]
    moved: tuple[TableCard, ...]
    reread: tuple[TableCard, ...]
    hand_from_xy: Xy | None
    image_bgr: NDArray[np.uint8]


Observation = StateChanged | TableChanged
