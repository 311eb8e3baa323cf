import itertools
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn_table import CARD_HEIGHT_PX, CLASSES, CODES, index_at, probabilities_of
from vision.grouping import fuse, group_indices, make_card

TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT = (-1, -1), (1, -1), (-1, 1), (1, 1)


def grouped(indices, *, single_copy=False):
    return sorted(sorted(group) for group in group_indices(indices, CLASSES, single_copy=single_copy))


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_two_corners_of_one_card_make_one_card(angle):
    indices = [
        index_at((200, 150), angle, corner=corner, centre_error_xy=(4, -3)) for corner in (TOP_LEFT, BOTTOM_RIGHT)
    ]
    assert grouped(indices) == [[0, 1]]


def test_four_corners_of_one_card_make_one_card():
    corners = (TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT)
    assert grouped([index_at((200, 150), 17, corner=corner) for corner in corners]) == [[0, 1, 2, 3]]


def test_one_corner_alone_makes_a_card():
    assert grouped([index_at((200, 150))]) == [[0]]


def test_a_fan_of_thirteen_is_thirteen_cards():
    pivot = np.array([300.0, 400.0])
    indices = []
    for k, angle in enumerate(np.linspace(-50, 50, 13)):
        centre = pivot + 100 * np.array([np.sin(np.radians(angle)), -np.cos(np.radians(angle))])
        indices.append(index_at(tuple(centre), angle, code=CLASSES[k]))
    # The last card lies on top: its lower corner shows too.
    indices.append(index_at(tuple(centre), angle, corner=BOTTOM_RIGHT, code=CLASSES[12]))
    assert grouped(indices) == [[k] for k in range(12)] + [[12, 13]]


def test_a_row_of_overlapping_cards_stays_apart():
    indices = [index_at((100 + 14 * k, 150), 0, code=CLASSES[k]) for k in range(6)]
    assert grouped(indices) == [[k] for k in range(6)]


def test_two_copies_of_a_card_in_a_heap_stay_two_cards():
    one, other = (200, 150), (225, 165)
    indices = [index_at(centre, 10 * k, corner=corner, code="9H")
               for k, centre in enumerate((one, other)) for corner in (TOP_LEFT, BOTTOM_RIGHT)]  # fmt: skip
    assert grouped(indices) == [[0, 1], [2, 3]]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4)))[::5])
def test_grouping_does_not_depend_on_the_order(order):
    indices = [
        index_at(centre, angle, corner=corner, code=code)
        for centre, angle, code in [((200, 150), 0, "AS"), ((240, 170), 80, "KD")]
        for corner in (TOP_LEFT, BOTTOM_RIGHT)
    ]
    groups = grouped([indices[k] for k in order])
    assert sorted(sorted(order[i] for i in group) for group in groups) == [[0, 1], [2, 3]]


def test_corners_surely_read_as_different_cards_need_to_agree_closely():
    error = (0.18 * CARD_HEIGHT_PX, 0)
    first = index_at((200, 150), corner=TOP_LEFT, code="AS")
    same = index_at((200, 150), corner=BOTTOM_RIGHT, code="AS", centre_error_xy=error)
    different = index_at((200, 150), corner=BOTTOM_RIGHT, code="KD", centre_error_xy=error)
    exactly_there = index_at((200, 150), corner=BOTTOM_RIGHT, code="KD")
    assert grouped([first, same]) == [[0, 1]]
    assert grouped([first, different]) == [[0], [1]]
    assert grouped([first, exactly_there]) == [[0, 1]]


def test_a_corner_of_a_deck_with_two_indices_may_be_believed_to_be_at_the_wrong_edge():
    """The upper one of the two, or the lower one; not of a deck whose indices are read as different cards."""
    across = (-52 / 88 * CARD_HEIGHT_PX, 0)
    mistaken = index_at((200, 150), code="5C", centre_error_xy=across)
    assert grouped([mistaken, index_at((200, 150), corner=BOTTOM_RIGHT, code="5C")]) == [[0, 1]]
    assert grouped([mistaken, index_at((200, 150), corner=BOTTOM_RIGHT, code="6C")]) == [[0], [1]]
    back = (52 / 88 * CARD_HEIGHT_PX, 0)
    lower = index_at((200, 150), corner=BOTTOM_RIGHT, code="5C", centre_error_xy=back)
    assert grouped([index_at((200, 150), code="5C"), lower]) == [[0, 1]]


