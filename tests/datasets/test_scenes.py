"""Drawn table scenes and their labels."""

from __future__ import annotations

import cv2
import numpy as np

from datasets import scenes
from datasets.scenes import Lie, draw_scene, pose_labels
from vision.index_crop import index_crops


def one_card(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    return [Lie(0, 0, 0.3)]


def two_on_one_place(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    return [Lie(0, 0, 0.3), Lie(0, 0, 0.3)]


def test_a_seed_gives_the_same_scene_again() -> None:
    first, again = (draw_scene((4, 2), deck_name="procedural_train") for _ in range(2))
    assert np.array_equal(first.image_bgr, again.image_bgr)
    assert first.indices == again.indices


def test_a_card_in_full_view_shows_at_least_two_indices() -> None:
    shown = 0
    for seed in range(12):
        scene = draw_scene(
            (seed, 1),
            deck_name="procedural_plain",
            split="never_trained",
            card_height_px=200.0,
            layout=one_card,
            cruelty=0.0,
        )
        shown += len(scene.readable()) >= 2
    assert shown >= 7, "hands and chips may cover a corner now and then, not as a rule"


def test_a_covered_card_has_no_readable_index() -> None:
    for seed in range(8):
        scene = draw_scene(
            (seed, 2),
            deck_name="procedural_plain",
            split="never_trained",
            card_height_px=180.0,
            layout=two_on_one_place,
        )
        assert {index.card for index in scene.readable()} <= {1}


def test_keypoints_stand_on_the_ink() -> None:
    """The upright crop of a label holds the print in its middle columns and paper in its upper corner."""
    checked = 0
    for seed in range(10):
        scene = draw_scene(
            (seed, 3),
            deck_name="procedural_plain",
            split="never_trained",
            card_height_px=240.0,
            layout=one_card,
            cruelty=0.0,
        )
        for index in scene.readable():
            crop = index_crops(scene.image_bgr, np.array([index.rank_xy]), np.array([index.suit_xy]))[0]
            grey = crop.mean(axis=0)
            middle = grey[16:50, 16:32]
            assert middle.max() - middle.min() > 0.05
            checked += 1
    assert checked >= 8


def test_labels_of_the_pose_format_stay_inside_the_picture() -> None:
    lines = [line for seed in range(12) for line in pose_labels(draw_scene((seed, 4), deck_name="procedural_plain"))]
    assert len(lines) > 12
    for line in lines:
        values = [float(v) for v in line.split()]
        assert len(values) == 14
        assert all(0.0 <= v <= 1.0 for v in values[1:5])
        for x, y, seen in (values[5:8], values[8:11], values[11:14]):
            assert 0.0 <= x < 1.0
            assert 0.0 <= y < 1.0
            assert seen in (0.0, 2.0)
            assert seen or (x, y) == (0.0, 0.0)


def test_a_bare_table_has_no_labels() -> None:
    scene = draw_scene((1, 5), layout=scenes.bare)
    assert scene.indices == ()
    assert scene.faces == ()


def test_written_scenes_can_be_read_back(tmp_path) -> None:
    for name in ("images", "labels", "codes"):
        (tmp_path / name).mkdir()
    count = scenes.write_scene((3, 7, "train", str(tmp_path), scenes.JOKER_SHARE))
    image = cv2.imread(str(tmp_path / "images" / "000007.jpg"))
    assert image.shape == (scenes.TILE_PX, scenes.TILE_PX, 3)
    assert len((tmp_path / "labels" / "000007.txt").read_text().split("\n")) == max(count, 1)


def test_the_detector_is_taught_somewhat_more_than_counts() -> None:
    half_seen = [
        scene
        for seed in range(40)
        if len((scene := draw_scene((seed, 8), deck_name="procedural_train", layout=scenes.fan)).readable())
        < len(scene.readable(scenes.LABELLED_SHARE))
    ]
    assert half_seen, "a fan has indices at the limit"
    for scene in half_seen:
        assert len(pose_labels(scene)) == len(scene.readable(scenes.LABELLED_SHARE))
