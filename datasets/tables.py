"""Table tops and the things that lie about on them: none of it a card, some of it meant to look like one."""

from __future__ import annotations

import functools
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.index_print import ART_DIRECTORY, SUITS, fonts, suit_mask, text_mask

Image = NDArray[np.uint8]
_VALIDATION_EVERY = 6
"""Every sixth texture, by name, is kept for validation, and the next one is never trained on."""


def textures(split: str) -> tuple[str, ...]:
    """Files of the fetched table textures of one split."""
    remainder = {"validation": 0, "never_trained": 1}.get(split)
    files = _texture_files()
    if remainder is None:
        return tuple(f for i, f in enumerate(files) if i % _VALIDATION_EVERY > 1)
    return tuple(f for i, f in enumerate(files) if i % _VALIDATION_EVERY == remainder)


@functools.cache
def _texture_files() -> tuple[str, ...]:
    return tuple(str(path) for path in sorted((ART_DIRECTORY / "textures").glob("*.jpg")))


@functools.lru_cache(maxsize=600)
def _texture(path: str) -> Image:
    return cv2.imread(str(Path(path)))


def table_top(size_px: int, rng: np.random.Generator, split: str) -> Image:
    """(S, S, 3) BGR: plain, felt, wood, cloth with a pattern, or a photographed texture."""
    files = textures(split)
    draw = rng.random()
    if files and draw < 0.4:
        top = _from_texture(_texture(files[int(rng.integers(len(files)))]), size_px, rng)
    elif draw < 0.58:
        top = _felt(size_px, rng)
    elif draw < 0.7:
        top = _wood(size_px, rng)
    elif draw < 0.85:
        top = np.full((size_px, size_px, 3), _table_colour(rng), np.uint8)
    else:
        top = _patterned(size_px, rng)
    if rng.random() < 0.3:
        gain = rng.uniform(0.3, 1.3)
        top = np.clip(top.astype(np.float32) * gain + rng.uniform(-20, 40), 0, 255).astype(np.uint8)
    return top


