"""What commands share: carrying an event to the log and answering with the new version."""

from __future__ import annotations

from flask import Response, jsonify

from engine.events import Event
from engine.state import State
from webui.command_body import CommandBody
from webui.security import RequestError
from webui.session import Session
from webui.stream import session


def append(event: Event, body: CommandBody, live: Session) -> Response:
    """Append an event; {"log_length"} in the body says which state of the game the caller acted on."""
    at_length = body.whole_number("log_length", 0, 10_000_000) if "log_length" in body else None
    entry_id = live.append(event, at_length=at_length)
    return jsonify({"version": live.version, "entry": entry_id})


def done() -> Response:
    """The version, for commands that are no event."""
    return jsonify({"version": session().version})


def running(live: Session) -> State:
    """The state of the running game; 409 without one."""
    state = live.state
    if state.game is None:
        raise RequestError(409, "No game is running. Start one first.")
    return state
