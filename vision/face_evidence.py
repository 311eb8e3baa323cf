"""The pips of a card's face as a second opinion on its rank, where the whole face shows."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_size import CARD_HEIGHT_MM
from vision.sightings import CardSighting

RANKS = "A23456789TJQK"
_SUITS = "SHDC"
_HALF_WIDTH_MM, _HALF_HEIGHT_MM = 21, 40
"""The part of the face looked at, between the indices of both sides."""
_COLUMNS_MM, _ROWS_MM = (11.0, 14.0, 17.0), (24.0, 28.0, 32.0)
"""From the centre to the outer columns and rows of pips, of poker decks near and far."""
_PIP_RADIUS_MM = 4.2
_ACE_RADII_MM = (4.5, 8.0, 12.0)
_LEAST_PX_PER_MM = 1.0
_LEAST_FIT = 0.65
"""Of the best arrangement, 1 for the ideal. From here on 56 of 57 ranks are right on drawn tables; below 0.6 many faces
are covered or hold a figure."""
_FIGURE_FIT = 0.4
"""How well the best arrangement of pips fits where there is a figure instead."""
_WEIGHT = 14.0
_TRUST = 0.9
"""A face can be worn, covered or taken for another card's: no more than this rests on it."""

_Places = list[tuple[float, float]]
_CORNERS: _Places = [(x, y) for x in (-1, 1) for y in (-1, 1)]
_SIDES: _Places = [(-1, 0), (1, 0)]
_THIRDS: _Places = [(x, y / 3) for x in (-1, 1) for y in (-1, 1)]
_PIPS: dict[str, list[_Places]] = {
    "2": [[(0, -1), (0, 1)]],
    "3": [[(0, -1), (0, 0), (0, 1)]],
    "4": [_CORNERS],
    "5": [[*_CORNERS, (0, 0)]],
    "6": [[*_CORNERS, *_SIDES]],
    "7": [[*_CORNERS, *_SIDES, (0, y)] for y in (-0.5, 0.5)],
    "8": [[*_CORNERS, *_SIDES, (0, -0.5), (0, 0.5)]],
    "9": [[*_CORNERS, *_THIRDS, (0, 0)]],
    "T": [[*_CORNERS, *_THIRDS, (0, -2 / 3), (0, 2 / 3)]],
}
"""Arrangements of every rank, in columns and rows from the centre; a seven may lie either way up."""


def with_face(image_bgr: NDArray[np.uint8], card: CardSighting, *, min_code_confidence: float) -> CardSighting:
    """The card weighed anew by what its face shows, or as it is where the face tells nothing.

    The face must be framed by two opposite corners. A card whose likeliest code changes by it carries the first one in
    ``repaired_from``.
    """
    ranks = rank_likelihoods(image_bgr, card)
    if ranks is None:
        return card
    factors = np.array([ranks[code[0]] if _is_standard(code) else 1.0 for code in card.classes])
    weighed = card.probabilities * factors
    probabilities = (weighed / weighed.sum()).astype(np.float32)
    best = int(np.argmax(probabilities))
    confidence = float(probabilities[best])
    return replace(
        card,
        probabilities=probabilities,
        code=card.classes[best] if confidence >= min_code_confidence else None,
        confidence=confidence,
        repaired_from=card.repaired_from if card.classes[best] == card.best_code else card.best_code,
    )


def rank_likelihoods(image_bgr: NDArray[np.uint8], card: CardSighting) -> dict[str, float] | None:
    """How much likelier than on average such a face is for every rank (mean 1), None where no pips can be counted."""
    px_per_mm = card.card_height_px / CARD_HEIGHT_MM
    if len(card.indices) < 2 or px_per_mm < _LEAST_PX_PER_MM:
        return None
    ink = _ink(_upright_face(image_bgr, card, px_per_mm))
    if ink is None:
        return None
    fits = {rank: max(float(ink.ravel() @ template) for template in templates) for rank, templates in _templates()}
    if max(fits.values()) < _LEAST_FIT:
        return None
    scores = np.array([fits.get(rank, _FIGURE_FIT) for rank in RANKS])
    shares = np.exp(_WEIGHT * (scores - scores.max()))
    shares = _TRUST * shares / shares.sum() + (1 - _TRUST) / len(RANKS)
    return dict(zip(RANKS, (shares * len(RANKS)).tolist(), strict=True))


