"""Cards and decks: the one vocabulary that every part of Kibitz speaks.

A card is a rank and a suit; a special card (joker, starter, starred card) has no suit and is named by its rank.

>>> Card.from_code("TS")
Card(rank='T', suit='S')
>>> Card.from_code("joker_red").suit is None
True
>>> len(STANDARD_DECK), STANDARD_DECK.copies_of(Card("A", "H")), STANDARD_DECK.copies_of(Card("joker_red", None))
(52, 1, 0)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

_SUITED_CODE = re.compile(r"[A-Z0-9][A-Z]")
_SPECIAL_CODE = re.compile(r"[a-z][a-z0-9_]{2,}")


@dataclass(frozen=True, slots=True)
class Card:
    """One face of a card; two physical copies of the same face are equal.

    `rank` is one character for a suited card ("A", "T", "7"), the name for a special ("joker_red").
    `suit` is one character ("S", "H", "D", "C", or a colour of another deck), None for a special.
    """

    rank: str
    suit: str | None

    @property
    def code(self) -> str:
        """The canonical code: rank then suit ("TS"), a special's name otherwise."""
        return self.rank if self.suit is None else self.rank + self.suit

    @staticmethod
    @lru_cache(maxsize=1024)
    def from_code(code: str) -> Card:
        """The card of a code; ValueError for anything that is not a well-formed code of any deck."""
        if isinstance(code, str):
            if _SUITED_CODE.fullmatch(code):
                return Card(code[0], code[1])
            if _SPECIAL_CODE.fullmatch(code):
                return Card(code, None)
        raise ValueError(f"card code expected, such as 'TS' or 'joker_red', got {code!r}")

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True)
class Deck:
    """What a pack is made of: `copies` of every suited card and of every special.

    `ranks` run from low to high; a game with another order keeps its own.
    """

    name: str
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    specials: tuple[str, ...] = ()
    copies: int = 1

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """Every different card once: suit by suit from low to high, then the specials."""
        suited = tuple(Card(rank, suit) for suit in self.suits for rank in self.ranks)
        return suited + tuple(Card(name, None) for name in self.specials)

    @cached_property
    def _face_set(self) -> frozenset[Card]:
        return frozenset(self.faces)

    @cached_property
    def strengths(self) -> dict[str, int]:
        """Rank → its place from low (0) to high."""
        return {rank: place for place, rank in enumerate(self.ranks)}

    def copies_of(self, card: Card) -> int:
        """How many physical copies of `card` the deck holds; 0 for a card of another deck."""
        return self.copies if card in self._face_set else 0

    def __contains__(self, card: object) -> bool:
        return card in self._face_set

    def __iter__(self) -> Iterator[Card]:
        """Every physical card, copies one after another."""
        return (card for card in self.faces for _ in range(self.copies))

    def __len__(self) -> int:
        return len(self.faces) * self.copies

    def __hash__(self) -> int:
        return hash((self.name, self.suits, self.ranks, self.specials, self.copies))


_RANKS_ACE_HIGH = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")

STANDARD_DECK = Deck("standard", ("S", "H", "D", "C"), _RANKS_ACE_HIGH)
STANDARD_DECK_WITH_JOKERS = Deck("standard_jokers", ("S", "H", "D", "C"), _RANKS_ACE_HIGH, ("joker_red", "joker_black"))
