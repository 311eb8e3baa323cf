"""The pages in a real browser: played by tapping, corrected, cut off and found again, overlaid, on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.webui.server_process import ServerProcess

pytestmark = pytest.mark.browser

NAMES = ["Anna", "Ben", "Carla", "Dora"]
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 60_000


@pytest.fixture(autouse=True)
def patience() -> None:
    """The machine may be busy."""
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def calm_page(page: Page) -> Iterator[Page]:
    """A page whose script errors fail the test."""
    page.set_default_timeout(PATIENCE_MS)
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    assert troubles == []


def start_game(server: ServerProcess, rounds: list[int], *, replace: bool = True, names: Sequence[str] = NAMES) -> None:
    """A game with fixed names in which Anna deals first."""
    options = {"rounds": rounds, "dealer": 0}
    server.post("/game", {"game": "oh_hell_pairs", "names": names, "options": options, "replace": replace})


def play(server: ServerProcess, cards: str) -> None:
    """Cards in the order of play; "." gathers."""
    for word in cards.split():
        server.post("/gather") if word == "." else server.post("/play", {"card": word})


def bid(server: ServerProcess, *bids: int) -> None:
    """The bids from the dealer's left; Anna deals."""
    for seat, value in zip((1, 2, 3, 0), bids, strict=True):
        server.post("/bid", {"seat": seat, "value": value})


def finished_round(server: ServerProcess) -> None:
    """Two cards each: Ben and Carla take a trick each; Anna & Carla score 5, Ben & Dora −1."""
    start_game(server, [2, 3])
    server.post("/round")
    server.post("/turn", {"card": "2H"})
    bid(server, 1, 1, 1, 0)
    play(server, "AS 3S 4S 5S . KD AD 4D 5D .")


def totals(page: Page):
    return page.locator(".team .total")