def _is_standard(code: str) -> bool:
    return len(code) == 2 and code[0] in RANKS and code[1] in _SUITS


def _upright_face(image_bgr: NDArray[np.uint8], card: CardSighting, px_per_mm: float) -> NDArray[np.uint8]:
    """The middle of the face, upright, at one pixel per millimetre."""
    angle = math.radians(card.angle_deg)
    right = np.array([math.cos(angle), math.sin(angle)]) * px_per_mm
    down = np.array([-math.sin(angle), math.cos(angle)]) * px_per_mm
    image_from_face = np.column_stack([right, down, np.array(card.centre_xy)])
    image_from_face[:, 2] -= right * _HALF_WIDTH_MM + down * _HALF_HEIGHT_MM
    # Averaged first where a millimetre has several pixels: warpAffine looks at four only.
    soft = max(0.0, px_per_mm / 2 - 0.5)
    x0, y0, x1, y1 = _surroundings(image_bgr, card)
    window = image_bgr[y0:y1, x0:x1]
    if soft > 0.3:
        window = cv2.GaussianBlur(window, (0, 0), soft)
    image_from_face[:, 2] -= (x0, y0)
    face: NDArray[np.uint8] = cv2.warpAffine(
        window,
        image_from_face,
        (2 * _HALF_WIDTH_MM + 1, 2 * _HALF_HEIGHT_MM + 1),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return face


def _surroundings(image_bgr: NDArray[np.uint8], card: CardSighting) -> tuple[int, int, int, int]:
    """The part of the picture around the card, of at least one pixel."""
    height, width = image_bgr.shape[:2]
    (x0, y0), (x1, y1) = card.quad_xy.min(axis=0), card.quad_xy.max(axis=0)
    left, top = int(np.clip(x0, 0, width - 1)), int(np.clip(y0, 0, height - 1))
    return left, top, int(np.clip(x1 + 1, left + 1, width)), int(np.clip(y1 + 1, top + 1, height))


def _ink(face_bgr: NDArray[np.uint8]) -> NDArray[np.float32] | None:
    """How much every place differs from the paper, of mean 0 and length 1; None for a face of one colour."""
    paper = np.median(face_bgr.reshape(-1, 3), axis=0)
    strength = np.abs(face_bgr.astype(np.float32) - paper).max(axis=2)
    full = float(np.percentile(strength, 99))
    if full < 12.0:
        return None
    ink = cv2.GaussianBlur(np.minimum(strength / full, 1.0), (0, 0), 1.2)
    ink -= ink.mean()
    unit: NDArray[np.float32] = ink / max(float(np.linalg.norm(ink)), 1e-6)
    return unit


@functools.cache
def _templates() -> Sequence[tuple[str, list[NDArray[np.float32]]]]:
    """For every rank with pips the pictures of its arrangements, as flat vectors of mean 0 and length 1."""
    reaches = list(itertools.product(_COLUMNS_MM, _ROWS_MM))
    table = [("A", [_drawn([(0.0, 0.0)], radius) for radius in _ACE_RADII_MM])]
    for rank, arrangements in _PIPS.items():
        table.append(
            (
                rank,
                [
                    _drawn([(x * column, y * row) for x, y in places], _PIP_RADIUS_MM)
                    for places in arrangements
                    for column, row in reaches
                ],
            )
        )
    return table


def _drawn(places_mm: Sequence[tuple[float, float]], radius_mm: float) -> NDArray[np.float32]:
    y, x = np.mgrid[-_HALF_HEIGHT_MM : _HALF_HEIGHT_MM + 1, -_HALF_WIDTH_MM : _HALF_WIDTH_MM + 1]
    picture = np.zeros(x.shape, np.float32)
    for px, py in places_mm:
        picture[(x - px) ** 2 + (y - py) ** 2 <= radius_mm**2] = 1.0
    picture = cv2.GaussianBlur(picture, (0, 0), 1.2)
    picture -= picture.mean()
    flat: NDArray[np.float32] = (picture / np.linalg.norm(picture)).ravel()
    return flat
