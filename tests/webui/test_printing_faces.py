"""The faces of the printed decks: all there, all different, and laid out for the reader of indices."""

from functools import lru_cache
from itertools import combinations

import cv2
import numpy as np
import pytest

from tests.webui.printed_picture import ink, lab, linear_rgb, luminance, picture
from webui.printing import svg
from webui.printing.backs import card_back
from webui.printing.corners import INDEX_HEIGHT_MM, RANK_CENTRE, SHAPE_CENTRE
from webui.printing.drawing import Drawing, Text, flattened
from webui.printing.faces import PAIMIAHHH_CODES, STANDARD_CODES, card_face
from webui.printing.lettering import lettering
from webui.printing.shapes import COLOUR_INKS, COLOUR_SHAPES, SUIT_INKS, shape

ALL_CODES = STANDARD_CODES + PAIMIAHHH_CODES
JOKERS = ("joker_red", "joker_black")
PX = 8.0

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB.
COLOUR_VISION = {
    "full": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


@lru_cache(maxsize=128)
def face_picture(code):
    """The face in pixels, 8 to the millimetre."""
    face = card_face(code)
    return picture(face.shapes, face.width_mm, face.height_mm, PX)


def corner(code):
    """The top-left index in pixels."""
    return face_picture(code)[: round(24 * PX), : round(13 * PX)]


def test_both_decks_have_every_card_once():
    numbers = [value + colour for colour in "OBGRY" for value in "012345678"]
    specials = ["starter", "trump_star", "joker_star", "honor", "eight_star", "porter", "bonus", "reverse"]

    assert sorted([*numbers, *specials, "blank_special"]) == sorted(PAIMIAHHH_CODES)
    assert sorted([rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] + list(JOKERS)) == sorted(STANDARD_CODES)


@pytest.mark.parametrize("code", ALL_CODES)
def test_a_face_has_the_size_of_a_card_and_two_symmetric_marks_on_it(code):
    face = card_face(code)

    assert (63.0, 88.0) == (face.width_mm, face.height_mm)
    upright, turned_round = face.index_marks
    assert (0, 180) == (upright.up_deg, turned_round.up_deg)
    for here, there in (
        (upright.rank_xy, turned_round.rank_xy),
        (upright.suit_xy, turned_round.suit_xy),
    ):
        assert here == pytest.approx((63.0 - there[0], 88.0 - there[1]), abs=1e-9)
        assert 3 < here[0] < 13
        assert 3 < here[1] < 24
    assert upright.rank_xy[0] == pytest.approx(upright.suit_xy[0])
    assert upright.rank_xy[1] + 5 < upright.suit_xy[1]


@pytest.mark.parametrize("code", ["4", "TX", "9O", "joker", "5o", "", "STARTER", "back"])
def test_a_card_of_no_deck_is_refused_by_name(code):
    with pytest.raises(ValueError, match=repr(code)):
        card_face(code)


def test_no_two_faces_are_the_same():
    written = {svg.render(card_face(code), "face") for code in ALL_CODES}

    assert len(ALL_CODES) == len(written)


@pytest.mark.parametrize("codes", [STANDARD_CODES, PAIMIAHHH_CODES], ids=["standard", "paimiahhh"])
def test_no_two_indices_of_a_deck_look_the_same_at_three_pixels_a_millimetre(codes):
    split = round(12.75 * 3)
    small = {code: 255.0 - cv2.resize(corner(code), (39, 72), interpolation=cv2.INTER_AREA) for code in codes}

    for one, other in combinations(codes, 2):
        differs = []
        for half in (slice(0, split), slice(split, 72)):
            printed = min(small[one][half].sum(), small[other][half].sum())
            differs.append(np.abs(small[one][half] - small[other][half]).sum() / printed)
        assert max(differs) > 0.2, (one, other, differs)


@pytest.mark.parametrize("code", [code for code in ALL_CODES if code not in JOKERS])
def test_the_marks_are_the_middles_of_what_is_printed_there(code):
    printed = (corner(code) < 250).any(axis=2)
    gap_y = round(12.75 * PX)

    for rows, mark in ((slice(0, gap_y), RANK_CENTRE), (slice(gap_y, round(20 * PX)), SHAPE_CENTRE)):
        ys, xs = np.nonzero(printed[rows])
        middle_mm = ((xs.min() + xs.max() + 1) / 2 / PX, ((ys.min() + ys.max() + 1) / 2 + rows.start) / PX)
        assert middle_mm == pytest.approx(mark, abs=0.75)
    assert face_marks(code) == (RANK_CENTRE, SHAPE_CENTRE)


def face_marks(code):
    mark = card_face(code).index_marks[0]
    return (mark.rank_xy, mark.suit_xy)


def test_an_index_is_about_fourteen_millimetres_high():
    ys = np.nonzero((corner("8S") < 250).any(axis=(1, 2)))[0]

    assert INDEX_HEIGHT_MM == pytest.approx(14.0, abs=0.5)
    assert (ys.max() + 1 - ys.min()) / PX == pytest.approx(INDEX_HEIGHT_MM, abs=0.3)


@pytest.mark.parametrize("code", ALL_CODES)
def test_only_the_index_is_printed_in_its_corner_and_both_corners_are_alike(code):
    whole = face_picture(code)
    printed = (whole < 250).any(axis=2)
    left = slice(0, round(12.6 * PX))

    assert not printed[: round(3.5 * PX)].any()
    assert not printed[:, : round(2.8 * PX)].any()
    assert not printed[round(25.5 * PX) :, left].any()
    opposite = (whole[::-1, ::-1] < 250).any(axis=2)
    # Rounding to pixels may differ by one along every edge.
    edge = np.logical_xor(printed[: round(25 * PX), left], opposite[: round(25 * PX), left])
    assert not cv2.erode(edge.astype(np.uint8), np.ones((3, 3), np.uint8)).any()


def test_a_six_and_a_nine_differ_and_neither_is_the_other_upside_down_in_place():
    six, nine = (ink([lettering(figure, (5, 5), 8, "#000000")], 10, 10, 10) for figure in "69")

    assert overlap(six, nine) < 0.75
    for suit in "SHDC":
        upright, other = (corner(rank + suit) for rank in ("6", "9"))
        turned_round = face_picture("6" + suit)[::-1, ::-1][: upright.shape[0], : upright.shape[1]]
        assert np.abs(turned_round.astype(int) - upright).mean() < 1
        assert np.abs(turned_round.astype(int) - other).mean() > 3


def overlap(one, other):
    """Intersection over union of two masks."""
    return np.logical_and(one, other).sum() / np.logical_or(one, other).sum()


def small_silhouette(colour):
    drawn = [shape(COLOUR_SHAPES[colour], (6, 6), 10, "#000000")]
    full = ink(drawn, 12, 12, 16).astype(np.uint8) * 255
    return cv2.resize(full, (12, 12), interpolation=cv2.INTER_AREA) > 127


def test_the_five_colours_have_five_shapes_that_differ_in_twelve_pixels():
    assert len(COLOUR_INKS) == len(set(COLOUR_SHAPES.values()))
    for one, other in combinations(COLOUR_INKS, 2):
        assert overlap(small_silhouette(one), small_silhouette(other)) < 0.78, (one, other)


@pytest.mark.parametrize("vision", COLOUR_VISION)
def test_the_five_colours_stay_apart_for_every_kind_of_colour_vision(vision):
    seen = {colour: lab(COLOUR_VISION[vision] @ linear_rgb(tone.vivid)) for colour, tone in COLOUR_INKS.items()}

    for one, other in combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) > 15, (one, other)


