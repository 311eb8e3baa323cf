"""Printed card indices: rank glyphs from many typefaces, suit signs of our own drawing, and their layout."""

from __future__ import annotations

import functools
import zlib
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

try:  # Pillow belongs to the training extra; without it OpenCV's own typefaces do.
    from PIL import Image, ImageDraw, ImageFont
except ImportError:
    ImageFont = None

ART_DIRECTORY = Path(__file__).parent / "art"
RANKS = "A23456789TJQK"
SUITS = "SHDC"
CARD_CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)
JOKERS = ("joker_red", "joker_black")
_GLYPH_HEIGHT_PX = 96
_FALLBACK_FONTS = ("hershey:2", "hershey:3", "hershey:4")
# Hershey faces by number: duplex, complex and triplex have strokes that can pass for print.
_HERSHEY = {"2": cv2.FONT_HERSHEY_DUPLEX, "3": cv2.FONT_HERSHEY_COMPLEX, "4": cv2.FONT_HERSHEY_TRIPLEX}


@dataclass(frozen=True, slots=True)
class IndexMark:
    """One printed corner index: centres of rank and suit glyph and the box around both, in face pixels."""

    rank_xy: tuple[float, float]
    suit_xy: tuple[float, float]
    box_xyxy: tuple[float, float, float, float]

    def turned(self, width_px: int, height_px: int) -> IndexMark:
        """The same index in the opposite corner of a point-symmetric face."""
        x0, y0, x1, y1 = self.box_xyxy
        return IndexMark(
            (width_px - 1 - self.rank_xy[0], height_px - 1 - self.rank_xy[1]),
            (width_px - 1 - self.suit_xy[0], height_px - 1 - self.suit_xy[1]),
            (width_px - 1 - x1, height_px - 1 - y1, width_px - 1 - x0, height_px - 1 - y0),
        )


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """How a deck prints its indices; lengths in millimetres on the card."""

    font: str
    rank_height_mm: float
    rank_stretch: float
    weight: float
    suit_height_mm: float
    gap_mm: float
    left_mm: float
    top_mm: float
    corners: int
    suit_shape_seed: int
    colours_bgr: tuple[tuple[int, int, int], ...]
    """Of spades, hearts, diamonds and clubs."""
    joker_style: int
    """Which of ``JOKER_PRINTS``."""
    joker_colours: str
    """"suits": red and black like hearts and spades, "motley": letters of many colours and of grey."""
    swash_queen: bool = False
    """The Q is a narrow O with a wave through its foot, as on many Anglo-American decks."""


def fonts() -> tuple[str, ...]:
    """Typefaces for ranks: the fetched ones whose figures stand on one line, or OpenCV's where there are none."""
    if ImageFont is None:
        return _FALLBACK_FONTS
    found = _font_files(ART_DIRECTORY / "fonts")
    return found or _FALLBACK_FONTS


@functools.cache
def _font_files(directory: Path) -> tuple[str, ...]:
    return tuple(str(path) for path in sorted(directory.glob("*.[to]tf")))


