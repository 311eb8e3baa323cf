"""Measure the product's recogniser: real photographs, drawn scenes of decks never trained on, bare tables, speed.

    python -m datasets.measure                      # what is at hand
    python -m datasets.measure --real ../shared/real --split dev --only real

The real photographs are not part of the repository; without them that part is left out.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import scenes
from datasets.calibration import (
    Judged,
    card_reliability,
    crop_reliability,
    reliability_lines,
    threshold_lines,
)
from datasets.index_print import JOKERS
from datasets.measure_drawn import (
    LIGHTS,
    DrawnFigures,
    height_lines,
    measure_bare,
    measure_drawn,
    measure_printed,
    read_cards,
    shown_lines,
)
from datasets.photo_score import KnownCard, ReadCard, Score, match_cards, score_match, table
from vision import bench
from vision.looks import elected
from vision.reader import Reader
from vision.recogniser import SURE_OF_PHOTO, SURE_VOTE, Recogniser
from vision.sightings import NOT_A_CODE

PARTS = ("real", "rendered", "printed", "bare", "calibration", "speed")
_SPEED_CARD_PX = 200.0


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
) -> tuple[dict[str, Score], list[Judged]]:
    """Score every source of the real photographs; also what to hold against the confidence of every card."""
    scores: dict[str, Score] = {}
    judged: list[Judged] = []
    for row, image in real_photos(directory, split):
        name = row["source"].split("/")[0]
        if source is not None and source.lower() not in name.lower():
            continue
        known = [KnownCard(own_code(card["card"]), tuple(card["box_xyxy"])) for card in row["cards"]]
        # A corner label names an index: a card labelled at both corners is one card.
        if known and row["cards"][0]["box_kind"] == "corner":
            known = list({card.code: card for card in known}.values())
        reading = recogniser.read_photo(image)
        read, every = read_cards(reading), read_cards(reading, unsure=True)
        if any(card.code == "joker" for card in known):  # a label without a colour
            known = [KnownCard(_any_joker(card.code), card.box_xyxy) for card in known]
            read, every = (
                [ReadCard(_any_joker(card.code), card.points_xy, card.confidence) for card in cards]
                for cards in (read, every)
            )
        match = match_cards(known, read, exhaustive=row["exhaustive"])
        score = score_match(known, read, match, row["exhaustive"])
        scores.setdefault(name, Score()).add(score)
        worths = match_cards(known, every).worths
        if row["exhaustive"]:
            judged += [Judged(c.confidence, w in ("right", "doubled")) for c, w in zip(every, worths, strict=True)]
        if show and (score.missed or score.wrong or score.invented):
            print(
                f"{row['image']}: is {sorted(k.code for k in known)}, read {sorted(r.code for r in read)}", flush=True
            )
    return dict(sorted(scores.items())), judged


def _any_joker(code: str) -> str:
    return "joker" if code in JOKERS else code


def measure_crops(recogniser: Recogniser, count: int, seed: int) -> dict[str, dict[str, Any]]:
    """Reliability of the readers alone on drawn crops of never-trained decks: of the first, and of both readers on what
    leaves it in doubt."""
    from datasets.reader_crops import CLASSES as DRAWN
    from datasets.reader_crops import displaced, draw_crops

    classes = recogniser.classes
    drawn: list[tuple[NDArray[np.uint8], int]] = []
    batch = 0
    while len(drawn) < count:
        # A reader of fewer classes is asked about those only.
        drawn += [each for each in draw_crops((seed, batch), "never_trained", 24) if DRAWN[each[1]] in classes]
        batch += 1

    def readings(reader: Reader) -> NDArray[np.float32]:
        rng = np.random.default_rng(seed)  # every reader sees the crops displaced alike
        seen = np.stack([displaced(crop, rng, reader.crop_px) for crop, _ in drawn])
        return reader.read(seen.transpose(0, 3, 1, 2).astype(np.float32) / 255)

    labels = np.array([classes.index(DRAWN[label]) for _, label in drawn])
    no_codes = [classes.index(name) for name in sorted(NOT_A_CODE) if name in classes]
    votes = readings(recogniser.reader)
    results = {"reader": crop_reliability(votes, labels, no_codes)}
    if recogniser.second_reader is not recogniser.reader:
        is_doubtful = votes.max(axis=1) < SURE_VOTE
        second = readings(recogniser.second_reader)[is_doubtful]
        of_both = np.stack([elected(np.stack(ballot)) for ballot in zip(votes[is_doubtful], second, strict=True)])
        for name, of_doubtful in (("reader", votes[is_doubtful]), ("second reader", second), ("both", of_both)):
            results[f"{name}, where the first is in doubt"] = crop_reliability(
                of_doubtful, labels[is_doubtful], no_codes
            )
    return results


def jokers_line(jokers: Counter[str]) -> str:
    """How the jokers were read."""
    return f"{jokers.total()} jokers: " + ", ".join(f"{n} {fate}" for fate, n in jokers.most_common())


def speed_frames(count: int) -> list[NDArray[np.uint8]]:
    """So many 1280×720 frames of drawn tricks with cards 200 px tall."""
    pictures = [
        scenes.draw_scene((3, n), "never_trained", 1280, _SPEED_CARD_PX, layout=scenes.trick, cruelty=0.5, packs=1)
        for n in range(min(count, 4))
    ]
    return [np.ascontiguousarray(pictures[n % len(pictures)].image_bgr[280:1000]) for n in range(count)]


class Report:
    """Prints the figures as they come and keeps them for the JSON file."""

    def __init__(self, recogniser: Recogniser) -> None:
        self.figures: dict[str, Any] = {
            "card_threshold": recogniser.min_code_confidence,
            "index_threshold": recogniser.min_index_confidence,
        }
        print(", ".join(f"{name} {value}" for name, value in self.figures.items()))

    def scores(self, name: str, scores: dict[str, Score]) -> None:
        """A table of sources and the pairs most often confused."""
        print(f"\n{name}\n{table(scores)}")
        confusions = sum((score.confusions for score in scores.values()), Counter[tuple[str, str]]())
        print("confused:", ", ".join(f"{a}>{b} {n}" for (a, b), n in confusions.most_common(15)) or "none")
        self.figures[name] = {source: score.counts() for source, score in scores.items()}

    def drawn(self, light: str, drawn: DrawnFigures, decks: str = "decks never trained") -> None:
        """What became of the cards of drawn tables: by layout, by the index's height, jokers, confidence."""
        self.scores(f"drawn tables in {light}, {decks}", drawn.scores)
        print("\n".join([*height_lines(drawn.by_height), *shown_lines(drawn.by_shown)]))
        self.figures[f"by index height, {light}, {decks}"] = drawn.by_height
        self.figures[f"by how much shows, {light}, {decks}"] = drawn.by_shown
        if drawn.jokers:
            print(jokers_line(drawn.jokers))
            self.figures[f"jokers, {light}"] = drawn.jokers
        self.cards_calibration(f"drawn tables in {light}, {decks}", drawn.judged)

    def cards_calibration(self, name: str, judged: list[Judged]) -> None:
        """How far the confidence of whole cards can be believed."""
        if not judged:
            return
        result = card_reliability(judged)
        print(f"confidence of {result['cards']} cards, {name}; expected calibration error "
              f"{result['expected_calibration_error']}")  # fmt: skip
        print("\n".join([*reliability_lines(result["rows"]), *threshold_lines(result["wrong_above"])]))
        self.figures[f"calibration of cards, {name}"] = result

    def crops_calibration(self, results: dict[str, dict[str, Any]]) -> None:
        """How far the readers alone can be believed."""
        for name, result in results.items():
            print(f"\n{name}: {result['crops']} crops of never-trained decks, cards named right "
                  f"{result['cards_named_right']}, expected calibration error {result['expected_calibration_error']}, "
                  f"no cards called cards at 0.9: {result['no_cards_called_cards_at_0.9']}")  # fmt: skip
            print("\n".join(reliability_lines(result["rows"])))
        self.figures["calibration of crops"] = results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, help="folder of the models; the repository's unless given")
    parser.add_argument("--real", type=Path, default=Path("../shared/real"))
    parser.add_argument("--split", default="dev", choices=("dev", "train"))
    parser.add_argument("--source", help="only the real sources whose name contains this")
    parser.add_argument("--only", choices=PARTS, nargs="*")
    parser.add_argument("--rendered", type=int, default=40, help="drawn tables of each layout in each light")
    parser.add_argument("--bare", type=int, default=500)
    parser.add_argument("--crops", type=int, default=6000)
    parser.add_argument("--frames", type=int, default=20, help="frames to time")
    parser.add_argument(
        "--threshold", type=float, default=SURE_OF_PHOTO, help="card confidence below which nothing is said"
    )
    parser.add_argument("--index-threshold", type=float, help="detector confidence below which nothing is looked at")
    parser.add_argument("--threads", type=int, help="of ONNX Runtime")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", action="store_true", help="print the photographs that were not read exactly")
    parser.add_argument("--json", type=Path, help="write the figures here")
    args = parser.parse_args()
    given = {"min_code_confidence": args.threshold, "min_index_confidence": args.index_threshold}
    options = {name: value for name, value in given.items() if value is not None}
    recogniser = Recogniser.load(args.models, threads=args.threads, **options)
    report = Report(recogniser)
    for part in args.only or PARTS:
        started = time.perf_counter()
        if part == "real":
            if not (args.real / "labels.jsonl").exists():
                print(f"no real photographs in {args.real}; left out")
                continue
            scores, judged = measure_real(recogniser, args.real, args.split, args.source, args.show)
            report.scores(f"real photographs, {args.split}", scores)
            report.cards_calibration("real photographs", judged)
        elif part == "rendered":
            for light in LIGHTS:
                report.drawn(light, measure_drawn(recogniser, args.rendered, args.seed, light))
        elif part == "printed":
            for light in LIGHTS:
                drawn = measure_printed(recogniser, args.rendered, args.seed, light)
                report.drawn(light, drawn, "printed PaiMiahhh deck, prints never trained")
        elif part == "bare":
            false_cards = measure_bare(recogniser, args.bare, args.seed)
            taken = ", ".join(f"{code} {n}" for code, n in false_cards.most_common())
            print(
                f"\n{args.bare} pictures without cards: {false_cards.total()} cards read{': ' + taken if taken else ''}"
            )
            report.figures["bare"] = {"pictures": args.bare, "cards_read": false_cards}
        elif part == "calibration":
            report.crops_calibration(measure_crops(recogniser, args.crops, args.seed))
        elif part == "speed":
            print()
            lines = list(bench.report(recogniser, speed_frames(args.frames), card_height_px=_SPEED_CARD_PX))
            print("\n".join(lines))
            report.figures["speed"] = lines
        print(f"({part}: {time.perf_counter() - started:.0f} s)", flush=True)
    if args.json:
        args.json.write_text(json.dumps(report.figures, indent=1))


if __name__ == "__main__":
    main()
