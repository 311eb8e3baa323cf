"""Deals recorded elsewhere: the referee finds what OpenSpiel found, and nothing where real players kept the rules."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from engine import (
    BidMade,
    Card,
    CardsPlayed,
    CardTurned,
    Event,
    GameStarted,
    Replay,
    RoundStarted,
    TrickGathered,
    fold,
    numbered,
)
from engine.self_play import Revoke
from engine.tricks import TrickRules

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def recorded(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def hand(codes: list[str]) -> list[Card]:
    return [Card.from_code(code) for code in codes]


# --- Oh Hell, recorded from OpenSpiel ---


@pytest.fixture(scope="module")
def oh_hell_deals(shared_dir):
    return recorded(shared_dir / "data" / "openspiel_oh_hell_4p.jsonl")


@pytest.mark.slow
def test_all_recorded_oh_hell_deals_are_judged_as_openspiel_judged_them(oh_hell_deals):
    assert len(oh_hell_deals) == 600
    for deal in oh_hell_deals:
        hands = [hand(codes) for codes in deal["hands"]]
        log = [
            GameStarted("oh_hell_pairs", NAMES, {"rounds": (len(hands[0]),)}),
            RoundStarted(deal["dealer"]),
            CardTurned(Card.from_code(deal["trump_card"])),
        ]
        replay = Replay()
        for step in range(4):
            seat = (deal["first_bidder"] + step) % 4
            expected = replay.update(numbered(log)).expected
            # Recorded in the order of bidding, as are the legal bids.
            assert ("bid", seat, tuple(deal["legal_bids"][step])) == (expected.kind, expected.seat, expected.values)
            log.append(BidMade(seat, deal["bids"][seat]))
        rules = TrickRules(trump=deal["trump"])
        for trick in deal["tricks"]:
            for step, (code, legal) in enumerate(zip(trick["cards"], trick["legal"], strict=True)):
                seat, card = (trick["lead"] + step) % 4, Card.from_code(code)
                expected = replay.update(numbered(log)).expected
                assert ("play", seat) == (expected.kind, expected.seat)
                assert set(hand(legal)) == set(rules.legal_cards(hands[seat], expected.led_suit))
                hands[seat].remove(card)
                log.append(CardsPlayed(seat, (card,)))
            state = replay.update(numbered(log))
            assert trick["win"] == state.round.tricks[-1].winner == state.expected.seat
            log.append(TrickGathered(trick["win"]))
        state = replay.update(numbered(log))
        assert {verdict.code for verdict in state.verdicts} <= {"pair_bid_above_hand"}
        assert deal["won"] == list(state.round.tricks_won)
        assert deal["derived_pair_scores"] == list(state.round.scores) == list(state.totals)


# --- bridge, played by people ---

BRIDGE_SEATS = "NESW"


@pytest.fixture(scope="module")
def bridge_deals(shared_dir):
    return recorded(shared_dir / "data" / "bridge_tournament_play.jsonl")


def bridge_start(deal: dict) -> list[Event]:
    """The recorded deal as a 13-card round whose trump is cut, so that no card is known to be in a hand."""
    trump = None if deal["trump"] in ("N", "NT", None) else deal["trump"]
    options = {"rounds": (13,), "full_deal_trump": "none" if trump is None else "cut"}
    events: list[Event] = [GameStarted("oh_hell_pairs", NAMES, options)]
    events.append(RoundStarted((BRIDGE_SEATS.index(deal["lead"]) - 1) % 4))
    if trump is not None:
        events.append(CardTurned(Card("2", trump)))
    first = BRIDGE_SEATS.index(deal["lead"])
    return events + [BidMade((first + step) % 4, 0) for step in range(4)]


def played_out(rng: Random, deal: dict, *, with_revoke: bool) -> tuple[list[Event], Revoke | None]:
    """The recorded play to its end: recorded cards while they are legal, random legal ones where play breaks off.

    With a revoke, one randomly chosen play does not follow though its hand could.
    """
    trump = deal["trump"] if deal["trump"] in ("S", "H", "D", "C") else None
    rules = TrickRules(trump=trump)
    hands = [hand(deal["hands"][name]) for name in BRIDGE_SEATS]
    owner = {card: seat for seat, cards in enumerate(hands) for card in cards}
    wanted: list[list[Card]] = [[], [], [], []]
    for card in hand(deal["plays"]):
        wanted[owner[card]].append(card)
    leader = BRIDGE_SEATS.index(deal["lead"])
    revoke, revoke_after = None, rng.randrange(10)
    events: list[Event] = []
    for number in range(1, 14):
        trick: list[tuple[int, Card]] = []
        for step in range(4):
            seat = (leader + step) % 4
            led_suit = trick[0][1].suit if trick else None
            legal = rules.legal_cards(hands[seat], led_suit)
            illegal = [card for card in hands[seat] if card not in legal]
            card = next((card for card in wanted[seat] if card in legal), None) or rng.choice(legal)
            if illegal and with_revoke and revoke is None and led_suit is not None:
                revoke_after -= 1
                if revoke_after < 0:
                    card = rng.choice(illegal)
                    revoke = Revoke(seat, number, led_suit, card)
            hands[seat].remove(card)
            if card in wanted[seat]:
                wanted[seat].remove(card)
            trick.append((seat, card))
            events.append(CardsPlayed(seat, (card,)))
        leader = rules.winner(trick)
        events.append(TrickGathered(leader))
    return events, revoke


def test_no_revoke_is_reported_in_tournament_play_and_every_winner_agrees(bridge_deals):
    assert len(bridge_deals) == 500
    for deal in bridge_deals:
        events = bridge_start(deal)
        leader = BRIDGE_SEATS.index(deal["lead"])
        winners = [BRIDGE_SEATS.index(trick["win"]) for trick in deal["tricks"]]
        for place, code in enumerate(deal["plays"]):
            leader = winners[place // 4 - 1] if place >= 4 else leader
            events.append(CardsPlayed((leader + place % 4) % 4, (Card.from_code(code),)))

        state = fold(numbered(events))

        assert state.verdicts == ()
        assert winners == [trick.winner for trick in state.round.tricks][: len(winners)]


def test_one_injected_revoke_is_proved_by_the_last_trick_and_never_on_the_wrong_seat(bridge_deals):
    for number, deal in enumerate(bridge_deals):
        events, revoke = played_out(Random(number), deal, with_revoke=True)
        assert revoke is not None

        state = fold(numbered(bridge_start(deal) + events))

        codes = {verdict.code for verdict in state.verdicts}
        assert codes <= {"revoke", "counting_proof"}
        (verdict,) = [verdict for verdict in state.verdicts if verdict.code == "revoke"]
        assert (revoke.seat, revoke.trick_number, revoke.suit) == (
            verdict.seat,
            verdict.trick_number,
            verdict.params["suit"],
        )
        assert revoke.card == verdict.cards[0]


def test_tournament_play_that_is_completed_legally_stays_without_a_verdict(bridge_deals):
    for number, deal in enumerate(bridge_deals[:100]):
        events, _ = played_out(Random(number), deal, with_revoke=False)

        state = fold(numbered(bridge_start(deal) + events))

        assert state.verdicts == ()
        assert sum(state.round.tricks_won) == 13
