"""Claims, proofs and counting."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from engine.revokes import impossible_suits

BIDS = "A0 B0 C0 D0"
VOID = frozenset


def deal_exists(unseen: dict[str, int], undealt: int, cards_left: list[int], voids: list[frozenset[str]]) -> bool:
    """By trying everything: can the unseen cards be put into hands that respect the claims?"""
    suits = [suit for suit, count in unseen.items() for _ in range(count)]
    room = [*cards_left, undealt]
    for owners in itertools.product(range(len(room)), repeat=len(suits)):
        if all(owners.count(place) == size for place, size in enumerate(room)) and not any(
            owner < len(voids) and suit in voids[owner] for suit, owner in zip(suits, owners, strict=True)
        ):
            return True
    return False


def test_counting_agrees_with_trying_every_deal():
    rng = Random(7)
    failures = 0
    for _ in range(250):
        cards_left = [rng.randrange(3) for _ in range(3)]
        undealt = rng.randrange(2)
        suits = [rng.choice("SHD") for _ in range(sum(cards_left) + undealt)]
        unseen = {suit: suits.count(suit) for suit in "SHD"}
        voids = [frozenset(suit for suit in "SHD" if rng.random() < 0.45) for _ in range(3)]

        found = impossible_suits(unseen, undealt, cards_left, voids)

        assert (found == ()) == deal_exists(unseen, undealt, cards_left, voids)
        failures += found != ()
    assert 50 < failures < 200


@pytest.mark.parametrize(
    ("unseen", "undealt", "cards_left", "voids", "suits"),
    [
        pytest.param({"S": 3, "H": 1}, 0, [2, 2], [VOID(), VOID()], (), id="nobody is void"),
        pytest.param({"S": 3, "H": 1}, 0, [2, 2], [VOID("S"), VOID()], ("S",), id="three spades, room for two"),
        pytest.param({"S": 3, "H": 1}, 1, [2, 1], [VOID("S"), VOID()], ("S",), id="one may be undealt"),
        pytest.param({"S": 2, "H": 2}, 0, [2, 2], [VOID("S"), VOID("H")], (), id="just fits"),
        pytest.param({"S": 1, "H": 1, "D": 1}, 0, [2, 1], [VOID("SH"), VOID()], ("H", "S"), id="two suits together"),
    ],
)
def test_the_smallest_set_of_suits_without_room_is_named(unseen, undealt, cards_left, voids, suits):
    assert suits == impossible_suits(unseen, undealt, cards_left, voids)


def test_both_entries_and_the_rule_are_in_the_verdict_and_a_misread_card_is_the_other_explanation(new_table):
    table = new_table(12).deal("AH", bids=BIDS)
    table.play("A:5S B:7H C:9S D:2S | B:3C C:4C D:5C A:6C | A:KS B:QS C:3S D:4S |")

    verdict = table.verdict("revoke")

    first, third = table.state.round.tricks[0], table.state.round.tricks[2]
    assert (verdict.rule, verdict.klass, verdict.seat, verdict.params["suit"]) == ("R8", "retrospective", 1, "S")
    assert first.plays[1].entry_id == verdict.offence
    assert (third.plays[1].entry_id,) == verdict.proof
    assert {("offence", "7H"), ("proof", "QS"), ("lead", "5S")} == {
        (candidate.role, candidate.card.code) for candidate in verdict.misread_candidates
    }


def test_a_second_card_of_the_suit_leaves_only_the_offence_and_the_lead_as_misread(new_table):
    table = new_table(12).deal("AH", bids=BIDS)
    table.play("A:5S B:7H C:9S D:2S | B:QS C:3S D:4S A:6S | B:TS")

    verdict = table.verdict("revoke")

    assert len(verdict.proof) == 2
    assert {"offence", "lead"} == {candidate.role for candidate in verdict.misread_candidates}


def test_a_card_of_another_deck_proves_nothing(new_table):
    table = new_table(12).deal("AH", bids=BIDS).play("A:5S B:7D C:9S D:2S | C:3C D:4C A:6C B:1S")

    assert table.codes == ["impossible_card"]


def test_two_failures_in_one_suit_are_two_revokes_proved_by_one_card(new_table):
    table = new_table(12).deal("AH", bids=BIDS)
    table.play("A:KS B:7D C:9S D:2S | A:AS B:7C C:3S D:4S | A:2D B:QS")

    revokes = [verdict for verdict in table.state.verdicts if verdict.code == "revoke"]

    assert [verdict.trick_number for verdict in revokes] == [1, 2]
    assert revokes[0].proof == revokes[1].proof


def test_counting_shows_that_somebody_revoked_before_a_card_names_the_seat(new_table):
    """All cards are dealt and nobody follows spades: the twelve others cannot all be among A's eleven cards."""
    table = new_table(13, full_deal_trump="none").deal(bids=BIDS)
    table.play("A:AS B:2H C:3H D:4H | A:AC B:2C C:3C D:4C |")

    # Twelve unseen spades, eleven cards left in A's hand.
    verdict = table.verdict("counting_proof")
    assert (
        verdict.klass,
        verdict.severity,
        verdict.offence,
        verdict.params["suits"],
    ) == ("retrospective", "question", None, ["S"])
    assert {"AS", "2H", "3H", "4H"} == {candidate.card.code for candidate in verdict.misread_candidates}
    table.play("A:5C B:3S")
    assert table.verdict("counting_proof").severity == "notice"
    assert [table.verdict("revoke").id] == table.verdict("counting_proof").params["explained_by"]


