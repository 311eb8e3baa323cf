"""Hearts and Spades from the deal to the winner, entered by hand as a scorer does, and told in words."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.events import GameStarted
from engine.fold import fold
from engine.log import Entry
from tests.webui.game_script import NAMES
from tests.webui.played_deals import Deal, hearts_deal, spades_deal
from tests.webui.test_api import state_of
from webui.snapshot_score import result_json


@pytest.fixture
def start(post):
    """Start a game in which Anna (seat 0) deals first."""

    def started(code, **options):
        answer = post("/game", {"game": code, "names": list(NAMES), "options": {"dealer": 0, **options}})
        assert answer.status_code == 200, answer.json

    return started


@pytest.fixture
def play(post):
    """Enter every card of a deal; whose turn it is knows the page, but for the very first card of Hearts."""

    def played(deal: Deal):
        first_seat, first_card = deal.tricks[0][0]
        assert post("/play", {"card": first_card, "seat": first_seat}).status_code == 200
        for number, trick in enumerate(deal.tricks):
            for _, card in trick[1 if number == 0 else 0 :]:
                post("/play", {"card": card})
            post("/gather")

    return played


def test_a_game_of_hearts_to_its_end(client, post, start, play):
    rng = Random(20261130)
    start("hearts", end=40)
    totals = [0, 0, 0, 0]
    while max(totals) < 40:
        post("/round")
        deal = hearts_deal(rng)
        play(deal)
        totals = [total + more for total, more in zip(totals, deal.hearts_points(), strict=True)]
        state = state_of(client)
        assert state["verdicts"] == []
        assert [team["total"] for team in state["teams"]] == totals
        assert [row["teams"][2]["total"] for row in state["score_sheet"]][-1] == totals[2]
    winner = totals.index(min(totals))
    assert state["phase"] == "game_over"
    assert state["result"]["winners"] == [winner]
    best, second, third, last = sorted(totals)
    assert state["result"]["sentence"] == f"{NAMES[winner]} wins, {best} to {second}, {third} and {last}."
    assert len(state["score_sheet"]) > 1


def test_a_game_of_spades_to_its_end(client, post, start, play):
    """Everybody bids what the cards will bring, so every bid is made, nils too."""
    rng = Random(7)
    start("spades", end=300)
    totals = [0, 0]
    dealer, has_nil = 0, False
    while max(totals) < 300:
        post("/round")
        deal = spades_deal(rng, (dealer + 1) % 4)
        for step in range(4):
            seat = (dealer + 1 + step) % 4
            assert post("/bid", {"seat": seat, "value": deal.won(seat)}).status_code == 200
        has_nil = has_nil or any(deal.won(seat) == 0 for seat in range(4))
        play(deal)
        for seat in range(4):
            totals[seat % 2] += 10 * deal.won(seat) if deal.won(seat) else 100
        dealer = (dealer + 1) % 4
        state = state_of(client)
        assert state["verdicts"] == []
        assert [team["total"] for team in state["teams"]] == totals
        assert all(team["made"] for team in state["score_sheet"][-1]["teams"])
    assert totals[0] != totals[1]
    assert state["result"]["winners"] == [totals.index(max(totals))]
    pair = "Anna & Carla" if totals[0] > totals[1] else "Ben & Dora"
    assert state["result"]["sentence"] == f"{pair} win, {max(totals)} to {min(totals)}."


def test_hearts_says_to_whom_cards_are_passed_until_the_first_card(client, post, session, start):
    start("hearts")
    told = []
    for seed in range(4):
        post("/round")
        state = state_of(client)
        (note,) = state["round"]["notes"]
        told.append((note["text"], state["seats"][0]["note"]))
        assert state["expected"]["sentence"] == "Whoever holds 2♣ leads it."
        assert (state["round"]["of"], state["game"]["schedule"]) == (None, [])
        deal = hearts_deal(Random(seed))
        for event in deal.events:
            session.append(event)
    assert told == [
        ("Pass three cards to the left", "passes to Ben"),
        ("Pass three cards to the right", "passes to Dora"),
        ("Pass three cards across the table", "passes to Carla"),
        ("No cards are passed in this round", ""),
    ]


def test_the_passing_is_over_with_the_first_card(client, post, start):
    start("hearts")
    post("/round")
    post("/play", {"seat": 1, "card": "2C"})
    state = state_of(client)
    assert (state["round"]["notes"], state["seats"][0]["note"]) == ([], "")
    assert state["expected"]["sentence"] == "Carla plays, clubs were led."


def test_hearts_shows_the_points_taken_so_far(client, post, start):
    start("hearts", opening="dealer_left", breaking="free", first_trick="free")
    post("/round")
    for card in ("AH", "2H", "3H", "QS"):
        post("/play", {"card": card})
    post("/gather")
    state = state_of(client)
    assert [seat["note"] for seat in state["seats"]] == ["", "16 points", "", ""]
    assert [team["note"] for team in state["teams"]] == ["", "16 in this round", "", ""]


def test_the_first_lead_of_hearts_needs_a_seat(post, start):
    start("hearts")
    post("/round")
    assert post("/play", {"card": "2C"}).json["error"] == "seat: missing, and it is nobody's turn to play."


def test_findings_of_hearts_are_told_with_what_was_right(client, post, start):
    start("hearts")
    post("/round")
    post("/play", {"card": "3C", "seat": 0})
    (finding,) = state_of(client)["verdicts"]
    assert (finding["title"], finding["sentence"], finding["legal"], finding["rule"]) == (
        "Wrong first card",
        "Anna opened the round with 3♣.",
        "Whoever holds 2♣ leads it.",
        "Rule 5",
    )
    assert [choice["title"] for choice in finding["choices"]] == ["Taken back", "Stands", "Card was read wrong"]


def test_a_heart_led_too_early_and_its_penalty(client, post, start):
    start("hearts", opening="dealer_left", moon="self")
    post("/round")
    for card in ("AC", "2C", "3C", "4C"):
        post("/play", {"card": card})
    post("/gather")
    for card in ("AH", "2H", "3H", "4H"):
        post("/play", {"card": card})
    post("/gather")
    post("/play", {"card": "KC"})
    finding = next(each for each in state_of(client)["verdicts"] if each["code"] == "hearts_not_broken")
    assert finding["sentence"] == "Trick 2: Ben led A♥ before hearts were broken. Trick 3: Ben played K♣."
    assert "All 26 points to Ben" in [choice["title"] for choice in finding["choices"]]
    post(f"/verdicts/{finding['id']}/rule", {"decision": "penalty:all_points"})
    decided = next(each for each in state_of(client)["verdicts"] if each["id"] == finding["id"])
    assert decided["decided"] == "Penalty: all 26 points go to Ben."
    assert state_of(client)["undo"]["what"] == "ruling “All 26 points to Ben”"


def test_spades_offers_nil_and_blind_nil_as_words(client, post, start):
    start("spades", blind_nil="any")
    post("/round")
    expected = state_of(client)["expected"]
    assert [bid["title"] for bid in expected["bids"]] == ["nil", *map(str, range(1, 14))]
    assert expected["offers"] == [{"what": "blind_nil", "title": "Blind nil", "seats": [1], "to": []}]
    post("/announce", {"seat": 1, "what": "blind_nil"})
    post("/bid", {"seat": 2, "value": 0})
    seats = state_of(client)["seats"]
    assert [seat["bid_title"] for seat in seats] == ["", "blind nil", "nil", ""]
    assert post(f"/entries/{seats[1]['bid_entry']}/correct", {"event": "bid", "value": 3}).status_code == 200
    assert [seat["bid_title"] for seat in state_of(client)["seats"]] == ["", "3", "nil", ""]


def test_a_blind_nil_that_was_not_allowed_is_pointed_out(client, post, start):
    start("spades")
    post("/round")
    post("/announce", {"seat": 1, "what": "blind_nil"})
    (finding,) = state_of(client)["verdicts"]
    assert finding["sentence"] == "Ben bid a blind nil."
    assert finding["legal"] == "Only a pair that is 100 points or more behind may bid one."


def test_spades_counts_bags_from_round_to_round(client, post, start, play):
    start("spades", end=5000)
    post("/round")
    deal = spades_deal(Random(3), 1)
    for seat in (1, 2, 3, 0):
        post("/bid", {"seat": seat, "value": max(1, deal.won(seat) - 1)})
    play(deal)
    state = state_of(client)
    over = [sum(deal.won(seat) - max(1, deal.won(seat) - 1) for seat in pair) for pair in ((0, 2), (1, 3))]
    expected = ["" if bags <= 0 else "1 bag" if bags == 1 else f"{bags} bags" for bags in over]
    assert [team["note"] for team in state["teams"]] == expected
    assert any(expected)
    assert state["round"]["notes"][0]["text"] == "Every 10 bags of a pair cost 100 points."


def test_a_pair_whose_nil_failed_has_not_made_its_bid(client, post, start, play):
    start("spades")
    post("/round")
    deal = spades_deal(Random(3), 1)
    for seat in (1, 2, 3, 0):
        post("/bid", {"seat": seat, "value": 0 if seat == 3 else deal.won(seat)})
    assert deal.won(3) > 0
    play(deal)
    assert [team["made"] for team in state_of(client)["score_sheet"][0]["teams"]] == [True, False]


def test_without_nil_a_bid_of_nothing_is_a_number(client, post, start):
    start("spades", nil=0)
    post("/round")
    assert state_of(client)["expected"]["bids"][0]["title"] == "0"


@pytest.mark.parametrize(
    ("game", "totals", "winners", "sentence"),
    [
        ("hearts", (70, 12, 101, 12), (1, 3), "Ben and Dora share the win, 12 to 12, 70 and 101."),
        ("hearts", (70, 12, 101, -9), (3,), "Dora wins, −9 to 12, 70 and 101."),
        ("spades", (-40, 210), (1,), "Ben & Dora win, 210 to −40."),
    ],
)
def test_the_winners_are_named_with_the_best_total_first(game, totals, winners, sentence):
    state = fold((Entry(1, GameStarted(game, NAMES)),))
    result = result_json(replace(state, totals=totals, winners=winners))
    assert result == {"winners": list(winners), "sentence": sentence}