def test_every_index_is_dark_enough_on_white():
    for tone in (*COLOUR_INKS.values(), *SUIT_INKS.values()):
        assert 1.05 / (luminance(tone.deep) + 0.05) > 5.0


@pytest.mark.parametrize("deck", ["standard", "paimiahhh"])
def test_a_back_looks_the_same_turned_round(deck):
    back = card_back(deck)
    seen = picture(back.shapes, back.width_mm, back.height_mm, PX).astype(int)

    differing = (np.abs(seen - seen[::-1, ::-1]).max(axis=2) > 60).astype(np.uint8)
    assert not cv2.erode(differing, np.ones((3, 3), np.uint8)).any()
    assert (seen[: round(3.5 * PX)] == 255).all()


def test_the_backs_of_the_decks_differ():
    assert card_back("standard") != card_back("paimiahhh")


def test_the_small_print_of_a_special_fits_into_its_panel():
    metrics = pytest.importorskip("reportlab.pdfbase.pdfmetrics")
    for code in PAIMIAHHH_CODES:
        for item, _ in flattened(card_face(code).shapes):
            if isinstance(item, Text):
                assert metrics.stringWidth(item.text, "Helvetica", item.size_mm) < 34.5, item.text


def test_a_drawing_says_its_size_in_millimetres():
    text = svg.render(Drawing(63, 88, ()), "a < b")

    assert 'width="63mm" height="88mm" viewBox="0 0 63 88"' in text
    assert "a &lt; b" in text


def test_lettering_refuses_what_it_cannot_draw():
    with pytest.raises(ValueError, match="'é'"):
        lettering("é", (0, 0), 5, "#000000")
