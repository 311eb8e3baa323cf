"""How long each step takes on this machine, beside a well-known detector on the same frames."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.grouping import group_indices, make_card
from vision.index_crop import index_crops
from vision.motion import MotionMeter
from vision.recogniser import TABLE_CARD_HEIGHT_PX, Recogniser, scale_for
from vision.sources import Frame
from vision.tiling import detect_at_scale
from vision.watcher import Watcher

YARDSTICK = "YOLO11n 640 px"
_YARDSTICK_SIDE_PX = 640
_WARM_UP_RUNS = 3


@dataclass(frozen=True, slots=True)
class StageTime:
    """Milliseconds of one step over all frames."""

    stage: str
    median_ms: float
    p95_ms: float
    runs: int

    def __str__(self) -> str:
        return f"{self.stage:<28}{self.median_ms:9.2f}{self.p95_ms:9.2f}{self.runs:7d}"


HEADING = f"{'stage':<28}{'median':>9}{'p95 ms':>9}{'runs':>7}"


def measure_stages(
    recogniser: Recogniser, frames: Sequence[NDArray[np.uint8]], *, card_height_px: float | None = None
) -> tuple[StageTime, ...]:
    """Time every step of the way on the frames given (at least one): decode, motion, detect, read, group.

    ``card_height_px`` is found by reading the first frame when not given. A *changed region* is one card of the frame
    (or as much of its middle).
    """
    if not frames:
        raise ValueError("expected at least one frame")
    height_px = card_height_px or recogniser.read_photo(frames[0]).card_height_px or frames[0].shape[0] / 5
    jpegs = [cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 90])[1] for frame in frames]
    meter = MotionMeter()
    scale = scale_for(height_px, TABLE_CARD_HEIGHT_PX)
    found = [detect_at_scale(recogniser.detector, frame, scale) for frame in frames]
    crops = [index_crops(f, d.rank_xy, d.suit_xy) for f, d in zip(frames, found, strict=True)]
    readings = [recogniser.read_table(frame, height_px) for frame in frames]
    regions = [_one_card(reading.cards[0].quad_xy if reading.cards else None, frame, height_px)
               for reading, frame in zip(readings, frames, strict=True)]  # fmt: skip

    def group(k: int) -> None:
        indices = readings[k].indices
        for members in group_indices(indices, recogniser.classes, single_copy=True):
            make_card([indices[i] for i in members], recogniser.classes, min_code_confidence=0.8)

    steps: list[tuple[str, Callable[[int], object]]] = [
        ("decode (JPEG)", lambda k: _decoded(jpegs[k])),
        ("motion", lambda k: meter.step(frames[k], float(k))),
        ("detect, whole table", lambda k: detect_at_scale(recogniser.detector, frames[k], scale)),
        ("cut out indices", lambda k: index_crops(frames[k], found[k].rank_xy, found[k].suit_xy)),
        ("read indices", lambda k: recogniser.reader.read(crops[k])),
        ("group", group),
        ("whole table, all of it", lambda k: recogniser.read_table(frames[k], height_px)),
        ("changed region, all of it", lambda k: recogniser.read_regions(frames[k], [regions[k]], height_px)),
    ]
    return tuple(_timed(stage, step, len(frames)) for stage, step in steps)


def measure_yardstick(frames: Sequence[NDArray[np.uint8]]) -> StageTime | None:
    """The same for an ultralytics YOLO11n at 640 px in ONNX Runtime with the same settings, without its after-work.

    None where the training extra is not installed. Built from its description with random weights: nothing is
    downloaded, and the time does not depend on the weights.
    """
    if importlib.util.find_spec("ultralytics") is None or importlib.util.find_spec("torch") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        session = _yardstick_session(Path(folder))
    name = session.get_inputs()[0].name

    def run(k: int) -> None:
        session.run(None, {name: _letterboxed(frames[k])})

    return _timed(YARDSTICK, run, len(frames))


@dataclass(frozen=True, slots=True)
class IdleLoad:
    """Share of one core (1.0 = one whole core) spent while nothing moves."""

    cores: float
    seconds: float


def measure_idle(
    recogniser: Recogniser, frame: NDArray[np.uint8], *, fps: float = 15.0, seconds: float = 10.0
) -> IdleLoad:
    """Decode and watch one still scene at real pace, with sensor noise, and add up the process's processor time."""
    rng = np.random.default_rng(0)
    jpegs = []
    for _ in range(8):
        noisy = np.clip(frame + rng.normal(0, 2, frame.shape), 0, 255).astype(np.uint8)
        jpegs.append(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])
    watcher = Watcher(recogniser)
    for k in range(round(3 * fps)):  # the table is read once before the measurement
        watcher.step(Frame(_decoded(jpegs[k % 8]), k / fps, k))
    first = round(3 * fps)
    start_s, busy_s = time.monotonic(), time.process_time()
    for k in range(round(seconds * fps)):
        image = _decoded(jpegs[k % 8])
        watcher.step(Frame(image, (first + k) / fps, first + k))
        time.sleep(max(0.0, start_s + (k + 1) / fps - time.monotonic()))
    elapsed_s = time.monotonic() - start_s
    return IdleLoad((time.process_time() - busy_s) / elapsed_s, elapsed_s)


