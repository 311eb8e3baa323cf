"""From what the camera saw to what the log says."""

import numpy as np
import pytest

from engine.cards import STANDARD_DECK
from engine.events import BidMade, CardsPlayed, CardTurned, GameStarted, Removed, RoundStarted, TrickGathered
from engine.log import effective
from vision.framing import CameraDistance
from vision.observations import StateChanged, TableCard, TableChanged, WatcherState
from vision.sightings import CardSighting
from webui.companion import Companion
from webui.companion_base import Role
from webui.session import Session, SessionError
from webui.store import Store, StoreError
from webui.table_status import StatusCode

CLASSES = (*(card.code for card in STANDARD_DECK.faces), "joker_red", "joker_black", "not_an_index", "unreadable")
IMAGE = np.full((720, 1280, 3), 90, np.uint8)
SEAT_SPOT = {0: (640.0, 500.0), 1: (480.0, 360.0), 2: (640.0, 220.0), 3: (800.0, 360.0)}
SEAT_SIDE = {0: (0.0, 1.0), 1: (-1.0, 0.0), 2: (0.0, -1.0), 3: (1.0, 0.0)}


class Table:
    """A table as the watcher would report it."""

    def __init__(self, companion):
        self.companion = companion
        self.lying = {}
        self.time_s = 0.0
        self.next_track = 1

    def card(self, code, seat=None, *, spot=None, hand=None, p=0.999, other=None, track_id=None):
        probabilities = np.zeros(len(CLASSES), np.float32)
        probabilities[CLASSES.index(code)] = p
        probabilities[CLASSES.index(other or "not_an_index")] += 1.0 - p
        centre = spot or SEAT_SPOT.get(seat, (300.0, 600.0))
        sighting = CardSighting(
            CLASSES, probabilities, code if p > 0.8 else None, p, centre, 150.0, 0.0, np.zeros((4, 2), np.float32), ()
        )
        if track_id is None:
            track_id = self.next_track
            self.next_track += 1
        hand_from = hand if hand is not None else SEAT_SIDE.get(seat)
        return TableCard(track_id, sighting, centre, self.time_s, hand_from, IMAGE[:50, :50])

    def change(self, appeared=(), gone=(), reread=()):
        self.time_s += 1.0
        for card in appeared:
            self.lying[card.track_id] = card
        for card in gone:
            self.lying.pop(card.track_id, None)
        observation = TableChanged(
            self.time_s, self.time_s - 0.4, tuple(appeared), tuple(gone), (), tuple(reread), None, IMAGE
        )
        self.companion.observe(observation)

    def lay(self, code, seat=None, **how):
        card = self.card(code, seat, **how)
        self.change(appeared=[card])
        return card

    def gather(self, *, but=()):
        self.change(gone=[card for card in self.lying.values() if card not in but])


