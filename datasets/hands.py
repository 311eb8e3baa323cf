"""Forearms, hands and sleeves, drawn: no package of pictures has any that may be used."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

_SKIN_BGR = np.array(
    [(185, 205, 240), (150, 180, 225), (125, 160, 210), (95, 130, 185), (65, 95, 145), (45, 65, 105), (30, 42, 68)]
)


def draw_hand(
    image_bgr: NDArray[np.uint8],
    rng: np.random.Generator,
    palm_xy: tuple[float, float],
    from_angle_rad: float,
    px_per_mm: float,
) -> NDArray[np.uint8]:
    """Draw a hand that reaches in from one side, in place; returns its (H, W) coverage 0..255.

    ``from_angle_rad`` points from the palm to the shoulder; a hand is about 85 mm across.
    """
    height, width = image_bgr.shape[:2]
    palm = np.array(palm_xy)
    back = np.array([np.cos(from_angle_rad), np.sin(from_angle_rad)])
    side = np.array([-back[1], back[0]]) * rng.choice([-1, 1])
    unit = px_per_mm * rng.uniform(0.85, 1.1)
    skin = np.zeros((height, width), np.uint8)
    sleeve = np.zeros((height, width), np.uint8)

    def capsule(mask: NDArray[np.uint8], a: NDArray, b: NDArray, thickness_mm: float) -> None:
        thickness = max(2, round(thickness_mm * unit))
        cv2.line(
            mask,
            tuple(np.round(a).astype(int).tolist()),
            tuple(np.round(b).astype(int).tolist()),
            255,
            thickness,
            cv2.LINE_AA,
        )

    wrist = palm + back * 75 * unit
    elbow = palm + back * 420 * unit + side * rng.uniform(-120, 120) * unit
    capsule(skin, palm + back * 20 * unit, wrist, 55)
    capsule(skin, palm - side * 15 * unit, palm + side * 15 * unit, 62)
    capsule(skin, wrist, elbow, 60)
    creases: list[tuple[NDArray, NDArray]] = []
    for i in range(4):
        spread = (i - 1.5) * rng.uniform(17, 21)
        curl = rng.uniform(0.35, 1.0)
        knuckle = palm + side * spread * unit - back * 25 * unit
        lean = side * (i - 1.5) * rng.uniform(0, 0.25)
        direction = -back + lean
        middle = knuckle + direction * 38 * curl * unit
        tip = middle + (direction + side * rng.uniform(-0.2, 0.2)) * 30 * curl * unit
        capsule(skin, knuckle, middle, 19)
        capsule(skin, middle, tip, 16.5)
        creases += [(knuckle, middle), (middle, tip)]
    thumb_root = palm + side * 38 * unit + back * 20 * unit
    thumb_tip = thumb_root + (side * rng.uniform(0.2, 0.9) - back * rng.uniform(0.5, 1.0)) * 55 * unit
    capsule(skin, thumb_root, thumb_tip, 22)
    creases.append((thumb_root, thumb_tip))
    if rng.random() < 0.65:
        cuff = palm + back * rng.uniform(80, 200) * unit
        capsule(sleeve, cuff, elbow, rng.uniform(70, 110))

    coverage = cv2.max(skin, sleeve)
    # Soft shadow on whatever lies below.
    offset = np.float32([[1, 0, rng.uniform(-8, 8) * unit], [0, 1, rng.uniform(-8, 8) * unit]])
    shadow = cv2.blur(cv2.warpAffine(coverage, offset, (width, height)), (int(10 * unit) + 1,) * 2)
    image_bgr[:] = (image_bgr * (1 - shadow[..., None].astype(np.float32) / 255 * rng.uniform(0.2, 0.6))).astype(
        np.uint8
    )

    tone = rng.uniform(0, len(_SKIN_BGR) - 1.001)
    low = int(tone)
    colour = _SKIN_BGR[low] * (1 - tone + low) + _SKIN_BGR[low + 1] * (tone - low)
    depth = cv2.blur(skin, (int(14 * unit) + 1,) * 2).astype(np.float32)[..., None] / 255
    mottled = cv2.resize(rng.standard_normal((12, 12), np.float32), (width, height), interpolation=cv2.INTER_CUBIC)[
        ..., None
    ]
    flesh = colour * (0.5 + 0.5 * depth) + mottled * 5
    lines = np.zeros((height, width), np.uint8)
    for a, b in creases:
        edge = side * 9 * unit
        for sign in (-1, 1):
            start, end = np.round(a + sign * edge).astype(int), np.round(b + sign * edge).astype(int)
            cv2.line(lines, tuple(start.tolist()), tuple(end.tolist()), 255, max(1, round(1.5 * unit)), cv2.LINE_AA)
    flesh *= 1 - cv2.blur(lines, (max(1, int(3 * unit)),) * 2)[..., None].astype(np.float32) / 255 * 0.45
    _blend(image_bgr, flesh, skin)
    if sleeve.any():
        cloth = np.array([rng.integers(10, 240) for _ in range(3)], np.float32)
        folds = cv2.resize(rng.standard_normal((24, 24), np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        cloth = cloth + folds[..., None] * rng.uniform(4, 18)
        if rng.random() < 0.3:
            y, x = np.mgrid[0:height, 0:width]
            stripes = (x * back[0] + y * back[1]) / max(3.0, rng.uniform(5, 14) * unit)
            cloth = cloth * np.where((stripes % 1.0 < 0.5)[..., None], 1.0, rng.uniform(0.4, 0.9))
        _blend(image_bgr, cloth, sleeve)
    return coverage


def _blend(image_bgr: NDArray[np.uint8], colours: NDArray, coverage: NDArray[np.uint8]) -> None:
    weight = cv2.blur(coverage, (3, 3))[..., None].astype(np.float32) / 255
    image_bgr[:] = np.clip(image_bgr * (1 - weight) + colours * weight, 0, 255).astype(np.uint8)
