"""What every companion shares: the cards it follows, the news it works off in order, and its way to the log.

A companion is the one place where what the camera saw becomes events of the game. It knows the table as the camera
reports it (tracks) and the game as the log tells it (state), and binds the two; what it is unsure of it asks.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from engine.cards import STANDARD_DECK, Deck
from engine.events import CardsPlayed, Event, Removed, TrickGathered
from engine.log import effective
from vision.framing import CameraDistance
from vision.observations import Observation, StateChanged, TableCard, TableChanged, WatcherState
from webui import table_questions as questions
from webui.questions import Answer
from webui.seat_placement import SeatPlacement, Xy
from webui.session import Session, SessionError
from webui.store import Evidence, StoreError
from webui.table_status import StatusCode, TableStatus
from webui.who_played import SeatBelief, who_played

log = logging.getLogger(__name__)

STATUS_OF_WATCHER: Mapping[WatcherState, StatusCode] = {
    WatcherState.STARTING: StatusCode.STARTING,
    WatcherState.QUIET: StatusCode.WAITING,
    WatcherState.HAND_IN_VIEW: StatusCode.HAND_IN_VIEW,
    WatcherState.SETTLING: StatusCode.SETTLING,
    WatcherState.READING: StatusCode.READING,
    WatcherState.CAMERA_LOST: StatusCode.CAMERA_LOST,
}


_STATUS_OF_DISTANCE: Mapping[CameraDistance, StatusCode] = {
    CameraDistance.TOO_NEAR: StatusCode.CAMERA_TOO_NEAR,
    CameraDistance.TOO_FAR: StatusCode.CAMERA_TOO_FAR,
}


def _status_of(news: StateChanged) -> StatusCode:
    """What the page says: while nothing happens, also that the camera should be moved."""
    usual = STATUS_OF_WATCHER[news.state]
    return _STATUS_OF_DISTANCE.get(news.camera_distance, usual) if news.state is WatcherState.QUIET else usual


class Role(Enum):
    """What a track is to the game."""

    PLAY = "play"
    TURNED = "turned"
    UNNAMED = "unnamed"
    """A play that is not in the log because nobody knows which card it is; the table is asked."""
    EARLY = "early"
    """A lead laid before the last trick was gathered; it is played once that has happened."""
    OPEN_HAND = "open_hand"
    """A card of the hand that one seat has laid open."""
    NOTHING = "nothing"


@dataclass(slots=True)
class Track:
    """One card lying on the table, and what it is to the game."""

    card: TableCard
    role: Role = Role.NOTHING
    entry_id: int | None = None
    seat: SeatBelief | None = None
    followed_by: int | None = None
    """First entry that came after an unnamed play: the play belongs in front of it."""


class CompanionBase(ABC):
    """Takes in news of the table in order; call it from one thread.

    `placement` says where the seats are, `deck` what is played with; `on_event` hears of every entry made, with the
    change that led to it.
    """

    def __init__(
        self,
        session: Session,
        placement: SeatPlacement,
        *,
        deck: Deck = STANDARD_DECK,
        on_event: Callable[[int, TableChanged], None] | None = None,
    ) -> None:
        self._session = session
        self._placement = placement
        self._deck = deck
        self._on_event = on_event
        self._tracks: dict[int, Track] = {}
        self._change: TableChanged | None = None
        self._backlog: deque[Observation | Answer] = deque()
        self._game_id = session.game_id

    @property
    def tracks(self) -> Mapping[int, Track]:
        """The cards on the table by track id."""
        return self._tracks

    def observe(self, observation: Observation) -> None:
        """Take in one observation of the watcher, in order.

        Raises StoreError when an event cannot be committed; the observation is kept and `catch_up` tries again.
        """
        self._backlog.append(observation)
        self.catch_up()

    def heed_answers(self) -> None:
        """Act on what the table has answered since the last call; StoreError as with `observe`."""
        self._backlog.extend(self._session.drain_answers())
        self.catch_up()

    def catch_up(self) -> None:
        """Work off what could not be committed earlier."""
        while self._backlog:
            self._forget_another_game()
            restore = self._remembered()
            try:
                self._digest(self._backlog[0])
            except StoreError:
                restore()  # What was committed meanwhile is recognised on the next try.
                raise
            except SessionError as error:  # The game was put aside at this very moment.
                log.info("news that came too late: %s", error)
            self._backlog.popleft()

    # What a game makes of it

    @abstractmethod
    def _take_in(self, change: TableChanged) -> None:
        """Make events of a change on the table."""

    @abstractmethod
    def _heed(self, answer: Answer) -> None:
        """Make events of the table's word on a question."""

    # What all share

    def _remembered(self) -> Callable[[], None]:
        """What is known now, as a call that brings it back."""
        before = {track_id: replace(track) for track_id, track in self._tracks.items()}

        def restore() -> None:
            self._tracks = before

        return restore

    def _forget_another_game(self) -> None:
        """What lies there from another game is no part of this one, whose entries are numbered anew."""
        if self._game_id == self._session.game_id:
            return
        self._game_id = self._session.game_id
        for track in self._tracks.values():
            track.role, track.entry_id, track.followed_by = Role.NOTHING, None, None

    def _digest(self, news: Observation | Answer) -> None:
        if isinstance(news, Answer):
            self._heed(news)
        elif isinstance(news, StateChanged):
            self._session.set_table_status(TableStatus(_status_of(news)))
        else:
            self._change = news
            self._take_in(news)

    def _seat_of(
        self, card: TableCard, expected_seat: int | None, already_played: frozenset[int] = frozenset()
    ) -> SeatBelief:
        """Who laid a card of the change at hand."""
        offset, hand, directions = self._witnesses(card.centre_xy, card.hand_from_xy)
        return who_played(offset, hand, directions, expected_seat=expected_seat, already_played=already_played)

    def _witnesses(self, centre_xy: Xy, hand_from_xy: Xy | None) -> tuple[Xy, Xy | None, Mapping[int, Xy]]:
        """What `who_played` weighs of something in the change at hand: where it lies, the hand's side, the seats'."""
        assert self._change is not None
        height, width = self._change.image_bgr.shape[:2]
        placement = self._placement.with_corners(self._session.table_corners)
        hand = None if hand_from_xy is None else placement.direction(hand_from_xy, (width, height))
        return placement.offset(centre_xy, (width, height)), hand, placement.directions

    def _ask_whether_taken_back(self, entry_id: int | None) -> None:
        """Ask about a play whose cards have gone while it still counted."""
        logged = self._logged(entry_id)
        if entry_id is not None and isinstance(logged, CardsPlayed):
            self._session.ask(questions.play_vanished(entry_id, logged))

    def _lies_again(self, entry_id: int | None) -> None:
        """A play that was seen again, or whose cards were gathered with the others, has not been taken back."""
        self._session.withdraw(f"vanished:{entry_id}")

    def _take_out(self, entry_id: int | None) -> None:
        """A play has not happened: it was taken back, or no card lay there."""
        if entry_id is None:
            return
        if self._logged(entry_id) is not None:
            self._append(Removed(entry_id), None)
        for track in self._tracks.values():
            if track.entry_id == entry_id:
                track.role, track.entry_id = Role.NOTHING, None

    def _append(self, event: Event, evidence: Evidence | None) -> int:
        entry_id = self._session.append(event, evidence)
        if isinstance(event, CardsPlayed | TrickGathered):
            for track in self._tracks.values():
                if track.role is Role.UNNAMED and track.followed_by is None:
                    track.followed_by = entry_id
        if self._on_event is not None and self._change is not None:
            self._on_event(entry_id, self._change)
        return entry_id

    def _logged(self, entry_id: int | None) -> Event | None:
        """The event of an entry as edits have left it; None when it was removed or undone."""
        return next((entry.event for entry in effective(self._session.entries) if entry.id == entry_id), None)
