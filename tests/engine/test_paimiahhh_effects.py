"""What cards do to the tiles and to the trick in PaiMiahhh, and what has to be told for it (R23-R35)."""

from __future__ import annotations

import pytest

from engine.games.paimiahhh_tiles import TILE_SUM, Matrix, TileRules
from tests.engine.paimiahhh_log import ALL_SPECIALS, PaiMiahhhLog, card, tile


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

    asked = table.request("tile")
    assert (asked.seat, asked.choices, asked.entry_id) == (1, ("O", "G", "R", "Y"), table.last_id)
    table.declare("tile", "B")
    assert table.verdict("declaration_impossible").severity == "question"
    assert "tile" in table.asked
    table.declare("tile", "Y", about=asked.entry_id)
    assert table.own.tiles_won[1][-1] == tile("Y1")
    assert "tile" not in table.asked


def test_an_answer_may_come_late_and_means_the_same():
    early = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:P(B>R) E:R4 S:B8")
    late = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:P E:R4 S:B8")
    about = late.last_id - 2

    assert late.takings() == ["E:R1", "S:B1"]
    assert late.request("porter").choices[:2] == ("O>B", "O>G")
    late.declare("porter", "B>R", about=about)
    assert late.takings() == early.takings() == ["E:B1", "S:B3"]
    late.declare("porter", "B>Y", about=about)
    assert late.takings() == ["E:R1", "S:B3"], "the last word counts"


def test_an_eight_may_leave_its_tile():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:E8")

    assert table.request("tile").choices == ("O", "B", "G", "R", "Y", "none")
    table.declare("tile", "none")
    assert table.asked == []
    assert table.takings() == []


def test_an_eight_may_be_agreed_to_take_a_tile():
    table = PaiMiahhhLog(**ALL_SPECIALS, e8_tile="forced").deal("G3", declarer="W").play("W:O7 N:E8")

    assert table.request("tile").choices == ("O", "B", "G", "R", "Y")


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

    assert len(table.request("joker").choices) == 45
    assert table.state.round.tricks[0].winner is None
    assert table.state.expected.seat is None
    table.declare("joker", "8O", about=table.last_id - 3)
    assert table.state.round.tricks[0].winner == 3
    assert (table.own.joker_as, table.takings()) == (card("O8"), ["S:B1"])
    assert table.asked == ["hand"]


def test_a_trick_that_no_name_of_the_joker_could_win_is_decided():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:J N:H E:O3 S:B8")

    assert table.state.round.tricks[0].winner == 0


def test_a_dummy_with_the_colour_led_may_name_the_joker_only_in_it():
    table = PaiMiahhhLog(variant_1=True).deal("G3", declarer="N").play("E:O7 S:B8").show("S", "O3,J,B5")
    table.play("W:O1 N:O2 | E:O8 S:J")

    assert table.request("joker").choices == tuple(f"{value}O" for value in range(9))


def test_nonsense_named_for_the_joker_leaves_the_question_open():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:J").declare("joker", "9Z")

    assert table.verdict("declaration_impossible").rule == "R29"
    assert table.asked == ["joker"]


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
