"""Who may change the game: anybody may watch, the scorer and this machine may act."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from webui.config import WebConfig, new_pin
from webui.scorer_cookies import COOKIE_MAX_AGE_S, ScorerCookies

COOKIE = "kibitz_scorer"
COMMAND_HEADER = "X-Kibitz"
BODY_MAX_BYTES = 64 * 1024
_TRIES_PER_ADDRESS = 5
_TRIES_ALTOGETHER = 30
_TRIES_WINDOW_S = 60.0

_CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; frame-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'self'"
)

P = ParamSpec("P")
R = TypeVar("R")


class RequestError(Exception):
    """A request that is answered with a status and a sentence instead of being carried out."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class ScorerDesk:
    """Knows who holds the scorer's pencil.

    Three keys open it: the PIN (typed), the link of the QR code, and a hand-over link made by a scorer,
    which works once and takes the pencil from everybody else. `cookies_file` keeps the scorers over a restart.
    """

    def __init__(self, pin: str, link_token: str, cookies_file: Path | None = None) -> None:
        self._mutex = threading.Lock()
        self._pin = pin
        self._link_token = link_token
        self._handover_token: str | None = None
        self._cookies = ScorerCookies(cookies_file)
        self._tries: dict[str, deque[float]] = {}

    @property
    def pin(self) -> str:
        """The PIN that is good now; it changes with every hand-over."""
        with self._mutex:
            return self._pin

    @property
    def link_token(self) -> str:
        """The key in the scorer's link that is good now."""
        with self._mutex:
            return self._link_token

    def holds(self, cookie: str | None) -> bool:
        """Whether this cookie belongs to a scorer."""
        with self._mutex:
            return cookie is not None and cookie in self._cookies

    def claim(self, key: str, address: str) -> str:
        """Give a cookie for a PIN or link key; wrong keys raise 403, too many tries 429."""
        with self._mutex:
            self._count_try(address)
            given = key.strip().encode()
            if self._handover_token is not None and hmac.compare_digest(given, self._handover_token.encode()):
                self._cookies.clear()
                self._handover_token = None
                self._pin, self._link_token = new_pin(), secrets.token_urlsafe(18)
            elif not (
                hmac.compare_digest(given, self._pin.encode()) or hmac.compare_digest(given, self._link_token.encode())
            ):
                raise RequestError(403, "That is not the scorer's PIN. It is shown where Kibitz was started.")
            self._tries.pop(address, None)
            cookie = secrets.token_urlsafe(24)
            self._cookies.add(cookie)
            return cookie

    def release(self, cookie: str | None) -> None:
        """Put the pencil down."""
        with self._mutex:
            self._cookies.discard(cookie or "")

    def hand_over(self) -> str:
        """Make the key for the next scorer; when it is used the present scorers are out."""
        with self._mutex:
            self._handover_token = secrets.token_urlsafe(18)
            return self._handover_token

    def _count_try(self, address: str) -> None:
        now_s = time.monotonic()
        for known, times in list(self._tries.items()):
            while times and now_s - times[0] > _TRIES_WINDOW_S:
                times.popleft()
            if not times:
                del self._tries[known]
        mine = self._tries.setdefault(address, deque())
        if len(mine) >= _TRIES_PER_ADDRESS or sum(map(len, self._tries.values())) >= _TRIES_ALTOGETHER:
            raise RequestError(429, "Too many wrong PINs. Wait a minute, then try again.")
        mine.append(now_s)


def desk() -> ScorerDesk:
    """The scorer's desk of the running app."""
    found: ScorerDesk = current_app.extensions["kibitz_desk"]
    return found


def config() -> WebConfig:
    """The settings of the running app."""
    found: WebConfig = current_app.extensions["kibitz_config"]
    return found


def is_local() -> bool:
    """Whether the request comes from this machine and that is enough."""
    if not config().trust_localhost:
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def is_scorer() -> bool:
    """Whether this request may change the game and see the camera."""
    return is_local() or desk().holds(request.cookies.get(COOKIE))


def scorer_only(view: Callable[P, R]) -> Callable[P, R]:
    """Let only the scorer in; others get a sentence that says how to become one."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not is_scorer():
            raise RequestError(403, "Only the scorer may do that. Enter the scorer's PIN first.")
        return view(*args, **kwargs)

    return guarded


def command(view: Callable[P, R]) -> Callable[P, R]:
    """Accept only what our own pages send: JSON with our header, from the same origin.

    A page of another site can send neither without asking first, and is refused when it asks.
    """

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if request.mimetype != "application/json":
            raise RequestError(415, "Send the command as JSON (Content-Type: application/json).")
        if request.headers.get(COMMAND_HEADER) != "1":
            raise RequestError(403, f"The header {COMMAND_HEADER}: 1 is missing.")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise RequestError(403, "Commands are taken only from Kibitz' own pages.")
        return view(*args, **kwargs)

    return guarded


def set_cookie(response: Response, cookie: str) -> None:
    """Hand the scorer's cookie to the browser; scripts cannot read it and other sites cannot send it."""
    response.set_cookie(COOKIE, cookie, max_age=COOKIE_MAX_AGE_S, httponly=True, samesite="Strict", path="/")


def install(app: Flask, settings: WebConfig) -> None:
    """Put the checks that hold for every request in front of the app."""
    app.extensions["kibitz_desk"] = ScorerDesk(settings.pin, settings.link_token, settings.cookies_file)
    app.extensions["kibitz_config"] = settings
    app.config["MAX_CONTENT_LENGTH"] = BODY_MAX_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = BODY_MAX_BYTES
    app.before_request(_check_host)
    app.after_request(_add_headers)


def _check_host() -> None:
    host = _host_without_port(request.host)
    if host not in config().allowed_hosts and not _is_address(host):
        # A name we do not know may be somebody's page that points its own name at this machine (DNS rebinding).
        # Addresses in digits are safe: a page loaded from one can only have come from there.
        raise RequestError(421, f"This is not {host}. Use the address that Kibitz printed when it started.")


def _host_without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if host.count(":") == 1 else host.lower()


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _add_headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = _CONTENT_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def sentence_of(error: HTTPException) -> str:
    """A plain sentence for an error Flask raised itself."""
    return {
        400: "The request could not be understood.",
        404: "There is nothing at this address.",
        405: "This address does not take that kind of request.",
        413: f"The request is too large (limit {BODY_MAX_BYTES // 1024} kB).",
        415: "Send the command as JSON (Content-Type: application/json).",
    }.get(error.code or 500, error.description or "The request could not be carried out.")
