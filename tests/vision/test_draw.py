import numpy as np
import pytest

from tests.vision.drawn_table import card_at, index_at
from vision.draw import draw_reading
from vision.sightings import PhotoReading

GREY = np.full((360, 640, 3), 90, np.uint8)


def has_colour(image, bgr, tolerance=12):
    return bool((np.abs(image.astype(int) - bgr).max(axis=2) <= tolerance).any())


def test_drawing_leaves_the_picture_itself_alone():
    before = GREY.copy()
    drawn = draw_reading(GREY, PhotoReading((card_at("TS", (300, 200)),), (index_at((300, 200)),)))
    assert np.array_equal(before, GREY)
    assert not np.array_equal(drawn, GREY)


def test_sure_unknown_and_doubtful_cards_have_their_own_colours():
    sure, unknown = card_at("TS", (100, 200)), card_at(None, (300, 200))
    doubtful = card_at("TS", (500, 200))
    object.__setattr__(doubtful, "conflict", True)
    drawn = draw_reading(GREY, PhotoReading((sure, unknown, doubtful), ()))
    assert has_colour(drawn[:, :200], (70, 200, 60))
    assert has_colour(drawn[:, 200:400], (60, 60, 235))
    assert has_colour(drawn[:, 400:], (30, 170, 255))


@pytest.mark.parametrize("code", ["AS", "TH", "QD", "2C", "joker_red", None])
def test_every_kind_of_name_can_be_drawn(code):
    card = card_at(code if code != "joker_red" else "AS", (600, 20))
    if code == "joker_red":
        object.__setattr__(card, "code", code)
    drawn = draw_reading(GREY, PhotoReading((card,), ()))
    assert drawn.shape == GREY.shape


def test_red_suits_are_drawn_red_and_black_ones_are_not():
    for code, red in [("AH", True), ("AD", True), ("AS", False), ("AC", False)]:
        card = card_at(code, (300, 200))
        assert has_colour(draw_reading(GREY, PhotoReading((card,), ())), (60, 60, 240), 3) is red


@pytest.mark.parametrize("shape", [(1, 1, 3), (20, 30, 3), (2160, 3840, 3)])
def test_pictures_of_any_size_can_be_drawn_on(shape):
    image = np.zeros(shape, np.uint8)
    card = card_at("TS", (5, 5))
    assert draw_reading(image, PhotoReading((card,), ())).shape == shape
