"""The backs of the two decks: the same when turned round, with a white rim that forgives a crooked duplex printer."""

from __future__ import annotations

import math
from functools import lru_cache

from webui.printing.corners import CARD_HEIGHT_MM, CARD_WIDTH_MM
from webui.printing.drawing import Drawing, Group, Path, Shape, both_ways, ellipse, line, rectangle, star
from webui.printing.shapes import COLOUR_INKS, COLOUR_SHAPES, GOLD, PAPER, shape

_X, _Y = CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2
_RIM_MM = 4.0
_RADIUS_MM = 3.0
_INDIGO, _NIGHT = "#2a1f55", "#1d3461"


@lru_cache(maxsize=2)
def card_back(deck: str) -> Drawing:
    """The back of the "paimiahhh" or of the "standard" deck."""
    shapes = _paimiahhh() if deck == "paimiahhh" else _standard()
    return Drawing(CARD_WIDTH_MM, CARD_HEIGHT_MM, shapes)


def _field(ground: str) -> Path:
    width, height = CARD_WIDTH_MM - 2 * _RIM_MM, CARD_HEIGHT_MM - 2 * _RIM_MM
    return Path(rectangle(_RIM_MM, _RIM_MM, width, height, _RADIUS_MM), fill=ground)


def _inset(distance: float, colour: str, thick: float) -> Path:
    edge = _RIM_MM + distance
    outline = rectangle(
        edge, edge, CARD_WIDTH_MM - 2 * edge, CARD_HEIGHT_MM - 2 * edge, max(_RADIUS_MM - distance, 0.6)
    )
    return Path(outline, stroke=colour, stroke_mm=thick)


def _paimiahhh() -> tuple[Shape, ...]:
    colours = tuple(COLOUR_INKS)
    # Nine columns and thirteen rows: the same white to the golden line on all four sides.
    across, down = 5.7, 5.88
    upper: list[Shape] = []
    for row in range(7):
        for column in range(-4, 5):
            x = _X + (column + (0.5 if row % 2 else 0)) * across
            y = _Y - row * down
            if abs(x - _X) > 4.1 * across or (row == 0 and column > 0) or math.hypot(x - _X, y - _Y) < 15.6:
                continue
            colour = colours[(2 * row + column) % 5]
            upper.append(shape(COLOUR_SHAPES[colour], (x, y), 3.5, COLOUR_INKS[colour].vivid))
    middle: list[Shape] = [
        Path(ellipse((_X, _Y), 13.2), fill="#3b2c73", stroke=GOLD, stroke_mm=0.6),
        Path(ellipse((_X, _Y), 11.9), stroke=GOLD, stroke_mm=0.2),
        # Ten points: a star that looks the same from both ends of the table.
        Path(star((_X, _Y), 10.4, points=10, inner=0.62), fill=GOLD),
        Path(star((_X, _Y), 7.0, points=10, inner=0.62), fill="#3b2c73"),
        Path(ellipse((_X, _Y), 2.2), fill=GOLD),
    ]
    turned_too = both_ways(upper, CARD_WIDTH_MM, CARD_HEIGHT_MM)
    return (_field(_INDIGO), *turned_too, *middle, _inset(1.3, GOLD, 0.45))


def _standard() -> tuple[Shape, ...]:
    light, pitch = "#8fb3e6", 6.0
    lattice: list[Shape] = []
    slope = 1.25
    for step in range(-22, 23):
        x = _X + step * pitch
        for lean in (-1, 1):
            reach = 60 / slope * lean
            lattice.append(Path(line(x - reach, _Y - 60, x + reach, _Y + 60), stroke=light, stroke_mm=0.28))
    knots: list[Shape] = []
    row_mm, column_mm = pitch / 2 * slope, pitch / 2
    for row in range(-11, 12):
        for column in range(-10, 11):
            x, y = _X + column * column_mm, _Y + row * row_mm
            if (row + column) % 2 == 0:
                knots.append(Path(ellipse((x, y), 0.75), fill=PAPER))
            elif row % 2 == 0:
                knots.append(Path(ellipse((x, y), 0.5, 0.5), fill=light))
    inner_edge = _RIM_MM + 2.6
    window = Path(
        rectangle(inner_edge, inner_edge, CARD_WIDTH_MM - 2 * inner_edge, CARD_HEIGHT_MM - 2 * inner_edge, 1.0)
    )
    emblem = [
        Path(ellipse((_X, _Y), 14.2), fill=_NIGHT, stroke=PAPER, stroke_mm=0.9),
        Path(ellipse((_X, _Y), 12.6), stroke=light, stroke_mm=0.3),
    ]
    half = [shape("S", (_X, _Y - 6.0), 7.4, PAPER)]
    side = [shape("D", (_X - 6.6, _Y), 5.6, light)]
    return (
        _field(_NIGHT),
        Group((*lattice, *knots), clip=window),
        _inset(2.6, PAPER, 0.5),
        _inset(1.4, light, 0.3),
        *emblem,
        *both_ways([*half, *side], CARD_WIDTH_MM, CARD_HEIGHT_MM),
    )
