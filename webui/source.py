"""The source of the running program as a zip file, as the AGPL (section 13) promises everybody who uses the page."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_FOLDERS = ("engine", "vision", "webui", "models", "datasets", "tests")
_LOOSE_FILES = ("LICENSE", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "pyproject.toml", "Makefile")
_SUFFIXES = frozenset(
    {".py", ".js", ".css", ".html", ".svg", ".md", ".json", ".toml", ".txt", ".onnx", ".webmanifest", ".typed"}
)
_SKIPPED_FOLDERS = frozenset({"__pycache__", "art", "cache", "runs"})
_FILE_MAX_BYTES = 30 * 1024 * 1024


def source_zip() -> bytes:
    """The files this very program runs from, local changes included, with what is needed to build it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _source_files():
            archive.write(path, Path("kibitz") / path.relative_to(_ROOT))
    return packed.getvalue()


def _source_files() -> Iterator[Path]:
    for name in _LOOSE_FILES:
        if (_ROOT / name).is_file():
            yield _ROOT / name
    for folder in _FOLDERS:
        for path in sorted((_ROOT / folder).rglob("*")):
            inside = path.relative_to(_ROOT).parts
            is_source = _SKIPPED_FOLDERS.isdisjoint(inside) and path.suffix in _SUFFIXES and path.is_file()
            if is_source and path.stat().st_size <= _FILE_MAX_BYTES:
                yield path
