"""The models in the repository, on real photographs and on film; a smoke test, not a measurement."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.model_files import DEFAULT_MODELS_DIR
from vision.observations import TableChanged
from vision.recogniser import Recogniser
from vision.sources import SourceState, open_source
from vision.watcher import Watcher

DEMO_FILM = Path(__file__).parents[2] / "webui" / "demo" / "pairs_oh_hell.mp4"
PHOTO_SOURCES = ("sergiodomgui", "plaskod", "MrPawelas", "EloyRb0", "avgustine13")


@pytest.fixture(scope="module")
def recogniser():
    if not (DEFAULT_MODELS_DIR / "detector.onnx").is_file():
        pytest.skip("the models are not in this checkout")
    return Recogniser.load(deck_copies=1)


@pytest.mark.parametrize("source", PHOTO_SOURCES)
def test_photographs_of_decks_never_trained_on_are_read(recogniser, shared_dir, source):
    lines = (shared_dir / "real" / "labels.jsonl").read_text().splitlines()
    photos = [row for row in map(json.loads, lines) if row["source"].startswith(source) and row["exhaustive"]]
    photo = sorted(photos, key=lambda row: row["image"])[len(photos) // 2]
    reading = recogniser.read_photo(cv2.imread(str(shared_dir / "real" / photo["image"])))
    truth = Counter(card["card"].replace("10", "T") for card in photo["cards"])
    assert truth == Counter(reading.codes)


@pytest.mark.parametrize("shape", [(720, 1280, 3), (480, 640), (32, 32, 3), (1, 1, 3)])
def test_pictures_without_anything_hold_no_cards(recogniser, shape):
    for level in (0, 120, 255):
        assert recogniser.read_photo(np.full(shape, level, np.uint8)).cards == ()


def test_noise_holds_no_cards(recogniser):
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    assert recogniser.read_photo(noise).codes == ()


@pytest.mark.slow
def test_a_real_hand_lays_two_cards(recogniser, shared_dir):
    # Both are the six of spades, of two decks.
    watcher = Watcher(Recogniser(recogniser.detector, recogniser.reader))
    changes = []
    with open_source(str(shared_dir / "real" / "clips" / "reedbluue_demo2.gif"), real_time=False) as film:
        while (frame := film.read()) is not None:
            changes += [said for said in watcher.step(frame) if isinstance(said, TableChanged)]
        assert film.state is SourceState.ENDED
    on_the_cloth = [card for change in changes for card in change.appeared if card.centre_xy[0] < 300]
    assert [card.code for card in on_the_cloth] == ["6S", "6S"]


@pytest.mark.slow
def test_the_demo_film_shows_cards_being_laid(recogniser):
    if not DEMO_FILM.is_file():
        pytest.skip("no demo film in this checkout")
    watcher = Watcher(recogniser, deck_copies=1)
    appeared = []
    with open_source(str(DEMO_FILM), real_time=False) as film:
        while len(appeared) < 5 and (frame := film.read()) is not None:
            for said in watcher.step(frame):
                appeared += said.appeared if isinstance(said, TableChanged) else ()
    assert len(appeared) == 5
    assert all(card.code is not None for card in appeared)
    assert len({card.code for card in appeared}) == 5
    assert all(card.hand_from_xy is not None for card in appeared[1:])
