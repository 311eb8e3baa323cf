"""The sheets of a deck: nine cards a page, each page of fronts followed by its backs, and PaiMiahhh's tiles."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decks_paimiahhh import COLOURS
from webui.printing.backs import card_back
from webui.printing.corners import CARD_HEIGHT_MM, CARD_WIDTH_MM
from webui.printing.drawing import Drawing, Shape, Text
from webui.printing.faces import PAIMIAHHH_CODES, STANDARD_CODES, card_face
from webui.printing.paper import Paper, Sheet, cut_marks, grid_corner, margin_notes, ruler, upwards
from webui.printing.tiles import TILE_HEIGHT_MM, TILE_VALUES, TILE_WIDTH_MM, bonus_token, tile, trump_marker

ACROSS, DOWN = 3, 3
CARDS_A_PAGE = ACROSS * DOWN
_TILES_ACROSS = len(COLOURS) + 1
_HOW_TO_LAY = (
    "Lay the tiles as they",
    "lie on this sheet:",
    "one column a colour,",
    "the ones at the bottom.",
    "The marker starts beside",
    "the last column's one.",
    "",
    "The left figure is what",
    "each trick counts, the",
    "right one the contract.",
)


def deck_sheets(deck: str, paper: Paper, *, backs: bool = True) -> tuple[Sheet, ...]:
    """Every sheet of the "standard" or the "paimiahhh" deck, in the order of a printer that prints both sides."""
    codes, name = (STANDARD_CODES, "Standard deck") if deck == "standard" else (PAIMIAHHH_CODES, "PaiMiahhh deck")
    sheets: list[Sheet] = []
    leaves = [codes[start : start + CARDS_A_PAGE] for start in range(0, len(codes), CARDS_A_PAGE)]
    for number, leaf in enumerate(leaves, start=1):
        which = f"{name} · cards {number} of {len(leaves)}"
        sheets.append(_card_sheet(which, paper, [card_face(code) for code in leaf]))
        if backs:
            sheets.append(_card_sheet(f"{which} · backs", paper, [card_back(deck)] * len(leaf), back_of=deck))
    if deck == "paimiahhh":
        sheets.append(_tile_sheet(paper, f"{name} · tiles, marker and token"))
    return tuple(sheets)


def _card_sheet(title: str, paper: Paper, cards: Sequence[Drawing], *, back_of: str | None = None) -> Sheet:
    left, top = grid_corner(paper, ACROSS, DOWN, CARD_WIDTH_MM, CARD_HEIGHT_MM)
    shapes: list[Shape] = []
    for place, card in enumerate(cards):
        row, column = divmod(place, ACROSS)
        # Turned over about its long edge, the sheet shows its columns the other way round.
        column = ACROSS - 1 - column if back_of else column
        name = f"back-{back_of}" if back_of else None
        shapes.append(card.placed(left + column * CARD_WIDTH_MM, top + row * CARD_HEIGHT_MM, name))
    shapes += cut_marks(paper, ACROSS, DOWN, CARD_WIDTH_MM, CARD_HEIGHT_MM)
    shapes += margin_notes(paper, f"Kibitz · {title} · {paper.name}")
    return Sheet(title, tuple(shapes))


def _tile_sheet(paper: Paper, title: str) -> Sheet:
    rows = len(TILE_VALUES)
    left, top = grid_corner(paper, _TILES_ACROSS, rows, TILE_WIDTH_MM, TILE_HEIGHT_MM)
    shapes: list[Shape] = []
    for row, value in enumerate(reversed(TILE_VALUES)):
        for column, colour in enumerate(COLOURS):
            shapes.append(tile(colour, value).placed(left + column * TILE_WIDTH_MM, top + row * TILE_HEIGHT_MM))
    last = left + len(COLOURS) * TILE_WIDTH_MM
    # A second marker to spare: discs roll under tables.
    for row, piece in enumerate((bonus_token(), trump_marker(), trump_marker())):
        shapes.append(piece.placed(last, top + row * TILE_HEIGHT_MM))
    # The margins are taken by cut marks every 44 mm; ruler and caption have a place in the last column.
    note_y = top + 4 * TILE_HEIGHT_MM
    shapes += ruler((last + 9, note_y))
    shapes.append(upwards(f"Kibitz · {title} · {paper.name}", (last + 23, note_y)))
    for row, words in enumerate(_HOW_TO_LAY):
        shapes.append(Text((last + 2.4, top + 5 * TILE_HEIGHT_MM + 6 + row * 3.6), words, 2.4, fill="#444444"))
    shapes += cut_marks(paper, _TILES_ACROSS, rows, TILE_WIDTH_MM, TILE_HEIGHT_MM)
    return Sheet(title, tuple(shapes))
