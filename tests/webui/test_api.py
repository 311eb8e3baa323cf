"""Commands over HTTP: the ordinary course of a game, and every kind of nonsense."""

from __future__ import annotations

import json

import pytest

from engine.cards import Card
from engine.events import CardsPlayed
from tests.webui.game_script import NAMES, SHORT_ROUND, play_script, start_game
from tests.webui.server_process import HEADERS
from webui.questions import Choice, Question
from webui.session import CameraBox
from webui.store import Evidence
from webui.table_events import READERS

NEW_GAME = {"game": "oh_hell_pairs", "names": list(NAMES), "options": {"rounds": [2, 3], "dealer": 0}}

COMMANDS = (
    "/game", "/resume", "/abandon", "/undo", "/redo", *(f"/{what}" for what in READERS),
    "/entries/3/correct", "/entries/3/remove", "/entries/3/insert", "/verdicts/x/rule", "/questions/x/answer",
    "/passes/deny", "/game/next", "/camera/corners", "/scorer/claim", "/scorer/release", "/scorer/handover",
    "/games/oh_hell_pairs/schedule",
)  # fmt: skip

PAGES = (
    "/", "/camera", "/scorer", "/overlay", "/overlay/builder", "/custom.css", "/favicon.ico", "/qr/watch.svg",
    "/qr/scorer.svg", "/qr/handover.svg?key=abc",
)  # fmt: skip

NONSENSE = (
    None, [], "text", 7, {"seat": "one"}, {"seat": -1, "value": 2}, {"seat": 99, "card": "7S"}, {"seat": True},
    {"seat": 1, "value": True}, {"card": "1X"}, {"card": None}, {"card": ["7S"]}, {"card": {"rank": "7"}},
    {"seat": 1, "value": 1e300}, {"seat": 1, "value": 2.5}, {"seat": 1, "value": -5},
    {"names": [1, 2, 3, 4], "game": "oh_hell_pairs"}, {"game": "chess", "names": list(NAMES)},
    {"game": ["oh_hell_pairs"]}, {"options": [1]}, {"options": {"rounds": {}}}, {**NEW_GAME, "names": ["A", "B"]},
    {**NEW_GAME, "names": ["A", "a", "B", "C"]}, {**NEW_GAME, "names": ["A", "", "B", "C"]},
    {**NEW_GAME, "names": ["A" * 999, "B", "C", "D"]}, {**NEW_GAME, "options": {"no_such": 1}},
    {**NEW_GAME, "options": {"rounds": "eleven"}}, {**NEW_GAME, "options": {"rounds": [0, 99]}},
    {**NEW_GAME, "replace": "yes"}, {"dealer": 9}, {"hand_size": 0}, {"hand_size": "13"}, {"by": 17}, {"decision": ""},
    {"decision": 5}, {"decision": "x" * 5000}, {"choice": {}}, {"corners": [[0, 0]]}, {"corners": "all"},
    {"corners": [[0, 0], [0, 2], [1, 1], [1, 0]]}, {"corners": [[0, 0], [0, True], [1, 1], [1, 0]]}, {"key": ""},
    {"key": 123456}, {"cards": []}, {"cards": ["7S", 7], "seat": 1}, {"cards": {"0": "7S"}}, {"ranks": ["7"] * 99},
    {"seat": 1, "what": "\u202e"}, {"seat": 1, "what": ["out"]}, {"entry": 10**30, "kind": "tile", "choice": "G"},
    {"seat": 0, "to": 0, "count": 10**9}, {"event": {"a": 1}}, {"tile": 4, "seat": 0}, {"log_length": "now"},
    {"log_length": -1},
)  # fmt: skip


def state_of(client):
    return client.get("/api/state").json


def test_a_whole_round_by_commands(client, post):
    assert post("/game", NEW_GAME).status_code == 200
    post("/round")
    post("/turn", {"card": "2H"})
    for seat, value in ((1, 1), (2, 1), (3, 1), (0, 0)):
        assert post("/bid", {"seat": seat, "value": value}).status_code == 200
    for card in ("AS", "3S", "4S", "5S"):
        assert post("/play", {"card": card}).status_code == 200
    post("/gather")
    for card in ("KD", "AD", "4D", "5D"):
        post("/play", {"card": card})
    answer = post("/gather")
    state = state_of(client)
    assert state["version"] == answer.json["version"]
    assert [team["total"] for team in state["teams"]] == [5, -1]
    assert state["phase"] == "round_over"
    assert state["expected"]["sentence"] == "Ben deals: 3 cards each."


def test_a_command_answers_with_the_new_version(client, post):
    before = state_of(client)["version"]
    answer = post("/game", NEW_GAME)
    assert answer.json["version"] > before
    assert state_of(client)["version"] == answer.json["version"]


