"""Note which tiles a detector still gets wrong, so that training sees them more often than the easy ones.

A detector of some rounds finds every index of half of all tiles: a step on those teaches little.

    python -m datasets.hard_tiles --data datasets/cache/train --weights datasets/checkpoints/detector.pt

writes ``mistakes.json`` beside ``images/``, which ``datasets.train_detector`` heeds where it finds it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from datasets.train_detector import MISTAKES_FILE, MOST_MISTAKES, found_in, matched_errors, new_model, tiles_of


def write_mistakes(directory: Path, weights: Path, device_name: str = "cpu") -> list[int]:
    """Let a detector look at the tiles of a directory and write down how many mistakes it makes in each."""
    device = torch.device(device_name)
    model = new_model().to(device).to(memory_format=torch.channels_last).eval()
    model.load_state_dict(torch.load(weights, map_location=device, weights_only=True)["model"])
    names = [path.stem for path in tiles_of([directory])]
    mistakes = []
    for sample, found in found_in(model, directory, device, len(names), 0.4):
        matched = len(matched_errors(sample, found))
        mistakes.append(len(sample.labels) + len(found) - 2 * matched)
    (directory / MISTAKES_FILE).write_text(json.dumps(dict(zip(names, mistakes, strict=True))) + "\n")
    return mistakes


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
        counts = np.bincount(np.minimum(mistakes, MOST_MISTAKES), minlength=MOST_MISTAKES + 1)
        print(f"{directory}: {len(mistakes)} tiles, with 0, 1, 2, 3, 4 or more mistakes: {counts.tolist()}")


if __name__ == "__main__":
    main()
