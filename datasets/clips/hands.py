"""Hands and sleeves seen from above, modelled as a height field of tapered rolls and lit like one.

Hand frame in millimetres: origin under the finger pads, x to the right, y forward (the way the fingers point), z up.
A right hand, palm down; the left one is its mirror image.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

HALF_WIDTH_MM = 110.0
FRONT_MM = 45.0
ARM_LENGTH_MM = 880.0

# BGR of lit skin, from fair to dark.
SKIN_TONES = (
    (168, 188, 226),
    (150, 172, 214),
    (124, 152, 202),
    (98, 128, 182),
    (72, 100, 150),
    (52, 74, 112),
    (40, 56, 84),
)


@dataclass(frozen=True, slots=True)
class Person:
    """What one player's arm looks like."""

    skin_bgr: tuple[float, float, float]
    sleeve_bgr: tuple[float, float, float]
    sleeve_pattern: str  # plain, knit, stripes, check
    cuff_mm: float  # how far behind the finger pads the sleeve begins
    size: float
    left_handed: bool
    ring: bool
    watch: bool

    @classmethod
    def random(cls, rng: np.random.Generator) -> Person:
        """Somebody."""
        tone = np.array(SKIN_TONES[int(rng.integers(len(SKIN_TONES)))], float) + rng.normal(0, 6, 3)
        hue, saturation, value = rng.integers(0, 180), rng.integers(10, 190), rng.integers(35, 225)
        sleeve = cv2.cvtColor(np.uint8([[[hue, saturation, value]]]), cv2.COLOR_HSV2BGR)[0, 0]
        bare = rng.random() < 0.25
        return cls(
            tuple(float(v) for v in tone),
            tuple(float(v) for v in sleeve),
            str(rng.choice(["plain", "knit", "stripes", "check"])),
            float(rng.uniform(380, 520) if bare else rng.uniform(175, 270)),
            float(rng.uniform(0.88, 1.08)),
            bool(rng.random() < 0.12),
            bool(rng.random() < 0.3),
            bool(rng.random() < 0.25),
        )


@dataclass(frozen=True, slots=True)
class HandSprite:
    """A drawn arm in two layers, as premultiplied BGRA; what is carried lies between them."""

    lower_bgra: np.ndarray
    upper_bgra: np.ndarray
    corners_mm: np.ndarray  # (4, 3) of the sprite in the hand frame, clockwise from front left
    outline_mm: np.ndarray  # (N, 3) points of the front of the hand, to tell whether it is in the picture


# Joints as (x, y, z, radius): knuckle, middle joint, end joint, tip.
_FINGERS = {
    "press": (
        ((-23, -74, 24, 11.0), (-17, -36, 34, 9.6), (-12, -11, 22, 8.3), (-10, 5, 9, 7.0)),
        ((-4, -71, 26, 11.5), (0, -30, 36, 10.0), (2, -4, 23, 8.6), (3, 12, 9, 7.2)),
        ((15, -75, 25, 11.0), (16, -38, 34, 9.4), (15, -12, 22, 8.0), (14, 4, 9, 6.8)),
        ((32, -84, 22, 10.0), (30, -56, 30, 8.2), (27, -36, 20, 7.0), (25, -22, 10, 6.0)),
    ),
    "sweep": (
        ((-23, -74, 22, 11.0), (-28, -38, 24, 9.4), (-29, -12, 18, 8.2), (-29, 6, 10, 7.0)),
        ((-4, -71, 24, 11.5), (-4, -28, 26, 9.8), (-3, 2, 19, 8.5), (-3, 20, 10, 7.2)),
        ((15, -75, 23, 11.0), (20, -36, 24, 9.2), (22, -9, 18, 7.9), (23, 8, 10, 6.8)),
        ((32, -84, 20, 10.0), (43, -56, 21, 8.0), (48, -37, 16, 6.9), (51, -23, 10, 6.0)),
    ),
    # Fingers under the card, thumb on it: how a card is dealt out of a fan.
    "pinch": (
        ((-6, -70, 20, 11.0), (-4, -32, 8, 9.2), (-2, -6, 5, 8.0), (-1, 12, 4, 6.8)),
        ((6, -72, 17, 11.2), (10, -30, 5, 9.4), (12, 0, 3, 8.1), (13, 17, 3, 6.9)),
        ((19, -78, 14, 10.8), (24, -40, 3, 9.0), (26, -14, 2, 7.7), (26, 2, 2, 6.6)),
        ((30, -88, 12, 9.8), (35, -58, 2, 8.0), (36, -38, 2, 6.9), (36, -24, 2, 6.0)),
    ),
}
_THUMBS = {
    "press": ((-26, -140, 22, 15.0), (-42, -98, 17, 12.0), (-32, -60, 11, 10.0), (-20, -36, 6, 8.6)),
    "sweep": ((-26, -140, 22, 15.0), (-50, -102, 18, 12.0), (-62, -72, 14, 10.0), (-68, -50, 9, 8.6)),
    "pinch": ((-22, -138, 26, 15.0), (-30, -92, 30, 12.4), (-19, -54, 27, 10.6), (-8, -28, 18, 9.4)),
}
_LOWER = {"press": "thumb", "sweep": "none", "pinch": "fingers"}


