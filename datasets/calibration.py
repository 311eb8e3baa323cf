"""Whether readings are right as often as they say, of crops and of whole cards."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
PROMISED_WRONG_SHARE = 1 / 2000
"""What a threshold shall promise: an innocent player is accused in less than one of two hundred rounds."""
THRESHOLDS = (0.8, 0.85, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995)


@dataclass(frozen=True, slots=True)
class Judged:
    """A card read, sure or not: how sure it is, and whether it is right."""

    confidence: float
    right: bool


def reliability_rows(said: NDArray[np.floating], right: NDArray[np.bool_]) -> tuple[list[list[float]], float]:
    """Rows of [low, high, how many, says on average, is right], and the expected calibration error."""
    rows, error = [], 0.0
    for low, high in itertools.pairwise(EDGES):
        chosen = (said >= low) & ((said < high) | (high == 1.0))
        if chosen.any():
            mean_said, mean_right = float(said[chosen].mean()), float(right[chosen].mean())
            rows.append([low, high, int(chosen.sum()), round(mean_said, 4), round(mean_right, 4)])
            error += chosen.sum() / len(said) * abs(mean_said - mean_right)
    return rows, round(float(error), 4)


def crop_reliability(
    probabilities: NDArray[np.float32], labels: NDArray[np.integer], no_codes: list[int]
) -> dict[str, Any]:
    """How far the reader's top class can be believed, over crops whose top class is a card.

    ``probabilities`` is (N, C), ``labels`` (N,); ``no_codes`` are the classes that name no card.
    """
    top, said = probabilities.argmax(axis=1), probabilities.max(axis=1)
    as_card = ~np.isin(top, no_codes)
    right = top == labels
    cards = ~np.isin(labels, no_codes)
    rows, error = reliability_rows(said[as_card], right[as_card])
    return {
        "rows": rows,
        "expected_calibration_error": error,
        "crops": len(labels),
        "cards_named_right": _share(right[cards]),
        "no_cards_called_cards_at_0.9": _share((as_card & (said >= 0.9))[~cards]),
    }


def card_reliability(judged: Sequence[Judged]) -> dict[str, Any]:
    """The same for whole cards, and how often they are wrong above each threshold."""
    said = np.array([each.confidence for each in judged])
    right = np.array([each.right for each in judged], bool)
    rows, error = reliability_rows(said, right)
    thresholds = [
        [threshold, int((said >= threshold).sum()), int((~right & (said >= threshold)).sum())]
        for threshold in THRESHOLDS
    ]
    return {"rows": rows, "expected_calibration_error": error, "cards": len(judged), "wrong_above": thresholds}


def reliability_lines(rows: Sequence[Sequence[float]]) -> list[str]:
    """The rows as text."""
    return [
        f"  says {low:.3f}-{high:.3f}: {count:5.0f}, says {said:.4f}, right {right:.4f}"
        for low, high, count, said, right in rows
    ]


def threshold_lines(wrong_above: Sequence[Sequence[float]]) -> list[str]:
    """How often readings at least so sure are wrong, as text."""
    return [
        f"  sure to {threshold:.3f} or more: {count:5.0f} cards, {wrong:.0f} wrong"
        + (f" (promised {count * PROMISED_WRONG_SHARE:.1f})" if count else "")
        for threshold, count, wrong in wrong_above
    ]


def _share(hits: NDArray[np.bool_]) -> float | None:
    """The share of hits, None of nothing."""
    return round(float(hits.mean()), 4) if len(hits) else None
