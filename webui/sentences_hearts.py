"""Plain words for what only Hearts has."""

from __future__ import annotations

from engine.games.hearts import TWO_OF_CLUBS, HeartsCode
from engine.state import Phase, State
from webui.sentences import card_words, counted, name_of
from webui.verdict_facts import Wording, capital

_TOWARDS = {"left": "to the left", "right": "to the right", "across": "across the table"}
_STEPS = {"left": 1, "across": 2, "right": 3}

HEARTS: dict[str, Wording] = {
    HeartsCode.WRONG_OPENING_CARD: Wording(
        "Wrong first card",
        lambda f: f"{f.who} opened the round with {f.card}.",
        lambda f: f"Whoever holds {card_words(f.params['due'])} leads it.",
    ),
    HeartsCode.HEARTS_NOT_BROKEN: Wording(
        "Hearts led too early",
        lambda f: f"{capital(f.trick)}: {f.who} led {f.card} before hearts were broken. {f.proof}",
        lambda f: "Another suit should have been led. One of these cards may be misread.",
    ),
    HeartsCode.POINTS_ON_FIRST_TRICK: Wording(
        "Points on the first trick",
        lambda f: f"{capital(f.trick)}: {f.who} played {f.card}. {f.proof}",
        lambda f: "A card without points should have been played. One of these cards may be misread.",
    ),
}


def hearts_expects(state: State) -> str | None:
    """Where the two of clubs leads, the first lead is nobody's turn."""
    is_opening = state.expected.kind == "play" and state.expected.seat is None
    return f"Whoever holds {card_words(TWO_OF_CLUBS)} leads it." if is_opening else None


def hearts_notes(state: State) -> list[tuple[str, str, str]]:
    """(name, title, text) of the passing, which is over with the first card."""
    direction = _passing(state)
    if direction is None:
        return []
    told = f"Pass three cards {_TOWARDS[direction]}" if direction in _TOWARDS else "No cards are passed in this round"
    return [("passing", "Passing", told)]


def hearts_seat_note(state: State, seat: int) -> str:
    """To whom a seat passes, then the points it has taken."""
    direction = _passing(state)
    if direction in _STEPS:
        return f"passes to {name_of(state, (seat + _STEPS[direction]) % len(state.names))}"
    return counted(_points(state, seat), "point") if _points(state, seat) else ""


def hearts_team_note(state: State, team: int) -> str:
    """The points taken in this round."""
    return f"{_points(state, team)} in this round" if _points(state, team) else ""


def _passing(state: State) -> str | None:
    """The direction of the passing while it is going on."""
    round_ = state.round
    return None if round_ is None or round_.phase is not Phase.PLAY or round_.tricks else str(round_.notes["passing"])


def _points(state: State, seat: int) -> int:
    points = state.round.notes["points"] if state.round is not None and state.round.phase is Phase.PLAY else (0,) * 4
    assert isinstance(points, tuple)
    return int(str(points[seat]))