def wide_of_screen(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_a_whole_round_is_played_by_hand(calm_page, server):
    page = calm_page
    page.goto(server.url)
    for seat, name in enumerate(NAMES):
        page.get_by_label(f"Seat {seat + 1}").fill(name)
    page.get_by_label("Rounds of the game").select_option(label="Ten rounds: 3 up to 12")
    expect(page.locator(".rounds-list li")).to_have_text([str(size) for size in range(3, 13)])
    page.get_by_label("First dealer").select_option(label="First seat")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Anna deals").click()
    expect(page.locator("#action h2")).to_have_text("Which card is turned for trump?")
    page.get_by_role("button", name="2 of hearts").click()

    expect(page.locator("#action h2")).to_have_text("Ben bids")
    page.get_by_role("button", name="Ben bids 1").click()
    page.get_by_role("button", name="Carla bids 1").click()
    page.get_by_role("button", name="Dora bids 0").click()
    barred = page.get_by_role("button", name="1 is barred: the bids would add up to 3")
    expect(barred).to_be_visible()
    page.get_by_role("button", name="Anna bids 0").click()

    for trick, winner in (("AS 3S 4S 5S", "Ben"), ("KD AD 4D 5D", "Carla"), ("2C 9C 3C 4C", "Dora")):
        for code in trick.split():
            expect(page.locator("#action h2")).to_contain_text("lead" if code == trick[:2] else "plays")
            page.locator(f'.pad [data-card="{code}"]').click()
            expect(page.locator(f'.lying[data-card="{code}"]')).to_be_visible()
        expect(page.locator("#action h2")).to_have_text(f"{winner} takes the trick")
        page.get_by_role("button", name="Gather the cards").click()

    expect(totals(page)).to_have_text(["5", "1"])
    expect(page.locator("#sheet tr[data-round='1'] td.score")).to_have_text(["5", "1"])
    expect(page.locator("#action h2")).to_have_text("Round 2 of 10, 4 cards each")
    expect(page.locator(".table .big")).to_have_text("Round 1 is over")
    assert [team["total"] for team in server.state()["teams"]] == [5, 1]


def test_a_barred_bid_can_be_entered_when_it_was_spoken_and_is_pointed_out(calm_page, page_server):
    start_game(page_server, [2, 3])
    page_server.post("/round")
    page_server.post("/turn", {"card": "2H"})
    for seat, value in ((1, 1), (2, 0), (3, 0)):
        page_server.post("/bid", {"seat": seat, "value": value})
    calm_page.goto(page_server.url)
    calm_page.get_by_role("button", name="1 is barred").click()
    calm_page.get_by_role("button", name="It was bid: 1").click()
    finding = calm_page.locator('[data-code="hook_broken"]')
    expect(finding).to_contain_text("Anna bid 1, which makes the bids add up to 2.")
    finding.get_by_role("button", name="Stands").click()
    expect(calm_page.locator('[data-code="hook_broken"].is-settled')).to_contain_text("Stands.")


def test_a_correction_changes_a_past_tricks_winner_and_the_score_with_it(calm_page, page_server):
    finished_round(page_server)
    page = calm_page
    page.goto(page_server.url)
    expect(totals(page)).to_have_text(["5", "−1"])
    page.get_by_role("button", name="All tricks").click()
    first_trick = page.locator(".past-trick").first
    expect(first_trick.locator(".is-winner")).to_contain_text("Ben")
    first_trick.get_by_role("button", name="ace of spades of Ben").click()
    page.get_by_text("Another card").click()
    page.locator('#dialog .pad [data-card="2S"]').click()

    # Anna's five is now the highest spade: the pair has both tricks for a bid of one.
    expect(totals(page)).to_have_text(["1", "−2"])
    page.get_by_role("button", name="All tricks").click()
    expect(page.locator(".past-trick").first.locator(".is-winner")).to_contain_text("Anna")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Undo: correction to 2♠ of Ben").click()
    expect(totals(page)).to_have_text(["5", "−1"])
    page.get_by_role("button", name="Redo").click()
    expect(totals(page)).to_have_text(["1", "−2"])


def test_a_card_on_the_table_is_moved_removed_and_a_missed_one_added(calm_page, page_server):
    start_game(page_server, [2, 3])
    page_server.post("/round")
    page_server.post("/turn", {"card": "2H"})
    bid(page_server, 1, 1, 1, 0)
    page_server.post("/play", {"card": "AS"})
    page_server.post("/play", {"card": "4S", "seat": 3})
    page = calm_page
    page.goto(page_server.url)
    page.get_by_role("button", name="4 of spades of Dora").click()
    page.get_by_role("button", name="A card laid before it was missed").click()
    page.locator('#dialog [data-seat="2"]').click()
    page.locator('#dialog .pad [data-card="3S"]').click()
    expect(page.locator('.lying[data-card="3S"]')).to_have_attribute("data-side", "top")
    expect(page.locator("#attention .is-open")).to_have_count(0)

    page.locator('.lying[data-card="3S"]').click()
    page.locator('#dialog [data-seat="0"]').click()
    expect(page.locator('.lying[data-card="3S"]')).to_have_attribute("data-side", "bottom")
    page.locator('.lying[data-card="3S"]').click()
    page.get_by_role("button", name="There was no such card").click()
    expect(page.locator('.lying[data-card="3S"]')).to_have_count(0)


def test_any_step_of_the_game_can_be_taken_out_from_the_list(calm_page, page_server):
    start_game(page_server, [2, 3])
    page_server.post("/round")
    page_server.post("/turn", {"card": "2H"})
    page_server.post("/pass", {"seat": 1})
    bid(page_server, 1, 1, 1, 0)
    page = calm_page
    page.goto(page_server.url)
    expect(page.locator('[data-code="pass_not_allowed"]')).to_be_visible()
    page.locator("#menu-button").click()
    page.get_by_role("button", name="What was entered").click()
    expect(page.locator(".steps-list li").first).to_contain_text("bid 0 of Anna")
    page.get_by_role("button", name="Take out: pass of Ben").click()
    expect(page.locator('[data-code="pass_not_allowed"]')).to_have_count(0)
    page.get_by_role("button", name="Undo: removal").click()
    expect(page.locator('[data-code="pass_not_allowed"]')).to_be_visible()


def test_a_revoke_is_asked_about_with_its_cards_and_settled_by_correcting_one(calm_page, page_server):
    start_game(page_server, [3, 4])
    page_server.post("/round")
    page_server.post("/turn", {"card": "2H"})
    bid(page_server, 1, 1, 1, 1)
    play(page_server, "AS 3S 4S 9D . KS 8S 6C 5S")
    page = calm_page
    page.goto(page_server.url)
    finding = page.locator('[data-code="revoke"]').filter(has_text="Anna")
    expect(finding).to_contain_text("Trick 1: Anna did not follow spades. Trick 2: Anna played 5♠.")
    expect(finding.locator(".rule")).to_have_text("Rule 8")
    expect(finding.locator(".evidence li")).to_have_count(3)
    finding.get_by_role("button", name="Card was read wrong").click()
    page.locator("#dialog .evidence li").filter(has_text="9♦").get_by_role("button").click()
    page.get_by_text("Another card").click()
    page.locator('#dialog .pad [data-card="9S"]').click()
    expect(page.locator('[data-code="revoke"]').filter(has_text="Anna")).to_have_count(0)


def test_the_page_finds_the_server_again_after_a_restart(calm_page, server):
    finished_round(server)
    page = calm_page
    page.goto(server.url)
    expect(totals(page)).to_have_text(["5", "−1"])
    expect(page.locator("#stale")).to_be_hidden()
    server.kill()
    expect(page.locator("#stale")).to_be_visible()
    page.get_by_role("button", name="Ben deals").click()
    expect(page.locator("#notice")).to_contain_text("Kibitz does not answer. Nothing was changed")
    server.start()
    expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("#resume")).to_contain_text("A game of Pairs Oh Hell was interrupted")
    expect(page.locator("#resume")).to_contain_text("Anna, Ben, Carla, Dora, round 1 of 2.")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#resume")).to_be_hidden()
    expect(totals(page)).to_have_text(["5", "−1"])
    page.get_by_role("button", name="Ben deals").click()
    expect(page.locator("#round-line")).to_contain_text("Round 2")


