"""The companion of climbing games: which cards on the table are whose set, and when the table is cleared.

What the camera knows of the sets that lie there is in `sets_on_table.py`, which cards they have in `set_reading.py`;
here it becomes events and questions. What happens to sets that go is in `companion_clearing.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.events import CardsPlayed, CardTurned, Corrected, Inserted, Removed, TrickGathered
from engine.games.gou_ji_state import SetState
from engine.log import effective
from vision.evidence import common_direction
from vision.observations import TableCard, TableChanged
from webui import table_questions as questions
from webui.companion_base import Track
from webui.companion_clearing import ALL_PASSED_S, ClearingCompanion
from webui.laid_sets import (
    NEIGHBOUR_CARDS,
    LaidSet,
    by_hand,
    grouped,
    middle_of,
    parted,
    set_evidence,
    turned_apart,
    without_old_hand,
)
from webui.questions import Answer
from webui.series_facts import FIRST_CHANCE, OUT_OF_TURN_CHANCE
from webui.set_belief import SetBelief
from webui.store import Evidence
from webui.who_played import SURE, SeatBelief, who_played

# A set that was re-read changes its entry only when it is this sure.
REREAD_CONFIDENCE = 0.9
# How likely it is that the seat which has just laid a set adds a card to it.
AFTERTHOUGHT_CHANCE = 0.2
# A card of another deck is believed in from here on.
FOREIGN_CARD = 0.97
# From where to where (in half picture heights) the place of a set says ever more clearly whose it is: many tables lay
# everything in the middle.
PLACE_REACH = (0.22, 0.5)
SEATS = 6


class SetCompanion(ClearingCompanion):
    """Turns observations of the table into events of Gou Ji; call it from one thread."""

    def _take_in(self, change: TableChanged) -> None:
        gone = self._take_leave(change.gone)
        for card in change.moved:
            self._follow(card)
        self._read_again(change.reread)
        appeared = [without_old_hand(card, change) for card in change.appeared if self._may_be_card(card)]
        fresh = self._without_known(appeared, gone)
        self._settle_clearing(gone, fresh)
        laid_now = []
        for cards in grouped(fresh):
            uncovered = self._table.hiding(cards, self._facts.laws)
            if uncovered is None:
                laid_now.append(cards)
            elif uncovered.hidden and uncovered.has_room(len(cards)):  # Otherwise a card of it was seen twice.
                self._add(uncovered, cards)
        for cards, seat in self._in_order([(cards, self._seat_of_set(cards)) for cards in by_hand(laid_now)]):
            parts = self._parted(cards, seat)
            for part, by in parts:
                self._take_up(part, by, is_one_of_many=len(parts) > 1)

    # What came

    def _may_be_card(self, card: TableCard) -> bool:
        """Whether a find is no mere likeness to a card of another deck: an index half seen, or print."""
        is_of_deck = any(face.code == card.sighting.best_code for face in self._deck.faces)
        return is_of_deck or card.sighting.confidence >= FOREIGN_CARD

    def _in_order(self, groups: list[tuple[list[TableCard], SeatBelief]]) -> list[tuple[list[TableCard], SeatBelief]]:
        """Cards that were found together, one group a seat, in the order in which their seats were to play."""
        by_seat: dict[int, tuple[list[TableCard], SeatBelief]] = {}
        for cards, seat in groups:
            known = by_seat.get(seat.seat)
            by_seat[seat.seat] = (cards, seat) if known is None else ([*known[0], *cards], seat)
        first = self._session.state.expected.seat or 0
        return sorted(by_seat.values(), key=lambda item: (item[1].seat - first) % SEATS)

    def _parted(self, cards: list[TableCard], seat: SeatBelief) -> list[tuple[list[TableCard], SeatBelief]]:
        """Cards found at once as the sets they are; what one hand laid in one direction is one, whatever its ranks."""
        parts = [(part, self._seat_of_set(part)) for part in parted(cards, self._facts.laws)]
        if len(parts) == 1 or any(card.hand_from_xy is None for card in cards):
            return parts if len(parts) > 1 else [(cards, seat)]
        is_one_seat = len({by.seat for _, by in parts}) == 1
        are_two = self._climb(parts) and all(turned_apart(parts[0][0], part) for part, _ in parts[1:])
        return [(cards, seat)] if is_one_seat and not are_two else parts

    def _climb(self, parts: Sequence[tuple[list[TableCard], SeatBelief]]) -> bool:
        """Whether each of these sets beats the one before, the first of them the one on the table."""
        below = self._facts.to_beat(parts[0][1].seat)
        for part, _ in parts:
            laid = self._facts.laws.classify(self._reading.believe(part, None).cards)
            if laid is None or (below is not None and not self._facts.laws.beats(below, laid)):
                return False
            below = laid
        return True

    def _take_up(self, cards: list[TableCard], seat: SeatBelief, *, is_one_of_many: bool = False) -> None:
        for card in cards:
            self._tracks[card.track_id] = Track(card, seat=seat)
        if self._session.state.expected.kind == "turn" and len(cards) == 1:
            self._append(CardTurned(Card.from_code(cards[0].sighting.best_code)), self._evidence(cards, None))
            return
        if not self._facts.is_on or self._are_swept_aside(cards):
            return
        self._notice_clearing(cards, seat)
        beside = self._own_set_beside(cards, seat)
        joined = beside if beside is not None and self._joins(beside, cards) else self._completes(cards)
        if joined is not None:
            self._add(joined, cards)
        elif is_one_of_many:
            self._log_set(cards, seat)
        elif (cards[0].hand_from_xy is not None or not self._table.laid) and not self._is_stray(cards, seat):
            may_be_old = self._may_have_been_swept(cards)
            laid = self._log_set(self._reading.without_stray(cards, seat.seat), seat)
            self._ask_whether_new(laid, beside, may_be_old=may_be_old)

    def _own_set_beside(self, cards: Sequence[TableCard], seat: SeatBelief) -> LaidSet | None:
        """The newest set, if the hand that has just laid it laid these cards beside it."""
        newest = self._table.newest
        if newest is None or cards[0].hand_from_xy is None or seat.seat != newest.seat.seat:
            return None
        return newest if newest.may_gain(cards) else None

    def _joins(self, laid: LaidSet, cards: Sequence[TableCard]) -> bool:
        """Whether cards that a seat laid beside its own set belong to it, and are not its next lead."""
        if self._are_one_set(laid, cards):
            is_full = laid.size is not None and not laid.has_room(len(cards))
            return not (is_full and self._reading.is_sure_of(laid.size))
        is_missed = laid.size is not None and laid.has_room(len(cards))
        return is_missed and not any(self._reading.is_doubtful(card) for card in cards)

    def _completes(self, cards: Sequence[TableCard]) -> LaidSet | None:
        """The set that was not seen whole and has these cards, which no hand has laid just now."""
        if cards[0].hand_from_xy is not None:
            return None
        for laid in sorted(self._table.laid, key=lambda laid: laid.apart(cards)):
            is_near = laid.apart(cards) <= NEIGHBOUR_CARDS
            if is_near and laid.has_room(len(cards)) and self._are_one_set(laid, cards):
                return laid
        return None

    def _are_one_set(self, laid: LaidSet, cards: Sequence[TableCard]) -> bool:
        """Whether the picture alone makes one set of them."""
        together = self._reading.believe([*laid.cards.values(), *cards], laid.to_beat, laid.entry_id)
        return self._facts.laws.classify(together.picture_says) is not None

    def _is_stray(self, cards: list[TableCard], seat: SeatBelief) -> bool:
        """Whether a single doubtful find beside or under sets is none: its player has just laid one."""
        newest = self._table.newest
        if newest is None or not newest.lying or seat.seat != newest.seat.seat or len(cards) > 1:
            return False
        is_near = any(laid.apart(cards) <= NEIGHBOUR_CARDS for laid in self._table.laid)
        return is_near and self._reading.may_be_stray(cards[0])

    def _add(self, laid: LaidSet, cards: Iterable[TableCard]) -> None:
        for card in cards:
            self._bind(laid, card)
            laid.last_s = card.first_seen_s
        if not laid.is_told:
            self._decide_again(laid, "one more card was seen", needs_surety=False)

    # Whose it is

    def _seat_of_set(self, cards: Sequence[TableCard]) -> SeatBelief:
        top = self._facts.laws.classify(self._session.state.expected.to_beat)
        is_answer = top is None or self._reading.may_answer(self._reading.believe(cards, top), top)
        chances = self._facts.chances(is_answer=is_answer)
        newest = self._table.newest
        if newest is not None:
            chances[newest.seat.seat] += AFTERTHOUGHT_CHANCE * newest.may_gain(cards)
            chances[newest.seat.seat] += FIRST_CHANCE * (not newest.lying)  # Won and taken away, it seems.
        offset, hand, directions = self._witnesses(
            middle_of(cards), common_direction([card.hand_from_xy for card in cards])
        )
        belief = who_played(offset, hand, directions, expected_seat=None, chances=chances, reach=PLACE_REACH)
        if chances[belief.seat] > OUT_OF_TURN_CHANCE:
            return belief
        return replace(belief, by_turn=max(chances, key=lambda seat: chances[seat]))

    # Which cards they are

    def _log_set(self, cards: list[TableCard], seat: SeatBelief) -> LaidSet:
        belief = self._reading.believe(cards, self._facts.to_beat(seat.seat))
        entered = self._entered_by_hand(belief)
        may_lead = entered is None and self._may_lead(seat)
        if may_lead and not self._may_answer(belief, seat):
            self._append(TrickGathered(), None)  # The cards still lie there, but it can only be the next lead.
            belief = self._reading.believe(cards, None)
        done = self._reading.to_log(cards, belief, self._facts.size(seat.seat), self._facts.to_beat(seat.seat))
        for other in self._running if done.lacking_below else ():
            self._complete(other, done.lacking_below)
        to_beat, size = self._facts.to_beat(seat.seat), self._facts.size(seat.seat)  # They may have grown.
        if entered is None:
            event = CardsPlayed(seat.seat, done.cards)
            entry_id = self._append(event, self._evidence(cards, belief, done.hidden))
        else:
            entry_id = entered.entry_id
        is_told, first_s = entered is not None, cards[0].first_seen_s
        laid = LaidSet(entry_id, seat, {}, belief, to_beat, size, first_s, is_told, done.hidden)
        self._table.laid.append(laid)
        self._cleared = None
        for card in cards:
            self._bind(laid, card)
        if entered is None:
            self._ask_about(laid, done.cards)
            if seat.confidence < SURE or seat.by_turn is not None:
                self._session.ask(questions.which_seat_laid(entry_id, done.cards, seat, self._evidence(cards, belief)))
            if may_lead:
                self._session.ask(questions.answer_or_lead(entry_id, event, self._evidence(cards, belief)))
        return laid

    def _may_lead(self, seat: SeatBelief) -> bool:
        """Whether the seat may also have caught the wind: a last set lies there, and all others had time to pass."""
        newest = self._table.newest
        assert self._change is not None
        if newest is None or not newest.lying or seat.seat != self._facts.may_catch_wind:
            return False
        return self._change.hand_left_s - newest.last_s >= ALL_PASSED_S

    def _may_answer(self, belief: SetBelief, seat: SeatBelief) -> bool:
        """Whether the seat may still act in the series, and with such a set."""
        top, series = self._facts.to_beat(seat.seat), self._facts.series
        has_passed = series is not None and seat.seat in {each.seat for each in series.passes}
        return not has_passed and (top is None or self._reading.may_answer(belief, top))

    def _entered_by_hand(self, belief: SetBelief) -> SetState | None:
        """The newest set of the log, where somebody at the page was quicker than the camera."""
        sets = self._facts.sets_on_table
        if not sets or any(track.entry_id == sets[-1].entry_id for track in self._tracks.values()):
            return None
        same = Counter(card.rank for card in sets[-1].cards) == Counter(card.rank for card in belief.cards)
        return sets[-1] if same and not self._table.of({sets[-1].entry_id}) else None

    def _complete(self, laid: LaidSet, missing: int) -> None:
        """A set that answers has more cards: some of this one were hidden."""
        logged = self._logged(laid.entry_id)
        if not isinstance(logged, CardsPlayed):
            return
        cards = self._reading.with_more(logged.cards, missing)
        laid.hidden += missing
        laid.size = None if laid.size is None else laid.size + missing
        self._append(Corrected(laid.entry_id, CardsPlayed(logged.seat, cards)), None)
        self._ask_about(laid, cards)

    def _read_again(self, cards: Sequence[TableCard]) -> None:
        """Cards whose names are better known now than when they were logged."""
        touched: dict[int, LaidSet] = {}
        for card in cards:
            touched |= {laid.entry_id: laid for laid in self._follow(card)}
        for laid in touched.values():
            if not laid.is_told:
                self._decide_again(laid, "read again", needs_surety=True)

    def _decide_again(self, laid: LaidSet, why: str, *, needs_surety: bool) -> None:
        logged = self._logged(laid.entry_id)
        if not isinstance(logged, CardsPlayed):
            return
        laid.belief = self._reading.believe(laid.cards.values(), laid.to_beat, laid.entry_id)
        if needs_surety and laid.belief.confidence < REREAD_CONFIDENCE:
            return
        done = self._reading.to_log(laid.cards.values(), laid.belief, laid.size, laid.to_beat)
        laid.hidden = done.hidden
        for other in self._running if done.lacking_below else ():
            if other is not laid:
                self._complete(other, done.lacking_below)
                laid.size = len(done.cards)
        if Counter(card.rank for card in done.cards) != Counter(card.rank for card in logged.cards):
            evidence = self._evidence(list(laid.cards.values()), laid.belief, laid.hidden, why)
            self._append(Corrected(laid.entry_id, CardsPlayed(logged.seat, done.cards)), evidence)
        self._ask_about(laid, done.cards)

    def _ask_about(self, laid: LaidSet, named: tuple[Card, ...]) -> None:
        """Ask where the ranks or the number of a set's cards are in doubt; once, as long as the doubt is the same."""
        offered = self._reading.offered(laid, named)
        if len(offered) == 1:
            self._session.withdraw(f"set:{laid.entry_id}")
            return
        evidence = self._evidence(list(laid.cards.values()), laid.belief, laid.hidden)
        question = questions.which_set(laid.entry_id, laid.seat.seat, offered, evidence)
        if all((each.id, each.choices) != (question.id, question.choices) for each in self._session.questions):
            self._session.ask(question)

    def _evidence(
        self, cards: Sequence[TableCard], belief: SetBelief | None, hidden: int = 0, note: str = ""
    ) -> Evidence:
        assert self._change is not None
        return set_evidence(self._change.image_bgr, cards, belief, hidden, note)

    # Answers

    def _ask_whether_new(self, laid: LaidSet, beside: LaidSet | None, *, may_be_old: bool) -> None:
        """Ask about a set that may be none of its own: part of the one beside it, or of those just swept away."""
        logged = self._logged(laid.entry_id)
        if laid.is_told or not isinstance(logged, CardsPlayed):
            return
        evidence = self._evidence(list(laid.cards.values()), laid.belief)
        if beside is not None and beside.lying:
            self._session.ask(questions.part_or_lead(laid.entry_id, logged, evidence))
        elif may_be_old:
            self._session.ask(questions.swept_again(laid.entry_id, logged, evidence))

    def _heed(self, answer: Answer) -> None:
        kind, _, rest = answer.choice.code.partition(":")
        entry_id = answer.question.entry_id
        logged = self._logged(entry_id)
        if entry_id is None or not isinstance(logged, CardsPlayed):
            return
        if kind == "set":
            for laid in self._table.of({entry_id}):
                laid.is_told = True
            cards = tuple(Card.from_code(code) for code in rest.split(","))
            if Counter(card.rank for card in cards) != Counter(card.rank for card in logged.cards):
                self._append(Corrected(entry_id, CardsPlayed(logged.seat, cards)), None)
        elif kind == "rest":
            self._keep_rest(entry_id, logged, tuple(Card.from_code(code) for code in rest.split(",")))
        elif kind == "seat" and logged.seat != int(rest):
            self._append(Corrected(entry_id, CardsPlayed(int(rest), logged.cards)), None)
        elif kind in ("nothing", "taken_back"):
            self._take_back(entry_id)
        elif kind == "joins":
            self._join(entry_id)
        elif answer.question.code == "answer_or_lead":
            self._heed_lead(entry_id, is_lead=kind == "leads")

    def _join(self, entry_id: int) -> None:
        """The cards of a set belong to the one its player laid before."""
        own = next(iter(self._table.of({entry_id})), None)
        place = 0 if own is None else self._table.laid.index(own)
        before = self._table.laid[place - 1] if place else None
        self._take_back(entry_id)
        if own is not None and before is not None:
            self._add(before, list(own.cards.values()))

    def _heed_lead(self, entry_id: int, *, is_lead: bool) -> None:
        """The table says whether a set answers the one before or leads: then that series is over."""
        before = [entry for entry in effective(self._session.entries) if entry.id != entry_id]
        place = [entry.id for entry in effective(self._session.entries)].index(entry_id)
        gathering = before[place - 1] if place and isinstance(before[place - 1].event, TrickGathered) else None
        if is_lead and gathering is None:
            self._append(Inserted(entry_id, TrickGathered()), None)
        elif not is_lead and gathering is not None:
            self._append(Removed(gathering.id), None)
        for laid in self._table.of({entry_id}):
            laid.to_beat, laid.size = (None, None) if is_lead else (laid.to_beat, laid.size)
