"""Small deals played out in every possible way, legal or not: the referee finds exactly what was wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import pytest

from engine import BidMade, Card, CardsPlayed, CardTurned, GameStarted, RoundStarted, fold, numbered
from engine.tricks import TrickRules

RANKS = "23456789TJQKA"
TURNED = Card("2", "C")


def small_deal(seed: int, hand_size: int) -> list[tuple[Card, ...]]:
    """Hands of two suits and trump (clubs) only, so that most courses have something to follow."""
    cards = [Card(rank, suit) for suit in "SHC" for rank in "3456789T"]
    Random(seed).shuffle(cards)
    return [tuple(cards[seat * hand_size : (seat + 1) * hand_size]) for seat in range(4)]


def courses(hands: list[tuple[Card, ...]]) -> Iterator[tuple[list[CardsPlayed], set[tuple[int, int]], list[int]]]:
    """(the plays, the true revokes as (seat, trick), the winners) of every order in which the hands can be played."""
    for orders in product(*(permutations(hand) for hand in hands)):
        plays, revokes, winners, leader = [], set(), [], 0
        for place in range(len(hands[0])):
            led_suit = orders[leader][place].suit
            trick = [((leader + step) % 4, orders[(leader + step) % 4][place]) for step in range(4)]
            for seat, card in trick:
                plays.append(CardsPlayed(seat, (card,)))
                if card.suit != led_suit and any(held.suit == led_suit for held in orders[seat][place:]):
                    revokes.add((seat, place + 1))
            trumps = [(RANKS.index(card.rank), seat) for seat, card in trick if card.suit == "C"]
            followers = [(RANKS.index(card.rank), seat) for seat, card in trick if card.suit == led_suit]
            leader = max(trumps or followers)[1]
            winners.append(leader)
        yield plays, revokes, winners


def count_legal_courses(rules: TrickRules, hands: list[tuple[Card, ...]], trick: tuple, leader: int) -> int:
    """How many legal courses a deal has, by the rules' own legal cards."""
    if len(trick) == 4:
        return count_legal_courses(rules, hands, (), rules.winner(list(trick)))
    seat = (leader + len(trick)) % 4
    if not hands[seat]:
        return 1
    led_suit = trick[0][1].suit if trick else None
    return sum(
        count_legal_courses(
            rules,
            [tuple(c for c in hand if s != seat or c != card) for s, hand in enumerate(hands)],
            (*trick, (seat, card)),
            leader,
        )
        for card in rules.legal_cards(hands[seat], led_suit)
    )


@pytest.mark.parametrize(("hand_size", "seed"), [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2)])
def test_in_every_course_exactly_the_true_revokes_are_found_and_every_trick_goes_to_its_winner(hand_size, seed):
    hands = small_deal(seed, hand_size)
    opening = [
        GameStarted("oh_hell_pairs", tuple("ABCD"), {"rounds": (hand_size,)}),
        RoundStarted(3),
        CardTurned(TURNED),
        *(BidMade(seat, 0) for seat in range(4)),
    ]
    legal_courses = 0
    for plays, revokes, winners in courses(hands):
        state = fold(numbered([*opening, *plays]))

        assert {verdict.code for verdict in state.verdicts} <= {"revoke"}
        assert {(verdict.seat, verdict.trick_number) for verdict in state.verdicts} == revokes
        assert [trick.winner for trick in state.round.tricks] == winners
        legal_courses += not revokes

    assert legal_courses == count_legal_courses(TrickRules(trump="C"), hands, (), 0)
