"""The watcher's states and what leads from one to the other, as a table."""

from __future__ import annotations

from enum import Enum, auto

from vision.observations import WatcherState


class Sign(Enum):
    """What a frame tells the state machine."""

    MOVING = auto()
    """Something moves, or a hand lies still on the table."""
    STILL = auto()
    """Nothing moves and the table looks as it was read."""
    UNREAD = auto()
    """Nothing moves, and something on the table is not read yet."""
    SETTLED = auto()
    """What is not read has lain still for long enough, whatever moves elsewhere."""
    DISTURBED = auto()
    """Something moves where frames are being read."""
    READ = auto()
    """The vote is over and nothing moves."""
    READ_BESIDE_HAND = auto()
    """The vote is over; a hand moves or rests elsewhere."""
    RELIT = auto()
    """Most of the picture has changed: other light, or another view."""
    LOST = auto()
    """No frames are coming."""
    BACK = auto()
    """Frames are coming again."""


_S = WatcherState
TRANSITIONS: dict[tuple[WatcherState, Sign], WatcherState] = {
    (_S.STARTING, Sign.SETTLED): _S.READING,
    (_S.STARTING, Sign.LOST): _S.CAMERA_LOST,
    (_S.QUIET, Sign.MOVING): _S.HAND_IN_VIEW,
    (_S.QUIET, Sign.UNREAD): _S.SETTLING,
    (_S.QUIET, Sign.SETTLED): _S.READING,
    (_S.QUIET, Sign.RELIT): _S.STARTING,
    (_S.QUIET, Sign.LOST): _S.CAMERA_LOST,
    (_S.HAND_IN_VIEW, Sign.STILL): _S.QUIET,
    (_S.HAND_IN_VIEW, Sign.UNREAD): _S.SETTLING,
    (_S.HAND_IN_VIEW, Sign.SETTLED): _S.READING,
    (_S.HAND_IN_VIEW, Sign.RELIT): _S.STARTING,
    (_S.HAND_IN_VIEW, Sign.LOST): _S.CAMERA_LOST,
    (_S.SETTLING, Sign.MOVING): _S.HAND_IN_VIEW,
    (_S.SETTLING, Sign.STILL): _S.QUIET,
    (_S.SETTLING, Sign.SETTLED): _S.READING,
    (_S.SETTLING, Sign.RELIT): _S.STARTING,
    (_S.SETTLING, Sign.LOST): _S.CAMERA_LOST,
    (_S.READING, Sign.DISTURBED): _S.HAND_IN_VIEW,
    (_S.READING, Sign.READ): _S.QUIET,
    (_S.READING, Sign.READ_BESIDE_HAND): _S.HAND_IN_VIEW,
    (_S.READING, Sign.RELIT): _S.STARTING,
    (_S.READING, Sign.LOST): _S.CAMERA_LOST,
    (_S.CAMERA_LOST, Sign.BACK): _S.STARTING,
}
"""What is not listed leaves the state as it is."""


def next_state(state: WatcherState, sign: Sign) -> WatcherState:
    """The state after a sign."""
    return TRANSITIONS.get((state, sign), state)
