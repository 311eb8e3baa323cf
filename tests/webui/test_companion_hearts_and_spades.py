"""Hearts and Spades as a camera sees them: no card is turned, and the first lead of Hearts is nobody's turn."""

from __future__ import annotations

from random import Random

import pytest

from engine.events import BidMade, GameStarted, RoundStarted
from tests.webui.game_script import NAMES
from tests.webui.played_deals import Deal, hearts_deal, spades_deal
from tests.webui.test_companion import Table, plays
from webui.companions import companion_for
from webui.session import Session


@pytest.fixture
def watched(session):
    """A table of a game whose cards the camera's companion enters."""

    def started(game: str, **options) -> Table:
        session.start_game(GameStarted(game, NAMES, {"dealer": 0, **options}))
        return Table(companion_for(game).companion(session))

    return started


def lay_out(table: Table, deal: Deal) -> None:
    """Every card laid at its seat, every trick carried away."""
    for trick in deal.tricks:
        for seat, code in trick:
            table.lay(code, seat)
        table.gather()


def test_a_round_of_hearts_is_watched_from_the_two_of_clubs_to_the_score(session: Session, watched):
    table = watched("hearts")
    deal = hearts_deal(Random(11))
    session.append(RoundStarted())
    lay_out(table, deal)
    assert plays(session) == [play for trick in deal.tricks for play in trick]
    assert list(session.state.totals) == deal.hearts_points()
    assert session.state.verdicts == ()
    assert session.questions == ()


def test_the_next_round_of_hearts_begins_with_its_first_card(session: Session, watched):
    table = watched("hearts")
    session.append(RoundStarted())
    lay_out(table, hearts_deal(Random(11)))
    seat, code = hearts_deal(Random(12)).tricks[0][0]
    table.lay(code, seat)
    assert (len(session.state.rounds), session.state.round.dealer) == (2, 1)
    assert plays(session)[-1] == (seat, "2C")
    assert session.state.verdicts == ()


@pytest.mark.parametrize(
    ("game", "options"), [("hearts", {"opening": "dealer_left"}), ("spades", {})], ids=["hearts", "spades"]
)
def test_where_the_dealer_is_drawn_and_no_card_is_turned_it_is_the_seat_before_the_leader(
    session: Session, watched, game, options
):
    table = watched(game, dealer="random", **options)
    table.lay("4C", 0)
    assert (session.state.round.dealer, plays(session)) == (3, [(0, "4C")])
    assert "wrong_leader" not in [verdict.code for verdict in session.state.verdicts]


def test_a_round_of_spades_is_watched_after_its_bids(session: Session, watched):
    table = watched("spades")
    deal = spades_deal(Random(2), 1)
    session.append(RoundStarted())
    for seat in (1, 2, 3, 0):
        session.append(BidMade(seat, deal.won(seat)))
    lay_out(table, deal)
    assert plays(session) == [play for trick in deal.tricks for play in trick]
    assert list(session.state.round.tricks_won) == [deal.won(seat) for seat in range(4)]
    assert session.state.verdicts == ()
