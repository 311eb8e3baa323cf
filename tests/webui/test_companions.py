"""Each game is watched in its own way, also when another one is started while the camera runs."""

import threading

import numpy as np
import pytest

from engine.events import GameStarted
from vision.sources import Frame, SourceState
from webui import companions
from webui.companion import Companion
from webui.companions import CompanionKind, companion_for, watch_games
from webui.session import Session
from webui.store import Store

PICTURE = np.zeros((72, 128, 3), np.uint8)


class Film:
    """Frames, between which something happens."""

    def __init__(self, *between):
        self._between = list(between)
        self.state = SourceState.RUNNING
        self.trouble = None

    def read(self, timeout_s=1.0):
        if not self._between:
            self.state = SourceState.ENDED
            return None
        self._between.pop(0)()
        return Frame(PICTURE, 0.0, 0)


class Kind(CompanionKind):
    """A kind whose watcher sees nothing and says what it was asked for."""

    def watcher(self, recogniser):
        recogniser.append(self.seat_count)
        return Blind()


class Blind:
    cards = ()

    def step(self, frame):
        return ()


@pytest.fixture
def session(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    yield Session(store)
    store.close()


def test_a_game_without_a_way_of_its_own_is_watched_as_one_of_tricks():
    assert companion_for(None) == companion_for("oh_hell_pairs")
    assert (4, 1) == (companion_for(None).seat_count, companion_for(None).deck.copies)


def test_starting_another_kind_of_game_changes_how_the_table_is_watched(session, monkeypatch):
    monkeypatch.setattr(companions, "_TRICKS", Kind(Companion))
    monkeypatch.setattr(companions, "_KINDS", {"spades": Kind(Companion, seat_count=6)})
    watched_as = []
    film = Film(
        lambda: None,
        lambda: session.start_game(GameStarted("oh_hell_pairs", ("A", "B", "C", "D"))),
        lambda: session.start_game(GameStarted("spades", ("A", "B", "C", "D")), replace=True),
        lambda: None,
    )

    watch_games(film, session, watched_as, stop=threading.Event())

    assert [4, 6] == watched_as


@pytest.fixture
def reader():
    """A recogniser that remembers what it was asked to be."""

    class Reader:
        def __init__(self):
            self.asked = []

        def for_packs(self, copies, *, min_index_confidence):
            self.asked.append((copies, min_index_confidence))
            return self

    return Reader()


def test_fainter_indices_of_the_printed_deck_are_looked_at(reader):
    companion_for("paimiahhh").watcher(reader)
    companion_for("hearts").watcher(reader)

    assert [(1, 0.15)] == reader.asked


def test_a_pack_of_several_copies_is_known_to_the_one_who_reads(reader):
    deck = companion_for(None).deck
    CompanionKind(Companion, type(deck)("four", deck.suits, deck.ranks, copies=4)).watcher(reader)

    assert [(4, None)] == reader.asked