def report(
    recogniser: Recogniser, frames: Sequence[NDArray[np.uint8]], *, card_height_px: float | None = None
) -> Iterator[str]:
    """The lines that ``kibitz bench`` prints, each as soon as it is known."""
    height, width = frames[0].shape[:2]
    yield f"{len(frames)} frames of {width} x {height}, {os.cpu_count()} cores, ONNX Runtime {onnxruntime.__version__}"
    yield HEADING
    times = measure_stages(recogniser, frames, card_height_px=card_height_px)
    yield from map(str, times)
    yardstick = measure_yardstick(frames)
    if yardstick is None:
        yield f"{YARDSTICK}: not measured; install the training extra (pip install 'kibitz[train]') to compare."
        return
    yield str(yardstick)
    by_stage = {time_.stage: time_ for time_ in times}
    for stage in ("whole table, all of it", "changed region, all of it"):
        ratio = yardstick.median_ms / by_stage[stage].median_ms
        yield f"{stage}: {ratio:.2f} times as fast as {YARDSTICK}"


def _timed(stage: str, step: Callable[[int], object], count: int) -> StageTime:
    for k in range(min(_WARM_UP_RUNS, count)):
        step(k)
    times_ms = []
    for k in range(count):
        start = time.perf_counter()
        step(k)
        times_ms.append((time.perf_counter() - start) * 1000)
    return StageTime(stage, float(np.median(times_ms)), float(np.percentile(times_ms, 95)), count)


def _decoded(jpeg: NDArray[np.uint8]) -> NDArray[np.uint8]:
    image: NDArray[np.uint8] | None = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    assert image is not None
    return image


def _one_card(quad_xy: NDArray[np.float32] | None, frame: NDArray[np.uint8], height_px: float) -> list[float]:
    """Box around one card, xyxy."""
    if quad_xy is not None:
        return [*map(float, quad_xy.min(axis=0)), *map(float, quad_xy.max(axis=0))]
    x, y, half = frame.shape[1] / 2, frame.shape[0] / 2, height_px / 2
    return [x - half, y - half, x + half, y + half]


def _yardstick_session(folder: Path) -> onnxruntime.InferenceSession:
    # Without this ultralytics installs packages by itself.
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    os.environ.setdefault("YOLO_VERBOSE", "false")
    ultralytics = importlib.import_module("ultralytics")
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        model = ultralytics.YOLO("yolo11n.yaml", verbose=False)
        path = model.export(format="onnx", imgsz=_YARDSTICK_SIDE_PX, verbose=False)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(2, os.cpu_count() or 1)
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _letterboxed(frame: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(H, W, 3) → (1, 3, 640, 640), as ultralytics prepares a frame for a model of fixed size."""
    scale = _YARDSTICK_SIDE_PX / max(frame.shape[:2])
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    square = np.full((_YARDSTICK_SIDE_PX, _YARDSTICK_SIDE_PX, 3), 114, np.uint8)
    square[: small.shape[0], : small.shape[1]] = small
    blob: NDArray[np.float32] = cv2.dnn.blobFromImage(square, 1 / 255.0, swapRB=True)
    return blob
