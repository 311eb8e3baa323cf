"""Any picture array a camera or a file may deliver, as 8-bit BGR."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


class PictureError(ValueError):
    """The array is no picture; the message says what was expected and what came."""


def as_bgr(image: NDArray[Any]) -> NDArray[np.uint8]:
    """Turn a grey, 16-bit, floating (0..1) or four-channel picture into (H, W, 3) uint8 BGR.

    Alpha is laid over white. A picture that already has the form is returned as it is, without a copy.
    Raises PictureError for what is no picture (no pixels, wrong number of axes or channels).
    """
    if not isinstance(image, np.ndarray):
        raise PictureError(f"expected a picture as a numpy array, got {type(image).__name__}")
    if image.ndim == 3 and image.shape[2] == 1:
        image = image[:, :, 0]
    if image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] not in (3, 4)):
        raise PictureError(f"expected a picture of shape (H, W) or (H, W, 3 or 4), got {image.shape}")
    if image.size == 0:
        raise PictureError(f"expected a picture with pixels, got {image.shape}")
    picture = _as_uint8(image)
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    elif picture.shape[2] == 4:
        alpha = picture[:, :, 3:].astype(np.float32) / 255.0
        picture = (picture[:, :, :3] * alpha + 255.0 * (1.0 - alpha) + 0.5).astype(np.uint8)
    return picture


def _as_uint8(image: NDArray[Any]) -> NDArray[np.uint8]:
    if image.dtype.kind == "u" and image.dtype.itemsize == 2:  # of either byte order
        image = image >> 8
    elif image.dtype == np.bool_:
        image = image.astype(np.uint8) * 255
    elif np.issubdtype(image.dtype, np.floating):
        image = np.clip(np.nan_to_num(image), 0.0, 1.0) * 255.0 + 0.5
    elif image.dtype != np.uint8:
        raise PictureError(f"expected pixels of 8 or 16 bits or floats from 0 to 1, got {image.dtype}")
    return image.astype(np.uint8, copy=False)
