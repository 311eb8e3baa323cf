"""What only a page of Gou Ji asks for: the sets that may be looked at again, and a pass that was none."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from engine.events import Ruled, Seat
from engine.games.gou_ji_docket import inferred_pass_id
from engine.games.gou_ji_state import SeriesState
from webui.command_answers import append, running
from webui.command_body import CommandBody
from webui.security import RequestError, command, is_scorer, scorer_only
from webui.snapshot_gou_ji import series_json
from webui.stream import session

blueprint = Blueprint("gou_ji", __name__, url_prefix="/api")


@blueprint.get("/series")
def past_series() -> Response:
    """The sets that may be looked at again: all for the scorer, the public ones for everybody."""
    return jsonify(series_json(session().state, for_scorer=is_scorer()))


@blueprint.post("/passes/deny")
@scorer_only
@command
def deny_pass() -> Response:
    """A seat that was skipped, and so taken to pass, has not passed: {"seat", "entry"}, the set that skipped it."""
    body, live = CommandBody(), session()
    state = running(live)
    seat, entry_id = body.seat("seat", len(state.names)), body.whole_number("entry", 1, 10_000_000)
    hand = state.gou_ji.hand if state.gou_ji is not None else None
    series = hand.series[-1] if hand is not None and hand.series else None
    if hand is None or series is None or not _is_skipped(series, seat, entry_id):
        raise RequestError(404, "That pass is no longer there; a correction may have settled it.")
    return append(Ruled(inferred_pass_id(hand.started_entry_id, entry_id, seat), "taken_back"), body, live)


def _is_skipped(series: SeriesState, seat: Seat, entry_id: int) -> bool:
    is_set = any(laid.entry_id == entry_id for laid in series.sets)
    return is_set and any((noted.seat, noted.entry_id) == (seat, entry_id) for noted in series.passes)
