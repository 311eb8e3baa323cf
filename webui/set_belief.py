"""Which cards a set most likely is, all of them decided together.

Players lay cards of one rank, with twos and jokers for some of them, and a set that beats the one below; so a card that
alone looks like another rank is more often misread than wrong. Here, unlike in trick games, that knowledge weighs in:
otherwise one misread index in forty would accuse somebody every few sets. It only weighs: a set that is clearly seen to
be none stays one, what the picture alone said is kept, and where it matters the table is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card, Deck
from engine.climbing import ClimbingLaws, RankSet

# Of the cards of legal sets: as the rank shown, as substitutes, as jokers (in self-played hands).
NATURAL_SHARE, SUBSTITUTE_SHARE, JOKER_SHARE = 0.86, 0.08, 0.06
# How often a card laid does not belong to the set's rank at all: in one set of seventy, as in the films.
ODD_CARD_SHARE = 0.004
# And a further card, where one is odd: two sets were mixed up.
ODD_AGAIN_SHARE = 0.2
# How often a set of one rank does not beat the one below, or has another number of cards.
NOT_BEATING_WEIGHT = 0.03
# How a reading bears on ranks, fitted to 982 cards on drawn tables of validation decks. Of the 877 read with 0.95 and
# more no rank was wrong, where they said that six were: what they say of other ranks counts by this power.
SHARPNESS = 2.0
# Of the 72 read with less than 0.85 four in ten were wrong, mostly for a rank that was hardly thought of: the square of
# the doubt is spread over all ranks, and so is this much of a reading without a sign of doubt.
BLIND_ERROR = 0.0001
# Of a card that the pack holds no more.
SEEN_WEIGHT = 0.02
MAX_ALTERNATIVES = 4
_BEAM = 48

Ranks = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetBelief:
    """The likeliest cards of a set, in the order given, with the likeliest other readings.

    `confidence` is that of the ranks, 0..1; suits count for nothing. `picture_says` are the cards each read alone.
    """

    cards: tuple[Card, ...]
    confidence: float
    alternatives: tuple[tuple[tuple[Card, ...], float], ...]
    """Other ranks, likeliest first; the likeliest of all is not among them."""
    picture_says: tuple[Card, ...]

    @property
    def is_repaired(self) -> bool:
        """Whether what is known of sets overruled the picture of a card."""
        return _count_ranks(self.cards) != _count_ranks(self.picture_says)


def believe_set(
    readings: Sequence[Mapping[str, float]],
    laws: ClimbingLaws,
    deck: Deck,
    *,
    to_beat: RankSet | None = None,
    seen: Sequence[str] = (),
) -> SetBelief:
    """Decide about the cards of one set together.

    `readings` has the probabilities by class name of every card, `to_beat` the set below, `seen` the codes this hand
    has shown so far, one per physical card.
    """
    by_rank = [_rank_likelihoods(reading, deck) for reading in readings]
    left = _left_of_ranks(deck, seen)
    weighed: dict[Ranks, float] = {}
    for ranks, weight in _assignments(by_rank, laws, deck):
        if to_beat is not None and not may_answer(ranks, to_beat, laws):
            weight *= NOT_BEATING_WEIGHT
        weight *= SEEN_WEIGHT ** sum(max(0, count - left.get(rank, 0)) for rank, count in Counter(ranks).items())
        weighed[ranks] = max(weight, weighed.get(ranks, 0.0))
    total = sum(weighed.values())
    shares: dict[Ranks, float] = {}
    best_of: dict[Ranks, Ranks] = {}
    for ranks, weight in sorted(weighed.items(), key=lambda item: -item[1]):
        key = tuple(sorted(ranks))
        best_of.setdefault(key, ranks)
        shares[key] = shares.get(key, 0.0) + weight / total
    order = sorted(shares, key=lambda key: -shares[key])
    alone = tuple(max(likelihoods, key=lambda rank: likelihoods[rank]) for likelihoods in by_rank)

    def named(ranks: Ranks) -> tuple[Card, ...]:
        return _with_suits(ranks, readings, deck, seen)

    return SetBelief(
        cards=named(best_of[order[0]]),
        confidence=shares[order[0]],
        alternatives=tuple((named(best_of[key]), shares[key]) for key in order[1:MAX_ALTERNATIVES]),
        picture_says=named(alone),
    )


def may_answer(ranks: Ranks, to_beat: RankSet, laws: ClimbingLaws) -> bool:
    """Whether nothing but mixed ranks can be wrong with such an answer: it has as many cards, and a set is higher."""
    laid = laws.classify_ranks(ranks)
    return len(ranks) == to_beat.size and (laid is None or laws.beats(to_beat, laid))


def _rank_likelihoods(reading: Mapping[str, float], deck: Deck) -> dict[str, float]:
    """Rank → how well the picture fits it, 0..1; jokers are told from other cards as one, and apart by their share."""
    kind_of = {card.rank: card.rank if card.suit is not None else "joker" for card in deck.faces}
    said = dict.fromkeys(kind_of, 0.0)
    kinds = dict.fromkeys(kind_of.values(), 0.0)
    for card in deck.faces:
        share = max(0.0, reading.get(card.code, 0.0))
        said[card.rank] += share
        kinds[kind_of[card.rank]] += share
    best = max(kinds.values())
    if not best:
        return dict.fromkeys(kind_of, 1 / len(kind_of))
    anything = (max(0.0, 1.0 - best) ** 2 + BLIND_ERROR) / len(kind_of)
    fits = {kind: best * (share / best) ** SHARPNESS for kind, share in kinds.items()}
    return {
        rank: anything + (fits[kind] * said[rank] / kinds[kind] if kinds[kind] else 0.0)
        for rank, kind in kind_of.items()
    }


def _left_of_ranks(deck: Deck, seen: Sequence[str]) -> Counter[str]:
    """Rank → how many cards of it the pack holds beyond those that were seen."""
    held = Counter({rank: count * deck.copies for rank, count in Counter(card.rank for card in deck.faces).items()})
    return held - Counter(Card.from_code(code).rank for code in seen)


def _assignments(by_rank: Sequence[Mapping[str, float]], laws: ClimbingLaws, deck: Deck) -> list[tuple[Ranks, float]]:
    """The ranks of all cards together, with their weight: of every rank a set may show, and of wild cards alone."""
    faces = Counter(card.rank for card in deck.faces)
    share = {rank: count / len(deck.faces) for rank, count in faces.items()}
    found = []
    for shown in (None, *laws.naturals):
        prior = {
            **{rank: SUBSTITUTE_SHARE / len(laws.substitutes) for rank in laws.substitutes},
            **{rank: JOKER_SHARE / len(laws.jokers) for rank in laws.jokers},
        }
        if shown is not None:
            prior[shown] = NATURAL_SHARE
        beam: list[tuple[Ranks, float]] = [((), 1.0 / (len(laws.naturals) + 1))]
        for likelihoods in by_rank:
            odd = max((rank for rank in likelihoods if rank not in prior), key=lambda rank: likelihoods[rank])
            options = [(rank, likelihoods[rank] * prior[rank] / share[rank]) for rank in prior]
            longer = [((*ranks, rank), weight * factor) for ranks, weight in beam for rank, factor in options]
            for ranks, weight in beam:
                is_mixed = any(rank not in prior for rank in ranks)
                factor = likelihoods[odd] * (ODD_AGAIN_SHARE if is_mixed else ODD_CARD_SHARE)
                longer.append(((*ranks, odd), weight * factor))
            beam = sorted(longer, key=lambda item: -item[1])[:_BEAM]
        found += [(ranks, weight) for ranks, weight in beam if shown is None or shown in ranks]
    return found


def _with_suits(
    ranks: Ranks, readings: Sequence[Mapping[str, float]], deck: Deck, seen: Sequence[str]
) -> tuple[Card, ...]:
    """The likeliest card of each rank, none oftener than the pack holds it where that can be helped."""
    copies_seen = Counter(seen)
    cards = []
    for rank, reading in zip(ranks, readings, strict=True):

        def weight(card: Card, reading: Mapping[str, float] = reading) -> float:
            taken = copies_seen[card.code] >= deck.copies
            return (reading.get(card.code, 0.0) + 1e-6) * (SEEN_WEIGHT if taken else 1.0)

        card = max((face for face in deck.faces if face.rank == rank), key=weight)
        copies_seen[card.code] += 1
        cards.append(card)
    return tuple(cards)


def _count_ranks(cards: Sequence[Card]) -> Counter[str]:
    return Counter(card.rank for card in cards)


def likeliest_further_card(cards: Sequence[Card], laws: ClimbingLaws, deck: Deck, seen: Sequence[str]) -> Card:
    """One more card of a set's rank, where one is hidden: of the suit shown least."""
    laid = laws.classify(cards)
    rank = laid.rank if laid is not None else None
    if rank is None:
        rank = Counter(card.rank for card in cards).most_common(1)[0][0]
    shown = Counter([*seen, *(card.code for card in cards)])
    return min((face for face in deck.faces if face.rank == rank), key=lambda card: shown[card.code])
