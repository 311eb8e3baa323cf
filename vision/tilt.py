"""How obliquely the camera looks at the table, told by the cards, and how to undo it.

Seen from the side a table is squeezed in one direction, print on it too, and a sheared five looks like a J. Every index
tells something: the camera stretches the angle between its print and the way to its card's centre, and makes cards that
lie across look longer than cards that lie along.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import CardSighting

_WAY_TO_CENTRE_DEG = {False: 37.0, True: 40.0}
"""Between the print of an index, downwards, and the way to its card's centre, by whether the card's other corner was
seen too: medians on drawn tables, 3 to 5 degrees of spread in both."""
_ANGLE_SPREAD_DEG = 3.0
"""Between the indices of one deck."""
_DECK_SPREAD_DEG = 4.0
"""Between decks."""
_LENGTH_SPREAD = 0.08
"""Of the logarithm of what is as long in all cards."""
_MOST_DEVIATION = 9.0
"""What one index can say at most, in spreads: a wrong one does not tilt the table."""
_MOST_DECK_VOTES = 3
"""However many indices show it, where one deck prints them is one piece of evidence, weighed so often at most."""
_SQUEEZE_SPREAD = 0.1
"""Most cameras look down: a tilt must be told by several spreads to be believed."""
_SQUEEZES = np.arange(0.95, 0.44, -0.05)
_DIRECTIONS = 18


@dataclass(frozen=True, slots=True, eq=False)
class Tilt:
    """``squeeze`` is 1 for a camera that looks straight down; ``upright_from_image`` (2, 2) undoes it."""

    squeeze: float
    upright_from_image: NDArray[np.float64]


def tilt_of(cards: Sequence[CardSighting]) -> Tilt:
    """The likeliest tilt of a flat table with these cards, none where there is no card to tell."""
    tilts = _tilts()
    prints, ways, paired = _told_by(cards)
    if not len(paired):
        return tilts[0]
    undo = np.array([tilt.upright_from_image for tilt in tilts])
    prints, ways = np.einsum("tij,nj->tni", undo, prints), np.einsum("tij,nj->tni", undo, ways)
    across = prints[..., 0] * ways[..., 1] - prints[..., 1] * ways[..., 0]
    angles = np.degrees(np.abs(np.arctan2(across, (prints * ways).sum(axis=2))))
    off = angles - np.where(paired, _WAY_TO_CENTRE_DEG[True], _WAY_TO_CENTRE_DEG[False])
    of_deck = np.median(off, axis=1)
    cost = _deviations(off / _ANGLE_SPREAD_DEG) + (of_deck / _DECK_SPREAD_DEG) ** 2 * min(len(paired), _MOST_DECK_VOTES)
    for vectors in (prints, ways):
        cost += _deviations(np.log(np.maximum(np.hypot(vectors[..., 0], vectors[..., 1]), 1e-3)) / _LENGTH_SPREAD)
    cost += (1.0 - np.array([tilt.squeeze for tilt in tilts])) / _SQUEEZE_SPREAD
    return tilts[int(cost.argmin())]


def _told_by(cards: Sequence[CardSighting]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Of every index its print and the way to its card's centre (N, 2), and whether two corners give that (N,)."""
    prints, ways, paired = [], [], []
    for card in cards:
        middles = np.array([index.middle_xy for index in card.indices])
        for index, middle in zip(card.indices, middles, strict=True):
            is_paired = len(middles) == 2
            centre = middles.mean(axis=0) if is_paired else np.array(index.card_centre_xy)
            prints.append(np.subtract(index.suit_xy, index.rank_xy))
            ways.append(centre - middle)
            paired.append(is_paired)
    return np.array(prints).reshape(-1, 2), np.array(ways).reshape(-1, 2), np.array(paired, bool)


def _deviations(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """(T, N) → (T,): how far the values of each row lie from their middle."""
    away = np.abs(values - np.median(values, axis=1, keepdims=True))
    total: NDArray[np.float64] = np.minimum(away, _MOST_DEVIATION).sum(axis=1)
    return total


@functools.cache
def _tilts() -> tuple[Tilt, ...]:
    """None, and every squeeze in every direction."""
    tilts = [Tilt(1.0, np.eye(2))]
    for squeeze in _SQUEEZES:
        for direction in np.arange(_DIRECTIONS) * np.pi / _DIRECTIONS:
            turn = np.array([[np.cos(direction), -np.sin(direction)], [np.sin(direction), np.cos(direction)]])
            tilts.append(Tilt(float(squeeze), turn @ np.diag([1.0, 1.0 / squeeze]) @ turn.T))
    return tuple(tilts)


def made_upright(
    image_bgr: NDArray[np.uint8], region_xyxy: tuple[int, int, int, int], tilt: Tilt
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A part of a picture as if the camera looked straight down, with the (2, 3) matrix that leads there.

    Nothing is made smaller; the squeezed direction is stretched. Beyond the picture's edge the edge is repeated.
    """
    x0, y0, x1, y1 = region_xyxy
    linear = tilt.upright_from_image
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) @ linear.T
    low = corners.min(axis=0)
    width, height = np.maximum(np.ceil(corners.max(axis=0) - low), 1).astype(int).tolist()
    matrix = np.column_stack([linear, -low])
    upright = cv2.warpAffine(image_bgr, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return upright, matrix
