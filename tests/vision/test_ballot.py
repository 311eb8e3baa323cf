import pytest

from tests.vision.drawn_table import CLASSES, card_at, index_at, probabilities_of
from vision.ballot import Elected, elect, unanimous
from vision.sightings import PhotoReading


def reading(*cards):
    return PhotoReading(cards, ())


def elected(*readings):
    return elect(readings, min_code_confidence=0.8)


def test_frames_that_agree_elect_the_card_once():
    (found,) = elected(*[reading(card_at("AS", (100 + k, 100))) for k in range(3)])
    assert found.sighting.code == "AS"
    assert found.seen_share == 1.0


def test_the_probabilities_of_the_frames_are_summed():
    (found,) = elected(*[reading(card_at("6H", (100, 100), confidence=c)) for c in (0.9, 0.6, 0.9)])
    assert found.sighting.confidence == pytest.approx(0.8)


def test_a_frame_that_reads_something_else_makes_the_card_doubtful():
    cards = [card_at("6H", (100, 100)), card_at("6H", (100, 100)), card_at("8H", (100, 100))]
    (found,) = elected(*map(reading, cards))
    assert found.sighting.code is None
    assert found.sighting.ranked(1)[0][0] == "6H"


def test_a_card_seen_in_one_frame_of_four_says_so():
    seen = reading(card_at("AS", (100, 100)))
    (found,) = elected(seen, reading(), reading(), reading())
    assert found.seen_share == 0.25


def test_two_copies_in_a_heap_stay_two():
    frames = [reading(card_at("9C", (100, 100)), card_at("9C", (112, 104))) for _ in range(3)]
    assert [found.sighting.code for found in elected(*frames)] == ["9C", "9C"]


def test_neighbours_with_other_names_are_not_mixed_up():
    first = reading(card_at("9C", (100, 100)), card_at("KD", (108, 100)))
    second = reading(card_at("KD", (106, 100)), card_at("9C", (104, 100)))
    assert sorted(found.sighting.code for found in elected(first, second)) == ["9C", "KD"]


def test_the_pose_comes_from_the_frame_with_most_corners():
    both = [index_at((100, 100)), index_at((100, 100), corner=(1, 1))]
    (found,) = elected(
        reading(card_at("AS", (107, 100), indices=both[:1])), reading(card_at("AS", (100, 100), indices=both))
    )
    assert found.sighting.centre_xy == (100, 100)


@pytest.mark.parametrize(
    ("label", "readings", "expected"),
    [
        ("the same cards", [reading(card_at("AS", (0, 0))), reading(card_at("AS", (1, 1)))], True),
        ("nothing twice", [reading(), reading()], True),
        ("a card in one only", [reading(card_at("AS", (0, 0))), reading()], False),
        ("other names", [reading(card_at("AS", (0, 0))), reading(card_at("2S", (0, 0)))], False),
        ("a card without a name", [reading(card_at(None, (0, 0))), reading(card_at(None, (0, 0)))], False),
    ],
)
def test_readings_are_unanimous_when_all_are_sure_of_the_same(label, readings, expected):
    assert unanimous(readings) is expected, label


def test_repairs_of_a_frame_stay_visible():
    repaired = card_at("8H", (100, 100))
    object.__setattr__(repaired, "repaired_from", "3H")
    (found,) = elected(reading(repaired), reading(card_at("8H", (100, 100))))
    assert found.sighting.repaired_from == "3H"
    assert probabilities_of("8H").argmax() == CLASSES.index("8H")


def test_where_one_card_of_a_fan_is_not_seen_its_neighbour_keeps_its_name():
    whole = reading(card_at("9C", (100, 100)), card_at("KD", (126, 100)), card_at("7S", (152, 100)))
    without_the_second = reading(card_at("7S", (152, 100)), card_at("9C", (100, 100)))

    found = elected(whole, without_the_second, whole)

    assert [("9C", 1.0), ("KD", 2 / 3), ("7S", 1.0)] == [(e.sighting.code, pytest.approx(e.seen_share)) for e in found]


@pytest.mark.parametrize(
    ("share", "frames", "expected"),
    [(1.0, 2, True), (0.75, 3, True), (0.5, 2, True), (0.5, 1, False), (0.25, 1, False)],
)
def test_a_card_is_seen_often_in_most_frames_or_in_each_second_one(share, frames, expected):
    assert Elected(card_at("AS", (100, 100)), share, frames).is_seen_often is expected


@pytest.mark.parametrize(
    ("label", "away_px", "together", "expected"),
    [
        ("each second frame takes the card for another", 14.0, False, ["TD"]),
        ("two neighbours of a fan, seen together", 14.0, True, ["TD", "TH"]),
        ("two cards apart, each seen by halves", 60.0, False, ["TD", "TH"]),
    ],
)
def test_what_is_never_seen_together_at_one_place_is_one_card(label, away_px, together, expected):
    ten, other = card_at("TD", (100, 100), confidence=0.99), card_at("TH", (100 + away_px, 100), confidence=0.9)
    frames = [reading(ten, other)] * 4 if together else [reading(other), reading(ten)] * 2
    assert sorted(str(found.sighting.code) for found in elected(*frames)) == expected, label
