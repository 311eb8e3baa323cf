"""Options that several games ask in the same words; a game gives its own rule number with `dataclasses.replace`."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import OptionValue
from engine.options import Option

DEALER = Option(
    "dealer",
    "First dealer; then the deal moves one seat clockwise",
    "random",
    {"random": "Drawn", 0: "First seat", 1: "Second seat", 2: "Third seat", 3: "Fourth seat"},
)
TRICK_HISTORY = Option(
    "trick_history",
    "Tricks that can be looked at during a round",
    "last",
    {"last": "The last one, until the next lead", "all": "All"},
)
REVOKE_NOTICE = Option(
    "revoke_notice",
    "When a proved revoke is shown",
    "at_once",
    {"at_once": "At once, while it can be corrected", "end_of_round": "At the end of the round"},
)


def points_between(low: int, high: int) -> Callable[[OptionValue], OptionValue]:
    """For `Option.accepts`: whole numbers from `low` to `high`, else ValueError."""

    def read(value: OptionValue) -> OptionValue:
        if type(value) is int and low <= value <= high:
            return value
        raise ValueError(f"points from {low} to {high} expected")

    return read
