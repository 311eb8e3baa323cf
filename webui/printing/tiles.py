"""The thirty scoring tiles of PaiMiahhh, the trump marker and the bonus token, four tiles in the space of a card."""

from __future__ import annotations

from webui.printing.corners import CARD_HEIGHT_MM, CARD_WIDTH_MM
from webui.printing.drawing import Drawing, Path, Shape, Text, ellipse, rectangle
from webui.printing.emblems import coin, crown
from webui.printing.lettering import MEDIUM, lettering
from webui.printing.paimiahhh_faces import SPECIAL_DEEP, SPECIAL_TINT
from webui.printing.shapes import COLOUR_INKS, PAPER, colour_shape

TILE_WIDTH_MM = CARD_WIDTH_MM / 2
TILE_HEIGHT_MM = CARD_HEIGHT_MM / 2
TILE_VALUES = (1, 2, 3, 4, 5, 6)
# Tricks that count nothing by themselves: a tile's contract is its value and six more (R13).
_BOOK = 6
DISC_RADIUS_MM = 13.0


def tile(colour: str, value: int) -> Drawing:
    """One tile: points a trick at the bottom left, the contract at the bottom right, as in the rulebook."""
    ink = COLOUR_INKS[colour]
    middle = TILE_WIDTH_MM / 2
    margin = 1.8
    ground = rectangle(margin, margin, TILE_WIDTH_MM - 2 * margin, TILE_HEIGHT_MM - 2 * margin, 2.4)
    window = rectangle(margin + 1.6, margin + 1.6, TILE_WIDTH_MM - 2 * margin - 3.2, 22.4, 1.4)
    shapes: list[Shape] = [
        Path(ground, fill=ink.vivid, stroke=ink.deep, stroke_mm=0.4),
        Path(window, fill=ink.tint),
        colour_shape(colour, (middle, 14.6), 15.5),
        Path(ellipse((9.4, 34.2), 6.0), fill=PAPER, stroke=ink.deep, stroke_mm=0.4),
        lettering(str(value), (9.4, 33.4), 6.6, ink.deep),
        Text((9.4, 38.9), "a trick", 1.6, fill=ink.deep, anchor="middle"),
        Path(rectangle(17.0, 29.4, 11.0, 9.8, 1.2), fill=PAPER, stroke=ink.deep, stroke_mm=0.4),
        lettering(str(value + _BOOK), (22.5, 33.2), 4.6, ink.deep, weight=MEDIUM, gap=0.14),
        Text((22.5, 38.1), "contract", 1.6, fill=ink.deep, anchor="middle"),
    ]
    return Drawing(TILE_WIDTH_MM, TILE_HEIGHT_MM, tuple(shapes))


def trump_marker() -> Drawing:
    """The disc that is moved over the tiles in the auction; it is cut out round."""
    x, y = TILE_WIDTH_MM / 2, TILE_HEIGHT_MM / 2
    shapes: list[Shape] = [
        *_cut_round(),
        Path(ellipse((x, y), DISC_RADIUS_MM - 1.2), fill=SPECIAL_TINT, stroke=SPECIAL_DEEP, stroke_mm=0.9),
        *crown((x, y - 2.2), 14.0, SPECIAL_DEEP),
        lettering("TRUMP", (x, y + 7.4), 2.6, SPECIAL_DEEP, weight=MEDIUM, gap=0.24),
    ]
    return Drawing(TILE_WIDTH_MM, TILE_HEIGHT_MM, tuple(shapes))


def bonus_token() -> Drawing:
    """The disc that the winner of the Bonus trick takes."""
    centre = (TILE_WIDTH_MM / 2, TILE_HEIGHT_MM / 2)
    return Drawing(TILE_WIDTH_MM, TILE_HEIGHT_MM, (*_cut_round(), *coin(centre, DISC_RADIUS_MM - 1.2, SPECIAL_DEEP)))


def _cut_round() -> tuple[Shape, ...]:
    centre = (TILE_WIDTH_MM / 2, TILE_HEIGHT_MM / 2)
    return (Path(ellipse(centre, DISC_RADIUS_MM), stroke="#8a8a8a", stroke_mm=0.15, dash_mm=(1.2, 1.0)),)
