"""The watch: frames from a source through the watcher to the companion, for as long as it takes.

One thread owns source, watcher and companion. Trouble with the camera is a state that the page shows, never an end.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2

from vision.sources import Frame, Source, SourceError, SourceState
from vision.watcher import Watcher
from webui.companion_base import CompanionBase, Role
from webui.session import CameraBox, Session
from webui.store import StoreError
from webui.table_status import StatusCode, TableStatus

log = logging.getLogger(__name__)

CAMERA_PICTURE_EVERY_S = 0.4
CAMERA_PICTURE_MAX_WIDTH_PX = 1280
READ_TIMEOUT_S = 0.5
RESTARTS_MAX = 4
RESTARTS_WINDOW_S = 60.0
STOP_S = 60.0  # A frame takes seconds on a busy machine; a film that is closed while it is read aborts the process.
RESTART_PAUSE_S = 1.0


@dataclass(slots=True)
class WatchCounts:
    """What the watch has done so far."""

    frames: int = 0
    losses: int = 0


def watch_source(
    source: Source,
    session: Session,
    watcher: Watcher,
    companion: CompanionBase,
    *,
    stop: threading.Event | None = None,
    before_frame: Callable[[Frame], None] | None = None,
    goes_on: Callable[[], bool] | None = None,
) -> WatchCounts:
    """Watch until the source ends, `stop` is set or `goes_on` says no; returns what was done.

    `before_frame` is called with every frame before it is looked at: the demo and the evaluation enter bids there,
    as a player would. A file that breaks off raises SourceError after its good frames. A store that cannot be written
    stops nothing: the trouble is shown, and what was seen meanwhile is committed as soon as it can be.
    """
    counts = WatchCounts()
    showing = _CameraPicture(session, watcher, companion)
    lost = False
    while (stop is None or not stop.is_set()) and (goes_on is None or goes_on()):
        frame = source.read(timeout_s=READ_TIMEOUT_S)
        _tell(session, companion.heed_answers)
        if frame is None:
            if source.state is SourceState.ENDED:
                session.set_table_status(TableStatus(StatusCode.ENDED, source.trouble or ""))
                return counts
            if source.state is SourceState.LOST:
                if not lost:
                    lost = True
                    counts.losses += 1
                    watcher.camera_lost(time.monotonic())
                    session.clear_camera_picture()
                session.set_table_status(TableStatus(StatusCode.CAMERA_LOST, source.trouble or ""))
            continue
        if lost:
            lost = False
            session.set_table_status(TableStatus(StatusCode.STARTING))
        counts.frames += 1
        if before_frame is not None:
            _tell(session, before_frame, frame)
        for observation in watcher.step(frame):
            _tell(session, companion.observe, observation)
        showing.update(frame)
    return counts


def _tell(session: Session, tell: Callable[..., None], *news: object) -> None:
    try:
        tell(*news)
    except StoreError as error:
        log.error("an event could not be committed yet: %s", error)
        session.set_table_status(TableStatus(StatusCode.OUT_OF_SYNC, str(error)))


class WatchThread:
    """The watch in a thread of its own, with an end that can be waited for.

    `watch` is begun again when it breaks off with an error nobody expected: the log holds all that was seen so far.
    After `RESTARTS_MAX` of those within `RESTARTS_WINDOW_S` it is given up. Trouble with the source ends it at once.
    """

    def __init__(
        self, watch: Callable[[threading.Event], None], session: Session, *, pause_s: float = RESTART_PAUSE_S
    ) -> None:
        self._watch = watch
        self._session = session
        self._pause_s = pause_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kibitz-watch", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self, timeout_s: float = STOP_S) -> None:
        """Ask the watch to end after the frame it is at, and wait for it."""
        self._stop.set()
        self.join(timeout_s)

    def join(self, timeout_s: float | None = None) -> None:
        """Wait for the watch to end by itself."""
        self._thread.join(timeout_s)

    def _run(self) -> None:
        broke_off_s: deque[float] = deque(maxlen=RESTARTS_MAX + 1)
        while not self._stop.is_set():
            try:
                self._watch(self._stop)
                return
            except SourceError as error:
                log.error("%s", error)
                self._session.set_table_status(TableStatus(StatusCode.STOPPED, str(error)))
                return
            except Exception as error:
                log.exception("the watch broke off")
                broke_off_s.append(time.monotonic())
                if len(broke_off_s) > RESTARTS_MAX and broke_off_s[-1] - broke_off_s[0] < RESTARTS_WINDOW_S:
                    self._session.set_table_status(TableStatus(StatusCode.STOPPED, f"({error})"))
                    return
                self._begin_again()

    def _begin_again(self) -> None:
        """What the watch asked is asked anew by the next one, which knows nothing of it."""
        for question in self._session.questions:
            self._session.withdraw(question.id)
        self._session.clear_camera_picture()
        self._session.set_table_status(TableStatus(StatusCode.RESTARTING))
        self._stop.wait(self._pause_s)


class _CameraPicture:
    """What the set-up page shows: encoded only while somebody looks at it."""

    def __init__(self, session: Session, watcher: Watcher, companion: CompanionBase) -> None:
        self._session, self._watcher, self._companion = session, watcher, companion
        self._shown_s = float("-inf")

    def update(self, frame: Frame) -> None:
        now_s = time.monotonic()
        if now_s - self._shown_s < CAMERA_PICTURE_EVERY_S or not self._session.camera_wanted:
            return
        self._shown_s = now_s
        picture = frame.image_bgr
        scale = min(1.0, CAMERA_PICTURE_MAX_WIDTH_PX / picture.shape[1])
        if scale < 1.0:
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        ok, buffer = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 75])
        if not ok:
            return
        self._session.set_camera_picture(buffer.tobytes(), self._boxes(scale))

    def _boxes(self, scale: float) -> list[CameraBox]:
        boxes = []
        for card in self._watcher.cards:
            track = self._companion.tracks.get(card.track_id)
            role = track.role if track is not None else Role.NOTHING
            boxes.append(
                CameraBox(
                    label=card.code or "?",
                    quad_xy=tuple((float(x) * scale, float(y) * scale) for x, y in card.sighting.quad_xy),
                    confidence=card.sighting.confidence,
                    seat=track.seat.seat if track is not None and track.seat is not None else None,
                    kind=role.value,
                )
            )
        return boxes
