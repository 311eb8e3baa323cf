"""Train the index detector on drawn scenes; on a CPU or a GPU, in a given time, resumable.

The network and its loss are those of ultralytics; the loop is our own, because a CPU gains most from bfloat16 and
channels-last memory, and because the learning rate follows the clock: a run always ends with its rate decayed, however
busy the machine was.

    python -m datasets.scenes --out datasets/cache/train --count 14000
    python -m datasets.train_detector --data datasets/cache/train --minutes 60 --out runs/detector
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import queue
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from ultralytics.nn.tasks import OBBModel, PoseModel, yaml_model_load

from datasets.oriented_boxes import box_scores, boxes_of_labels, kept_boxes, oriented_batch

CONFIGURATION = Path(__file__).parent / "detector.yaml"
MISTAKES_FILE = "mistakes.json"
"""Beside a directory's ``images/``: how many mistakes a detector made in each tile (``datasets.hard_tiles``)."""
MOST_MISTAKES = 4
"""A tile with more is hardly worth more: often it is a heap of which nobody can tell what shows."""
_UNKNOWN_MISTAKES = 1
"""Taken to be in a tile that nobody has looked at yet."""
KEYPOINT_SIGMAS, FINER_SIGMAS = (0.12, 0.12, 0.5), (0.07, 0.07, 0.5)
"""Tolerance of rank, suit and card centre: for an untrained network, which learns nothing at 0.05 where the pose loss
saturates, and for one that goes on from weights, whose points are to come nearer to where the reader wants them."""
_LOSSES = ("box", "pose", "kobj", "cls", "dfl", "rle")
"""What the loss is made of, in its order; the last is YOLO26's own."""
_LOSSES_OF_BOXES = ("box", "cls", "dfl", "angle")
_GAINS = {"box": 7.5, "cls": 0.7, "dfl": 1.5, "pose": 12.0, "kobj": 0.3, "rle": 1.0, "angle": 1.0}
Network = str | Path | dict[str, Any]
"""A file, a name of ultralytics, or what stands in such a file."""
Model = PoseModel | OBBModel


@dataclass(frozen=True, slots=True)
class Sample:
    """One tile and its labels: image (H, W, 3) BGR; labels (N, 14) class, box xywh, three keypoints x y v, all 0..1."""

    image_bgr: NDArray[np.uint8]
    labels: NDArray[np.float32]


def new_model(seed: int = 0, network: Network = CONFIGURATION) -> Model:
    """The untrained network of datasets/detector.yaml, or another one to compare; its head says what it learns."""
    layers = copy.deepcopy(network) if isinstance(network, dict) else yaml_model_load(network)
    torch.manual_seed(seed)
    if layers["head"][-1][2].startswith("OBB"):
        model = OBBModel(layers, ch=3, nc=1, verbose=False)
    else:
        model = PoseModel(layers, ch=3, nc=1, data_kpt_shape=[3, 3], verbose=False)
        model.kpt_oks_sigmas = list(KEYPOINT_SIGMAS)
    model.args = SimpleNamespace(**_GAINS, overlap_mask=True)
    return model


def finds_oriented_boxes(model: Model) -> bool:
    """Whether the network's head finds oriented boxes instead of points."""
    return isinstance(model, OBBModel)


def load_sample(image_path: Path) -> Sample:
    """Read one tile and its label file."""
    label_path = image_path.parent.parent / "labels" / f"{image_path.stem}.txt"
    rows = [line.split() for line in label_path.read_text().splitlines() if line.strip()]
    labels = np.array(rows, np.float32).reshape(-1, 14)
    return Sample(cv2.imread(str(image_path)), labels)


def turned(sample: Sample, quarters: int) -> Sample:
    """The sample turned by quarter turns counterclockwise: the only flip that leaves print readable is none."""
    image = np.rot90(sample.image_bgr, quarters)
    labels = sample.labels.copy()
    for _ in range(quarters % 4):
        x, y = labels[:, 1].copy(), labels[:, 2].copy()
        labels[:, 1], labels[:, 2] = y, 1 - x
        labels[:, [3, 4]] = labels[:, [4, 3]]
        for k in (5, 8, 11):
            x, y, seen = labels[:, k].copy(), labels[:, k + 1].copy(), labels[:, k + 2] > 0
            labels[:, k], labels[:, k + 1] = np.where(seen, y, 0), np.where(seen, 1 - x, 0)
    return Sample(np.ascontiguousarray(image), labels)


