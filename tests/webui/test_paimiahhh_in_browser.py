"""PaiMiahhh in a real browser, tapped as at a table: auction, Starter, open hand, tiles, questions, score."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.events import Event
from tests.engine.paimiahhh_players import RandomTable
from tests.webui.paimiahhh_over_api import NAMES, command_of
from tests.webui.server_process import HEADERS, ServerProcess

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 60_000


@pytest.fixture
def page_of_table(page: Page, page_server: ServerProcess) -> Iterator[Page]:
    """The page, whose script errors fail the test."""
    expect.set_options(timeout=PATIENCE_MS)
    page.set_default_timeout(PATIENCE_MS)
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(page_server.url)
    yield page
    assert troubles == []


def start(server: ServerProcess, **options: Any) -> None:
    """A game in which Anna bids first."""
    server.post("/game", {"game": "paimiahhh", "names": list(NAMES), "options": options, "replace": True})


def declare_green_1(server: ServerProcess) -> None:
    """Anna declares; Carla is her dummy."""
    server.post("/round")
    server.post("/bid", {"seat": 0, "value": 3})
    for seat in (1, 2, 3):
        server.post("/pass", {"seat": seat})


def play(server: ServerProcess, cards: str) -> None:
    """ "3:starter 0:5O+7O": the seat and the card, or the cards laid at once."""
    for word in cards.split():
        seat, _, laid = word.partition(":")
        server.post("/play", {"seat": int(seat), "cards": laid.split("+")})


def own(server: ServerProcess) -> dict[str, Any]:
    shown: dict[str, Any] = server.state()["paimiahhh"]
    return shown


def width_too_much(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_a_round_is_begun_by_tapping(page_of_table, page_server):
    page = page_of_table
    start(page_server)
    page.get_by_role("button", name="The cards are dealt").click()
    expect(page.locator("#action h2")).to_have_text("Anna moves the marker or passes.")
    page.get_by_role("button", name="Anna passes").click()
    page.get_by_role("button", name="green 2, contract 8").click()
    expect(page.locator(".contract-words")).to_have_text("Green is trump, 2 points a trick, 8 tricks to make")
    expect(page.locator('[data-tile="2G"].is-marked')).to_be_visible()

    page.get_by_role("button", name="red 1, contract 7, behind the marker").click()
    page.get_by_role("button", name="Carla moved it to red 1").click()
    finding = page.locator('[data-code="bid_not_forward"]')
    expect(finding).to_contain_text("Carla moved the marker to red 1; it lay on green 2.")
    finding.get_by_role("button", name="Taken back").click()
    expect(page.locator('[data-tile="2G"].is-marked')).to_be_visible()

    page.get_by_role("button", name="Carla passes").click()
    page.get_by_role("button", name="Both pass").click()
    expect(page.locator(".contract-who")).to_have_text("Ben declares, Dora is dummy.")
    expect(page.locator("#action h2").first).to_have_text("Who opens with the Starter?")
    page.locator('#action [data-key="starter-0"]').click()
    expect(page.locator('.lying[data-card="starter"]')).to_be_visible()
    for code in ("5O", "7O"):
        page.locator(f'#action .pad [data-card="{code}"]').click()
        expect(page.locator(f'.lying[data-card="{code}"]')).to_be_visible()
    # Dora does not follow: the bottom tile of her colour is hers.
    page.locator('#action .pad [data-card="8B"]').click()
    expect(page.locator('.seat[data-seat="3"] .tile-chip')).to_have_attribute("title", "blue 1")
    expect(page.locator('[data-tile="1B"]')).to_have_count(0)
    expect(page.locator("#action h2")).to_have_text("Carla takes the trick")


def test_the_open_hand_is_tapped_once_and_played_from(page_of_table, page_server):
    page = page_of_table
    start(page_server)
    declare_green_1(page_server)
    play(page_server, "3:starter 0:5O 1:7O 2:1O")
    page.get_by_role("button", name="Enter the open hand").click()
    for code in ("3O", "8B", "1B", "2G", "honor", "0R", "1R", "2R", "3R", "4R", "5Y"):
        page.locator(f'#dialog .pad [data-card="{code}"]').click()
    page.get_by_role("button", name="Enter 11 of 11 cards").click()
    expect(page.locator(".dummy-hand .open-card")).to_have_count(11)
    play(page_server, "1:4B")
    expect(page.locator("#action h2")).to_have_text("Anna plays for Carla, blue was led.")
    expect(page.locator(".open-card.is-barred")).to_have_count(9)
    page.get_by_role("button", name="Carla plays blue 8").click()
    expect(page.locator('.lying[data-card="8B"]')).to_be_visible()
    expect(page.locator(".dummy-hand .open-card")).to_have_count(10)


def test_questions_are_answered_late_with_one_tap_each(page_of_table, page_server):
    page = page_of_table
    start(page_server, specials=["joker_star", "porter", "eight_star"], variant_1=True)
    declare_green_1(page_server)
    play(page_server, "1:7O 2:joker_star 3:porter 0:eight_star 2:0R")
    asked = page.locator("[data-request]")
    expect(asked).to_have_count(4)  # The dummy's hand among them.
    page.locator('[data-kind="joker"] [data-choice="8O"]').click()
    expect(asked).to_have_count(3)
    porter = page.locator('[data-kind="porter"]')
    porter.locator('[data-choice="source:B"]').click()
    porter.locator('[data-choice="lower:R"]').click()
    porter.locator('[data-choice="upper:Y"]').click()
    expect(porter).to_have_count(0)
    tiles = {tile["code"]: (tile["column"], tile["row"]) for tile in own(page_server)["tiles"]}
    assert (tiles["1B"], tiles["2B"]) == ((3, -1), (4, -1))
    page.locator('[data-kind="tile"] [data-choice="O"]').click()
    expect(asked).to_have_count(1)
    expect(page.locator('.seat[data-seat="0"] .tile-chip')).to_have_attribute("title", "orange 1")
    expect(page.locator(".table-notes")).to_contain_text("The Joker is orange 8.")


def test_a_joker_shows_what_it_was_named_wherever_it_lies(page_of_table, page_server):
    page = page_of_table
    start(page_server, specials=["joker_star", "honor"])
    declare_green_1(page_server)
    play(page_server, "1:7O 2:joker_star")
    joker = page.locator('.lying[data-card="joker_star"]')
    expect(joker).to_have_attribute("aria-label", "Joker★ of Carla. Correct it")
    page.locator('[data-kind="joker"] [data-choice="8O"]').click()
    expect(joker).to_have_attribute("aria-label", "Joker★, named orange 8, of Carla, winning. Correct it")
    expect(page.locator(".lying .named-mark")).to_have_count(1)
    expect(joker.locator('.named-mark[data-named="8O"]')).to_be_visible()
    page.get_by_role("button", name="All tricks").click()
    expect(page.get_by_role("button", name="Joker★, named orange 8, of Carla. Correct it")).to_be_visible()
    page.goto(f"{page_server.url}/overlay")
    expect(page.locator('.overlay-card .named-mark[data-named="8O"]')).to_be_visible()


def test_each_of_several_cards_laid_at_once_is_tapped_and_corrected_by_keyboard_too(page_of_table, page_server):
    page = page_of_table
    start(page_server)
    declare_green_1(page_server)
    play(page_server, "3:starter 0:5O+7O+8B")
    laid = page.locator('#table .lying[data-side="bottom"]')
    page.locator('.lying[data-card="7O"]').click(position={"x": 12, "y": 40})
    expect(page.locator("#dialog h2")).to_have_text("orange 7 of Anna")
    page.locator('#dialog .likely [data-card="7G"]').click()
    expect(page.locator('.lying[data-card="7G"]')).to_be_visible()
    assert [play["card"] for play in page_server.state()["trick"]["plays"][1:]] == ["5O", "7G", "8B"]

    page.locator('.lying[data-card="8B"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#dialog h2")).to_have_text("blue 8 of Anna")
    page.locator('#dialog [data-key="remove"]').focus()
    page.keyboard.press("Enter")
    expect(laid).to_have_count(2)

    # From the finding, and from one card of the play to the other.
    finding = page.locator('[data-code="too_many_in_trick"]')
    finding.get_by_role("button", name="Look at green 7").click()
    expect(page.locator("#dialog h2")).to_have_text("green 7 of Anna")
    page.locator("#dialog").get_by_role("button", name="orange 5", exact=True).click()
    expect(page.locator("#dialog h2")).to_have_text("orange 5 of Anna")
    page.locator("#dialog").get_by_role("button", name="green 7", exact=True).first.click()
    page.locator('#dialog [data-key="remove"]').click()
    expect(laid).to_have_count(1)
    expect(finding).to_have_count(0)
    assert page_server.state()["trick"]["plays"][1]["card"] == "5O"


def test_a_wrong_tile_seen_on_the_table_is_entered_and_pointed_out(page_of_table, page_server):
    page = page_of_table
    start(page_server)
    declare_green_1(page_server)
    play(page_server, "3:starter 0:5O 1:8B")
    page.get_by_role("button", name="red 1, contract 7").click()
    page.locator('#dialog [data-seat="1"]').first.click()
    expect(page.locator('[data-code="wrong_tile"]')).to_contain_text("Ben took the tile red 1.")
    expect(page.locator('[data-code="wrong_tile"] .legal')).to_have_text("The card blue 8 earns the tile blue 1.")
    expect(page.locator('.seat[data-seat="1"] .tile-chip')).to_have_attribute("title", "red 1")


def test_passes_that_were_not_entered_are_added_while_play_goes_on(page_of_table, page_server):
    page = page_of_table
    start(page_server)
    page_server.post("/round")
    play(page_server, "3:starter")
    page.get_by_role("button", name="green 4, contract 10").click()
    page.locator('#dialog [data-seat="1"]').click()
    page.get_by_role("button", name="The others passed").click()
    expect(page.locator(".contract-who")).to_have_text("Ben declares, Dora is dummy.")
    expect(page.locator('[data-kind="auction"]')).to_have_count(0)


def test_a_whole_game_ends_with_its_result_and_fits_a_phone(page_of_table, page_server):
    page = page_of_table

    def tell(event: Event) -> None:
        page_server.post(*command_of(event))

    table = RandomTable(random.Random(5), tell, variant_2=True)
    while table.play_round() is None:
        pass
    expect(page.locator(".round-count")).to_be_visible()
    made = own(page_server)["rounds"][-1]
    expect(page.locator(".round-count p")).to_contain_text(made["sentence"])
    expect(page.locator("#sheet tbody tr")).to_have_count(1)
    page.set_viewport_size(PHONE)
    assert width_too_much(page) == 0
    page.set_viewport_size({"width": 1280, "height": 800})
    while not page_server.state()["result"]:
        table.play_round()
    sentence = page_server.state()["result"]["sentence"]
    expect(page.locator("#action h2")).to_have_text(sentence)
    expect(page.locator(".middle .big")).to_have_text(sentence)
    page.goto(f"{page_server.url}/overlay")
    expect(page.locator("#overlay-tiles .tile").first).to_be_visible()
    expect(page.locator("#overlay-score")).to_contain_text("winner")


@pytest.mark.parametrize(("height", "scale"), [(720, 1), (1080, 1), (720, 2)])
def test_nothing_of_the_fullest_overlay_leaves_the_picture(page_of_table, page_server, height, scale):
    page = page_of_table
    names = ["Maximiliane", "Bartholomew", "Konstantin", "Friederike"]
    page_server.post("/game", {"game": "paimiahhh", "names": names, "replace": True})
    declare_green_1(page_server)
    play(page_server, "3:starter 0:5O 1:8B 2:1O")
    page_server.post("/gather")
    play(page_server, "0:7O 1:2O 2:3O 3:4G")
    page.set_viewport_size({"width": height * 16 // 9, "height": height})
    page.goto(f"{page_server.url}/overlay?panels=score,seats,tiles,trick,verdict,status&scale={scale}")
    expect(page.locator("#overlay-verdict")).to_contain_text("Bartholomew")
    for panel in page.locator(".overlay-panel").all():
        box = panel.bounding_box()
        assert box["y"] >= 0, panel
        assert box["y"] + box["height"] <= height, panel
    if (height, scale) == (720, 1):
        # Smaller pieces, not a smaller picture: names can still be read.
        assert page.locator("#overlay-seats").bounding_box()["width"] > 370


def test_the_form_takes_the_specials_and_the_order_of_the_columns(page: Page, server: ServerProcess):
    page.goto(server.url)
    page.get_by_role("button", name="PaiMiahhh").click()
    for seat, name in enumerate(NAMES):
        page.get_by_label(f"Seat {seat + 1}").fill(name)
    page.get_by_label("Starred specials in the deck").select_option(label="Choose")
    page.get_by_label("Porter★").check()
    page.get_by_label("Bonus★").check()
    page.get_by_text("More options").click()
    page.get_by_label("The columns from left to right").select_option(label="Choose")
    page.get_by_label("Place 1", exact=True).select_option(label="Yellow")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="The cards are dealt").click()
    expect(page.locator(".tile").first).to_be_visible()
    state = server.state()
    assert state["game"]["deck"]["specials"] == ["starter", "porter", "bonus"]
    assert state["paimiahhh"]["columns"] == ["Y", "B", "G", "R", "O"]


def test_viewers_see_the_table_and_have_nothing_to_tap(page: Page, browser: Browser, viewer_server: ServerProcess):
    def send(path: str, body: dict[str, Any]) -> None:
        assert page.context.request.post(f"{viewer_server.url}/api{path}", data=body, headers=HEADERS).ok

    send("/scorer/claim", {"key": "123456"})
    send("/game", {"game": "paimiahhh", "names": list(NAMES)})
    send("/round", {})
    send("/bid", {"seat": 0, "value": 3})
    viewer = browser.new_context().new_page()
    viewer.goto(viewer_server.url)
    expect(viewer.locator(".contract-who")).to_have_text("Anna holds the bid.")
    for seat in (1, 2, 3):
        send("/pass", {"seat": seat})
    for seat, card in ((3, "starter"), (0, "5O"), (1, "7O"), (2, "1O")):
        send("/play", {"seat": seat, "card": card})
    expect(viewer.locator("[data-request]")).to_contain_text("Carla is the dummy: which cards lie open?")
    send("/hand", {"seat": 2, "cards": ["3O", "8B"]})
    expect(viewer.locator(".open-card")).to_have_count(2)
    expect(viewer.locator(".tile")).to_have_count(30)
    expect(viewer.locator("#beside button, #action button, #attention button, .dummy-hand button")).to_have_count(0)
