"""The shipped film through the whole product: models, watcher, companion, referee."""

from pathlib import Path

import pytest

from datasets.clips.truth import read_truth
from engine.events import CardsPlayed, CardTurned, GameStarted, RoundStarted, TrickGathered
from engine.log import effective
from vision.recogniser import Recogniser
from vision.sources import open_source
from vision.watcher import Watcher
from webui.companion import Companion
from webui.running import DEMO_DIR, Bidder, DemoEntries
from webui.session import Session
from webui.store import Store
from webui.table_status import StatusCode
from webui.watching import watch_source


@pytest.fixture(scope="module")
def truth():
    return read_truth(Path(__file__).parents[1] / "datasets" / "pairs_oh_hell.truth.jsonl")


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """The session after the film, and the film's seconds at which each entry was made."""
    entries = DemoEntries.load(DEMO_DIR / "pairs_oh_hell.toml")
    store = Store(tmp_path_factory.mktemp("demo") / "games.sqlite3")
    session = Session(store)
    session.start_game(GameStarted("oh_hell_pairs", entries.names, entries.options))
    session.append(RoundStarted(dealer=entries.dealer))
    made_s = {}
    companion = Companion(session, on_event=lambda entry_id, change: made_s.setdefault(entry_id, change.time_s))
    bidder = Bidder(session, entries.bids)
    with open_source(str(DEMO_DIR / "pairs_oh_hell.mp4"), real_time=False) as film:
        watch_source(
            film, session, Watcher(Recogniser.load(), deck_copies=1), companion, before_frame=bidder.before_frame
        )
    yield session, made_s
    store.close()


def logged(session, kind):
    return [entry for entry in effective(session.entries) if isinstance(entry.event, kind)]


def test_every_card_of_the_film_is_read_and_given_to_the_right_seat(watched, truth):
    session, _ = watched
    true_plays = [(play["seat"], play["card"]) for play in truth.of_kind("play")]

    assert true_plays == [(e.event.seat, e.event.cards[0].code) for e in logged(session, CardsPlayed)]
    assert [truth.of_kind("turned")[0]["card"]] == [e.event.card.code for e in logged(session, CardTurned)]


def test_every_trick_is_gathered_and_the_score_is_right_without_a_word_from_anybody(watched, truth):
    session, _ = watched

    assert len(truth.of_kind("gather")) == len(logged(session, TrickGathered))
    assert tuple(truth.final["pair_scores"]) == session.state.round.scores
    assert () == session.questions


def test_the_revoke_and_the_play_out_of_turn_are_found_and_nobody_else_is_accused(watched):
    session, _ = watched

    assert {("revoke", 0), ("play_out_of_turn", 2)} == {(str(v.code), v.seat) for v in session.state.open_verdicts}


def test_the_revoke_can_be_looked_at_in_pictures_of_both_cards(watched):
    session, _ = watched
    (revoke,) = (verdict for verdict in session.state.open_verdicts if verdict.code == "revoke")

    for entry_id in (revoke.offence, *revoke.proof):
        assert session.evidence(entry_id).picture_jpeg.startswith(b"\xff\xd8")


def test_plays_are_known_within_a_second_of_the_hand_leaving(watched, truth):
    session, made_s = watched
    left_s = [play["hand_left_s"] for play in truth.of_kind("play")]
    delays_s = sorted(made_s[e.id] - left for e, left in zip(logged(session, CardsPlayed), left_s, strict=True))

    # In seconds of film, so that the machine's speed does not count.
    assert delays_s[len(delays_s) // 2] < 1.0
    assert delays_s[-1] < 3.0


def test_the_status_says_that_the_film_has_ended(watched):
    session, _ = watched

    assert session.table_status.code in (StatusCode.ENDED, StatusCode.NEEDS_A_WORD)
