"""From what the camera saw of sets to what the log says."""

from dataclasses import replace

import numpy as np
import pytest

from engine.events import CardsPlayed, GameStarted, RoundStarted, TrickGathered
from engine.games.gou_ji_sets import GOU_JI_DECK
from engine.log import effective
from vision.observations import TableCard, TableChanged
from vision.sightings import CardSighting
from webui.companion_sets import SetCompanion
from webui.session import Session
from webui.store import Store, StoreError

CLASSES = (*(card.code for card in GOU_JI_DECK.faces), "not_an_index", "unreadable")
IMAGE = np.full((720, 1280, 3), 90, np.uint8)
HEIGHT_PX = 120.0
STEP_PX = 24.0


def side(seat):
    """Towards a seat, counter-clockwise from the bottom, in the picture stretched to a square."""
    angle = np.deg2rad(60 * seat)
    x, y = np.sin(angle) / (1280 / 720), np.cos(angle)
    return (x / np.hypot(x, y), y / np.hypot(x, y))


class Table:
    """A table as the watcher would report it."""

    def __init__(self, session):
        self.companion = SetCompanion(session)
        self.lying = {}
        self.time_s = 0.0
        self.next_track = 1

    def card(self, code, spot, hand, *, p=0.999, other="3C", track_id=None):
        probabilities = np.zeros(len(CLASSES), np.float32)
        probabilities[CLASSES.index(other)] += 1.0 - p
        probabilities[CLASSES.index(code)] += p
        x, y = spot
        quad = np.array([(x - 43, y - 60), (x + 43, y - 60), (x + 43, y + 60), (x - 43, y + 60)], np.float32)
        sighting = CardSighting(CLASSES, probabilities, code if p > 0.8 else None, p, spot, HEIGHT_PX, 0.0, quad, ())
        if track_id is None:
            track_id = self.next_track
            self.next_track += 1
        return TableCard(track_id, sighting, spot, self.time_s, hand, None)

    def row(self, seat, codes, *, spot=None, **how):
        x, y = spot or (640.0 + 150 * np.sin(np.deg2rad(60 * seat)), 360.0 + 150 * np.cos(np.deg2rad(60 * seat)))
        hand = how.pop("hand", side(seat))
        return [self.card(code, (x + STEP_PX * number, y), hand, **how) for number, code in enumerate(codes)]

    def change(self, appeared=(), gone=(), reread=(), after_s=3.0):
        self.time_s += after_s
        for card in appeared:
            self.lying[card.track_id] = card
        for card in gone:
            self.lying.pop(card.track_id, None)
        self.companion.observe(
            TableChanged(self.time_s, self.time_s - 0.4, tuple(appeared), tuple(gone), (), tuple(reread), None, IMAGE)
        )

    def lay(self, seat, *codes, after_s=3.0, **how):
        self.time_s += after_s
        cards = self.row(seat, codes, **how)
        self.change(cards, after_s=0.0)
        return cards

    def clear(self):
        self.change(gone=list(self.lying.values()))


