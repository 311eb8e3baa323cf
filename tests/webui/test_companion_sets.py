"""From what the camera saw of sets to what the log says: which cards are a set, and whose."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import Card
from engine.events import CardsPlayed
from tests.webui.set_table import STEP_PX, SetTable, answer, sets, side, started, verdicts
from webui.store import StoreError


@pytest.fixture
def table(session):
    return SetTable(started(session))


def test_cards_found_together_are_one_set_of_the_seat_whose_hand_laid_them(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.lay(2, "8S", "8H", "8D")

    assert [(0, "555"), (2, "888")] == sets(session)
    assert () == session.questions
    assert [] == verdicts(session)


def test_the_evidence_is_a_picture_of_the_whole_set(session, table):
    table.lay(0, "5S", "5H", "5D")

    assert session.evidence(session.entries[-1].id).picture_jpeg.startswith(b"\xff\xd8")


def test_a_card_laid_a_moment_later_beside_them_belongs_to_the_same_set(session, table):
    cards = table.lay(0, "5S", "5H")
    x, y = cards[-1].centre_xy
    table.lay(0, "5D", spot=(x + STEP_PX, y), after_s=1.5)

    assert [(0, "555")] == sets(session)


@pytest.mark.parametrize(
    ("label", "away_px", "after_s", "expected"),
    [
        ("a loose heap that is found in two parts", 170.0, 0.5, [(0, "555"), (1, "999")]),
        ("too late to be part of it", 170.0, 3.0, [(0, "555"), (1, "9"), (1, "99")]),
    ],
)
def test_what_one_hand_lays_within_a_second_is_one_set(session, table, label, away_px, after_s, expected):
    table.lay(0, "5S", "5H", "5D")
    (nine,) = table.lay(1, "9C", corners=2)
    x, y = nine.centre_xy
    table.lay(1, "9H", "9D", spot=(x, y + away_px), after_s=after_s)

    assert expected == sets(session), label


def test_a_card_seen_later_without_any_hand_completes_its_set(session, table):
    cards = table.lay(0, "5S", "5H", "5D")
    x, y = cards[0].centre_xy
    table.lay(0, "5C", spot=(x - STEP_PX, y), hand=None)

    assert [(0, "5555")] == sets(session)


def test_a_card_that_comes_to_light_without_a_hand_and_fits_nowhere_is_nothing(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.lay(0, "9C", spot=(100.0, 100.0), hand=None)

    assert [(0, "555")] == sets(session)


def test_a_hand_from_between_two_seats_is_asked_about(session, table):
    table.lay(0, "5S", "5H")
    angle = np.deg2rad(150)
    x, y = np.sin(angle) / (1280 / 720), np.cos(angle)
    table.lay(2, "8S", "8H", spot=(640.0, 360.0), hand=(x / np.hypot(x, y), y / np.hypot(x, y)))

    assert ["which_seat_laid"] == [question.code for question in session.questions]
    answer(session, table, f"seat:{3 if sets(session)[-1][0] == 2 else 2}")
    assert {2, 3} >= {sets(session)[-1][0]}


def test_sets_entered_by_hand_are_not_logged_again(session, table):
    session.append(CardsPlayed(0, (Card("5", "S"), Card("5", "H"))))
    table.lay(0, "5S", "5H")

    assert [(0, "55")] == sets(session)


def test_a_store_that_fails_loses_nothing(session, table, monkeypatch):
    append = session.append

    def refuse(*_arguments):
        raise StoreError("The disk is full.")

    monkeypatch.setattr(session, "append", refuse)
    with pytest.raises(StoreError):
        table.lay(0, "5S", "5H")
    monkeypatch.setattr(session, "append", append)
    table.companion.catch_up()

    assert [(0, "55")] == sets(session)


def test_a_card_named_late_has_nothing_to_do_with_the_last_hand(session, table):
    table.lay(0, "5S", "5H", "5D")
    old = table.card("9C", (100.0, 100.0), side(1))
    table.change([old])

    assert [(0, "555")] == sets(session)


def test_a_loose_heap_of_one_hand_is_one_set(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.time_s += 3.0
    heap = [
        table.card(code, spot, side(4)) for code, spot in (("9S", (611, 373)), ("9H", (617, 414)), ("9D", (569, 560)))
    ]
    table.change(heap, after_s=0.0)

    assert [(0, "555"), (4, "999")] == sets(session)


def test_sets_found_at_once_after_the_camera_was_away_are_parted_by_rank(session, table):
    table.time_s += 3.0
    fives, eights = table.row(0, ["5S", "5H", "5D"]), table.row(1, ["8S", "8H", "8D"], spot=(700.0, 500.0))
    table.change([replace(card, hand_from_xy=None) for card in (*fives, *eights)], after_s=0.0)

    assert ["555", "888"] == [ranks for _, ranks in sets(session)]


def test_sets_of_two_seats_under_one_hand_are_told_by_how_they_are_turned(session, table):
    table.time_s += 3.0
    fives = table.row(0, ["5S", "5H", "5D"])
    eights = [
        replace(card, sighting=replace(card.sighting, angle_deg=60.0))
        for card in table.row(0, ["8S", "8H", "8D"], spot=(650.0, 420.0))
    ]
    table.change([*fives, *eights], after_s=0.0)

    assert ["555", "888"] == [ranks for _, ranks in sets(session)]
