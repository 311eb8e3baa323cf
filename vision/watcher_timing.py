"""How patient the watcher is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WatcherTiming:
    """How patient the watcher is, in seconds and frames."""

    settle_s: float = 0.25
    """A change counts once nothing has moved there for so long."""
    edge_settle_s: float = 0.6
    """The same for what reaches over the picture's edge, which is an arm more often than a card."""
    min_votes: int = 2
    max_votes: int = 4
    """Frames read of one change: few when they agree and are sure, more when not."""
    start_patience_s: float = 3.0
    """At the start the table is read even if hands keep moving."""
    touched_patience_s: float = 1.5
    """A card on which a hand rests counts after so long."""
    resting_patience_s: float = 15.0
    """What lies still for so long is no hand but a thing that was put down."""
    recheck_s: float = 0.7
    """Until cards without a name, or out of sight, are looked at again."""
    idle_check_s: float = 12.0
    """Between readings of the whole table while nothing happens."""
    accept_s: float = 1.0
    """Between acceptances of slow changes (daylight, shadows) while nothing happens."""
