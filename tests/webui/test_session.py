"""The session: committed, folded, then shown; questions and answers; going on after a restart."""

from __future__ import annotations

import threading

import pytest

from engine.cards import Card
from engine.events import BidMade, CardsPlayed, Corrected, GameStarted, RoundStarted, Undone
from engine.fold import fold
from engine.games import GAMES
from tests.webui.game_script import NAMES, SHORT_ROUND, play_script, start_game
from tests.webui.server_process import wait_until
from webui.questions import Choice, Question
from webui.session import CameraBox, Session, SessionError
from webui.store import Evidence, Store, StoreError
from webui.table_status import StatusCode, TableStatus

QUESTION = Question(
    "seat:5", "which_seat", {"card": "7S"}, (Choice("seat:1", {"seat": 1}), Choice("seat:2", {"seat": 2}))
)


def test_an_appended_event_is_in_the_store_in_the_state_and_in_a_new_version(session, store):
    start_game(session)
    before = session.version
    play_script(session, "deal")
    entry_id = session.append(BidMade(1, 3))
    assert session.version > before
    assert store.entries(session.game_id) == session.entries
    assert session.entries[-1].id == entry_id
    assert session.state == fold(session.entries)


def test_an_event_that_cannot_be_committed_changes_nothing(session, store):
    start_game(session)
    play_script(session, "deal turn:2H")
    before = (session.version, session.entries, session.state)
    store._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError):
        session.append(BidMade(1, 3))
    assert (session.version, session.entries, session.state) == before


def test_a_tap_on_an_old_picture_of_the_game_changes_nothing(session):
    start_game(session)
    play_script(session, "deal turn:2H bid:1=1")
    with pytest.raises(SessionError, match="moved on"):
        session.append(BidMade(2, 1), at_length=len(session.entries) - 1)
    session.append(BidMade(2, 1), at_length=len(session.entries))


def test_nothing_can_be_appended_without_a_game(session):
    with pytest.raises(SessionError, match="No game is running"):
        session.append(BidMade(1, 1))


def test_a_restart_offers_to_go_on_with_the_same_score(tmp_path):
    path = tmp_path / "game.sqlite3"
    store = Store(path)
    session = Session(store)
    start_game(session, rounds=(2, 3))
    play_script(session, SHORT_ROUND + " deal turn:2C bid:2=1")
    state, snapshot = session.state, session.snapshot()
    assert snapshot["resume"] is None
    store.close()

    store = Store(path)
    again = Session(store)
    assert again.state == state
    assert again.resume_offered
    resumed = again.snapshot()
    sentence = "A game of Pairs Oh Hell was interrupted: Anna, Ben, Carla, Dora, round 2 of 2."
    assert resumed["resume"]["sentence"] == sentence
    assert resumed["score_sheet"] == snapshot["score_sheet"]
    again.resume()
    assert again.snapshot()["resume"] is None
    store.close()


@pytest.mark.parametrize(
    ("game", "has_begun", "sentence"),
    [
        ("hearts", True, "A game of Hearts was interrupted: A, B, C, D, round 1."),
        ("gou_ji", True, "A game of Gou Ji was interrupted: A, B, C, D, E, F, hand 1 of 6."),
        ("gou_ji", False, "A game of Gou Ji was interrupted: A, B, C, D, E, F, before the first hand."),
    ],
)
def test_the_offer_says_which_game_and_how_far_it_is(store, game, has_begun, sentence):
    session = Session(store)
    session.start_game(GameStarted(game, tuple("ABCDEF"[: GAMES[game].seat_count])))
    if has_begun:
        session.append(RoundStarted(dealer=0))
    assert Session(store).snapshot()["resume"]["sentence"] == sentence


def test_play_going_on_answers_the_offer_too(tmp_path):
    path = tmp_path / "game.sqlite3"
    store = Store(path)
    start_game(Session(store))
    store.close()
    store = Store(path)
    session = Session(store)
    play_script(session, "deal")
    assert not session.resume_offered
    store.close()


def test_a_finished_game_is_shown_again_but_not_offered(tmp_path):
    path = tmp_path / "game.sqlite3"
    store = Store(path)
    session = Session(store)
    start_game(session, rounds=(2,))
    play_script(session, SHORT_ROUND)
    assert session.state.winners
    store.close()
    store = Store(path)
    again = Session(store)
    assert again.snapshot()["result"]["sentence"] == "Anna & Carla win, 5 to −1."
    assert not again.resume_offered
    store.close()


def test_a_new_game_does_not_replace_a_running_one_by_accident(session, store):
    start_game(session)
    first = session.game_id
    with pytest.raises(SessionError, match="still running"):
        session.start_game(GameStarted("oh_hell_pairs", NAMES))
    session.start_game(GameStarted("oh_hell_pairs", NAMES), replace=True)
    assert session.game_id != first
    assert {game.id: game.status for game in store.games()}[first] == "abandoned"


