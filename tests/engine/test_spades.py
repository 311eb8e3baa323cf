"""Spades: the rules of docs/spades.md, by example and by random play."""

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
    Event,
    GameStarted,
    HandShown,
    Offer,
    Passed,
    Replay,
    RoundStarted,
    RoundVoided,
    TrickGathered,
    fold,
    numbered,
)
from engine.games.spades import OPTIONS, pair_points
from engine.self_play import deal, play_round
from engine.tricks import TrickRules
from tests.engine.conftest import TableLog
from tests.engine.trick_players import play_out, revoke

NAMES = ("Ann", "Ben", "Cleo", "Dan")
BIDS = "A3 B3 C3 D3"
RULES = TrickRules(trump="S", broken_trump=True)


class SpadesLog(TableLog):
    """A game of Spades in the notation of `TableLog`; D deals, so A bids and leads first."""

    def __init__(self, **options: object) -> None:
        super().__init__()
        self.events = [GameStarted("spades", NAMES, options), RoundStarted(3)]


def spade_sweep(*, dealer: int = 3) -> list[Event]:
    """The plays of a round in which the seat after the dealer holds every spade and takes every trick but the last."""
    first = (dealer + 1) % 4
    suits = {0: "S", 1: "H", 2: "D", 3: "C"}
    events: list[Event] = []
    for rank in "AKQJT98765432":
        events += [CardsPlayed((first + step) % 4, (Card(rank, suits[step]),)) for step in range(4)]
        events.append(TrickGathered(first))
    return events


def bids(*values: int) -> list[Event]:
    return [BidMade(seat, value) for seat, value in enumerate(values)]


# --- bidding ---


def test_the_seat_after_the_dealer_bids_first_and_may_bid_anything_from_nil_to_all():
    table = SpadesLog()
    assert ("bid", 0, tuple(range(14))) == (
        table.state.expected.kind,
        table.state.expected.seat,
        table.state.expected.values,
    )

    table.bid("A4 B4 C5 D0")

    assert [] == table.codes
    assert ((9, 4), ("play", 0)) == (
        table.state.round.team_bids,
        (table.state.expected.kind, table.state.expected.seat),
    )


@pytest.mark.parametrize(
    ("bid", "code"), [("B4", "bid_out_of_turn"), ("A14", "bid_out_of_range"), ("A4 B4 A5", "bid_changed_late")]
)
def test_an_irregular_bid_is_found_at_once(bid, code):
    assert ("R4", "immediate") == (SpadesLog().bid(bid).verdict(code).rule, SpadesLog().bid(bid).verdict(code).klass)


def test_play_before_the_bids_is_found_and_the_missing_bids_keep_the_round_from_counting():
    table = SpadesLog().add(*spade_sweep())
    assert ["play_before_bids", "bids_missing"] == table.codes
    assert ((0, 0), "bid") == (table.state.totals, table.state.expected.kind)

    table.bid("A13 B0 C0 D0")

    assert (130 + 100, 200) == table.state.totals


def test_nobody_passes_and_no_card_is_turned():
    table = SpadesLog().add(Passed(0), CardTurned(Card("2", "C")), Announced(1, "hello"))

    assert ["pass_not_allowed", "event_unexpected", "event_unexpected"] == table.codes


# --- the score of a pair ---


@pytest.mark.parametrize(
    ("bid", "won", "options", "expected"),
    [
        pytest.param((4, 3), (4, 3), {}, (70, 0), id="an exact bid"),
        pytest.param((4, 3), (5, 4), {}, (72, 2), id="a trick beyond the bid is a point and a bag"),
        pytest.param((4, 3), (2, 4), {}, (-70, 0), id="a bid that is missed"),
        pytest.param((1, 3), (0, 4), {}, (40, 0), id="partners help each other"),
        pytest.param((5, 0), (5, 0), {}, (150, 0), id="a made nil"),
        pytest.param((5, 0), (5, 1), {}, (-49, 1), id="a failed nil's tricks are bags"),
        pytest.param((5, 0), (4, 1), {}, (-149, 1), id="and do not help the partner"),
        pytest.param((5, 0), (4, 1), {"failed_nil": "count"}, (-50, 0), id="or help where that is agreed"),
        pytest.param((5, 0), (4, 0), {}, (50, 0), id="a made nil beside a missed bid"),
        pytest.param((0, 0), (0, 1), {}, (1, 1), id="one of two nils"),
        pytest.param((5, 0), (5, 0), {"is_blind": (False, True)}, (250, 0), id="a made blind nil"),
        pytest.param((5, 0), (5, 2), {"is_blind": (False, True)}, (-148, 2), id="a failed blind nil"),
        pytest.param((5, 0), (5, 0), {"nil": 50}, (100, 0), id="a cheaper nil"),
        pytest.param((5, 0), (4, 1), {"nil": 0}, (50, 0), id="a nil that is a bid like any other"),
    ],
)
def test_a_pair_scores(bid, won, options, expected):
    assert expected == pair_points(bid, won, **options)


