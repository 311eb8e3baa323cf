"""Train the index reader on drawn crops; on a CPU or a GPU, in a given time, resumable; then calibrate it.

python -m datasets.reader_crops --out datasets/cache/crops --shards 24
python -m datasets.reader_crops --out datasets/cache/crops --shards 2 --split validation --seed 2
python -m datasets.train_reader --data datasets/cache/crops --minutes 45 --out runs/reader
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from collections.abc import Container
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from datasets.index_print import RANKS, SUITS
from datasets.reader_crops import CLASSES, STORED_PX, displaced
from datasets.train_detector import rate
from engine.decks_paimiahhh import COLOURS, VALUES
from vision.index_crop import USUAL_CROP_PX, WIDE_CROP_PX
from vision.recogniser import SURE_VOTE
from vision.sightings import NOT_A_CODE

_CARD_COUNT, _NUMBER_COUNT = len(RANKS) * len(SUITS), len(COLOURS) * len(VALUES)
_FIRST_NUMBER = CLASSES.index(VALUES[0] + COLOURS[0])
HEAD_ROWS = (
    len(RANKS), len(SUITS), _FIRST_NUMBER - _CARD_COUNT,
    len(VALUES), len(COLOURS), len(CLASSES) - _FIRST_NUMBER - _NUMBER_COUNT,
)  # fmt: skip
"""What the head gives a score: ranks, suits, what stands behind the cards, values, colours, and the other specials."""


class Block(nn.Module):
    """Two convolutions with a short cut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(convolution(channels, channels), convolution(channels, channels, active=False))
        self.activation = nn.ReLU(inplace=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.activation(x + self.body(x))


def convolution(inputs: int, outputs: int, stride: int = 1, active: bool = True) -> nn.Sequential:
    """A 3×3 convolution with batch normalisation."""
    layers: list[nn.Module] = [nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs)]
    if active:
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


