"""Every event of every game can be entered, missed, corrected, removed and named; what is secret stays where it is."""

from __future__ import annotations

import json

import pytest

from engine.cards import Card
from engine.events import (
    Announced,
    BidMade,
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
)
from tests.webui.game_script import start_game
from tests.webui.test_api import state_of
from webui.exporting import export_game
from webui.sentences_log import step_words
from webui.table_events import COMMAND_OF, READERS

ACE, KING, TWO = Card("A", "S"), Card("K", "H"), Card("2", "C")

COMMANDS = {
    "round": ({"dealer": 2, "hand_size": 3}, RoundStarted(2, 3)),
    "redeal": ({}, RoundVoided()),
    "turn": ({"card": "KH"}, CardTurned(KING)),
    "bid": ({"seat": 1, "value": 2}, BidMade(1, 2)),
    "pass": ({"seat": 3}, Passed(3)),
    "play": ({"seat": 0, "cards": ["AS", "KH", "AS"]}, CardsPlayed(0, (ACE, KING, ACE))),
    "gather": ({"by": 2}, TrickGathered(2)),
    "announce": ({"seat": 1, "what": "threes", "to": 3, "shown": ["2C"]}, Announced(1, "threes", 3, (TWO,))),
    "declare": ({"entry": 9, "kind": "tile", "choice": "G"}, Declared(9, "tile", "G")),
    "hand": ({"seat": 2, "cards": ["AS", "2C"]}, HandShown(2, (ACE, TWO))),
    "tile": ({"seat": 0, "tile": "4G"}, TileTaken(0, "4G")),
    "swap": ({"seat": 0, "to": 3, "count": 2}, Swapped(0, 3, 2)),
    "draw": ({"seat": 1, "card": "AS"}, CardDrawn(1, ACE)),
}

EVERY_EVENT = [
    GameStarted("oh_hell_pairs", ("A", "B", "C", "D")),
    *(event for _, event in COMMANDS.values()),
    TileTaken(1, None),
    Ruled("x", "stands"),
    Corrected(3, Passed(1)),
    Removed(3),
    Inserted(3, HandShown(2, (ACE,))),
    Undone(),
    Redone(),
]


@pytest.fixture
def game(session):
    start_game(session, rounds=(3, 4))
    session.append(RoundStarted(dealer=0))
    return session


def test_every_command_is_tried():
    assert set(COMMANDS) == set(READERS)
    assert set(COMMAND_OF.values()) == set(READERS) - {"redeal"}


@pytest.mark.parametrize("what", COMMANDS)
def test_a_command_makes_its_event(post, game, what):
    body, event = COMMANDS[what]
    assert post(f"/{what}", body).status_code == 200
    assert game.entries[-1].event == event


@pytest.mark.parametrize("what", COMMANDS)
def test_what_was_missed_is_put_in_before_an_entry(post, game, what):
    body, event = COMMANDS[what]
    assert post("/entries/2/insert", {"event": what, **body}).status_code == 200
    assert game.entries[-1].event == Inserted(2, event)


@pytest.mark.parametrize(
    ("event", "change", "after"),
    [
        (CardsPlayed(0, (ACE, KING, TWO)), {"card": "AC", "place": 1}, CardsPlayed(0, (ACE, Card("A", "C"), TWO))),
        (CardsPlayed(0, (ACE, KING)), {"cards": ["2C"]}, CardsPlayed(0, (TWO,))),
        (CardsPlayed(0, (ACE, KING)), {"seat": 3}, CardsPlayed(3, (ACE, KING))),
        (HandShown(2, (ACE, KING)), {"card": "2C", "place": 1}, HandShown(2, (ACE, TWO))),
        (Passed(1), {"seat": 2}, Passed(2)),
        (TileTaken(1, "4G"), {"tile": None}, TileTaken(1, None)),
        (TileTaken(1, "4G"), {"tile": "3R"}, TileTaken(1, "3R")),
        (Declared(2, "tile", "G"), {"choice": "R"}, Declared(2, "tile", "R")),
        (Announced(1, "threes", None, (TWO,)), {"seat": 2}, Announced(2, "threes", None, (TWO,))),
        (Swapped(0, 1, 1, (ACE,), (KING,)), {"count": 2}, Swapped(0, 1, 2)),
        (BidMade(1, 0), {"event": "announce", "what": "blind_nil"}, Announced(1, "blind_nil")),
        (Announced(1, "blind_nil"), {"event": "bid", "value": 3}, BidMade(1, 3)),
        (CardDrawn(1, ACE), {"card": "KH"}, CardDrawn(1, KING)),
        (TrickGathered(1), {"by": 2}, TrickGathered(2)),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, dict) else ",".join(value),
)
def test_an_entry_is_corrected_in_the_fields_of_its_command(post, game, event, change, after):
    entry = game.append(event)
    answer = post(f"/entries/{entry}/correct", change)
    assert answer.status_code == 200, answer.json
    assert game.entries[-1].event == Corrected(entry, after)


