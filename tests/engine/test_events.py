"""Events and their JSON form."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from engine import (
    Announced,
    BidMade,
    Card,
    CardDrawn,
    CardsPlayed,
    CardTurned,
    Corrected,
    Declared,
    GameStarted,
    HandShown,
    Inserted,
    Passed,
    Redone,
    Removed,
    RoundStarted,
    RoundVoided,
    Ruled,
    Swapped,
    TileTaken,
    TrickGathered,
    Undone,
    from_json,
    to_json,
)
from engine.events import EDIT_EVENTS, TableEvent

PLAY = CardsPlayed(2, (Card("T", "S"), Card("joker_red", None)))
EVENTS = [
    GameStarted("oh_hell_pairs", ("Ann", "Ben"), {"rounds": (4, 5), "tie": "shared", "single_nil": 5}),
    RoundStarted(),
    RoundStarted(0, 7),
    CardTurned(Card("A", "H")),
    BidMade(1, 3),
    Passed(3),
    PLAY,
    TrickGathered(),
    TrickGathered(0),
    CardDrawn(5, Card("3", "C")),
    Announced(1, "rang_pai"),
    Announced(1, "threes", 2, (Card("3", "C"),)),
    Swapped(5, 0, 2),
    Swapped(5, 0, 1, (Card("A", "S"),), (Card("3", "D"),)),
    HandShown(2, (Card("5", "O"),)),
    Declared(7, "joker", "5O"),
    TileTaken(3),
    TileTaken(3, "4G"),
    RoundVoided(),
    Ruled("2.revoke.7.S", "penalty:cap"),
    Corrected(4, PLAY),
    Removed(4),
    Inserted(4, BidMade(0, -1)),
    Undone(),
    Redone(),
]


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_survives_json(event):
    assert from_json(json.loads(json.dumps(to_json(event)))) == event


def test_every_kind_of_event_is_among_them():
    assert {type(event) for event in EVENTS} == {*get_args(TableEvent), *EDIT_EVENTS}


def test_the_json_form_is_stable():
    assert to_json(Corrected(4, PLAY)) == {
        "type": "corrected",
        "target": 4,
        "event": {"type": "cards_played", "seat": 2, "cards": ["TS", "joker_red"]},
    }


@pytest.mark.parametrize(
    ("plain", "named"),
    [
        ([], "event"),
        ({}, "type"),
        ({"type": "snap"}, "type"),
        ({"type": ["bid_made"]}, "type"),
        ({"type": "bid_made", "seat": 1}, "value"),
        ({"type": "bid_made", "seat": -1, "value": 2}, "seat"),
        ({"type": "bid_made", "seat": True, "value": 2}, "seat"),
        ({"type": "bid_made", "seat": 1, "value": 2.5}, "value"),
        ({"type": "bid_made", "seat": 1, "value": 2, "colour": "red"}, "colour"),
        ({"type": "cards_played", "seat": 1, "cards": []}, "cards"),
        ({"type": "cards_played", "seat": 1, "cards": "TS"}, "cards"),
        ({"type": "cards_played", "seat": 1, "cards": ["10S"]}, "cards"),
        ({"type": "game_started", "game": "x", "names": ["a"], "options": {"a": None}}, "options"),
        ({"type": "corrected", "target": 1, "event": {"type": "bid_made", "seat": 1}}, "event.value"),
        ({"type": "corrected", "target": 1, "event": {"type": "undone"}}, "event"),
    ],
)
def test_a_malformed_event_is_refused_with_the_name_of_the_field(plain, named):
    with pytest.raises(ValueError, match=f"^{named}:"):
        from_json(plain)


def test_an_edit_cannot_carry_an_edit():
    with pytest.raises(ValueError, match="table event expected"):
        Corrected(1, Removed(2))
