"""Public facts of a round that only one game has, in words; a game that has some adds them here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.events import Seat
from engine.games import hearts, spades
from engine.state import RoundState, State
from webui.sentences_hearts import hearts_notes, hearts_seat_note, hearts_team_note
from webui.sentences_spades import spades_is_made, spades_notes, spades_team_note

# (name, title, text) of each fact of the latest round.
_NOTES: Mapping[str, Callable[[State], list[tuple[str, str, str]]]] = {
    hearts.KEY: hearts_notes,
    spades.KEY: spades_notes,
}
# A few words for the plate of a seat, "" for none.
_SEAT_NOTES: Mapping[str, Callable[[State, Seat], str]] = {
    hearts.KEY: hearts_seat_note,
}
# A few words for the score of a team.
_TEAM_NOTES: Mapping[str, Callable[[State, int], str]] = {
    hearts.KEY: hearts_team_note,
    spades.KEY: spades_team_note,
}
# Whether a team has won what it bid; exactly that many tricks in a game that is not listed.
_IS_MADE: Mapping[str, Callable[[State, RoundState, int], bool]] = {
    spades.KEY: spades_is_made,
}


def notes_json(state: State) -> list[dict[str, str]]:
    """The facts of the latest round, each with a title."""
    told = _NOTES.get(state.game or "")
    if told is None or state.round is None:
        return []
    return [{"name": name, "title": title, "text": text} for name, title, text in told(state)]


def seat_note(state: State, seat: Seat) -> str:
    """What stands on a seat's plate beside its bid and tricks."""
    told = _SEAT_NOTES.get(state.game or "")
    return "" if told is None else told(state, seat)


def team_note(state: State, team: int) -> str:
    """What stands beside a team's score."""
    told = _TEAM_NOTES.get(state.game or "")
    return "" if told is None else told(state, team)


def is_made(state: State, round_: RoundState, team: int) -> bool:
    """Whether a round that was played out brought a team what it had bid."""
    made = _IS_MADE.get(state.game or "")
    return round_.team_bids[team] == round_.team_tricks[team] if made is None else made(state, round_, team)
