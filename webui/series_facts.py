"""What the log tells about the running series of Gou Ji: sets on the table, cards shown, who may play, what to beat."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from engine.climbing import RankSet
from engine.games.gou_ji_draw import SEATS
from engine.games.gou_ji_sets import GouJiLaws
from engine.games.gou_ji_state import HandState, SeriesState, SetState
from engine.state import Phase, Standing, State

# Of the seats that may lay the next set: how likely it is the first of them, and how much less each further one is,
# for which those before it must have passed.
FIRST_CHANCE = 0.8
PASS_CHANCE = 0.6
OUT_OF_TURN_CHANCE = 0.01
# How much less likely an answer is where what was laid is none: too many cards, too few or too low.
MISFIT_WEIGHT = 0.1


@dataclass(frozen=True)
class SeriesFacts:
    """One state of a game, asked as the camera needs it."""

    state: State

    @property
    def hand(self) -> HandState | None:
        """The latest hand."""
        return None if self.state.gou_ji is None else self.state.gou_ji.hand

    @property
    def series(self) -> SeriesState | None:
        """The series whose cards are on the table."""
        return None if self.hand is None else self.hand.current_series

    @cached_property
    def laws(self) -> GouJiLaws:
        """What counts as a set at this table."""
        return GouJiLaws(self.state.options)

    @property
    def is_on(self) -> bool:
        """Whether cards on the table can be plays."""
        is_over = self.hand is None or self.hand.phase in (Phase.OVER, Phase.VOID)
        return not is_over and self.state.expected.kind not in ("kai_pai", "turn", "none", "round")

    @property
    def sets_on_table(self) -> tuple[SetState, ...]:
        """The sets of the series that is on, or still lies there."""
        return () if self.series is None else self.series.sets

    @property
    def sets_lying(self) -> tuple[SetState, ...]:
        """The sets that nobody was seen to take away: of the last series, and of those it was led onto."""
        sets: list[SetState] = []
        for series in reversed(() if self.hand is None else self.hand.series):
            if series.is_gathered:
                break
            sets = [*series.sets, *sets]
        return tuple(sets)

    @property
    def awaits_passes(self) -> bool:
        """Whether the series goes on until passes are told: nobody is taken to have passed."""
        is_open = self.series is not None and self.series.closed_by is None
        return is_open and self.state.options.get("passes") == "told"

    @property
    def next_leader(self) -> int | None:
        """Who leads once all others have passed: the holder of the best set, or who catches the wind."""
        series, hand = self.series, self.hand
        if series is None or hand is None or series.best is None:
            return None
        out = (*hand.places, *hand.dropped)
        circle = ((series.best + step) % SEATS for step in range(SEATS))
        return next((seat for seat in circle if seat not in out), None)

    @property
    def may_catch_wind(self) -> int | None:
        """The seat that may answer a last set, and leads if all others have passed; nobody tells the two apart."""
        series = self.series
        if series is None or series.closed_by is not None or series.burn is not None or self.awaits_passes:
            return None
        return None if self.next_leader == series.best else self.next_leader

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that may act now, the one next in order first."""
        expected = self.state.expected
        return expected.seats or (() if expected.seat is None else (expected.seat,))

    def seen(self, leave_out: int | None = None) -> list[str]:
        """Codes of the cards this hand has shown, one per physical card; those of one entry may be left out."""
        series = () if self.hand is None else self.hand.series
        return [
            card.code
            for each in series
            for laid in each.sets
            if laid.standing is not Standing.TAKEN_BACK and laid.entry_id != leave_out
            for card in laid.cards
        ]

    def size(self, seat: int) -> int | None:
        """How many cards a set of this seat should have: as most sets of the series, or the larger; None of a lead."""
        counts = Counter(len(laid.cards) for laid in self.sets_on_table if laid.standing is Standing.COUNTS)
        if self.to_beat(seat) is None or not counts:
            return None
        return max(counts, key=lambda size: (counts[size], size))

    def to_beat(self, seat: int) -> RankSet | None:
        """The set that a seat has to beat; None where it leads."""
        leads_on = self.series is not None and seat == self.series.best
        return None if leads_on else self.laws.classify(self.state.expected.to_beat)

    def chances(self, *, is_answer: bool = True) -> dict[int, float]:
        """How likely each seat is to lay the next set: a seat that is skipped has passed, so many may be next.

        Where it is no answer to the set below (`is_answer`), whoever leads next is likelier than before.
        """
        chances = self._chances_by_turn()
        if is_answer or self.next_leader is None:
            return chances
        lowered = {seat: max(OUT_OF_TURN_CHANCE, MISFIT_WEIGHT * chance) for seat, chance in chances.items()}
        return {**lowered, self.next_leader: chances[self.next_leader]}

    def _chances_by_turn(self) -> dict[int, float]:
        if not self.due:
            return dict.fromkeys(range(SEATS), 1.0)
        chances = dict.fromkeys(range(SEATS), OUT_OF_TURN_CHANCE)
        for seat in self.due:
            chances[seat] += FIRST_CHANCE / len(self.due)
        series = self.series
        leads = not self.state.expected.to_beat
        if series is None or leads or series.duel is not None or series.burn is not None:
            return chances
        passed = {each.seat for each in series.passes}
        for step in range(1, SEATS):
            seat = (self.due[0] + step) % SEATS
            if seat not in passed:  # The holder of the best set leads when all others have.
                chances[seat] += FIRST_CHANCE * PASS_CHANCE**step
        return chances
