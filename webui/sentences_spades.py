"""Plain words for what only Spades has."""

from __future__ import annotations

from engine.games import spades
from engine.games.spades import SpadesCode
from engine.state import State
from webui.sentences import counted, listed, name_of, team_name
from webui.verdict_facts import Wording

SPADES: dict[str, Wording] = {
    SpadesCode.BLIND_NIL_NOT_ALLOWED: Wording(
        "Blind nil not allowed",
        lambda f: f"{f.who} bid a blind nil.",
        lambda f: (
            "Only a pair that is 100 points or more behind may bid one."
            if f.state.options["blind_nil"] == "behind_100"
            else "This table plays without it."
        ),
    ),
    SpadesCode.BLIND_NIL_LATE: Wording(
        "Blind nil too late", lambda f: f"{f.who} had bid already; the blind nil does not count."
    ),
}


def bid_words(value: int, state: State) -> str:
    """A bid as it is said: "nil" for 0 where it is one."""
    return "nil" if value == 0 and state.game == spades.KEY and state.options["nil"] != 0 else str(value)


def blind_seats(state: State) -> tuple[int, ...]:
    """The seats that bid a blind nil in this round."""
    seats = state.round.notes.get("blind", ()) if state.round is not None else ()
    assert isinstance(seats, tuple)
    return tuple(int(str(seat)) for seat in seats)


def spades_notes(state: State) -> list[tuple[str, str, str]]:
    """(name, title, text) of the bags that are not paid for yet and of blind bids."""
    round_ = state.round
    assert round_ is not None
    bags = round_.notes["bags"]
    assert isinstance(bags, tuple)
    notes = []
    if state.options["bags"]:
        limit = int(str(state.options["bags"]))
        by_pair = listed(f"{team_name(state, team)} {count}" for team, count in enumerate(bags))
        notes.append(("bags", "Bags", f"{by_pair}; {counted(limit, 'bag')} cost {10 * limit} points"))
    if blind_seats(state):
        notes.append(("blind", "Blind nil", listed(name_of(state, seat) for seat in blind_seats(state))))
    return notes
