"""The drawing model: paths, text and placed groups in millimetres, x to the right and y down.

Every page and every card is such a `Drawing`. `svg.py` and `pdf.py` render it, both without bitmaps, so the two look
the same; whoever needs pixels renders the SVG.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Point = tuple[float, float]
# ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",), as in SVG.
Command = tuple[str | float, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """An affine map: (x, y) → (a·x + c·y + e, b·x + d·y + f), as in SVG."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __call__(self, point: Point) -> Point:
        x, y = point
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def after(self, first: Matrix) -> Matrix:
        """The map that does `first` and then this one."""
        return Matrix(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            self.a * first.e + self.c * first.f + self.e,
            self.b * first.e + self.d * first.f + self.f,
        )


def shifted(x: float, y: float) -> Matrix:
    """Move by (x, y) millimetres."""
    return Matrix(e=x, f=y)


def scaled(x: float, y: float | None = None) -> Matrix:
    """Stretch about the origin."""
    return Matrix(a=x, d=x if y is None else y)


def turned(degrees: float, about: Point = (0.0, 0.0)) -> Matrix:
    """Turn clockwise as seen on the page, about a point."""
    # Exact for the quarter turns, so that a turned card has no noise in its coordinates.
    sine, cosine = (
        {0: (0.0, 1.0), 90: (1.0, 0.0), 180: (0.0, -1.0), 270: (-1.0, 0.0)}[round(degrees) % 360]
        if degrees % 90 == 0
        else (math.sin(math.radians(degrees)), math.cos(math.radians(degrees)))
    )
    x, y = about
    return shifted(x, y).after(Matrix(cosine, sine, -sine, cosine, 0.0, 0.0)).after(shifted(-x, -y))


@dataclass(frozen=True, slots=True)
class Path:
    """One outline, filled, stroked or both. Colours are "#rrggbb"; stroke ends and joins are round unless `sharp`."""

    commands: tuple[Command, ...]
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0
    sharp: bool = False
    dash_mm: tuple[float, ...] = ()

    def mapped(self, matrix: Matrix) -> Path:
        """The outline after the map; the stroke keeps its width times the map's mean scale."""
        scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        commands = tuple(_mapped_command(command, matrix) for command in self.commands)
        dash = tuple(length * scale for length in self.dash_mm)
        return replace(self, commands=commands, stroke_mm=self.stroke_mm * scale, dash_mm=dash)

    @property
    def points(self) -> tuple[Point, ...]:
        """Every point named by the outline, control points of curves included."""
        found: list[Point] = []
        for command in self.commands:
            numbers = [float(number) for number in command[1:]]
            found.extend(zip(numbers[::2], numbers[1::2], strict=True))
        return tuple(found)


