"""The PaiMiahhh deck as home printers make it: the faces of `webui.printing` in pixels, each print in its own inks.

The design is the product's own, so it is known to the models; what differs from house to house is the printer, the
paper and the knife. `python -m datasets.decks paimiahhh_cream --sheet deck.png` shows one print.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import DeckArt
from datasets.index_print import IndexMark, fonts, text_mask
from datasets.tables import paste, placed
from engine.decks_paimiahhh import COLOURS
from webui.printing.backs import card_back
from webui.printing.drawing import Command, Drawing, Matrix, Path, Text, flattened
from webui.printing.faces import PAIMIAHHH_CODES, card_face
from webui.printing.tiles import TILE_VALUES, tile

PRINTS = {
    "paimiahhh_train": "train",
    "paimiahhh_validation": "validation",
    "paimiahhh_faded": "never_trained",
    "paimiahhh_cream": "never_trained",
    "paimiahhh_heavy": "never_trained",
}
"""Prints of the deck and the split of each; what the last three do to ink and paper is beyond what training sees."""

_PX_PER_MM = 5.0
_FINE = 4
"""Drawn this many times finer, then brought to size."""
_CURVE_STEPS = 10


@dataclass(frozen=True, slots=True)
class Print:
    """What a printer, its paper and the scissors make of the deck."""

    hue_turn_deg: float
    saturation: float
    lift: float
    """How far the inks are from full, 0..1."""
    gain: float
    """-1..1: thinner or heavier print, in pixels of the face."""
    paper_bgr: tuple[float, float, float]
    grain: float
    """Spread of the paper's texture in grey levels."""
    banding: float
    """Depth of the stripes an inkjet leaves, 0..1."""
    scale: float
    """Of the whole card: sheets are fitted to the paper."""
    shift_mm: tuple[float, float]
    turn_deg: float
    corner_mm: float
    seed: int


def random_print(name: str, rng: np.random.Generator) -> Print:
    """The inks and the paper of one house; KeyError for an unknown name."""
    if PRINTS[name] != "never_trained":
        white = rng.uniform(232, 256)
        hue_turn, saturation, lift = rng.uniform(-9, 9), rng.uniform(0.72, 1.2), rng.uniform(0.0, 0.2)
        gain, scale = rng.uniform(-0.6, 0.7), rng.uniform(0.93, 1.03)
        paper = tuple(float(min(255.0, white * f)) for f in rng.normal(1, 0.012, 3))
        grain, banding = rng.uniform(0, 3), rng.choice([0.0, rng.uniform(0, 0.06)])
    elif name == "paimiahhh_faded":
        hue_turn, saturation, lift = rng.uniform(10, 13), rng.uniform(0.55, 0.66), rng.uniform(0.24, 0.32)
        gain, scale, paper, grain, banding = -0.75, 0.97, (250.0, 250.0, 250.0), 2.0, 0.1
    elif name == "paimiahhh_cream":
        hue_turn, saturation, lift = rng.uniform(-3, 3), rng.uniform(0.8, 1.0), rng.uniform(0.0, 0.1)
        gain, scale, paper, grain, banding = 0.2, rng.uniform(0.88, 0.92), (205.0, 229.0, 240.0), 6.0, 0.0
    else:
        hue_turn, saturation, lift = rng.uniform(-13, -10), rng.uniform(1.22, 1.35), 0.0
        gain, scale, paper, grain, banding = 0.95, 1.0, (252.0, 246.0, 243.0), 1.0, 0.03
    return Print(
        hue_turn, saturation, lift, gain, paper, grain, float(banding), scale,  # type: ignore[arg-type]
        tuple(rng.normal(0, 0.5, 2).tolist()), float(rng.normal(0, 0.4)), float(rng.choice([0.4, 3.2])),
        int(rng.integers(1 << 30)),
    )  # fmt: skip


def paimiahhh_print_names(split: str) -> tuple[str, ...]:
    """The prints of one split."""
    return tuple(name for name, of in PRINTS.items() if of == split)


def printed_paimiahhh(name: str, rng: np.random.Generator, codes: Iterable[str] = PAIMIAHHH_CODES) -> DeckArt:
    """One print of the deck, reduced to the cards asked for."""
    how = random_print(name, rng)
    px_per_mm = _PX_PER_MM / how.scale
    faces, marks = {}, {}
    for code in dict.fromkeys(codes):
        faces[code], warp = _on_paper(_face_pixels(code), how)
        marks[code] = tuple(_warped(mark, warp) for mark in _face_marks(code))
    back, _ = _on_paper(_back_pixels(), how)
    height, width = back.shape[:2]
    return DeckArt(name, PRINTS[name], width / px_per_mm, height / px_per_mm, px_per_mm, faces, (back,), marks)


