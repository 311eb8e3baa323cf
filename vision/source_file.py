"""Frames from a video file or a folder of stills."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources import STILL_SUFFIXES, Frame, SourceError, SourceState

STILL_SECONDS = 1.0
"""How long each still of a folder stands in real time."""
_DEFAULT_FPS = 25.0
"""Where a film does not say how fast it plays."""
_COMPLETE_SHARE = 0.95
"""A film that ends before this share of the frames it announces was cut off; some formats only estimate the number."""


class FilmClock:
    """When the next picture of a film is due: in real time by the clock, otherwise always now."""

    def __init__(self, *, real_time: bool, now: Callable[[], float] = time.monotonic) -> None:
        self._real_time = real_time
        self._now = now
        self._start_s: float | None = None

    def lag_s(self, time_s: float) -> float:
        """How late the picture of this film time is, negative while not yet due. The first one starts the clock."""
        if not self._real_time:
            return 0.0
        if self._start_s is None:
            self._start_s = self._now() - time_s
        return self._now() - self._start_s - time_s


class _FilmSource(ABC):
    """What films and folders share: pacing, looping, closing."""

    def __init__(self, *, real_time: bool, loop: bool, picture_seconds: float) -> None:
        self._clock = FilmClock(real_time=real_time)
        self._loop = loop
        self._picture_seconds = picture_seconds
        self._state = SourceState.RUNNING
        self._trouble: str | None = None
        self._next_index = 0

    @property
    def state(self) -> SourceState:
        return self._state

    @property
    def trouble(self) -> str | None:
        return self._trouble

    @property
    def is_live(self) -> bool:
        return False

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next picture; in real time it waits for it, and skips those that are late by more than one.

        None at the end, or when the next picture is not due within ``timeout_s``.
        """
        while self._state is SourceState.RUNNING:
            time_s = self._next_index * self._picture_seconds
            lag_s = self._clock.lag_s(time_s)
            if -lag_s > timeout_s:
                time.sleep(timeout_s)
                return None
            if lag_s < 0:
                time.sleep(-lag_s)
            image = self._next_picture(wanted=lag_s < self._picture_seconds)
            index = self._next_index
            self._next_index += 1
            if image is not None:
                return Frame(image, time_s, index)
        return None

    @abstractmethod
    def _next_picture(self, *, wanted: bool) -> NDArray[np.uint8] | None:
        """Go on by one picture, and give it when wanted. Sets the state at the end."""

    def close(self) -> None:
        self._state = SourceState.ENDED

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class VideoFileSource(_FilmSource):
    """A video file.

    Raises SourceError when it cannot be opened, or once its good frames are through if it was cut off.
    """

    def __init__(self, path: Path, *, real_time: bool, loop: bool) -> None:
        if not path.is_file():
            raise SourceError(f"There is no video file {path}; check the name.")
        self._path = path
        self._capture = self._open()
        fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.fps = fps if 0.5 <= fps <= 1000 else _DEFAULT_FPS
        super().__init__(real_time=real_time, loop=loop, picture_seconds=1.0 / self.fps)
        self._pending: bool = self._capture.grab()
        if not self._pending:
            self._capture.release()
            raise SourceError(f"The video file {path} holds no frames; copy or record it again.")
        self._frames_read = 0

    def _open(self) -> cv2.VideoCapture:
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            raise SourceError(
                f"The video file {self._path} cannot be opened: it is cut off, damaged or in an unknown format; "
                "copy or record it again, or convert it to MP4 (H.264)."
            )
        return capture

    def _next_picture(self, *, wanted: bool) -> NDArray[np.uint8] | None:
        image: NDArray[np.uint8] | None = None
        if wanted:
            ok, image = self._capture.retrieve()
            if not ok:
                image = None
        self._frames_read += 1
        # Looking ahead by one frame makes the state say ENDED together with the last frame's delivery.
        self._pending = self._capture.grab()
        if not self._pending:
            self._at_end()
        return image

    def _at_end(self) -> None:
        announced = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        if self._frames_read < announced * _COMPLETE_SHARE - 1:
            self._trouble = (
                f"The video file {self._path} breaks off after {self._frames_read} of {announced} frames; "
                "copy it again if the rest is wanted."
            )
        elif self._loop:
            self._capture.release()
            self._capture = self._open()
            self._frames_read = 0
            self._pending = self._capture.grab()
            if self._pending:
                return
        self._state = SourceState.ENDED

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        frame = super().read(timeout_s)
        if frame is None and self._state is SourceState.ENDED and self._trouble and self._capture.isOpened():
            self._capture.release()
            raise SourceError(self._trouble)
        return frame

    def close(self) -> None:
        super().close()
        self._capture.release()


class FolderSource(_FilmSource):
    """The pictures of a folder in the order of their names (2 before 10), or a single picture.

    Files that are no pictures are passed over and named in ``trouble``. Raises SourceError when none can be read.
    """

    def __init__(self, path: Path, *, real_time: bool, loop: bool, picture_seconds: float = STILL_SECONDS) -> None:
        super().__init__(real_time=real_time, loop=loop, picture_seconds=picture_seconds)
        files = [path] if path.is_file() else [p for p in path.iterdir() if p.suffix.lower() in STILL_SUFFIXES]
        self._paths = sorted(files, key=lambda p: [(not t.isdigit(), int(t) if t.isdigit() else 0, t)
                                                   for t in re.split(r"(\d+)", p.name.lower()) if t])  # fmt: skip
        if not self._paths:
            raise SourceError(f"The folder {path} holds no pictures; put JPEG or PNG files into it.")
        self._position = 0
        if not any(read_picture(p) is not None for p in self._paths):
            raise SourceError(f"No picture of {path} can be read; they are damaged or of an unknown format.")

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files in the order they are shown."""
        return tuple(self._paths)

    def _next_picture(self, *, wanted: bool) -> NDArray[np.uint8] | None:
        path = self._paths[self._position]
        image = read_picture(path) if wanted else None
        if wanted and image is None:
            self._trouble = f"The picture {path} cannot be read and was passed over; it is damaged or no picture."
        self._position += 1
        if self._position == len(self._paths):
            if self._loop:
                self._position = 0
            else:
                self._state = SourceState.ENDED
        return image


def read_picture(path: Path) -> NDArray[np.uint8] | None:
    """A picture file as (H, W, 3) BGR, turned as its EXIF data say; None when it cannot be read."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
        image: NDArray[np.uint8] | None = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except (OSError, cv2.error):
        return None
    return image