Weight = Literal["regular", "bold", "italic"]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Text:
    """One line of small print in the Helvetica of the printer or browser; `at` is on the base line."""

    at: Point
    text: str
    size_mm: float
    fill: str = "#1a1a1a"
    weight: Weight = "regular"
    anchor: Anchor = "start"


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes placed by a map; `clip` cuts them off outside an outline (in the group's own coordinates).

    Groups of one `name` on the pages of one order hold the same shapes; they are written once and used again.
    """

    shapes: tuple[Shape, ...]
    matrix: Matrix = Matrix()
    clip: Path | None = None
    name: str | None = None


Shape = Path | Text | Group


@dataclass(frozen=True, slots=True)
class IndexMark:
    """Where one corner index lies on a face, in millimetres: the centres of its rank glyph and of its shape below.

    `up_deg` is 0 for an upright index, 180 for one turned round.
    """

    rank_xy: Point
    suit_xy: Point
    up_deg: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A page, a card face or a tile: its size in millimetres and what is on it."""

    width_mm: float
    height_mm: float
    shapes: tuple[Shape, ...]
    index_marks: tuple[IndexMark, ...] = ()

    def placed(self, x: float, y: float, name: str | None = None) -> Group:
        """This drawing with its top-left corner at (x, y) of a larger one; named when it is placed many times."""
        return Group(self.shapes, shifted(x, y), name=name)


def both_ways(shapes: Iterable[Shape], width_mm: float, height_mm: float) -> tuple[Shape, ...]:
    """The shapes, and again turned by 180° about the middle of the face."""
    upright = tuple(shapes)
    return (*upright, Group(upright, turned(180, (width_mm / 2, height_mm / 2))))


def flattened(shapes: Iterable[Shape], matrix: Matrix = Matrix()) -> Iterator[tuple[Path | Text, Matrix]]:
    """Every path and text with the map that puts it on the page; clipping is not applied."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flattened(shape.shapes, matrix.after(shape.matrix))
        else:
            yield shape, matrix


def _mapped_command(command: Command, matrix: Matrix) -> Command:
    numbers = [float(number) for number in command[1:]]
    mapped: list[float] = []
    for point in zip(numbers[::2], numbers[1::2], strict=True):
        mapped.extend(matrix(point))
    return (command[0], *mapped)


# --- outlines -----------------------------------------------------------------------------------------------------

_ARC_STEP_DEG = 90.0


class Pen:
    """Draws an outline step by step.

    >>> Pen().move(0, 0).line(2, 0).close().commands
    (('M', 0, 0), ('L', 2, 0), ('Z',))
    """

    def __init__(self) -> None:
        self._commands: list[Command] = []

    @property
    def commands(self) -> tuple[Command, ...]:
        """What has been drawn so far."""
        return tuple(self._commands)

    def move(self, x: float, y: float) -> Pen:
        """Lift the pen and set it down."""
        self._commands.append(("M", x, y))
        return self

    def line(self, *numbers: float) -> Pen:
        """Straight lines through x, y pairs."""
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            self._commands.append(("L", x, y))
        return self

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> Pen:
        """A cubic Bézier curve."""
        self._commands.append(("C", x1, y1, x2, y2, x, y))
        return self

    def arc(self, centre: Point, rx: float, ry: float, start_deg: float, end_deg: float) -> Pen:
        """An elliptical arc from angle to angle (0° to the right, 90° down), joined to what was drawn before."""
        cx, cy = centre
        steps = max(1, math.ceil(abs(end_deg - start_deg) / _ARC_STEP_DEG - 1e-9))
        step = math.radians((end_deg - start_deg) / steps)
        reach = 4 / 3 * math.tan(step / 4)
        angle = math.radians(start_deg)
        x, y = cx + rx * math.cos(angle), cy + ry * math.sin(angle)
        if not self._commands or self._commands[-1] == ("Z",):
            self.move(x, y)
        else:
            self.line(x, y)
        for _ in range(steps):
            following = angle + step
            self.curve(
                cx + rx * (math.cos(angle) - reach * math.sin(angle)),
                cy + ry * (math.sin(angle) + reach * math.cos(angle)),
                cx + rx * (math.cos(following) + reach * math.sin(following)),
                cy + ry * (math.sin(following) - reach * math.cos(following)),
                cx + rx * math.cos(following),
                cy + ry * math.sin(following),
            )
            angle = following
        return self

    def close(self) -> Pen:
        """Back to where the pen was last set down."""
        self._commands.append(("Z",))
        return self


def polygon(points: Sequence[Point]) -> tuple[Command, ...]:
    """The closed outline through the points."""
    pen = Pen().move(*points[0])
    for x, y in points[1:]:
        pen.line(x, y)
    return pen.close().commands


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> tuple[Command, ...]:
    """A rectangle, its corners rounded when `radius` is given."""
    right, bottom = x + width, y + height
    if radius <= 0:
        return polygon([(x, y), (right, y), (right, bottom), (x, bottom)])
    pen = Pen().move(x + radius, y)
    pen.arc((right - radius, y + radius), radius, radius, -90, 0)
    pen.arc((right - radius, bottom - radius), radius, radius, 0, 90)
    pen.arc((x + radius, bottom - radius), radius, radius, 90, 180)
    pen.arc((x + radius, y + radius), radius, radius, 180, 270)
    return pen.close().commands


def ellipse(centre: Point, rx: float, ry: float | None = None) -> tuple[Command, ...]:
    """A circle, or an ellipse when both half axes are given."""
    return Pen().arc(centre, rx, rx if ry is None else ry, 0, 360).close().commands


def line(x1: float, y1: float, x2: float, y2: float) -> tuple[Command, ...]:
    """One straight line."""
    return Pen().move(x1, y1).line(x2, y2).commands


def star(centre: Point, radius: float, points: int = 5, inner: float = 0.45) -> tuple[Command, ...]:
    """A star with one point up; `inner` is the radius of its notches as a part of `radius`."""
    cx, cy = centre
    corners: list[Point] = []
    for corner in range(2 * points):
        reach = radius if corner % 2 == 0 else radius * inner
        angle = math.pi * corner / points - math.pi / 2
        corners.append((cx + reach * math.cos(angle), cy + reach * math.sin(angle)))
    return polygon(corners)
