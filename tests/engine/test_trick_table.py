"""The table is always right: how play goes on after an irregularity, and what is found at once."""

from __future__ import annotations

import pytest

from engine import Removed, Ruled, Standing, Undone

BIDS = "A0 B0 C0 D0"


@pytest.fixture
def table(new_table):
    """Four cards each, clubs trump (2C turned), A leads."""
    return new_table(4).deal("2C", bids=BIDS)


def test_a_legal_trick_is_silent_and_its_winner_leads(table):
    table.play("A:5S B:7S C:9S D:2S")

    assert table.codes == []
    assert (table.state.expected.kind, table.state.expected.seat) == ("gather", 2)
    table.gather(2)
    assert (
        table.state.expected.kind,
        table.state.expected.seat,
        table.state.expected.led_suit,
    ) == ("play", 2, None)


def test_the_seat_that_is_due_and_the_suit_to_follow_are_said(table):
    table.play("A:5S B:7S")

    expected = table.state.expected
    assert (expected.kind, expected.seat, expected.led_suit) == ("play", 2, "S")


def test_a_lead_by_the_wrong_seat_is_found_at_once_and_leads(table):
    table.play("C:5S")

    verdict = table.verdict("wrong_leader")
    assert (verdict.rule, verdict.seat, verdict.params) == ("R8", 2, {"expected_seat": 0})
    assert (table.state.round.tricks[0].leader, table.state.round.tricks[0].led_suit) == (2, "S")
    assert table.state.expected.seat == 3


def test_a_later_lead_by_another_than_the_winner_is_found(table):
    table.play("A:5S B:7S C:9S D:2S | A:6H")

    verdict = table.verdict("wrong_leader")
    assert (
        verdict.rule,
        verdict.seat,
        verdict.trick_number,
        verdict.params,
    ) == ("R10", 0, 2, {"expected_seat": 2})


def test_a_card_out_of_turn_is_found_and_the_turn_stays_where_it_was(table):
    table.play("A:5S C:9S")

    verdict = table.verdict("play_out_of_turn")
    assert (verdict.seat, verdict.params) == (2, {"expected_seat": 1})
    assert [choice.decision for choice in verdict.choices] == ["taken_back", "stands", "misread"]
    assert table.state.expected.seat == 1


def test_a_trick_with_a_card_out_of_turn_is_complete_with_four_cards_and_won_as_usual(table):
    table.play("A:5S C:9S B:TS D:2S")

    trick = table.state.round.tricks[0]
    assert trick.is_complete
    assert trick.winner == 1
    assert table.codes == ["play_out_of_turn"]


def test_a_card_out_of_turn_that_is_taken_back_is_played_again_in_turn_without_another_verdict(table):
    table.play("A:5S C:9S").rule("play_out_of_turn", "taken_back")

    assert table.state.expected.seat == 1
    table.play("B:TS C:9S D:2S")
    assert table.codes == ["play_out_of_turn"]
    assert table.verdict("play_out_of_turn").status == "taken_back"
    assert [Standing.COUNTS, Standing.TAKEN_BACK, *[Standing.COUNTS] * 3] == [
        play.standing for play in table.state.round.tricks[0].plays
    ]
    assert table.state.round.tricks[0].winner == 1


def test_a_lead_taken_back_leaves_the_lead_to_the_seat_it_belongs_to(table):
    table.play("C:5S").rule("wrong_leader", "taken_back")

    assert (
        table.state.expected.kind,
        table.state.expected.seat,
        table.state.expected.led_suit,
    ) == ("play", 0, None)


def test_nobody_has_failed_to_follow_a_lead_that_was_taken_back(table):
    table.play("C:5S D:7H").rule("wrong_leader", "taken_back").play("A:3D B:4D C:5D | D:2S")

    assert "revoke" not in table.codes


def test_the_same_card_from_another_seat_after_it_was_taken_back_is_a_second_sighting(table):
    table.play("A:5S C:9S").rule("play_out_of_turn", "taken_back").play("B:9S")

    assert table.verdict("duplicate").params["first_seat"] == 2