def test_what_one_page_enters_another_shows(calm_page, page_server, context):
    start_game(page_server, [2, 3])
    other = context.new_page()
    for each in (calm_page, other):
        each.goto(page_server.url)
    calm_page.get_by_role("button", name="Anna deals").click()
    expect(other.locator("#action h2")).to_have_text("Which card is turned for trump?")


def alpha_at(png: bytes) -> np.ndarray:
    """The alpha channel of a screenshot, (height, width) 0..255."""
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert image.shape[2] == 4
    return image[:, :, 3]


def test_the_overlay_is_transparent_but_for_its_panels(calm_page, page_server):
    finished_round(page_server)
    page = calm_page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{page_server.url}/overlay?side=left-top&panels=score&scale=1")
    expect(page.locator("#overlay-score")).to_contain_text("Anna & Carla")
    alpha = alpha_at(page.screenshot(omit_background=True))
    assert alpha[600, 900] == 0
    assert alpha[60, 200] > 150
    assert (alpha[:, 640:] == 0).all()
    assert 0.02 < (alpha > 0).mean() < 0.15


def test_the_overlay_hides_while_the_server_is_away_and_comes_back(calm_page, server):
    finished_round(server)
    page = calm_page
    page.goto(f"{server.url}/overlay?panels=score,seats")
    expect(page.locator("#overlay-score")).to_contain_text("5")
    server.kill()
    expect(page.locator("#overlay")).to_have_css("opacity", "0")
    assert (alpha_at(page.screenshot(omit_background=True)) == 0).all()
    server.start()
    expect(page.locator("#overlay")).to_have_css("opacity", "1")
    server.post("/round")
    expect(page.locator("#overlay-score")).to_contain_text("Round 2 of 2")


