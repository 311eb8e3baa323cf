"""Whoever keeps the score keeps it over a restart, for a day, and nobody else learns how from the file."""

from __future__ import annotations

import os
import stat
import time

import pytest

from tests.webui.test_security import OTHER_PHONE, get, send
from webui.config import WebConfig
from webui.running import PageOptions
from webui.scorer_cookies import COOKIE_MAX_AGE_S, ScorerCookies
from webui.security import COOKIE, ScorerDesk
from webui.server import create_app


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.sqlite3.scorers"


def test_a_phone_is_still_the_scorer_after_a_restart(session, path):
    config = WebConfig(pin="123456", cookies_file=path)
    phone = create_app(session, config).test_client()
    send(phone, "/scorer/claim", {"key": "123456"})
    cookie = phone.get_cookie(COOKIE).value

    restarted = create_app(session, WebConfig(pin="654321", cookies_file=path)).test_client()
    restarted.set_cookie(COOKIE, cookie)

    assert get(restarted, "/api/state").json["is_scorer"] is True


def test_the_file_holds_no_cookie_and_is_its_owners_alone(path):
    cookie = ScorerDesk("123456", "link", path).claim("123456", "10.0.0.1")

    assert cookie not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("leave", ["release", "hand over"])
def test_whoever_put_the_pencil_down_does_not_get_it_back_by_a_restart(path, leave):
    desk = ScorerDesk("123456", "link", path)
    cookie = desk.claim("123456", "10.0.0.1")
    desk.release(cookie) if leave == "release" else desk.claim(desk.hand_over(), OTHER_PHONE["REMOTE_ADDR"])

    assert not ScorerDesk("1", "2", path).holds(cookie)


def test_a_cookie_is_good_for_a_day(path, monkeypatch):
    cookies = ScorerCookies(path)
    cookies.add("old")
    now_s = time.time()
    monkeypatch.setattr(time, "time", lambda: now_s + COOKIE_MAX_AGE_S + 1)
    assert "old" not in cookies
    assert "old" not in ScorerCookies(path)
    cookies.add("new")
    assert len(path.read_text().split(",")) == 1


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"a": "b"}', "null", "ö"])
def test_a_damaged_file_counts_for_nothing(path, text):
    path.write_text(text, encoding="utf-8")
    cookies = ScorerCookies(path)
    cookies.add("cookie")
    assert "cookie" in ScorerCookies(path)


def test_a_file_that_others_may_write_counts_for_nothing(path):
    ScorerCookies(path).add("cookie")
    os.chmod(path, 0o666)
    assert "cookie" not in ScorerCookies(path)


def test_without_a_place_to_write_the_scorer_stays_until_the_end(tmp_path, caplog):
    cookies = ScorerCookies(tmp_path / "no such folder" / "file")
    cookies.add("cookie")
    assert "cookie" in cookies
    assert "not kept" in caplog.text


def test_the_scorers_are_kept_beside_the_game_file(tmp_path):
    config = PageOptions(pin="111111").beside(tmp_path / "game.sqlite3").config()
    assert (config.cookies_file, config.pin) == (tmp_path / "game.sqlite3.scorers", "111111")
    assert PageOptions().config().cookies_file is None
