"""Hearts: the rules of docs/hearts.md, by example and by random play."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine import (
    Announced,
    BidMade,
    Card,
    CardsPlayed,
    CardTurned,
    GameStarted,
    HandShown,
    Passed,
    Replay,
    RoundStarted,
    RoundVoided,
    TrickGathered,
    fold,
    numbered,
)
from engine.games.hearts import (
    OPTIONS,
    QUEEN_OF_SPADES,
    TWO_OF_CLUBS,
    HeartsRules,
    pass_direction,
    points_of,
    round_scores,
)
from engine.self_play import deal
from tests.engine.conftest import TableLog, cards
from tests.engine.trick_players import Turn, play_out, revoke

NAMES = ("Ann", "Ben", "Cleo", "Dan")


class HeartsLog(TableLog):
    """A game of Hearts in the notation of `TableLog`."""

    def __init__(self, **options: object) -> None:
        super().__init__()
        self.events = [GameStarted("hearts", NAMES, options), RoundStarted(3)]


def start(**options: object) -> list:
    return [GameStarted("hearts", NAMES, options), RoundStarted(3)]


def deal_with(rng: Random) -> tuple[list[list[Card]], int]:
    """The hands, and who holds the two of clubs."""
    hands, _ = deal(rng, 13)
    return hands, next(seat for seat, hand in enumerate(hands) if TWO_OF_CLUBS in hand)


def suit(letter: str, ranks: str = "23456789TJQKA") -> list[Card]:
    return [Card(rank, letter) for rank in ranks]


# A takes every trick: B leads the two of clubs, C has all the hearts, D the spades.
MOON_HANDS = [
    [*suit("C", "3456789TJQKA"), Card("A", "S")],
    [TWO_OF_CLUBS, *suit("D", "23456789TJQK")],
    suit("H"),
    [*suit("S", "23456789TJQK"), Card("A", "D")],
]


def moon(shooter: int = 0) -> list:
    """The events of a round in which `shooter` takes all points."""
    hands = [list(hand) for hand in MOON_HANDS]
    rules = HeartsRules()

    def ace_first(turn: Turn) -> list[Card]:
        # Not an offence: A wins its first trick with the highest club and then leads clubs from the top.
        return [Card("A", "C")] if turn.seat == 0 and turn.trick_number == 1 else []

    events, _ = play_out(Random(1), hands, rules, 1, tempts=ace_first)
    return [
        CardsPlayed((event.seat + shooter) % 4, event.cards)
        if isinstance(event, CardsPlayed)
        else TrickGathered((event.by + shooter) % 4)
        for event in events
    ]


# --- the score ---


@pytest.mark.parametrize(
    ("piles", "options", "expected"),
    [
        pytest.param(("2H,3H", "QS", "", "AH"), {}, (2, 13, 0, 1), id="a heart is one point, the queen thirteen"),
        pytest.param(("AS,KS,JD", "", "", ""), {}, (0, 0, 0, 0), id="nothing else counts"),
        pytest.param(("JD", "2H", "", ""), {"jack": "minus_ten"}, (-10, 1, 0, 0), id="the jack takes ten off"),
    ],
)
def test_cards_count_for_whoever_takes_them(piles, options, expected):
    assert round_scores([cards(pile) if pile else () for pile in piles], **options) == expected


def test_all_points_go_to_the_others_or_off_the_own_total():
    taken = [[], [*suit("H"), QUEEN_OF_SPADES], [Card("J", "D")], []]

    assert (26, 0, 26, 26) == round_scores(taken)
    assert (0, -26, 0, 0) == round_scores(taken, moon="self")
    assert (26, 0, 16, 26) == round_scores(taken, jack="minus_ten")


def test_all_hearts_without_the_queen_are_no_moon():
    assert (13, 13, 0, 0) == round_scores([suit("H"), [QUEEN_OF_SPADES], [], []])


@pytest.mark.parametrize(("option", "scores"), [("others", (0, 26, 26, 26)), ("self", (-26, 0, 0, 0))])
def test_the_moon_is_shot_at_the_table(option, scores):
    state = fold(numbered(start(moon=option) + moon()))

    assert ((), scores, (26, 0, 0, 0)) == (state.verdicts, state.round.scores, state.round.notes["points"])


def test_points_are_told_while_the_round_is_on():
    table = HeartsLog().play("A:2C B:5C C:AC D:3C | C:KD D:2D A:4D B:QS |")

    assert (0, 0, 13, 0) == table.state.round.notes["points"]


# --- passing ---


def test_the_direction_of_passing_goes_round():
    assert ["left", "right", "across", "hold", "left"] == [
        pass_direction(number, "left_right_across_hold") for number in range(1, 6)
    ]
    assert ["left", "right", "across", "left"] == [
        pass_direction(number, "left_right_across") for number in range(1, 5)
    ]
    assert ["hold", "hold"] == [pass_direction(number, "none") for number in (1, 2)]


def test_a_deal_that_is_dealt_again_passes_in_the_same_direction():
    table = HeartsLog().add(*moon(), RoundStarted(), RoundVoided(), RoundStarted())

    assert ["left", "right", "right"] == [each.notes["passing"] for each in table.state.rounds]
    assert [3, 0, 0] == [each.dealer for each in table.state.rounds]


# --- opening ---


def test_whoever_holds_the_two_of_clubs_opens_and_nobody_knows_beforehand_who():
    table = HeartsLog()

    assert ("play", None) == (table.state.expected.kind, table.state.expected.seat)
    assert table.play("C:2C").codes == []
    assert 3 == table.state.expected.seat


def test_another_opening_card_is_found_at_once():
    verdict = HeartsLog().play("A:5C").verdict("wrong_opening_card")

    assert ("immediate", "R5", 0, {"due": "2C"}) == (verdict.klass, verdict.rule, verdict.seat, dict(verdict.params))
    assert ["taken_back", "stands", "misread"] == [choice.decision for choice in verdict.choices]


def test_an_opening_card_taken_back_lets_the_two_of_clubs_come():
    table = HeartsLog().play("A:5C").rule("wrong_opening_card", "taken_back").play("B:2C C:3C D:4C A:5C")

    assert ["wrong_opening_card"] == table.codes
    assert (0, "gather") == (table.state.round.tricks[0].winner, table.state.expected.kind)


def test_the_seat_after_the_dealer_opens_with_any_card_where_that_is_agreed():
    assert 0 == HeartsLog(opening="dealer_left").state.expected.seat
    assert HeartsLog(opening="dealer_left").play("A:5D").codes == []
    assert HeartsLog(opening="dealer_left").play("B:2C").codes == ["wrong_leader"]


# --- points on the first trick ---


@pytest.mark.parametrize("point", ["4H", "QS"])
@pytest.mark.parametrize("plain", ["7D", "8S"])
def test_points_on_the_first_trick_are_proved_by_a_card_without_points(point, plain):
    table = HeartsLog().play(f"A:2C B:{point} C:AC D:3C | C:KD D:2D A:4D")
    assert table.codes == []

    verdict = table.play(f"B:{plain}").verdict("points_on_first_trick")

    assert ("retrospective", "R7", 1, 1) == (verdict.klass, verdict.rule, verdict.seat, verdict.trick_number)
    assert [Card.from_code(point), Card.from_code(plain)] == list(verdict.cards)
    assert {"offence", "proof", "lead"} == {candidate.role for candidate in verdict.misread_candidates}


def test_a_second_point_card_proves_nothing_about_the_first():
    assert HeartsLog().play("A:2C B:4H C:AC D:3C | C:KD D:2D A:4D B:QS | C:5D D:6D A:7D B:9H").codes == []


def test_two_plain_cards_prove_the_same_offence():
    table = HeartsLog().play("A:2C B:4H C:AC D:3C | C:KD D:2D A:4D B:7D | C:KS D:3S A:4S B:5S |")

    assert [2, 3] == table.verdict("points_on_first_trick").params["proof_tricks"]


def test_a_club_shown_later_proves_only_that_clubs_were_not_followed():
    assert HeartsLog().play("A:2C B:4H C:AC D:3C | C:KC D:5C A:6C B:7C").codes == ["revoke"]


def test_points_are_free_on_the_first_trick_where_that_is_agreed():
    assert HeartsLog(first_trick="free").play("A:2C B:4H C:AC D:3C | C:KD D:2D A:4D B:7D").codes == []


def test_the_queen_that_follows_to_an_opened_spade_says_that_there_was_no_other_spade():
    table = HeartsLog(opening="dealer_left").play("A:2S B:QS C:KS D:3S | C:6D D:3D A:4D B:5D |")
    assert table.codes == []

    assert table.play("C:4S D:5S A:6S B:7S").codes == ["points_on_first_trick"]


def test_any_first_card_but_the_two_of_clubs_is_one_finding():
    assert HeartsLog().play("A:4H B:3H C:2H D:5C | A:6D").codes == ["wrong_opening_card"]
    assert HeartsLog().play("A:QS B:3S C:4S D:5S | A:6D").codes == ["wrong_opening_card"]


# --- hearts not broken ---

UNBROKEN = "A:2C B:5C C:AC D:3C | "


def test_a_heart_led_too_early_is_proved_when_the_seat_shows_another_suit():
    table = HeartsLog().play(UNBROKEN + "C:4H")
    assert table.codes == []

    verdict = table.play("D:2H A:3H B:5H | B:2D C:9D").verdict("hearts_not_broken")

    assert ("retrospective", "R8", 2, 2) == (verdict.klass, verdict.rule, verdict.seat, verdict.trick_number)
    assert (verdict.params["suit"], verdict.params["denied_suits"]) == ("H", ["S", "D", "C"])


def test_hearts_in_other_hands_prove_at_once_that_nobody_can_hold_hearts_alone():
    verdict = HeartsLog().play(UNBROKEN + "C:4H D:2H A:3H").verdict("counting_proof")

    assert ([2], ["C", "D", "S"]) == (verdict.params["seats"], sorted(verdict.params["suits"]))


@pytest.mark.parametrize(
    ("breaking", "breaker", "is_broken"),
    [
        ("heart_or_queen", "6H", True),
        ("heart_or_queen", "QS", True),
        ("heart_or_queen", "KS", False),
        ("heart", "6H", True),
        ("heart", "QS", False),
        ("free", "KS", True),
    ],
)
def test_hearts_may_be_led_once_they_are_broken(breaking, breaker, is_broken):
    plays = UNBROKEN + f"C:KD D:2D A:4D B:{breaker} | C:4H D:2H A:3H B:5H | B:3S C:9S"

    assert is_broken == ("hearts_not_broken" not in HeartsLog(breaking=breaking).play(plays).codes)


def test_a_heart_taken_back_has_broken_nothing():
    table = HeartsLog().play("A:2C B:5C C:AC A:4H").rule("too_many_in_trick", "taken_back")
    table.play("D:3C | C:6H D:2H A:3H B:5H | B:2D C:9D")

    assert "hearts_not_broken" in table.codes


def test_a_heart_led_too_early_can_be_taken_back_before_the_seat_plays_on():
    table = HeartsLog().play(UNBROKEN + "C:4H").add(HandShown(2, cards("9D,4S")))
    verdict = table.verdict("hearts_not_broken")
    assert ("immediate", "taken_back") == (verdict.klass, verdict.choices[0].decision)

    table.rule("hearts_not_broken", "taken_back").play("C:9D")

    assert (3, "D") == (table.state.expected.seat, table.state.expected.led_suit)


# --- what is decided ---


def test_an_offence_that_can_no_longer_be_corrected_offers_the_penalties_with_their_scores():
    events, offence = play_out(
        Random(4), deal_with(Random(4))[0], HeartsRules(), deal_with(Random(4))[1], tempts=revoke
    )
    table = HeartsLog().add(*events)

    offered = {choice.decision: choice.scores for choice in table.verdict("revoke").choices}

    everything = tuple(26 if seat == offence.seat else 0 for seat in range(4))
    assert (everything, None) == (offered["penalty:all_points"], offered["penalty:replay_round"])
    assert offered["stands"] == table.state.round.scores
    assert everything == table.rule("revoke", "penalty:all_points").state.totals
    assert "void" == table.rule("revoke", "penalty:replay_round").state.round.phase


def test_only_the_agreed_penalty_is_offered():
    hands, leader = deal_with(Random(4))
    events, _ = play_out(Random(4), hands, HeartsRules(), leader, tempts=revoke)
    table = HeartsLog(revoke_rule="replay_round").add(*events)

    assert ["stands", "misread", "penalty:replay_round"] == [
        choice.decision for choice in table.verdict("revoke").choices
    ]


def test_what_this_game_does_not_know_is_noted_and_changes_nothing():
    table = HeartsLog().add(BidMade(0, 3), Passed(1), CardTurned(Card("2", "C")), Announced(0, "hello"))

    assert {"event_unexpected"} == set(table.codes)
    assert table.state.open_verdicts == ()
    assert "play" == table.state.expected.kind


# --- the end ---


def test_the_lowest_total_wins_when_somebody_has_the_points():
    table = HeartsLog(end=50).add(*moon(0), RoundStarted(), *moon(1))

    assert ((26, 26, 52, 52), (0, 1)) == (table.state.totals, table.state.winners)
    assert "none" == table.state.expected.kind


def test_equal_lowest_totals_play_on_where_that_is_agreed():
    table = HeartsLog(end=50, tie="play_on").add(*moon(0), RoundStarted(), *moon(1))
    assert ((), "round") == (table.state.winners, table.state.expected.kind)

    table.add(RoundStarted(), *moon(0))

    assert ((26, 52, 78, 78), 0) == (table.state.totals, table.state.winner)


def test_a_round_after_the_end_is_noted_and_does_not_count():
    table = HeartsLog(end=26).add(*moon(0), RoundStarted(), *moon(1))

    assert ((0, 26, 26, 26), 0) == (table.state.totals, table.state.winner)
    assert ["round_unscheduled"] == table.codes


def test_a_game_goes_on_below_the_end():
    state = HeartsLog().add(*moon(0)).state

    assert ((), "round", 0) == (state.winners, state.expected.kind, state.expected.dealer)


def test_the_usual_rules_are_the_defaults():
    assert OPTIONS.defaults() == {
        "dealer": "random",
        "passing": "left_right_across_hold",
        "opening": "two_of_clubs",
        "first_trick": "no_points",
        "breaking": "heart_or_queen",
        "jack_of_diamonds": "none",
        "moon": "others",
        "end": 100,
        "tie": "shared",
        "trick_history": "last",
        "revoke_rule": "table",
        "revoke_notice": "at_once",
    }


# --- both sides of the law ---


@pytest.mark.parametrize("opening", ["two_of_clubs", "dealer_left"])
@pytest.mark.parametrize("breaking", ["heart_or_queen", "free"])
def test_a_play_is_illegal_exactly_when_the_rest_of_its_hand_disproves_what_it_says(opening, breaking):
    rules = HeartsRules(opening=opening, breaking=breaking)
    rng = Random(f"{opening} {breaking}")
    compared = 0
    for _ in range(3000):
        deck = [card for card in rules.deck if points_of(card) or rng.random() < 0.2]
        hand = rng.sample(deck, rng.randrange(1, 8))
        led_suit, is_first, is_broken = rng.choice([None, *"SHDC"]), rng.random() < 0.5, rng.random() < 0.5
        if led_suit is None and is_first and opening == "two_of_clubs":
            continue
        legal = rules.legal_cards(hand, led_suit, trump_is_broken=is_broken, is_first_trick=is_first)
        for card in hand:
            said = rules.claims(
                card,
                led_suit or card.suit,
                is_lead=led_suit is None,
                trump_is_broken=is_broken,
                is_first_trick=is_first,
            )
            rest = {kind for other in hand if other != card for kind in rules.obliges(other)}
            assert (card in legal) == rest.isdisjoint(claim.suit for claim in said), (hand, led_suit, card)
            compared += 1
    assert compared > 5000


# --- deals recorded from OpenSpiel ---


def test_all_recorded_deals_are_judged_as_openspiel_judged_them(shared_dir):
    deals = [json.loads(line) for line in (shared_dir / "data" / "openspiel_hearts.jsonl").read_text().splitlines()]
    rules = HeartsRules()
    assert 150 == len(deals)
    for recorded in deals:
        hands = [[Card.from_code(code) for code in codes] for codes in recorded["hands"]]
        log, replay, is_broken = start(), Replay(), False
        for number, trick in enumerate(recorded["tricks"], start=1):
            for step, (code, legal) in enumerate(zip(trick["cards"], trick["legal"], strict=True)):
                seat, card = (trick["lead"] + step) % 4, Card.from_code(code)
                expected = replay.update(numbered(log)).expected
                assert ("play", None if number == 1 and step == 0 else seat) == (expected.kind, expected.seat)
                assert set(legal) == {
                    each.code
                    for each in rules.legal_cards(
                        hands[seat], expected.led_suit, trump_is_broken=is_broken, is_first_trick=number == 1
                    )
                }
                hands[seat].remove(card)
                is_broken = is_broken or rules.breaks(card)
                log.append(CardsPlayed(seat, (card,)))
            assert trick["win"] == replay.update(numbered(log)).round.tricks[-1].winner
            log.append(TrickGathered(trick["win"]))
        state = replay.update(numbered(log))
        assert state.verdicts == ()
        # OpenSpiel returns 26 minus the points.
        assert [26 - value for value in recorded["returns"]] == list(state.round.scores) == list(state.totals)