def _table_colour(rng: np.random.Generator) -> NDArray:
    hue = rng.choice([int(rng.integers(0, 180)), 60, 15, 110, 0])
    hsv = np.array([[[hue, rng.choice([rng.integers(0, 40), rng.integers(60, 220)]), rng.integers(20, 250)]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]


def _from_texture(texture: Image, size_px: int, rng: np.random.Generator) -> Image:
    scale = size_px / texture.shape[0] * rng.uniform(0.6, 3.0)
    angle = rng.uniform(0, 360)
    warp = cv2.getRotationMatrix2D((texture.shape[1] / 2, texture.shape[0] / 2), angle, scale)
    warp[:, 2] += size_px / 2 - np.array([texture.shape[1], texture.shape[0]]) / 2 + rng.uniform(-100, 100, 2)
    top = cv2.warpAffine(texture, warp, (size_px, size_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    if rng.random() < 0.3:
        hsv = cv2.cvtColor(top, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(rng.integers(180))) % 180
        top = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    return top


def _noise(size_px: int, cell_px: float, rng: np.random.Generator) -> NDArray[np.float32]:
    cells = max(2, round(size_px / cell_px))
    return cv2.resize(
        rng.standard_normal((cells, cells), np.float32), (size_px, size_px), interpolation=cv2.INTER_CUBIC
    )


def _felt(size_px: int, rng: np.random.Generator) -> Image:
    colour = _table_colour(rng).astype(np.float32)
    grain = rng.standard_normal((size_px, size_px), np.float32) * rng.uniform(2, 10)
    grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.4, 1.2)) * 1.6
    grain += _noise(size_px, rng.uniform(20, 120), rng) * rng.uniform(1, 7)
    return np.clip(colour + grain[..., None], 0, 255).astype(np.uint8)


def _wood(size_px: int, rng: np.random.Generator) -> Image:
    y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    across = x * np.cos(angle) + y * np.sin(angle)
    rings = np.sin(across * 2 * np.pi / rng.uniform(6, 50) + _noise(size_px, 60, rng) * 2.5)
    base = np.array([rng.integers(20, 130), rng.integers(50, 170), rng.integers(80, 220)], np.float32)
    wood = base + rings[..., None] * rng.uniform(3, 22) + _noise(size_px, 3, rng)[..., None] * rng.uniform(1, 6)
    if rng.random() < 0.5:
        board = rng.uniform(40, 160)
        wood -= (np.abs((across % board) - 1.5) < 1.5)[..., None] * rng.uniform(20, 60)
    return np.clip(wood, 0, 255).astype(np.uint8)


def _patterned(size_px: int, rng: np.random.Generator) -> Image:
    """Checks, stripes, dots: table cloths, and the squares of a board."""
    top = np.full((size_px, size_px, 3), _table_colour(rng), np.uint8)
    other = tuple(int(v) for v in _table_colour(rng))
    step = int(rng.integers(10, 90))
    kind = int(rng.integers(3))
    for i in range(0, size_px, step):
        if kind == 0:
            cv2.rectangle(top, (i, 0), (i + step // 2, size_px), other, -1)
        for j in range(0, size_px, step):
            if kind == 1 and (i // step + j // step) % 2:
                cv2.rectangle(top, (i, j), (i + step - 1, j + step - 1), other, -1)
            elif kind == 2:
                cv2.circle(top, (i + step // 2, j + step // 2), step // 4, other, -1, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((size_px / 2, size_px / 2), rng.uniform(0, 360), rng.uniform(1, 1.6))
    return cv2.warpAffine(top, turn, (size_px, size_px), borderMode=cv2.BORDER_REFLECT)


def paste(image: Image, stamp_bgr: Image, coverage: NDArray[np.uint8], warp: NDArray) -> None:
    """Blend a stamp into the image through a 2×3 transform, in place."""
    size = (image.shape[1], image.shape[0])
    mask = cv2.warpAffine(coverage, warp, size, flags=cv2.INTER_LINEAR)
    ys, xs = np.nonzero(mask)
    if len(ys) == 0:
        return
    box = (slice(ys.min(), ys.max() + 1), slice(xs.min(), xs.max() + 1))
    colours = cv2.warpAffine(stamp_bgr, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    weight = mask[box][..., None].astype(np.float32) / 255
    image[box] = (image[box] * (1 - weight) + colours[box] * weight).astype(np.uint8)


def placed(stamp_size: tuple[int, int], centre_xy: tuple[float, float], angle_deg: float, scale: float) -> NDArray:
    """The 2×3 transform that turns, scales and centres a stamp of (height, width)."""
    warp = cv2.getRotationMatrix2D((stamp_size[1] / 2, stamp_size[0] / 2), angle_deg, scale)
    warp[:, 2] += np.array(centre_xy) - np.array([stamp_size[1] / 2, stamp_size[0] / 2])
    return warp


def sheet_of_print(rng: np.random.Generator, px_per_mm: float) -> Image:
    """A score sheet, a page of text, a price tag: figures, capitals and suit signs that are no index."""
    width, height = (round(v * px_per_mm) for v in rng.uniform(40, 150, 2))
    width, height = max(24, min(width, 420)), max(24, min(height, 420))
    page = np.full((height, width, 3), rng.integers(190, 256, 1), np.uint8)
    if rng.random() < 0.25:
        page[:] = _table_colour(rng)
    faces = fonts()
    font = faces[int(rng.integers(len(faces)))]
    letters = "A23456789JQK10AKQJ10BCDEFGHLMNPRSTUVWXYZabcdefghknprstuvz+-:"
    line_px = max(5, round(rng.choice([rng.uniform(2, 5), rng.uniform(5, 16)]) * px_per_mm))
    ink = np.array(rng.choice([[20, 20, 20], [40, 30, 190], [150, 60, 20]]), np.float32)
    y = line_px // 2
    while y + line_px < height:
        x = int(rng.integers(1, max(2, width // 4)))
        while x + line_px < width and rng.random() > 0.04:
            if rng.random() < 0.12:
                glyph = suit_mask(SUITS[int(rng.integers(4))], int(rng.integers(50)))
            else:
                glyph = text_mask(letters[int(rng.integers(len(letters)))], font)
            wide = max(2, round(glyph.shape[1] * line_px / 96))
            cell = cv2.resize(glyph, (wide, line_px), interpolation=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
            spot = page[y : y + line_px, x : x + wide]
            cell = cell[: spot.shape[0], : spot.shape[1]]
            spot[:] = (spot * (1 - cell) + ink * cell).astype(np.uint8)
            x += wide + max(1, line_px // 6) + (line_px // 2 if rng.random() < 0.2 else 0)
        y += round(line_px * rng.uniform(1.2, 1.8))
    return page


def strew(image: Image, rng: np.random.Generator, px_per_mm: float, count: int) -> list[NDArray]:
    """Lay things on the table, in place: papers, chips, glasses, pens, phones, coins. Returns their outlines (N, 2)."""
    outlines = []
    size = image.shape[0]
    for _ in range(count):
        centre = tuple(rng.uniform(0, size, 2))
        kind = rng.random()
        if kind < 0.35:
            page = sheet_of_print(rng, px_per_mm)
            warp = placed(page.shape[:2], centre, rng.uniform(0, 360), 1.0)
            paste(image, page, np.full(page.shape[:2], 255, np.uint8), warp)
            corners = np.array([(0, 0), (page.shape[1], 0), (page.shape[1], page.shape[0]), (0, page.shape[0])], float)
            outlines.append(corners @ warp[:, :2].T + warp[:, 2])
        elif kind < 0.6:
            outlines.append(_chip(image, rng, centre, rng.uniform(17, 22) * px_per_mm))
        elif kind < 0.75:
            outlines.append(_glass(image, rng, centre, rng.uniform(30, 45) * px_per_mm))
        elif kind < 0.9:
            outlines.append(_bar(image, rng, centre, rng.uniform(4, 9) * px_per_mm, rng.uniform(100, 150) * px_per_mm))
        else:
            outlines.append(
                _bar(image, rng, centre, rng.uniform(65, 75) * px_per_mm, rng.uniform(130, 160) * px_per_mm)
            )
    return outlines


def _circle(centre: tuple[float, float], radius: float) -> NDArray:
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], axis=1)


def _chip(image: Image, rng: np.random.Generator, centre: tuple[float, float], radius: float) -> NDArray:
    colour, other = (tuple(int(v) for v in _table_colour(rng)) for _ in range(2))
    spot = (round(centre[0]), round(centre[1]))
    cv2.circle(image, (spot[0] + 2, spot[1] + 2), round(radius), (20, 20, 20), -1, cv2.LINE_AA)
    cv2.circle(image, spot, round(radius), colour, -1, cv2.LINE_AA)
    start = rng.uniform(0, 60)
    for i in range(6):
        angle = start + 60 * i
        cv2.ellipse(
            image, spot, (round(radius * 0.93),) * 2, angle, 0, 22, other, max(1, round(radius * 0.15)), cv2.LINE_AA
        )
    cv2.circle(image, spot, round(radius * 0.6), other, max(1, round(radius * 0.06)), cv2.LINE_AA)
    if rng.random() < 0.6:
        faces = fonts()
        word = text_mask(str(rng.choice(["5", "10", "25", "50", "A", "K", "2"])), faces[int(rng.integers(len(faces)))])
        scale = radius * 0.6 / 96
        warp = placed(word.shape, centre, rng.uniform(0, 360), scale)
        paste(image, np.full((*word.shape, 3), other, np.uint8), word, warp)
    return _circle(centre, radius)


def _glass(image: Image, rng: np.random.Generator, centre: tuple[float, float], radius: float) -> NDArray:
    spot = (round(centre[0]), round(centre[1]))
    layer = image.copy()
    liquid = tuple(int(v) for v in _table_colour(rng))
    cv2.circle(layer, spot, round(radius), liquid, -1, cv2.LINE_AA)
    opacity = rng.uniform(0.15, 0.95)
    layer = cv2.addWeighted(layer, opacity, image, 1 - opacity, 0)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.circle(mask, spot, round(radius), 255, -1)
    image[mask > 0] = layer[mask > 0]
    for share in (1.0, rng.uniform(0.8, 0.95)):
        cv2.circle(image, spot, round(radius * share), (235, 235, 235), max(1, round(radius * 0.03)), cv2.LINE_AA)
    cv2.ellipse(image, spot, (round(radius * 0.85),) * 2, rng.uniform(0, 360), 0, 50, (255, 255, 255), 2, cv2.LINE_AA)
    return _circle(centre, radius)


def _bar(image: Image, rng: np.random.Generator, centre: tuple[float, float], width: float, length: float) -> NDArray:
    corners = np.array(cv2.boxPoints((centre, (width, length), float(rng.uniform(0, 360)))))
    cv2.fillPoly(image, [np.round(corners + 3).astype(np.int32)], (25, 25, 25), cv2.LINE_AA)
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], tuple(int(v) for v in _table_colour(rng)), cv2.LINE_AA)
    if width > 30 and rng.random() < 0.7:
        inner = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 0.93
        cv2.fillPoly(image, [np.round(inner).astype(np.int32)], tuple(int(v) for v in _table_colour(rng)), cv2.LINE_AA)
    return corners
