"""Our own lettering for indices and titles: capitals and digits of one rounded stroke, the same on every machine.

A glyph is drawn in a box of height 1 by the middle of its stroke. Sixes and nines have a long open stem and eights
two closed loops, so that they stay apart when small; the shape under an index says which way is up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from webui.printing.drawing import Command, Path, Pen, Point, scaled, shifted

# The thickness of the stroke as a part of the height, as in a bold grotesque.
BOLD = 0.19
MEDIUM = 0.14

# (width of the box, how to draw it)
_Glyph = tuple[float, Callable[[Pen], object]]


def _three(pen: Pen) -> None:
    pen.arc((0.24, 0.25), 0.25, 0.25, 205, 450).move(0.24, 0.5).arc((0.24, 0.74), 0.28, 0.26, -68, 155)


def _six(pen: Pen) -> None:
    pen.move(0.43, 0.0).curve(0.24, 0.12, 0.0, 0.38, 0.0, 0.68)
    pen.move(0.0, 0.68).arc((0.29, 0.68), 0.29, 0.32, 180, 540)


def _nine(pen: Pen) -> None:
    pen.move(0.15, 1.0).curve(0.34, 0.88, 0.58, 0.62, 0.58, 0.32)
    pen.move(0.58, 0.32).arc((0.29, 0.32), 0.29, 0.32, 0, 360)


def _eight(pen: Pen) -> None:
    pen.move(0.515, 0.235).arc((0.28, 0.235), 0.235, 0.235, 0, 360)
    pen.move(0.56, 0.735).arc((0.28, 0.735), 0.28, 0.265, 0, 360)


def _bowl(pen: Pen, height: float, width: float) -> Pen:
    return (
        pen.move(0, 0).line(width / 2, 0).arc((width / 2, height / 2), width / 2, height / 2, -90, 90).line(0, height)
    )


def _b(pen: Pen) -> None:
    _bowl(pen, 0.48, 0.48)
    pen.move(0, 0.48).line(0.26, 0.48).arc((0.26, 0.74), 0.26, 0.26, -90, 90).line(0, 1, 0, 0)


def _oval(pen: Pen, width: float) -> Pen:
    half = width / 2
    pen.move(0, 0.5).line(0, 0.32).arc((half, 0.32), half, 0.32, 180, 360)
    return pen.line(width, 0.68).arc((half, 0.68), half, 0.32, 0, 180).close()


def _s(pen: Pen) -> None:
    pen.arc((0.26, 0.25), 0.25, 0.25, -28, -270).arc((0.26, 0.75), 0.27, 0.25, -90, 152)


def _question(pen: Pen) -> None:
    pen.arc((0.25, 0.25), 0.25, 0.25, 185, 405).curve(0.34, 0.52, 0.25, 0.55, 0.25, 0.68).move(0.25, 0.995).line(
        0.25, 1
    )


_GLYPHS: dict[str, _Glyph] = {
    "0": (0.62, lambda pen: _oval(pen, 0.62)),
    "1": (0.24, lambda pen: pen.move(0, 0.19).line(0.24, 0, 0.24, 1)),
    "2": (0.54, lambda pen: pen.arc((0.26, 0.265), 0.26, 0.265, 192, 398).line(0.0, 1, 0.54, 1)),
    "3": (0.52, _three),
    "4": (0.6, lambda pen: pen.move(0.43, 1).line(0.43, 0, 0, 0.7, 0.6, 0.7)),
    "5": (0.53, lambda pen: pen.move(0.48, 0).line(0.08, 0, 0.04, 0.46).arc((0.25, 0.68), 0.28, 0.32, 222, 510)),
    "6": (0.58, _six),
    "7": (0.54, lambda pen: pen.move(0, 0).line(0.54, 0, 0.17, 1)),
    "8": (0.56, _eight),
    "9": (0.58, _nine),
    "A": (0.66, lambda pen: pen.move(0, 1).line(0.33, 0, 0.66, 1).move(0.12, 0.68).line(0.54, 0.68)),
    "B": (0.52, _b),
    "C": (0.58, lambda pen: pen.arc((0.31, 0.5), 0.31, 0.5, -42, -318)),
    "D": (0.58, lambda pen: pen.move(0, 0).line(0.22, 0).arc((0.22, 0.5), 0.36, 0.5, -90, 90).line(0, 1).close()),
    "E": (0.46, lambda pen: pen.move(0.46, 0).line(0, 0, 0, 1, 0.46, 1).move(0, 0.49).line(0.4, 0.49)),
    "F": (0.46, lambda pen: pen.move(0.46, 0).line(0, 0, 0, 1).move(0, 0.5).line(0.4, 0.5)),
    "G": (0.62, lambda pen: pen.arc((0.31, 0.5), 0.31, 0.5, -45, -360).line(0.36, 0.5)),
    "H": (0.58, lambda pen: pen.move(0, 0).line(0, 1).move(0.58, 0).line(0.58, 1).move(0, 0.49).line(0.58, 0.49)),
    "I": (0.0, lambda pen: pen.move(0, 0).line(0, 1)),
    "J": (0.42, lambda pen: pen.move(0.42, 0).line(0.42, 0.7).arc((0.2, 0.7), 0.22, 0.3, 0, 165)),
    "K": (0.56, lambda pen: pen.move(0, 0).line(0, 1).move(0.54, 0).line(0, 0.6).move(0.2, 0.38).line(0.56, 1)),
    "L": (0.44, lambda pen: pen.move(0, 0).line(0, 1, 0.44, 1)),
    "M": (0.72, lambda pen: pen.move(0, 1).line(0, 0, 0.36, 0.62, 0.72, 0, 0.72, 1)),
    "N": (0.58, lambda pen: pen.move(0, 1).line(0, 0, 0.58, 1, 0.58, 0)),
    "O": (0.68, lambda pen: _oval(pen, 0.68)),
    "P": (0.54, lambda pen: _bowl(pen, 0.56, 0.54).move(0, 0).line(0, 1)),
    "Q": (0.64, lambda pen: _oval(pen, 0.62).move(0.38, 0.72).line(0.64, 1.0)),
    "R": (0.56, lambda pen: _bowl(pen, 0.54, 0.54).move(0, 0).line(0, 1).move(0.26, 0.54).line(0.56, 1)),
    "S": (0.53, _s),
    "T": (0.56, lambda pen: pen.move(0, 0).line(0.56, 0).move(0.28, 0).line(0.28, 1)),
    "U": (0.58, lambda pen: pen.move(0, 0).line(0, 0.7).arc((0.29, 0.7), 0.29, 0.3, 180, 0).line(0.58, 0)),
    "V": (0.64, lambda pen: pen.move(0, 0).line(0.32, 1, 0.64, 0)),
    "W": (0.88, lambda pen: pen.move(0, 0).line(0.22, 1, 0.44, 0.3, 0.66, 1, 0.88, 0)),
    "X": (0.58, lambda pen: pen.move(0, 0).line(0.58, 1).move(0.58, 0).line(0, 1)),
    "Y": (0.6, lambda pen: pen.move(0, 0).line(0.3, 0.5, 0.6, 0).move(0.3, 0.5).line(0.3, 1)),
    "Z": (0.54, lambda pen: pen.move(0, 0).line(0.54, 0, 0, 1, 0.54, 1)),
    "+": (0.7, lambda pen: pen.move(0, 0.5).line(0.7, 0.5).move(0.35, 0.15).line(0.35, 0.85)),
    "?": (0.5, _question),
    " ": (0.2, lambda pen: pen),
}


def lettering(
    text: str,
    centre: Point,
    height_mm: float,
    colour: str,
    *,
    weight: float = BOLD,
    gap: float = 0.16,
    widest_mm: float | None = None,
) -> Path:
    """`text` as one stroked path, its ink `height_mm` high and centred on `centre`.

    `gap` is the white between glyphs as a part of the height; `widest_mm` narrows the letters, not their stroke, when
    the word would be wider. ValueError for a character that was not drawn.
    """
    missing = [character for character in text if character not in _GLYPHS]
    if missing:
        raise ValueError(f"lettering has capitals, digits and + ?, not {missing[0]!r}")
    stroke_mm = height_mm * weight
    scale = height_mm - stroke_mm
    gaps_mm = (len(text) - 1) * (gap * height_mm + stroke_mm)
    natural_mm = sum(_GLYPHS[character][0] for character in text) * scale
    narrow = 1.0
    if widest_mm is not None and natural_mm + gaps_mm + stroke_mm > widest_mm:
        narrow = max((widest_mm - gaps_mm - stroke_mm) / natural_mm, 0.3)
    x = centre[0] - (natural_mm * narrow + gaps_mm) / 2
    commands: list[Command] = []
    for character in text:
        width, draw = _GLYPHS[character]
        pen = Pen()
        draw(pen)
        place = shifted(x, centre[1] - scale / 2).after(scaled(scale * narrow, scale))
        commands.extend(Path(pen.commands).mapped(place).commands)
        x += width * scale * narrow + gap * height_mm + stroke_mm
    return Path(tuple(commands), stroke=colour, stroke_mm=stroke_mm)


def column(letters: Sequence[str], top: Point, letter_mm: float, pitch_mm: float, colour: str) -> tuple[Path, ...]:
    """Letters one below the other, the first one's ink beginning at `top`, `pitch_mm` from letter to letter."""
    x, y = top
    return tuple(
        lettering(letter, (x, y + letter_mm / 2 + place * pitch_mm), letter_mm, colour, weight=BOLD)
        for place, letter in enumerate(letters)
    )