def draw_hand(
    rng: np.random.Generator, person: Person, gesture: str, px_per_mm: float, light_xy: tuple[float, float]
) -> HandSprite:
    """Draw the arm of a person in a gesture (press, sweep, pinch), lit from `light_xy` (slope, hand frame)."""
    scale = px_per_mm * person.size
    left = person.left_handed
    if left:
        light_xy = (-light_xy[0], light_xy[1])
    jitter = rng.normal(0, 1.2, (5, 4, 2))
    fingers = [
        [(x + jitter[f, j, 0], y + jitter[f, j, 1], z, r) for j, (x, y, z, r) in enumerate(joints)]
        for f, joints in enumerate(_FINGERS[gesture])
    ]
    thumb = [(x + jitter[4, j, 0], y + jitter[4, j, 1], z, r) for j, (x, y, z, r) in enumerate(_THUMBS[gesture])]
    wrist = (4.0, -172.0, 26.0, 25.0)
    palm = [[wrist, (joints[0][0], joints[0][1], joints[0][2], 14.5)] for joints in fingers]
    palm.append([(-8.0, -150.0, 25.0, 22.0), (-18.0, -115.0, 24.0, 17.0)])
    forearm = [
        [(2.0, -166.0, 26.0, 25.0), (6.0, -260.0, 30.0, 33.0), (6.0, -460.0, 32.0, 45.0), (6.0, -1000.0, 32.0, 48.0)]
    ]

    layers = {"thumb": [thumb], "fingers": fingers, "none": []}
    lower_parts = layers[_LOWER[gesture]]
    upper_parts = [part for part in (thumb, *fingers) if not any(part is lower for lower in lower_parts)]
    nails = upper_parts if gesture != "pinch" else [thumb]
    upper = _paint(rng, person, [*upper_parts, *palm, *forearm], nails, scale, light_xy, arm=True, knuckles=fingers)
    lower = _paint(rng, person, lower_parts, lower_parts if gesture == "pinch" else [], scale, light_xy, arm=False)
    if left:
        upper, lower = upper[:, ::-1].copy(), lower[:, ::-1].copy()
    half, front, back = HALF_WIDTH_MM * person.size, FRONT_MM * person.size, (FRONT_MM - ARM_LENGTH_MM) * person.size
    corners = np.array([[-half, front, 0], [half, front, 0], [half, back, 0], [-half, back, 0]], np.float64)
    outline = np.array([(x, y, 0) for x in (-65, 0, 65) for y in (28, -60, -160, -400)], np.float64) * person.size
    return HandSprite(lower, upper, corners, outline)


def _grid(scale: float) -> tuple[np.ndarray, np.ndarray]:
    width, height = round(2 * HALF_WIDTH_MM * scale), round(ARM_LENGTH_MM * scale)
    x = (np.arange(width, dtype=np.float32) + 0.5) / scale - HALF_WIDTH_MM
    y = FRONT_MM - (np.arange(height, dtype=np.float32) + 0.5) / scale
    return x, y


