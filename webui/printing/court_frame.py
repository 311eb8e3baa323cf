"""What all court cards and jokers share: the frame, the band where the two heads meet, and the cloak's outline.

A half figure is drawn in the upper half of the card; the lower half is the same, turned round.
"""

from __future__ import annotations

from webui.printing.corners import CARD_HEIGHT_MM, CARD_WIDTH_MM
from webui.printing.drawing import Command, Group, Path, Pen, Shape, both_ways, ellipse, polygon, rectangle
from webui.printing.shapes import GOLD, PAPER, Ink

LEFT, TOP, RIGHT = 13.4, 7.4, 49.6
MIDDLE_X, MIDDLE_Y = CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2
SKIN = "#fdebd8"
LINE_MM = 0.32


def framed(half: list[Shape], ink: Ink, emblem: str) -> tuple[Shape, ...]:
    """Both heads in the frame, joined by a band; `half` is the upper one."""
    width, height = RIGHT - LEFT, CARD_HEIGHT_MM - 2 * TOP
    ground = Path(rectangle(LEFT, TOP, width, height, 1.6), fill=ink.tint)
    upper = Path(rectangle(LEFT, TOP, width, MIDDLE_Y - TOP + 0.05))
    heads = both_ways((Group(tuple(half), clip=upper),), CARD_WIDTH_MM, CARD_HEIGHT_MM)
    frame = Path(rectangle(LEFT, TOP, width, height, 1.6), stroke=ink.deep, stroke_mm=0.5)
    inner = Path(rectangle(LEFT + 0.9, TOP + 0.9, width - 1.8, height - 1.8, 0.9), stroke=ink.deep, stroke_mm=0.18)
    return (ground, *heads, *_belt(ink, emblem), inner, frame)


def _belt(ink: Ink, emblem: str) -> tuple[Shape, ...]:
    """The band where the two halves meet."""
    parts: list[Shape] = [
        Path(
            rectangle(LEFT, MIDDLE_Y - 2.3, RIGHT - LEFT, 4.6),
            fill=GOLD,
            stroke=ink.deep,
            stroke_mm=LINE_MM,
        ),
        Path(rectangle(LEFT, MIDDLE_Y - 1.5, RIGHT - LEFT, 3.0), fill=ink.vivid),
    ]
    # Beads left and right of the middle are point-symmetric by themselves.
    for step in range(1, 6):
        for side in (-1, 1):
            parts.append(Path(ellipse((MIDDLE_X + side * (1.0 + 2.9 * step), MIDDLE_Y), 0.72), fill=GOLD))
    parts.append(Path(ellipse((MIDDLE_X, MIDDLE_Y), 2.6), fill=PAPER, stroke=ink.deep, stroke_mm=LINE_MM))
    if emblem == "star":
        parts.append(Path(ellipse((MIDDLE_X, MIDDLE_Y), 1.3), fill=ink.vivid))
    else:
        parts.append(
            Path(
                polygon(
                    [
                        (MIDDLE_X, MIDDLE_Y - 1.7),
                        (MIDDLE_X + 1.7, MIDDLE_Y),
                        (MIDDLE_X, MIDDLE_Y + 1.7),
                        (MIDDLE_X - 1.7, MIDDLE_Y),
                    ]
                ),
                fill=ink.vivid,
            )
        )
    return tuple(parts)


def mirrored(*commands: Command) -> tuple[Command, ...]:
    """A left-hand outline and its right-hand twin."""
    twin: list[Command] = []
    for command in commands:
        numbers = [float(number) for number in command[1:]]
        numbers[::2] = [2 * MIDDLE_X - x for x in numbers[::2]]
        twin.append((command[0], *numbers))
    return (*commands, *twin)


def shoulders_outline() -> tuple[Command, ...]:
    """The cloak of a half figure, down to the band."""
    pen = Pen().move(LEFT - 1, 45).line(LEFT - 1, 41.5).curve(15.5, 35.5, 22, 33.6, 27.6, 31.4).line(35.4, 31.4)
    return pen.curve(41, 33.6, 47.5, 35.5, RIGHT + 1, 41.5).line(RIGHT + 1, 45).close().commands
