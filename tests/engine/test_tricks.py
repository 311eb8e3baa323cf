"""The laws of a trick."""

from __future__ import annotations

from random import Random

import pytest

from engine import STANDARD_DECK, Card
from engine.tricks import TrickRules


def cards(text: str) -> list[Card]:
    return [Card.from_code(code) for code in text.split()]


@pytest.mark.parametrize(
    ("hand", "led_suit", "rules", "legal"),
    [
        pytest.param("5S 7H KS", "S", {}, "5S KS", id="follow"),
        pytest.param("5S 7H KS", "D", {}, "5S 7H KS", id="void: anything"),
        pytest.param("5S 7H", None, {}, "5S 7H", id="lead: anything"),
        pytest.param("5S 7H", "D", {"must_trump": True}, "7H", id="void: trump if you must"),
        pytest.param("5S 7C", "D", {"must_trump": True}, "5S 7C", id="void without trump"),
        pytest.param("5S 7H", None, {"broken_trump": True}, "5S", id="no trump lead before trump is broken"),
        pytest.param("7H 8H", None, {"broken_trump": True}, "7H 8H", id="nothing but trumps"),
    ],
)
def test_which_cards_of_a_hand_are_legal(hand, led_suit, rules, legal):
    assert TrickRules(trump="H", **rules).legal_cards(cards(hand), led_suit, trump_is_broken=False) == cards(legal)


def test_a_trick_without_trump_known_has_no_winner_unless_all_followed():
    rules = TrickRules(trump_is_known=False)

    assert rules.winner(list(enumerate(cards("5S 7H 9S 2S")))) is None
    assert rules.winner(list(enumerate(cards("5S 7S 9S 2S")))) == 2
    assert rules.winner([]) is None


def test_a_card_without_a_suit_wins_nothing():
    assert TrickRules(trump="H").winner(list(enumerate(cards("5S joker_red 2S 3D")))) == 0


@pytest.mark.parametrize("trump", [None, "S", "H", "D", "C"])
def test_the_winner_is_the_highest_trump_or_else_the_highest_card_of_the_suit_led(trump):
    rng = Random(f"{trump}")
    rules = TrickRules(trump=trump)
    for _ in range(300):
        trick = list(enumerate(rng.sample(list(STANDARD_DECK), 4)))
        of_suit = {suit: [play for play in trick if play[1].suit == suit] for suit in "SHDC"}
        contenders = of_suit.get(trump) or of_suit[trick[0][1].suit]

        winner = max(contenders, key=lambda play: "23456789TJQKA".index(play[1].rank))[0]

        assert rules.winner(trick) == winner
