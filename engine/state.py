"""What a game amounts to at one moment: frozen values folded from the log, the only thing a page needs.

Public and not: a page may show everything here except what is marked HIDDEN (`SeatKnowledge`, `RoundState.unseen`,
`Expected.hidden_void_suits`), verdicts with `is_public` False, and tricks that `RoundState.public_tricks` leaves out.
Seats are numbered in the order of play, teams by their place in `State.teams`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.cards import Card
from engine.events import OptionValue, Seat

if TYPE_CHECKING:
    from engine.games.gou_ji_state import GouJiState
    from engine.games.paimiahhh_state import PaiMiahhhRoundState


class VerdictClass(StrEnum):
    """When a verdict is certain: at once, when a later card shows it, or never from the table alone."""

    IMMEDIATE = "immediate"
    RETROSPECTIVE = "retrospective"
    NEVER = "never"


class Severity(StrEnum):
    """`OFFENCE` breaks a rule, `QUESTION` asks what was seen (no one is to blame), `NOTICE` only informs."""

    OFFENCE = "offence"
    QUESTION = "question"
    NOTICE = "notice"


class VerdictStatus(StrEnum):
    """What the table made of a verdict."""

    OPEN = "open"
    TAKEN_BACK = "taken_back"
    STANDS = "stands"
    MISREAD = "misread"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision offered for a verdict.

    `decision` goes into `Ruled`: "taken_back", "stands", "misread" or "penalty:<kind>".
    `scores` are the round's scores by team if this were decided, None while they cannot be computed.
    """

    decision: str
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class MisreadCandidate:
    """A card that may have been read wrong, which would explain the verdict without an offence.

    `entry_id` is the entry that carries the card, `role` says what it is to the verdict: "offence", "lead", "proof",
    "first_sighting", "second_sighting", "turned", "claim". `weight` orders the candidates (higher first): 2 for a card
    that is itself seen twice or impossible, 1 for a card that two accusations share, 0 otherwise.
    """

    entry_id: int
    card: Card
    role: str
    weight: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """One finding of the referee, derived from the log and stable under replay.

    `id` names it for `Ruled`; it is made of the code and the ids of the entries concerned.
    `code` says what is wrong ("revoke", "play_out_of_turn", "hook_broken", …; listed in `engine/verdicts.py`), `rule`
    which numbered rule of the game says so, `params` hold the particulars as JSON values (seats, suits, card codes).
    `offence` is the entry id of the offending event, None where nobody knows yet; `proof` the entries that prove it.
    `choices` are the decisions on offer now, `decision` the one made. A verdict with `blocks_score` keeps the round
    from being counted until it is settled.
    """

    id: str
    code: str
    rule: str
    klass: VerdictClass
    severity: Severity
    round_number: int
    seat: Seat | None = None
    trick_number: int | None = None
    offence: int | None = None
    proof: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    misread_candidates: tuple[MisreadCandidate, ...] = ()
    choices: tuple[Choice, ...] = ()
    status: VerdictStatus = VerdictStatus.OPEN
    decision: str | None = None
    blocks_score: bool = False
    is_public: bool = True

    @property
    def is_open(self) -> bool:
        """Whether the table still has to decide something."""
        return self.status is VerdictStatus.OPEN and self.severity is not Severity.NOTICE


class Standing(StrEnum):
    """What a card on the table counts for: in the trick, one too many, or given back to the hand."""

    COUNTS = "counts"
    SURPLUS = "surplus"
    TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True)
class PlayState:
    """One card of one seat in a trick; `card_index` is its place among the cards of the entry."""

    entry_id: int
    seat: Seat
    card: Card
    standing: Standing = Standing.COUNTS
    card_index: int = 0


@dataclass(frozen=True, slots=True)
class TrickState:
    """One trick, its plays in the order they came (surplus and taken-back cards among them).

    `leader` and `led_suit` are those of the earliest card that counts. `winner` is by the rules: of a complete trick,
    or, once gathered, of what was there; None while trump is unknown and matters. `best` is who is winning it now.
    `taken_by` is the seat whose team gets the trick: the winner, unless the table ruled otherwise.
    """

    number: int
    leader: Seat | None
    plays: tuple[PlayState, ...]
    led_suit: str | None
    best: Seat | None
    winner: Seat | None
    taken_by: Seat | None
    is_complete: bool
    is_gathered: bool
    gathered_entry_id: int | None = None

    def card_of(self, seat: Seat) -> Card | None:
        """The card of `seat` that counts in this trick."""
        return next((p.card for p in self.plays if p.seat == seat and p.standing is Standing.COUNTS), None)


@dataclass(frozen=True, slots=True)
class SeatKnowledge:
    """HIDDEN. What the cards on the table say about a hand: for weighing what the camera sees, never for a page.

    `void_suits` are the suits the seat has shown it holds no card of, `known_cards` cards known to be in the hand.
    """

    seat: Seat
    cards_left: int
    void_suits: tuple[str, ...]
    known_cards: tuple[Card, ...] = ()


