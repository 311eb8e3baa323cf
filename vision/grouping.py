"""From indices to cards: which corners belong together, where their card lies, and what they say together."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.sightings import NOT_A_CODE, CardSighting, IndexSighting
from vision.table_plane import CARD_HEIGHT_MM, CARD_WIDTH_MM

CARD_HEIGHTS_PER_CENTRE_DISTANCE = 2.12
"""Card height over the distance from the middle of an index to the card's centre (41.5 mm on common poker decks)."""
_CENTRE_TOLERANCE = 0.25
"""How far apart, in card heights, two corners of one card may believe its centre to be."""
_DIRECTION_TOLERANCE_DEG = 25.0
"""Corners of one card stand parallel; perspective and shear take some of it."""
_SURE_CONFLICT_COST = 0.75
"""Two corners surely read as different cards must agree four times better in their geometry to count as one card."""
_MIN_CORNER_DISTANCE = 0.4
"""In card heights: nearer corners are never of one card (the short side of a card leaves 0.6)."""


def group_indices(indices: Sequence[IndexSighting], codes: NDArray[np.bool_], *, single_copy: bool) -> list[list[int]]:
    """Positions of the indices that make up each card, best index first.

    ``codes`` is (C,): which classes are card codes. With ``single_copy`` (a deck without doubles) corners of the same
    code are joined more readily. Opposite corners point at one centre and stand on each other's heads; decks with
    four indices also have two upright ones side by side. Corners that fit no other make a card of their own.
    """
    shapes = [_Corner(index, codes) for index in indices]
    pairs = []
    for i, j in itertools.combinations(range(len(shapes)), 2):
        cost = _pair_cost(shapes[i], shapes[j], single_copy=single_copy)
        if cost is not None:
            pairs.append((cost, i, j))
    fits = {(i, j) for _, i, j in pairs}
    group_of = {i: [i] for i in range(len(shapes))}
    for _, i, j in sorted(pairs):
        one, other = group_of[i], group_of[j]
        if one is other or len(one) + len(other) > 4:
            continue
        # Every corner must fit every other, or a chain of neighbours in a fan would become one card.
        if all((min(a, b), max(a, b)) in fits for a in one for b in other):
            one.extend(other)
            for k in other:
                group_of[k] = one
    groups = {id(group): group for group in group_of.values()}.values()
    return [sorted(group, key=lambda k: -indices[k].detector_confidence) for group in groups]


class _Corner:
    """An index with what its pose says about its card."""

    def __init__(self, index: IndexSighting, codes: NDArray[np.bool_]) -> None:
        self.middle = np.array(index.middle_xy)
        self.centre = np.array(index.card_centre_xy)
        self.down = down_of(index)
        to_centre = self.centre - self.middle
        right = np.array([self.down[1], -self.down[0]])
        self.is_left = float(to_centre @ right) >= 0.0
        self.card_height_px = card_height_of(index)
        self.code_probabilities, self.readable = _code_probabilities(index, codes)


def down_of(index: IndexSighting) -> NDArray[np.float64]:
    """Unit vector from the rank to the suit."""
    down = np.subtract(index.suit_xy, index.rank_xy).astype(np.float64)
    length = float(np.hypot(*down))
    return down / length if length > 1e-6 else np.array([0.0, 1.0])


def card_height_of(index: IndexSighting) -> float:
    """Height of the card in pixels as one index tells it."""
    return max(math.dist(index.middle_xy, index.card_centre_xy) * CARD_HEIGHTS_PER_CENTRE_DISTANCE, 1.0)


def _pair_cost(a: _Corner, b: _Corner, *, single_copy: bool) -> float | None:
    """0 for two corners of surely one card, 1 at the edge of the tolerance, None beyond it."""
    height_px = (a.card_height_px + b.card_height_px) / 2
    if max(a.card_height_px, b.card_height_px) > 1.8 * min(a.card_height_px, b.card_height_px):
        return None
    parallel = float(a.down @ b.down)
    if abs(parallel) < math.cos(math.radians(_DIRECTION_TOLERANCE_DEG)):
        return None
    if parallel > 0 and a.is_left == b.is_left:
        return None  # the same corner of two cards, as in a fan
    if math.dist(a.middle, b.middle) < _MIN_CORNER_DISTANCE * height_px:
        return None
    error = math.dist(a.centre, b.centre) / height_px
    if parallel < 0 and a.is_left == b.is_left:
        between = (a.middle + b.middle) / 2
        error = max(error, math.dist(between, (a.centre + b.centre) / 2) / height_px)
    both_readable = a.readable * b.readable
    agreement = float(a.code_probabilities @ b.code_probabilities)
    conflict = both_readable * (1.0 - agreement)
    tolerance = _CENTRE_TOLERANCE
    if single_copy and both_readable * agreement > 0.5:
        tolerance *= 1.6
    cost = error / tolerance + _SURE_CONFLICT_COST * conflict
    return cost if cost <= 1.0 else None


