"""The game file survives what can happen to it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import BidMade, CardsPlayed, Corrected, GameStarted, RoundStarted
from tests.webui.server_process import ROOT
from webui import store as store_module
from webui.store import Evidence, Store, StoreError

START = GameStarted("oh_hell_pairs", ("Anna", "Ben", "Carla", "Dora"), {"rounds": (2, 3)})
PLAY = CardsPlayed(1, (Card.from_code("7S"),))

WRITER = """
import sys
from pathlib import Path
from engine.events import BidMade
from webui.store import Store
store = Store(Path(sys.argv[1]))
game_id = store.create_game()
while True:
    print(store.append(game_id, BidMade(1, 2)).id, flush=True)
"""

HOLDER = """
import sys
from pathlib import Path
from webui.store import Store
store = Store(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def python(source: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process running `source`, killed at the end."""
    process = subprocess.Popen(
        [sys.executable, "-c", source, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Files are writable for root whatever their mode, so the administrator steps down for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can enter, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="kibitz-test-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def append_pictures(store: Store, game_id: int, count: int) -> None:
    """Many plays with a picture of 5 kB each."""
    for _ in range(count):
        store.append(game_id, PLAY, Evidence(picture_jpeg=b"x" * 5000))


def test_events_come_back_as_they_were_appended(tmp_path):
    store = Store(tmp_path / "game.sqlite3")
    game_id = store.create_game()
    events = (START, RoundStarted(), BidMade(1, 2), PLAY, Corrected(4, CardsPlayed(2, (Card.from_code("TH"),))))
    entries = tuple(store.append(game_id, event) for event in events)
    store.close()
    reopened = Store(tmp_path / "game.sqlite3")
    assert reopened.entries(game_id) == entries
    assert [entry.id for entry in entries] == [1, 2, 3, 4, 5]
    assert all(at_s > 1.6e9 for at_s in reopened.times_s(game_id).values())
    reopened.close()


def test_every_commit_goes_to_the_disk_before_it_is_confirmed(tmp_path):
    store = Store(tmp_path / "game.sqlite3")
    assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    store.close()


def test_kill_9_loses_no_event_that_was_confirmed(tmp_path):
    path = tmp_path / "game.sqlite3"
    with python(WRITER, str(path)) as writer:
        assert writer.stdout is not None
        confirmed = [int(writer.stdout.readline()) for _ in range(40)][-1]
        writer.kill()
        writer.wait()
    store = Store(path)
    entries = store.entries(1)
    store.close()
    assert confirmed == 40
    assert len(entries) >= confirmed
    assert [entry.id for entry in entries] == list(range(1, len(entries) + 1))


def test_the_lock_of_a_killed_process_does_not_keep_the_next_one_out(tmp_path):
    path = tmp_path / "game.sqlite3"
    with python(HOLDER, str(path)) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        holder.kill()
        holder.wait()
        Store(path).close()


def test_a_second_process_is_told_which_one_has_the_file(tmp_path):
    path = tmp_path / "game.sqlite3"
    with python(HOLDER, str(path)) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match=rf"already open in process {holder.pid}.*--store"):
            Store(path)


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path):
    path = tmp_path / "game.sqlite3"
    path.write_bytes(b"this is not a database at all" * 100)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"is damaged .*left as it is.*\.recover.*mv "):
        Store(path)
    assert path.read_bytes() == before


def test_a_damaged_page_in_the_file_is_found_at_the_start(tmp_path):
    path = tmp_path / "game.sqlite3"
    store = Store(path)
    game_id = store.create_game()
    rows = [(game_id, number, 0.0, '{"type": "trick_gathered"}') for number in range(400)]
    store._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
    store.close()
    damaged = bytearray(path.read_bytes())
    damaged[8192:16384] = b"\xff" * 8192
    path.write_bytes(damaged)
    with pytest.raises(StoreError, match=r"is damaged .*left as it is"):
        Store(path)
    assert path.read_bytes() == bytes(damaged)


def test_a_read_only_file_is_named_with_the_way_out(open_folder):
    path = open_folder / "game.sqlite3"
    Store(path).close()
    path.chmod(0o444)
    path.with_name("game.sqlite3.lock").chmod(0o666)
    with as_ordinary_user(), pytest.raises(StoreError, match=r"cannot be written.*chmod u\+w"):
        Store(path)


def test_a_read_only_folder_is_named_with_the_way_out(open_folder):
    open_folder.chmod(0o555)
    with as_ordinary_user(), pytest.raises(StoreError, match=r"cannot be written.*--store"):
        Store(open_folder / "game.sqlite3")


def test_a_file_of_a_newer_kibitz_is_not_touched(tmp_path):
    path = tmp_path / "game.sqlite3"
    Store(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"newer Kibitz \(format 99.*Update Kibitz"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_without_a_name_is_a_sentence():
    with pytest.raises(StoreError, match=r"No game file is named.*--store"):
        Store(Path(""))


@pytest.mark.parametrize("version", [0, 1])
def test_a_database_of_another_program_is_not_touched(tmp_path, version):
    path = tmp_path / "places.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript(f"CREATE TABLE bookmarks (address TEXT); PRAGMA user_version = {version};")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"belongs to another program.*Nothing was changed.*--store"):
        Store(path)
    assert path.read_bytes() == before


def test_an_event_of_another_version_is_a_sentence_not_a_stack_trace(store):
    game_id = store.create_game()
    store.append(game_id, START)
    store._connection.execute('INSERT INTO events VALUES (?, 2, 0.0, \'{"type": "levitated"}\')', (game_id,))
    with pytest.raises(StoreError, match=r"holds an event this version of Kibitz cannot read .*levitated"):
        store.entries(game_id)


def test_a_failed_append_leaves_nothing_behind(store):
    game_id = store.create_game()
    store.append(game_id, START)
    store._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="cannot be written"):
        store.append(game_id, PLAY)
    store._connection.execute("PRAGMA query_only = OFF")
    assert [entry.event for entry in store.entries(game_id)] == [START]
    assert store.append(game_id, PLAY).id == 2


def test_a_full_disk_is_named(store):
    game_id = store.create_game()
    store._connection.execute("PRAGMA max_page_count = 12")
    with pytest.raises(StoreError, match=r"The disk with the game file .* is full"):
        append_pictures(store, game_id, 200)


def test_evidence_is_kept_beside_its_entry(store):
    game_id = store.create_game()
    with_picture = store.append(game_id, PLAY, Evidence(b"jpeg", {"7S": 0.93, "7C": 0.05}, "vote of 5 frames"))
    without = store.append(game_id, PLAY)
    assert store.evidence(game_id, with_picture.id) == Evidence(b"jpeg", {"7S": 0.93, "7C": 0.05}, "vote of 5 frames")
    assert store.evidence(game_id, without.id) is None
    assert store.picture_entry_ids(game_id) == {with_picture.id}


def test_pictures_can_be_wiped_and_are_gone_from_the_disk(tmp_path):
    path = tmp_path / "game.sqlite3"
    store = Store(path)
    game_id = store.create_game()
    entry = store.append(game_id, PLAY, Evidence(b"SECRET-PICTURE" * 20, {"7S": 0.9}))
    assert store.delete_pictures(game_id) == 1
    assert store.evidence(game_id, entry.id) == Evidence(None, {"7S": 0.9})
    store.close()
    assert b"SECRET-PICTURE" not in path.read_bytes()


def test_a_picture_too_large_is_dropped_with_a_note(store):
    game_id = store.create_game()
    entry = store.append(game_id, PLAY, Evidence(b"x" * (store_module.PICTURE_MAX_BYTES + 1), {"7S": 0.9}))
    kept = store.evidence(game_id, entry.id)
    assert kept is not None
    assert kept.picture_jpeg is None
    assert "too large to keep" in kept.note


def test_the_oldest_pictures_make_room_for_new_ones(store, monkeypatch):
    monkeypatch.setattr(store_module, "PICTURES_BUDGET_BYTES", 50_000)
    game_id = store.create_game()
    entries = [store.append(game_id, PLAY, Evidence(b"x" * 1000, {"7S": 0.9})) for _ in range(60)]
    kept = store.picture_entry_ids(game_id)
    assert len(kept) <= 50
    assert entries[-1].id in kept
    assert entries[0].id not in kept
    assert store.evidence(game_id, entries[0].id) == Evidence(None, {"7S": 0.9})


def test_an_abandoned_game_is_not_offered_again(store):
    first = store.create_game()
    store.append(first, START)
    assert store.newest_game().id == first
    store.set_status(first, "abandoned")
    assert store.newest_game() is None
    assert len(store.entries(first)) == 1
