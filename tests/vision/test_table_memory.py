from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn_table import CLASSES, card_at, index_at
from vision.ballot import Elected
from vision.table_memory import Place, Scene, TableMemory

CORNERS = ((-1, -1), (1, 1))


def seen(code, centre, *, corners=CORNERS, believed=None, confidence=0.99):
    """A find with the corners of the card at ``centre``; ``believed`` is where they seem to put the card."""
    indices = [index_at(centre, corner=corner, code=code or "AS") for corner in corners]
    return Elected(card_at(code, believed or centre, indices=indices, confidence=confidence), 1.0)


def scene(*, disturbed=False, changing=False, place=Place.OTHER, time_s=1.0):
    return Scene(
        time_s=time_s,
        is_disturbed=lambda quad: disturbed,
        is_changing=lambda quad: changing,
        place_of=lambda quad, over: place,
        in_view=lambda card: True,
    )


@pytest.fixture
def memory():
    memory = TableMemory(deck_copies=1)
    memory.update([seen("AS", (100, 100)), seen("KD", (300, 100))], scene())
    return memory


def codes(tracks):
    return [track.sighting.code for track in tracks]


def test_the_same_table_read_again_brings_nothing_new(memory):
    assert not memory.update([seen("AS", (102, 99)), seen("KD", (300, 100))], scene(disturbed=True))
    assert codes(memory.tracks) == ["AS", "KD"]


def test_a_card_not_found_where_nothing_has_changed_still_lies_there(memory):
    for _ in range(5):
        assert not memory.update([seen("KD", (300, 100))], scene())
    assert codes(memory.tracks) == ["AS", "KD"]


@pytest.mark.parametrize(("place", "expected"), [(Place.BARE, ["AS", "KD"]), (Place.OTHER, []), (Place.UNDER_HAND, [])])
def test_when_no_card_at_all_is_seen_any_more_those_on_bare_ground_have_gone(memory, place, expected):
    update = memory.update([], scene(disturbed=False, place=place))
    assert codes(update.gone) == expected
    assert len(memory.tracks) == 2 - len(expected)


@pytest.mark.parametrize(
    ("place", "readings_until_gone"),
    [(Place.BARE, 1), (Place.OTHER, 3), (Place.UNDER_HAND, None), (Place.UNDER_CARD, None)],
)
def test_when_a_card_is_gone_depends_on_what_lies_in_its_place(memory, place, readings_until_gone):
    gone_in = [
        count
        for count in range(1, 7)
        if memory.update([seen("KD", (300, 100))], scene(disturbed=True, place=place)).gone
    ]
    assert gone_in == ([] if readings_until_gone is None else [readings_until_gone])


def test_cards_taken_away_together_do_not_hide_each_other(memory):
    for code, x in (("5H", 105), ("9C", 110)):
        memory.update([seen("KD", (300, 100)), seen(code, (x, 100))], scene(disturbed=True, place=Place.UNDER_CARD))
    swept = replace(
        scene(disturbed=True), place_of=lambda _, over: Place.UNDER_CARD if len(over) > 1 else Place.BARE
    )  # the king, laid before the others, lies over none of them; something over a card hides it
    update = memory.update([seen("KD", (300, 100))], swept)
    assert codes(update.gone) == ["AS", "5H", "9C"]
    assert codes(memory.tracks) == ["KD"]


def test_one_corner_that_stays_in_its_place_moves_no_card(memory):
    one_corner = seen("AS", (100, 100), corners=((1, 1),), believed=(140, 100))
    assert not memory.update([one_corner, seen("KD", (300, 100))], scene(disturbed=True))
    assert memory.tracks[0].card.centre_xy == (100, 100)


def test_a_card_that_lies_elsewhere_has_moved(memory):
    update = memory.update([seen("AS", (200, 180)), seen("KD", (300, 100))], scene(disturbed=True))
    assert codes(update.moved) == ["AS"]
    assert memory.tracks[0].card.centre_xy == (200, 180)


def test_another_card_where_nothing_has_changed_was_misread_before(memory):
    track_id = memory.tracks[0].card.track_id
    update = memory.update([seen("4S", (100, 100)), seen("KD", (300, 100))], scene())
    assert [(track.card.track_id, track.sighting.code) for track in update.reread] == [(track_id, "4S")]


def test_another_card_that_lies_turned_against_it_was_laid_on_it_and_is_no_misreading(memory):
    turned = seen("4S", (110, 100))
    turned = replace(turned, sighting=replace(turned.sighting, angle_deg=turned.sighting.angle_deg + 49.0))
    update = memory.update([turned, seen("KD", (300, 100))], scene())
    assert update.reread == []
    assert codes(update.appeared) == ["4S"]
    assert "AS" in codes(memory.tracks)


def test_the_two_corners_of_a_card_that_are_not_put_together_again_make_no_second_one(four_packs):
    four_packs.update([seen("9D", (500, 100))], scene())
    before = len(four_packs.tracks)
    upper, lower = (seen("9D", (500, 100), corners=(corner,), believed=believed)
                    for corner, believed in ((CORNERS[0], (480, 100)), (CORNERS[1], (524, 104))))  # fmt: skip
    update = four_packs.update([upper, lower], scene())
    assert update.appeared == []
    assert len(four_packs.tracks) == before


def test_what_few_frames_show_does_not_rename_a_card(memory):
    rare = Elected(seen("4S", (100, 100)).sighting, 0.25)
    assert not memory.update([rare, seen("KD", (300, 100))], scene())
    assert codes(memory.tracks) == ["AS", "KD"]


