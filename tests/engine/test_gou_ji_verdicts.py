"""The findings of Gou Ji in particular: what they say, what they change, what the table can decide.

That each is found, and its innocent twin is not: `test_gou_ji_irregularities`.
"""

from __future__ import annotations

import pytest

from engine import Card, Severity, Swapped, VerdictClass, VerdictStatus
from tests.engine.gou_ji_notation import SEATS, GameLog, HandSketch, cards

# --- plays -------------------------------------------------------------------------------------------------------


def test_a_seat_that_plays_after_it_went_out():
    sketch = HandSketch("A", left="A1").play("A:5 B:6 A:7")

    verdict = sketch.found["play_after_out"]
    assert (verdict.seat, verdict.offence, verdict.severity) == (0, sketch.entry_id, Severity.QUESTION)
    assert sketch.due == "C"  # The game goes on without it.
    assert HandSketch("A", left="A2").play("A:5 B:6 | B:3 A:7").codes == []


def test_out_with_cards_left_is_asked_about_and_goes_by_the_word():
    sketch = HandSketch("A", left="A5").play("A:55")
    sketch.table.announce_out(3, 0)

    verdict = sketch.found["out_with_cards"]
    assert (verdict.seat, verdict.params["cards_left"], verdict.blocks_score) == (0, 3, True)
    assert 0 in sketch.table.standings.outs
    honest = HandSketch("A", left="A2").play("A:55")
    honest.table.announce_out(3, 0)
    assert honest.codes == []


def test_going_out_without_a_word_where_it_must_be_called():
    silent = HandSketch("A", left="A2", going_out="called").play("A:55 B:66")
    assert silent.found["out_not_called"].seat == 0

    called = HandSketch("A", left="A2", going_out="called").play("A:55")
    called.table.announce_out(9, 0)
    assert called.play("B:66").codes == []
    assert HandSketch("A", left="A2").play("A:55 B:66").codes == []


def test_threes_may_have_to_be_kept_for_the_end():
    assert HandSketch("A", extras="threes_last").play("A:33").found["threes_before_last"].seat == 0
    assert HandSketch("A", left="A2", extras="threes_last").play("A:33").codes == []
    assert HandSketch("A").play("A:33").codes == []


@pytest.mark.parametrize("foreign", ["starter", "5O", "0S"])
def test_a_card_of_another_pack_is_asked_about(foreign):
    sketch = HandSketch("A")
    sketch.table.play(2, 0, (Card.from_code(foreign),))

    verdict = sketch.found["impossible_card"]
    assert (verdict.severity, verdict.seat, verdict.offence) == (Severity.QUESTION, 0, 2)


def test_a_fifth_joker_names_every_entry_that_may_be_misread():
    sketch = HandSketch("A").play("A:rr A:rr A:r")

    verdict = sketch.found["too_many_of_card"]
    assert [each.entry_id for each in verdict.misread_candidates] == [4, 3, 2]


# --- Shao Pai: class I and class R ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "left", "plays"),
    [
        ("no_joker", 5, "A:KK B! B:AA B:7"),
        ("not_a_set", 5, "A:KK B! B:AA B:789"),
        ("one_set", 2, "A:KK B! B:AA"),
        ("too_few_cards", 2, "A:KK B!"),
    ],
)
def test_a_false_shao_pai_is_found_when_its_sets_show_it(reason, left, plays):
    sketch = HandSketch("A", left=f"B{left}").play(plays)

    verdicts = [each for each in sketch.docket.found.values() if each.code == "false_shao_pai"]
    assert reason in [each.params["reason"] for each in verdicts]
    assert {(each.seat, each.klass) for each in verdicts} == {(1, VerdictClass.IMMEDIATE)}


@pytest.mark.parametrize(("left", "plays"), [(3, "A:KK B! B:AA B:7"), (7, "A:KK B! B:AA B:7b B:999")])
def test_a_true_shao_pai_is_not_doubted(left, plays):
    assert HandSketch("A", left=f"B{left}").play(plays).codes == []


def test_a_joker_in_the_last_set_where_it_may_not_be():
    strict = HandSketch("A", left="B6", burn_last_jokers="no_jokers").play("A:KK B! B:AA B:7b B:8b")
    assert strict.found["false_shao_pai"].params["reason"] == "joker_last"
    assert HandSketch("A", left="B6").play("A:KK B! B:AA B:7b B:8b").codes == []


def test_a_beaten_shao_pai_is_proved_false_when_the_rest_comes_out_as_two_sets():
    sketch = HandSketch("A", left="B4").play("A:KK B! B:AA C:22 F:- C:5 B:7")
    assert "false_shao_pai" not in sketch.codes
    sketch.play("D:8 B:9")

    verdict = sketch.found["false_shao_pai"]
    assert (verdict.klass, verdict.seat, verdict.offence) == (VerdictClass.RETROSPECTIVE, 1, 3)
    assert verdict.proof == (sketch.entry_id,)
    assert {each.entry_id for each in verdict.misread_candidates} == {8, 10}


