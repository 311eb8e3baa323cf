"""The snapshot says everything a page shows, and nothing the table is not entitled to."""

from __future__ import annotations

import json

import pytest

from engine.cards import Card
from engine.events import CardsPlayed, Ruled
from tests.webui.game_script import SHORT_ROUND, play_script, start_game
from webui.questions import Choice, Question
from webui.session import Session
from webui.snapshot import SCHEMA, tricks_json
from webui.store import Evidence

REVOKE_ROUND = "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=1 1:AS 2:3S 3:4S 0:9D gather 1:KS 2:8S 3:6C 0:5S"


@pytest.fixture
def game(session):
    start_game(session, rounds=(2, 3, 4))
    return session


def test_the_document_names_its_schema_version_and_build(session):
    document = session.snapshot()
    assert document["schema"] == SCHEMA
    assert document["version"] == session.version
    assert len(document["build"]) == 10
    assert document["phase"] == "none"


def test_names_teams_seats_and_sides(game):
    document = game.snapshot()
    assert [(seat["name"], seat["side"], seat["team"]) for seat in document["seats"]] == [
        ("Anna", "bottom", 0), ("Ben", "left", 1), ("Carla", "top", 0), ("Dora", "right", 1),
    ]  # fmt: skip
    assert [team["name"] for team in document["teams"]] == ["Anna & Carla", "Ben & Dora"]
    assert document["game"]["schedule"] == [2, 3, 4]


def test_the_table_is_drawn_as_the_camera_sees_it(store):
    session = Session(store, bottom_seat=2)
    start_game(session)
    assert [seat["side"] for seat in session.snapshot()["seats"]] == ["top", "right", "bottom", "left"]


def test_bidding_shows_whose_turn_it_is_and_which_bid_is_barred_and_why(game):
    play_script(game, "deal turn:2H bid:1=1 bid:2=0 bid:3=0")
    expected = game.snapshot()["expected"]
    assert (expected["kind"], expected["seat"], expected["sentence"]) == ("bid", 0, "Anna bids.")
    assert expected["bids"] == [
        {"value": 0, "title": "0", "allowed": True, "reason": ""},
        {"value": 1, "title": "1", "allowed": False, "reason": "the bids would add up to 2"},
        {"value": 2, "title": "2", "allowed": True, "reason": ""},
    ]


def test_the_trick_on_the_table_shows_cards_seats_and_who_is_winning(game):
    play_script(game, "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=1 1:QS 2:KS")
    document = game.snapshot()
    assert [(play["card"], play["seat"]) for play in document["trick"]["plays"]] == [("QS", 1), ("KS", 2)]
    assert (document["trick"]["leader"], document["trick"]["best"], document["trick"]["winner"]) == (1, 2, None)
    assert document["expected"]["sentence"] == "Dora plays, spades were led."


def test_the_last_trick_may_be_seen_until_the_next_lead(game):
    play_script(game, "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=1 1:AS 2:3S 3:4S 0:5S")
    assert game.snapshot()["previous_trick"] is None
    play_script(game, "gather")
    document = game.snapshot()
    assert document["trick"] is None
    assert [play["card"] for play in document["previous_trick"]["plays"]] == ["AS", "3S", "4S", "5S"]
    play_script(game, "1:KD")
    assert game.snapshot()["previous_trick"] is None


def test_the_score_sheet_has_a_row_per_round_with_running_totals(game):
    play_script(game, SHORT_ROUND + " deal")
    first, second, third = game.snapshot()["score_sheet"]
    assert (first["status"], first["trump"], first["dealer_name"]) == ("counted", "H", "Anna")
    assert first["teams"] == [
        {"bid": 1, "tricks": 1, "made": True, "score": 5, "total": 5},
        {"bid": 2, "tricks": 1, "made": False, "score": -1, "total": -1},
    ]
    assert (second["status"], second["hand_size"], second["dealer_name"]) == ("running", 3, "Ben")
    assert third == {"number": 3, "hand_size": 4, "status": "to_come", "teams": []}
    assert [team["total"] for team in game.snapshot()["teams"]] == [5, -1]


