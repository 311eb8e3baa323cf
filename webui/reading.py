"""`kibitz read`: the cards in photographs, in words and drawn into the picture."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.draw import draw_reading
from vision.recogniser import SURE_OF_PHOTO, Recogniser
from vision.sightings import CardSighting, PhotoReading
from vision.source_file import read_picture
from vision.sources import STILL_SUFFIXES
from webui.sentences import card_words


def read_pictures(paths: Iterable[Path], *, out: Path | None, as_json: bool, say: Callable[[str], None]) -> bool:
    """Read every picture and say what it shows; False when one of them could not be read."""
    recogniser = Recogniser.load(min_code_confidence=SURE_OF_PHOTO)
    all_well = True
    drawn: set[Path] = set()
    for path in _pictures(paths):
        image = read_picture(path)
        if image is None:
            error = "is no picture that can be read (JPEG, PNG, WebP, BMP or TIFF), or it is damaged"
            say(json.dumps({"picture": str(path), "error": error}) if as_json else f"{path}: {error}")
            all_well = False
            continue
        reading = recogniser.read_photo(image)
        say(_as_json(path, reading) if as_json else _in_words(path, reading))
        if out is not None:
            drawn.add(_draw(image, reading, out, path.stem, drawn))
    return all_well


def _draw(image: NDArray[np.uint8], reading: PhotoReading, out: Path, name: str, drawn: set[Path]) -> Path:
    """Draw what was read into a picture of `out` that is not among those drawn before; OSError when it cannot be."""
    out.mkdir(parents=True, exist_ok=True)
    numbers = (f"{name}{'' if number == 1 else f'-{number}'}.cards.jpg" for number in itertools.count(1))
    path = next(out / each for each in numbers if out / each not in drawn)
    path.write_bytes(cv2.imencode(".jpg", draw_reading(image, reading))[1].tobytes())
    return path


def _pictures(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(each for each in path.rglob("*") if each.suffix.lower() in STILL_SUFFIXES)
        else:
            yield path


def _in_words(path: Path, reading: PhotoReading) -> str:
    if not reading.cards:
        return f"{path}: no cards"
    return f"{path}: " + ", ".join(_card_in_words(card) for card in reading.cards)


def _card_in_words(card: CardSighting) -> str:
    if card.code is not None:
        return f"{card_words(card.code)} ({card.confidence:.0%})"
    guesses = " or ".join(card_words(code) for code, _ in card.ranked(2))
    return f"unsure: {guesses} ({card.confidence:.0%})"


def _as_json(path: Path, reading: PhotoReading) -> str:
    cards = [
        {
            "card": card.code,
            "confidence": round(card.confidence, 4),
            "alternatives": {code: round(p, 4) for code, p in card.ranked(4)},
            "corners_xy": [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad_xy],
            "repaired_from": card.repaired_from,
        }
        for card in reading.cards
    ]
    return json.dumps({"picture": str(path), "cards": cards})
