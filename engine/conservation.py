"""Conservation: no card is seen twice, none from another deck, and in the end all that were dealt were seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card, Deck
from engine.events import Seat


@dataclass(slots=True)
class Sighting:
    """Where a card was seen: by entry, in a trick (None: shown for trump), from a seat; `in_hand` if it went back."""

    entry_id: int
    seat: Seat | None
    trick_number: int | None
    in_hand: bool = False


class Sightings:
    """Every card seen in a round, and how many of each suit are still unseen."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._seen: dict[Card, list[Sighting]] = {}
        self._known: dict[Seat, dict[Card, Sighting]] = {}
        self.unseen_by_suit: dict[str, int] = {suit: len(deck.ranks) * deck.copies for suit in deck.suits}

    def of(self, card: Card) -> list[Sighting]:
        """The sightings of a card, oldest first."""
        return self._seen.get(card, [])

    def add(self, card: Card, sighting: Sighting) -> Sighting | None:
        """Note a sighting; returns the earlier one it contradicts (the deck has no further copy), else None.

        A card that went back to the hand of the seat that shows it now is the same card, not a second one.
        """
        earlier = self._seen.setdefault(card, [])
        if earlier:
            for known in earlier:
                if known.in_hand and sighting.seat is not None and known.seat == sighting.seat:
                    # From now on it lies where it was played last.
                    known.in_hand = False
                    known.entry_id, known.trick_number = sighting.entry_id, sighting.trick_number
                    del self._known[sighting.seat][card]
                    return None
            earlier.append(sighting)
            return earlier[0] if len(earlier) > self.deck.copies else None
        earlier.append(sighting)
        if card.suit is not None and card.suit in self.unseen_by_suit and card in self.deck:
            self.unseen_by_suit[card.suit] -= 1
        return None

    def hold(self, card: Card, entry_id: int, seat: Seat) -> None:
        """The card seen in `entry_id` is known to be in the hand of `seat` (shown, or taken back)."""
        for sighting in self.of(card):
            if sighting.entry_id == entry_id:
                sighting.in_hand, sighting.seat = True, seat
                self._known.setdefault(seat, {})[card] = sighting
                return

    def forget(self, card: Card, entry_id: int) -> None:
        """Entry `entry_id` did not show the card (the trump card was replaced)."""
        left = [sighting for sighting in self.of(card) if sighting.entry_id != entry_id]
        for known in self._known.values():
            if card in known and known[card].entry_id == entry_id:
                del known[card]
        if left:
            self._seen[card] = left
        elif self._seen.pop(card, None) is not None and card.suit in self.unseen_by_suit and card in self.deck:
            self.unseen_by_suit[card.suit] += 1

    def known_cards(self, seat: Seat) -> dict[Card, Sighting]:
        """The cards known to be in a hand."""
        return self._known.get(seat, {})

    def unseen(self) -> tuple[Card, ...]:
        """The cards not seen yet, in the order of the deck; several copies are counted."""
        return missing_cards(self.deck, (card for card, seen in self._seen.items() for _ in seen))


def missing_cards(deck: Deck, seen: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of `deck` that are not among `seen` (a multiset), in the order of the deck."""
    counts: dict[Card, int] = {}
    for card in seen:
        counts[card] = counts.get(card, 0) + 1
    missing = []
    for card in deck:
        if counts.get(card, 0) > 0:
            counts[card] -= 1
        else:
            missing.append(card)
    return tuple(missing)
