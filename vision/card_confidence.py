"""How sure a card is: its corners' votes, the detector's belief and the size as one probability that keeps its word."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np

from vision.card_size import AS_TALL
from vision.model_files import ModelError
from vision.sightings import NOT_A_CODE, CardSighting

CONFIDENCE_FILE = "confidence.json"
FEATURES = ("constant", "votes", "detector", "corners", "glyph_px")
_MOST_LOGIT = 9.0
"""Beyond one in ten thousand nothing is learnt from some thousand cards."""
FIRM_INDEX = 0.5
"""Of the detector, which half believes in less."""
_MOST_IF_FAINT = 0.9
"""A lone corner less than firm is not sure by itself, however clear it seems to the reader: things that are no cards,
as the spiral of a notebook, look like it."""
SURE_CARD = 0.97
"""A card read less surely is in doubt."""
_AROUND_CARDS = 1.5
"""So near in card heights, and as tall, are the sure cards among which it is believed. On drawn
tables of validation decks 20 of 21 such cards that seemed sure to 0.95 were right; without a card around, none of 2."""
_FEWEST_AROUND = 2
_DOUBT_SPREAD = 0.02
"""Share of a card's doubt that falls on codes nobody voted for."""


@dataclass(frozen=True, slots=True)
class CardConfidence:
    """Weights of a logistic model, one for each of ``FEATURES``."""

    weights: tuple[float, ...]

    @classmethod
    def load(cls, models_dir: Path) -> Self | None:
        """The weights that belong to the models of a folder, None where there are none. Raises ModelError."""
        path = models_dir / CONFIDENCE_FILE
        if not path.is_file():
            return None
        try:
            named = json.loads(path.read_text(encoding="utf-8"))["weights"]
            weights = tuple(float(named[name]) for name in FEATURES)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{path} does not hold a weight for each of {', '.join(FEATURES)} ({error}).") from None
        if not all(map(math.isfinite, weights)):
            raise ModelError(f"{path} holds weights that are no numbers.")
        return cls(weights)

    def applied_to_all(self, cards: Sequence[CardSighting], *, min_code_confidence: float) -> list[CardSighting]:
        """All cards of a picture, as ``applied``, but a lone corner among other cards may be sure."""
        alone = [self.applied(card, min_code_confidence=min_code_confidence) for card in cards]
        sure = [card for card in alone if card.confidence >= SURE_CARD]
        return [
            self.applied(card, min_code_confidence=min_code_confidence, is_among_cards=True)
            if is_faint(card) and sum(_lies_beside(card, other) for other in sure) >= _FEWEST_AROUND
            else done
            for card, done in zip(cards, alone, strict=True)
        ]

    def applied(self, card: CardSighting, *, min_code_confidence: float, is_among_cards: bool = False) -> CardSighting:
        """The card with probabilities that keep their order and say how often such a card is right."""
        if len(card.indices) == 0:
            return card
        codes = np.array([name not in NOT_A_CODE for name in card.classes])
        best = int(np.argmax(card.probabilities))
        confidence = 1 / (1 + math.exp(-sum(w * x for w, x in zip(self.weights, features(card), strict=True))))
        if is_faint(card) and not is_among_cards:
            confidence = min(confidence, _MOST_IF_FAINT)
        others = np.where(codes, card.probabilities.astype(np.float64), 0.0)
        others[best] = 0.0
        spread = codes & (np.arange(len(codes)) != best)
        others = (1 - _DOUBT_SPREAD) * others / max(others.sum(), 1e-12) + _DOUBT_SPREAD * spread / max(spread.sum(), 1)
        probabilities = others / others.sum() * (1 - confidence)
        # However little the model thinks of it, the code with most votes stays the likeliest.
        probabilities[best] = max(confidence, probabilities.max())
        probabilities = (probabilities / probabilities.sum()).astype(np.float32)
        confidence = float(probabilities[best])
        code = card.classes[best] if confidence >= min_code_confidence else None
        return replace(card, probabilities=probabilities, confidence=confidence, code=code)


def is_faint(card: CardSighting) -> bool:
    """Whether no two corners agree on the card and the detector half believes in the best one."""
    is_lone = len(card.indices) > 0 and not features(card)[FEATURES.index("corners")]
    return is_lone and card.detector_confidence < FIRM_INDEX


def _lies_beside(card: CardSighting, other: CardSighting) -> bool:
    height_ratio = max(card.card_height_px, other.card_height_px) / min(card.card_height_px, other.card_height_px)
    apart_cards = math.dist(card.centre_xy, other.centre_xy) / card.card_height_px
    return apart_cards < _AROUND_CARDS and height_ratio < AS_TALL


def features(card: CardSighting) -> Sequence[float]:
    """What the model weighs, in the order of ``FEATURES``."""
    first = int(np.argmax(card.probabilities))
    agreeing = sum(int(np.argmax(index.probabilities)) == first for index in card.indices)
    glyph_px = max(math.dist(index.rank_xy, index.suit_xy) for index in card.indices)
    return (
        1.0,
        _logit(card.confidence),
        _logit(card.detector_confidence),
        float(agreeing > 1),
        math.log2(min(max(glyph_px, 4.0), 32.0) / 16.0),
    )


def _logit(probability: float) -> float:
    bounded = min(max(probability, 1e-6), 1 - 1e-6)
    return max(-_MOST_LOGIT, min(_MOST_LOGIT, math.log(bounded / (1 - bounded))))
