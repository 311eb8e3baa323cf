"""Learn from real photographs whose cards are labelled but whose keypoints are not.

A first pair of models finds the indices; the labels confirm them. What a label names at a place is taken as the truth
there, whatever the reader said; what no label confirms is painted over, so that it teaches nothing.

    python -m datasets.real_indices --real ../shared/real --crops datasets/cache/crops --tiles datasets/cache/real

Only the split ``train`` is ever read (CC BY 4.0: Johnny, Roboflow poker-cards-fmjio v4; Ammememe, Roboflow
card-detection-zk7wu v12).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.measure import own_code, real_photos
from datasets.reader_crops import CLASSES, Drawn, cut_crop, store_shard
from datasets.scenes import TILE_PX, PosedIndex, Scene, pose_labels
from vision.detector import OnnxDetector
from vision.model_files import DEFAULT_MODELS_DIR
from vision.reader import OnnxReader
from vision.recogniser import Recogniser
from vision.sightings import IndexSighting

_COPIES = 4
"""How often every real index is among the crops: they are few, and each is displaced anew whenever it is seen."""
_TILES_PER_PHOTO = 3


@dataclass(frozen=True, slots=True)
class Confirmed:
    """An index found in a photograph, and the code its label gives (None: a card, but which is not said)."""

    index: IndexSighting
    code: str | None


def confirmed_indices(
    row: dict[str, Any], indices: Sequence[IndexSighting], classes: Sequence[str]
) -> tuple[list[Confirmed], list[tuple[float, float, float, float]]]:
    """Match the indices found in a photograph with its labels.

    Returns the confirmed ones and the boxes (xyxy) that should teach nothing: labelled corners not found, and
    findings that no label confirms or denies.
    """
    corners = [card for card in row["cards"] if card["box_kind"] == "corner"]
    wholes = [card for card in row["cards"] if card["box_kind"] == "card"]
    confirmed: list[Confirmed] = []
    doubtful: list[tuple[float, float, float, float]] = []
    seen: set[int] = set()
    named = {own_code(card["card"]) for card in row["cards"]}
    for index in indices:
        order = np.argsort(-index.probabilities)
        best = str(classes[int(order[0])])
        x, y = index.middle_xy
        at = [
            i
            for i, card in enumerate(corners)
            if _inside(card["box_xyxy"], x, y, 0.15) and _alike(card["box_xyxy"], index.box_xyxy)
        ]
        around = {own_code(card["card"]) for card in wholes if _inside(card["box_xyxy"], x, y, 0.0)}
        if index.probabilities[list(classes).index("not_an_index")] > 0.9 and not at:
            continue  # left in the picture: this is what the detector should unlearn
        if len(at) == 1:
            seen.add(at[0])
            confirmed.append(Confirmed(index, _nameable(own_code(corners[at[0]]["card"]))))
        elif len(around) == 1 and index.detector_confidence > 0.4 and best != "not_an_index":
            confirmed.append(Confirmed(index, _nameable(next(iter(around)))))
        elif best in named and index.probabilities[order[0]] > 0.9:
            confirmed.append(Confirmed(index, best))
        else:
            doubtful.append(index.box_xyxy)
    doubtful += [tuple(card["box_xyxy"]) for i, card in enumerate(corners) if i not in seen]
    return confirmed, doubtful


def _inside(box: Sequence[float], x: float, y: float, margin: float) -> bool:
    x0, y0, x1, y1 = box
    dx, dy = margin * (x1 - x0), margin * (y1 - y0)
    return x0 - dx <= x <= x1 + dx and y0 - dy <= y <= y1 + dy


def _alike(label: Sequence[float], found: Sequence[float]) -> bool:
    """Whether two boxes are of about one size: a speck on a labelled corner is not the index."""
    ratio = np.hypot(found[2] - found[0], found[3] - found[1]) / max(
        np.hypot(label[2] - label[0], label[3] - label[1]), 1e-6
    )
    return bool(0.45 < ratio < 2.2)


def _nameable(code: str) -> str | None:
    return code if code in CLASSES else None


def real_crops(image: NDArray[np.uint8], confirmed: list[Confirmed]) -> list[Drawn]:
    """Crops of the confirmed indices with their class numbers."""
    crops = []
    for item in confirmed:
        if item.code is None:
            continue
        points = np.array([item.index.rank_xy, item.index.suit_xy])
        crops += [(cut_crop(image, points), CLASSES.index(item.code))] * _COPIES
    return crops


def real_tiles(
    image: NDArray[np.uint8],
    confirmed: list[Confirmed],
    doubtful: list[tuple[float, float, float, float]],
    rng: np.random.Generator,
) -> list[Scene]:
    """Tiles cut from a photograph at about the scale the product looks at, doubtful places painted over."""
    if not confirmed:
        return []
    image = image.copy()
    for x0, y0, x1, y1 in doubtful:
        rows, columns = slice(max(0, int(y0) - 2), int(y1) + 3), slice(max(0, int(x0) - 2), int(x1) + 3)
        if image[rows, columns].size:
            image[rows, columns] = np.median(image[rows, columns].reshape(-1, 3), axis=0)
    distances = [np.hypot(*np.subtract(c.index.suit_xy, c.index.rank_xy)) for c in confirmed]
    tiles = []
    for _ in range(_TILES_PER_PHOTO):
        scale = 16.0 / float(np.median(distances)) * float(np.exp(rng.uniform(np.log(0.6), np.log(1.7))))
        focus = confirmed[int(rng.integers(len(confirmed)))].index.middle_xy
        shift = TILE_PX / 2 + rng.uniform(-0.3, 0.3, 2) * TILE_PX - np.array(focus) * scale
        slack = TILE_PX - np.array([image.shape[1], image.shape[0]]) * scale
        shift = np.where(slack < 0, np.clip(shift, slack, 0), rng.uniform(0, 1, 2) * slack)
        if scale < 0.7:
            small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            warp = np.float32([[1, 0, shift[0]], [0, 1, shift[1]]])
        else:
            small, warp = image, np.float32([[scale, 0, shift[0]], [0, scale, shift[1]]])
        tile = cv2.warpAffine(
            small, warp, (TILE_PX, TILE_PX), borderMode=cv2.BORDER_CONSTANT, borderValue=(114, 114, 114)
        )
        posed = []
        for i, item in enumerate(confirmed):
            points = [
                np.array(p) * scale + shift for p in (item.index.rank_xy, item.index.suit_xy, item.index.card_centre_xy)
            ]
            box = np.array(item.index.box_xyxy).reshape(2, 2) * scale + shift
            cut = np.clip(box, 0, TILE_PX)
            share = np.prod(cut[1] - cut[0]) / max(np.prod(box[1] - box[0]), 1e-6)
            posed.append(
                PosedIndex(
                    item.code or "",
                    *(tuple(p.tolist()) for p in points),
                    (*box[0].tolist(), *box[1].tolist()),
                    float(share),
                    float(share),
                    i,
                )
            )
        tiles.append(Scene(tile, tuple(posed), 160.0, ()))
    return tiles


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--real", type=Path, default=Path("../shared/real"))
    parser.add_argument("--models", type=Path, help="the first pair of models; the repository's unless given")
    parser.add_argument("--crops", type=Path, required=True, help="where a shard of crops is written")
    parser.add_argument("--tiles", type=Path, required=True, help="where tiles are written")
    parser.add_argument("--sheet", type=Path, help="write a contact sheet of tiles here")
    parser.add_argument("--limit", type=int, default=100_000)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    # A low bar: what the first detector only suspects is doubtful, and must not be taught to be background.
    models = args.models or DEFAULT_MODELS_DIR
    detector = OnnxDetector(models, min_confidence=0.12, threads=1)
    recogniser = Recogniser(detector, OnnxReader(models, threads=1), min_index_confidence=0.12)
    rng = np.random.default_rng(0)
    for name in ("images", "labels", "codes"):
        (args.tiles / name).mkdir(parents=True, exist_ok=True)
    args.crops.mkdir(parents=True, exist_ok=True)
    crops: list[Drawn] = []
    shown: list[NDArray[np.uint8]] = []
    number = found = left = 0
    for photo, (row, image) in enumerate(real_photos(args.real, "train")):
        if photo >= args.limit:
            break
        confirmed, doubtful = confirmed_indices(row, recogniser.read_photo(image).indices, recogniser.classes)
        found, left = found + len(confirmed), left + len(doubtful)
        crops += real_crops(image, confirmed)
        for tile in real_tiles(image, confirmed, doubtful, rng):
            cv2.imwrite(
                str(args.tiles / "images" / f"{number:06d}.jpg"), tile.image_bgr, [cv2.IMWRITE_JPEG_QUALITY, 96]
            )
            (args.tiles / "labels" / f"{number:06d}.txt").write_text("\n".join(pose_labels(tile)))
            (args.tiles / "codes" / f"{number:06d}.txt").write_text("\n".join(i.code for i in tile.readable()))
            number += 1
            if args.sheet and len(shown) < 48 and number % 31 == 0:
                from datasets.scenes import marked

                shown.append(marked(tile))
    store_shard(args.crops / "train_real_0000.npz", crops)
    print(f"{found} indices confirmed, {left} places painted over, {len(crops)} crops, {number} tiles")
    if args.sheet:
        shown += [np.zeros_like(shown[0])] * (-len(shown) % 8)
        cv2.imwrite(str(args.sheet), np.vstack([np.hstack(shown[i : i + 8]) for i in range(0, len(shown), 8)]))


if __name__ == "__main__":
    main()
