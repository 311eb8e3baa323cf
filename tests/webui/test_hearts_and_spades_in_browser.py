"""Hearts and Spades in a real browser: a whole game by tapping, on a wide screen and on a phone."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.webui.played_deals import Deal, hearts_deal, spades_deal
from tests.webui.server_process import ServerProcess
from tests.webui.test_pages_in_browser import NAMES, PHONE, calm_page, patience, totals, wide_of_screen

__all__ = ["calm_page", "patience"]
pytestmark = pytest.mark.browser


def start_in_form(page: Page, server: ServerProcess, game: str, **options: str) -> None:
    """Start a game in the form; `options` are titles of choices by the option's name."""
    page.goto(server.url)
    page.locator("#new-game-form").wait_for()
    page.get_by_role("button", name=game, exact=True).click()
    for seat, name in enumerate(NAMES):
        page.get_by_label(f"Seat {seat + 1}").fill(name)
    page.locator(".options summary").click()
    for name, title in options.items():
        page.locator(f"#option-{name}").select_option(label=title)
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Anna deals").click()


def tap_cards(page: Page, server: ServerProcess, deal: Deal) -> None:
    """The first tricks and the last one tapped on the pad; those between are entered by another scorer."""
    for number, (trick, winner) in enumerate(zip(deal.tricks, deal.winners, strict=True), start=1):
        if 2 < number < 13:
            enter_trick(server, trick)
            continue
        for _, card in trick:
            page.locator(f'.pad [data-card="{card}"]').click()
            page.locator(f'.lying[data-card="{card}"]').wait_for()
        if server.state()["result"] is None:
            expect(page.locator("#action h2")).to_have_text(f"{NAMES[winner]} takes the trick")
            page.get_by_role("button", name="Gather the cards").click()


def enter_trick(server: ServerProcess, trick: tuple[tuple[int, str], ...]) -> None:
    """A trick that is not tapped."""
    for seat, card in trick:
        server.post("/play", {"card": card, "seat": seat})
    server.post("/gather")


def test_a_game_of_hearts_is_tapped_from_the_first_card_to_the_winner(calm_page, server):
    page = calm_page
    deal = hearts_deal(Random(5))
    start_in_form(page, server, "Hearts", dealer="First seat", end="50 points")
    expect(page.locator(".middle-note .big")).to_have_text("Pass three cards to the left")
    expect(page.locator('.seat[data-seat="0"] .seat-note')).to_have_text("passes to Ben")
    expect(page.locator("#action .pad")).to_have_count(0)
    page.locator(f'.seat-switch [data-key="switch-{deal.tricks[0][0][0]}"]').click()
    tap_cards(page, server, deal)

    points = deal.hearts_points()
    expect(totals(page)).to_have_text([str(each) for each in points])
    expect(page.locator("#sheet tr[data-round='1'] td.score")).to_have_text([str(each) for each in points])
    expect(page.locator("#action h2")).to_have_text("Round 2, 13 cards each")
    expect(page.locator("#round-line")).to_contain_text("Round 1")
    for seed in range(6, 20):
        if server.state()["result"]:
            break
        server.post("/round")
        for trick in hearts_deal(Random(seed)).tricks:
            enter_trick(server, trick)
    result = server.state()["result"]
    expect(page.locator("#action h2")).to_have_text(result["sentence"])
    expect(page.locator(".team.is-winner")).to_have_count(len(result["winners"]))
    expect(page.get_by_role("button", name="One more round")).to_have_count(0)


def test_a_round_of_spades_is_tapped_with_a_nil_that_was_blind(calm_page, server):
    page = calm_page
    deals = (spades_deal(Random(seed), 1) for seed in range(99))
    deal, nil = next((deal, seat) for deal in deals for seat in (1, 2) if deal.won(seat) == 0)
    start_in_form(page, server, "Spades", dealer="First seat", end="200 points", blind_nil="At any time")
    for seat in (1, 2, 3, 0):
        name, won = NAMES[seat], deal.won(seat)
        said = f"{name} says Blind nil" if won == 0 else f"{name} bids {won}"
        page.get_by_role("button", name=said, exact=True).click()
    expect(page.locator(f'.seat[data-seat="{nil}"] .won-line')).to_have_text("blind nil, won 0")
    tap_cards(page, server, deal)

    score = [sum(10 * deal.won(seat) or 200 for seat in pair) for pair in ((0, 2), (1, 3))]
    expect(totals(page)).to_have_text([str(each) for each in score])
    expect(page.locator("#sheet td.exact")).to_have_count(2)
    assert max(score) >= 200
    expect(page.locator("#action h2")).to_have_text(server.state()["result"]["sentence"])


def test_a_blind_nil_tapped_as_a_nil_is_put_right(calm_page, page_server):
    options = {"dealer": 0, "blind_nil": "any"}
    page_server.post("/game", {"game": "spades", "names": NAMES, "options": options, "replace": True})
    page_server.post("/round")
    page = calm_page
    page.goto(page_server.url)
    page.get_by_role("button", name="Ben bids nil").click()
    page.locator('[data-key="bid-of-1"]').click()
    page.locator('#dialog [data-key="bid-blind_nil"]').click()
    expect(page.locator('.seat[data-seat="1"] .won-line')).to_have_text("bid blind nil")


@pytest.mark.parametrize("game", ["hearts", "spades"])
def test_the_table_fits_a_phone(calm_page, page_server, game):
    page_server.post("/game", {"game": game, "names": NAMES, "options": {"dealer": 0}, "replace": True})
    page_server.post("/round")
    page = calm_page
    page.set_viewport_size(PHONE)
    page.goto(page_server.url)
    expect(page.locator(".seat")).to_have_count(4)
    assert wide_of_screen(page) <= 0
    middle = page.locator(".middle-note").bounding_box()
    for seat in page.locator(".seat").all():
        box = seat.bounding_box()
        text = page.locator(".middle-note .big").bounding_box()
        assert (
            box["x"] + box["width"] <= text["x"]
            or text["x"] + text["width"] <= box["x"]
            or (box["y"] + box["height"] <= text["y"] or text["y"] + text["height"] <= box["y"])
        )
    assert middle["height"] > 0


def test_six_names_are_asked_for_where_six_play(calm_page, server):
    page = calm_page
    page.goto(server.url)
    page.get_by_role("button", name="Gou Ji").click()
    expect(page.locator(".seat-form input")).to_have_count(6)
    page.get_by_role("button", name="Hearts", exact=True).click()
    expect(page.locator(".seat-form input")).to_have_count(4)
    expect(page.locator(".rounds-list")).to_be_hidden()
    page.get_by_role("button", name="Pairs Oh Hell").click()
    page.get_by_label("Rounds of the game").select_option(label="Ten rounds: 3 up to 12")
    expect(page.locator(".rounds-list li")).to_have_count(10)


def test_an_option_may_be_typed_where_the_list_is_not_all_there_is(calm_page, server):
    page = calm_page
    page.goto(server.url)
    page.get_by_role("button", name="Hearts", exact=True).click()
    for seat, name in enumerate(NAMES):
        page.get_by_label(f"Seat {seat + 1}").fill(name)
    page.locator("#option-end").select_option(label="Other: points from 1 to 1000")
    typed = page.locator('[name="option-end-typed"]')
    typed.fill("1001")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#notice")).to_contain_text("points from 1 to 1000")
    typed.fill("30")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#action h2")).to_have_text("Round 1, 13 cards each")
    chosen = server.state()["game"]["options"]
    assert chosen == [{"name": "end", "title": "The game ends when somebody has", "value": "30"}]
