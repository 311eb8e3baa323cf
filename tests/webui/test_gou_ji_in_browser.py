"""Gou Ji in a real browser: a scorer with a phone enters the whole way of a hand by tapping."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.games.gou_ji_self_play import play_game
from tests.webui.gou_ji_script import NAMES, command_of
from tests.webui.server_process import ServerProcess

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 60_000


@pytest.fixture(autouse=True)
def patience() -> None:
    """The machine may be busy."""
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def phone(page: Page) -> Iterator[Page]:
    """A phone whose script errors fail the test."""
    page.set_default_timeout(PATIENCE_MS)
    page.set_viewport_size(PHONE)
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    assert troubles == []


def start(server: ServerProcess, first: int | None = 0, **options: object) -> None:
    """A game with the usual names; `first` draws and plays first, None: the first hand is not begun."""
    server.post("/game", {"game": "gou_ji", "names": list(NAMES), "options": options, "replace": True})
    if first is not None:
        server.post("/round", {"dealer": first})


def lay(server: ServerProcess, seat: int, ranks: str) -> None:
    server.post("/play", {"seat": seat, "ranks": list(ranks)})


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def wide_of_screen(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_a_hand_begins_with_the_kai_pai_and_goes_on_with_sets_and_passes(phone, server):
    phone.goto(server.url)
    tap(phone, "Gou Ji")
    for seat, name in enumerate(NAMES):
        phone.get_by_label(f"Seat {seat + 1}").fill(name)
    tap(phone, "Start the game", "The Kai Pai counts")
    expect(phone.locator("#action h2")).to_have_text("Who is Kai Pai?")
    phone.locator("#action").get_by_role("button", name="Fritz").click()
    expect(phone.locator("#action h2")).to_have_text("Fritz turns a card and counts")
    phone.locator('.gj-key[data-rank="9"]').click()

    expect(phone.locator("#action h2")).to_have_text("Ben plays first.")
    phone.locator('.gj-key[data-rank="5"]').click()
    phone.locator('[data-count="3"]').click()
    tap(phone, "Ben lays 3 × 5")
    expect(phone.locator(".gj-caption")).to_have_text("3 × 5 Ben")
    tap(phone, "Carla passes")
    phone.locator('.gj-key[data-rank="K"]').click()
    phone.locator('.gj-key[data-rank="2"]').click()
    tap(phone, "Dora lays 2 × K + 2")
    expect(phone.locator(".gj-banner")).to_contain_text("Gou Ji: Dora against Anna")
    expect(phone.locator(".gj-seat.in-duel")).to_have_count(2)
    tap(phone, "Anna passes")
    expect(phone.locator(".gj-banner")).to_contain_text("Dora leads.")
    assert server.state()["expected"]["seat"] == 3


def test_a_seat_that_was_skipped_has_passed_until_it_says_otherwise(phone, page_server):
    start(page_server)
    lay(page_server, 0, "55")
    phone.goto(page_server.url)
    phone.locator('.gj-seat[data-side="right_high"] .name').click()
    phone.locator('.gj-key[data-rank="7"]').click()
    tap(phone, "Carla lays 2 × 7")
    passed = phone.locator('.gj-seat[data-side="right_low"] .gj-pass')
    expect(passed).to_contain_text("passed?")
    passed.click()
    expect(passed).to_have_count(0)
    expect(phone.locator('[data-code="play_out_of_turn"]')).to_contain_text("Carla laid 2 × 7 out of turn.")
    expect(phone.locator("#action h2")).to_contain_text("Ben")


def test_a_set_is_corrected_given_to_another_player_and_taken_out(phone, page_server):
    start(page_server)
    lay(page_server, 0, "555")
    lay(page_server, 1, "777")
    phone.goto(page_server.url)
    phone.locator(".gj-top").click()
    dialog = phone.locator("#dialog")
    dialog.locator('.gj-key[data-rank="8"]').click()
    dialog.locator('[data-count="3"]').click()
    dialog.get_by_role("button", name="It was 3 × 8").click()
    expect(phone.locator(".gj-caption")).to_have_text("3 × 8 Ben")
    phone.locator(".gj-top").click()
    dialog.get_by_role("button", name="Carla").click()
    expect(phone.locator(".gj-caption")).to_have_text("3 × 8 Carla")
    phone.locator(".gj-top").click()
    dialog.get_by_role("button", name="There was no such set").click()
    expect(phone.locator(".gj-caption")).to_have_text("3 × 5 Anna")


def test_a_shao_pai_is_one_tap_and_its_sets_follow(phone, page_server):
    start(page_server)
    lay(page_server, 0, "KK")
    phone.goto(page_server.url)
    phone.locator('[data-key="shao-pai-1"]').click()
    expect(phone.locator(".gj-banner")).to_contain_text("Shao Pai: Ben")
    phone.locator('.gj-key[data-rank="A"]').click()
    tap(phone, "Ben lays 2 × A")
    expect(phone.locator(".turn-flag.may-act")).to_have_count(5)
    tap(phone, "All others pass")
    expect(phone.locator(".turn-flag.may-act")).to_have_count(0)


def test_tribute_is_settled_with_a_tap_each(phone, page_server):
    start(page_server)
    for seat in (0, 1, 3, 5, 2):  # Anna, Ben, Dora, Fritz, Carla go out; Elif is Big Loser.
        page_server.post("/announce", {"seat": seat, "what": "out"})
        for finding in page_server.state()["verdicts"]:
            if finding["is_open"]:
                page_server.post(f"/verdicts/{finding['id']}/rule", {"decision": "stands"})
    phone.goto(page_server.url)
    expect(phone.locator(".gj-ranking li")).to_have_count(6)
    tap(phone, "Draw the cards")
    expect(phone.locator(".gj-tribute li")).to_have_text(["Elif→→Anna2 cards", "Carla→Benone card"])
    tap(phone, "Elif and Carla swap duties")
    expect(phone.locator(".gj-tribute li")).to_have_text(["Carla→→Anna2 cards", "Elif→Benone card"])
    phone.locator('[data-key="waive-2"]').click()
    phone.locator('[data-key="free-4"]').click()
    expect(phone.locator(".gj-tribute li")).to_have_text(["Carla→→Annawaived", "Elif→BenLiberation"])
    expect(phone.locator("#action h2")).to_have_text("Elif plays first.")


def test_two_threes_and_a_revolution_are_said_before_the_first_play(phone, page_server):
    start(page_server)
    phone.goto(page_server.url)
    tap(phone, "Two 3s of a suit…")
    phone.locator('#dialog [data-seat="4"]').click()
    tap(phone, "3♥ 3♥")
    expect(phone.locator("#action h2")).to_have_text("Elif plays first.")
    tap(phone, "Revolution…")
    phone.locator('#dialog [data-seat="2"]').click()
    tap(phone, "Draw again")
    expect(phone.locator("#action h2")).to_have_text("Elif plays first.")


def test_a_viewer_sees_the_table_and_may_touch_nothing(phone, viewer_server):
    phone.goto(f"{viewer_server.url}/scorer")
    phone.get_by_label("PIN").fill("123456")
    tap(phone, "Keep the score", "Gou Ji")
    for seat, name in enumerate(NAMES):
        phone.get_by_label(f"Seat {seat + 1}").fill(name)
    tap(phone, "Start the game", "Anna")
    phone.locator('.gj-key[data-rank="5"]').click()
    tap(phone, "Anna lays 5")
    viewer = phone.context.browser.new_context().new_page()
    viewer.goto(viewer_server.url)
    expect(viewer.locator(".gj-caption")).to_have_text("5 Anna")
    expect(viewer.locator(".gj button, .gj-keys, #undo")).to_have_count(0)
    expect(viewer.locator("#action")).to_contain_text("Ben plays 1 card, or passes.")
    viewer.context.close()


def test_every_state_of_a_hand_fits_a_phone(phone, page_server):
    events, _ = play_game(Random(5), 2, {"hands": 2})
    start(page_server, None, hands=2)
    shown = set()
    for event in events[1:]:
        path, body = command_of(event)
        page_server.post(path, body)
        state = page_server.state()
        game = state["gou_ji"]
        kind = (game["headline"] or {}).get("kind", state["phase"]), state["expected"]["kind"], bool(game["notes"])
        if kind in shown:
            continue
        shown.add(kind)
        phone.goto(page_server.url)
        expect(phone.locator(".gj-seat")).to_have_count(6)
        assert wide_of_screen(phone) <= 0, kind
        small = phone.eval_on_selector_all(
            "#action button, .gj-seat button",
            "all => all.filter(b => b.offsetParent && b.getBoundingClientRect().height < 22).map(b => b.textContent)",
        )
        assert small == [], kind
    assert len(shown) > 8
    expect(phone.locator(".gj-big")).to_contain_text("win")
    expect(phone.locator("#sheet tbody tr.counted")).to_have_count(2)


def test_the_overlay_shows_the_series_and_the_gou_ji(page, page_server):
    page.set_default_timeout(PATIENCE_MS)
    start(page_server)
    for seat, ranks in ((0, "55"), (1, "77"), (2, "KK")):
        lay(page_server, seat, ranks)
    page.goto(f"{page_server.url}/overlay")
    expect(page.locator(".gj-overlay-head")).to_have_text("Gou Ji: Carla against Fritz")
    expect(page.locator(".gj-overlay-set")).to_have_count(3)
    expect(page.locator(".gj-overlay-set.is-best .what")).to_have_text("2 × K")
    expect(page.locator(".overlay-seat.is-turn")).to_contain_text("Fritz")
