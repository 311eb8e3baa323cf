"""Measure the product's recogniser: real photographs, drawn scenes of decks never trained on, bare tables, speed.

    python -m datasets.measure                      # what is at hand
    python -m datasets.measure --real ../shared/real --split dev --only real

The real photographs are not part of the repository; without them that part is left out.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import scenes
from datasets.photo_score import KnownCard, ReadCard, Score, score_photo, table
from vision.recogniser import Recogniser
from vision.sightings import NOT_A_CODE, PhotoReading

RENDERED_LAYOUTS = {"trick": scenes.trick, "fan": scenes.fan, "heap": scenes.heap, "row": scenes.row}


def read_cards(reading: PhotoReading) -> list[ReadCard]:
    """The cards a reading is sure of."""
    return [
        ReadCard(card.code, tuple(index.middle_xy for index in card.indices))
        for card in reading.cards
        if card.code is not None
    ]


def real_photos(directory: Path, split: str) -> Iterator[tuple[dict[str, Any], NDArray[np.uint8]]]:
    """Label rows and pictures of one split, in the order of the file."""
    for line in (directory / "labels.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["split"] == split:
            yield row, cv2.imread(str(directory / row["image"]))


def own_code(label: str) -> str:
    """The card code for a label of the photographs: ``10H`` is ``TH``."""
    return label.replace("10", "T") if label[0] == "1" else label


def measure_real(
    recogniser: Recogniser, directory: Path, split: str, source: str | None, show: bool
) -> dict[str, Score]:
    """Score every source of the real photographs."""
    scores: dict[str, Score] = {}
    for row, image in real_photos(directory, split):
        name = row["source"].split("/")[0]
        if source is not None and source.lower() not in name.lower():
            continue
        known = [KnownCard(own_code(card["card"]), tuple(card["box_xyxy"])) for card in row["cards"]]
        # A corner label names an index: a card labelled at both corners is one card.
        if known and row["cards"][0]["box_kind"] == "corner":
            known = list({card.code: card for card in known}.values())
        read = read_cards(recogniser.read_photo(image))
        if not known_jokers_told_apart(known):
            known, read = _any_joker(known), _any_joker_read(read)
        score = score_photo(known, read, exhaustive=row["exhaustive"])
        scores.setdefault(name, Score()).add(score)
        if show and (score.missed or score.wrong or score.invented):
            print(
                f"{row['image']}: is {sorted(k.code for k in known)}, read {sorted(r.code for r in read)}", flush=True
            )
    return dict(sorted(scores.items()))


def known_jokers_told_apart(known: list[KnownCard]) -> bool:
    """Whether no label says just ``joker`` without a colour."""
    return all(card.code != "joker" for card in known)


def _any_joker(known: list[KnownCard]) -> list[KnownCard]:
    return [KnownCard("joker" if k.code.startswith("joker") else k.code, k.box_xyxy) for k in known]


def _any_joker_read(read: list[ReadCard]) -> list[ReadCard]:
    return [ReadCard("joker" if r.code.startswith("joker") else r.code, r.points_xy) for r in read]


def measure_rendered(recogniser: Recogniser, count: int, seed: int) -> tuple[dict[str, Score], dict[str, list[int]]]:
    """Score drawn tables of never-trained decks at 1.5 to 3 px per mm; also recall by index height: [found, all]."""
    scores: dict[str, Score] = {}
    by_height: dict[str, list[int]] = {}
    for name, layout in RENDERED_LAYOUTS.items():
        for n in range(count):
            rng = np.random.default_rng([seed, n, 5])
            card_height_px = 88.0 * float(rng.uniform(1.5, 3.0))
            scene = scenes.draw_scene((seed, n), "never_trained", 640, card_height_px, layout=layout, cruelty=0.8)
            known: dict[int, KnownCard] = {}
            for index in scene.readable():
                known.setdefault(index.card, KnownCard(index.code, index.box_xyxy))
            others = list(scene.faces)
            for card in known.values():
                others.remove(card.code)
            read = read_cards(recogniser.read_photo(scene.image_bgr))
            scores.setdefault(name, Score()).add(score_photo(list(known.values()), read, also_there=others))
            free = [r.code for r in read]
            for card in known.values():
                x0, y0, x1, y1 = card.box_xyxy
                height = min(max(x1 - x0, y1 - y0), 60)
                label = next(
                    f"{low}-{high} px" for low, high in ((0, 14), (14, 20), (20, 30), (30, 61)) if height < high
                )
                counts = by_height.setdefault(label, [0, 0])
                counts[1] += 1
                if card.code in free:
                    free.remove(card.code)
                    counts[0] += 1
    return scores, dict(sorted(by_height.items(), key=lambda item: int(item[0].split("-")[0])))


def measure_bare(recogniser: Recogniser, count: int, seed: int) -> tuple[int, int]:
    """(pictures, cards read in them) on drawn tables without any card."""
    false_cards = 0
    for n in range(count):
        scene = scenes.draw_scene((seed, n), "never_trained", 480, layout=scenes.bare)
        false_cards += len(read_cards(recogniser.read_photo(scene.image_bgr)))
    return count, false_cards


def measure_calibration(recogniser: Recogniser, count: int, seed: int) -> dict[str, Any]:
    """Reliability of the reader alone on crops of never-trained decks: rows of [low, high, crops, said, right]."""
    from datasets.reader_crops import CLASSES, draw_crops

    drawn = []
    batch = 0
    while len(drawn) < count:
        drawn += draw_crops((seed, batch), "never_trained", 24)
        batch += 1
    crops = np.stack([crop for crop, _ in drawn]).transpose(0, 3, 1, 2).astype(np.float32) / 255
    labels = np.array([label for _, label in drawn])
    probabilities = recogniser.reader.read(crops)
    assert tuple(recogniser.classes) == CLASSES
    return reliability(probabilities, labels, [CLASSES.index(name) for name in sorted(NOT_A_CODE)])


def reliability(probabilities: NDArray[np.float32], labels: NDArray[np.integer], no_codes: list[int]) -> dict[str, Any]:
    """Reliability table and expected calibration error of the top class, over crops whose top class is a card."""
    top, said = probabilities.argmax(axis=1), probabilities.max(axis=1)
    as_card = ~np.isin(top, no_codes)
    right = top == labels
    edges = [0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0001]
    rows, error = [], 0.0
    for low, high in itertools.pairwise(edges):
        chosen = as_card & (said >= low) & (said < high)
        if chosen.any():
            mean_said, mean_right = float(said[chosen].mean()), float(right[chosen].mean())
            rows.append([low, min(high, 1.0), int(chosen.sum()), round(mean_said, 4), round(mean_right, 4)])
            error += chosen.sum() / max(as_card.sum(), 1) * abs(mean_said - mean_right)
    cards = ~np.isin(labels, no_codes)
    return {
        "rows": rows,
        "expected_calibration_error": round(float(error), 4),
        "crops": len(labels),
        "cards_named_right": _share(right[cards]),
        "no_cards_called_cards_at_0.9": _share((as_card & (said >= 0.9))[~cards]),
    }


def _share(hits: NDArray[np.bool_]) -> float | None:
    """The share of hits, None of nothing."""
    return round(float(hits.mean()), 4) if len(hits) else None


def measure_speed(recogniser: Recogniser, repeats: int) -> dict[str, float]:
    """Milliseconds, median of so many runs: a whole 1280×720 table, a changed region, and the stages alone."""
    scene = scenes.draw_scene((3, 3), "never_trained", 1280, 200.0, layout=scenes.trick, cruelty=0.5)
    frame = np.ascontiguousarray(scene.image_bgr[280:1000])
    box = np.array([[500.0, 260.0, 760.0, 460.0]])
    crops = np.random.default_rng(0).random((16, 3, 64, 48), np.float32)
    half = np.ascontiguousarray(cv2.resize(frame, (1024, 576), interpolation=cv2.INTER_AREA))

    def timed(call: Callable[[], object]) -> float:
        call()
        times = []
        for _ in range(repeats):
            started = time.perf_counter()
            call()
            times.append(1000 * (time.perf_counter() - started))
        return round(float(np.median(times)), 1)

    return {
        "whole table, cards 200 px": timed(lambda: recogniser.read_table(frame, 200.0)),
        "changed region 260x200": timed(lambda: recogniser.read_regions(frame, box, 200.0)),
        "photo of unknown scale": timed(lambda: recogniser.read_photo(frame)),
        "detector 1024x576": timed(lambda: recogniser.detector.detect(half)),
        "reader, 16 crops": timed(lambda: recogniser.reader.read(crops)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, help="folder of the models; the repository's unless given")
    parser.add_argument("--real", type=Path, default=Path("../shared/real"))
    parser.add_argument("--split", default="dev", choices=("dev", "train"))
    parser.add_argument("--source", help="only the real sources whose name contains this")
    parser.add_argument("--only", choices=("real", "rendered", "bare", "calibration", "speed"), nargs="*")
    parser.add_argument("--rendered", type=int, default=40, help="drawn tables of each layout")
    parser.add_argument("--bare", type=int, default=500)
    parser.add_argument("--crops", type=int, default=6000)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--threshold", type=float, help="card confidence below which nothing is said")
    parser.add_argument("--index-threshold", type=float, help="detector confidence below which nothing is looked at")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", action="store_true", help="print the photographs that were not read exactly")
    parser.add_argument("--json", type=Path, help="write the figures here")
    args = parser.parse_args()
    parts = args.only or ("real", "rendered", "bare", "calibration", "speed")
    options = {"min_code_confidence": args.threshold, "min_index_confidence": args.index_threshold}
    options = {name: value for name, value in options.items() if value is not None}
    recogniser = Recogniser.load(args.models, **options)
    print(f"card confidence threshold {recogniser.min_code_confidence}")
    figures: dict[str, Any] = {"threshold": recogniser.min_code_confidence}

    def keep(name: str, scores: dict[str, Score]) -> None:
        print(f"\n{name}\n{table(scores)}")
        confusions: dict[str, int] = {}
        for score in scores.values():
            for (truth, said), n in score.confusions.items():
                confusions[f"{truth}>{said}"] = confusions.get(f"{truth}>{said}", 0) + n
        worst = sorted(confusions.items(), key=lambda item: -item[1])[:15]
        print("most confused:", ", ".join(f"{pair} {n}" for pair, n in worst) or "none")
        figures[name] = {
            source: {
                k: getattr(s, k)
                for k in ("photos", "exact", "cards", "right", "missed", "wrong", "invented", "doubled")
            }
            for source, s in scores.items()
        }

    if "real" in parts and (args.real / "labels.jsonl").exists():
        keep(f"real photographs, {args.split}", measure_real(recogniser, args.real, args.split, args.source, args.show))
    elif "real" in parts:
        print(f"no real photographs in {args.real}; left out")
    if "rendered" in parts:
        scores, by_height = measure_rendered(recogniser, args.rendered, args.seed)
        keep("drawn tables, decks never trained", scores)
        for label, (found, total) in by_height.items():
            print(f"index {label}: {found} of {total} cards read")
        figures["by_index_height"] = by_height
    if "bare" in parts:
        pictures, false_cards = measure_bare(recogniser, args.bare, args.seed)
        print(f"\n{pictures} pictures without cards: {false_cards} cards read")
        figures["bare"] = {"pictures": pictures, "cards_read": false_cards}
    if "calibration" in parts:
        calibration = measure_calibration(recogniser, args.crops, args.seed)
        print(f"\nreader on {calibration['crops']} crops of never-trained decks")
        for low, high, n, said, right in calibration["rows"]:
            print(f"  says {low:.3f}-{high:.3f}: {n:5} crops, says {said:.4f}, right {right:.4f}")
        print(f"  expected calibration error {calibration['expected_calibration_error']}, cards named right "
              f"{calibration['cards_named_right']}")  # fmt: skip
        figures["calibration"] = calibration
    if "speed" in parts:
        figures["speed_ms"] = measure_speed(recogniser, args.repeats)
        print("\nspeed, ms: " + ", ".join(f"{name} {ms}" for name, ms in figures["speed_ms"].items()))
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
