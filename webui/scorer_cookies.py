"""The cookies of those who keep the score, kept beside the game file so that a restart asks nobody for a PIN again."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import stat
import time
from pathlib import Path

COOKIE_MAX_AGE_S = 24 * 3600

_log = logging.getLogger(__name__)


class ScorerCookies:
    """The cookies that are good now. The file holds their hashes alone, and only its owner can read and write it.

    `path` None keeps them in memory. A file that cannot be read or that others may write counts for nothing; one that
    cannot be written costs only that the next start asks for the PIN.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._issued_s: dict[str, float] = {} if path is None else _read(path)

    def __contains__(self, cookie: str) -> bool:
        issued_s = self._issued_s.get(_hashed(cookie))
        return issued_s is not None and 0 <= time.time() - issued_s < COOKIE_MAX_AGE_S

    def add(self, cookie: str) -> None:
        """Make a cookie good for a day."""
        now_s = time.time()
        self._issued_s = {each: at_s for each, at_s in self._issued_s.items() if now_s - at_s < COOKIE_MAX_AGE_S}
        self._issued_s[_hashed(cookie)] = now_s
        self._write()

    def discard(self, cookie: str) -> None:
        """Make one worthless."""
        if self._issued_s.pop(_hashed(cookie), None) is not None:
            self._write()

    def clear(self) -> None:
        """Make all of them worthless."""
        self._issued_s = {}
        self._write()

    def _write(self) -> None:
        if self._path is None:
            return
        fresh = self._path.with_name(f"{self._path.name}.new")
        try:
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                json.dump(self._issued_s, file)
            os.replace(fresh, self._path)
        except OSError as error:
            _log.warning("scorers are not kept over a restart: %s", error)


def _hashed(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()


def _read(path: Path) -> dict[str, float]:
    try:
        if os.name == "posix" and path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return {}
        kept = json.loads(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {str(each): float(at_s) for each, at_s in kept.items() if isinstance(at_s, int | float)}
