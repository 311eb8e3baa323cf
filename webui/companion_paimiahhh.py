"""The companion of PaiMiahhh: tricks as in any game, and the hand that the Dummy lays open beside them.

What lies in the open hand is no play. A card that leaves it for the trick is the Dummy's play, whoever's hand carries
it; a card that turns up in it was there all along. During the auction only the Starter is a play: it opens the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.cards import Card, Deck
from engine.decks_paimiahhh import PAIMIAHHH_BOX, STARTER
from engine.events import Corrected, HandShown
from engine.games.paimiahhh_state import PaiMiahhhRoundState
from engine.log import effective
from engine.state import Phase, RoundState, Standing
from vision.observations import TableCard, TableChanged
from webui import games
from webui import table_questions as questions
from webui.card_evidence import card_evidence
from webui.companion import GUESS_CONFIDENCE, SURE_CONFIDENCE, Companion
from webui.companion_base import Role, Track
from webui.open_hand import OpenHand
from webui.questions import Answer
from webui.seat_placement import SeatPlacement, Xy
from webui.session import Session
from webui.who_played import SeatBelief

# Lengths in card heights. How far behind the Dummy's card in the trick its hand begins, and how far from the middle of
# play where no such card lies.
_BEHIND_TRICK = 0.65
_FAR_OUT = 1.75
_CLEARLY = 0.4
# So many cards at once, this far out on the Dummy's side, are its hand although it has not been seen to play.
_HAND_AT_ONCE = 3
_OUTSIDE_TRICK = 1.3
_BOX_CODES = frozenset(card.code for card in PAIMIAHHH_BOX)
_LEAST_OF_BOX = 0.5
"""Of a reading: what is rather a card of another deck is print that is no index."""


class PaiMiahhhCompanion(Companion):
    """Turns observations of the table into events of PaiMiahhh; call it from one thread."""

    def __init__(
        self,
        session: Session,
        placement: SeatPlacement | None = None,
        *,
        deck: Deck = PAIMIAHHH_BOX,
        on_event: Callable[[int, TableChanged], None] | None = None,
    ) -> None:
        super().__init__(session, placement, deck=deck, on_event=on_event)
        self._hand = OpenHand((None, None))
        self._strange: set[int] = set()

    def _take_in(self, change: TableChanged) -> None:
        self._deck = games.deck_of(self._session.state)
        self._forget_another_round()
        super()._take_in(change)
        self._tell_hand()

    def _forget_another_round(self) -> None:
        round_ = self._session.state.round
        now_on = (self._session.game_id, None if round_ is None else round_.started_entry_id)
        if now_on == self._hand.of_round:
            return
        self._hand = OpenHand(now_on)
        for track in self._tracks.values():
            if track.role is Role.OPEN_HAND:
                track.role = Role.NOTHING
                self._session.withdraw(f"open:{track.card.track_id}")

    def _remembered(self) -> Callable[[], None]:
        restore_tracks, hand = super()._remembered(), self._hand.copy()

        def restore() -> None:
            restore_tracks()
            self._hand = hand

        return restore

    # The round

    @property
    def _particulars(self) -> PaiMiahhhRoundState | None:
        round_ = self._session.state.round
        return None if round_ is None else round_.paimiahhh

    @property
    def _dummy(self) -> int | None:
        particulars = self._particulars
        return None if particulars is None or self._session.state.expected.kind == "bid" else particulars.dummy

    def _dummys_plays(self) -> list[tuple[int, str]]:
        """(entry, code) of what the Dummy has played in this round."""
        round_, dummy = self._session.state.round, self._dummy
        if round_ is None or dummy is None:
            return []
        plays = [play for trick in round_.tricks for play in trick.plays if play.standing is not Standing.TAKEN_BACK]
        return [(play.entry_id, play.card.code) for play in plays if play.seat == dummy]

    def _is_whole(self) -> bool:
        """Whether every card left in the Dummy's hand is known."""
        particulars, round_ = self._particulars, self._session.state.round
        if particulars is None or round_ is None or not particulars.is_dummy_shown:
            return False
        cards_each = len(self._deck) // len(round_.bids)
        return len(particulars.dummy_hand) >= cards_each - len(self._dummys_plays())

    def _way_of_play(self) -> int:
        return 1 if self._particulars is None else self._particulars.direction

    def _seen_before(self, round_: RoundState, card: TableCard, leave_out: int | None) -> list[str]:
        lying = (
            self._hand.codes.get(track_id)
            for track_id, track in self._tracks.items()
            if track.role is Role.OPEN_HAND and track_id != card.track_id
        )
        return [*super()._seen_before(round_, card, leave_out), *(code for code in lying if code is not None)]

    # What came

    def _take_up(self, cards: list[TableCard]) -> None:
        state = self._session.state
        is_over = state.round is None or state.round.phase in (Phase.OVER, Phase.VOID)
        if is_over or state.expected.kind == "bid":
            for card in cards:
                self._tracks[card.track_id] = Track(card)
            cards = [] if is_over else [card for card in cards if card.sighting.code == STARTER.code]
            if not cards:
                return
        strange = [card for card in cards if not self._is_of_box(card)]
        for card in strange:
            self._tracks[card.track_id] = Track(card)
            self._strange.add(card.track_id)
        cards = [card for card in cards if card not in strange]
        in_hand = self._of_open_hand(cards)
        for card in in_hand:
            self._tracks[card.track_id] = Track(card, Role.OPEN_HAND)
            self._hand.lie(card)
            self._name(card)
        super()._take_up([card for card in cards if card not in in_hand])

    def _follow(self, moved: Iterable[TableCard]) -> list[TableCard]:
        moved = list(moved)
        super()._follow(moved)
        hand = [card for card in moved if self._role(card) is Role.OPEN_HAND]
        carried = [card for card in hand if self._has_left(card)]
        if len(carried) > 1:  # The table was knocked, or the whole hand was moved.
            carried = []
        for card in hand:
            if card not in carried:
                self._hand.lie(card)
        for card in carried:
            self._session.withdraw(f"open:{card.track_id}")
            self._hand.carried.add(card.track_id)
        return carried

    def _take_leave(self, gone: Iterable[TableCard]) -> list[Track]:
        gone = list(gone)
        for card in gone:
            if self._role(card) is Role.OPEN_HAND:
                self._hand.lose(card.track_id)
                self._session.withdraw(f"open:{card.track_id}")
        return super()._take_leave(gone)

    def _is_of_box(self, card: TableCard) -> bool:
        """Whether it looks like a card of this print; small print on its faces may look like a joker's name."""
        sighting = card.sighting
        of_box = sum(p for name, p in zip(sighting.classes, sighting.probabilities, strict=True) if name in _BOX_CODES)
        return bool(of_box >= _LEAST_OF_BOX)

    def _read_again(self, card: TableCard) -> None:
        if card.track_id in self._strange and self._is_of_box(card):
            self._strange.discard(card.track_id)
            self._take_up([card])
        elif self._role(card) is Role.OPEN_HAND:
            self._tracks[card.track_id].card = card
            self._name(card)
        else:
            super()._read_again(card)

    def _role(self, card: TableCard) -> Role | None:
        track = self._tracks.get(card.track_id)
        return None if track is None else track.role

    def _seat_in_trick(self, card: TableCard, expected_seat: int | None) -> SeatBelief:
        dummy = self._dummy
        if dummy is not None and (card.track_id in self._hand.carried or self._was_open(card)):
            return SeatBelief(dummy, 1.0, dummy, None, expected_seat)
        return super()._seat_in_trick(card, expected_seat)

    def _without_cards(self) -> frozenset[int]:
        dummy = self._dummy
        return frozenset() if dummy is None or not self._is_whole() else frozenset({dummy})

    def _was_open(self, card: TableCard) -> bool:
        """Whether this is a card of the Dummy's hand that no longer lies there."""
        particulars, belief = self._particulars, self._believe(card)
        hand = () if particulars is None else particulars.dummy_hand
        return belief.confidence >= GUESS_CONFIDENCE and any(each.code == belief.code for each in hand)

    # The open hand

    def _of_open_hand(self, cards: list[TableCard]) -> list[TableCard]:
        """Those of new cards that lie in the Dummy's open hand."""
        dummy = self._dummy
        fresh = [card for card in cards if card.track_id not in self._hand.carried]
        if dummy is None:
            return []
        near = [card for card in fresh if self._hand.has_near(card)]
        if self._is_whole() and self._hand.spots:
            return near
        out = {card.track_id: self._outwards(card, dummy) for card in fresh}
        far = [card for card in fresh if out[card.track_id] >= _OUTSIDE_TRICK]
        if not self._dummys_plays() and not self._hand.spots:
            return far if len(far) >= _HAND_AT_ONCE else []
        line = self._line(dummy)
        return [card for card in fresh if card in near or out[card.track_id] >= line]

    def _has_left(self, card: TableCard) -> bool:
        """Whether a card of the open hand lies clearly nearer to the middle than any of them lay."""
        dummy = self._dummy
        if dummy is None or self._hand.has_near(card):
            return False
        nearest = min(self._outwards(card, dummy, spot) for spot in self._hand.spots)
        return self._outwards(card, dummy) < nearest - _CLEARLY

    def _line(self, dummy: int) -> float:
        """How far out the open hand begins, in card heights from the middle of play."""
        entries = {entry_id for entry_id, _ in self._dummys_plays()}
        lying = [track.card for track in self._tracks.values() if track.entry_id in entries]
        if lying:
            return max(self._outwards(card, dummy) for card in lying) + _BEHIND_TRICK
        return _FAR_OUT

    def _outwards(self, card: TableCard, seat: int, spot: Xy | None = None) -> float:
        """How far a card (or a spot, px) lies from the middle of play towards a seat, in card heights."""
        assert self._change is not None
        height, width = self._change.image_bgr.shape[:2]
        placement = self._placement.with_corners(self._session.table_corners)
        offset, way = placement.offset(spot or card.centre_xy, (width, height)), placement.directions[seat]
        return float((offset[0] * way[0] + offset[1] * way[1]) * height / 2 / card.sighting.card_height_px)

    def _name(self, card: TableCard) -> None:
        """Know a card of the open hand, or ask which it is."""
        belief = self._believe(card)
        if belief.code is not None and belief.confidence >= SURE_CONFIDENCE:
            self._hand.codes[card.track_id] = belief.code
            self._session.withdraw(f"open:{card.track_id}")
        elif self._dummy is not None:
            self._session.ask(questions.open_card(card, belief, self._dummy, card_evidence(card, belief)))

    def _heed(self, answer: Answer) -> None:
        track = self._track_of(answer)
        if track is None or track.role is not Role.OPEN_HAND:
            super()._heed(answer)
            return
        kind, _, code = answer.choice.code.partition(":")
        if kind == "card":
            self._hand.codes[track.card.track_id] = code
            self._tell_hand()
        else:
            track.role = Role.NOTHING

    def _tell_hand(self) -> None:
        """Log what the Dummy's hand holds, and put it right when more of it is known."""
        dummy, round_ = self._dummy, self._session.state.round
        if dummy is None or round_ is None or not self._hand.codes:
            return
        told_id, told = self._told_hand(round_, dummy)
        plays = self._dummys_plays()
        before = [code for entry_id, code in plays if told_id is None or entry_id < told_id]
        lying = {track_id for track_id, track in self._tracks.items() if track.role is Role.OPEN_HAND}
        size = len(self._deck) // len(round_.bids) - len(before)
        # A play that was not in the hand when all of it was seen is rather another seat's.
        is_whole = len(told) == size
        played = [code for _, code in plays if code not in before and (not is_whole or Card.from_code(code) in told)]
        cards = tuple(Card.from_code(code) for code in self._hand.known(lying, played))
        if told_id is None:
            # One that was taken out of the log is not told again.
            if self._hand.entry is None and len(cards) >= min(_HAND_AT_ONCE, size):
                self._hand.entry = self._append(HandShown(dummy, cards[:size]), None)
            return
        if told_id != self._hand.entry:  # Entered by a player, or before a restart.
            if self._is_whole():
                return
            cards = tuple(dict.fromkeys((*told, *cards)))
        if set(cards[:size]) != set(told):
            self._append(Corrected(told_id, HandShown(dummy, cards[:size])), None)

    def _told_hand(self, round_: RoundState, dummy: int) -> tuple[int | None, tuple[Card, ...]]:
        """The entry about the Dummy's hand in this round, and the cards it names."""
        for entry in effective(self._session.entries):
            shown = entry.event
            if entry.id > round_.started_entry_id and isinstance(shown, HandShown) and shown.seat == dummy:
                return entry.id, shown.cards
        return None, ()
