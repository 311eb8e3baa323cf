"""Every irregularity of PaiMiahhh in the rules analysis (hidden_information §4.2, §7), each with its innocent twin."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import Announced, RoundStarted, Verdict
from tests.engine.irregularities import I, Irregularity, N, R, check
from tests.engine.paimiahhh_log import ALL_SPECIALS, PaiMiahhhLog
from tests.engine.test_paimiahhh_verdicts import round_with_a_kept_card

NORA, EMIL, SARA, WIM = range(4)  # N E S W; the Starter is Wim's below, unless he is the one who lacks it
TAKE_BACK = ("taken_back", "stands", "misread")
TOO_LATE = ("stands", "misread", "penalty:no_trick_points")
ASKED = ("misread", "stands")
TOLD = ("stands", "misread")
DUMMY = "O3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5"
VOID_DUMMY = "Y3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5"

Findings = Callable[[], tuple[Verdict, ...]]


def auction(text: str) -> Findings:
    """The findings of the calls of a round in which N bids first."""
    return lambda: PaiMiahhhLog().add(RoundStarted()).bid(text).state.verdicts


def played(text: str, **options: object) -> Findings:
    """The findings of tricks with green as trump and the marker on G4."""
    return lambda: PaiMiahhhLog(**options).deal("G4").play(text).state.verdicts


def specials(text: str, *, declarer: str = "S", marker: str = "G3", **options: object) -> Findings:
    """The same with every special in the pack and no Starter: the seat left of the declarer opens."""
    return lambda: PaiMiahhhLog(**ALL_SPECIALS, **options).deal(marker, declarer=declarer).play(text).state.verdicts


def dummy(hand: str, text: str) -> Findings:
    """The findings of tricks after S, the Dummy, led the Starter and showed a hand."""
    return lambda: PaiMiahhhLog().deal("G4").play("S:ST").show("S", hand).play(text).state.verdicts


def taken(tile: str | None, text: str = "W:ST N:O5 E:O7 S:B8") -> Findings:
    """The findings once S was seen to take a tile, or none, for a slough of blue."""
    return lambda: PaiMiahhhLog().deal("G4").play(text).take("S", tile).state.verdicts


def after_a_kept_card(text: str) -> Findings:
    """Variant 2: what the next round's first card shows of the round before, for E who kept O8."""
    return lambda: tuple(
        verdict
        for verdict in round_with_a_kept_card().deal("G6", declarer="E").play(text).state.verdicts
        if verdict.round_number == 1 and verdict.seat == EMIL
    )


def shown_early(*seats: str) -> Findings:
    """Hands shown during the bidding."""

    def find() -> tuple[Verdict, ...]:
        log = PaiMiahhhLog().add(RoundStarted()).bid("N:3")
        for seat in seats:
            log.show(seat, "O1,O2")
        return log.state.verdicts

    return find


def talk(option: str) -> Findings:
    return lambda: PaiMiahhhLog(table_talk=option).deal("G4").add(Announced(EMIL, "table_talk")).state.verdicts


