"""Bids, trump, scores, rounds and options of Pairs Oh Hell."""

from __future__ import annotations

import pytest

from engine import BidMade, Card, CardTurned, Passed, RoundStarted, RoundVoided, fold, numbered
from engine.games.oh_hell_options import OPTIONS
from engine.games.oh_hell_pairs import pair_score

BIDS = "A0 B0 C0 D0"


# --- bids ---


def test_bidding_starts_left_of_the_dealer_and_ends_with_the_dealer(new_table):
    table = new_table(4).deal("2C", dealer=1)

    order = []
    for _ in range(4):
        order.append(table.state.expected.seat)
        table.add(BidMade(order[-1], 0))

    assert order == [2, 3, 0, 1]
    assert (table.state.expected.kind, table.state.expected.seat) == ("play", 2)


def test_a_bid_out_of_turn_is_flagged_and_counts_and_the_order_stays(new_table):
    table = new_table(4).deal("2C", bids="B1")

    verdict = table.verdict("bid_out_of_turn")
    assert (verdict.rule, verdict.seat, verdict.params["expected_seat"]) == ("H19", 1, 0)
    assert table.state.expected.seat == 0
    table.bid("A2")
    assert table.state.expected.seat == 2
    assert table.state.round.bids == (2, 1, None, None)


def test_the_hook_binds_whoever_bids_last(new_table):
    table = new_table(4).deal("2C", bids="A1 B1 D1")

    assert table.state.expected.seat == 2
    assert 1 not in table.state.expected.values
    assert table.bid("C1").verdict("hook_broken").seat == 2


def test_a_broken_hook_taken_back_asks_the_seat_again(new_table):
    table = new_table(4).deal("2C", bids="A1 B1 C1 D1").rule("hook_broken", "taken_back")

    assert (table.state.expected.kind, table.state.expected.seat) == ("bid", 3)
    assert table.state.expected.values == (0, 2, 3, 4)
    table.bid("D2")
    assert table.verdict("hook_broken").status == "taken_back"
    assert table.state.expected.kind == "play"


def test_a_broken_hook_repaired_by_another_bid_is_settled_by_itself(new_table):
    table = new_table(4).deal("2C", bids="A1 B1 C1 D1 D2")

    assert table.codes == ["hook_broken"]
    assert table.verdict("hook_broken").status == "taken_back"


def test_a_broken_hook_that_stands_is_scored_as_bid(new_table):
    table = new_table(1).deal("2C", bids="A1 B0 C0 D0").rule("hook_broken", "stands")

    assert table.play("A:5S B:7S C:9S D:2S |").state.totals == (5, 4)


@pytest.mark.parametrize("value", [-1, 5, 99])
def test_a_bid_out_of_range_is_flagged_at_once(new_table, value):
    verdict = new_table(4).deal("2C").add(BidMade(0, value)).verdict("bid_out_of_range")

    assert (verdict.rule, dict(verdict.params)) == ("R6", {"value": value, "low": 0, "high": 4})


def test_a_bid_may_be_changed_until_the_next_one(new_table):
    assert new_table(4).deal("2C", bids="A1 A2 B0").codes == []

    table = new_table(4).deal("2C", bids="A1 B0 A2")
    assert dict(table.verdict("bid_changed_late").params) == {"value": 2, "previous": 1}
    assert table.state.round.bids[0] == 2
    assert table.rule("bid_changed_late", "taken_back").state.round.bids[0] == 1


def test_the_last_bid_may_be_changed_until_the_first_card(new_table):
    assert new_table(4).deal("2C", bids="A1 B0 C0 D0 D1").codes == []
    assert new_table(4).deal("2C", bids="A1 B0 C0 D0").play("A:5S").bid("D1").codes == ["bid_changed_late"]


def test_locked_bids_may_not_be_changed(new_table):
    assert new_table(4, bid_change="locked").deal("2C", bids="A1 A2").codes == ["bid_changed_late"]


def test_saying_the_same_bid_twice_is_nothing(new_table):
    assert new_table(4, bid_change="locked").deal("2C", bids="A1 B0 A1").codes == []


def test_there_is_no_pass(new_table):
    table = new_table(4).deal("2C").add(Passed(0))

    assert table.verdict("pass_not_allowed").seat == 0
    assert table.state.expected.seat == 0


