"""Auction, tricks, tiles, score and what is to be told in PaiMiahhh."""

from __future__ import annotations

import pytest

from engine import (
    Announced,
    Card,
    CardsPlayed,
    CardTurned,
    Declared,
    RoundStarted,
    RoundVoided,
    Undone,
    fold,
    numbered,
)
from engine.events import Corrected
from engine.games.paimiahhh_options import OPTIONS, settle
from engine.games.paimiahhh_score import winning_teams
from engine.games.paimiahhh_tiles import TILE_SUM, MarkerPath, Matrix, TileRules
from tests.engine.paimiahhh_log import ALL_SPECIALS, SEATS, PaiMiahhhLog, card, cards, tile


def kinds(table: PaiMiahhhLog) -> list[str]:
    return [request.kind for request in table.state.requests]


def request(table: PaiMiahhhLog, kind: str):
    (found,) = [each for each in table.state.requests if each.kind == kind]
    return found


def play_out(table: PaiMiahhhLog, tricks: list[str]) -> PaiMiahhhLog:
    for trick in tricks:
        table.play(trick + " |")
    return table


# A whole clean round: N declares with G4 under the marker, W has the Starter, each colour comes from one hand.
SOLO_HANDS = {
    "N": "G0 G1 G2 G3 G4 G5 G6 G7 G8 O0 O1 O2",
    "E": "O3 O4 O5 O6 O7 O8 T B0 B1 B2 B3 B4",
    "S": "B5 B6 B7 B8 R0 R1 R2 R3 R4 R5 R6 R7",
    "W": "ST R8 Y0 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 H",
}


# --- R1-R6: the game and its deck ---


def test_two_pairs_sit_opposite_and_twelve_cards_are_dealt():
    table = PaiMiahhhLog()

    assert table.state.teams == ((0, 2), (1, 3))
    assert table.state.expected.kind == "round"
    assert table.state.expected.hand_size == 12


@pytest.mark.parametrize(
    ("options", "size", "starred", "each"),
    [
        ({}, 48, ("trump_star", "honor"), 12),
        ({"variant_1": True}, 48, ("trump_star", "honor", "joker_star"), 12),
        ({"variant_2": True}, 52, ("trump_star", "honor", "joker_star", "eight_star", "porter", "bonus"), 13),
        ({"specials": ("reverse", "bonus")}, 48, ("bonus", "reverse"), 12),
        ({"specials": "porter,blank_special"}, 48, ("porter", "blank_special"), 12),
    ],
)
def test_the_deck_holds_the_chosen_specials(options, size, starred, each):
    settings = settle(OPTIONS.read(options))

    assert len(settings.deck) == size == 4 * each
    assert tuple(name for name in settings.deck.specials if name != "starter") == starred
    assert ("starter" in settings.deck.specials) == (not options.get("variant_1"))
    assert settings.cards_each == each


@pytest.mark.parametrize(
    "options",
    [
        {"specials": ("honor",)},
        {"specials": ("honor", "bonus", "porter")},
        {"specials": ("blank_special", "honor"), "special_pool": "listed_only"},
        {"specials": ("starter", "honor")},
        {"colours": "OBGR"},
        {"bid_path": "zigzag"},
    ],
)
def test_an_option_that_cannot_be_is_named_and_the_game_goes_on(options):
    table = PaiMiahhhLog(**options).add(RoundStarted())

    assert "option_ignored" in table.codes
    assert table.state.expected.kind == "bid"


def test_every_ambiguity_with_an_alternative_is_an_option():
    numbers = {option.rule for option in OPTIONS}
    without_alternative = {13, 17, 23, 25, 26, 27, 30, 31, 34, 35}

    assert {f"A{number}" for number in range(1, 37) if number not in without_alternative} <= numbers


# --- R7-R14: the auction ---


def test_the_youngest_bids_first_and_then_the_last_declarer():
    table = PaiMiahhhLog(first_bidder=2).add(RoundStarted())
    assert table.state.expected.seat == 2

    table.bid("S:P W:4 N:P E:P S:P").add(RoundVoided(), RoundStarted())
    assert table.state.expected.seat == 2, "a misdeal has no Declarer"

    table = play_out(whole_round(), [])
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


# --- R15-R17: Starter, opener, Dummy ---