def lay_tiles(
    image: NDArray[np.uint8], rng: np.random.Generator, px_per_mm: float, around_xy: NDArray[np.floating]
) -> None:
    """Lay up to a dozen scoring tiles on a picture of the table, in place: in columns, some of them anyhow."""
    turn, step = rng.uniform(0, 360), np.array([34.0, 47.0]) * px_per_mm
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    for place in range(int(rng.integers(1, 13))):
        picture = tile_pixels(str(rng.choice(list(COLOURS))), int(rng.choice(TILE_VALUES)))
        x, y = (place % 4 - 1.5, place // 4 - 1) * step
        away, angle = np.array([c * x + s * y, -s * x + c * y]), turn
        if rng.random() < 0.3:
            away, angle = rng.normal(0, 70, 2) * px_per_mm, rng.uniform(0, 360)
        warp = placed(picture.shape[:2], tuple(around_xy + away), angle, px_per_mm / _PX_PER_MM)
        paste(image, picture, np.full(picture.shape[:2], 255, np.uint8), warp)


@functools.lru_cache(maxsize=64)
def tile_pixels(colour: str, value: int) -> NDArray[np.uint8]:
    """(H, W, 3) BGR: one scoring tile, at the scale of the faces."""
    return pixels(tile(colour, value))


def tile_points(rng: np.random.Generator) -> NDArray[np.float64]:
    """(2, 2): two printed things of a tile that might be taken for an index, in its pixels."""
    places = np.array([(15.75, 14.6), (9.4, 33.4), (22.5, 33.2), (9.4, 38.5), (22.5, 37.8)])
    return places[rng.choice(len(places), 2, replace=False)] * _PX_PER_MM


def pixels(drawing: Drawing, px_per_mm: float = _PX_PER_MM) -> NDArray[np.uint8]:
    """(H, W, 3) BGR: a drawing without its clips, on white, its small print on top."""
    fine = px_per_mm * _FINE
    size = (round(drawing.width_mm * px_per_mm), round(drawing.height_mm * px_per_mm))
    canvas = np.full((size[1] * _FINE, size[0] * _FINE, 3), 255, np.uint8)
    for shape, matrix in flattened(drawing.shapes, Matrix(fine, 0, 0, fine)):
        if isinstance(shape, Path):
            _draw_path(canvas, shape.mapped(matrix))
    picture = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA)
    for shape, matrix in flattened(drawing.shapes, Matrix(px_per_mm, 0, 0, px_per_mm)):
        if isinstance(shape, Text):
            _draw_text(picture, shape, matrix)
    return picture


def _draw_path(canvas: NDArray[np.uint8], path: Path) -> None:
    outlines = [np.round(outline * 16).astype(np.int32) for outline in _outlines(path.commands)]
    if path.fill:
        cv2.fillPoly(canvas, outlines, _bgr(path.fill), cv2.LINE_AA, shift=4)
    if path.stroke:
        cv2.polylines(canvas, outlines, False, _bgr(path.stroke), max(1, round(path.stroke_mm)), cv2.LINE_AA, shift=4)


