"""What can be proved at a table of PaiMiahhh, when, and against whom: each row with its innocent twin."""

from __future__ import annotations

import pytest

from engine import Announced, RoundStarted, RoundVoided
from tests.engine.paimiahhh_log import ALL_SPECIALS, PaiMiahhhLog, cards


def decisions(verdict) -> list[str]:
    return [choice.decision for choice in verdict.choices]


# --- not following: retrospective, immediate for Dummy ---


def test_a_revoke_is_proved_by_a_later_card_of_the_colour():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:B3 S:O2 |")
    assert table.codes == [], "a slough says nothing yet"

    table.play("N:R1 E:O7")
    verdict = table.verdict("revoke")
    assert (verdict.seat, verdict.rule, verdict.klass) == (1, "R19", "retrospective")
    assert (verdict.offence, verdict.proof) == (9, (13,))
    assert verdict.params == {"suit": "O", "proof_tricks": [2]}
    assert {candidate.role for candidate in verdict.misread_candidates} == {"offence", "proof", "lead"}
    assert "misread" in decisions(verdict)


def test_a_slough_by_a_hand_without_the_colour_is_innocent():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:B3 S:O2 | N:R1 E:B4 S:R2 W:Y1 |")

    assert table.codes == []
    assert table.takings() == ["E:B1", "E:B2", "W:Y1"]


def test_the_dummys_revoke_is_certain_at_once():
    table = PaiMiahhhLog().deal("G4").play("S:ST").show("S", "O3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5")
    table.play("W:O4 N:O5 E:O6 | E:O8 S:B5")

    verdict = table.verdict("revoke")
    assert (verdict.seat, verdict.klass, verdict.params["suit"]) == (2, "immediate", "O")
    assert "taken_back" in decisions(verdict)


def test_a_revoke_with_the_dummys_first_card_is_certain_when_the_hand_is_laid_down():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:O7 S:B8")
    assert table.codes == []

    table.show("S", "O3,B5,B6,B7,R0,R1,R2,R3,R4,R5,R6")
    verdict = table.verdict("revoke")
    assert (verdict.seat, verdict.klass) == (2, "immediate")


def test_a_dummy_that_has_nothing_of_the_colour_is_innocent():
    table = PaiMiahhhLog().deal("G4").play("S:ST").show("S", "Y3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5")

    assert table.play("W:O4 N:O5 E:O6 | E:O8 S:B5").codes == []


def test_an_honor_or_any_special_sloughed_by_a_hand_that_could_follow_is_a_revoke():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:H S:O2 | E:R1 S:R2 W:R3 N:R4 | N:Y1 E:O7")

    verdict = table.verdict("revoke")
    assert (verdict.seat, verdict.params["suit"], verdict.klass) == (1, "O", "retrospective")


def test_a_special_before_the_lead_claims_nothing():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:H E:O5 S:O2 | N:O3 E:O6 S:O7 W:O8")

    assert table.codes == []


# --- Trump★ ---


def test_trump_star_held_back_when_trump_was_led_is_proved_by_its_coming_later():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:G5 E:B3 S:G2 | N:R1 E:T")

    verdict = table.verdict("revoke")
    assert (verdict.seat, verdict.params["suit"], verdict.klass) == (1, "G", "retrospective")


def test_trump_star_may_be_held_back_where_that_is_agreed():
    table = PaiMiahhhLog(trump_star_must_follow="may").deal("G4").play("W:ST N:G5 E:B3 S:G2 | N:R1 E:T")

    assert table.codes == []


def test_trump_star_follows_a_trump_lead():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:G5 E:T S:G2 |")

    assert table.takings() == []
    assert table.play("N:R1 E:G7").codes == []


# --- Joker ---


def test_a_joker_off_the_lead_is_proved_by_a_later_card_of_that_colour():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="S").play("W:O7 N:J=B8 E:O3 S:O8 | S:Y1 W:Y2 N:O1")

    verdict = table.verdict("joker_off_lead")
    assert (verdict.rule, verdict.seat, verdict.klass) == ("R29", 0, "retrospective")
    assert verdict.params["suit"] == "O"


