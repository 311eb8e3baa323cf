"""Gou Ji on the pages: played by commands from the draw to the result, nothing leaked, everything in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import games
from engine.cards import Card
from engine.events import Announced, CardDrawn, CardTurned, RoundStarted, Ruled
from engine.games.gou_ji_self_play import Manners, play_game
from engine.games.gou_ji_sets import GOU_JI_DECK, GouJiLaws
from engine.games.gou_ji_verdicts import GouJiCode
from engine.verdicts import Code
from tests.engine.gou_ji_notation import cards
from tests.webui.gou_ji_script import NAMES, Table, command_of
from tests.webui.test_sentences import PARAMS, is_named_only, verdict
from webui.exporting import export_game
from webui.gou_ji_words import beaten_by, set_words
from webui.sentences_verdicts import verdict_text
from webui.suits_unsaid import cards_of_ranks

GAME = Path(games.__file__).parent
RED = Card("joker_red", None)
CODES = frozenset(card.code for card in GOU_JI_DECK.faces)


@pytest.fixture
def table(session) -> Table:
    return Table(session).start()


# --- a whole game ---------------------------------------------------------------------------------------------------


def test_a_whole_game_by_commands_ends_with_the_places_and_the_score_of_the_players(client, post):
    events, hands = play_game(Random(1), 3, {"hands": 3})
    for event in events:
        path, body = command_of(event)
        answer = post(path, body)
        assert answer.status_code == 200, (path, body, answer.json)

    state = client.get("/api/state").json
    assert [verdict["title"] for verdict in state["verdicts"] if verdict["is_open"]] == []
    assert state["requests"] == []
    rows = state["gou_ji"]["hands"]
    assert [[each["seat"] for each in row["ranking"]] for row in rows] == [list(hand.ranking) for hand in hands]
    assert [sum(row["scores"]) for row in rows] == [0, 0, 0]
    totals = [sum(row["scores"][team] for row in rows) for team in (0, 1)]
    assert [team["total"] for team in state["teams"]] == totals == rows[-1]["totals"]
    assert state["phase"] == "game_over"
    assert state["result"]["sentence"].endswith(f"{max(totals)} to {str(min(totals)).replace('-', '−')}.")


def test_a_sweep_counts_double_and_the_losers_owe_those_opposite(session):
    table = Table(session, hands=2).start().finish("ACEBDF").start()
    (first, _) = table.gou_ji["hands"]
    assert (first["is_double"], first["scores"]) == (True, [12, -12])
    assert [(each["name"], each["points"]) for each in first["ranking"]] == [
        ("Anna", 8), ("Carla", 4), ("Elif", 0), ("Ben", 0), ("Dora", -4), ("Fritz", -8),
    ]  # fmt: skip
    assert [duty["sentence"] for duty in table.gou_ji["hand"]["duties"]] == [
        "Ben gives 1 card to Elif.", "Dora gives 1 card to Anna.", "Fritz gives 1 card to Carla.",
    ]  # fmt: skip


def test_the_next_game_of_a_session_takes_over_the_kai_pai_and_may_take_over_tribute(client, post, store, session):
    table = Table(session, hands=1, tribute_first_hand="carry_over")
    assert post("/game/next").json["error"] == "The next game of a session begins when the last one is over."
    for path, body in (("/round", {}), ("/announce", {"seat": 1, "what": "kai_pai"}), ("/turn", {"card": "4S"})):
        post(path, body)
    table.finish("ABCDEF")
    assert client.get("/api/state").json["phase"] == "game_over"

    assert post("/game/next").status_code == 200
    post("/round")
    state = client.get("/api/state").json
    assert (state["expected"]["sentence"], state["teams"][0]["total"]) == ("Carla turns a card and counts.", 0)
    assert state["gou_ji"]["hand"]["duties"][0]["sentence"] == "Fritz gives 2 cards to Anna."
    for _ in range(2):
        post("/undo")
    assert client.get("/api/state").json["phase"] == "game_over"
    post("/redo")
    store.close()
    assert export_game(store.path, None, "text").count("of the session") == 2
    assert [row.split(",")[0] for row in export_game(store.path, None, "csv").splitlines()] == ["game", "1"]


def test_a_set_entered_by_rank_gets_suits_that_are_still_to_come(post, session):
    Table(session).start()
    for seat in range(5):
        post("/play", {"seat": seat, "ranks": ["8", "8", "8"]})
    assert [each.code for each in session.state.verdicts if each.code.startswith("too_many")] == []
    laid = session.state.gou_ji.hand.series[0].sets
    assert {card.rank for play in laid for card in play.cards} == {"8"}

    entry = laid[-1].entry_id
    assert post(f"/entries/{entry}/correct", {"ranks": ["9", "9", "joker_red"]}).status_code == 200
    assert [card.rank for card in session.state.gou_ji.hand.series[0].sets[-1].cards] == ["9", "9", "joker_red"]
    assert post(f"/entries/{entry}/insert", {"seat": 3, "ranks": ["9", "9", "9"]}).status_code == 200
    assert [len(series.sets) for series in session.state.gou_ji.hand.series] == [4, 2]


def test_ranks_take_the_suit_of_which_most_is_left():
    unseen = cards("KKKK")[:1] * 2 + cards("KKKK")[1:2]
    assert [card.code for card in cards_of_ranks("KKKK", GOU_JI_DECK, unseen)][:3] == ["KS", "KS", "KH"]


# --- what everybody sees --------------------------------------------------------------------------------------------


def test_a_running_series_shows_sets_passes_and_who_is_next(table):
    table.play("A:555 B:- C:88r")
    hand, seats = table.gou_ji["hand"], table.gou_ji["seats"]
    shown = [(each["name"], each["words"], each["shows"]) for each in hand["series"]["sets"]]
    assert shown == [
        ("Anna", "3 × 5", {"count": 3, "rank": "5", "rank_words": "5", "wild": []}),
        ("Carla", "2 × 8 and a red joker", {"count": 3, "rank": "8", "rank_words": "8", "wild": ["joker_red"]}),
    ]
    assert seats[1]["pass"] == {"entry": 4, "is_inferred": False}
    assert [seat["dui_men"] for seat in seats] == [3, 4, 5, 0, 1, 2]
    assert table.gou_ji["headline"] == {"kind": "closed", "title": "Nothing beats a red joker", "text": "Carla leads."}


@pytest.mark.parametrize(
    ("play", "title", "text"),
    [
        ("A:KK", "Gou Ji: Anna against Dora", "Only these two play until one passes."),
        ("A:5 B:6 C:- D:- E:- F:- A:-", "Nobody goes on", "Ben leads."),
        (f"A:{'3' * 16} | A:{'4' * 16} | A:5555", "Anna is out: 1st", "This last set may still be beaten."),
        (f"A:{'3' * 16} | A:{'4' * 16} | A:5555 |", "Anna is out: 1st", "Ben catches the wind and leads."),
    ],
)
def test_what_everybody_should_know_is_said(table, play, title, text):
    table.play(play)
    assert (table.gou_ji["headline"]["title"], table.gou_ji["headline"]["text"]) == (title, text)


def test_a_shao_pai_is_announced_and_its_sets_may_be_beaten(table):
    table.play("A:KK").say("shao_pai", "B")
    assert table.gou_ji["headline"] == {
        "kind": "burn", "title": "Shao Pai: Ben", "text": "Ben lays a set that beats this one, then the whole hand.",
    }  # fmt: skip
    assert table.public["expected"]["sentence"] == "Ben lays the first set."
    table.play("B:AA")
    assert table.public["expected"]["sentence"] == (
        "Ben lays the next set, or Carla, Dora, Elif, Fritz or Anna beats this one."
    )
    assert table.gou_ji["seats"][1]["is_burning"]


def test_rang_pai_is_noted_where_the_table_wants_it(session):
    table = Table(session, rang_pai="recorded").start().play("A:44 B:- C:- D:99")
    (offer,) = table.public["expected"]["offers"]
    assert offer == {"what": "rang_pai", "title": "Rang Pai", "seats": [0], "to": [4]}
    assert table.say("rang_pai", "A", to="E").gou_ji["notes"] == ["Rang Pai: Anna asks Elif to pass."]


def test_a_pass_that_was_only_inferred_can_be_denied_with_one_tap(post, table):
    table.play("A:5 C:7")
    noted = table.gou_ji["seats"][1]["pass"]
    assert noted["is_inferred"]
    assert post("/passes/deny", {"seat": 1, "entry": noted["entry"]}).status_code == 200
    assert table.gou_ji["seats"][1]["pass"] is None
    assert table.gou_ji["seats"][1]["may_act"]
    assert table.finding("play_out_of_turn")["name"] == "Carla"
    refused = post("/passes/deny", {"seat": 1, "entry": noted["entry"]})
    assert (refused.status_code, refused.json["error"]) == (
        404,
        "That pass is no longer there; a correction may have settled it.",
    )


def test_counts_are_shown_from_ten_down_unless_the_table_wants_it_otherwise(session):
    play = f"A:{'3' * 16} B:- C:- | A:{'4' * 9} | A:5"
    counts = {
        option: [seat["left"] for seat in Table(session, show_counts=option).start().play(play).gou_ji["seats"]]
        for option in ("ten", "never", "always")
    }
    assert counts == {
        "ten": [10, None, None, None, None, None],
        "never": [None] * 6,
        "always": [10, 36, 36, 36, 36, 36],
    }


def test_two_out_free_the_order_and_a_team_out_settles_the_score(table):
    table.play("A:5 |")
    table.finish("ACE")
    assert table.gou_ji["notes"] == ["Fritz, Ben and Dora may play in any order."]
    table.say("out", "E")
    table.session.append(Ruled(table.state.open_verdicts[-1].id, "stands"))
    assert table.gou_ji["notes"] == [
        "The hand is settled: Anna, Carla & Elif +12 and Ben, Dora & Fritz −12. The rest plays for the Big Loser."
    ]
    assert "big_loser" in {offer["what"] for offer in table.public["expected"]["offers"]}


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([], "Draw the cards."),
        ([RoundStarted()], "Who is Kai Pai?"),
        ([RoundStarted(), Announced(5, "kai_pai")], "Fritz turns a card and counts."),
        (
            [RoundStarted(), Announced(5, "kai_pai"), CardTurned(RED)],
            "Anna turns a card and counts.",
        ),
        ([RoundStarted(), Announced(5, "kai_pai"), CardTurned(Card("9", "S"))], "Ben plays first."),
        ([RoundStarted(0), Announced(2, "threes", shown=cards("33333"))], "Carla plays first."),
        ([RoundStarted(0), Announced(2, "revolution")], "A hand was thrown in: draw again."),
    ],
)
def test_the_way_to_the_first_play_is_told(session, events, sentence):
    table = Table(session)
    for event in events:
        session.append(event)
    assert table.public["expected"]["sentence"] == sentence


def test_later_hands_begin_with_tribute_and_the_big_loser(session):
    table = Table(session).start().finish("ABDFCE").start()
    assert table.public["expected"]["sentence"] == "Tribute comes first."
    assert {offer["what"] for offer in table.public["expected"]["offers"]} == {
        "revolution", "liberation", "waive", "swap_duties",
    }  # fmt: skip
    table.say("waive", "A", to="E").swap("C", "B", 1)
    assert [duty["status"] for duty in table.gou_ji["hand"]["duties"]] == ["waived", "paid"]
    assert table.public["expected"]["sentence"] == "Elif plays first."


def test_the_draw_for_the_teams_is_shown_with_those_who_draw_again(session):
    table = Table(session)
    for seat, letter in enumerate("AKQJ9"):
        session.append(CardDrawn(seat, Card(letter, "S")))
    assert table.gou_ji["team_draw"] == {"high": [], "low": [], "tied": []}
    session.append(CardDrawn(5, Card("Q", "H")))
    assert table.gou_ji["team_draw"] == {"high": [0, 1], "low": [3, 4], "tied": [2, 5]}


# --- what nobody sees -----------------------------------------------------------------------------------------------


def strings(node: Any) -> Iterator[str]:
    """Every text of a document, keys among them, but for the pack itself."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield key
            if key != "deck":
                yield from strings(value)
    elif isinstance(node, list | tuple):
        for each in node:
            yield from strings(each)
    elif isinstance(node, str):
        yield node


