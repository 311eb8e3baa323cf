"""The deck, openers, the Dummy, the score and what is told late in PaiMiahhh."""

from __future__ import annotations

import pytest

from engine import (
    Announced,
    Card,
    CardsPlayed,
    CardTurned,
    Declared,
    RoundStarted,
    Undone,
    fold,
    numbered,
)
from engine.events import Corrected
from engine.games.paimiahhh_options import OPTIONS, settle
from engine.games.paimiahhh_score import winning_teams
from tests.engine.paimiahhh_log import ALL_SPECIALS, PaiMiahhhLog, card, cards, whole_round

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
    assert table.asked == []

    table.play("S:O2")
    assert (table.request("hand").seat, table.own.dummy) == (2, 2)
    table.show("S", "O3,B5,B6,B7,B8,R0,R1,R2,R3,R4,R5")
    assert table.asked == []
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
    assert table.asked == ["hand"], "the rest is still to be shown"

    table.show("S", "B5,B6,B7,Y1")
    assert table.own.dummy_hand == cards("O3,B5,B6,B7")


# --- scoring and end ---


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
    assert table.request("auction").choices[0] == "9"
    table.bid("S:P W:P")
    assert table.codes == []
    assert table.asked == ["hand"]


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