def make_card(
    indices: Sequence[IndexSighting], classes: tuple[str, ...], *, min_code_confidence: float
) -> CardSighting:
    """The card that these corners make: its pose, and its name by the votes of all of them."""
    codes = code_mask(classes)
    probabilities = fuse([index.probabilities for index in indices], codes)
    best = int(np.argmax(probabilities))
    confidence = float(probabilities[best])
    centre, height_px, down = _pose(indices)
    return CardSighting(
        classes=classes,
        probabilities=probabilities,
        code=classes[best] if confidence >= min_code_confidence else None,
        confidence=confidence,
        centre_xy=(float(centre[0]), float(centre[1])),
        card_height_px=height_px,
        angle_deg=math.degrees(math.atan2(-down[0], down[1])) % 360.0,
        quad_xy=_quad(centre, height_px, down),
        indices=tuple(indices),
        conflict=_conflict(indices, codes),
    )


def code_mask(classes: Sequence[str]) -> NDArray[np.bool_]:
    """(C,): which classes are card codes."""
    return np.array([name not in NOT_A_CODE for name in classes], bool)


def fuse(votes: Sequence[NDArray[np.floating]], codes: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Several (C,) probability vectors of one card → (C,) over its codes; log-probabilities are added.

    A vote that is partly *unreadable* or *not an index* counts by the rest of it only. What is no code gets 0.
    """
    count = int(codes.sum())
    total = np.zeros(count, np.float64)
    for vote in votes:
        readable = float(vote[codes].sum())
        blended = vote[codes].astype(np.float64) + max(1.0 - readable, 0.0) / count
        total += np.log(np.maximum(blended, 1e-6))
    total = np.exp(total - total.max())
    fused = np.zeros(len(codes), np.float32)
    fused[codes] = total / total.sum()
    return fused


def _code_probabilities(index: IndexSighting, codes: NDArray[np.bool_]) -> tuple[NDArray[np.float64], float]:
    """(number of codes,) summing to 1, and the probability that the index names a code at all."""
    values = index.probabilities[codes].astype(np.float64)
    readable = float(values.sum())
    return values / max(readable, 1e-9), min(readable, 1.0)


def _conflict(indices: Sequence[IndexSighting], codes: NDArray[np.bool_]) -> bool:
    """Whether two corners each hold a different code for more likely than not."""
    firm = {int(np.argmax(index.probabilities)) for index in indices if float(np.max(index.probabilities[codes])) > 0.5}
    return len(firm) > 1


def _pose(indices: Sequence[IndexSighting]) -> tuple[NDArray[np.float64], float, NDArray[np.float64]]:
    """Centre (2,), height in px and down direction (2,) of the card."""
    first = indices[0]
    down = down_of(first)
    weights = np.array([index.detector_confidence for index in indices])
    middles = np.array([index.middle_xy for index in indices], np.float64)
    directions = np.array([down_of(index) for index in indices])
    directions *= np.where(directions @ down < 0, -1.0, 1.0)[:, None]
    mean_down = weights @ directions
    mean_down /= max(float(np.hypot(*mean_down)), 1e-9)

    heights = [card_height_of(index) for index in indices]
    # The two corners of a diagonal are printed at the same distance from the centre: better than any belief.
    diagonals = [
        (i, j)
        for i, j in itertools.combinations(range(len(indices)), 2)
        if math.dist(middles[i], middles[j]) > 0.85 * float(np.median(heights))
    ]
    if diagonals:
        centre = np.mean([(middles[i] + middles[j]) / 2 for i, j in diagonals], axis=0)
        lengths = [math.dist(middles[i], middles[j]) for i, j in diagonals]
        height_px = float(np.mean(lengths)) / 2 * CARD_HEIGHTS_PER_CENTRE_DISTANCE
    else:
        centre = weights @ np.array([index.card_centre_xy for index in indices]) / weights.sum()
        height_px = float(np.average(heights, weights=weights))
    return centre, height_px, mean_down


def _quad(centre: NDArray[np.float64], height_px: float, down: NDArray[np.float64]) -> NDArray[np.float32]:
    """(4, 2): top left, top right, bottom right, bottom left of the upright card."""
    right = np.array([down[1], -down[0]])
    half_down = down * height_px / 2
    half_right = right * height_px * CARD_WIDTH_MM / CARD_HEIGHT_MM / 2
    corners = [-half_right - half_down, half_right - half_down, half_right + half_down, -half_right + half_down]
    return np.array([centre + corner for corner in corners], np.float32)
