"""Four markers for the corners of the table, by which the camera's picture is laid flat, and how to place them."""

from __future__ import annotations

import cv2

from webui.printing.drawing import Anchor, Command, Group, Path, Shape, Text, line, polygon, rectangle, shifted
from webui.printing.paper import Paper, Sheet, cut_marks, grid_corner, margin_notes

# Marker number → its corner of the table, as the player at the bottom edge of the picture sees it.
MARKER_CORNERS = {0: "far left", 1: "far right", 2: "near right", 3: "near left"}
MARKER_MM = 60.0
_CELLS = 6  # four by four bits in a black rim of one cell
_CUT_MM = 90.0
_INK = "#222222"


def marker_cells(number: int) -> list[list[bool]]:
    """The marker of DICT_4X4_50 as six rows of six cells, True for white, its black rim included."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture = cv2.aruco.generateImageMarker(dictionary, number, _CELLS)
    return [[bool(cell) for cell in row] for row in picture]


def marker(number: int, size_mm: float = MARKER_MM) -> tuple[Shape, ...]:
    """The bare marker with its top-left corner at the origin."""
    cell = size_mm / _CELLS
    white: tuple[Command, ...] = ()
    for row, cells in enumerate(marker_cells(number)):
        for column, is_white in enumerate(cells):
            if is_white:
                white += rectangle(column * cell, row * cell, cell, cell)
    return (Path(rectangle(0, 0, size_mm, size_mm), fill="#000000"), Path(white, fill="#ffffff"))


def marker_sheets(paper: Paper) -> tuple[Sheet, ...]:
    """The page with the four markers and the page that says where they go."""
    return (_markers(paper), _placing(paper))


def _markers(paper: Paper) -> Sheet:
    title = "Table markers"
    left, top = grid_corner(paper, 2, 2, _CUT_MM, _CUT_MM)
    shapes: list[Shape] = []
    for number, corner in MARKER_CORNERS.items():
        # On the sheet they lie as on the table.
        x = left + (_CUT_MM if "right" in corner else 0)
        y = top + (_CUT_MM if "near" in corner else 0)
        inset = (_CUT_MM - MARKER_MM) / 2
        shapes.append(Group(marker(number), shifted(x + inset, y + inset - 2)))
        foot = y + _CUT_MM - 5.2
        shapes.append(Text((x + inset, foot), f"{number} · {corner}", 3.6, fill=_INK, weight="bold"))
        shapes.append(
            Text((x + _CUT_MM - inset, foot), f"black square {MARKER_MM:.0f} mm", 3.0, fill=_INK, anchor="end")
        )
    shapes += cut_marks(paper, 2, 2, _CUT_MM, _CUT_MM)
    # Beside the upper row: half way down the sheet is a cut.
    shapes += margin_notes(paper, f"Kibitz · {title} · {paper.name}", top + _CUT_MM / 2)
    return Sheet(title, tuple(shapes))


def _placing(paper: Paper) -> Sheet:
    title = "Placing the table markers"
    middle = paper.width_mm / 2
    shapes: list[Shape] = [Text((middle, 32), title, 7.0, fill=_INK, weight="bold", anchor="middle")]
    width, height, top = 124.0, 92.0, 56.0
    left = middle - width / 2
    shapes.append(Path(rectangle(left, top, width, height, 3), fill="#e4efe8", stroke="#2d5f48", stroke_mm=0.8))
    size = 13.0
    for number, corner in MARKER_CORNERS.items():
        x = left + (width - size - 5 if "right" in corner else 5)
        y = top + (height - size - 5 if "near" in corner else 5)
        shapes.append(Path(rectangle(x - 2, y - 2, size + 4, size + 4), fill="#ffffff"))
        shapes.append(Group(marker(number, size), shifted(x, y)))
        label_x = x - 4 if "right" in corner else x + size + 4
        anchor: Anchor = "end" if "right" in corner else "start"
        shapes.append(Text((label_x, y + size / 2 + 1.3), str(number), 4.2, fill=_INK, weight="bold", anchor=anchor))
    seats = (
        ("player 1", middle, top + height + 7.2),
        ("player 3", middle, top - 3.6),
        ("player 2", left - 13, top + height / 2 + 1),
        ("player 4", left + width + 13, top + height / 2 + 1),
    )
    for words, x, y in seats:
        shapes.append(Text((x, y), words, 4.0, fill=_INK, anchor="middle"))
    for dx in (-8, 0, 8):
        card = rectangle(middle + dx - 3.2, top + height / 2 - 4.4, 6.3, 8.8, 0.6)
        shapes.append(Path(card, fill="#ffffff", stroke=_INK, stroke_mm=0.25))
    arrow_y = top + height - 15
    shapes.append(Path(line(middle, arrow_y, middle, arrow_y - 11), stroke=_INK, stroke_mm=0.7))
    tip = polygon([(middle - 1.8, arrow_y - 10.6), (middle + 1.8, arrow_y - 10.6), (middle, arrow_y - 14)])
    shapes.append(Path(tip, fill=_INK))
    y = top + height + 24
    for place, (first, rest) in enumerate(_STEPS, start=1):
        shapes.append(Text((left - 8, y), f"{place}", 4.6, fill="#2d5f48", weight="bold"))
        shapes.append(Text((left, y), first, 4.0, fill=_INK, weight="bold"))
        for words in rest:
            y += 5.4
            shapes.append(Text((left, y), words, 3.7, fill=_INK))
        y += 9.0
    shapes += margin_notes(paper, f"Kibitz · {title} · {paper.name}")
    return Sheet(title, tuple(shapes))


_STEPS = (
    ("Print at 100 %.", ("Measure the line in the margin: 50 mm. Each black square measures 60 mm.",)),
    ("Cut along the marks, white rim and all.", ("The camera finds a marker by the white around it: leave it on.",)),
    (
        "Lay them flat in the corners of the playing area.",
        (
            "Player 1 sits at the bottom edge of the camera's picture and reads all four numbers",
            "upright: 0 far left, 1 far right, 2 near right, 3 near left. Tape them down.",
        ),
    ),
    (
        "Keep cards and hands off them while the camera is set up.",
        ("Everything the game needs, tricks and turned card too, lies between the four.",),
    ),
)
