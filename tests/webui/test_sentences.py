"""Every code of the engine and of the companion has words, and they name who, what and what was legal."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.cards import Card
from engine.events import GameStarted, RoundStarted
from engine.fold import fold
from engine.games.hearts import HeartsCode
from engine.games.spades import SpadesCode
from engine.log import Entry
from engine.state import Severity, State, Verdict, VerdictClass
from engine.verdicts import ALL_PENALTIES, Code
from webui import table_questions
from webui.questions import Choice, Question
from webui.sentences import (
    DECIDED_TITLES,
    DECISION_TITLES,
    STATUS_SENTENCES,
    STATUS_TONES,
    card_words,
    listed,
    rule_words,
)
from webui.sentences_log import QUESTION_CODES, question_text, reply_title, step_words
from webui.sentences_verdicts import VerdictText, verdict_text
from webui.table_status import StatusCode


def begun(game: str) -> State:
    return fold((Entry(1, GameStarted(game, ("Anna", "Ben", "Carla", "Dora"))), Entry(2, RoundStarted(dealer=0))))


STATE = begun("oh_hell_pairs")
PAIMIAHHH = begun("paimiahhh")

# One value for every parameter any verdict has.
PARAMS = {
    "game": "whist", "option": "rounds", "value": 4, "reason": "one of four, seven expected", "seats": [2, 3],
    "names": 3, "seat": 7, "event": "BidMade", "next": 9, "hand_size": 13, "scheduled": 13, "first": "7D", "dealer": 0,
    "low": 0, "high": 13, "expected_seat": 3, "previous": 2, "team": 1, "pair_bid": 15, "played": 14,
    "missing_seats": [2], "surplus_seats": [3], "by": 1, "winner": 2, "suit": "S", "proof_tricks": [7],
    "suits": ["S", "H"], "explained_by": [], "shown": 13, "dummy": 2,
    "kind": "joker", "choice": "B4", "choices": ["R1", "R2"], "taken": "B3", "due": ["B2", "none"], "kinds": ["joker"],
    "entries": [4], "first_entry": 4, "first_seat": 2, "first_trick": 2,
    "missing": ["KH", "2C"], "behind": 40, "denied_suits": ["S"],
}  # fmt: skip


def verdict(code: str, **changes: object) -> Verdict:
    fields: dict[str, object] = {
        "id": "x",
        "code": code,
        "rule": "R8",
        "klass": VerdictClass.IMMEDIATE,
        "severity": Severity.OFFENCE,
        "round_number": 1,
        "seat": 1,
        "trick_number": 4,
        "offence": 5,
        "cards": (Card.from_code("9D"), Card.from_code("3S")),
        "params": PARAMS,
    }
    return Verdict(**{**fields, **changes})  # type: ignore[arg-type]


def is_named_only(text: VerdictText, code: str) -> bool:
    """Whether a finding has no words of its own and is told by its name."""
    name = code.replace("_", " ").capitalize()
    return text == VerdictText(name, f"{name}: Ben.")


@pytest.mark.parametrize("code", [code.value for code in Code])
def test_every_verdict_code_has_a_sentence(code):
    in_its_game = (verdict_text(verdict(code), state) for state in (STATE, PAIMIAHHH))
    text = next(each for each in in_its_game if not is_named_only(each, code))
    assert text.title
    assert text.sentence.endswith(".")
    assert "{" not in text.sentence
    assert "None" not in f"{text.sentence} {text.legal}"
    assert "?" not in text.sentence
    assert len(f"{text.sentence} {text.legal}") < 220


@pytest.mark.parametrize("code", [code.value for code in Code])
def test_a_sentence_is_found_even_where_particulars_are_missing(code):
    bare = verdict(code, seat=None, trick_number=None, cards=(), offence=None)
    assert verdict_text(bare, STATE).sentence


@pytest.mark.parametrize(
    ("game", "code"), [("hearts", code) for code in HeartsCode] + [("spades", code) for code in SpadesCode]
)
def test_the_codes_of_one_game_have_their_sentences(game, code):
    state = fold((Entry(1, GameStarted(game, ("Anna", "Ben", "Carla", "Dora"))), Entry(2, RoundStarted(dealer=0))))
    text = verdict_text(verdict(code, params={**PARAMS, "due": "2C"}), state)
    assert not is_named_only(text, code)
    assert "Ben" in text.sentence
    assert "None" not in f"{text.sentence} {text.legal}"


def test_a_finding_that_lacks_its_particulars_is_told_by_its_name(caplog):
    text = verdict_text(verdict("second_turned_card", params={}), STATE)
    assert (text.title, text.sentence) == ("Second turned card", "Second turned card: Ben.")
    assert "second_turned_card" in caplog.text or "no words" in caplog.text


def test_a_code_without_words_does_not_take_the_page_down():
    text = verdict_text(verdict("levitation"), STATE)
    assert text.sentence == "Levitation: Ben."
    assert is_named_only(text, "levitation")


def test_a_revoke_is_told_with_both_tricks_and_never_as_an_accusation():
    text = verdict_text(verdict("revoke"), STATE)
    assert text.sentence == "Trick 4: Ben did not follow spades. Trick 7: Ben played 3♠."
    assert text.legal == "Spades should have been played. One of these cards may be misread."


def test_a_second_sighting_asks_which_one_is_right():
    text = verdict_text(verdict("duplicate", cards=(Card.from_code("KH"),)), STATE)
    assert text.sentence == "Second K♥ seen, from Ben in trick 4. It was already played by Carla in trick 2."
    assert text.legal == "There is only one. Which one is right?"


def decisions_of_the_engine() -> set[str]:
    """Every penalty written anywhere in the engine, and the decisions that every finding may have."""
    texts = (
        node.value
        for path in Path(inspect.getfile(engine)).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {text for text in texts if re.fullmatch(r"penalty:[a-z_0-9]+", text)} | {"taken_back", "stands", "misread"}


def test_the_penalties_of_all_games_are_found():
    assert {*ALL_PENALTIES, "penalty:all_points", "penalty:big_loser"} <= decisions_of_the_engine()


@pytest.mark.parametrize("decision", sorted(decisions_of_the_engine()))
def test_every_decision_has_a_button_and_a_result(decision):
    assert DECISION_TITLES[decision]
    assert DECIDED_TITLES[decision].endswith(".")


@pytest.mark.parametrize("code", list(StatusCode))
def test_every_status_has_a_sentence_and_a_tone(code):
    assert STATUS_SENTENCES[code].endswith(".")
    assert STATUS_TONES[code] in ("calm", "busy", "ask", "trouble")


def codes_posed_by_the_companion() -> Iterator[str]:
    """The question codes written in webui/table_questions.py."""
    for node in ast.walk(ast.parse(inspect.getsource(table_questions))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Question":
            for each in ast.walk(node.args[1]):
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield each.value
        if (
            isinstance(node, ast.Assign)
            and getattr(node.targets[0], "id", "") == "code"
            and isinstance(node.value, ast.Constant)
        ):
            yield node.value.value


def test_every_question_of_the_companion_has_a_sentence():
    posed = set(codes_posed_by_the_companion())
    assert {"which_card", "which_seat", "unreadable"} <= posed
    assert posed <= set(QUESTION_CODES)


@pytest.mark.parametrize("code", QUESTION_CODES)
def test_every_question_ends_with_a_question_mark(code):
    params = {"card": "8S", "other": "3S", "seat": 1, "expected_seat": 2}
    assert question_text(Question("q", code, params), STATE).endswith("?")


def test_replies_say_the_card_the_player_or_a_word():
    assert reply_title(Choice("card:8S", {"card": "8S"}), STATE) == "8♠"
    assert reply_title(Choice("seat:2", {"seat": 2}), STATE) == "Carla"
    assert reply_title(Choice("nothing"), STATE) == "No card there"
    assert reply_title(Choice("something_new"), STATE) == "Something new"


@pytest.mark.parametrize(
    ("code", "words"),
    [("TS", "10♠"), ("QH", "Q♥"), ("joker_red", "red joker"), ("5O", "orange 5"), ("starter", "the Starter")],
)
def test_cards_are_written_as_people_write_them(code, words):
    assert card_words(code) == words


def test_small_words():
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert rule_words("R8") == "Rule 8"
    assert rule_words("H20") == "House rule 20"
    assert rule_words("A12") == "A12"
    assert step_words(RoundStarted(), STATE) == "deal"
