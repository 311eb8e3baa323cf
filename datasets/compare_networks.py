"""Train networks for the index detector alike, each from nothing, and print how they compare.

All get the same batches in the same order, the same number of steps and the same validation scenes. They are trained
by turns, so that an unfinished comparison is a fair one too; what is done stays in ``--out`` and is not done again.

    python -m datasets.compare_networks --data datasets/cache/train --validation datasets/cache/val --steps 300

Times are of one core at work, by the thread's own clock, so that a busy machine matters little.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from ultralytics.nn.tasks import yaml_model_load
from ultralytics.utils.torch_utils import get_flops

from datasets.export import export_detector
from datasets.oriented_boxes import Boxes, box_scores, boxes_of_labels, boxes_of_points
from datasets.train_detector import (
    CONFIGURATION,
    Network,
    Sample,
    finds_oriented_boxes,
    found_in,
    new_model,
    point_scores,
    train,
)

THRESHOLDS = (0.02, 0.05, *(round(0.05 * n, 2) for n in range(2, 19)))
PICTURE_HW = (384, 640)
_CPU = torch.device("cpu")


def own_backbone_with_boxes() -> Network:
    """The network of datasets/detector.yaml with a head for oriented boxes instead of points."""
    layers = yaml_model_load(CONFIGURATION)
    layers["head"][-1][2:] = ["OBB", ["nc", 1]]
    return layers


CANDIDATES: dict[str, Network] = {
    "own-pose": CONFIGURATION,
    "own-obb": own_backbone_with_boxes(),
    "yolo11n-pose": "yolo11n-pose.yaml",
    "yolo26n-pose": "yolo26n-pose.yaml",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What all candidates have in common."""

    data: list[Path]
    validation: Path
    out: Path
    steps: int
    batch_size: int = 16
    turn: int = 25
    seed: int = 0


def train_by_turns(plan: Plan, names: list[str], until: int) -> None:
    """Train the candidates up to step ``until`` of the plan, a turn each; what they have reached is not done again."""
    for reached in range(plan.turn, until + plan.turn, plan.turn):
        for name in names:
            _take_turn(plan, name, min(reached, until))


def _take_turn(plan: Plan, name: str, pause_at: int) -> None:
    out = plan.out / name
    before = _steps(out)
    if before >= pause_at:
        return
    print(f"{name}: from step {before} to {pause_at}", flush=True)
    began_s = time.thread_time()
    train(
        plan.data, out, minutes=1e6, batch_size=plan.batch_size, seed=plan.seed, max_steps=plan.steps,
        network=CANDIDATES[name], pause_at=pause_at,
    )  # fmt: skip
    pace = _pace(out)
    pace["steps"] += pause_at - before
    pace["core_s"] += time.thread_time() - began_s
    (out / "pace.json").write_text(json.dumps(pace))


def _steps(out: Path) -> int:
    last = out / "last.pt"
    return int(torch.load(last, map_location="cpu", weights_only=True)["step"]) if last.exists() else 0


def _pace(out: Path) -> dict[str, float]:
    kept = out / "pace.json"
    return json.loads(kept.read_text()) if kept.exists() else {"steps": 0, "core_s": 0.0}


def size_of(name: str) -> dict[str, float]:
    """Millions of parameters and GFLOPs of a 640×640 picture, without what is needed for training only."""
    model = new_model(network=CANDIDATES[name]).eval().fuse(verbose=False)
    parameters = sum(p.numel() for p in model.parameters())
    return {"parameters_m": round(parameters / 1e6, 2), "gflops": round(get_flops(model, 640), 1)}


