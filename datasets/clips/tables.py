"""Tables: felt, wood, cloth, laminate and stone, with the things people leave on them.

Everything is drawn once into one picture of the table plane, `TABLE_MM` wide and high, origin in the middle.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

TABLE_MM = (1900.0, 1500.0)

# BGR; cloths of card tables, and the woods of kitchen and living-room tables.
FELTS = ((62, 104, 34), (48, 88, 26), (96, 62, 28), (52, 38, 118), (70, 70, 70), (40, 40, 44), (110, 92, 30))
WOODS = ((96, 142, 186), (60, 96, 146), (42, 66, 104), (30, 44, 72), (118, 160, 200), (150, 178, 202), (70, 100, 128))
CLOTHS = (
    (212, 218, 222),
    (170, 140, 120),
    (90, 70, 140),
    (150, 170, 140),
    (190, 200, 216),
    (90, 60, 50),
    (200, 190, 150),
)


def noise(rng: np.random.Generator, shape: tuple[int, int], cell_px: tuple[float, float]) -> np.ndarray:
    """(H, W) float32 smooth noise of unit variance whose grains are about (height, width) pixels large."""
    height, width = shape
    grid = rng.normal(0, 1, (int(height / cell_px[0]) + 3, int(width / cell_px[1]) + 3)).astype(np.float32)
    smooth = cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
    return smooth / max(float(smooth.std()), 1e-3)


def _felt(rng: np.random.Generator, shape: tuple[int, int], scale: float) -> np.ndarray:
    base = np.array(FELTS[int(rng.integers(len(FELTS)))], np.float32) * rng.uniform(0.75, 1.3)
    grain = 0.05 * rng.normal(0, 1, shape).astype(np.float32) + 0.03 * noise(rng, shape, (6 * scale, 6 * scale))
    return base * (1 + grain + 0.04 * noise(rng, shape, (160 * scale, 160 * scale)))[..., None]


def _wood(rng: np.random.Generator, shape: tuple[int, int], scale: float) -> np.ndarray:
    base = np.array(WOODS[int(rng.integers(len(WOODS)))], np.float32) * rng.uniform(0.8, 1.1)
    height, width = shape
    across = np.arange(height, dtype=np.float32)[:, None] / scale
    warp = 9 * noise(rng, shape, (90 * scale, 420 * scale)) + 2.5 * noise(rng, shape, (25 * scale, 200 * scale))
    rings = np.sin((across + warp) * rng.uniform(0.25, 0.55))
    fibre = noise(rng, shape, (max(0.8 * scale, 1), 60 * scale))
    tone = (
        1
        + 0.035 * rings * (1 + 0.5 * noise(rng, shape, (60 * scale, 200 * scale)))
        + 0.05 * fibre
        + 0.03 * noise(rng, shape, (220 * scale, 300 * scale))
    )
    if rng.random() < 0.6:
        plank_mm = rng.uniform(75, 170)
        plank = np.floor(across / plank_mm + rng.random()).astype(int)
        tone *= (1 + 0.09 * rng.normal(0, 1, plank.max() + 1))[plank]
        seam = np.abs((across / plank_mm + 0.0) % 1.0) < 1.6 / plank_mm
        tone *= np.where(seam, 0.72, 1.0)
    wood = base * tone[..., None] * (1 + 0.04 * rings[..., None] * np.array([-1.0, 0.0, 0.6], np.float32))
    return wood if rng.random() < 0.6 else np.ascontiguousarray(cv2.resize(wood.transpose(1, 0, 2), (width, height)))


def _cloth(rng: np.random.Generator, shape: tuple[int, int], scale: float) -> np.ndarray:
    base = np.array(CLOTHS[int(rng.integers(len(CLOTHS)))], np.float32) * rng.uniform(0.8, 1.05)
    height, width = shape
    y, x = np.arange(height, dtype=np.float32)[:, None] / scale, np.arange(width, dtype=np.float32)[None, :] / scale
    tone = 1 + 0.03 * np.sin(x * 5.2) * np.sin(y * 5.2) + 0.03 * rng.normal(0, 1, shape).astype(np.float32)
    tone = tone + 0.035 * noise(rng, shape, (130 * scale, 60 * scale))  # creases
    kind = rng.choice(["plain", "check", "stripes", "dots"])
    period = rng.uniform(28, 90)
    second = base * rng.uniform(0.55, 0.85) + rng.uniform(-25, 25, 3).astype(np.float32)
    if kind == "check":
        share = 0.5 * ((x % period < period / 2) * np.ones_like(y)) + 0.5 * (
            (y % period < period / 2) * np.ones_like(x)
        )
    elif kind == "stripes":
        share = (x % period < period * rng.uniform(0.2, 0.6)) * np.ones_like(y)
    elif kind == "dots":
        share = np.hypot(x % period - period / 2, y % period - period / 2) < period * 0.16
    else:
        share = np.zeros(shape)
    share = np.asarray(share, np.float32)[..., None]
    return (base * (1 - share) + second * share) * tone[..., None]


def _stone(rng: np.random.Generator, shape: tuple[int, int], scale: float) -> np.ndarray:
    light = rng.random() < 0.6
    base = np.array([205, 212, 216] if light else [62, 58, 56], np.float32) * rng.uniform(0.85, 1.05)
    swirl = noise(rng, shape, (170 * scale, 170 * scale)) + 0.6 * noise(rng, shape, (50 * scale, 50 * scale))
    veins = np.exp(-((swirl / 0.05) ** 2))
    speckle = noise(rng, shape, (2.2 * scale, 2.2 * scale))
    return base * (1 + (-0.16 if light else 0.5) * veins + 0.03 * speckle + 0.02 * swirl)[..., None]


def _laminate(rng: np.random.Generator, shape: tuple[int, int], scale: float) -> np.ndarray:
    grey = rng.uniform(60, 225)
    base = np.array([grey, grey, grey], np.float32) + rng.uniform(-14, 14, 3).astype(np.float32)
    return (
        base
        * (
            1 + 0.012 * noise(rng, shape, (3 * scale, 3 * scale)) + 0.01 * noise(rng, shape, (200 * scale, 200 * scale))
        )[..., None]
    )


SURFACES: dict[str, Callable[[np.random.Generator, tuple[int, int], float], np.ndarray]] = {
    "felt": _felt,
    "wood": _wood,
    "cloth": _cloth,
    "stone": _stone,
    "laminate": _laminate,
}


def draw_table(
    rng: np.random.Generator, px_per_mm: float, *, surface: str | None = None, clutter: bool | None = None
) -> tuple[np.ndarray, str]:
    """Draw a table → ((H, W, 3) uint8 of the table plane, name of its surface)."""
    shape = (round(TABLE_MM[1] * px_per_mm), round(TABLE_MM[0] * px_per_mm))
    surface = surface or str(rng.choice(list(SURFACES), p=[0.36, 0.28, 0.18, 0.08, 0.10]))
    picture = np.clip(SURFACES[surface](rng, shape, px_per_mm), 0, 255)
    half_x, half_y = rng.uniform(430, 640), rng.uniform(400, 560)
    picture = _cut_to_size(rng, picture, px_per_mm, half_x, half_y, round_table=rng.random() < 0.2)
    picture = picture.astype(np.uint8)
    if clutter if clutter is not None else rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 5))):
            thing = _THINGS[int(rng.integers(len(_THINGS)))]
            side = rng.choice([-1, 1], 2)
            where = (side[0] * rng.uniform(215, 400), side[1] * rng.uniform(150, 290))
            thing(rng, picture, where, px_per_mm)
    return picture, surface


def _cut_to_size(
    rng: np.random.Generator, picture: np.ndarray, scale: float, half_x: float, half_y: float, *, round_table: bool
) -> np.ndarray:
    """Put the floor beyond the edge of the table."""
    height, width = picture.shape[:2]
    y = np.abs((np.arange(height, dtype=np.float32)[:, None] - height / 2) / scale)
    x = np.abs((np.arange(width, dtype=np.float32)[None, :] - width / 2) / scale)
    beyond = np.hypot(x, y) - max(half_x, half_y) if round_table else np.maximum(x - half_x, y - half_y)
    floor = (
        _wood(rng, (height // 4, width // 4), scale / 4)
        if rng.random() < 0.5
        else _felt(rng, (height // 4, width // 4), scale / 4)
    )
    floor = cv2.GaussianBlur(cv2.resize(floor, (width, height)), (0, 0), 2 * scale) * rng.uniform(0.25, 0.6)
    shadow = 1 - 0.6 * np.exp(-np.maximum(beyond, 0) / 60)
    share = np.clip(beyond * scale, 0, 1)[..., None]
    edge = (1 - 0.25 * np.exp(-(beyond**2) / 18))[..., None]
    return (picture * (1 - share) + floor * shadow[..., None] * share) * edge


def _pixel(picture: np.ndarray, where_mm: tuple[float, float], scale: float) -> tuple[int, int]:
    return round(picture.shape[1] / 2 + where_mm[0] * scale), round(picture.shape[0] / 2 + where_mm[1] * scale)


def _soft_shadow(picture: np.ndarray, outline: np.ndarray, offset_px: float, strength: float) -> None:
    """Darken under a polygon (N, 2) that stands on the table."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(outline + offset_px).astype(np.int32)], 255)
    x, y, w, h = cv2.boundingRect(mask)
    pad = int(4 * offset_px) + 4
    window = np.s_[max(y - pad, 0) : y + h + pad, max(x - pad, 0) : x + w + pad]
    soft = cv2.GaussianBlur(mask[window], (0, 0), max(offset_px * 0.8, 1)).astype(np.float32) / 255
    picture[window] = picture[window] * (1 - strength * soft[..., None])


