"""Corrections of the log: what was seen wrongly, never happened or was missed; rulings on findings."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, jsonify, request

from engine.events import (
    EDIT_EVENTS,
    CardsPlayed,
    CardTurned,
    Corrected,
    GameStarted,
    HandShown,
    Inserted,
    Removed,
    Ruled,
    TableEvent,
)
from engine.log import effective
from engine.state import State
from webui.candidates import candidates_json
from webui.command_answers import append, running
from webui.command_body import CommandBody
from webui.security import RequestError, command, scorer_only
from webui.sentences_log import step_words
from webui.session import Session
from webui.stream import session
from webui.table_events import COMMAND_OF, READERS, fields_of

blueprint = Blueprint("corrections", __name__, url_prefix="/api")


@blueprint.post("/entries/<int:entry_id>/correct")
@scorer_only
@command
def correct(entry_id: int) -> Response:
    """What an entry should have been, in the fields of its command; what is absent stays.

    {"card", "place"?} changes one of several cards that were laid at once; {"event": "bid", …} makes it another kind.
    """
    body, live = CommandBody(), session()
    state = running(live)
    before = _table_event(live, entry_id)
    after = _corrected(before, state)
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
    """What was missed, just before the entry: {"event": "pass", …} with the fields of that command.

    Without "event" it is a bid where there is a "value", else a play; {"turned"} is the card turned for trump.
    """
    body, live = CommandBody(), session()
    state = running(live)
    if isinstance(_table_event(live, entry_id), GameStarted):
        raise RequestError(400, "Nothing can happen before the start of the game.")
    return append(Inserted(entry_id, _missed(body, state)), body, live)


@blueprint.get("/entries")
@scorer_only
def entries() -> Response:
    """Everything that counts in the log, the newest first, in words; which cards were swapped is not among them."""
    live = session()
    state = live.state
    steps = [
        {
            "entry": kept.id,
            "words": step_words(kept.event, state),
            "is_start": isinstance(kept.event, GameStarted),
            "is_play": isinstance(kept.event, CardsPlayed | CardTurned),
        }
        for kept in effective(live.entries)
    ]
    return jsonify(steps[::-1])


@blueprint.get("/entries/<int:entry_id>/candidates")
@scorer_only
def candidates(entry_id: int) -> Response:
    """What a card may be instead: look-alikes first, then cards not seen yet, then the rest.

    `?place=` says which of several cards that were laid at once.
    """
    live = session()
    place = request.args.get("place", 0, type=int)
    return jsonify(candidates_json(live, entry_id, _table_event(live, entry_id), place))


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
    what = _kind(body, otherwise="bid" if "value" in body else "play")
    if what in ("play", "pass"):
        body.seat("seat", len(state.names))  # Whose turn it is now says nothing about then.
    return READERS[what](body, state)


def _corrected(before: TableEvent, state: State) -> TableEvent:
    what = COMMAND_OF.get(type(before))
    if what is None:
        raise RequestError(400, "This entry can be removed, but not changed.")
    body = CommandBody(absent=fields_of(before))
    after = READERS[_kind(body, otherwise=what)](body, state)
    if "card" in body and isinstance(after, CardsPlayed | HandShown):
        place = body.whole_number("place", 0, len(after.cards) - 1) if "place" in body else 0
        return replace(after, cards=(*after.cards[:place], body.card("card"), *after.cards[place + 1 :]))
    return after


def _kind(body: CommandBody, *, otherwise: str) -> str:
    """Which command's fields the body holds."""
    what = body.text("event", most=20) if "event" in body else otherwise
    if what not in READERS:
        raise RequestError(400, f"event: one of {', '.join(READERS)} expected, got {what!r}.")
    return what