def _outlines(commands: tuple[Command, ...]) -> list[NDArray[np.float64]]:
    """Every part of a path as (N, 2) points; closed parts come back to their beginning."""
    parts: list[list[NDArray[np.float64]]] = []
    t = np.linspace(0, 1, _CURVE_STEPS + 1)[1:, None]
    for letter, *numbers in commands:
        points = np.array(numbers, float).reshape(-1, 2)
        if letter == "M":
            parts.append([points[0]])
        elif letter == "L":
            parts[-1].extend(points)
        elif letter == "C":
            a, (b, c, d) = parts[-1][-1], points
            parts[-1].extend((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d)
        else:
            parts[-1].append(parts[-1][0])
    return [np.array(part) for part in parts]


def _draw_text(canvas: NDArray[np.uint8], text: Text, matrix: Matrix) -> None:
    mask = text_mask(text.text, fonts()[0])
    height_mm = text.size_mm * (0.95 if set(text.text) & set("gjpqy,") else 0.74)
    scale = height_mm / mask.shape[0]
    width_mm = mask.shape[1] * scale
    left = text.at[0] - {"start": 0.0, "middle": width_mm / 2, "end": width_mm}[text.anchor]
    place = matrix.after(Matrix(scale, 0, 0, scale, left, text.at[1] - 0.74 * text.size_mm))
    warp = np.array([[place.a, place.c, place.e], [place.b, place.d, place.f]])
    paste(canvas, np.full((*mask.shape, 3), _bgr(text.fill), np.uint8), mask, warp)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return blue, green, red


@functools.lru_cache(maxsize=64)
def _face_pixels(code: str) -> NDArray[np.uint8]:
    return pixels(card_face(code))


@functools.lru_cache(maxsize=1)
def _back_pixels() -> NDArray[np.uint8]:
    return pixels(card_back("paimiahhh"))


@functools.lru_cache(maxsize=64)
def _face_marks(code: str) -> tuple[IndexMark, ...]:
    """The two indices with the box of their ink."""
    upright = next(mark for mark in card_face(code).index_marks if mark.up_deg == 0)
    rank, suit = (np.array(xy) * _PX_PER_MM for xy in (upright.rank_xy, upright.suit_xy))
    height, width = _face_pixels(code).shape[:2]
    reach = (rank[0] - 5.2 * _PX_PER_MM, 0, rank[0] + 5.2 * _PX_PER_MM, suit[1] + 4 * _PX_PER_MM)
    x0, y0, x1, y1 = (max(0, round(v)) for v in reach)
    ys, xs = np.nonzero(_face_pixels(code)[y0:y1, x0:x1].min(axis=2) < 200)
    box = (float(x0 + xs.min()), float(y0 + ys.min()), float(x0 + xs.max() + 1), float(y0 + ys.max() + 1))
    mark = IndexMark(tuple(rank), tuple(suit), box)
    return mark, mark.turned(width, height)


def _on_paper(picture_bgr: NDArray[np.uint8], how: Print) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """One printed and cut card (H, W, 4), and the 2×3 map of the print onto it."""
    height, width = picture_bgr.shape[:2]
    hsv = cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2HSV)
    # OpenCV's hue counts in steps of two degrees.
    levels = np.arange(256)
    turned, strengthened = (levels + round(how.hue_turn_deg / 2)) % 180, np.minimum(levels * how.saturation, 255)
    hsv = cv2.LUT(hsv, np.stack([turned, strengthened, levels], axis=1)[None].astype(np.uint8))
    ink = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    spread = (cv2.erode if how.gain > 0 else cv2.dilate)(ink, np.ones((3, 3), np.uint8))
    ink = cv2.addWeighted(ink, 1 - abs(how.gain), spread, abs(how.gain), 0)
    warp = cv2.getRotationMatrix2D((width / 2, height / 2), how.turn_deg, 1.0)
    warp[:, 2] += np.array(how.shift_mm) * _PX_PER_MM
    ink = cv2.warpAffine(ink, warp, (width, height), borderMode=cv2.BORDER_CONSTANT, borderValue=(255, 255, 255))
    cover, paper = _cover_and_paper(height, width, how)
    taken = cv2.multiply(255 - ink, cover, scale=1 / 255)
    face = cv2.multiply(255 - taken, paper, scale=1 / 255)
    return np.dstack([face, _outline(height, width, how.corner_mm)]), warp


@functools.lru_cache(maxsize=4)
def _cover_and_paper(height: int, width: int, how: Print) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Two fields (H, W, 3) in 255ths: how much of the ink gets onto the paper, and the paper's own colour."""
    rng = np.random.default_rng(how.seed)
    stripes = cv2.resize(rng.normal(0, 1, (height // 7, 1)).astype(np.float32), (1, height))
    cover = (1 - how.lift) * (1 - how.banding * np.minimum(np.abs(stripes), 3.0))
    grain = cv2.GaussianBlur(rng.normal(0, how.grain, (height, width)), (0, 0), 0.8)
    paper = np.clip(np.array(how.paper_bgr) + grain[..., None], 0, 255).astype(np.uint8)
    return np.broadcast_to((255 * cover)[..., None], paper.shape).astype(np.uint8), paper


@functools.lru_cache(maxsize=8)
def _outline(height: int, width: int, corner_mm: float) -> NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    r = round(corner_mm * _PX_PER_MM)
    corners = [(x, y) for x in (r, width - 1 - r) for y in (r, height - 1 - r)]
    round_them = np.concatenate([cv2.ellipse2Poly(corner, (r, r), 0, 0, 360, 5) for corner in corners])
    cv2.fillConvexPoly(mask, cv2.convexHull(round_them), 255, cv2.LINE_AA)
    return mask


def _warped(mark: IndexMark, warp: NDArray[np.float64]) -> IndexMark:
    x0, y0, x1, y1 = mark.box_xyxy
    points = np.array([mark.rank_xy, mark.suit_xy, (x0, y0), (x1, y0), (x1, y1), (x0, y1)]) @ warp[:, :2].T + warp[:, 2]
    low, high = points[2:].min(axis=0), points[2:].max(axis=0)
    return IndexMark(tuple(points[0].tolist()), tuple(points[1].tolist()), (*low.tolist(), *high.tolist()))
