"""A game of Gou Ji: first drawer, first player, Revolution, hands, scores, what is expected, what is shown."""

from __future__ import annotations

import dataclasses

import pytest

from engine import Card, CardDrawn, CardsPlayed, CardTurned, Offer, RoundVoided
from engine.games import GAMES
from engine.games.gou_ji_options import OPTIONS
from tests.engine.gou_ji_notation import SEATS, GameLog, HandSketch, card


def offers(log: GameLog) -> dict[str, Offer]:
    return {offer.what: offer for offer in log.state.expected.offers}


# --- before the cards -----------------------------------------------------------------------------------------------


def test_the_first_hand_waits_for_the_kai_pai_then_for_his_card_then_for_the_first_play():
    log = GameLog().start()
    assert (log.state.expected.kind, log.state.expected.seats) == ("kai_pai", (0, 1, 2, 3, 4, 5))
    log.say("kai_pai", "F")
    assert (log.state.expected.kind, log.state.expected.seat) == ("turn", 5)
    log.add(CardTurned(card("r")))
    assert (log.state.expected.kind, log.state.expected.seat) == ("turn", 0)
    log.add(CardTurned(card("9")))
    assert (log.state.expected.kind, log.state.expected.seat, log.hand.first_drawer) == ("play", 2, 2)
    assert log.codes == []


def test_a_card_counted_before_the_kai_pai_was_named_waits_for_him():
    log = GameLog().start().add(CardTurned(card("9")))
    assert log.codes == ["kai_pai_unknown"]

    log.say("kai_pai", "A")
    assert (log.codes, log.hand.first_drawer) == ([], 2)


def test_two_threes_of_a_suit_beat_the_first_drawer_and_the_first_to_say_so_wins():
    log = GameLog().start("A").say("threes", "D", shown="33333").say("threes", "B", shown="33333")

    assert log.hand.first_players == (3,)
    assert log.codes == ["threes_not_now"]
    assert log.play("D:5").codes == ["threes_not_now"]


def test_threes_count_in_the_first_hand_of_every_game_or_of_the_session_alone():
    two_games = GameLog().start("A").finish("ABCDEF")
    two_games.add(*GameLog().events).start("A").say("threes", "B", shown="33333")
    assert two_games.codes == []

    once = GameLog(threes_rule="first_game").start("A").finish("ABCDEF")
    once.add(*GameLog(threes_rule="first_game").events).start("A").say("threes", "B", shown="33333")
    assert once.codes == ["threes_not_now"]


def test_in_a_later_game_of_the_session_the_role_of_kai_pai_moves_to_the_right():
    log = GameLog().start().say("kai_pai", "B").add(CardTurned(card("r")), CardTurned(card("9")))
    log.finish("ABCDEF").add(*GameLog().events).start()
    assert (log.state.expected.kind, log.state.expected.seat) == ("turn", 3)  # C counted in the end
    assert log.say("kai_pai", "A").codes == ["kai_pai_wrong"]

    original = GameLog().start().say("kai_pai", "B").add(CardTurned(card("r")), CardTurned(card("9")))
    original.finish("ABCDEF").add(*GameLog(kai_pai_after_joker="original").events).start()
    assert original.state.expected.seat == 2


def test_later_the_big_loser_plays_first_and_names_who_draws():
    log = GameLog().start("A").finish("ABCDEF").start().say("first_drawer", "F", to="C")
    assert (log.hand.first_drawer, log.hand.first_players) == (2, (5,))
    assert log.say("first_drawer", "A", to="A").codes == ["not_big_loser"]

    named = GameLog(first_play_later="first_drawer").start("A").finish("ABCDEF").start()
    assert (named.state.expected.kind, named.state.expected.seat) == ("first_drawer", 5)
    assert named.say("first_drawer", "F", to="C").hand.first_players == (2,)


def test_a_counted_drawer_that_is_not_the_one_named_is_asked_about():
    log = GameLog().start("A").say("kai_pai", "A").add(CardTurned(card("9")))

    assert log.verdict("wrong_first_drawer").params == {"expected_seat": 2, "named": 0}


