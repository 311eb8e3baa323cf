"""Pictures in a real browser: the camera page with its boxes and corners, the evidence beside a finding."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.webui.server_process import ServerProcess

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000

PIXEL_ALPHA = """([x, y]) => document.getElementById("boxes").getContext("2d").getImageData(x, y, 1, 1).data[3]"""
PICTURE_WIDTHS = """() => [...document.querySelectorAll(".evidence img")].map((image) => image.naturalWidth)"""


@pytest.fixture(scope="module")
def camera_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that shows a camera picture and a revoke with its pictures."""
    running = ServerProcess(tmp_path_factory.mktemp("camera") / "game.sqlite3", "--camera").start()
    yield running
    running.kill()


@pytest.fixture(scope="module")
def camera_viewers_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The same for visitors who are not the scorer."""
    store_path: Path = tmp_path_factory.mktemp("camera-viewers") / "game.sqlite3"
    running = ServerProcess(store_path, "--camera", "--viewers-only").start()
    yield running
    running.kill()


def test_the_camera_page_draws_a_box_around_every_card_and_names_it(page: Page, camera_server: ServerProcess) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    page.goto(f"{camera_server.url}/camera")
    expect(page.locator("#seen-list li")).to_have_text(["7♠, Ben98 %", "9♦55 %"])
    assert [page.locator(f"#seat-{side}").text_content() for side in ("bottom", "left", "top", "right")] == [
        "Anna",
        "Ben",
        "Carla",
        "Dora",
    ]
    assert page.evaluate(PIXEL_ALPHA, [100, 150]) > 100  # The left edge of the sure card.
    assert page.evaluate(PIXEL_ALPHA, [130, 150]) == 0  # Its inside stays free.
    assert page.evaluate(PIXEL_ALPHA, [600, 330]) == 0


def test_four_clicks_keep_the_corners_of_the_table(page: Page, camera_server: ServerProcess) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    page.goto(f"{camera_server.url}/camera")
    expect(page.locator("#seen-list li")).to_have_count(2)
    page.get_by_role("button", name="Click the corners").click()
    frame = page.locator("#boxes").bounding_box()
    assert frame is not None
    clicks = ((0.1, 0.9), (0.1, 0.1), (0.9, 0.1), (0.9, 0.9))
    for x, y in clicks:
        page.locator("#boxes").click(position={"x": x * frame["width"], "y": y * frame["height"]})
    expect(page.locator("#corners-hint")).to_have_text("The table's corners are kept.")
    kept = page.evaluate("fetch('/api/camera').then((answer) => answer.json()).then((seen) => seen.corners)")
    assert [coordinate for corner in kept for coordinate in corner] == pytest.approx(
        [coordinate for corner in clicks for coordinate in corner], abs=0.01
    )


def test_a_finding_shows_the_pictures_of_its_cards_to_everybody(
    page: Page, camera_viewers_server: ServerProcess
) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    page.goto(camera_viewers_server.url)
    finding = page.locator('[data-code="revoke"]').filter(has_text="Anna")
    expect(finding.locator(".evidence img")).to_have_count(2)
    page.wait_for_function(f"({PICTURE_WIDTHS})().every((width) => width === 96)", timeout=PATIENCE_MS)
    page.goto(f"{camera_viewers_server.url}/camera")
    expect(page.get_by_label("PIN")).to_be_visible()


def test_correcting_offers_what_the_reader_thought_of_first(page: Page, camera_server: ServerProcess) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    page.goto(camera_server.url)
    page.locator('[data-code="revoke"]').get_by_role("button", name="Look at 9♦").click()
    first = page.locator(".likely button").first
    expect(first).to_contain_text("30 %")
    assert first.get_attribute("data-card") == "9H"
    expect(page.locator(".look img")).to_be_visible()


def test_the_form_of_a_new_game_shows_the_seats_as_the_camera_sees_them(page: Page, tmp_path: Path) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    watched = ServerProcess(tmp_path / "game.sqlite3", "--watched").start()
    try:
        page.goto(watched.url)
        sides = [page.locator(f".seat-form [data-side='{side}'] label") for side in ("bottom", "left", "top", "right")]
        for side, words in zip(sides, ("Seat 2", "Seat 3", "Seat 4", "Seat 1"), strict=True):
            expect(side).to_have_text(words)
        expect(page.locator("#new-game-form")).to_contain_text("Seat 2 is at the lower edge of the camera's picture.")
    finally:
        watched.kill()


def test_six_names_stand_round_the_picture_and_four_take_their_place(page: Page, tmp_path: Path) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    watched = ServerProcess(tmp_path / "game.sqlite3", "--watched").start()
    try:
        watched.post("/game", {"game": "gou_ji", "names": ["Anna", "Ben", "Carla", "Dora", "Emil", "Fritz"]})
        page.goto(f"{watched.url}/camera")
        # Play goes round anticlockwise from Ben, who sits at the lower edge.
        sides = ("bottom", "right_low", "right_high", "top", "left_high", "left_low")
        for side, name in zip(sides, ("Ben", "Carla", "Dora", "Emil", "Fritz", "Anna"), strict=True):
            expect(page.locator(f"#seat-{side}")).to_have_text(name)
        watched.post("/game", {"game": "hearts", "names": ["Anna", "Ben", "Carla", "Dora"], "replace": True})
        expect(page.locator("#seat-left")).to_have_text("Carla")
        expect(page.locator("#seat-left_low")).to_be_hidden()
    finally:
        watched.kill()
