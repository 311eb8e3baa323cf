"""The pictures in the middle of the Starter and the starred cards, all within 15 mm of their centre."""

from __future__ import annotations

import math
from collections.abc import Callable

from webui.printing.drawing import Path, Pen, Point, Shape, ellipse, line, polygon, rectangle, star, turned
from webui.printing.lettering import lettering
from webui.printing.shapes import COLOUR_INKS, GOLD, PAPER, colour_shape, shape

Emblem = Callable[[Point, str], tuple[Shape, ...]]

_SIXTH = "#7c4dbd"
_PALE_GOLD = "#f7e3a6"


def _starter(centre: Point, deep: str) -> tuple[Shape, ...]:
    x, y = centre
    return (
        Path(ellipse(centre, 13.5), fill="#2fa3b5", stroke=deep, stroke_mm=0.6),
        Path(ellipse(centre, 11.6), stroke=PAPER, stroke_mm=0.5),
        shape("arrowhead", (x + 0.9, y), 13.0, PAPER, stroke=PAPER, stroke_mm=1.2),
    )


def crown(centre: Point, width_mm: float, deep: str) -> tuple[Shape, ...]:
    """A crown with the five colours as its jewels, the sign of the trump card and the trump marker."""
    x, y = centre
    unit = width_mm / 24
    tips = [(-12, -6), (-6.4, -8.6), (0, -10), (6.4, -8.6), (12, -6)]
    outline: list[Point] = [(x - 9.6 * unit, y + 7 * unit)]
    for place, (dx, dy) in enumerate(tips):
        outline.append((x + dx * unit, y + dy * unit))
        if place < len(tips) - 1:
            outline.append((x + (dx + tips[place + 1][0]) / 2 * unit, y + 0.6 * unit))
    outline.append((x + 9.6 * unit, y + 7 * unit))
    base = rectangle(x - 10 * unit, y + 5.4 * unit, 20 * unit, 4.8 * unit, 1.4 * unit)
    parts: list[Shape] = [
        Path(polygon(outline), fill=GOLD, stroke=deep, stroke_mm=0.5),
        Path(base, fill=_PALE_GOLD, stroke=deep, stroke_mm=0.5),
    ]
    for (dx, dy), ink in zip(tips, COLOUR_INKS.values(), strict=True):
        parts.append(
            Path(ellipse((x + dx * unit, y + dy * unit), 1.7 * unit), fill=ink.vivid, stroke=deep, stroke_mm=0.4)
        )
    for place, colour in enumerate(COLOUR_INKS):
        parts.append(colour_shape(colour, (x + (place - 2) * 3.7 * unit, y + 7.8 * unit), 2.9 * unit))
    return tuple(parts)


def _trump(centre: Point, deep: str) -> tuple[Shape, ...]:
    return crown(centre, 25.0, deep)


def _joker(centre: Point, deep: str) -> tuple[Shape, ...]:
    x, y = centre
    parts: list[Shape] = []
    for place, (colour, ink) in enumerate(COLOUR_INKS.items()):
        start = -126 + 72 * place
        sector = Pen().move(x, y).arc(centre, 14.0, 14.0, start, start + 72).close()
        parts.append(Path(sector.commands, fill=ink.tint, stroke=deep, stroke_mm=0.5))
        angle = math.radians(start + 36)
        parts.append(colour_shape(colour, (x + 9.6 * math.cos(angle), y + 9.6 * math.sin(angle)), 5.6))
    parts.append(Path(ellipse(centre, 4.6), fill=PAPER, stroke=deep, stroke_mm=0.5))
    parts.append(Path(star(centre, 3.7, inner=0.44), fill=GOLD, stroke=deep, stroke_mm=0.35))
    return tuple(parts)


def _honor(centre: Point, deep: str) -> tuple[Shape, ...]:
    x, y = centre[0], centre[1] - 3.6
    ribbons = [
        Path(
            polygon(
                [
                    (x + s * 1.4, y + 6),
                    (x + s * 7.6, y + 6),
                    (x + s * 9.4, y + 17.4),
                    (x + s * 6, y + 15.2),
                    (x + s * 3.4, y + 18),
                ]
            ),
            fill="#c4122e" if s < 0 else "#8d0d22",
            stroke=deep,
            stroke_mm=0.45,
        )
        for s in (-1, 1)
    ]
    rosette = star((x, y), 11.4, points=16, inner=0.86)
    return (
        *ribbons,
        Path(rosette, fill=GOLD, stroke=deep, stroke_mm=0.5),
        Path(ellipse((x, y), 8.2), fill=_PALE_GOLD, stroke=deep, stroke_mm=0.4),
        Path(star((x, y + 0.3), 6.2, inner=0.44), fill=GOLD, stroke=deep, stroke_mm=0.4),
    )


