"""The two sizes of paper, and what stands in the margins of every sheet."""

from __future__ import annotations

from dataclasses import dataclass

from webui.printing.drawing import Group, Path, Point, Shape, Text, line, shifted, turned

RULER_MM = 50.0
_RULER_X_MM = 5.6
_NOTE_MM = 2.2
_MARGIN_INK = "#6a6a6a"
# A printer leaves about this much of the sheet white; what lies further out may be lost.
PRINTER_MARGIN_MM = 3.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright."""

    code: str
    name: str
    width_mm: float
    height_mm: float


PAPERS = {
    "a4": Paper("a4", "A4", 210.0, 297.0),
    "letter": Paper("letter", "US Letter", 215.9, 279.4),
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to print: what to call it and what is on it."""

    title: str
    shapes: tuple[Shape, ...]


def margin_notes(paper: Paper, caption: str, middle_y: float | None = None) -> tuple[Shape, ...]:
    """The ruler up the left margin and the caption up the right one, both about `middle_y` (default: half way)."""
    middle = paper.height_mm / 2 if middle_y is None else middle_y
    return (*ruler((_RULER_X_MM, middle)), upwards(caption, (paper.width_mm - _RULER_X_MM, middle)))


def ruler(at: Point) -> tuple[Shape, ...]:
    """An upright line of 50 mm about a point, by which the printer's scale is checked."""
    x, middle = at
    top, foot = middle - RULER_MM / 2, middle + RULER_MM / 2
    shapes: list[Shape] = [Path(line(x, top, x, foot), stroke="#000000", stroke_mm=0.25, sharp=True)]
    for step in range(6):
        y = top + step * RULER_MM / 5
        reach = 1.8 if step in (0, 5) else 1.0
        shapes.append(Path(line(x, y, x + reach, y), stroke="#000000", stroke_mm=0.25, sharp=True))
    shapes.append(upwards(f"This line is {RULER_MM:.0f} mm: print at 100 %", (x + 3.6, middle)))
    return tuple(shapes)


def upwards(words: str, at: Point) -> Group:
    """A line of small print that reads from the bottom to the top, centred on a point."""
    text = Text((0, 0), words, _NOTE_MM, fill=_MARGIN_INK, anchor="middle")
    return Group((text,), shifted(*at).after(turned(270)))


def cut_marks(paper: Paper, columns: int, rows: int, cell_width_mm: float, cell_height_mm: float) -> tuple[Shape, ...]:
    """Short lines in the margins at every cut of a grid that is centred on the sheet."""
    left, top = grid_corner(paper, columns, rows, cell_width_mm, cell_height_mm)
    gap = 1.2
    across = min(5.0, left - gap - PRINTER_MARGIN_MM)
    down = min(5.0, top - gap - PRINTER_MARGIN_MM)
    strokes: list[tuple[float, float, float, float]] = []
    for column in range(columns + 1):
        x = left + column * cell_width_mm
        for edge, way in ((top, -1), (paper.height_mm - top, 1)):
            strokes.append((x, edge + way * gap, x, edge + way * (gap + down)))
    for row in range(rows + 1):
        y = top + row * cell_height_mm
        for edge, way in ((left, -1), (paper.width_mm - left, 1)):
            strokes.append((edge + way * gap, y, edge + way * (gap + across), y))
    return tuple(Path(line(*stroke), stroke="#000000", stroke_mm=0.15, sharp=True) for stroke in strokes)


def grid_corner(
    paper: Paper, columns: int, rows: int, cell_width_mm: float, cell_height_mm: float
) -> tuple[float, float]:
    """The top-left corner of a grid centred on the sheet, so that backs fall behind their fronts."""
    return ((paper.width_mm - columns * cell_width_mm) / 2, (paper.height_mm - rows * cell_height_mm) / 2)
