"""Fixtures for the web tests: a session on a fresh store, a client, a server process, a browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.webui.server_process import HEADERS, ServerProcess
from webui.config import WebConfig
from webui.server import create_app
from webui.session import Session
from webui.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A fresh game file, not forced to the disk: that costs 20 ms an event and is tested on its own."""
    opened = Store(tmp_path / "game.sqlite3")
    opened._connection.execute("PRAGMA synchronous = OFF")
    yield opened
    opened.close()


@pytest.fixture
def session(store: Store) -> Session:
    """A session without a game."""
    return Session(store)


@pytest.fixture
def client(session: Session) -> Any:
    """A client on this machine, who is the scorer without asking."""
    app = create_app(session, WebConfig(pin="123456", link_token="the-link-key", heartbeat_s=0.05))
    with app.test_client() as made:
        yield made


@pytest.fixture
def post(client: Any) -> Callable[..., Any]:
    """Send a command as our pages do."""
    return lambda path, body=None, **kwargs: client.post(
        f"/api{path}", json=body if body is not None else {}, headers=HEADERS, **kwargs
    )


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server process on a fresh store."""
    running = ServerProcess(tmp_path / "game.sqlite3").start()
    yield running
    running.kill()


@pytest.fixture
def viewer_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that does not take this machine for the scorer."""
    running = ServerProcess(tmp_path / "game.sqlite3", "--viewers-only").start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def page_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all browser tests that do not stop it; each starts its own game on it."""
    running = ServerProcess(tmp_path_factory.mktemp("pages") / "game.sqlite3").start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def base_url() -> None:
    """No common address; pytest-playwright's own fixture is deprecated by pytest 9, and a warning is an error here."""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium. Without it the test is skipped on a desk and fails in CI."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        message = "browser tests need Chromium: apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return {
        "executable_path": path,
        "args": ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"],
    }
