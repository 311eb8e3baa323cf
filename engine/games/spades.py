"""Spades: two pairs bid the tricks they will win; spades are trump, a bid of nil wins or loses a hundred.

Rule numbers R1-R13 are those of docs/spades.md. A bid of 0 is nil; a blind nil, bid before looking at the cards, is the
word "blind_nil" (`Announced`), which counts as the seat's bid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from engine.bidding import NumberBidding
from engine.cards import STANDARD_DECK
from engine.common_options import DEALER, REVOKE_NOTICE, TRICK_HISTORY, points_between
from engine.docket import Docket
from engine.events import Announced, Event, OptionValue, Seat
from engine.log import Entry
from engine.options import Option, OptionTable
from engine.scheduled_game import Round, counts
from engine.state import Expected, Offer, RoundState, Severity
from engine.target_game import TargetGame
from engine.trick_round import TrickRound
from engine.trick_table import TrickTable
from engine.tricks import TrickRules

KEY = "spades"
SEATS = 4
TEAMS = ((0, 2), (1, 3))
BLIND_NIL = "blind_nil"

OPTIONS = OptionTable(
    replace(DEALER, rule="R3"),
    Option(
        "bid_change",
        "May a bid be changed?",
        "until_next_bid",
        {"until_next_bid": "Until the next one bids", "locked": "No"},
        "R4",
    ),
    Option(
        "nil",
        "A bid of nil wins or loses",
        100,
        {100: "100 points", 50: "50 points", 0: "Nothing: a bid like any other"},
        "R5",
        points_between(0, 500),
        "points from 0 to 500",
    ),
    Option(
        "failed_nil",
        "The tricks of a failed nil",
        "bags",
        {"bags": "Are bags, and do not help the partner's bid", "count": "Count for the pair's bid"},
        "R5",
    ),
    Option(
        "blind_nil",
        "Blind nil, for twice as much",
        "behind_100",
        {"behind_100": "By a pair that is 100 points or more behind", "any": "At any time", "no": "Never"},
        "R6",
    ),
    Option(
        "breaking",
        "When spades may be led",
        "must_be_broken",
        {"must_be_broken": "After a spade was played, or from a hand of spades alone", "free": "At any time"},
        "R9",
    ),
    Option(
        "bags",
        "Tricks beyond the bid cost",
        10,
        {10: "100 points for every ten", 5: "50 points for every five", 0: "Nothing"},
        "R12",
    ),
    Option(
        "end",
        "The game ends when a pair has",
        500,
        {200: "200 points", 300: "300 points", 500: "500 points"},
        "R13",
        points_between(1, 5000),
        "points from 1 to 5000",
    ),
    Option(
        "floor",
        "A pair has lost at",
        0,
        {0: "No score", 200: "200 points below zero", 500: "500 points below zero"},
        "R13",
        points_between(0, 5000),
        "points from 0 to 5000 below zero",
    ),
    replace(TRICK_HISTORY, rule="R10"),
    Option(
        "revoke_rule",
        "What is offered after an illegal play that can no longer be corrected",
        "table",
        {
            "table": "Everything; the table decides",
            "three_tricks": "Three tricks go to the other pair",
            "transfer": "The trick goes to the other pair",
            "replay_round": "The round is played again",
        },
        "R8",
    ),
    replace(REVOKE_NOTICE, rule="R8"),
)

_PENALTIES = ("penalty:replay_round", "penalty:three_tricks", "penalty:transfer")
_RULE_NUMBERS = {
    "opening": "R7",
    "leading": "R10",
    "turn": "R10",
    "one_card": "R10",
    "cards_each": "R3",
    "deck": "R2",
}


class SpadesCode(StrEnum):
    """What is wrong in Spades beside what can be wrong in every trick game; `Verdict.params` stand beside each."""

    BLIND_NIL_NOT_ALLOWED = "blind_nil_not_allowed"  # behind (points)
    BLIND_NIL_LATE = "blind_nil_late"  # the seat had bid already: it does not count


def pair_points(
    bids: Sequence[int],
    won: Sequence[int],
    *,
    is_blind: Sequence[bool] = (False, False),
    nil: int = 100,
    failed_nil: str = "bags",
) -> tuple[int, int]:
    """R11, R5, R6: (points, bags) of a pair by its two players' bids and tricks; what bags cost is not in it.

    >>> pair_points((4, 3), (5, 3)), pair_points((4, 3), (3, 3)), pair_points((5, 0), (5, 0))
    ((71, 1), (-70, 0), (150, 0))
    """
    points = bags = counted = 0
    for bid, tricks, blind in zip(bids, won, is_blind, strict=True):
        is_nil = bid == 0 and nil > 0
        if is_nil:
            value = 2 * nil if blind else nil
            points += value if tricks == 0 else -value
        if is_nil and failed_nil == "bags":
            bags += tricks
        else:
            counted += tricks
    contract = sum(bids)
    if counted >= contract:
        bags += counted - contract
        points += 10 * contract
    else:
        points -= 10 * contract
    return points + bags, bags


class SpadesRound(TrickRound):
    """One deal of Spades while it is on; `behind` is how many points each pair is behind the other at its start."""

    rule_numbers: Mapping[str, str] = {"seats": "R1", "bids": "R4"}

    def __init__(
        self, entry_id: int, number: int, dealer: Seat, options: Mapping[str, OptionValue], behind: Sequence[int]
    ) -> None:
        docket = Docket(entry_id, number, penalties=_PENALTIES)
        first = (dealer + 1) % SEATS
        rules = TrickRules(
            STANDARD_DECK,
            "S",
            broken_trump=options["breaking"] == "must_be_broken",
            follow_rule="R8",
            trump_rule="R9",
        )
        self.bids = NumberBidding(
            docket,
            [(first + step) % SEATS for step in range(SEATS)],
            13,
            hook=False,
            is_changeable=options["bid_change"] == "until_next_bid",
            range_rule="R4",
            change_rule="R4",
            turn_rule="R4",
        )
        team_of = [seat % 2 for seat in range(SEATS)]
        table = TrickTable(docket, rules, team_of, 13, first, rule_numbers=_RULE_NUMBERS)
        super().__init__(entry_id, number, dealer, TEAMS, options, docket, table, self.bids)
        self.behind = tuple(behind)
        self._said_blind: set[int] = set()

    # --- bidding --------------------------------------------------------------------------------------------------

    def apply_own(self, entry: Entry) -> None:
        """The word "blind_nil"; anything else this game does not know is noted."""
        event = entry.event
        if isinstance(event, Announced) and event.what == BLIND_NIL:
            self._bid_blind(entry.id, event.seat)
        else:
            super().apply_own(entry)

    def is_asked_for(self, event: Event) -> bool:
        """Whether an event after the last trick supplies a bid that is still missing."""
        if isinstance(event, Announced):
            return event.what == BLIND_NIL and event.seat not in self.bids.made
        return super().is_asked_for(event)

    def _bid_blind(self, entry_id: int, seat: Seat) -> None:
        if seat in self.bids.made:
            if not self.is_blind(seat):
                self._add(SpadesCode.BLIND_NIL_LATE, "R6", entry_id, seat=seat, severity=Severity.NOTICE)
            return
        self._said_blind.add(entry_id)
        self.bids.bid(entry_id, seat, 0, play_has_begun=self.has_play())
        if not self.may_bid_blind(seat):
            behind = self.behind[self.team_of[seat]]
            self.docket.add(
                SpadesCode.BLIND_NIL_NOT_ALLOWED,
                "R6",
                seat=seat,
                offence=entry_id,
                params={"behind": behind},
                choices=("taken_back", "stands"),
            )

    def may_bid_blind(self, seat: Seat) -> bool:
        """R6: whether a seat's pair may bid a blind nil in this round."""
        allowed = self.options["blind_nil"]
        return self.options["nil"] != 0 and (
            allowed == "any" or (allowed == "behind_100" and self.behind[self.team_of[seat]] >= 100)
        )

    def is_blind(self, seat: Seat) -> bool:
        """Whether the bid of a seat is a blind nil."""
        return seat in self.bids.made and self.bids.made[seat][1] in self._said_blind

    def expected_bid(self, bidding: NumberBidding) -> Expected:
        """The bid that is due, or the word that may be said instead."""
        expected, seat = super().expected_bid(bidding), bidding.next_seat
        if seat is None or not self.may_bid_blind(seat):
            return expected
        return replace(expected, offers=(Offer(BLIND_NIL, (seat,)),))

    # --- scoring --------------------------------------------------------------------------------------------------

    def points_and_bags(self, decisions: Mapping[str, str]) -> list[tuple[int, int]] | None:
        """R11 by pair, after the penalties among `decisions`; None while bids are missing."""
        if not self.bids.is_complete:
            return None
        won = self._won_after(decisions)
        return [
            pair_points(
                [self.bids.made[seat][0] for seat in seats],
                [won[seat] for seat in seats],
                is_blind=[self.is_blind(seat) for seat in seats],
                nil=int(str(self.options["nil"])),
                failed_nil=str(self.options["failed_nil"]),
            )
            for seats in TEAMS
        ]

    def scores(self, decisions: Mapping[str, str]) -> tuple[int, ...] | None:
        """The points by pair, after the penalties among `decisions`; what bags cost is for `Spades.in_sequence`."""
        result = self.points_and_bags(decisions)
        return None if result is None else tuple(points for points, _ in result)

    def _won_after(self, decisions: Mapping[str, str]) -> list[int]:
        """Tricks by seat; a penalty takes them from the offenders' better player and gives them to the others'.

        A made nil of either side is not touched by it: penalties are about the pair's tricks.
        """
        won = self.table.tricks_won()
        transferred: set[int] = set()
        for verdict_id, decision in decisions.items():
            verdict = self.docket.found.get(verdict_id)
            if verdict is None or verdict.seat is None or verdict.trick_number is None:
                continue
            team = self.team_of[verdict.seat]
            if decision == "penalty:three_tricks":
                self._move(won, team, 3)
            elif decision == "penalty:transfer" and verdict.trick_number not in transferred:
                taker = self.table.taken_by(self.table.tricks[verdict.trick_number - 1])
                if taker is not None and self.team_of[taker] == team:
                    transferred.add(verdict.trick_number)
                    self._move(won, team, 1)
        return won

    def _move(self, won: list[int], team: int, tricks: int) -> None:
        for _ in range(tricks):
            giver = max(TEAMS[team], key=lambda seat: won[seat])
            if won[giver] > 0:
                # The partner who bid more receives: a nil is not lost by the other side's offence.
                taker = max(TEAMS[1 - team], key=lambda seat: self.bids.made[seat][0])
                won[giver], won[taker] = won[giver] - 1, won[taker] + 1

    def penalties(self) -> tuple[str, ...]:
        """Those of option `revoke_rule`."""
        rule = self.options["revoke_rule"]
        return tuple(each for each in _PENALTIES if rule in ("table", each.removeprefix("penalty:")))

    def notes(self) -> Mapping[str, OptionValue]:
        """ "blind": the seats that bid blind; "round_bags": of this round, by pair; "bags": those not paid for yet."""
        result = self.points_and_bags(self.docket.decisions) if self.is_over() else None
        bags = (0, 0) if result is None else tuple(bags for _, bags in result)
        blind = tuple(seat for seat in range(SEATS) if self.is_blind(seat))
        return {"blind": blind, "round_bags": bags, "bags": (0, 0)}


