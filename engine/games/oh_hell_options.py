"""The options of Pairs Oh Hell: where tables differ, with the number of the hole in the rules that each fills."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.common_options import DEALER, REVOKE_NOTICE, TRICK_HISTORY, points_between
from engine.events import OptionValue, Seat
from engine.options import Option, OptionTable

SCHEDULES: Mapping[str, tuple[int, ...]] = {
    "four": (13, 13, 13, 13),
    "seven": (10, 11, 12, 13, 12, 11, 10),
    "ten": tuple(range(4, 14)),
    "ten_literal": tuple(range(4, 13)),
    "ten_from_3": tuple(range(3, 13)),
}
_PARTNERS: Mapping[str, tuple[tuple[Seat, ...], ...]] = {
    "opposite": ((0, 2), (1, 3)),
    "01-23": ((0, 1), (2, 3)),
    "03-12": ((0, 3), (1, 2)),
}


def read_schedule(value: OptionValue) -> tuple[int, ...]:
    """The hand sizes of a named list, a tuple or a text such as "4,5,6"; ValueError if one is not 1..13."""
    if isinstance(value, str) and value in SCHEDULES:
        return SCHEDULES[value]
    items: Iterable[object] = value.split(",") if isinstance(value, str) else value if isinstance(value, tuple) else ()
    sizes = tuple(int(str(item)) for item in items)
    if not sizes or not all(1 <= size <= 13 for size in sizes):
        raise ValueError("hand sizes from 1 to 13 expected")
    return sizes


def read_partners(value: OptionValue) -> tuple[tuple[Seat, ...], ...]:
    """The pairs of a named seating or of a list such as ((0, 2), (1, 3)); ValueError unless it seats all four once."""
    if isinstance(value, str) and value in _PARTNERS:
        return _PARTNERS[value]
    pairs = tuple(
        tuple(sorted(int(str(seat)) for seat in pair))
        for pair in (value if isinstance(value, tuple) else ())
        if isinstance(pair, tuple)
    )
    if [len(pair) for pair in pairs] != [2, 2] or sorted(pairs[0] + pairs[1]) != [0, 1, 2, 3]:
        raise ValueError("two pairs of seats expected")
    return pairs


OPTIONS = OptionTable(
    Option(
        "rounds",
        "Rounds of the game",
        "four",
        {
            "four": "Four rounds of 13",
            "seven": "Seven rounds: 10, 11, 12, 13, 12, 11, 10",
            "ten": "Ten rounds: 4 up to 13",
            "ten_literal": "Nine rounds: 4 up to 12",
            "ten_from_3": "Ten rounds: 3 up to 12",
        },
        "R3, H4",
        read_schedule,
        "a list of hand sizes from 1 to 13",
    ),
    Option(
        "partners",
        "Who plays with whom",
        "opposite",
        {
            "opposite": "Opposite seats",
            "01-23": "First with second, third with fourth",
            "03-12": "First with fourth, second with third",
        },
        "H1",
        read_partners,
        "two pairs of seats",
    ),
    replace(DEALER, rule="H2"),
    Option(
        "full_deal_trump",
        "Trump when all 52 cards are dealt",
        "dealer_last",
        {
            "dealer_last": "The dealer's last card is shown",
            "none": "No trump",
            "cut": "A card is cut before the deal and put back",
            "rotate": "Spades, hearts, diamonds, clubs in turn",
        },
        "H3",
    ),
    Option(
        "broken_trump",
        "May trump be led at any time?",
        "free",
        {"free": "Yes", "must_be_broken": "Only after a trump was played, or from a hand of trumps alone"},
        "H8",
    ),
    Option(
        "must_trump",
        "Must a hand that cannot follow play trump?",
        "no",
        {"no": "No", "yes": "Yes"},
        "H8",
    ),
    Option(
        "cap_pair_bid",
        "May a pair bid more than there are tricks?",
        "warn",
        {"warn": "Yes, with a note that it cannot be made", "illegal": "No"},
        "H10",
    ),
    Option(
        "single_nil",
        "Bonus when one partner bids zero and makes it, though the pair bids more",
        0,
        {0: "None", 4: "4 points", 5: "5 points", 10: "10 points"},
        "H11",
        points_between(0, 100),
        "points from 0 to 100",
    ),
    Option(
        "zero_overtricks",
        "A pair that bid zero and wins tricks scores",
        "each",
        {"each": "One point a trick", "none": "Nothing"},
        "H13",
    ),
    Option(
        "tie",
        "Equal totals at the end",
        "shared",
        {"shared": "The win is shared; one more round of the last size is offered", "extra_round": "One more round"},
        "H15",
    ),
    Option(
        "bid_change",
        "May a bid be changed?",
        "until_next_bid",
        {"until_next_bid": "Until the next one bids", "locked": "No"},
        "H17",
    ),
    replace(TRICK_HISTORY, rule="H18"),
    Option(
        "revoke_rule",
        "What is offered after a revoke that can no longer be corrected",
        "table",
        {
            "table": "Everything; the table decides",
            "cap": "The pair scores no more than its difference without the revoke tricks, and at most 0",
            "replay_round": "The round is played again",
            "three_tricks": "Three tricks go to the other pair",
            "transfer": "The revoke trick goes to the other pair",
        },
        "H20",
    ),
    replace(REVOKE_NOTICE, rule="H20"),
)