def test_a_joker_in_the_lead_colour_is_innocent():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="S").play("W:O7 N:J=O8 E:O3 S:O1 | N:O2")

    assert table.codes == []


def test_a_joker_off_the_lead_named_late_is_proved_all_the_same():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="S").play("W:O7 N:J E:O3 S:O8 | S:Y1 W:Y2 N:O1")
    assert table.codes == []

    table.declare("joker", "8B", about=8)
    assert table.verdict("joker_off_lead").proof == (14,)


def test_the_dummys_joker_off_the_lead_is_certain_at_once():
    table = PaiMiahhhLog(variant_1=True).deal("G3", declarer="N").play("E:O7 S:B8").show("S", "Y3,J,B5")
    table.play("W:O1 N:O2 | E:Y8 S:J=B1")

    assert table.verdict("joker_off_lead").klass == "immediate"


def test_a_joker_played_later_in_the_old_lead_colour_proves_nothing():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="S").play("W:O7 N:B8 E:O3 S:O8 | S:O1 W:O2 N:J=O5")

    assert table.codes == []


def test_a_joker_that_obliges_proves_a_revoke_where_that_is_agreed():
    options = {**ALL_SPECIALS, "joker_obliges": "yes"}
    later = PaiMiahhhLog(**options).deal("G3", declarer="S").play("W:O7 N:B8 E:O3 S:O8 | S:O1 W:O2 N:J=O5")
    itself = PaiMiahhhLog(**options).deal("G3", declarer="S").play("W:O7 N:J=B8")

    assert later.verdict("revoke").seat == 0
    assert itself.verdict("joker_off_lead").klass == "immediate"


# --- tiles ---


@pytest.mark.parametrize(
    ("seen", "rule"),
    [("B2", "R23"), ("R1", "R23"), ("G4", "R24"), (None, "R23")],
)
def test_a_wrong_tile_or_none_or_the_markers_is_flagged_at_once(seen, rule):
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:O7 S:B8").take("S", seen)

    verdict = table.verdict("wrong_tile")
    assert (verdict.seat, verdict.rule, verdict.klass) == (2, rule, "immediate")
    assert verdict.params["due"] == ["1B"]
    assert table.takings() == ([] if seen is None else [f"S:{seen}"]), "it lies where it lies"
    table.rule("wrong_tile", "taken_back")
    assert table.takings() == ["S:B1"]


def test_a_tile_that_no_card_earned_is_flagged():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5").take("N", "O1")

    assert table.verdict("wrong_tile").rule == "R26"
    assert table.rule("wrong_tile", "taken_back").takings() == []


def test_the_right_tile_and_no_tile_where_none_is_due_are_innocent():
    table = PaiMiahhhLog().deal("G4").play("W:ST").take("W", None).play("N:O5 E:O7").take("E", None)
    table.play("S:B8").take("S", "B1").take("S", "B1")

    assert table.codes == []
    assert table.takings() == ["S:B1"]


def test_a_seen_tile_answers_what_was_open():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="S").play("W:O7 N:E8")
    assert [each.kind for each in table.state.requests] == ["tile", "hand"]

    table.take("N", "R1")
    assert [each.kind for each in table.state.requests] == ["hand"]
    assert table.takings() == ["N:R1"]
    assert table.codes == []


@pytest.mark.parametrize("seen", ["B1", "nonsense"])
def test_a_tile_that_cannot_be_taken_is_a_question(seen):
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:B8 S:B7")
    if seen == "nonsense":
        from engine import TileTaken

        table.add(TileTaken(2, "9Q"))
    else:
        table.take("S", "B1")

    assert table.verdict("tile_impossible").severity == "question"
    assert table.takings() == ["E:B1", "S:B2"]


