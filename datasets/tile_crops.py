"""Crops for the reader cut from drawn scenes: indices among their true neighbours, and what the detector mistakes.

    python -m datasets.tile_crops --scenes datasets/cache/train --crops datasets/cache/crops
    python -m datasets.tile_crops --bare 4000 --crops datasets/cache/crops

A card drawn for one crop (``reader_crops``) costs as much as a whole scene costs for each of its indices, and has
made-up neighbours. What the detector takes for an index on tables without any card is *not an index*, and teaches more
than random places do.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from datasets.measure_drawn import bare_table
from datasets.reader_crops import CLASSES, NOT_AN_INDEX, Drawn, cut_crop, store_shard
from vision.detector import Detector, OnnxDetector
from vision.model_files import DEFAULT_MODELS_DIR
from vision.tiling import detect_at_scale

_BARE_SCALES = (0.5, 1.0, 1.6)
_MISTAKEN_FROM = 0.1


def crops_of_scenes(directory: Path) -> Iterator[Drawn]:
    """A crop of every labelled index in the scenes of a directory that ``datasets.scenes`` wrote."""
    for labels in sorted((directory / "labels").glob("*.txt")):
        rows = np.array([line.split() for line in labels.read_text().splitlines()], np.float64).reshape(-1, 14)
        codes = (directory / "codes" / labels.name).read_text().split()
        if len(codes) != len(rows):
            raise ValueError(f"{labels} has {len(rows)} indices, but {len(codes)} codes stand beside it")
        if not len(rows):
            continue
        image = cv2.imread(str(directory / "images" / f"{labels.stem}.jpg"))
        if image is None:
            raise FileNotFoundError(f"no picture belongs to {labels}")
        for row, code in zip(rows, codes, strict=True):
            rank, suit = row[5:7] * image.shape[1::-1], row[8:10] * image.shape[1::-1]
            if row[7] > 0 and row[10] > 0:
                yield cut_crop(image, np.stack([rank, suit])), CLASSES.index(code)


def mistaken_crops(detector: Detector, seed: int, count: int) -> Iterator[Drawn]:
    """A crop of whatever the detector believes in on so many drawn tables without any card."""
    for n in range(count):
        image = bare_table((seed, n), "train").image_bgr
        for scale in _BARE_SCALES:
            found = detect_at_scale(detector, image, scale)
            for rank, suit in zip(found.rank_xy, found.suit_xy, strict=True):
                yield cut_crop(image, np.stack([rank, suit]).astype(np.float64)), NOT_AN_INDEX


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="directories written by datasets.scenes")
    parser.add_argument("--bare", type=int, default=0, help="draw so many tables without cards and look for mistakes")
    parser.add_argument("--split", default="train", choices=("train", "validation"), help="what the shard is for")
    parser.add_argument("--models", type=Path, default=DEFAULT_MODELS_DIR, help="whose detector makes the mistakes")
    parser.add_argument("--crops", type=Path, required=True, help="where shards of crops are written")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.crops.mkdir(parents=True, exist_ok=True)
    for directory in args.scenes:
        drawn = list(crops_of_scenes(directory))
        store_shard(args.crops / f"{args.split}_scenes_{directory.name}.npz", drawn)
        print(f"{len(drawn)} crops of {directory}")
    if args.bare:
        detector = OnnxDetector(args.models, min_confidence=_MISTAKEN_FROM, threads=1)
        drawn = list(mistaken_crops(detector, args.seed, args.bare))
        if drawn:
            store_shard(args.crops / f"{args.split}_mistaken_{args.seed}.npz", drawn)
        print(f"{len(drawn)} mistakes on {args.bare} tables")


if __name__ == "__main__":
    main()
