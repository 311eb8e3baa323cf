"""Decks printed anew: other indices on known art, jokers, backs, and whole decks that need no art at all."""

from __future__ import annotations

import dataclasses

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import DeckArt
from datasets.index_print import (
    CARD_CODES,
    JOKERS,
    SUITS,
    IndexMark,
    IndexStyle,
    joker_colour,
    print_index,
    random_style,
    suit_mask,
    text_mask,
)

_PX_PER_MM = 5.0
_PIPS = {
    "A": [(0.5, 0.5)],
    "2": [(0.5, 0.0), (0.5, 1.0)],
    "3": [(0.5, 0.0), (0.5, 0.5), (0.5, 1.0)],
    "4": [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)],
    "5": [(0.0, 0.0), (1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (1.0, 1.0)],
    "6": [(x, y) for x in (0.0, 1.0) for y in (0.0, 0.5, 1.0)],
    "7": [(x, y) for x in (0.0, 1.0) for y in (0.0, 0.5, 1.0)] + [(0.5, 0.25)],
    "8": [(x, y) for x in (0.0, 1.0) for y in (0.0, 0.5, 1.0)] + [(0.5, 0.25), (0.5, 0.75)],
    "9": [(x, y) for x in (0.0, 1.0) for y in (0.0, 1 / 3, 2 / 3, 1.0)] + [(0.5, 0.5)],
    "T": [(x, y) for x in (0.0, 1.0) for y in (0.0, 1 / 3, 2 / 3, 1.0)] + [(0.5, 1 / 6), (0.5, 5 / 6)],
}
"""Places of the pips in the pip field, 0..1 across and down."""


def reprinted(deck: DeckArt, style: IndexStyle) -> DeckArt:
    """The same deck with its indices erased and printed in another style, those of its jokers too."""
    paper = paper_colour(deck)
    dark = max(paper) < 110
    if dark:
        style = dataclasses.replace(style, colours_bgr=tuple(_lightened(c) for c in style.colours_bgr))
    faces: dict[str, NDArray[np.uint8]] = {}
    marks: dict[str, tuple[IndexMark, ...]] = {}
    for code in deck.faces:
        face = deck.faces[code].copy()
        erase_indices(face, deck.marks.get(code, ()), paper)
        own = dataclasses.replace(style, corners=2) if code in JOKERS else style
        marks[code] = print_index(face, code, own, deck.px_per_mm, paper)
        faces[code] = face
    return dataclasses.replace(deck, faces=faces, marks=marks)


def blackened(deck: DeckArt, ink_bgr: tuple[int, int, int] | None) -> DeckArt:
    """A black-faced version: lightness turned over, colours kept, or everything printed in one ink."""
    return dataclasses.replace(deck, faces={code: _blackened(face, ink_bgr) for code, face in deck.faces.items()})


def _blackened(face: NDArray[np.uint8], ink_bgr: tuple[int, int, int] | None) -> NDArray[np.uint8]:
    lab = cv2.cvtColor(face[..., :3], cv2.COLOR_BGR2LAB)
    lab[..., 0] = 255 - lab[..., 0]
    colours = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)
    if ink_bgr is not None:
        strength = cv2.GaussianBlur(lab[..., 0], (0, 0), 0.6).astype(np.float32)[..., None] / 255.0
        colours = (12 + (np.array(ink_bgr, np.float32) - 12) * strength).astype(np.uint8)
    return np.dstack([colours, face[..., 3]])


def paper_colour(deck: DeckArt) -> tuple[int, int, int]:
    """The colour of the card between the prints, BGR, from the corners of the twos."""
    pixels = np.concatenate([deck.faces[f"2{suit}"][20:60, 60:-60, :3].reshape(-1, 3) for suit in "SH"])
    return tuple(int(v) for v in np.median(pixels, axis=0))


