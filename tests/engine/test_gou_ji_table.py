"""A hand of Gou Ji on the table: turns, passes told and inferred, duels, Shao Pai, going out, free order."""

from __future__ import annotations

import pytest

from engine import Standing
from tests.engine.gou_ji_notation import SEATS, HandSketch, seats

# --- passes -------------------------------------------------------------------------------------------------------


def test_a_skipped_seat_has_passed_as_far_as_can_be_seen():
    sketch = HandSketch("A").play("A:5 C:7 F:9")

    assert sketch.codes == []
    assert (sketch.passed, sketch.due) == ("bde", "A")


def test_a_pass_that_is_said_later_is_no_longer_inferred():
    sketch = HandSketch("A").play("A:5 C:7 B:-")

    assert sketch.codes == []
    assert (sketch.passed, sketch.due) == ("B", "D")


def test_a_pass_said_too_early_counts_and_leaves_the_turn_where_it_was():
    sketch = HandSketch("A").play("A:5 E:-")

    assert sketch.codes == []
    assert (sketch.passed, sketch.due) == ("E", "B")


def test_clearing_the_table_shows_that_all_others_passed():
    sketch = HandSketch("A").play("A:5 C:7 |")

    assert sketch.codes == []
    assert (sketch.passed, sketch.leaders) == ("abdef", "C")


def test_another_seat_clearing_the_table_is_asked_about_unless_the_winner_is_out():
    sketch = HandSketch("A").play("A:5 C:7")
    sketch.table.gather(9, 1)
    assert sketch.found["gathered_by_wrong_side"].params == {"by": 1, "winner": 2}

    out = HandSketch("A", left="A1").play("A:5")
    out.table.gather(9, 1)
    assert out.codes == []


def test_the_winner_leading_on_shows_that_all_others_passed():
    sketch = HandSketch("A").play("A:5 C:7 C:44")

    assert sketch.codes == []
    assert [len(series.sets) for series in sketch.table.series] == [2, 1]
    assert sketch.table.series[0].closed_by == "passes"


def test_a_seat_that_was_only_skipped_and_plays_is_asked_about():
    sketch = HandSketch("A").play("A:5 C:7 B:8")

    verdict = sketch.found["play_after_inferred_pass"]
    assert (verdict.seat, verdict.severity) == (1, "question")
    assert (verdict.params["skipped_by"], verdict.params["skipped_in"]) == (2, 3)
    assert sketch.table.series[-1].best == 1


def test_an_inferred_pass_that_the_table_denies_makes_the_skip_a_play_out_of_turn():
    sketch = HandSketch("A", decisions={"1.pass_inferred.3.1": "taken_back"}).play("A:5 C:7 B:8")

    assert sketch.codes == ["play_out_of_turn"]
    assert sketch.found["play_out_of_turn"].seat == 2
    assert sketch.passed == ""


def test_where_passes_are_told_a_skip_is_a_play_out_of_turn():
    sketch = HandSketch("A", passes="told").play("A:5 C:7")

    verdict = sketch.found["play_out_of_turn"]
    assert (verdict.seat, verdict.params["expected_seats"]) == (2, [1])
    assert HandSketch("A", passes="told").play("A:5 B:- C:7").codes == []


def test_where_passes_are_told_clearing_too_soon_is_asked_about():
    sketch = HandSketch("A", passes="told").play("A:5 B:- |")

    assert sketch.found["gathered_too_soon"].params["seats"] == [2, 3, 4, 5]
    assert HandSketch("A", passes="told").play("A:5 B:- C:- D:- E:- F:- |").codes == []


def test_passing_twice_or_after_the_end_of_a_series_is_no_offence():
    assert HandSketch("A").play("A:5 B:- B:- C:- D:- E:- F:-").codes == []
    assert HandSketch("A").play("A:rK D:- B:-").codes == []


# --- what stands when it is wrong -----------------------------------------------------------------------------------


def test_a_play_that_was_taken_back_has_not_happened():
    sketch = HandSketch("A", decisions={"1.does_not_beat.3": "taken_back"}).play("A:5 B:4")

    assert (sketch.due, sketch.table.standings.cards_left(1)) == ("B", 36)
    assert sketch.table.series[-1].sets[-1].standing is Standing.TAKEN_BACK
    assert sketch.play("B:6").table.series[-1].best == 1


def test_a_set_that_stands_is_the_one_to_beat():
    sketch = HandSketch("A").play("A:55 B:44 C:66")

    assert sketch.codes == ["does_not_beat"]
    assert sketch.table.series[-1].best == 2


def test_after_cards_that_are_no_set_only_the_number_counts():
    sketch = HandSketch("A").play("A:55 B:67 C:33 D:4")

    assert sketch.codes == ["mixed_ranks", "wrong_size"]
    assert sketch.found["wrong_size"].seat == 3


def test_the_set_of_a_third_seat_in_a_gou_ji_is_surplus_and_gone_from_the_hand():
    sketch = HandSketch("A").play("A:KK B:AA D:22 A:-")

    assert sketch.codes == ["third_seat_in_gou_ji"]
    assert (sketch.leaders, sketch.table.standings.cards_left(1)) == ("D", 34)