def test_the_starters_holder_is_not_known_before_it_lies_there():
    table = PaiMiahhhLog().deal("G4")

    assert (table.state.expected.kind, table.state.expected.seat) == ("play", None)
    table.play("W:ST")
    assert table.state.expected.seat == 0
    assert table.codes == []


def test_another_opening_card_is_wrong_at_once_and_the_starter_shows_later_whose_it_was():
    table = PaiMiahhhLog().deal("G4").play("E:O5")

    verdict = table.verdict("starter_not_led")
    assert (verdict.rule, verdict.seat, verdict.klass) == ("R15", 1, "immediate")
    assert [choice.decision for choice in verdict.choices] == ["taken_back", "stands", "misread"]
    table.play("S:O6 W:ST")
    late = table.verdict("starter_late")
    assert (late.seat, late.klass, late.offence, late.proof) == (3, "retrospective", 7, (9,))


def test_an_opening_card_taken_back_lets_the_starter_come():
    table = PaiMiahhhLog().deal("G4").play("E:O5").rule("starter_not_led", "taken_back").play("E:ST S:O6 W:O7 N:O8")

    assert table.state.round.tricks[0].winner == 0
    assert "starter_late" not in table.codes
    assert table.state.open_verdicts == ()


def test_left_of_the_declarer_opens_in_variant_1():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G4", declarer="S")

    assert table.state.expected.seat == 3
    assert table.play("N:O5").verdict("wrong_leader").params["expected_seat"] == 3


def test_a_card_out_of_turn_and_a_second_card_are_flagged():
    table = PaiMiahhhLog().deal("G4").play("W:ST E:O5")

    verdict = table.verdict("play_out_of_turn")
    assert (verdict.seat, verdict.params["expected_seat"], verdict.rule) == (1, 0, "R16")
    assert table.play("E:O6").verdict("too_many_in_trick").seat == 1


def test_the_winner_opens_the_next_trick_and_anybody_else_is_flagged():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:O7 S:O2 |")

    assert table.state.expected.seat == 1
    assert table.play("S:O3").verdict("wrong_leader").seat == 2


def test_the_dummys_hand_is_asked_for_after_its_first_card_and_is_public():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:O7")
    assert kinds(table) == []

    table.play("S:O2")
    assert (request(table, "hand").seat, table.own.dummy) == (2, 2)
    table.show("S", "O3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5")
    assert kinds(table) == []
    assert table.own.dummy_hand == cards("O3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5")
    table.play("| E:R8 S:R5")
    assert card("R5") not in table.own.dummy_hand
    assert table.codes == []


def test_a_dummy_with_the_starter_lays_it_before_the_hand():
    table = PaiMiahhhLog().deal("G4").play("S:ST").show("S", "O3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5")

    assert table.codes == []
    assert table.own.is_dummy_shown


def test_a_card_that_was_not_in_the_shown_hand_is_a_question():
    table = PaiMiahhhLog().deal("G4").play("S:ST").show("S", "O3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5")
    table.play("W:O4 N:O5 E:O6 | E:Y4 S:Y1")

    verdict = table.verdict("not_in_shown_hand")
    assert (verdict.severity, verdict.seat) == ("question", 2)
    assert "misread" in [choice.decision for choice in verdict.choices]


def test_a_hand_read_only_in_part_is_added_to_and_questions_nothing():
    table = PaiMiahhhLog().deal("G4").play("S:ST").show("S", "O3,B5,B6").play("W:O4 N:O5 E:O6 | E:Y4 S:Y1")
    assert "not_in_shown_hand" not in table.codes
    assert kinds(table) == ["hand"], "the rest is still to be shown"

    table.show("S", "B5,B6,B7,Y1")
    assert table.own.dummy_hand == cards("O3,B5,B6,B7")


# --- slough tiles ---


def test_every_tile_is_in_a_column_or_before_a_player():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:P(B>R+Y) E:Y4 S:E8>G")

    lies = sum(each.value for _, column in table.own.columns for each in column)
    assert lies + sum(each.value for won in table.own.tiles_won for each in won) == TILE_SUM


def test_a_ported_tile_keeps_its_printed_value_for_the_score():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:P(B>R) E:R4 S:O8")

    assert table.own.tiles_won[1] == (tile("B1"),)
    assert table.column("R") == "B2 R1 R2 R3 R4 R5 R6"


