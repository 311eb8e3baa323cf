"""Drawings as the pages of one PDF, by reportlab, which is asked for only here (the extra `print`)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from webui.printing.drawing import Command, Drawing, Group, Path, Shape, Text
from webui.printing.errors import PrintError

_POINTS_PER_MM = 72 / 25.4
# Three of the fourteen fonts that every PDF reader brings along; nothing has to be embedded.
_FONTS = {"regular": "Helvetica", "bold": "Helvetica-Bold", "italic": "Helvetica-Oblique"}
_FORM_BOX_MM = (300.0, 300.0)
_ROUND = 1
_SQUARE = 0
_MITRE = 0


def render(pages: Sequence[Drawing], title: str) -> bytes:
    """The PDF file; PrintError when reportlab is not installed."""
    try:
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]
    except ImportError as error:
        raise PrintError(
            "PDF needs the package reportlab: install it with  pip install 'kibitz[print]'  or ask for --format svg."
        ) from error
    target = io.BytesIO()
    # invariant: the same drawing gives the same bytes, whatever the time of day.
    canvas = Canvas(target, pagesize=_page_size(pages[0]), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("Kibitz")
    # Viewers that honour it offer 100 % instead of "fit to page", which would make the cards too small.
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        canvas.setPageSize(_page_size(page))
        canvas.transform(_POINTS_PER_MM, 0, 0, -_POINTS_PER_MM, 0, page.height_mm * _POINTS_PER_MM)
        for shape in page.shapes:
            _draw(shape, canvas)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def _page_size(page: Drawing) -> tuple[float, float]:
    return (page.width_mm * _POINTS_PER_MM, page.height_mm * _POINTS_PER_MM)


def _draw(shape: Shape, canvas: Any) -> None:
    if isinstance(shape, Path):
        _draw_path(shape, canvas)
    elif isinstance(shape, Text):
        _draw_text(shape, canvas)
    else:
        _draw_group(shape, canvas)


def _draw_group(group: Group, canvas: Any) -> None:
    m = group.matrix
    if group.name is not None and not canvas.hasForm(group.name):
        # A form is cut off at its box; a named drawing lies at its origin and is no larger than this.
        canvas.beginForm(group.name, 0, 0, *_FORM_BOX_MM)
        for shape in group.shapes:
            _draw(shape, canvas)
        canvas.endForm()
    canvas.saveState()
    canvas.transform(m.a, m.b, m.c, m.d, m.e, m.f)
    if group.name is not None:
        canvas.doForm(group.name)
        canvas.restoreState()
        return
    if group.clip is not None:
        canvas.clipPath(_outline(group.clip.commands, canvas), stroke=0, fill=0)
    for shape in group.shapes:
        _draw(shape, canvas)
    canvas.restoreState()


def _draw_text(text: Text, canvas: Any) -> None:
    canvas.saveState()
    # The page's y runs down; letters have to be turned back over.
    canvas.transform(1, 0, 0, -1, *text.at)
    canvas.setFont(_FONTS[text.weight], text.size_mm)
    canvas.setFillColorRGB(*_rgb(text.fill))
    write = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
    write[text.anchor](0, 0, text.text)
    canvas.restoreState()


def _draw_path(path: Path, canvas: Any) -> None:
    if path.fill:
        canvas.setFillColorRGB(*_rgb(path.fill))
    if path.stroke:
        canvas.setStrokeColorRGB(*_rgb(path.stroke))
        canvas.setLineWidth(path.stroke_mm)
        canvas.setLineCap(_SQUARE if path.sharp else _ROUND)
        canvas.setLineJoin(_MITRE if path.sharp else _ROUND)
        canvas.setDash(list(path.dash_mm))
    # Non-zero winding, as SVG fills by default.
    canvas.drawPath(
        _outline(path.commands, canvas), stroke=int(bool(path.stroke)), fill=int(bool(path.fill)), fillMode=1
    )


def _outline(commands: tuple[Command, ...], canvas: Any) -> Any:
    path = canvas.beginPath()
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for command in commands:
        draw[str(command[0])](*command[1:])
    return path


def _rgb(colour: str) -> tuple[float, float, float]:
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)
