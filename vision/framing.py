"""Whether the camera sees cards at a size at which they can be read."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from vision.sightings import CardSighting

_TALLEST_SHARE = 0.6
"""Of the picture's shorter side: a trick of larger cards would not fit on the table."""
_SMALLEST_PX = 66.0
"""Height of a card whose index is 13 pixels tall; of cards seen at 85 px some are thought to be 70."""
_FEWEST_CODES = 2
"""So many different cards must seem too large: a single one is more likely no card at all."""
_FEWEST_NAMELESS = 3
"""So many things without a name must seem too small, for the same reason."""


class CameraDistance(Enum):
    """How far away the camera stands."""

    FITS = "fits"
    TOO_NEAR = "too_near"
    TOO_FAR = "too_far"


def is_too_tall(card: CardSighting, picture_shape: Sequence[int]) -> bool:
    """Whether what seems to be a card is too large in a picture (height, width, …) to be one of a game."""
    return card.card_height_px > _TALLEST_SHARE * min(picture_shape[:2])


def camera_distance(cards: Sequence[CardSighting], picture_shape: Sequence[int]) -> CameraDistance | None:
    """What the cards of a reading say of the camera, None where they say nothing.

    Cards that are too small are seldom named: several without a name tell it too.
    """
    named = [card for card in cards if card.code is not None]
    small = [card for card in cards if card.card_height_px < _SMALLEST_PX]
    if 2 * len(small) > len(cards) and (len(small) >= _FEWEST_NAMELESS or any(card.code is not None for card in small)):
        return CameraDistance.TOO_FAR
    if any(not is_too_tall(card, picture_shape) for card in named):
        return CameraDistance.FITS
    return CameraDistance.TOO_NEAR if len({card.code for card in named}) >= _FEWEST_CODES else None
