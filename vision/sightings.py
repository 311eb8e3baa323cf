"""What a picture shows, as values: printed indices, and the cards they belong to."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Xy = tuple[float, float]

NOT_AN_INDEX = "not_an_index"
UNREADABLE = "unreadable"
NOT_A_CODE = frozenset({NOT_AN_INDEX, UNREADABLE})
"""Reader classes that name no card."""


def kind_confidences(probabilities: NDArray[np.float32], classes: tuple[str, ...]) -> NDArray[np.float32]:
    """(N, C) → (N,): how surely each is of its likeliest rank, whatever its suit; both jokers are of one rank.

    A joker whose colour is not seen, or a six of spades or clubs, is a card beyond doubt.
    """
    shares: NDArray[np.float32] = (probabilities @ _kinds(classes)).max(axis=1, initial=0.0)
    return shares


def turned_deg(one: CardSighting, other: CardSighting) -> float:
    """By how much two cards are turned against each other, 0 to 90: a half turn is none."""
    return abs((one.angle_deg - other.angle_deg + 90.0) % 180.0 - 90.0)


def kind_of(code: str) -> str:
    """The rank of a card's code, one for both jokers; of a special card its own name."""
    return code.split("_")[0] if code.startswith("joker_") else code[0] if len(code) == 2 else code


@functools.lru_cache(maxsize=8)
def _kinds(classes: tuple[str, ...]) -> NDArray[np.float32]:
    """(C, K): which class is of which rank; what is no code is of none."""
    kinds_by_name = {name: kind_of(name) for name in classes if name not in NOT_A_CODE}
    kinds = sorted(set(kinds_by_name.values()))
    return np.array([[kinds_by_name.get(name) == kind for kind in kinds] for name in classes], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class IndexSighting:
    """One printed corner index.

    ``box_xyxy``, ``rank_xy``, ``suit_xy`` and ``card_centre_xy`` (where the detector believes the card's centre to be)
    are in pixels of the picture given; ``detector_confidence`` is 0..1; ``probabilities`` is float32 (C,) over
    the reader's classes.
    """

    box_xyxy: tuple[float, float, float, float]
    rank_xy: Xy
    suit_xy: Xy
    card_centre_xy: Xy
    detector_confidence: float
    probabilities: NDArray[np.float32]

    @property
    def middle_xy(self) -> Xy:
        """Point halfway between the rank and the suit glyph."""
        return ((self.rank_xy[0] + self.suit_xy[0]) / 2, (self.rank_xy[1] + self.suit_xy[1]) / 2)


@dataclass(frozen=True, slots=True, eq=False)
class CardSighting:
    """One card in a picture, with everything that speaks for and against its name.

    ``probabilities`` is float32 (C,) over ``classes`` (the reader's, so it also holds what is no code) and sums to 1.
    ``code`` is None where the best code stays below the recogniser's threshold. ``angle_deg`` is clockwise in the
    picture, 0 when the top edge lies up, and known up to half a turn. ``quad_xy`` is (4, 2): the card's corners
    clockwise, beginning top left of the upright card; a sheared or oblique card is only approximated by it.
    """

    classes: tuple[str, ...]
    probabilities: NDArray[np.float32]
    code: str | None
    confidence: float
    centre_xy: Xy
    card_height_px: float
    angle_deg: float
    quad_xy: NDArray[np.float32]
    indices: tuple[IndexSighting, ...]
    conflict: bool = False
    """The card's corners were read as different codes, each with some confidence."""
    repaired_from: str | None = None
    """The code read at first sight, where knowledge of the deck's composition changed it, took it away, or made it sure
    enough to be named."""

    @property
    def best_code(self) -> str:
        """The likeliest code, however unlikely."""
        return self.ranked(1)[0][0]

    def ranked(self, count: int = 5) -> tuple[tuple[str, float], ...]:
        """The likeliest codes with their probabilities, best first; what is no code is left out."""
        order = np.argsort(-self.probabilities, kind="stable")
        codes = ((self.classes[i], float(self.probabilities[i])) for i in order if self.classes[i] not in NOT_A_CODE)
        return tuple(pair for pair, _ in zip(codes, range(count), strict=False))

    @property
    def rank_confidence(self) -> float:
        """How sure the card's rank is, whatever its suit (or a joker's colour)."""
        return float(kind_confidences(self.probabilities[None], self.classes)[0])

    @property
    def detector_confidence(self) -> float:
        """How sure the detector is of the card's best index, 0..1."""
        return max((index.detector_confidence for index in self.indices), default=0.0)


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """All cards of one picture and all indices they were made of (also those that led to no card)."""

    cards: tuple[CardSighting, ...]
    indices: tuple[IndexSighting, ...]

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes read with confidence, in the order of the cards."""
        return tuple(card.code for card in self.cards if card.code is not None)

    @property
    def card_height_px(self) -> float | None:
        """Median height of the cards in view, None without any."""
        return float(np.median([card.card_height_px for card in self.cards])) if self.cards else None
