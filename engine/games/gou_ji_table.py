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
from engine.climbing_turns import Pass
from engine.events import OptionValue, Seat
from engine.games.gou_ji_course import HandCourse
from engine.games.gou_ji_docket import GouJiDocket
from engine.games.gou_ji_findings import Findings
from engine.games.gou_ji_series import Burn, BurnClaim, LaidSet, Placing, Series
from engine.games.gou_ji_sets import GouJiLaws
from engine.games.gou_ji_verdicts import PENALTY_BIG_LOSER, GouJiCode
from engine.state import MisreadCandidate, Severity, Standing
from engine.verdicts import Code


class GouJiTable(HandCourse):
    """The sets, passes and places of one hand, judged as they come."""

    def __init__(
        self,
        docket: GouJiDocket,
        laws: GouJiLaws,
        team_of: Sequence[int],
        hand_size: int,
        options: Mapping[str, OptionValue],
    ) -> None:
        super().__init__(laws, team_of, hand_size, options)
        self.docket = docket
        self.findings = Findings(docket)
        self.first_player_rule = "R8"

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

    def name_big_loser(self, entry_id: int, seat: Seat, what: str) -> None:
        """H30: with one team out, the other names its Big Loser and the hand ends."""
        if self.standings.is_over() or not self.standings.is_team_out() or seat not in self.standings.in_play():
            self.findings.note(GouJiCode.ANNOUNCEMENT_NOT_NOW, entry_id, seat, {"what": what})
            return
        self.standings.named_loser = seat

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
            return
        assert series is not None
        if placing.kind == "burn_first":
            self._burn_first(series, play)
        elif placing.kind == "burn_next":
            self._burn_next(series, play)
        elif placing.kind == "burn_break":
            burn = self._burn_break(series, play)
            self.findings.claims.append(BurnClaim(burn.seat, burn.entry_id, self.standings.cards_left(burn.seat)))
        else:
            self._infer_passes(series, placing.skipped, play.entry_id)
            series.first_answer = None
            series.owed = [seat for seat in (*series.owed, *placing.owed) if seat != play.seat]
            self._put_on_top(series, play)
            self._after_set(series, play)

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
