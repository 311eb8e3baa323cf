"""The auction of PaiMiahhh: the marker on its path (R7-R14)."""

from __future__ import annotations

import pytest

from engine import (
    RoundStarted,
    RoundVoided,
)
from engine.games.paimiahhh_tiles import MarkerPath
from tests.engine.paimiahhh_log import PaiMiahhhLog, tile, whole_round


def test_the_youngest_bids_first_and_then_the_last_declarer():
    table = PaiMiahhhLog(first_bidder=2).add(RoundStarted())
    assert table.state.expected.seat == 2

    table.bid("S:P W:4 N:P E:P S:P").add(RoundVoided(), RoundStarted())
    assert table.state.expected.seat == 2, "a misdeal has no Declarer"

    table = whole_round()
    assert table.state.expected.seat is None
    assert table.add(RoundStarted()).state.expected.seat == 0, "N declared"


def test_the_marker_only_moves_forward():
    table = PaiMiahhhLog().add(RoundStarted()).bid("N:9")

    assert table.state.expected.values == tuple(range(10, 31))
    assert table.state.expected.may_pass
    table.bid("E:4")
    verdict = table.verdict("bid_not_forward")
    assert (verdict.rule, verdict.seat, verdict.klass) == ("R8", 1, "immediate")
    assert table.own.position == 4, "the marker lies where it was put"
    table.rule("bid_not_forward", "taken_back")
    assert (table.own.position, table.state.expected.seat) == (9, 1)
    table.bid("E:12")
    assert (table.own.position, table.own.declarer) == (12, 1)


def test_a_move_off_the_tiles_has_no_effect():
    table = PaiMiahhhLog().add(RoundStarted()).bid("N:30 E:31")

    assert table.verdict("bid_off_path").seat == 1
    assert (table.own.position, table.state.expected.seat) == (30, 1)


def test_a_call_out_of_turn_is_flagged_and_bidding_goes_on_from_there():
    table = PaiMiahhhLog().add(RoundStarted()).bid("N:3 S:5")

    verdict = table.verdict("bid_out_of_turn")
    assert (verdict.seat, verdict.params["expected_seat"], verdict.klass) == (2, 1, "immediate")
    assert (table.own.position, table.state.expected.seat) == (5, 3)
    table.rule("bid_out_of_turn", "taken_back")
    assert (table.own.position, table.state.expected.seat) == (3, 1)


def test_calls_in_turn_are_no_offence():
    table = PaiMiahhhLog().add(RoundStarted()).bid("N:P E:3 S:P W:8 N:9 E:P S:10 W:P N:P E:P")

    assert table.codes == []
    assert (table.own.declarer, table.own.contract, table.own.is_auction_over) == (2, 8, True)


def test_four_passes_throw_the_deal_in_and_the_same_seat_bids_first_again():
    table = PaiMiahhhLog().add(RoundStarted()).bid("N:P E:P S:P W:P")

    assert table.state.round.phase == "void"
    assert table.state.expected.kind == "round"
    table.add(RoundStarted())
    assert (table.state.expected.kind, table.state.expected.seat) == ("bid", 0)
    assert [each.number for each in table.state.rounds] == [1, 1]


def test_the_next_seat_may_bid_first_after_four_passes():
    table = PaiMiahhhLog(redeal_first_bidder="next_clockwise").add(RoundStarted())

    assert table.bid("N:P E:P S:P W:P").add(RoundStarted()).state.expected.seat == 1


@pytest.mark.parametrize(
    ("kind", "places"),
    [
        ("raster", {1: "Y1", 5: "O1", 6: "Y2", 10: "O2", 30: "O6"}),
        ("serpentine", {1: "Y1", 5: "O1", 6: "O2", 10: "Y2", 11: "Y3", 30: "Y6"}),
        ("left_to_right", {1: "O1", 5: "Y1", 6: "O2", 30: "Y6"}),
    ],
)
def test_the_path_runs_as_agreed(kind, places):
    path = MarkerPath(kind=kind)

    assert {position: tile(text) for position, text in places.items()} == {
        position: path.tile(position) for position in places
    }
    assert {path.position(path.tile(position)) for position in range(1, 31)} == set(range(1, 31))


def test_the_columns_lie_as_the_table_says():
    table = PaiMiahhhLog(colours="YRGBO").add(RoundStarted()).bid("N:1 E:P S:P W:P")

    assert table.own.marker == tile("O1"), "the path begins beside the last column"
    assert [colour for colour, _ in table.own.columns] == ["Y", "R", "G", "B", "O"]


def test_a_call_after_the_auction_is_only_noted():
    table = PaiMiahhhLog().deal("G4").bid("E:30")

    assert table.verdict("call_after_auction").severity == "notice"
    assert table.own.marker == tile("G4")
