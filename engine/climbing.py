"""The laws of a climbing game's sets: what is a set, and what beats what. Pure functions of the cards; no table.

A set is one or more cards of one rank, suits irrelevant. Substitutes (Gou Ji's twos) and jokers may stand for that
rank: a substitute then counts as the rank it stands for, a joker keeps its own strength. A set of wild cards alone has
no rank; there a substitute counts as itself. One rule compares all of them (R13): both sets sorted from high to low,
the new one wins if every card is strictly higher than its counterpart.

>>> laws = ClimbingLaws(("3", "8", "9", "2", "joker_black", "joker_red"), substitutes=("2",),
...                     jokers=("joker_black", "joker_red"))
>>> old, new = laws.classify_ranks(("joker_black", "8", "8")), laws.classify_ranks(("9", "9", "joker_red"))
>>> laws.beats(old, new), laws.beats(new, old)
(True, False)
>>> laws.classify_ranks(("8", "9")) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class RankSet:
    """A set as it counts: `rank` is the rank it shows (None: wild cards alone), `ranks` its cards from high to low.

    `strengths` are what the cards count for, from high to low.
    """

    rank: str | None
    ranks: tuple[str, ...]
    strengths: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.ranks)

    @property
    def is_all_wild(self) -> bool:
        """Whether it consists of substitutes and jokers alone."""
        return self.rank is None

    def count(self, rank: str) -> int:
        """How many cards of a rank lie in it."""
        return self.ranks.count(rank)


class ClimbingLaws:
    """What counts as a set and which of two is higher; a game with further conditions overrides `beats`.

    `order` lists every rank from low to high, wild ones included.
    """

    def __init__(self, order: Sequence[str], *, substitutes: Sequence[str] = (), jokers: Sequence[str] = ()) -> None:
        self.order = tuple(order)
        self.strengths = {rank: place for place, rank in enumerate(self.order)}
        self.substitutes = frozenset(substitutes)
        self.jokers = frozenset(jokers)
        self.wild = self.substitutes | self.jokers
        self.naturals = tuple(rank for rank in self.order if rank not in self.wild)
        self._known = lru_cache(maxsize=8192)(self._classify)  # The same few thousand sets come again and again.

    def strength(self, card: Card) -> int:
        """How high a single card stands; -1 for a card of another deck."""
        return self.strengths.get(card.rank, -1)

    def classify(self, cards: Iterable[Card]) -> RankSet | None:
        """The set that cards form; None for no cards, mixed ranks or a card of another deck."""
        return self.classify_ranks(card.rank for card in cards)

    def classify_ranks(self, ranks: Iterable[str]) -> RankSet | None:
        """As `classify`, of ranks."""
        return self._known(tuple(ranks))

    def _classify(self, ranks: tuple[str, ...]) -> RankSet | None:
        laid = sorted(ranks, key=lambda rank: -self.strengths.get(rank, -1))
        shown = {rank for rank in laid if rank not in self.wild}
        if not laid or len(shown) > 1 or any(rank not in self.strengths for rank in laid):
            return None
        rank = next(iter(shown), None)
        counted = (rank if rank is not None and each in self.substitutes else each for each in laid)
        strengths = sorted((self.strengths[each] for each in counted), reverse=True)
        return RankSet(rank, tuple(laid), tuple(strengths))

    def beats(self, old: RankSet, new: RankSet) -> bool:
        """Whether `new` may be laid on `old`."""
        return old.size == new.size and all(
            higher > lower for lower, higher in zip(old.strengths, new.strengths, strict=True)
        )

    def is_unbeatable(self, laid: RankSet) -> bool:
        """Whether no set of the same size can be higher: it holds a card of the highest rank."""
        return laid.strengths[0] == len(self.order) - 1

    def all_sets(self, size: int, ranks: Sequence[str] | None = None) -> Iterator[RankSet]:
        """Every different set of `size` cards, each once; of `ranks` alone if given."""
        wild = [rank for rank in ranks or self.order if rank in self.wild]
        naturals = [rank for rank in ranks or self.order if rank not in self.wild]
        for natural in (None, *naturals):
            for wild_count in range(size + 1):
                if (natural is None) != (wild_count == size):
                    continue
                for added in combinations_with_replacement(wild, wild_count):
                    laid = self.classify_ranks((*([natural] * (size - wild_count) if natural else ()), *added))
                    assert laid is not None
                    yield laid
