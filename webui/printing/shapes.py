"""The shapes cards are known by: the four suits, the five colours' own shapes, and their inks.

Every outline lies in a box of height 1 about the origin and runs clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from webui.printing.drawing import (
    Command,
    Path,
    Pen,
    Point,
    ellipse,
    polygon,
    rectangle,
    scaled,
    shifted,
    star,
    turned,
)

BLACK = "#16161a"
RED = "#c4122e"
GOLD = "#e2b23c"
PAPER = "#ffffff"


@dataclass(frozen=True, slots=True)
class Ink:
    """The tones one suit or colour is printed in: `deep` for glyphs (dark on white), `vivid` and `tint` for areas."""

    deep: str
    vivid: str
    tint: str


SUIT_INKS = {
    "S": Ink(BLACK, "#26335c", "#eceff6"),
    "H": Ink(RED, "#b3202f", "#fbeeee"),
    "D": Ink(RED, "#c2531b", "#fcf1e8"),
    "C": Ink(BLACK, "#1f5b43", "#ebf3ee"),
}

# Five tones that differ in lightness too: yellow, orange, green, red and blue from light to dark.
COLOUR_INKS = {
    "O": Ink("#b04300", "#f6861f", "#fff0e0"),
    "B": Ink("#12408c", "#2a6fd0", "#e6effb"),
    "G": Ink("#0d5c3a", "#2fb573", "#e3f5ec"),
    "R": Ink("#9d0b26", "#d7263d", "#fce8ea"),
    "Y": Ink("#775600", "#ffd02b", "#fff8d9"),
}
COLOUR_SHAPES = {"O": "ring", "B": "waves", "G": "triangle", "R": "square", "Y": "crescent"}


def _spade() -> tuple[Command, ...]:
    pen = Pen().move(0, -0.5).curve(0.09, -0.29, 0.45, -0.07, 0.45, 0.17).curve(0.45, 0.31, 0.35, 0.38, 0.25, 0.38)
    pen.curve(0.16, 0.38, 0.09, 0.34, 0.05, 0.26).curve(0.055, 0.38, 0.1, 0.45, 0.19, 0.5).line(-0.19, 0.5)
    pen.curve(-0.1, 0.45, -0.055, 0.38, -0.05, 0.26).curve(-0.09, 0.34, -0.16, 0.38, -0.25, 0.38)
    return pen.curve(-0.35, 0.38, -0.45, 0.31, -0.45, 0.17).curve(-0.45, -0.07, -0.09, -0.29, 0, -0.5).close().commands


def _heart() -> tuple[Command, ...]:
    pen = Pen().move(0, 0.5).curve(-0.09, 0.28, -0.49, 0.05, -0.49, -0.22).curve(-0.49, -0.39, -0.38, -0.5, -0.25, -0.5)
    pen.curve(-0.13, -0.5, -0.04, -0.43, 0, -0.31).curve(0.04, -0.43, 0.13, -0.5, 0.25, -0.5)
    return pen.curve(0.38, -0.5, 0.49, -0.39, 0.49, -0.22).curve(0.49, 0.05, 0.09, 0.28, 0, 0.5).close().commands


def _diamond() -> tuple[Command, ...]:
    pen = Pen().move(0, -0.5).curve(0.1, -0.31, 0.23, -0.13, 0.38, 0).curve(0.23, 0.13, 0.1, 0.31, 0, 0.5)
    return pen.curve(-0.1, 0.31, -0.23, 0.13, -0.38, 0).curve(-0.23, -0.13, -0.1, -0.31, 0, -0.5).close().commands


def _club() -> tuple[Command, ...]:
    leaves = ellipse((0, -0.272), 0.228) + ellipse((0.268, 0.12), 0.228) + ellipse((-0.268, 0.12), 0.228)
    heart_of_it = polygon([(0, -0.2), (0.16, 0.1), (0, 0.2), (-0.16, 0.1)])
    pen = Pen().move(0.04, 0.05).curve(0.045, 0.34, 0.09, 0.44, 0.19, 0.5).line(-0.19, 0.5)
    return leaves + heart_of_it + pen.curve(-0.09, 0.44, -0.045, 0.34, -0.04, 0.05).close().commands


def _ring() -> tuple[Command, ...]:
    return ellipse((0, 0), 0.5) + Pen().arc((0, 0), 0.215, 0.215, 360, 0).close().commands


def _waves() -> tuple[Command, ...]:
    commands: tuple[Command, ...] = ()
    thick, reach = 0.27, 0.22
    for middle in (-0.25, 0.25):
        top, low = middle - thick / 2, middle + thick / 2
        pen = Pen().move(-0.54, top).curve(-0.38, top - reach, -0.18, top - reach, 0, top)
        pen.curve(0.18, top + reach, 0.38, top + reach, 0.54, top).line(0.54, low)
        pen.curve(0.38, low + reach, 0.18, low + reach, 0, low)
        commands += pen.curve(-0.18, low - reach, -0.38, low - reach, -0.54, low).close().commands
    return commands


def _triangle() -> tuple[Command, ...]:
    return polygon([(0, -0.5), (0.53, 0.45), (-0.53, 0.45)])


def _square() -> tuple[Command, ...]:
    return rectangle(-0.45, -0.45, 0.9, 0.9)


def _crescent() -> tuple[Command, ...]:
    # The tips of the outer circle at ±52° are where the inner one, moved to the right, begins and ends.
    moon = Pen().arc((0, 0), 0.52, 0.52, 52, 308).arc((0.235, 0), 0.42, 0.42, 282, 78).close()
    return Path(moon.commands).mapped(shifted(0.1, 0)).mapped(turned(-20)).commands


_OUTLINES = {
    "S": _spade(),
    "H": _heart(),
    "D": _diamond(),
    "C": _club(),
    "ring": _ring(),
    "waves": _waves(),
    "triangle": _triangle(),
    "square": _square(),
    "crescent": _crescent(),
    "star": star((0, 0.045), 0.545, inner=0.44),
    "arrowhead": polygon([(-0.42, -0.48), (0.5, 0), (-0.42, 0.48)]),
}


def shape(
    name: str,
    centre: Point,
    height_mm: float,
    fill: str | None,
    *,
    stroke: str | None = None,
    stroke_mm: float = 0.0,
    upside_down: bool = False,
) -> Path:
    """One shape by its name ("S", "ring", "star" …), `height_mm` high about `centre`."""
    place = shifted(*centre).after(turned(180 if upside_down else 0)).after(scaled(height_mm))
    outline = Path(_OUTLINES[name]).mapped(place).commands
    return Path(outline, fill=fill, stroke=stroke, stroke_mm=stroke_mm)


def colour_shape(colour: str, centre: Point, height_mm: float, *, upside_down: bool = False) -> Path:
    """The shape of a PaiMiahhh colour, vivid with a deep edge that keeps yellow readable on white."""
    ink = COLOUR_INKS[colour]
    edge_mm = max(0.35, height_mm * 0.06)
    return shape(
        COLOUR_SHAPES[colour],
        centre,
        height_mm - edge_mm,
        ink.vivid,
        stroke=ink.deep,
        stroke_mm=edge_mm,
        upside_down=upside_down,
    )
