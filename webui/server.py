"""The web application and its production server."""

from __future__ import annotations

import errno
import logging
import socket

import waitress
from flask import Flask, Response, jsonify, request
from waitress.task import ThreadedTaskDispatcher
from werkzeug.exceptions import HTTPException

from webui import api, api_camera, api_corrections, api_gou_ji, api_scorer, api_table, pages, security, stream
from webui.config import WebConfig
from webui.security import RequestError
from webui.session import Session, SessionError
from webui.store import StoreError

SERVER_THREADS = 32  # Every open page holds one; the default of four would block the whole server at four pages.

_log = logging.getLogger(__name__)


class ServerError(Exception):
    """The server cannot start; the message is a sentence that says what to do."""


def create_app(session: Session, config: WebConfig | None = None) -> Flask:
    """Build the application around a session: pages, commands, event stream, checks."""
    app = Flask(__name__)
    app.extensions["kibitz_session"] = session
    app.json.sort_keys = False  # type: ignore[attr-defined]
    security.install(app, config or WebConfig())
    for topic in (pages, api, api_table, api_corrections, api_gou_ji, api_camera, api_scorer, stream):
        app.register_blueprint(topic.blueprint)
    app.register_error_handler(RequestError, _answer_refusal)
    app.register_error_handler(SessionError, _answer_conflict)
    app.register_error_handler(StoreError, _answer_store_trouble)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(Exception, _answer_surprise)
    return app


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything is promised on it; one that is taken or a foreign address is a `ServerError`."""
    # Bound here and not by waitress, which leaves its sockets open when it fails.
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise ServerError(_start_sentence(error, host, port)) from error


class _Threads(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress comes without types
    """The server's threads, of which those that hold an event stream can be told to end."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """End the streams, then wait for the threads."""
        self._session.end()
        done: bool = super().shutdown(cancel_pending, timeout)
        return done


def serve(app: Flask, listening: socket.socket) -> None:
    """Serve until interrupted (waitress keeps the KeyboardInterrupt to itself), then close the socket."""
    threads = _Threads(app.extensions["kibitz_session"])
    threads.set_thread_count(SERVER_THREADS)
    with listening:
        server = waitress.create_server(app, sockets=[listening], _dispatcher=threads, ident=None)
        try:
            server.run()
        finally:
            # A thread that is still answering would write to the closed descriptor, or to another file of that number.
            if not threads.threads:
                server.close()


def _start_sentence(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken by another program, perhaps another Kibitz. "
            f"Stop that one, or choose another port: --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator. Choose one above 1023: --port 8080"
    return f"Kibitz cannot listen on {host}:{port} ({error.strerror or error}). Try --local."


def _answer(status: int, sentence: str) -> Response:
    if request.path.startswith("/api/"):
        response = jsonify({"error": sentence})
    else:
        response = Response(pages.error_page(status, sentence), mimetype="text/html")
    response.status_code = status
    return response


def _answer_refusal(error: RequestError) -> Response:
    return _answer(error.status, error.sentence)


def _answer_conflict(error: SessionError) -> Response:
    return _answer(409, str(error))


def _answer_store_trouble(error: StoreError) -> Response:
    _log.error("store trouble=%s", error)
    return _answer(503, str(error))


def _answer_http_error(error: HTTPException) -> Response:
    return _answer(error.code or 500, security.sentence_of(error))


def _answer_surprise(error: Exception) -> Response:
    _log.exception("unexpected path=%s", request.path, exc_info=error)
    return _answer(500, "Something went wrong inside Kibitz. The game is safe; the details are in its log.")
