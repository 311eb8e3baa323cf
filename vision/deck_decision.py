"""One decision over all cards in view: a deck holds every card only so many times."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.card_confidence import SURE_CARD, is_faint
from vision.sightings import NOT_A_CODE, CardSighting

_PLAUSIBLE = 0.05
"""A code this unlikely at first sight is not taken for the truth only because the likely one is held by another."""
_TAKEN_FLOOR = 0.02
"""What a taken code keeps of its probability: the other card may be the misread one."""


def decide_together(
    cards: Sequence[CardSighting], *, deck_copies: int, min_code_confidence: float
) -> tuple[CardSighting, ...]:
    """Let the cards in view share out the deck's codes, each at most ``deck_copies`` times.

    Among the claimants of a code that is claimed too often the likeliest overall assignment wins; the others are read
    again without the codes taken. One that changes (or is no longer sure) carries the first code in ``repaired_from``.
    Where no other code is plausible the card keeps its own: two true copies in view, or one card taken for two, is then
    for somebody else to judge. A card that knew no code may learn it when its likeliest one is surely taken, or when
    what it might be instead lies elsewhere: of a seven that is a spade rather than a club, beside the seven of clubs.
    A lone corner half believed in is no longer sure of a code whose every copy is surely seen elsewhere: a glossy table
    mirrors cards.
    """
    if deck_copies < 1:
        raise ValueError(f"expected at least one copy of every card, got {deck_copies}")
    claimants: dict[str, list[int]] = defaultdict(list)
    for position, card in enumerate(cards):
        if card.code is not None:
            claimants[card.code].append(position)
    result = list(cards)
    if any(len(claims) > deck_copies for claims in claimants.values()):
        result = _shared_out(result, deck_copies, min_code_confidence)
    full = {code for code, claims in claimants.items() if len(claims) >= deck_copies}
    for position, card in enumerate(cards):
        if card.code is None:
            others = [*cards[:position], *cards[position + 1 :]]
            taken = (
                dict.fromkeys(full, 1.0) if card.best_code in full else _taken_by(others, deck_copies, card.best_code)
            )
            known = _read_again(card, taken, min_code_confidence)
            if known.code is not None:
                result[position] = known
    surely_held = Counter(card.code for card in result if card.confidence >= SURE_CARD and not is_faint(card))
    return tuple(
        _doubted(card) if card.code is not None and is_faint(card) and surely_held[card.code] >= deck_copies else card
        for card in result
    )


def _doubted(card: CardSighting) -> CardSighting:
    """The card as likely its likeliest code as not."""
    best = int(np.argmax(card.probabilities))
    probabilities = np.maximum(card.probabilities.astype(np.float64), 1e-9)  # the others have a share to give, too
    probabilities[best] = 0.0
    probabilities[best] = probabilities.sum()
    probabilities = (probabilities / probabilities.sum()).astype(np.float32)
    return replace(card, probabilities=probabilities, confidence=float(probabilities[best]), code=None)


def _taken_by(others: Sequence[CardSighting], deck_copies: int, own_code: str) -> dict[str, float]:
    """Code → how surely every copy of it is among the others, by what each of them is likeliest to be.

    Not of the card's own code: who holds that is for the assignment to say.
    """
    claims: dict[str, list[float]] = defaultdict(list)
    for other in others:
        ((code, probability),) = other.ranked(1)
        if code != own_code:
            claims[code].append(probability)
    taken = {}
    for code, probabilities in claims.items():
        counts = np.array([1.0])  # how likely so many of them are this code
        for probability in probabilities:
            counts = np.convolve(counts, [1.0 - probability, probability])
        taken[code] = float(counts[deck_copies:].sum())
    return taken


def _shared_out(cards: list[CardSighting], deck_copies: int, min_code_confidence: float) -> list[CardSighting]:
    """The named cards with the codes of the likeliest assignment."""
    classes = cards[0].classes
    code_columns = [i for i, name in enumerate(classes) if name not in NOT_A_CODE]
    slots = [column for column in code_columns for _ in range(deck_copies)]
    named = [position for position, card in enumerate(cards) if card.code is not None]
    costs = np.array(
        [[-np.log(max(float(cards[position].probabilities[column]), 1e-9)) for column in slots] for position in named]
    )
    if len(named) > len(slots):
        return cards
    chosen = dict(zip(named, (classes[slots[k]] for k in _cheapest_assignment(costs)), strict=True))

    result = list(cards)
    for position, code in chosen.items():
        card = cards[position]
        if code != card.code:
            taken = {chosen[other]: 1.0 for other in named if other != position and chosen[other] == cards[other].code}
            if float(card.probabilities[classes.index(code)]) >= _PLAUSIBLE:
                result[position] = _read_again(card, taken, min_code_confidence)
    return result


def _read_again(card: CardSighting, taken: Mapping[str, float], min_code_confidence: float) -> CardSighting:
    """The card read anew, with the codes ruled out as surely as others hold them, and never quite."""
    factors = np.array([max(1.0 - taken.get(name, 0.0), _TAKEN_FLOOR) for name in card.classes], np.float32)
    probabilities = card.probabilities * factors
    probabilities /= probabilities.sum()
    best = int(np.argmax(probabilities))
    confidence = float(probabilities[best])
    return replace(
        card,
        probabilities=probabilities,
        code=card.classes[best] if confidence >= min_code_confidence else None,
        confidence=confidence,
        repaired_from=card.best_code,
    )


def _cheapest_assignment(costs: NDArray[np.float64]) -> list[int]:
    """(N, M) costs with N <= M → the column of every row, each column used once, least sum (Hungarian method)."""
    rows, columns = costs.shape
    row_potential, column_potential = np.zeros(rows + 1), np.zeros(columns + 1)
    row_of = np.zeros(columns + 1, int)  # 0 is no row; columns and rows count from 1
    for row in range(1, rows + 1):
        row_of[0] = row
        column = 0
        least = np.full(columns + 1, np.inf)
        came_from = np.zeros(columns + 1, int)
        done = np.zeros(columns + 1, bool)
        while row_of[column] != 0:
            done[column] = True
            current = row_of[column]
            free = np.flatnonzero(~done[1:]) + 1
            reduced = costs[current - 1, free - 1] - row_potential[current] - column_potential[free]
            better = reduced < least[free]
            least[free[better]] = reduced[better]
            came_from[free[better]] = column
            nearest = int(free[np.argmin(least[free])])
            step = least[nearest]
            row_potential[row_of[done]] += step
            column_potential[done] -= step
            least[~done] -= step
            column = nearest
        while column:
            row_of[column] = row_of[came_from[column]]
            column = int(came_from[column])
    chosen = [0] * rows
    for column in range(1, columns + 1):
        if row_of[column]:
            chosen[row_of[column] - 1] = column - 1
    return chosen