def random_style(rng: np.random.Generator) -> IndexStyle:
    """A style drawn at random: slim to jumbo, two or four colours, two or four corners."""
    size = rng.choice(["small", "usual", "large", "jumbo"], p=[0.2, 0.45, 0.2, 0.15])
    rank_height_mm = {"small": (6.0, 8.0), "usual": (8.0, 11.0), "large": (11.0, 14.0), "jumbo": (14.0, 22.0)}[size]
    height = float(rng.uniform(*rank_height_mm))
    red = (int(rng.integers(0, 50)), int(rng.integers(0, 60)), int(rng.integers(170, 240)))
    black = tuple(int(v) for v in rng.integers(0, 60, 3))
    blue = (int(rng.integers(160, 230)), int(rng.integers(20, 110)), int(rng.integers(0, 60)))
    green = (int(rng.integers(20, 90)), int(rng.integers(100, 150)), int(rng.integers(0, 60)))
    orange = (int(rng.integers(0, 60)), int(rng.integers(120, 180)), int(rng.integers(210, 250)))
    colours = (black, red, red, black)
    draw = rng.random()
    if draw < 0.12:
        colours = (black, red, blue, green)
    elif draw < 0.16:
        colours = (black, red, orange, green)
    elif draw < 0.18:
        colours = (blue, red, orange, green)
    return IndexStyle(
        font=str(rng.choice(fonts())),
        rank_height_mm=height,
        rank_stretch=float(rng.uniform(0.75, 1.15)),
        weight=float(rng.choice([0.0, 0.0, 0.0, 0.02, 0.04])),
        suit_height_mm=height * float(rng.uniform(0.55, 1.0)),
        gap_mm=float(rng.uniform(0.4, 2.5)),
        left_mm=float(rng.uniform(1.8, 4.5)),
        top_mm=float(rng.uniform(2.2, 5.5)),
        corners=4 if rng.random() < 0.3 and size != "jumbo" else 2,
        suit_shape_seed=int(rng.integers(1 << 30)),
        colours_bgr=colours,
        joker_style=int(rng.integers(len(JOKER_PRINTS))),
        joker_colours="motley" if rng.random() < 0.25 else "suits",
        swash_queen=bool(rng.random() < 0.4),
    )


@functools.lru_cache(maxsize=4096)
def text_mask(text: str, font: str) -> NDArray[np.uint8]:
    """Coverage 0..255 of a short text, cut to its ink, 96 px tall or as tall as its proportions allow."""
    if font.startswith("hershey:"):
        canvas = np.zeros((260, 220 * len(text) + 60), np.uint8)
        cv2.putText(canvas, text, (30, 190), _HERSHEY[font[8:]], 6.0, 255, 14, cv2.LINE_AA)
    else:
        face = _truetype(font)
        canvas_image = Image.new("L", (160 * len(text) + 120, 300), 0)
        ImageDraw.Draw(canvas_image).text((60, 60), text, font=face, fill=255)
        canvas = np.asarray(canvas_image)
    ys, xs = np.nonzero(canvas > 40)
    if len(ys) == 0:
        raise ValueError(f"typeface {font} draws nothing for {text!r}")
    ink = canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    scale = _GLYPH_HEIGHT_PX / ink.shape[0]
    size = (max(2, round(ink.shape[1] * scale)), _GLYPH_HEIGHT_PX)
    return cv2.resize(ink, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)


