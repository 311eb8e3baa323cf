import time

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import DrawnTable
from vision.motion import MotionMeter, share, small_frame


def steps(meter, table, count=1):
    for _ in range(count):
        frame = table.frame()
        motion = meter.step(frame.image_bgr, frame.time_s)
    return motion


def test_sensor_noise_is_no_motion():
    motion = steps(MotionMeter(), DrawnTable(), 10)
    assert motion.moving_share == 0
    assert motion.changed_share == 0


def test_a_hand_moves_and_a_card_left_behind_is_a_change_without_motion():
    meter, table = MotionMeter(), DrawnTable()
    steps(meter, table, 2)
    table.hands = [((320, 380), (320, 200))]
    assert steps(meter, table).moving_share > 0.01
    table.hands = []
    table.lay("AS", (320, 180))
    steps(meter, table)
    motion = steps(meter, table)
    assert motion.moving_share == 0
    assert motion.changed_share == pytest.approx(80 * 57 / (640 * 360), rel=0.3)


@pytest.mark.parametrize("light", [0.4, 0.7, 0.9, 1.2, 1.6])
def test_other_light_everywhere_is_neither_motion_nor_change(light):
    meter, table = MotionMeter(), DrawnTable()
    table.lay("AS", (320, 180))
    steps(meter, table, 3)
    table.light = light
    motion = steps(meter, table)
    # A card that is white already cannot become brighter with the rest.
    assert motion.moving_share < 0.03
    assert motion.changed_share < 0.03


def lit_from(side_gain, image):
    """The picture under a lamp at its left edge: that gain there, none at the right edge."""
    gains = np.linspace(side_gain, 1.0, image.shape[1])[None, :, None]
    return np.clip(image * gains, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("side_gain", [0.5, 0.75, 1.3, 1.8])
def test_a_lamp_at_one_side_is_no_change_but_a_card_laid_under_it_is(side_gain):
    meter, table = MotionMeter(), DrawnTable()
    steps(meter, table, 2)
    table.hands = [((0, 250), (150, 250))]  # An arm in the brightest part must not be taken for light.
    frame = table.frame()
    arm_share = meter.step(frame.image_bgr, frame.time_s).changed_share

    for _ in range(2):
        frame = table.frame()
        motion = meter.step(lit_from(side_gain, frame.image_bgr), frame.time_s)
    assert motion.changed_share == pytest.approx(arm_share, abs=0.02)

    table.hands = []
    table.lay("AS", (320, 180))
    frame = table.frame()
    motion = meter.step(lit_from(side_gain, frame.image_bgr), frame.time_s)
    assert motion.changed_share == pytest.approx(80 * 57 / (640 * 360), rel=0.35)


def test_what_was_accepted_is_no_change_any_more():
    meter, table = MotionMeter(), DrawnTable()
    steps(meter, table, 2)
    table.lay("AS", (100, 180))
    table.lay("KD", (500, 180))
    motion = steps(meter, table)
    where = np.zeros_like(motion.changed)
    where[:, :160] = 255
    meter.accept(motion.small_bgr, where)
    motion = steps(meter, table)
    assert cv2.countNonZero(motion.changed[:, :160]) == 0
    assert cv2.countNonZero(motion.changed[:, 160:]) > 500


def test_it_knows_where_and_when_something_last_moved():
    meter, table = MotionMeter(), DrawnTable()
    steps(meter, table, 3)
    table.lay("AS", (100, 180))
    frame = table.frame()
    meter.step(frame.image_bgr, frame.time_s)
    steps(meter, table, 5)
    left = np.zeros((180, 320), np.uint8)
    left[:, :160] = 255
    assert meter.last_motion_s(left) == pytest.approx(frame.time_s)
    assert meter.last_motion_s(255 - left) == -np.inf
    now_s = table.time_s
    assert share(meter.still_since(now_s, now_s - frame.time_s + 0.01)) < 1
    assert share(meter.still_since(now_s, 0.01)) == 1


@pytest.mark.parametrize("shape", [(1, 1, 3), (2, 5000, 3), (5000, 2, 3), (1080, 1920, 3)])
def test_frames_of_any_shape_are_measured(shape):
    meter = MotionMeter()
    for level in (0, 0, 200):
        meter.step(np.full(shape, level, np.uint8), float(level))


def test_another_frame_size_begins_anew():
    meter = MotionMeter()
    meter.step(np.zeros((360, 640, 3), np.uint8), 0.0)
    motion = meter.step(np.full((300, 640, 3), 255, np.uint8), 1.0)
    assert motion.moving_share == 0


def test_a_frame_costs_about_a_millisecond():
    image = np.random.default_rng(0).integers(0, 255, (720, 1280, 3), np.uint8)
    meter = MotionMeter()
    times = []
    for k in range(60):
        start = time.thread_time()
        meter.step(image, float(k))
        times.append(time.thread_time() - start)
    # Measured 0.6 ms of processor time; the bound leaves room for slow machines and still catches a full-size pass.
    assert np.median(times) < 0.006


@pytest.mark.parametrize(
    ("shape", "small"),
    [((720, 1280), (180, 320)), ((1280, 720), (320, 180)), ((480, 640), (240, 320)), ((5000, 2), (320, 8))],
)
def test_the_small_frame_is_320_px_long(shape, small):
    assert small == small_frame(np.zeros((*shape, 3), np.uint8)).shape[:2]
