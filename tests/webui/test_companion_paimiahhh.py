"""From what the camera saw of a round of PaiMiahhh to what the log says, the open hand above all."""

import numpy as np
import pytest

from engine.decks_paimiahhh import PAIMIAHHH_BOX
from engine.events import BidMade, CardsPlayed, GameStarted, HandShown, Passed, Removed, RoundStarted
from engine.log import effective
from vision.observations import TableCard, TableChanged
from vision.sightings import CardSighting
from webui.companion_base import Role
from webui.companions import companion_for
from webui.session import Session
from webui.store import Store

CLASSES = (*(card.code for card in PAIMIAHHH_BOX), "joker_black", "not_an_index", "unreadable")
IMAGE = np.full((720, 1280, 3), 90, np.uint8)
CARD_PX = 112.0
TRICK = {0: (640.0, 460.0), 1: (540.0, 360.0), 2: (640.0, 260.0), 3: (740.0, 360.0)}
SIDE = {0: (0.0, 1.0), 1: (-1.0, 0.0), 2: (0.0, -1.0), 3: (1.0, 0.0)}
HAND = ("0B", "3B", "4B", "5B", "5O", "7O", "4R", "2Y", "3Y", "4Y", "8Y")


class Table:
    """A table as the watcher would report it."""

    def __init__(self, companion):
        self.companion, self.time_s, self.last_track = companion, 0.0, 0

    def card(self, code, spot, hand=None, *, p=0.999, track_id=None):
        if track_id is None:
            track_id = self.last_track = self.last_track + 1
        probabilities = np.zeros(len(CLASSES), np.float32)
        probabilities[CLASSES.index(code)] = p
        probabilities[CLASSES.index("8B" if code != "8B" else "6B")] += 1 - p
        sighting = CardSighting(
            CLASSES, probabilities, code if p > 0.8 else None, p, spot, CARD_PX, 0.0, np.zeros((4, 2), np.float32), ()
        )
        return TableCard(track_id, sighting, spot, self.time_s, hand, IMAGE[:50, :50])

    def change(self, appeared=(), gone=(), moved=(), reread=()):
        self.time_s += 1.0
        self.companion.observe(
            TableChanged(
                self.time_s, self.time_s - 0.4, tuple(appeared), tuple(gone), tuple(moved), tuple(reread), None, IMAGE
            )
        )

    def lay(self, code, seat, **how):
        card = self.card(code, TRICK[seat], SIDE[seat], **how)
        self.change(appeared=[card])
        return card

    def fan(self, codes=HAND, **how):
        """The hand of seat 2 at the top, as one ribbon laid in one reach."""
        cards = [self.card(code, (500.0 + 28 * place, 95.0), SIDE[2], **how) for place, code in enumerate(codes)]
        self.change(appeared=cards)
        return dict(zip(codes, cards, strict=True))

    def carry(self, card, hand):
        """A card of the fan goes to the trick before seat 2."""
        there = self.card(card.sighting.best_code, TRICK[2], hand, track_id=card.track_id)
        self.change(moved=[there])
        return there