def test_a_revoke_is_shown_with_both_cards_their_pictures_and_the_choices(game):
    *_, gather = play_script(game, "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=1 1:AS 2:3S 3:4S 0:9D gather")
    play_script(game, "1:KS 2:8S 3:6C")
    proof = game.append(CardsPlayed(0, (Card.from_code("5S"),)), Evidence(b"jpeg", {"5S": 0.9}))
    verdict = next(each for each in game.snapshot()["verdicts"] if each["code"] == "revoke")
    assert verdict["sentence"] == "Trick 1: Anna did not follow spades. Trick 2: Anna played 5♠."
    assert verdict["rule"] == "Rule 8"
    assert verdict["is_open"]
    pictures = {item["card"]: item for item in verdict["pictures"]}
    assert list(pictures) == ["AS", "9D", "5S"]
    assert pictures["5S"]["picture"] == f"/api/evidence/{game.game_id}/{proof}.jpg"
    assert pictures["9D"]["picture"] is None
    assert pictures["9D"]["entry"] == gather - 1
    assert {"stands", "misread"} <= {choice["decision"] for choice in verdict["choices"]}
    assert all(choice["title"] and ":" not in choice["title"] for choice in verdict["choices"])


def test_a_decided_finding_stays_visible_in_its_round(game):
    play_script(game, "deal turn:2H bid:1=3")
    (verdict,) = game.snapshot()["verdicts"]
    assert (verdict["sentence"], verdict["legal"]) == ("Ben bid 3.", "Allowed: 0 to 2.")
    game.append(Ruled(verdict["id"], "stands"))
    (decided,) = game.snapshot()["verdicts"]
    assert (decided["is_open"], decided["decided"]) == (False, "Stands.")


def test_a_question_is_shown_with_its_answers(game):
    game.ask(
        Question(
            "card:9",
            "which_card",
            {"card": "8S", "other": "3S"},
            (Choice("card:8S", {"card": "8S"}), Choice("nothing")),
        )
    )
    (question,) = game.snapshot()["questions"]
    assert question["sentence"] == "Is this 8♠ or 3♠?"
    assert [(choice["code"], choice["title"]) for choice in question["choices"]] == [
        ("card:8S", "8♠"),
        ("nothing", "No card there"),
    ]


def test_undo_says_what_it_takes_back_and_stops_at_the_start_of_the_game(game):
    assert game.snapshot()["undo"] == {"available": False, "what": ""}
    play_script(game, "deal turn:2H")
    assert game.snapshot("scorer")["undo"] == {"available": True, "what": "2♥ turned"}
    assert game.snapshot("public")["undo"] == {"available": True, "what": ""}


def test_viewers_do_not_learn_what_only_the_log_knows(game):
    """hidden_information §6: older tricks, voids, cards still out and the pad of seen cards are not public."""
    play_script(game, "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=1 1:AS 2:3S 3:4S 0:9D gather 1:KD")
    public, scorer = game.snapshot("public"), game.snapshot("scorer")
    assert "scorer" not in public
    assert scorer["scorer"]["seen"] == {"2H": 1, "AS": 1, "3S": 1, "4S": 1, "9D": 1, "KD": 1}
    text = json.dumps(public)
    for secret in ("void", "unseen", "knowledge", "known_cards", "cards_left", "hidden", '"9D"', '"AS"', "probabilit"):
        assert secret not in text.replace('"void": false', ""), secret
    assert game.state.round.knowledge[0].void_suits == ("S",)


def test_viewers_may_not_page_through_older_tricks_but_the_scorer_may(game):
    play_script(game, "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=1 1:AS 2:3S 3:4S 0:9D gather 1:KD")
    (for_viewers,) = tricks_json(game.state, for_scorer=False)
    (for_scorer,) = tricks_json(game.state, for_scorer=True)
    assert [trick["number"] for trick in for_viewers["tricks"]] == [2]
    assert [trick["number"] for trick in for_scorer["tricks"]] == [1, 2]


def test_a_held_back_revoke_is_not_in_the_document(session):
    start_game(session, rounds=(3,), revoke_notice="end_of_round")
    play_script(session, REVOKE_ROUND)
    assert not [each for each in session.snapshot("scorer")["verdicts"] if each["code"] == "revoke"]
    play_script(session, "gather 1:2C 2:3C 3:4C 0:5C gather")
    assert [each for each in session.snapshot()["verdicts"] if each["code"] == "revoke"]


def test_the_document_is_rendered_once_per_version(game):
    assert game.snapshot_json("public") is game.snapshot_json("public")
    before = game.snapshot_json("public")
    play_script(game, "deal")
    assert game.snapshot_json("public") is not before
