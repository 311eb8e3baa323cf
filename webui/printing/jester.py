"""The two jokers: a jester with three horns to his cap, in red or in black."""

from __future__ import annotations

from webui.printing.court_frame import LINE_MM, MIDDLE_X, SKIN, framed, shoulders_outline
from webui.printing.court_heads import face
from webui.printing.court_regalia import bell
from webui.printing.drawing import Command, Group, Path, Pen, Shape, ellipse, polygon, rectangle
from webui.printing.shapes import BLACK, GOLD, PAPER, RED, Ink


def jester(*, red: bool) -> tuple[Shape, ...]:
    """The joker's figure in its frame, both heads."""
    ink = Ink(RED, "#c1272d", "#fbeeee") if red else Ink(BLACK, "#3c3f46", "#eeeff1")
    half = [*_motley(ink), *_fools_head(ink)]
    return framed(half, ink, "star")


def _motley(ink: Ink) -> list[Shape]:
    outline = shoulders_outline()
    half = Path(rectangle(MIDDLE_X, 30, 30, 16), fill=GOLD)
    lozenges = [
        Path(
            polygon([(x, y - 2.4), (x + 1.9, y), (x, y + 2.4), (x - 1.9, y)]),
            fill=GOLD if x < MIDDLE_X else ink.vivid,
        )
        for row in range(4)
        for place in range(-6, 7)
        for x, y in ((MIDDLE_X + place * 3.8 + 1.9 * (row % 2), 33.6 + 4.8 * row / 2),)
        if row % 2 == 0 and abs(x - MIDDLE_X) > 3
    ]
    points = [
        Path(
            polygon([(MIDDLE_X + x - 2.1, 31.0), (MIDDLE_X + x + 2.1, 31.0), (MIDDLE_X + x * 1.5, 37.2)]),
            fill=ink.vivid if place % 2 else PAPER,
            stroke=ink.deep,
            stroke_mm=LINE_MM,
        )
        for place, x in enumerate((-5.6, -1.9, 1.9, 5.6))
    ]
    bells: list[Shape] = []
    for x in (-5.6, -1.9, 1.9, 5.6):
        bells.extend(bell(ink, (MIDDLE_X + x * 1.5, 37.6), 0.85))
    return [
        Group((Path(outline, fill=ink.vivid), half, *lozenges), clip=Path(outline)),
        Path(outline, stroke=ink.deep, stroke_mm=LINE_MM),
        *points,
        *bells,
    ]


def _horn(side: int) -> tuple[Command, ...]:
    m = MIDDLE_X
    pen = Pen().move(m + side * 0.6, 16.4).curve(m + side * 2, 11, m + side * 8, 8.6, m + side * 11.6, 13.6)
    pen.curve(m + side * 12.9, 15.8, m + side * 13.2, 18.6, m + side * 12.6, 21.4)
    pen.curve(m + side * 11.0, 17.6, m + side * 8.6, 16.4, m + side * 6.2, 18.0)
    return pen.close().commands


def _fools_head(ink: Ink) -> list[Shape]:
    m = MIDDLE_X
    crest = (
        Pen()
        .move(m - 4.2, 17)
        .curve(m - 4.4, 12.8, m - 1.6, 11.4, m + 0.2, 9.6)
        .curve(m + 2.0, 11.4, m + 4.4, 12.8, m + 4.2, 17)
    )
    smile = Pen().move(m - 2.1, 25.3).curve(m - 1.2, 27.6, m + 1.2, 27.6, m + 2.1, 25.3)
    smile.curve(m + 1.0, 26.3, m - 1.0, 26.3, m - 2.1, 25.3).close()
    cheeks = [Path(ellipse((m + side * 3.1, 24.2), 0.85), fill="#f2a58e") for side in (-1, 1)]
    cowl = Pen().move(m - 5.4, 16.4).curve(m - 6.4, 22, m - 5.8, 27.6, m - 3.2, 30.6).line(m + 3.2, 30.6)
    cowl.curve(m + 5.8, 27.6, m + 6.4, 22, m + 5.4, 16.4).close()
    parts: list[Shape] = [Path(cowl.commands, fill=ink.vivid, stroke=ink.deep, stroke_mm=LINE_MM)]
    parts += face(ink, lips=SKIN)
    parts += [*cheeks, Path(smile.commands, fill=RED, stroke=ink.deep, stroke_mm=0.15)]
    parts += [
        Path(_horn(-1), fill=ink.vivid, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(_horn(1), fill=GOLD, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(crest.close().commands, fill=PAPER, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(rectangle(m - 5.8, 16.0, 11.6, 2.0, 0.9), fill=GOLD, stroke=ink.deep, stroke_mm=LINE_MM),
    ]
    for place in ((m - 12.6, 22.2), (m + 12.6, 22.2), (m + 0.2, 10.1)):
        parts += bell(ink, place, 1.15)
    return parts
