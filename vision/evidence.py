"""What goes with a report: the picture of a card, and the direction of the hand."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import CardSighting, Xy

_PICTURE_MARGIN = 0.2
_PICTURE_HEIGHT_PX = 240


def box_of(card: CardSighting) -> tuple[float, float, float, float]:
    """Upright box around the card, xyxy."""
    x0, y0 = card.quad_xy.min(axis=0)
    x1, y1 = card.quad_xy.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def picture_of(image: NDArray[np.uint8], card: CardSighting) -> NDArray[np.uint8]:
    """The part of the picture with the card in it, not larger than it needs to be."""
    x0, y0, x1, y1 = box_of(card)
    margin = _PICTURE_MARGIN * card.card_height_px
    left, top = max(0, int(x0 - margin)), max(0, int(y0 - margin))
    picture = image[top : max(top + 1, int(y1 + margin)), left : max(left + 1, int(x1 + margin))]
    if not picture.size:
        return image[:1, :1].copy()
    shrink = _PICTURE_HEIGHT_PX / picture.shape[0]
    if shrink < 1:
        size = (max(1, round(picture.shape[1] * shrink)), _PICTURE_HEIGHT_PX)
        smaller: NDArray[np.uint8] = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        return smaller
    return picture.copy()


def common_direction(directions: Sequence[Xy | None]) -> Xy | None:
    """The mean direction, None when some differ by more than a right angle or none is known."""
    known = [np.array(direction) for direction in directions if direction is not None]
    if not known or any(float(a @ b) < 0 for a in known for b in known):
        return None
    mean = np.mean(known, axis=0)
    mean /= np.hypot(*mean)
    return float(mean[0]), float(mean[1])