def erase_indices(face: NDArray[np.uint8], marks: tuple[IndexMark, ...], paper: tuple[int, int, int]) -> None:
    """Paint over the indices in place; without marks, over all four corners."""
    height, width = face.shape[:2]
    for mark in marks:
        x0, y0, x1, y1 = mark.box_xyxy
        pad = 5
        # Down to the edge of the card, so that nothing is left of a tall figure.
        rows = slice(max(0, int(y0) - pad), int(y1) + pad + 1)
        face[rows, max(0, int(x0) - pad) : int(x1) + pad + 1, :3] = paper
    if not marks:
        across, down = round(0.19 * width), round(0.25 * height)
        for rows in (slice(4, down), slice(height - down, height - 4)):
            for columns in (slice(4, across), slice(width - across, width - 4)):
                face[rows, columns, :3] = paper


def with_jokers(deck: DeckArt, style: IndexStyle, rng: np.random.Generator) -> DeckArt:
    """Give the deck two jokers with a printed index, keeping the middle of its own where it has some, and a back."""
    paper = paper_colour(deck)
    faces, marks = dict(deck.faces), dict(deck.marks)
    for code in JOKERS:
        height, width = deck.faces["2S"].shape[:2]
        face = np.empty((height, width, 4), np.uint8)
        face[..., :3] = paper
        face[..., 3] = deck.faces["2S"][..., 3]
        own = deck.faces.get(code)
        y0, y1, x0, x1 = round(0.2 * height), round(0.8 * height), round(0.24 * width), round(0.76 * width)
        if own is not None and own.shape[:2] == face.shape[:2]:
            face[y0:y1, x0:x1, :3] = own[y0:y1, x0:x1, :3]
        else:
            draw_figure(face[y0:y1, x0:x1], rng, joker_colour(code, style))
        if max(paper) < 110:
            style = dataclasses.replace(style, colours_bgr=tuple(_lightened(c) for c in style.colours_bgr))
        marks[code] = print_index(face, code, dataclasses.replace(style, corners=2), deck.px_per_mm, None)
        faces[code] = face
    backs = deck.backs or (drawn_back(*deck.faces["2S"].shape[:2], rng),)
    return dataclasses.replace(deck, faces=faces, marks=marks, backs=backs)


def procedural_deck(name: str, split: str, rng: np.random.Generator) -> DeckArt:
    """Draw a deck from nothing: indices, pips, placeholder courts, backs."""
    style = random_style(rng)
    width_mm, height_mm = (63.0, 88.0) if rng.random() < 0.6 else (57.0, 89.0)
    black_faced = name == "procedural_black"
    if name == "procedural_jumbo":
        style = dataclasses.replace(style, rank_height_mm=float(rng.uniform(14, 20)), suit_height_mm=13.0, corners=2)
    elif name != "procedural_train" and name != "procedural_validation":
        height = float(rng.uniform(8, 11))
        style = dataclasses.replace(style, rank_height_mm=height, suit_height_mm=0.75 * height, corners=2)
    if name == "procedural_four_colour":
        style = dataclasses.replace(style, colours_bgr=((25, 20, 20), (40, 30, 210), (190, 80, 20), (50, 125, 20)))
    elif name in ("procedural_plain", "procedural_black", "procedural_four_corners", "procedural_jumbo"):
        style = dataclasses.replace(style, colours_bgr=((25, 20, 20), (40, 30, 210), (40, 30, 210), (25, 20, 20)))
    if name == "procedural_four_corners":
        style = dataclasses.replace(style, corners=4)
    paper = tuple(
        int(v) for v in np.array([1.0, 1.0, 1.0]) * rng.integers(236, 256) - np.array([rng.integers(0, 18), 3, 0])
    )
    width, height = round(width_mm * _PX_PER_MM), round(height_mm * _PX_PER_MM)
    outline = _outline(width, height)
    faces: dict[str, NDArray[np.uint8]] = {}
    marks: dict[str, tuple[IndexMark, ...]] = {}
    court_seed = int(rng.integers(1 << 30))
    for code in CARD_CODES:
        face = np.empty((height, width, 4), np.uint8)
        face[..., :3] = paper
        face[..., 3] = outline
        colour = style.colours_bgr[SUITS.index(code[1])]
        if code[0] in "JQK":
            y0, y1, x0, x1 = round(0.08 * height), round(0.92 * height), round(0.17 * width), round(0.83 * width)
            draw_figure(face[y0:y1, x0:x1], np.random.default_rng([court_seed, CARD_CODES.index(code)]), colour)
        else:
            _draw_pips(face, code, style, colour)
        ground = paper if code[0] in "JQK" or style.rank_height_mm > 13 else None
        marks[code] = print_index(face, code, style, _PX_PER_MM, ground)
        faces[code] = face
    backs = tuple(drawn_back(height, width, rng) for _ in range(2))
    deck = DeckArt(name, split, width_mm, height_mm, _PX_PER_MM, faces, backs, marks)
    deck = with_jokers(deck, style, rng)
    if black_faced:
        inks = (None, (255, 255, 255), (120, 190, 230))
        return blackened(deck, inks[int(rng.integers(3))])
    return deck


