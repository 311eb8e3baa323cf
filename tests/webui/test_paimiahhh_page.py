"""PaiMiahhh on the page: whole games sent as commands, what the snapshot shows of them, and the words of findings."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.events import Announced, HandShown, Removed
from engine.games.paimiahhh_options import OPTIONS
from engine.games.paimiahhh_tiles import Tile
from tests.engine.paimiahhh_log import ALL_SPECIALS, PaiMiahhhLog
from tests.engine.paimiahhh_players import RandomTable
from tests.webui.paimiahhh_over_api import NAMES, teller
from webui import games
from webui.printing.shapes import COLOUR_SHAPES, shape
from webui.sentences import DECISION_TITLES
from webui.sentences_log import expected_sentence
from webui.sentences_verdicts import verdict_text
from webui.snapshot_paimiahhh import paimiahhh_json, rows_of
from webui.snapshot_table import requests_json

VARIANTS = ("variant_1", "variant_2", "variant_3", "variant_4")
JS = Path(__file__).parents[2] / "webui/static/js"


def page_of(log: PaiMiahhhLog) -> dict[str, Any]:
    shown = paimiahhh_json(log.state, for_scorer=False)
    assert shown is not None
    return shown


# --- whole games, from the first card to the last score ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("late_answers", "options"),
    [
        pytest.param(0.0, {}, id="the rulebook's game"),
        pytest.param(0.8, dict.fromkeys(VARIANTS, True), id="every variant, answered late"),
    ],
)
def test_a_whole_game_is_played_over_the_api(client, post, session, late_answers, options):
    open_questions: list[int] = []

    def send(path: str, body: dict[str, Any]) -> None:
        answer = post(path, body)
        assert answer.status_code == 200, answer.get_json()
        open_questions.append(len(session.state.requests))

    table = RandomTable(random.Random(7), teller(send), late_answers=late_answers, **options)
    totals = [0, 0]
    while not session.state.winners:
        live = table.play_round()
        if live is None:
            assert session.snapshot()["phase"] == "deal"
            continue
        shown: dict[str, Any] = session.snapshot()
        totals = [total + score for total, score in zip(totals, live.scores(), strict=True)]
        count = shown["paimiahhh"]["rounds"][-1]
        assert [team["score"] for team in count["teams"]] == live.scores()
        assert [team["tricks"] for team in count["teams"]] == [live.won[0] + live.won[2], live.won[1] + live.won[3]]
        assert [team["total"] for team in shown["teams"]] == totals
        assert count["is_made"] == (count["teams"][live.declarer % 2]["tricks"] >= live.value + 6)
        assert shown["requests"] == []
        assert [verdict for verdict in shown["verdicts"] if verdict["is_open"]] == []
        lying = {tile["code"] for tile in shown["paimiahhh"]["tiles"] if tile["row"] is not None}
        assert lying == {f"{tile[1]}{tile[0]}" for column in live.columns.values() for tile in column}
    assert (max(open_questions) > 1) == bool(late_answers)
    final: dict[str, Any] = session.snapshot()
    assert final["phase"] == "game_over"
    winners = "Anna & Carla" if totals[0] > totals[1] else "Ben & Dora"
    assert final["result"]["sentence"] == f"{winners} win, {max(totals)} to {min(totals)}."


def test_viewers_see_the_same_facts_and_no_card_that_nobody_has_shown(post, session):
    laid: set[str] = set()
    shown_hand: set[str] = set()

    def send(path: str, body: dict[str, Any]) -> None:
        assert post(path, body).status_code == 200
        if path == "/round":
            laid.clear()
            shown_hand.clear()
        laid.update(body.get("cards", ()) if path == "/play" else ())
        shown_hand.update(body["cards"] if path == "/hand" else ())
        viewer, scorer = session.snapshot("public"), session.snapshot("scorer")
        assert viewer["paimiahhh"] == scorer["paimiahhh"]
        assert "scorer" not in viewer
        dummy = viewer["paimiahhh"].get("dummy")
        assert set(dummy["hand"] if dummy else ()) == shown_hand - laid
        for name in ("trick", "previous_trick"):
            assert {play["card"] for play in (viewer[name] or {"plays": ()})["plays"]} <= laid
        assert not {"known_cards", "knowledge", "unseen", "hidden_void_suits"} & set(
            re.findall(r'"(\w+)":', str(viewer))
        )

    RandomTable(random.Random(3), teller(send), variant_2=True).play_round()


# --- the auction ------------------------------------------------------------------------------------------------------


def test_an_auction_is_shown_with_what_may_be_bid_who_has_to_pass_and_who_may_come_back():
    log = PaiMiahhhLog().deal()
    assert expected_sentence(log.state) == "Nora moves the marker or passes."
    log.bid("N:3 E:P S:8")
    auction = page_of(log)["auction"]
    assert auction["legal"] == list(range(9, 31))
    assert [call["title"] for call in auction["calls"]] == ["green 1", "pass", "green 2"]
    assert auction["to_pass"] == [3, 0, 1]
    assert page_of(log)["contract"]["words"] == "Green is trump, 2 points a trick"
    assert not page_of(log)["contract"]["is_final"]
    log.bid("W:P N:P")
    assert page_of(log)["auction"]["to_pass"] == [1]
    log.bid("E:P")
    assert page_of(log)["auction"]["to_pass"] == []
    assert page_of(log)["contract"]["who"] == "Sara declares, Nora is dummy"
    assert expected_sentence(log.state) == "Whoever holds the Starter opens with it."


def test_four_passes_are_dealt_again_and_the_page_says_who_bids_first():
    log = PaiMiahhhLog(redeal_first_bidder="next_clockwise").deal().bid("N:P E:P S:P W:P")
    assert expected_sentence(log.state) == "Deal 12 cards each; Emil bids first."


def test_a_marker_put_back_is_entered_by_the_scorer_and_pointed_out(post, session):
    post("/game", {"game": "paimiahhh", "names": list(NAMES)})
    post("/round")
    post("/bid", {"seat": 0, "value": 9})
    entry = post("/bid", {"seat": 1, "value": 4}).get_json()["entry"]
    shown: dict[str, Any] = session.snapshot()
    assert shown["verdicts"][0]["sentence"] == "Ben moved the marker to blue 1; it lay on blue 2."
    assert [choice["title"] for choice in shown["verdicts"][0]["choices"]] == [
        "Taken back",
        "Stands",
        "Card was read wrong",
    ]
    assert post(f"/entries/{entry}/correct", {"value": 14}).status_code == 200
    shown = session.snapshot()
    assert [tile["code"] for tile in shown["paimiahhh"]["tiles"] if tile["is_marker"]] == ["3B"]
    assert [verdict for verdict in shown["verdicts"] if verdict["is_open"]] == []


def test_passes_told_late_end_the_auction_after_the_first_card():
    log = PaiMiahhhLog().deal().bid("N:8").play("W:ST")
    (request,) = requests_json(log.state)
    assert (request["kind"], request["sentence"]) == ("auction", "Play has begun: how did the auction end?")
    assert page_of(log)["auction"]["to_pass"] == [1, 2, 3]
    assert notes_on(page_of(log)) == ["The last passes were not entered; Nora is taken as Declarer."]
    log.bid("E:P S:P W:P")
    assert requests_json(log.state) == []
    assert page_of(log)["notes"] == []


# --- the tiles --------------------------------------------------------------------------------------------------------


def notes_on(page: dict[str, Any]) -> list[str]:
    return [note["text"] for note in page["notes"] if not note["is_seen"]]


def tile_in(page: dict[str, Any], code: str) -> dict[str, Any]:
    return next(tile for tile in page["tiles"] if tile["code"] == code)


def test_the_matrix_shows_what_is_gone_what_is_next_and_the_tile_that_stays():
    log = PaiMiahhhLog().deal("G2").play("W:ST N:O5 E:O7 S:G1 | E:O8 S:G3 W:O4 N:O2")
    page = page_of(log)
    assert tile_in(page, "1G")["row"] is None
    marked = tile_in(page, "2G")
    assert (marked["row"], marked["is_marker"], marked["is_protected"], marked["is_next"]) == (1, True, True, False)
    assert tile_in(page, "3G")["row"] is None
    assert tile_in(page, "4G")["is_next"]
    assert page["tiles_won"][2]["points"] == 4
    assert [tile["title"] for tile in page["tiles_won"][2]["tiles"]] == ["green 1", "green 3"]


def test_tiles_that_porter_carried_lie_under_those_of_their_new_column():
    log = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="N").play("E:O7 S:P(B>R+Y)")
    page = page_of(log)
    places = {code: (tile_in(page, code)["column"], tile_in(page, code)["row"]) for code in ("1B", "2B", "3B")}
    assert places == {"1B": (3, -1), "2B": (4, -1), "3B": (1, 2)}
    assert tile_in(page, "1B")["is_next"]


@pytest.mark.parametrize(
    ("colour", "tiles", "rows"),
    [
        ("B", "1B 2B 3B 4B 5B 6B", [0, 1, 2, 3, 4, 5]),
        ("B", "3B 6B", [2, 5]),
        ("B", "1G 2G 3B", [0, 1, 2]),
        ("B", "5G 1B", [-1, 0]),
        ("B", "1G 2G", [0, 1]),
        ("B", "", []),
    ],
)
def test_a_column_keeps_its_places_when_tiles_go_and_come(colour, tiles, rows):
    assert rows_of(colour, [Tile.from_code(code) for code in tiles.split()]) == rows


def test_the_columns_lie_as_the_table_has_agreed():
    log = PaiMiahhhLog(colours=("Y", "R", "G", "B", "O"), bid_path="left_to_right").deal()
    page = page_of(log)
    assert page["columns"] == ["Y", "R", "G", "B", "O"]
    assert (tile_in(page, "1Y")["column"], tile_in(page, "1Y")["position"]) == (0, 1)


# --- play -------------------------------------------------------------------------------------------------------------


def test_the_dummy_s_cards_vanish_as_they_are_played_and_those_that_must_follow_are_named():
    log = PaiMiahhhLog().deal("G1").play("W:ST N:O5 E:O7")
    assert (page_of(log)["dummy"]["hand"], page_of(log)["dummy"]["missing"]) == ([], 12)
    log.play("S:O1")
    (request,) = requests_json(log.state)
    assert request["sentence"] == "Sara is the dummy: which cards lie open?"
    log.show("S", ELEVEN)
    assert requests_json(log.state) == []
    log.play("| E:B4")
    assert expected_sentence(log.state) == "Nora plays for Sara, blue was led."
    dummy = page_of(log)["dummy"]
    assert dummy["hand"][:3] == ["3O", "1B", "8B"]
    assert sorted(dummy["may_play"]) == ["1B", "8B"]
    log.play("S:B8")
    assert "8B" not in page_of(log)["dummy"]["hand"]
    assert page_of(log)["dummy"]["missing"] == 0


def test_the_contract_is_told_trick_by_trick():
    log = PaiMiahhhLog().deal("G1").play("W:ST N:G5 E:O7 S:G1")
    contract = page_of(log)["contract"]
    assert (contract["taken"], contract["tricks"], contract["standing"]) == (1, 7, "6 more needed, 11 to play.")


def test_reverse_joker_and_bonus_are_told_while_they_matter():
    log = PaiMiahhhLog(**ALL_SPECIALS).deal("G3").play("E:V S:J=O7 W:B N:O1")
    page = page_of(log)
    assert page["direction"] == -1
    assert notes_on(page) == [
        "Reverse: play goes the other way round.",
        "Sara has the Bonus token: 4 points.",
        "The Joker is orange 7.",
    ]
    low = PaiMiahhhLog(reverse_effect="low_wins", **ALL_SPECIALS).deal("G3").play("E:V S:O5 W:O6 N:O1")
    assert notes_on(page_of(low)) == ["Reverse: low cards beat high ones."]


def test_what_only_a_player_knows_is_asked_in_words_with_only_the_legal_answers():
    log = PaiMiahhhLog(**ALL_SPECIALS).deal("G3").play("E:O7 S:J W:P N:E8")
    asked = {request["kind"]: request for request in requests_json(log.state)}
    assert asked["joker"]["sentence"] == "Which card did Sara name the Joker?"
    assert len(asked["joker"]["choices"]) == 45
    assert asked["porter"]["sentence"] == "Which tiles did Wim carry with Porter?"
    assert {"choice": "B>R+Y", "title": "Blue: the lower tile to red, the upper to yellow"} in asked["porter"][
        "choices"
    ]
    assert asked["tile"]["sentence"] == "From which column did Nora take a tile for 8★?"
    assert [choice["title"] for choice in asked["tile"]["choices"]] == [
        "Orange",
        "Blue",
        "Green",
        "Red",
        "Yellow",
        "No tile",
    ]


def test_a_joker_of_the_dummy_is_named_in_the_colour_it_holds():
    log = PaiMiahhhLog(specials=("joker_star", "honor")).deal("G1").play("W:ST N:O5 E:O7 S:O1")
    log.show("S", "O3,J,B1,G2,H,R0,R1,R2,R3,R4,Y5").play("| E:O8 S:J")
    (request,) = requests_json(log.state)
    assert [choice["title"] for choice in request["choices"]] == [f"orange {value}" for value in range(9)]


def test_a_card_of_another_pack_in_the_open_hand_takes_nothing_down():
    log = PaiMiahhhLog().deal("G1").play("W:ST N:O5 E:O7 S:O1").add(HandShown(2, (Card("T", "S"), Card("8", "B"))))
    assert "8B" in page_of(log)["dummy"]["hand"]


def test_a_leader_who_is_not_known_yet_is_told_by_what_makes_them_one():
    unnamed = PaiMiahhhLog(specials=("joker_star", "honor")).deal("G1").play("W:ST N:O5 E:J S:O1 |")
    assert expected_sentence(unnamed.state) == "Whoever won the trick leads."
    assert expected_sentence(PaiMiahhhLog().deal("G1").state) == "Whoever holds the Starter opens with it."


def test_a_wrong_answer_is_taken_out_and_asked_for_again():
    log = PaiMiahhhLog(specials=("joker_star", "honor")).deal("G1").play("W:ST N:O5 E:J=O7")
    (answer,) = page_of(log)["notes"]
    assert answer["text"] == "The Joker is orange 7."
    log.add(Removed(answer["entry"]))
    assert page_of(log)["notes"] == []
    assert [request["kind"] for request in requests_json(log.state)] == ["joker"]


def test_an_open_hand_is_corrected_after_cards_have_left_it(post, session):
    post("/game", {"game": "paimiahhh", "names": list(NAMES)})
    post("/round")
    post("/bid", {"seat": 0, "value": 3})
    for seat in (1, 2, 3):
        post("/pass", {"seat": seat})
    for seat, card in ((3, "starter"), (0, "5O"), (1, "7O"), (2, "1O")):
        post("/play", {"seat": seat, "card": card})
    cards = ["3O", "8B", "1B", "2G", "honor", "0R", "1R", "2R", "3R", "4R", "5Y"]
    post("/hand", {"seat": 2, "cards": cards})
    post("/play", {"seat": 1, "card": "4B"})
    post("/play", {"seat": 2, "card": "8B"})
    dummy = session.snapshot()["paimiahhh"]["dummy"]
    assert dummy["played_since"] == ["8B"]
    right = ["6Y" if card == "5Y" else card for card in dummy["hand"]]
    post(f"/entries/{dummy['entries'][0]}/correct", {"cards": [*right, *dummy["played_since"]]})
    shown: dict[str, Any] = session.snapshot()
    assert shown["paimiahhh"]["dummy"]["hand"] == right
    assert shown["paimiahhh"]["dummy"]["missing"] == 0
    assert shown["verdicts"] == []


def test_answers_of_one_kind_sent_to_another_game_take_nothing_down(post, session):
    post("/game", {"game": "oh_hell_pairs", "names": list(NAMES)})
    for kind in ("auction", "joker", "tile", "porter", "hand"):
        for choice in ("7", "nonsense", "9" * 30, ">+~"):
            assert post("/declare", {"entry": 1, "kind": kind, "choice": choice}).status_code == 200
            assert session.snapshot("scorer")["undo"]["what"].startswith("answer:")


# --- findings in words ------------------------------------------------------------------------------------------------


ELEVEN = "O3,B8,B1,G2,H,R0,R1,R2,R3,R4,Y5"
TWELVE = f"{ELEVEN},Y6"


def played_out(log: PaiMiahhhLog, specials: str = "T H") -> PaiMiahhhLog:
    """Twelve tricks with all the cards of the pack, lawful or not."""
    pack = ["ST", *specials.split(), *(f"{colour}{value}" for colour in "OBGRY" for value in range(9))]
    return log.play(" ".join(f"{'WNES'[place % 4]}:{card}" for place, card in enumerate(pack)))


def words_of(log: PaiMiahhhLog, code: str) -> str:
    text = verdict_text(log.verdict(code), log.state)
    return f"{text.sentence} {text.legal}".strip()


FINDINGS = {
    "bid_not_forward": (
        PaiMiahhhLog().deal().bid("N:9 E:4"),
        "Emil moved the marker to blue 1; it lay on blue 2. A bid moves it forward on its path; otherwise one passes.",
    ),
    "bid_off_path": (
        PaiMiahhhLog().deal().bid("N:31"),
        "Nora moved the marker to place 31, where no tile lies. The bid has no effect. A bid stops on a tile.",
    ),
    "bid_out_of_turn": (
        PaiMiahhhLog().deal().bid("S:P"),
        "Sara passed out of turn. It was Nora's turn. If it stands, the bidding goes on from Sara.",
    ),
    "call_after_auction": (
        PaiMiahhhLog().deal("G1").bid("E:9"),
        "Emil moved the marker to blue 2 after the auction had ended. It does not count.",
    ),
    "play_before_bids": (
        PaiMiahhhLog().deal().bid("N:8").play("W:ST"),
        "Play began before the passes that end the auction were entered. "
        "Three passes in a row end it. They can be entered now.",
    ),
    "starter_not_led": (
        PaiMiahhhLog().deal("G1").play("W:O5"),
        "Wim opened the first trick with orange 5. The Starter opens it.",
    ),
    "starter_late": (
        PaiMiahhhLog().deal("G1").play("W:O5 N:ST"),
        "Nora had the Starter, which should have opened the first trick. One of these cards may be misread.",
    ),
    "hand_shown_early": (
        PaiMiahhhLog().deal().show("E", "O5"),
        "Emil showed the hand before the first card was played.",
    ),
    "hand_not_dummys": (
        PaiMiahhhLog().deal("G1").play("W:ST").show("E", "O5"),
        "Emil laid a hand open, but Sara is the dummy.",
    ),
    "table_talk": (
        PaiMiahhhLog(table_talk="warn").deal("G1").add(Announced(1, "table_talk")),
        "Emil gave advice or described the hand.",
    ),
    "revoke": (
        PaiMiahhhLog().deal("G1").play("W:ST N:O5 E:B7 S:O1 | N:O3 E:O2"),
        "Trick 1: Emil did not follow orange. Trick 2: Emil played orange 2. "
        "Orange should have been played. One of these cards may be misread.",
    ),
    "joker_off_lead": (
        PaiMiahhhLog(specials=("joker_star", "honor")).deal("G1").play("W:ST N:O5 E:J=B7 S:O1 | E:O2"),
        "Trick 1: Emil did not name the Joker orange, the colour led. Trick 2: Emil played orange 2. "
        "With cards of that colour in hand it must be named so. One of these cards may be misread.",
    ),
    "wrong_tile": (
        PaiMiahhhLog().deal("G1").play("W:ST N:O5 E:B7").take("E", "R1"),
        "Emil took the tile red 1. The card blue 7 earns the tile blue 1.",
    ),
    "tile_impossible": (
        PaiMiahhhLog().deal("G1").take("E", "R1"),
        "Emil is said to have taken the tile red 1, which no card earned or no longer lies there.",
    ),
    "declaration_impossible": (
        PaiMiahhhLog(**ALL_SPECIALS).deal("G1").play("E:O5 S:P").declare("porter", "B>B"),
        "Sara is said to have chosen “Blue to blue”, which is not possible. "
        "See the open question for what is possible.",
    ),
}


@pytest.mark.parametrize("code", FINDINGS)
def test_a_finding_is_told_in_plain_words(code):
    log, sentence = FINDINGS[code]
    assert words_of(log, code) == sentence


def test_a_finding_about_the_open_hand_names_the_card():
    log = PaiMiahhhLog().deal("G1").play("W:ST N:O5 E:O7 S:O1").show("S", ELEVEN).play("| E:B4 S:B7")
    assert words_of(log, "not_in_shown_hand").startswith("Sara played blue 7, which was not in the hand lying open.")
    assert words_of(
        PaiMiahhhLog().deal("G1").play("W:ST N:O5 E:O7 S:O1").show("S", TWELVE), "shown_hand_too_large"
    ) == ("Sara shows 12 cards; 11 are in the hand. A card was probably misread.")


def test_a_round_without_a_contract_or_with_open_questions_says_what_is_missing():
    log = played_out(PaiMiahhhLog().deal())
    assert words_of(log, "bids_missing").startswith("The round was played, but no bid was entered.")
    with_joker = played_out(PaiMiahhhLog(specials=("joker_star", "honor")).deal("G1"), "J H")
    assert words_of(with_joker, "questions_unanswered") == (
        "Open questions of this round change its score. "
        "It is scored once they are answered, or as things are if this stands."
    )


def test_a_revoke_may_be_taken_back_until_the_next_trick_and_then_costs_the_tile_and_the_trick_points():
    at_once = PaiMiahhhLog().deal("G1").play("W:ST N:O5 E:O7 S:O1").show("S", ELEVEN).play("| E:B4 S:R0")
    later = FINDINGS["revoke"][0]

    def offered(log: PaiMiahhhLog) -> set[str]:
        return {DECISION_TITLES[choice.decision] for choice in log.verdict("revoke").choices}

    assert offered(at_once) == {"Taken back", "Stands", "Card was read wrong"}
    assert offered(later) == {"Tile back, no trick points", "Stands", "Card was read wrong"}


# --- setting up -------------------------------------------------------------------------------------------------------


def test_every_variant_and_option_can_be_chosen_in_a_player_s_words():
    menu = next(game for game in games.menu_json() if game["code"] == "paimiahhh")
    options = {option["name"]: option for option in menu["options"]}
    assert set(options) == {option.name for option in OPTIONS}
    first = [option["name"] for option in menu["options"] if option["first"]]
    assert first == ["first_bidder", "variant_1", "variant_2", "variant_3", "variant_4", "specials"]
    assert {"value": "eight_star", "title": "8★"} in options["specials"]["pick"]["items"]
    assert options["colours"]["pick"]["is_order"]
    for name, option in options.items():
        for choice in option["choices"]:
            games.read_options("paimiahhh", {name: choice["value"]})


def test_specials_that_do_not_fit_the_variants_are_refused_with_their_number(post):
    start = {"game": "paimiahhh", "names": list(NAMES)}
    chosen = {"specials": ["honor", "porter"]}
    refused = post("/game", {**start, "options": {**chosen, "variant_1": True}})
    assert (refused.status_code, refused.get_json()["error"]) == (400, "These variants take 3 starred specials.")
    assert post("/game", {**start, "options": chosen}).status_code == 200


def test_the_pad_has_the_cards_of_this_game(post, session):
    post("/game", {"game": "paimiahhh", "names": list(NAMES), "options": {"specials": ["honor", "porter"]}})
    deck = session.snapshot()["game"]["deck"]
    assert deck["suits"] == list("OBGRY")
    assert deck["ranks"] == list("876543210")
    assert deck["specials"] == ["starter", "honor", "porter"]


def test_the_pages_draw_the_shapes_of_the_printed_deck():
    script = (JS / "paimiahhh_cards.js").read_text(encoding="utf-8")
    for colour, name in COLOUR_SHAPES.items():
        drawn = re.search(rf'{colour}: {{ name: "\w+", shape: "([^"]+)"', script)
        assert drawn is not None
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", drawn[1])]
        printed = [coordinate for point in shape(name, (12, 12), 22, None).points for coordinate in point]
        assert numbers == pytest.approx(printed, abs=0.006)
