"""Failing to follow, seen from the table: claims, what disproves them, and the counting proof.

A seat that does not follow claims to hold no card of the led suit. A later card of that suit from the same seat proves
the revoke; if the round is played out every revoke is proved by its last trick. Sometimes counting shows earlier that
the claims cannot all be true: the unseen cards then fit into no assignment of hands (Hall's condition).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.events import Seat


@dataclass(slots=True)
class Claim:
    """The seat holds no card of `suit` from entry `entry_id` on; `proof` collects the cards that show otherwise."""

    seat: Seat
    suit: str
    code: str
    rule: str
    entry_id: int
    card: Card
    trick_number: int
    lead_entry_id: int | None
    lead_card: Card | None
    proof: list[tuple[int, Card, int | None]] = field(default_factory=list)

    @property
    def is_disproved(self) -> bool:
        """Whether the seat has shown a card of the suit after all."""
        return bool(self.proof)


class Claims:
    """All claims of a round, by seat and suit."""

    def __init__(self) -> None:
        self._by_seat_and_suit: dict[tuple[Seat, str], list[Claim]] = {}

    def __bool__(self) -> bool:
        return bool(self._by_seat_and_suit)

    def __iter__(self) -> Iterator[Claim]:
        return (claim for claims in self._by_seat_and_suit.values() for claim in claims)

    def add(self, claim: Claim) -> None:
        """Remember a claim."""
        self._by_seat_and_suit.setdefault((claim.seat, claim.suit), []).append(claim)

    def against(self, seat: Seat, suit: str) -> Sequence[Claim]:
        """The claims that a card of `suit` from `seat` disproves."""
        return self._by_seat_and_suit.get((seat, suit), ())

    def said_with(self, claim: Claim) -> Sequence[Claim]:
        """The claims the same play made with the same code, `claim` among them: together they are one accusation."""
        key = (claim.entry_id, claim.card, claim.code)
        return [each for each in self if (each.entry_id, each.card, each.code) == key and each.seat == claim.seat]

    def withdraw(self, entry_id: int) -> None:
        """Forget what a play that was taken back had claimed."""
        for key, claims in list(self._by_seat_and_suit.items()):
            left = [claim for claim in claims if claim.entry_id != entry_id]
            if left:
                self._by_seat_and_suit[key] = left
            else:
                del self._by_seat_and_suit[key]

    def void_suits(self, seat: Seat) -> frozenset[str]:
        """The suits a seat claims to be out of and has not shown since."""
        return frozenset(
            suit
            for (owner, suit), claims in self._by_seat_and_suit.items()
            if owner == seat and not all(claim.is_disproved for claim in claims)
        )


def impossible_suits(
    unseen: Mapping[str, int], undealt: int, cards_left: Sequence[int], void_suits: Sequence[frozenset[str]]
) -> tuple[str, ...]:
    """The suits whose unseen cards have no place to be, () when everything fits.

    `unseen` counts the cards per suit not seen yet, `undealt` those of them that were never dealt, `cards_left` the
    unseen cards in each hand, `void_suits` the claims of each seat. By Hall's theorem an assignment exists iff for
    every set T of suits: Σ unseen(T) ≤ undealt + Σ cards_left of the seats not void in all of T. Sets in which nobody
    is void hold trivially, so only subsets of some seat's void suits are tried. The smallest failing set is returned.
    """
    failing: tuple[str, ...] = ()
    # Sorted: which of two sets of the same size is named must not depend on the order of a Python set.
    for claimed in sorted(set(void_suits), key=sorted):
        if not claimed:
            continue
        ordered = sorted(claimed)
        for mask in range(1, 1 << len(ordered)):
            suits = frozenset(suit for place, suit in enumerate(ordered) if mask >> place & 1)
            if failing and len(suits) >= len(failing):
                continue
            room = undealt + sum(left for left, void in zip(cards_left, void_suits, strict=True) if not suits <= void)
            if sum(unseen.get(suit, 0) for suit in suits) > room:
                failing = tuple(sorted(suits))
    return failing