def _eight(centre: Point, deep: str) -> tuple[Shape, ...]:
    x, y = centre
    height, thick = 29.0, 4.6
    return (
        lettering("8", centre, height + 0.9, deep, weight=(thick + 0.9) / (height + 0.9)),
        lettering("8", centre, height, _SIXTH, weight=thick / height),
        Path(star((x, y - 6.4), 2.5, inner=0.44), fill=GOLD, stroke=deep, stroke_mm=0.3),
        Path(star((x, y + 5.9), 3.1, inner=0.44), fill=GOLD, stroke=deep, stroke_mm=0.3),
    )


def _porter(centre: Point, deep: str) -> tuple[Shape, ...]:
    """Two tiles on their way from the foot of one column to the feet of two others."""
    x, y = centre
    foot, pitch, columns = y + 4.0, 6.5, (-9.4, 0.0, 9.4)
    parts: list[Shape] = []
    for place, (colour, tiles) in enumerate((("G", 3), ("O", 2), ("B", 3))):
        for row in range(tiles):
            moving = place == 0 and row < 2
            left, top = x + columns[place] - 3.9, foot - (row + 1) * pitch
            parts.append(
                Path(
                    rectangle(left, top, 7.8, pitch - 0.6, 0.9),
                    fill=PAPER if moving else COLOUR_INKS[colour].tint,
                    stroke=deep,
                    stroke_mm=0.4,
                    dash_mm=(1.0, 1.1) if moving else (),
                )
            )
            if not moving:
                parts.append(colour_shape(colour, (left + 3.9, top + pitch / 2 - 0.3), 4.2))
    start = x + columns[0]
    for goal, depth in ((x + columns[1], 4.6), (x + columns[2], 9.4)):
        sweep = (
            Pen().move(start, foot + 1.4).curve(start, foot + 1.4 + depth, goal, foot + 1.4 + depth, goal, foot + 3.4)
        )
        tip = polygon([(goal - 1.9, foot + 3.6), (goal, foot + 0.6), (goal + 1.9, foot + 3.6)])
        parts.append(Path(sweep.commands, stroke=_SIXTH, stroke_mm=1.1))
        parts.append(Path(tip, fill=_SIXTH, stroke=_SIXTH, stroke_mm=0.3))
    return tuple(parts)


def coin(centre: Point, radius_mm: float, deep: str) -> tuple[Shape, ...]:
    """The bonus token: plus four in a golden rim."""
    return (
        Path(ellipse(centre, radius_mm), fill=GOLD, stroke=deep, stroke_mm=0.5),
        Path(ellipse(centre, radius_mm * 0.94), stroke=deep, stroke_mm=0.9, dash_mm=(0.05, 1.9)),
        Path(ellipse(centre, radius_mm * 0.8), fill=_PALE_GOLD, stroke=deep, stroke_mm=0.4),
        lettering("+4", centre, radius_mm * 0.86, deep, weight=0.17),
    )


def _bonus(centre: Point, deep: str) -> tuple[Shape, ...]:
    return coin(centre, 13.4, deep)


def _reverse(centre: Point, deep: str) -> tuple[Shape, ...]:
    x, y = centre
    reach = 10.8
    sweep = Pen().arc(centre, reach, reach, -20, -146).commands
    angle = math.radians(-152)
    at = (x + reach * math.cos(angle), y + reach * math.sin(angle))
    tip = polygon([(at[0] - 4.6, at[1] - 2.6), (at[0] + 4.6, at[1] - 2.6), (at[0], at[1] + 5.4)])
    half = (
        Path(sweep, stroke=deep, stroke_mm=5.2),
        Path(tip, fill=_SIXTH, stroke=deep, stroke_mm=0.5).mapped(turned(24, at)),
        Path(sweep, stroke=_SIXTH, stroke_mm=4.2),
    )
    other = tuple(part.mapped(turned(180, centre)) for part in half)
    return (*half, *other, Path(star(centre, 4.2, inner=0.44), fill=GOLD, stroke=deep, stroke_mm=0.4))


def _blank(centre: Point, deep: str) -> tuple[Shape, ...]:
    x, y = centre
    field = rectangle(x - 14, y - 13.5, 28, 27, 2.5)
    rules = [Path(line(x - 11.5, y + dy, x + 11.5, y + dy), stroke=deep, stroke_mm=0.2) for dy in (-6.5, 0, 6.5)]
    return (Path(field, fill=PAPER, stroke=deep, stroke_mm=0.5, dash_mm=(1.6, 1.3)), *rules)


EMBLEMS: dict[str, Emblem] = {
    "starter": _starter,
    "trump_star": _trump,
    "joker_star": _joker,
    "honor": _honor,
    "eight_star": _eight,
    "porter": _porter,
    "bonus": _bonus,
    "reverse": _reverse,
    "blank_special": _blank,
}
