"""Carries out `kibitz print`: which sheets, on which paper, into which files."""

from __future__ import annotations

from pathlib import Path as FilePath

from webui.printing import svg
from webui.printing.deck_sheets import deck_sheets
from webui.printing.drawing import Drawing
from webui.printing.errors import PrintError
from webui.printing.markers import marker_sheets
from webui.printing.paper import PAPERS, Paper, Sheet
from webui.printing.score_sheets import score_sheets

PRODUCTS = {
    "paimiahhh": "PaiMiahhh deck",
    "standard": "Standard deck",
    "markers": "Table markers",
    "score-sheet": "Score sheets",
}


def sheets_of(what: str, paper: Paper, *, backs: bool = True) -> tuple[Sheet, ...]:
    """The pages of a product of `PRODUCTS`; ValueError for another name."""
    if what in ("paimiahhh", "standard"):
        return deck_sheets(what, paper, backs=backs)
    if what == "markers":
        return marker_sheets(paper)
    if what == "score-sheet":
        return score_sheets(paper)
    raise ValueError(f"one of {', '.join(PRODUCTS)} expected, got {what!r}")


def write_order(
    what: str, paper_code: str, form: str, out: FilePath | None = None, *, backs: bool = True
) -> tuple[FilePath, ...]:
    """Write a product as one PDF or as one SVG a page and return the files written.

    `out` may be a folder, or a file with the ending of the format when there is one file to write; without it the
    files go to the current folder. PrintError says in one sentence why nothing could be written.
    """
    paper = PAPERS[paper_code]
    sheets = sheets_of(what, paper, backs=backs)
    stem = f"kibitz-{what}-{paper.code}"
    if form == "pdf":
        # Here and not above: SVG must work where reportlab is missing.
        from webui.printing import pdf

        target = _single_file(out, stem, "pdf")
        content = pdf.render([_page(sheet, paper) for sheet in sheets], f"Kibitz · {PRODUCTS[what]}")
        return (_write(target, content),)
    names = [f"{stem}-{number:02d}.svg" for number in range(1, len(sheets) + 1)]
    targets = _files_of_folder(out, stem, names)
    return tuple(
        _write(target, svg.render(_page(sheet, paper), f"Kibitz · {sheet.title}").encode())
        for target, sheet in zip(targets, sheets, strict=True)
    )


def _page(sheet: Sheet, paper: Paper) -> Drawing:
    return Drawing(paper.width_mm, paper.height_mm, sheet.shapes)


def _single_file(out: FilePath | None, stem: str, ending: str) -> FilePath:
    name = f"{stem}.{ending}"
    if out is None:
        return FilePath(name)
    if out.is_dir() or not out.suffix:
        return out / name
    if out.suffix.lower() != f".{ending}":
        raise PrintError(f"--out {out} does not end in .{ending}: name a .{ending} file or a folder.")
    return out


def _files_of_folder(out: FilePath | None, stem: str, names: list[str]) -> list[FilePath]:
    folder = FilePath(stem) if out is None else out
    if folder.suffix and not folder.is_dir():
        raise PrintError(
            f"SVG is one file a page, {len(names)} in all: name a folder for --out instead of {folder}, "
            "or ask for --format pdf."
        )
    return [folder / name for name in names]


def _write(target: FilePath, content: bytes) -> FilePath:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    except OSError as error:
        raise PrintError(f"{target} cannot be written ({error.strerror}); give another place with --out.") from error
    return target
