"""Plain words for what only Hearts has."""

from __future__ import annotations

from engine.games.hearts import HeartsCode
from engine.state import State
from webui.sentences import card_words, counted, listed, name_of
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
    """The first lead is nobody's turn: the two of clubs leads, after the passing."""
    if state.expected.kind != "play" or state.expected.seat is not None or state.round is None:
        return None
    direction = str(state.round.notes["passing"])
    passing = f"Pass three cards {_TOWARDS[direction]}. Then " if direction in _TOWARDS else ""
    return f"{passing}{'whoever' if passing else 'Whoever'} holds 2♣ leads it."


def hearts_notes(state: State) -> list[tuple[str, str, str]]:
    """(name, title, text) of the passing and of the points taken in this round."""
    round_ = state.round
    assert round_ is not None
    direction, points = str(round_.notes["passing"]), round_.notes["points"]
    assert isinstance(points, tuple)
    seats = range(len(state.names))
    if direction in _STEPS:
        receivers = [f"{name_of(state, seat)} → {name_of(state, (seat + _STEPS[direction]) % 4)}" for seat in seats]
        passing = f"Three cards {_TOWARDS[direction]}: {', '.join(receivers)}"
    else:
        passing = "Nothing is passed in this round"
    taken = listed(f"{name_of(state, seat)} {points[seat]}" for seat in seats if points[seat])
    return [("passing", "Passing", passing), ("points", "Points taken", taken or "None yet")]


def hearts_seat_note(state: State, seat: int) -> str:
    """The points a seat has taken in this round."""
    round_ = state.round
    points = round_.notes["points"] if round_ is not None else ()
    assert isinstance(points, tuple)
    return counted(int(str(points[seat])), "point") if points and points[seat] else ""
