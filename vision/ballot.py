"""Several readings of a still table put to the vote."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.sightings import CardSighting, PhotoReading

_SAME_PLACE_CARDS = 0.35
"""Centres of one card in two frames, in card heights; a card of which one corner shows is placed less surely."""
_OTHER_NAME_CARDS = 0.12
"""The same for two readings with nothing in common: further apart they are neighbours of a fan, one of them unseen."""
_IN_COMMON = 0.2
_MOST = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Elected:
    """A card with its fused sighting, and the share of the frames it was seen in."""

    sighting: CardSighting
    seen_share: float
    frames: int = 1
    """In how many frames it was seen."""

    @property
    def is_seen_often(self) -> bool:
        """In most frames, or in half of them and not once only: every second one is looked at from nearer."""
        return self.seen_share > _MOST or (self.seen_share == _MOST and self.frames > 1)


def elect(readings: Sequence[PhotoReading], *, min_code_confidence: float) -> tuple[Elected, ...]:
    """The cards that the readings of one still scene agree on, with the mean of their probabilities.

    The pose is that of the frame in which most corners were seen.
    """
    groups: list[list[CardSighting]] = []
    frames: list[set[int]] = []
    for number, reading in enumerate(readings):
        # The surest pairs first: where a neighbour in a fan was not seen this time, nobody else takes its place.
        pairs = sorted(
            (cost, i, j)
            for i, group in enumerate(groups)
            for j, card in enumerate(reading.cards)
            if (cost := _distance(group[-1], card)) is not None
        )
        taken: dict[int, int] = {}
        for _, i, j in pairs:
            if i not in taken.values() and j not in taken:
                taken[j] = i
        for j, card in enumerate(reading.cards):
            if j in taken:
                groups[taken[j]].append(card)
                frames[taken[j]].add(number)
            else:
                groups.append([card])
                frames.append({number})
    found = [Elected(_fused(group, min_code_confidence), len(group) / len(readings), len(group)) for group in groups]
    return tuple(
        one
        for i, one in enumerate(found)
        if not any(_stands_for(found[j], one) and frames[i].isdisjoint(frames[j]) for j in range(len(found)) if j != i)
    )


def _stands_for(one: Elected, other: Elected) -> bool:
    """Whether of two finds at one place, never seen together, this is the surer one: looks that differ in size may
    read a card differently, and place it differently."""
    height_px = (one.sighting.card_height_px + other.sighting.card_height_px) / 2
    apart = math.dist(one.sighting.centre_xy, other.sighting.centre_xy) / height_px
    surer = (one.frames, one.sighting.confidence) > (other.frames, other.sighting.confidence)
    return surer and apart < _SAME_PLACE_CARDS


def unanimous(readings: Sequence[PhotoReading]) -> bool:
    """Whether all readings name the same cards, all surely."""
    first = sorted(readings[0].codes)
    return all(len(r.codes) == len(r.cards) and sorted(r.codes) == first for r in readings)


def _distance(one: CardSighting, other: CardSighting) -> float | None:
    """In card heights, with up to one tenth on top for different probabilities: copies in a heap keep their names.

    None for two that are not one card.
    """
    height_px = (one.card_height_px + other.card_height_px) / 2
    agreement = float(np.minimum(one.probabilities, other.probabilities).sum())
    apart = math.dist(one.centre_xy, other.centre_xy) / height_px
    if apart >= (_SAME_PLACE_CARDS if agreement > _IN_COMMON else _OTHER_NAME_CARDS):
        return None
    return apart + 0.1 * (1.0 - agreement)


def _fused(group: Sequence[CardSighting], min_code_confidence: float) -> CardSighting:
    best_seen = max(group, key=lambda card: (len(card.indices), card.detector_confidence))
    probabilities = np.mean([card.probabilities for card in group], axis=0).astype(np.float32)
    best = int(np.argmax(probabilities))
    confidence = float(probabilities[best])
    code = best_seen.classes[best] if confidence >= min_code_confidence else None
    repaired = next((card.repaired_from for card in group if card.repaired_from not in (None, code)), None)
    return replace(
        best_seen,
        probabilities=probabilities,
        code=code,
        confidence=confidence,
        conflict=any(card.conflict for card in group),
        repaired_from=repaired,
    )