@pytest.fixture
def session(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    session = Session(store)
    session.start_game(GameStarted("oh_hell_pairs", ("Ann", "Ben", "Cay", "Dan"), {"rounds": "ten"}))
    yield session
    store.close()


@pytest.fixture
def table(session):
    return Table(Companion(session))


@pytest.fixture
def played(session, table):
    """A round of four cards, dealt by seat 3, trump hearts, everybody has bid; seat 0 leads."""
    session.append(RoundStarted(dealer=3))
    turned = table.lay("2H", hand=(1.0, 0.0))
    for seat, bid in enumerate((1, 1, 1, 0)):
        session.append(BidMade(seat, bid))
    return turned


def plays(session):
    return [
        (entry.event.seat, entry.event.cards[0].code)
        for entry in effective(session.entries)
        if isinstance(entry.event, CardsPlayed)
    ]


def kinds(session):
    return [type(entry.event).__name__ for entry in effective(session.entries)]


def answer(session, table, choice):
    session.answer(session.questions[-1].id, choice)
    table.companion.heed_answers()


def test_the_first_card_of_a_deal_is_the_turned_card(session, table):
    session.append(RoundStarted(dealer=3))

    table.lay("2H", hand=(1.0, 0.0))

    assert "H" == session.state.round.trump


def test_a_single_card_after_the_last_round_begins_the_next(session, table):
    session.append(RoundStarted(dealer=3, hand_size=1))
    turned = table.lay("2H")
    for seat in range(4):
        session.append(BidMade(seat, 0))
    for seat, code in enumerate(("AS", "3S", "4S", "5S")):
        table.lay(code, seat)
    table.gather()
    assert "over" == session.state.round.phase.value

    table.lay("9C")

    assert (2, "9C") == (len(session.state.rounds), session.state.round.turned_card.code)
    assert turned.track_id not in table.lying


def test_where_the_first_dealer_is_drawn_it_is_the_one_who_turns_the_card(session, table):
    table.lay("2H", spot=(300.0, 500.0), hand=SEAT_SIDE[1])

    assert 1 == session.state.round.dealer
    assert ("bid", 2) == (session.state.expected.kind, session.state.expected.seat)


def test_the_next_deal_begins_although_a_bid_was_never_entered(session, table):
    session.append(RoundStarted(dealer=3, hand_size=1))
    table.lay("2H")
    for seat, code in enumerate(("AS", "3S", "4S", "5S")):
        table.lay(code, seat)
    table.gather()
    assert "bid" == session.state.expected.kind

    table.lay("9C")

    assert (2, "9C") == (len(session.state.rounds), session.state.round.turned_card.code)


def test_cards_become_plays_of_the_seats_they_lie_at_and_the_gathering_ends_the_trick(session, table, played):
    for seat, code in enumerate(("AS", "3S", "4S", "5S")):
        table.lay(code, seat)
    table.gather(but=[played])

    assert [(0, "AS"), (1, "3S"), (2, "4S"), (3, "5S")] == plays(session)
    assert "TrickGathered" == kinds(session)[-1]
    assert (1, 0, 0, 0) == session.state.round.tricks_won
    assert () == session.questions


def test_a_card_out_of_turn_is_logged_as_it_lies(session, table, played):
    table.lay("AS", 0)
    table.lay("4S", 2)

    assert [(0, "AS"), (2, "4S")] == plays(session)
    assert ["play_out_of_turn"] == [verdict.code for verdict in session.state.open_verdicts]


def test_cards_found_together_are_logged_in_the_order_of_play(session, table, played):
    table.change(appeared=[table.card("4S", 2), table.card("AS", 0), table.card("3S", 1)])

    assert [(0, "AS"), (1, "3S"), (2, "4S")] == plays(session)


def test_every_play_keeps_its_picture_and_what_the_reader_thought(session, table, played):
    table.lay("8S", 0, p=0.97, other="3S")

    evidence = session.evidence(session.entries[-1].id)

    assert evidence.picture_jpeg.startswith(b"\xff\xd8")
    assert {"8S", "3S"} == set(evidence.probabilities)


def test_a_doubtful_card_is_logged_and_asked_about_and_the_answer_corrects_it(session, table, played):
    table.lay("8S", 0, p=0.7, other="3S")
    assert ["which_card"] == [question.code for question in session.questions]

    answer(session, table, "card:3S")

    assert [(0, "3S")] == plays(session)
    assert () == session.questions


def test_a_card_nobody_can_read_waits_and_is_inserted_where_it_was_laid(session, table, played):
    table.lay("AS", 0)
    table.lay("8S", 1, p=0.3, other="unreadable")
    table.lay("4S", 2)
    table.lay("5S", 3)
    assert [(0, "AS"), (2, "4S"), (3, "5S")] == plays(session)

    answer(session, table, "card:8S")

    assert [(0, "AS"), (1, "8S"), (2, "4S"), (3, "5S")] == plays(session)
    assert () == session.state.open_verdicts
    assert session.state.round.current_trick.is_complete


def test_an_unnamed_card_of_a_gathered_trick_still_finds_its_place(session, table, played):
    for seat, code in enumerate(("AS", "3S", "4S")):
        table.lay(code, seat)
    table.lay("8S", 3, p=0.3, other="unreadable")
    table.gather(but=[played])

    answer(session, table, "card:8S")

    assert [(0, "AS"), (1, "3S"), (2, "4S"), (3, "8S")] == plays(session)
    assert (1, 0, 0, 0) == session.state.round.tricks_won
    assert not session.state.round.blocked_by


def test_a_reading_that_the_round_has_already_shown_is_repaired_visibly(session, table, played):
    table.lay("8S", 0)

    table.lay("8S", 1, p=0.8, other="3S")

    assert [(0, "8S"), (1, "3S")] == plays(session)
    assert "8S" in session.evidence(session.entries[-1].id).note


def test_a_sure_second_sighting_is_a_question_not_a_repair(session, table, played):
    table.lay("8S", 0)

    table.lay("8S", 1, p=0.9999, other="not_an_index")

    assert [(0, "8S"), (1, "8S")] == plays(session)
    assert "duplicate" in [verdict.code for verdict in session.state.open_verdicts]


def test_when_place_and_hand_disagree_the_table_is_asked_who_played(session, table, played):
    table.lay("AS", spot=SEAT_SPOT[0], hand=SEAT_SIDE[3])
    assert ["which_seat"] == [q.code.replace("seat_or_turn", "which_seat") for q in session.questions]

    answer(session, table, "seat:3")

    assert [(3, "AS")] == plays(session)


def test_a_card_that_goes_from_an_unfinished_trick_is_asked_about(session, table, played):
    first = table.lay("AS", 0)
    second = table.lay("3S", 1)
    table.change(gone=[second])
    assert ["taken_up"] == [question.code for question in session.questions]

    answer(session, table, "taken_back")

    assert [(0, "AS")] == plays(session)
    assert isinstance(session.entries[-1].event, Removed)
    assert first.track_id in table.companion.tracks


def test_a_card_that_comes_back_is_the_same_play(session, table, played):
    card = table.lay("AS", 0)
    table.change(gone=[card])

    table.lay("AS", 0)

    assert [(0, "AS")] == plays(session)
    assert () == session.questions


def test_a_trick_swept_up_with_a_card_missed_blocks_the_score_until_it_is_added(session, table, played):
    for seat, code in ((0, "AS"), (1, "3S"), (3, "5S")):
        table.lay(code, seat)

    table.gather(but=[played])

    assert isinstance(session.entries[-1].event, TrickGathered)
    assert "trick_incomplete" in [verdict.code for verdict in session.state.open_verdicts]


def test_a_lead_before_the_old_trick_is_gathered_waits_for_it(session, table, played):
    for seat, code in enumerate(("AS", "3S", "4S", "5S")):
        table.lay(code, seat)
    old = [card for card in table.lying.values() if card is not played]
    table.lay("KD", 0)
    assert 4 == len(plays(session))

    table.change(gone=old)

    assert (0, "KD") == plays(session)[-1]
    assert 2 == len(session.state.round.tricks)
    assert () == session.questions


def test_a_card_that_was_not_seen_to_go_does_not_hold_up_the_game(session, table, played):
    for seat, code in enumerate(("AS", "3S", "4S", "5S")):
        table.lay(code, seat)
    ghost = next(card for card in table.lying.values() if card.code == "5S")
    table.gather(but=[played, ghost])

    table.lay("KD", 0)
    table.lay("2D", 1)

    assert [(0, "KD"), (1, "2D")] == plays(session)[4:]
    assert [True, False] == [trick.is_gathered for trick in session.state.round.tricks]
    assert () == session.questions


def test_a_second_card_of_a_new_trick_says_that_the_old_one_was_gathered(session, table, played):
    for seat, code in enumerate(("AS", "3S", "4S", "5S")):
        table.lay(code, seat)

    table.lay("KD", 0)
    assert ["trick_not_gathered"] == [question.code for question in session.questions]
    table.lay("2D", 1)

    assert [(0, "KD"), (1, "2D")] == plays(session)[4:]
    assert () == session.questions


def test_cards_of_a_carried_trick_that_show_once_more_are_no_plays(session, table, played):
    for seat, code in enumerate(("AS", "3S", "4S", "5S")):
        table.lay(code, seat)
    old = [card for card in table.lying.values() if card is not played]

    table.change(gone=old, appeared=[table.card("AS", spot=(700.0, 650.0), hand=SEAT_SIDE[0])])

    assert 4 == len(plays(session))


def test_a_better_reading_corrects_the_entry_and_takes_the_question_back(session, table, played):
    card = table.lay("8S", 0, p=0.7, other="3S")

    table.change(reread=[table.card("3S", 0, track_id=card.track_id)])

    assert [(0, "3S")] == plays(session)
    assert () == session.questions


def test_after_a_restart_the_cards_on_the_table_are_the_plays_in_the_log(session, table, played):
    table.lay("AS", 0)
    table.lay("3S", 1)
    again = Table(Companion(session))

    again.change(appeared=[again.card("2H"), again.card("AS", 0), again.card("3S", 1)])
    again.lay("4S", 2)

    assert [(0, "AS"), (1, "3S"), (2, "4S")] == plays(session)
    assert [Role.TURNED, Role.PLAY, Role.PLAY, Role.PLAY] == [t.role for t in again.companion.tracks.values()]


def test_an_event_that_cannot_be_committed_is_kept_and_tried_again(session, table, played, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise StoreError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(session, "append", refuse)
        with pytest.raises(StoreError, match="disk is full"):
            table.lay("AS", 0)
    assert [] == plays(session)

    table.companion.catch_up()

    assert [(0, "AS")] == plays(session)


def test_several_cards_where_one_is_to_be_turned_are_asked_about(session, table):
    session.append(RoundStarted(dealer=3))
    table.change(appeared=[table.card("2H"), table.card("9C", spot=(900.0, 600.0))])
    assert ["which_turned"] == [question.code for question in session.questions]

    answer(session, table, session.questions[-1].choices[1].code)

    assert [CardTurned(session.state.round.turned_card)] == [
        entry.event for entry in session.entries if isinstance(entry.event, CardTurned)
    ]
    assert "C" == session.state.round.trump


def test_the_watcher_s_state_is_the_status_line(session, table):
    table.companion.observe(StateChanged(0.0, WatcherState.HAND_IN_VIEW))

    assert StatusCode.HAND_IN_VIEW == session.table_status.code


@pytest.mark.parametrize(
    ("distance", "code"),
    [
        (CameraDistance.TOO_NEAR, StatusCode.CAMERA_TOO_NEAR),
        (CameraDistance.TOO_FAR, StatusCode.CAMERA_TOO_FAR),
        (CameraDistance.FITS, StatusCode.WAITING),
    ],
)
def test_a_camera_that_stands_wrong_is_told_while_nothing_happens(session, table, distance, code):
    table.companion.observe(StateChanged(0.0, WatcherState.QUIET, distance))
    assert code == session.table_status.code
    table.companion.observe(StateChanged(1.0, WatcherState.READING, distance))
    assert StatusCode.READING == session.table_status.code


def test_cards_of_a_game_that_was_replaced_correct_nothing_in_the_new_one(session, table, played):
    ace = table.lay("AS", 0)
    session.start_game(GameStarted("oh_hell_pairs", ("Eve", "Flo", "Gus", "Hal"), {"rounds": "ten"}), replace=True)
    for event in (RoundStarted(dealer=3), CardTurned(STANDARD_DECK.faces[0])):
        session.append(event)
    for seat, bid in enumerate((1, 1, 1, 0)):
        session.append(BidMade(seat, bid))
    session.append(CardsPlayed(0, (STANDARD_DECK.faces[5],)))
    before = effective(session.entries)

    table.change(reread=[table.card("AC", 0, track_id=ace.track_id)])

    assert before == effective(session.entries)
    assert Role.NOTHING is table.companion.tracks[ace.track_id].role


def test_a_game_put_aside_at_that_very_moment_does_not_end_the_watch(session, table, played, monkeypatch):
    def put_aside_first(*_arguments, **_more):
        raise SessionError("No game is running. Start one first.")

    with monkeypatch.context() as moment:
        moment.setattr(session, "append", put_aside_first)
        table.lay("AS", 0)
    assert [] == plays(session)

    table.lay("3S", 0)

    assert [(0, "3S")] == plays(session)


def test_a_trick_with_a_card_unseen_is_over_when_its_cards_went_one_by_one(session, table, played):
    laid = [table.lay(code, seat) for code, seat in (("AS", 0), ("3S", 1), ("4S", 2))]
    for card in laid:
        table.change(gone=[card])

    assert "TrickGathered" == kinds(session)[-1]
    assert () == session.questions
