"""Pushing the snapshot to pages: server-sent events, and plain polling where a stream is not wanted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, current_app, request

from webui.security import COOKIE, RequestError, config, desk, is_local, is_scorer
from webui.session import Audience, Session

# Each stream holds one server thread for as long as its page is open; the rest must stay free for commands.
STREAMS_MAX = 24
RETRY_MS = 1000

blueprint = Blueprint("stream", __name__)

_free_streams = threading.BoundedSemaphore(STREAMS_MAX)


def session() -> Session:
    """The session of the running app."""
    found: Session = current_app.extensions["kibitz_session"]
    return found


@blueprint.get("/api/stream")
def stream() -> Response:
    """Server-sent events until the session ends: the whole snapshot at once and after every change, and heartbeats."""
    if not _free_streams.acquire(blocking=False):
        raise RequestError(503, "Too many pages are open at once. This one will ask again by itself.")
    local, cookie, pencil = is_local(), request.cookies.get(COOKIE), desk()

    def audience_now() -> Audience:
        # Asked before every event: a scorer who handed over must not go on seeing what only the scorer sees.
        return "scorer" if local or pencil.holds(cookie) else "public"

    events = _events(session(), audience_now, config().heartbeat_s)
    response = Response(events, mimetype="text/event-stream")
    # The generator's own clean-up would not run for a page that leaves before the first event.
    response.call_on_close(_free_streams.release)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


@blueprint.get("/api/state")
def state() -> Response:
    """The snapshot as JSON, or 204 when `since` is already the newest version."""
    audience: Audience = "scorer" if is_scorer() else "public"
    version, text = session().snapshot_json(audience)
    if request.args.get("since") == str(version):
        return Response(status=204)
    return Response(text, mimetype="application/json")


def _events(live: Session, audience_now: Callable[[], Audience], heartbeat_s: float) -> Iterator[str]:
    version, text = live.snapshot_json(audience_now())
    yield f"retry: {RETRY_MS}\n{_event('snapshot', version, text)}"
    while (newest := live.wait_for_version(newer_than=version, timeout_s=heartbeat_s)) is not None:
        if newest > version:
            version, text = live.snapshot_json(audience_now())
            yield _event("snapshot", version, text)
        else:
            yield _event("heartbeat", version, "{}")


def _event(name: str, version: int, data: str) -> str:
    return f"event: {name}\nid: {version}\ndata: {data}\n\n"
