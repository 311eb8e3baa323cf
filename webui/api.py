"""Commands to the game and questions about it, as JSON."""

from __future__ import annotations

import time

from flask import Blueprint, Response, jsonify, request

from engine.events import (
    EDIT_EVENTS,
    BidMade,
    CardsPlayed,
    CardTurned,
    Corrected,
    Event,
    GameStarted,
    Inserted,
    Redone,
    Removed,
    RoundStarted,
    RoundVoided,
    Ruled,
    TableEvent,
    TrickGathered,
    Undone,
)
from engine.log import can_redo, effective
from engine.state import State
from webui import games, snapshot
from webui.candidates import candidates_json
from webui.command_body import CommandBody
from webui.security import COOKIE, RequestError, command, config, desk, is_scorer, scorer_only, set_cookie
from webui.session import Session
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
    return _done()


@blueprint.post("/resume")
@scorer_only
@command
def resume() -> Response:
    """Go on with the game found in the store."""
    session().resume()
    return _done()


@blueprint.post("/abandon")
@scorer_only
@command
def abandon() -> Response:
    """Put the running game aside."""
    session().abandon()
    return _done()


@blueprint.post("/undo")
@scorer_only
@command
def undo() -> Response:
    """Take back the last action, whatever it was."""
    body, live = CommandBody(), session()
    if not snapshot.undoable(live.entries):
        raise RequestError(409, "There is nothing to undo.")
    return _append(Undone(), body, live)


@blueprint.post("/redo")
@scorer_only
@command
def redo() -> Response:
    """Bring the last undone action back."""
    body, live = CommandBody(), session()
    if not can_redo(live.entries):
        raise RequestError(409, "There is nothing to redo.")
    return _append(Redone(), body, live)


# What happens at the table


@blueprint.post("/round")
@scorer_only
@command
def start_round() -> Response:
    """The next round is dealt: {"dealer"?, "hand_size"?}, what is absent goes as the game says."""
    body, live = CommandBody(), session()
    state = _running(live)
    dealer = body.seat("dealer", len(state.names)) if "dealer" in body else None
    hand_size = body.whole_number("hand_size", 1, 60) if "hand_size" in body else None
    return _append(RoundStarted(dealer=dealer, hand_size=hand_size), body, live)


@blueprint.post("/redeal")
@scorer_only
@command
def redeal() -> Response:
    """A misdeal: the round does not count and is dealt again."""
    body, live = CommandBody(), session()
    _running(live)
    return _append(RoundVoided(), body, live)


@blueprint.post("/turn")
@scorer_only
@command
def turn() -> Response:
    """The card turned for trump: {"card"}."""
    body, live = CommandBody(), session()
    _running(live)
    return _append(CardTurned(body.card("card")), body, live)


@blueprint.post("/bid")
@scorer_only
@command
def bid() -> Response:
    """A bid: {"seat", "value"}; a bid against the rules is entered too, and pointed out."""
    body, live = CommandBody(), session()
    state = _running(live)
    return _append(BidMade(body.seat("seat", len(state.names)), body.whole_number("value", 0, 99)), body, live)


@blueprint.post("/play")
@scorer_only
@command
def play() -> Response:
    """A card laid on the table: {"card", "seat"?}, the seat whose turn it is when absent."""
    body, live = CommandBody(), session()
    state = _running(live)
    seat = body.seat("seat", len(state.names)) if "seat" in body else state.expected.seat
    if seat is None:
        raise RequestError(400, "seat: missing, and it is nobody's turn to play.")
    return _append(CardsPlayed(seat, (body.card("card"),)), body, live)


@blueprint.post("/gather")
@scorer_only
@command
def gather() -> Response:
    """The cards on the table were gathered: {"by"?}."""
    body, live = CommandBody(), session()
    state = _running(live)
    by = body.seat("by", len(state.names)) if "by" in body else None
    return _append(TrickGathered(by), body, live)


# Corrections


@blueprint.post("/entries/<int:entry_id>/correct")
@scorer_only
@command
def correct(entry_id: int) -> Response:
    """What an entry should have been: {"card"?, "seat"?, "value"?}; what is absent stays."""
    body, live = CommandBody(), session()
    state = _running(live)
    before = _table_event(live, entry_id)
    after = _corrected(before, body, state)
    if after == before:
        raise RequestError(400, "That changes nothing.")
    return _append(Corrected(entry_id, after), body, live)


@blueprint.post("/entries/<int:entry_id>/remove")
@scorer_only
@command
def remove(entry_id: int) -> Response:
    """An entry that never happened, such as a card Kibitz imagined."""
    body, live = CommandBody(), session()
    if isinstance(_table_event(live, entry_id), GameStarted):
        raise RequestError(400, "The start of the game cannot be removed; start a new game instead.")
    return _append(Removed(entry_id), body, live)