def forward_ms(plan: Plan, names: list[str], rounds: int = 15) -> dict[str, float]:
    """Median milliseconds of the exported networks for one picture of 640×384, on one core, measured by turns."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    picture = np.random.default_rng(0).random((1, 3, *PICTURE_HW), np.float32)
    sessions = {}
    for name in names:
        target = plan.out / name / "detector.onnx"
        export_detector(plan.out / name / "last.pt", target, CANDIDATES[name])
        sessions[name] = onnxruntime.InferenceSession(str(target), options, providers=["CPUExecutionProvider"])
    times_s: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(rounds + 2):
        for name, session in sessions.items():
            began_s = time.thread_time()
            session.run(None, {"images": picture})
            times_s[name].append(time.thread_time() - began_s)
    return {name: round(float(np.median(measured[2:])) * 1e3, 1) for name, measured in times_s.items()}


def accuracy(plan: Plan, name: str, limit: int, confidence: float = 0.4) -> dict[str, float]:
    """Scores at the confidence given and, after ``best_``, at the one where precision and recall are best together."""
    model = new_model(network=CANDIDATES[name])
    model.load_state_dict(torch.load(plan.out / name / "last.pt", map_location="cpu", weights_only=True)["model"])
    scenes = list(found_in(model.eval(), plan.validation, _CPU, limit, float(THRESHOLDS[0])))
    at = {float(t): _scores_above(scenes, float(t)) for t in (*THRESHOLDS, confidence)}
    best = max(at, key=lambda t: _f1(at[t]))
    scores = {**at[confidence], **{f"best_{key}": value for key, value in at[best].items()}, "best_confidence": best}
    if not finds_oriented_boxes(model):
        sure = ((sample, found[found[:, 4] > confidence]) for sample, found in scenes)
        scores["keypoint_error"] = point_scores(sure)["keypoint_error"]
    return scores


def _scores_above(scenes: list[tuple[Sample, NDArray[np.float32]]], confidence: float) -> dict[str, float]:
    return box_scores(
        (_boxes_above(found, confidence), boxes_of_labels(sample.labels, *sample.image_bgr.shape[1::-1]))
        for sample, found in scenes
    )


def _boxes_above(found: NDArray[np.float32], confidence: float) -> Boxes:
    """Finds of either kind → (M, 5) boxes of the sure ones."""
    if found.shape[1] == 6:
        return found[found[:, 5] > confidence, :5]
    sure = found[found[:, 4] > confidence]
    return boxes_of_points(sure[:, 5:7], sure[:, 8:10])


def _f1(scores: dict[str, float]) -> float:
    precision, recall = scores["precision"], scores["recall"]
    return 2 * precision * recall / max(precision + recall, 1e-9)


def table(plan: Plan, names: list[str], limit: int) -> str:
    """The comparison as a Markdown table of the candidates trained so far."""
    names = [name for name in names if _steps(plan.out / name)]
    milliseconds = forward_ms(plan, names)
    lines = [
        "| network | steps | M parameters | GFLOPs | steps/min | ms | precision, recall at 0.4 "
        "| best precision, recall (at) | centre off | keypoints off | angle off | upside down |",
        "|" + "---|" * 12,
    ]
    for name in names:
        size, pace, s = size_of(name), _pace(plan.out / name), accuracy(plan, name, limit)
        (plan.out / name / "scores.json").write_text(json.dumps({**size, "ms": milliseconds[name], **s}, indent=1))
        found, points = s["best_recall"] > 0, "keypoint_error" in s
        cells = (
            name, _steps(plan.out / name), size["parameters_m"], size["gflops"],
            f"{60 * pace['steps'] / max(pace['core_s'], 1e-9):.0f}", milliseconds[name],
            f"{s['precision']:.3f}, {s['recall']:.3f}",
            f"{s['best_precision']:.3f}, {s['best_recall']:.3f} ({s['best_confidence']:.2f})",
            f"{s['best_centre_error']:.3f}" if found else "–",
            f"{s['keypoint_error']:.3f}" if points and s["recall"] else "–",
            f"{s['best_angle_error_deg']:.1f}°" if found else "–",
            ("not known" if not points else f"{100 * s['best_upside_down']:.1f} %") if found else "–",
        )  # fmt: skip
        lines.append("| " + " | ".join(map(str, cells)) + " |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories written by datasets.scenes")
    parser.add_argument("--validation", type=Path, required=True, help="scenes of the validation split")
    parser.add_argument("--out", type=Path, default=Path("runs/compare"))
    parser.add_argument("--steps", type=int, default=300, help="length of the training, and so of its learning rate")
    parser.add_argument("--until", type=int, help="stop at this step; 0 only prints the table of what there is")
    parser.add_argument("--turn", type=int, default=25, help="steps of one candidate before the next has its turn")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--limit", type=int, default=256, help="validation scenes")
    parser.add_argument("--networks", nargs="+", choices=CANDIDATES, default=list(CANDIDATES))
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    plan = Plan(args.data, args.validation, args.out, args.steps, args.batch, args.turn, args.seed)
    train_by_turns(plan, args.networks, args.steps if args.until is None else args.until)
    print(table(plan, args.networks, args.limit))


if __name__ == "__main__":
    main()
