"""Jacks, queens and kings of our own: flat double-headed figures built from curves, one tone a suit."""

from __future__ import annotations

from webui.printing.court_frame import LINE_MM, MIDDLE_X, SKIN, framed, mirrored, shoulders_outline
from webui.printing.court_heads import face, lips_outline
from webui.printing.court_regalia import crown, flower, pennant, sword, tiara
from webui.printing.drawing import Group, Path, Pen, Shape, ellipse, line, polygon, rectangle
from webui.printing.shapes import BLACK, GOLD, PAPER, RED, SUIT_INKS, Ink, shape

_HAIR = {"S": "#2b2320", "H": "#b9772f", "D": "#d9b45a", "C": "#5b3a22"}


def court(rank: str, suit: str) -> tuple[Shape, ...]:
    """The figure of a jack, queen or king in its frame, both heads."""
    ink = SUIT_INKS[suit]
    figure = {"K": _king, "Q": _queen, "J": _jack}[rank]
    half = [*_robe(suit, ink, rank), *figure(suit, ink), shape(suit, (18.2, 13.1), 7.6, ink.deep)]
    return framed(half, ink, suit)


def _robe(suit: str, ink: Ink, rank: str) -> list[Shape]:
    outline = shoulders_outline()
    stuff = [Path(outline, fill=ink.vivid), *_weave(suit, ink)]
    placket_half = {"K": 4.6, "Q": 5.2, "J": 3.4}[rank]
    placket = polygon(
        [
            (MIDDLE_X - placket_half * 0.7, 31),
            (MIDDLE_X + placket_half * 0.7, 31),
            (MIDDLE_X + placket_half, 45),
            (MIDDLE_X - placket_half, 45),
        ]
    )
    return [
        Group(tuple(stuff), clip=Path(outline)),
        Group((Path(placket, fill=GOLD, stroke=ink.deep, stroke_mm=LINE_MM),), clip=Path(outline)),
        Path(outline, stroke=ink.deep, stroke_mm=LINE_MM),
    ]


def _weave(suit: str, ink: Ink) -> list[Shape]:
    """The pattern of the cloth: every suit has its own."""
    light, found = ink.tint, []
    if suit == "S":
        for step in range(-4, 22):
            x = 8 + 2.6 * step
            found.append(Path(line(x, 46, x + 9 * (1 if x > 28 else -1), 30), stroke=light, stroke_mm=0.35))
    for row in range(5):
        y = 33.2 + row * 2.9
        for place in range(-7, 8):
            x = MIDDLE_X + place * 3.2 + (1.6 if row % 2 else 0)
            if suit == "H":
                found.append(Path(ellipse((x, y), 0.62), fill=GOLD))
            elif suit == "D":
                lozenge = polygon([(x, y - 1.2), (x + 1.05, y), (x, y + 1.2), (x - 1.05, y)])
                found.append(Path(lozenge, stroke=light, stroke_mm=0.35))
            elif suit == "C":
                found.append(Path(Pen().arc((x, y), 1.6, 1.6, 0, 180).commands, stroke=light, stroke_mm=0.3))
    return list(found)


def _king(suit: str, ink: Ink) -> list[Shape]:
    hair = _HAIR[suit]
    mane = Pen().move(25.6, 17).curve(23.6, 21, 23.6, 27, 24.4, 30.2).curve(25.2, 31.8, 27.2, 31.2, 27.4, 29.6)
    mane.line(28.4, 18).close()
    beard = Pen().move(26.9, 22.8).curve(26.3, 28, 27.6, 33.6, 31.5, 36.4).curve(35.4, 33.6, 36.7, 28, 36.1, 22.8)
    beard.curve(35.6, 24.8, 34.4, 25.0, 33.6, 24.9).curve(32.6, 24.8, 30.4, 24.8, 29.4, 24.9)
    beard.curve(28.6, 25.0, 27.4, 24.8, 26.9, 22.8).close()
    ermine = (
        Pen()
        .move(21.5, 33.2)
        .curve(25, 32.6, 27, 31.6, 28.2, 30.4)
        .line(34.8, 30.4)
        .curve(36, 31.6, 38, 32.6, 41.5, 33.2)
    )
    ermine.curve(39.5, 37.6, 35.5, 39.4, 31.5, 39.4).curve(27.5, 39.4, 23.5, 37.6, 21.5, 33.2).close()
    spots = [
        Path(ellipse((x, y), 0.34, 0.62), fill=BLACK)
        for x, y in ((24.6, 34.6), (27.2, 36.9), (38.4, 34.6), (35.8, 36.9))
    ]
    strands = [
        Path(Pen().move(x, 27.6).curve(x, 30, x + bend, 32, x + bend, 33.4).commands, stroke=SKIN, stroke_mm=0.22)
        for x, bend in ((29.4, 0.7), (31.5, 0.0), (33.6, -0.7))
    ]
    return [
        Path(ermine.commands, fill=PAPER, stroke=ink.deep, stroke_mm=LINE_MM),
        *spots,
        Path(mirrored(*mane.commands), fill=hair, stroke=ink.deep, stroke_mm=LINE_MM),
        *face(ink),
        Path(beard.commands, fill=hair, stroke=ink.deep, stroke_mm=LINE_MM),
        *strands,
        Path(lips_outline(), fill=RED),
        *crown(ink, points=5),
        *sword(ink),
    ]


