"""The shipped film of PaiMiahhh through the whole product: models, watcher, companion, referee."""

from pathlib import Path

import pytest

from datasets.clips.truth import read_truth
from engine.events import CardsPlayed, GameStarted, HandShown, RoundStarted, TrickGathered
from engine.log import effective
from engine.state import Severity
from vision.recogniser import Recogniser
from vision.sources import open_source
from webui.companions import companion_for
from webui.running import DEMO_DIR, DemoEntries, Speaker
from webui.session import Session
from webui.store import Store
from webui.watching import watch_source

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def truth():
    return read_truth(Path(__file__).parents[1] / "datasets" / "paimiahhh.truth.jsonl")


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """The session after the film."""
    entries = DemoEntries.load(DEMO_DIR / "paimiahhh.toml")
    store = Store(tmp_path_factory.mktemp("demo") / "games.sqlite3")
    session = Session(store)
    session.start_game(GameStarted(entries.game, entries.names, entries.options))
    session.append(RoundStarted(dealer=entries.dealer))
    kind = companion_for(entries.game)
    speaker = Speaker(session, entries.said)
    with open_source(str(DEMO_DIR / "paimiahhh.mp4"), real_time=False) as film:
        watch_source(
            film,
            session,
            kind.watcher(Recogniser.load()),
            kind.companion(session),
            before_frame=speaker.before_frame,
        )
    yield session
    store.close()


def logged(session, kind):
    return [entry.event for entry in effective(session.entries) if isinstance(entry.event, kind)]


def test_every_card_of_the_film_is_read_and_given_to_the_right_seat(session, truth):
    true_plays = [(play["seat"], play["card"]) for play in truth.of_kind("play")]

    assert true_plays == [(event.seat, event.cards[0].code) for event in logged(session, CardsPlayed)]


def test_the_open_hand_is_known_card_for_card(session, truth):
    (hand,) = truth.of_kind("hand")
    (shown,) = logged(session, HandShown)

    assert hand["seat"] == shown.seat
    assert set(hand["cards"]) == {card.code for card in shown.cards}


def test_every_trick_is_gathered_and_the_score_is_right_though_nobody_answers(session, truth):
    assert len(truth.of_kind("gather")) == len(logged(session, TrickGathered))
    assert tuple(truth.final["scores"]) == session.state.round.scores
    # At most who laid a card is asked, of a card already given to the right seat.
    assert [question.code for question in session.questions] in ([], ["which_seat"])


def test_the_revoke_is_found_and_nobody_else_is_accused(session):
    accused = {(str(v.code), v.seat) for v in session.state.verdicts if v.severity is Severity.OFFENCE}

    assert {("revoke", 0)} == accused
