"""A short name for this state of the pages, so that a page left open across an update reloads itself."""

from __future__ import annotations

import hashlib
from pathlib import Path

_HERE = Path(__file__).resolve().parent


def _digest() -> str:
    digest = hashlib.sha256()
    for folder in ("static", "templates"):
        for path in sorted((_HERE / folder).rglob("*")):
            if path.is_file():
                digest.update(path.name.encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


BUILD = _digest()