def test_the_draw_for_the_teams_is_kept_and_compared_with_the_seating():
    log = GameLog().add(*(CardDrawn(seat, card(rank)) for seat, rank in enumerate("A32K45")))
    draw = log.state.gou_ji.team_draw
    assert (draw.high, draw.low) == ((0, 2, 3), (1, 4, 5))
    assert log.verdict("seating_not_as_drawn").params == {"high": [0, 2, 3], "low": [1, 4, 5]}

    alternating = GameLog().add(*(CardDrawn(seat, card(rank)) for seat, rank in enumerate("A32435")))
    assert alternating.state.gou_ji.team_draw.tied == ()
    assert (
        "seating_not_as_drawn"
        not in GameLog().add(*(CardDrawn(seat, card(rank)) for seat, rank in enumerate("A3K425"))).codes
    )


def test_those_tied_across_the_line_draw_again():
    log = GameLog().add(*(CardDrawn(seat, card(rank)) for seat, rank in enumerate("A9K993")))
    draw = log.state.gou_ji.team_draw
    assert (draw.high, draw.low, draw.tied) == ((0, 2), (5,), (1, 3, 4))

    log.add(CardDrawn(1, card("5")), CardDrawn(3, card("4")), CardDrawn(4, card("6")))
    assert log.state.gou_ji.team_draw.high == (0, 2, 4)
    assert log.add(CardDrawn(0, card("2"))).codes == ["draw_unexpected"]


def test_a_card_of_another_pack_drawn_for_the_teams_may_be_misread():
    verdict = GameLog().add(CardDrawn(0, Card("5", "O"))).verdict("impossible_card")

    assert [(each.entry_id, each.card.code) for each in verdict.misread_candidates] == [(2, "5O")]


def test_aces_may_be_low_in_the_draw():
    def draw(**options):
        log = GameLog(**options).add(*(CardDrawn(seat, card(rank)) for seat, rank in enumerate("A4567K")))
        return log.state.gou_ji.team_draw.high

    assert draw() == (0, 4, 5)
    assert draw(draw_rank="ace_low") == (3, 4, 5)


# --- Revolution -----------------------------------------------------------------------------------------------------


def test_a_revolution_deals_again_with_the_same_rights_and_debts():
    log = GameLog().start("A").finish("ABCDEF").start("C").say("revolution", "B")
    assert (log.hand.phase, log.state.expected.kind, log.state.expected.dealer) == ("void", "round", 2)

    log.start()
    assert (log.hand.number, log.hand.first_drawer, log.hand.first_players) == (2, 2, (5,))
    assert [duty.status for duty in log.hand.duties] == ["owed", "owed"]
    assert log.codes == []


def test_a_first_hand_dealt_again_keeps_who_plays_first():
    log = GameLog().start("A").say("threes", "D", shown="33333").add(RoundVoided()).start()

    assert (log.hand.number, log.hand.first_players, log.hand.first_drawer) == (1, (3,), 0)


def test_a_revolution_comes_before_or_after_tribute():
    from engine import Swapped

    paid = (Swapped(5, 0, 2), Swapped(4, 1, 1))
    late = GameLog().start("A").finish("ABCDEF").start().add(*paid).say("revolution", "B")
    assert late.verdict("revolution_late").params == {"reason": "after_tribute"}

    after = GameLog(revolution_when="after_tribute").start("A").finish("ABCDEF").start()
    assert "revolution" not in offers(after)
    assert after.say("revolution", "B").verdict("revolution_late").params == {"reason": "before_tribute"}
    right = GameLog(revolution_when="after_tribute").start("A").finish("ABCDEF").start().add(*paid)
    assert "revolution" in offers(right)
    assert right.say("revolution", "B").codes == []


# --- hands and scores -----------------------------------------------------------------------------------------------


