"""How the cards of a set lie beside and on each other: one card, a fan, a row, steps, or a heap.

Places are in millimetres from the middle of the set in its player's frame (x to the right, y towards the player), with
the card's turn in degrees; the lowest card comes first. Every card shows one of its indices.
"""

from __future__ import annotations

import numpy as np

from datasets.clips.motion import CardPose
from datasets.clips.placing import card_outline, has_corner_in_sight

CardPlace = tuple[float, float, float]
LARGEST_HEAP = 4
MOST_STEPS = 5
_WIDEST_MM = 170.0
"""From the first to the last card of a row."""
_WIDEST_FAN_DEG = 72.0


def lay_out(rng: np.random.Generator, count: int) -> tuple[str, list[CardPlace]]:
    """A layout's name and the places of so many cards."""
    if count == 1:
        return "single", [(0.0, 0.0, float(rng.normal(0, 4)))]
    chances = {"fan": 0.42, "row": 0.36}
    if count <= MOST_STEPS:
        chances["steps"] = 0.10
    if count <= LARGEST_HEAP:
        chances["heap"] = 0.14
    names = list(chances)
    name = str(rng.choice(names, p=np.array(list(chances.values())) / sum(chances.values())))
    return name, _LAYOUTS[name](rng, count)


def _fan(rng: np.random.Generator, count: int) -> list[CardPlace]:
    step = min(rng.uniform(7, 12), _WIDEST_FAN_DEG / (count - 1))
    radius = rng.uniform(75, 120)
    places = []
    for number in range(count):
        turn = (number - (count - 1) / 2) * step + rng.normal(0, 0.7)
        reach = radius + rng.normal(0, 1.2)
        radians = np.deg2rad(turn)
        places.append((float(reach * np.sin(radians)), float(radius - reach * np.cos(radians)), float(turn)))
    return places


def _row(rng: np.random.Generator, count: int) -> list[CardPlace]:
    shift = min(rng.uniform(14, 25), _WIDEST_MM / (count - 1))
    slope = np.deg2rad(rng.normal(0, 5))
    along = (np.arange(count) - (count - 1) / 2) * shift
    return [
        (float(x * np.cos(slope) + rng.normal(0, 0.8)), float(x * np.sin(slope) + rng.normal(0, 1.5)), float(turn))
        for x, turn in zip(along, rng.normal(0, 1.6, count), strict=True)
    ]


def _steps(rng: np.random.Generator, count: int) -> list[CardPlace]:
    shift = rng.uniform(26, 34)
    return [
        (float(rng.normal(0, 2.5)), float((number - (count - 1) / 2) * shift + rng.normal(0, 1)), rng.normal(0, 2.0))
        for number in range(count)
    ]


def _heap(rng: np.random.Generator, count: int) -> list[CardPlace]:
    while True:
        places = [(float(x), float(y), float(t)) for x, y, t in rng.normal(0, (24, 24, 24), (count, 3))]
        outlines = [card_outline(CardPose(x, y, 0.0, turn)) for x, y, turn in places]
        if all(has_corner_in_sight(outlines, number) for number in range(count)):
            return places


_LAYOUTS = {"fan": _fan, "row": _row, "steps": _steps, "heap": _heap}
