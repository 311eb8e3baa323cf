"""Fit the confidence of whole cards to the models: `python -m datasets.fit_confidence`, after every export.

Drawn tables of the validation decks, and many more without cards, are read; a logistic model learns from them how often
a card with such votes, such a belief of the detector, so many corners and such a size is right.
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.measure_drawn import LAYOUTS, bare_table, drawn_table, worths_of_all
from vision.card_confidence import CONFIDENCE_FILE, FEATURES, features
from vision.model_files import DEFAULT_MODELS_DIR
from vision.recogniser import Recogniser

_BARE_TABLES = 8
"""For each table of a layout: a camera looks at other things longer than at cards, and what is taken for a card there
tells how far a half-hearted detector can be believed."""
_RIDGE = 0.3
_STEPS = 30


def gathered(recogniser: Recogniser, tables: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """(N, features) and (N,) whether right, of all cards read on drawn tables of validation decks."""
    rows: list[tuple[float, ...]] = []
    right: list[bool] = []
    drawn = (
        drawn_table((seed, n), "validation", layout, packs) for layout, packs in LAYOUTS.values() for n in range(tables)
    )
    bare = (bare_table((seed, n), "validation") for n in range(_BARE_TABLES * tables))
    for scene in itertools.chain(drawn, bare):
        reading = recogniser.read_photo(scene.image_bgr)
        rows += [tuple(features(card)) for card in reading.cards]
        right += [worth in ("right", "optional", "doubled") for worth in worths_of_all(scene, reading)]
    return np.array(rows).reshape(-1, len(FEATURES)), np.array(right, bool)


def fitted(rows: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(F,) weights of the likeliest logistic model, a little drawn towards nothing (Newton's method)."""
    weights = np.zeros(rows.shape[1])
    ridge = np.full(rows.shape[1], _RIDGE)
    ridge[0] = 0.0
    for _ in range(_STEPS):
        said = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (right - said) - ridge * weights
        curvature = (rows * (said * (1 - said))[:, None]).T @ rows + np.diag(ridge + 1e-6)
        weights = weights + np.linalg.solve(curvature, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=DEFAULT_MODELS_DIR)
    parser.add_argument("--tables", type=int, default=140, help="of each layout")
    parser.add_argument("--seed", type=int, default=70)
    args = parser.parse_args()
    recogniser = Recogniser.load(args.models, confidence=None)
    rows, right = gathered(recogniser, args.tables, args.seed)
    weights = fitted(rows, right)
    named = {name: round(float(weight), 4) for name, weight in zip(FEATURES, weights, strict=True)}
    about = f"{len(right)} cards read on drawn tables of validation decks, {int((~right).sum())} of them wrong"
    (args.models / CONFIDENCE_FILE).write_text(json.dumps({"fitted_on": about, "weights": named}, indent=1) + "\n")
    print(about, named)


if __name__ == "__main__":
    main()