# --- bags ---


def test_ten_bags_cost_a_hundred_and_the_rest_are_kept():
    table = SpadesLog().add(*bids(6, 1, 1, 1), *spade_sweep(), RoundStarted(3), *bids(7, 1, 1, 1), *spade_sweep())

    first, second = table.state.rounds
    assert ((76, -20), (6, 0)) == (first.scores, first.notes["bags"])
    assert ((85 - 100, -20), (1, 0)) == (second.scores, second.notes["bags"])
    assert (61, -40) == table.state.totals


@pytest.mark.parametrize(("limit", "score"), [(10, 13 - 100), (5, 13 - 100), (0, 13)])
def test_what_bags_cost_can_be_agreed(limit, score):
    table = SpadesLog(bags=limit).add(*bids(0, 0, 0, 0), *spade_sweep())

    assert -100 + 100 + score == table.state.round.scores[0]


def test_a_void_round_leaves_no_bags():
    table = SpadesLog().add(*bids(6, 1, 1, 1), *spade_sweep(), RoundVoided(), RoundStarted())

    assert (0, 0) == table.state.round.notes["bags"]


# --- blind nil ---


def test_a_blind_nil_counts_double():
    table = SpadesLog(blind_nil="any").add(
        BidMade(0, 9), Announced(1, "blind_nil"), BidMade(2, 0), BidMade(3, 0), *spade_sweep()
    )

    assert [] == table.codes
    assert (((9, 0, 0, 0), (1,)), (94 + 100, 200 + 100)) == (
        (table.state.round.bids, table.state.round.notes["blind"]),
        table.state.totals,
    )


def test_only_a_pair_a_hundred_behind_may_bid_a_blind_nil():
    table = SpadesLog().add(*bids(9, 5, 1, 5), *spade_sweep(), RoundStarted())
    assert (103, -100) == table.state.totals
    assert (1, (Offer("blind_nil", (1,)),)) == (table.state.round.dealer + 1, table.state.expected.offers)

    table.add(Announced(1, "blind_nil"))
    assert ([], (2, ())) == (table.codes, (table.state.expected.seat, table.state.expected.offers))

    verdict = table.add(Announced(2, "blind_nil")).verdict("blind_nil_not_allowed")
    assert (2, {"behind": -203}, ["taken_back", "stands"]) == (
        verdict.seat,
        dict(verdict.params),
        [choice.decision for choice in verdict.choices],
    )
    table.rule("blind_nil_not_allowed", "taken_back")
    assert (("bid", 2), (1,)) == (
        (table.state.expected.kind, table.state.expected.seat),
        table.state.round.notes["blind"],
    )


def test_a_blind_nil_said_after_the_bid_changes_nothing():
    table = SpadesLog(blind_nil="any").add(BidMade(0, 3), Announced(0, "blind_nil"))

    assert (["blind_nil_late"], (), 3) == (table.codes, table.state.round.notes["blind"], table.state.round.bids[0])
    assert table.state.open_verdicts == ()


def test_bids_may_be_locked_and_blind_nil_barred_where_that_is_agreed():
    assert ["bid_changed_late"] == SpadesLog(bid_change="locked").bid("A4 A5").codes
    assert [] == SpadesLog().bid("A4 A5").codes
    barred = SpadesLog(blind_nil="no").add(*bids(9, 5, 1, 5), *spade_sweep(), RoundStarted())
    assert () == barred.state.expected.offers
    assert ["blind_nil_not_allowed"] == barred.add(Announced(1, "blind_nil")).codes


# --- play ---


def test_spades_are_trump():
    table = SpadesLog().bid(BIDS).play("A:AH B:2S C:KH D:QH |")

    assert 1 == table.state.round.tricks[0].winner


def test_a_spade_led_too_early_is_proved_when_the_seat_shows_another_suit():
    table = SpadesLog().bid(BIDS).play("A:AS")
    assert [] == table.codes

    verdict = table.play("B:2S C:3S D:4S | A:5H").verdict("trump_not_broken")

    assert ("retrospective", "R9", 0, 1, "S") == (
        verdict.klass,
        verdict.rule,
        verdict.seat,
        verdict.trick_number,
        verdict.params["suit"],
    )


