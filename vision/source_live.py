"""Frames from a camera or a network stream: the newest only, and reopened for ever."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources import CameraInfo, Frame, SourceError, SourceState

LOST_AFTER_S = 2.0
"""Without a new frame for so long the source counts as lost."""
_BACK_OFF_S = (0.5, 1.0, 2.0, 4.0, 8.0)
_NETWORK_TIMEOUT_MS = 5000
_JOIN_S = 15.0
"""Longer than OpenCV waits for a V4L2 frame (10 s) or for the network."""


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, NDArray[np.uint8] | None]: ...

    def release(self) -> None: ...


class LiveSource:
    """Keeps a capture open in a thread of its own and hands out its newest frame.

    Every frame is grabbed, so that none grows old in the driver's queue; only those asked for are decoded (10 ms for a
    720p JPEG). ``detect_frozen``: identical pictures for LOST_AFTER_S mean a lost device, since drivers may repeat the
    last frame for ever after unplugging (opencv#5221).
    """

    def __init__(
        self,
        open_capture: Callable[[], Capture | None],
        *,
        name: str,
        advice: str,
        detect_frozen: bool,
        lost_after_s: float = LOST_AFTER_S,
        back_off_s: tuple[float, ...] = _BACK_OFF_S,
    ) -> None:
        self._open_capture = open_capture
        self._name = name
        self._advice = advice
        self._detect_frozen = detect_frozen
        self._lost_after_s = lost_after_s
        self._back_off_s = back_off_s
        self._condition = threading.Condition()
        self._closing = threading.Event()
        self._wanted = False
        self._frame: Frame | None = None
        self._index = 0
        self._last_new_s = time.monotonic()
        self._had_frames = False
        self._never_opened = False
        self._thread = threading.Thread(target=self._run, name=f"source {name}", daemon=True)
        self._thread.start()

    @property
    def state(self) -> SourceState:
        if self._closing.is_set():
            return SourceState.ENDED
        if self._never_opened:
            return SourceState.LOST
        fresh = time.monotonic() - self._last_new_s <= self._lost_after_s
        return SourceState.RUNNING if fresh else SourceState.LOST

    @property
    def trouble(self) -> str | None:
        if self.state is not SourceState.LOST:
            return None
        verb = "has stopped sending frames" if self._had_frames else "sends no frames"
        return f"{self._name} {verb}; {self._advice} Kibitz goes on as soon as it is back."

    @property
    def is_live(self) -> bool:
        return True

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The newest frame that was not read yet, None when none comes within ``timeout_s``."""
        with self._condition:
            self._frame = None  # one that nobody fetched may be minutes old
            self._wanted = True
            self._condition.wait_for(lambda: self._frame is not None or self._closing.is_set(), timeout_s)
            frame, self._frame = self._frame, None
        return frame

    def close(self) -> None:
        self._closing.set()
        with self._condition:
            self._condition.notify_all()
        self._thread.join(_JOIN_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            capture = self._open_capture()
            self._never_opened = capture is None and not self._had_frames
            if capture is not None:
                before = self._index
                try:
                    self._grab_until_lost(capture)
                finally:
                    capture.release()
                if self._index > before:
                    failures = 0
            self._closing.wait(self._back_off_s[min(failures, len(self._back_off_s) - 1)])
            failures += 1

    def _grab_until_lost(self, capture: Capture) -> None:
        last_picture = b""
        changed_s = looked_s = time.monotonic()
        while not self._closing.is_set() and capture.grab():
            now_s = time.monotonic()
            self._index += 1
            if not self._detect_frozen:
                self._note_new(now_s)
            if not self._wanted:
                if now_s - looked_s > self._lost_after_s:
                    # Nobody looks, so whether the picture is frozen cannot be told.
                    changed_s = now_s
                    self._note_new(now_s)
                continue
            looked_s = now_s
            ok, image = capture.retrieve()
            if not ok or image is None or not image.size:
                return
            if self._detect_frozen:
                picture = image[::16, ::16].tobytes()
                if picture == last_picture and now_s - changed_s > self._lost_after_s:
                    return
                if picture != last_picture:
                    last_picture, changed_s = picture, now_s
                    self._note_new(now_s)
            with self._condition:
                self._frame = Frame(image, now_s, self._index)
                self._wanted = False
                self._condition.notify_all()

    def _note_new(self, now_s: float) -> None:
        self._last_new_s = now_s
        self._had_frames = True


class CameraSource(LiveSource):
    """A USB camera by its stable path, or by number. Raises SourceError when there is none, or it cannot be opened."""

    def __init__(self, spec: str, *, size_wh: tuple[int, int], fps: float) -> None:
        device = _device_of(spec)
        first = _open_camera(device, size_wh, fps)
        if first is None:
            raise SourceError(
                f"The camera {spec} cannot be opened; close other programs that use it, plug it in again, and see that "
                "you may read it (on Linux: be in the group video)."
            )
        waiting: list[Capture] = [first]
        super().__init__(
            lambda: waiting.pop() if waiting else _open_camera(device, size_wh, fps),
            name=f"The camera {spec}",
            advice="check its cable.",
            detect_frozen=True,
        )


class StreamSource(LiveSource):
    """A network camera: MJPEG over HTTP, RTSP, and what else FFmpeg reads. A silent address opens in the state LOST."""

    def __init__(self, url: str) -> None:
        super().__init__(
            lambda: _open_stream(url),
            name=f"The address {url}",
            advice="check that the camera is switched on and the address is right.",
            detect_frozen=False,
            lost_after_s=_NETWORK_TIMEOUT_MS / 1000,
        )


def _open_stream(url: str) -> Capture | None:
    parameters = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        _NETWORK_TIMEOUT_MS,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        _NETWORK_TIMEOUT_MS,
    ]
    capture: Capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, parameters)
    if capture.isOpened():
        return capture
    capture.release()
    return None


