"""Decks of cards as pictures: the fetched art, and decks drawn by the program itself from nothing.

``python -m datasets.decks`` lists them; ``python -m datasets.decks NAME --sheet deck.png`` draws one.
"""

from __future__ import annotations

import argparse
import functools
import json
import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.index_print import ART_DIRECTORY, IndexMark, random_style

SPLITS = ("train", "validation", "never_trained")
PROCEDURAL = {
    "procedural_train": "train",
    "procedural_validation": "validation",
    "procedural_plain": "never_trained",
    "procedural_jumbo": "never_trained",
    "procedural_four_colour": "never_trained",
    "procedural_four_corners": "never_trained",
    "procedural_black": "never_trained",
}
"""Decks that need no downloaded art, and the split each belongs to; every seed gives another one."""


@dataclass(frozen=True)
class DeckArt:
    """One deck: a picture of every face, its backs, and where each face prints its indices."""

    name: str
    split: str
    width_mm: float
    height_mm: float
    px_per_mm: float
    faces: dict[str, NDArray[np.uint8]]
    """Card code → (H, W, 4) BGRA; a standard deck's two jokers are always among them."""
    backs: tuple[NDArray[np.uint8], ...]
    marks: dict[str, tuple[IndexMark, ...]]


def deck_names(split: str | None = None) -> tuple[str, ...]:
    """Names of the decks at hand, of one split or of all: the fetched ones first, then the procedural ones."""
    if split is not None and split not in SPLITS:
        raise ValueError(f"expected a split among {SPLITS}, got {split!r}")
    fetched = {name: row["split"] for name, row in _table().items() if _directory(name).is_dir()}
    return tuple(name for name, of in (fetched | PROCEDURAL).items() if split in (None, of))


def deck_licence(name: str) -> str:
    """SPDX licence of a deck's art."""
    return _table()[name]["licence"] if name in _table() else "AGPL-3.0-or-later"


def load_deck(name: str, seed: int = 0) -> DeckArt:
    """Load a deck by name, a print of the PaiMiahhh deck too.

    ``seed`` varies prints, procedural decks, the jokers, and the indices of decks whose own court letters are foreign.
    Raises KeyError for an unknown name and FileNotFoundError for art that was not fetched.
    """
    from datasets.paimiahhh_print import PRINTS, printed_paimiahhh
    from datasets.printed_decks import procedural_deck, reprinted, with_jokers

    rng = np.random.default_rng([zlib.crc32(name.encode()), seed])
    if name in PROCEDURAL:
        return procedural_deck(name, PROCEDURAL[name], rng)
    if name in PRINTS:
        return printed_paimiahhh(name, rng)
    row = _table()[name]
    deck = _fetched(name)
    style = random_style(rng)
    if row.get("printed") == "anew":
        deck = reprinted(deck, style)
    return with_jokers(deck, style, rng)


@functools.cache
def _table() -> dict[str, dict[str, str]]:
    rows = json.loads((Path(__file__).parent / "decks.json").read_text())["decks"]
    return {row["name"]: row for row in rows}


def _directory(name: str) -> Path:
    return ART_DIRECTORY / "decks" / name


@functools.lru_cache(maxsize=48)
def _fetched(name: str) -> DeckArt:
    directory = _directory(name)
    if not directory.is_dir():
        raise FileNotFoundError(f"the art of deck {name!r} is not here; run datasets/fetch_art.sh")
    faces = {path.stem: cv2.imread(str(path), cv2.IMREAD_UNCHANGED) for path in sorted(directory.glob("*.png"))}
    back = faces.pop("back", None)
    marks = {
        code: tuple(IndexMark(tuple(v[0:2]), tuple(v[2:4]), tuple(v[4:8])) for v in places)
        for code, places in json.loads((directory / "marks.json").read_text()).items()
    }
    height, width = faces["2S"].shape[:2]
    height_mm = 89.0
    px_per_mm = height / height_mm
    backs = () if back is None else (back,)
    return DeckArt(name, _table()[name]["split"], width / px_per_mm, height_mm, px_per_mm, faces, backs, marks)


def contact_sheet(deck: DeckArt) -> NDArray[np.uint8]:
    """All faces of a deck with their indices marked: rank centre magenta, suit centre green."""
    cells = []
    for code, picture in deck.faces.items():
        face = picture.copy()
        coverage = face[..., 3:].astype(np.float32) / 255
        cell = np.ascontiguousarray((face[..., :3] * coverage + 70 * (1 - coverage)).astype(np.uint8))
        for mark in deck.marks[code]:
            x0, y0, x1, y1 = (round(v) for v in mark.box_xyxy)
            cv2.rectangle(cell, (x0, y0), (x1, y1), (255, 160, 0), 1)
            cv2.circle(cell, tuple(round(v) for v in mark.rank_xy), 4, (255, 0, 255), -1)
            cv2.circle(cell, tuple(round(v) for v in mark.suit_xy), 4, (0, 200, 0), -1)
        cells.append(cv2.resize(cell, (150, 210), interpolation=cv2.INTER_AREA))
    backs = [cv2.resize(back[..., :3], (150, 210), interpolation=cv2.INTER_AREA) for back in deck.backs]
    cells += backs[: 56 - len(cells)]
    cells += [np.zeros_like(cells[0])] * (-len(cells) % 14)
    return np.vstack([np.hstack(cells[i : i + 14]) for i in range(0, len(cells), 14)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sheet", type=Path, help="write a picture of all faces here")
    args = parser.parse_args()
    from datasets.paimiahhh_print import paimiahhh_print_names

    if args.name is None:
        for split in SPLITS:
            for name in (*deck_names(split), *paimiahhh_print_names(split)):
                print(f"{split:14} {name:26} {deck_licence(name)}")
        return
    deck = load_deck(args.name, args.seed)
    print(f"{deck.name}: {deck.split}, {deck.width_mm:.1f} x {deck.height_mm:.1f} mm, {len(deck.backs)} backs")
    if args.sheet:
        cv2.imwrite(str(args.sheet), contact_sheet(deck))


if __name__ == "__main__":
    main()
