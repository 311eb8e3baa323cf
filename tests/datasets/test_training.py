"""Smoke training: a few steps, export, run. Needs the training extra."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")
pytest.importorskip("onnxslim")

from datasets import average_weights, compare_networks, scenes, train_detector, train_reader  # noqa: E402
from datasets.export import export_detector, export_reader, write_manifest  # noqa: E402
from datasets.hard_tiles import write_mistakes  # noqa: E402
from datasets.oriented_boxes import box_scores, boxes_of_points, kept_boxes, oriented_batch  # noqa: E402
from datasets.reader_crops import CLASSES, write_shard  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    # torch and its exporter warn of their own plans, which is not our affair.
    pytest.mark.filterwarnings("ignore"),
]


def test_turning_a_tile_turns_its_labels() -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    image[20:24, 70:74] = 255
    labels = np.array([[0, 0.72, 0.22, 0.1, 0.2, 0.72, 0.22, 2, 0.5, 0.5, 2, 0, 0, 0]], np.float32)
    for quarters in range(4):
        turned = train_detector.turned(train_detector.Sample(image, labels), quarters)
        ys, xs = np.nonzero(turned.image_bgr[..., 0])
        assert turned.labels[0, 5:7] == pytest.approx([(xs.mean() + 0.5) / 100, (ys.mean() + 0.5) / 100], abs=0.011)
        assert turned.labels[0, 1:3] == pytest.approx(turned.labels[0, 5:7])
        assert tuple(turned.labels[0, 11:]) == (0, 0, 0)


def test_the_learning_rate_warms_up_and_decays() -> None:
    rates = [train_detector.rate(share, 1.0) for share in np.linspace(0, 1, 101)]
    assert rates[0] < 0.05
    assert max(rates) > 0.99
    assert rates[-1] == pytest.approx(0.01)


def test_a_detector_is_trained_resumed_and_exported(tmp_path) -> None:
    data = tmp_path / "data"
    for name in ("images", "labels", "codes"):
        (data / name).mkdir(parents=True)
    for n in range(8):
        scenes.write_scene((1, n, "train", str(data), scenes.JOKER_SHARE))
    out = tmp_path / "run"
    weights = train_detector.train([data], out, minutes=9, batch_size=4, validation=data, max_steps=2)
    first = torch.load(weights, weights_only=True)
    train_detector.train([data], out, minutes=9, batch_size=4, max_steps=4)
    assert torch.load(weights, weights_only=True)["step"] == 4 > first["step"] == 2
    going_on = train_detector.train([data], tmp_path / "next", minutes=9, batch_size=4, max_steps=1, weights=weights)
    assert torch.load(going_on, weights_only=True)["step"] == 1
    assert export_detector(weights, tmp_path / "detector.onnx") < 0.05


def test_a_crop_seen_again_has_another_light() -> None:
    crops = torch.full((64, 3, 64, 48), 0.5)
    varied = train_reader.varied(crops, torch.Generator().manual_seed(1))
    assert varied.shape == (64, 3, 64, 48)
    assert float(varied.min()) >= 0
    assert float(varied.max()) <= 1
    assert float(varied.mean(dim=(1, 2, 3)).std()) > 0.05


def test_a_crop_without_colour_is_given_none() -> None:
    grey = torch.rand((64, 1, 64, 48), generator=torch.Generator().manual_seed(2)).expand(-1, 3, -1, -1)
    varied = train_reader.varied(grey, torch.Generator().manual_seed(1))
    assert torch.equal(varied.amin(dim=1), varied.amax(dim=1))


def test_a_deep_reader_begins_as_the_other_one_and_learns_what_that_one_leaves_in_doubt(tmp_path) -> None:
    write_shard((1, 0, 160, "train", str(tmp_path)))
    write_shard((2, 0, 60, "validation", str(tmp_path)))
    first, deep = train_reader.IndexReader().eval(), train_reader.IndexReader(deep=True).eval()
    deep.load_older(first.state_dict())
    wide = torch.rand(5, 3, 80, 80)
    narrow_from_cells, from_cells = (reader.features[-2].weight.unflatten(1, (24, -1)) for reader in (first, deep))
    from_cells = from_cells.unflatten(2, (10, 10))
    middle = from_cells[:, :, 1:9, 2:8]
    assert torch.equal(middle.flatten(2), narrow_from_cells)
    assert int(from_cells.count_nonzero()) == int(middle.count_nonzero()), "what stands around counts for nothing"
    with torch.no_grad():
        # Only the edge of what the first one sees differs, beyond which it sees nothing.
        assert torch.allclose(first(wide[..., 8:-8, 16:-16]), deep(wide), atol=0.3)
    weights = tmp_path / "first.pt"
    torch.save({"model": first.state_dict()}, weights)
    trained = train_reader.train(
        tmp_path, tmp_path / "run", minutes=9, batch_size=32, max_steps=2, weights=weights, first_reader=weights
    )
    assert export_reader(trained, tmp_path / "second_reader.onnx", deep=True) < 1e-3
    size = (tmp_path / "second_reader.onnx").stat().st_size
    assert size < 2.2 * sum(weights.numel() for weights in deep.parameters()), "two bytes for each weight"


def test_crops_stored_by_another_version_are_refused(tmp_path) -> None:
    write_shard((1, 0, 20, "train", str(tmp_path)))
    np.savez(tmp_path / "train_old.npz", crops=np.zeros((3, 96, 72, 3), np.uint8), labels=np.zeros(3, np.uint8))
    with pytest.raises(ValueError, match=r"train_old.npz holds crops of \(96, 72, 3\)"):
        train_reader.load_shards(tmp_path, "train")


def test_what_a_reader_is_sure_of_is_shown_once_and_the_rest_more_often() -> None:
    crops = np.zeros((6, 96, 96, 3), np.uint8)
    crops[:2] = 255

    class SureOfWhite(torch.nn.Module):
        def forward(self, batch: torch.Tensor) -> torch.Tensor:
            return batch.mean(dim=(1, 2, 3))[:, None] * torch.tensor([20.0, 0.0])

    shown = train_reader._shown(SureOfWhite(), crops, np.random.default_rng(0), torch.device("cpu"))
    assert np.bincount(shown).tolist() == [1, 1, 3, 3, 3, 3]


def test_a_reader_is_trained_calibrated_and_exported(tmp_path) -> None:
    write_shard((1, 0, 160, "train", str(tmp_path)))
    write_shard((2, 0, 60, "validation", str(tmp_path)))
    weights = train_reader.train(tmp_path, tmp_path / "run", minutes=9, batch_size=32, max_steps=3)
    assert export_reader(weights, tmp_path / "models" / "reader.onnx") < 1e-3
    write_manifest(tmp_path / "models")
    manifest = json.loads((tmp_path / "models" / "manifest.json").read_text())
    assert set(manifest["files"]) == {"reader.onnx"}

    from vision.reader import OnnxReader

    reader = OnnxReader(tmp_path / "models")
    assert reader.classes == CLASSES
    probabilities = reader.read(np.zeros((3, 3, 64, 48), np.float32))
    assert probabilities.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-4)


def test_tiles_with_mistakes_are_seen_more_often(tmp_path) -> None:
    for name in ("images", "labels", "codes"):
        (tmp_path / name).mkdir()
    for n in range(3):
        scenes.write_scene((1, n, "train", str(tmp_path), scenes.JOKER_SHARE))
    tiles = train_detector.tiles_of([tmp_path])
    assert train_detector.shares_of(tiles) == pytest.approx([1 / 3] * 3), "nothing is known of any of them"
    weights = tmp_path / "blind.pt"
    torch.save({"model": train_detector.new_model().state_dict()}, weights)
    mistakes = write_mistakes(tmp_path, weights)
    labelled = [len(train_detector.load_sample(tile).labels) for tile in tiles]
    assert mistakes == labelled, "a network that finds nothing misses every index"
    few = {tile.stem: n for tile, n in zip(tiles[1:], (0, 9), strict=True)}
    (tmp_path / train_detector.MISTAKES_FILE).write_text(json.dumps(few))
    assert train_detector.shares_of(tiles) == pytest.approx(np.array([2, 1, 5]) / 8), (
        "one nobody looked at, none, and many"
    )


def test_the_middle_of_two_readers_has_the_mean_of_their_weights(tmp_path) -> None:
    paths = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        paths.append(tmp_path / f"{seed}.pt")
        torch.save({"model": train_reader.IndexReader().state_dict()}, paths[-1])
    first, second = (torch.load(path, weights_only=True)["model"]["head.weight"] for path in paths)
    middle = average_weights.averaged(paths)
    assert torch.allclose(middle.state_dict()["head.weight"], (first + second) / 2)
    assert float(middle.temperature) == 1.0


def test_the_mean_of_readers_is_calibrated_on_what_readers_see(tmp_path, monkeypatch) -> None:
    write_shard((2, 0, 60, "validation", str(tmp_path)))
    first, deep = tmp_path / "first.pt", tmp_path / "deep.pt"
    torch.save({"model": train_reader.IndexReader().state_dict()}, first)
    torch.save({"model": train_reader.IndexReader(deep=True).state_dict()}, deep)
    for options, weights in (([], [first, first]), (["--first", str(first)], [first, deep])):
        out = tmp_path / "middle.pt"
        arguments = ["average_weights", "--data", tmp_path, "--out", out, *options, *weights]
        monkeypatch.setattr(sys, "argv", [str(argument) for argument in arguments])
        average_weights.main()
        middle = train_reader.loaded(out, torch.device("cpu"), deep=bool(options))
        assert 0.3 <= float(middle.temperature) <= 4.0


def test_the_mean_of_detectors_needs_no_data(tmp_path, monkeypatch) -> None:
    states = [train_detector.new_model(seed).state_dict() for seed in (1, 2)]
    for n, state in enumerate(states):
        torch.save({"model": state}, tmp_path / f"{n}.pt")
    out = tmp_path / "middle.pt"
    arguments = ["average_weights", "--detectors", "--out", out, tmp_path / "0.pt", tmp_path / "1.pt"]
    monkeypatch.setattr(sys, "argv", [str(argument) for argument in arguments])
    average_weights.main()
    middle = torch.load(out, weights_only=True)["model"]
    assert all(torch.allclose(middle[k].float(), (states[0][k] + states[1][k]) / 2) for k in middle if "conv" in k)
    train_detector.new_model().load_state_dict(middle)
    monkeypatch.setattr(sys, "argv", [argument for argument in map(str, arguments) if argument != "--detectors"])
    with pytest.raises(SystemExit):
        average_weights.main()


def test_weights_of_a_shorter_class_list_can_be_taken_over() -> None:
    older, reader = train_reader.IndexReader(), train_reader.IndexReader()
    known = sum(train_reader.HEAD_ROWS[:3])
    state = older.state_dict()
    state |= {name: state[name][:known] for name in ("head.weight", "head.bias")}
    reader.load_older(state)
    crops = torch.rand(2, 3, 64, 48)
    older.eval()
    reader.eval()
    with torch.no_grad():
        said, expected = reader(crops), older(crops)
    assert said.shape == (2, len(CLASSES))
    assert torch.allclose(said[:, :56], expected[:, :56])


def test_a_number_card_is_its_value_and_its_colour() -> None:
    reader = train_reader.IndexReader().eval()
    with torch.no_grad():
        scores = dict(zip(CLASSES, reader(torch.rand(1, 3, 64, 48))[0].tolist(), strict=True))
    assert scores["8O"] - scores["3O"] == pytest.approx(scores["8Y"] - scores["3Y"], abs=1e-5)
    assert scores["8O"] - scores["8Y"] == pytest.approx(scores["3O"] - scores["3Y"], abs=1e-5)


def test_the_box_of_an_index_lies_along_the_line_from_rank_to_suit() -> None:
    boxes = boxes_of_points(np.array([[10, 10], [50, 50]], np.float32), np.array([[10, 30], [40, 50]], np.float32))
    assert boxes[0] == pytest.approx([10, 20, 36.4, 22, np.pi / 2], abs=1e-4)
    assert boxes[1] == pytest.approx([45, 50, 18.2, 11, np.pi], abs=1e-4)


def test_a_batch_of_oriented_boxes_has_no_box_for_an_index_cut_off_by_the_edge() -> None:
    image = np.zeros((200, 100, 3), np.uint8)
    seen = [0, 0.5, 0.5, 0.2, 0.2, 0.5, 0.6, 2, 0.5, 0.5, 2, 0, 0, 0]
    cut = [0, 0.5, 0.0, 0.2, 0.2, 0.0, 0.0, 0, 0.5, 0.1, 2, 0, 0, 0]
    sample = train_detector.Sample(image, np.array([cut, seen], np.float32))
    batch = oriented_batch(train_detector.batch_of([sample, sample], torch.device("cpu")))
    assert batch["batch_idx"].tolist() == [0, 1]
    # Twenty pixels upwards; ultralytics wants the angle between -45° and 135°.
    assert batch["bboxes"][1].tolist() == pytest.approx([0.5, 0.55, 0.364, 0.11, np.pi / 2], abs=1e-4)


def test_doubles_of_an_oriented_box_go_and_the_long_side_comes_first() -> None:
    columns = np.array(
        [[50, 50, 10, 30, 0.6, 0.0], [51, 50, 10, 30, 0.9, 0.0], [58, 50, 30, 10, 0.7, np.pi / 2], [9, 9, 9, 9, 0.1, 0]]
    ).T
    assert kept_boxes(columns, confidence=0.4) == pytest.approx(
        np.array([[51, 50, 30, 10, np.pi / 2, 0.9], [58, 50, 30, 10, np.pi / 2, 0.7]]), abs=1e-4
    )


def test_a_find_counts_within_half_a_glyph_distance_and_once() -> None:
    label = boxes_of_points(np.array([[50, 50]], np.float32), np.array([[50, 60]], np.float32))
    near, far, upside_down = label.copy(), label.copy(), label.copy()
    near[0, 0] += 4
    far[0, 0] += 6
    upside_down[0, 4] += np.radians(170)
    both = box_scores([(np.concatenate([near, far]), label)])
    assert (both["precision"], both["recall"], both["centre_error"]) == (0.5, 1.0, 0.4)
    turned = box_scores([(upside_down, label), (label, label)])
    assert (turned["angle_error_deg"], turned["upside_down"]) == (5.0, 0.5)


def test_networks_of_both_kinds_are_compared_and_not_trained_twice(tmp_path, capsys) -> None:
    data = tmp_path / "data"
    for name in ("images", "labels", "codes"):
        (data / name).mkdir(parents=True)
    for n in range(4):
        scenes.write_scene((1, n, "train", str(data), scenes.JOKER_SHARE))
    names = ["own-pose", "own-obb"]
    plan = compare_networks.Plan([data], data, tmp_path / "out", steps=3, batch_size=2, turn=1)
    compare_networks.train_by_turns(plan, names, until=2)
    assert "own-pose: from step 0 to 1\nown-obb: from step 0 to 1\nown-pose: from step 1 to 2" in _turns(capsys)
    compare_networks.train_by_turns(plan, names, until=2)
    assert _turns(capsys) == ""
    heading, _, *rows = compare_networks.table(plan, names, limit=4).splitlines()
    assert [row.split(" | ")[:2] for row in rows] == [["| own-pose", "2"], ["| own-obb", "2"]]
    assert {heading.count("|")} == {row.count("|") for row in rows}
    assert all("0.000, 0.000" in row and row.endswith("| – | – | – | – |") for row in rows)


def _turns(capsys) -> str:
    return "\n".join(line for line in capsys.readouterr().out.splitlines() if ": from step" in line)
