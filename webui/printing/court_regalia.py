"""What the figures of the court wear on their heads and hold in their hands."""

from __future__ import annotations

from webui.printing.court_frame import LINE_MM, MIDDLE_X, SKIN
from webui.printing.drawing import Path, Pen, Point, Shape, ellipse, line, polygon, rectangle, turned
from webui.printing.shapes import GOLD, PAPER, Ink, shape


def crown(ink: Ink, points: int) -> list[Shape]:
    """The king's crown: tips with orbs on a jewelled rim."""
    left, right, base, rim = 25.4, 37.6, 16.9, 14.3
    tips: list[Point] = []
    outline: list[Point] = [(left, rim + 1)]
    for tip in range(points):
        x = left - 0.7 + (right - left + 1.4) * tip / (points - 1)
        y = 10.6 - 1.0 * (1 - abs(tip - (points - 1) / 2) / ((points - 1) / 2))
        tips.append((x, y))
        outline.append((x, y + 0.6))
        if tip < points - 1:
            outline.append((x + (right - left + 1.4) / (points - 1) / 2, rim - 1.4))
    outline.append((right, rim + 1))
    parts: list[Shape] = [Path(polygon(outline), fill=GOLD, stroke=ink.deep, stroke_mm=LINE_MM)]
    parts += [Path(ellipse(tip, 0.8), fill=ink.vivid, stroke=ink.deep, stroke_mm=0.22) for tip in tips]
    parts.append(
        Path(
            rectangle(left - 0.2, rim + 0.2, right - left + 0.4, base - rim + 0.5, 0.8),
            fill=GOLD,
            stroke=ink.deep,
            stroke_mm=LINE_MM,
        )
    )
    middle = (rim + base) / 2 + 0.45
    for x in (-4.2, 0.0, 4.2):
        jewel = [
            (MIDDLE_X + x, middle - 0.9),
            (MIDDLE_X + x + 1.1, middle),
            (MIDDLE_X + x, middle + 0.9),
            (MIDDLE_X + x - 1.1, middle),
        ]
        parts.append(Path(polygon(jewel), fill=ink.vivid))
    for x in (-2.1, 2.1):
        parts.append(Path(ellipse((MIDDLE_X + x, middle), 0.45), fill=PAPER, stroke=ink.deep, stroke_mm=0.15))
    return parts


def tiara(ink: Ink) -> list[Shape]:
    """The queen's crown of five arches."""
    parts: list[Shape] = []
    for x, top in ((-4.6, 12.6), (4.6, 12.6), (-2.4, 11.4), (2.4, 11.4), (0.0, 10.2)):
        arch = (
            Pen()
            .move(MIDDLE_X + x - 1.5, 16)
            .curve(
                MIDDLE_X + x * 1.12 - 1.7,
                top + 1.2,
                MIDDLE_X + x * 1.16 - 0.7,
                top,
                MIDDLE_X + x * 1.18,
                top - 0.2,
            )
        )
        arch.curve(MIDDLE_X + x * 1.16 + 0.7, top, MIDDLE_X + x * 1.12 + 1.7, top + 1.2, MIDDLE_X + x + 1.5, 16).close()
        parts.append(Path(arch.commands, fill=GOLD, stroke=ink.deep, stroke_mm=LINE_MM))
        parts.append(Path(ellipse((MIDDLE_X + x * 1.18, top - 0.6), 0.62), fill=PAPER, stroke=ink.deep, stroke_mm=0.2))
        parts.append(Path(ellipse((MIDDLE_X + x * 1.08, top + 2.2), 0.55), fill=ink.vivid))
    parts.append(Path(rectangle(25.5, 15.0, 12.0, 1.7, 0.8), fill=GOLD, stroke=ink.deep, stroke_mm=LINE_MM))
    return parts


