"""What the companion of climbing games makes of cards that go, and of those that are seen again.

A series is over when its cards are swept away. A set that goes alone was taken back, or its player has won the series
and leads; a set that is covered has not gone; cards that are swept aside with their faces up are no new set. Where two
are possible the table is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import Card, Deck
from engine.events import CardsPlayed, Corrected, Removed, TrickGathered
from engine.games.gou_ji_draw import SEATS
from engine.games.gou_ji_sets import GOU_JI_DECK
from vision.observations import Observation, TableCard, TableChanged
from webui import table_questions as questions
from webui.companion_base import CompanionBase, Role, Track
from webui.laid_sets import NEIGHBOUR_CARDS, LaidSet, distance_cards, lies_as
from webui.questions import Answer
from webui.seat_placement import SeatPlacement
from webui.series_facts import SeriesFacts
from webui.session import Session
from webui.set_reading import SetReading
from webui.sets_on_table import SetsOnTable
from webui.who_played import SeatBelief

# A card that was moved further than this, in card heights, was swept away.
SWEPT_CARDS = 1.5
# From a set to its sweeping, or to the next lead, in seconds: all others pass in between, and a hand has to come.
ALL_PASSED_S = 3.0
# What lay under others is missed only after a while: until then a set that goes may be the first of a sweep.
LATE_GONE_S = 3.5
# So long after the table was cleared its cards may show up again where they were put down.
PUT_DOWN_S = 5.0


@dataclass(slots=True)
class Vanished:
    """The newest set, whose cards have gone while others lie; `is_covered` where cards came in the same place."""

    laid: LaidSet
    since_s: float
    is_covered: bool


@dataclass(slots=True)
class Shrunk:
    """The newest set, of which some cards have gone and the others lie there."""

    laid: LaidSet
    gone: set[int]
    """Their track ids."""
    since_s: float


@dataclass(slots=True)
class Cleared:
    """What lay on the table until it was cleared, and the entry that says so."""

    table: SetsOnTable
    entry_id: int | None
    time_s: float

    def has_all(self, cards: Iterable[TableCard]) -> bool:
        """Whether there was a card with the name of each of these."""
        known = Counter(card.sighting.best_code for laid in self.table.laid for card in laid.cards.values())
        return not Counter(card.sighting.best_code for card in cards) - known


class ClearingCompanion(CompanionBase):
    """Knows which sets lie on the table, and tells a sweep from a set taken back."""

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
        self._table = SetsOnTable()
        self._vanished: Vanished | None = None
        self._shrunk: Shrunk | None = None
        self._cleared: Cleared | None = None
        self._gathered_after: dict[int, int] = {}

    @property
    def laid(self) -> Sequence[LaidSet]:
        """The sets on the table that the camera saw, the newest last."""
        return self._table.laid

    @property
    def _facts(self) -> SeriesFacts:
        return SeriesFacts(self._session.state)

    @property
    def _running(self) -> list[LaidSet]:
        """The sets of the running series; those of earlier ones may lie there still."""
        return self._table.of({each.entry_id for each in self._facts.sets_on_table})

    @property
    def _reading(self) -> SetReading:
        heights = [each.card.sighting.card_height_px for each in self._tracks.values()]
        return SetReading(self._facts, self._deck, self._running, float(np.median(heights)) if heights else 1.0)

    def _remembered(self) -> Callable[[], None]:
        restore_tracks = super()._remembered()
        table, vanished, shrunk, cleared = self._table.copy(), self._vanished, self._shrunk, self._cleared
        gathered_after = dict(self._gathered_after)

        def restore() -> None:
            restore_tracks()
            self._table, self._vanished, self._shrunk, self._cleared = table, vanished, shrunk, cleared
            self._gathered_after = gathered_after

        return restore

    def _forget_another_game(self) -> None:
        if self._game_id != self._session.game_id:
            self._table, self._vanished, self._shrunk, self._cleared = SetsOnTable(), None, None, None
            self._gathered_after = {}
        super()._forget_another_game()

    def _digest(self, news: Observation | Answer) -> None:
        super()._digest(news)
        if not isinstance(news, Answer):
            self._ask_about_vanished(news.time_s)
            self._ask_about_shrunk(news.time_s)

    # What went

    def _lies_again(self, entry_id: int | None) -> None:
        super()._lies_again(entry_id)
        self._session.withdraw(f"part_vanished:{entry_id}")

    def _take_leave(self, gone: Iterable[TableCard]) -> list[TableCard]:
        """The cards of sets that are no longer seen to lie there."""
        gone = list(gone)
        for card in gone:
            self._tracks.pop(card.track_id, None)
        return self._table.lose(gone)

    def _settle_clearing(self, gone: Sequence[TableCard], fresh: Sequence[TableCard]) -> None:
        """A series is over when its cards are swept away; a set that goes alone may have been taken back."""
        newest = self._table.newest
        if not gone or newest is None:
            return
        assert self._change is not None
        self._notice_shrinking(newest, gone, fresh)
        is_newest_gone = not newest.lying and any(card.track_id in newest.cards for card in gone)
        alone = Vanished(newest, self._change.hand_left_s, is_covered=False) if is_newest_gone else self._vanished
        if any(distance_cards(card, gone) < NEIGHBOUR_CARDS for card in fresh):
            if is_newest_gone:  # Covered by what has just been laid on it, or taken back for that.
                self._vanished = Vanished(newest, self._change.hand_left_s, is_covered=True)
        elif any(laid.lying for laid in self._table.laid) and not self._table.are_swept(gone):
            self._vanished = alone
        elif len(self._table.laid) == 1 and is_newest_gone and self._facts.awaits_passes:
            self._ask_whether_taken_back(newest.entry_id)
        else:
            is_quick = self._change.hand_left_s - newest.last_s < ALL_PASSED_S
            is_over = self._facts.series is None or self._facts.series.closed_by is not None
            self._clear(newest if len(self._table.laid) == 1 and is_quick and not is_over else None)

    def _notice_shrinking(self, newest: LaidSet, gone: Sequence[TableCard], fresh: Sequence[TableCard]) -> None:
        """Cards of the newest set have gone, and nothing came in their place or went with them."""
        assert self._change is not None
        is_part = bool(newest.lying) and all(card.track_id in newest.cards for card in gone)
        is_covered = any(distance_cards(card, gone) < NEIGHBOUR_CARDS for card in fresh)
        if not is_part or is_covered or newest.hidden or newest.is_told:
            self._shrunk = None
            return
        before = self._shrunk.gone if self._shrunk is not None and self._shrunk.laid is newest else set()
        self._shrunk = Shrunk(newest, before | {card.track_id for card in gone}, self._change.hand_left_s)

    def _ask_about_shrunk(self, now_s: float) -> None:
        """Ask whether a part of the newest set was taken back, once it is clear that the rest stays."""
        shrunk = self._shrunk
        if shrunk is None:
            return
        laid = shrunk.laid
        missing = {track_id for track_id in shrunk.gone if track_id in laid.cards and track_id not in laid.lying}
        logged = self._logged(laid.entry_id)
        if laid is not self._table.newest or not laid.lying or not missing or not isinstance(logged, CardsPlayed):
            self._shrunk = None
        elif now_s - shrunk.since_s >= LATE_GONE_S:
            self._shrunk = None
            rest = [card for track_id, card in laid.cards.items() if track_id not in missing]
            cards = self._reading.believe(rest, laid.to_beat, laid.entry_id).cards
            self._session.ask(questions.part_vanished(laid.entry_id, logged, cards))

    def _keep_rest(self, entry_id: int, logged: CardsPlayed, cards: tuple[Card, ...]) -> None:
        """A part of a set was taken back."""
        for laid in self._table.of({entry_id}):
            laid.cards = {track_id: card for track_id, card in laid.cards.items() if track_id in laid.lying}
            laid.is_told = True
        self._append(Corrected(entry_id, CardsPlayed(logged.seat, cards)), None)

    def _ask_about_vanished(self, now_s: float) -> None:
        """Ask whether the newest set was taken back, once it is clear that nothing else went with it."""
        gone, newest = self._vanished, self._table.newest
        if gone is None:
            return
        if gone.laid not in self._table.laid or gone.laid.lying:
            self._vanished = None
        elif newest is gone.laid and now_s - gone.since_s < LATE_GONE_S:
            return
        else:
            self._vanished = None
            is_same_seat = newest is not None and newest is not gone.laid and newest.seat.seat == gone.laid.seat.seat
            if not gone.is_covered or (is_same_seat and newest is not None and self._may_stand_for(newest, gone.laid)):
                self._ask_whether_taken_back(gone.laid.entry_id)

    def _may_stand_for(self, newer: LaidSet, older: LaidSet) -> bool:
        """Whether its player may have laid a set instead of an older one, by what lies below that."""
        return older.to_beat is not None and self._reading.may_answer(newer.belief, older.to_beat)

    def _notice_clearing(self, cards: Sequence[TableCard], seat: SeatBelief) -> None:
        """The newest set has gone, and whoever won with it leads: the rest was not seen to go."""
        newest = self._table.newest
        if newest is None or newest.lying or self._facts.to_beat(seat.seat) is not None:
            return
        is_instead = (
            seat.seat == newest.seat.seat
            and newest.to_beat is not None
            and any(laid.lying for laid in self._table.laid)
            and self._reading.may_answer(self._reading.believe(cards, newest.to_beat), newest.to_beat)
        )
        self._clear(newest if is_instead else None)

    def _clear(self, doubted: LaidSet | None = None) -> None:
        """The series is over, and nothing of it lies there; `doubted` may have been taken back instead."""
        entry_id = self._append(TrickGathered(), None) if self._facts.sets_on_table else None
        for laid in self._table.laid:
            self._lies_again(laid.entry_id)
        for track in self._tracks.values():
            track.role, track.entry_id = Role.NOTHING, None
        assert self._change is not None
        self._cleared = Cleared(self._table, entry_id, self._change.time_s)
        self._table, self._vanished, self._shrunk = SetsOnTable(), None, None
        if doubted is not None and entry_id is not None:
            self._gathered_after[doubted.entry_id] = entry_id
            self._ask_whether_taken_back(doubted.entry_id)

    def _take_back(self, entry_id: int) -> None:
        """A set has not been laid, and did not end a series by its going."""
        self._take_out(entry_id)
        self._table.forget(entry_id)
        gathering_id = self._gathered_after.pop(entry_id, None)
        if gathering_id is not None and self._logged(gathering_id) is not None:
            self._append(Removed(gathering_id), None)

    # What is seen again

    def _without_known(self, appeared: Iterable[TableCard], gone: Sequence[TableCard]) -> list[TableCard]:
        """The cards that are new on the table: neither pushed along, nor come to light again, nor logged before."""
        appeared = list(appeared)
        self._take_back_clearing(appeared)
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

    def _take_back_clearing(self, appeared: Sequence[TableCard]) -> None:
        """Cards that lie again just as they lay, under the same names, have not been swept away."""
        cleared = self._cleared
        if cleared is None or not appeared:
            return
        before = [cleared.table.known_at(card, ()) for card in appeared]
        if any(known is None or not lies_as(known, card) for known, card in zip(before, appeared, strict=True)):
            return
        if cleared.entry_id is not None and self._logged(cleared.entry_id) is not None:
            self._append(Removed(cleared.entry_id), None)
        self._table, self._cleared = cleared.table, None

    def _push_along(self, before: TableCard, now: TableCard) -> None:
        """A card was moved: nudged within its set, or swept away with the face still up."""
        if distance_cards(now, [before]) > SWEPT_CARDS:
            self._tracks[now.track_id] = Track(now)
            return
        laid = self._table.released(before)
        if laid is not None:
            self._bind(laid, now)

    def _comes_to_light(self, card: TableCard) -> bool:
        """Whether it is a card of a set on the table that was lost sight of, seen again at its place."""
        known = self._table.known_at(card, self._tracks)
        if known is None:
            return False
        owner = next(laid for laid in self._table.laid if known.track_id in laid.cards)
        if card.hand_from_xy is not None and not owner.lying and not lies_as(known, card):
            return False  # All of that set has gone, and a hand has laid this one otherwise.
        self._table.released(known)
        self._bind(owner, card)
        self._lies_again(owner.entry_id)
        return True

    def _is_logged(self, card: TableCard) -> bool:
        """Whether it belongs to a set that is in the log, but not from this camera's eyes (after a restart)."""
        if card.hand_from_xy is not None:
            return False
        known = {laid.entry_id for laid in self._table.laid}
        bound = Counter((t.entry_id, t.card.sighting.best_code) for t in self._tracks.values() if t.role is Role.PLAY)
        for each in reversed(self._facts.sets_lying):
            code = card.sighting.best_code
            copies = sum(played.code == code for played in each.cards)
            if each.entry_id not in known and copies > bound[each.entry_id, code]:
                self._tracks[card.track_id] = Track(card, Role.PLAY, each.entry_id)
                return True
        return False

    def _may_have_been_swept(self, cards: Sequence[TableCard]) -> bool:
        """Whether cards that lie there may be some of those just swept away, put down elsewhere with their faces up."""
        cleared = self._cleared
        is_soon = cleared is not None and cards[0].first_seen_s - cleared.time_s < PUT_DOWN_S
        return is_soon and cleared is not None and cleared.has_all(cards)

    def _are_swept_aside(self, cards: Sequence[TableCard]) -> bool:
        """Whether they are that beyond doubt: of several ranks, and all of them known."""
        ranks = {Card.from_code(card.sighting.best_code).rank for card in cards} & set(self._facts.laws.naturals)
        return len(ranks) > 1 and self._may_have_been_swept(cards)

    # Which card is whose

    def _bind(self, laid: LaidSet, card: TableCard) -> None:
        laid.cards[card.track_id] = card
        laid.lying.add(card.track_id)
        self._tracks[card.track_id] = Track(card, Role.PLAY, laid.entry_id, laid.seat)

    def _follow(self, card: TableCard) -> list[LaidSet]:
        """A card lies elsewhere now, or is known better; the sets it belongs to."""
        if card.track_id in self._tracks:
            self._tracks[card.track_id].card = card
        return self._table.follow(card)
