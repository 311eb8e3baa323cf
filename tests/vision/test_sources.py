"""Films, folders, cameras and streams, and what each says when it is not there."""

import http.server
import threading
import time

import cv2
import numpy as np
import pytest

from vision.source_file import FilmClock, FolderSource, VideoFileSource
from vision.source_live import LiveSource, cameras_plugged_in
from vision.sources import SourceError, SourceState, list_cameras, open_source


def picture(level: int, size_wh=(64, 48)) -> np.ndarray:
    return np.full((size_wh[1], size_wh[0], 3), level, np.uint8)


@pytest.fixture
def film(tmp_path):
    """20 frames at 10 frames a second, each brighter than the one before."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    assert writer.isOpened()
    for k in range(20):
        writer.write(picture(10 * k))
    writer.release()
    return path


def wait_until(condition, timeout_s=10.0):
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


def frames_of(source):
    frames = []
    while (frame := source.read()) is not None:
        frames.append(frame)
    return frames


# -- films ------------------------------------------------------------------------------------------------------------


def test_a_film_gives_every_frame_with_its_time(film):
    with open_source(str(film), real_time=False) as source:
        frames = frames_of(source)
        assert source.state is SourceState.ENDED
        assert source.trouble is None
    assert list(range(20)) == [frame.index for frame in frames]
    assert [frame.time_s for frame in frames] == pytest.approx([k / 10 for k in range(20)])
    assert [float(frame.image_bgr.mean()) for frame in frames] == pytest.approx([10 * k for k in range(20)], abs=4)


def test_a_film_in_real_time_takes_its_time_and_skips_what_is_late(film):
    start = time.monotonic()
    with open_source(str(film)) as source:
        first = source.read()
        time.sleep(0.55)  # somebody who is slow
        second = source.read()
        frames_of(source)
    assert first.index == 0
    assert 4 <= second.index <= 7
    assert time.monotonic() - start > 1.8


def test_a_film_can_be_waited_for_in_small_steps(film):
    with open_source(str(film)) as source:
        assert source.read(timeout_s=0.0).index == 0
        assert source.read(timeout_s=0.01) is None
        assert source.state is SourceState.RUNNING


def test_a_film_that_loops_goes_on_with_rising_times(film):
    with open_source(str(film), real_time=False, loop=True) as source:
        frames = [source.read() for _ in range(45)]
    assert list(range(45)) == [frame.index for frame in frames]
    assert float(frames[41].image_bgr.mean()) == pytest.approx(10, abs=4)


def test_a_film_cut_off_gives_its_good_frames_and_then_says_so(film):
    data = film.read_bytes()
    film.write_bytes(data[: len(data) * 7 // 10])
    source = VideoFileSource(film, real_time=False, loop=False)
    indices = []

    def read_on():
        while (frame := source.read()) is not None:
            indices.append(frame.index)

    with pytest.raises(SourceError, match="breaks off after"):
        read_on()
    assert list(range(len(indices))) == indices
    assert 3 <= len(indices) < 19
    assert source.read() is None
    assert source.state is SourceState.ENDED


@pytest.mark.parametrize("data", [b"", b"no film at all", bytes(range(256)) * 40])
def test_a_file_that_is_no_film_is_refused_with_what_to_do(tmp_path, data):
    path = tmp_path / "film.mp4"
    path.write_bytes(data)
    with pytest.raises(SourceError, match=r"film\.mp4 cannot be opened.*again"):
        open_source(str(path))


@pytest.mark.parametrize("spec", ["nowhere.mp4", "/no/such/folder/", "", "   "])
def test_a_source_that_is_not_there_is_named(spec):
    with pytest.raises(SourceError, match="name"):
        open_source(spec)


def test_the_clock_of_a_film_starts_with_its_first_picture():
    now = iter([100.0, 100.0, 100.3, 101.0])
    clock = FilmClock(real_time=True, now=lambda: next(now))
    assert clock.lag_s(2.0) == pytest.approx(0.0)
    assert clock.lag_s(2.1) == pytest.approx(0.2)
    assert clock.lag_s(4.0) == pytest.approx(-1.0)
    assert FilmClock(real_time=False).lag_s(50.0) == 0.0


# -- stills -----------------------------------------------------------------------------------------------------------


def test_a_folder_shows_its_pictures_in_the_order_of_their_numbers(tmp_path):
    for name, level in [("10.png", 100), ("2.png", 20), ("1.jpg", 10)]:
        cv2.imwrite(str(tmp_path / name), picture(level))
    (tmp_path / "notes.txt").write_text("no picture")
    with open_source(str(tmp_path), real_time=False) as source:
        assert [round(float(f.image_bgr.mean())) for f in frames_of(source)] == [10, 20, 100]


def test_a_single_picture_is_a_source(tmp_path):
    cv2.imwrite(str(tmp_path / "one.png"), picture(7))
    with open_source(str(tmp_path / "one.png"), real_time=False) as source:
        assert [f.index for f in frames_of(source)] == [0]


def test_a_damaged_picture_is_passed_over_and_named(tmp_path):
    cv2.imwrite(str(tmp_path / "1.png"), picture(7))
    (tmp_path / "2.png").write_bytes((tmp_path / "1.png").read_bytes()[:20])
    cv2.imwrite(str(tmp_path / "3.png"), picture(9))
    with open_source(str(tmp_path), real_time=False) as source:
        assert [f.index for f in frames_of(source)] == [0, 2]
        assert "2.png" in source.trouble


def test_a_folder_without_readable_pictures_is_refused(tmp_path):
    with pytest.raises(SourceError, match="holds no pictures"):
        FolderSource(tmp_path, real_time=False, loop=False)
    (tmp_path / "1.png").write_bytes(b"broken")
    with pytest.raises(SourceError, match="can be read"):
        FolderSource(tmp_path, real_time=False, loop=False)


# -- cameras ----------------------------------------------------------------------------------------------------------


class FakeCapture:
    """A camera that gives a frame every few milliseconds until it is told otherwise."""

    def __init__(self) -> None:
        self.count = 0
        self.retrieved = 0
        self.broken = False
        self.frozen = False
        self.released = False

    def isOpened(self):  # noqa: N802
        return True

    def grab(self):
        time.sleep(0.003)
        if not self.frozen:
            self.count += 1
        return not self.broken

    def retrieve(self):
        self.retrieved += 1
        return True, picture(self.count % 256)

    def release(self):
        self.released = True


class FakePort:
    """Where cameras are plugged in and out."""

    def __init__(self) -> None:
        self.plugged_in = True
        self.opened: list[FakeCapture] = []
        self.tries = 0

    def open(self):
        self.tries += 1
        if not self.plugged_in:
            return None
        self.opened.append(FakeCapture())
        return self.opened[-1]


@pytest.fixture
def port():
    return FakePort()


@pytest.fixture
def camera(port):
    with LiveSource(
        port.open,
        name="The camera x",
        advice="check its cable.",
        detect_frozen=True,
        lost_after_s=0.15,
        back_off_s=(0.01, 0.05),
    ) as source:
        yield source


def test_a_camera_gives_its_newest_frame_only(port, camera):
    assert camera.is_live
    first = camera.read(5.0)
    wait_until(lambda: port.opened[0].count > first.index + 20)
    second = camera.read(5.0)
    assert second.index >= first.index + 20
    assert second.time_s > first.time_s
    assert camera.state is SourceState.RUNNING
    assert camera.trouble is None


def test_frames_nobody_asks_for_are_not_decoded(port, camera):
    camera.read(5.0)
    wait_until(lambda: port.opened[0].count > 50)
    assert port.opened[0].retrieved <= 2


def test_a_camera_unplugged_is_lost_and_comes_back(port, camera):
    camera.read(5.0)
    port.plugged_in = False
    port.opened[0].broken = True
    wait_until(lambda: camera.state is SourceState.LOST)
    assert camera.trouble == (
        "The camera x has stopped sending frames; check its cable. Kibitz goes on as soon as it is back."
    )
    assert port.opened[0].released
    assert camera.read(0.02) is None
    wait_until(lambda: port.tries > 5)
    port.plugged_in = True
    assert camera.read(5.0) is not None
    assert camera.state is SourceState.RUNNING


def test_a_camera_that_repeats_its_last_frame_is_lost_and_reopened(port, camera):
    camera.read(5.0)
    port.opened[0].frozen = True

    def reopened():
        camera.read(0.05)
        return len(port.opened) > 1

    wait_until(reopened)
    assert port.opened[0].released
    assert camera.read(5.0) is not None


def test_closing_a_camera_ends_its_thread_and_frees_the_device(port):
    source = LiveSource(port.open, name="x", advice="", detect_frozen=True)
    source.read(5.0)
    names = [thread.name for thread in threading.enumerate()]
    assert "source x" in names
    source.close()
    assert "source x" not in [thread.name for thread in threading.enumerate()]
    assert port.opened[0].released
    assert source.read(0.0) is None
    assert source.state is SourceState.ENDED


def test_a_camera_never_there_is_waited_for(port):
    port.plugged_in = False
    with LiveSource(
        port.open,
        name="The camera x",
        advice="check its cable.",
        detect_frozen=True,
        lost_after_s=0.02,
        back_off_s=(0.01,),
    ) as source:
        wait_until(lambda: source.state is SourceState.LOST and port.tries > 3)
        assert source.trouble.startswith("The camera x sends no frames; check its cable.")


@pytest.mark.parametrize("spec", ["77", "/dev/video77", "/dev/v4l/by-id/usb-none-video-index0"])
def test_a_camera_that_is_not_plugged_in_is_refused_with_what_to_do(spec):
    with pytest.raises(SourceError, match=f"There is no camera {spec}; .*plug"):
        open_source(spec)


def test_cameras_are_listed_by_their_stable_ids(tmp_path):
    dev, sys_class = tmp_path / "dev", tmp_path / "class"
    (dev / "v4l" / "by-id").mkdir(parents=True)
    for number, index, name in [(0, 0, "Good Camera"), (1, 1, "Good Camera"), (2, 0, "Nameless")]:
        (dev / f"video{number}").touch()
        (sys_class / f"video{number}").mkdir(parents=True)
        (sys_class / f"video{number}" / "index").write_text(f"{index}\n")
        (sys_class / f"video{number}" / "name").write_text(f"{name}\n")
    link = dev / "v4l" / "by-id" / "usb-Good-video-index0"
    link.symlink_to("../../video0")
    (dev / "v4l" / "by-id" / "usb-Gone-video-index0").symlink_to("../../video9")
    assert [(str(link), "Good Camera"), (str(dev / "video2"), "Nameless")] == [
        (camera.spec, camera.name) for camera in cameras_plugged_in(dev, sys_class)
    ]


def test_a_machine_without_cameras_lists_none_without_complaint():
    assert isinstance(list_cameras(), tuple)


# -- streams ----------------------------------------------------------------------------------------------------------


class _MjpegHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        level = 0
        while not self.server.stop.wait(0.01):
            level = (level + 1) % 256
            jpeg = cv2.imencode(".jpg", picture(level))[1].tobytes()
            part = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg)
            try:
                self.wfile.write(part + jpeg + b"\r\n")
            except OSError:
                return

    def log_message(self, *_):
        pass


@pytest.fixture
def mjpeg_url():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _MjpegHandler)
    server.stop = threading.Event()
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/video.mjpg"
    server.stop.set()
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_network_camera_is_read(mjpeg_url):
    with open_source(mjpeg_url) as source:
        frame = source.read(10.0)
        assert frame is not None
        assert frame.image_bgr.shape == (48, 64, 3)
        assert source.read(10.0).index > frame.index


def test_an_address_where_nobody_answers_is_lost_and_says_so():
    with open_source("http://127.0.0.1:9/video") as source:
        assert source.read(0.2) is None
        wait_until(lambda: source.state is SourceState.LOST)
        assert "http://127.0.0.1:9/video sends no frames; check that the camera is switched on" in source.trouble