def test_a_card_before_the_bids_is_flagged_once_and_missing_bids_block_the_score(new_table):
    table = new_table(1).deal("2C", bids="A0 B0").play("A:5S B:7S C:9S D:2S |")

    assert table.verdict("play_before_bids").params["seats"] == [2, 3]
    assert table.state.round.blocked_by == (table.verdict("bids_missing").id,)
    assert table.state.round.scores is None
    assert (table.state.expected.kind, table.state.expected.seat) == ("bid", 2)
    assert table.bid("C0 D0").state.totals == (1, 4)


@pytest.mark.parametrize(("option", "severity", "values"), [("warn", "notice", 5), ("illegal", "offence", 2)])
def test_a_pair_bid_above_the_hand_is_a_word_or_an_offence(new_table, option, severity, values):
    table = new_table(4, cap_pair_bid=option).deal("2C", bids="A3 B0")
    assert len(table.state.expected.values) == values

    verdict = table.bid("C4").verdict("pair_bid_above_hand")

    assert (verdict.rule, verdict.severity, verdict.seat) == ("H10", severity, 2)
    assert dict(verdict.params) == {"team": 0, "pair_bid": 7, "hand_size": 4}


def test_a_capped_pair_bid_taken_back_is_bid_again(new_table):
    table = new_table(4, cap_pair_bid="illegal").deal("2C", bids="A3 B0 C4").rule("pair_bid_above_hand", "taken_back")

    assert table.state.round.bids == (3, 0, None, None)


def test_the_cap_gives_way_where_nothing_else_could_be_bid(new_table):
    table = new_table(4, cap_pair_bid="illegal").deal("2C", bids="A0 B4 C0")

    assert table.state.expected.values == (1, 2, 3, 4)


# --- trump ---


def test_the_trump_card_is_expected_first_and_may_come_late(new_table):
    table = new_table(4).deal()
    assert (table.state.expected.kind, table.state.round.phase) == ("turn", "turn")

    table.bid(BIDS).play("A:5S B:7S C:3H D:2S |")
    assert table.state.round.tricks[0].winner is None
    assert table.add(CardTurned(Card("2", "H"))).state.round.tricks[0].winner == 2


def test_a_round_without_its_trump_card_blocks_the_score_until_the_table_says_there_was_none(new_table):
    table = new_table(1).deal(bids=BIDS).play("A:5S B:7S C:3H D:2S |")
    assert "trump_unknown" in table.codes
    assert table.state.totals == (0, 0)

    assert table.state.expected.kind == "turn"
    shown_late = new_table(1).deal(bids=BIDS).play("A:5S B:7S C:3H D:2S |").add(CardTurned(Card("2", "H")))
    assert shown_late.state.totals == (1, 4)

    table.rule("trump_unknown", "stands")
    assert table.state.round.tricks[0].winner == 1
    assert table.state.totals == (4, 1)


def test_a_second_turned_card_asks_and_counts(new_table):
    table = new_table(4).deal("2C").add(CardTurned(Card("3", "H")))

    assert table.verdict("second_turned_card").params["first"] == "2C"
    assert table.state.round.trump == "H"
    assert "turned_card_played" not in table.bid(BIDS).play("A:2C").codes
    assert "turned_card_played" in new_table(4).deal("2C", bids=BIDS).play("A:2C").codes
    late = new_table(4).deal("2C", bids=BIDS).play("A:2C").add(CardTurned(Card("3", "H")))
    assert "turned_card_played" not in late.codes


def test_full_deals_without_a_card_take_the_suits_in_turn(new_table):
    table = new_table(rounds=(13, 4, 13), full_deal_trump="rotate").deal()
    first = table.state.round.trump
    table.bid("A1 B0 C0 D0").play(full_round())

    assert first == "S"
    table.deal("2C", bids=BIDS).play("A:5S").add(RoundVoided())
    assert table.state.round.trump == "C"


def test_a_card_shown_though_trump_rotates_is_only_noted(new_table):
    table = new_table(13, full_deal_trump="rotate").deal("KH")

    assert (table.codes, table.state.round.trump) == (["turn_unexpected"], "S")


def test_a_cut_card_is_put_back_and_may_be_played_by_anyone(new_table):
    assert new_table(13, full_deal_trump="cut").deal("KS", bids=BIDS).play("A:KS").codes == []


