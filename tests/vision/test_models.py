"""The two models in ONNX Runtime, and what happens when their files are not right."""

import hashlib
import json

import numpy as np
import pytest

from tests.vision.tiny_onnx import detector_bytes, reader_bytes, write_models
from vision.detector import OnnxDetector
from vision.index_crop import USUAL_CROP_PX, WIDE_CROP_PX, index_crops
from vision.model_files import ModelError, open_model
from vision.reader import OnnxReader
from vision.recogniser import Recogniser

CLASSES = ["AS", "KH", "joker_red", "not_an_index", "unreadable"]
NOTHING = np.zeros((3 * 64 * 48, len(CLASSES)), np.float32)


def row(cx=100.0, cy=80.0, confidence=0.9):
    """One index: rank above suit, the card's centre right below."""
    return [cx, cy, 20, 36, confidence, cx, cy - 8, 1, cx, cy + 10, 1, cx + 40, cy + 50, 1]


ROWS = np.array([row(), row(101, 81, 0.6), row(300, 200, 0.5), row(10, 10, 0.1)], np.float32).T


@pytest.fixture
def models(tmp_path):
    return write_models(tmp_path / "models", detector=detector_bytes(ROWS), reader=reader_bytes(CLASSES, NOTHING))


@pytest.mark.parametrize("shape", [(1, 1, 3), (33, 31, 3), (720, 1280, 3)])
def test_the_detector_takes_pictures_of_any_size(models, shape):
    found = OnnxDetector(models).detect(np.zeros(shape, np.uint8))
    assert found.confidences.tolist() == pytest.approx([0.9, 0.5])
    assert found.boxes_xyxy[0].tolist() == pytest.approx([90, 62, 110, 98])
    assert found.rank_xy[0].tolist() == pytest.approx([100, 72])
    assert found.suit_xy[0].tolist() == pytest.approx([100, 90])
    assert found.card_centre_xy[0].tolist() == pytest.approx([140, 130])


def test_finds_that_are_no_numbers_are_left_out(models):
    rows = ROWS.copy()
    rows[5, 0], rows[9, 1] = np.nan, np.inf
    write_models(models, detector=detector_bytes(rows), reader=reader_bytes(CLASSES, NOTHING))
    found = OnnxDetector(models).detect(np.zeros((64, 64, 3), np.uint8))
    assert found.confidences.tolist() == pytest.approx([0.5])


def test_the_reader_gives_probabilities_for_the_classes_it_names(tmp_path):
    weights = NOTHING.copy()
    weights[: 64 * 48, 0] = 0.01  # the red channel speaks for the ace
    folder = write_models(tmp_path, reader=reader_bytes(CLASSES, weights))
    reader = OnnxReader(folder)
    assert tuple(CLASSES) == reader.classes
    red = np.zeros((90, 90, 3), np.uint8)
    red[:, :, 2] = 255
    crops = np.concatenate([index_crops(red, [[40, 30]], [[40, 50]]), np.zeros((1, 3, 64, 48), np.float32)])
    probabilities = reader.read(crops)
    assert probabilities.shape == (2, 5)
    assert probabilities.sum(axis=1) == pytest.approx([1, 1])
    assert probabilities[0, 0] > 0.99
    assert probabilities[1] == pytest.approx([0.2] * 5)


@pytest.mark.parametrize("crop_px", [USUAL_CROP_PX, WIDE_CROP_PX])
def test_a_reader_says_how_wide_its_crops_are(tmp_path, crop_px):
    width, height = crop_px
    weights = np.zeros((3 * width * height, len(CLASSES)), np.float32)
    reader = OnnxReader(write_models(tmp_path, reader=reader_bytes(CLASSES, weights, crop_px=crop_px)))
    assert reader.crop_px == crop_px
    assert reader.read(np.zeros((3, 3, height, width), np.float32)).shape == (3, 5)


def test_a_reader_of_crops_of_another_size_is_refused(tmp_path):
    folder = write_models(tmp_path, reader=reader_bytes(CLASSES, np.zeros((7500, 5), np.float32), crop_px=(50, 50)))
    with pytest.raises(ModelError, match="not an index reader of 48x64 crops"):
        OnnxReader(folder)


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 200])
def test_any_number_of_crops_is_read(models, count):
    assert (count, 5) == OnnxReader(models).read(np.zeros((count, 3, 64, 48), np.float32)).shape


