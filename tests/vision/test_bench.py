"""The measurements run and say what they measured; how fast it is depends on the machine."""

import numpy as np
import pytest

from tests.vision.tiny_onnx import detector_bytes, reader_bytes, write_models
from vision import bench
from vision.recogniser import Recogniser

CLASSES = ["AS", "KH", "not_an_index", "unreadable"]
ROW = np.array([[100, 80, 20, 36, 0.9, 100, 72, 1, 100, 90, 1, 140, 130, 1]], np.float32).T


@pytest.fixture(scope="module")
def recogniser(tmp_path_factory):
    weights = np.zeros((3 * 64 * 48, len(CLASSES)), np.float32)
    weights[:, 1] = 0.01
    folder = tmp_path_factory.mktemp("models")
    return Recogniser.load(write_models(folder, detector=detector_bytes(ROW), reader=reader_bytes(CLASSES, weights)))


@pytest.fixture(scope="module")
def frames():
    return [np.full((240, 320, 3), 200 + k, np.uint8) for k in range(4)]


def test_every_stage_is_timed_on_every_frame(recogniser, frames):
    times = bench.measure_stages(recogniser, frames, card_height_px=120.0)
    assert {"decode (JPEG)", "motion", "detect, whole table", "read indices", "group", "changed region, all of it"} <= {
        time.stage for time in times
    }
    for time in times:
        assert time.runs == 4
        assert 0 < time.median_ms <= time.p95_ms


def test_without_frames_nothing_is_measured(recogniser):
    with pytest.raises(ValueError, match="at least one frame"):
        bench.measure_stages(recogniser, [])


def test_the_report_says_when_the_yardstick_is_missing(recogniser, frames, monkeypatch):
    monkeypatch.setattr(bench.importlib.util, "find_spec", lambda name: None)
    lines = list(bench.report(recogniser, frames))
    assert lines[0].startswith("4 frames of 320 x 240")
    assert lines[1] == bench.HEADING
    assert lines[-1] == (
        "YOLO11n 640 px: not measured; install the training extra (pip install 'kibitz[train]') to compare."
    )


def test_idle_load_is_a_share_of_a_core(recogniser, frames):
    load = bench.measure_idle(recogniser, frames[0], fps=30.0, seconds=0.5)
    assert 0 < load.cores < 4
    assert load.seconds > 0.45


@pytest.mark.parametrize(("shape", "top"), [((720, 1280, 3), 360), ((640, 640, 3), 640), ((1000, 500, 3), 640)])
def test_the_yardstick_gets_its_frame_letterboxed(shape, top):
    blob = bench._letterboxed(np.full(shape, 255, np.uint8))
    assert (1, 3, 640, 640) == blob.shape
    assert blob[0, 0, 0, 0] == 1.0
    assert blob[0, 0, top - 1, 0] == 1.0
    if top < 640:
        assert blob[0, 0, top, 0] == pytest.approx(114 / 255)