@blueprint.post("/entries/<int:entry_id>/insert")
@scorer_only
@command
def insert(entry_id: int) -> Response:
    """What was missed, just before the entry: {"seat", "card"}, {"seat", "value"} for a bid, {"turned"} for a card."""
    body, live = CommandBody(), session()
    state = _running(live)
    if isinstance(_table_event(live, entry_id), GameStarted):
        raise RequestError(400, "Nothing can happen before the start of the game.")
    return _append(Inserted(entry_id, _missed(body, state)), body, live)


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
    return _append(Ruled(verdict_id, decision), body, live)


@blueprint.post("/questions/<path:question_id>/answer")
@scorer_only
@command
def answer(question_id: str) -> Response:
    """The table's word on a question: {"choice"}."""
    session().answer(question_id, CommandBody().text("choice", most=60))
    return _done()


# Pictures and the camera


@blueprint.get("/evidence/<int:game_id>/<int:entry_id>.jpg")
def evidence(game_id: int, entry_id: int) -> Response:
    """The picture kept for an entry: for everybody while a finding is about it, else for the scorer."""
    live = session()
    if not is_scorer() and entry_id not in snapshot.public_picture_ids(live.state):
        raise RequestError(403, "Only the scorer may look at this picture.")
    kept = live.evidence(entry_id) if game_id == live.game_id else None
    return _picture(None if kept is None else kept.picture_jpeg)


@blueprint.get("/questions/<path:question_id>/picture.jpg")
def question_picture(question_id: str) -> Response:
    """The picture of an open question."""
    asked = next((question for question in session().questions if question.id == question_id), None)
    return _picture(asked.evidence.picture_jpeg if asked is not None and asked.evidence is not None else None)


@blueprint.get("/camera")
@scorer_only
def camera() -> Response:
    """What the camera sees: the picture's number and the boxes in it."""
    live = session()
    view = live.camera_view
    corners = live.table_corners
    return jsonify(
        {
            "number": None if view is None else view.number,
            "boxes": []
            if view is None
            else [
                {
                    "label": box.label,
                    "quad_xy": [list(point) for point in box.quad_xy],
                    "confidence": round(box.confidence, 3),
                    "seat": box.seat,
                    "kind": box.kind,
                }
                for box in view.boxes
            ],
            "corners": None if corners is None else [list(corner) for corner in corners],
            "names": list(live.state.names),
        }
    )


@blueprint.get("/camera.jpg")
@scorer_only
def camera_picture() -> Response:
    """The newest camera picture."""
    view = session().camera_view
    return _picture(None if view is None else view.picture_jpeg)


@blueprint.post("/camera/corners")
@scorer_only
@command
def camera_corners() -> Response:
    """The four table corners clicked in the picture: {"corners": [[x, y] × 4]} as fractions, or null to forget them."""
    body = CommandBody()
    session().set_table_corners(body.corners("corners") if "corners" in body else None)
    return _done()


# The scorer


@blueprint.post("/scorer/claim")
@command
def claim() -> Response:
    """Become the scorer: {"key": PIN or key of the link}."""
    cookie = desk().claim(CommandBody().text("key", most=80), request.remote_addr or "")
    response = _done()
    set_cookie(response, cookie)
    return response


@blueprint.post("/scorer/release")
@command
def release() -> Response:
    """Stop being the scorer on this device."""
    desk().release(request.cookies.get(COOKIE))
    response = _done()
    response.delete_cookie(COOKIE, path="/")
    return response


@blueprint.post("/scorer/handover")
@scorer_only
@command
def handover() -> Response:
    """Make a link for the next scorer; when it is used, the present scorers are out."""
    key = desk().hand_over()
    base = config().lan_url or config().local_url
    return jsonify({"version": session().version, "url": f"{base}scorer?key={key}"})


# Inside


def _append(event: Event, body: CommandBody, live: Session) -> Response:
    at_length = body.whole_number("log_length", 0, 10_000_000) if "log_length" in body else None
    entry_id = live.append(event, at_length=at_length)
    return jsonify({"version": live.version, "entry": entry_id})


def _done() -> Response:
    return jsonify({"version": session().version})


def _running(live: Session) -> State:
    state = live.state
    if state.game is None:
        raise RequestError(409, "No game is running. Start one first.")
    return state


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


def _picture(picture_jpeg: bytes | None) -> Response:
    if picture_jpeg is None:
        raise RequestError(404, "There is no picture.")
    return Response(picture_jpeg, mimetype="image/jpeg")
