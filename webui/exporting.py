"""Writing a game down: a readable record, the whole log as JSON, the score sheet as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.events import Corrected, Event, GameStarted, Inserted, Swapped, to_json
from engine.fold import fold
from engine.log import Entry, effective
from engine.state import State
from webui.games import game_title
from webui.store import GameRecord, Store, StoreError
from webui.written_game import game_lines, sheet_rows

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def export_game(store_path: Path, game_id: int | None, form: str) -> str:
    """The text of one game (the newest when `game_id` is None) as "text", "json" or "csv".

    Raises StoreError when there is no such file or game.
    """
    if not store_path.exists():
        raise StoreError(f"There is no game file {store_path}. Name the right one with --store.")
    store = Store(store_path)
    try:
        record = _find(store, game_id)
        entries = store.entries(record.id)
        times_s = store.times_s(record.id)
        if form == "json":
            log = [{"id": e.id, "at": _clock(times_s.get(e.id, 0.0)), "event": _public(e.event)} for e in entries]
            document = {"kibitz_game": 1, "game": record.id, "started": _clock(record.started_at_s), "log": log}
            return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
        states = _states(entries)
        return _csv(states) if form == "csv" else _text(states, record)
    finally:
        store.close()


def _find(store: Store, game_id: int | None) -> GameRecord:
    games = store.games()
    if not games:
        raise StoreError(f"The game file {store.path} holds no game yet.")
    if game_id is None:
        return games[-1]
    for record in games:
        if record.id == game_id:
            return record
    raise StoreError(f"There is no game {game_id} in {store.path}; it holds {games[0].id} to {games[-1].id}.")


def _public(event: Event) -> dict[str, Any]:
    """An event as JSON; which cards two players swapped stays between them."""
    if isinstance(event, Corrected | Inserted):
        return to_json(event) | {"event": _public(event.event)}
    return to_json(replace(event, given=(), returned=()) if isinstance(event, Swapped) else event)


def _clock(at_s: float) -> str:
    return datetime.fromtimestamp(at_s, tz=UTC).isoformat(timespec="seconds")


def _states(entries: Sequence[Entry]) -> list[State]:
    """How each game of a log ended, or stands: one, or several of one session."""
    wanted = effective(entries)
    starts = [place for place, entry in enumerate(wanted) if isinstance(entry.event, GameStarted)]
    return [fold(wanted[:end]) for end in (*starts[1:], len(wanted))]


def _cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula: a name that looks like one is kept as text by an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_STARTS) else value


def _csv(states: Sequence[State]) -> str:
    if len(states) > 1:
        rows = [{"game": number, **row} for number, state in enumerate(states, start=1) for row in sheet_rows(state)]
    else:
        rows = [dict(row) for row in sheet_rows(states[0])]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    for cells in (list(rows[0]) if rows else ["round"], *(row.values() for row in rows)):
        writer.writerow([_cell(each) for each in cells])
    return buffer.getvalue()


def _text(states: Sequence[State], record: GameRecord) -> str:
    title = "no game" if states[0].game is None else game_title(states[0].game)
    lines = [f"{title}, game {record.id}, {_clock(record.started_at_s)}, {record.status}"]
    for number, state in enumerate(states, start=1):
        lines += ["", *([f"Game {number} of the session", ""] if len(states) > 1 else []), *game_lines(state)]
    return "\n".join(lines) + "\n"
