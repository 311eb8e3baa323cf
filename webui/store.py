"""The game file: every event of every game in one SQLite file, committed before anything is shown."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from engine.events import Event, from_json, to_json
from engine.log import Entry

try:
    import fcntl
except ImportError:  # Windows keeps the second process out by refusing to open the locked byte.
    fcntl = None  # type: ignore[assignment]
    import msvcrt

PICTURE_MAX_BYTES = 300_000
PICTURES_BUDGET_BYTES = 64 * 1024 * 1024

_MIGRATIONS = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        started_at_s REAL NOT NULL,
        status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'abandoned'))
    );
    CREATE TABLE events (
        game_id INTEGER NOT NULL REFERENCES games (id),
        entry_id INTEGER NOT NULL,
        at_s REAL NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (game_id, entry_id)
    ) WITHOUT ROWID;
    CREATE TABLE evidence (
        game_id INTEGER NOT NULL REFERENCES games (id),
        entry_id INTEGER NOT NULL,
        picture_jpeg BLOB,
        probabilities TEXT NOT NULL,
        note TEXT NOT NULL,
        PRIMARY KEY (game_id, entry_id)
    );
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
)

_TABLES = {"games", "events", "evidence", "settings"}


class StoreError(Exception):
    """The game file cannot be used; the message is a sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the camera saw for one entry: a picture of the card, how sure the reader was, a note in words."""

    picture_jpeg: bytes | None = None
    probabilities: Mapping[str, float] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game in the file; `status` is open or abandoned. Whether it is over is for the log to say."""

    id: int
    started_at_s: float
    status: str
    entry_count: int


