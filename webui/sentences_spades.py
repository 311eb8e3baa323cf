"""Plain words for what only Spades has."""

from __future__ import annotations

from engine.events import Seat
from engine.games import spades
from engine.games.spades import SpadesCode
from engine.state import RoundState, State
from webui.sentences import counted
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


def words_as_bids(state: State) -> tuple[str, ...]:
    """The words that count as a bid at this table."""
    has_blind = state.game == spades.KEY and state.options["nil"] != 0 and state.options["blind_nil"] != "no"
    return (spades.BLIND_NIL,) if has_blind else ()


def is_blind(round_: RoundState, seat: Seat) -> bool:
    """Whether a seat's bid is a blind nil."""
    seats = round_.notes.get("blind", ())
    return isinstance(seats, tuple) and seat in seats


def spades_notes(state: State) -> list[tuple[str, str, str]]:
    """(name, title, text) of what bags cost."""
    limit = int(str(state.options["bags"]))
    return [("bags", "Bags", f"Every {limit} bags of a pair cost {10 * limit} points.")] if limit else []


def spades_team_note(state: State, team: int) -> str:
    """The bags of a pair that are not paid for yet."""
    bags = state.round.notes["bags"] if state.round is not None else (0, 0)
    assert isinstance(bags, tuple)
    return counted(int(str(bags[team])), "bag") if bags[team] and state.options["bags"] else ""


def spades_is_made(state: State, round_: RoundState, team: int) -> bool:
    """Whether a pair has the tricks it bid, and no nil of it failed."""
    seats, has_nil = state.teams[team], state.options["nil"] != 0
    failed = [seat for seat in seats if has_nil and round_.bids[seat] == 0 and round_.tricks_won[seat] > 0]
    bid = round_.team_bids[team]
    return bid is not None and bid <= round_.team_tricks[team] and not failed
