"""Crops for the reader cut from whole drawn scenes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets import scenes
from datasets.reader_crops import CLASSES, NOT_AN_INDEX, store_shard
from datasets.tile_crops import crops_of_scenes, mistaken_crops
from vision.detector import IndexDetections


class CertainDetector:
    """Believes in one index in the middle of every picture."""

    def detect(self, image_bgr):
        y, x = (side / 2 for side in image_bgr.shape[:2])
        points = np.array([[x, y]], np.float32)
        box = np.array([[x - 10, y - 10, x + 10, y + 30]], np.float32)
        suit, centre = points + np.float32([0, 18]), points + np.float32([40, 60])
        return IndexDetections(box, np.array([0.3], np.float32), points, suit, centre)


@pytest.fixture
def written(tmp_path):
    for name in ("images", "labels", "codes"):
        (tmp_path / name).mkdir()
    return tmp_path


def test_every_labelled_index_becomes_a_crop_with_its_code(written) -> None:
    for n in range(4):
        scenes.write_scene((3, n, "train", str(written), 0.3))
    drawn = list(crops_of_scenes(written))
    rows = [line for path in sorted((written / "labels").glob("*.txt")) for line in path.read_text().splitlines()]
    codes = [code for path in sorted((written / "codes").glob("*.txt")) for code in path.read_text().split()]
    whole = [code for row, code in zip(rows, codes, strict=True) if row.split()[7] == row.split()[10] == "2"]
    assert len(codes) >= len(whole) > 5
    assert [CLASSES[name] for _, name in drawn] == whole, "an index of which half lies outside gives no crop"
    assert {crop.shape for crop, _ in drawn} == {(96, 96, 3)}


def test_a_crop_stands_upright_in_the_colours_of_the_scene(written) -> None:
    image = np.full((320, 320, 3), 255, np.uint8)
    cv2.circle(image, (100, 200), 7, (255, 0, 0), -1)  # the rank, right of the suit: the index lies on its side
    cv2.circle(image, (80, 200), 7, (0, 0, 255), -1)
    cv2.imwrite(str(written / "images" / "000000.jpg"), image)
    points = " ".join(f"{x / 320} {y / 320} 2" for x, y in ((100, 200), (80, 200), (90, 100)))
    (written / "labels" / "000000.txt").write_text(f"0 0.28 0.625 0.1 0.05 {points}")
    (written / "codes" / "000000.txt").write_text("7H")
    ((crop, name),) = crops_of_scenes(written)
    assert CLASSES[name] == "7H"
    above, below = crop[:48].reshape(-1, 3).mean(axis=0), crop[48:].reshape(-1, 3).mean(axis=0)
    assert above[2] > above[0], "the blue rank stands above"
    assert below[0] > below[2], "the red suit stands below"


def test_codes_that_do_not_belong_to_the_labels_are_refused(written) -> None:
    scenes.write_scene((3, 0, "train", str(written), 0.3))
    (written / "codes" / "000000.txt").write_text("7H " * 40)
    with pytest.raises(ValueError, match="codes stand beside it"):
        list(crops_of_scenes(written))


def test_what_is_found_on_a_table_without_cards_is_no_index() -> None:
    drawn = list(mistaken_crops(CertainDetector(), seed=1, count=2))
    assert len(drawn) >= 2
    assert {name for _, name in drawn} == {NOT_AN_INDEX}


def test_a_shard_is_complete_or_not_there(tmp_path) -> None:
    crop = np.zeros((64, 48, 3), np.uint8)
    store_shard(tmp_path / "train_1.npz", [(crop, 5), (crop, 6)])
    assert [path.name for path in tmp_path.iterdir()] == ["train_1.npz"]
    assert np.load(tmp_path / "train_1.npz")["labels"].tolist() == [5, 6]