def test_a_tile_taken_back_stays_so_when_a_late_answer_makes_another_finding_of_it():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="S").play("W:O7 N:P")
    about = table.last_id
    table.play("E:B8 S:B7").take("S", "B1")
    assert table.verdict("tile_impossible").seat == 2, "E has taken it, as far as is known"

    table.rule("tile_impossible", "taken_back").declare("porter", "B>R", about=about)
    assert table.state.open_verdicts == (), "now it lies in another column, and would be a wrong one"
    assert table.takings() == ["E:B3", "S:B4"]


# --- what the table decides about a revoke ---


def test_before_the_next_trick_the_card_is_replaced_and_its_tile_goes_back():
    table = PaiMiahhhLog().deal("G4").play("S:ST").show("S", "O3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5")
    table.play("W:O4 N:O5 E:O6 | E:O8 S:B5 W:B3")
    assert table.takings() == ["S:B1", "W:B2"]

    table.rule("revoke", "taken_back")
    assert table.takings() == ["W:B2"], "W keeps the tile that lay at the bottom then"
    assert table.column("B") == "B1 B3 B4 B5 B6"
    assert table.state.expected.seat == 2
    table.play("S:O3 N:O7")
    assert table.state.round.tricks[1].winner == 1
    assert table.state.open_verdicts == ()


def test_a_card_of_the_dummy_that_was_taken_back_may_be_played_later():
    table = PaiMiahhhLog().deal("G4").play("S:ST").show("S", "O3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5")
    table.play("W:O4 N:O5 E:O6 | E:O8 S:B5").rule("revoke", "taken_back")
    assert cards("B5")[0] in table.own.dummy_hand

    table.play("S:O3 W:O7 N:O1 | E:B1 S:B5")

    assert table.codes == ["revoke"]
    assert cards("B5")[0] not in table.own.dummy_hand


def test_a_tile_that_lay_above_the_markers_goes_back_above_it():
    table = PaiMiahhhLog().deal("G1").play("W:ST N:O5 S:G8")
    assert table.column("G") == "G1 G3 G4 G5 G6"

    table.rule("play_out_of_turn", "taken_back")

    assert table.column("G") == "G1 G2 G3 G4 G5 G6"


def test_later_the_tile_goes_back_and_the_side_scores_no_tricks():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:B3 S:O2 | N:R1 E:O7")
    assert decisions(table.verdict("revoke")) == ["stands", "misread", "penalty:no_trick_points"]
    assert table.takings() == ["E:B1", "E:O1"]

    table.rule("revoke", "penalty:no_trick_points")
    assert table.takings() == ["E:O1"]
    assert table.column("B") == "B1 B2 B3 B4 B5 B6"
    assert table.verdict("revoke").status == "penalty"


def test_a_revoke_may_be_shown_at_the_end_of_the_round_only():
    table = PaiMiahhhLog(revoke_notice="end_of_round").deal("G4").play("W:ST N:O5 E:B3 S:O2 | N:R1 E:O7")

    assert not table.verdict("revoke").is_public
    assert table.state.open_verdicts == ()


# --- class N: only a player can tell ---


def test_a_hand_shown_during_the_bidding_is_known_only_if_it_is_told():
    table = PaiMiahhhLog().add(RoundStarted()).bid("N:3").show("E", "O1,O2")

    verdict = table.verdict("hand_shown_early")
    assert (verdict.klass, verdict.rule, verdict.seat) == ("never", "R14", 1)


def test_talk_is_noted_only_where_that_is_agreed():
    usual = PaiMiahhhLog().deal("G4").add(Announced(1, "table_talk"))
    agreed = PaiMiahhhLog(table_talk="warn").deal("G4").add(Announced(1, "table_talk"))

    assert usual.codes == []
    assert (agreed.verdict("table_talk").klass, agreed.verdict("table_talk").rule) == ("never", "A36")


def test_a_hand_of_another_seat_than_the_dummys_is_a_question():
    table = PaiMiahhhLog().deal("G4").play("W:ST N:O5 E:O7 S:O1").show("E", "B1,B2")

    assert table.verdict("hand_not_dummys").severity == "question"


