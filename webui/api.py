"""The course of the game as commands, and questions about it, as JSON."""

from __future__ import annotations

import time

from flask import Blueprint, Response, jsonify

from engine.events import GameStarted, Redone, Undone
from engine.log import can_redo
from webui import games, snapshot
from webui.command_answers import append, done
from webui.command_body import CommandBody
from webui.security import RequestError, command, is_scorer, scorer_only
from webui.stream import session

blueprint = Blueprint("api", __name__, url_prefix="/api")

_started_s = time.monotonic()


@blueprint.get("/health")
def health() -> Response:
    """Whether the server is well, for monitors and for the curious."""
    live = session()
    return jsonify(
        {
            "ok": True,
            "version": live.version,
            "game_running": live.state.game is not None,
            "log_length": len(live.entries),
            "table_status": live.table_status.code,
            "questions": len(live.questions),
            "up_s": round(time.monotonic() - _started_s, 1),
        }
    )


@blueprint.get("/games")
def game_list() -> Response:
    """The games that can be played, with their options and lists of rounds."""
    return jsonify(games.menu_json())


@blueprint.post("/games/<code>/schedule")
@command
def game_schedule(code: str) -> Response:
    """The hand size of every round under {"options"}: shown before the game is started."""
    if games.find(code) is None:
        raise RequestError(404, f"There is no game {code!r}.")
    try:
        return jsonify(list(games.schedule(code, CommandBody().mapping("options"))))
    except (ValueError, TypeError) as error:
        raise RequestError(400, f"{error}.") from None


@blueprint.get("/tricks")
def tricks() -> Response:
    """The tricks that may be looked at again: all for the scorer, the public ones for everybody."""
    live = session()
    return jsonify(snapshot.tricks_json(live.state, for_scorer=is_scorer()))


# The game as a whole


@blueprint.post("/game")
@scorer_only
@command
def start_game() -> Response:
    """A new game: {"game", "names", "options", "replace"}."""
    body = CommandBody()
    code = body.text("game", most=40)
    game = games.find(code)
    if game is None:
        raise RequestError(400, f"game: one of {', '.join(games.codes())} expected, got {code!r}.")
    try:
        options = games.read_options(code, body.mapping("options"))
    except (ValueError, TypeError) as error:
        raise RequestError(400, f"{error}.") from None
    event = GameStarted(game=code, names=body.names("names", games.seat_count(code)), options=options)
    session().start_game(event, replace=body.yes("replace"))
    return done()


@blueprint.post("/game/next")
@scorer_only
@command
def start_next_game() -> Response:
    """The next game of the same session: the same game, players and options."""
    session().start_next_game()
    return done()


@blueprint.post("/resume")
@scorer_only
@command
def resume() -> Response:
    """Go on with the game found in the store."""
    session().resume()
    return done()


@blueprint.post("/abandon")
@scorer_only
@command
def abandon() -> Response:
    """Put the running game aside."""
    session().abandon()
    return done()


@blueprint.post("/undo")
@scorer_only
@command
def undo() -> Response:
    """Take back the last action, whatever it was."""
    body, live = CommandBody(), session()
    if not snapshot.undoable(live.entries):
        raise RequestError(409, "There is nothing to undo.")
    return append(Undone(), body, live)


@blueprint.post("/redo")
@scorer_only
@command
def redo() -> Response:
    """Bring the last undone action back."""
    body, live = CommandBody(), session()
    if not can_redo(live.entries):
        raise RequestError(409, "There is nothing to redo.")
    return append(Redone(), body, live)


# Questions


@blueprint.post("/questions/<path:question_id>/answer")
@scorer_only
@command
def answer(question_id: str) -> Response:
    """The table's word on a question: {"choice"}."""
    session().answer(question_id, CommandBody().text("choice", most=60))
    return done()
