"""What a log amounts to after corrections, undo and redo."""

from __future__ import annotations

import pytest

from engine import (
    BidMade,
    Corrected,
    Entry,
    Inserted,
    Redone,
    Removed,
    Undone,
    can_redo,
    can_undo,
    effective,
    entry_from_json,
    entry_to_json,
    next_id,
    numbered,
)

A, B, C = BidMade(0, 1), BidMade(1, 2), BidMade(2, 3)


def amounts_to(*events) -> list[tuple[int, object]]:
    return [(entry.id, entry.event) for entry in effective(numbered(events))]


def test_facts_stand_as_they_were_written():
    assert amounts_to(A, B) == [(1, A), (2, B)]


@pytest.mark.parametrize(
    ("edits", "result"),
    [
        pytest.param([Corrected(1, C)], [(1, C), (2, B)], id="a corrected entry keeps its id and place"),
        pytest.param([Removed(1)], [(2, B)], id="a removed entry is gone"),
        pytest.param([Inserted(2, C)], [(1, A), (3, C), (2, B)], id="an inserted one has its own id"),
        pytest.param([Inserted(2, C), Corrected(3, A)], [(1, A), (3, A), (2, B)], id="and is corrected"),
        pytest.param([Corrected(1, C), Corrected(1, A)], [(1, A), (2, B)], id="the later correction counts"),
        pytest.param([Removed(1), Corrected(1, C)], [(2, B)], id="what is gone is not corrected"),
        pytest.param([Removed(9), Corrected(0, C), Inserted(-1, C)], [(1, A), (2, B)], id="unknown targets"),
    ],
)
def test_edits_change_what_the_log_amounts_to(edits, result):
    assert amounts_to(A, B, *edits) == result


@pytest.mark.parametrize(
    ("steps", "result"),
    [
        pytest.param([Undone()], [(1, A)], id="undo"),
        pytest.param([Undone(), Undone(), Undone()], [], id="undo of nothing"),
        pytest.param([Undone(), Redone()], [(1, A), (2, B)], id="redo"),
        pytest.param([Redone()], [(1, A), (2, B)], id="redo of nothing"),
        pytest.param([Undone(), C, Redone()], [(1, A), (4, C)], id="a new action forgets what was undone"),
        pytest.param([Removed(1), Undone()], [(1, A), (2, B)], id="undo of an edit"),
        pytest.param([Corrected(1, C), Undone(), Redone()], [(1, C), (2, B)], id="redo of an edit"),
        pytest.param([Undone(), Undone(), Redone(), Undone(), Redone()], [(1, A)], id="to and fro"),
    ],
)
def test_undo_takes_back_the_last_action_whatever_it_was(steps, result):
    assert amounts_to(A, B, *steps) == result


def test_whether_there_is_something_to_undo_or_redo():
    log = numbered([A, Undone()])

    assert (can_undo(log[:1]), can_redo(log[:1])) == (True, False)
    assert (can_undo(log), can_redo(log)) == (False, True)


def test_ids_grow():
    assert (next_id([]), next_id(numbered([A, B]))) == (1, 3)


def test_an_entry_survives_json():
    entry = Entry(7, Corrected(3, A))

    assert entry_from_json(entry_to_json(entry)) == entry
    with pytest.raises(ValueError, match="id"):
        entry_from_json({"event": {}})
    with pytest.raises(ValueError, match="type"):
        entry_from_json({"id": 3})
