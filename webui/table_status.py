"""What Kibitz is doing right now, for the one status line of every page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class StatusCode(StrEnum):
    """One word for the state of the camera and the table."""

    NO_CAMERA = "no_camera"
    STARTING = "starting"
    WAITING = "waiting"
    CAMERA_TOO_NEAR = "camera_too_near"
    CAMERA_TOO_FAR = "camera_too_far"
    HAND_IN_VIEW = "hand_in_view"
    SETTLING = "settling"
    READING = "reading"
    NEEDS_A_WORD = "needs_a_word"
    OUT_OF_SYNC = "out_of_sync"
    CAMERA_LOST = "camera_lost"
    RESTARTING = "restarting"
    STOPPED = "stopped"  # Nobody watches any longer, and nothing will bring it back but a new start.
    ENDED = "ended"  # A file or clip was played to its end.


@dataclass(frozen=True, slots=True)
class TableStatus:
    """A status code with an optional sentence of detail, such as what to do about a lost camera."""

    code: StatusCode
    detail: str = ""