def _height_field(
    parts: list[list[tuple[float, ...]]],
    scale: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Rolls along the joints → (height in mm, signed distance to the outline in mm, negative inside)."""
    xs, ys = _grid(scale)
    height = np.full((len(ys), len(xs)), -40.0, np.float32)
    distance = np.full((len(ys), len(xs)), 60.0, np.float32)
    for joints in parts:
        for (x0, y0, z0, r0), (x1, y1, z1, r1) in pairwise(joints):
            reach = max(r0, r1) + 12
            rows = np.flatnonzero((ys > min(y0, y1) - reach) & (ys < max(y0, y1) + reach))
            cols = np.flatnonzero((xs > min(x0, x1) - reach) & (xs < max(x0, x1) + reach))
            if not len(rows) or not len(cols):
                continue
            window = np.s_[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
            gx, gy = xs[cols][None, :], ys[rows][:, None]
            length2 = (x1 - x0) ** 2 + (y1 - y0) ** 2
            t = np.clip(((gx - x0) * (x1 - x0) + (gy - y0) * (y1 - y0)) / length2, 0, 1)
            radius = r0 + t * (r1 - r0)
            d = np.hypot(gx - x0 - t * (x1 - x0), gy - y0 - t * (y1 - y0))
            roll = z0 + t * (z1 - z0) + np.sqrt(np.maximum(radius * radius - d * d, 0)) * 0.8
            height[window] = np.maximum(height[window], np.where(d < radius, roll, -40))
            # A smooth minimum joins neighbouring rolls as skin does.
            old, new = distance[window], d - radius
            blend = np.maximum(3.0 - np.abs(old - new), 0) / 3.0
            distance[window] = np.minimum(old, new) - blend * blend * 0.75
    return height, distance


def _paint(
    rng: np.random.Generator,
    person: Person,
    parts: list[list[tuple[float, ...]]],
    nails: list[list[tuple[float, ...]]],
    scale: float,
    light_xy: tuple[float, float],
    *,
    arm: bool,
    knuckles: list[list[tuple[float, ...]]] | None = None,
) -> np.ndarray:
    xs, ys = _grid(scale)
    if not parts:
        return np.zeros((len(ys), len(xs), 4), np.uint8)
    height, distance = _height_field(parts, scale)
    shape = height.shape
    colour = np.empty((*shape, 3), np.float32)
    colour[:] = person.skin_bgr
    blotch = cv2.resize(
        rng.normal(0, 1, (shape[0] // 24 + 2, shape[1] // 24 + 2)).astype(np.float32),
        shape[::-1],
        interpolation=cv2.INTER_CUBIC,
    )
    colour *= (1 + 0.025 * blotch)[..., None]
    colour += rng.normal(0, 2.2, shape).astype(np.float32)[..., None]
    hand_rows = int(np.count_nonzero(ys > -150))
    hand_colour, hand_ys = colour[:hand_rows], ys[:hand_rows]
    # Blood shows at finger tips and knuckles.
    blood = np.zeros(hand_colour.shape[:2], np.float32)
    for joints in {id(part): part for part in [*nails, *(knuckles or [])]}.values():
        for joint in (joints[0], joints[1], joints[-1]):
            spot = np.exp(-((xs - joint[0]) ** 2) / 128)[None, :] * np.exp(-((hand_ys - joint[1]) ** 2) / 128)[:, None]
            blood = np.maximum(blood, spot)
    hand_colour *= 1 + blood[..., None] * np.array([-0.10, -0.08, 0.03], np.float32)
    for joints in knuckles or []:
        _crease(hand_colour, xs, hand_ys, joints[1], joints[0])
        _crease(hand_colour, xs, hand_ys, joints[2], joints[1])
    for joints in nails:
        _nail(hand_colour, xs, hand_ys, joints)

    alpha = np.clip(0.5 - distance * scale * 0.7, 0, 1)
    if arm:
        sleeve_height, sleeve_alpha = _sleeve(rng, person, colour, scale)
        alpha = np.maximum(alpha, sleeve_alpha)
        height = np.where(sleeve_alpha > 0.5, sleeve_height, height)
        if person.watch and person.cuff_mm > 215:
            band = np.abs(ys + 196) < 9
            colour[band] = (38, 36, 40)
            height[band] += 3

    inside = (distance < 0.5) | (alpha > 0.5)
    weight = inside.astype(np.float32)
    sigma = 1.7 * scale
    smooth = cv2.GaussianBlur(np.where(inside, height, 0), (0, 0), sigma) / np.maximum(
        cv2.GaussianBlur(weight, (0, 0), sigma), 0.02
    )
    slope_y, slope_x = np.gradient(smooth * scale)
    slope_y = -slope_y  # rows run against y
    norm = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
    light = np.array([light_xy[0], light_xy[1], 1.0])
    light /= np.linalg.norm(light)
    lambert = np.clip((-slope_x * light[0] - slope_y * light[1] + light[2]) * norm, 0, 1)
    hollow = cv2.GaussianBlur(smooth, (0, 0), 6 * scale) - smooth
    occlusion = np.clip(1 - 0.035 * np.maximum(hollow, 0), 0.55, 1)
    shade = (0.38 + 0.68 * lambert) * occlusion
    painted = np.clip(colour * shade[..., None], 0, 255)
    # Skin reddens in its own shadow.
    painted[..., 2] = np.clip(painted[..., 2] * (1 + 0.10 * (1 - np.clip(shade, 0, 1))), 0, 255)
    out = np.dstack([painted * alpha[..., None], alpha * 255])
    return np.clip(out + 0.5, 0, 255).astype(np.uint8)


def _crease(
    colour: np.ndarray, xs: np.ndarray, ys: np.ndarray, joint: tuple[float, ...], towards: tuple[float, ...]
) -> None:
    """Fine folds of skin across a finger joint."""
    x, y, _, radius = joint
    axis = np.array([x - towards[0], y - towards[1]])
    axis /= np.linalg.norm(axis)
    rows = np.flatnonzero(np.abs(ys - y) < 14)
    cols = np.flatnonzero(np.abs(xs - x) < 14)
    if not len(rows) or not len(cols):
        return
    gx, gy = xs[cols][None, :] - x, ys[rows][:, None] - y
    along, across = gx * axis[0] + gy * axis[1], -gx * axis[1] + gy * axis[0]
    folds = sum(np.exp(-((along - offset - 0.02 * across**2) ** 2) / 0.6) for offset in (-2.2, 0.0, 2.0))
    dark = 1 - 0.13 * folds * np.exp(-((across / (radius * 0.8)) ** 4))
    colour[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1] *= dark[..., None].astype(np.float32)


def _nail(colour: np.ndarray, xs: np.ndarray, ys: np.ndarray, joints: list[tuple[float, ...]]) -> None:
    tip, before = np.array(joints[-1][:2]), np.array(joints[-2][:2])
    axis = (tip - before) / np.linalg.norm(tip - before)
    centre = tip + axis * joints[-1][3] * 0.15
    rows, cols = np.flatnonzero(np.abs(ys - centre[1]) < 16), np.flatnonzero(np.abs(xs - centre[0]) < 16)
    if not len(rows) or not len(cols):
        return
    window = np.s_[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    gx, gy = xs[cols][None, :] - centre[0], ys[rows][:, None] - centre[1]
    along, across = gx * axis[0] + gy * axis[1], -gx * axis[1] + gy * axis[0]
    half_width, half_length = joints[-1][3] * 0.72, joints[-1][3] * 0.85
    edge = (along / half_length) ** 4 + (across / half_width) ** 4
    inside = np.clip(1.6 - 1.6 * edge, 0, 1)[..., None]
    rim = np.exp(-((edge - 1) ** 2) / 0.08)[..., None]
    skin = colour[window]
    nail = np.minimum(skin * np.array([1.10, 1.06, 1.05], np.float32) + np.array([16, 12, 14], np.float32), 245)
    nail = np.where((along > half_length * 0.72)[..., None], np.minimum(nail + 18, 250), nail)
    colour[window] = (skin * (1 - inside) + nail * inside) * (1 - 0.10 * rim)


def _sleeve(
    rng: np.random.Generator, person: Person, colour: np.ndarray, scale: float
) -> tuple[np.ndarray, np.ndarray]:
    """Paint the sleeve into `colour`; → (height, alpha)."""
    xs, ys = _grid(scale)
    cuff = -person.cuff_mm
    parts = [[(4.0, cuff + 20.0, 28.0, 37.0), (6.0, cuff - 200.0, 30.0, 50.0), (6.0, -1000.0, 30.0, 58.0)]]
    height, distance = _height_field(parts, scale)
    bend = 5 * np.cos(xs / 30.0)[None, :]
    behind = ys[:, None] - cuff - bend
    distance = np.maximum(distance, behind)
    alpha = np.clip(0.5 - distance * scale * 0.7, 0, 1)
    # Folds of cloth: stretched noise, running mostly across the arm.
    coarse = rng.normal(0, 1, (max(4, len(ys) // round(26 * scale)), 5)).astype(np.float32)
    folds = cv2.resize(coarse, (len(xs), len(ys)), interpolation=cv2.INTER_CUBIC)
    height = height + 3.2 * folds + 2.5 * np.exp(-((behind + 9) ** 2) / 18)
    cloth = np.empty_like(colour)
    cloth[:] = person.sleeve_bgr
    if person.sleeve_pattern == "knit":
        cloth *= (1 + 0.10 * np.sin(xs * 2.2)[None, :] * np.sin(ys * 1.8)[:, None])[..., None]
    elif person.sleeve_pattern == "stripes":
        cloth *= (1 - 0.35 * (np.sin(ys / 5.5) > 0.55))[:, None, None]
    elif person.sleeve_pattern == "check":
        cloth *= (1 - 0.22 * (np.sin(ys / 7.0) > 0.3)[:, None] - 0.22 * (np.sin(xs / 7.0) > 0.3)[None, :])[..., None]
    cloth += rng.normal(0, 5, cloth.shape[:2]).astype(np.float32)[..., None]
    cloth *= (1 - 0.18 * np.exp(-((behind + 19) ** 2) / 2.0))[..., None]  # the seam of the cuff
    colour[:] = colour * (1 - alpha[..., None]) + cloth * alpha[..., None]
    # The arm disappears in the dark of the sleeve.
    colour *= (1 - 0.35 * np.exp(-((behind - 1.5) ** 2) / 12) * (behind > -0.5))[..., None]
    return height, alpha
