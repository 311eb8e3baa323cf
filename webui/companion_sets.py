"""The companion of climbing games: which cards on the table are whose set, and when the table is cleared.

Sets of several seats lie on each other: what a newer one covers has not been taken back, and what comes to light again
is not new. Four packs hold every card four times, so cards are told apart by their place, never by their name alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from engine.cards import Card, Deck
from engine.climbing import RankSet
from engine.events import CardsPlayed, CardTurned, Corrected, Removed, TrickGathered
from engine.games.gou_ji_sets import GOU_JI_DECK
from engine.games.gou_ji_state import SetState
from vision.evidence import common_direction
from vision.observations import TableCard, TableChanged
from webui import table_questions as questions
from webui.companion_base import CompanionBase, Role, Track
from webui.laid_sets import (
    NEIGHBOUR_CARDS,
    LaidSet,
    by_hand,
    distance_cards,
    doubt_of,
    grouped,
    middle_of,
    offered_sets,
    parted,
    set_evidence,
    without_old_hand,
)
from webui.questions import Answer
from webui.seat_placement import SeatPlacement
from webui.series_facts import FIRST_CHANCE, OUT_OF_TURN_CHANCE, SeriesFacts
from webui.session import Session
from webui.set_belief import SetBelief, believe_set, likeliest_further_card
from webui.store import Evidence
from webui.who_played import SURE, SeatBelief, who_played

# A set that was re-read changes its entry only when it is this sure.
REREAD_CONFIDENCE = 0.9
# How likely it is that the seat which has just laid a set adds a card to it.
AFTERTHOUGHT_CHANCE = 0.2
# So large a part of the cards seen is believed to have been missed besides; more where the size is not in doubt.
MISCOUNTED_SHARE = 1 / 3
MISCOUNTED_SHARE_IF_SURE = 1.0
# The size of a series is not in doubt once so many sets have shown it.
SURE_OF_SIZE = 2
# The table counts as cleared when cards of several sets go at once, and so many of the newest one's.
SWEPT_SHARE = 0.5
# A card that was moved further than this, in card heights, was swept away.
SWEPT_CARDS = 1.5
# From where to where (in half picture heights) the place of a set says ever more clearly whose it is: many tables lay
# everything in the middle.
PLACE_REACH = (0.22, 0.5)
# A card this sure is not taken for one of an older set because it does not fit.
DOUBTFUL = 0.03
SEATS = 6


class SetCompanion(CompanionBase):
    """Turns observations of the table into events of Gou Ji; call it from one thread."""

    def __init__(
        self,
        session: Session,
        placement: SeatPlacement | None = None,
        *,
        deck: Deck = GOU_JI_DECK,
        on_event: Callable[[int, TableChanged], None] | None = None,
    ) -> None:
        placement = placement or SeatPlacement.around(SEATS, is_clockwise=False)
        super().__init__(session, placement, deck=deck, on_event=on_event)
        self._laid: list[LaidSet] = []

    @property
    def laid(self) -> Sequence[LaidSet]:
        """The sets on the table that the camera saw, the newest last."""
        return self._laid

    def _take_in(self, change: TableChanged) -> None:
        gone = self._take_leave(change.gone)
        for card in change.moved:
            self._follow(card)
        self._read_again(change.reread)
        fresh = self._without_known([without_old_hand(card, change) for card in change.appeared], gone)
        self._settle_clearing(gone, fresh)
        laid_now = []
        for cards in grouped(fresh):
            uncovered = next((laid for laid in self._laid if self._hides(laid, cards)), None)
            if uncovered is None:
                laid_now.append(cards)
            elif uncovered.hidden and uncovered.has_room(len(cards)):  # Otherwise a card of it was seen twice.
                self._add(uncovered, cards)
        for cards, seat in self._in_order([(cards, self._seat_of_set(cards)) for cards in by_hand(laid_now)]):
            parts = parted(cards, self._facts.laws)
            for part in parts:
                self._take_up(part, seat if len(parts) == 1 else self._seat_of_set(part), is_one_of_many=len(parts) > 1)

    @property
    def _facts(self) -> SeriesFacts:
        return SeriesFacts(self._session.state)

    def _remembered(self) -> Callable[[], None]:
        restore_tracks = super()._remembered()
        laid = [replace(each, cards=dict(each.cards), lying=set(each.lying)) for each in self._laid]

        def restore() -> None:
            restore_tracks()
            self._laid = laid

        return restore

    def _forget_another_game(self) -> None:
        if self._game_id != self._session.game_id:
            self._laid = []
        super()._forget_another_game()

    # What went

    def _take_leave(self, gone: Iterable[TableCard]) -> list[TableCard]:
        """The cards of sets that are no longer seen to lie there."""
        left = []
        for card in gone:
            self._tracks.pop(card.track_id, None)
            for laid in self._laid:
                if card.track_id in laid.lying:
                    laid.lying.remove(card.track_id)
                    left.append(card)
        return left

    def _settle_clearing(self, gone: Sequence[TableCard], fresh: Sequence[TableCard]) -> None:
        """A series is over when its cards are swept away; a set that goes alone may have been taken back."""
        if not gone or not self._laid:
            return
        if any(distance_cards(card, gone) < NEIGHBOUR_CARDS for card in fresh):
            return  # Covered by what has just been laid on it.
        newest, sets_left = self._laid[-1], [laid for laid in self._laid if laid.lying]
        # What lay under others is missed only after a while, so not all of them go at once.
        sets_gone_from = sum(any(card.track_id in laid.cards for card in gone) for laid in self._laid)
        is_swept = sets_gone_from > 1 and len(newest.lying) <= (1 - SWEPT_SHARE) * len(newest.cards)
        if not sets_left or is_swept:
            self._clear()

    def _clear(self) -> None:
        if self._facts.sets_on_table:
            self._append(TrickGathered(), None)
        for track in self._tracks.values():
            track.role, track.entry_id = Role.NOTHING, None
        self._laid = []

    # What came

    def _without_known(self, appeared: Iterable[TableCard], gone: Sequence[TableCard]) -> list[TableCard]:
        """The cards that are new on the table: neither pushed along, nor come to light again, nor logged before."""
        pushed = list(gone)
        fresh = []
        for card in appeared:
            before = next((each for each in pushed if each.sighting.best_code == card.sighting.best_code), None)
            if before is not None:
                pushed.remove(before)
                self._push_along(before, card)
            elif not self._comes_to_light(card) and not self._is_logged(card):
                fresh.append(card)
        return fresh

    def _push_along(self, before: TableCard, now: TableCard) -> None:
        """A card was moved: nudged within its set, or swept away with the face still up."""
        if distance_cards(now, [before]) > SWEPT_CARDS:
            self._tracks[now.track_id] = Track(now)
            return
        for laid in self._laid:
            if laid.cards.pop(before.track_id, None) is not None:
                self._bind(laid, now)

    def _comes_to_light(self, card: TableCard) -> bool:
        """Whether it is a card of a set on the table that was lost sight of, seen again at its place."""
        for laid in self._laid:
            for track_id, known in laid.cards.items():
                if (
                    track_id not in self._tracks
                    and known.sighting.best_code == card.sighting.best_code
                    and distance_cards(card, [known]) < NEIGHBOUR_CARDS / 2
                ):
                    laid.cards.pop(track_id)
                    self._bind(laid, card)
                    return True
        return False

    def _is_logged(self, card: TableCard) -> bool:
        """Whether it belongs to a set that is in the log, but not from this camera's eyes (after a restart)."""
        if card.hand_from_xy is not None:
            return False
        known = {laid.entry_id for laid in self._laid}
        bound = Counter((t.entry_id, t.card.sighting.best_code) for t in self._tracks.values() if t.role is Role.PLAY)
        for each in reversed(self._facts.sets_on_table):
            code = card.sighting.best_code
            copies = sum(played.code == code for played in each.cards)
            if each.entry_id not in known and copies > bound[each.entry_id, code]:
                self._tracks[card.track_id] = Track(card, Role.PLAY, each.entry_id)
                return True
        return False

    def _in_order(self, groups: list[tuple[list[TableCard], SeatBelief]]) -> list[tuple[list[TableCard], SeatBelief]]:
        """Cards that were found together, one group a seat, in the order in which their seats were to play."""
        by_seat: dict[int, tuple[list[TableCard], SeatBelief]] = {}
        for cards, seat in groups:
            known = by_seat.get(seat.seat)
            by_seat[seat.seat] = (cards, seat) if known is None else ([*known[0], *cards], seat)
        first = self._session.state.expected.seat or 0
        return sorted(by_seat.values(), key=lambda item: (item[1].seat - first) % SEATS)

    def _take_up(self, cards: list[TableCard], seat: SeatBelief, *, is_one_of_many: bool = False) -> None:
        for card in cards:
            self._tracks[card.track_id] = Track(card, seat=seat)
        if self._session.state.expected.kind == "turn" and len(cards) == 1:
            self._append(CardTurned(Card.from_code(cards[0].sighting.best_code)), self._evidence(cards, None))
            return
        if not self._facts.is_on:
            return
        if self._laid and not self._laid[-1].lying and self._facts.to_beat(seat.seat) is None:
            self._clear()  # The newest set has gone, and whoever won with it leads: the rest was not seen to go.
        added_to = self._added_to(cards, seat)
        if added_to is not None:
            self._add(added_to, cards)
        elif is_one_of_many:
            self._log_set(cards, seat)
        elif (cards[0].hand_from_xy is not None or not self._laid) and not self._is_stray(cards, seat):
            self._log_set(self._without_stray(cards, seat), seat)

    def _is_stray(self, cards: list[TableCard], seat: SeatBelief) -> bool:
        """Whether a single doubtful find beside or under sets is none: its player has just laid one."""
        newest = self._laid[-1] if self._laid else None
        is_again = newest is not None and seat.seat == newest.seat.seat and newest.lying
        return bool(is_again) and len(cards) == 1 and doubt_of(cards[0], self._usual_px) > DOUBTFUL

    @property
    def _usual_px(self) -> float:
        return float(np.median([each.card.sighting.card_height_px for each in self._tracks.values()]))

    def _without_stray(self, cards: list[TableCard], seat: SeatBelief) -> list[TableCard]:
        """The cards without doubtful ones that do not fit: of an older set, and pushed into view."""
        size = self._facts.size(seat.seat)

        def fits(some: list[TableCard]) -> bool:
            is_right_size = size is None or len(some) == size
            return is_right_size and self._facts.laws.classify(self._believe(some, None).cards) is not None

        if not self._laid or fits(cards) or (size is not None and len(cards) <= size):
            return cards
        fewer = sorted(cards, key=lambda card: doubt_of(card, self._usual_px))
        while len(fewer) > 1 and doubt_of(fewer[-1], self._usual_px) > DOUBTFUL:
            stray = fewer.pop()
            rest = self._facts.laws.classify(self._believe(fewer, None).cards)
            is_of_rank = rest is not None and rest.rank == Card.from_code(stray.sighting.best_code).rank
            if is_of_rank and not self._is_sure_of(size):
                break  # It may be one of them.
            if fits([card for card in cards if card in fewer]):
                return [card for card in cards if card in fewer]
        return cards

    def _added_to(self, cards: list[TableCard], seat: SeatBelief) -> LaidSet | None:
        """The set these cards belong to: one laid by the same hand a moment ago, or one that was not seen whole."""
        was_laid = cards[0].hand_from_xy is not None
        candidates = self._laid[-1:] if was_laid else sorted(self._laid, key=lambda laid: laid.apart(cards))
        for laid in candidates:
            if was_laid and (seat.seat != laid.seat.seat or not laid.may_gain(cards)):
                continue
            if not was_laid and (laid.apart(cards) > NEIGHBOUR_CARDS or not laid.has_room(len(cards))):
                continue
            together = self._believe([*laid.cards.values(), *cards], laid.to_beat, laid.entry_id)
            if self._facts.laws.classify(together.picture_says) is not None:
                return laid
        return None

    def _hides(self, laid: LaidSet, cards: Sequence[TableCard]) -> bool:
        """Whether these are cards of an older set, uncovered by a hand: nobody lays the same rank on it, and fewer."""
        shown = self._facts.laws.classify(laid.belief.cards)
        ranks = {Card.from_code(card.sighting.best_code).rank for card in cards}
        is_of_rank = shown is not None and ranks == {shown.rank} and (laid is not self._laid[-1] or laid.hidden > 0)
        return is_of_rank and len(cards) < len(laid.cards) + laid.hidden and laid.apart(cards) < NEIGHBOUR_CARDS

    def _add(self, laid: LaidSet, cards: Iterable[TableCard]) -> None:
        for card in cards:
            self._bind(laid, card)
            laid.last_s = card.first_seen_s
        if not laid.is_told:
            self._decide_again(laid, "one more card was seen", needs_surety=False)

    def _bind(self, laid: LaidSet, card: TableCard) -> None:
        laid.cards[card.track_id] = card
        laid.lying.add(card.track_id)
        self._tracks[card.track_id] = Track(card, Role.PLAY, laid.entry_id, laid.seat)

    def _follow(self, card: TableCard) -> None:
        """A card lies elsewhere now, or is known better."""
        if card.track_id in self._tracks:
            self._tracks[card.track_id].card = card
        for laid in self._laid:
            if card.track_id in laid.cards:
                laid.cards[card.track_id] = card

    # Whose it is

    def _seat_of_set(self, cards: Sequence[TableCard]) -> SeatBelief:
        chances = self._facts.chances()
        if self._laid:
            newest = self._laid[-1]
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

    def _believe(self, cards: Sequence[TableCard], to_beat: RankSet | None, leave_out: int | None = None) -> SetBelief:
        readings = [
            {name: float(p) for name, p in zip(card.sighting.classes, card.sighting.probabilities, strict=True)}
            for card in cards
        ]
        return believe_set(readings, self._facts.laws, self._deck, to_beat=to_beat, seen=self._facts.seen(leave_out))

    def _log_set(self, cards: list[TableCard], seat: SeatBelief) -> None:
        to_beat = self._facts.to_beat(seat.seat)
        belief = self._believe(cards, to_beat)
        entered = self._entered_by_hand(belief)
        named, hidden = self._completed(belief, self._facts.size(seat.seat))
        to_beat, size = self._facts.to_beat(seat.seat), self._facts.size(seat.seat)  # They may have grown.
        if entered is None:
            entry_id = self._append(CardsPlayed(seat.seat, named), self._evidence(cards, belief, hidden))
        else:
            entry_id = entered.entry_id
        laid = LaidSet(entry_id, seat, {}, belief, to_beat, size, cards[0].first_seen_s, entered is not None, hidden)
        self._laid.append(laid)
        for card in cards:
            self._bind(laid, card)
        if entered is None:
            self._ask_about(laid, named)
            if seat.confidence < SURE or seat.by_turn is not None:
                self._session.ask(questions.which_seat_laid(entry_id, named, seat, self._evidence(cards, belief)))

    def _entered_by_hand(self, belief: SetBelief) -> SetState | None:
        """The newest set of the log, where somebody at the page was quicker than the camera."""
        sets = self._facts.sets_on_table
        if not sets or any(track.entry_id == sets[-1].entry_id for track in self._tracks.values()):
            return None
        same = Counter(card.rank for card in sets[-1].cards) == Counter(card.rank for card in belief.cards)
        return sets[-1] if same and all(laid.entry_id != sets[-1].entry_id for laid in self._laid) else None

    def _completed(
        self, belief: SetBelief, size: int | None, laid: LaidSet | None = None
    ) -> tuple[tuple[Card, ...], int]:
        """The cards to log of a set (one logged before, or a new one), and how many of them were not seen.

        An answer has as many cards as the sets below. Where some are missing they are hidden by their neighbours far
        more often than the player laid too few; where it has more, those below were not seen whole.
        """
        cards, is_sure = belief.cards, self._is_sure_of(size)
        missing = 0 if size is None else size - len(cards)
        most = max(1, int(len(cards) * (MISCOUNTED_SHARE_IF_SURE if is_sure else MISCOUNTED_SHARE)))
        if 0 < missing <= most:
            return self._with_more(cards, missing), missing
        all_seen = len(self._laid) == len(self._facts.sets_on_table) and not any(laid.is_told for laid in self._laid)
        is_set = self._facts.laws.classify(cards) is not None
        if 0 > missing >= -most and all_seen and is_set and not is_sure:
            for other in self._laid:
                if other is not laid:
                    self._complete(other, -missing)
        return cards, 0

    def _is_sure_of(self, size: int | None) -> bool:
        """Whether enough sets of the series were seen to have so many cards."""
        return sum(not laid.hidden and len(laid.cards) == size for laid in self._laid) >= SURE_OF_SIZE

    def _complete(self, laid: LaidSet, missing: int) -> None:
        """A set that answers has more cards: some of this one were hidden."""
        logged = self._logged(laid.entry_id)
        if not isinstance(logged, CardsPlayed):
            return
        cards = self._with_more(logged.cards, missing)
        laid.hidden += missing
        laid.size = None if laid.size is None else laid.size + missing
        self._append(Corrected(laid.entry_id, CardsPlayed(logged.seat, cards)), None)
        self._ask_about(laid, cards)

    def _with_more(self, cards: tuple[Card, ...], count: int) -> tuple[Card, ...]:
        for _ in range(count):
            seen = [*self._facts.seen(), *(card.code for card in cards)]
            cards = (*cards, likeliest_further_card(cards, self._facts.laws, self._deck, seen))
        return cards

    def _read_again(self, cards: Sequence[TableCard]) -> None:
        """Cards whose names are better known now than when they were logged."""
        touched = []
        for card in cards:
            self._follow(card)
            touched += [laid for laid in self._laid if card.track_id in laid.cards and laid not in touched]
        for laid in touched:
            if not laid.is_told:
                self._decide_again(laid, "read again", needs_surety=True)

    def _decide_again(self, laid: LaidSet, why: str, *, needs_surety: bool) -> None:
        logged = self._logged(laid.entry_id)
        if not isinstance(logged, CardsPlayed):
            return
        laid.belief = self._believe(list(laid.cards.values()), laid.to_beat, laid.entry_id)
        if needs_surety and laid.belief.confidence < REREAD_CONFIDENCE:
            return
        named, laid.hidden = self._completed(laid.belief, laid.size, laid)
        if Counter(card.rank for card in named) != Counter(card.rank for card in logged.cards):
            evidence = self._evidence(list(laid.cards.values()), laid.belief, laid.hidden, why)
            self._append(Corrected(laid.entry_id, CardsPlayed(logged.seat, named)), evidence)
        self._session.withdraw(f"set:{laid.entry_id}")
        self._ask_about(laid, named)

    def _ask_about(self, laid: LaidSet, named: tuple[Card, ...]) -> None:
        """Ask where the ranks or the number of a set's cards are in doubt."""
        further = [likeliest_further_card(named, self._facts.laws, self._deck, self._facts.seen()), *self._jokers]
        offered = offered_sets(laid, named, further)
        if len(offered) > 1:
            evidence = self._evidence(list(laid.cards.values()), laid.belief, laid.hidden)
            self._session.ask(questions.which_set(laid.entry_id, laid.seat.seat, offered, evidence))

    @property
    def _jokers(self) -> list[Card]:
        return [card for card in self._deck.faces if card.rank in self._facts.laws.jokers]

    def _evidence(
        self, cards: Sequence[TableCard], belief: SetBelief | None, hidden: int = 0, note: str = ""
    ) -> Evidence:
        assert self._change is not None
        return set_evidence(self._change.image_bgr, cards, belief, hidden, note)

    # Answers

    def _heed(self, answer: Answer) -> None:
        kind, _, rest = answer.choice.code.partition(":")
        entry_id = answer.question.entry_id
        logged = self._logged(entry_id)
        if entry_id is None or not isinstance(logged, CardsPlayed):
            return
        if kind == "set":
            for laid in self._laid:
                laid.is_told = laid.is_told or laid.entry_id == entry_id
            cards = tuple(Card.from_code(code) for code in rest.split(","))
            if Counter(card.rank for card in cards) != Counter(card.rank for card in logged.cards):
                self._append(Corrected(entry_id, CardsPlayed(logged.seat, cards)), None)
        elif kind == "seat" and logged.seat != int(rest):
            self._append(Corrected(entry_id, CardsPlayed(int(rest), logged.cards)), None)
        elif kind == "nothing":
            self._append(Removed(entry_id), None)
            for track in self._tracks.values():
                if track.entry_id == entry_id:
                    track.role, track.entry_id = Role.NOTHING, None
            self._laid = [laid for laid in self._laid if laid.entry_id != entry_id]
