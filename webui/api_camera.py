"""Pictures over HTTP: evidence of single cards, and what the camera sees."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from webui import snapshot
from webui.command_answers import done
from webui.command_body import CommandBody
from webui.security import RequestError, command, is_scorer, scorer_only
from webui.snapshot_table import seats_json
from webui.stream import session

blueprint = Blueprint("camera", __name__, url_prefix="/api")


@blueprint.get("/evidence/<int:game_id>/<int:entry_id>.jpg")
def evidence(game_id: int, entry_id: int) -> Response:
    """The picture kept for an entry: for everybody while a finding is about it, else for the scorer."""
    live = session()
    if not is_scorer() and entry_id not in snapshot.public_picture_ids(live.state):
        raise RequestError(403, "Only the scorer may look at this picture.")
    # A number longer than the log may be longer than the store can ask for.
    is_known = game_id == live.game_id and entry_id <= len(live.entries)
    kept = live.evidence(entry_id) if is_known else None
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
            "seats": seats_json(live.state, live.bottom_seat),
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
    return done()


def _picture(picture_jpeg: bytes | None) -> Response:
    if picture_jpeg is None:
        raise RequestError(404, "There is no picture.")
    return Response(picture_jpeg, mimetype="image/jpeg")