def test_a_card_taken_back_twice_may_still_be_played(table):
    table.play("A:5S D:9H").rule("play_out_of_turn", "taken_back").play("D:9H")
    table.add(Ruled(table.state.open_verdicts[0].id, "taken_back"))

    table.play("B:7S C:9S D:9H")

    assert table.codes == ["play_out_of_turn", "play_out_of_turn"]
    assert table.state.round.tricks[0].is_complete


def test_a_card_known_to_be_in_the_hand_proves_a_revoke_at_once(table):
    table.play("A:5S C:9S").rule("play_out_of_turn", "taken_back").play("B:TS C:4H")

    verdict = table.verdict("revoke")
    assert (verdict.klass, verdict.seat, verdict.params["suit"]) == ("immediate", 2, "S")


def test_a_second_card_of_a_seat_in_a_trick_is_surplus(table):
    table.play("A:5S B:7S,8S C:9S D:2S")

    verdict = table.verdict("too_many_in_trick")
    assert (verdict.seat, tuple(card.code for card in verdict.cards)) == (1, ("8S",))
    assert table.state.round.tricks[0].is_complete
    assert table.state.round.tricks[0].winner == 2


def test_a_trick_gathered_with_a_surplus_card_blocks_the_score_until_it_is_taken_back(new_table):
    table = new_table(1).deal("2C", bids="A0 B0 C0 D0").play("A:5S B:7S,8S C:9S D:2S |")

    assert "trick_incomplete" in table.codes
    assert table.state.round.blocked_by
    assert table.state.totals == (0, 0)
    table.rule("too_many_in_trick", "taken_back")
    assert table.state.round.blocked_by == ()
    assert table.state.totals == (1, 4)


def test_a_trick_gathered_without_a_card_of_every_seat_blocks_the_score(new_table):
    table = new_table(1).deal("2C", bids="A0 B0 C0 D0").play("A:5S B:7S C:9S |")

    verdict = table.verdict("trick_incomplete")
    assert verdict.params == {"missing_seats": [3], "surplus_seats": []}
    assert verdict.blocks_score
    assert (verdict.id,) == table.state.round.blocked_by
    assert (table.state.expected.kind, table.state.winners) == ("none", ())
    table.rule("trick_incomplete", "stands")
    assert table.state.totals == (1, 4)


def test_the_fifth_card_after_a_complete_trick_is_the_next_lead_gathered_or_not(table):
    table.play("A:5S B:7S C:9S D:2S C:4H")

    assert table.codes == []
    assert len(table.state.round.tricks) == 2


def test_gathering_nothing_is_only_noted(table):
    table.play("A:5S B:7S C:9S D:2S | |")

    assert table.codes == ["nothing_to_gather"]
    assert table.state.open_verdicts == ()


def test_more_cards_than_were_dealt_are_found_at_once(new_table):
    table = new_table(1).deal("2C", bids=BIDS).play("A:5S B:7S C:9S D:2S | C:4H")

    verdict = table.verdict("too_many_in_round")
    assert (verdict.seat, verdict.params) == (2, {"played": 2, "hand_size": 1})
    assert table.state.round.tricks_won == (0, 0, 1, 0)


def test_a_trick_gathered_by_the_partner_is_fine_and_by_the_other_side_is_not(table):
    table.play("A:5S B:7S C:9S D:2S").gather(0)
    assert table.codes == []

    table.add(Undone()).gather(1)
    verdict = table.verdict("gathered_by_wrong_side")
    assert (verdict.seat, verdict.params) == (1, {"by": 1, "winner": 2})
    assert table.state.round.tricks_won == (0, 0, 1, 0)


def test_a_trick_the_table_leaves_with_the_wrong_side_counts_there(table):
    table.play("A:5S B:7S C:9S D:2S").gather(1).rule("gathered_by_wrong_side", "stands")

    assert table.state.round.tricks_won == (0, 1, 0, 0)
    assert table.state.expected.seat == 1
    assert table.state.round.tricks[0].winner == 2


