"""Running Kibitz: store, session, watch and page put together for each command that serves a page."""

from __future__ import annotations

import logging
import socket
import sys
import tempfile
import threading
import tomllib
import webbrowser
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

import click
import segno

from engine.events import BidMade, Event, GameStarted, RoundStarted, from_json
from vision.recogniser import Recogniser
from vision.sources import Frame, open_source
from webui.companions import companion_for, watch_games
from webui.config import WebConfig
from webui.server import create_app, listen, serve
from webui.session import Session
from webui.store import Store
from webui.table_status import StatusCode, TableStatus
from webui.watching import WatchThread, watch_source

log = logging.getLogger(__name__)

DEMO_DIR = Path(__file__).resolve().parent / "demo"
BID_EVERY_S = 1.0
SAVED = "\nKibitz has stopped. Everything is saved."


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Where the page is served and whether this machine's browser opens it; `cookies_file` keeps the scorers."""

    port: int = 8080
    lan: bool = True
    open_page: bool = True
    pin: str | None = None
    cookies_file: Path | None = None

    def beside(self, store_path: Path) -> PageOptions:
        """The same, with the scorers of a game file kept beside it."""
        return replace(self, cookies_file=store_path.with_name(f"{store_path.name}.scorers"))

    def config(self) -> WebConfig:
        """The settings of the web server; without a PIN a new one is drawn."""
        settings = WebConfig(port=self.port, lan=self.lan, cookies_file=self.cookies_file)
        return settings if self.pin is None else replace(settings, pin=self.pin)

    def listen(self) -> socket.socket:
        """The socket of the page; ServerError when the port is taken."""
        return listen("0.0.0.0" if self.lan else "127.0.0.1", self.port)


@dataclass(frozen=True, slots=True)
class DemoEntries:
    """What players would type during a filmed game: names, the deal, a bid a seat, and what is said at which second."""

    game: str
    names: tuple[str, ...]
    options: dict[str, str | int | bool | tuple[int, ...]]
    dealer: int | None = None
    bids: tuple[int, ...] = ()
    said: tuple[tuple[float, Event], ...] = ()

    @classmethod
    def load(cls, path: Path) -> DemoEntries:
        """Read a demo description (TOML)."""
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
        options = {name: tuple(value) if isinstance(value, list) else value for name, value in plain["options"].items()}
        said = tuple((word.pop("at_s"), from_json(word)) for word in plain.get("said", ()))
        return cls(
            plain["game"], tuple(plain["names"]), options, plain.get("dealer"), tuple(plain.get("bids", ())), said
        )


def demo_films() -> dict[str, Path]:
    """The games of which a film is shipped, and where its description lies; the film lies beside it."""
    paths = sorted(DEMO_DIR.glob("*.toml"))
    return {DemoEntries.load(path).game: path for path in paths}


class Bidder:
    """Enters the bids of a filmed round one after another, as a player with the page on the phone would."""

    def __init__(self, session: Session, bids: tuple[int, ...], *, every_s: float = BID_EVERY_S) -> None:
        self._session = session
        self._bids = bids
        self._every_s = every_s
        self._last_s: float | None = None
        self._have_bid: set[int] = set()  # A bid that is undone, and those of another game, are the visitor's to enter.

    def before_frame(self, frame: Frame) -> None:
        """Enter the next bid when one is expected and the last is long enough ago in the film."""
        expected = self._session.state.expected
        if not self._bids or expected.kind != "bid" or expected.seat is None or expected.seat in self._have_bid:
            return
        if self._last_s is None:
            self._last_s = frame.time_s
        if frame.time_s - self._last_s >= self._every_s:
            self._last_s = frame.time_s
            self._session.append(BidMade(expected.seat, self._bids[expected.seat]))
            self._have_bid.add(expected.seat)


class Speaker:
    """Enters what is said during a filmed game when it is said."""

    def __init__(self, session: Session, said: tuple[tuple[float, Event], ...]) -> None:
        self._session = session
        self._waiting = deque(said)

    def before_frame(self, frame: Frame) -> None:
        """Enter what has been said up to this frame."""
        while self._waiting and self._waiting[0][0] <= frame.time_s:
            self._session.append(self._waiting.popleft()[1])


