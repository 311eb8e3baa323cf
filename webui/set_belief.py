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
# How often a card laid does not belong to the set's rank at all.
ODD_CARD_SHARE = 0.002
# How often a set of one rank does not beat the one below, or has another number of cards.
NOT_BEATING_WEIGHT = 0.03
# What a reader is wrong about without a sign of doubt.
BLIND_ERROR = 0.002
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
    weighed: dict[Ranks, float] = {}
    for ranks, weight in _assignments(by_rank, laws, deck):
        laid = laws.classify_ranks(ranks)
        if to_beat is not None and laid is not None and not laws.beats(to_beat, laid):
            weight *= NOT_BEATING_WEIGHT
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


def _rank_likelihoods(reading: Mapping[str, float], deck: Deck) -> dict[str, float]:
    """Rank → how well the picture fits it, 0..1."""
    likelihoods = {card.rank: BLIND_ERROR / len(deck.faces) for card in deck.faces}
    for card in deck.faces:
        likelihoods[card.rank] += (1 - BLIND_ERROR) * max(0.0, reading.get(card.code, 0.0))
    return likelihoods


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
            options.append((odd, likelihoods[odd] * ODD_CARD_SHARE))
            longer = [((*ranks, rank), weight * factor) for ranks, weight in beam for rank, factor in options]
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