def test_a_misread_is_offered_for_both_sets_of_a_comparison():
    sketch = HandSketch("A").play("A:99 B:88")

    roles = {(each.entry_id, each.role) for each in sketch.found["does_not_beat"].misread_candidates}
    assert roles == {(2, "lead"), (3, "offence")}


# --- Gou Ji -------------------------------------------------------------------------------------------------------


def test_the_winner_of_a_duel_leads_and_play_goes_on_from_him():
    sketch = HandSketch("A").play("A:KK D:AA A:- D:5 E:6")

    assert sketch.codes == []
    assert sketch.due == "F"


def test_a_new_lead_of_the_one_on_top_shows_that_his_dui_men_passed():
    sketch = HandSketch("A").play("A:KK A:5")

    assert sketch.codes == []
    assert sketch.table.series[0].closed_by == "passes"


def test_an_answer_that_starts_a_gou_ji_is_answered_by_its_own_dui_men():
    assert HandSketch("A").play("A:JJ B:QQ C:KK").due == "F"


def test_a_last_set_in_a_duel_opens_the_series_to_all():
    sketch = HandSketch("A", left="D2").play("A:KK D:AA")

    assert sketch.due == "E"
    assert sketch.play("E:- F:- A:- B:- C:-").leaders == "E"


def test_the_dui_men_may_have_the_first_word_over_a_last_set():
    sketch = HandSketch("A", left="A2", last_set_gouji="dui_men_first").play("A:KK")
    assert sketch.due == "D"

    assert sketch.play("D:- B:- C:- E:- F:-").leaders == "B"
    assert HandSketch("A", left="A2", last_set_gouji="dui_men_first").play("A:KK D:AA").due == "E"


def test_a_red_joker_waits_for_passes_where_a_table_wants_it():
    sketch = HandSketch("A", auto_close="passes").play("A:rK")

    assert sketch.due == "D"
    assert sketch.play("D:-").leaders == "A"


def test_with_four_left_there_may_be_no_gou_ji():
    assert HandSketch("A", left="B0,C0").play("A:KK").due == "D"
    late = HandSketch("A", left="B0,C0", gouji_late="off_at_four").play("A:KK")
    assert late.table.series[-1].duel is None


# --- Shao Pai -----------------------------------------------------------------------------------------------------


def test_a_basic_shao_pai_that_nobody_beats_takes_its_player_out():
    sketch = HandSketch("A", left="B3").play("A:KK B! B:AA B:7")

    assert sketch.codes == []
    assert (seats(sketch.table.standings.outs), sketch.due) == ("B", "C")
    assert sketch.play("C:- D:- E:- F:- A:-").leaders == "C"


def test_the_first_set_of_a_basic_shao_pai_beaten_starts_a_gou_ji_of_the_one_who_beat_it():
    sketch = HandSketch("A", left="B3").play("A:KK B! B:AA C:22")

    assert sketch.codes == []
    assert (seats(sketch.table.series[-1].duel), sketch.due) == ("CF", "F")
    assert sketch.table.standings.cards_left(1) == 1


def test_the_last_set_of_a_shao_pai_may_be_beaten():
    sketch = HandSketch("A", left="B3").play("A:KK B! B:AA B:7 D:9 |")

    assert (sketch.codes, sketch.leaders) == ([], "D")
    closed = HandSketch("A", left="B3", burn_last_set="closed").play("A:KK B! B:AA B:7")
    assert closed.leaders == "C"


def test_an_extended_shao_pai_lays_sets_with_jokers_and_a_last_one():
    sketch = HandSketch("A", left="B6").play("A:KK B! B:AA B:7b B:88")

    assert sketch.codes == []
    assert seats(sketch.table.standings.outs) == "B"


def test_an_extended_shao_pai_that_is_beaten_gives_the_turn_to_the_right_of_the_beater():
    sketch = HandSketch("A", left="B6").play("A:KK B! B:AA B:7b E:r8")
    assert (sketch.codes, sketch.leaders) == ([], "E")

    first = HandSketch("A", left="B6").play("A:KK B!! B:AA E:22")
    assert (first.codes, first.due, first.table.series[-1].duel) == ([], "F", None)
    gouji = HandSketch("A", left="B6", burn_broken="gouji").play("A:KK B!! B:AA E:22")
    assert seats(gouji.table.series[-1].duel) == "EB"


def test_only_opponents_may_be_allowed_to_beat_a_shao_pai():
    assert HandSketch("A", left="B3").play("A:KK B! B:AA D:22").codes == []
    strict = HandSketch("A", left="B3", burn_beaters="opponents").play("A:KK B! B:AA D:22")
    assert strict.codes == ["play_out_of_turn"]