def test_the_public_document_never_holds_more_than_the_table_has_seen(session):
    events, _ = play_game(Random(3), 2, {"hands": 2}, Manners(tells_tribute=1.0))
    table = Table(session, hands=2)
    for event in events[1:]:
        session.append(event)
        document = json.loads(json.dumps(table.public))
        found = set(strings(document))
        hand = session.state.gou_ji.hand
        lying = {card.code for series in hand.public_series for laid in series.sets for card in laid.cards}
        assert found & CODES <= lying
        assert not found & {"cards_left", "unseen", "knowledge", "given", "returned"}
        for seat, state in enumerate(document["gou_ji"]["seats"]):
            assert state["left"] in (None, hand.cards_left[seat])
            assert state["left"] is None or state["left"] <= 10
        assert "scorer" not in document


def test_only_the_scorer_may_look_at_earlier_sets_of_a_running_hand(client, table):
    table.play("A:5 | A:66 B:77")
    assert [len(hand["series"]) for hand in client.get("/api/series").json] == [2]
    viewer = {"REMOTE_ADDR": "192.168.1.7"}
    assert [len(hand["series"]) for hand in client.get("/api/series", environ_base=viewer).json] == [1]
    assert client.post("/api/passes/deny", json={}, environ_base=viewer).status_code == 403


