"""The companion of trick games: which card on the table is which play, which is the turned card, which is nothing.

What it is unsure of it asks; play goes on while a question is open, and the answer becomes a correction, an insertion
or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.cards import STANDARD_DECK, Card, Deck
from engine.events import CardsPlayed, CardTurned, Corrected, Inserted, RoundStarted, Seat, TrickGathered
from engine.fold import fold
from engine.log import Entry
from engine.state import Phase, RoundState, Standing, State, TrickState
from vision.observations import TableCard, TableChanged
from webui import table_questions as questions
from webui.card_belief import CardBelief, believe
from webui.card_evidence import card_evidence
from webui.companion_base import CompanionBase, Role, Track
from webui.questions import Answer
from webui.seat_placement import SeatPlacement
from webui.session import Session
from webui.store import Evidence
from webui.who_played import SeatBelief

# A reading surer than this is an event without a question. The reader is calibrated (models/reader.md): between 0.95
# and 0.98 it is wrong once in sixty, which is too often for a referee who does not ask.
SURE_CONFIDENCE = 0.97
# Below this the guess is not worth logging: the card waits for the table's word.
GUESS_CONFIDENCE = 0.5
# A card that was re-read changes its entry only when the new reading is this sure.
REREAD_CONFIDENCE = 0.95


class Companion(CompanionBase):
    """Turns observations of the table into events of a trick game; call it from one thread."""

    def __init__(
        self,
        session: Session,
        placement: SeatPlacement | None = None,
        *,
        deck: Deck = STANDARD_DECK,
        on_event: Callable[[int, TableChanged], None] | None = None,
    ) -> None:
        super().__init__(session, placement or SeatPlacement.around(), deck=deck, on_event=on_event)

    def _take_in(self, change: TableChanged) -> None:
        vanished = self._take_leave(change.gone)
        carried = self._follow(change.moved)
        self._settle_gathering(vanished)
        for card in change.reread:
            self._read_again(card)
        self._take_up([*carried, *self._bind_known(change.appeared)])

    def _follow(self, moved: Iterable[TableCard]) -> list[TableCard]:
        """Keep up with cards that lie elsewhere now; returns those that are played by it."""
        for card in moved:
            if card.track_id in self._tracks:
                self._tracks[card.track_id].card = card
        return []

    # What went

    def _take_leave(self, gone: Iterable[TableCard]) -> list[Track]:
        vanished = []
        for card in gone:
            track = self._tracks.pop(card.track_id, None)
            if track is None:
                continue
            vanished.append(track)
            if track.role is Role.UNNAMED:
                self._tracks[card.track_id] = track  # Its name is still asked for; only the card has gone.
        return vanished

    def _settle_gathering(self, vanished: list[Track]) -> None:
        """A trick is over when its cards are gathered; a single card that goes may have been taken back."""
        trick = _current_trick(self._session.state)
        if trick is None:
            return
        in_trick = {play.entry_id for play in trick.plays if play.standing is not Standing.TAKEN_BACK}
        gone = [track for track in vanished if track.role is Role.PLAY and track.entry_id in in_trick]
        if not gone:
            return
        lying = [track for track in self._tracks.values() if track.role is Role.PLAY and track.entry_id in in_trick]
        if not lying and (trick.is_complete or len(in_trick) > 1):
            self._append(TrickGathered(), None)
            for entry_id in in_trick:
                self._lies_again(entry_id)
            self._release_early()
        elif not trick.is_complete:
            for track in gone:
                self._ask_whether_taken_back(track.entry_id)

    def _release_early(self) -> None:
        """Cards laid before the old trick was gathered are the new trick's."""
        early = [track for track in self._tracks.values() if track.role is Role.EARLY]
        for track in early:
            self._session.withdraw(f"early:{track.card.track_id}")
        self._take_up([track.card for track in early])

    # What came

    def _bind_known(self, appeared: Iterable[TableCard]) -> list[TableCard]:
        """Recognise cards the log already holds (after a restart, or a lost track); the rest is new."""
        state = self._session.state
        bound = {track.entry_id for track in self._tracks.values() if track.role in (Role.PLAY, Role.TURNED)}
        known: dict[str, tuple[Role, int]] = {}
        round_ = state.round
        if round_ is not None and round_.turned_card is not None and round_.turned_entry_id is not None:
            known[round_.turned_card.code] = (Role.TURNED, round_.turned_entry_id)
        trick = _current_trick(state)
        for play in trick.plays if trick is not None else ():
            known[play.card.code] = (Role.PLAY, play.entry_id)
        fresh = []
        for card in appeared:
            role, entry_id = known.get(card.sighting.best_code, (None, None))
            if role is None or entry_id in bound:
                fresh.append(card)
                continue
            bound.add(entry_id)
            self._tracks[card.track_id] = Track(card, role, entry_id)
            self._lies_again(entry_id)
        return fresh

    def _take_up(self, cards: list[TableCard]) -> None:
        """Make events of cards that are new on the table."""
        for card in cards:
            self._tracks[card.track_id] = Track(card)
        if not cards:
            return
        kind = self._session.state.expected.kind
        round_ = self._session.state.round
        if round_ is not None and round_.phase is Phase.OVER:
            kind = "round"  # Even where a bid or the trump of the old one is still asked for.
        if kind == "round" and len(cards) == 1 and not self._others_lying(cards):
            # The first card of the next deal: nobody has to press a button for it. Who deals first is drawn at the
            # table; the page can put right whom this card names.
            is_drawn = self._session.state.expected.dealer is None
            self._append(RoundStarted(self._dealer_by(cards[0]) if is_drawn else None), None)
            kind = self._session.state.expected.kind
        if kind == "turn":
            self._turn(cards)
        elif kind in ("bid", "play", "gather"):
            for card, seat in self._in_order(cards):
                self._play(card, seat)

    def _dealer_by(self, card: TableCard) -> Seat:
        """Who dealt: whoever turns the first card, or, where none is turned, the seat before the one that leads it."""
        seat = self._seat_in_trick(card, None).seat
        entries = self._session.entries
        begun = fold((*entries, Entry(entries[-1].id + 1, RoundStarted(seat))))
        return seat if begun.expected.kind == "turn" else (seat - self._way_of_play()) % len(begun.names)

    def _others_lying(self, cards: list[TableCard]) -> bool:
        new = {card.track_id for card in cards}
        return any(track_id not in new for track_id in self._tracks)

    def _turn(self, cards: list[TableCard]) -> None:
        if len(cards) > 1:
            self._session.ask(questions.which_turned(cards))
            return
        self._log_turned(cards[0])

    def _log_turned(self, card: TableCard) -> None:
        belief = self._believe(card)
        if belief.code is None:
            return
        entry_id = self._append(CardTurned(Card.from_code(belief.code)), card_evidence(card, belief))
        self._tracks[card.track_id] = Track(card, Role.TURNED, entry_id)
        if belief.confidence < SURE_CONFIDENCE:
            self._session.ask(questions.which_card(entry_id, card, belief, None, card_evidence(card, belief)))

    def _in_order(self, cards: list[TableCard]) -> list[tuple[TableCard, SeatBelief]]:
        """Cards that were found together, in the order in which their seats were to play."""
        state = self._session.state
        first = state.expected.seat
        seats = [(card, self._seat_in_trick(card, first if len(cards) == 1 else None)) for card in cards]
        if first is None or len(cards) == 1:
            return seats
        count, way = len(self._placement.directions), self._way_of_play()
        return sorted(seats, key=lambda item: (item[1].seat - first) * way % count)

    def _way_of_play(self) -> int:
        """1 where the turn passes to the next seat number, -1 where to the one before."""
        return 1

    def _seat_in_trick(self, card: TableCard, expected_seat: int | None) -> SeatBelief:
        trick = _current_trick(self._session.state)
        is_on = trick is not None and not trick.is_complete
        played = frozenset(play.seat for play in trick.plays) if trick is not None and is_on else frozenset()
        return self._seat_of(card, expected_seat, played | self._without_cards())

    def _without_cards(self) -> frozenset[int]:
        """Seats that have no hidden card to lay."""
        return frozenset()

    def _play(self, card: TableCard, seat: SeatBelief) -> None:
        track = self._tracks[card.track_id]
        track.seat = seat
        trick = _current_trick(self._session.state)
        if trick is not None and trick.is_complete:
            lying = [each for each in self._tracks.values() if each.role is Role.PLAY and self._is_in(trick, each)]
            early = [each for each in self._tracks.values() if each.role is Role.EARLY]
            # Its cards went one by one, or were not all seen to go: a lead beside a single card left over, or a second
            # card of a new trick, says that the trick is over.
            if len(lying) > 1 and not early:
                track.role = Role.EARLY
                self._session.ask(questions.trick_not_gathered(card, seat, card_evidence(card, self._believe(card))))
                return
            for each in lying:
                each.role, each.entry_id = Role.NOTHING, None
            self._append(TrickGathered(), None)
            self._release_early()
        belief = self._believe(card)
        if belief.already_seen and self._was_just_gathered(belief.code):
            return  # A card of the heap being carried away showed its face once more.
        if belief.code is None or belief.confidence < GUESS_CONFIDENCE:
            track.role = Role.UNNAMED
            self._session.ask(questions.which_card(None, card, belief, seat.seat, card_evidence(card, belief)))
            return
        self._log_play(track, belief)

    def _was_just_gathered(self, code: str | None) -> bool:
        round_ = self._session.state.round
        if self._change is None or not self._change.gone or round_ is None or not round_.tricks:
            return False
        last = round_.tricks[-1]
        return last.is_gathered and any(play.card.code == code for play in last.plays)

    def _log_play(self, track: Track, belief: CardBelief) -> None:
        assert belief.code is not None
        assert track.seat is not None
        event = CardsPlayed(track.seat.seat, (Card.from_code(belief.code),))
        entry_id = self._append(event, card_evidence(track.card, belief))
        track.role, track.entry_id = Role.PLAY, entry_id
        if belief.confidence < SURE_CONFIDENCE:
            evidence = card_evidence(track.card, belief)
            self._session.ask(questions.which_card(entry_id, track.card, belief, track.seat.seat, evidence))
        if track.seat.is_disputed:
            self._session.ask(questions.which_seat(entry_id, track.card, track.seat, card_evidence(track.card, belief)))

    def _read_again(self, card: TableCard) -> None:
        """A card whose name is better known now than when it was logged."""
        track = self._tracks.get(card.track_id)
        if track is None:
            return
        track.card = card
        belief = self._believe(card, leave_out=track.entry_id)
        if track.role is Role.UNNAMED:
            if belief.code is not None and belief.confidence >= SURE_CONFIDENCE:
                self._session.withdraw(f"card:track{card.track_id}")
                self._place_waiting(track, Card.from_code(belief.code), card_evidence(card, belief))
            return
        logged = self._logged(track.entry_id)
        if logged is None or belief.code is None or belief.confidence < REREAD_CONFIDENCE:
            return
        named = Card.from_code(belief.code)
        if isinstance(logged, CardsPlayed) and logged.cards != (named,):
            self._correct(track, CardsPlayed(logged.seat, (named,)), card_evidence(card, belief, "read again"))
        elif isinstance(logged, CardTurned) and logged.card != named:
            self._correct(track, CardTurned(named), card_evidence(card, belief, "read again"))
        self._session.withdraw(f"card:{track.entry_id}")

    # Answers

    def _heed(self, answer: Answer) -> None:
        kind, _, rest = answer.choice.code.partition(":")
        entry_id = answer.question.entry_id
        track = self._track_of(answer)
        if kind == "turned" and track is not None:
            self._log_turned(track.card)
        elif kind == "card":
            self._heed_card(entry_id, track, Card.from_code(rest))
        elif kind == "seat" and entry_id is not None:
            logged = self._logged(entry_id)
            if isinstance(logged, CardsPlayed) and logged.seat != int(rest):
                self._append(Corrected(entry_id, CardsPlayed(int(rest), logged.cards)), None)
        elif kind in ("taken_back", "nothing"):
            self._take_out(entry_id)
            if track is not None:
                track.role, track.entry_id = Role.NOTHING, None
        elif kind == "gathered":
            self._append(TrickGathered(), None)
            for each in self._tracks.values():
                if each.role is Role.PLAY:
                    each.role, each.entry_id = Role.NOTHING, None
            self._release_early()

    def _heed_card(self, entry_id: int | None, track: Track | None, card: Card) -> None:
        if entry_id is None:
            if track is not None and track.role is Role.UNNAMED:
                self._place_waiting(track, card, Evidence(note="named by the table"))
            return
        logged = self._logged(entry_id)
        if isinstance(logged, CardsPlayed) and logged.cards != (card,):
            self._append(Corrected(entry_id, CardsPlayed(logged.seat, (card,))), None)
        elif isinstance(logged, CardTurned) and logged.card != card:
            self._append(Corrected(entry_id, CardTurned(card)), None)

    def _track_of(self, answer: Answer) -> Track | None:
        track_id = answer.question.params.get("track")
        if answer.choice.code.startswith("turned:"):
            track_id = int(answer.choice.code.partition(":")[2])
        return self._tracks.get(track_id) if isinstance(track_id, int) else None

    # The log

    def _place_waiting(self, track: Track, card: Card, evidence: Evidence) -> None:
        """Put a play that waited for its name where it belongs: before what came after it."""
        assert track.seat is not None
        event = CardsPlayed(track.seat.seat, (card,))
        before = track.followed_by
        entry_id = self._append(event if before is None else Inserted(before, event), evidence)
        track.role, track.entry_id, track.followed_by = Role.PLAY, entry_id, None

    def _correct(self, track: Track, event: CardsPlayed | CardTurned, evidence: Evidence) -> None:
        assert track.entry_id is not None
        self._append(Corrected(track.entry_id, event), evidence)

    def _is_in(self, trick: TrickState, track: Track) -> bool:
        return any(play.entry_id == track.entry_id for play in trick.plays)

    def _believe(self, card: TableCard, leave_out: int | None = None) -> CardBelief:
        round_ = self._session.state.round
        seen = [] if round_ is None else self._seen_before(round_, card, leave_out)
        sighting = card.sighting
        probabilities = {name: float(p) for name, p in zip(sighting.classes, sighting.probabilities, strict=True)}
        return believe(probabilities, seen, self._deck)

    def _seen_before(self, round_: RoundState, card: TableCard, leave_out: int | None) -> list[str]:  # noqa: ARG002
        """Codes of the cards that `card` can hardly be; entry `leave_out` is its own."""
        return _seen_codes(round_, self._deck, leave_out)


def _current_trick(state: State) -> TrickState | None:
    return None if state.round is None else state.round.current_trick


def _seen_codes(round_: RoundState, deck: Deck, leave_out: int | None) -> list[str]:
    """The cards this round has shown so far, one code per physical card."""
    codes = [
        play.card.code
        for trick in round_.tricks
        for play in trick.plays
        if play.standing is not Standing.TAKEN_BACK and play.entry_id != leave_out
    ]
    # A full deal leaves no card over: the shown one goes back to the dealer's hand and must still be played.
    is_full_deal = round_.hand_size * len(round_.bids) >= len(deck)
    if round_.turned_card is not None and round_.turned_entry_id != leave_out and not is_full_deal:
        codes.append(round_.turned_card.code)
    return codes