def test_undo_and_redo_of_everything(client, post, session):
    start_game(session, rounds=(2, 3))
    play_script(session, "deal turn:2H bid:1=1")
    (finding,) = [post("/bid", {"seat": 3, "value": 1})] and state_of(client)["verdicts"]
    post(f"/verdicts/{finding['id']}/rule", {"decision": "stands"})
    assert not state_of(client)["verdicts"][0]["is_open"]
    post("/undo")
    assert state_of(client)["verdicts"][0]["is_open"]
    post("/redo")
    assert not state_of(client)["verdicts"][0]["is_open"]
    for _ in range(5):
        post("/undo")
    assert state_of(client)["undo"]["available"] is False
    assert post("/undo").json == {"error": "There is nothing to undo."}
    assert state_of(client)["game"]["title"] == "Pairs Oh Hell"


def test_correct_move_insert_and_remove_a_card(client, post, session):
    start_game(session, rounds=(2, 3))
    ids = play_script(session, "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=0 1:AS 3:4S 0:5S")
    ace = ids[6]
    assert post(f"/entries/{ace}/correct", {"card": "AC"}).status_code == 200
    assert post(f"/entries/{ids[7]}/insert", {"card": "3S", "seat": 2}).status_code == 200
    assert [play["card"] for play in state_of(client)["trick"]["plays"]] == ["AC", "3S", "4S", "5S"]
    post(f"/entries/{ace}/correct", {"card": "AS"})
    assert post(f"/entries/{ids[8]}/remove").status_code == 200
    assert [play["name"] for play in state_of(client)["trick"]["plays"]] == ["Ben", "Carla", "Dora"]
    post(f"/entries/{ids[7]}/correct", {"seat": 0})
    assert [play["seat"] for play in state_of(client)["trick"]["plays"]] == [1, 2, 0]


def test_a_correction_that_changes_nothing_is_not_entered(post, session):
    start_game(session)
    ids = play_script(session, "deal turn:2H bid:1=1")
    length = len(session.entries)
    assert post(f"/entries/{ids[1]}/correct", {"card": "2H"}).status_code == 400
    assert post(f"/entries/{ids[2]}/correct", {"value": 1}).status_code == 400
    assert len(session.entries) == length


def test_bids_turned_card_and_deal_can_be_corrected(client, post, session):
    start_game(session, rounds=(2, 3))
    ids = play_script(session, "deal turn:2H bid:1=1")
    post(f"/entries/{ids[2]}/correct", {"value": 2})
    post(f"/entries/{ids[1]}/correct", {"card": "2C"})
    post(f"/entries/{ids[0]}/correct", {"dealer": 3})
    state = state_of(client)
    assert (state["seats"][1]["bid"], state["round"]["trump"], state["round"]["dealer"]) == (2, "C", 3)


def test_candidates_put_the_readers_guesses_first_then_look_alikes_not_seen_yet(client, session):
    start_game(session, rounds=(2, 3))
    play_script(session, "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=0 1:3S")
    entry = session.append(
        CardsPlayed(2, (Card.from_code("8S"),)),
        Evidence(b"jpeg", {"8S": 0.55, "3S": 0.3, "8C": 0.1, "6S": 0.04}, "2 frames"),
    )
    known = client.get(f"/api/entries/{entry}/candidates").json
    assert (known["card"], known["seat"], known["note"]) == ("8S", 2, "2 frames")
    assert [each["card"] for each in known["likely"][:2]] == ["8C", "6S"]
    assert all(not each["seen"] for each in known["likely"])
    assert known["picture"] == f"/api/evidence/{session.game_id}/{entry}.jpg"
    assert client.get(known["picture"]).data == b"jpeg"


def test_candidates_and_findings_name_the_card_of_a_play_of_several(client, session):
    start_game(session, rounds=(2, 3))
    play_script(session, "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=0")
    entry = session.append(CardsPlayed(1, (Card.from_code("3S"), Card.from_code("8S"))))
    known = client.get(f"/api/entries/{entry}/candidates?place=1").json
    assert (known["card"], known["cards"]) == ("8S", ["3S", "8S"])
    assert client.get(f"/api/entries/{entry}/candidates?place=2").status_code == 404
    (finding,) = state_of(client)["verdicts"]
    assert [(each["card"], each["place"]) for each in finding["pictures"]] == [("8S", 1)]
    plays = state_of(client)["trick"]["plays"]
    assert [(play["place"], play["verdict"]) for play in plays] == [(0, None), (1, finding["id"])]