def test_scores_add_up_over_the_hands_and_the_higher_total_wins():
    log = GameLog(hands=2).start("A").finish("ABCDEF").start().finish("ACEBDF")

    assert [hand.scores for hand in log.state.gou_ji.hands] == [(2, -2), (12, -12)]
    assert (log.state.totals, log.state.winner, log.state.expected.kind) == ((14, -14), 0, "none")


def test_a_tie_is_a_draw_or_decided_by_one_more_hand():
    hands = (("ABCDEF", (2, -2)), ("BADCFE", (-2, 2)))
    draw, more = GameLog(hands=2), GameLog(hands=2, tie="extra_hand")
    for order, scores in hands:
        for log in (draw, more):
            log.start("A").finish(order)
            assert log.hand.scores == scores

    assert (draw.state.winners, draw.state.expected.kind, draw.state.expected.hand_size) == ((0, 1), "none", 36)
    assert (more.state.winners, more.state.expected.kind) == ((), "round")
    assert more.start().finish("ACBEDF").state.winners == (0,)


def test_a_hand_left_unfinished_is_asked_about_and_does_not_count():
    log = GameLog().start("A").play("A:5").start("A")
    verdict = log.verdict("round_unfinished")
    assert (log.state.totals, verdict.blocks_score, log.hand.number) == ((0, 0), True, 2)

    log.decide(verdict.id, "stands")
    assert (log.state.gou_ji.hands[0].phase, log.hand.number) == ("void", 1)


def test_a_hand_with_an_open_question_about_places_is_not_counted_yet():
    log = GameLog().start("A").play("A:5")
    for seat in "ABCDE":
        log.say("out", seat)

    assert (log.hand.scores, log.state.totals) == ((2, -2), (0, 0))
    assert len(log.hand.blocked_by) == 5


def test_tribute_may_be_carried_over_to_the_next_game():
    log = GameLog().start("A").finish("ABCDEF").add(*GameLog().events).start()
    assert log.hand.duties == ()
    carried = GameLog().start("A").finish("ABCDEF").add(*GameLog(tribute_first_hand="carry_over").events).start()
    assert [(duty.giver, duty.receiver) for duty in carried.hand.duties] == [(5, 0), (4, 1)]


def test_hands_of_33_cards_can_be_played():
    log = GameLog(hand_size=33).start("A").play("A:5")
    assert log.hand.cards_left == (32, 33, 33, 33, 33, 33)


# --- what comes next ------------------------------------------------------------------------------------------------


def test_expected_names_the_seat_the_set_to_beat_and_the_words_that_may_be_said():
    log = GameLog().start("A")
    assert set(offers(log)) == {"revolution", "threes"}
    log.play("A:KK")

    expected = log.state.expected
    assert (expected.kind, expected.seat, expected.may_pass) == ("play", 3, True)
    assert [each.rank for each in expected.to_beat] == ["K", "K"]
    assert offers(log)["shao_pai"].seats == (1, 3, 5)


def test_expected_offers_tribute_with_its_waivers_swaps_and_refusals():
    log = GameLog().start("A").finish("ABDFCE").start()

    assert (log.state.expected.kind, log.state.expected.seats) == ("tribute", (4, 2))
    found = offers(log)
    assert found["waive"].seats == (4, 0)
    assert found["swap_duties"].seats == (4, 2)
    assert found["liberation"].seats == (4, 2)
    assert found["first_drawer"] == Offer("first_drawer", (4,), (0, 1, 2, 3, 4, 5))


def test_expected_offers_to_name_the_big_loser_once_one_team_is_out():
    log = GameLog().start("A").play("A:5").say("out", "A").say("out", "C").say("out", "E")

    assert offers(log)["big_loser"].seats == (1, 3, 5)
    assert log.hand.settled_scores == (12, -12)
    log.say("big_loser", "B", to="D")
    assert (log.hand.ranking, log.state.expected.kind) == ((0, 2, 4, 1, 5, 3), "round")


