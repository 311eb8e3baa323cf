"""Writing frames to an .mp4: H.264 by the ffmpeg program where it is installed, else what OpenCV can encode itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import TracebackType

import cv2
import numpy as np


class VideoWriter:
    """A context that takes BGR frames; `quality` is x264's constant rate factor (lower is better)."""

    def __init__(
        self, path: Path, width_px: int, height_px: int, fps: float, *, quality: int = 24, preset: str = "veryfast"
    ) -> None:
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None
        self._opencv: cv2.VideoWriter | None = None
        ffmpeg = shutil.which("ffmpeg")
        if ffmpeg:
            raw = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{width_px}x{height_px}", "-r", f"{fps:g}", "-i", "-"]
            h264 = ["-an", "-c:v", "libx264", "-preset", preset, "-crf", str(quality), "-pix_fmt", "yuv420p"]
            # One thread and no encoder stamps: the same seed gives the same bytes.
            same_bytes = ["-threads", "1", "-fflags", "+bitexact", "-flags", "+bitexact", "-movflags", "+faststart"]
            command = [ffmpeg, "-loglevel", "error", "-y", *raw, *h264, *same_bytes, str(path)]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE)
            return
        print(
            "ffmpeg is not installed (Debian: apt install ffmpeg): writing MPEG-4 instead of H.264, a larger file.",
            file=sys.stderr,
        )
        self._opencv = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (width_px, height_px))
        if not self._opencv.isOpened():
            raise OSError(f"cannot write {path}: OpenCV has no MPEG-4 encoder here; install ffmpeg")

    def write(self, frame_bgr: np.ndarray) -> None:
        """Append one frame of the size given."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.write(np.ascontiguousarray(frame_bgr).data)
        elif self._opencv is not None:
            self._opencv.write(frame_bgr)

    def __enter__(self) -> VideoWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            if self._process.wait() and error is None:
                raise OSError(f"ffmpeg could not write {self._path} (exit status {self._process.returncode})")
        if self._opencv is not None:
            self._opencv.release()
