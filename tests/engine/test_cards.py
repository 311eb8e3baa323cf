"""Cards and decks, of this game and of those to come."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import STANDARD_DECK, STANDARD_DECK_WITH_JOKERS, Card, Deck


@pytest.mark.parametrize("card", list(STANDARD_DECK_WITH_JOKERS), ids=str)
def test_every_card_survives_its_code(card):
    assert Card.from_code(card.code) == card


@pytest.mark.parametrize("code", ["", "S", "TSS", "10S", "ts", "T-", "Joker", None, 7, "joker red"])
def test_a_malformed_code_is_refused_with_what_came(code):
    with pytest.raises(ValueError, match="card code expected"):
        Card.from_code(code)


def test_the_standard_deck_has_fifty_two_different_cards_from_two_to_ace():
    assert len(set(STANDARD_DECK)) == len(STANDARD_DECK) == 52
    assert STANDARD_DECK.strengths["2"] < STANDARD_DECK.strengths["T"] < STANDARD_DECK.strengths["A"]
    assert Card("joker_red", None) not in STANDARD_DECK


def test_four_packs_with_jokers_count_their_copies():
    packs = Deck("four packs", STANDARD_DECK.suits, STANDARD_DECK.ranks, ("joker_red", "joker_black"), copies=4)

    assert len(packs) == 216
    assert packs.copies_of(Card("joker_red", None)) == packs.copies_of(Card("A", "S")) == 4
    assert packs.copies_of(Card("0", "O")) == 0
    assert Counter(Counter(packs).values()) == {4: 54}


def test_a_deck_of_five_colours_with_specials_fits_the_vocabulary():
    deck = Deck("five colours", tuple("OBGRY"), tuple("012345678"), ("starter", "trump_star"))

    assert len(deck) == 47
    assert Card.from_code("0O") in deck
    assert Card.from_code("trump_star") in deck