def test_a_hand_of_spades_alone_may_lead_one():
    assert [] == SpadesLog().add(*bids(13, 0, 0, 0), *spade_sweep()).codes


def test_spades_may_be_led_once_one_was_played_or_always_where_that_is_agreed():
    assert [] == SpadesLog().bid(BIDS).play("A:AH B:2S C:KH D:QH | B:3S C:4S D:5S A:6S | A:2D").codes
    assert [] == SpadesLog(breaking="free").bid(BIDS).play("A:AS B:2S C:3S D:4S | A:5H").codes


def test_a_renege_is_proved_by_a_later_card():
    verdict = SpadesLog().bid(BIDS).play("A:AH B:2D C:KH D:QH | A:3D B:4H").verdict("revoke")

    assert ("R8", 1, 1, "H") == (verdict.rule, verdict.seat, verdict.trick_number, verdict.params["suit"])


def test_a_hand_that_is_shown_proves_at_once():
    table = SpadesLog().bid(BIDS).play("A:AH B:2D C:KH D:QH |").add(HandShown(1, (Card("4", "H"),)))

    assert "immediate" == table.verdict("revoke").klass


def renege_of_the_pair_that_wins_the_trick():
    """(the log of a round with one renege, the offence)"""
    for seed in range(100):
        hands, _ = deal(Random(seed), 13)
        events, offence = play_out(Random(seed), hands, RULES, 0, tempts=revoke)
        table = SpadesLog().add(*bids(3, 3, 3, 3), *events)
        if offence is None or "revoke" not in table.codes:
            continue
        if table.state.round.tricks[offence.trick_number - 1].winner % 2 == offence.seat % 2:
            return table, offence
    raise AssertionError("no such round")


@pytest.mark.parametrize(("penalty", "moved"), [("penalty:three_tricks", 3), ("penalty:transfer", 1)])
def test_a_penalty_moves_tricks_to_the_other_pair(penalty, moved):
    table, offence = renege_of_the_pair_that_wins_the_trick()
    team = offence.seat % 2
    offered = {choice.decision: choice.scores for choice in table.verdict("revoke").choices}
    won = list(table.state.round.team_tricks)
    won[team], won[1 - team] = max(0, won[team] - moved), won[1 - team] + min(moved, won[team])

    table.rule("revoke", penalty)

    expected = tuple(pair_points((3, 3), (tricks, 0), nil=0)[0] for tricks in won)
    assert expected == table.state.totals == offered[penalty]


@pytest.mark.parametrize("penalty", ["three_tricks", "transfer", "replay_round"])
def test_only_the_agreed_penalty_is_offered(penalty):
    events = renege_of_the_pair_that_wins_the_trick()[0].events[2:]
    table = SpadesLog(revoke_rule=penalty).add(*events)

    assert ["stands", "misread", f"penalty:{penalty}"] == [
        choice.decision for choice in table.verdict("revoke").choices
    ]


# --- the end ---


def test_the_game_ends_when_a_pair_has_the_points():
    table = SpadesLog(end=200).add(*bids(13, 4, 0, 0), *spade_sweep())
    assert ((230, 60), 0, "none") == (table.state.totals, table.state.winner, table.state.expected.kind)

    table.add(RoundStarted(3), *bids(0, 0, 0, 0), *spade_sweep())

    assert ((230, 60), ["round_unscheduled"]) == (table.state.totals, table.codes)


def test_a_pair_far_below_zero_has_lost_where_that_is_agreed():
    log = [*bids(9, 13, 1, 13), *spade_sweep()]

    assert (103, -260) == SpadesLog().add(*log).state.totals
    assert ((), (0,)) == (SpadesLog().add(*log).state.winners, SpadesLog(floor=200).add(*log).state.winners)


def test_equal_totals_at_the_end_play_on():
    table = SpadesLog(end=200, blind_nil="any").add(
        BidMade(0, 10), Announced(1, "blind_nil"), BidMade(2, 0), BidMade(3, 1), *spade_sweep()
    )
    assert (203, 190) == table.state.totals
    table = SpadesLog(end=100, nil=50).add(*bids(10, 0, 0, 0), *spade_sweep())
    assert ((153, 100), 0) == (table.state.totals, table.state.winner)
    table = SpadesLog(end=100, nil=50).add(*bids(5, 0, 5, 0), *spade_sweep())

    assert ((103, 100), (0,)) == (table.state.totals, table.state.winners)


