"""Cards seen against the deck."""

from __future__ import annotations

from engine import STANDARD_DECK, Card, Deck
from engine.conservation import Sighting, Sightings, missing_cards

ACE, KING = Card("A", "S"), Card("K", "S")


def test_a_second_sighting_names_the_first():
    seen = Sightings(STANDARD_DECK)

    assert seen.add(ACE, Sighting(1, 0, 1)) is None
    assert seen.add(KING, Sighting(2, 1, 1)) is None
    assert seen.add(ACE, Sighting(3, 2, 2)) == Sighting(1, 0, 1)
    assert seen.unseen_by_suit["S"] == 11


def test_several_packs_allow_as_many_sightings_as_there_are_copies():
    seen = Sightings(Deck("two packs", ("S",), ("K", "A"), copies=2))

    assert [seen.add(ACE, Sighting(number, 0, number)) is None for number in (1, 2, 3)] == [True, True, False]
    assert seen.unseen() == (KING, KING)


def test_a_card_back_in_the_hand_may_be_seen_again_from_there_alone():
    seen = Sightings(STANDARD_DECK)
    seen.add(ACE, Sighting(1, 0, 1))
    seen.hold(ACE, 1, 0)
    assert list(seen.known_cards(0)) == [ACE]

    assert seen.add(ACE, Sighting(2, 0, 2)) is None
    assert seen.known_cards(0) == {}
    assert seen.add(ACE, Sighting(3, 0, 3)) == Sighting(2, 0, 2), "where it lies now"


def test_a_card_may_go_back_to_the_hand_again_and_again():
    seen = Sightings(STANDARD_DECK)
    seen.add(ACE, Sighting(1, 0, None))
    seen.hold(ACE, 1, 0)

    for entry_id in (2, 3):
        assert seen.add(ACE, Sighting(entry_id, 0, entry_id)) is None
        seen.hold(ACE, entry_id, 0)
        assert list(seen.known_cards(0)) == [ACE]


def test_a_card_that_was_shown_wrongly_and_has_been_played_since_stays_seen():
    seen = Sightings(STANDARD_DECK)
    seen.add(ACE, Sighting(1, 0, None))
    seen.hold(ACE, 1, 0)
    seen.add(ACE, Sighting(2, 0, 1))

    seen.forget(ACE, 1)

    assert seen.of(ACE) == [Sighting(2, 0, 1)]
    assert seen.unseen_by_suit["S"] == 12


def test_missing_cards_are_counted_as_a_multiset():
    deck = Deck("two packs", ("S",), ("K", "A"), copies=2)

    assert missing_cards(deck, [ACE, KING, KING]) == (ACE,)
    assert missing_cards(deck, [ACE, ACE, ACE]) == (KING, KING)
    assert missing_cards(deck, deck) == ()
