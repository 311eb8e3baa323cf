"""Several looks at one picture, and what they say together of every index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detector import IndexDetections
from vision.grouping import CARD_HEIGHTS_PER_CENTRE_DISTANCE
from vision.nms import overlap_over_smaller
from vision.sightings import IndexSighting

LOOK_CARD_HEIGHT_PX = 160.0
"""Card height at which the detector finds and places indices best, of 92 to 240 px."""
_DOUBLE_OVERLAP = 0.5
_SAME_PLACE = 0.5
"""Two finds of one index have both glyphs within this, in distances between rank and suit."""
_DOUBLE_REACH = 0.8
"""Beyond this, in the same unit, overlapping boxes are those of neighbours in a slanting fan."""
_SURE_NAME = 0.9
"""From here on two finds that are read as different cards are two."""
_ON_EACH_OTHER = 0.25
"""In the same unit: two indices of a fan, of each of which enough can be seen, lie further apart."""
_LEAST_VOTE = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One pass of detector and reader: indices in pixels of the picture, how they were read (N, C), at which scale.

    ``weight``: how many others it outweighs.
    """

    found: IndexDetections
    votes: NDArray[np.float32]
    scale: float
    weight: float = 1.0


def card_heights_px(found: IndexDetections) -> NDArray[np.float32]:
    """(N,) heights of the cards that the indices point at."""
    to_centre = found.card_centre_xy - (found.rank_xy + found.suit_xy) / 2
    heights = np.hypot(to_centre[:, 0], to_centre[:, 1]) * np.float32(CARD_HEIGHTS_PER_CENTRE_DISTANCE)
    return np.maximum(heights, np.float32(1.0)).astype(np.float32)


def indices_of(looks: Sequence[Look]) -> list[IndexSighting]:
    """Every index once: its pose from the look in which its card had the best height, its name by the votes of all.

    A find that overlaps a better one without having the same glyphs is dropped.
    """
    found = IndexDetections.joined([look.found for look in looks])
    if not len(found):
        return []
    votes = np.concatenate([look.votes for look in looks])
    scales = np.concatenate([np.full(len(look.found), look.scale) for look in looks])
    best_scale = np.exp2(-np.abs(np.log2(card_heights_px(found) * scales / LOOK_CARD_HEIGHT_PX)))
    weights = np.concatenate([np.full(len(look.found), look.weight) for look in looks]) * found.confidences * best_scale
    same, double = _same_and_double(found, votes)
    left = np.ones(len(found), bool)
    sightings = []
    for k in np.argsort(-weights, kind="stable"):
        if left[k]:
            voters = np.flatnonzero(left & same[k])
            sightings.append(_sighting(found, int(k), voters, elected(votes[voters], weights[voters])))
            left &= ~double[k]
    return sightings


def _same_and_double(found: IndexDetections, votes: NDArray[np.float32]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(N, N) each: whether two finds are one printed index, and whether only the better one can be an index.

    Two that are surely read as different cards are neighbours of a narrow fan, unless they lie on each other.
    """
    glyphs = np.maximum(np.hypot(*(found.suit_xy - found.rank_xy).T), 1.0)
    larger = np.maximum(glyphs[:, None], glyphs)
    names, is_sure = votes.argmax(axis=1), votes.max(axis=1) >= _SURE_NAME
    differ = (names[:, None] != names) & is_sure[:, None] & is_sure
    apart = _distances((found.rank_xy + found.suit_xy) / 2)
    same = np.maximum(_distances(found.rank_xy), _distances(found.suit_xy)) <= _SAME_PLACE * larger
    overlap = overlap_over_smaller(found.boxes_xyxy, found.boxes_xyxy) > _DOUBLE_OVERLAP
    double = (same & ~differ) | ((apart <= _DOUBLE_REACH * larger) & overlap)
    return same & ~differ, double & ~(differ & (apart > _ON_EACH_OTHER * larger))


def _distances(points: NDArray[np.floating]) -> NDArray[np.floating]:
    between = points[:, None] - points[None]
    result: NDArray[np.floating] = np.hypot(between[..., 0], between[..., 1])
    return result


def elected(votes: NDArray[np.float32], weights: NDArray[np.floating] | None = None) -> NDArray[np.float32]:
    """(V, C) votes on one print → (C,): their geometric mean, since looks at one print are not independent."""
    if len(votes) == 1:
        only: NDArray[np.float32] = votes[0]
        return only
    logs = np.average(np.log(np.maximum(votes, _LEAST_VOTE)), axis=0, weights=weights)
    together = np.exp(logs - logs.max())
    share: NDArray[np.float32] = (together / together.sum()).astype(np.float32)
    return share


def _sighting(
    found: IndexDetections, k: int, voters: NDArray[np.intp], probabilities: NDArray[np.float32]
) -> IndexSighting:
    return IndexSighting(
        box_xyxy=tuple(map(float, found.boxes_xyxy[k])),  # type: ignore[arg-type]
        rank_xy=(float(found.rank_xy[k, 0]), float(found.rank_xy[k, 1])),
        suit_xy=(float(found.suit_xy[k, 0]), float(found.suit_xy[k, 1])),
        card_centre_xy=(float(found.card_centre_xy[k, 0]), float(found.card_centre_xy[k, 1])),
        detector_confidence=float(found.confidences[voters].max()),
        probabilities=probabilities,
    )
