"""Corrections of the log: what was seen wrongly, never happened or was missed; rulings on findings."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from engine.events import (
    EDIT_EVENTS,
    BidMade,
    CardsPlayed,
    CardTurned,
    Corrected,
    GameStarted,
    Inserted,
    Removed,
    RoundStarted,
    Ruled,
    TableEvent,
)
from engine.log import effective
from engine.state import State
from webui.candidates import candidates_json
from webui.command_answers import append, running
from webui.command_body import CommandBody
from webui.security import RequestError, command, scorer_only
from webui.session import Session
from webui.stream import session

blueprint = Blueprint("corrections", __name__, url_prefix="/api")


@blueprint.post("/entries/<int:entry_id>/correct")
@scorer_only
@command
def correct(entry_id: int) -> Response:
    """What an entry should have been: {"card"?, "seat"?, "value"?}; what is absent stays."""
    body, live = CommandBody(), session()
    state = running(live)
    before = _table_event(live, entry_id)
    after = _corrected(before, body, state)
    if after == before:
        raise RequestError(400, "That changes nothing.")
    return append(Corrected(entry_id, after), body, live)


@blueprint.post("/entries/<int:entry_id>/remove")
@scorer_only
@command
def remove(entry_id: int) -> Response:
    """An entry that never happened, such as a card Kibitz imagined."""
    body, live = CommandBody(), session()
    if isinstance(_table_event(live, entry_id), GameStarted):
        raise RequestError(400, "The start of the game cannot be removed; start a new game instead.")
    return append(Removed(entry_id), body, live)


@blueprint.post("/entries/<int:entry_id>/insert")
@scorer_only
@command
def insert(entry_id: int) -> Response:
    """What was missed, just before the entry: {"seat", "card"}, {"seat", "value"} for a bid, {"turned"} for a card."""
    body, live = CommandBody(), session()
    state = running(live)
    if isinstance(_table_event(live, entry_id), GameStarted):
        raise RequestError(400, "Nothing can happen before the start of the game.")
    return append(Inserted(entry_id, _missed(body, state)), body, live)


@blueprint.get("/entries/<int:entry_id>/candidates")
@scorer_only
def candidates(entry_id: int) -> Response:
    """What a card may be instead: look-alikes first, then cards not seen yet, then the rest."""
    live = session()
    return jsonify(candidates_json(live, entry_id, _table_event(live, entry_id)))


@blueprint.post("/verdicts/<path:verdict_id>/rule")
@scorer_only
@command
def rule(verdict_id: str) -> Response:
    """The table's decision on a finding: {"decision"}."""
    body, live = CommandBody(), session()
    verdict = live.state.verdict(verdict_id)
    if verdict is None:
        raise RequestError(404, "That finding is no longer there; a correction may have settled it.")
    decision = body.text("decision", most=60)
    offered = [choice.decision for choice in verdict.choices]
    if decision not in offered:
        raise RequestError(400, f"decision: one of {', '.join(offered) or 'nothing'} expected, got {decision!r}.")
    return append(Ruled(verdict_id, decision), body, live)


def _table_event(live: Session, entry_id: int) -> TableEvent:
    for kept in effective(live.entries):
        if kept.id == entry_id:
            assert not isinstance(kept.event, EDIT_EVENTS)
            return kept.event
    raise RequestError(404, "That entry is no longer in the log.")


def _missed(body: CommandBody, state: State) -> TableEvent:
    if "turned" in body:
        return CardTurned(body.card("turned"))
    seat = body.seat("seat", len(state.names))
    return (
        BidMade(seat, body.whole_number("value", 0, 99)) if "value" in body else CardsPlayed(seat, (body.card("card"),))
    )


def _corrected(before: TableEvent, body: CommandBody, state: State) -> TableEvent:
    match before:
        case CardsPlayed(seat, cards):
            seat = body.seat("seat", len(state.names)) if "seat" in body else seat
            return CardsPlayed(seat, (body.card("card"), *cards[1:]) if "card" in body else cards)
        case CardTurned():
            return CardTurned(body.card("card"))
        case BidMade(seat, value):
            seat = body.seat("seat", len(state.names)) if "seat" in body else seat
            return BidMade(seat, body.whole_number("value", 0, 99) if "value" in body else value)
        case RoundStarted(dealer, hand_size):
            return RoundStarted(
                body.seat("dealer", len(state.names)) if "dealer" in body else dealer,
                body.whole_number("hand_size", 1, 60) if "hand_size" in body else hand_size,
            )
        case _:
            raise RequestError(400, "This entry can be removed, but not changed.")