def _outline(width: int, height: int) -> NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    r = round(3.3 * _PX_PER_MM)
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _draw_pips(face: NDArray[np.uint8], code: str, style: IndexStyle, colour: tuple[int, int, int]) -> None:
    height, width = face.shape[:2]
    jumbo = style.rank_height_mm > 13
    size = round((12.0 if code[0] != "A" else 20.0) * _PX_PER_MM * (0.7 if jumbo else 1.0))
    sign = suit_mask(code[1], style.suit_shape_seed)
    sign = cv2.resize(sign, (max(3, round(sign.shape[1] * size / 96)), size), interpolation=cv2.INTER_AREA)
    left, right = (0.36, 0.64) if jumbo else (0.29, 0.71)
    for x, y in _PIPS[code[0]]:
        x_px = round((left + (right - left) * x) * width)
        y_px = round((0.18 + 0.64 * y) * height)
        _stamp(face, sign[::-1] if y > 0.5 else sign, x_px, y_px, colour)


def _stamp(face: NDArray[np.uint8], mask: NDArray[np.uint8], x: int, y: int, colour: tuple[int, int, int]) -> None:
    """Print a mask centred at (x, y), which must lie far enough inside."""
    top, left = y - mask.shape[0] // 2, x - mask.shape[1] // 2
    window = face[top : top + mask.shape[0], left : left + mask.shape[1], :3]
    coverage = mask[..., None].astype(np.float32) / 255
    window[:] = (window * (1 - coverage) + np.array(colour, np.float32) * coverage).astype(np.uint8)