def test_on_a_deck_with_four_indices_a_half_covered_corner_misread_is_no_card_of_its_own():
    whole = [index_at((400, 150), 17, corner=c, code="9D") for c in (TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT)]
    error = (0, 0.2 * CARD_HEIGHT_PX)
    seen = index_at((200, 150), corner=TOP_LEFT, code="6S")
    half = index_at((200, 150), corner=BOTTOM_LEFT, code="5S", centre_error_xy=error)
    assert grouped([seen, half]) == [[0], [1]]
    assert grouped([seen, half, *whole]) == [[0, 1], [2, 3, 4, 5]]
    other = index_at((200, 150), corner=BOTTOM_LEFT, code="5D", centre_error_xy=error)
    assert grouped([seen, other, *whole]) == [[0], [1], [2, 3, 4, 5]], "no half of a spade is a diamond"
    neighbour = index_at((214, 150), corner=TOP_LEFT, code="5S")
    assert grouped([seen, neighbour, *whole]) == [[0], [1], [2, 3, 4, 5]]


def test_a_deck_without_doubles_joins_corners_of_one_code_more_readily():
    error = (0, 0.32 * CARD_HEIGHT_PX)
    indices = [
        index_at((200, 150), code="AS"),
        index_at((200, 150), corner=BOTTOM_RIGHT, code="AS", centre_error_xy=error),
    ]
    assert grouped(indices) == [[0], [1]]
    assert grouped(indices, single_copy=True) == [[0, 1]]


def test_both_corners_vote():
    card = make_card(
        [
            index_at((200, 150), code="6H", confidence=0.6),
            index_at((200, 150), corner=BOTTOM_RIGHT, code="6H", confidence=0.7),
        ],
        CLASSES,
        min_code_confidence=0.9,
    )
    assert card.code == "6H"
    assert card.confidence > 0.97
    assert not card.conflict


def test_corners_that_disagree_leave_the_card_unnamed_and_show_it():
    card = make_card(
        [index_at((200, 150), code="6H"), index_at((200, 150), corner=BOTTOM_RIGHT, code="8H")],
        CLASSES,
        min_code_confidence=0.8,
    )
    assert card.code is None
    assert card.conflict
    assert {code for code, _ in card.ranked(2)} == {"6H", "8H"}
    assert card.confidence == pytest.approx(0.5, abs=0.01)


def test_an_unreadable_corner_does_not_outvote_a_readable_one():
    blurred = probabilities_of("unreadable", 0.95)
    fused = fuse([probabilities_of("TS", 0.97), blurred], CODES)
    assert fused[CLASSES.index("TS")] > 0.95
    assert fused[~CODES].sum() == 0
    assert fused.sum() == pytest.approx(1.0)


def test_an_unreadable_card_knows_nothing():
    card = make_card([index_at((200, 150), code="unreadable")], CLASSES, min_code_confidence=0.8)
    assert card.code is None
    assert card.confidence < 0.1


@pytest.mark.parametrize("angle", [0, 33, 90, 200, 300])
@pytest.mark.parametrize("corners", [(TOP_LEFT,), (TOP_LEFT, BOTTOM_RIGHT)])
def test_the_pose_of_a_card_follows_from_its_corners(angle, corners):
    card = make_card(
        [index_at((200, 150), angle, corner=corner) for corner in corners], CLASSES, min_code_confidence=0.8
    )
    assert card.centre_xy == pytest.approx((200, 150), abs=1)
    assert card.angle_deg == pytest.approx(angle, abs=1)
    assert card.card_height_px == pytest.approx(CARD_HEIGHT_PX, rel=0.05)
    assert np.allclose(card.quad_xy.mean(axis=0), (200, 150), atol=1)
    width, height = (np.linalg.norm(card.quad_xy[k] - card.quad_xy[k + 1]) for k in (0, 1))
    assert width / height == pytest.approx(63 / 88, rel=0.01)


def test_a_wrong_idea_of_the_centre_is_mended_by_the_opposite_corner():
    indices = [index_at((200, 150), corner=corner, centre_error_xy=(8, 8)) for corner in (TOP_LEFT, BOTTOM_RIGHT)]
    assert make_card(indices, CLASSES, min_code_confidence=0.8).centre_xy == pytest.approx((200, 150), abs=0.5)


