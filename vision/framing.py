"""Whether the camera sees cards at a size at which they can be read."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np

from vision.sightings import CardSighting

_TALLEST_SHARE = 0.6
"""Of the picture's shorter side: a trick of larger cards would not fit on the table."""
_SMALLEST_PX = 80.0
"""Height of a card below which its index is too small to be read at every angle."""
_FEWEST_CODES = 2
"""So many different cards must seem too large: a single one is more likely no card at all."""


class CameraDistance(Enum):
    """How far away the camera stands."""

    FITS = "fits"
    TOO_NEAR = "too_near"
    TOO_FAR = "too_far"


def is_too_tall(card: CardSighting, picture_shape: Sequence[int]) -> bool:
    """Whether what seems to be a card is too large in a picture (height, width, …) to be one of a game."""
    return card.card_height_px > _TALLEST_SHARE * min(picture_shape[:2])


def camera_distance(cards: Sequence[CardSighting], picture_shape: Sequence[int]) -> CameraDistance | None:
    """What the named cards of a reading say of the camera, None where they say nothing."""
    named = [card for card in cards if card.code is not None]
    fitting = [card.card_height_px for card in named if not is_too_tall(card, picture_shape)]
    if fitting:
        return CameraDistance.TOO_FAR if np.median(fitting) < _SMALLEST_PX else CameraDistance.FITS
    return CameraDistance.TOO_NEAR if len({card.code for card in named}) >= _FEWEST_CODES else None
