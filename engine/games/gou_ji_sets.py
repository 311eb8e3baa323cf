"""The sets of Gou Ji: four packs, the comparison, what starts a Gou Ji, and hands that may Shao Pai.

>>> laws = GouJiLaws()
>>> cards = [Card.from_code(code) for code in ("KS", "2H")]
>>> laws.starts_gou_ji(laws.classify(cards))
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.cards import Card, Deck
from engine.climbing import ClimbingLaws, RankSet
from engine.events import OptionValue
from engine.games.gou_ji_options import OPTIONS

BLACK, RED, TWO = "joker_black", "joker_red", "2"
RANKS = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", TWO)
GOU_JI_DECK = Deck("gou_ji", ("S", "H", "D", "C"), RANKS, (BLACK, RED), copies=4)  # R2: 216 cards

_NUMBERS_THAT_START = {"A": 2, "K": 2, "Q": 3, "J": 4, "T": 5}  # R15


class GouJiLaws(ClimbingLaws):
    """R11, R13, R15 and the shapes of R20 and R22 under a table's options."""

    def __init__(self, options: Mapping[str, OptionValue] | None = None) -> None:
        super().__init__((*RANKS, BLACK, RED), substitutes=(TWO,), jokers=(BLACK, RED))
        options = OPTIONS.defaults() if options is None else options
        self._wild_over_black = options["wild_over_black"] == "allowed"
        self._reds_exactly = options["red_count"] == "exactly"
        self._twos_count = options["wild_counts"] == "yes"
        self._single_two = options["single_two"] == "yes"
        self._last_without_joker = options["burn_last_jokers"] == "no_jokers"

    def beats(self, old: RankSet, new: RankSet) -> bool:
        """R13, narrowed by H9 and H10 where a table plays them literally."""
        if not super().beats(old, new):
            return False
        blacks = old.count(BLACK)
        if blacks and not old.is_all_wild:
            if new.is_all_wild:
                return self._wild_over_black
            return not self._reds_exactly or new.count(RED) == blacks
        return True

    def starts_gou_ji(self, laid: RankSet) -> bool:
        """R15: jokers, wild cards alone, and enough of the ranks from ten to ace."""
        if laid.is_all_wild:
            return self._single_two or laid.ranks != (TWO,)
        if laid.count(BLACK) or laid.count(RED):
            return True
        assert laid.rank is not None
        number = laid.size if self._twos_count else laid.count(laid.rank)
        return number >= _NUMBERS_THAT_START.get(laid.rank, laid.size + 1)

    def sets_in(self, hand: Mapping[str, int], size: int) -> Iterator[RankSet]:
        """Every different set of `size` cards that a hand (rank → number of cards) holds."""
        twos, blacks, reds = (hand.get(rank, 0) for rank in (TWO, BLACK, RED))
        for natural in (None, *self.naturals):
            held = hand.get(natural, 0) if natural else 0
            if natural and not held:
                continue
            for red in range(min(reds, size) + 1):
                for black in range(min(blacks, size - red) + 1):
                    for two in range(min(twos, size - red - black) + 1):
                        rest = size - red - black - two
                        if rest > held or (rest == 0) != (natural is None):
                            continue
                        ranks = [RED] * red + [BLACK] * black + [TWO] * two + [natural or ""] * rest
                        laid = self.classify_ranks(ranks)
                        assert laid is not None
                        yield laid

    def answers(self, hand: Mapping[str, int], to_beat: RankSet) -> Iterator[RankSet]:
        """The sets of a hand that beat another."""
        return (laid for laid in self.sets_in(hand, to_beat.size) if self.beats(to_beat, laid))

    def shao_pai(self, hand: Iterable[Card], to_beat: RankSet) -> str | None:
        """ "basic" (R20) or "extended" (R22) if the hand may announce Shao Pai over a set, else None.

        Basic: one set that beats, and one more. Extended: one set that beats, then one or more with a joker each, then
        a last one of any kind (H22). A hand that is both counts as basic.
        """
        counts: dict[str, int] = {}
        for card in hand:
            counts[card.rank] = counts.get(card.rank, 0) + 1
        kind = None
        if sum(1 for rank in counts if rank not in self.wild) - 2 > counts.get(BLACK, 0) + counts.get(RED, 0):
            return None  # The first set takes one natural rank, the last another, and every one between needs a joker.
        for first in self.answers(counts, to_beat):
            left = {rank: held - first.count(rank) for rank, held in counts.items() if held > first.count(rank)}
            if left and can_burn_in(left, self.wild, middles=0):
                return "basic"
            if can_burn_in(left, self.wild, middles=None) and self._has_last_set(left):
                kind = "extended"
        return kind

    def _has_last_set(self, left: Mapping[str, int]) -> bool:
        """H22: without jokers in the last set, something else has to be there to be last."""
        return not self._last_without_joker or any(rank not in self.jokers for rank in left)


def can_burn_in(left: Mapping[str, int], wild: frozenset[str], *, middles: int | None) -> bool:
    """Whether cards (rank → number) split into sets with a joker each and one last set.

    `middles` is the number of sets with jokers, None for one or more. Every natural rank but one needs a joker of its
    own, twos and spare jokers go anywhere; so counting is enough.
    """
    naturals = sum(1 for rank in left if rank not in wild)
    jokers = left.get(BLACK, 0) + left.get(RED, 0)
    if middles == 0:
        return naturals <= 1
    needed = max(naturals - 1, middles or 1)
    return jokers >= needed and sum(left.values()) > needed