def test_indices_whose_glyphs_coincide_do_no_harm():
    broken = index_at((200, 150), height_px=0.001)
    assert grouped([broken, index_at((200, 150))]) == [[0], [1]]
    assert np.isfinite(make_card([broken], CLASSES, min_code_confidence=0.8).quad_xy).all()


def test_in_a_deck_without_doubles_a_corner_that_fits_badly_still_belongs_to_the_card_of_its_code():
    sheared = index_at((205, 155), 40, corner=TOP_RIGHT, code="9D", centre_error_xy=(25, -10))
    indices = [index_at((200, 150), 0, corner=corner, code="9D") for corner in (TOP_LEFT, BOTTOM_RIGHT)]
    assert grouped([*indices, sheared]) == [[0, 1], [2]]
    assert grouped([*indices, sheared], single_copy=True) == [[0, 1, 2]]


def test_two_whole_cards_of_one_code_stay_two_even_in_a_deck_without_doubles():
    indices = [index_at(centre, corner=corner, code="6S")
               for centre in ((200, 150), (200, 240)) for corner in (TOP_LEFT, BOTTOM_RIGHT)]  # fmt: skip
    assert grouped(indices, single_copy=True) == [[0, 1], [2, 3]]


def test_one_corner_in_two_places_is_two_cards_of_one_code():
    indices = [index_at((200 + 18 * k, 150), 3 * k, code="QD") for k in range(3)]
    assert grouped(indices, single_copy=True) == [[0], [1], [2]]
    whole = [index_at((200, 150), corner=corner, code="QD") for corner in (TOP_LEFT, BOTTOM_RIGHT)]
    beside = index_at((200, 120), code="QD")
    assert grouped([*whole, beside], single_copy=True) == [[0, 1], [2]]


def test_two_finds_of_one_index_are_one_card():
    indices = [index_at(centre, code="QD") for centre in ((200, 150), (203, 152))]
    assert grouped(indices, single_copy=True) == [[0, 1]]


def _believed_mirrored(index):
    """The same index with its card believed to lie on the other side, as detectors of two-cornered decks see it."""
    x, _ = index.middle_xy
    return replace(index, card_centre_xy=(2 * x - index.card_centre_xy[0], index.card_centre_xy[1]))


def test_an_upper_right_corner_seen_as_an_upper_left_one_still_belongs_to_its_card():
    whole = [index_at((300, 150), corner=corner, code="4D") for corner in (TOP_LEFT, TOP_RIGHT)]
    right = _believed_mirrored(index_at((200, 150), corner=TOP_RIGHT, code="6H"))
    upper = [index_at((200, 150), corner=TOP_LEFT, code="6H"), right]
    assert grouped([*whole, *upper]) == [[0, 1], [2, 3]]
    # Nothing tells of four corners: these are the left corners of two cards.
    assert grouped(upper) == [[0], [1]]
    assert grouped([*whole, upper[0], replace(right, probabilities=probabilities_of("9S"))]) == [[0, 1], [2], [3]]


def test_no_card_shows_two_upper_corners_with_another_card_between_them():
    whole = [index_at((400, 150), corner=corner, code="4D") for corner in (TOP_LEFT, TOP_RIGHT)]
    step = 52 * CARD_HEIGHT_PX / 88 / 2
    row = [index_at((200 + k * step, 150), code=code) for k, code in enumerate(("6H", "6S", "6H"))]
    assert grouped([*whole, *row]) == [[0, 1], [2], [3], [4]]
    assert grouped([*whole, row[0], row[2]]) == [[0, 1], [2, 3]]


def test_corners_are_shared_out_so_that_all_cards_fit_and_not_only_the_nearest_pair():
    # Of all pairs the upper corner of the right card and the lower one of the left card fit best.
    left, right = (200, 150), (211, 152)
    indices = [
        index_at(left, code="6H", centre_error_xy=(-3, 2)),
        index_at(left, corner=BOTTOM_RIGHT, code="6H", centre_error_xy=(5, 4)),
        index_at(right, code="6H", centre_error_xy=(-4, 2)),
        index_at(right, corner=BOTTOM_RIGHT, code="6H", centre_error_xy=(6, 5)),
    ]
    assert grouped(indices[1:3]) == [[0, 1]]
    assert grouped(indices) == [[0, 1], [2, 3]]