def _hand(ink: Ink, at: Point) -> list[Shape]:
    x, y = at
    fingers = [
        Path(line(x - 0.9, y + dy, x + 1.5, y + dy), stroke=ink.deep, stroke_mm=0.16) for dy in (-0.75, 0.1, 0.95)
    ]
    cuff = rectangle(x - 2.6, y + 2.0, 5.4, 2.1, 0.8)
    return [
        Path(cuff, fill=PAPER, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(rectangle(x - 2.0, y - 1.7, 4.2, 3.9, 1.5), fill=SKIN, stroke=ink.deep, stroke_mm=LINE_MM),
        *fingers,
    ]


def sword(ink: Ink) -> list[Shape]:
    """The king's sword, and the hand that holds it."""
    x = 44.6
    blade = [(x - 1.1, 31.4), (x - 1.1, 12.4), (x, 9.6), (x + 1.1, 12.4), (x + 1.1, 31.4)]
    return [
        Path(polygon(blade), fill=PAPER, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(line(x, 12.2, x, 31), stroke=ink.deep, stroke_mm=0.2),
        Path(rectangle(x - 0.8, 32, 1.6, 9), fill=ink.vivid, stroke=ink.deep, stroke_mm=0.25),
        Path(rectangle(x - 3.7, 31, 7.4, 1.7, 0.8), fill=GOLD, stroke=ink.deep, stroke_mm=LINE_MM),
        *_hand(ink, (x, 36.0)),
    ]


def flower(ink: Ink) -> list[Shape]:
    """The queen's flower, and the hand that holds it."""
    x, y = 44.6, 17.2
    stem = Pen().move(x, 36).curve(x + 0.9, 30, x - 0.9, 25, x, y)
    leaf = (
        Pen()
        .move(x + 0.1, 29.4)
        .curve(x + 1.2, 26.2, x + 3.2, 25.6, x + 4.2, 25.4)
        .curve(x + 3.9, 27.6, x + 2.4, 29.4, x + 0.1, 29.4)
    )
    other = (
        Pen()
        .move(x - 0.1, 26.4)
        .curve(x - 1.2, 23.4, x - 2.8, 22.8, x - 3.8, 22.6)
        .curve(x - 3.5, 24.8, x - 2.2, 26.4, x - 0.1, 26.4)
    )
    green = "#2e6b43"
    petal = ellipse((x, y - 2.1), 1.35, 1.9)
    petals = [
        Path(petal, fill=ink.vivid, stroke=ink.deep, stroke_mm=0.22).mapped(turned(72 * n, (x, y))) for n in range(5)
    ]
    return [
        Path(stem.commands, stroke=green, stroke_mm=0.7),
        Path(leaf.close().commands, fill=green),
        Path(other.close().commands, fill=green),
        *petals,
        Path(ellipse((x, y), 1.15), fill=GOLD, stroke=ink.deep, stroke_mm=0.2),
        *_hand(ink, (x, 35.4)),
    ]


def pennant(suit: str, ink: Ink) -> list[Shape]:
    """The jack's pennant with his suit on it, and the hand that holds the staff."""
    x = 46.6
    flag = Pen().move(x, 17.8).curve(x - 2.6, 16.8, x - 4.6, 18.8, x - 7.6, 17.6).line(x - 5.8, 20.8, x - 7.6, 24.0)
    flag.curve(x - 4.6, 25.2, x - 2.6, 23.2, x, 24.2).close()
    return [
        Path(line(x, 13.2, x, 44), stroke=ink.deep, stroke_mm=1.25),
        Path(line(x, 13.2, x, 44), stroke=GOLD, stroke_mm=0.7),
        Path(
            polygon([(x, 9.4), (x + 1.2, 12.2), (x, 14.2), (x - 1.2, 12.2)]),
            fill=PAPER,
            stroke=ink.deep,
            stroke_mm=LINE_MM,
        ),
        Path(flag.commands, fill=ink.vivid, stroke=ink.deep, stroke_mm=LINE_MM),
        shape(suit, (x - 2.9, 20.9), 3.4, PAPER),
        *_hand(ink, (x - 0.3, 36.4)),
    ]


def bell(ink: Ink, at: Point, radius: float) -> list[Shape]:
    """One of the joker's bells."""
    x, y = at
    return [
        Path(ellipse(at, radius), fill=GOLD, stroke=ink.deep, stroke_mm=0.22),
        Path(
            line(x - radius * 0.5, y + radius * 0.25, x + radius * 0.5, y + radius * 0.25),
            stroke=ink.deep,
            stroke_mm=0.2,
        ),
    ]