def test_questions_are_answered_with_one_tap(client, post, session):
    start_game(session)
    session.ask(
        Question("card:9", "which_card", {"card": "8S"}, (Choice("card:8S"), Choice("card:3S")), Evidence(b"jpeg"))
    )
    (question,) = state_of(client)["questions"]
    assert client.get(question["picture"]).data == b"jpeg"
    assert post("/questions/card:9/answer", {"choice": "card:7D"}).status_code == 409
    assert post("/questions/card:9/answer", {"choice": "card:3S"}).status_code == 200
    assert [answer.choice.code for answer in session.drain_answers()] == ["card:3S"]
    assert post("/questions/card:9/answer", {"choice": "card:3S"}).status_code == 409


def test_a_ruling_must_be_one_of_those_on_offer(client, post, session):
    start_game(session, rounds=(2, 3))
    play_script(session, "deal turn:2H bid:1=9")
    (finding,) = state_of(client)["verdicts"]
    assert "expected, got 'hang'" in post(f"/verdicts/{finding['id']}/rule", {"decision": "hang"}).json["error"]
    assert post("/verdicts/nothing/rule", {"decision": "stands"}).status_code == 404
    assert post(f"/verdicts/{finding['id']}/rule", {"decision": "stands"}).status_code == 200


def test_a_misdeal_is_dealt_again_by_the_same_dealer(client, post, session):
    start_game(session, rounds=(2, 3))
    play_script(session, "deal turn:2H bid:1=1")
    post("/redeal")
    state = state_of(client)
    assert (state["phase"], state["expected"]["dealer"]) == ("deal", 0)
    post("/round")
    assert state_of(client)["round"]["number"] == 1


def test_a_second_game_needs_a_word_that_it_replaces_the_first(client, post):
    post("/game", NEW_GAME)
    refused = post("/game", NEW_GAME)
    assert (refused.status_code, refused.json["error"][:23]) == (409, "A game is still running")
    assert post("/game", {**NEW_GAME, "replace": True}).status_code == 200
    assert post("/abandon").status_code == 200
    assert state_of(client)["phase"] == "none"


def test_the_rounds_can_be_listed_before_the_game(client, post):
    assert post("/games/oh_hell_pairs/schedule", {"options": {"rounds": "ten"}}).json == list(range(4, 14))
    assert post("/games/chess/schedule", {}).status_code == 404
    (game,) = [each for each in client.get("/api/games").json if each["code"] == "oh_hell_pairs"]
    rounds = next(option for option in game["options"] if option["name"] == "rounds")
    assert {"value": "four", "title": "Four rounds of 13"} in rounds["choices"]


def test_a_command_for_an_older_state_of_the_game_is_refused(post, session):
    start_game(session)
    play_script(session, "deal turn:2H")
    answer = post("/bid", {"seat": 1, "value": 1, "log_length": 2})
    assert (answer.status_code, answer.json) == (
        409,
        {"error": "The game has moved on in the meantime. Look again, then try once more."},
    )


@pytest.mark.parametrize("with_game", [False, True], ids=["no game", "running game"])
@pytest.mark.parametrize("path", COMMANDS)
def test_nonsense_is_answered_with_a_sentence_never_with_a_crash(client, session, path, with_game):
    if with_game:
        start_game(session, rounds=(2, 3))
        play_script(session, "deal turn:2H bid:1=1")
    for body in NONSENSE:
        answer = client.post(f"/api{path}", data=json.dumps(body), headers=HEADERS, content_type="application/json")
        assert answer.status_code < 500, (path, body, answer.json)
        if answer.status_code != 200:
            assert answer.json["error"].endswith("."), answer.json


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/scorer/claim", b'{"key": "\\ud800"}', "key: letters, digits and signs that can be seen expected"),
        ("/game", b'{"game": "oh_hell_pairs", "names": ["\\ud800", "B", "C", "D"]}', "signs that can be seen"),
        ("/game", b'{"game": "oh_hell_pairs", "names": ["\\u202eA", "B", "C", "D"]}', "signs that can be seen"),
        ("/game", b'{"options": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", "must be a JSON object"),
        (
            "/games/oh_hell_pairs/schedule",
            b'{"options": {"rounds": ' + b"[" * 500 + b"]" * 500 + b"}}",
            "options: text, a whole number",
        ),
        ("/camera/corners", b'{"corners": [[0, 0], [0, 0], [0, 0], [0, 0]]}', "make no table"),
        ("/camera/corners", b'{"corners": [[0, 1], [1, 0], [0, 0], [1, 1]]}', "make no table"),
        ("/camera/corners", b'{"corners": [[0, 1], [1, 1], [1, 0], [0, 0]]}', "going round clockwise"),
    ],
    ids=[
        "half a character",
        "half a name",
        "a reversing name",
        "deep",
        "deep list",
        "one point",
        "crossed",
        "backwards",
    ],
)
def test_what_would_break_later_is_refused_at_once(client, path, body, said):
    answer = client.post(f"/api{path}", data=body, headers=HEADERS, content_type="application/json")
    assert answer.status_code == 400
    assert said in answer.json["error"]