@pytest.mark.parametrize("rest", ["77", "72", "7b", "2b"])
def test_a_beaten_shao_pai_whose_rest_is_one_set_is_not_doubted(rest):
    sketch = HandSketch("A", left="B4").play(f"A:KK B! B:AA C:22 F:- C:55 B:{rest}")

    assert "false_shao_pai" not in sketch.codes
    assert 1 in sketch.table.standings.outs


def test_a_beaten_extended_shao_pai_may_keep_one_rank_more_than_jokers():
    true = HandSketch("A", left="B5").play("A:KK B!! B:AA C:22 | C:5 B:7 C:8 B:9 | D:3 B:b")
    assert "false_shao_pai" not in true.codes
    false = HandSketch("A", left="B5").play("A:KK B!! B:AA C:22 | C:5 B:7 C:8 B:9 | D:T B:J")
    assert false.found["false_shao_pai"].klass is VerdictClass.RETROSPECTIVE


def test_a_false_shao_pai_may_cost_the_last_place_at_once():
    sketch = HandSketch("A", left="B5", false_burn="big_loser").play("A:KK B! B:AA B:7")

    assert sketch.table.standings.dropped == [1]
    assert HandSketch("A", left="B5").play("A:KK B! B:AA B:7").table.standings.dropped == []


# --- before the first play ------------------------------------------------------------------------------------------


def test_two_threes_that_are_shown_have_to_be_of_one_suit():
    false = GameLog().start("A").say("threes", "B", shown="33")  # 3S 3H
    assert false.verdict("false_threes").seat == 1
    true = GameLog().start("A").say("threes", "B", shown="33333")  # 3S twice
    assert (true.codes, true.hand.first_players) == ([], (1,))


def test_a_revolution_with_a_two_or_a_joker_is_false():
    false = GameLog().start("A").say("revolution", "C", shown="34562")
    verdict = false.verdict("false_revolution")
    assert (verdict.seat, verdict.klass, verdict.cards) == (2, VerdictClass.IMMEDIATE, cards("2"))
    assert GameLog().start("A").say("revolution", "C", shown="3456A").codes == []


def test_a_revolution_after_the_first_play_or_the_tribute_is_late():
    late = GameLog().start("A").play("A:5").say("revolution", "C")
    assert late.verdict("revolution_late").seat == 2
    assert late.hand.phase == "play"
    late.decide(late.verdict("revolution_late").id, "stands")
    assert late.hand.phase == "void"


# --- tribute --------------------------------------------------------------------------------------------------------


def second_hand(order: str = "ABCDEF", **options: object) -> GameLog:
    """The second hand of a game whose first ended in `order`."""
    return GameLog(**options).start("A").play("A:5").finish(order).start()


def swap(giver: str, receiver: str, count: int, given: str = "", returned: str = "") -> Swapped:
    return Swapped(SEATS.index(giver), SEATS.index(receiver), count, cards(given), cards(returned))


def test_tribute_goes_to_whom_it_is_due_in_the_right_number():
    right = second_hand().add(swap("F", "A", 2), swap("E", "B", 1))
    assert (right.codes, [duty.status for duty in right.hand.duties]) == ([], ["paid", "paid"])

    assert second_hand().add(swap("F", "B", 2)).verdict("tribute_wrong").seat == 5
    assert second_hand().add(swap("F", "A", 1)).verdict("tribute_wrong").params["expected_count"] == 2
    assert second_hand().add(swap("D", "A", 1)).verdict("tribute_not_due").seat == 3
    assert GameLog().start("A").add(swap("F", "A", 2)).codes == ["tribute_not_due"]
    assert second_hand().add(swap("F", "A", 2, "rr", "3")).codes == ["tribute_uneven"]


def test_a_tribute_that_was_not_the_highest_is_proved_by_a_later_card():
    log = second_hand().add(swap("F", "A", 2, "AK", "34"), swap("E", "B", 1)).play("F:5")
    assert log.codes == []
    log.play("A:6 F:2")

    verdict = log.verdict("tribute_not_highest")
    assert (verdict.klass, verdict.seat) == (VerdictClass.RETROSPECTIVE, 5)
    assert verdict.offence == len(log.events) - 4
    assert verdict.proof == (len(log.events),)
    assert verdict.cards == cards("2")  # What was given stays between the two.
    assert [each.entry_id for each in verdict.misread_candidates] == [len(log.events)]


def test_a_high_card_that_came_back_proves_nothing():
    told = second_hand().add(swap("F", "A", 2, "22", "3b"), swap("E", "B", 1)).play("F:5 A:6 F:b")
    assert told.codes == []
    untold = second_hand().add(swap("F", "A", 2, "AK"), swap("E", "B", 1)).play("F:2 | F:2")
    assert untold.codes == []
    untold.play("| F:2")
    assert untold.verdict("tribute_not_highest").klass is VerdictClass.RETROSPECTIVE


def test_a_tribute_nobody_saw_can_only_be_told_by_its_receiver():
    log = second_hand().add(swap("F", "A", 2)).say("tribute_not_highest", "A", to="F")
    verdict = log.verdict("tribute_not_highest")
    assert (verdict.klass, verdict.seat) == (VerdictClass.NEVER, 5)
    assert second_hand().say("tribute_not_highest", "C", to="F").codes == ["announcement_not_now"]


