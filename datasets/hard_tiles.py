"""Note which tiles a detector still gets wrong, so that training sees them more often than the easy ones.

A detector of some rounds finds every index of half of all tiles: a step on those teaches little.

    python -m datasets.hard_tiles --data datasets/cache/train --weights datasets/checkpoints/detector.pt

writes ``mistakes.json`` beside ``images/``, which ``datasets.train_detector`` heeds where it finds it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

MISTAKES_FILE = "mistakes.json"
_MOST_MISTAKES = 4
"""A tile with more is hardly worth more: often it is a heap of which nobody can tell what shows."""
_UNKNOWN = 1
"""Mistakes taken to be in a tile that nobody has looked at yet."""


def write_mistakes(directory: Path, weights: Path, device_name: str = "cpu", limit: int | None = None) -> list[int]:
    """Let a detector look at the tiles of a directory and write down how many mistakes it makes in each."""
    from datasets.train_detector import found_in, matched_errors, new_model, tiles_of

    device = torch.device(device_name)
    model = new_model().to(device).to(memory_format=torch.channels_last).eval()
    model.load_state_dict(torch.load(weights, map_location=device, weights_only=True)["model"])
    names = [path.stem for path in tiles_of([directory])][:limit]
    mistakes = []
    for sample, found in found_in(model, directory, device, len(names), 0.4):
        matched = len(matched_errors(sample, found))
        mistakes.append(len(sample.labels) + len(found) - 2 * matched)
    (directory / MISTAKES_FILE).write_text(json.dumps(dict(zip(names, mistakes, strict=True))) + "\n")
    return mistakes


def shares_of(paths: Sequence[Path]) -> NDArray[np.float64]:
    """How often each tile, ``D/images/NAME.jpg``, is to be seen: (N,) summing to 1, more for those with mistakes."""
    noted: dict[Path, dict[str, int]] = {}
    weights = np.empty(len(paths))
    for n, path in enumerate(paths):
        directory = path.parent.parent
        if directory not in noted:
            file = directory / MISTAKES_FILE
            noted[directory] = json.loads(file.read_text()) if file.exists() else {}
        weights[n] = 1 + min(noted[directory].get(path.stem, _UNKNOWN), _MOST_MISTAKES)
    return weights / weights.sum()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories written by datasets.scenes")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    for directory in args.data:
        mistakes = np.array(write_mistakes(directory, args.weights, args.device))
        counts = np.bincount(np.minimum(mistakes, _MOST_MISTAKES), minlength=_MOST_MISTAKES + 1)
        print(f"{directory}: {len(mistakes)} tiles, with 0, 1, 2, 3, 4 or more mistakes: {counts.tolist()}")


if __name__ == "__main__":
    main()