def test_what_was_given_as_tribute_stays_between_the_two(session):
    table = Table(session).start().play("A:5").finish("ABCDEF").start()
    table.swap("F", "A", 2, "AK", "34").swap("E", "B", 1).play("F:5 A:6 F:2")
    finding = table.finding("tribute_not_highest")
    assert finding["sentence"] == "Fritz laid 2♠, which is higher than a card given as tribute."
    assert not {"AS", "KS", "3S", "4S"} & set(strings(table.public))


# --- findings in words ----------------------------------------------------------------------------------------------


def codes_found_in_gou_ji() -> list[str]:
    """Every code that the referee of Gou Ji names, those of all games among them."""
    source = "".join(path.read_text(encoding="utf-8") for path in GAME.glob("gou_ji*.py"))
    common = {Code[name].value for name in re.findall(r"(?<!\w)Code\.([A-Z_]+)", source)}
    return sorted(common | {code.value for code in GouJiCode})


@pytest.mark.parametrize("code", codes_found_in_gou_ji())
def test_every_code_has_words_in_gou_ji(code, table):
    more = {
        "high": [0, 1, 2], "low": [3, 4, 5], "expected_seats": [3], "to": 2, "count": 2, "expected_to": 0,
        "expected_count": 1, "given": 2, "returned": 1, "givers": [5], "told_by": 1, "named": 4, "rank": "K",
        "seen": 17, "copies": 16, "skipped_by": 2, "what": "rang_pai", "held": 1, "cards_left": 30,
    }  # fmt: skip
    for reason in ("", "later_hand", "after_first_play", "no_gou_ji", "one_set", "remainder"):
        text = verdict_text(verdict(code, params={**PARAMS, **more, "reason": reason}), table.state)
        assert text.title
        assert not is_named_only(text, code)
        assert text.sentence.endswith(".")
        assert "None" not in f"{text.sentence} {text.legal}"
        assert "30" not in text.sentence
        assert len(f"{text.sentence} {text.legal}") < 240
    bare = verdict(code, seat=None, trick_number=None, cards=(), offence=None, params={})
    assert verdict_text(bare, table.state).sentence


