"""Average readers that were trained on from the same weights, and calibrate what comes out.

``python -m datasets.average_weights --data datasets/cache/crops --out runs/reader/averaged.pt A.pt B.pt``: a round on
new crops makes the reader better there and a little worse elsewhere; the mean of before and after beat either.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from datasets.train_reader import IndexReader, accuracy, best_temperature, load_shards, logits_of

_DEVICE = torch.device("cpu")


def averaged(paths: list[Path]) -> IndexReader:
    """The reader in the middle of others, its temperature not yet fitted."""
    readers = []
    for path in paths:
        reader = IndexReader()
        reader.load_older(torch.load(path, map_location=_DEVICE, weights_only=True)["model"])
        readers.append(reader.state_dict())
    middle = IndexReader()
    middle.load_state_dict(
        {
            name: torch.stack([state[name].float() for state in readers]).mean(dim=0).to(value.dtype)
            for name, value in readers[0].items()
        }
    )
    middle.temperature.data.fill_(1.0)
    return middle.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path, nargs="+", help="checkpoints of train_reader")
    parser.add_argument("--data", type=Path, required=True, help="directory with shards of the split validation")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    reader = averaged(args.weights)
    crops, labels = load_shards(args.data, "validation")
    logits = logits_of(reader, crops, _DEVICE)
    reader.temperature.data.fill_(best_temperature(logits, labels))
    torch.save({"model": reader.state_dict()}, args.out)
    print(json.dumps({"temperature": float(reader.temperature), **accuracy(logits, labels)}))


if __name__ == "__main__":
    main()
