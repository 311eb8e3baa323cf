"""The event stream: snapshot first, then changes, a heartbeat in between, and never more pages than threads."""

from __future__ import annotations

import json

from tests.webui.game_script import play_script, start_game
from tests.webui.server_process import HEADERS
from webui import stream as stream_module

PHONE = {"REMOTE_ADDR": "192.168.1.20"}


def events(answer):
    """The events of a stream as (name, id, data), one at a time."""
    for chunk in answer.response:
        fields = dict(line.split(": ", 1) for line in chunk.decode().strip().splitlines())
        yield fields["event"], int(fields["id"]), json.loads(fields["data"])


def open_stream(client, **kwargs):
    answer = client.get("/api/stream", buffered=False, **kwargs)
    assert answer.mimetype == "text/event-stream"
    return answer


def test_the_first_event_is_the_whole_snapshot(client, session):
    start_game(session)
    with open_stream(client) as answer:
        name, version, snapshot = next(events(answer))
    assert (name, version) == ("snapshot", session.version)
    assert snapshot == session.snapshot("scorer")


def test_a_change_is_pushed_and_silence_is_a_heartbeat(client, session):
    start_game(session)
    with open_stream(client) as answer:
        coming = events(answer)
        next(coming)
        play_script(session, "deal")
        name, version, snapshot = next(coming)
        assert (name, version, snapshot["phase"]) == ("snapshot", session.version, "turn")
        name, version, data = next(coming)
        assert (name, version, data) == ("heartbeat", session.version, {})


def test_a_stream_ends_with_its_session_and_not_a_heartbeat_later(client, session):
    start_game(session)
    with open_stream(client) as answer:
        coming = events(answer)
        next(coming)
        play_script(session, "deal")
        session.end()
        assert list(coming) == []


def test_viewers_get_the_public_document(client, session):
    start_game(session)
    with open_stream(client, environ_overrides=PHONE) as answer:
        _, _, snapshot = next(events(answer))
    assert snapshot["is_scorer"] is False
    assert "scorer" not in snapshot


def test_a_scorer_who_handed_over_sees_only_the_public_document(client, session):
    phone = client.application.test_client()
    phone.post("/api/scorer/claim", json={"key": "123456"}, headers=HEADERS, environ_overrides=PHONE)
    start_game(session)
    with open_stream(phone, environ_overrides=PHONE) as answer:
        coming = events(answer)
        assert next(coming)[2]["is_scorer"] is True
        phone.post("/api/scorer/release", json={}, headers=HEADERS, environ_overrides=PHONE)
        play_script(session, "deal")
        assert next(coming)[2]["is_scorer"] is False


def test_streams_leave_threads_for_commands_and_are_given_back(client, session):
    start_game(session)
    answers = [open_stream(client) for _ in range(stream_module.STREAMS_MAX)]
    refused = client.get("/api/stream")
    assert (refused.status_code, refused.json["error"][:14]) == (503, "Too many pages")
    assert client.get("/api/state").status_code == 200
    for answer in answers:
        answer.close()
    open_stream(client).close()
