"""The games Kibitz can referee, by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.games import (
    gou_ji,
    gou_ji_draw,
    gou_ji_options,
    hearts,
    oh_hell_pairs,
    paimiahhh,
    paimiahhh_deal,
    paimiahhh_options,
    spades,
)
from engine.games.oh_hell_options import OPTIONS
from engine.log import Entry
from engine.options import OptionTable
from engine.state import State


class Game(Protocol):
    """A game while its log is folded."""

    def apply(self, entry: Entry) -> None:
        """Take in one event; none is refused."""

    def state(self) -> State:
        """The game as a frozen value."""


@runtime_checkable
class SessionGame(Protocol):
    """A game that takes something over from the one before it in the same log (Gou Ji: the Kai Pai)."""

    def continue_session(self, previous: object) -> None:
        """Called once, before any event of this game, with the game that came before, if any."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game that can be started: its key in `GameStarted`, its title, how many seats, its options."""

    key: str
    title: str
    seat_count: int
    options: OptionTable
    start: Callable[[Entry], Game]


GAMES: Mapping[str, GameKind] = {
    kind.key: kind
    for kind in (
        GameKind(oh_hell_pairs.KEY, "Pairs Oh Hell", oh_hell_pairs.SEATS, OPTIONS, oh_hell_pairs.OhHellPairs),
        GameKind(paimiahhh.KEY, "PaiMiahhh", paimiahhh_deal.SEATS, paimiahhh_options.OPTIONS, paimiahhh.PaiMiahhh),
        GameKind(gou_ji.KEY, "Gou Ji", gou_ji_draw.SEATS, gou_ji_options.OPTIONS, gou_ji.GouJi),
        GameKind(hearts.KEY, "Hearts", hearts.SEATS, hearts.OPTIONS, hearts.Hearts),
        GameKind(spades.KEY, "Spades", spades.SEATS, spades.OPTIONS, spades.Spades),
    )
}