PLAYS = [
    ("A:555 B:56", "mixed_ranks", "Ben laid a 5 and a 6.",
     "A set is cards of one rank; only 2s and jokers may stand in."),
    ("A:555 B:66", "wrong_size", "Ben laid 2 × 6 on 3 × 5.", "It takes 3 cards above 5; 2s and jokers may stand in."),
    ("A:88 B:77", "does_not_beat", "Ben laid 2 × 7 on 2 × 8.", "It takes 2 cards above 8; 2s and jokers may stand in."),
    ("A:A B:A", "does_not_beat", "Ben laid an A on an A.", "It takes 1 wild card."),
    ("B:5", "wrong_first_player", "Ben played first.", "The first play is Anna's."),
    ("A:5 B:- B:6", "play_after_pass", "Ben had passed and laid a 6.",
     "Who passes stays out until the table is cleared; only a Gou Ji brings the Dui Men back."),
    ("A:5 C:6 B:7", "play_after_inferred_pass", "Ben laid a 7, but was taken to pass when Carla played.",
     "If there was no pass, tap “passed” beside the name."),
    ("A:KK B:AA", "third_seat_in_gou_ji", "Ben laid 2 × A in the Gou Ji of two others.",
     "Only those two play until one passes. It was Dora's turn."),
    ("A:5 B:6 | A:7", "wrong_leader", "Anna led a 7.", "Ben leads."),
    ("A:-", "pass_without_set", "Anna passed with the lead.", "Whoever leads lays a set of any kind."),
    (f"A:{'3' * 16} | A:{'4' * 16} | A:5555 | C:6", "wrong_wind", "Carla led a 6.",
     "Ben sits to the right of the one who went out, and leads."),
    (f"A:{'3' * 16} | A:{'4' * 16} | A:5555 | B:6 A:7", "play_after_out",
     "Anna was out of this hand and laid a 7. It does not count.", "It may be another player's set."),
    (f"A:{'3' * 16} | A:{'4' * 16} | A:55555", "more_than_held",
     "Anna laid 5 cards, more than can be left in the hand.", "One of these sets may be another player's, or misread."),
    ("A:rrrrr", "too_many_of_card", "red joker was laid 5 times; four packs hold 4.", "A card was probably misread."),
    (f"A:{'3' * 16} | A:3", "too_many_of_rank", "3 was laid 17 times; four packs hold 16.",
     "A card was probably misread."),
]  # fmt: skip


