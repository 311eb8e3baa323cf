"""What the table can decide in Pairs Oh Hell, before and after a side has played on (H20)."""

from __future__ import annotations

import pytest

from engine import Ruled

BIDS = "A0 B0 C0 D0"


def revoked(new_table, **options):
    """Four cards; B does not follow in trick 1, which B wins by trump, and shows a spade in trick 3."""
    table = new_table(4, **options).deal("2C", bids="A1 B1 C0 D1")
    return table.play("A:5S B:7C C:9S D:2S | B:3H C:4H D:5H A:6H | A:KS B:QS C:3S D:4S |")


def test_a_revoke_of_an_earlier_trick_offers_penalties_with_their_scores_at_the_end(new_table):
    table = revoked(new_table)
    assert [choice.decision for choice in table.verdict("revoke").choices] == [
        "stands",
        "misread",
        "penalty:cap",
        "penalty:replay_round",
        "penalty:three_tricks",
        "penalty:transfer",
    ]
    assert {choice.scores for choice in table.verdict("revoke").choices} == {None}

    table.play("A:TD B:AD C:6D D:7D |")

    # AC bid 1, won 2; BD bid 2, won 2, the first of them by the revoke.
    assert table.state.round.scores == (1, 10)
    assert {choice.decision: choice.scores for choice in table.verdict("revoke").choices} == {
        "stands": (1, 10),
        "misread": None,
        "penalty:cap": (1, -1),
        "penalty:replay_round": None,
        "penalty:three_tricks": (3, -2),
        "penalty:transfer": (2, -1),
    }


@pytest.mark.parametrize("kind", ["cap", "three_tricks", "transfer"])
def test_a_penalty_scores_as_it_was_offered(new_table, kind):
    table = revoked(new_table).play("A:TD B:AD C:6D D:7D |")
    offered = next(c.scores for c in table.verdict("revoke").choices if c.decision == f"penalty:{kind}")

    table.rule("revoke", f"penalty:{kind}")

    assert table.state.round.scores == offered == table.state.totals
    assert (table.verdict("revoke").status, table.verdict("revoke").decision) == ("penalty", f"penalty:{kind}")


def test_the_cap_never_gives_more_than_nought(new_table):
    """B's pair revoked and overbid nothing: W − B is positive, the cap leaves 0."""
    table = new_table(4).deal("2C", bids="A1 B0 C1 D0")
    table.play("A:5S B:7H C:9S D:2S | C:3H D:4H A:5H B:6H | B:QS C:3S D:4S A:KS | A:TD B:AD C:6D D:7D |")

    assert table.state.round.scores == (10, 2)
    assert table.rule("revoke", "penalty:cap").state.round.scores == (10, 0)


def test_replaying_the_round_voids_it_for_the_same_dealer(new_table):
    table = revoked(new_table).rule("revoke", "penalty:replay_round")

    assert table.state.round.phase == "void"
    assert (table.state.expected.kind, table.state.expected.dealer) == ("round", 3)


@pytest.mark.parametrize("kind", ["cap", "replay_round", "three_tricks", "transfer"])
def test_a_house_rule_offers_only_its_own_penalty(new_table, kind):
    choices = revoked(new_table, revoke_rule=kind).verdict("revoke").choices

    assert [choice.decision for choice in choices] == ["stands", "misread", f"penalty:{kind}"]


def test_a_revoke_before_the_side_plays_on_is_taken_back_and_replaced(new_table):
    """D, the dealer, is known to hold the shown king: the revoke is certain at once."""
    table = new_table(13).deal("KS", bids=BIDS).play("A:5S B:7S C:9S D:2H |")
    assert [choice.decision for choice in table.verdict("revoke").choices] == ["taken_back", "stands", "misread"]

    table.rule("revoke", "taken_back")
    assert (table.state.expected.kind, table.state.expected.seat, table.state.expected.led_suit) == ("play", 3, "S")
    table.play("D:KS")

    assert table.state.round.tricks[0].winner == 3
    assert table.state.expected.seat == 3
    assert table.codes == ["revoke"]


def test_a_ruling_can_be_changed_but_a_card_taken_back_stays_back(new_table):
    table = revoked(new_table).rule("revoke", "penalty:cap").rule("revoke", "stands")
    assert table.verdict("revoke").status == "stands"

    other = new_table(4).deal("2C", bids=BIDS).play("A:5S C:9S")
    other.rule("play_out_of_turn", "taken_back").rule("play_out_of_turn", "stands")
    assert other.verdict("play_out_of_turn").status == "taken_back"


def test_a_ruling_that_fits_no_verdict_has_no_effect(new_table):
    table = revoked(new_table)
    before = table.state

    table.add(Ruled("99.revoke.3.S", "stands"), Ruled("", "taken_back"), Ruled(before.verdicts[0].id, "nonsense"))

    assert table.state == before


def test_a_card_read_wrong_stays_in_question_until_it_is_corrected(new_table):
    table = revoked(new_table).rule("revoke", "misread")

    assert table.verdict("revoke").status == "misread"