def test_a_place_beyond_the_cards_of_a_set_is_refused(post, game):
    entry = game.append(CardsPlayed(0, (ACE, KING)))
    assert post(f"/entries/{entry}/correct", {"card": "2C", "place": 2}).json["error"].startswith("place: a whole")


@pytest.mark.parametrize("body", [{"event": "levitation"}, {"event": "play", "card": "AS"}, {"event": "pass"}])
def test_a_missed_event_needs_a_kind_and_a_seat(post, game, body):
    assert post("/entries/2/insert", body).status_code == 400


@pytest.mark.parametrize(
    "body",
    [{"cards": []}, {"cards": "AS"}, {"cards": ["AS"] * 61}, {"cards": ["AS", None]}, {"cards": [["AS"]]}],
    ids=["none", "text", "too many", "null", "nested"],
)
def test_several_cards_are_a_list_of_codes(post, game, body):
    answer = post("/play", {"seat": 0, **body})
    assert answer.status_code == 400
    assert answer.json["error"].startswith("card")


@pytest.mark.parametrize("event", EVERY_EVENT, ids=lambda event: type(event).__name__)
def test_every_event_has_a_name_for_the_undo_button(game, event):
    words = step_words(event, game.state)
    assert words
    assert "_" not in words
    assert "(" not in words
    assert "None" not in words


def test_words_of_the_steps_that_other_games_have(game):
    said = [step_words(event, game.state) for _, event in COMMANDS.values()]
    assert said[-5:] == [
        "answer: Green",
        "open hand of Carla",
        "tile green 4 of Anna",
        "2 cards swapped between Anna and Dora",
        "A♠ drawn by Ben",
    ]


def test_everything_that_counts_is_listed_in_words_newest_first(client, post, game):
    passed = game.append(Passed(3))
    post("/bid", {"seat": 1, "value": 2})
    post(f"/entries/{passed}/correct", {"seat": 2})
    post("/undo")
    listed = client.get("/api/entries").json
    assert [each["words"] for each in listed] == ["bid 2 of Ben", "pass of Dora", "deal", "start of the game"]
    assert [each["is_start"] for each in listed] == [False, False, False, True]
    assert post(f"/entries/{listed[1]['entry']}/remove").status_code == 200
    assert [each["words"] for each in client.get("/api/entries").json] == ["bid 2 of Ben", "deal", "start of the game"]


def test_which_cards_were_swapped_is_told_to_nobody(client, session, store):
    session.start_game(GameStarted("gou_ji", tuple("ABCDEF")))
    session.append(RoundStarted())
    session.append(Swapped(0, 3, 1, (Card("9", "D"),), (Card("5", "C"),)))
    told = [json.dumps(session.snapshot(audience)) for audience in ("public", "scorer")]
    told += [client.get(path).text for path in ("/api/tricks", "/api/state", "/api/series", "/api/entries")]
    step = step_words(session.entries[-1].event, session.state)
    store.close()
    told += [export_game(store.path, None, form) for form in ("text", "json", "csv")]
    for text in told:
        assert "9D" not in text
        assert "5C" not in text
        assert "9♦" not in text
        assert "5♣" not in text
    assert step == "1 card swapped between A and D"


def test_the_answer_of_a_request_may_come_late(client, post, session):
    """Play has gone on; the answer names its card and needs no picture of the newest state."""
    start_game(session, rounds=(3, 4))
    session.append(RoundStarted(dealer=0))
    entry = session.append(CardsPlayed(1, (ACE,)))
    session.append(CardsPlayed(2, (KING,)))
    assert post("/declare", {"entry": entry, "kind": "joker", "choice": "4G"}).status_code == 200
    assert state_of(client)["undo"]["what"] == "answer: green 4"
