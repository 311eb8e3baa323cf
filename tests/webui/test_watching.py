"""The watch loop: the end of a film, a lost camera, a game file that cannot be written."""

import time
from dataclasses import dataclass, field

import numpy as np
import pytest

from engine.events import BidMade, GameStarted, RoundStarted, Undone
from vision.observations import StateChanged, WatcherState
from vision.sources import Frame, SourceError, SourceState
from webui.companion import Companion
from webui.questions import Question
from webui.running import Bidder
from webui.session import Session
from webui.store import Store, StoreError
from webui.table_status import StatusCode
from webui.watching import RESTARTS_MAX, RESTARTS_WINDOW_S, WatchThread, watch_source

PICTURE = np.zeros((72, 128, 3), np.uint8)


@dataclass
class ScriptedSource:
    """Delivers what it is told: a frame, a state without a frame, or an error."""

    script: list
    state: SourceState = SourceState.RUNNING
    trouble: str | None = None
    is_live: bool = True
    on_read: list = field(default_factory=list)

    def read(self, timeout_s=1.0):
        for look in self.on_read:
            look()
        if not self.script:
            self.state = SourceState.ENDED
            return None
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        if isinstance(step, SourceState):
            self.state = step
            self.trouble = "Plug the camera in again." if step is SourceState.LOST else None
            return None
        self.state = SourceState.RUNNING
        return step


class SilentWatcher:
    """Sees nothing, but notes that the camera was lost."""

    def __init__(self, observations=()):
        self.lost_at = []
        self.cards = ()
        self.observations = list(observations)

    def step(self, frame):
        return self.observations.pop(0) if self.observations else ()

    def camera_lost(self, time_s):
        self.lost_at.append(time_s)
        return ()


@pytest.fixture
def session(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    yield Session(store)
    store.close()


def frames(count):
    return [Frame(PICTURE, index / 15, index) for index in range(count)]


def test_the_end_of_a_film_is_said_and_ends_the_watch(session):
    counts = watch_source(ScriptedSource(frames(3)), session, SilentWatcher(), Companion(session))

    assert (3, StatusCode.ENDED) == (counts.frames, session.table_status.code)


def test_a_lost_camera_is_shown_with_what_to_do_and_the_watch_goes_on(session):
    seen = []
    source = ScriptedSource([*frames(2), SourceState.LOST, SourceState.LOST, *frames(1)])
    source.on_read.append(lambda: seen.append((session.table_status.code, session.table_status.detail)))
    watcher = SilentWatcher()

    counts = watch_source(source, session, watcher, Companion(session))

    assert (StatusCode.CAMERA_LOST, "Plug the camera in again.") in seen
    assert (3, 1, 1) == (counts.frames, counts.losses, len(watcher.lost_at))


def test_a_picture_of_a_lost_camera_is_not_shown_any_longer(session):
    session.set_camera_picture(b"jpeg", [])

    watch_source(ScriptedSource([SourceState.LOST]), session, SilentWatcher(), Companion(session))

    assert session.camera_view is None


def test_a_game_file_that_cannot_be_written_is_shown_and_stops_nothing(session, monkeypatch):
    def refuse(*_arguments):
        raise StoreError("The disk is full.")

    companion = Companion(session)
    monkeypatch.setattr(companion, "observe", refuse)
    shown = []
    source = ScriptedSource(frames(2))
    source.on_read.append(lambda: shown.append(session.table_status))
    watcher = SilentWatcher([(StateChanged(0.0, WatcherState.QUIET),)])

    counts = watch_source(source, session, watcher, companion)

    assert 2 == counts.frames
    assert any("disk is full" in status.detail for status in shown)


def test_a_broken_film_ends_the_thread_with_its_sentence_on_the_page(session):
    source = ScriptedSource([*frames(1), SourceError("The film is cut off; copy it again.")])
    thread = WatchThread(
        lambda stop: watch_source(source, session, SilentWatcher(), Companion(session), stop=stop), session
    )

    thread.start()
    thread.stop()

    assert (StatusCode.STOPPED, "The film is cut off; copy it again.") == (
        session.table_status.code,
        session.table_status.detail,
    )
    assert session.snapshot()["by_hand"]
    assert "keeps looking" not in session.snapshot()["status"]["sentence"]


def test_a_watch_that_breaks_off_begins_again_where_the_source_is(session):
    """The third frame breaks it; the log of the game, and the frames after it, are not lost."""
    session.start_game(GameStarted("oh_hell_pairs", ("A", "B", "C", "D")))
    session.append(RoundStarted(dealer=0))
    session.ask(Question("card:1", "unreadable"))
    source, statuses = ScriptedSource(frames(5)), []
    source.on_read.append(lambda: statuses.append(session.table_status.code))
    watched = []

    def watch(stop):
        def look(frame):
            watched.append(frame.index)
            if frame.index == 2:
                raise RuntimeError("a bug")

        watch_source(source, session, SilentWatcher(), Companion(session), stop=stop, before_frame=look)

    thread = WatchThread(watch, session, pause_s=0.0)
    thread.start()
    thread.join()

    assert watched == [0, 1, 2, 3, 4]
    assert StatusCode.RESTARTING in statuses
    assert session.table_status.code is StatusCode.ENDED
    assert session.questions == ()
    assert len(session.entries) == 2


def test_a_watch_that_breaks_off_again_and_again_is_given_up_and_the_page_goes_on_by_hand(session):
    tries = []

    def watch(stop):
        tries.append(stop)
        raise RuntimeError("a bug")

    thread = WatchThread(watch, session, pause_s=0.0)
    thread.start()
    thread.join()

    assert len(tries) == RESTARTS_MAX + 1
    assert (session.table_status.code, session.table_status.detail) == (StatusCode.STOPPED, "(a bug)")
    assert session.snapshot()["by_hand"]


def test_a_watch_that_breaks_off_seldom_is_never_given_up(session, monkeypatch):
    tries, clock = [], iter(range(0, 10_000, int(RESTARTS_WINDOW_S / 2)))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))

    def watch(stop):
        tries.append(stop)
        if len(tries) <= 20:
            raise RuntimeError("a bug")

    WatchThread(watch, session, pause_s=0.0)._run()

    assert len(tries) == 21