class Phase(StrEnum):
    """Where a round is: waiting for the trump card, bidding, playing, over, or not counted."""

    TURN = "turn"
    BID = "bid"
    PLAY = "play"
    OVER = "over"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class RoundState:
    """One deal. Tuples "by seat" have one item per seat, tuples "by team" one per team.

    `number` counts from 1 in the schedule; a deal that was voided and its redeal share it. `trump` None means no trump
    if `trump_is_known`. `scores` by team appear when the round is played out; while `blocked_by` (verdict ids) is not
    empty they are provisional and not in the totals. `notes` are public facts of one game by name (Hearts: "passing",
    "points" by seat; Spades: "bags" by team); the game's file lists them.
    """

    number: int
    hand_size: int
    dealer: Seat
    started_entry_id: int
    phase: Phase
    turned_card: Card | None
    turned_entry_id: int | None
    trump: str | None
    trump_is_known: bool
    bids: tuple[int | None, ...]
    bid_entry_ids: tuple[int | None, ...]
    tricks: tuple[TrickState, ...]
    tricks_won: tuple[int, ...]
    team_bids: tuple[int | None, ...]
    team_tricks: tuple[int, ...]
    scores: tuple[int, ...] | None
    blocked_by: tuple[str, ...]
    public_trick_numbers: tuple[int, ...]
    knowledge: tuple[SeatKnowledge, ...]
    unseen: tuple[Card, ...]
    notes: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    paimiahhh: PaiMiahhhRoundState | None = None

    @property
    def current_trick(self) -> TrickState | None:
        """The trick whose cards are on the table, if any."""
        return self.tricks[-1] if self.tricks and not self.tricks[-1].is_gathered else None

    @property
    def public_tricks(self) -> tuple[TrickState, ...]:
        """The tricks a page may show (option `trick_history`)."""
        return tuple(trick for trick in self.tricks if trick.number in self.public_trick_numbers)


@dataclass(frozen=True, slots=True)
class Offer:
    """A word that may be said now (`Announced.what`), by whom, and about whom where it takes a seat."""

    what: str
    seats: tuple[Seat, ...]
    to: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Expected:
    """What comes next.

    `kind`: "game" (nothing started), "round" (deal the next round; `dealer` None: to be drawn, `hand_size`),
    "turn" (the trump card is shown), "bid" (`seat`, `values` allowed, or a pass if `may_pass`), "play" (`seat`;
    `led_suit` to follow, None for a lead), "gather" (`seat` takes the trick), "none" (the game is over, or nothing can
    be said).
    `hidden_void_suits` (HIDDEN) are the suits the seat to play has shown void: a prior for the camera.
    Where several seats may act, `seats` lists them all, `seat` first. In climbing games `to_beat` is the set on top, ()
    for a lead, and `may_pass` says whether a pass is an answer. `offers` are the words that may be said now.
    """

    kind: str
    seat: Seat | None = None
    values: tuple[int, ...] = ()
    led_suit: str | None = None
    dealer: Seat | None = None
    hand_size: int | None = None
    may_pass: bool = False
    hidden_void_suits: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()
    to_beat: tuple[Card, ...] = ()
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """Something only a player can tell, asked for while play goes on; the answer may come later, and may change.

    It is answered by `Declared(entry_id, kind, choice)` with one of `choices`; kind "hand" by `HandShown`, kind
    "auction" by `BidMade` and `Passed`. `seat` is who can tell, None where anybody can.
    """

    kind: str
    seat: Seat | None
    entry_id: int | None
    choices: tuple[str, ...] = ()
    trick_number: int | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole game.

    `options` are complete, defaults included. `totals` by team count the rounds that are over and not blocked.
    `winners` are the winning teams once the game is over: one, or several that share the win; else empty.
    `gou_ji` holds what only Gou Ji has.
    """

    game: str | None = None
    names: tuple[str, ...] = ()
    teams: tuple[tuple[Seat, ...], ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    schedule: tuple[int, ...] = ()
    rounds: tuple[RoundState, ...] = ()
    totals: tuple[int, ...] = ()
    expected: Expected = Expected("game")
    verdicts: tuple[Verdict, ...] = ()
    winners: tuple[int, ...] = ()
    requests: tuple[Request, ...] = ()
    gou_ji: GouJiState | None = None

    @property
    def round(self) -> RoundState | None:
        """The latest round, voided or not."""
        return self.rounds[-1] if self.rounds else None

    @property
    def winner(self) -> int | None:
        """The team that won alone."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def open_verdicts(self) -> tuple[Verdict, ...]:
        """The public verdicts that wait for a decision of the table, oldest first."""
        return tuple(verdict for verdict in self.verdicts if verdict.is_open and verdict.is_public)

    def verdict(self, verdict_id: str) -> Verdict | None:
        """The verdict of an id."""
        return next((verdict for verdict in self.verdicts if verdict.id == verdict_id), None)
