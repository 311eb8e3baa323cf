"""What light, lens, sensor and codec do to a picture, from mild to cruel. Seeded; shared by detector and reader."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""(H, W, 3) BGR."""


def photographed(image_bgr: Image, rng: np.random.Generator, card_height_px: float, cruelty: float = 1.0) -> Image:
    """Take a photograph of a drawn scene.

    ``card_height_px`` bounds the blur, so that print stays as readable as the labels claim; ``cruelty`` scales how
    often and how far things go wrong.
    """
    image = image_bgr.astype(np.float32)
    image = _lit(image, rng)
    if rng.random() < 0.75:
        image *= _colour_cast(rng)
    image = _exposed(image, rng, cruelty)
    image = np.clip(image, 0, 255)
    result = _blurred(image, rng, card_height_px, cruelty)
    result = _sensed(result, rng, cruelty)
    return _encoded(result, rng, cruelty)


def _lit(image: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """A slope of light, sometimes a hard shadow's edge, a pool of lamp light, or a reflection."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height:8, 0:width:8].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = (np.cos(angle) * (x / width - 0.5) + np.sin(angle) * (y / height - 0.5)) * rng.uniform(0, 0.7)
    light = 1.0 + slope
    draw = rng.random()
    if draw < 0.2:
        cx, cy, reach = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.3, 1.0) * width
        light += rng.uniform(0.2, 0.8) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / reach**2)
    elif draw < 0.45:
        cut = _half_plane(x, y, rng, width, height, softness_px=float(rng.choice([3, 10, 40])))
        light *= 1.0 - cut * rng.uniform(0.2, 0.65)
    light = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    image = image * light[..., None]
    if rng.random() < 0.12:
        cx, cy = rng.uniform(0, width), rng.uniform(0, height)
        a, b = rng.uniform(0.04, 0.3, 2) * width
        glare = np.exp(-((((x - cx) / a) ** 2 + ((y - cy) / b) ** 2) ** rng.uniform(1, 2))) * rng.uniform(60, 220)
        image = image + cv2.resize(glare, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    return image


def _half_plane(
    x: NDArray, y: NDArray, rng: np.random.Generator, width: int, height: int, softness_px: float
) -> NDArray[np.float32]:
    angle = rng.uniform(0, 2 * np.pi)
    away = np.cos(angle) * (x - rng.uniform(0.2, 0.8) * width) + np.sin(angle) * (y - rng.uniform(0.2, 0.8) * height)
    return (1.0 / (1.0 + np.exp(-np.clip(away / softness_px, -30, 30)))).astype(np.float32)


def _colour_cast(rng: np.random.Generator) -> NDArray[np.float32]:
    warmth = rng.normal(0, 0.13)
    gains = np.array([1.0 - warmth, 1.0 + rng.normal(0, 0.04), 1.0 + warmth], np.float32)
    if rng.random() < 0.05:
        gains *= rng.uniform(0.6, 1.3, 3).astype(np.float32)
    return gains


def _exposed(image: NDArray[np.float32], rng: np.random.Generator, cruelty: float) -> NDArray[np.float32]:
    draw = rng.random()
    if draw < 0.14 * cruelty:
        gain, gamma = rng.uniform(0.16, 0.5), rng.uniform(0.9, 1.25)
    elif draw < 0.28 * cruelty:
        gain, gamma = rng.uniform(1.15, 1.9), rng.uniform(0.6, 1.0)
    else:
        gain, gamma = rng.uniform(0.55, 1.1), rng.uniform(0.75, 1.3)
    image = 255.0 * (np.clip(image * gain, 0, None) / 255.0) ** gamma
    if rng.random() < 0.12 * cruelty:  # a veil of stray light
        veil = rng.uniform(10, 90)
        image = veil + image * (1 - veil / 255)
    return image


def _blurred(image: NDArray[np.float32], rng: np.random.Generator, card_height_px: float, cruelty: float) -> Image:
    """Defocus, motion, low resolution or over-sharpening; at most about half a stroke of the index wide."""
    result = image.astype(np.uint8)
    reach = card_height_px * 0.011 * cruelty
    draw = rng.random()
    if draw < 0.3:
        result = cv2.GaussianBlur(result, (0, 0), max(0.3, rng.uniform(0.2, 1.0) * reach))
    elif draw < 0.42:
        length = max(2, round(rng.uniform(1.0, 3.0) * reach))
        kernel = np.zeros((length * 2 + 1, length * 2 + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        tip = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        ends = [(round(length + s * tip[0]), round(length + s * tip[1])) for s in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1)
        result = cv2.filter2D(result, -1, kernel / kernel.sum())
    elif draw < 0.6:
        height, width = result.shape[:2]
        scale = 1.0 / max(1.0, min(rng.uniform(1.0, 2.4), 2.2 * reach))
        if scale < 0.97:
            small = (max(8, round(width * scale)), max(8, round(height * scale)))
            shrink = cv2.INTER_AREA if rng.random() < 0.7 else cv2.INTER_NEAREST
            grow = cv2.INTER_LINEAR if rng.random() < 0.5 else cv2.INTER_CUBIC
            result = cv2.resize(cv2.resize(result, small, interpolation=shrink), (width, height), interpolation=grow)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(result, (0, 0), rng.uniform(0.8, 2.0))
        amount = rng.uniform(0.3, 1.6)
        result = cv2.addWeighted(result, 1 + amount, soft, -amount, 0)
    return result


def _sensed(image: Image, rng: np.random.Generator, cruelty: float) -> Image:
    """Colour mosaic, noise, and lost colour."""
    if rng.random() < 0.1 and min(image.shape[:2]) >= 16:
        mosaic = np.empty(image.shape[:2], np.uint8)
        mosaic[0::2, 0::2] = image[0::2, 0::2, 0]
        mosaic[0::2, 1::2] = image[0::2, 1::2, 1]
        mosaic[1::2, 0::2] = image[1::2, 0::2, 1]
        mosaic[1::2, 1::2] = image[1::2, 1::2, 2]
        image = cv2.cvtColor(mosaic, cv2.COLOR_BayerRG2BGR)
    if rng.random() < 0.6:
        sigma = rng.exponential(4.0) * cruelty
        if sigma > 0.7:
            noise = rng.standard_normal((image.shape[0], image.shape[1], 1 if rng.random() < 0.4 else 3), np.float32)
            if rng.random() < 0.3:
                noise = cv2.GaussianBlur(noise, (0, 0), 0.8).reshape(noise.shape) * 2
            image = np.clip(image + noise * min(sigma, 22.0), 0, 255).astype(np.uint8)
    if rng.random() < 0.04:  # dead and hot pixels, as cheap sensors and augmented data sets have them
        specks = rng.random(image.shape[:2]) < rng.uniform(0.0005, 0.02)
        image = image.copy()
        image[specks] = rng.integers(0, 256, (int(specks.sum()), 3), np.uint8)
    draw = rng.random()
    if draw < 0.07:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    elif draw < 0.2:
        gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)
        saturation = rng.uniform(0.2, 1.6)
        image = np.clip(gray + (image - gray) * saturation, 0, 255).astype(np.uint8)
    return image


def _encoded(image: Image, rng: np.random.Generator, cruelty: float) -> Image:
    """Chroma at half resolution, and JPEG as webcams and phones write it."""
    if rng.random() < 0.65:
        quality = int(np.clip(rng.normal(78, 16 * cruelty), 22, 97))
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return image
