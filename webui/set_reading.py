"""Which cards a set has, by all that was seen of it and of its series: strays left out, hidden cards added.

An answer has as many cards as the sets below. Where some are missing they are hidden by their neighbours far more often
than the player laid too few; where it has more, those below were not seen whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from engine.cards import Card, Deck
from engine.climbing import RankSet
from vision.observations import TableCard
from webui.laid_sets import LaidSet, doubt_of, has_gap
from webui.series_facts import SeriesFacts
from webui.set_belief import SetBelief, believe_set, likeliest_further_card, may_answer

# A card this sure is not taken for one of an older set because it does not fit.
DOUBTFUL = 0.03
# A single card this sure beside its player's own set is laid, and no stray find.
STRAY = 0.1
# So large a part of the cards seen is believed to have been missed besides; more where the size is not in doubt.
MISCOUNTED_SHARE = 1 / 3
MISCOUNTED_SHARE_IF_SURE = 1.0
# An answer of which at least this was seen is completed, and asked about, rather than reported for its size.
SEEN_SHARE = 1 / 3
# The size of a series is not in doubt once so many sets have shown it.
SURE_OF_SIZE = 2
# A set surer than this is logged without a question.
SURE_SET = 0.97
# The same of one that is clearly none: its verdict asks whether a card was read wrong.
SURE_OFFENCE = 0.9
# Of so many hidden cards it is offered which of them were jokers.
MOST_SPELLED_OUT = 2
# Another reading less likely than this is not worth a tap.
WORTH_OFFERING = 0.01


@dataclass(frozen=True, slots=True)
class Completed:
    """The cards to log of a set, how many of them were not seen, and how many those of each set below lack."""

    cards: tuple[Card, ...]
    hidden: int = 0
    lacking_below: int = 0


@dataclass(frozen=True)
class SetReading:
    """One state of a game, and the sets of the running series that the camera saw."""

    facts: SeriesFacts
    deck: Deck
    laid: Sequence[LaidSet]
    usual_px: float
    """How tall the cards on the table are."""

    def believe(self, cards: Iterable[TableCard], to_beat: RankSet | None, leave_out: int | None = None) -> SetBelief:
        """What the cards are together; entry `leave_out` is their own."""
        readings = [
            {name: float(p) for name, p in zip(card.sighting.classes, card.sighting.probabilities, strict=True)}
            for card in cards
        ]
        return believe_set(readings, self.facts.laws, self.deck, to_beat=to_beat, seen=self.facts.seen(leave_out))

    def is_doubtful(self, card: TableCard) -> bool:
        """Whether a find may be none of the cards that were laid with it."""
        return doubt_of(card, self.usual_px) > DOUBTFUL

    def may_be_stray(self, card: TableCard) -> bool:
        """Whether a single find beside sets may be none: read with doubt, or of quite another size."""
        return doubt_of(card, self.usual_px) > STRAY

    def without_stray(self, cards: list[TableCard], seat: int) -> list[TableCard]:
        """The cards without doubtful ones that do not fit: of an older set, and pushed into view."""
        size = self.facts.size(seat)

        def fits(some: list[TableCard]) -> bool:
            is_right_size = size is None or len(some) == size
            return is_right_size and self.facts.laws.classify(self.believe(some, None).cards) is not None

        if not self.laid or fits(cards) or (size is not None and len(cards) <= size):
            return cards
        fewer = sorted(cards, key=lambda card: doubt_of(card, self.usual_px))
        while len(fewer) > 1 and self.is_doubtful(fewer[-1]):
            stray = fewer.pop()
            rest = self.facts.laws.classify(self.believe(fewer, None).cards)
            is_of_rank = rest is not None and rest.rank == Card.from_code(stray.sighting.best_code).rank
            if is_of_rank and not self.is_sure_of(size):
                break  # It may be one of them.
            if fits([card for card in cards if card in fewer]):
                return [card for card in cards if card in fewer]
        return cards

    def completed(self, belief: SetBelief, size: int | None) -> Completed:
        """The cards to log of a set that should have `size`."""
        cards = belief.cards
        missing = 0 if size is None else size - len(cards)
        most = max(1, int(len(cards) * (MISCOUNTED_SHARE_IF_SURE if self.is_sure_of(size) else MISCOUNTED_SHARE)))
        if 0 < missing <= most:
            return Completed(self.with_more(cards, missing), missing)
        all_seen = len(self.laid) == len(self.facts.sets_on_table)
        is_all_read = all_seen and not any(laid.is_told for laid in self.laid)
        is_set = self.facts.laws.classify(cards) is not None
        if 0 > missing >= -most and is_all_read and is_set and not self.is_sure_of(size):
            return Completed(cards, lacking_below=-missing)
        return Completed(cards)

    def to_log(
        self, cards: Iterable[TableCard], belief: SetBelief, size: int | None, to_beat: RankSet | None
    ) -> Completed:
        """The cards to log of a set that is no lead.

        Where it has far too few and more would make it an answer, nobody is accused: more are believed to be hidden,
        unless all that lies there is seen from corner to corner.
        """
        done = self.completed(belief, size)
        missing = 0 if size is None else size - len(done.cards)
        if to_beat is None or missing <= 0 or size is None or len(belief.cards) < SEEN_SHARE * size:
            return done
        if all(len(card.sighting.indices) > 1 for card in cards):
            return done
        more = self.with_more(done.cards, missing)
        is_answer = may_answer(tuple(card.rank for card in more), to_beat, self.facts.laws)
        return Completed(more, missing) if is_answer else done

    def may_answer(self, belief: SetBelief, to_beat: RankSet) -> bool:
        """Whether the cards, with some that may be hidden, are an answer to a set in number and height."""
        cards = self.completed(belief, to_beat.size).cards
        return may_answer(tuple(card.rank for card in cards), to_beat, self.facts.laws)

    def is_sure_of(self, size: int | None) -> bool:
        """Whether enough sets of the series were seen to have so many cards."""
        return sum(not laid.hidden and len(laid.cards) == size for laid in self.laid) >= SURE_OF_SIZE

    def with_more(self, cards: tuple[Card, ...], count: int) -> tuple[Card, ...]:
        """The cards of a set with so many more, the likeliest."""
        for _ in range(count):
            seen = [*self.facts.seen(), *(card.code for card in cards)]
            cards = (*cards, likeliest_further_card(cards, self.facts.laws, self.deck, seen))
        return cards

    def offered(self, laid: LaidSet, named: tuple[Card, ...]) -> list[tuple[Card, ...]]:
        """What a set may be, `named` (what was logged) first; it alone where nothing is in doubt.

        What the picture alone said can always be chosen, however much it is against the rules. What only knowing about
        sets suggests must be within them, and so must the colour of a joker.
        """
        belief, offered = laid.belief, [named]
        if laid.hidden:
            offered.append(belief.cards)
            if 0 < laid.hidden <= MOST_SPELLED_OUT:  # What is hard to read is missed most often.
                further = self._with_further(belief.cards, named, laid.hidden)
                offered += [more for more in further if self._is_legal(more, laid)]
        elif laid.size is not None and len(named) == laid.size + 1:
            offered += [named[:place] + named[place + 1 :] for place in range(len(named))]
        elif laid.size is None and has_gap(list(laid.cards.values())):
            offered += self._with_further(named, named, 1)
        is_offence = self.facts.laws.classify(named) is None and named == belief.picture_says
        if belief.confidence < (SURE_OFFENCE if is_offence else SURE_SET):
            likely = [cards for cards, share in belief.alternatives if share >= WORTH_OFFERING]
            offered += [cards for cards in likely if self._is_legal(cards, laid)]
            if self._is_legal(belief.picture_says, laid) or not any(
                _differ_by_jokers(belief.picture_says, cards) for cards in offered
            ):
                offered.append(belief.picture_says)
        distinct: dict[tuple[str, ...], tuple[Card, ...]] = {}
        for cards in offered:
            distinct.setdefault(tuple(sorted(card.rank for card in cards)), cards)
        return list(distinct.values())

    def _with_further(self, cards: tuple[Card, ...], named: tuple[Card, ...], count: int) -> list[tuple[Card, ...]]:
        """The cards with so many more: of the set's rank, or jokers."""
        jokers = [card for card in self.deck.faces if card.rank in self.facts.laws.jokers]
        further = likeliest_further_card(named, self.facts.laws, self.deck, self.facts.seen())
        return [(*cards, *more) for more in combinations_with_replacement((further, *jokers), count)]

    def _is_legal(self, cards: Sequence[Card], laid: LaidSet) -> bool:
        """Whether cards are a set, and one that may be laid on the one below where they are as many."""
        shown = self.facts.laws.classify(cards)
        if shown is None or laid.to_beat is None or shown.size != laid.to_beat.size:
            return shown is not None
        return self.facts.laws.beats(laid.to_beat, shown)


def _differ_by_jokers(one: Sequence[Card], other: Sequence[Card]) -> bool:
    """Whether two sets are the same but for the colours of jokers."""
    ranks = [Counter("joker" if card.suit is None else card.rank for card in cards) for cards in (one, other)]
    return ranks[0] == ranks[1] and Counter(card.rank for card in one) != Counter(card.rank for card in other)