def test_a_hand_larger_than_dealt_is_a_question():
    shown = ",".join(f"{colour}{value}" for colour in "BR" for value in range(8))

    assert PaiMiahhhLog().deal("G4").play("S:ST").show("S", shown).verdict("shown_hand_too_large").seat == 2


# --- Variant 2: the kept card, a round later ---

KEPT = {"variant_2": True}
# E keeps O8 through round 1, revokes with it in trick 2, and shows it in round 2. 52 cards, 13 each.
FIRST_HANDS = {
    "N": "O0 O1 O2 O3 O4 O5 O6 O7 B0 B1 B2 B3 B4",
    "E": "O8 R0 R1 R2 R3 R4 R5 R6 R7 R8 B5 B6 B7",
    "S": "Y0 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 G0 G1 G2 B8",
    "W": "ST T H J E8 P B G3 G4 G5 G6 G7 G8",
}


def round_with_a_kept_card() -> PaiMiahhhLog:
    """N plays O0 … O7 and B0 …; E sloughs reds though it holds O8, and keeps it. Nothing can show it in this round."""
    table = PaiMiahhhLog(**KEPT).deal("G6", declarer="E")
    hands = {seat: text.split() for seat, text in FIRST_HANDS.items()}
    kept = {"N": "B4", "E": "O8", "S": "B8", "W": "G3"}
    plays = {seat: [text for text in hand if text != kept[seat]] for seat, hand in hands.items()}
    leader = 3
    for number in range(12):
        for step in range(4):
            seat = "NESW"[(leader + step) % 4]
            table.play(f"{seat}:{plays[seat][number]}")
            for asked in table.state.requests:
                if asked.kind == "joker":
                    table.declare("joker", "5O" if number == 3 else "0Y", about=asked.entry_id)
                elif asked.kind in ("tile", "porter"):
                    table.declare(asked.kind, asked.choices[0], about=asked.entry_id)
            if number == 0 and seat == "W":
                table.show("W", ",".join(hands["W"][1:]))
        table.play("|")
        leader = table.state.round.tricks[-1].winner
    return table


def revokes(table: PaiMiahhhLog, seat: int) -> list:
    return [each for each in table.state.verdicts if each.code == "revoke" and each.seat == seat]


def test_a_kept_card_hides_a_revoke_and_shows_it_one_round_later():
    table = round_with_a_kept_card()
    assert table.state.round.phase == "over"
    assert revokes(table, 1) == []

    table.deal("G6", declarer="E").play("E:O8")
    found = revokes(table, 1)
    assert found
    assert {(each.klass, each.round_number, each.proof) for each in found} == {
        ("retrospective", 1, (table.last_id,)),
    }
    assert "taken_back" not in decisions(found[0])
    assert "penalty:no_trick_points" in decisions(found[0])


def test_a_kept_card_shown_by_another_seat_accuses_nobody_without_a_claim():
    table = round_with_a_kept_card().deal("G6", declarer="E").play("S:B8")

    assert [each for each in revokes(table, 2) if each.proof == (table.last_id,)] == []


def test_a_card_that_was_dealt_anew_proves_nothing_about_the_round_before():
    table = round_with_a_kept_card().deal("G6", declarer="E").play("E:O7")

    assert revokes(table, 1) == []


def test_a_deal_that_was_voided_in_between_breaks_the_chain():
    table = round_with_a_kept_card().add(RoundStarted(), RoundVoided()).deal("G6", declarer="E").play("E:O8")

    assert revokes(table, 1) == []


def test_a_card_kept_again_proves_it_in_the_round_after():
    table = round_with_a_kept_card()
    second = PaiMiahhhLog(**KEPT)
    second.events = [event for event in round_with_a_kept_card().events[1:] if type(event).__name__ != "Declared"]
    table.events += second.events
    assert revokes(table, 1) == []

    table.deal("G6", declarer="E").play("E:O8")
    assert {each.round_number for each in revokes(table, 1)} == {1, 2}


def test_the_end_of_a_round_with_kept_cards_misses_none():
    assert "cards_missing" not in round_with_a_kept_card().codes
