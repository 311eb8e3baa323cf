"""The fifty-two faces and two jokers of the standard deck."""

from __future__ import annotations

from webui.printing.corners import CARD_HEIGHT_MM, CARD_WIDTH_MM, SHAPE_CENTRE, SHAPE_MM, both_corners, both_words
from webui.printing.courts import court
from webui.printing.drawing import Drawing, Path, Point, Shape, ellipse
from webui.printing.jester import jester
from webui.printing.shapes import BLACK, PAPER, RED, SUIT_INKS, shape

_MIDDLE: Point = (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
_COLUMN_MM = 10.1
_PIP_MM = 10.2

# Where pips stand: (column -1, 0 or 1; row from -1 at the top to 1 at the bottom).
PIPS: dict[int, tuple[tuple[int, float], ...]] = {
    1: ((0, 0),),
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    9: ((-1, -1), (1, -1), (-1, -1 / 3), (1, -1 / 3), (0, 0), (-1, 1 / 3), (1, 1 / 3), (-1, 1), (1, 1)),
    10: (
        *((-1, -1), (1, -1), (0, -2 / 3), (-1, -1 / 3), (1, -1 / 3)),
        *((-1, 1 / 3), (1, 1 / 3), (0, 2 / 3), (-1, 1), (1, 1)),
    ),
}
_REACH_MM = 28.0


def pip_centres(number: int, column_mm: float, reach_mm: float) -> tuple[tuple[Point, bool], ...]:
    """The pips of a number card: centre in millimetres, and whether the pip stands on its head."""
    return tuple(
        ((_MIDDLE[0] + column * column_mm, _MIDDLE[1] + row * reach_mm), row > 0) for column, row in PIPS[number]
    )


def standard_face(rank: str, suit: str) -> Drawing:
    """One of the fifty-two."""
    ink = SUIT_INKS[suit]
    figures = "10" if rank == "T" else rank
    index, marks = both_corners(figures, ink.deep, shape(suit, SHAPE_CENTRE, SHAPE_MM, ink.deep))
    if rank in "JQK":
        middle = court(rank, suit)
    elif rank == "A":
        middle = _ace(suit, ink.deep)
    else:
        middle = tuple(
            shape(suit, centre, _PIP_MM, ink.deep, upside_down=on_head)
            for centre, on_head in pip_centres(int(figures), _COLUMN_MM, _REACH_MM)
        )
    return Drawing(CARD_WIDTH_MM, CARD_HEIGHT_MM, (*middle, *index), marks)


def joker_face(code: str) -> Drawing:
    """The red or the black joker."""
    red = code == "joker_red"
    index, marks = both_words("JOKER", RED if red else BLACK)
    return Drawing(CARD_WIDTH_MM, CARD_HEIGHT_MM, (*jester(red=red), *index), marks)


def _ace(suit: str, colour: str) -> tuple[Shape, ...]:
    if suit != "S":
        return (
            Path(ellipse(_MIDDLE, 17.5), stroke=colour, stroke_mm=0.35),
            Path(ellipse(_MIDDLE, 16.3), stroke=colour, stroke_mm=0.9),
            shape(suit, _MIDDLE, 19.0, colour),
        )
    x, y = _MIDDLE
    parts: list[Shape] = [
        shape("S", _MIDDLE, 40.0, colour),
        shape("S", (x, y + 0.6), 33.0, colour, stroke=PAPER, stroke_mm=0.5),
        Path(ellipse((x, y + 3.4), 7.6), fill=PAPER),
        Path(ellipse((x, y + 3.4), 6.8), stroke=colour, stroke_mm=0.35),
    ]
    for suit_inside, dx, dy, paint in (
        ("H", 0, -3.2, RED),
        ("C", -3.3, 0.2, BLACK),
        ("S", 3.3, 0.2, BLACK),
        ("D", 0, 3.5, RED),
    ):
        parts.append(shape(suit_inside, (x + dx, y + 3.4 + dy), 3.2, paint))
    return tuple(parts)