def test_the_lowest_tile_may_be_agreed_on_instead_of_the_bottom_one():
    table = PaiMiahhhLog(**ALL_SPECIALS, slough_tile="least_value").deal("G3", declarer="W")
    table.play("W:O7 N:B4 E:P(B>R) S:R4")

    assert table.takings() == ["N:B1", "S:R1"], "B2 and B3 lie under R1"


def test_the_markers_tile_can_be_agreed_to_be_takeable():
    rules = TileRules(marker_is_takeable=True)
    matrix = Matrix.full(marker=tile("G6"), rules=rules)
    for value in range(1, 6):
        matrix = matrix.without(tile(f"G{value}"))

    assert matrix.sloughed_tile("G") == tile("G6")
    assert Matrix.full(marker=tile("G1"), rules=rules).sloughed_tile("G") == tile("G2"), "R24 still skips it"
    assert Matrix.full(marker=tile("G1"), rules=rules).free_tile("G") == tile("G1")


def test_a_column_is_chosen_where_the_own_one_is_empty_and_only_among_the_others():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W")
    table.play("N:O0 E:B0 S:B1 W:B2 | N:O1 E:B3 S:B4 W:B5 | N:O2 E:B6")

    asked = request(table, "tile")
    assert (asked.seat, asked.choices, asked.entry_id) == (1, ("O", "G", "R", "Y"), table.last_id)
    table.declare("tile", "B")
    assert table.verdict("declaration_impossible").severity == "question"
    assert "tile" in kinds(table)
    table.declare("tile", "Y", about=asked.entry_id)
    assert table.own.tiles_won[1][-1] == tile("Y1")
    assert "tile" not in kinds(table)


def test_an_answer_may_come_late_and_means_the_same():
    early = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:P(B>R) E:R4 S:B8")
    late = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:P E:R4 S:B8")
    about = late.last_id - 2

    assert late.takings() == ["E:R1", "S:B1"]
    assert request(late, "porter").choices[:2] == ("O>B", "O>G")
    late.declare("porter", "B>R", about=about)
    assert late.takings() == early.takings() == ["E:B1", "S:B3"]
    late.declare("porter", "B>Y", about=about)
    assert late.takings() == ["E:R1", "S:B3"], "the last word counts"


def test_an_eight_may_leave_its_tile():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:E8")

    assert request(table, "tile").choices == ("O", "B", "G", "R", "Y", "none")
    table.declare("tile", "none")
    assert kinds(table) == []
    assert table.takings() == []


def test_an_eight_may_be_agreed_to_take_a_tile():
    table = PaiMiahhhLog(**ALL_SPECIALS, e8_tile="forced").deal("G3", declarer="W").play("W:O7 N:E8")

    assert request(table, "tile").choices == ("O", "B", "G", "R", "Y")


def test_porter_skips_the_markers_tile_and_moves_what_there_is():
    matrix = Matrix.full(marker=tile("G5"))
    for value in (1, 2, 3, 4):
        matrix = matrix.without(tile(f"G{value}"))
    moves = {move.code: move for move in matrix.porter_moves()}

    assert "G>R+Y" not in moves
    assert matrix.ported(moves["G>R"]).columns["R"][0] == tile("G6")
    assert matrix.ported(moves["G>R"]).columns["G"] == (tile("G5"),)
    without = matrix.without(tile("G6"))
    assert [code for code in (move.code for move in without.porter_moves()) if code[0] == "G"] == ["G"]
    strict = Matrix(without.columns, tile("G5"), TileRules(porter_needs_two=True))
    assert not [move for move in strict.porter_moves() if move.source == "G"]


def test_porter_may_be_agreed_to_turn_two_tiles_around():
    table = PaiMiahhhLog(**ALL_SPECIALS, porter_order="player_chooses").deal("G3", declarer="S")
    table.play("W:O7 N:P").declare("porter", "B>R~")

    assert table.column("R") == "B2 B1 R1 R2 R3 R4 R5 R6"
    assert table.codes == []