def test_the_overlay_follows_the_options_in_its_address(calm_page, page_server):
    finished_round(page_server)
    calm_page.set_viewport_size({"width": 1280, "height": 720})
    calm_page.goto(f"{page_server.url}/overlay?side=right-bottom&panels=seats,nonsense&scale=1.5&stale=dim&poll=300")
    expect(calm_page.locator("#overlay-seats")).to_be_visible()
    expect(calm_page.locator("#overlay-score")).to_be_hidden()
    box = calm_page.locator("#overlay-seats").bounding_box()
    assert box["width"] == pytest.approx(380 * 1.5, abs=2)
    assert box["x"] + box["width"] == pytest.approx(1280 - 28, abs=3)
    assert box["y"] + box["height"] <= 720
    assert calm_page.locator("#overlay").get_attribute("data-stale") == "dim"


def test_the_builder_puts_the_address_together(calm_page, page_server):
    calm_page.goto(f"{page_server.url}/overlay/builder")
    calm_page.get_by_label("Cards on the table").uncheck()
    calm_page.get_by_label("Right, top").check()
    expect(calm_page.get_by_label("Address for OBS")).to_have_value(
        f"{page_server.url}/overlay?panels=score,seats,tiles,verdict&side=right-top"
    )


def test_a_card_missed_in_a_gathered_trick_is_added_with_two_taps(calm_page, page_server):
    start_game(page_server, [2, 3])
    page_server.post("/round")
    page_server.post("/turn", {"card": "2H"})
    bid(page_server, 1, 1, 1, 0)
    play(page_server, "AS 3S 4S .")
    calm_page.goto(page_server.url)
    finding = calm_page.locator('[data-code="trick_incomplete"]')
    expect(finding).to_contain_text("no card from Anna")
    finding.get_by_role("button", name="Add the missed card").click()
    calm_page.locator('#dialog .pad [data-card="5S"]').click()
    expect(calm_page.locator("#attention .is-open")).to_have_count(0)
    assert [play["card"] for play in page_server.state()["previous_trick"]["plays"]] == ["AS", "3S", "4S", "5S"]


def test_a_finding_of_an_earlier_round_names_its_round_and_comes_after_newer_ones(calm_page, page_server):
    start_game(page_server, [1, 2])
    page_server.post("/round")
    page_server.post("/turn", {"card": "2H"})
    bid(page_server, 0, 0, 0, 1)
    calm_page.goto(page_server.url)
    expect(calm_page.locator(".finding .rule")).to_have_text(["Rule 7"])
    play(page_server, "AS 3S 4S 5S .")
    page_server.post("/round")
    page_server.post("/turn", {"card": "3H"})
    page_server.post("/bid", {"seat": 0, "value": 1})
    expect(calm_page.locator(".finding .rule")).to_have_text(["House rule 19", "Round 1 · Rule 7"])
    expect(calm_page.locator("#sheet tbody th")).to_have_text(["1. 1 card", "2. 2 cards"])


@pytest.mark.parametrize("path", ["/", "/scorer", "/camera", "/overlay/builder", "/nothing"])
def test_a_phone_sized_screen_never_scrolls_sideways(calm_page, page_server, path):
    finished_round(page_server)
    calm_page.set_viewport_size(PHONE)
    calm_page.goto(page_server.url + path)
    if path == "/":
        expect(totals(calm_page)).to_have_text(["5", "−1"])
    assert wide_of_screen(calm_page) == 0


