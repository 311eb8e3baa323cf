"""Where frames come from: a camera, a video file, an address in the network, a folder of stills."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray


class SourceError(RuntimeError):
    """The source gives no frames; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: (H, W, 3) uint8 BGR, when it was taken, and its number since the source was opened.

    ``time_s`` is the monotonic clock for live sources and the time in the film for files and stills.
    """

    image_bgr: NDArray[np.uint8]
    time_s: float
    index: int


class SourceState(Enum):
    """Whether frames are coming."""

    RUNNING = "running"
    LOST = "lost"
    """A live source gives no frames; it is being reopened, for ever."""
    ENDED = "ended"
    """A file or folder is through, or the source was closed."""


class Source(Protocol):
    """A stream of frames. Also a context manager that closes it."""

    @property
    def state(self) -> SourceState: ...

    @property
    def trouble(self) -> str | None:
        """One sentence on what is wrong and what to do, None while all is well."""
        ...

    @property
    def is_live(self) -> bool:
        """Frames that are not fetched in time are lost."""
        ...

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame: for live sources the newest not yet read, waited for up to ``timeout_s``.

        None when there is none: look at ``state`` for the reason. A file that breaks off raises SourceError once its
        good frames are through.
        """
        ...

    def close(self) -> None:
        """Stop; every thread has ended and the device is free when this returns."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...


STILL_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
_URL = re.compile(r"^(https?|rtsps?|rtmp|tcp|udp)://", re.IGNORECASE)
_CAMERA = re.compile(r"^(\d+|/dev/.+)$")


def open_source(
    spec: str, *, size_wh: tuple[int, int] = (1280, 720), fps: float = 15.0, real_time: bool = True, loop: bool = False
) -> Source:
    """Open what ``spec`` names: ``0`` or ``/dev/v4l/by-id/…``, ``http(s)://`` or ``rtsp://``, a video file, a folder.

    ``size_wh`` and ``fps`` are asked of a camera. Files play in real time (late frames are skipped) or, with
    ``real_time=False``, frame by frame as fast as they are read; ``loop`` begins again at the end. Raises SourceError
    when there is no such thing; a live source that exists but is silent opens in the state LOST and goes on trying.
    """
    from vision.source_file import FolderSource, VideoFileSource
    from vision.source_live import CameraSource, StreamSource

    spec = spec.strip()
    if not spec:
        raise SourceError("No source is named; give a camera (0), a video file, a folder of pictures or an address.")
    if _URL.match(spec):
        return StreamSource(spec)
    if _CAMERA.match(spec):
        return CameraSource(spec, size_wh=size_wh, fps=fps)
    path = Path(spec).expanduser()
    if path.is_dir():
        return FolderSource(path, real_time=real_time, loop=loop)
    if path.is_file():
        if path.suffix.lower() in STILL_SUFFIXES:
            return FolderSource(path, real_time=real_time, loop=loop)
        return VideoFileSource(path, real_time=real_time, loop=loop)
    raise SourceError(
        f"There is no file, folder or camera {spec!r}; check the name; 'kibitz cameras' lists the cameras."
    )


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera on this machine: ``spec`` opens it and stays the same after unplugging and rebooting."""

    spec: str
    name: str


def list_cameras() -> tuple[CameraInfo, ...]:
    """The cameras plugged in, those with a stable id first named by it."""
    from vision.source_live import cameras_plugged_in

    return cameras_plugged_in()
