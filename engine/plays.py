"""The cards of a trick while the round is on."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import Card
from engine.events import Seat
from engine.state import Standing


@dataclass(slots=True)
class Play:
    """One card of one seat."""

    entry_id: int
    seat: Seat
    card: Card
    card_index: int
    standing: Standing = Standing.COUNTS


@dataclass(slots=True)
class Trick:
    """One trick while the round is on; `by_seat` holds the cards that count, `awarded_to` a ruling of the table."""

    number: int
    plays: list[Play] = field(default_factory=list)
    by_seat: dict[Seat, Play] = field(default_factory=dict)
    opener: Play | None = None
    lead: Play | None = None
    led_suit: str | None = None
    best: Play | None = None
    gathered_entry_id: int | None = None
    gathered_by: Seat | None = None
    awarded_to: Seat | None = None
