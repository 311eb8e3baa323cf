"""How a hand of Gou Ji goes on: who may act, what a set starts and ends, who goes out. It judges nothing.

What is laid counts, legal or not (`gou_ji_table` says when); this keeps the series, the Gou Ji of two Dui Men, the sets
of a Shao Pai and the places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.climbing_turns import Pass, Turns, runs_of
from engine.events import OptionValue, Seat
from engine.games.gou_ji_series import SHAO_PAI_EXTENDED, Burn, LaidSet, Series
from engine.games.gou_ji_sets import GouJiLaws
from engine.games.gou_ji_shao_pai import ShaoPai, has_joker
from engine.games.gou_ji_standings import Standings
from engine.games.gou_ji_tribute import opposite
from engine.state import Standing


class HandCourse:
    """The series and places of one hand.

    `first_players` may lead first; () if nobody knows who should. `uncalled` went out and has not said so (option
    `going_out`).
    """

    def __init__(
        self, laws: GouJiLaws, team_of: Sequence[int], hand_size: int, options: Mapping[str, OptionValue]
    ) -> None:
        self.laws = laws
        self.options = options
        self.standings = Standings(team_of, hand_size, options)
        self.shao_pai = ShaoPai(self.standings, laws, options)
        self.first_players: tuple[Seat, ...] = ()
        self.series: list[Series] = []
        self.uncalled: Seat | None = None

    # --- what is so ---------------------------------------------------------------------------------------------------

    def current(self) -> Series | None:
        """The series that is on."""
        return self.series[-1] if self.series and not self.series[-1].is_closed else None

    def leaders(self) -> tuple[Seat, ...]:
        """Who may lead the next series: its winner, or who catches the wind (R25); () if nobody knows."""
        in_play = self.standings.in_play()
        if not self.series:
            return tuple(seat for seat in self.first_players if seat in in_play)
        best = self.series[-1].best
        if best is None or best in in_play:
            return () if best is None else (best,)
        right = next(seat for seat in self.standings.in_order_after(best) if seat in in_play)
        if self.standings.is_free():
            # H27: the wind blows to a run of teammates as a whole.
            run = next(run for run in runs_of(in_play, self.standings.team_of) if right in run)
            return (right, *(seat for seat in run if seat != right))
        return (right,)

    def due(self) -> tuple[Seat, ...]:
        """Who may act, the one next in order first; of a lead that nobody is known to own, everybody."""
        if self.standings.is_over():
            return ()
        series = self.current()
        if series is None:
            return self.leaders() or tuple(self.standings.in_play())
        if series.burn is not None:
            return (series.burn.seat, *self.shao_pai.challengers(series))
        if series.duel is not None:
            due = series.due_in_duel()
            return () if due is None else (due,)
        if series.first_answer is not None:
            return (series.first_answer,)
        owed = tuple(series.owed)
        return (*owed, *(seat for seat in series.turns.due() if seat not in owed))

    def may_yield(self, seat: Seat) -> bool:
        """H24: whether a Dui Men, due outside a Gou Ji, may let the others go first."""
        series = self.current()
        if series is None or series.top is None or series.burn is not None or series.duel is not None:
            return False
        return seat in self.due() and series.top.seat == opposite(seat) and series.turns.open_seats() != [seat]

    def rang_pai_asker(self) -> Seat | None:
        """R24: who may ask a teammate to pass, once two passed and the Dui Men has answered outside a Gou Ji."""
        series = self.current()
        if series is None or series.top is None or series.duel is not None or series.burn is not None:
            return None
        asker = opposite(series.top.seat)
        plays = [each.seat for each in series.sets if each.standing is Standing.COUNTS]
        between = [(asker + 1) % self.standings.seat_count, (asker + 2) % self.standings.seat_count]
        if plays[-2:-1] != [asker] or any(seat not in series.turns.passes for seat in between):
            return None
        return asker if (asker + 4) % self.standings.seat_count in self.due() else None

    def _waiting(self, series: Series) -> tuple[Seat, ...]:
        """Who has neither played nor passed since the top set."""
        if series.duel is not None:
            due = series.due_in_duel()
            return () if due is None else (due,)
        best = series.best
        seats = series.turns.open_seats()
        if series.first_answer is not None and series.first_answer not in seats:
            seats.append(series.first_answer)
        return tuple(seat for seat in self.standings.in_order_after(best or 0) if seat in seats)

    # --- sets ---------------------------------------------------------------------------------------------------------

    def _start_series(self, play: LaidSet) -> Series:
        turns = Turns(self.standings.team_of, self.standings.in_play(), self.standings.is_free())
        series = Series(len(self.series) + 1, turns)
        self.series.append(series)
        self._put_on_top(series, play)
        self._after_set(series, play)
        return series

    def _put_on_top(self, series: Series, play: LaidSet) -> None:
        series.turns.note_play(play.seat)
        series.sets.append(play)
        series.top = play

    def _after_set(self, series: Series, play: LaidSet, *, starts_duel: bool = True) -> None:
        """Going out, the end of the hand, the start or the end of a Gou Ji, the end of the series."""
        seat = play.seat
        in_duel = series.duel is not None and seat in series.duel
        series.answered = series.answered or in_duel
        if not self.standings.cards_left(seat):
            play.is_last = True
            self._go_out(seat)
        if self.standings.is_over():
            self._close(series, "over")
        elif play.laid is not None and self.laws.is_unbeatable(play.laid) and self.options["auto_close"] == "at_once":
            if not in_duel and starts_duel:
                self._start_duel(series, play)
            self._close(series, "unbeatable")
        elif in_duel:
            if seat not in self.standings.in_play():
                # R25: a last set may be beaten by all, as in normal play.
                other = series.due_in_duel()
                series.duel = None
                if self.options["last_set_gouji"] == "dui_men_first" and other in self.standings.in_play():
                    series.first_answer = other
            self._close_if_done(series)
        else:
            if starts_duel:
                self._start_duel(series, play)
            self._close_if_done(series)

    def _start_duel(self, series: Series, play: LaidSet) -> None:
        """R16, R19."""
        dui_men = opposite(play.seat)
        if play.laid is None or not self.laws.starts_gou_ji(play.laid) or dui_men not in self.standings.in_play():
            return
        if play.seat in self.standings.in_play():
            if self.options["gouji_late"] == "off_at_four" and len(self.standings.in_play()) <= 4:
                return
            self._set_duel(series, play.seat, dui_men)
        elif self.options["last_set_gouji"] == "dui_men_first":
            series.turns.passes.pop(dui_men, None)
            series.first_answer = dui_men

    def _set_duel(self, series: Series, seat: Seat, dui_men: Seat) -> None:
        series.duel = (seat, dui_men)
        series.had_duel = True
        series.answered = False

    # --- Shao Pai -----------------------------------------------------------------------------------------------------

    def _burn_first(self, series: Series, play: LaidSet) -> None:
        assert series.burn is not None
        play.is_burn = True
        series.duel = None
        self._put_on_top(series, play)
        series.burn.sets = 1
        series.burn.declined.clear()
        if not self.standings.cards_left(play.seat):
            self._open_to_all(series)
            self._after_set(series, play, starts_duel=False)

    def _burn_next(self, series: Series, play: LaidSet) -> None:
        burn, series.burn = series.burn, None
        assert burn is not None
        is_last = not self.standings.cards_left(play.seat)
        goes_on = not is_last and has_joker(play)
        self._close(series, "burn")
        play.is_burn = True
        if goes_on:
            turns = Turns(self.standings.team_of, self.standings.in_play(), self.standings.is_free())
            following = Series(len(self.series) + 1, turns)
            self.series.append(following)
            self._put_on_top(following, play)
            burn.sets += 1
            burn.declined.clear()
            following.burn = burn
            return
        following = self._start_series(play)
        if is_last:
            if self.options["burn_last_set"] == "closed" and not following.is_closed:
                self._close(following, "burn")
        elif self.options["false_burn"] == "big_loser":
            self.drop(play.seat)

    def _burn_break(self, series: Series, play: LaidSet) -> Burn:
        """R21, R23: somebody beats a set of the Shao Pai, which is returned."""
        burn, series.burn = series.burn, None
        assert burn is not None
        is_basic = burn.sets <= 1 and burn.word != SHAO_PAI_EXTENDED
        self._open_to_all(series)
        self._put_on_top(series, play)
        self._after_set(series, play, starts_duel=False)
        dui_men = opposite(play.seat)
        in_play = self.standings.in_play()
        starts = is_basic or self.options["burn_broken"] == "gouji"
        if starts and not series.is_closed and play.seat in in_play and dui_men in in_play:
            self._set_duel(series, play.seat, dui_men)
        return burn

    def _open_to_all(self, series: Series) -> None:
        """Every seat with cards is in again: what lies on top is new to all of them."""
        last = series.turns.last_actor
        series.turns = Turns(
            self.standings.team_of,
            self.standings.in_play(),
            self.standings.is_free(),
            best=series.best,
            last_actor=last,
        )

    # --- seats that leave ---------------------------------------------------------------------------------------------

    def yield_turn(self, seat: Seat) -> None:
        """H24: a Dui Men that may do so lets the others go first."""
        series = self.current()
        assert series is not None
        series.turns.note_yield(seat)

    def drop(self, seat: Seat) -> None:
        """A penalty makes a seat the Big Loser: its cards are out, its place is the last that is free."""
        if seat in self.standings.dropped:
            return
        self._leave_table(seat, is_out=False)

    def _go_out(self, seat: Seat) -> None:
        self.standings.outs.append(seat)
        if self.options["going_out"] == "called":
            self.uncalled = seat
        if self.series:
            self.series[-1].turns.leave(seat)
            self.series[-1].turns.is_free = self.standings.is_free()

    def _leave_table(self, seat: Seat, *, is_out: bool) -> None:
        """A seat leaves by word or penalty, not by laying its last set."""
        was_over = self.standings.is_over()
        if is_out:
            self._go_out(seat)
        else:
            self.standings.dropped.append(seat)
        series = self.current()
        if was_over or series is None:
            return
        series.turns.leave(seat)
        series.turns.is_free = self.standings.is_free()
        if self.standings.is_over():
            self._close(series, "over")
            return
        if series.burn is not None and series.burn.seat == seat:
            series.burn = None
            self._open_to_all(series)
        series.owed = [each for each in series.owed if each != seat]
        if series.first_answer == seat:
            series.first_answer = None
        if series.duel is not None and seat in series.duel:
            is_due = seat == series.due_in_duel()
            series.duel = None
            if is_due:
                self._close(series, "passes")
                return
        if series.best == seat and not is_out:
            self._close(series, "penalty")
        else:
            self._close_if_done(series)

    # --- the end of a series ------------------------------------------------------------------------------------------

    def _infer_passes(self, series: Series, seats: Sequence[Seat], entry_id: int) -> None:
        for seat in seats:
            series.turns.note_pass(Pass(seat, entry_id, is_inferred=True))

    def _close_if_done(self, series: Series) -> None:
        if series.is_closed or series.duel is not None or series.burn is not None or series.first_answer is not None:
            return
        if not series.turns.open_seats():
            self._close(series, "passes")

    def _close(self, series: Series, why: str) -> None:
        series.closed_by = series.closed_by or why
        series.burn = None