class IndexReader(nn.Module):
    """Crops (N, 3, H, W) of ``crop_px`` → logits (N, C) over ``CLASSES``.

    The logit of a card is that of its rank plus that of its suit, or of its value plus that of its colour, so that
    every crop of an eight teaches all eights; specials and the classes without a card have logits of their own.
    A deep one has five blocks more, sees wider crops and takes four times the time: it is asked again where the other
    one is in doubt.
    """

    def __init__(self, *, deep: bool = False) -> None:
        super().__init__()
        self.crop_px = WIDE_CROP_PX if deep else USUAL_CROP_PX
        self.features = nn.Sequential(
            convolution(3, 24, 2),
            convolution(24, 32),
            convolution(32, 64, 2),
            nn.Sequential(Block(64), Block(64)) if deep else Block(64),
            convolution(64, 96, 2),
            nn.Sequential(*(Block(96) for _ in range(5))) if deep else Block(96),
            nn.Conv2d(96, _LAST_CHANNELS, 1, bias=False),
            nn.BatchNorm2d(_LAST_CHANNELS),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(_LAST_CHANNELS * math.prod(_cells(self.crop_px)), 128),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Linear(128, sum(HEAD_ROWS))
        self.temperature = nn.Parameter(torch.ones(()), requires_grad=False)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        scores = self.head(self.features((crops - 0.5) * 4.0))
        ranks, suits, others, values, colours, specials = scores.split(list(HEAD_ROWS), dim=1)
        cards = (suits[:, :, None] + ranks[:, None, :]).flatten(1)
        numbers = (colours[:, :, None] + values[:, None, :]).flatten(1)
        return torch.cat([cards, others, numbers, specials], dim=1) / self.temperature

    def load_older(self, state: dict[str, torch.Tensor]) -> None:
        """Take over weights of this class list or of a shorter one; classes that are new to them start untrained.

        A deep reader may begin with the weights of the other one: the blocks it has more do nothing at first, and what
        it sees around the narrower crop counts for nothing.
        """
        own = self.state_dict()
        state = {_deepened(name, own): value for name, value in state.items()}
        state[_FROM_CELLS] = _surrounded(state[_FROM_CELLS], self.crop_px)
        for name in ("head.weight", "head.bias"):
            rows = own[name].clone()
            rows[: len(state[name])] = state[name]
            state[name] = rows
        for name, value in own.items():
            if name not in state:
                # The scale of a block's last normalisation is what the block adds to what it was given.
                state[name] = torch.zeros_like(value) if name.endswith(_LAST_SCALE) else value
        self.load_state_dict(state)


_LAST_CHANNELS = 24
_CELL_PX = 8
"""Of the last feature map."""
_FROM_CELLS = "features.11.weight"
_LAST_SCALE = "body.1.1.weight"


def _cells(crop_px: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns of the last feature map."""
    width, height = crop_px
    return height // _CELL_PX, width // _CELL_PX


def _surrounded(weights: torch.Tensor, crop_px: tuple[int, int]) -> torch.Tensor:
    """(128, cells) weights of the cells of a usual crop → of a crop of that size, zero around."""
    maps = weights.unflatten(1, (_LAST_CHANNELS, -1))
    (rows, columns), (inner_rows, inner_columns) = _cells(crop_px), _cells(USUAL_CROP_PX)
    if maps.shape[2] == rows * columns:
        return weights
    wide = weights.new_zeros(len(weights), _LAST_CHANNELS, rows, columns)
    top, left = (rows - inner_rows) // 2, (columns - inner_columns) // 2
    wide[:, :, top : top + inner_rows, left : left + inner_columns] = maps.unflatten(2, (inner_rows, inner_columns))
    return wide.flatten(1)


def _deepened(name: str, own: Container[str]) -> str:
    """What a weight is called here: of the blocks that stand where one stood, the first has its place."""
    if name in own:
        return name
    features, place, rest = name.split(".", 2)
    return f"{features}.{place}.0.{rest}"


_COLOURLESS = 0.004
"""Mean spread of the three channels below which a crop is grey."""
_DOUBT_SHARE = 3
"""What leaves the reader asked first in doubt is shown so many times to the one that is asked then."""


def load_shards(directory: Path, split: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """All stored crops (N, 96, 96, 3) RGB of one split and their class numbers (N,).

    Raises ValueError for shards of another size, which were written by another version.
    """
    paths = sorted(directory.glob(f"{split}_*.npz"))
    if not paths:
        raise FileNotFoundError(f"no shards of split {split!r} in {directory}; run datasets.reader_crops")
    labels = np.concatenate([np.load(path)["labels"] for path in paths])
    crops = np.empty((len(labels), STORED_PX, STORED_PX, 3), np.uint8)
    filled = 0
    for path in paths:  # one at a time: all of them may be half of a machine's memory
        shard = np.load(path)["crops"]
        if shard.shape[1:] != crops.shape[1:]:
            raise ValueError(f"{path} holds crops of {shard.shape[1:]}, not {crops.shape[1:]}; draw it anew")
        crops[filled : filled + len(shard)] = shard
        filled += len(shard)
    return crops, labels


def varied(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Another brightness, contrast and colour for each crop, some in grey or in the dark.

    What has no colour gets none: were grey pictures tinted, a black joker in colour might as well be a red one in grey.
    """
    n = len(crops)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=generator)

    gain = 1 + 0.25 * normal(n, 1, 1, 1).clamp(-2, 2)
    dark = torch.rand((n, 1, 1, 1), generator=generator) < 0.08
    gain = torch.where(dark, 0.35 * gain, gain)
    has_colour = (crops.amax(dim=1) - crops.amin(dim=1)).flatten(1).mean(dim=1) > _COLOURLESS
    colour = 1 + 0.08 * normal(n, 3, 1, 1) * has_colour[:, None, None, None]
    offset = 0.08 * normal(n, 1, 1, 1)
    crops = (crops * gain * colour + torch.where(dark, 0.5 * offset.abs(), offset)).clamp(0, 1)
    crops = torch.where(dark, (crops * 255).round() / 255, crops)
    grey = torch.rand((n, 1, 1, 1), generator=generator) < 0.06
    return torch.where(grey, crops.mean(dim=1, keepdim=True), crops)


def displaced_all(crops: NDArray[np.uint8], rng: np.random.Generator, crop_px: tuple[int, int]) -> NDArray[np.uint8]:
    """Stored crops (N, 96, 96, 3) as a reader sees them: (N, H, W, 3)."""
    return np.stack([displaced(crop, rng, crop_px) for crop in crops])


def _as_batch(crops: NDArray[np.uint8]) -> torch.Tensor:
    """(N, H, W, 3) → (N, 3, H, W) 0..1."""
    return torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 255


def smoothed_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross entropy with a trace of label smoothing: single wrong labels do not rule, 0.999 can still be said."""
    return nn.functional.cross_entropy(logits, labels, label_smoothing=0.0005)


def train(
    data: Path,
    out: Path,
    minutes: float,
    batch_size: int = 128,
    peak_rate: float = 2e-3,
    weights: Path | None = None,
    device_name: str = "cpu",
    seed: int = 0,
    checkpoint_minutes: float = 3.0,
    max_steps: int | None = None,
    first_reader: Path | None = None,
) -> Path:
    """Train for so many minutes of work, calibrate on validation crops, and return the path of the weights.

    With ``first_reader`` (its weights) a deep one is trained for what that one leaves in doubt, and calibrated on it.
    """
    device = torch.device(device_name)
    out.mkdir(parents=True, exist_ok=True)
    last = out / "last.pt"
    torch.manual_seed(seed)
    first = None if first_reader is None else loaded(first_reader, device)
    model = IndexReader(deep=first is not None).to(device).to(memory_format=torch.channels_last)
    if weights is not None:
        model.load_older(torch.load(weights, map_location=device, weights_only=True)["model"])
        model.temperature.data.fill_(1.0)
    optimiser = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=peak_rate, weight_decay=0.02)
    average = copy.deepcopy(model).eval()
    step, worked_s = 0, 0.0
    if last.exists():
        state = torch.load(last, map_location=device, weights_only=True)
        model.load_state_dict(state["raw"])
        average.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        step, worked_s = state["step"], state["worked_s"]
        print(f"resumed at step {step}, {worked_s / 60:.1f} min", flush=True)
    rng = np.random.default_rng([seed, step])
    crops, labels = load_shards(data, "train")
    shown = np.arange(len(crops)) if first is None else _shown(first, crops, rng, device)
    check_crops, check_labels = crops_to_check(data, first, device)
    print(f"{len(crops)} crops to learn from, {len(check_crops)} to check", flush=True)
    model.train()
    generator = torch.Generator().manual_seed(seed + step)
    total_s, saved_s, clock, losses = minutes * 60, worked_s, time.monotonic(), []
    order = rng.permutation(shown)
    position = 0
    while worked_s < total_s and (max_steps is None or step < max_steps):
        for group in optimiser.param_groups:
            group["lr"] = rate(worked_s / total_s, peak_rate)
        if position + batch_size > len(order):
            del crops, labels  # the old and the new ones need not both have room
            crops, labels = load_shards(data, "train")  # new shards may have come meanwhile
            shown = np.arange(len(crops)) if first is None else _shown(first, crops, rng, device)
            order, position = rng.permutation(shown), 0
        chosen = np.sort(order[position : position + batch_size])
        position += batch_size
        batch = _as_batch(displaced_all(crops[chosen], rng, model.crop_px))
        batch = varied(batch, generator).to(device).contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, dtype=torch.bfloat16):
            logits = model(batch)
        loss = smoothed_loss(logits.float(), torch.from_numpy(labels[chosen]).long().to(device))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        keep = min(0.999, step / (step + 20))
        with torch.no_grad():
            for ours, theirs in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.mul_(keep).add_(theirs, alpha=1 - keep)
                else:
                    ours.copy_(theirs)
        losses.append(float(loss.detach()))
        now = time.monotonic()
        worked_s += now - clock
        clock = now
        if step % 200 == 0:
            print(f"step {step} {worked_s / 60:.1f} min loss {np.mean(losses):.4f}", flush=True)
            losses.clear()
        if worked_s - saved_s > checkpoint_minutes * 60 or worked_s >= total_s:
            saved_s = worked_s
            report = accuracy(logits_of(average, check_crops[:4000], device), check_labels[:4000])
            print(f"step {step} {json.dumps(report)}", flush=True)
            _save(last, model, average, optimiser, step, worked_s)
            clock = time.monotonic()
    average.temperature.data.fill_(1.0)
    logits = logits_of(average, check_crops, device)
    average.temperature.data.fill_(best_temperature(logits, check_labels))
    _save(last, model, average, optimiser, step, worked_s)
    print(json.dumps({"temperature": float(average.temperature), **accuracy(logits, check_labels)}), flush=True)
    return last


def loaded(weights: Path, device: torch.device, *, deep: bool = False) -> IndexReader:
    """A trained reader, ready to be asked."""
    reader = IndexReader(deep=deep).to(device).eval()
    reader.load_state_dict(torch.load(weights, map_location=device, weights_only=True)["model"])
    return reader


def crops_to_check(
    data: Path, first: IndexReader | None, device: torch.device
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The validation crops (N, H, W, 3) as a reader sees them and their classes (N,): all of them, or as the second one
    sees what leaves the first in doubt."""
    crops, labels = load_shards(data, "validation")
    if first is None:
        return displaced_all(crops, np.random.default_rng(0), USUAL_CROP_PX), labels
    wide = displaced_all(crops, np.random.default_rng(0), WIDE_CROP_PX)
    is_doubtful = _surest(first, displaced_all(crops, np.random.default_rng(0), USUAL_CROP_PX), device) < SURE_VOTE
    return wide[is_doubtful], labels[is_doubtful]


def _shown(
    first: IndexReader, crops: NDArray[np.uint8], rng: np.random.Generator, device: torch.device
) -> NDArray[np.intp]:
    """Positions of all crops, of the doubtful ones several times."""
    surest = np.concatenate(
        [
            _surest(first, displaced_all(crops[start : start + 4096], rng, USUAL_CROP_PX), device)
            for start in range(0, len(crops), 4096)
        ]
    )
    return np.repeat(np.arange(len(crops)), np.where(surest < SURE_VOTE, _DOUBT_SHARE, 1))


def _surest(reader: IndexReader, crops: NDArray[np.uint8], device: torch.device) -> NDArray[np.float32]:
    """(N, H, W, 3) → (N,): how sure the reader is of the likeliest class."""
    probabilities = torch.from_numpy(logits_of(reader, crops, device)).softmax(dim=1)
    surest: NDArray[np.float32] = probabilities.amax(dim=1).numpy()
    return surest


def _save(
    path: Path, model: nn.Module, average: nn.Module, optimiser: torch.optim.Optimizer, step: int, worked_s: float
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
def logits_of(model: nn.Module, crops: NDArray[np.uint8], device: torch.device) -> NDArray[np.float32]:
    """(N, H, W, 3) uint8 → (N, C) logits in full precision."""
    parts = []
    for start in range(0, len(crops), 512):
        parts.append(model(_as_batch(crops[start : start + 512]).to(device)).float().cpu().numpy())
    return np.concatenate(parts)


def accuracy(logits: NDArray[np.float32], labels: NDArray[np.uint8]) -> dict[str, float]:
    """Shares of crops named right: all, and cards only."""
    right = logits.argmax(axis=1) == labels
    cards = ~np.isin(labels, [CLASSES.index(name) for name in NOT_A_CODE])
    return {"all": round(float(right.mean()), 4), "cards": round(float(right[cards].mean()), 4)}


def best_temperature(logits: NDArray[np.float32], labels: NDArray[np.uint8]) -> float:
    """The divisor of the logits under which the validation crops are most likely."""
    targets = torch.from_numpy(labels.astype(np.int64))
    scores = torch.from_numpy(logits)
    candidates = np.exp(np.linspace(np.log(0.3), np.log(4.0), 120))
    losses = [float(nn.functional.cross_entropy(scores / t, targets)) for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="directory of shards written by datasets.reader_crops")
    parser.add_argument("--out", type=Path, default=Path("runs/reader"))
    parser.add_argument("--minutes", type=float, default=45.0)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--weights", type=Path, help="start from these weights")
    parser.add_argument("--first", type=Path, help="train a deep reader for what these weights leave in doubt")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    path = train(
        args.data, args.out, args.minutes, args.batch, args.rate, args.weights, args.device, args.seed,
        first_reader=args.first,
    )  # fmt: skip
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