def test_counting_is_silent_while_undealt_cards_may_hold_the_suit(new_table):
    table = new_table(4).deal("2C", bids=BIDS).play("A:AS B:2H C:3H D:4H | A:AC B:3C C:4C D:5C |")

    assert table.codes == []


def test_a_claim_that_was_taken_back_is_forgotten(new_table):
    table = new_table(12).deal("AH", bids=BIDS)
    table.play("A:KS C:7D").rule("play_out_of_turn", "taken_back").play("B:9S C:3S D:4S")

    assert table.codes == ["play_out_of_turn"]


def test_what_was_counted_with_a_claim_that_was_taken_back_is_forgotten_too(new_table):
    """B, C and D have no spades: twelve are left, and A has eleven cards."""
    table = new_table(13, full_deal_trump="none").deal(bids=BIDS).play("A:AH B:2H C:3H D:4H | A:AS C:5H B:6H")
    assert table.codes == ["play_out_of_turn"]
    assert table.play("D:7H").codes == ["play_out_of_turn", "counting_proof"]

    table.rule("play_out_of_turn", "taken_back")

    assert table.codes == ["play_out_of_turn"]
    assert table.play("C:5H").codes == ["play_out_of_turn", "counting_proof"], "it is found anew"


def test_with_must_trump_a_later_trump_proves_that_trump_was_withheld(new_table):
    plays = "A:KS B:7D C:9S D:4S | A:2H B:3H C:4H D:5H | D:3C A:4C B:5C"
    assert new_table(12).deal("2C", bids=BIDS).play(plays).codes == []

    verdict = new_table(12, must_trump="yes").deal("2C", bids=BIDS).play(plays).verdict("did_not_trump")

    assert (verdict.rule, verdict.seat, verdict.trick_number, verdict.params["suit"]) == ("H8", 1, 1, "C")


def test_with_broken_trump_a_later_side_card_proves_that_trump_was_led_too_early(new_table):
    plays = "A:KC B:7C C:9C D:4C | A:2H"
    assert new_table(12).deal("2C", bids=BIDS).play(plays).codes == []

    verdict = new_table(12, broken_trump="must_be_broken").deal("2C", bids=BIDS).play(plays).verdict("trump_not_broken")

    assert (verdict.rule, verdict.seat, verdict.trick_number, verdict.params["suit"]) == ("H8", 0, 1, "C")
    assert verdict.params["denied_suits"] == ["S", "H", "D"]


def test_cards_of_several_suits_after_a_lead_of_unbroken_trump_prove_one_offence(new_table):
    table = new_table(12, broken_trump="must_be_broken").deal("2C", bids=BIDS)

    verdict = table.play("A:KC B:7C C:9C D:4C | A:2H B:3H C:4H D:5H | D:6S A:7S B:8S C:9S").verdict("trump_not_broken")

    assert verdict.params["proof_tricks"] == [2, 3]


def test_a_trump_lead_is_free_once_a_trump_was_played(new_table):
    table = new_table(12, broken_trump="must_be_broken").deal("2C", bids=BIDS)

    assert table.play("A:KS B:7C C:9S D:4S | B:KC C:3C D:4C A:5C | B:2H").codes == []


def test_revokes_can_be_held_back_until_the_round_is_over(new_table):
    table = new_table(2, revoke_notice="end_of_round").deal("2C", bids=BIDS)
    table.play("A:5S B:7H C:9S D:2S | C:TS D:3S A:4S B:8S")
    verdict = table.verdict("revoke")
    assert verdict.is_public

    partial = new_table(3, revoke_notice="end_of_round").deal("2C", bids=BIDS)
    partial.play("A:5S B:7H C:9S D:2S | C:TS D:3S A:4S B:8S")
    assert not partial.verdict("revoke").is_public
    assert partial.state.open_verdicts == ()
