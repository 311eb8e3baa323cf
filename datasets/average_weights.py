"""Average readers that were trained on from the same weights, and calibrate what comes out.

``python -m datasets.average_weights --data datasets/cache/crops --out runs/reader/averaged.pt A.pt B.pt``: a round on
new crops makes the reader better there and a little worse elsewhere; the mean of before and after beats either. With
``--first WEIGHTS`` the readers are the deep ones, and are calibrated on what that one leaves in doubt. With
``--detectors`` they are detectors, which need no data.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from datasets.train_reader import IndexReader, accuracy, best_temperature, crops_to_check, loaded, logits_of

_DEVICE = torch.device("cpu")


def averaged(paths: list[Path], *, deep: bool = False) -> IndexReader:
    """The reader in the middle of others, its temperature not yet fitted; shallower ones are deepened first."""
    readers = []
    for path in paths:
        reader = IndexReader(deep=deep)
        reader.load_older(torch.load(path, map_location=_DEVICE, weights_only=True)["model"])
        readers.append(reader.state_dict())
    middle = IndexReader(deep=deep)
    middle.load_state_dict(mean_of(readers))
    middle.temperature.data.fill_(1.0)
    return middle.eval()


def mean_of(states: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """Weights in the middle of others of the same network."""
    return {
        name: torch.stack([state[name].float() for state in states]).mean(dim=0).to(value.dtype)
        for name, value in states[0].items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path, nargs="+", help="checkpoints of train_reader or train_detector")
    parser.add_argument("--data", type=Path, help="directory with shards of the split validation, for readers")
    parser.add_argument("--detectors", action="store_true", help="the weights are of detectors")
    parser.add_argument("--first", type=Path, help="the weights are of deep readers, asked where this one is in doubt")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if args.detectors:
        states = [torch.load(path, map_location=_DEVICE, weights_only=True)["model"] for path in args.weights]
        torch.save({"model": mean_of(states)}, args.out)
        return
    if args.data is None:
        parser.error("readers are calibrated: say with --data where crops of the split validation are")
    first = None if args.first is None else loaded(args.first, _DEVICE)
    reader = averaged(args.weights, deep=first is not None)
    crops, labels = crops_to_check(args.data, first, _DEVICE)
    logits = logits_of(reader, crops, _DEVICE)
    reader.temperature.data.fill_(best_temperature(logits, labels))
    torch.save({"model": reader.state_dict()}, args.out)
    print(json.dumps({"temperature": float(reader.temperature), **accuracy(logits, labels)}))


if __name__ == "__main__":
    main()