def test_tiles_may_be_agreed_to_be_taken_at_the_end_of_the_trick():
    options = {**ALL_SPECIALS, "effect_time": "end_of_trick"}
    table = PaiMiahhhLog(**options).deal("G3", declarer="W").play("W:O4 N:J=G7 E:O3")
    at_once = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O4 N:J=G7 E:O3 S:G7")

    assert table.play("S:G7").takings() == ["S:G1"], "the twin came in time"
    assert at_once.takings() == ["N:G1", "S:G2"]


# --- specials ---


def test_the_joker_is_asked_for_and_an_answer_later_puts_the_trick_right():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:J N:O7 E:O3 S:B8")

    assert len(request(table, "joker").choices) == 45
    assert table.state.round.tricks[0].winner is None
    assert table.state.expected.seat is None
    table.declare("joker", "8O", about=table.last_id - 3)
    assert table.state.round.tricks[0].winner == 3
    assert (table.own.joker_as, table.takings()) == (card("O8"), ["S:B1"])
    assert kinds(table) == ["hand"]


def test_a_trick_that_no_name_of_the_joker_could_win_is_decided():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:J N:H E:O3 S:B8")

    assert table.state.round.tricks[0].winner == 0


def test_a_dummy_with_the_colour_led_may_name_the_joker_only_in_it():
    table = PaiMiahhhLog(variant_1=True).deal("G3", declarer="N").play("E:O7 S:B8").show("S", "O3,J,B5")
    table.play("W:O1 N:O2 | E:O8 S:J")

    assert request(table, "joker").choices == tuple(f"{value}O" for value in range(9))


def test_nonsense_named_for_the_joker_leaves_the_question_open():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:J").declare("joker", "9Z")

    assert table.verdict("declaration_impossible").rule == "R29"
    assert kinds(table) == ["joker"]


def test_a_joker_may_be_killed_by_an_earlier_trick_where_that_is_agreed():
    tricks = "W:O5 N:O1 E:O2 S:O3 | W:J=O5 N:O4 E:O0 S:Y1"
    usual = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play(tricks)
    agreed = PaiMiahhhLog(**ALL_SPECIALS, joker_twin_scope="table").deal("G3", declarer="W").play(tricks)

    assert (usual.state.round.tricks[1].winner, agreed.state.round.tricks[1].winner) == (3, 0)
    assert agreed.own.is_joker_dead


def test_a_dead_joker_may_pass_the_lead_on_where_that_is_agreed():
    tricks = "W:J=O5 N:B8 E:O5 S:O7"
    usual = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play(tricks)
    agreed = PaiMiahhhLog(**ALL_SPECIALS, dead_joker_lead="passes_on").deal("G3", declarer="W").play(tricks)

    assert (usual.state.round.tricks[0].winner, agreed.state.round.tricks[0].winner) == (2, 0)
    assert (usual.state.round.tricks[0].led_suit, agreed.state.round.tricks[0].led_suit) == ("O", "B")


@pytest.mark.parametrize(
    ("option", "twin_first", "twin_later"),
    [
        ("by_time", ["N:G1"], ["N:G1", "E:G2"]),
        ("always", ["N:G1", "E:G2"], ["N:G1", "E:G2"]),
        ("never", ["N:G1"], ["E:G2"]),
    ],
)
def test_a_joker_without_power_earns_a_tile_as_agreed(option, twin_first, twin_later):
    first = PaiMiahhhLog(**ALL_SPECIALS, joker_dead_tile=option).deal("G3", declarer="W").play("W:O4 N:G7 E:J=G7")
    later = PaiMiahhhLog(**ALL_SPECIALS, joker_dead_tile=option).deal("G3", declarer="W").play("W:O4 N:J=G7 E:G7")

    assert (first.takings(), later.takings()) == (twin_first, twin_later)


@pytest.mark.parametrize("option", ["yes", "no"])
def test_trump_star_leads_as_agreed(option):
    table = PaiMiahhhLog(variant_2=True, trump_star_leads=option).deal("G4", declarer="W")
    table.play("W:ST N:T E:O8 S:B3")
    trick = table.state.round.tricks[0]

    assert trick.led_suit == ("G" if option == "yes" else "O")
    assert trick.winner == 0, "it is a trump in either case"
    assert table.takings() == (["E:O1", "S:B1"] if option == "yes" else ["S:B1"])


