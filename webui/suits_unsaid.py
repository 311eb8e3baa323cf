"""Cards entered by rank alone, where suits mean nothing: suits are chosen of which most cards are still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.cards import Card, Deck


def cards_of_ranks(ranks: Iterable[str], deck: Deck, unseen: Iterable[Card]) -> tuple[Card, ...]:
    """A card of the pack for each rank, of those `unseen` while there are any; ValueError for a rank it does not have.

    >>> pack = Deck("small", ("S", "H"), ("K", "A"), copies=2)
    >>> [card.code for card in cards_of_ranks("KKA", pack, (Card("K", "H"), Card("A", "S"), Card("K", "S")))]
    ['KS', 'KH', 'AS']
    """
    left = Counter(unseen)
    laid = []
    for rank in ranks:
        faces = [face for face in deck.faces if face.rank == rank]
        if not faces:
            raise ValueError(f"a rank of {deck.name} expected, got {rank!r}")
        card = max(faces, key=lambda face: left[face])
        left[card] -= 1
        laid.append(card)
    return tuple(laid)
