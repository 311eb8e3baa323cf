"""The faces of the PaiMiahhh deck: forty-five number cards, the Starter and the starred specials.

Every colour has its own shape, and the shape alone is enough to play: orange ring, blue waves, green triangle, red
square, yellow crescent. The starred cards show a star below their letter. Bonus is lettered "+" because a small B is
too easily read as the 8 that another starred card bears.
"""

from __future__ import annotations

from dataclasses import dataclass

from webui.printing.corners import CARD_HEIGHT_MM, CARD_WIDTH_MM, SHAPE_CENTRE, SHAPE_MM, both_corners
from webui.printing.drawing import Drawing, Path, Shape, Text, both_ways, line, rectangle
from webui.printing.emblems import EMBLEMS
from webui.printing.lettering import MEDIUM, lettering
from webui.printing.shapes import COLOUR_INKS, COLOUR_SHAPES, GOLD, PAPER, colour_shape, shape
from webui.printing.standard_faces import pip_centres

SPECIAL_DEEP = "#33245f"
SPECIAL_TINT = "#f2eff9"
STARTER_DEEP = "#0b4a56"
STARTER_TINT = "#e6f3f4"

_PANEL_LEFT, _PANEL_TOP, _PANEL_RADIUS = 13.5, 7.4, 4.0
_PANEL_WIDTH = CARD_WIDTH_MM - 2 * _PANEL_LEFT
_PANEL_HEIGHT = CARD_HEIGHT_MM - 2 * _PANEL_TOP
_MIDDLE = (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
_PIP_MM, _COLUMN_MM, _REACH_MM = 10.6, 9.3, 25.5
_LONE_PIP_MM = 22.0
_TITLE_MM, _TITLE_Y_MM = 4.3, 14.6
_TEXT_MM, _TEXT_Y_MM, _TEXT_STEP_MM = 2.25, 21.2, 2.9


@dataclass(frozen=True, slots=True)
class Special:
    """What stands on a card without a value: its index letter, its name and its effect in two short lines."""

    letter: str
    title: str
    lines: tuple[str, ...]


SPECIALS = {
    "starter": Special("S", "STARTER", ("Whoever holds it opens", "the first trick with it.")),
    "trump_star": Special("T", "TRUMP", ("Counts as the trump colour,", "below all other trumps.")),
    "joker_star": Special("J", "JOKER", ("Name its colour and value, 0–8.", "It loses to the real card.")),
    "honor": Special("H", "HONOR", ("Beats every other card.",)),
    "eight_star": Special("8", "EIGHT", ("A sixth colour. Sluffed, it takes", "the bottom tile of any column.")),
    "porter": Special("P", "PORTER", ("Carries the two bottom tiles of", "one colour to other columns.")),
    "bonus": Special("+", "BONUS", ("Whoever wins this trick takes", "the bonus token: 4 points.")),
    "reverse": Special("R", "REVERSE", ("From the next trick on,", "play runs the other way.")),
    "blank_special": Special("?", "", ("Write down what you call it", "and what it does.")),
}


def number_face(value: str, colour: str) -> Drawing:
    """A number card, value 0 to 8 in one of the five colours."""
    ink = COLOUR_INKS[colour]
    index, marks = both_corners(value, ink.deep, colour_shape(colour, SHAPE_CENTRE, SHAPE_MM))
    pips: tuple[Shape, ...]
    if value == "0":
        # Nothing in it: the empty outline of the shape.
        empty = shape(COLOUR_SHAPES[colour], _MIDDLE, _LONE_PIP_MM, PAPER, stroke=ink.deep, stroke_mm=0.9)
        pips = (empty,)
    elif value == "1":
        pips = (colour_shape(colour, _MIDDLE, _LONE_PIP_MM),)
    else:
        pips = tuple(
            colour_shape(colour, centre, _PIP_MM, upside_down=on_head)
            for centre, on_head in pip_centres(int(value), _COLUMN_MM, _REACH_MM)
        )
    return Drawing(CARD_WIDTH_MM, CARD_HEIGHT_MM, (*_panel(ink.tint, ink.vivid), *pips, *index), marks)


def special_face(code: str) -> Drawing:
    """The Starter or a starred card."""
    special = SPECIALS[code]
    starter = code == "starter"
    deep, tint = (STARTER_DEEP, STARTER_TINT) if starter else (SPECIAL_DEEP, SPECIAL_TINT)
    below = shape(
        "arrowhead" if starter else "star",
        SHAPE_CENTRE,
        SHAPE_MM - 0.4,
        "#2fa3b5" if starter else GOLD,
        stroke=deep,
        stroke_mm=0.4,
    )
    index, marks = both_corners(special.letter, deep, below)
    caption = both_ways(_caption(special, deep), CARD_WIDTH_MM, CARD_HEIGHT_MM)
    shapes = (*_panel(tint, deep), *EMBLEMS[code](_MIDDLE, deep), *caption, *index)
    return Drawing(CARD_WIDTH_MM, CARD_HEIGHT_MM, shapes, marks)


def _panel(tint: str, edge: str) -> tuple[Shape, ...]:
    outer = rectangle(_PANEL_LEFT, _PANEL_TOP, _PANEL_WIDTH, _PANEL_HEIGHT, _PANEL_RADIUS)
    return (Path(outer, fill=tint, stroke=edge, stroke_mm=0.35),)


def _caption(special: Special, deep: str) -> tuple[Shape, ...]:
    name: Shape
    if special.title:
        name = lettering(special.title, (_MIDDLE[0], _TITLE_Y_MM), _TITLE_MM, deep, weight=MEDIUM, gap=0.22)
    else:
        name = Path(line(18.5, _TITLE_Y_MM + 2, 44.5, _TITLE_Y_MM + 2), stroke=deep, stroke_mm=0.25)
    explained = tuple(
        Text((_MIDDLE[0], _TEXT_Y_MM + place * _TEXT_STEP_MM), words, _TEXT_MM, fill=deep, anchor="middle")
        for place, words in enumerate(special.lines)
    )
    return (name, *explained)