class Store:
    """The only reader and writer of one game file; calls from any thread are safe.

    The file is written in WAL mode with `synchronous=FULL`: a commit survives a power cut.
    A second process on the same file gets a `StoreError` naming the first.
    """

    def __init__(self, path: Path) -> None:
        if not path.name:
            raise StoreError("No game file is named. Give its name after --store, or leave --store out.")
        self.path = path
        self._mutex = threading.RLock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(_read_only_sentence(path)) from error
        self._lock_file = _lock(path)
        try:
            self._connection = _open(path)
        except StoreError:
            self._lock_file.close()
            raise

    def close(self) -> None:
        """Fold the write-ahead log into the file and let the next process in."""
        with self._mutex:
            self._connection.close()
            self._lock_file.close()

    def create_game(self) -> int:
        """Open a new game without events and return its id."""
        with self._mutex:
            cursor = self._execute("INSERT INTO games (started_at_s) VALUES (?)", (time.time(),))
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def games(self) -> tuple[GameRecord, ...]:
        """Every game in the file, oldest first."""
        with self._mutex:
            rows = self._execute(
                "SELECT g.id, g.started_at_s, g.status, COUNT(e.entry_id) FROM games g"
                " LEFT JOIN events e ON e.game_id = g.id GROUP BY g.id ORDER BY g.id"
            ).fetchall()
        return tuple(GameRecord(*row) for row in rows)

    def newest_game(self) -> GameRecord | None:
        """The newest game with events, unless it was put aside."""
        with_events = [game for game in self.games() if game.entry_count]
        return with_events[-1] if with_events and with_events[-1].status == "open" else None

    def set_status(self, game_id: int, status: str) -> None:
        """Mark a game open or abandoned; its events stay."""
        with self._mutex:
            self._execute("UPDATE games SET status = ? WHERE id = ?", (status, game_id))

    def append(self, game_id: int, event: Event, evidence: Evidence | None = None) -> Entry:
        """Commit one event with its evidence and return its entry; on `StoreError` nothing was written."""
        with self._mutex:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                (last_id,) = self._connection.execute(
                    "SELECT COALESCE(MAX(entry_id), 0) FROM events WHERE game_id = ?", (game_id,)
                ).fetchone()
                entry = Entry(id=last_id + 1, event=event)
                self._connection.execute(
                    "INSERT INTO events VALUES (?, ?, ?, ?)",
                    (game_id, entry.id, time.time(), json.dumps(to_json(event), separators=(",", ":"))),
                )
                if evidence is not None:
                    self._insert_evidence(game_id, entry.id, evidence)
                self._connection.execute("COMMIT")
            except sqlite3.Error as error:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise StoreError(_trouble_sentence(self.path, error)) from error
            return entry

    def entries(self, game_id: int) -> tuple[Entry, ...]:
        """The whole log of a game in order; an event this version cannot read is a `StoreError`."""
        with self._mutex:
            rows = self._execute(
                "SELECT entry_id, event FROM events WHERE game_id = ? ORDER BY entry_id", (game_id,)
            ).fetchall()
        try:
            return tuple(Entry(id=entry_id, event=from_json(json.loads(text))) for entry_id, text in rows)
        except ValueError as error:
            raise StoreError(
                f"The game file {self.path} holds an event this version of Kibitz cannot read ({error}). "
                "Nothing was changed. Use the version that wrote it, or start a new file with --store."
            ) from error

    def times_s(self, game_id: int) -> dict[int, float]:
        """Wall clock time of every entry, seconds since the epoch."""
        with self._mutex:
            rows = self._execute("SELECT entry_id, at_s FROM events WHERE game_id = ?", (game_id,)).fetchall()
        return dict(rows)

    def evidence(self, game_id: int, entry_id: int) -> Evidence | None:
        """The evidence kept for one entry, or None."""
        with self._mutex:
            row = self._execute(
                "SELECT picture_jpeg, probabilities, note FROM evidence WHERE game_id = ? AND entry_id = ?",
                (game_id, entry_id),
            ).fetchone()
        return None if row is None else Evidence(row[0], json.loads(row[1]), row[2])

    def picture_entry_ids(self, game_id: int) -> frozenset[int]:
        """The entries of a game that still have a picture."""
        with self._mutex:
            rows = self._execute(
                "SELECT entry_id FROM evidence WHERE game_id = ? AND picture_jpeg IS NOT NULL", (game_id,)
            ).fetchall()
        return frozenset(entry_id for (entry_id,) in rows)

    def delete_pictures(self, game_id: int | None = None) -> int:
        """Wipe the pictures of one game, or of all, from the disk and return how many there were."""
        with self._mutex:
            where = "" if game_id is None else " AND game_id = ?"
            cursor = self._execute(
                "UPDATE evidence SET picture_jpeg = NULL WHERE picture_jpeg IS NOT NULL" + where,
                () if game_id is None else (game_id,),
            )
            return cursor.rowcount

    def setting(self, name: str) -> object | None:
        """A value kept with `set_setting`, or None."""
        with self._mutex:
            row = self._execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    def set_setting(self, name: str, value: object) -> None:
        """Keep a JSON value under a name."""
        with self._mutex:
            self._execute(
                "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, json.dumps(value)),
            )

    def _insert_evidence(self, game_id: int, entry_id: int, evidence: Evidence) -> None:
        picture, note = evidence.picture_jpeg, evidence.note
        if picture is not None and len(picture) > PICTURE_MAX_BYTES:
            note = f"{note} (picture of {len(picture)} bytes was too large to keep)".strip()
            picture = None
        probabilities = {code: round(float(value), 5) for code, value in evidence.probabilities.items()}
        self._connection.execute(
            "INSERT INTO evidence VALUES (?, ?, ?, ?, ?)",
            (game_id, entry_id, picture, json.dumps(probabilities), note),
        )
        if picture is None:
            return
        (kept_bytes,) = self._connection.execute("SELECT SUM(LENGTH(picture_jpeg)) FROM evidence").fetchone()
        if kept_bytes > PICTURES_BUDGET_BYTES:  # The oldest pictures go; what the reader thought of them stays.
            self._connection.execute(
                "UPDATE evidence SET picture_jpeg = NULL WHERE rowid IN (SELECT rowid FROM evidence"
                " WHERE picture_jpeg IS NOT NULL ORDER BY game_id, entry_id LIMIT 50)"
            )

    def _execute(self, sql: str, parameters: tuple[object, ...] = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(sql, parameters)
        except sqlite3.Error as error:
            raise StoreError(_trouble_sentence(self.path, error)) from error


def _open(path: Path) -> sqlite3.Connection:
    """Open, check and migrate the file; it is not touched when it is damaged or from a newer Kibitz."""
    if path.exists() and not os.access(path, os.W_OK):
        raise StoreError(_read_only_sentence(path))
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2.0)
    except sqlite3.Error as error:
        raise StoreError(_trouble_sentence(path, error)) from error
    try:
        _prepare(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise StoreError(_trouble_sentence(path, error)) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if finding != "ok":
        raise StoreError(_damaged_sentence(path, finding))
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(_MIGRATIONS):
        raise StoreError(
            f"The game file {path} was written by a newer Kibitz (format {version}, this one knows "
            f"{len(_MIGRATIONS)}). Nothing was changed. Update Kibitz, or start a new file with --store."
        )
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not (_TABLES <= tables if version else not tables):
        raise StoreError(
            f"The file {path} belongs to another program: it is a database, but holds no games of Kibitz. "
            "Nothing was changed. Name another file with --store."
        )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # A deleted picture is gone from the disk.
    for number, script in enumerate(_MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    connection.execute("BEGIN IMMEDIATE")  # Finds a read-only file now, not at the first card.
    connection.execute("ROLLBACK")


def _lock(path: Path) -> IO[str]:
    """Hold an exclusive lock beside the file; the system drops it when the process dies, however it dies."""
    lock_path = path.with_name(path.name + ".lock")
    try:
        lock_file = open(lock_path, "a+", encoding="ascii")  # noqa: SIM115 - it stays open as long as the store.
    except OSError as error:
        raise StoreError(_read_only_sentence(path)) from error
    try:
        if fcntl is not None:
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            # The pid is written from byte 1 on, so that others can read it while byte 0 is locked.
            lock_file.seek(0)
            msvcrt.locking(lock_file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError as error:
        lock_file.close()
        raise StoreError(_taken_sentence(path, lock_path)) from error
    lock_file.truncate(0)
    lock_file.write(f" {os.getpid()}\n")
    lock_file.flush()
    return lock_file


def _taken_sentence(path: Path, lock_path: Path) -> str:
    try:
        with open(lock_path, encoding="ascii") as lock_file:
            lock_file.seek(1)
            owner = lock_file.read().strip()
    except (OSError, ValueError):
        owner = ""
    who = f"process {owner}" if owner.isdigit() else "another process"
    return (
        f"The game file {path} is already open in {who}: another Kibitz is running on it. "
        "Use that one (its page is still up), stop it first, or start this one on another file with --store."
    )


def _read_only_sentence(path: Path) -> str:
    return (
        f"The game file {path} cannot be written. Nothing was changed. "
        f"Give yourself the right to write it (chmod u+w {path}, and its folder), or choose another place with --store."
    )


def _damaged_sentence(path: Path, finding: object) -> str:
    finding = str(finding).splitlines()[-1]
    return (
        f"The game file {path} is damaged or no game file ({finding}). It was left as it is. To save what can be read: "
        f"sqlite3 {path} .recover | sqlite3 {path}.rescued - or start afresh with: mv {path} {path}.damaged"
    )


def _trouble_sentence(path: Path, error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return _read_only_sentence(path)
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")) or type(error) is sqlite3.DatabaseError:
        return _damaged_sentence(path, error)
    if name.startswith("SQLITE_FULL"):
        return f"The disk with the game file {path} is full: the last event was not kept. Free some space, then go on."
    return f"The game file {path} could not be used ({error}). The game so far is safe; try again."