def _queen(suit: str, ink: Ink) -> list[Shape]:
    hair = _HAIR[suit]
    locks = Pen().move(26.4, 15.6).curve(22.6, 19, 24.6, 24, 22.9, 27.6).curve(21.9, 30, 22.1, 33, 23.6, 36.2)
    locks.curve(25.6, 36.6, 27.6, 35.4, 28.2, 33.4).curve(28.9, 30, 27, 27, 27.2, 22).line(31.5, 15.4).close()
    neckline = (
        Pen().move(28.4, 31.0).curve(29, 34.4, 30.4, 36.4, 31.5, 37.2).curve(32.6, 36.4, 34, 34.4, 34.6, 31.0).close()
    )
    beads = [
        Path(ellipse((MIDDLE_X + x, y), 0.55), fill=PAPER, stroke=ink.deep, stroke_mm=0.16)
        for x, y in ((-2.1, 30.4), (-1.2, 31.3), (0.0, 31.7), (1.2, 31.3), (2.1, 30.4))
    ]
    fringe = Pen().move(26.9, 21.2).curve(27.4, 18.6, 29.6, 18.0, 31.5, 17.2).curve(33.4, 18.0, 35.6, 18.6, 36.1, 21.2)
    fringe.curve(37.4, 18.8, 36.8, 16.2, 35, 15.4).line(28, 15.4).curve(26.2, 16.2, 25.6, 18.8, 26.9, 21.2).close()
    drops = [
        Path(ellipse((MIDDLE_X + side * 4.9, 25.6), 0.5, 0.8), fill=GOLD, stroke=ink.deep, stroke_mm=0.16)
        for side in (-1, 1)
    ]
    return [
        Path(neckline.commands, fill=SKIN, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(mirrored(*locks.commands), fill=hair, stroke=ink.deep, stroke_mm=LINE_MM),
        *face(ink, brows=0.1),
        Path(fringe.commands, fill=hair, stroke=ink.deep, stroke_mm=LINE_MM),
        *drops,
        *beads,
        shape(suit, (MIDDLE_X, 34.1), 2.3, ink.deep),
        *tiara(ink),
        *flower(ink),
    ]


def _jack(suit: str, ink: Ink) -> list[Shape]:
    hair = _HAIR[suit]
    bob = Pen().move(27.2, 16).curve(24.4, 18, 24.6, 24, 24.0, 27.4).curve(24.2, 29.2, 26.6, 29.4, 27.8, 28.4)
    bob.curve(27.4, 26, 27, 22, 29, 17).close()
    ruff = [
        Path(ellipse((MIDDLE_X + x, 31.7 + abs(x) * -0.06), 1.35), fill=PAPER, stroke=ink.deep, stroke_mm=0.25)
        for x in (-5.2, 5.2, -3.2, 3.2, -1.1, 1.1)
    ]
    cap = Pen().move(25.2, 16.9).curve(22.4, 14.6, 23.6, 10.6, 28.6, 10.6).curve(34, 9.0, 41.4, 10.8, 40.6, 14.4)
    cap.curve(40.2, 16.4, 37.8, 16.6, 37.4, 16.9).close()
    plume = (
        Pen().move(36.6, 15.6).curve(41.5, 15.6, 43.6, 12.2, 41.2, 8.6).curve(38.4, 9.6, 35.4, 11.8, 36.6, 15.6).close()
    )
    quill = Pen().move(36.9, 15.3).curve(38.6, 13.6, 40.2, 11.6, 40.9, 9.4)
    buttons = [Path(ellipse((MIDDLE_X, y), 0.5), fill=ink.deep) for y in (35.2, 37.6, 40.0)]
    return [
        *buttons,
        Path(mirrored(*bob.commands), fill=hair, stroke=ink.deep, stroke_mm=LINE_MM),
        *face(ink),
        *ruff,
        Path(cap.commands, fill=ink.vivid, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(rectangle(25.0, 15.6, 13.0, 2.2, 0.9), fill=GOLD, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(plume.commands, fill=PAPER, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(quill.commands, stroke=ink.deep, stroke_mm=0.2),
        *pennant(suit, ink),
    ]