@pytest.fixture
def session(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    session = Session(store)
    session.start_game(GameStarted("paimiahhh", ("Ann", "Ben", "Cay", "Dan"), {}))
    yield session
    store.close()


@pytest.fixture
def table(session):
    return Table(companion_for("paimiahhh").companion(session))


@pytest.fixture
def bid(session):
    """Seat 0 declares in blue; the hand of seat 2 will be laid open."""
    session.append(RoundStarted(dealer=3))
    session.append(BidMade(0, 4))
    for seat in (1, 2, 3):
        session.append(Passed(seat))


@pytest.fixture
def opened(table, bid):
    """The first trick lies there: Starter of seat 1, 1B of the Dummy, who lays the hand open; seat 3 is due."""
    return {"starter": table.lay("starter", 1), "1B": table.lay("1B", 2), **table.fan()}


def plays(session):
    return [
        (entry.event.seat, entry.event.cards[0].code)
        for entry in effective(session.entries)
        if isinstance(entry.event, CardsPlayed)
    ]


def shown(session):
    return [set(e.event.cards) for e in effective(session.entries) if isinstance(e.event, HandShown)]


def codes(cards):
    return {card.code for card in cards}


def test_the_hand_that_is_laid_open_is_no_play(session, opened):
    assert [(1, "starter"), (2, "1B")] == plays(session)
    assert [set(HAND)] == [codes(cards) for cards in shown(session)]
    assert session.state.round.paimiahhh.is_dummy_shown
    assert not session.questions
    assert not session.state.open_verdicts
    assert 3 == session.state.expected.seat


@pytest.mark.parametrize("hand", [SIDE[2], SIDE[0], None], ids=["the Dummy's hand", "the Declarer's", "unseen"])
def test_a_card_that_leaves_the_open_hand_is_the_dummys_play(session, table, opened, hand):
    finish_first_trick(table, opened)

    table.carry(opened["5O"], hand)

    assert (2, "5O") == plays(session)[-1]
    assert not session.questions
    assert "5O" not in codes(session.state.round.paimiahhh.dummy_hand)


def finish_first_trick(table, opened):
    laid = [opened["starter"], opened["1B"], table.lay("6B", 3), table.lay("2B", 0)]
    table.change(gone=laid)
    table.lay("0O", 3)


def test_a_card_that_is_seen_to_go_and_then_to_lie_in_the_trick_is_the_dummys_too(session, table, opened):
    finish_first_trick(table, opened)
    table.change(gone=[opened["5O"]])

    table.change(appeared=[table.card("5O", TRICK[2], SIDE[0])])

    assert (2, "5O") == plays(session)[-1]
    assert codes(session.state.round.paimiahhh.dummy_hand) == set(HAND) - {"5O"}


def test_a_card_that_turns_up_in_the_open_hand_was_there_all_along(session, table, bid):
    table.lay("starter", 1)
    table.lay("1B", 2)
    table.fan(HAND[:9])
    assert [set(HAND[:9])] == [codes(cards) for cards in shown(session)]

    table.change(appeared=[table.card(code, (500.0 + 28 * (9 + k), 95.0)) for k, code in enumerate(HAND[9:])])

    assert [set(HAND)] == [codes(cards) for cards in shown(session)]
    assert 2 == len(plays(session))


@pytest.fixture
def doubtful(table, bid):
    """All of the open hand is known but one card."""
    table.lay("starter", 1)
    table.lay("1B", 2)
    table.fan(HAND[:10])
    card = table.card("8Y", (780.0, 95.0), p=0.6)
    table.change(appeared=[card])
    return card


def test_an_unsure_card_of_the_open_hand_is_asked_for(session, table, doubtful):
    (question,) = session.questions
    assert ("open_card", 2) == (question.code, question.params["seat"])

    session.answer(question.id, "card:8Y")
    table.companion.heed_answers()

    assert [set(HAND)] == [codes(cards) for cards in shown(session)]


def test_a_card_of_the_open_hand_that_is_no_card_is_forgotten(session, table, doubtful):
    session.answer(session.questions[0].id, "nothing")
    table.companion.heed_answers()

    assert Role.NOTHING is table.companion.tracks[doubtful.track_id].role
    assert [set(HAND[:10])] == [codes(cards) for cards in shown(session)]


def test_an_unsure_card_of_the_open_hand_may_answer_itself(session, table, doubtful):
    table.change(reread=[table.card("8Y", doubtful.centre_xy, track_id=doubtful.track_id)])

    assert not session.questions
    assert [set(HAND)] == [codes(cards) for cards in shown(session)]


def test_a_card_misread_in_the_open_hand_is_put_right(session, table, bid):
    table.lay("starter", 1)
    table.lay("1B", 2)
    laid = table.fan((*HAND[:10], "6Y"))

    table.change(reread=[table.card("8Y", laid["6Y"].centre_xy, track_id=laid["6Y"].track_id)])

    assert [set(HAND)] == [codes(cards) for cards in shown(session)]


def test_cards_pushed_together_in_the_open_hand_are_no_plays(session, table, opened):
    pushed = [
        table.card(code, (card.centre_xy[0] + 90, card.centre_xy[1]), track_id=card.track_id)
        for code, card in opened.items()
        if code in HAND[5:]
    ]

    table.change(moved=pushed)

    assert 2 == len(plays(session))


def test_a_hand_laid_open_before_the_dummy_plays_is_known_as_such(session, table, bid):
    table.lay("starter", 1)

    laid = table.fan(("1B", *HAND))
    assert [(1, "starter")] == plays(session)
    table.carry(laid["1B"], SIDE[0])

    assert [(1, "starter"), (2, "1B")] == plays(session)
    assert codes(session.state.round.paimiahhh.dummy_hand) == set(HAND)


def test_a_whole_open_hand_rules_its_seat_out_for_a_card_from_elsewhere(session, table, opened):
    finish_first_trick(table, opened)
    table.carry(opened["5O"], SIDE[2])

    # Between the seats at the left and at the top, with no hand seen.
    table.change(appeared=[table.card("8O", (560.0, 290.0))])

    assert (1, "8O") == plays(session)[-1]


def test_cards_shown_during_the_auction_are_nothing_but_the_starter_opens(session, table):
    session.append(RoundStarted(dealer=3))
    session.append(BidMade(0, 4))

    table.lay("5G", 1)
    assert [] == plays(session)
    assert {Role.NOTHING} == {track.role for track in table.companion.tracks.values()}
    table.lay("starter", 3)
    table.lay("3G", 0)

    assert [(3, "starter"), (0, "3G")] == plays(session)


def test_no_card_begins_a_round(session, table):
    table.lay("5G", 1)

    assert session.state.round is None


def test_after_reverse_two_cards_found_together_are_in_the_new_order(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    session = Session(store)
    session.start_game(GameStarted("paimiahhh", ("Ann", "Ben", "Cay", "Dan"), {"specials": ("bonus", "reverse")}))
    session.append(RoundStarted(dealer=3))
    session.append(BidMade(0, 4))
    for seat in (1, 2, 3):
        session.append(Passed(seat))
    table = Table(companion_for("paimiahhh").companion(session))
    laid = [table.lay(code, seat) for code, seat in (("starter", 3), ("reverse", 0), ("6G", 1), ("2G", 2))]
    table.change(gone=laid)
    assert (1, -1) == (session.state.expected.seat, session.state.round.paimiahhh.direction)
    table.lay("3G", 1)

    table.change(appeared=[table.card("7G", TRICK[3], SIDE[3]), table.card("4G", TRICK[0], SIDE[0])])

    assert [(1, "3G"), (0, "4G"), (3, "7G")] == plays(session)[-3:]
    store.close()


def test_an_open_hand_taken_out_of_the_log_is_not_told_again(session, table, opened):
    (entry,) = [each for each in effective(session.entries) if isinstance(each.event, HandShown)]
    session.append(Removed(entry.id))

    table.lay("6B", 3)

    assert [] == shown(session)


def test_a_restart_in_the_middle_of_a_round_knows_the_open_hand_again(session, table, opened):
    later = Table(companion_for("paimiahhh").companion(session))
    lying = [later.card("starter", TRICK[1]), later.card("1B", TRICK[2])]
    lying += [later.card(code, (500.0 + 28 * place, 95.0)) for place, code in enumerate(HAND)]

    later.change(appeared=lying)

    assert 2 == len(plays(session))
    assert not session.questions
    assert 11 == sum(track.role is Role.OPEN_HAND for track in later.companion.tracks.values())


def test_another_game_has_another_open_hand(session, table, opened):
    session.append(Removed(2))  # The deal is taken out of the log, and the game replaced.
    session.start_game(GameStarted("paimiahhh", ("Ann", "Ben", "Cay", "Dan"), {}), replace=True)
    session.append(RoundStarted(dealer=3))
    session.append(BidMade(0, 4))
    for seat in (1, 2, 3):
        session.append(Passed(seat))
    table.change(gone=list(opened.values()))

    table.lay("starter", 1)
    table.lay("0Y", 2)
    table.fan(HAND[:4])

    assert [(1, "starter"), (2, "0Y")] == plays(session)
    assert [set(HAND[:4])] == [codes(cards) for cards in shown(session)]


def test_small_print_that_looks_like_a_joker_is_no_card(session, table, bid):
    table.lay("starter", 1)
    table.change(appeared=[table.card("joker_black", (560.0, 300.0))])

    assert [(1, "starter")] == plays(session)
    assert () == session.questions


def test_a_card_taken_for_one_of_another_deck_at_first_is_played_once_it_is_read(session, table, bid):
    table.lay("starter", 1)
    taken_for = table.card("joker_black", TRICK[2], SIDE[2])
    table.change(appeared=[taken_for])

    table.change(reread=[table.card("4G", TRICK[2], SIDE[2], track_id=taken_for.track_id)])

    assert [(1, "starter"), (2, "4G")] == plays(session)