def varied(sample: Sample, rng: np.random.Generator) -> Sample:
    """A quarter turn and another brightness, so that a tile seen twice is not the same tile."""
    sample = turned(sample, int(rng.integers(4)))
    gain, offset = rng.uniform(0.75, 1.25), rng.uniform(-20, 20)
    table = np.clip(np.arange(256) * gain + offset, 0, 255).astype(np.uint8)
    image = cv2.LUT(sample.image_bgr, table) if rng.random() < 0.6 else sample.image_bgr
    if rng.random() < 0.15:
        image = image[:, :, rng.permutation(3)]
    return Sample(np.ascontiguousarray(image), sample.labels)


def batch_of(samples: list[Sample], device: torch.device) -> dict[str, torch.Tensor]:
    """Collate samples into the dictionary that the ultralytics loss expects."""
    images = np.stack([sample.image_bgr[:, :, ::-1].transpose(2, 0, 1) for sample in samples])
    labels = torch.from_numpy(np.concatenate([sample.labels for sample in samples]))
    owner = np.concatenate([np.full(len(sample.labels), i, np.float32) for i, sample in enumerate(samples)])
    images_f = torch.from_numpy(images).to(device).float() / 255
    return {
        "img": images_f.contiguous(memory_format=torch.channels_last),
        "cls": labels[:, :1],
        "bboxes": labels[:, 1:5],
        "keypoints": labels[:, 5:].reshape(-1, 3, 3),
        "batch_idx": torch.from_numpy(owner),
    }


def tiles_of(directories: Iterable[Path]) -> list[Path]:
    """The labelled pictures of directories written by ``datasets.scenes``."""
    paths = [path for directory in directories for path in sorted((directory / "images").glob("*.jpg"))]
    return [path for path in paths if (path.parent.parent / "labels" / f"{path.stem}.txt").exists()]


def shares_of(paths: Sequence[Path]) -> NDArray[np.float64]:
    """How often each tile, ``D/images/NAME.jpg``, is to be seen: (N,) summing to 1, more for those with mistakes."""
    noted: dict[Path, dict[str, int]] = {}
    weights = np.empty(len(paths))
    for n, path in enumerate(paths):
        directory = path.parent.parent
        if directory not in noted:
            file = directory / MISTAKES_FILE
            noted[directory] = json.loads(file.read_text()) if file.exists() else {}
        weights[n] = 1 + min(noted[directory].get(path.stem, _UNKNOWN_MISTAKES), MOST_MISTAKES)
    return weights / weights.sum()


def batches(
    directories: list[Path], batch_size: int, seed: int, device: torch.device, stop: threading.Event
) -> Iterator[dict[str, torch.Tensor]]:
    """Endless shuffled batches, read ahead by one thread; a directory may grow while it is read.

    Where ``datasets.hard_tiles`` has noted mistakes, tiles with some come more often.
    """
    ready: queue.Queue[dict[str, torch.Tensor] | Exception] = queue.Queue(maxsize=4)

    def read() -> None:
        try:
            read_on()
        except Exception as error:  # noqa: BLE001 - handed to the thread that waits for the batch
            ready.put(error)

    def read_on() -> None:
        rng = np.random.default_rng(seed)
        while not stop.is_set():
            paths = tiles_of(directories)
            if len(paths) < batch_size:
                raise FileNotFoundError(f"{len(paths)} tiles in {directories}, fewer than a batch of {batch_size}")
            order = rng.choice(len(paths), len(paths), p=shares_of(paths))
            for start in range(0, len(order) - batch_size + 1, batch_size):
                samples = [varied(load_sample(paths[i]), rng) for i in order[start : start + batch_size]]
                batch = batch_of(samples, device)
                while not stop.is_set():
                    try:
                        ready.put(batch, timeout=1.0)
                        break
                    except queue.Full:
                        continue
                if stop.is_set():
                    return

    threading.Thread(target=read, daemon=True).start()
    while True:
        batch = ready.get()
        if isinstance(batch, Exception):
            raise batch
        yield batch


def rate(share: float, peak: float) -> float:
    """The learning rate after a share of the run: a short warm-up, then a cosine down to one percent."""
    warm = 0.03
    if share < warm:
        return peak * max(0.02, share / warm)
    progress = (share - warm) / (1 - warm)
    return peak * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(progress, 1.0))))


