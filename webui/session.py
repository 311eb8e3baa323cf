"""The one owner of a running game: every change goes through here, is committed, folded and then shown."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.events import Event, GameStarted, Seat
from engine.fold import Replay
from engine.log import Entry, effective
from engine.state import State
from webui import snapshot as snapshots
from webui.questions import Answer, Question
from webui.sentences import STATUS_SENTENCES
from webui.store import Evidence, Store
from webui.table_status import StatusCode, TableStatus

Audience = Literal["public", "scorer"]

_CAMERA_WANTED_S = 5.0
_CORNERS_SETTING = "table_corners"
_WITHOUT_CAMERA = frozenset({StatusCode.NO_CAMERA, StatusCode.CAMERA_LOST, StatusCode.STOPPED, StatusCode.ENDED})


class SessionError(Exception):
    """A command that cannot be carried out now; the message is a sentence for the person who asked."""


@dataclass(frozen=True, slots=True)
class CameraBox:
    """One thing seen in the camera picture: four corners in pixels of that picture and what it was read as."""

    label: str
    quad_xy: tuple[tuple[float, float], ...]
    confidence: float
    seat: int | None = None
    kind: str = "card"


@dataclass(frozen=True, slots=True)
class CameraView:
    """The newest camera picture with what was seen in it; `number` counts pictures."""

    number: int
    picture_jpeg: bytes
    boxes: tuple[CameraBox, ...]


class Session:
    """Thread-safe owner of one game at a time.

    Events are committed to the store before they are folded, and folded before anybody sees them.
    If the store raises, nothing has changed. `version` grows with everything a page can show. `bottom_seat` sits at
    the lower edge of the camera's picture, and of the table on the page.
    """

    def __init__(self, store: Store, *, bottom_seat: Seat = 0) -> None:
        self._store = store
        self.bottom_seat = bottom_seat
        self._changed = threading.Condition(threading.RLock())
        self._has_ended = False
        # Starting at the clock makes the versions of a restarted server differ from those of the one before.
        self._version = int(time.time() * 1000)
        self._status = TableStatus(StatusCode.NO_CAMERA)
        self._questions: dict[str, Question] = {}
        self._answers: deque[Answer] = deque()
        self._camera: CameraView | None = None
        self._camera_asked_s = -1e9
        self._rendered: dict[Audience, tuple[int, str]] = {}
        record = store.newest_game()
        self._game_id = record.id if record else None
        self._replay = Replay()
        self._entries = store.entries(record.id) if record else ()
        self._state = self._replay.update(self._entries)
        self._resume_offered = self._game_is_open()
        self._corners = _corners_from(store.setting(_CORNERS_SETTING))

    # What is known

    @property
    def version(self) -> int:
        """Number of what can be shown now; a later state has a higher one."""
        with self._changed:
            return self._version

    @property
    def state(self) -> State:
        """The folded game."""
        with self._changed:
            return self._state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log, edits included."""
        with self._changed:
            return self._entries

    @property
    def game_id(self) -> int | None:
        """Id of the game in the store, None before the first game."""
        with self._changed:
            return self._game_id

    @property
    def table_status(self) -> TableStatus:
        """What Kibitz is doing; an open question or finding turns waiting into needing a word."""
        with self._changed:
            is_waiting = self._status.code in (StatusCode.WAITING, StatusCode.NO_CAMERA, StatusCode.ENDED)
            if is_waiting and (self._questions or self._state.open_verdicts):
                has_ended = self._status.code is StatusCode.ENDED
                ended = f"{STATUS_SENTENCES[StatusCode.ENDED]} {self._status.detail}".strip()
                return TableStatus(StatusCode.NEEDS_A_WORD, ended if has_ended else "")
            return self._status

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions, oldest first."""
        with self._changed:
            return tuple(self._questions.values())

    @property
    def resume_offered(self) -> bool:
        """Whether the page asks to go on with a game found in the store; the next event answers it too."""
        with self._changed:
            return self._resume_offered

    @property
    def table_corners(self) -> tuple[tuple[float, float], ...] | None:
        """The four clicks on the table's corners, as fractions of width and height, or None."""
        with self._changed:
            return self._corners

    def evidence(self, entry_id: int) -> Evidence | None:
        """What the camera saw for an entry of the running game."""
        with self._changed:
            return None if self._game_id is None else self._store.evidence(self._game_id, entry_id)

    def wait_for_version(self, newer_than: int, timeout_s: float) -> int | None:
        """Wait until the version exceeds `newer_than`, or the time is up, and return the version; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._has_ended or self._version > newer_than, timeout_s)
            return None if self._has_ended else self._version

    def end(self) -> None:
        """Let nobody wait for a version any more: the pages are not served on."""
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def snapshot(self, audience: Audience = "public") -> dict[str, object]:
        """Everything a page may show to this audience, as one JSON-ready document."""
        loaded: dict[str, object] = json.loads(self.snapshot_json(audience)[1])
        return loaded

    def snapshot_json(self, audience: Audience = "public") -> tuple[int, str]:
        """The snapshot as JSON text with its version; rendered once per version and audience."""
        with self._changed:
            kept = self._rendered.get(audience)
            if kept is None or kept[0] != self._version:
                document = snapshots.build(self._material(), for_scorer=audience == "scorer")
                kept = (self._version, json.dumps(document, separators=(",", ":")))
                self._rendered[audience] = kept
            return kept

    # Changes to the game

    def append(self, event: Event, evidence: Evidence | None = None, *, at_length: int | None = None) -> int:
        """Commit one event, fold, publish, and return the id of its entry.

        `at_length` is the length of the log the caller acted on; if the game has moved on since, nothing
        happens and `SessionError` says so. Raises `StoreError` with the game unchanged.
        """
        with self._changed:
            if isinstance(event, GameStarted):
                raise SessionError("A game is started with start_game.")
            if self._game_id is None:
                raise SessionError("No game is running. Start one first.")
            if at_length is not None and at_length != len(self._entries):
                raise SessionError("The game has moved on in the meantime. Look again, then try once more.")
            entry_id = self._commit(self._game_id, event, evidence)
            self._resume_offered = False
            self._publish()
            return entry_id

    def start_game(self, event: GameStarted, *, replace: bool = False) -> int:
        """Open a new game with its first event; a game still running is abandoned only when `replace` says so."""
        with self._changed:
            if self._game_is_open() and not replace:
                raise SessionError("A game is still running. Finish it, or say that the new game replaces it.")
            previous = self._game_id if self._game_is_open() else None
            game_id = self._store.create_game()
            entry = self._store.append(game_id, event)
            if previous is not None:
                self._store.set_status(previous, "abandoned")
            self._game_id, self._entries = game_id, (entry,)
            self._state = self._replay.update(self._entries)
            self._resume_offered = False
            self._questions.clear()
            self._answers.clear()
            self._publish()
            return entry.id

    def start_next_game(self) -> int:
        """Begin the next game of a session, in the same log: a game may take over something from the last one."""
        with self._changed:
            if self._game_id is None or self._game_is_open():
                raise SessionError("The next game of a session begins when the last one is over.")
            started = [entry.event for entry in effective(self._entries) if isinstance(entry.event, GameStarted)]
            entry_id = self._commit(self._game_id, started[-1], None)
            self._questions.clear()
            self._answers.clear()
            self._publish()
            return entry_id

    def resume(self) -> None:
        """Go on with the game that was found in the store."""
        with self._changed:
            self._resume_offered = False
            self._publish()

    def abandon(self) -> None:
        """Put the running game aside for good; its log stays in the file."""
        with self._changed:
            if self._game_id is None:
                raise SessionError("No game is running.")
            self._store.set_status(self._game_id, "abandoned")
            self._game_id, self._entries = None, ()
            self._state = self._replay.update(())
            self._resume_offered = False
            self._questions.clear()
            self._answers.clear()
            self._publish()

    # Questions and answers

    def ask(self, question: Question) -> None:
        """Show a question on the page; one with the same id is replaced."""
        with self._changed:
            self._questions[question.id] = question
            self._publish()

    def withdraw(self, question_id: str) -> None:
        """Take a question off the page because it has answered itself."""
        with self._changed:
            if self._questions.pop(question_id, None) is not None:
                self._publish()

    def answer(self, question_id: str, choice_code: str) -> Answer:
        """Record the table's word; the companion collects it with `drain_answers`."""
        with self._changed:
            question = self._questions.get(question_id)
            if question is None:
                raise SessionError("That question is no longer open.")
            choice = next((choice for choice in question.choices if choice.code == choice_code), None)
            if choice is None:
                raise SessionError(f"{choice_code!r} is not one of the answers on offer.")
            del self._questions[question_id]
            answer = Answer(question, choice)
            self._answers.append(answer)
            self._publish()
            return answer

    def drain_answers(self) -> tuple[Answer, ...]:
        """Every answer given since the last call, oldest first."""
        with self._changed:
            answers = tuple(self._answers)
            self._answers.clear()
            return answers

    # The camera

    def set_table_status(self, status: TableStatus) -> None:
        """Say what Kibitz is doing; pages hear of it only when it differs."""
        with self._changed:
            if status != self._status:
                self._status = status
                self._publish()

    def set_camera_picture(self, picture_jpeg: bytes, boxes: Sequence[CameraBox]) -> None:
        """Keep the newest camera picture in memory for the set-up page; it is never stored."""
        with self._changed:
            number = 1 if self._camera is None else self._camera.number + 1
            self._camera = CameraView(number, picture_jpeg, tuple(boxes))

    def clear_camera_picture(self) -> None:
        """Forget the picture, so that a lost camera does not go on showing its last frame."""
        with self._changed:
            self._camera = None

    @property
    def camera_view(self) -> CameraView | None:
        """The newest camera picture; asking for it makes `camera_wanted` true for some seconds."""
        with self._changed:
            self._camera_asked_s = time.monotonic()
            return self._camera

    @property
    def camera_wanted(self) -> bool:
        """Whether somebody is looking at the camera page, so that encoding pictures is worth the time."""
        with self._changed:
            return time.monotonic() - self._camera_asked_s < _CAMERA_WANTED_S

    def set_table_corners(self, corners: Sequence[tuple[float, float]] | None) -> None:
        """Keep the four table corners clicked on the camera page (fractions 0..1), or forget them."""
        with self._changed:
            self._store.set_setting(_CORNERS_SETTING, None if corners is None else [list(c) for c in corners])
            self._corners = None if corners is None else tuple((float(x), float(y)) for x, y in corners)
            self._publish()

    # Inside

    def _commit(self, game_id: int, event: Event, evidence: Evidence | None) -> int:
        entry = self._store.append(game_id, event, evidence)
        self._entries = (*self._entries, entry)
        self._state = self._replay.update(self._entries)
        return entry.id

    def _game_is_open(self) -> bool:
        return self._game_id is not None and not snapshots.is_over(self._state)

    def _publish(self) -> None:
        """Give what can be shown a new version; the caller holds the lock."""
        self._version += 1
        self._changed.notify_all()

    def _material(self) -> snapshots.Material:
        pictures = frozenset() if self._game_id is None else self._store.picture_entry_ids(self._game_id)
        return snapshots.Material(
            version=self._version,
            entries=self._entries,
            state=self._state,
            status=self.table_status,
            by_hand=self._status.code in _WITHOUT_CAMERA,
            questions=tuple(self._questions.values()),
            resume_offered=self._resume_offered,
            picture_entry_ids=pictures,
            game_id=self._game_id,
            corners_set=self._corners is not None,
            bottom_seat=self.bottom_seat,
        )


def _corners_from(value: object) -> tuple[tuple[float, float], ...] | None:
    if not isinstance(value, list) or len(value) != 4:
        return None
    return tuple((float(x), float(y)) for x, y in value)