def test_the_shown_card_that_the_dealer_never_plays_is_found_at_the_end(new_table):
    """Every seat plays one suit from low to high, D's king of clubs is read as a joker."""
    plays = full_round().split()
    plays[4:] = full_round(leader="D").split()[4:]  # Clubs are trump: D wins every trick.
    assert new_table(13).deal("KC", bids="A0 B0 C0 D0").play(" ".join(plays)).codes == []

    misread = " ".join(plays).replace("D:KC", "D:joker_red")
    table = new_table(13).deal("KC", bids="A0 B0 C0 D0").play(misread)

    verdict = table.verdict("shown_card_never_played")
    assert (verdict.rule, verdict.klass, verdict.seat, verdict.proof) == ("H3", "retrospective", 3, (3,))
    assert table.verdict("cards_missing").params == {"missing": ["KC"]}


# --- scores and totals ---


def full_round(leader: str = "A", suits: str = "SHDC") -> str:
    """All 52 cards, a suit to a seat, A first; trump decides who wins."""
    order = "ABCD"["ABCD".index(leader) :] + "ABCD"[: "ABCD".index(leader)]
    return " ".join(f"{seat}:{rank}{suits['ABCD'.index(seat)]}" for rank in "23456789TJQKA" for seat in order)


@pytest.mark.parametrize(
    ("bid", "won", "options", "score"),
    [
        (3, 3, {}, 15),
        (0, 0, {}, 4),
        (0, 5, {}, 5),
        (0, 5, {"zero_overtricks": "none"}, 0),
        (4, 1, {"zero_overtricks": "none"}, -3),
        (26, 0, {}, -26),
    ],
)
def test_a_pair_scores_five_a_trick_four_for_zero_or_the_difference(bid, won, options, score):
    assert pair_score(bid, won, **options) == score


def test_one_partners_made_zero_can_earn_a_bonus(new_table):
    """A bids and wins the one trick, C bids and makes zero."""
    plays = "A:9S B:7S C:5S D:2S |"

    assert new_table(1).deal("2C", bids="A1 B1 C0 D0").play(plays).state.totals == (5, -1)
    assert new_table(1, single_nil=10).deal("2C", bids="A1 B1 C0 D0").play(plays).state.totals == (15, 9)


def test_totals_add_up_and_the_higher_pair_wins(new_table):
    table = new_table(rounds=(1, 1))
    table.deal("2C", bids="A1 B1 C0 D0").play("A:9S B:7S C:5S D:2S |")
    assert (table.state.expected.kind, table.state.expected.dealer, table.state.expected.hand_size) == ("round", 0, 1)

    table.deal("2C", dealer=None, bids="B0 C0 D0 A0").play("B:3S C:5S D:7S A:4S |")

    assert [each.scores for each in table.state.rounds] == [(5, -1), (4, 1)]
    assert (table.state.totals, table.state.winner, table.state.expected.kind) == ((9, 0), 0, "none")


def tied_game(new_table, **options):
    """One trick each way: both pairs bid zero, one wins a trick in each round."""
    table = new_table(rounds=(1, 1), **options)
    table.deal("2C", bids=BIDS).play("A:9S B:7S C:5S D:2S |")
    return table.deal("2C", dealer=None, bids="B0 C0 D0 A0").play("B:9S C:7S D:5S A:2S |")


def test_a_tie_shares_the_win_and_offers_another_round(new_table):
    table = tied_game(new_table)

    assert (table.state.totals, table.state.winners, table.state.winner) == ((5, 5), (0, 1), None)
    assert (table.state.expected.kind, table.state.expected.hand_size) == ("none", 1)
    table.deal("2C", dealer=None, bids="C0 D0 A0 B0").play("C:9S D:7S A:5S B:2S |")
    assert (table.state.totals, table.state.winners) == ((6, 9), (1,))
    assert table.codes == []
    assert table.deal("2C", dealer=None).codes == ["round_unscheduled"]


def test_a_tie_can_demand_another_round(new_table):
    table = tied_game(new_table, tie="extra_round")

    assert table.state.winners == ()
    assert (table.state.expected.kind, table.state.expected.hand_size) == ("round", 1)
    table.deal("2C", dealer=None, bids="C0 D0 A0 B0").play("C:9S D:7S A:5S B:2S |")
    assert table.state.winners == (1,)


# --- rounds ---