ROWS = [
    # bid not forward / off the matrix; out of turn
    Irregularity("bid not forward", I, "bid_not_forward", EMIL, auction("N:5 E:5"), auction("N:5 E:6"), TAKE_BACK),
    Irregularity("bid backwards", I, "bid_not_forward", EMIL, auction("N:9 E:4"), auction("N:9 E:14"), TAKE_BACK),
    Irregularity("bid off the matrix", I, "bid_off_path", EMIL, auction("N:5 E:31"), auction("N:5 E:30"), TAKE_BACK),
    Irregularity("bid out of turn", I, "bid_out_of_turn", SARA, auction("N:5 S:7"), auction("N:5 E:P S:7"), TAKE_BACK),
    Irregularity("pass out of turn", I, "bid_out_of_turn", SARA, auction("N:5 S:P"), auction("N:5 E:P S:P"), TAKE_BACK),
    # first card not the Starter; Starter later than trick 1
    Irregularity("first card not the Starter", I, "starter_not_led", WIM, played("W:O5"), played("W:ST"), TAKE_BACK),
    Irregularity(
        "the Starter comes later: that seat should have opened",
        R,
        "starter_late",
        NORA,
        played("W:O5 N:O1 E:O2 S:O3 | W:B1 N:ST"),
        played("N:ST E:O2 S:O3 W:O5 | W:B1 N:B2"),
        TOLD,
    ),
    # not following; for the Dummy at once
    Irregularity(
        "not following",
        R,
        "revoke",
        EMIL,
        played("W:ST N:O5 E:B3 S:O2 | N:R1 E:O7"),
        played("W:ST N:O5 E:B3 S:O2 | N:R1 E:B7"),
        TOO_LATE,
    ),
    Irregularity(
        "not following, shown before the next trick begins",
        R,
        "revoke",
        EMIL,
        played("W:ST N:O5 E:B3 E:O7"),
        played("W:ST N:O5 E:B3 S:O2"),
        TAKE_BACK,
    ),
    Irregularity(
        "the Dummy not following",
        I,
        "revoke",
        SARA,
        dummy(DUMMY, "W:O4 N:O5 E:O6 | E:O8 S:B5"),
        dummy(VOID_DUMMY, "W:O4 N:O5 E:O6 | E:O8 S:B5"),
        TAKE_BACK,
    ),
    # Joker named off the lead colour; a later Joker proves nothing (A12)
    Irregularity(
        "Joker named off the lead colour",
        R,
        "joker_off_lead",
        NORA,
        specials("W:O7 N:J=B8 E:O3 S:O8 | S:Y1 W:Y2 N:O1"),
        specials("W:O7 N:J=O6 E:O3 S:O8 | S:Y1 W:Y2 N:O1"),
        TOO_LATE,
    ),
    Irregularity(
        "not following, and a later number card of that colour, where a later Joker is no proof",
        R,
        "revoke",
        NORA,
        specials("W:O7 N:B8 E:O3 S:O8 | S:O1 W:O2 N:O5"),
        specials("W:O7 N:B8 E:O3 S:O8 | S:O1 W:O2 N:J=O5"),
        TOO_LATE,
    ),
    # sloughing a special while able to follow
    Irregularity(
        "sloughing a special while able to follow",
        R,
        "revoke",
        EMIL,
        played("W:ST N:O5 E:H S:O2 | E:R1 S:R2 W:R3 N:R4 | N:Y1 E:O7"),
        played("W:ST N:O5 E:H S:O2 | E:R1 S:R2 W:R3 N:R4 | N:Y1 E:B7"),
        TOO_LATE,
    ),
    # Trump★ withheld when trump led (option `must`)
    Irregularity(
        "Trump★ withheld when trump was led",
        R,
        "revoke",
        EMIL,
        played("W:ST N:G5 E:B3 S:G2 | N:R1 E:T"),
        played("W:ST N:G5 E:B3 S:G2 | N:R1 E:T", trump_star_must_follow="may"),
        TOO_LATE,
    ),
    # wrong tile taken / none taken / marker's tile taken
    Irregularity("wrong tile of the column", I, "wrong_tile", SARA, taken("B2"), taken("B1"), TAKE_BACK),
    Irregularity("tile of another column", I, "wrong_tile", SARA, taken("R1"), taken("B1"), TAKE_BACK),
    Irregularity("none taken", I, "wrong_tile", SARA, taken(None), taken("B1"), TAKE_BACK),
    Irregularity("the marker's tile", I, "wrong_tile", SARA, taken("G4"), taken("B1"), TAKE_BACK),
    Irregularity(
        "a tile for following", I, "wrong_tile", SARA, taken("O1", "W:ST N:O5 E:O7 S:O8"), taken("B1"), TAKE_BACK
    ),
    # a revoke whose only evidence is the card kept under Variant 2
    Irregularity(
        "the card kept under Variant 2 comes out",
        R,
        "revoke",
        EMIL,
        after_a_kept_card("E:O8"),
        after_a_kept_card("E:O7"),
        TOO_LATE,
    ),
    # hand shown during bidding, advice to partner
    Irregularity("hand shown during bidding", N, "hand_shown_early", EMIL, shown_early("E"), shown_early(), TOLD),
    Irregularity("advice to the partner", N, "table_talk", EMIL, talk("warn"), talk("not_policed"), TOLD),
    # as in every game of tricks (§4.1)
    Irregularity(
        "wrong leader",
        I,
        "wrong_leader",
        SARA,
        played("W:ST N:O5 E:O7 S:O1 | S:B1"),
        played("W:ST N:O5 E:O7 S:O1 | E:B1"),
        TAKE_BACK,
    ),
    Irregularity(
        "play out of turn", I, "play_out_of_turn", EMIL, played("W:ST E:O7"), played("W:ST N:O5 E:O7"), TAKE_BACK
    ),
    Irregularity(
        "two cards from one seat",
        I,
        "too_many_in_trick",
        NORA,
        played("W:ST N:O5 N:O6"),
        played("W:ST N:O5 E:O6"),
        TAKE_BACK,
    ),
    Irregularity(
        "missing card",
        I,
        "trick_incomplete",
        None,
        played("W:ST N:O5 E:O7 |"),
        played("W:ST N:O5 E:O7 S:O1 |"),
        ASKED,
    ),
    # conservation (§7)
    Irregularity("a card seen twice", I, "duplicate", EMIL, played("W:ST N:O5 E:O5"), played("W:ST N:O5 E:O6"), ASKED),
    Irregularity(
        "a special that was not chosen",
        I,
        "impossible_card",
        EMIL,
        played("W:ST N:O5 E:P"),
        played("W:ST N:O5 E:T"),
        ASKED,
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_an_irregularity_is_found_and_its_innocent_twin_is_not(row):
    check(row)
