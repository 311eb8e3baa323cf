"""Hearts: four players, each alone; take no hearts and not the queen of spades, or take all of them.

Rule numbers R1-R12 are those of docs/hearts.md. Cards are passed before play, face down: the referee only says in which
direction (`RoundState.notes`), and judges the hands as they are after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from engine.cards import STANDARD_DECK, Card
from engine.common_options import DEALER, REVOKE_NOTICE, TRICK_HISTORY, points_between
from engine.docket import Docket
from engine.events import CardsPlayed, OptionValue, Seat
from engine.log import Entry
from engine.options import Option, OptionTable
from engine.scheduled_game import Round
from engine.state import MisreadCandidate, Standing
from engine.target_game import TargetGame
from engine.trick_round import TrickRound
from engine.trick_table import TrickTable
from engine.tricks import TrickRules, VoidClaim
from engine.verdicts import Code

KEY = "hearts"
SEATS = 4
ALL_POINTS = 26

QUEEN_OF_SPADES = Card("Q", "S")
JACK_OF_DIAMONDS = Card("J", "D")
TWO_OF_CLUBS = Card("2", "C")
_PLAIN_SPADES = "plain_spades"

OPTIONS = OptionTable(
    replace(DEALER, rule="R3"),
    Option(
        "passing",
        "Three cards are passed before play",
        "left_right_across_hold",
        {
            "left_right_across_hold": "To the left, to the right, across, not at all, and so on",
            "left_right_across": "To the left, to the right, across, and so on",
            "left": "Always to the left",
            "none": "Never",
        },
        "R4",
    ),
    Option(
        "opening",
        "Who leads to the first trick",
        "two_of_clubs",
        {
            "two_of_clubs": "Whoever holds the two of clubs leads it",
            "dealer_left": "The seat clockwise from the dealer, any card",
        },
        "R5",
    ),
    Option(
        "first_trick",
        "May points be played to the first trick?",
        "no_points",
        {"no_points": "Only from a hand of nothing else", "free": "Yes"},
        "R7",
    ),
    Option(
        "breaking",
        "When hearts may be led",
        "heart_or_queen",
        {
            "heart_or_queen": "After a heart or the queen of spades was played, or from a hand of hearts alone",
            "heart": "After a heart was played, or from a hand of hearts alone",
            "free": "At any time",
        },
        "R8",
    ),
    Option(
        "jack_of_diamonds",
        "The jack of diamonds counts",
        "none",
        {"none": "Nothing", "minus_ten": "Ten points off"},
        "R10",
    ),
    Option(
        "moon",
        "Whoever takes all 26 points",
        "others",
        {"others": "Everybody else scores 26", "self": "Has 26 points taken off"},
        "R11",
    ),
    Option(
        "end",
        "The game ends when somebody has",
        100,
        {50: "50 points", 100: "100 points"},
        "R12",
        points_between(1, 1000),
        "points from 1 to 1000",
    ),
    Option(
        "tie",
        "Equal lowest totals at the end",
        "shared",
        {"shared": "The win is shared", "play_on": "Further rounds until one is lowest"},
        "R12",
    ),
    replace(TRICK_HISTORY, rule="R9"),
    Option(
        "revoke_rule",
        "What is offered after an illegal play that can no longer be corrected",
        "table",
        {
            "table": "Everything; the table decides",
            "all_points": "All 26 points go to the offender",
            "replay_round": "The round is played again",
        },
        "R6",
    ),
    replace(REVOKE_NOTICE, rule="R6"),
)

_PENALTIES = ("penalty:all_points", "penalty:replay_round")
_PASSING = {
    "left_right_across_hold": ("left", "right", "across", "hold"),
    "left_right_across": ("left", "right", "across"),
    "left": ("left",),
    "none": ("hold",),
}


class HeartsCode(StrEnum):
    """What is wrong in Hearts beside what can be wrong in every trick game; `Verdict.params` stand beside each."""

    WRONG_OPENING_CARD = "wrong_opening_card"  # due (card code)
    HEARTS_NOT_BROKEN = "hearts_not_broken"  # suit, denied_suits, proof_tricks
    POINTS_ON_FIRST_TRICK = "points_on_first_trick"  # suit, denied_suits, proof_tricks


_FOLLOW_CODES = frozenset({Code.REVOKE, HeartsCode.HEARTS_NOT_BROKEN, HeartsCode.POINTS_ON_FIRST_TRICK})


# --- the laws ---------------------------------------------------------------------------------------------------------


def points_of(card: Card) -> int:
    """R10: a heart is one point, the queen of spades thirteen."""
    return 13 if card == QUEEN_OF_SPADES else int(card.suit == "H")


def round_scores(taken: Sequence[Iterable[Card]], *, moon: str = "others", jack: str = "none") -> tuple[int, ...]:
    """R10, R11: the points of each seat for the cards it took.

    >>> heart, queen = Card("5", "H"), Card("Q", "S")
    >>> round_scores([[heart], [queen, heart], [], []])
    (1, 14, 0, 0)
    """
    piles = [list(pile) for pile in taken]
    points = [sum(map(points_of, pile)) for pile in piles]
    if ALL_POINTS in points:
        shooter = points.index(ALL_POINTS)
        for_shooter, for_others = (-ALL_POINTS, 0) if moon == "self" else (0, ALL_POINTS)
        points = [for_shooter if seat == shooter else for_others for seat in range(len(piles))]
    if jack == "minus_ten":
        points = [each - 10 * (JACK_OF_DIAMONDS in pile) for each, pile in zip(points, piles, strict=True)]
    return tuple(points)


def pass_direction(number: int, passing: str) -> str:
    """R4: "left", "right", "across" or "hold" in round `number` (from 1)."""
    cycle = _PASSING[passing]
    return cycle[(number - 1) % len(cycle)]


class HeartsRules(TrickRules):
    """The laws of a trick of Hearts: there is no trump, and what breaks is hearts."""

    def __init__(
        self, *, opening: str = "two_of_clubs", first_trick: str = "no_points", breaking: str = "heart_or_queen"
    ) -> None:
        super().__init__(STANDARD_DECK, follow_rule="R6")
        self.opens_with_two = opening == "two_of_clubs"
        self.is_first_trick_free = first_trick == "free"
        self.breaking = breaking

    def breaks(self, card: Card) -> bool:
        """R8: whether a card, once played, lets hearts be led."""
        return card.suit == "H" or (card == QUEEN_OF_SPADES and self.breaking == "heart_or_queen")

    def legal_cards(
        self,
        hand: Iterable[Card],
        led_suit: str | None,
        *,
        trump_is_broken: bool = True,
        is_first_trick: bool = False,
    ) -> list[Card]:
        """The cards of a hand that may be played to a trick of `led_suit` (None: to lead)."""
        held = list(hand)
        if led_suit is None and is_first_trick and self.opens_with_two and TWO_OF_CLUBS in held:
            return [TWO_OF_CLUBS]
        legal = super().legal_cards(held, led_suit)
        if led_suit is None and not trump_is_broken and self.breaking != "free":
            legal = [card for card in held if card.suit != "H"] or held
        if is_first_trick and not self.is_first_trick_free:
            legal = [card for card in legal if not points_of(card)] or legal
        return legal

    def obliges(self, card: Card) -> tuple[str, ...]:
        """The suits a card disproves; the other spades also that a hand had no spade but the queen."""
        suits = super().obliges(card)
        return (*suits, _PLAIN_SPADES) if card.suit == "S" and card != QUEEN_OF_SPADES else suits

    def claims(
        self,
        card: Card,
        led_suit: str | None,
        *,
        is_lead: bool,
        trump_is_broken: bool,
        is_first_trick: bool = False,
    ) -> list[VoidClaim]:
        """What a play says its hand no longer holds, if it was legal (R6-R8)."""
        if is_lead and is_first_trick and self.opens_with_two:
            return []  # Any card but the two of clubs is found at once.
        if is_lead and card.suit == "H" and not trump_is_broken and self.breaking != "free":
            return [VoidClaim(suit, HeartsCode.HEARTS_NOT_BROKEN, "R8") for suit in ("S", "D", "C")]
        said = super().claims(card, led_suit, is_lead=is_lead, trump_is_broken=trump_is_broken)
        if is_first_trick and points_of(card) and not self.is_first_trick_free:
            plain = self._plain(card, None if is_lead else led_suit)
            said += [VoidClaim(kind, HeartsCode.POINTS_ON_FIRST_TRICK, "R7") for kind in plain]
        return said

    def _plain(self, card: Card, led_suit: str | None) -> list[str]:
        """The kinds of cards without points that could have been played instead of `card`."""
        plain = {"S": _PLAIN_SPADES, "D": "D", "C": "C"}
        if card.suit == led_suit:
            return [_PLAIN_SPADES] if card == QUEEN_OF_SPADES else []
        # Not to hold the suit led is a claim already.
        return [kind for suit, kind in plain.items() if suit != led_suit]


# --- the round --------------------------------------------------------------------------------------------------------


class HeartsRound(TrickRound):
    """One deal of Hearts while it is on."""

    def __init__(self, entry_id: int, number: int, dealer: Seat, options: Mapping[str, OptionValue]) -> None:
        docket = Docket(entry_id, number, follow_codes=_FOLLOW_CODES, penalties=_PENALTIES)
        rules = HeartsRules(
            opening=str(options["opening"]), first_trick=str(options["first_trick"]), breaking=str(options["breaking"])
        )
        first_leader = None if rules.opens_with_two else (dealer + 1) % SEATS
        table = TrickTable(docket, rules, range(SEATS), 13, first_leader, rule_numbers=_RULE_NUMBERS)
        super().__init__(entry_id, number, dealer, TEAMS, options, docket, table)

    def apply(self, entry: Entry) -> None:
        """Take in one event of the round; the first card of all has to be the two of clubs."""
        super().apply(entry)
        opener = self.table.tricks[0].opener if self.table.tricks else None
        if (
            isinstance(entry.event, CardsPlayed)
            and opener is not None
            and opener.entry_id == entry.id
            and opener.card != TWO_OF_CLUBS
            and self.options["opening"] == "two_of_clubs"
        ):
            self.docket.add(
                HeartsCode.WRONG_OPENING_CARD,
                "R5",
                seat=opener.seat,
                trick_number=1,
                offence=entry.id,
                cards=(opener.card,),
                params={"due": TWO_OF_CLUBS.code},
                candidates=(MisreadCandidate(entry.id, opener.card, "offence"),),
                choices=("taken_back", "stands", "misread"),
            )

    def taken(self) -> list[list[Card]]:
        """The cards each seat has won so far."""
        piles: list[list[Card]] = [[] for _ in range(SEATS)]
        for trick in self.table.tricks[: self.hand_size]:
            seat = self.table.taken_by(trick)
            if seat is not None:
                piles[seat] += [play.card for play in trick.plays if play.standing is Standing.COUNTS]
        return piles

    def scores(self, decisions: Mapping[str, str]) -> tuple[int, ...]:
        """R10, R11, after the penalties among `decisions`."""
        for verdict_id, decision in decisions.items():
            verdict = self.docket.found.get(verdict_id)
            if decision == "penalty:all_points" and verdict is not None and verdict.seat is not None:
                return tuple(ALL_POINTS if seat == verdict.seat else 0 for seat in range(SEATS))
        return round_scores(self.taken(), moon=str(self.options["moon"]), jack=str(self.options["jack_of_diamonds"]))

    def penalties(self) -> tuple[str, ...]:
        """Those of option `revoke_rule`."""
        rule = self.options["revoke_rule"]
        return tuple(each for each in _PENALTIES if rule in ("table", each.removeprefix("penalty:")))

    def notes(self) -> Mapping[str, OptionValue]:
        """ "passing": the direction of this round; "points": what each seat has taken so far, the moon not counted."""
        points = tuple(sum(map(points_of, pile)) for pile in self.taken())
        return {"passing": pass_direction(self.number, str(self.options["passing"])), "points": points}


_RULE_NUMBERS = {
    "opening": "R5",
    "leading": "R9",
    "turn": "R9",
    "one_card": "R9",
    "cards_each": "R3",
    "deck": "R2",
}


# --- the game ---------------------------------------------------------------------------------------------------------

TEAMS = tuple((seat,) for seat in range(SEATS))


class Hearts(TargetGame):
    """A game of Hearts: rounds until somebody has 100; the lowest total wins."""

    key = KEY
    seat_count = SEATS
    misdeal_rule = "R3"

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry, OPTIONS)

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Everybody plays alone (R1)."""
        return TEAMS

    def new_round(self, entry_id: int, number: int, hand_size: int, dealer: Seat) -> Round:  # noqa: ARG002
        """A round at its deal."""
        return HeartsRound(entry_id, number, dealer, self.options)

    def winners_at(self, totals: Sequence[int]) -> tuple[int, ...]:
        """R12."""
        if max(totals) < int(str(self.options["end"])):
            return ()
        lowest = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
        return () if len(lowest) > 1 and self.options["tie"] == "play_on" else lowest
