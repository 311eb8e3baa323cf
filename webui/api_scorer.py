"""Becoming the scorer, handing the pencil on, putting it down."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from webui.command_answers import done
from webui.command_body import CommandBody
from webui.security import COOKIE, command, config, desk, scorer_only, set_cookie
from webui.stream import session

blueprint = Blueprint("scorer", __name__, url_prefix="/api/scorer")


@blueprint.post("/claim")
@command
def claim() -> Response:
    """Become the scorer: {"key": PIN or key of the link}."""
    cookie = desk().claim(CommandBody().text("key", most=80), request.remote_addr or "")
    response = done()
    set_cookie(response, cookie)
    return response


@blueprint.post("/release")
@command
def release() -> Response:
    """Stop being the scorer on this device."""
    desk().release(request.cookies.get(COOKIE))
    response = done()
    response.delete_cookie(COOKIE, path="/")
    return response


@blueprint.post("/handover")
@scorer_only
@command
def handover() -> Response:
    """Make a link for the next scorer; when it is used, the present scorers are out."""
    key = desk().hand_over()
    base = config().lan_url or config().local_url
    return jsonify({"version": session().version, "url": f"{base}scorer?key={key}"})
