"""Gou Ji for the web tests: a table written in the short notation of the engine's tests, and events as commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.events import (
    Announced,
    CardsPlayed,
    CardTurned,
    Event,
    GameStarted,
    Passed,
    RoundStarted,
    Ruled,
    Swapped,
    TrickGathered,
)
from engine.state import State
from tests.engine.gou_ji_notation import SEATS, cards
from webui.session import Session
from webui.snapshot import build

NAMES = ("Anna", "Ben", "Carla", "Dora", "Elif", "Fritz")


def command_of(event: Event) -> tuple[str, dict[str, Any]]:
    """The command that a page sends for an event of the table; sets go by rank, as the pad enters them."""
    match event:
        case GameStarted(game, _, options):
            return "/game", {"game": game, "names": list(NAMES), "options": dict(options)}
        case RoundStarted(dealer):
            return "/round", {} if dealer is None else {"dealer": dealer}
        case CardTurned(card):
            return "/turn", {"card": card.code}
        case CardsPlayed(seat, laid):
            return "/play", {"seat": seat, "ranks": [card.rank for card in laid]}
        case Passed(seat):
            return "/pass", {"seat": seat}
        case TrickGathered(by):
            return "/gather", {} if by is None else {"by": by}
        case Announced(seat, what, to, shown):
            body: dict[str, Any] = {"seat": seat, "what": what}
            if to is not None:
                body["to"] = to
            if shown:
                body["shown"] = [card.code for card in shown]
            return "/announce", body
        case Swapped(seat, to, count):
            return "/swap", {"seat": seat, "to": to, "count": count}
        case _:
            raise AssertionError(f"no command for {event!r}")


class Table:
    """A session at a table of Gou Ji; seats are letters, A is Anna."""

    def __init__(self, session: Session, **options: Any) -> None:
        self.session = session
        self._seen: Counter[str] = Counter()
        session.start_game(GameStarted("gou_ji", NAMES, options), replace=True)

    def start(self, first: str = "A") -> Table:
        """A hand that one seat draws first for, and plays first in if it is the first of the game."""
        self.session.append(RoundStarted(SEATS.index(first)))
        self._seen.clear()
        return self

    def play(self, text: str) -> Table:
        """ "A:55 B:- C:77 |" → a set, a pass, a set, the table cleared."""
        for word in text.split():
            seat = SEATS.find(word[0])
            if word == "|":
                self.session.append(TrickGathered())
            elif word[2:] == "-":
                self.session.append(Passed(seat))
            else:
                self.session.append(CardsPlayed(seat, cards(word[2:], self._seen)))
        return self

    def say(self, what: str, seat: str, to: str | None = None, shown: str = "") -> Table:
        """A word of a seat."""
        about = None if to is None else SEATS.index(to)
        self.session.append(Announced(SEATS.index(seat), what, about, cards(shown) if shown else ()))
        return self

    def swap(self, giver: str, receiver: str, count: int, given: str = "", returned: str = "") -> Table:
        """A tribute, with the cards where the receiver tells them."""
        told = cards(given) if given else (), cards(returned) if returned else ()
        self.session.append(Swapped(SEATS.index(giver), SEATS.index(receiver), count, *told))
        return self

    def finish(self, order: str) -> Table:
        """End the hand by word, in the order the seats go out; the last one keeps cards."""
        for seat in order[:-1]:
            self.say("out", seat)
            for verdict in self.state.open_verdicts:
                if verdict.code == "out_with_cards":
                    self.session.append(Ruled(verdict.id, "stands"))
        return self

    @property
    def state(self) -> State:
        """The folded game."""
        return self.session.state

    @property
    def public(self) -> Mapping[str, Any]:
        """What everybody sees."""
        return build(self.session._material(), for_scorer=False)

    @property
    def gou_ji(self) -> Mapping[str, Any]:
        """What only Gou Ji has of it."""
        shown: Mapping[str, Any] = self.public["gou_ji"]
        return shown

    def finding(self, code: str) -> Mapping[str, Any]:
        """The latest finding of a code, in words."""
        return [each for each in self.public["verdicts"] if each["code"] == code][-1]
