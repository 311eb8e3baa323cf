"""A game at the table, written down as short text."""

from __future__ import annotations

import pytest

from engine import (
    BidMade,
    Card,
    CardsPlayed,
    CardTurned,
    GameStarted,
    RoundStarted,
    TrickGathered,
)
from tests.engine.written_log import WrittenLog

SEAT_NAMES = "ABCD"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.from_code(code) for code in text.split(","))


class TableLog(WrittenLog):
    """Events of one game of Pairs Oh Hell; seats are A B C D, D deals unless said otherwise."""

    def __init__(self, hand_size: int = 4, **options: object) -> None:
        options.setdefault("rounds", (hand_size,))
        super().__init__(GameStarted("oh_hell_pairs", ("Ann", "Ben", "Cleo", "Dan"), options))

    def deal(self, turned: str | None = None, *, dealer: int | None = 3, bids: str = "") -> TableLog:
        self.events.append(RoundStarted(dealer))
        if turned:
            self.events.append(CardTurned(Card.from_code(turned)))
        return self.bid(bids) if bids else self

    def bid(self, text: str) -> TableLog:
        """ "A1 B2" → two bids."""
        self.events += [BidMade(SEAT_NAMES.index(word[0]), int(word[1:])) for word in text.split()]
        return self

    def play(self, text: str, *, gathered: bool = False) -> TableLog:
        """ "A:5S B:7H,8H" → two plays, the second of two cards; "|" gathers."""
        for word in text.split():
            if word == "|":
                self.events.append(TrickGathered())
            else:
                self.events.append(CardsPlayed(SEAT_NAMES.index(word[0]), cards(word[2:])))
        if gathered:
            self.events.append(TrickGathered())
        return self

    def gather(self, by: int | None = None) -> TableLog:
        self.events.append(TrickGathered(by))
        return self


@pytest.fixture(scope="session")
def new_table() -> type[TableLog]:
    return TableLog
