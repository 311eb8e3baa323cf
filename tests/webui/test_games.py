"""Every game on offer can be drawn, and asks only for what its engine knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import webui
from webui import games
from webui.table_events import READERS

JS = Path(webui.__file__).parent / "static" / "js"
ON_OFFER = [games.find(code) for code in games.codes()]


@pytest.mark.parametrize("game", ON_OFFER, ids=games.codes())
def test_the_page_of_a_game_is_there(game):
    pages = (JS / "game_pages.js").read_text(encoding="utf-8")
    (known,) = re.findall(r"const PAGES = {(.*)}", pages)
    assert game.view in re.findall(r"(\w+):", known)


@pytest.mark.parametrize("game", ON_OFFER, ids=games.codes())
def test_the_form_asks_for_options_the_game_has(game):
    names = [option.name for option in game.kind.options]
    assert set(game.first_options) | set(game.picks) <= {*names, "dealer", "end"}
    assert any(name in names for name in game.first_options)


@pytest.mark.parametrize("code", games.codes())
def test_every_game_of_the_menu_says_who_sits_where_and_what_can_be_chosen(code):
    (game,) = [each for each in games.menu_json() if each["code"] == code]
    assert sorted(seat for team in game["teams"] for seat in team) == list(range(game["seat_count"]))
    for option in game["options"]:
        assert option["choices"] or option["also"] or option["pick"], option["name"]
        assert option["title"]
    assert games.read_options(code, {}) == {}


def test_every_command_that_the_scripts_send_exists(client):
    """A path in a script that no address answers would show only when somebody taps there."""
    rules = client.application.url_map.bind("localhost")
    sent = {
        path
        for script in JS.glob("*.js")
        for path in re.findall(r'run\(\s*"(/api/[a-z/]+)"', script.read_text(encoding="utf-8"))
    }
    assert {"/api/gather", "/api/announce"} <= sent
    for path in sent:
        assert rules.test(path, method="POST"), path
    assert {f"/api/{what}" for what in ("pass", "bid")} <= {f"/api/{what}" for what in READERS}