def draw_figure(window: NDArray[np.uint8], rng: np.random.Generator, colour: tuple[int, int, int]) -> None:
    """Fill a court card's frame with a point-symmetric figure of patterned cloth, a head and a crown, in place."""
    height, width = window.shape[:2]
    half = np.full((height // 2, width, 3), 255, np.uint8)
    half[:] = window[0, 0, :3]
    tints = [tuple(int(v) for v in rng.integers(20, 245, 3)) for _ in range(4)] + [
        colour,
        (30, 200, 240),
        (40, 30, 200),
    ]

    def tint() -> tuple[int, int, int]:
        return tints[int(rng.integers(len(tints)))]

    body = np.array([(0.05, 1.0), (rng.uniform(0.1, 0.3), 0.5), (0.5, 0.42), (rng.uniform(0.7, 0.9), 0.5), (0.95, 1.0)])
    cv2.fillPoly(half, [(body * (width, height // 2)).astype(np.int32)], tint(), cv2.LINE_AA)
    for _ in range(int(rng.integers(6, 18))):
        x, y = rng.uniform(0.1, 0.9) * width, rng.uniform(0.5, 1.0) * height / 2
        size = rng.uniform(0.02, 0.12) * width
        if rng.random() < 0.5:
            cv2.circle(half, (int(x), int(y)), int(size), tint(), int(rng.choice([-1, 2])), cv2.LINE_AA)
        else:
            cv2.line(
                half,
                (int(x), int(y)),
                (int(width - x), int(y + size * 3)),
                tint(),
                int(rng.integers(1, 6)),
                cv2.LINE_AA,
            )
    head = (int(width * rng.uniform(0.4, 0.6)), int(height * 0.5 * rng.uniform(0.3, 0.38)))
    radius = int(width * rng.uniform(0.1, 0.16))
    cv2.ellipse(half, head, (int(radius * 1.5), int(radius * 1.4)), 0, 0, 360, tint(), -1, cv2.LINE_AA)
    cv2.ellipse(half, head, (radius, int(radius * 1.3)), 0, 0, 360, (205, 222, 250), -1, cv2.LINE_AA)
    for dx in (-0.4, 0.4):
        cv2.circle(half, (int(head[0] + dx * radius), head[1]), 2, (20, 20, 20), -1, cv2.LINE_AA)
    top = head[1] - int(1.2 * radius)
    points = [(head[0] - radius, top)]
    for i in range(7):
        points.append((head[0] - radius + i * radius // 3, top - (radius if i % 2 else radius // 3)))
    points.append((head[0] + radius, top))
    cv2.fillPoly(half, [np.array(points, np.int32)], (30, 200, 240), cv2.LINE_AA)
    window[: height // 2, :, :3] = half
    window[height - height // 2 :, :, :3] = half[::-1, ::-1]
    frame = np.ascontiguousarray(window[..., :3])
    cv2.rectangle(frame, (0, 0), (width - 1, height - 1), tint(), int(rng.integers(1, 4)))
    window[..., :3] = frame
    sign = suit_mask(SUITS[int(rng.integers(4))], int(rng.integers(1 << 30)))
    size = round(0.2 * width)
    sign = cv2.resize(sign, (size, size), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.7:
        _stamp(window, sign, round(0.14 * width), round(0.12 * height), colour)
        _stamp(window[::-1, ::-1], sign, round(0.14 * width), round(0.12 * height), colour)


def drawn_back(height: int, width: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """(H, W, 4) BGRA: a back of lattice, stripes, dots or plain colour, mostly with a white rim."""
    ink = [(40, 30, 180), (150, 60, 30), (50, 110, 30), (30, 30, 30), (120, 40, 110)][int(rng.integers(5))]
    ink = tuple(int(np.clip(v + rng.integers(-30, 30), 0, 255)) for v in ink)
    light = (250, 250, 250) if rng.random() < 0.7 else tuple(int(v) for v in rng.integers(120, 255, 3))
    pattern = np.full((height, width, 3), light, np.uint8)
    kind = int(rng.integers(4))
    step = int(rng.integers(8, 28))
    if kind == 0:
        for offset in range(-height, width, step):
            thickness = int(rng.integers(1, 4)) if offset == -height else max(1, step // 6)
            cv2.line(pattern, (offset, 0), (offset + height, height), ink, thickness, cv2.LINE_AA)
            cv2.line(pattern, (offset + height, 0), (offset, height), ink, thickness, cv2.LINE_AA)
    elif kind == 1:
        pattern[:] = ink
        for x in range(0, width, step):
            for y in range(0, height, step):
                cv2.circle(pattern, (x + (y // step % 2) * step // 2, y), step // 4, light, -1, cv2.LINE_AA)
    elif kind == 2:
        pattern[:] = ink
        for radius in range(step, height, step):
            cv2.circle(pattern, (width // 2, height // 2), radius, light, max(1, step // 5), cv2.LINE_AA)
    else:
        pattern[:] = ink
        if rng.random() < 0.5:
            word = text_mask(str(rng.choice(["ACE", "CLUB", "No 1", "LUX"])), random_style(rng).font)
            word = cv2.resize(word, (width // 2, width // 6), interpolation=cv2.INTER_AREA)
            _stamp(pattern, word, width // 2, height // 2, light)
    rim = round(rng.choice([0.0, 0.04, 0.06]) * width)
    back = np.full((height, width, 4), 250, np.uint8)
    back[rim : height - rim, rim : width - rim, :3] = pattern[rim : height - rim, rim : width - rim]
    back[..., 3] = _outline(width, height)
    return back


def _lightened(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """The same hue bright enough for a black card."""
    lift = 200 - max(colour)
    return tuple(int(min(255, v + max(0, lift))) for v in colour)
