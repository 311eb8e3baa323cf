"""Whose turn it is in a climbing game: series, passes told and inferred, and the free order of the end.

A series is one climb from a lead until nobody goes on. A camera sees plays, not passes: when a seat plays while
another was due, the seats in between have passed, as far as can be seen. `Turns.skipped_by` says who that is.

Free order (R27): the circle of seats that still hold cards is split into runs of neighbouring teammates. A run may act
in any order among itself; where all four seats left alternate, the teams do, and each seat acts once before any acts
twice. Where the rule leaves room everything it allows is allowed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.events import Seat


def runs_of(circle: Sequence[Seat], team_of: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    """The maximal runs of neighbouring teammates, in order of play; the run across the end of the circle comes last.

    >>> runs_of((1, 2, 4, 5), (0, 1, 0, 1, 0, 1))
    ((2, 4), (5, 1))
    """
    return _runs_of(tuple(circle), tuple(team_of))


@lru_cache(maxsize=512)
def _runs_of(circle: tuple[Seat, ...], team_of: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
    seats = list(circle)
    if not seats or len({team_of[seat] for seat in seats}) == 1:
        return (tuple(seats),) if seats else ()
    while team_of[seats[0]] == team_of[seats[-1]]:
        seats.append(seats.pop(0))
    runs: list[list[Seat]] = []
    for seat in seats:
        if runs and team_of[runs[-1][-1]] == team_of[seat]:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    return tuple(tuple(run) for run in sorted(runs, key=lambda run: circle.index(run[0])))


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat is out of the series: told in `entry_id`, or inferred from the entry that skipped it."""

    seat: Seat
    entry_id: int
    is_inferred: bool


