"""From the log to the state of the game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.docket import Docket
from engine.events import GameStarted
from engine.games import GAMES, Game, SessionGame
from engine.log import Entry, effective
from engine.state import Severity, State
from engine.verdicts import Code


def fold(entries: Sequence[Entry]) -> State:
    """The state a log amounts to; never raises for well-formed events, in whatever order.

    Events before the first `GameStarted` have no effect; a later `GameStarted` begins a new game.
    """
    return Replay().update(entries)


class Replay:
    """Folds a log that grows: what is only appended is only applied, any edit of the past folds again.

    `update` gives exactly what `fold` gives. Not safe for several threads at once.
    """

    def __init__(self) -> None:
        self._applied: tuple[Entry, ...] = ()
        self._game: Game | None = None
        self._state = State()

    def update(self, entries: Sequence[Entry]) -> State:
        """The state of `entries`."""
        wanted = effective(entries)
        count = len(self._applied)
        if wanted[:count] != self._applied:
            count, self._game = 0, None
        for entry in wanted[count:]:
            if isinstance(entry.event, GameStarted):
                kind, previous = GAMES.get(entry.event.game), self._game
                self._game = kind.start(entry) if kind else _UnknownGame(entry, entry.event.game)
                if isinstance(self._game, SessionGame):
                    self._game.continue_session(previous)
            elif self._game is not None:
                self._game.apply(entry)
        if count == 0 or len(wanted) > count:
            self._state = self._game.state() if self._game is not None else State()
        self._applied = wanted
        return self._state


class _UnknownGame:
    """A game nobody knows: it takes in everything and finds only that."""

    def __init__(self, entry: Entry, game: str) -> None:
        docket = Docket(0, 0)
        verdict = docket.add(Code.UNKNOWN_GAME, "", severity=Severity.NOTICE, offence=entry.id, params={"game": game})
        self._state = State(game=game, verdicts=(verdict,))

    def apply(self, entry: Entry) -> None:
        """Nothing to do."""

    def state(self) -> State:
        """A game without rounds."""
        return self._state