@pytest.mark.parametrize(("option", "winner", "taken"), [("yes", 3, ["N:O1"]), ("no", 0, [])])
def test_an_eight_leads_as_agreed(option, winner, taken):
    table = PaiMiahhhLog(**ALL_SPECIALS, e8_leads=option).deal("G3", declarer="W").play("W:E8 N:O7 E:O3 S:O1")

    assert table.state.round.tricks[0].winner == winner
    assert table.takings()[:1] == taken[:1]


@pytest.mark.parametrize(("option", "next_seat", "winner"), [("ccw_play", 1, 2), ("low_wins", 3, 3), ("off", 3, 2)])
def test_reverse_works_from_the_next_trick_as_agreed(option, next_seat, winner):
    table = PaiMiahhhLog(**ALL_SPECIALS, reverse_effect=option).deal("G3", declarer="W")
    table.play("W:O7 N:V E:O3 S:O8 |")
    assert table.state.round.tricks[0].winner == 2, "the trick with Reverse itself is as usual"

    table.play("S:O6")
    assert table.state.expected.seat == next_seat
    order = "E:O2 N:O5 W:O1" if option == "ccw_play" else "W:O1 N:O5 E:O2"
    table.play(order)
    assert table.state.round.tricks[1].winner == winner
    assert "play_out_of_turn" not in table.codes


@pytest.mark.parametrize(("option", "direction"), [("ignored", -1), ("toggle", 1)])
def test_a_second_reverse_in_one_deck_is_asked_about_and_works_as_agreed(option, direction):
    table = PaiMiahhhLog(**ALL_SPECIALS, second_reverse=option).deal("G3", declarer="S")
    table.play("W:O7 N:V E:O3 S:O8 | S:V E:O2 N:B1 W:O1 |")

    assert table.verdict("duplicate").cards == (card("V"),)
    assert table.own.direction == direction


def test_after_reverse_the_winner_still_opens():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:V E:O3 S:O8 | S:O6 E:O2 N:B1 W:O1 |")

    assert table.state.expected.seat == 2
    assert table.own.direction == -1


@pytest.mark.parametrize(("option", "winner", "opens"), [("opener", 3, 3), ("void", None, 3), ("replay", None, 3)])
def test_a_trick_without_any_colour_goes_where_agreed(option, winner, opens):
    options = {"variant_2": True, "specials": "trump_star,honor,joker_star,porter,bonus,reverse"}
    table = PaiMiahhhLog(**options, no_lead_winner=option).deal("G3", declarer="W").play("W:ST N:V E:B S:P(B>R)")
    trick = table.state.round.tricks[0]

    assert trick.winner == winner
    if option == "replay":
        assert not trick.is_complete
        assert [play.standing for play in trick.plays] == ["taken_back"] * 4
        assert table.own.direction == 1
        table.play("W:ST N:O1 E:O2 S:O3")
        assert table.state.round.tricks[0].winner == 2
        assert "duplicate" not in table.codes
    else:
        assert table.play("|").state.expected.seat == opens
        assert table.own.direction == -1


def test_bonus_goes_to_the_winner_and_the_blank_special_does_nothing():
    options = {"variant_2": True, "specials": "honor,joker_star,eight_star,porter,bonus,blank_special"}
    table = PaiMiahhhLog(**options, blank_name="7★").deal("G3", declarer="W").play("W:ST N:X E:B S:O0")

    assert table.own.bonus_to == 2
    assert table.takings() == []
    assert table.state.round.tricks[0].winner == 2
    assert table.state.options["blank_name"] == "7★"


# --- scoring and end ---


def whole_round(**options: object) -> PaiMiahhhLog:
    """N declares G1 and makes it: W opens, then N draws from the top."""
    table = PaiMiahhhLog(**options).deal("G1")
    hands = {seat: text.split() for seat, text in SOLO_HANDS.items()}
    table.play("W:ST N:G8 E:T S:B5 |")
    for seat, text in zip("WNES", ("ST", "G8", "T", "B5"), strict=True):
        hands[seat].remove(text)
    table.show("S", ",".join(hands["S"]))
    order = {
        "N": "G7 G6 G5 G4 G3 G2 G1 G0 O2 O1 O0",
        "E": "B0 B1 B2 B3 B4 O3 O4 O5 O6 O7 O8",
        "S": "B6 B7 B8 R0 R1 R2 R3 R4 R5 R6 R7",
        "W": "R8 Y0 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 H",
    }
    columns = [text.split() for text in order.values()]
    leader = 0
    for number in range(11):
        for step in range(4):
            seat = (leader + step) % 4
            table.play(f"{SEATS[seat]}:{columns[seat][number]}")
        for asked in [each for each in table.state.requests if each.kind == "tile"]:
            table.declare("tile", asked.choices[0], about=asked.entry_id)
        table.play("|")
        leader = table.state.round.tricks[-1].winner
    return table