def test_names_of_every_script_are_taken(post):
    names = ["José", "O’Brien", "می\u200cنا", "👩\u200d🚀"]
    assert post("/game", {"game": "oh_hell_pairs", "names": names}).status_code == 200


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[1, 2", b'{"seat": NaN}', b"null"])
def test_a_body_that_is_no_json_object_is_refused(client, data):
    answer = client.post("/api/bid", data=data, headers=HEADERS, content_type="application/json")
    assert answer.status_code in (400, 409)
    assert answer.json["error"].endswith(".")


def test_a_body_too_large_is_refused(client):
    answer = client.post(
        "/api/game", data=b'"' + b"x" * 70_000 + b'"', headers=HEADERS, content_type="application/json"
    )
    assert answer.status_code == 413
    assert answer.json["error"] == "The request is too large (limit 64 kB)."


def test_unknown_addresses_and_methods_are_answered_in_kind(client):
    assert client.get("/api/nothing").json == {"error": "There is nothing at this address."}
    assert b"There is nothing at this address." in client.get("/nothing").data
    assert client.get("/api/bid").status_code == 405
    assert client.put("/api/state").status_code == 405
    assert client.get("/api/entries/999999999999999999999/candidates").status_code in (404, 409)


def test_the_picture_of_an_impossible_entry_is_not_there(client, session):
    start_game(session, rounds=(2, 3))
    assert client.get(f"/api/evidence/{session.game_id}/999999999999999999999.jpg").status_code == 404


def test_trouble_with_the_disk_is_a_sentence_and_the_game_is_as_before(client, post, store, session):
    start_game(session)
    play_script(session, "deal turn:2H")
    before = state_of(client)
    store._connection.execute("PRAGMA query_only = ON")
    answer = post("/bid", {"seat": 1, "value": 1})
    assert answer.status_code == 503
    assert "cannot be written" in answer.json["error"]
    assert state_of(client) == before
    store._connection.execute("PRAGMA query_only = OFF")
    assert post("/bid", {"seat": 1, "value": 1}).status_code == 200


def test_polling_costs_nothing_while_nothing_changes(client, post):
    version = state_of(client)["version"]
    assert client.get(f"/api/state?since={version}").status_code == 204
    post("/game", NEW_GAME)
    assert client.get(f"/api/state?since={version}").status_code == 200
    assert client.get("/api/state?since=nonsense").status_code == 200


def test_health_is_json(client, session):
    start_game(session)
    health = client.get("/api/health").json
    assert (health["ok"], health["game_running"], health["table_status"]) == (True, True, "no_camera")


def test_the_camera_page_gets_picture_boxes_and_corners(client, post, session):
    assert client.get("/api/camera.jpg").status_code == 404
    assert client.get("/api/camera").json["number"] is None
    session.set_camera_picture(b"jpeg", [CameraBox("7S", ((1.0, 2.0), (3.0, 2.0), (3.0, 5.0), (1.0, 5.0)), 0.98765, 2)])
    corners = [[0.1, 0.9], [0.1, 0.1], [0.9, 0.1], [0.9, 0.9]]
    assert post("/camera/corners", {"corners": corners}).status_code == 200
    seen = client.get("/api/camera").json
    assert seen["boxes"][0] == {
        "label": "7S",
        "quad_xy": [[1.0, 2.0], [3.0, 2.0], [3.0, 5.0], [1.0, 5.0]],
        "confidence": 0.988,
        "seat": 2,
        "kind": "card",
    }
    assert seen["corners"] == corners
    assert client.get("/api/camera.jpg").data == b"jpeg"
    post("/camera/corners", {"corners": None})
    assert session.table_corners is None


def test_going_on_after_a_restart_is_one_command(post, session):
    start_game(session, rounds=(2, 3))
    play_script(session, SHORT_ROUND)
    session._resume_offered = True
    assert session.snapshot()["resume"]["totals"] == [5, -1]
    assert post("/resume").status_code == 200
    assert session.snapshot()["resume"] is None


def test_pages_and_their_parts_are_there(client):
    for path in (*PAGES, "/static/js/app.js", "/static/css/table.css"):
        with client.get(path) as answer:
            assert answer.status_code == 200, path


def test_the_source_of_the_running_program_can_be_had(client):
    import io
    import zipfile

    answer = client.get("/source")
    names = zipfile.ZipFile(io.BytesIO(answer.data)).namelist()
    assert {"kibitz/webui/server.py", "kibitz/engine/fold.py", "kibitz/pyproject.toml", "kibitz/LICENSE"} <= set(names)
    assert not [name for name in names if "sqlite" in name or "__pycache__" in name]