def test_a_name_read_twice_gives_way_to_one_that_is_surer_or_comes_as_often(memory):
    memory.update([seen("AS", (100, 100)), seen("KD", (300, 100))], scene())
    less_sure = [seen("4S", (100, 100), confidence=0.98), seen("KD", (300, 100))]
    assert not memory.update(less_sure, scene())
    assert codes(memory.update(less_sure, scene()).reread) == ["4S"]
    assert codes(memory.update([seen("AS", (100, 100), confidence=0.985)], scene()).reread) == ["AS"]


def test_a_less_sure_reading_does_not_replace_a_surer_one(memory):
    assert not memory.update([seen("AS", (100, 100), confidence=0.9), seen(None, (300, 100))], scene())
    assert codes(memory.tracks) == ["AS", "KD"]
    assert memory.tracks[0].sighting.confidence == pytest.approx(0.99)


def test_a_card_seen_in_too_few_frames_does_not_appear(memory):
    rare = Elected(seen("9H", (200, 200)).sighting, 0.5)
    assert not memory.update([rare], scene())
    assert codes(memory.tracks) == ["AS", "KD"]


def test_after_a_knock_cards_out_of_sight_are_taken_along(memory):
    memory.update([seen("7C", (500, 100))], scene())
    update = memory.update([seen("AS", (140, 110)), seen("KD", (340, 110))], scene(disturbed=True))
    assert codes(update.moved) == ["AS", "KD"]
    assert memory.tracks[2].card.centre_xy == (540, 110)
    assert np.allclose(memory.tracks[2].sighting.quad_xy.mean(axis=0), (540, 110), atol=0.5)


@pytest.fixture
def four_packs():
    """A fan of a deck with doubles: two equal cards are neighbours."""
    memory = TableMemory(deck_copies=4)
    memory.update([seen("2H", (100, 100)), seen("2H", (128, 100)), seen("KS", (156, 100))], scene())
    return memory


@pytest.mark.parametrize(("nines", "fresh"), [(0.99, 1), (0.6, 0)])
def test_where_the_rank_is_surely_another_a_card_of_unsure_suit_was_laid_on_the_old_one(four_packs, nines, fresh):
    probabilities = np.full(len(CLASSES), (1 - nines) / (len(CLASSES) - 2), np.float32)
    probabilities[[CLASSES.index("9S"), CLASSES.index("9C")]] = 0.55 * nines, 0.45 * nines
    nine = replace(seen("KS", (156, 100)).sighting, probabilities=probabilities, code=None, confidence=0.55 * nines)
    update = four_packs.update(
        [seen("2H", (100, 100)), seen("2H", (128, 100)), Elected(nine, 1.0)], scene(disturbed=True)
    )
    assert len(update.appeared) == fresh


def test_equal_neighbours_in_a_fan_keep_their_places(four_packs):
    again = [seen("2H", (129, 101)), seen("2H", (101, 99)), seen("KS", (155, 100))]

    assert not four_packs.update(again, scene(disturbed=True))
    assert [(100, 100), (128, 100), (156, 100)] == [
        tuple(5 * round(v / 5) if v < 110 else 4 * round(v / 4) for v in track.card.centre_xy)
        for track in four_packs.tracks
    ]


def test_another_copy_laid_over_a_card_is_a_new_one(four_packs):
    update = four_packs.update([seen("2H", (100, 160))], scene(disturbed=True, place=Place.UNDER_CARD))

    assert (["2H"], [], []) == (codes(update.appeared), codes(update.moved), codes(update.gone))


def test_a_copy_that_is_nudged_is_not_a_new_one(four_packs):
    update = four_packs.update(
        [seen("2H", (100, 100)), seen("2H", (128, 100)), seen("KS", (156, 122))], scene(disturbed=True)
    )

    assert [] == codes(update.appeared)
    assert (156, 122) == four_packs.tracks[2].card.centre_xy


def test_in_a_deck_with_doubles_a_card_counts_before_its_name_is_known(four_packs):
    named = seen("KD", (240, 100), confidence=0.6)
    unnamed = Elected(replace(named.sighting, code=None), 1.0)

    assert [None] == codes(four_packs.update([unnamed], scene(disturbed=True)).appeared)
    assert ["KD"] == codes(four_packs.update([seen("KD", (240, 100))], scene()).reread)


def test_an_unnamed_card_whose_guess_is_named_later_is_the_same_card(four_packs):
    unnamed = replace(seen("7D", (300, 100)).sighting, code=None)
    four_packs.update([Elected(unnamed, 1.0)], scene())
    update = four_packs.update([seen("7D", (320, 100))], scene())

    assert ([], ["7D"]) == (codes(update.appeared), codes(update.reread))


def test_only_of_a_deck_with_doubles_a_card_counts_before_it_has_a_name():
    unnamed = Elected(replace(seen("7D", (300, 100)).sighting, code=None), 1.0)

    assert [1, 0, 0] == [
        len(TableMemory(deck_copies=copies).update([unnamed], scene()).appeared) for copies in (4, 1, None)
    ]


def test_a_card_laid_over_one_without_a_name_is_another_card(four_packs):
    unnamed = replace(seen("KD", (300, 100), corners=((1, 1),)).sighting, code=None)
    four_packs.update([Elected(unnamed, 1.0)], scene())
    other = seen("7D", (304, 100), corners=((-1, -1),))
    assert codes(four_packs.update([other], scene(disturbed=True)).appeared) == ["7D"]


def test_a_card_of_which_only_the_rank_is_sure_counts_at_once(four_packs):
    found = seen(None, (500, 100)).sighting
    halves = np.zeros_like(found.probabilities)
    halves[[found.classes.index("6S"), found.classes.index("6C")]] = 0.48
    unsure = Elected(replace(found, probabilities=halves, confidence=0.48), 1.0)
    assert len(four_packs.update([unsure], scene()).appeared) == 1
