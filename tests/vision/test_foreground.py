import cv2
import numpy as np
import pytest

from vision.foreground import BareTable, filled_quads, hands, place_of, settled_things
from vision.table_memory import Place

SHAPE = (180, 320)
CLOTH, SKIN = (60, 110, 40), (130, 160, 215)


def box(x0, y0, x1, y1):
    mask = np.zeros(SHAPE, np.uint8)
    mask[y0:y1, x0:x1] = 255
    return mask


def painted(*things):
    image = np.full((*SHAPE, 3), CLOTH, np.uint8)
    for mask, colour in things:
        image[mask > 0] = colour
    return image


NOTHING = box(0, 0, 0, 0)
EVERYWHERE = box(0, 0, 320, 180)
ARM = box(0, 80, 120, 110)


def found_hands(changed, cards=NOTHING, *, now, reference):
    return hands(changed, cards, now_bgr=now, reference_bgr=reference, min_area_px=100)


def test_what_reaches_over_the_edge_is_a_hand():
    found = found_hands(ARM, now=painted((ARM, SKIN)), reference=painted())
    assert cv2.countNonZero(found) > 0.9 * cv2.countNonZero(ARM)


def test_the_place_that_a_hand_has_left_is_no_hand():
    assert not found_hands(ARM, now=painted(), reference=painted((ARM, SKIN))).any()


def test_a_thing_in_the_middle_or_a_card_at_the_edge_is_no_hand():
    thing = box(100, 60, 160, 100)
    assert not found_hands(thing, now=painted((thing, SKIN)), reference=painted()).any()
    card = box(0, 60, 30, 100)
    assert not found_hands(card, card, now=painted((card, (255, 255, 255))), reference=painted()).any()


@pytest.mark.parametrize(
    ("label", "over", "hand", "bare", "expected"),
    [
        ("the cloth", NOTHING, NOTHING, EVERYWHERE, Place.BARE),
        ("another card over all of it", box(90, 40, 140, 100), NOTHING, NOTHING, Place.UNDER_CARD),
        ("another card over half of it", box(115, 40, 140, 100), NOTHING, NOTHING, Place.UNDER_CARD),
        ("a card over half, cloth beside it", box(115, 40, 140, 100), NOTHING, EVERYWHERE, Place.BARE),
        ("a hand over a third", NOTHING, box(100, 50, 110, 90), NOTHING, Place.UNDER_HAND),
        ("something unknown", NOTHING, NOTHING, NOTHING, Place.OTHER),
    ],
)
def test_what_lies_where_a_card_was(label, over, hand, bare, expected):
    assert place_of(box(100, 50, 130, 90), over, hand, bare) is expected, label


def test_the_bare_table_is_remembered_under_cards_and_in_other_light():
    table = BareTable()
    card = box(100, 50, 130, 90)
    table.learn(painted(), NOTHING)
    table.learn(painted((card, (250, 250, 250))), card)
    dimmed = (painted() * 0.7).astype(np.uint8)
    assert table.where_bare(dimmed)[70, 115] == 255
    assert table.where_bare(painted((card, (250, 250, 250))))[70, 115] == 0


def test_the_table_under_cards_lying_there_from_the_start_is_guessed_from_around():
    table = BareTable()
    card = box(100, 50, 130, 90)
    table.learn(painted((card, (250, 250, 250))), card)
    assert table.where_bare(painted())[70, 115] == 255


def test_nothing_is_bare_before_the_table_was_seen():
    assert not BareTable().where_bare(painted()).any()


def settled(unread, *, cards=NOTHING, moving=NOTHING):
    still = cv2.bitwise_not(moving)
    return settled_things(unread, cards=cards, still=still, still_long=still, min_area_px=50)[1]


def test_a_thing_of_which_a_part_moves_has_not_settled():
    card = box(200, 50, 230, 90)
    assert len(settled(cv2.bitwise_or(card, ARM), moving=box(60, 80, 90, 110))) == 1
    assert len(settled(cv2.bitwise_or(card, ARM))) == 2


def test_specks_on_one_card_are_one_thing():
    specks = sum(box(100 + 12 * k, 60, 105 + 12 * k, 65) for k in range(3))
    assert settled(specks) == []
    assert len(settled(specks, cards=box(98, 50, 140, 90))) == 1


def test_a_quad_is_filled_in_small_pixels():
    quad = np.array([[400, 200], [520, 200], [520, 360], [400, 360]])
    mask = filled_quads(SHAPE, [quad], 0.25)
    assert mask[70, 115] == 255
    assert cv2.countNonZero(mask) == pytest.approx(30 * 40, rel=0.1)
