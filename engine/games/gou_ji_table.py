"""The play of one hand of Gou Ji as it comes to the table, legal or not, and what the referee finds in it.

How the game goes on after an irregular play (the table is always right):

* A set of a seat that is due counts as the set to beat, whatever is wrong with it; against something that is no
  set only the number of cards is checked.
* A seat that plays out of turn or after its pass is in the series again, and the turn goes on from it.
* In a Gou Ji the set of a third seat is surplus: it lies there and is gone from the hand; the two go on.
* Whoever leads out of turn has led.
* A seat without cards takes no part; what it lays is surplus.
* A play that was taken back has not happened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.cards import Card
from engine.climbing_turns import Pass, Turns, runs_of
from engine.events import OptionValue, Seat
from engine.games.gou_ji_docket import GouJiDocket
from engine.games.gou_ji_findings import Findings
from engine.games.gou_ji_series import (
    SHAO_PAI_EXTENDED,
    Burn,
    BurnClaim,
    LaidSet,
    Placing,
    Series,
)
from engine.games.gou_ji_sets import GouJiLaws
from engine.games.gou_ji_shao_pai import ShaoPai, has_joker
from engine.games.gou_ji_standings import Standings
from engine.games.gou_ji_tribute import opposite
from engine.games.gou_ji_verdicts import PENALTY_BIG_LOSER, GouJiCode
from engine.state import MisreadCandidate, Severity, Standing
from engine.verdicts import Code


class GouJiTable:
    """The sets, passes and places of one hand.

    `first_players` may lead first; () if nobody knows who should.
    """

    def __init__(
        self,
        docket: GouJiDocket,
        laws: GouJiLaws,
        team_of: Sequence[int],
        hand_size: int,
        options: Mapping[str, OptionValue],
    ) -> None:
        self.docket = docket
        self.findings = Findings(docket)
        self.laws = laws
        self.options = options
        self.standings = Standings(team_of, hand_size, options)
        self.shao_pai = ShaoPai(self.standings, laws, options)
        self.first_players: tuple[Seat, ...] = ()
        self.first_player_rule = "R8"
        self.series: list[Series] = []
        self.uncalled: Seat | None = None  # went out and has not said so (option `going_out`)

    # --- what is so -----------------------------------------------------------------------------------------------

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

    # --- what happens ---------------------------------------------------------------------------------------------

    def play(self, entry_id: int, seat: Seat, cards: tuple[Card, ...]) -> LaidSet:
        """A seat lays cards; returns how they lie there."""
        held = self.standings.cards_left(seat)
        play = LaidSet(entry_id, seat, cards, self.laws.classify(cards))
        self.findings.series_number = len(self.series) or None
        self.findings.check_deck(play)
        if len(cards) > held:
            self.findings.fault(
                GouJiCode.MORE_THAN_HELD if held else GouJiCode.PLAY_AFTER_OUT,
                "R2" if held else "R26",
                play,
                {"held": held, "played": len(cards)},
                severity=Severity.OFFENCE if held else Severity.QUESTION,
                blocks_score=bool(held),
            )
        if self.standings.is_over() or seat not in self.standings.in_play():
            if held and seat in self.standings.outs + self.standings.dropped and not self.standings.is_over():
                question = Severity.QUESTION
                self.findings.fault(GouJiCode.PLAY_AFTER_OUT, "R26", play, {"held": held}, severity=question)
            play.standing = Standing.SURPLUS
            self._lay(play)
            return play
        placing = self._place(play)
        self._check_set(play, placing)
        if self.docket.is_taken_back(entry_id):
            play.standing = Standing.TAKEN_BACK
            if self.series:
                self.series[-1].sets.append(play)
            return play
        self._check_call()
        if placing.kind == "surplus":
            play.standing = Standing.SURPLUS
        self._lay(play)
        if placing.kind == "surplus":
            if not self.standings.cards_left(seat):
                self._go_out(seat)
            return play
        self._commit(play, placing)
        return play

    def pass_by(self, entry_id: int, seat: Seat) -> None:
        """A seat says that it passes."""
        series = self.current()
        if self.standings.is_over() or seat not in self.standings.in_play():
            self.findings.note(GouJiCode.PASS_UNEXPECTED, entry_id, seat)
            return
        if series is None:
            self._pass_without_set(entry_id, seat)
            return
        noted = Pass(seat, entry_id, is_inferred=False)
        if series.burn is not None:
            if seat in self.shao_pai.challengers(series):
                series.burn.declined.add(seat)
            elif seat == series.burn.seat:
                self._pass_fault(GouJiCode.PASS_OUT_OF_TURN, "R20", entry_id, seat)
            return
        if series.duel is not None:
            if seat != series.due_in_duel():
                self._pass_fault(GouJiCode.PASS_OUT_OF_TURN, "R17", entry_id, seat)
            else:
                self._check_call()
                series.turns.note_pass(noted)
                self._close(series, "passes")
            return
        known = series.turns.passes.get(seat)
        if seat == series.best:
            self._pass_fault(GouJiCode.PASS_OUT_OF_TURN, "R14", entry_id, seat)
        elif known is not None:
            if known.is_inferred:
                series.turns.passes[seat] = noted
        elif seat == series.first_answer:
            series.first_answer = None
            series.turns.note_pass(noted, is_early=True)
            self._close_if_done(series)
        else:
            is_early = seat not in self.due()
            is_owed = seat in series.owed
            series.owed = [each for each in series.owed if each != seat]
            if is_early and self.options["passes"] == "told":
                self._pass_fault(GouJiCode.PASS_OUT_OF_TURN, "R14", entry_id, seat)
                if self.docket.is_taken_back(entry_id):
                    return
            self._check_call()
            series.turns.note_pass(noted, is_early=is_early or is_owed)
            self._close_if_done(series)

    def gather(self, entry_id: int, by: Seat | None) -> None:
        """The cards on the table are taken away: whoever could still act has passed."""
        last = self.series[-1] if self.series else None
        if last is None or last.gathered_entry_id is not None:
            self.findings.note(Code.NOTHING_TO_GATHER, entry_id, by)
            return
        if by is not None and by != last.best and last.best in self.standings.in_play():
            params = {"by": by, "winner": last.best}
            self.findings.question(Code.GATHERED_BY_WRONG_SIDE, "R14", entry_id, by, params)
        last.gathered_entry_id = entry_id
        if last.is_closed or self.standings.is_over():
            return
        if last.burn is not None:
            last.burn.declined.update(self.shao_pai.challengers(last))
            last.gathered_entry_id = None  # More sets of the same Shao Pai follow.
            return
        waiting = self._waiting(last)
        if waiting and self.options["passes"] == "told":
            self.findings.question(GouJiCode.GATHERED_TOO_SOON, "R14", entry_id, None, {"seats": list(waiting)})
        self._infer_passes(last, waiting, entry_id)
        self._close(last, "gathered")

    def announce_shao_pai(self, entry_id: int, seat: Seat, word: str) -> None:
        """R20, R22: a seat says that it can lay its whole hand."""
        series = self.current()
        reason = "no_gou_ji" if series is None or self.standings.is_over() else self.shao_pai.why_not(series, seat)
        if reason == "repeated":
            return
        if reason is not None or series is None:
            why = {"reason": reason or "no_gou_ji"}
            self.findings.word_fault(GouJiCode.SHAO_PAI_NOT_OPEN, "R20", entry_id, seat, why)
            return
        assert series.top is not None
        if self.standings.cards_left(seat) <= len(series.top.cards):
            why = {"reason": "too_few_cards"}
            self.findings.word_fault(GouJiCode.FALSE_SHAO_PAI, "R20", entry_id, seat, why)
            if self.docket.is_taken_back(entry_id):
                return
        series.burn = Burn(seat, entry_id, word)

    def announce_out(self, entry_id: int, seat: Seat) -> None:
        """A seat says that it has no cards left."""
        if seat in self.standings.outs:
            self.uncalled = None if self.uncalled == seat else self.uncalled
        elif seat in self.standings.in_play() and not self.standings.is_over():
            self.docket.add(
                GouJiCode.OUT_WITH_CARDS,
                "R26",
                severity=Severity.QUESTION,
                seat=seat,
                offence=entry_id,
                params={"cards_left": self.standings.cards_left(seat)},
                candidates=self._plays_of(seat),
                choices=("taken_back", "misread", "stands"),
                blocks_score=True,
            )
            if not self.docket.is_taken_back(entry_id):
                self._leave_table(seat, is_out=True)

    def yield_turn(self, seat: Seat) -> None:
        """H24: a Dui Men that may do so lets the others go first."""
        series = self.current()
        assert series is not None
        series.turns.note_yield(seat)

    def name_big_loser(self, entry_id: int, seat: Seat, what: str) -> None:
        """H30: with one team out, the other names its Big Loser and the hand ends."""
        if self.standings.is_over() or not self.standings.is_team_out() or seat not in self.standings.in_play():
            self.findings.note(GouJiCode.ANNOUNCEMENT_NOT_NOW, entry_id, seat, {"what": what})
            return
        self.standings.named_loser = seat

    def drop(self, seat: Seat) -> None:
        """A penalty makes a seat the Big Loser: its cards are out, its place is the last that is free."""
        if seat in self.standings.dropped:
            return
        self._leave_table(seat, is_out=False)

    # --- placing a play -------------------------------------------------------------------------------------------

    def _place(self, play: LaidSet) -> Placing:
        """What a play is to the table; finds what is wrong with its turn."""
        series, seat = self.current(), play.seat
        if series is None:
            return self._place_lead(play)
        if series.burn is not None:
            return self._place_in_burn(play, series)
        if series.duel is not None:
            if seat == series.due_in_duel():
                return Placing("answer")
            if seat == series.best:
                return self._lead_after(play, series)
            self._turn_fault(GouJiCode.THIRD_SEAT_IN_GOU_JI, "R17", play)
            return Placing("surplus")
        if series.first_answer is not None and seat != series.best:
            # H16: until the Dui Men has spoken; if another plays, he has passed.
            if seat == series.first_answer:
                return Placing("answer")
            skipped = series.turns.skipped_by(seat)
            if skipped is not None:
                return self._answer(play, (series.first_answer, *(s for s in skipped if s != series.first_answer)))
        if seat in series.owed:
            return Placing("answer")
        skipped = series.turns.skipped_by(seat)
        if skipped is None:
            return self._place_after_pass(play, series)
        if seat == series.best:
            return self._lead_after(play, series)
        return self._answer(play, skipped)

    def _place_lead(self, play: LaidSet) -> Placing:
        leaders = self.leaders()
        if leaders and play.seat not in leaders:
            if not self.series:
                self._turn_fault(GouJiCode.WRONG_FIRST_PLAYER, self.first_player_rule, play)
            elif self.series[-1].best not in self.standings.in_play():
                self._turn_fault(GouJiCode.WRONG_WIND, "R25", play)
            else:
                self._turn_fault(Code.WRONG_LEADER, "R14", play)
        return Placing("lead")

    def _place_in_burn(self, play: LaidSet, series: Series) -> Placing:
        burn, seat = series.burn, play.seat
        assert burn is not None
        if seat == burn.seat:
            return Placing("burn_next" if burn.sets else "burn_first")
        if seat in self.shao_pai.challengers(series, also_declined=True):
            if seat in burn.declined and self.options["passes"] == "told":
                self._turn_fault(GouJiCode.PLAY_AFTER_PASS, "R14", play)
            return Placing("burn_break")
        self._turn_fault(Code.PLAY_OUT_OF_TURN, "R20", play)
        return Placing("surplus")

    def _place_after_pass(self, play: LaidSet, series: Series) -> Placing:
        noted = series.turns.passes.get(play.seat)
        if noted is not None and noted.is_inferred:
            skipper = next((each for each in series.sets if each.entry_id == noted.entry_id), None)
            params = {
                **self._expected(),
                "skipped_by": skipper.seat if skipper else None,
                "skipped_in": noted.entry_id,
            }
            question = Severity.QUESTION
            self.findings.fault(GouJiCode.PLAY_AFTER_INFERRED_PASS, "R14", play, params, severity=question)
        else:
            self._turn_fault(GouJiCode.PLAY_AFTER_PASS, "R14", play)
        return Placing("answer")

    def _lead_after(self, play: LaidSet, series: Series) -> Placing:
        waiting = self._waiting(series)
        if self.options["passes"] == "told":
            self._turn_fault(Code.PLAY_OUT_OF_TURN, "R14", play)
        return Placing("lead_after", waiting)

    def _answer(self, play: LaidSet, skipped: Sequence[Seat]) -> Placing:
        """The skipped seats have passed, unless passes are told or the table denies it: then they may still act."""
        told = self.options["passes"] == "told"
        owed = [seat for seat in skipped if told or self.docket.is_pass_denied(play.entry_id, seat)]
        if owed:
            self._turn_fault(Code.PLAY_OUT_OF_TURN, "R14", play)
        return Placing("answer", [seat for seat in skipped if seat not in owed], owed)

    def _check_set(self, play: LaidSet, placing: Placing) -> None:
        """R11–R13, and what a Shao Pai demands of its sets."""
        series = self.current()
        if play.laid is None and placing.kind != "burn_next":
            ranks = sorted({card.rank for card in play.cards})
            self.findings.fault(GouJiCode.MIXED_RANKS, "R11", play, {"ranks": ranks})
        if placing.must_beat and series is not None and series.top is not None:
            top = series.top
            if len(play.cards) != len(top.cards):
                sizes = {"size": len(play.cards), "expected_size": len(top.cards)}
                self.findings.fault(GouJiCode.WRONG_SIZE, "R12", play, sizes, against=top)
            elif play.laid is not None and top.laid is not None and not self.laws.beats(top.laid, play.laid):
                self.findings.fault(GouJiCode.DOES_NOT_BEAT, "R13", play, against=top)
        is_last = len(play.cards) >= self.standings.cards_left(play.seat)
        if placing.kind == "burn_first" and is_last:
            self.findings.fault(GouJiCode.FALSE_SHAO_PAI, "R20", play, {"reason": "one_set"})
        if placing.kind == "burn_next":
            assert series is not None
            reason = self.shao_pai.why_false(series, play, is_last=is_last)
            if reason is not None:
                rule = "R22" if reason == "joker_last" else "R20"
                self.findings.fault(GouJiCode.FALSE_SHAO_PAI, rule, play, {"reason": reason})
        if self.options["extras"] == "threes_last" and play.laid is not None and play.laid.rank == "3" and not is_last:
            self.findings.fault(GouJiCode.THREES_BEFORE_LAST, "H39", play)

    # --- what a play does -----------------------------------------------------------------------------------------

    def _commit(self, play: LaidSet, placing: Placing) -> None:
        series = self.current()
        if placing.kind in ("lead", "lead_after"):
            if series is not None:
                self._infer_passes(series, placing.skipped, play.entry_id)
                self._close(series, "passes")
            self._start_series(play)
        elif placing.kind == "burn_first":
            self._burn_first(play)
        elif placing.kind == "burn_next":
            self._burn_next(play)
        elif placing.kind == "burn_break":
            self._burn_break(play)
        else:
            assert series is not None
            self._infer_passes(series, placing.skipped, play.entry_id)
            series.first_answer = None
            series.owed = [seat for seat in (*series.owed, *placing.owed) if seat != play.seat]
            self._put_on_top(series, play)
            self._after_set(series, play)

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

    def _burn_first(self, play: LaidSet) -> None:
        series = self.current()
        assert series is not None
        assert series.burn is not None
        play.is_burn = True
        series.duel = None
        self._put_on_top(series, play)
        series.burn.sets = 1
        series.burn.declined.clear()
        if not self.standings.cards_left(play.seat):
            self._open_to_all(series)
            self._after_set(series, play, starts_duel=False)

    def _burn_next(self, play: LaidSet) -> None:
        series = self.current()
        assert series is not None
        assert series.burn is not None
        burn, series.burn = series.burn, None
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

    def _burn_break(self, play: LaidSet) -> None:
        """R21, R23: somebody beats a set of the Shao Pai."""
        series = self.current()
        assert series is not None
        assert series.burn is not None
        burn, series.burn = series.burn, None
        is_basic = burn.sets <= 1 and burn.word != SHAO_PAI_EXTENDED
        self.findings.claims.append(BurnClaim(burn.seat, burn.entry_id, self.standings.cards_left(burn.seat)))
        self._open_to_all(series)
        self._put_on_top(series, play)
        self._after_set(series, play, starts_duel=False)
        dui_men = opposite(play.seat)
        in_play = self.standings.in_play()
        starts = is_basic or self.options["burn_broken"] == "gouji"
        if starts and not series.is_closed and play.seat in in_play and dui_men in in_play:
            self._set_duel(series, play.seat, dui_men)

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

    # --- series ---------------------------------------------------------------------------------------------------

    def _close_if_done(self, series: Series) -> None:
        if series.is_closed or series.duel is not None or series.burn is not None or series.first_answer is not None:
            return
        if not series.turns.open_seats():
            self._close(series, "passes")

    def _close(self, series: Series, why: str) -> None:
        series.closed_by = series.closed_by or why
        series.burn = None

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

    def _infer_passes(self, series: Series, seats: Sequence[Seat], entry_id: int) -> None:
        for seat in seats:
            series.turns.note_pass(Pass(seat, entry_id, is_inferred=True))

    def _pass_without_set(self, entry_id: int, seat: Seat) -> None:
        leaders = self.leaders()
        if seat in leaders:
            self._pass_fault(GouJiCode.PASS_WITHOUT_SET, "R12", entry_id, seat)
        elif self.series and self.series[-1].gathered_entry_id is None:
            return  # H17: the table may pass all the same when nothing can be beaten.
        else:
            self.findings.note(GouJiCode.PASS_UNEXPECTED, entry_id, seat)

    # --- what is written down -------------------------------------------------------------------------------------

    def _lay(self, play: LaidSet) -> None:
        """The cards leave the hand."""
        self.standings.played[play.seat] += len(play.cards)
        if play.standing is Standing.SURPLUS and self.series:
            self.series[-1].sets.append(play)
        self.findings.note_cards(play)

    def _plays_of(self, seat: Seat) -> tuple[MisreadCandidate, ...]:
        plays = [play for series in self.series for play in series.sets if play.seat == seat]
        return tuple(MisreadCandidate(play.entry_id, play.cards[0], "claim") for play in reversed(plays))

    def _check_call(self) -> None:
        """Option `going_out`: the seat that went out has not called it before the next act."""
        if self.uncalled is not None:
            seat, self.uncalled = self.uncalled, None
            plays = [play for series in self.series for play in series.sets if play.seat == seat]
            if plays:
                self.docket.add(
                    GouJiCode.OUT_NOT_CALLED,
                    "R26",
                    seat=seat,
                    offence=plays[-1].entry_id,
                    choices=("stands", PENALTY_BIG_LOSER),
                )

    def _expected(self) -> dict[str, object]:
        due = self.due()
        return {"expected_seat": due[0] if due else None, "expected_seats": list(due)}

    def _turn_fault(self, code: StrEnum, rule: str, play: LaidSet) -> None:
        self.findings.fault(code, rule, play, self._expected())

    def _pass_fault(self, code: StrEnum, rule: str, entry_id: int, seat: Seat) -> None:
        self.findings.pass_fault(code, rule, entry_id, seat, self._expected())
