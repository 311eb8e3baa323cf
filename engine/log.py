"""The append-only log: numbered entries, and what they amount to once edits, undo and redo are applied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.events import (
    Corrected,
    Event,
    Inserted,
    Redone,
    Removed,
    Undone,
    from_json,
    to_json,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One event with its number in the log; ids grow, and are never used twice."""

    id: int
    event: Event


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """The JSON form of an entry: its id and its event."""
    return {"id": entry.id, "event": to_json(entry.event)}


def entry_from_json(plain: Mapping[str, Any]) -> Entry:
    """The entry of a JSON form; ValueError naming the malformed field."""
    if not isinstance(plain, Mapping) or type(plain.get("id")) is not int:
        raise ValueError(f"id: an entry with a whole number expected, got {plain!r}")
    return Entry(plain["id"], from_json(plain.get("event") or {}))


def next_id(entries: Sequence[Entry]) -> int:
    """The id a new entry gets: one more than the last, 1 in an empty log."""
    return entries[-1].id + 1 if entries else 1


def numbered(events: Iterable[Event]) -> tuple[Entry, ...]:
    """Events as a log of their own, numbered from 1."""
    return tuple(Entry(number, event) for number, event in enumerate(events, start=1))


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The actions that are not undone, in order, edits included, undo and redo resolved.

    Undo takes back the last action that stands, whatever it was; a new action forgets what could be redone.
    """
    done: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        event = entry.event
        if type(event) is Undone:
            if done:
                undone.append(done.pop())
        elif type(event) is Redone:
            if undone:
                done.append(undone.pop())
        else:
            done.append(entry)
            undone.clear()
    return done


def can_undo(entries: Iterable[Entry]) -> bool:
    """Whether an `Undone` would take something back."""
    return bool(standing(entries))


def can_redo(entries: Iterable[Entry]) -> bool:
    """Whether a `Redone` would bring something back."""
    depth = redo_depth = 0
    for entry in entries:
        event_type = type(entry.event)
        if event_type is Undone:
            if depth:
                depth, redo_depth = depth - 1, redo_depth + 1
        elif event_type is Redone:
            if redo_depth:
                depth, redo_depth = depth + 1, redo_depth - 1
        else:
            depth, redo_depth = depth + 1, 0
    return redo_depth > 0


def effective(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """What happened at the table, in order, after every edit.

    A corrected entry keeps its id; an inserted one has the id of its `Inserted` entry, and can be corrected in turn.
    Edits are applied in the order they were made; an edit whose target is unknown or removed has no effect.
    """
    table: list[Entry] = []
    for entry in standing(entries):
        event = entry.event
        if type(event) is Corrected:
            place = _place(table, event.target)
            if place is not None:
                table[place] = Entry(event.target, event.event)
        elif type(event) is Removed:
            place = _place(table, event.target)
            if place is not None:
                del table[place]
        elif type(event) is Inserted:
            place = _place(table, event.before)
            if place is not None:
                table.insert(place, Entry(entry.id, event.event))
        else:
            table.append(entry)
    return tuple(table)


def _place(table: Sequence[Entry], target: int) -> int | None:
    # From the end: people correct what has just happened.
    for place in range(len(table) - 1, -1, -1):
        if table[place].id == target:
            return place
    return None
