"""The table in the snapshot: seats, round, tricks, what is expected, pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeAlias

from engine.events import Seat
from engine.state import Phase, PlayState, RoundState, Standing, State, TrickState
from webui.sentences import card_words, name_of

Json: TypeAlias = dict[str, Any]

# Where a seat sits around the picture of the table, clockwise from the bottom edge.
_SIDES = {
    4: ("bottom", "left", "top", "right"),
    6: ("bottom", "left_low", "left_high", "top", "right_high", "right_low"),
}


def side_of(seat: Seat, seat_count: int, bottom_seat: Seat = 0) -> str:
    """The side of the table a seat is drawn at, with `bottom_seat` at the lower edge as in the camera's picture."""
    sides = _SIDES.get(seat_count, _SIDES[4])
    return sides[(seat - bottom_seat) % len(sides)]


def seats_json(state: State, bottom_seat: Seat = 0) -> list[Json]:
    """Each seat with its bid, tricks won and whether it is its turn."""
    round_ = state.round
    team_of = {seat: team for team, seats in enumerate(state.teams) for seat in seats}
    return [
        {
            "seat": seat,
            "name": name,
            "side": side_of(seat, len(state.names), bottom_seat),
            "team": team_of.get(seat),
            "bid": round_.bids[seat] if round_ else None,
            "bid_entry": round_.bid_entry_ids[seat] if round_ else None,
            "tricks": round_.tricks_won[seat] if round_ else 0,
            "is_dealer": round_ is not None and round_.dealer == seat,
            "is_turn": state.expected.seat == seat and state.expected.kind in ("bid", "play"),
        }
        for seat, name in enumerate(state.names)
    ]


def round_json(state: State) -> Json | None:
    """The running round, or the one that was just played."""
    round_ = state.round
    if round_ is None:
        return None
    return {
        "number": round_.number,
        "entry": round_.started_entry_id,
        "first_play": _first_play(round_),
        "of": max(len(state.schedule), round_.number),
        "hand_size": round_.hand_size,
        "dealer": round_.dealer,
        "phase": round_.phase,
        "trump": round_.trump,
        "trump_is_known": round_.trump_is_known,
        "turned_card": round_.turned_card.code if round_.turned_card else None,
        "turned_entry": round_.turned_entry_id,
        "bids_sum": sum(bid for bid in round_.bids if bid is not None),
        "tricks_played": sum(trick.is_gathered for trick in round_.tricks),
        "blocked": bool(round_.blocked_by),
    }


def _first_play(round_: RoundState) -> int | None:
    """The entry before which a bid or a turned card that was missed is put in."""
    return next((play.entry_id for trick in round_.tricks for play in trick.plays), None)


def current_trick_json(state: State) -> Json | None:
    """The cards on the table now."""
    round_ = state.round
    if round_ is None or round_.phase is Phase.VOID or round_.current_trick is None:
        return None
    return _trick_json(round_.current_trick, state)


def previous_trick_json(state: State) -> Json | None:
    """The last gathered trick, until the next lead."""
    round_ = state.round
    if round_ is None or not round_.tricks or round_.current_trick is not None:
        return None
    last = round_.tricks[-1]
    return _trick_json(last, state) if last.is_gathered and last.number in round_.public_trick_numbers else None


def expected_json(state: State, sentence: str) -> Json:
    """What comes next; for a bid every value with whether it is allowed."""
    expected, round_ = state.expected, state.round
    bids: list[Json] = []
    if expected.kind == "bid" and round_ is not None:
        bids = [
            {"value": value, "allowed": True, "reason": ""}
            if value in expected.values
            else {"value": value, "allowed": False, "reason": _barred(round_)}
            for value in range(round_.hand_size + 1)
        ]
    return {
        "kind": expected.kind,
        "seat": expected.seat,
        "sentence": sentence,
        "bids": bids,
        "led_suit": expected.led_suit,
        "dealer": expected.dealer,
        "hand_size": expected.hand_size,
    }


def all_tricks_json(state: State, *, for_scorer: bool) -> list[Json]:
    """Every round with its tricks: all of them for the scorer, the public ones for others."""
    return [
        {
            "round": round_.number,
            "hand_size": round_.hand_size,
            "void": round_.phase is Phase.VOID,
            "tricks": [_trick_json(trick, state) for trick in (round_.tricks if for_scorer else round_.public_tricks)],
        }
        for round_ in state.rounds
    ]


def seen_json(state: State) -> dict[str, int]:
    """How many copies of each card were seen in this round: for the scorer's card pad."""
    round_ = state.round
    if round_ is None:
        return {}
    seen = Counter(
        play.card.code for trick in round_.tricks for play in trick.plays if play.standing is not Standing.TAKEN_BACK
    )
    if round_.turned_card is not None and round_.turned_card.code not in seen:
        seen[round_.turned_card.code] = 1
    return dict(seen)


def pictures_json(
    entry_ids: Iterable[int], state: State, with_picture: frozenset[int], game_id: int | None
) -> list[Json]:
    """The cards a finding is about, each with its picture where one was kept."""
    places = [(entry_id, place) for entry_id in entry_ids if (place := _find_play(state, entry_id)) is not None]
    found = []
    # In the order they were laid, as people remember them.
    for entry_id, (round_, trick, play) in sorted(places, key=lambda each: _order(*each[1])):
        where = "turned for trump" if trick is None else f"trick {trick.number}, {name_of(state, play.seat)}"
        found.append(
            {
                "entry": entry_id,
                "card": play.card.code,
                "seat": play.seat,
                "round": round_.number,
                "trick": None if trick is None else trick.number,
                "caption": f"{card_words(play.card)} · {where}",
                "picture": f"/api/evidence/{game_id}/{entry_id}.jpg" if entry_id in with_picture else None,
            }
        )
    return found


def _find_play(state: State, entry_id: int) -> tuple[RoundState, TrickState | None, PlayState] | None:
    for round_ in reversed(state.rounds):
        if round_.turned_entry_id == entry_id and round_.turned_card is not None:
            return round_, None, PlayState(entry_id, round_.dealer, round_.turned_card)
        for trick in round_.tricks:
            for play in trick.plays:
                if play.entry_id == entry_id:
                    return round_, trick, play
    return None


def _order(round_: RoundState, trick: TrickState | None, play: PlayState) -> tuple[int, int, int]:
    return (
        (round_.started_entry_id, 0, 0)
        if trick is None
        else (round_.started_entry_id, trick.number, trick.plays.index(play))
    )


def _trick_json(trick: TrickState, state: State) -> Json:
    flagged = {
        entry_id: verdict.id
        for verdict in state.verdicts
        if verdict.is_open and verdict.is_public
        for entry_id in ((verdict.offence,) if verdict.offence is not None else ())
    }
    return {
        "number": trick.number,
        "leader": trick.leader,
        "led_suit": trick.led_suit,
        "best": trick.best,
        "winner": trick.winner,
        "taken_by": trick.taken_by,
        "complete": trick.is_complete,
        "gathered": trick.is_gathered,
        "gathered_entry": trick.gathered_entry_id,
        "plays": [
            {
                "entry": play.entry_id,
                "seat": play.seat,
                "name": name_of(state, play.seat),
                "card": play.card.code,
                "standing": play.standing,
                "verdict": flagged.get(play.entry_id),
            }
            for play in trick.plays
        ],
    }


def _barred(round_: RoundState) -> str:
    return f"the bids would add up to {round_.hand_size}"