def _disc(x: float, y: float, radius: float) -> np.ndarray:
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn)], axis=1)


def _box(x: float, y: float, w: float, h: float, angle_deg: float) -> np.ndarray:
    return cv2.boxPoints(((float(x), float(y)), (float(w), float(h)), float(angle_deg)))


def _glass(rng: np.random.Generator, picture: np.ndarray, where: tuple[float, float], scale: float) -> None:
    x, y = _pixel(picture, where, scale)
    radius = rng.uniform(30, 38) * scale
    drink = [(40, 110, 190), (30, 30, 60), (200, 205, 210), (60, 150, 220)][int(rng.integers(4))]
    # Seen from above the rim stands further out than the foot.
    rim_x, rim_y = x + where[0] * 0.11 * scale, y + where[1] * 0.11 * scale
    _soft_shadow(picture, _disc(x, y, radius * 1.1), 8 * scale, 0.35)
    layer = picture.copy()
    for step in np.linspace(0, 1, 12):
        centre = (round(x + (rim_x - x) * step), round(y + (rim_y - y) * step))
        cv2.circle(
            layer,
            centre,
            round(radius * (0.85 + 0.15 * step)),
            drink if step < 0.7 else (225, 228, 230),
            -1 if step < 0.7 else 2,
            cv2.LINE_AA,
        )
    cv2.addWeighted(layer, 0.55, picture, 0.45, 0, dst=picture)
    cv2.circle(
        picture, (round(rim_x), round(rim_y)), round(radius), (235, 238, 240), max(1, round(1.4 * scale)), cv2.LINE_AA
    )
    cv2.ellipse(
        picture,
        (round(rim_x), round(rim_y)),
        (round(radius * 0.86),) * 2,
        0,
        200,
        260,
        (255, 255, 255),
        max(1, round(1.8 * scale)),
        cv2.LINE_AA,
    )


