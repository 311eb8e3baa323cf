"""A table of Gou Ji as the watcher would report it, and what the log says of it."""

import numpy as np

from engine.events import CardsPlayed, GameStarted, RoundStarted, TrickGathered
from engine.games.gou_ji_sets import GOU_JI_DECK
from engine.log import effective
from vision.observations import StateChanged, TableCard, TableChanged, WatcherState
from vision.sightings import CardSighting, IndexSighting
from webui.companion_sets import SetCompanion

CLASSES = (*(card.code for card in GOU_JI_DECK.faces), "1R", "not_an_index", "unreadable")
IMAGE = np.full((720, 1280, 3), 90, np.uint8)
HEIGHT_PX = 120.0
STEP_PX = 24.0


def started(session, **options):
    """The session with a hand that seat 0 leads."""
    session.start_game(GameStarted("gou_ji", tuple("ABCDEF"), {"hands": 1, **options}))
    session.append(RoundStarted(dealer=0))
    return session


def side(seat):
    """Towards a seat, counter-clockwise from the bottom, in the picture stretched to a square."""
    angle = np.deg2rad(60 * seat)
    x, y = np.sin(angle) / (1280 / 720), np.cos(angle)
    return (x / np.hypot(x, y), y / np.hypot(x, y))


class SetTable:
    """A table as the watcher would report it."""

    def __init__(self, session):
        self.companion = SetCompanion(session)
        self.lying = {}
        self.time_s = 0.0
        self.next_track = 1

    def card(
        self, code, spot, hand, *, p=0.999, other="3C", track_id=None, angle_deg=0.0, height_px=HEIGHT_PX, corners=0
    ):
        probabilities = np.zeros(len(CLASSES), np.float32)
        probabilities[CLASSES.index(other)] += 1.0 - p
        probabilities[CLASSES.index(code)] += p
        x, y = spot
        quad = np.array([(x - 43, y - 60), (x + 43, y - 60), (x + 43, y + 60), (x - 43, y + 60)], np.float32)
        sighting = CardSighting(
            CLASSES, probabilities, code if p > 0.8 else None, p, spot, height_px, angle_deg, quad,
            (IndexSighting((x, y, x, y), spot, spot, spot, 0.9, probabilities),) * corners,
        )  # fmt: skip
        if track_id is None:
            track_id = self.next_track
            self.next_track += 1
        return TableCard(track_id, sighting, spot, self.time_s, hand, None)

    def row(self, seat, codes, *, spot=None, **how):
        x, y = spot or (640.0 + 150 * np.sin(np.deg2rad(60 * seat)), 360.0 + 150 * np.cos(np.deg2rad(60 * seat)))
        hand = how.pop("hand", side(seat))
        return [self.card(code, (x + STEP_PX * number, y), hand, **how) for number, code in enumerate(codes)]

    def change(self, appeared=(), gone=(), reread=(), after_s=3.0):
        """One report, so long after the last."""
        self.time_s += after_s
        for card in appeared:
            self.lying[card.track_id] = card
        for card in gone:
            self.lying.pop(card.track_id, None)
        self.companion.observe(
            TableChanged(self.time_s, self.time_s - 0.4, tuple(appeared), tuple(gone), (), tuple(reread), None, IMAGE)
        )

    def wait(self, for_s=4.0):
        """Nothing happens, and the watcher says so."""
        self.time_s += for_s
        self.companion.observe(StateChanged(self.time_s, WatcherState.QUIET))

    def lay(self, seat, *codes, after_s=3.0, **how):
        self.time_s += after_s
        cards = self.row(seat, codes, **how)
        self.change(cards, after_s=0.0)
        return cards

    def clear(self, after_s=4.0):
        self.change(gone=list(self.lying.values()), after_s=after_s)


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