def test_a_clean_round_scores_and_finds_nothing():
    table = whole_round()
    state = table.state

    assert table.codes == []
    assert state.round.phase == "over"
    assert sum(state.round.tricks_won) == 12
    own = table.own
    tiles = [sum(each.value for seat in (team, team + 2) for each in own.tiles_won[seat]) for team in (0, 1)]
    tricks = [own.value * won for won in state.round.team_tricks]
    assert own.is_made
    assert state.round.scores == tuple(trick + tile_sum for trick, tile_sum in zip(tricks, tiles, strict=True))
    assert state.totals == state.round.scores
    assert (own.trick_points, own.tile_points) == (tuple(tricks), tuple(tiles))


def test_variant_3_pays_the_dummys_tricks_twice():
    table = whole_round(variant_3=True)
    won = table.state.round.tricks_won

    assert table.own.trick_points == (2 * won[2], won[1] + won[3])


def test_defenders_may_be_agreed_to_score_only_on_failure():
    assert whole_round(defenders_score="on_failure").own.trick_points[1] == 0


def test_the_game_ends_after_a_scoring_and_what_follows_does_not_count():
    table = PaiMiahhhLog()
    table.events += whole_round().events[1:]
    one = table.state.totals
    rounds = 1
    while not table.state.winners:
        table.events += shifted(whole_round().events[1:], len(table.events) - 1)
        rounds += 1
    state = table.state

    assert state.totals == tuple(rounds * total for total in one)
    assert max(state.totals) >= 150 > (rounds - 1) * max(one)
    assert state.winner == one.index(max(one))
    assert state.expected.kind == "none"
    table.events += shifted(whole_round().events[1:], len(table.events) - 1)
    assert table.state.totals == state.totals
    assert "round_unscheduled" in table.codes


def shifted(events, by):
    """The events of another round appended to a log: what is declared about an entry moves with it."""
    return [
        Declared(event.about + by, event.kind, event.choice) if isinstance(event, Declared) else event
        for event in events
    ]


def test_an_unanswered_question_keeps_the_round_from_being_counted_until_it_is_answered():
    table = PaiMiahhhLog()
    table.events += [event for event in whole_round().events[1:] if not isinstance(event, Declared)]
    asked = [each for each in table.state.requests if each.kind == "tile"]

    assert asked
    assert table.state.round.blocked_by == (table.verdict("questions_unanswered").id,)
    assert table.state.totals == (0, 0)
    while asked:
        table.declare("tile", asked[0].choices[0], about=asked[0].entry_id)
        asked = [each for each in table.state.requests if each.kind == "tile"]
    assert table.codes == []
    assert table.state.totals == table.state.round.scores


def test_a_question_of_the_last_round_can_be_answered_when_the_next_is_on():
    table = PaiMiahhhLog()
    table.events += [event for event in whole_round().events[1:] if not isinstance(event, Declared)]
    table.add(RoundStarted()).bid("N:3 E:P S:P W:P").play("E:ST")
    for asked in [each for each in table.state.requests if each.kind == "tile"]:
        table.declare("tile", asked.choices[0], about=asked.entry_id)
    while asked := next((each for each in table.state.requests if each.kind == "tile"), None):
        table.declare("tile", asked.choices[0], about=asked.entry_id)

    assert table.state.totals == table.state.rounds[0].scores != (0, 0)
    assert table.state.round.paimiahhh.position == 3


def test_questions_can_be_left_unanswered():
    table = PaiMiahhhLog()
    table.events += [event for event in whole_round().events[1:] if not isinstance(event, Declared)]

    assert table.rule("questions_unanswered", "stands").state.requests == ()
    assert table.state.totals == table.state.round.scores != (0, 0)