@pytest.mark.parametrize(
    "names",
    [NAMES, ["Anna", "Ben Archibald Featherston", "Carla", "D" * 24]],
    ids=["short names", "names as long as can be"],
)
def test_on_a_phone_every_state_of_a_round_fits_and_can_be_tapped(calm_page, page_server, names):
    page = calm_page
    page.set_viewport_size(PHONE)
    start_game(page_server, [13], names=[name[:24] for name in names])
    page.goto(page_server.url)
    page.get_by_role("button", name="Anna deals").click()
    page_server.post("/turn", {"card": "2H"})
    expect(page.locator(".bid")).to_have_count(14)
    assert wide_of_screen(page) == 0
    bid(page_server, 13, 13, 13, 13)
    play(page_server, "AS 3S 4S")
    expect(page.locator(".lying")).to_have_count(3)
    assert wide_of_screen(page) == 0
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, a.button, input, select")]
            .filter((each) => each.offsetParent && !each.matches(".bid-button, .text-button"))
            .filter((each) => each.getBoundingClientRect().height < 38 || each.getBoundingClientRect().width < 38)
            .map((each) => each.outerHTML.slice(0, 120))"""
    )
    assert small == []
    page.get_by_role("button", name="3 of spades of Carla").click()
    expect(page.locator("#dialog")).to_be_visible()
    assert wide_of_screen(page) == 0


def test_a_viewer_sees_the_table_but_no_buttons_that_change_it(calm_page, viewer_server):
    page = calm_page
    page.goto(f"{viewer_server.url}/scorer")
    page.get_by_label("PIN").fill("123456")
    page.get_by_role("button", name="Keep the score").click()
    expect(page.locator("#new-game-form")).to_be_visible()
    for seat, name in enumerate(NAMES):
        page.get_by_label(f"Seat {seat + 1}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Draw one").click()
    viewer = page.context.browser.new_context().new_page()
    viewer.goto(viewer_server.url)
    expect(viewer.locator(".seat")).to_have_count(4)
    expect(viewer.locator("#undo")).to_have_count(0)
    expect(viewer.locator(".pad")).to_have_count(0)
    expect(viewer.locator("#action")).to_contain_text("Turn a card for trump.")
    viewer.goto(f"{viewer_server.url}/scorer")
    viewer.get_by_label("PIN").fill("000000")
    viewer.get_by_role("button", name="Keep the score").click()
    expect(viewer.locator("#notice")).to_contain_text("That is not the scorer's PIN.")
    viewer.context.close()


def test_everything_can_be_reached_and_named_without_a_mouse(calm_page, page_server):
    finished_round(page_server)
    page_server.post("/round")
    page_server.post("/turn", {"card": "2C"})
    page = calm_page
    page.goto(page_server.url)
    expect(page.locator(".bid")).to_have_count(4)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, [role=img]")]
            .filter((each) => each.offsetParent !== null || each.ownerSVGElement !== undefined)
            .filter((each) => !(each.getAttribute("aria-label") ?? each.textContent ?? "").trim())
            .filter((each) => !each.labels?.length)
            .filter((each) => !each.closest(".suit-icon") && !each.closest("[hidden]"))
            .map((each) => each.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    page.locator('[data-key="bid-1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#action h2")).to_have_text("Dora bids")
    assert page.evaluate("document.activeElement.dataset.key") == "bid-1"


def test_contrast_of_text_is_enough_in_light_and_dark(calm_page, page_server):
    """WCAG AA (4.5 to 1) for the colours that carry text, as the style sheet pairs them."""
    calm_page.goto(page_server.url)
    pairs = (
        ("--ink", "--page"), ("--ink", "--surface"), ("--ink-soft", "--page"), ("--ink-soft", "--surface"),
        ("--ink-soft", "--surface-sunk"), ("--felt-ink", "--felt"), ("--felt-soft", "--felt-edge"),
        ("--primary-ink", "--primary"), ("--turn-ink", "--turn"), ("--ask-ink", "--ask"), ("--felt-soft", "--felt"),
        ("--trouble-ink", "--trouble"), ("--suit-red", "--paper"), ("--suit-black", "--paper"),
    )  # fmt: skip
    script = "(names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim())"
    for scheme in ("light", "dark"):
        calm_page.emulate_media(color_scheme=scheme)
        for ink, ground in pairs:
            values = calm_page.evaluate(script, [ink, ground])
            assert contrast(*values) >= 4.5, (scheme, ink, ground, values)


def contrast(first: str, second: str) -> float:
    """WCAG contrast ratio of two #rrggbb colours."""

    def luminance(colour: str) -> float:
        channels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
        linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
        return float(linear @ (0.2126, 0.7152, 0.0722))

    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
