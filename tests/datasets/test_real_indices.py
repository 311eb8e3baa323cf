"""Real photographs with labels but without keypoints."""

from __future__ import annotations

import numpy as np

from datasets.reader_crops import CLASSES
from datasets.real_indices import Confirmed, confirmed_indices, real_crops, real_tiles
from vision.sightings import IndexSighting


def sighting(x: float, y: float, said: str, probability: float = 0.95, detector: float = 0.8) -> IndexSighting:
    probabilities = np.full(len(CLASSES), (1 - probability) / (len(CLASSES) - 1), np.float32)
    probabilities[CLASSES.index(said)] = probability
    return IndexSighting(
        (x - 8, y - 16, x + 8, y + 16), (x, y - 8), (x, y + 8), (x + 40, y + 60), detector, probabilities
    )


def corner(code: str, x: float, y: float) -> dict:
    return {"card": code, "box_kind": "corner", "box_xyxy": [x - 12, y - 20, x + 12, y + 20]}


def whole(code: str, x0: float, y0: float) -> dict:
    return {"card": code, "box_kind": "card", "box_xyxy": [x0, y0, x0 + 130, y0 + 180]}


def codes(confirmed: list[Confirmed]) -> list[str | None]:
    return [item.code for item in confirmed]


def test_the_label_is_believed_and_not_the_reader() -> None:
    confirmed, doubtful = confirmed_indices({"cards": [corner("10H", 100, 100)]}, [sighting(100, 100, "9H")], CLASSES)
    assert codes(confirmed) == ["TH"]
    assert doubtful == []


def test_a_labelled_corner_that_was_not_found_is_painted_over() -> None:
    _, doubtful = confirmed_indices({"cards": [corner("AS", 100, 100)]}, [], CLASSES)
    assert doubtful == [(88, 80, 112, 120)]


def test_a_speck_on_a_labelled_corner_is_not_taken_for_its_index() -> None:
    row = {"cards": [{**corner("AS", 100, 100), "box_xyxy": [40, 20, 160, 220]}]}
    confirmed, doubtful = confirmed_indices(row, [sighting(100, 100, "7C")], CLASSES)
    assert confirmed == []
    assert len(doubtful) == 2


def test_between_two_overlapping_cards_nothing_is_guessed() -> None:
    row = {"cards": [whole("AS", 0, 0), whole("2D", 50, 0)]}
    confirmed, doubtful = confirmed_indices(row, [sighting(100, 100, "KH")], CLASSES)
    assert confirmed == []
    assert len(doubtful) == 1


def test_an_unlabelled_second_corner_is_believed_when_the_reader_is_sure_of_a_card_that_is_there() -> None:
    row = {"cards": [corner("AS", 100, 100)]}
    confirmed, _ = confirmed_indices(row, [sighting(100, 100, "AS"), sighting(300, 300, "AS")], CLASSES)
    assert codes(confirmed) == ["AS", "AS"]


def test_a_joker_of_unknown_colour_is_an_index_without_a_name() -> None:
    confirmed, _ = confirmed_indices({"cards": [corner("joker", 100, 100)]}, [sighting(100, 100, "joker_red")], CLASSES)
    assert codes(confirmed) == [None]
    assert real_crops(np.zeros((200, 200, 3), np.uint8), confirmed) == []


def test_tiles_carry_the_confirmed_index_at_the_scale_the_product_looks_at() -> None:
    image = np.full((600, 600, 3), 120, np.uint8)
    tiles = real_tiles(image, [Confirmed(sighting(300, 300, "5C"), "5C")], [], np.random.default_rng(1))
    assert tiles
    for tile in tiles:
        (index,) = tile.readable()
        assert 8 < np.hypot(*np.subtract(index.rank_xy, index.suit_xy)) < 29
