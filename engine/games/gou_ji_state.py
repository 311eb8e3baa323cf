"""A game of Gou Ji as frozen values: what pages and the camera's weighing need beside `engine.state`.

Public and not: everything may be shown but what is marked HIDDEN, and the series that `HandState.public_series` leaves
out. Seats are numbered in the order of play (counter-clockwise at the table).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.climbing_turns import Pass
from engine.events import Seat
from engine.games.gou_ji_draw import TeamDraw
from engine.games.gou_ji_tribute import Duty
from engine.state import Phase, Standing


@dataclass(frozen=True, slots=True)
class SetState:
    """What a seat laid at once. `rank` is the rank it shows, None of wild cards alone or of no set (`is_set`).

    `is_last` says that it was the seat's last, `is_burn` that it belongs to a Shao Pai.
    """

    entry_id: int
    seat: Seat
    cards: tuple[Card, ...]
    rank: str | None
    is_set: bool
    standing: Standing
    is_last: bool
    is_burn: bool


@dataclass(frozen=True, slots=True)
class BurnState:
    """A Shao Pai under way: `sets_laid` is 0 while it is only announced."""

    seat: Seat
    entry_id: int
    is_extended: bool
    sets_laid: int


@dataclass(frozen=True, slots=True)
class SeriesState:
    """One climb. `passes` tell which were inferred from a skipped seat; deny one by the id `inferred_pass_id` gives.

    `top_entry_id` is the set to beat. `duel` are the two of a running Gou Ji, its starter first; `had_duel` says that
    there was one. `closed_by`: "passes", "unbeatable", "gathered", "burn", "penalty", "over", or None while it is on.
    """

    number: int
    leader: Seat | None
    sets: tuple[SetState, ...]
    passes: tuple[Pass, ...]
    best: Seat | None
    top_entry_id: int | None
    duel: tuple[Seat, Seat] | None
    had_duel: bool
    burn: BurnState | None
    closed_by: str | None
    is_gathered: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A word of a seat that was recorded."""

    entry_id: int
    seat: Seat
    what: str
    to: Seat | None


@dataclass(frozen=True, slots=True)
class HandState:
    """One hand. `places` lists who went out so far, `ranking` all six once it is over, penalties included.

    `dropped` are those who lost their place to a penalty. `settled_scores` are the scores as soon as they cannot
    change. `cards_left` (HIDDEN) is by seat; `shown_cards_left` has None where the table does not show it (option
    `show_counts`). `runs` are the teammates who may act in any order, () while the strict order holds.
    """

    number: int
    started_entry_id: int
    phase: Phase
    kai_pai: Seat | None
    first_drawer: Seat | None
    first_players: tuple[Seat, ...]
    duties: tuple[Duty, ...]
    series: tuple[SeriesState, ...]
    public_series_numbers: tuple[int, ...]
    places: tuple[Seat, ...]
    dropped: tuple[Seat, ...]
    ranking: tuple[Seat, ...] | None
    scores: tuple[int, int] | None
    settled_scores: tuple[int, int] | None
    blocked_by: tuple[str, ...]
    cards_left: tuple[int, ...]
    shown_cards_left: tuple[int | None, ...]
    runs: tuple[tuple[Seat, ...], ...]
    told: tuple[Told, ...]

    @property
    def big_loser(self) -> Seat | None:
        """Who kept cards to the end."""
        return self.ranking[-1] if self.ranking is not None else None

    @property
    def public_series(self) -> tuple[SeriesState, ...]:
        """The series a page may show: the one on the table, all of them once the hand is over."""
        return tuple(each for each in self.series if each.number in self.public_series_numbers)

    @property
    def current_series(self) -> SeriesState | None:
        """The series whose cards are on the table."""
        return self.series[-1] if self.series and not self.series[-1].is_gathered else None


@dataclass(frozen=True, slots=True)
class GouJiState:
    """A game: its hands, voided ones among them, and the draw for the teams if it was seen."""

    hands: tuple[HandState, ...] = ()
    team_draw: TeamDraw | None = None

    @property
    def hand(self) -> HandState | None:
        """The latest hand."""
        return self.hands[-1] if self.hands else None
