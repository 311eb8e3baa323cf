"""Every irregularity of Pairs Oh Hell in the rules analysis (hidden_information §4.1), each with its innocent twin.

Peeking, talk, a wrong deal and marked cards leave nothing on the table (class N) and have no row.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import Verdict
from engine.verdicts import PENALTIES
from tests.engine.conftest import TableLog
from tests.engine.irregularities import I, Irregularity, R, check

ANN, BEN, CLEO, DAN = range(4)  # A B C D; D deals
BID = ("taken_back", "stands")
TAKE_BACK = ("taken_back", "stands", "misread")
ASKED = ("misread", "stands")
TOO_LATE = ("stands", "misread", *PENALTIES)

Findings = Callable[[], tuple[Verdict, ...]]


def bids(text: str, *, hand_size: int = 4, turned: str = "2C") -> Findings:
    return lambda: TableLog(hand_size).deal(turned, bids=text).state.verdicts


def played(text: str, *, hand_size: int = 4, turned: str = "2C", **options: object) -> Findings:
    """The findings of tricks after everybody bid 0."""
    return lambda: TableLog(hand_size, **options).deal(turned, bids="A0 B0 C0 D0").play(text).state.verdicts


def gathered(text: str, by: int) -> Findings:
    return lambda: TableLog(4).deal("2C", bids="A0 B0 C0 D0").play(text).gather(by).state.verdicts


def whole_deal(*, misread: bool = False) -> Findings:
    """All 52 cards, A spades to D clubs, which are trump; the KC that D showed may be read as the KD."""
    suits = {"A": "S", "B": "H", "C": "D", "D": "C"}
    orders = ["ABCD", *["DABC"] * 12]
    plays = [
        f"{seat}:{rank}{suits[seat]}" for rank, order in zip("23456789TJQKA", orders, strict=True) for seat in order
    ]
    if misread:
        plays[plays.index("D:KC")] = "D:KD"
    return played(" ".join(plays), hand_size=13, turned="KC")


ROWS = [
    # bid out of range, out of turn, hook broken
    Irregularity("bid out of range", I, "bid_out_of_range", ANN, bids("A5"), bids("A4"), BID),
    Irregularity("bid out of turn", I, "bid_out_of_turn", BEN, bids("B1"), bids("A1"), BID),
    Irregularity("hook broken", I, "hook_broken", DAN, bids("A1 B1 C1 D1"), bids("A1 B1 C1 D2"), BID),
    Irregularity("bid changed late", I, "bid_changed_late", ANN, bids("A1 B0 A2"), bids("A1 A2 B0"), BID),
    # wrong leader, play out of turn, two cards from one seat, missing card
    Irregularity("wrong leader", I, "wrong_leader", BEN, played("B:5S"), played("A:5S"), TAKE_BACK),
    Irregularity("play out of turn", I, "play_out_of_turn", CLEO, played("A:5S C:6S"), played("A:5S B:6S"), TAKE_BACK),
    Irregularity(
        "two cards from one seat", I, "too_many_in_trick", ANN, played("A:5S A:6S"), played("A:5S B:6S"), TAKE_BACK
    ),
    Irregularity(
        "missing card", I, "trick_incomplete", None, played("A:5S B:6S C:7S |"), played("A:5S B:6S C:7S D:8S |"), ASKED
    ),
    # failing to follow
    Irregularity(
        "failing to follow",
        R,
        "revoke",
        BEN,
        played("A:5S B:7H C:9S D:3S | C:3D D:4D A:5D B:8S", turned="AC"),
        played("A:5S B:7H C:9S D:3S | C:3D D:4D A:5D B:8H", turned="AC"),
        TOO_LATE,
    ),
    Irregularity(
        "failing to follow, shown before the side plays on",
        R,
        "revoke",
        BEN,
        played("A:5S B:7H B:8S", turned="AC"),
        played("A:5S B:7H C:8S", turned="AC"),
        TAKE_BACK,
    ),
    # playing the turned-up trump card (n ≤ 12)
    Irregularity("the turned-up card", I, "turned_card_played", ANN, played("A:2C"), played("A:3C"), ASKED),
    # n = 13: the shown card comes from another seat, or never from the dealer
    Irregularity(
        "the shown card from another seat",
        I,
        "shown_card_from_other_seat",
        ANN,
        played("A:KC", hand_size=13, turned="KC"),
        played("A:QC B:2C C:3C D:KC", hand_size=13, turned="KC"),
        ASKED,
    ),
    Irregularity(
        "the shown card never from the dealer",
        R,
        "shown_card_never_played",
        DAN,
        whole_deal(misread=True),
        whole_deal(),
        ASKED,
    ),
    # more than n cards from a seat; fewer at the end are cards missing in tricks
    Irregularity(
        "more cards than dealt",
        I,
        "too_many_in_round",
        DAN,
        played("A:5S B:6S C:7S D:8S | D:9S", hand_size=1),
        played("A:5S B:6S C:7S D:8S |", hand_size=1),
        ("taken_back", "stands", "misread"),
    ),
    # wrong tricks claimed
    Irregularity(
        "a trick taken by the wrong side",
        I,
        "gathered_by_wrong_side",
        ANN,
        gathered("A:5S B:6S C:7S D:8S", ANN),
        gathered("A:5S B:6S C:7S D:8S", BEN),
        TAKE_BACK,
    ),
    # conservation (§7)
    Irregularity("a card seen twice", I, "duplicate", BEN, played("A:5S B:5S"), played("A:5S B:6S"), ASKED),
    Irregularity(
        "a card outside the deck", I, "impossible_card", BEN, played("A:5S B:joker_red"), played("A:5S B:6S"), ASKED
    ),
    Irregularity(
        "a card that nobody has shown at the end of a full deal",
        R,
        "cards_missing",
        None,
        whole_deal(misread=True),
        whole_deal(),
        ASKED,
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_an_irregularity_is_found_and_its_innocent_twin_is_not(row):
    check(row)