def test_a_waiver_is_for_teammates():
    assert second_hand().say("waive", "A", to="F").verdict("waiver_not_allowed").seat == 0
    same_team = second_hand("ABDFCE").say("waive", "A", to="E")
    assert (same_team.codes, same_team.hand.duties[0].status) == ([], "waived")


def test_losers_of_one_team_may_swap_their_duties():
    swapped = second_hand("ABDFCE").say("swap_duties", "C")
    assert [(duty.giver, duty.receiver, duty.count) for duty in swapped.hand.duties] == [(2, 0, 2), (4, 1, 1)]
    assert swapped.codes == []
    assert second_hand().say("swap_duties", "F").codes == ["swap_not_allowed"]


def test_after_a_sweep_every_loser_owes_the_player_opposite():
    log = second_hand("ACEBDF")
    assert [(duty.giver, duty.receiver, duty.count) for duty in log.hand.duties] == [(1, 4, 1), (3, 0, 1), (5, 2, 1)]
    assert log.add(swap("B", "E", 1), swap("D", "A", 1), swap("F", "C", 1)).codes == []


def test_liberation_needs_all_four_red_jokers():
    true = second_hand().say("liberation", "F", shown="rrrr")
    assert (true.codes, true.hand.duties[0].status) == ([], "liberated")
    false = second_hand().say("liberation", "F", shown="rrr")
    assert (false.verdict("false_liberation").klass, false.verdict("false_liberation").seat) == ("immediate", 5)
    assert second_hand().say("liberation", "C", shown="rrrr").codes == ["liberation_not_due"]


def test_a_liberation_that_was_not_shown_is_disproved_by_a_red_joker_from_elsewhere():
    log = second_hand().say("liberation", "F").add(swap("E", "B", 1)).play("F:5 A:r")

    verdict = log.verdict("false_liberation")
    assert (verdict.klass, verdict.seat) == (VerdictClass.RETROSPECTIVE, 5)
    assert verdict.proof == (len(log.events),)
    own = second_hand().say("liberation", "F").add(swap("E", "B", 1)).play("F:r")
    assert own.codes == []


def test_playing_with_tribute_owed_is_only_noted():
    log = second_hand().play("F:5")

    assert log.verdict("tribute_unrecorded").severity is Severity.NOTICE
    assert "tribute_unrecorded" not in second_hand().add(swap("F", "A", 2), swap("E", "B", 1)).play("F:5").codes


# --- what the table decides -----------------------------------------------------------------------------------------


def test_the_book_makes_an_offender_the_big_loser_where_the_table_applies_it():
    log = GameLog().start("A").play("A:5 B:4")
    verdict = log.verdict("does_not_beat")
    assert [choice.decision for choice in verdict.choices] == ["taken_back", "stands", "misread", "penalty:big_loser"]

    log.decide(verdict.id, "penalty:big_loser")
    assert log.verdict("does_not_beat").status is VerdictStatus.PENALTY
    log.finish("ACDEF")
    assert (log.hand.ranking, log.hand.big_loser) == ((0, 2, 3, 4, 5, 1), 1)


def test_the_book_goes_for_a_pass_and_a_word_too():
    for text, code in (("A:KK B:-", "pass_out_of_turn"), ("A:5 B:6 | B:-", "pass_without_set")):
        log = GameLog().start("A").play(text)
        log.decide(log.verdict(code).id, "penalty:big_loser").finish("ACDEF")
        assert (log.hand.ranking, log.hand.big_loser) == ((0, 2, 3, 4, 5, 1), 1)
    said = GameLog().start("A").play("A:5").say("shao_pai", "B")
    said.decide(said.verdict("shao_pai_not_open").id, "penalty:big_loser").finish("ACDEF")
    assert said.hand.big_loser == 1


def test_a_penalty_after_the_end_of_the_hand_moves_the_places_up():
    log = GameLog().start("A").play("A:5 B:4").finish("BACDEF")
    assert log.hand.ranking == (1, 0, 2, 3, 4, 5)

    log.decide(log.verdict("does_not_beat").id, "penalty:big_loser")
    assert log.hand.ranking == (0, 2, 3, 4, 5, 1)


def test_taking_back_gives_the_cards_and_the_turn_back():
    log = GameLog().start("A").play("A:5 B:4")
    log.decide(log.verdict("does_not_beat").id, "taken_back")

    assert (log.state.expected.seat, log.hand.cards_left[1]) == (1, 36)
    assert log.verdict("does_not_beat").status is VerdictStatus.TAKEN_BACK
    log.play("B:6")
    assert log.state.expected.seat == 2


def test_ids_of_verdicts_survive_rulings_and_later_events():
    log = GameLog().start("A").play("A:5 B:4 C:67")
    before = [verdict.id for verdict in log.state.verdicts]
    log.decide(before[0], "stands").play("D:99")

    assert [verdict.id for verdict in log.state.verdicts] == before
    assert [verdict.status for verdict in log.state.verdicts] == ["stands", "open", "open"]