def run_demo(page: PageOptions, game: str) -> None:
    """Play a game's shipped film through the whole pipeline, with the page up."""
    description = demo_films()[game]
    entries = DemoEntries.load(description)
    recogniser = Recogniser.load()
    with tempfile.TemporaryDirectory(prefix="kibitz-demo-") as folder:
        store = Store(Path(folder) / "demo.sqlite3")
        session = Session(store)
        session.start_game(GameStarted(entries.game, entries.names, entries.options))
        session.append(RoundStarted(dealer=entries.dealer))
        kind = companion_for(entries.game)
        bidder, speaker = Bidder(session, entries.bids), Speaker(session, entries.said)

        def players(frame: Frame) -> None:
            bidder.before_frame(frame)
            speaker.before_frame(frame)

        def watch(stop: threading.Event) -> None:
            watch_source(
                source, session, kind.watcher(recogniser), kind.companion(session), stop=stop, before_frame=players
            )

        try:
            # Opened once: a watch that begins again goes on where the film is.
            with open_source(str(description.with_suffix(".mp4")), real_time=True) as source:
                _serve_with_watch(session, page, watch, "The film is running; the page shows what Kibitz makes of it.")
        finally:
            store.close()
        click.echo("\nThe demo has stopped; its game is not kept.")


def run_watch(source_spec: str, store_path: Path, page: PageOptions, *, bottom_seat: int = 0) -> None:
    """Watch a table, with the page up; the game comes from the store or is started on the page."""
    recogniser = Recogniser.load()
    source = open_source(source_spec)
    store = Store(store_path)
    session = Session(store, bottom_seat=bottom_seat)

    def watch(stop: threading.Event) -> None:
        watch_games(source, session, recogniser, bottom_seat=bottom_seat, stop=stop)

    try:
        with source:
            _serve_with_watch(session, page.beside(store_path), watch, "Start a game on the page, then deal.")
    finally:
        store.close()
    click.echo(SAVED)


def run_by_hand(store_path: Path, page: PageOptions) -> None:
    """Serve the page for a game that is entered by hand."""
    store = Store(store_path)
    session = Session(store)
    session.set_table_status(TableStatus(StatusCode.NO_CAMERA))
    try:
        _serve(session, page.beside(store_path), page.listen(), "Start a game on the page; cards are tapped there.")
    finally:
        store.close()
    click.echo(SAVED)


def _serve_with_watch(session: Session, page: PageOptions, watch: Callable[[threading.Event], None], hint: str) -> None:
    listening = page.listen()
    session.set_table_status(TableStatus(StatusCode.STARTING))
    thread = WatchThread(watch, session)
    thread.start()
    try:
        _serve(session, page, listening, hint)
    finally:
        thread.stop()


def _serve(session: Session, page: PageOptions, listening: socket.socket, hint: str) -> None:
    config = page.config()
    app = create_app(session, config)
    _announce(config, hint)
    if page.open_page:
        opener = threading.Timer(1.0, webbrowser.open, [config.local_url])
        opener.daemon = True
        opener.start()
    serve(app, listening)


def _announce(config: WebConfig, hint: str) -> None:
    click.echo(f"Kibitz is at   {config.local_url}   (stop with Ctrl-C)")
    click.echo(hint)
    if config.lan_url is None:
        return
    click.echo(f"Viewers:       {config.lan_url}")
    has_qr = _shows_blocks(sys.stdout)
    scan = "scan this, or " if has_qr else ""
    click.echo(f"Scorer's phone: {scan}open the page there and enter the PIN {config.pin}")
    click.echo(f"               {config.scorer_url}")
    if has_qr:
        segno.make(config.scorer_url, error="l").terminal(compact=True)


def _shows_blocks(stream: TextIO | None) -> bool:
    """Whether a QR code made of half blocks comes out as one."""
    try:
        "▀▄█".encode(getattr(stream, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True