@pytest.mark.parametrize(("play", "code", "sentence", "legal"), PLAYS, ids=[each[1] for each in PLAYS])
def test_a_finding_says_what_happened_and_what_would_have_been_right(table, play, code, sentence, legal):
    finding = table.play(play).finding(code)
    assert (finding["sentence"], finding["legal"]) == (sentence, legal)


def test_a_play_against_the_rules_may_by_the_book_cost_the_last_place(post, table):
    finding = table.play("A:88 B:77").finding("does_not_beat")
    assert [choice["title"] for choice in finding["choices"]] == [
        "Taken back", "Stands", "Card was read wrong", "Ben becomes the Big Loser",
    ]  # fmt: skip
    assert [(each["words"], each["caption"]) for each in finding["pictures"]] == [
        ("2 × 8", "2 × 8 · Anna"),
        ("2 × 7", "2 × 7 · Ben"),
    ]
    assert post(f"/verdicts/{finding['id']}/rule", {"decision": "penalty:big_loser"}).status_code == 200
    assert [seat["is_dropped"] for seat in table.gou_ji["seats"]] == [False, True, False, False, False, False]
    table.finish("ACDEF")
    assert table.gou_ji["hand"]["ranking"][-1]["name"] == "Ben"


def test_a_hand_that_was_thrown_in_leaves_an_empty_table(post, table):
    table.play("A:55 B:77")
    post("/redeal")
    assert table.gou_ji["hand"]["series"] is None
    assert table.public["expected"]["sentence"] == "A hand was thrown in: draw again."
    assert {seat["left"] for seat in table.gou_ji["seats"]} == {None}