@functools.lru_cache(maxsize=512)
def swash_queen_mask(font: str) -> NDArray[np.uint8]:
    """Coverage of a Q made of the typeface's O and a wave that crosses its foot."""
    body = text_mask("O", font)
    height, width = body.shape
    rng = np.random.default_rng(zlib.crc32(Path(font).name.encode()))
    narrow = max(3, round(width * rng.uniform(0.6, 1.0)))
    body = cv2.resize(body, (narrow, height), interpolation=cv2.INTER_AREA)
    margin = round(0.22 * height)
    canvas = np.zeros((height + margin // 2, narrow + 2 * margin), np.uint8)
    canvas[:height, margin : margin + narrow] = body
    start, rise, fall, end = (
        rng.uniform(0.55, 0.8),
        rng.uniform(0.4, 0.65),
        rng.uniform(0.95, 1.15),
        rng.uniform(0.85, 1.0),
    )
    t = np.linspace(0, 1, 30)[:, None]
    points = np.array([(margin + 0.12 * narrow, start * height), (margin + 0.45 * narrow, rise * height),
                       (margin + 0.7 * narrow, fall * height), (margin * 1.9 + narrow, end * height)])  # fmt: skip
    curve = (
        (1 - t) ** 3 * points[0] + 3 * (1 - t) ** 2 * t * points[1] + 3 * (1 - t) * t**2 * points[2] + t**3 * points[3]
    )
    stroke = max(4, round(height * rng.uniform(0.07, 0.12)))
    cv2.polylines(canvas, [np.round(curve).astype(np.int32)], False, 255, stroke, cv2.LINE_AA)
    ys, xs = np.nonzero(canvas > 40)
    ink = canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    return cv2.resize(
        ink, (round(ink.shape[1] * _GLYPH_HEIGHT_PX / ink.shape[0]), _GLYPH_HEIGHT_PX), interpolation=cv2.INTER_AREA
    )


@functools.lru_cache(maxsize=256)
def _truetype(font: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font, 120)


@functools.lru_cache(maxsize=1024)
def suit_mask(suit: str, shape_seed: int) -> NDArray[np.uint8]:
    """Coverage 0..255 of a suit sign, 96 px tall; each seed is another designer's hand."""
    rng = np.random.default_rng([shape_seed, SUITS.index(suit)])
    size = 384
    canvas = np.zeros((size, size), np.uint8)
    aspect = rng.uniform(0.78, 1.05)
    if suit == "D":
        aspect = rng.uniform(0.66, 0.95)
        bend = rng.uniform(0.0, 0.14)
        corners = np.array([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)])
        outline = []
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            for t in np.linspace(0, 1, 16, endpoint=False):
                point = a * (1 - t) + b * t
                outline.append(point + (np.array([0.5, 0.5]) - point) * bend * 4 * t * (1 - t))
        _fill(canvas, np.array(outline))
    elif suit == "H":
        _fill(canvas, _heart(rng))
    elif suit == "S":
        body = _heart(rng)
        body[:, 1] = (1.0 - body[:, 1]) * rng.uniform(0.80, 0.88)
        _fill(canvas, body)
        _stem(canvas, rng, top=0.6)
    else:
        radius = rng.uniform(0.215, 0.25)
        low = rng.uniform(0.54, 0.6)
        for x, y in ((0.5, radius), (radius, low), (1 - radius, low)):
            cv2.circle(canvas, (int(x * size), int(y * size)), int(radius * size), 255, -1, cv2.LINE_AA)
        _fill(canvas, np.array([(0.4, radius), (0.6, radius), (0.68, low), (0.5, low + 0.1), (0.32, low)]))
        _stem(canvas, rng, top=0.5)
    ys, xs = np.nonzero(canvas > 127)
    ink = canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    return cv2.resize(ink, (round(_GLYPH_HEIGHT_PX * aspect), _GLYPH_HEIGHT_PX), interpolation=cv2.INTER_AREA)


def _fill(canvas: NDArray[np.uint8], outline: NDArray) -> None:
    cv2.fillPoly(canvas, [np.round(outline * (canvas.shape[0] - 1)).astype(np.int32)], 255, cv2.LINE_AA)


def _heart(rng: np.random.Generator) -> NDArray:
    t = np.linspace(0, 2 * np.pi, 160, endpoint=False)
    pointed = rng.uniform(0.85, 1.15)
    x = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (3 * pointed)
    y = -(13 * np.cos(t) - rng.uniform(4, 6) * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    outline = np.stack([x, y], axis=1)
    outline -= outline.min(axis=0)
    return outline / outline.max(axis=0)


def _stem(canvas: NDArray[np.uint8], rng: np.random.Generator, top: float) -> None:
    foot, waist = rng.uniform(0.12, 0.3), rng.uniform(0.02, 0.05)
    t = np.linspace(0, 1, 20)
    spread = waist + (foot - waist) * t ** rng.uniform(1.5, 4.0)
    y = top + (1.0 - top) * t
    right = np.stack([0.5 + spread, y], axis=1)
    left = np.stack([0.5 - spread, y], axis=1)[::-1]
    _fill(canvas, np.concatenate([right, left]))


def print_index(
    face_bgra: NDArray[np.uint8], code: str, style: IndexStyle, px_per_mm: float, paper_bgr: tuple[int, int, int] | None
) -> tuple[IndexMark, ...]:
    """Draw the index of a card into its corners, in place, and say where they are.

    With ``paper_bgr`` the ground under each index is first painted in that colour.
    """
    height, width = face_bgra.shape[:2]
    stamp, mark = index_stamp(code, style, px_per_mm)
    left, top = round(style.left_mm * px_per_mm), round(style.top_mm * px_per_mm)
    left = min(left, max(0, width // 2 - stamp.shape[1]))
    colours = _stamp_colours(code, style, stamp.shape[0])
    marks: list[IndexMark] = []
    for right_side in (False, True) if style.corners == 4 else (False,):
        x = width - left - stamp.shape[1] if right_side else left
        placed = IndexMark(
            (mark.rank_xy[0] + x, mark.rank_xy[1] + top),
            (mark.suit_xy[0] + x, mark.suit_xy[1] + top),
            (mark.box_xyxy[0] + x, mark.box_xyxy[1] + top, mark.box_xyxy[2] + x, mark.box_xyxy[3] + top),
        )
        for turned in (False, True):
            view = face_bgra[::-1, ::-1] if turned else face_bgra
            if paper_bgr is not None:
                pad = round(0.7 * px_per_mm)
                window = view[
                    max(top - pad, 0) : top + stamp.shape[0] + pad, max(x - pad, 0) : x + stamp.shape[1] + pad
                ]
                window[..., :3] = paper_bgr
            window = view[top : top + stamp.shape[0], x : x + stamp.shape[1]]
            coverage = stamp[: window.shape[0], : window.shape[1], None].astype(np.float32) / 255.0
            ink = colours[: window.shape[0]] * coverage
            window[..., :3] = (window[..., :3] * (1 - coverage) + ink).astype(np.uint8)
            marks.append(placed.turned(width, height) if turned else placed)
    return tuple(marks)


def _stamp_colours(code: str, style: IndexStyle, height_px: int) -> NDArray[np.float32]:
    """(H, 1, 3): the colour of every row of an index."""
    if code not in JOKERS:
        bands = [style.colours_bgr[SUITS.index(code[1])]]
    elif style.joker_colours == "suits":
        bands = [joker_colour(code, style)]
    elif code == "joker_red":
        bands = [(40, 30, 205), (170, 70, 20), (40, 130, 30), (20, 130, 230), (130, 30, 120)]
    else:
        bands = [(90, 90, 90)]
    rows = np.arange(height_px) * len(bands) // height_px
    return np.array(bands, np.float32)[rows, None]


def joker_colour(code: str, style: IndexStyle) -> tuple[int, int, int]:
    """The colour a joker's index is printed in: that of hearts or of spades."""
    return style.colours_bgr[1 if code == "joker_red" else 0]


def index_stamp(code: str, style: IndexStyle, px_per_mm: float) -> tuple[NDArray[np.uint8], IndexMark]:
    """The coverage mask of one index and the mark on it, in pixels of the mask."""
    if code in JOKERS:
        return _joker_stamp(style, px_per_mm)
    rank_height = max(6, round(style.rank_height_mm * px_per_mm))
    text = "10" if code[0] == "T" else code[0]
    glyph = swash_queen_mask(style.font) if text == "Q" and style.swash_queen else text_mask(text, style.font)
    stretch = style.rank_stretch * (0.72 if text == "10" else 1.0)
    rank_width = max(3, round(glyph.shape[1] * rank_height / _GLYPH_HEIGHT_PX * stretch))
    limit = round(rank_height * 1.15)
    rank = _thickened(_resized(glyph, min(rank_width, limit), rank_height), style.weight)
    suit_height = max(5, round(style.suit_height_mm * px_per_mm))
    sign = suit_mask(code[1], style.suit_shape_seed)
    suit = _resized(sign, max(4, round(sign.shape[1] * suit_height / _GLYPH_HEIGHT_PX)), suit_height)
    return _stacked([rank, suit], gap_px=max(1, round(style.gap_mm * px_per_mm)))


JOKER_PRINTS = (
    ("word",), ("word",), ("word",), ("rising word",), ("falling word",), ("falling word",),
    ("star", "word"), ("star", "falling word"), ("jester", "word"), ("word", "star"), ("J", "star"), ("star",),
    ("jester",), ("jester", "falling word"), ("star",), ("jester",), ("crown",),
)  # fmt: skip
"""What decks print into the corners of their jokers, from the top down; the usual ones more than once."""


_SLIMMEST = 0.3
"""Width of the box of a joker's index at least, in its length."""


def _joker_stamp(style: IndexStyle, px_per_mm: float) -> tuple[NDArray[np.uint8], IndexMark]:
    rng = np.random.default_rng(style.suit_shape_seed)
    word = str(rng.choice(["JOKER", "JOKER", "JOKER", "JOKER", "Joker", "JOLLY", "JKR"]))
    parts = JOKER_PRINTS[style.joker_style]
    # A whole word is printed smaller than a rank, and smaller still below a sign.
    tall_mm = min(style.rank_height_mm, 12.0)
    letter_mm = max(2.4, tall_mm * rng.uniform(0.28, 0.62) * (1.0 if len(parts) == 1 else 0.75))
    stamps = []
    for part in parts:
        if part == "word":
            stamps.append(_column(word.upper(), style, letter_mm * px_per_mm, rng.uniform(0.08, 0.4)))
        elif part.endswith("word"):
            line = _line(word, style, letter_mm * px_per_mm)
            stamps.append(np.ascontiguousarray(np.rot90(line, -1 if part == "falling word" else 1)))
        elif part == "J":
            stamps.append(_line("J", style, tall_mm * px_per_mm))
        else:
            size = max(8, round(tall_mm * rng.uniform(0.7, 1.1) * px_per_mm))
            stamps.append(_SIGNS[part](size, rng))
    if len(stamps) > 1:
        stamp, mark = _stacked(stamps, gap_px=max(1, round(style.gap_mm * px_per_mm)))
    else:
        stamp = stamps[0]
        mark = _half_marks(stamp) if parts[0].endswith("word") else _sign_marks(stamp)
    return stamp, _widened(mark)


def _widened(mark: IndexMark) -> IndexMark:
    """A slim column's box made wider: a detector can't place a mere line."""
    x0, y0, x1, y1 = mark.box_xyxy
    missing = max(0.0, _SLIMMEST * (y1 - y0) - (x1 - x0)) / 2
    return replace(mark, box_xyxy=(x0 - missing, y0, x1 + missing, y1))


def _line(word: str, style: IndexStyle, height_px: float) -> NDArray[np.uint8]:
    glyphs = text_mask(word, style.font)
    height = max(5, round(height_px))
    width = max(3, round(glyphs.shape[1] * height / _GLYPH_HEIGHT_PX * style.rank_stretch))
    return _thickened(_resized(glyphs, width, height), style.weight)


def _column(word: str, style: IndexStyle, letter_px: float, gap: float) -> NDArray[np.uint8]:
    """The letters of a word below each other, ``gap`` of a letter's height between them."""
    letters = [_line(letter, style, letter_px) for letter in word]
    return _stacked(letters, gap_px=max(1, round(letter_px * gap)))[0]


def _jester(size_px: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A fool's cap of two or three horns with bells as a mask, upon his head or upon its brim alone."""
    canvas = np.zeros((192, 192), np.uint8)
    low = int(rng.integers(70, 115))
    horns = [(18, low), (174, low), (96, 14)][: int(rng.integers(2, 4))]
    for x, y in horns:
        bend = ((x + 96) // 2, int(rng.integers(10, 60)))
        outline = np.array([(62, 120), bend, (x, y), (130, 120)]) / 191
        _fill(canvas, outline)
        cv2.circle(canvas, (x, y), int(rng.integers(8, 20)), 255, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.ellipse(canvas, (96, 132), (38, 46), 0, 0, 360, 255, -1, cv2.LINE_AA)
        cv2.ellipse(canvas, (96, 138), (26, 32), 0, 0, 360, int(rng.choice([0, 255])), -1, cv2.LINE_AA)
        for x in (86, 106):
            cv2.circle(canvas, (x, 130), 4, 255 - int(canvas[150, 96]), -1, cv2.LINE_AA)
    else:
        foot = int(rng.integers(130, 165))
        cv2.rectangle(canvas, (58, 112), (134, foot), 255, -1)
        for x in range(62, 140, 18) if rng.random() < 0.5 else ():
            cv2.circle(canvas, (x, foot), 11, 255, -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.line(canvas, (58, 122), (134, 122), 0, int(rng.integers(4, 10)), cv2.LINE_AA)
    return _as_sign(canvas, size_px, rng)


def _as_sign(canvas: NDArray[np.uint8], size_px: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A drawing of any size as a sign: sometimes its outline alone, leaning a little, cut to its ink."""
    if rng.random() < 0.15:
        stroke = int(rng.integers(8, 16))
        canvas = cv2.subtract(canvas, cv2.erode(canvas, np.ones((stroke, stroke), np.uint8)))
    side = canvas.shape[0]
    lean = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.normal(0, 8)), 0.85)
    canvas = cv2.warpAffine(canvas, lean, (side, side), flags=cv2.INTER_AREA)
    ys, xs = np.nonzero(canvas > 40)
    ink = canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    scale = size_px / max(ink.shape)
    return _resized(ink, max(4, round(ink.shape[1] * scale)), max(4, round(ink.shape[0] * scale)))


def _half_marks(stamp: NDArray[np.uint8]) -> IndexMark:
    height, width = stamp.shape
    return IndexMark(
        ((width - 1) / 2, height * 0.25), ((width - 1) / 2, height * 0.75), (0.0, 0.0, float(width), float(height))
    )


def _sign_marks(stamp: NDArray[np.uint8]) -> IndexMark:
    """A sign that stands alone is the rank, and the blank paper below it the suit.

    So it has the size of an index, and does not look like a pip seen from near.
    """
    height, width = stamp.shape
    middle = (width - 1) / 2
    return IndexMark((middle, height * 0.5), (middle, height * 1.55), (0.0, 0.0, float(width), height * 2.0))


def _star(size_px: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A star, mostly of five points, fat or slim."""
    points = int(rng.choice([5, 5, 5, 5, 5, 6, 8, 4]))
    angles = -np.pi / 2 + np.arange(2 * points) * np.pi / points
    radii = np.where(np.arange(2 * points) % 2 == 0, 0.5, rng.uniform(0.17, 0.3))
    canvas = np.zeros((192, 192), np.uint8)
    _fill(canvas, np.stack([0.5 + radii * np.cos(angles), 0.5 + radii * np.sin(angles)], axis=1))
    return _as_sign(canvas, size_px, rng)


def _crown(size_px: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A crown of three to five points with balls on them."""
    canvas = np.zeros((192, 192), np.uint8)
    points = int(rng.integers(3, 6))
    xs = np.linspace(0.1, 0.9, 2 * points - 1)
    ys = np.where(np.arange(2 * points - 1) % 2 == 0, rng.uniform(0.15, 0.3), rng.uniform(0.45, 0.6))
    _fill(canvas, np.array([(0.16, 0.85), *zip(xs, ys, strict=True), (0.84, 0.85)]))
    for x, y in zip(xs[::2], ys[::2], strict=True):
        cv2.circle(canvas, (int(x * 191), int(y * 191)), int(rng.integers(6, 14)), 255, -1, cv2.LINE_AA)
    return _as_sign(canvas, size_px, rng)


_SIGNS = {"star": _star, "jester": _jester, "crown": _crown}


def _stacked(parts: list[NDArray[np.uint8]], gap_px: int) -> tuple[NDArray[np.uint8], IndexMark]:
    """Centre the parts under each other. Two parts are rank and suit; of more, the halves of the column count."""
    width = max(part.shape[1] for part in parts)
    height = sum(part.shape[0] for part in parts) + gap_px * (len(parts) - 1)
    stamp = np.zeros((height, width), np.uint8)
    centres: list[tuple[float, float]] = []
    y = 0
    for part in parts:
        x = (width - part.shape[1]) // 2
        stamp[y : y + part.shape[0], x : x + part.shape[1]] = part
        centres.append((x + (part.shape[1] - 1) / 2, y + (part.shape[0] - 1) / 2))
        y += part.shape[0] + gap_px
    if len(parts) != 2:
        return stamp, _half_marks(stamp)
    return stamp, IndexMark(centres[0], centres[1], (0.0, 0.0, float(width), float(height)))


def _resized(mask: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    return cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)


def _thickened(mask: NDArray[np.uint8], weight: float) -> NDArray[np.uint8]:
    grow = round(mask.shape[0] * weight)
    return cv2.dilate(mask, np.ones((grow, grow), np.uint8)) if grow > 1 else mask
