"""The scorer's phone: the next card is entered without scrolling, whatever Kibitz wants to know."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.webui.server_process import ServerProcess

pytestmark = pytest.mark.browser

NAMES = ["Anna", "Ben", "Carla", "Dora", "Elif", "Fritz"]
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 60_000


def post_all(server: ServerProcess, *commands: tuple[str, dict[str, Any]]) -> None:
    for path, body in commands:
        server.post(path, body)


def start(server: ServerProcess, game: str, seats: int = 4, **options: Any) -> None:
    server.post("/game", {"game": game, "names": NAMES[:seats], "options": options, "replace": True})


def play(server: ServerProcess, cards: str) -> None:
    """ "1:AS 2:3S ." with "." for gathering."""
    for word in cards.split():
        seat, _, card = word.partition(":")
        post_all(server, ("/gather", {}) if word == "." else ("/play", {"seat": int(seat), "card": card}))


def two_revokes(server: ServerProcess) -> None:
    start(server, "oh_hell_pairs", rounds=[3, 4], dealer=0)
    post_all(server, ("/round", {}), ("/turn", {"card": "2H"}))
    post_all(server, *(("/bid", {"seat": seat, "value": 1}) for seat in (1, 2, 3, 0)))
    play(server, "1:AS 2:3S 3:9C 0:9D . 1:KS 2:8S 3:6S 0:5S . 1:QS")


def questions_about_two_specials(server: ServerProcess) -> None:
    start(server, "paimiahhh", specials=["joker_star", "porter", "eight_star"], variant_1=True)
    post_all(server, ("/round", {}), ("/bid", {"seat": 0, "value": 3}))
    post_all(server, *(("/pass", {"seat": seat}) for seat in (1, 2, 3)))
    play(server, "1:7O 2:joker_star 3:porter")


def the_same_with_the_dummys_hand_open(server: ServerProcess) -> None:
    questions_about_two_specials(server)
    open_cards = ["3O", "8B", "1B", "2G", "0R", "1R", "2R", "3R", "4R", "5Y", "6Y"]
    server.post("/hand", {"seat": 2, "cards": open_cards})
    play(server, "0:1O . 2:3O 3:2O")


def sets_that_are_none(server: ServerProcess) -> None:
    start(server, "gou_ji", seats=6)
    server.post("/round")
    post_all(server, *(("/play", {"seat": seat, "ranks": list(ranks)}) for seat, ranks in ((0, "56"), (1, "7"))))


@pytest.mark.parametrize(
    "table",
    [two_revokes, questions_about_two_specials, the_same_with_the_dummys_hand_open, sets_that_are_none],
    ids=lambda table: table.__name__,
)
def test_the_next_card_is_entered_without_scrolling_while_two_items_are_open(page: Page, page_server, table):
    table(page_server)
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    page.set_viewport_size(PHONE)
    page.goto(page_server.url)
    expect(page.locator("#attention .is-open, #attention .is-question").nth(1)).to_be_visible()
    first_key = page.locator("#action :is(.pad-row, .gj-keys) button").first
    expect(first_key).to_be_in_viewport(ratio=1)
    last_of_its_row = page.locator("#action :is(.pad-row, .gj-keys) button").nth(6)
    expect(last_of_its_row).to_be_in_viewport(ratio=1)

    # One line says what is open, leads there and back.
    page.locator("#open-items button").click()
    expect(page.locator("#attention article").first).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="Back to the cards").click()
    expect(first_key).to_be_in_viewport(ratio=1)


def test_questions_stay_beside_the_table_where_there_is_room(page: Page, page_server):
    two_revokes(page_server)
    page.set_default_timeout(PATIENCE_MS)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(page_server.url)
    expect(page.locator("#attention .is-open").first).to_be_in_viewport(timeout=PATIENCE_MS)
    expect(page.locator("#open-items, .back-to-cards")).not_to_have_count(0)
    for narrow in page.locator("#open-items button, .back-to-cards").all():
        expect(narrow).to_be_hidden()