def _chips(rng: np.random.Generator, picture: np.ndarray, where: tuple[float, float], scale: float) -> None:
    for _ in range(int(rng.integers(3, 12))):
        spot = (where[0] + rng.normal(0, 32), where[1] + rng.normal(0, 26))
        x, y = _pixel(picture, spot, scale)
        radius = 19.5 * scale
        colour = [(40, 40, 190), (170, 90, 30), (40, 130, 40), (35, 35, 35), (225, 225, 225)][int(rng.integers(5))]
        _soft_shadow(picture, _disc(x, y, radius), 2.2 * scale, 0.4)
        cv2.circle(picture, (x, y), round(radius), colour, -1, cv2.LINE_AA)
        turn = rng.uniform(0, 60)
        for k in range(6):
            cv2.ellipse(
                picture,
                (x, y),
                (round(radius * 0.9),) * 2,
                0,
                turn + 60 * k,
                turn + 60 * k + 24,
                (235, 235, 235),
                max(1, round(3.2 * scale)),
                cv2.LINE_AA,
            )
        cv2.circle(picture, (x, y), round(radius * 0.6), (235, 235, 235), max(1, round(0.7 * scale)), cv2.LINE_AA)


def _phone(rng: np.random.Generator, picture: np.ndarray, where: tuple[float, float], scale: float) -> None:
    x, y = _pixel(picture, where, scale)
    angle = rng.uniform(0, 180)
    body = _box(x, y, 72 * scale, 150 * scale, angle)
    _soft_shadow(picture, body, 4 * scale, 0.45)
    cv2.fillPoly(picture, [np.round(body).astype(np.int32)], (28, 28, 30), cv2.LINE_AA)
    screen = _box(x, y, 66 * scale, 140 * scale, angle)
    cv2.fillPoly(picture, [np.round(screen).astype(np.int32)], (52, 46, 44), cv2.LINE_AA)
    glare = np.array([screen[0], screen[1], (screen[1] + screen[2]) / 2, screen[0] * 0.8 + screen[3] * 0.2])
    layer = picture.copy()
    cv2.fillPoly(layer, [np.round(glare).astype(np.int32)], (120, 116, 112), cv2.LINE_AA)
    cv2.addWeighted(layer, 0.5, picture, 0.5, 0, dst=picture)