def test_a_misdeal_is_dealt_again_by_the_same_dealer(new_table):
    table = new_table(rounds=(4, 5)).deal("2C", dealer=2, bids="D1").add(RoundVoided())

    assert table.state.round.phase == "void"
    assert (table.state.expected.kind, table.state.expected.dealer, table.state.expected.hand_size) == ("round", 2, 4)
    table.deal("3C", dealer=None)
    assert [(each.number, each.dealer) for each in table.state.rounds] == [(1, 2), (1, 2)]


def test_the_deal_moves_clockwise_and_a_fixed_first_dealer_is_kept(new_table):
    table = new_table(rounds=(1, 1), dealer=3)
    assert table.state.expected.dealer == 3
    table.deal("2C", dealer=None, bids=BIDS).play("A:9S B:7S C:5S D:2S |")
    assert table.state.expected.dealer == 0
    assert new_table(1).state.expected.dealer is None


def test_a_new_round_over_an_unfinished_one_asks_and_blocks_the_score(new_table):
    table = new_table(rounds=(4, 4)).deal("2C", bids=BIDS).play("A:5S").deal("3C", dealer=None)

    verdict = table.verdict("round_unfinished")
    assert verdict.round_number == 1
    assert table.state.rounds[0].blocked_by == (verdict.id,)
    table.rule("round_unfinished", "stands")
    assert table.state.rounds[0].phase == "void"


def test_an_impossible_hand_size_falls_back_to_the_schedule(new_table):
    table = new_table(4).add(RoundStarted(3, 14))

    assert table.verdict("hand_size_impossible").params == {"hand_size": 14, "scheduled": 4}
    assert table.state.round.hand_size == 4
    unscheduled = new_table(4).add(RoundStarted(3, 6))
    assert (unscheduled.state.round.hand_size, unscheduled.codes) == (6, ["hand_size_unscheduled"])


def test_what_happens_without_a_round_is_noted(new_table):
    assert new_table(4).play("A:5S").codes == ["no_round"]


def test_bids_and_trump_after_the_last_trick_do_not_touch_the_round(new_table):
    table = new_table(1).deal("2C", bids=BIDS).play("A:9S B:7S C:5S D:2S |")
    scores = table.state.round.scores

    table.bid("A1").add(CardTurned(Card("2", "S")))

    assert table.codes == ["no_round", "no_round"]
    assert table.state.round.scores == scores


# --- options ---


def test_every_option_of_the_rules_analysis_is_there_with_its_default():
    assert {name: OPTIONS[name].default for name in (option.name for option in OPTIONS)} == {
        "rounds": "four",
        "partners": "opposite",
        "dealer": "random",
        "full_deal_trump": "dealer_last",
        "broken_trump": "free",
        "must_trump": "no",
        "cap_pair_bid": "warn",
        "single_nil": 0,
        "zero_overtricks": "each",
        "tie": "shared",
        "bid_change": "until_next_bid",
        "trick_history": "last",
        "revoke_rule": "table",
        "revoke_notice": "at_once",
    }


def test_partners_may_sit_anywhere(new_table):
    plays = "A:9S B:7S C:5S D:2S |"

    assert new_table(1, partners="01-23").deal("2C", bids=BIDS).play(plays).state.totals == (1, 4)
    table = new_table(1, partners=((1, 2), (3, 0))).deal("2C", bids=BIDS).play(plays)
    assert (table.state.teams, table.state.totals) == (((1, 2), (0, 3)), (4, 1))


def test_rounds_may_be_listed(new_table):
    assert new_table(rounds="4,6").state.schedule == (4, 6)
    assert new_table(rounds=(1, 2, 3)).state.schedule == (1, 2, 3)


def test_a_wrong_option_is_noted_and_its_default_kept(new_table):
    table = new_table(rounds="four", tie="coin", colour="red")

    assert [v.params["option"] for v in table.state.verdicts if v.code == "option_ignored"] == ["tie", "colour"]
    assert table.state.options["tie"] == "shared"


def test_a_game_nobody_knows_is_noted():
    from engine import GameStarted

    state = fold(numbered([GameStarted("snap", ("a",)), BidMade(0, 1)]))

    assert [verdict.code for verdict in state.verdicts] == ["unknown_game"]


def test_a_wrong_number_of_names_is_noted_and_filled_up():
    from engine import GameStarted

    state = fold(numbered([GameStarted("oh_hell_pairs", ("Ann",))]))

    assert ([verdict.code for verdict in state.verdicts], state.names) == (["names_wrong"], ("Ann", "", "", ""))