class Spades(TargetGame):
    """A game of Spades: rounds until a pair has 500."""

    key = KEY
    seat_count = SEATS
    misdeal_rule = "R3"

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry, OPTIONS)

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Partners sit opposite (R1)."""
        return TEAMS

    def new_round(self, entry_id: int, number: int, hand_size: int, dealer: Seat) -> Round:  # noqa: ARG002
        """A round at its deal."""
        ours, theirs = self.state().totals
        return SpadesRound(entry_id, number, dealer, self.options, (theirs - ours, ours - theirs))

    def in_sequence(self, rounds: tuple[RoundState, ...]) -> tuple[RoundState, ...]:
        """R12: bags add up from round to round; whenever there are ten, they cost a hundred and are gone."""
        limit = int(str(self.options["bags"]))
        kept = [0, 0]
        result = []
        for each in rounds:
            scores = each.scores
            if scores is not None and counts(each):
                gathered = each.notes["round_bags"]
                assert isinstance(gathered, tuple)
                kept = [bags + int(str(more)) for bags, more in zip(kept, gathered, strict=True)]
                if limit:
                    scores = tuple(
                        score - 10 * limit * (bags // limit) for score, bags in zip(scores, kept, strict=True)
                    )
                    kept = [bags % limit for bags in kept]
            result.append(replace(each, scores=scores, notes={**each.notes, "bags": tuple(kept)}))
        return tuple(result)

    def winners_at(self, totals: Sequence[int]) -> tuple[int, ...]:
        """R13; with equal totals the game goes on."""
        floor = int(str(self.options["floor"]))
        is_ended = max(totals) >= int(str(self.options["end"])) or (floor > 0 and min(totals) <= -floor)
        if not is_ended or totals[0] == totals[1]:
            return ()
        return (0,) if totals[0] > totals[1] else (1,)