def test_the_usual_rules_are_the_defaults():
    assert OPTIONS.defaults() == {
        "dealer": "random",
        "bid_change": "until_next_bid",
        "nil": 100,
        "failed_nil": "bags",
        "blind_nil": "behind_100",
        "breaking": "must_be_broken",
        "bags": 10,
        "end": 500,
        "floor": 0,
        "trick_history": "last",
        "revoke_rule": "table",
        "revoke_notice": "at_once",
    }


def test_a_play_is_illegal_exactly_when_the_rest_of_its_hand_disproves_what_it_says():
    rng = Random(3)
    outcomes = set()
    for _ in range(2000):
        hand = rng.sample(list(RULES.deck), rng.randrange(1, 8))
        led_suit, is_broken = rng.choice([None, *"SHDC"]), rng.random() < 0.5
        legal = RULES.legal_cards(hand, led_suit, trump_is_broken=is_broken)
        for card in hand:
            said = RULES.claims(card, led_suit or card.suit, is_lead=led_suit is None, trump_is_broken=is_broken)
            rest = {suit for other in hand if other != card for suit in RULES.obliges(other)}
            assert (card in legal) == rest.isdisjoint(claim.suit for claim in said), (hand, led_suit, card)
            outcomes.add((led_suit is None, card in legal))
    assert 4 == len(outcomes)


# --- random rounds ---


def test_legal_rounds_have_no_verdict_and_score_by_their_bids_and_bags():
    log: list[Event] = [GameStarted("spades", NAMES, {"end": 5000, "floor": 0})]
    kept, totals = [0, 0], [0, 0]
    rng = Random(7)
    for number in range(25):
        hands, _ = deal(rng, 13)
        played = play_round(rng, hands, RULES, number % 4)
        said = [rng.randrange(5) for _ in range(4)]
        order = [(number + step) % 4 for step in range(4)]
        log += [RoundStarted((number - 1) % 4), *(BidMade(seat, said[seat]) for seat in order), *played.events()]
        for team in (0, 1):
            # The rule word for word: ten a trick of the bid, one for each more; nil by itself; every tenth bag.
            pair = [seat for seat in range(4) if seat % 2 == team]
            won = {seat: played.winners.count(seat) for seat in pair}
            bid = sum(said[seat] for seat in pair)
            towards = sum(won[seat] for seat in pair if said[seat] > 0)
            totals[team] += 10 * bid if towards >= bid else -10 * bid
            over = max(0, towards - bid) + sum(won[seat] for seat in pair if said[seat] == 0)
            totals[team] += over + sum(100 if won[seat] == 0 else -100 for seat in pair if said[seat] == 0)
            for _ in range(over):
                kept[team] += 1
                if kept[team] == 10:
                    kept[team], totals[team] = 0, totals[team] - 100

    state = fold(numbered(log))

    assert ((), tuple(totals), tuple(kept)) == (state.verdicts, state.totals, state.round.notes["bags"])


# --- deals recorded from OpenSpiel ---


def recorded_bids(final: str) -> list[int]:
    lines = final.split("\n")
    (place,) = [number for number, line in enumerate(lines) if line.startswith("North East") and "Tricks" not in line][
        :1
    ]
    return [0 if word == "Nil" else int(word) for word in lines[place + 1].split()]


def test_all_recorded_deals_are_judged_as_openspiel_judged_them(shared_dir):
    deals = [json.loads(line) for line in (shared_dir / "data" / "openspiel_spades.jsonl").read_text().splitlines()]
    assert 150 == len(deals)
    for recorded in deals:
        hands = [[Card.from_code(code) for code in codes] for codes in recorded["hands"]]
        said = recorded_bids(recorded["final"])
        # OpenSpiel lets a failed nil's tricks count for the pair's bid.
        log = [GameStarted("spades", NAMES, {"failed_nil": "count"}), RoundStarted(3), *bids(*said)]
        replay = Replay()
        for trick in recorded["tricks"]:
            for step, (code, legal) in enumerate(zip(trick["cards"], trick["legal"], strict=True)):
                seat, card = (trick["lead"] + step) % 4, Card.from_code(code)
                expected = replay.update(numbered(log)).expected
                assert ("play", seat) == (expected.kind, expected.seat)
                # As recorded, spades are never broken: they are led only from a hand of nothing else.
                assert set(legal) == {
                    each.code for each in RULES.legal_cards(hands[seat], expected.led_suit, trump_is_broken=False)
                }
                hands[seat].remove(card)
                log.append(CardsPlayed(seat, (card,)))
            assert trick["win"] == replay.update(numbered(log)).round.tricks[-1].winner
            log.append(TrickGathered(trick["win"]))
        state = replay.update(numbered(log))
        assert state.verdicts == ()
        assert recorded["returns"] == [*state.round.scores, *state.round.scores]
