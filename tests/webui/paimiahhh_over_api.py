"""Games of PaiMiahhh sent as commands: what random players do, and how each event is posted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.events import (
    BidMade,
    CardsPlayed,
    Declared,
    Event,
    GameStarted,
    HandShown,
    Passed,
    RoundStarted,
    TileTaken,
    TrickGathered,
    to_json,
)

NAMES = ("Anna", "Ben", "Carla", "Dora")
Post = Callable[[str, dict[str, Any]], object]

_PATHS = {
    GameStarted: "/game",
    RoundStarted: "/round",
    BidMade: "/bid",
    Passed: "/pass",
    CardsPlayed: "/play",
    HandShown: "/hand",
    Declared: "/declare",
    TileTaken: "/tile",
    TrickGathered: "/gather",
}


def command_of(event: Event) -> tuple[str, dict[str, Any]]:
    """The address and body that make an event."""
    body = {name: value for name, value in to_json(event).items() if name != "type"}
    if isinstance(event, GameStarted):
        body |= {"names": list(NAMES), "replace": True}
    if isinstance(event, Declared):
        body["entry"] = body.pop("about")
    return _PATHS[type(event)], body


def teller(post: Post) -> Callable[[Event], None]:
    """Posts every event as it happens."""

    def tell(event: Event) -> None:
        post(*command_of(event))

    return tell
