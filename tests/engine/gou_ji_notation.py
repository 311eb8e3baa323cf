"""Gou Ji written down as short text: cards `3 4 … K A 2 b r`, seats A to F, `A:555` a set, `A:-` a pass."""

from __future__ import annotations

from collections import Counter

from engine import (
    Announced,
    Card,
    CardsPlayed,
    GameStarted,
    Passed,
    RoundStarted,
    Ruled,
    TrickGathered,
    Verdict,
)
from engine.climbing import RankSet
from engine.games.gou_ji_docket import GouJiDocket
from engine.games.gou_ji_hand import TEAM_OF
from engine.games.gou_ji_options import OPTIONS
from engine.games.gou_ji_sets import GouJiLaws
from engine.games.gou_ji_table import GouJiTable
from tests.engine.written_log import WrittenLog

SEATS = "ABCDEF"
SPECIAL = {"b": "joker_black", "r": "joker_red"}


def card(letter: str, suit: str = "S") -> Card:
    return Card(SPECIAL[letter], None) if letter in SPECIAL else Card(letter, suit)


def cards(text: str, seen: Counter[str] | None = None) -> tuple[Card, ...]:
    """The cards of a text; suits take turns, also over several calls with the same `seen`."""
    seen = Counter() if seen is None else seen
    laid = []
    for letter in text:
        laid.append(card(letter, "SHDC"[seen[letter] % 4]))
        seen[letter] += 1
    return tuple(laid)


def ranks(text: str) -> list[str]:
    return [SPECIAL.get(letter, letter) for letter in text]


def laid(text: str, laws: GouJiLaws | None = None) -> RankSet:
    made = (laws or GouJiLaws()).classify(cards(text))
    assert made is not None, text
    return made


def seats(found: object) -> str:
    return "".join(SEATS[seat] for seat in found)  # type: ignore[attr-defined]


class HandSketch:
    """One hand from its first lead on, some seats with few cards left, played through `GouJiTable`."""

    def __init__(self, lead: str = "A", left: str = "", decisions: dict[str, str] | None = None, **options: str):
        self.options = OPTIONS.read(options)
        self.docket = GouJiDocket(1, 1, decisions or {})
        self.table = GouJiTable(self.docket, GouJiLaws(self.options), TEAM_OF, 36, self.options)
        self.table.first_players = (SEATS.index(lead),) if lead else ()
        self.entry_id = 1
        self._seen: Counter[str] = Counter()
        for word in left.split(",") if left else ():
            seat, count = SEATS.index(word[0]), int(word[1:])
            self.table.standings.played[seat] = 36 - count
            if not count:
                self.table.standings.outs.append(seat)

    def play(self, text: str) -> HandSketch:
        """ "A:55 B:- C:77 | D!" → a set, a pass, a set, the table cleared, Shao Pai ("!!" extended)."""
        for word in text.split():
            self.entry_id += 1
            if word == "|":
                self.table.gather(self.entry_id, None)
            elif word[1:] in ("!", "!!"):
                name = "shao_pai" if word[1:] == "!" else "shao_pai_extended"
                self.table.announce_shao_pai(self.entry_id, SEATS.index(word[0]), name)
            elif word[2:] == "-":
                self.table.pass_by(self.entry_id, SEATS.index(word[0]))
            else:
                self.table.play(self.entry_id, SEATS.index(word[0]), cards(word[2:], self._seen))
        return self

    @property
    def found(self) -> dict[str, Verdict]:
        """The latest verdict of each code."""
        return {verdict.code: verdict for verdict in self.docket.found.values()}

    @property
    def codes(self) -> list[str]:
        return sorted(verdict.code for verdict in self.docket.found.values())

    @property
    def due(self) -> str:
        return seats(self.table.due())

    @property
    def leaders(self) -> str:
        assert self.table.current() is None, "the series is still on"
        return seats(self.table.leaders())

    @property
    def shao_pai_seats(self) -> str:
        return seats(self.table.shao_pai.announcers(self.table.current()))

    @property
    def passed(self) -> str:
        """The seats out of the series, inferred passes in small letters."""
        passes = self.table.series[-1].turns.passes.values()
        return "".join(sorted(SEATS[each.seat].lower() if each.is_inferred else SEATS[each.seat] for each in passes))


class GameLog(WrittenLog):
    """The events of a whole game, folded as the product folds them."""

    def __init__(self, **options: object) -> None:
        super().__init__(GameStarted("gou_ji", tuple(SEATS), options))
        self._seen: Counter[str] = Counter()

    def start(self, dealer: str | None = None) -> GameLog:
        self.events.append(RoundStarted(SEATS.index(dealer) if dealer else None))
        self._seen.clear()
        return self

    def say(self, what: str, seat: str, to: str | None = None, shown: str = "") -> GameLog:
        self.events.append(
            Announced(SEATS.index(seat), what, SEATS.index(to) if to else None, cards(shown) if shown else ())
        )
        return self

    def play(self, text: str) -> GameLog:
        for word in text.split():
            if word == "|":
                self.events.append(TrickGathered())
            elif word[2:] == "-":
                self.events.append(Passed(SEATS.index(word[0])))
            else:
                self.events.append(CardsPlayed(SEATS.index(word[0]), cards(word[2:], self._seen)))
        return self

    def finish(self, order: str) -> GameLog:
        """End the hand by word, in the order the seats go out; the last one keeps cards."""
        for seat in order[:-1]:
            self.say("out", seat)
        for verdict in self.state.open_verdicts:
            if verdict.code == "out_with_cards":
                self.decide(verdict.id, "stands")
        return self

    def decide(self, verdict_id: str, decision: str) -> GameLog:
        return self.add(Ruled(verdict_id, decision))

    @property
    def hand(self):
        return self.state.gou_ji.hand

    @property
    def codes(self) -> list[str]:
        return sorted(verdict.code for verdict in self.state.verdicts if verdict.code != "out_with_cards")

    def verdict(self, code: str) -> Verdict:
        return next(verdict for verdict in self.state.verdicts if verdict.code == code)
