"""The shipped film of Gou Ji through the whole product: models, watcher, companion, referee."""

from pathlib import Path

import pytest

from datasets.clips.referee_run import ranks_of
from datasets.clips.truth import read_truth
from engine.cards import Card
from engine.events import CardsPlayed, GameStarted, RoundStarted, TrickGathered
from engine.log import effective
from engine.state import Severity
from vision.recogniser import Recogniser
from vision.sources import open_source
from webui.companions import companion_for
from webui.running import DemoEntries, demo_films
from webui.session import Session
from webui.store import Store
from webui.watching import watch_source


@pytest.fixture(scope="module")
def truth():
    return read_truth(Path(__file__).parents[1] / "datasets" / "gou_ji.truth.jsonl")


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """The session after the film, and the film's seconds at which each entry was made."""
    description = demo_films()["gou_ji"]
    entries = DemoEntries.load(description)
    store = Store(tmp_path_factory.mktemp("demo") / "games.sqlite3")
    session = Session(store)
    session.start_game(GameStarted(entries.game, entries.names, entries.options))
    session.append(RoundStarted(dealer=entries.dealer))
    kind, made_s = companion_for(entries.game), {}
    companion = kind.companion(session, on_event=lambda entry_id, change: made_s.setdefault(entry_id, change.time_s))
    with open_source(str(description.with_suffix(".mp4")), real_time=False) as film:
        watch_source(film, session, kind.watcher(Recogniser.load()), companion)
    yield session, made_s
    store.close()


def sets(session):
    return [entry for entry in effective(session.entries) if isinstance(entry.event, CardsPlayed)]


def test_every_set_of_the_film_is_read_counted_and_given_to_the_right_seat(watched, truth):
    session, _ = watched
    made = [(row["seat"], ranks_of(map(Card.from_code, row["cards"]))) for row in truth.of_kind("set")]

    assert made == [(entry.event.seat, ranks_of(entry.event.cards)) for entry in sets(session)]


def test_every_series_ends_when_the_table_is_swept(watched, truth):
    session, _ = watched
    gathered = [entry for entry in effective(session.entries) if isinstance(entry.event, TrickGathered)]

    assert len(truth.of_kind("gather")) == len(gathered)
    assert [True, True, False] == [series.is_gathered for series in session.state.gou_ji.hand.series]


def test_the_set_of_mixed_ranks_is_found_and_nobody_else_is_accused(watched):
    session, _ = watched
    accused = [(str(v.code), v.seat) for v in session.state.verdicts if v.severity is not Severity.NOTICE]

    assert [("mixed_ranks", 4)] == accused


def test_every_set_can_be_looked_at(watched):
    session, _ = watched

    for entry in sets(session):
        assert session.evidence(entry.id).picture_jpeg.startswith(b"\xff\xd8")


def test_sets_are_known_within_a_second_of_the_hand_leaving(watched, truth):
    session, made_s = watched
    left_s = [row["hand_left_s"] for row in truth.of_kind("set")]
    delays_s = sorted(made_s[entry.id] - left for entry, left in zip(sets(session), left_s, strict=True))

    # In seconds of film, so that the machine's speed does not count.
    assert delays_s[len(delays_s) // 2] < 1.0
    assert delays_s[-1] < 3.0


def test_the_players_of_the_film_are_those_of_the_truth(truth):
    entries = DemoEntries.load(demo_films()["gou_ji"])

    assert (truth.clip["names"], truth.clip["before"][1]["dealer"]) == (list(entries.names), entries.dealer)
    assert truth.clip["before"][0]["options"] == entries.options