def test_a_folder_may_hold_a_second_reader_which_is_asked_where_the_first_is_in_doubt(models):
    weights = NOTHING.copy()
    weights[:, 2] = 0.01
    picture = np.full((200, 240, 3), 200, np.uint8)
    assert Recogniser.load(models).read_table(picture, 160.0).codes == ()
    files = {"detector": detector_bytes(ROWS), "reader": reader_bytes(CLASSES, NOTHING)}
    write_models(models, **files, second_reader=reader_bytes(CLASSES, weights))
    assert set(Recogniser.load(models).read_table(picture, 160.0).codes) == {CLASSES[2]}
    write_models(models, **files, second_reader=reader_bytes(CLASSES[::-1], weights))
    with pytest.raises(ModelError, match="two readers"):
        Recogniser.load(models)
    (models / "second_reader.onnx").unlink()
    with pytest.raises(ModelError, match="missing"):
        Recogniser.load(models)


def test_both_models_together_read_a_picture(models):
    weights = NOTHING.copy()
    weights[:, 1] = 0.01
    write_models(models, detector=detector_bytes(ROWS), reader=reader_bytes(CLASSES, weights))
    reading = Recogniser.load(models).read_photo(np.full((480, 640, 3), 255, np.uint8))
    assert set(reading.codes) == {"KH"}


def test_threads_do_not_spin_and_are_bounded(models):
    options = open_model(models, "detector.onnx").get_session_options()
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
    assert options.intra_op_num_threads in (1, 2)


def spoil(models, how):
    path = models / "detector.onnx"
    if how == "missing":
        path.unlink()
    elif how == "no folder":
        return models / "nowhere"
    elif how == "one byte changed":
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    elif how == "cut off":
        path.write_bytes(path.read_bytes()[:100])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "no manifest":
        (models / "manifest.json").unlink()
    elif how == "manifest is no JSON":
        (models / "manifest.json").write_text("{")
    elif how == "manifest is a number":
        (models / "manifest.json").write_text("7")
    elif how == "manifest without the file":
        (models / "manifest.json").write_text('{"files": {}}')
    return models


@pytest.mark.parametrize(
    "how",
    [
        "missing",
        "no folder",
        "one byte changed",
        "cut off",
        "empty",
        "no manifest",
        "manifest is no JSON",
        "manifest is a number",
        "manifest without the file",
    ],
)
def test_a_file_that_is_not_right_is_named_with_what_to_do(models, how):
    with pytest.raises(ModelError) as caught:
        Recogniser.load(spoil(models, how))
    message = str(caught.value)
    assert "detector.onnx" in message or "manifest.json" in message
    assert "again" in message


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"This is a page of HTML that a download gave instead of the model.", id="text"),
        pytest.param(bytes(range(256)) * 20, id="noise"),
        pytest.param(reader_bytes(CLASSES, NOTHING), id="the other model"),
        pytest.param(detector_bytes(ROWS[:6]), id="a detector of boxes without keypoints"),
        pytest.param(detector_bytes(ROWS, opset=999), id="of a later operator set"),
        pytest.param(detector_bytes(ROWS)[:-40], id="cut off before the manifest was written"),
    ],
)
def test_a_file_of_the_wrong_kind_is_refused_even_if_the_manifest_fits(models, data):
    write_models(models, detector=data, reader=reader_bytes(CLASSES, NOTHING))
    with pytest.raises(ModelError, match=r"detector\.onnx"):
        OnnxDetector(models)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(detector_bytes(ROWS), id="the other model"),
        pytest.param(reader_bytes(CLASSES, NOTHING, metadata={}), id="without names"),
        pytest.param(reader_bytes(CLASSES, NOTHING, metadata={"classes": "AS,KH"}), id="names that are no JSON"),
        pytest.param(reader_bytes(CLASSES, NOTHING, metadata={"classes": '{"AS": 1}'}), id="names that are no list"),
        pytest.param(reader_bytes(CLASSES[:3], NOTHING), id="fewer names than outputs"),
    ],
)
def test_a_reader_of_the_wrong_kind_is_refused(models, data):
    write_models(models, detector=detector_bytes(ROWS), reader=data)
    with pytest.raises(ModelError, match=r"reader\.onnx"):
        OnnxReader(models)


def test_the_manifest_may_also_be_a_flat_table(models):
    path = models / "detector.onnx"
    for entry in (
        hashlib.sha256(path.read_bytes()).hexdigest(),
        {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()},
    ):
        (models / "manifest.json").write_text(json.dumps({"detector.onnx": entry}))
        OnnxDetector(models)