@pytest.mark.parametrize(
    ("cards_text", "words"),
    [
        ("5", "It takes 1 card above 5; 2s and jokers may stand in."),
        ("AA", "It takes 2 wild cards."),
        ("222", "Only 3 jokers beat it."),
        ("2", "Only a joker beats it."),
        ("b", "Only a red joker beats it."),
        ("bb2", "Only 3 jokers beat it, at least 2 of them red."),
        ("b88", "It takes 3 cards above 8, with a red joker for each black one."),
        ("r3", "Nothing beats a set with a red joker."),
        ("56", "It takes 2 cards of one rank, or a pass."),
    ],
)
def test_what_would_beat_a_set_is_said(cards_text, words):
    assert beaten_by(cards(cards_text), GouJiLaws()) == words


def test_a_set_is_called_as_players_call_it():
    assert [set_words(cards(text)) for text in ("8", "TTT", "KK2b", "22", "brr")] == [
        "an 8", "3 × 10", "2 × K, a 2 and a black joker", "2 × 2", "a black joker and 2 × red joker",
    ]  # fmt: skip


# --- nonsense -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seat": 0, "cards": ["5S", "6S", "joker_red"]}, "mixed_ranks"),
        ({"seat": 0, "cards": ["5O", "5O"]}, "impossible_card"),
        ({"seat": 0, "cards": ["joker_black"] * 5}, "too_many_of_card"),
        ({"seat": 0, "ranks": ["3"] * 40}, "more_than_held"),
        ({"seat": 4, "ranks": ["3"]}, "wrong_first_player"),
    ],
)
def test_a_play_that_cannot_be_gets_a_finding_and_stays_in_the_log(client, post, table, body, code):
    length = len(table.session.entries)
    assert post("/play", body).status_code == 200
    assert code in {finding["code"] for finding in client.get("/api/state").json["verdicts"]}
    assert len(table.session.entries) == length + 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/play", {"ranks": ["5"] * 61}),
        ("/play", {"ranks": []}),
        ("/play", {"ranks": ["five"]}),
        ("/play", {"ranks": "555"}),
        ("/play", {"ranks": [5]}),
        ("/play", {"seat": 6, "ranks": ["5"]}),
        ("/passes/deny", {"seat": 9, "entry": 1}),
        ("/passes/deny", {"seat": 1, "entry": "x"}),
        ("/passes/deny", {}),
        ("/announce", {"seat": 0, "what": ""}),
        ("/swap", {"seat": 0, "to": 1, "count": 0}),
    ],
)
def test_a_malformed_command_is_refused_with_a_sentence_and_changes_nothing(post, table, path, body):
    length = len(table.session.entries)
    answer = post(path, body)
    assert answer.status_code == 400
    assert answer.json["error"].endswith(".")
    assert len(table.session.entries) == length


def test_words_at_the_wrong_time_are_noted_and_nothing_breaks(post, table):
    table.play("A:5")
    for what in ("kai_pai", "threes", "waive", "swap_duties", "liberation", "big_loser", "shao_pai", "abracadabra"):
        for seat in range(6):
            assert post("/announce", {"seat": seat, "what": what, "to": 2}).status_code == 200
    assert all(finding["sentence"] for finding in table.public["verdicts"])
    assert [each["words"] for each in table.gou_ji["hand"]["series"]["sets"]] == ["a 5"]


def test_the_names_of_the_six_are_those_of_the_game(table):
    assert [seat["name"] for seat in table.public["seats"]] == list(NAMES)
    sides = [seat["side"] for seat in table.public["seats"]]
    assert sides == ["bottom", "right_low", "right_high", "top", "left_high", "left_low"]
