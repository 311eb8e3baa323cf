"""The pieces of one series of Gou Ji while it is on: sets, the duel, a Shao Pai."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.climbing import RankSet
from engine.climbing_turns import Turns
from engine.events import Seat
from engine.games.gou_ji_sets import BLACK, RED, TWO
from engine.state import Standing

SHAO_PAI, SHAO_PAI_EXTENDED = "shao_pai", "shao_pai_extended"


@dataclass(slots=True)
class LaidSet:
    """What one seat laid at once; `laid` None if it is no set."""

    entry_id: int
    seat: Seat
    cards: tuple[Card, ...]
    laid: RankSet | None
    standing: Standing = Standing.COUNTS
    is_last: bool = False
    is_burn: bool = False


@dataclass(slots=True)
class Burn:
    """A Shao Pai under way: `sets` have been laid, 0 while it is only announced; `declined` will not beat the top."""

    seat: Seat
    entry_id: int
    word: str
    sets: int = 0
    declined: set[Seat] = field(default_factory=set)


@dataclass(slots=True)
class BurnClaim:
    """What a beaten Shao Pai said of the `remaining` cards: sets with a joker each, and one last set (R20–R22)."""

    seat: Seat
    entry_id: int
    remaining: int
    shown: list[tuple[int, Card]] = field(default_factory=list)

    def is_disproved(self) -> bool:
        """Whether the cards shown cannot be part of such a hand: every natural rank but one needs a joker."""
        naturals = {card.rank for _, card in self.shown if card.rank not in (TWO, BLACK, RED)}
        jokers = sum(1 for _, card in self.shown if card.rank in (BLACK, RED))
        return len(naturals) - 1 > jokers + max(0, self.remaining - len(self.shown))


@dataclass(slots=True)
class Series:
    """One climb from a lead until nobody goes on.

    `top` is the set to beat. `duel` are the two of a Gou Ji, whoever started it first; `answered` says that the set
    that started it has been answered. `first_answer` is a Dui Men who may answer a last set before the others (H16).
    `owed` were skipped by a play out of turn and may still act.
    """

    number: int
    turns: Turns
    sets: list[LaidSet] = field(default_factory=list)
    top: LaidSet | None = None
    duel: tuple[Seat, Seat] | None = None
    had_duel: bool = False
    answered: bool = False
    first_answer: Seat | None = None
    owed: list[Seat] = field(default_factory=list)
    burn: Burn | None = None
    closed_by: str | None = None
    gathered_entry_id: int | None = None

    @property
    def is_closed(self) -> bool:
        """Whether it is over."""
        return self.closed_by is not None

    @property
    def best(self) -> Seat | None:
        """Who holds the highest set."""
        return self.turns.best

    def due_in_duel(self) -> Seat | None:
        """Who must answer in the Gou Ji."""
        if self.duel is None:
            return None
        return self.duel[0] if self.best == self.duel[1] else self.duel[1]


@dataclass(frozen=True, slots=True)
class Placing:
    """What a play is to the table.

    `kind`: "lead", "answer", "lead_after" (all others passed), "surplus", "burn_first", "burn_next", "burn_break".
    `skipped` are the seats it shows to have passed, `owed` those that may still act.
    """

    kind: str
    skipped: Sequence[Seat] = ()
    owed: Sequence[Seat] = ()

    @property
    def must_beat(self) -> bool:
        """Whether the set has to beat the one on top."""
        return self.kind in ("answer", "burn_first", "burn_break")