def _notepad(rng: np.random.Generator, picture: np.ndarray, where: tuple[float, float], scale: float) -> None:
    x, y = _pixel(picture, where, scale)
    angle = float(rng.uniform(-25, 25))
    sheet = _box(x, y, 105 * scale, 148 * scale, angle)
    _soft_shadow(picture, sheet, 2.5 * scale, 0.35)
    cv2.fillPoly(picture, [np.round(sheet).astype(np.int32)], (228, 234, 236), cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((0, 0), -angle, 1)[:, :2]
    for row in range(-6, 7):
        a, b = (turn @ ((-45 * scale, row * 10 * scale), (45 * scale, row * 10 * scale))[k] for k in (0, 1))
        cv2.line(
            picture,
            (round(x + a[0]), round(y + a[1])),
            (round(x + b[0]), round(y + b[1])),
            (206, 190, 170),
            1,
            cv2.LINE_AA,
        )
        for word in range(int(rng.integers(0, 3))):
            start = turn @ (rng.uniform(-40, 15) * scale, (row * 10 - 3) * scale)
            stroke = (
                np.cumsum(rng.normal((3.2, 0), (1.5, 3.0), (9, 2)) * scale * 0.8, axis=0) @ turn.T
                + start
                + (x, y)
                + word
            )
            cv2.polylines(
                picture,
                [np.round(stroke).astype(np.int32)],
                False,
                (110, 60, 40),
                max(1, round(0.6 * scale)),
                cv2.LINE_AA,
            )


def _pen(rng: np.random.Generator, picture: np.ndarray, where: tuple[float, float], scale: float) -> None:
    x, y = _pixel(picture, where, scale)
    barrel = _box(x, y, 9 * scale, 140 * scale, rng.uniform(0, 180))
    _soft_shadow(picture, barrel, 2.5 * scale, 0.4)
    colour = tuple(int(v) for v in rng.integers(20, 200, 3))
    cv2.fillPoly(picture, [np.round(barrel).astype(np.int32)], colour, cv2.LINE_AA)


def _coaster(rng: np.random.Generator, picture: np.ndarray, where: tuple[float, float], scale: float) -> None:
    x, y = _pixel(picture, where, scale)
    _soft_shadow(picture, _disc(x, y, 48 * scale), 1.5 * scale, 0.3)
    colour = tuple(int(v) for v in rng.integers(60, 210, 3))
    cv2.circle(picture, (x, y), round(48 * scale), colour, -1, cv2.LINE_AA)
    cv2.circle(picture, (x, y), round(41 * scale), (230, 230, 228), max(1, round(scale)), cv2.LINE_AA)
    if rng.random() < 0.7:
        _glass(rng, picture, where, scale)


def _bowl(rng: np.random.Generator, picture: np.ndarray, where: tuple[float, float], scale: float) -> None:
    x, y = _pixel(picture, where, scale)
    _soft_shadow(picture, _disc(x, y, 66 * scale), 7 * scale, 0.4)
    cv2.circle(picture, (x, y), round(66 * scale), (214, 216, 214), -1, cv2.LINE_AA)
    cv2.circle(picture, (x, y), round(58 * scale), (150, 156, 158), -1, cv2.LINE_AA)
    for _ in range(70):
        angle, away = rng.uniform(0, 6.3), 50 * np.sqrt(rng.random()) * scale
        colour = tuple(int(v) for v in np.array((70, 130, 185)) * rng.uniform(0.6, 1.15))
        spot = (round(x + away * np.cos(angle)), round(y + away * np.sin(angle)))
        cv2.ellipse(
            picture, spot, (round(8 * scale), round(5 * scale)), rng.uniform(0, 180), 0, 360, colour, -1, cv2.LINE_AA
        )


_THINGS = (_glass, _chips, _phone, _notepad, _pen, _coaster, _bowl)