@pytest.mark.parametrize(
    ("totals", "option", "winners"),
    [
        ((149, 149), "another_round", ()),
        ((150, 150), "another_round", ()),
        ((150, 150), "shared", (0, 1)),
        ((150, 149), "another_round", (0,)),
        ((20, 170), "shared", (1,)),
    ],
)
def test_a_tie_at_the_end_is_decided_as_agreed(totals, option, winners):
    assert winners == winning_teams(totals, tie_is_shared=option == "shared")


# --- what is told late, or not at all ---


@pytest.mark.parametrize(("option", "numbers"), [("last", (2,)), ("all", (1, 2))])
def test_older_tricks_are_public_as_agreed(option, numbers):
    table = PaiMiahhhLog(trick_history=option).deal("G4").play("W:ST N:O5 E:O7 S:O2 | E:R8")

    assert table.state.round.public_trick_numbers == numbers


def test_passes_that_nobody_told_are_inferred_when_the_starter_lies_there():
    table = PaiMiahhhLog().add(RoundStarted()).bid("N:8 E:P").play("W:ST N:O5 E:O7 S:B8")

    assert table.verdict("play_before_bids").severity == "question"
    assert (table.own.declarer, table.own.is_auction_inferred, table.state.round.trump) == (0, True, "G")
    assert request(table, "auction").choices[0] == "9"
    table.bid("S:P W:P")
    assert table.codes == []
    assert kinds(table) == ["hand"]


def test_a_bid_told_late_changes_trump_for_the_tricks_already_there():
    table = PaiMiahhhLog().add(RoundStarted()).play("W:ST N:O5 E:O7 S:G0")
    assert table.state.round.trump is None
    assert table.state.round.tricks[0].winner is None

    table.bid("N:8 E:P S:P W:P")
    assert table.state.round.tricks[0].winner == 2
    assert table.takings() == ["S:G1"]
    assert table.codes == []


def test_a_round_without_any_bid_is_not_counted():
    table = PaiMiahhhLog()
    table.events += [event for event in whole_round().events[1:] if type(event).__name__ not in ("BidMade", "Passed")]

    assert table.verdict("bids_missing").blocks_score
    assert table.state.totals == (0, 0)


# --- nonsense ---


def test_a_card_of_another_pack_is_a_question():
    table = PaiMiahhhLog().deal("G4").play("W:ST").add(CardsPlayed(0, (Card.from_code("TS"),)))
    verdict = table.verdict("impossible_card")
    assert (verdict.severity, verdict.seat, verdict.rule) == ("question", 0, "R4")


def test_a_special_that_was_not_chosen_is_a_question():
    assert PaiMiahhhLog().deal("G4").play("W:ST N:V").verdict("impossible_card").seat == 0


def test_a_card_seen_twice_is_a_question_with_both_sightings():
    verdict = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:O5").verdict("duplicate")

    assert [candidate.role for candidate in verdict.misread_candidates] == ["second_sighting", "first_sighting"]


@pytest.mark.parametrize(
    "event",
    [
        CardTurned(card("O5")),
        Announced(1, "revolution"),
        Declared(3, "joker", "5O"),
        Declared(99, "tile", "Q"),
        Declared(2, "nonsense", ""),
    ],
)
def test_an_event_of_another_game_is_only_noted(event):
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5").add(event)

    assert len(table.state.verdicts) == 1
    assert table.state.verdicts[0].severity != "offence"
    assert table.state.expected.seat == 1


def test_a_corrected_card_is_as_if_it_had_been_read_right():
    wrong = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:O7 S:B8")
    wrong.add(Corrected(9, PaiMiahhhLog().play("E:O3").events[-1]))

    right = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:O3 S:B8")
    assert wrong.state == right.state
    assert wrong.add(Undone()).state.round.tricks[0].winner == 1


def test_a_state_folded_twice_is_equal():
    events = numbered(whole_round().events)

    assert fold(events) == fold(events)


def test_a_bid_told_after_the_hand_was_shown_still_makes_it_the_dummys():
    table = PaiMiahhhLog().add(RoundStarted()).play("W:ST N:O5 E:O7 S:B8").show("S", "B1,B2")
    assert not table.own.is_dummy_shown

    table.bid("N:8 E:P S:P W:P")
    assert table.own.is_dummy_shown
    assert table.own.dummy_hand == cards("B1,B2")
    assert table.codes == []
