"""Anybody on the network may watch; only the scorer and this machine may act or see the camera."""

from __future__ import annotations

import pytest

from tests.webui.game_script import play_script, start_game
from tests.webui.server_process import HEADERS
from webui.security import COOKIE, RequestError, ScorerDesk
from webui.session import CameraBox
from webui.store import Evidence

PHONE = {"REMOTE_ADDR": "192.168.1.20"}
OTHER_PHONE = {"REMOTE_ADDR": "192.168.1.21"}

SCORER_ONLY = (
    "/api/camera", "/api/camera.jpg", "/api/entries", "/api/entries/2/candidates", "/qr/scorer.svg", "/qr/handover.svg",
)  # fmt: skip


@pytest.fixture
def phone(client):
    """Requests of a phone on the network, with a cookie jar of its own."""
    return client.application.test_client()


def get(phone, path, **kwargs):
    return phone.get(path, environ_overrides=PHONE, **kwargs)


def send(phone, path, body=None, address=PHONE, headers=HEADERS, **kwargs):
    return phone.post(f"/api{path}", json=body or {}, headers=headers, environ_overrides=address, **kwargs)


def test_viewers_read_without_any_key(phone, session):
    start_game(session)
    for path in (
        "/",
        "/overlay",
        "/overlay/builder",
        "/scorer",
        "/api/state",
        "/api/health",
        "/api/tricks",
        "/qr/watch.svg",
    ):
        assert get(phone, path).status_code == 200, path
    assert get(phone, "/api/state").json["is_scorer"] is False
    assert "scorer" not in get(phone, "/api/state").json


@pytest.mark.parametrize("path", SCORER_ONLY)
def test_viewers_do_not_see_the_camera_or_the_keys(phone, session, path):
    start_game(session)
    session.set_camera_picture(b"jpeg", [CameraBox("7S", (), 0.9)])
    assert get(phone, path).status_code == 403


def test_viewers_cannot_change_the_game(phone, session):
    start_game(session)
    before = session.entries
    for path in ("/round", "/bid", "/undo", "/abandon", "/entries/1/remove", "/camera/corners", "/scorer/handover"):
        answer = send(phone, path, {"seat": 1, "value": 1})
        assert (answer.status_code, answer.json["error"]) == (
            403,
            "Only the scorer may do that. Enter the scorer's PIN first.",
        )
    assert session.entries == before


def test_the_pin_makes_a_phone_the_scorer(phone, session):
    start_game(session)
    claimed = send(phone, "/scorer/claim", {"key": "123456"})
    cookie = claimed.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert send(phone, "/round").status_code == 200
    assert get(phone, "/api/state").json["is_scorer"] is True
    send(phone, "/scorer/release")
    assert send(phone, "/undo").status_code == 403


def test_the_link_of_the_qr_code_makes_a_phone_the_scorer(phone):
    assert send(phone, "/scorer/claim", {"key": "the-link-key"}).status_code == 200
    assert get(phone, "/api/state").json["is_scorer"] is True


def test_a_made_up_cookie_is_worth_nothing(phone, session):
    start_game(session)
    phone.set_cookie(COOKIE, "123456")
    assert send(phone, "/round").status_code == 403


def test_wrong_pins_are_counted_per_address(phone):
    for _ in range(5):
        assert send(phone, "/scorer/claim", {"key": "000000"}).status_code == 403
    refused = send(phone, "/scorer/claim", {"key": "123456"})
    assert (refused.status_code, refused.json["error"]) == (429, "Too many wrong PINs. Wait a minute, then try again.")
    assert send(phone, "/scorer/claim", {"key": "123456"}, address=OTHER_PHONE).status_code == 200


def test_many_addresses_together_cannot_try_all_pins():
    desk = ScorerDesk("123456", "link")
    with pytest.raises(RequestError, match="Too many"):
        try_wrong_pins(desk, 100)


def try_wrong_pins(desk: ScorerDesk, count: int) -> None:
    """A wrong PIN from a new address each time, until the desk has had enough."""
    for number in range(count):
        try:
            desk.claim("000000", f"10.0.0.{number}")
        except RequestError as refusal:
            if refusal.status == 429:
                raise


def test_a_hand_over_passes_the_pencil_on_and_works_once(phone, client):
    send(phone, "/scorer/claim", {"key": "123456"})
    url = send(phone, "/scorer/handover").json["url"]
    key = url.partition("key=")[2]
    next_phone = client.application.test_client()
    assert send(next_phone, "/scorer/claim", {"key": key}, address=OTHER_PHONE).status_code == 200
    assert get(next_phone, "/api/state").json["is_scorer"] is True
    assert get(phone, "/api/state").json["is_scorer"] is False
    third = client.application.test_client()
    assert send(third, "/scorer/claim", {"key": key}).status_code == 403
    assert send(third, "/scorer/claim", {"key": "123456"}).status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "",
        "x" * 300,
        "[::1].evil",
    ],
)
def test_a_foreign_host_name_is_refused(client, host):
    answer = client.get("/api/state", headers={"Host": host})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1", "192.168.1.7:8080", "[::1]:8080", "LOCALHOST"])
def test_names_and_addresses_of_this_machine_are_taken(client, host):
    assert client.get("/api/state", headers={"Host": host}).status_code == 200


def test_commands_of_other_sites_are_refused_even_on_this_machine(client, session):
    start_game(session)
    form = client.post("/api/round", data={"a": "b"}, headers=HEADERS)
    assert form.status_code == 415
    text = client.post("/api/round", data="{}", headers=HEADERS, content_type="text/plain")
    assert text.status_code == 415
    without_header = client.post("/api/round", json={})
    assert without_header.status_code == 403
    foreign = client.post("/api/round", json={}, headers={**HEADERS, "Origin": "http://evil.example"})
    assert foreign.status_code == 403
    own = client.post("/api/round", json={}, headers={**HEADERS, "Origin": "http://localhost"})
    assert own.status_code == 200


def test_every_answer_carries_the_protecting_headers(client):
    for path in ("/", "/api/state", "/nothing", "/static/js/app.js"):
        with client.get(path) as answer:
            headers = answer.headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_pages_load_nothing_from_elsewhere(client):
    for path in ("/", "/camera", "/scorer", "/overlay", "/overlay/builder"):
        text = client.get(path).get_data(as_text=True)
        assert 'src="http' not in text
        assert "<script>" not in text
        assert 'style="' not in text


def test_a_picture_is_public_only_while_a_finding_is_about_it(phone, session):
    from engine.cards import Card
    from engine.events import CardsPlayed

    start_game(session, rounds=(3,))
    play_script(session, "deal turn:2H bid:1=1 bid:2=1 bid:3=0 bid:0=0 1:AS 2:3S 3:4S")
    revoke = session.append(CardsPlayed(0, (Card.from_code("9D"),)), Evidence(b"jpeg"))
    play_script(session, "gather 1:KS 2:8S 3:6S")
    picture = f"/api/evidence/{session.game_id}/{revoke}.jpg"
    assert get(phone, picture).status_code == 403
    play_script(session, "0:5S")
    assert get(phone, picture).data == b"jpeg"
    assert get(phone, f"/api/evidence/{session.game_id + 1}/{revoke}.jpg").status_code == 404


def test_the_camera_page_sends_viewers_to_the_scorers_door(phone):
    answer = get(phone, "/camera")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/scorer?next=/camera")


def test_the_pin_is_not_on_the_page_of_a_viewer(phone, client):
    assert "123456" not in get(phone, "/scorer").get_data(as_text=True)
    assert "123456" in client.get("/scorer").get_data(as_text=True)
