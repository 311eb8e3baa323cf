"""One deal of PaiMiahhh as it happens: auction, tricks, Dummy, tiles, with what nobody has told yet left open.

What comes late (the end of the auction, the Joker's name) changes what earlier cards were; the round then replays its
own events with the new knowledge, so that an answer means the same whenever it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.decks_paimiahhh import BONUS, JOKER_STAR, STARTER
from engine.docket import Docket
from engine.events import (
    Announced,
    BidMade,
    CardsPlayed,
    CardTurned,
    Declared,
    HandShown,
    Passed,
    Seat,
    TileTaken,
    TrickGathered,
)
from engine.games.paimiahhh_auction import MarkerAuction
from engine.games.paimiahhh_effects import (
    JOKER,
    EffectOptions,
    GivenBack,
    Laid,
    TileEffects,
    Told,
    Withdrawn,
)
from engine.games.paimiahhh_options import Settings
from engine.games.paimiahhh_table import PaiMiahhhTable
from engine.games.paimiahhh_tiles import Matrix
from engine.games.paimiahhh_tricks import PaiMiahhhRules
from engine.log import Entry
from engine.state import MisreadCandidate, Severity, VerdictClass
from engine.trick_table import Play, Trick
from engine.verdicts import NO_TRICK_POINTS, Code

SEATS = 4
TRICKS = 12
TEAM_OF = (0, 1, 0, 1)
TALK = "table_talk"

_QUESTION = Severity.QUESTION
_QUESTION_CHOICES = ("misread", "stands")


@dataclass(frozen=True, slots=True)
class KeptCardShown:
    """Variant 2: a later round has shown who kept a card of this one."""

    entry_id: int
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class _Ruling:
    verdict_id: str
    decision: str


class DealInPlay:
    """What has happened in one deal, without the looking over that comes at the end (`paimiahhh_round`)."""

    def __init__(self, entry_id: int, number: int, dealer: Seat, settings: Settings) -> None:
        self.entry_id = entry_id
        self.number = number
        self.hand_size = TRICKS
        self.dealer = dealer
        self.settings = settings
        self.first_bidder = (dealer + 1) % SEATS
        self.docket = Docket(entry_id, number)
        self.steps: list[Laid | Withdrawn | GivenBack] = []
        self.declared: dict[tuple[int, str], Told] = {}
        self.seen_tiles: dict[int, Told] = {}
        self.hands_shown: list[tuple[int, Seat]] = []
        self._events: list[Entry | _Ruling | KeptCardShown] = []
        self._is_voided = False
        self._kept: frozenset[Card] | None = None
        self._trump: str | None = None
        self._opener: Seat | None = None
        self._joker_as: Card | None = None
        self._begin()

    def _begin(self) -> None:
        self.docket.found.clear()
        self.steps.clear()
        self.declared.clear()
        self.seen_tiles.clear()
        self.hands_shown.clear()
        self.auction = MarkerAuction(self.docket, self.settings.path, self.first_bidder)
        self.table = PaiMiahhhTable(
            self.docket,
            self._rules(),
            TEAM_OF,
            TRICKS,
            self._opener,
            cards_each=self.settings.cards_each,
            options=self.settings.table,
        )

    def _rules(self) -> PaiMiahhhRules:
        settings = self.settings
        return PaiMiahhhRules(settings.deck, self._trump, joker_as=self._joker_as, options=settings.tricks)

    # --- what is so -----------------------------------------------------------------------------------------------

    @property
    def is_void(self) -> bool:
        """Whether the deal does not count: voided, or thrown in by four passes (R12)."""
        return self._is_voided or (self.auction.is_thrown_in and not self.table.tricks)

    @is_void.setter
    def is_void(self, value: bool) -> None:
        self._kept = None
        self._is_voided = value

    @property
    def declarer(self) -> Seat | None:
        """Who moved the marker last; the Declarer, once the auction is over."""
        return self.auction.declarer

    @property
    def dummy(self) -> Seat | None:
        """The Declarer's partner."""
        return None if self.declarer is None else (self.declarer + 2) % SEATS

    @property
    def is_dummy_shown(self) -> bool:
        """Whether the Dummy has laid cards of its hand open."""
        return any(seat == self.dummy for _, seat in self.hands_shown)

    def is_over(self) -> bool:
        """Whether the round is played out."""
        return self.table.is_over()

    def is_hand_open(self, seat: Seat) -> bool:
        """Whether every card left in a hand has been shown."""
        known = len(self.table.sightings.known_cards(seat))
        return 0 < known >= self.table.cards_each - self.table.played[seat]

    def is_blank(self) -> bool:
        """Whether nothing has happened in it."""
        return not self.auction.calls and not self.table.tricks

    def has_play(self) -> bool:
        """Whether a card has been played."""
        return bool(self.table.tricks)

    def has_laid(self, entry_id: int) -> bool:
        """Whether a card of an entry came to count in a trick."""
        return any(isinstance(step, Laid) and step.entry_id == entry_id for step in self.steps)

    def effects(self, docket: Docket) -> TileEffects:
        """The tiles as they should lie now; what was wrong with them goes to `docket`."""
        settings = self.settings
        steps = [step for step in self.steps if not isinstance(step, GivenBack) or step.verdict_id in self.docket.found]
        return TileEffects(
            steps,
            self.table.rules,
            Matrix.full(settings.path.colours, self.auction.marker, settings.tiles),
            options=EffectOptions(
                eight_is_forced=settings.options["e8_tile"] == "forced",
                dead_joker_tile=str(settings.options["joker_dead_tile"]),
                at_end_of_trick=settings.options["effect_time"] == "end_of_trick",
            ),
            declared=self.declared,
            seen_tiles=self.seen_tiles,
            docket=docket,
            decisions=self.docket.decisions,
        )

    def bonus_taker(self) -> Seat | None:
        """Who won the trick with Bonus in it (R34)."""
        for trick in self.table.tricks[:TRICKS]:
            if any(play.card == BONUS for play in trick.by_seat.values()):
                return self.table.taken_by(trick)
        return None

    def joker_play(self) -> tuple[Trick, Play] | None:
        """The Joker as it counts in a trick."""
        if self.table.sightings.of(JOKER_STAR):
            for trick in self.table.tricks:
                for play in trick.by_seat.values():
                    if play.card == JOKER_STAR:
                        return trick, play
        return None

    def kept_cards(self) -> frozenset[Card]:
        """Variant 2: after a clean round the four cards that nobody played (hidden_information §4.2); else none."""
        if self._kept is None:
            self._kept = self._find_kept_cards()
        return self._kept

    def _find_kept_cards(self) -> frozenset[Card]:
        if not self.settings.options["variant_2"] or self.is_void or not self.is_over():
            return frozenset()
        deck = self.settings.deck
        played = [card for seat in range(SEATS) for card in self.table.played_cards(seat)]
        seen = set(played)
        if len(played) != TRICKS * SEATS or len(seen) != len(played) or not all(card in deck for card in seen):
            return frozenset()
        return frozenset(deck.faces) - seen

    # --- what happens ---------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take in one event of the round."""
        self._kept = None
        self._events.append(entry)
        self._do(entry)
        self._learn()

    def rule(self, verdict_id: str, decision: str) -> None:
        """Take in a ruling: what it changes at the table; penalties also change the score."""
        self._kept = None
        self._events.append(_Ruling(verdict_id, decision))
        self._do_ruling(verdict_id, decision)
        self._learn()

    def prove_later(self, shown: Sequence[KeptCardShown]) -> bool:
        """Cards kept from this round that later ones have shown; returns whether that is news."""
        known = [each for each in self._events if isinstance(each, KeptCardShown)]
        if known == list(shown):
            return False
        self._events = [each for each in self._events if not isinstance(each, KeptCardShown) or each in shown]
        self._events += [each for each in shown if each not in known]
        self._replay()
        return True

    def is_shown_later(self, entry_ids: Sequence[int]) -> bool:
        """Whether one of the entries belongs to a later round."""
        return any(isinstance(each, KeptCardShown) and each.entry_id in entry_ids for each in self._events)

    def _learn(self) -> None:
        """Replay the round if an event has changed what earlier cards were."""
        joker = self.joker_play()
        told = self.declared.get((joker[1].entry_id, JOKER)) if joker else None
        trump = self.auction.marker.colour if self.auction.marker else None
        opener = None
        if not self.settings.has_starter and self.declarer is not None:
            opener = (self.declarer + 1) % SEATS
        joker_as = self.read_name(told)
        if (trump, opener, joker_as) == (self._trump, self._opener, self._joker_as):
            return
        self._trump, self._opener, self._joker_as = trump, opener, joker_as
        if self.table.tricks or any(self.table.sightings.known_cards(seat) for seat in range(SEATS)):
            self._replay()
        else:
            self.table.rules, self.table.first_leader = self._rules(), opener

    def read_name(self, told: Told | None) -> Card | None:
        """What the Joker was named, None for nothing and for nonsense."""
        if told is None or told.text is None:
            return None
        try:
            card = Card.from_code(told.text)
        except ValueError:
            return None
        return card if card.suit is not None and card in self.settings.deck else None

    def _replay(self) -> None:
        self._begin()
        for each in self._events:
            if isinstance(each, Entry):
                self._do(each)
            elif isinstance(each, _Ruling):
                self._do_ruling(each.verdict_id, each.decision)
            else:
                self.table.prove(each.entry_id, each.seat, each.card)

    def _do(self, entry: Entry) -> None:
        event = entry.event
        match event:
            case CardsPlayed():
                self._play(entry.id, event.seat, event.cards)
            case TrickGathered():
                by = event.by
                if by is not None and not 0 <= by < SEATS:
                    self._note(Code.SEAT_UNKNOWN, "R1", entry.id, seat=by)
                    by = None
                self.table.gather(entry.id, by)
            case BidMade():
                self.auction.bid(entry.id, event.seat, event.value)
            case Passed():
                self.auction.pass_(entry.id, event.seat)
            case HandShown():
                self._show(entry.id, event.seat, event.cards)
            case Declared():
                self.declared[event.about, event.kind] = Told(entry.id, event.choice)
            case TileTaken():
                self._see_tile(entry.id, event.seat, event.tile)
            case Announced() if event.what == TALK:
                self._talk(entry.id, event.seat)
            case CardTurned():
                self._note(Code.TURN_UNEXPECTED, "R4", entry.id)
            case _:
                self._note(Code.EVENT_UNEXPECTED, "", entry.id, event=type(event).__name__)

    def _do_ruling(self, verdict_id: str, decision: str) -> None:
        _, code, entry_text, *_ = [*verdict_id.split("."), "", ""]
        if not entry_text.isdigit():
            return
        entry_id = int(entry_text)
        verdict = self.docket.found.get(verdict_id)
        if decision == "taken_back":
            if code in (Code.BID_NOT_FORWARD, Code.BID_OUT_OF_TURN, Code.BID_OFF_PATH):
                self.auction.take_back(entry_id)
            elif verdict is not None and verdict.cards:
                self.table.take_back(entry_id, verdict.cards)
                self.steps.append(Withdrawn(entry_id))
        elif decision == NO_TRICK_POINTS:
            self.steps.append(GivenBack(entry_id, verdict_id))
        elif decision == "stands" and code == Code.ROUND_UNFINISHED and verdict is not None:
            self._is_voided = True
        if code == Code.GATHERED_BY_WRONG_SIDE:
            self.table.award(entry_id, decision == "stands")

    # --- cards ----------------------------------------------------------------------------------------------------

    def _play(self, entry_id: int, seat: Seat, cards: Sequence[Card]) -> None:
        known_hand = tuple(self.table.sightings.known_cards(seat))
        is_hand_open = self.is_hand_open(seat)
        self.table.play(entry_id, seat, cards)
        counting = [
            (trick, play) for trick in self.table.tricks for play in trick.by_seat.values() if play.entry_id == entry_id
        ]
        for trick, play in counting:
            self.steps.append(Laid(entry_id, seat, play.card, trick.number, known_hand))
            if trick.number == 1:
                self._check_opening(trick, play)
        for card in cards:
            if card == STARTER:
                self._check_late_starter(entry_id, seat)
            if is_hand_open and card not in known_hand and card in self.settings.deck:
                self.docket.add(
                    Code.NOT_IN_SHOWN_HAND,
                    "R17",
                    severity=_QUESTION,
                    key=card.code,
                    seat=seat,
                    offence=entry_id,
                    cards=(card,),
                    candidates=(MisreadCandidate(entry_id, card, "offence"),),
                    choices=_QUESTION_CHOICES,
                )

    def _check_opening(self, trick: Trick, play: Play) -> None:
        """R15: the first card of the round is the Starter; whoever opens with another is wrong, holder or not."""
        if self.settings.has_starter and play is trick.opener and play.card != STARTER:
            self.docket.add(
                Code.STARTER_NOT_LED,
                "R15",
                seat=play.seat,
                trick_number=1,
                offence=play.entry_id,
                cards=(play.card,),
                candidates=(MisreadCandidate(play.entry_id, play.card, "offence"),),
                choices=("taken_back", "stands", "misread"),
            )

    def _check_late_starter(self, entry_id: int, seat: Seat) -> None:
        """A Starter that was not led shows who should have opened."""
        first = self.table.tricks[0].opener if self.table.tricks else None
        if first is None or first.card == STARTER or not self.settings.has_starter:
            return
        self.docket.add(
            Code.STARTER_LATE,
            "R15",
            klass=VerdictClass.RETROSPECTIVE,
            seat=seat,
            trick_number=1,
            offence=first.entry_id,
            proof=(entry_id,),
            cards=(first.card, STARTER),
            candidates=(
                MisreadCandidate(first.entry_id, first.card, "offence"),
                MisreadCandidate(entry_id, STARTER, "proof"),
            ),
            choices=("stands", "misread"),
        )

    def _show(self, entry_id: int, seat: Seat, cards: Sequence[Card]) -> None:
        if not self.table.tricks:
            self.docket.add(
                Code.HAND_SHOWN_EARLY,
                "R14",
                klass=VerdictClass.NEVER,
                seat=seat,
                offence=entry_id,
                choices=("stands", "misread"),
            )
        else:
            self.hands_shown.append((entry_id, seat))
        # A hand told of late may still list what was played since.
        played = self.table.played_cards(seat)
        self.table.show_hand(entry_id, seat, [card for card in cards if card not in played])
        held = len(self.table.sightings.known_cards(seat))
        if held + self.table.played[seat] > self.table.cards_each:
            left = self.table.cards_each - self.table.played[seat]
            self._ask(Code.SHOWN_HAND_TOO_LARGE, "R5", entry_id, seat, shown=held, hand_size=left)
        if STARTER in cards and STARTER not in played:
            self._check_late_starter(entry_id, seat)

    # --- what is seen and said ------------------------------------------------------------------------------------

    def _see_tile(self, entry_id: int, seat: Seat, tile: str | None) -> None:
        gone = {step.entry_id for step in self.steps if isinstance(step, Withdrawn)}
        latest = next(
            (
                step.entry_id
                for step in reversed(self.steps)
                if isinstance(step, Laid) and step.seat == seat and step.entry_id not in gone
            ),
            None,
        )
        known = self.seen_tiles.get(latest) if latest is not None else None
        if known is not None and known.text == tile:
            return  # Told twice.
        if latest is None or (known is not None and known.text is not None):
            self._ask(Code.TILE_IMPOSSIBLE, "R26", entry_id, seat, taken=tile)
        else:
            self.seen_tiles[latest] = Told(entry_id, tile)

    def _talk(self, entry_id: int, seat: Seat) -> None:
        if self.settings.options["table_talk"] == "warn":
            self.docket.add(
                Code.TABLE_TALK,
                "A36",
                klass=VerdictClass.NEVER,
                seat=seat,
                offence=entry_id,
                choices=("stands", "misread"),
            )

    def _note(self, code: Code, rule: str, entry_id: int, **params: object) -> None:
        self.docket.add(code, rule, severity=Severity.NOTICE, offence=entry_id, params=params)

    def _ask(self, code: Code, rule: str, entry_id: int, seat: Seat, **params: object) -> None:
        self.docket.add(
            code, rule, severity=_QUESTION, seat=seat, offence=entry_id, params=params, choices=_QUESTION_CHOICES
        )
