"""The corner index: rank glyph above shape, upright at the top left and turned round at the bottom right.

The measures are those the detector was trained on: about 14 mm high in all, dark on white, nothing else near it.
"""

from __future__ import annotations

from webui.printing.drawing import Group, IndexMark, Path, Shape, turned
from webui.printing.lettering import column, lettering

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0

_CENTRE_X_MM = 7.6
_TOP_MM = 4.4
_RANK_MM = 7.8
_GAP_MM = 1.1
SHAPE_MM = 5.2
RANK_CENTRE = (_CENTRE_X_MM, _TOP_MM + _RANK_MM / 2)
SHAPE_CENTRE = (_CENTRE_X_MM, _TOP_MM + _RANK_MM + _GAP_MM + SHAPE_MM / 2)
INDEX_HEIGHT_MM = _RANK_MM + _GAP_MM + SHAPE_MM
# Two figures share the width of one and a half: a thinner stroke keeps the nought of the ten open.
_TEN_WEIGHT = 0.15
_TEN_GAP = 0.09
_WIDEST_TEN_MM = 7.4
_WORD_LETTER_MM = 3.3
_WORD_PITCH_MM = 4.1

Index = tuple[tuple[Shape, ...], tuple[IndexMark, ...]]


def both_corners(rank: str, colour: str, shape_below: Path) -> Index:
    """The two indices of a card: `rank` lettered in `colour`, and the shape (drawn at `SHAPE_CENTRE`) below it."""
    if len(rank) == 1:
        glyph = lettering(rank, RANK_CENTRE, _RANK_MM, colour)
    else:
        glyph = lettering(
            rank, RANK_CENTRE, _RANK_MM, colour, weight=_TEN_WEIGHT, gap=_TEN_GAP, widest_mm=_WIDEST_TEN_MM
        )
    return _on_both((glyph, shape_below), IndexMark(RANK_CENTRE, SHAPE_CENTRE))


def both_words(word: str, colour: str) -> Index:
    """The two indices of a joker: its name in a column; the marks are the middles of the column's halves."""
    letters = column(word, (_CENTRE_X_MM, _TOP_MM), _WORD_LETTER_MM, _WORD_PITCH_MM, colour)
    height = (len(word) - 1) * _WORD_PITCH_MM + _WORD_LETTER_MM
    upper, lower = (_CENTRE_X_MM, _TOP_MM + height / 4), (_CENTRE_X_MM, _TOP_MM + height * 3 / 4)
    return _on_both(letters, IndexMark(upper, lower))


def _on_both(shapes: tuple[Path, ...], mark: IndexMark) -> Index:
    half_turn = turned(180, (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2))
    other = IndexMark(half_turn(mark.rank_xy), half_turn(mark.suit_xy), 180)
    return (*shapes, Group(shapes, half_turn)), (mark, other)
