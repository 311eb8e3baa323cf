"""Score sheets for the three games, for tables that want paper beside the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webui.printing.drawing import Path, Shape, Text, line, rectangle
from webui.printing.paper import Paper, Sheet, margin_notes
from webui.printing.shapes import COLOUR_INKS, colour_shape

_INK, _GREY, _BAND = "#222222", "#8c8c8c", "#eef1f4"
_SIDE_MM, _TOP_MM, _FOOT_MM = 16.0, 15.0, 14.0
_GROUP_MM, _HEAD_MM = 6.4, 9.0


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: its heading (one or two lines), its width in parts, the first word of its group."""

    heading: tuple[str, ...]
    parts: float = 1.0
    group: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """One game's sheet: title, lines to fill in above the table, the table, and the rules of scoring below it."""

    title: str
    names: tuple[tuple[str, ...], ...]
    columns: tuple[Column, ...]
    rows: int
    rules: tuple[str, ...]
    prefilled: tuple[str, ...] = ()


_PAIR_A, _PAIR_B = "Pair A (players 1 and 3)", "Pair B (players 2 and 4)"
PAIRS_OH_HELL = Layout(
    "Pairs Oh Hell",
    (("Player 1", "Player 3"), ("Player 2", "Player 4")),
    (
        Column(("Cards",), 0.8),
        Column(("Dealer",), 0.9),
        Column(("Trump",), 0.8),
        *(
            Column(heading, parts, group)
            for group, first, second in ((_PAIR_A, "1", "3"), (_PAIR_B, "2", "4"))
            for heading, parts in (
                (("Bid", f"of {first}"), 0.7),
                (("Bid", f"of {second}"), 0.7),
                (("Both",), 0.7),
                (("Tricks",), 0.8),
                (("Points",), 0.9),
                (("Total",), 1.0),
            )
        ),
    ),
    14,
    (
        "Tricks as bid by the pair: 5 points for each. None bid and none taken: 4 points.",
        "Anything else: tricks taken less tricks bid, which may be below zero.",
        "The four bids may not add up to the number of cards in each hand; the last bidder sees to it.",
        "Cards: four rounds 13 13 13 13 · seven rounds 10 11 12 13 12 11 10 · ten rounds 4 to 13.",
    ),
)
_TEAM_A, _TEAM_B = "Team A (players 1 and 3)", "Team B (players 2 and 4)"
PAIMIAHHH = Layout(
    "PaiMiahhh",
    (("Player 1", "Player 3"), ("Player 2", "Player 4")),
    (
        Column(("Declarer",), 1.1),
        Column(("Trump",), 2.3),
        Column(("A trick",), 0.8),
        Column(("Contract",), 0.95),
        *(
            Column(heading, parts, group)
            for group in (_TEAM_A, _TEAM_B)
            for heading, parts in (
                (("Tricks",), 0.8),
                (("Trick", "points"), 0.85),
                (("Tiles",), 0.8),
                (("Bonus",), 0.8),
                (("Total",), 1.0),
            )
        ),
    ),
    14,
    (
        "Contract: the marker's tile and six more. Trick points: the tile's value for every trick.",
        "A declarer's side below its contract gets no trick points; the other side always gets its own.",
        "Tiles: the sum of those in front of both partners. Bonus token: 4. The game ends at 150.",
    ),
)
_TEAM_ODD, _TEAM_EVEN = "Team 1 · 3 · 5", "Team 2 · 4 · 6"
GOU_JI = Layout(
    "Gou Ji",
    (("Player 1", "Player 3", "Player 5"), ("Player 2", "Player 4", "Player 6")),
    (
        Column(("Hand",), 0.7),
        *(Column((f"{player}",), 0.75, "Place of player (1 to 6)") for player in range(1, 7)),
        Column(("Sweep",), 0.8),
        Column(("Points",), 0.95, _TEAM_ODD),
        Column(("Total",), 1.1, _TEAM_ODD),
        Column(("Points",), 0.95, _TEAM_EVEN),
        Column(("Total",), 1.1, _TEAM_EVEN),
        Column(("Tribute, waived,", "liberation"), 2.6),
    ),
    16,
    (
        "Places one to six count +4, +2, 0, 0, −2, −4 for the player's team.",
        "Sweep: one team takes the first three places; all points count double (+12 and −12).",
        "The two teams' points of a hand add up to nothing. Partners sit at every second seat.",
    ),
    tuple(str(hand) for hand in range(1, 17)),
)
LAYOUTS = (PAIRS_OH_HELL, PAIMIAHHH, GOU_JI)


def score_sheets(paper: Paper) -> tuple[Sheet, ...]:
    """One page for each of the three games."""
    return tuple(_sheet(layout, paper) for layout in LAYOUTS)