@dataclass(slots=True)
class Turns:
    """The order of one series.

    `circle` are the seats that hold cards, in order of play; `best` holds the highest set (it may be out of cards).
    """

    team_of: Sequence[int]
    circle: list[Seat]
    is_free: bool = False
    best: Seat | None = None
    last_actor: Seat | None = None
    passes: dict[Seat, Pass] = field(default_factory=dict)
    _acted: set[Seat] = field(default_factory=set)  # in this cycle of alternating teams
    _visit: set[Seat] = field(default_factory=set)  # in this visit to a run of teammates
    _visit_order: list[Seat] = field(default_factory=list)  # the run, from the seat that was due first
    _visit_slots: int = 0  # how many of the run are still due before the next run

    # --- what is so -----------------------------------------------------------------------------------------------

    def open_seats(self) -> list[Seat]:
        """The seats that may still act, in order of play."""
        return [seat for seat in self.circle if seat not in self.passes and seat != self.best]

    def due(self) -> tuple[Seat, ...]:
        """The seats that may act now, the one next in order first; () when the series is over."""
        seats = self._from_last(self.open_seats())
        if not seats:
            return ()
        if not self.is_free:
            return (seats[0],)
        if self._teams_alternate():
            return self._due_alternating(seats)
        return self._due_in_runs(seats)

    def skipped_by(self, seat: Seat) -> tuple[Seat, ...] | None:
        """Who must have passed if `seat` plays now; None if it may not play at all (it has passed, or holds nothing).

        If the holder of the best set plays, everybody else has passed and it leads anew.
        """
        seats = self._from_last(self.open_seats())
        if seat == self.best and seat in self.circle:
            return tuple(seats)
        if seat not in seats:
            return None
        due = self.due()
        if seat in due:
            return ()
        if not self.is_free:
            return tuple(seats[: seats.index(seat)])
        if self._teams_alternate():
            pool = [each for each in seats if each not in self._acted]
            return tuple(pool) if seat in self._acted else due[:1]
        return self._skipped_in_runs(seat, seats)

    # --- what happens ---------------------------------------------------------------------------------------------

    def note_play(self, seat: Seat) -> None:
        """A seat laid a set that counts; call before it leaves the circle."""
        self._note_act(seat)
        self.passes.pop(seat, None)
        self.best = seat

    def note_pass(self, noted: Pass, *, is_early: bool = False) -> None:
        """A seat passed; an early pass does not move the turn."""
        if not is_early and not noted.is_inferred:
            self._note_act(noted.seat)
        elif self.is_free:
            if noted.seat in self._current_run() and noted.seat not in self._visit:
                self._visit_slots -= 1
            self._acted.add(noted.seat)
        self.passes[noted.seat] = noted

    def note_yield(self, seat: Seat) -> None:
        """A seat lets the others go first and stays in; its turn comes round again."""
        self._note_act(seat)

    def leave(self, seat: Seat) -> None:
        """A seat holds no cards any more."""
        if seat in self.circle:
            self.circle.remove(seat)

    # --- the order itself -----------------------------------------------------------------------------------------

    def _from_last(self, seats: list[Seat]) -> list[Seat]:
        last = self.last_actor
        return seats if last is None else [s for s in seats if s > last] + [s for s in seats if s <= last]

    def _teams_alternate(self) -> bool:
        return len(self.circle) == 4 and all(len(run) == 1 for run in runs_of(self.circle, self.team_of))

    def _due_alternating(self, seats: list[Seat]) -> tuple[Seat, ...]:
        pool = [seat for seat in seats if seat not in self._acted] or seats
        if self.last_actor not in self.circle:
            return tuple(pool)  # Whoever laid a last set has left no team to alternate with.
        team = self.team_of[self.last_actor]
        others = [seat for seat in pool if self.team_of[seat] != team]
        if others:
            # Where a seat has passed, the strict order and the alternation may differ; both are read as allowed.
            strict = [seat for seat in seats[:1] if seat in pool and seat not in others]
            return (*strict, *others)
        # One team's chances are used up: it may be read as the other's turn again, or as the teammate's chance.
        return (*pool, *(seat for seat in seats if seat not in pool and self.team_of[seat] != team))

    def _current_run(self) -> tuple[Seat, ...]:
        for run in runs_of(self.circle, self.team_of):
            if self.last_actor in run:
                return run
        return ()

    def _due_in_runs(self, seats: list[Seat]) -> tuple[Seat, ...]:
        run = self._current_run()
        waiting = [seat for seat in run if seat in seats and seat not in self._visit]
        if waiting and self._visit_slots > 0:
            return tuple(self._in_visit_order(waiting))
        following = self._next_run(run, seats)
        return (*following, *(seat for seat in waiting if seat not in following))

    def _next_run(self, run: tuple[Seat, ...], seats: list[Seat]) -> list[Seat]:
        """The seats of the next run that has any, in order of play; its own again if all others have passed."""
        for seat in seats:
            if seat not in run:
                owner = next(each for each in runs_of(self.circle, self.team_of) if seat in each)
                members = [each for each in owner if each in seats]
                return [seat, *(each for each in members if each != seat)]
        return seats

    def _skipped_in_runs(self, seat: Seat, seats: list[Seat]) -> tuple[Seat, ...]:
        run = self._current_run()
        waiting = [each for each in run if each in seats and each not in self._visit and each != seat]
        owed = self._in_visit_order(waiting)[: max(0, self._visit_slots)]
        if seat in run:  # It has acted in this visit: the round has come back to it.
            return tuple(each for each in seats if each in owed or each not in run)
        before = [each for each in seats[: seats.index(seat)] if each not in run]
        target = next(each for each in runs_of(self.circle, self.team_of) if seat in each)
        return (*owed, *(each for each in before if each not in target))

    def _in_visit_order(self, seats: list[Seat]) -> list[Seat]:
        """Those due first by the strict order first; whoever joined the run meanwhile last."""
        known = [seat for seat in self._visit_order if seat in seats]
        return known + [seat for seat in seats if seat not in known]

    def _note_act(self, seat: Seat) -> None:
        seats = self.open_seats()
        if all(each in self._acted for each in seats):
            self._acted.clear()
        self._acted.add(seat)
        run = self._current_run()
        if seat in run and seat not in self._visit and self.last_actor is not None:
            self._visit_slots -= 1
        else:
            # Arriving at a run: those from the first due seat to its end come before the next run.
            arrived = next((each for each in runs_of(self.circle, self.team_of) if seat in each), ())
            first = next((each for each in self._from_last(seats) if each in arrived), seat)
            if self.last_actor is None:
                first = seat
            place = arrived.index(first) if first in arrived else 0
            due = arrived[place:]
            self._visit_order = [*due, *arrived[:place]]
            self._visit = set()
            self._visit_slots = sum(1 for each in due if each in seats) - 1
        self._visit.add(seat)
        self.last_actor = seat
