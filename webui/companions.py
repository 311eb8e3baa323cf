"""Which companion watches which game, with which pack, and how the seats go round the table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from engine.cards import STANDARD_DECK, Deck
from engine.decks_paimiahhh import PAIMIAHHH_BOX
from engine.games.gou_ji_sets import GOU_JI_DECK
from vision.observations import TableChanged
from vision.recogniser import Recogniser
from vision.sources import Source, SourceState
from vision.watcher import Watcher
from webui.companion import Companion
from webui.companion_base import CompanionBase
from webui.companion_paimiahhh import PaiMiahhhCompanion
from webui.companion_sets import SetCompanion
from webui.seat_placement import SeatPlacement
from webui.session import Session
from webui.watching import watch_source


@dataclass(frozen=True, slots=True)
class CompanionKind:
    """How the table of a game is watched: `make` builds its companion, `deck` is what is played with.

    `min_index_confidence` is the detector's, for a deck in whose indices it believes less (None: as with any).
    """

    make: Callable[..., CompanionBase]
    deck: Deck = STANDARD_DECK
    seat_count: int = 4
    is_clockwise: bool = True
    min_index_confidence: float | None = None

    def companion(
        self,
        session: Session,
        *,
        bottom_seat: int = 0,
        on_event: Callable[[int, TableChanged], None] | None = None,
    ) -> CompanionBase:
        """The companion of a session whose `bottom_seat` sits at the lower edge of the picture."""
        placement = SeatPlacement.around(self.seat_count, bottom_seat=bottom_seat, is_clockwise=self.is_clockwise)
        return self.make(session, placement, deck=self.deck, on_event=on_event)

    def watcher(self, recogniser: Recogniser) -> Watcher:
        """A watcher that knows how often the pack holds every card."""
        copies = self.deck.copies
        if copies > 1 or self.min_index_confidence is not None:
            recogniser = recogniser.for_packs(copies, min_index_confidence=self.min_index_confidence)
        return Watcher(recogniser, deck_copies=copies)


_TRICKS = CompanionKind(Companion)
_KINDS: dict[str, CompanionKind] = {
    # The detector believes less in yellow print on white; the reader tells it from what is no index.
    "paimiahhh": CompanionKind(PaiMiahhhCompanion, PAIMIAHHH_BOX, min_index_confidence=0.15),
    "gou_ji": CompanionKind(SetCompanion, GOU_JI_DECK, seat_count=6, is_clockwise=False),
}


def companion_for(game: str | None) -> CompanionKind:
    """How the table of a game is watched; None, and a game not listed: as one of tricks with the standard pack."""
    return _KINDS.get(game or "", _TRICKS)


def watch_games(
    source: Source, session: Session, recogniser: Recogniser, *, bottom_seat: int = 0, stop: threading.Event
) -> None:
    """Watch until the source ends or `stop` is set, always as the game asks that is on then."""
    while not stop.is_set() and source.state is not SourceState.ENDED:
        kind = companion_for(session.state.game)

        def is_still_on(kind: CompanionKind = kind) -> bool:
            return companion_for(session.state.game) == kind

        companion = kind.companion(session, bottom_seat=bottom_seat)
        watch_source(source, session, kind.watcher(recogniser), companion, stop=stop, goes_on=is_still_on)