def in_float32(value):
    """The same nest of tensors in full precision, for the loss."""
    if torch.is_tensor(value):
        return value.float()
    if isinstance(value, dict):
        return {key: in_float32(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(in_float32(item) for item in value)
    return value


def train(
    data: list[Path],
    out: Path,
    minutes: float,
    batch_size: int = 16,
    peak_rate: float = 2e-3,
    weights: Path | None = None,
    validation: Path | None = None,
    device_name: str = "cpu",
    seed: int = 0,
    checkpoint_minutes: float = 3.0,
    max_steps: int | None = None,
    network: Network = CONFIGURATION,
    pause_at: int | None = None,
) -> Path:
    """Train for so many minutes of work, or so many steps, and return the path of the weights.

    An interrupted run in ``out`` is continued. ``pause_at`` interrupts it after so many steps; the learning rate still
    goes by ``max_steps``.
    """
    device = torch.device(device_name)
    out.mkdir(parents=True, exist_ok=True)
    last = out / "last.pt"
    model = new_model(seed, network).to(device).to(memory_format=torch.channels_last)
    if weights is not None:
        model.load_state_dict(torch.load(weights, map_location=device, weights_only=True)["model"])
        if not finds_oriented_boxes(model):
            model.kpt_oks_sigmas = list(FINER_SIGMAS)
    decayed = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
    others = [p for p in model.parameters() if p.requires_grad and p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}], lr=peak_rate
    )
    average = copy.deepcopy(model).eval()
    step, worked_s = 0, 0.0
    if last.exists():
        state = torch.load(last, map_location=device, weights_only=True)
        model.load_state_dict(state["raw"])
        average.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        step, worked_s = state["step"], state["worked_s"]
        print(f"resumed at step {step}, {worked_s / 60:.1f} min", flush=True)

    def keep_and_check() -> None:
        _save(last, model, average, optimiser, step, worked_s)
        if validation is not None:
            print(f"step {step} {json.dumps(validate(average, validation, device, limit=128))}", flush=True)

    criterion = model.init_criterion()
    boxes = finds_oriented_boxes(model)
    loss_names = _LOSSES_OF_BOXES if boxes else _LOSSES
    last_step = min((steps for steps in (max_steps, pause_at) if steps is not None), default=math.inf)
    model.train()
    stop = threading.Event()
    feed = batches(data, batch_size, seed + step + 1, device, stop)
    total_s = minutes * 60
    saved_s, clock = worked_s, time.monotonic()
    history: list[NDArray[np.float32]] = []
    while worked_s < total_s and step < last_step:
        for group in optimiser.param_groups:
            group["lr"] = rate(worked_s / total_s if max_steps is None else step / max_steps, peak_rate)
        batch = oriented_batch(next(feed)) if boxes else next(feed)
        with torch.autocast(device.type, dtype=torch.bfloat16):
            predictions = model(batch["img"])
        losses, _ = criterion(in_float32(predictions), batch)
        losses.sum().backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0 * batch_size)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        keep = min(0.998, step / (step + 20))
        with torch.no_grad():
            for ours, theirs in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.mul_(keep).add_(theirs, alpha=1 - keep)
                else:
                    ours.copy_(theirs)
        now = time.monotonic()
        worked_s += now - clock
        clock = now
        history.append(losses.detach().cpu().numpy() / batch_size)
        if step % 50 == 0:
            means = " ".join(f"{name} {v:.3f}" for name, v in zip(loss_names, np.mean(history, axis=0), strict=False))
            print(f"step {step} {worked_s / 60:.1f} min {means}", flush=True)
            history.clear()
        if worked_s - saved_s > checkpoint_minutes * 60:
            saved_s = worked_s
            keep_and_check()
            clock = time.monotonic()
    stop.set()
    keep_and_check()
    return last


def _save(
    path: Path, model: Model, average: Model, optimiser: torch.optim.Optimizer, step: int, worked_s: float
) -> None:
    state = {
        "model": average.state_dict(),
        "raw": model.state_dict(),
        "optimiser": optimiser.state_dict(),
        "step": step,
        "worked_s": worked_s,
    }
    torch.save(state, path.with_suffix(".tmp"))
    path.with_suffix(".tmp").replace(path)