@pytest.fixture
def session(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    session = Session(store)
    session.start_game(GameStarted("gou_ji", tuple("ABCDEF"), {"hands": 1}))
    session.append(RoundStarted(dealer=0))
    yield session
    store.close()


@pytest.fixture
def table(session):
    return Table(session)


def sets(session):
    return [
        (entry.event.seat, "".join(card.rank[-1] if card.suit is None else card.rank for card in entry.event.cards))
        for entry in effective(session.entries)
        if isinstance(entry.event, CardsPlayed)
    ]


def gatherings(session):
    return sum(isinstance(entry.event, TrickGathered) for entry in effective(session.entries))


def verdicts(session):
    return [str(verdict.code) for verdict in session.state.verdicts]


def answer(session, table, choice):
    session.answer(session.questions[-1].id, choice)
    table.companion.heed_answers()


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


def test_a_card_seen_later_without_any_hand_completes_its_set(session, table):
    cards = table.lay(0, "5S", "5H", "5D")
    x, y = cards[0].centre_xy
    table.lay(0, "5C", spot=(x - STEP_PX, y), hand=None)

    assert [(0, "5555")] == sets(session)


def test_a_card_that_comes_to_light_without_a_hand_and_fits_nowhere_is_nothing(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.lay(0, "9C", spot=(100.0, 100.0), hand=None)

    assert [(0, "555")] == sets(session)


def test_clearing_the_table_ends_the_series_and_the_next_set_leads(session, table):
    table.lay(0, "5S", "5H")
    table.lay(1, "8S", "8H")
    table.clear()
    table.lay(1, "3S")

    assert [(0, "55"), (1, "88"), (1, "3")] == sets(session)
    assert 1 == gatherings(session)
    assert [] == verdicts(session)


def test_a_set_that_is_covered_has_not_been_taken_away(session, table):
    covered = table.lay(0, "5S", spot=(640.0, 360.0))
    table.time_s += 3.0
    table.change(table.row(1, ["8S"], spot=(642.0, 362.0)), gone=covered, after_s=0.0)

    assert [(0, "5"), (1, "8")] == sets(session)
    assert 0 == gatherings(session)


def test_a_covered_card_that_comes_to_light_again_is_not_a_new_one(session, table):
    covered = table.lay(0, "5S", spot=(640.0, 360.0))
    table.time_s += 3.0
    top = table.row(1, ["8S"], spot=(642.0, 362.0))
    table.change(top, gone=covered, after_s=0.0)
    table.change(table.row(1, ["8S"], spot=(700.0, 420.0)), gone=top)
    table.lay(0, "5S", spot=(641.0, 360.0))

    assert [(0, "5"), (1, "8")] == sets(session)


def test_a_misread_card_of_a_set_is_named_by_the_others_and_visibly_so(session, table):
    table.time_s += 3.0
    kings = [*table.row(0, ["KS", "KH", "KD"]), table.card("QC", (720.0, 510.0), side(0), p=0.9, other="KC")]
    table.change(kings, after_s=0.0)

    assert [(0, "KKKK")] == sets(session)
    assert "Q" in session.evidence(session.entries[-1].id).note


def test_a_mixed_set_that_is_clearly_seen_is_reported(session, table):
    table.lay(0, "KS", "KH", "8D")

    assert [(0, "KK8")] == sets(session)
    assert ["mixed_ranks"] == verdicts(session)


def test_a_card_too_few_is_completed_by_the_set_below_and_asked_about(session, table):
    table.lay(0, "5S", "5H", "5D", "5C")
    table.lay(1, "8S", "8H", "8D")

    assert [(0, "5555"), (1, "8888")] == sets(session)
    assert ["how_many"] == [question.code for question in session.questions]
    answer(session, table, "set:8S,8H,8D")
    assert [(0, "5555"), (1, "888")] == sets(session)
    assert ["wrong_size"] == verdicts(session)


def test_an_answer_with_a_card_more_says_that_one_of_the_lead_was_hidden(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.lay(1, "8S", "8H", "8D", "8C")

    assert [(0, "5555"), (1, "8888")] == sets(session)
    assert ["how_many"] == [question.code for question in session.questions]


def test_a_gap_in_a_row_that_leads_is_asked_about(session, table):
    table.time_s += 3.0
    cards = table.row(0, ["5S", "5H", "5D", "5C", "5S"])
    table.change([card for number, card in enumerate(cards) if number != 2], after_s=0.0)

    assert [(0, "5555")] == sets(session)
    assert ["how_many"] == [question.code for question in session.questions]


def test_a_better_reading_corrects_the_entry_and_answers_its_question(session, table):
    table.time_s += 3.0
    doubtful = table.card("6S", (640.0, 510.0), side(0), p=0.6, other="8S")
    table.change([doubtful], after_s=0.0)
    assert ["which_set"] == [question.code for question in session.questions]

    again = table.card("8S", (640.0, 510.0), None, p=0.999, track_id=doubtful.track_id)
    table.change(reread=[again])

    assert [(0, "8")] == sets(session)
    assert () == session.questions


def test_what_the_table_has_said_is_not_read_otherwise_later(session, table):
    table.time_s += 3.0
    doubtful = table.card("6S", (640.0, 510.0), side(0), p=0.6, other="8S")
    table.change([doubtful], after_s=0.0)
    answer(session, table, "set:8S")

    table.change(reread=[table.card("6S", (640.0, 510.0), None, p=0.999, track_id=doubtful.track_id)])

    assert [(0, "8")] == sets(session)


def test_an_invented_set_is_removed_with_one_tap(session, table):
    table.time_s += 3.0
    table.change([table.card("6S", (640.0, 510.0), side(0), p=0.6, other="8S")], after_s=0.0)
    answer(session, table, "nothing")

    assert [] == sets(session)


def test_a_hand_from_between_two_seats_is_asked_about(session, table):
    table.lay(0, "5S", "5H")
    angle = np.deg2rad(150)
    x, y = np.sin(angle) / (1280 / 720), np.cos(angle)
    table.lay(2, "8S", "8H", spot=(640.0, 360.0), hand=(x / np.hypot(x, y), y / np.hypot(x, y)))

    assert ["which_seat_laid"] == [question.code for question in session.questions]
    answer(session, table, f"seat:{3 if sets(session)[-1][0] == 2 else 2}")
    assert {2, 3} >= {sets(session)[-1][0]}


def test_sets_entered_by_hand_are_not_logged_again(session, table):
    from engine.cards import Card

    session.append(CardsPlayed(0, (Card("5", "S"), Card("5", "H"))))
    table.lay(0, "5S", "5H")

    assert [(0, "55")] == sets(session)


def test_after_a_restart_the_cards_on_the_table_are_those_of_the_log(session, table):
    first = table.lay(0, "5S", "5H")
    second = table.lay(1, "8S", "8H")

    again = Table(session)
    again.change([table.card(c.sighting.best_code, c.centre_xy, None) for c in (*first, *second)])
    again.lay(2, "9S", "9H")

    assert [(0, "55"), (1, "88"), (2, "99")] == sets(session)


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


def test_a_hidden_card_of_an_older_set_that_a_hand_uncovers_is_no_set_of_its_own(session, table):
    first = table.lay(0, "5S", "5H", "5D", spot=(500.0, 500.0))
    table.lay(1, "8S", "8H", spot=(640.0, 300.0))
    x, y = table.companion.laid[1].cards[5].centre_xy
    assert [(0, "555"), (1, "888")] == sets(session)

    table.time_s += 3.0
    uncovered = table.card("8D", (x + STEP_PX, y), side(2))
    table.change([*table.row(2, ["TS", "TH", "TD"], spot=(900.0, 360.0)), uncovered], after_s=0.0)

    assert [(0, "555"), (1, "888"), (2, "TTT")] == sets(session)
    assert first


def test_a_mixed_set_that_answers_is_reported_too(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.time_s += 3.0
    cards = table.row(1, ["8S", "8H", "KD"], spot=(640.0, 300.0), p=0.96)
    table.change(cards, after_s=0.0)

    assert [(0, "555"), (1, "88K")] == sets(session)


def test_a_set_seen_by_half_is_completed_where_others_show_the_size(session, table):
    table.lay(0, "4S", "4H", "4D", "4C")
    table.lay(1, "5S", "5H", "5D", "5C")
    table.lay(2, "6S", "6H")
    table.lay(3, "7S", "7H", "7D", "7C")

    assert [(0, "4444"), (1, "5555"), (2, "6666"), (3, "7777")] == sets(session)
    assert ["how_many"] == [question.code for question in session.questions]


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


def test_where_the_newest_set_has_gone_and_its_player_leads_the_table_was_cleared(session, table):
    table.lay(0, "5S", "5H")
    newest = table.lay(1, "8S", "8H")
    table.change(gone=newest)
    assert 0 == gatherings(session)

    table.lay(1, "3S", "3H", "3D")

    assert [(0, "55"), (1, "88"), (1, "333")] == sets(session)
    assert 1 == gatherings(session)


def test_sets_found_at_once_after_the_camera_was_away_are_parted_by_rank(session, table):
    table.time_s += 3.0
    fives, eights = table.row(0, ["5S", "5H", "5D"]), table.row(1, ["8S", "8H", "8D"], spot=(700.0, 500.0))
    table.change([replace(card, hand_from_xy=None) for card in (*fives, *eights)], after_s=0.0)

    assert ["555", "888"] == [ranks for _, ranks in sets(session)]