def test_of_two_who_want_to_shao_pai_the_nearer_comes_first_and_the_dui_men_last():
    near = HandSketch("A", left="B3,D3").play("A:KK D! B!")
    assert (near.due, near.codes) == ("B", [])

    late = HandSketch("A", left="B3,D3").play("A:KK B! D!")
    assert (late.due, late.found["shao_pai_not_open"].params["reason"]) == ("B", "later")


def test_a_shao_pai_may_be_open_for_the_whole_gou_ji():
    assert HandSketch("A", left="F3").play("A:KK D:AA").shao_pai_seats == ""
    sketch = HandSketch("A", left="E3", shao_window="whole_gouji").play("A:KK D:AA")
    assert sketch.shao_pai_seats == "ACE"


def test_those_who_may_shao_pai_are_the_opponents_of_the_set_on_top():
    assert HandSketch("A").play("A:KK").shao_pai_seats == "BDF"
    assert HandSketch("A").play("A:5").shao_pai_seats == ""


# --- going out, wind, free order ------------------------------------------------------------------------------------


def test_the_wind_goes_to_the_next_seat_that_holds_cards():
    assert HandSketch("A", left="A1,D0").play("A:5 |").leaders == "BF"  # two are out: F and B are neighbours


def test_the_wind_in_strict_order_goes_to_one_seat():
    assert HandSketch("A", left="A1,B0,D0", free_order="strict").play("A:5 |").leaders == "C"


def test_neighbouring_teammates_act_in_any_order_once_two_are_out():
    # A and C are out: F, B, D are neighbours, E is alone.
    for order in ("E:5 B:6 D:7 F:8", "E:5 D:6 F:7 B:8", "E:5 F:6 B:7 D:8"):
        sketch = HandSketch("E", left="A0,C0", passes="told").play(order)
        assert (sketch.codes, sketch.due) == ([], "E"), order


def test_a_seat_of_another_run_has_to_wait_for_its_turn():
    sketch = HandSketch("E", left="A0,C0", passes="told").play("E:5 B:6 E:7")

    assert sketch.found["play_out_of_turn"].params["expected_seats"] == [5, 3]


def test_where_teams_alternate_each_chooses_its_order():
    # A and B are out: C D E F alternate.
    for order in ("C:5 D:6 E:7 F:8", "C:5 F:6 E:7 D:8"):
        assert HandSketch("C", left="A0,B0", passes="told").play(order).codes == [], order


def test_nobody_acts_twice_before_everybody_had_a_chance():
    sketch = HandSketch("C", left="A0,B0", passes="told").play("C:5 D:6 C:7")

    assert sketch.found["play_out_of_turn"].seat == 2
    assert sketch.found["play_out_of_turn"].params["expected_seats"] == [4]


def test_strict_order_may_be_kept_to_the_end():
    sketch = HandSketch("C", left="A0,B0", passes="told", free_order="strict").play("C:5 F:6")

    assert sketch.codes == ["play_out_of_turn"]


def test_the_dui_men_may_let_the_others_go_first_where_a_table_plays_so():
    sketch = HandSketch("A", rang_pai="dui_men_keeps").play("A:5 B:- C:-")
    assert sketch.table.may_yield(3)

    sketch.table.yield_turn(3)
    assert sketch.due == "E"
    assert sketch.play("E:- F:-").due == "D"
    assert not sketch.table.may_yield(3)
    assert sketch.play("D:9").table.series[-1].best == 3


def test_the_last_seat_with_cards_is_the_big_loser_and_may_show_them():
    sketch = HandSketch("A", left="A1,B0,C0,D0,E0,F3").play("A:5")
    assert seats(sketch.table.standings.ranking()) == "BCDEAF"

    assert sketch.play("F:789").codes == []


def test_places_and_scores_are_settled_when_one_team_is_out():
    sketch = HandSketch("A", left="A1,C0,E0").play("A:5")

    assert not sketch.table.standings.is_over()
    assert sketch.table.standings.settled_scores() == (12, -12)
    stopped = HandSketch("A", left="A1,C0,E0,B2,F9", end_early="stop").play("A:5")
    assert seats(stopped.table.standings.ranking()) == "CEABFD"


def test_the_losers_may_name_their_big_loser_when_one_team_is_out():
    sketch = HandSketch("A", left="A1,C0,E0").play("A:5")
    sketch.table.name_big_loser(9, SEATS.index("F"), "big_loser")

    assert seats(sketch.table.standings.ranking()) == "CEABDF"


def test_a_penalty_puts_a_seat_in_the_last_free_place():
    sketch = HandSketch("A").play("A:5 B:4")
    sketch.table.drop(1)
    sketch.table.drop(2)

    assert seats(sketch.table.standings.in_play()) == "ADEF"
    for seat in "ADE":
        sketch.entry_id += 1
        sketch.table.announce_out(sketch.entry_id, SEATS.index(seat))
    assert seats(sketch.table.standings.ranking()) == "ADEFCB"


@pytest.mark.parametrize("lead", SEATS)
def test_the_order_of_play_is_to_the_right(lead):
    sketch = HandSketch(lead).play(f"{lead}:5")

    assert sketch.due == SEATS[(SEATS.index(lead) + 1) % 6]