def _sheet(layout: Layout, paper: Paper) -> Sheet:
    left, right = _SIDE_MM, paper.width_mm - _SIDE_MM
    shapes: list[Shape] = [
        Text((left, _TOP_MM + 7), layout.title, 8.0, fill=_INK, weight="bold"),
        Text((right - 44, _TOP_MM + 7), "Date", 3.2, fill=_GREY),
        _rule(right - 36, _TOP_MM + 7.6, right),
    ]
    y = _TOP_MM + 18
    for names in layout.names:
        shapes += _name_row(names, left, right, y)
        y += 9.5
    table_top = y - 2
    table_foot = paper.height_mm - _FOOT_MM - len(layout.rules) * 4.8 - 3
    shapes += _table(layout, (left, table_top, right, table_foot))
    for place, words in enumerate(layout.rules):
        shapes.append(Text((left, table_foot + 7 + place * 4.8), words, 3.2, fill="#4a4a4a"))
    title = f"Score sheet · {layout.title}"
    shapes += margin_notes(paper, f"Kibitz · {title} · {paper.name}")
    return Sheet(title, tuple(shapes))


def _rule(x1: float, y: float, x2: float) -> Path:
    return Path(line(x1, y, x2, y), stroke=_GREY, stroke_mm=0.2, sharp=True)


def _name_row(names: Sequence[str], left: float, right: float, y: float) -> list[Shape]:
    shapes: list[Shape] = []
    gap = 6.0
    width = (right - left - gap * (len(names) - 1)) / len(names)
    for place, name in enumerate(names):
        x = left + place * (width + gap)
        shapes += [Text((x, y), name, 3.2, fill=_GREY), _rule(x + 14.5, y + 0.6, x + width)]
    return shapes


def _table(layout: Layout, box: tuple[float, float, float, float]) -> list[Shape]:
    left, top, right, foot = box
    unit = (right - left) / sum(column.parts for column in layout.columns)
    edges = [left]
    for column in layout.columns:
        edges.append(edges[-1] + column.parts * unit)
    first_row = top + _GROUP_MM + _HEAD_MM
    row_mm = (foot - first_row) / layout.rows
    shapes: list[Shape] = [Path(rectangle(left, top, right - left, _GROUP_MM + _HEAD_MM), fill=_BAND)]
    for row in range(layout.rows + 1):
        y = first_row + row * row_mm
        shapes.append(Path(line(left, y, right, y), stroke=_GREY, stroke_mm=0.2, sharp=True))
    for place, column in enumerate(layout.columns):
        before = layout.columns[place - 1].group if place else None
        starts_group = column.group != before
        thick = 0.5 if starts_group else 0.15
        line_top = top if starts_group or not column.group else top + _GROUP_MM
        x = edges[place]
        shapes.append(Path(line(x, line_top, x, foot), stroke=_INK, stroke_mm=thick, sharp=True))
        shapes += _heading(column, (edges[place] + edges[place + 1]) / 2, top)
    shapes += _group_names(layout.columns, edges, top)
    shapes.append(Path(rectangle(left, top, right - left, foot - top), stroke=_INK, stroke_mm=0.5, sharp=True))
    for row in range(layout.rows):
        middle = first_row + (row + 0.5) * row_mm
        if layout.prefilled:
            centre = (edges[0] + edges[1]) / 2
            shapes.append(Text((centre, middle + 1.2), layout.prefilled[row], 3.4, fill=_GREY, anchor="middle"))
        if layout is PAIMIAHHH:
            shapes += _colours_to_ring(edges[1], edges[2], middle)
    return shapes


def _heading(column: Column, x: float, top: float) -> list[Shape]:
    lines = column.heading
    # A column outside any group has the whole height of the head to itself.
    middle = top + (_GROUP_MM + _HEAD_MM / 2 if column.group else (_GROUP_MM + _HEAD_MM) / 2)
    first = middle + 1.0 - (len(lines) - 1) * 1.6
    return [Text((x, first + place * 3.3), words, 2.7, fill=_INK, anchor="middle") for place, words in enumerate(lines)]


def _group_names(columns: Sequence[Column], edges: Sequence[float], top: float) -> list[Shape]:
    shapes: list[Shape] = []
    for group in dict.fromkeys(column.group for column in columns if column.group):
        places = [place for place, column in enumerate(columns) if column.group == group]
        start, end = edges[places[0]], edges[places[-1] + 1]
        shapes.append(Text(((start + end) / 2, top + 4.4), group, 3.0, fill=_INK, weight="bold", anchor="middle"))
        shapes.append(_rule(start, top + _GROUP_MM, end))
    return shapes


def _colours_to_ring(left: float, right: float, y: float) -> list[Shape]:
    """The five colours in a cell: ring the one that is trump."""
    step = (right - left) / len(COLOUR_INKS)
    return [colour_shape(colour, (left + (place + 0.5) * step, y), 3.6) for place, colour in enumerate(COLOUR_INKS)]