def test_rang_pai_is_talk_or_noted():
    plays = "A:44 B:- C:- D:99"
    silent = GameLog().start("A").play(plays).say("rang_pai", "A", to="E")
    assert (silent.codes, silent.hand.told, offers(silent)) == ([], (), {})

    noted = GameLog(rang_pai="recorded").start("A").play(plays)
    assert offers(noted)["rang_pai"] == Offer("rang_pai", (0,), (4,))
    assert [(told.seat, told.to) for told in noted.say("rang_pai", "A", to="E").hand.told] == [(0, 4)]


def test_a_dui_men_may_keep_his_turn_where_a_table_plays_so():
    log = GameLog(rang_pai="dui_men_keeps").start("A").play("A:5 B:- C:-")
    assert offers(log)["rang_pai"].seats == (3,)

    assert log.say("rang_pai", "D").state.expected.seat == 4
    assert log.say("rang_pai", "F").codes == ["announcement_not_now"]


# --- what is shown --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "shown"), [("ten", (10, None)), ("never", (None, None)), ("always", (10, 36))])
def test_cards_left_are_shown_from_ten_down_or_as_the_table_likes(option, shown):
    log = GameLog(show_counts=option).start("A").play("A:" + "5" * 16 + " | A:" + "6" * 10)

    assert log.hand.shown_cards_left[:2] == shown
    assert log.hand.cards_left[:2] == (10, 36)


def test_only_the_series_on_the_table_is_public_while_the_hand_is_on():
    log = GameLog().start("A").play("A:5 B:6 | B:4 C:7")
    assert [series.number for series in log.hand.public_series] == [2]

    log.finish("ABCDEF")
    assert [series.number for series in log.hand.public_series] == [1, 2]


def test_what_a_receiver_told_of_the_tribute_is_nowhere_in_the_state():
    from tests.engine.test_gou_ji_verdicts import second_hand, swap

    log = second_hand().add(swap("F", "A", 2, "TT", "99"), swap("E", "B", 1))
    plain = repr(dataclasses.asdict(log.hand)) + repr(list(log.state.verdicts))

    assert "rank='T'" not in plain
    assert "rank='9'" not in plain


# --- nonsense -------------------------------------------------------------------------------------------------------


def test_events_without_a_hand_and_seats_beyond_the_table_are_noted():
    assert GameLog().play("A:5").codes == ["no_round"]
    assert GameLog().start("A").add(CardsPlayed(7, (card("5"),))).codes == ["seat_unknown"]
    assert GameLog().start("A").say("abracadabra", "A").codes == ["announcement_unknown"]


def test_wrong_options_and_names_are_noted_and_the_defaults_hold():
    log = GameLog(hands=0, single_two="perhaps", colour="red").start("A")

    assert log.codes == ["option_ignored"] * 3
    assert log.state.options["hands"] == 6


def test_every_hole_in_the_rules_with_alternatives_is_an_option():
    holes = {hole for option in OPTIONS for hole in option.rule.replace(" ", "").split(",")}

    wanted = {
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        9,
        10,
        12,
        13,
        15,
        16,
        17,
        18,
        19,
        20,
        21,
        22,
        23,
        24,
        25,
        28,
        30,
        32,
        33,
        34,
        38,
        39,
    }
    assert {f"H{number}" for number in wanted} <= holes
    for option in OPTIONS:
        assert option.default in option.alternatives
        assert len(option.alternatives) >= 2


def test_the_game_is_registered_for_six_seats():
    assert (GAMES["gou_ji"].title, GAMES["gou_ji"].seat_count) == ("Gou Ji", len(SEATS))
    assert HandSketch("A").due == "A"


def test_where_going_out_must_be_called_the_word_is_on_offer_until_it_is_said():
    called = GameLog(going_out="called").start("A").play(f"A:{'3' * 16} | A:{'4' * 16} | A:5555")
    assert offers(called)["out"] == Offer("out", (0,))

    assert "out" not in offers(called.say("out", "A"))
    silent = GameLog().start("A").play(f"A:{'3' * 16} | A:{'4' * 16} | A:5555")
    assert "out" not in offers(silent)