def test_the_turned_card_cannot_be_played(table):
    table.play("A:5S B:2C")

    verdict = table.verdict("turned_card_played")
    assert (verdict.rule, verdict.seat, verdict.blocks_score) == ("H7", 1, True)
    assert {"offence", "turned"} == {candidate.role for candidate in verdict.misread_candidates}


def test_the_shown_card_of_a_full_deal_must_come_from_the_dealer(new_table):
    table = new_table(13).deal("KS", bids=BIDS).play("A:5S B:KS")

    verdict = table.verdict("shown_card_from_other_seat")
    assert (verdict.rule, verdict.seat, verdict.params) == ("H3", 1, {"dealer": 3})
    assert new_table(13).deal("KS", bids=BIDS).play("A:5S B:7S C:9S D:KS").codes == []


def test_a_dealer_who_does_not_follow_while_the_shown_card_is_in_hand_is_found_at_once(new_table):
    table = new_table(13).deal("KS", bids=BIDS).play("A:5S B:7S C:9S D:2H")

    verdict = table.verdict("revoke")
    assert (verdict.klass, verdict.seat, verdict.proof) == ("immediate", 3, (3,))


def test_a_second_sighting_asks_which_reading_is_right(table):
    table.play("A:5S B:7S C:9S D:2S | C:4H D:7S")

    verdict = table.verdict("duplicate")
    assert (
        verdict.severity,
        verdict.seat,
        verdict.params,
    ) == ("question", 3, {"first_entry": 9, "first_seat": 1, "first_trick": 1})
    assert [(each.entry_id, each.weight) for each in verdict.misread_candidates] == [(14, 2), (9, 2)]
    assert [choice.decision for choice in verdict.choices] == ["misread", "stands"]


def test_a_card_of_another_deck_asks(table):
    table.play("A:5S B:joker_red")

    verdict = table.verdict("impossible_card")
    assert (verdict.severity, verdict.seat) == ("question", 1)
    assert "revoke" not in table.play("C:9S D:2S | C:4S B:6S").codes


def test_a_card_in_a_duplicate_weighs_first_among_the_explanations_of_a_revoke(table):
    table.play("A:5S B:7H C:9S D:2S | C:4H D:9H A:TH B:9S")

    revoke = table.verdict("revoke")
    assert revoke.misread_candidates[0].card.code == "9S"
    assert revoke.misread_candidates[0].role == "proof"
    assert [candidate.weight for candidate in revoke.misread_candidates] == [2, 0, 0]


def test_a_lead_that_explains_two_accusations_weighs_before_each_offence(table):
    table.play("A:5S B:7H C:9H D:2H | A:3D B:3S C:4S D:5D")

    for revoke in (verdict for verdict in table.state.verdicts if verdict.code == "revoke"):
        assert (revoke.misread_candidates[0].role, revoke.misread_candidates[0].weight) == ("lead", 1)


def test_a_seat_nobody_sits_on_is_noted(table):
    from engine import Card, CardsPlayed

    table.add(CardsPlayed(7, (Card("5", "S"),)))

    assert table.codes == ["seat_unknown"]


def test_removing_a_phantom_gives_what_was_before(table):
    before = table.play("A:5S B:7S").state

    table.play("B:8S").add(Removed(table.last_id))

    assert before == table.state


def test_only_the_last_trick_may_be_shown_until_the_round_is_over(new_table):
    table = new_table(2).deal("2C", bids=BIDS).play("A:5S B:7S C:9S D:2S |")
    assert table.state.round.public_trick_numbers == (1,)
    table.play("C:4H")
    assert table.state.round.public_trick_numbers == (2,)
    table.play("D:5H A:6H B:7H |")
    assert table.state.round.public_trick_numbers == (1, 2)


def test_what_a_hand_no_longer_holds_is_known_and_kept_apart(table):
    table.play("A:5S B:7H")

    assert table.state.round.knowledge[1].void_suits == ("S",)
    assert table.state.round.knowledge[1].cards_left == 3
    table.play("C:9S D:2S | C:TS D:3S A:6S")
    assert table.state.expected.hidden_void_suits == ("S",)