@torch.no_grad()
def found_in(
    model: Model, directory: Path, device: torch.device, limit: int, confidence: float
) -> Iterator[tuple[Sample, NDArray[np.float32]]]:
    """Written scenes and what the network finds in each: (M, 14) points, or the (M, 6) of ``kept_boxes``."""
    kept = kept_boxes if finds_oriented_boxes(model) else kept_detections
    paths = sorted((directory / "images").glob("*.jpg"))[:limit]
    for start in range(0, len(paths), 16):
        samples = [load_sample(path) for path in paths[start : start + 16]]
        with torch.autocast(device.type, dtype=torch.bfloat16):
            output = model(batch_of(samples, device)["img"])
        output = (output[0] if isinstance(output, (tuple, list)) else output).float().cpu().numpy()
        for sample, columns in zip(samples, output, strict=True):
            yield sample, kept(columns, confidence)


def validate(
    model: Model, directory: Path, device: torch.device, limit: int = 512, confidence: float = 0.4
) -> dict[str, float]:
    """Precision, recall and errors (in units of the glyph distance) on written scenes."""
    scenes = found_in(model, directory, device, limit, confidence)
    if not finds_oriented_boxes(model):
        return point_scores(scenes)
    return box_scores((found, boxes_of_labels(s.labels, *s.image_bgr.shape[1::-1])) for s, found in scenes)


def point_scores(scenes: Iterable[tuple[Sample, NDArray[np.float32]]]) -> dict[str, float]:
    """Precision, recall and keypoint error (in units of the glyph distance) of (M, 14) detections, scene by scene."""
    found = labelled = 0
    errors: list[float] = []
    for sample, detections in scenes:
        labelled, found = labelled + len(sample.labels), found + len(detections)
        errors += matched_errors(sample, detections)
    matched = len(errors)
    return {
        "precision": round(matched / max(found, 1), 4),
        "recall": round(matched / max(labelled, 1), 4),
        "keypoint_error": round(float(np.mean(errors)) if errors else 1.0, 4),
        "indices": labelled,
    }


def matched_errors(sample: Sample, detections: NDArray[np.float32]) -> list[float]:
    """Distances in units of the glyph distance between labels and (M, 14) detections, of those that belong together."""
    size = sample.image_bgr.shape[0]
    rank, suit = sample.labels[:, 5:7] * size, sample.labels[:, 8:10] * size
    reach = np.maximum(np.linalg.norm(rank - suit, axis=1), 2.0)
    free = set(range(len(detections)))
    errors = []
    for r, s, d in zip(rank, suit, reach, strict=True):
        off = {
            i: float(np.linalg.norm(detections[i, 5:7] - r) + np.linalg.norm(detections[i, 8:10] - s)) / 2 / d
            for i in free
        }
        best = min(off, key=lambda i: off[i], default=None)
        if best is not None and off[best] < 0.5:
            free.discard(best)
            errors.append(off[best])
    return errors


def kept_detections(columns: NDArray[np.float32], confidence: float, overlap: float = 0.5) -> NDArray[np.float32]:
    """(14, N) raw output → (M, 14) detections above the confidence, best first, without doubles."""
    rows = columns.T[columns[4] > confidence]
    rows = rows[np.argsort(-rows[:, 4])]
    kept: list[NDArray] = []
    for row in rows:
        if all(_iou(row, other) < overlap for other in kept):
            kept.append(row)
    return np.array(kept, np.float32).reshape(-1, 14)


def _iou(a: NDArray, b: NDArray) -> float:
    w = min(a[0] + a[2] / 2, b[0] + b[2] / 2) - max(a[0] - a[2] / 2, b[0] - b[2] / 2)
    h = min(a[1] + a[3] / 2, b[1] + b[3] / 2) - max(a[1] - a[3] / 2, b[1] - b[3] / 2)
    if w <= 0 or h <= 0:
        return 0.0
    return float(w * h / (a[2] * a[3] + b[2] * b[3] - w * h))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories written by datasets.scenes")
    parser.add_argument("--validation", type=Path, help="scenes of the validation split")
    parser.add_argument("--out", type=Path, default=Path("runs/detector"))
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--steps", type=int, help="train for so many steps instead, or until the time is over")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--weights", type=Path, help="start from these weights")
    parser.add_argument("--network", default=CONFIGURATION, help="another network to compare, as yolo11n-pose.yaml")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    path = train(
        args.data, args.out, args.minutes, args.batch, args.rate, args.weights, args.validation, args.device, args.seed,
        max_steps=args.steps, network=args.network,
    )  # fmt: skip
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