def test_putting_a_game_aside_keeps_its_log(session, store):
    start_game(session)
    game_id = session.game_id
    session.abandon()
    assert session.state.game is None
    assert len(store.entries(game_id)) == 1
    with pytest.raises(SessionError, match="No game is running"):
        session.abandon()


def test_waiting_ends_when_something_changes(session):
    before = session.version
    seen = []
    waiter = threading.Thread(target=lambda: seen.append(session.wait_for_version(before, timeout_s=10)))
    waiter.start()
    session.set_table_status(TableStatus(StatusCode.HAND_IN_VIEW))
    waiter.join(timeout=10)
    assert seen == [session.version]
    assert session.version > before


def test_waiting_ends_in_vain_at_its_timeout(session):
    before = session.version
    assert session.wait_for_version(before, timeout_s=0.01) == before


def test_the_same_status_again_is_no_news(session):
    session.set_table_status(TableStatus(StatusCode.WAITING))
    before = session.version
    session.set_table_status(TableStatus(StatusCode.WAITING))
    assert session.version == before


def test_an_answer_reaches_the_companion_once(session):
    session.ask(QUESTION)
    assert session.questions == (QUESTION,)
    session.answer("seat:5", "seat:2")
    assert session.questions == ()
    assert [(answer.question, answer.choice.params) for answer in session.drain_answers()] == [(QUESTION, {"seat": 2})]
    assert session.drain_answers() == ()


def test_an_answer_must_be_one_of_those_on_offer(session):
    session.ask(QUESTION)
    with pytest.raises(SessionError, match="not one of the answers"):
        session.answer("seat:5", "seat:3")
    session.withdraw("seat:5")
    with pytest.raises(SessionError, match="no longer open"):
        session.answer("seat:5", "seat:2")


def test_an_open_question_shows_in_the_status_line_and_play_goes_on(session):
    start_game(session)
    session.set_table_status(TableStatus(StatusCode.WAITING))
    session.ask(QUESTION)
    assert session.table_status.code is StatusCode.NEEDS_A_WORD
    play_script(session, "deal turn:2H")
    session.set_table_status(TableStatus(StatusCode.CAMERA_LOST, "Plug it in again."))
    assert session.snapshot()["status"]["sentence"].endswith("Plug it in again.")


def test_a_word_needed_after_the_film_does_not_hide_that_it_has_ended(session):
    start_game(session)
    session.set_table_status(TableStatus(StatusCode.ENDED))
    session.ask(QUESTION)
    said = session.snapshot()["status"]["sentence"]
    assert said == "Kibitz needs a word from you. The recording has ended."


def test_evidence_is_found_by_entry(session):
    start_game(session)
    play_script(session, "deal")
    entry_id = session.append(CardsPlayed(1, (Card.from_code("7S"),)), Evidence(b"jpeg", {"7S": 0.9}))
    assert session.evidence(entry_id) == Evidence(b"jpeg", {"7S": 0.9})
    assert session.evidence(entry_id + 1) is None


def test_camera_pictures_are_only_wanted_while_somebody_looks(session):
    assert not session.camera_wanted
    assert session.camera_view is None
    assert session.camera_wanted
    box = CameraBox("7S", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), 0.9, seat=1)
    session.set_camera_picture(b"one", [box])
    session.set_camera_picture(b"two", [])
    assert (session.camera_view.number, session.camera_view.picture_jpeg) == (2, b"two")
    session.clear_camera_picture()
    assert session.camera_view is None


def test_table_corners_survive_a_restart(tmp_path):
    corners = ((0.1, 0.9), (0.1, 0.1), (0.9, 0.1), (0.9, 0.9))
    store = Store(tmp_path / "game.sqlite3")
    Session(store).set_table_corners(corners)
    store.close()
    store = Store(tmp_path / "game.sqlite3")
    session = Session(store)
    assert session.table_corners == corners
    session.set_table_corners(None)
    assert session.table_corners is None
    store.close()


def test_appends_from_many_threads_all_arrive(session):
    start_game(session)
    play_script(session, "deal turn:2H")
    threads = [threading.Thread(target=lambda: [session.append(BidMade(1, n)) for n in range(10)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    wait_until(lambda: not any(thread.is_alive() for thread in threads), "the threads are done")
    assert [entry.id for entry in session.entries] == list(range(1, 44))
    assert session.state == fold(session.entries)


def test_correcting_a_past_trick_changes_its_winner_and_correcting_back_restores_all(session):
    start_game(session, rounds=(2, 3))
    ids = play_script(session, SHORT_ROUND)
    scores = session.state.totals
    assert scores == (5, -1)
    ace = ids[6]
    session.append(Corrected(ace, CardsPlayed(1, (Card.from_code("2S"),))))
    assert session.state.rounds[0].tricks[0].winner == 0
    assert session.state.totals != scores
    session.append(Undone())
    assert session.state.totals == scores
