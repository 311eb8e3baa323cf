"""The upright crop of a printed card index, shared by the training of the reader and by the running product."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_WIDTH_PX = 48
CROP_HEIGHT_PX = 64
USUAL_CROP_PX = CROP_WIDTH_PX, CROP_HEIGHT_PX
"""The index and the edge of its card."""
WIDE_CROP_PX = 80, 80
"""At the same scale with what stands around: the nearest pips, which show a suit twice as tall, the frame of a court
card, and what covers the index."""
CROP_HEIGHT_IN_GLYPH_DISTANCES = 3.47
"""Height of the crop in units of d, the distance between rank and suit; the width is 2.6 d.

A rank glyph is 0.9 d to 1.3 d tall in the decks measured, so that both glyphs and the edge of the card fit in.
"""
GLYPH_DISTANCE_PX = CROP_HEIGHT_PX / CROP_HEIGHT_IN_GLYPH_DISTANCES


def index_crops(
    image_bgr: NDArray[np.uint8],
    rank_xy: NDArray[np.floating],
    suit_xy: NDArray[np.floating],
    *,
    size_px: tuple[int, int] = USUAL_CROP_PX,
) -> NDArray[np.float32]:
    """Cut every index out of the picture, turned so that the rank stands above the suit.

    ``image_bgr`` is (H, W, 3) or (H, W) uint8; ``rank_xy`` and ``suit_xy`` are (N, 2) glyph centres in pixels.
    Returns (N, 3, 64, 48) RGB, 0..1, or of another width and height, showing more at the same scale. Beyond the
    picture's edge the edge is repeated. Glyph centres closer than a pixel are treated as one pixel apart.
    """
    rank_xy = np.asarray(rank_xy, np.float64).reshape(-1, 2)
    suit_xy = np.asarray(suit_xy, np.float64).reshape(-1, 2)
    if rank_xy.shape != suit_xy.shape:
        raise ValueError(f"expected as many rank as suit centres, got {len(rank_xy)} and {len(suit_xy)}")
    if image_bgr.ndim == 2:
        image_bgr = cv2.cvtColor(image_bgr, cv2.COLOR_GRAY2BGR)
    width, height = size_px
    crops = np.empty((len(rank_xy), 3, height, width), np.float32)
    for i, (rank, suit) in enumerate(zip(rank_xy, suit_xy, strict=True)):
        crop_bgr = _upright_crop(image_bgr, rank, suit, size_px)
        crops[i] = crop_bgr[:, :, ::-1].transpose(2, 0, 1)
    crops /= 255.0
    return crops


def _upright_crop(
    image_bgr: NDArray[np.uint8],
    rank: NDArray[np.floating],
    suit: NDArray[np.floating],
    size_px: tuple[int, int],
) -> NDArray[np.uint8]:
    """(H, W, 3) and two centres → a crop of that width and height."""
    height, width = image_bgr.shape[:2]
    down = suit - rank
    distance_px = float(np.hypot(*down))
    down = down / distance_px if distance_px > 1e-6 else np.array([0.0, 1.0])
    distance_px = max(distance_px, 1.0)
    centre = (rank + suit) / 2.0

    # Only the surroundings are touched, so that a crop costs the same in a large frame as in a small one.
    reach = 1.06 * math.hypot(*size_px) / 2 * distance_px / GLYPH_DISTANCE_PX + 2.0
    x0, y0 = (int(np.clip(np.floor(c - reach), 0, size - 1)) for c, size in zip(centre, (width, height), strict=True))
    x1, y1 = (int(np.clip(np.ceil(c + reach), 1, size)) for c, size in zip(centre, (width, height), strict=True))
    region = image_bgr[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]

    # warpAffine looks at four pixels only: a crop that shrinks is averaged first, or thin strokes would break up.
    shrink = int(distance_px / GLYPH_DISTANCE_PX)
    scale_x = scale_y = 1.0
    if shrink >= 2:
        size = (max(1, region.shape[1] // shrink), max(1, region.shape[0] // shrink))
        scale_x, scale_y = size[0] / region.shape[1], size[1] / region.shape[0]
        region = cv2.resize(region, size, interpolation=cv2.INTER_AREA)

    step_px = distance_px / GLYPH_DISTANCE_PX
    right = np.array([down[1], -down[0]])
    image_from_crop = np.empty((2, 3))
    image_from_crop[:, 0] = right * step_px
    image_from_crop[:, 1] = down * step_px
    image_from_crop[:, 2] = (
        centre - image_from_crop[:, 0] * (size_px[0] - 1) / 2 - image_from_crop[:, 1] * (size_px[1] - 1) / 2
    )
    region_from_crop = image_from_crop.copy()
    region_from_crop[:, 2] -= (x0, y0)
    # Pixel centres: x' + 1/2 = (x + 1/2) * scale.
    region_from_crop[:, 2] += 0.5
    region_from_crop *= np.array([[scale_x], [scale_y]])
    region_from_crop[:, 2] -= 0.5
    crop: NDArray[np.uint8] = cv2.warpAffine(
        region,
        region_from_crop,
        size_px,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return crop
