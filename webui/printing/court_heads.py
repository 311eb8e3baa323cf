"""The face that every figure of the court wears."""

from __future__ import annotations

from webui.printing.court_frame import LINE_MM, MIDDLE_X, SKIN
from webui.printing.drawing import Command, Path, Pen, Shape, ellipse, rectangle
from webui.printing.shapes import PAPER, RED, Ink


def face(ink: Ink, *, brows: float = 0.0, lips: str = RED) -> list[Shape]:
    """A face and its neck, seen from the front."""
    dark = "#3a2a22"
    features: list[Shape] = [
        Path(rectangle(MIDDLE_X - 2.3, 25, 4.6, 8, 0.6), fill=SKIN, stroke=ink.deep, stroke_mm=LINE_MM),
        Path(ellipse((MIDDLE_X, 22.2), 4.7, 5.9), fill=SKIN, stroke=ink.deep, stroke_mm=LINE_MM),
    ]
    for side in (-1, 1):
        x = MIDDLE_X + side * 2.0
        features.append(Path(ellipse((x, 21.6), 0.95, 0.6), fill=PAPER, stroke=dark, stroke_mm=0.16))
        features.append(Path(ellipse((x + 0.12, 21.6), 0.48), fill=dark))
        brow = (
            Pen()
            .move(x - side * 1.2, 20.3 + brows)
            .curve(x - side * 0.5, 19.6, x + side * 0.6, 19.6, x + side * 1.3, 20.2)
        )
        features.append(Path(brow.commands, stroke=dark, stroke_mm=0.38))
    nose = Pen().move(MIDDLE_X + 0.1, 21.4).curve(MIDDLE_X - 0.2, 22.8, MIDDLE_X - 0.9, 23.9, MIDDLE_X - 0.6, 24.3)
    nose.curve(MIDDLE_X - 0.3, 24.6, MIDDLE_X + 0.2, 24.5, MIDDLE_X + 0.6, 24.3)
    features.append(Path(nose.commands, stroke=dark, stroke_mm=0.25))
    features.append(Path(lips_outline(), fill=lips))
    return features


def lips_outline() -> tuple[Command, ...]:
    """The mouth, to be painted once more over a beard."""
    x, y = MIDDLE_X, 26.0
    pen = Pen().move(x - 1.4, y).curve(x - 0.8, y - 0.5, x - 0.3, y - 0.5, x, y - 0.2)
    pen.curve(x + 0.3, y - 0.5, x + 0.8, y - 0.5, x + 1.4, y)
    return pen.curve(x + 0.7, y + 0.85, x - 0.7, y + 0.85, x - 1.4, y).close().commands