def test_a_picture_that_was_passed_over_is_named_at_the_end(session):
    source = ScriptedSource(frames(1))
    source.on_read.append(lambda: setattr(source, "trouble", "The picture 3.jpg cannot be read and was passed over."))

    watch_source(source, session, SilentWatcher(), Companion(session))

    assert session.snapshot()["status"]["sentence"] == (
        "The recording has ended. The picture 3.jpg cannot be read and was passed over."
    )


def test_bids_of_a_film_wait_for_a_disk_that_is_full(session):
    asked = []

    def before_frame(frame):
        asked.append(frame.index)
        raise StoreError("The disk is full.")

    counts = watch_source(
        ScriptedSource(frames(2)), session, SilentWatcher(), Companion(session), before_frame=before_frame
    )

    assert (2, [0, 1]) == (counts.frames, asked)


def test_bids_of_a_filmed_round_are_entered_one_after_another(session):
    session.start_game(GameStarted("oh_hell_pairs", ("A", "B", "C", "D"), {"rounds": (5,), "full_deal_trump": "none"}))
    session.append(RoundStarted(dealer=3, hand_size=13))
    bidder = Bidder(session, (1, 2, 0, 3), every_s=1.0)

    for tenth in range(60):
        bidder.before_frame(Frame(PICTURE, tenth / 10, tenth))

    bids = [(entry.event.seat, entry.event.value) for entry in session.entries if isinstance(entry.event, BidMade)]
    assert [(0, 1), (1, 2), (2, 0), (3, 3)] == bids

    session.append(Undone())
    bidder.before_frame(Frame(PICTURE, 9.0, 90))
    bidder.before_frame(Frame(PICTURE, 11.0, 110))

    assert 3 == session.state.expected.seat