def _open_camera(device: str | int, size_wh: tuple[int, int], fps: float) -> Capture | None:
    # A stable id is a link; V4L2 wants the device, which is another one after plugging in again.
    target = device if isinstance(device, int) else str(Path(device).resolve())
    if isinstance(target, str) and not Path(target).exists():
        return None
    capture = cv2.VideoCapture(target, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
    if not capture.isOpened():
        capture.release()
        return None
    # MJPG first: raw YUYV at 720p leaves many cameras at 10 frames a second or less.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_wh[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_wh[1])
    capture.set(cv2.CAP_PROP_FPS, fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    opened: Capture = capture
    return opened


def _device_of(spec: str) -> str | int:
    """The stable path of a camera given by number or path. Raises SourceError when nothing is plugged in there."""
    if sys.platform != "linux":
        return int(spec) if spec.isdigit() else spec
    path = Path(f"/dev/video{spec}") if spec.isdigit() else Path(spec)
    if not path.exists():
        cameras = cameras_plugged_in()
        known = ", ".join(camera.spec for camera in cameras)
        raise SourceError(
            f"There is no camera {spec}; "
            + (f"plugged in: {known}." if cameras else "no camera is plugged in here: plug one in and try again.")
        )
    for camera in cameras_plugged_in():
        if Path(camera.spec).resolve() == path.resolve():
            return camera.spec
    return str(path)


def cameras_plugged_in(
    dev: Path = Path("/dev"), sys_class: Path = Path("/sys/class/video4linux")
) -> tuple[CameraInfo, ...]:
    """The capture devices of this Linux machine, by their stable ids where they have one."""
    by_device: dict[Path, CameraInfo] = {}
    for link in sorted((dev / "v4l" / "by-id").glob("*-video-index0")):
        device = link.resolve()
        if device.exists():
            by_device.setdefault(device, CameraInfo(str(link), _camera_name(sys_class, device, fallback=link.name)))
    for device in sorted(dev.glob("video[0-9]*"), key=lambda path: int(path.name.removeprefix("video"))):
        # A camera has further nodes for metadata; only the one with index 0 gives pictures.
        index = sys_class / device.name / "index"
        if index.is_file() and index.read_text().strip() != "0":
            continue
        by_device.setdefault(
            device.resolve(), CameraInfo(str(device), _camera_name(sys_class, device, fallback=device.name))
        )
    return tuple(by_device.values())


def _camera_name(sys_class: Path, device: Path, *, fallback: str) -> str:
    name = sys_class / device.name / "name"
    return name.read_text().strip() if name.is_file() else fallback
