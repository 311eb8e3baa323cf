"""A drawing as SVG text, one file, sizes in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from xml.sax.saxutils import escape, quoteattr

from webui.printing.drawing import Command, Drawing, Group, Matrix, Path, Shape, Text

_FONTS = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"
_STYLE = {"regular": "", "bold": ' font-weight="bold"', "italic": ' font-style="italic"'}


def render(drawing: Drawing, title: str) -> str:
    """The whole SVG file; one unit of its view box is one millimetre."""
    width, height = _number(drawing.width_mm), _number(drawing.height_mm)
    page = _Page([], count(1), set())
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for shape in drawing.shapes:
        _write(shape, page)
    return "\n".join([*head, *page.lines, "</svg>\n"])


@dataclass(slots=True)
class _Page:
    """The lines written so far, the number of the next clip, and the named groups that are already there."""

    lines: list[str]
    clip_numbers: count[int]
    names: set[str]


def _write(shape: Shape, page: _Page) -> None:
    if isinstance(shape, Path):
        page.lines.append(f'<path d="{_outline(shape.commands)}"{_paint(shape)}/>')
    elif isinstance(shape, Text):
        anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
        page.lines.append(
            f'<text x="{_number(shape.at[0])}" y="{_number(shape.at[1])}" font-family={quoteattr(_FONTS)}'
            f' font-size="{_number(shape.size_mm)}" fill="{shape.fill}"{_STYLE[shape.weight]}{anchor}>'
            f"{escape(shape.text)}</text>"
        )
    else:
        _write_group(shape, page)


def _write_group(group: Group, page: _Page) -> None:
    place = ""
    if group.matrix != Matrix():
        m = group.matrix
        numbers = " ".join(_number(value, 6) for value in (m.a, m.b, m.c, m.d, m.e, m.f))
        place = f' transform="matrix({numbers})"'
    if group.name is not None:
        if group.name not in page.names:
            page.names.add(group.name)
            page.lines.append(f'<defs><g id="{group.name}">')
            for shape in group.shapes:
                _write(shape, page)
            page.lines.append("</g></defs>")
        # The older spelling of the link is the one that every viewer knows.
        page.lines.append(f'<use xlink:href="#{group.name}"{place}/>')
        return
    clip = ""
    if group.clip is not None:
        name = f"clip{next(page.clip_numbers)}"
        page.lines.append(f'<clipPath id="{name}"><path d="{_outline(group.clip.commands)}"/></clipPath>')
        clip = f' clip-path="url(#{name})"'
    page.lines.append(f"<g{place}{clip}>")
    for shape in group.shapes:
        _write(shape, page)
    page.lines.append("</g>")


def _paint(path: Path) -> str:
    words = f' fill="{path.fill or "none"}"'
    if path.stroke:
        words += f' stroke="{path.stroke}" stroke-width="{_number(path.stroke_mm)}"'
        if not path.sharp:
            words += ' stroke-linecap="round" stroke-linejoin="round"'
        if path.dash_mm:
            words += f' stroke-dasharray="{" ".join(_number(length) for length in path.dash_mm)}"'
    return words


def _outline(commands: tuple[Command, ...]) -> str:
    return "".join(str(command[0]) + " ".join(_number(float(number)) for number in command[1:]) for command in commands)


def _number(value: float, digits: int = 3) -> str:
    """Short decimal: 0.001 mm is finer than any printer."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
