"""A server process for the tests to start, kill and start again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HEADERS = {"X-Kibitz": "1"}
DEADLINE_S = 60.0
SERVE = Path(__file__).with_name("serve_game.py")
ROOT = Path(__file__).resolve().parents[2]


def wait_until(happened: Callable[[], Any], what: str, deadline_s: float = DEADLINE_S) -> Any:
    """Poll until `happened()` is true and return it; fail with `what` at the deadline."""
    end_s = time.monotonic() + deadline_s
    while time.monotonic() < end_s:
        result = happened()
        if result:
            return result
        time.sleep(0.02)
    pytest.fail(f"not within {deadline_s} s: {what}")


class ServerProcess:
    """A server on a store, which can be killed and started again on the same port."""

    def __init__(self, store_path: Path, *options: str) -> None:
        self.store_path = store_path
        self.options = options
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> ServerProcess:
        """Start and wait until it answers."""
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        arguments = [sys.executable, str(SERVE), str(self.store_path), str(self.port), *self.options]
        self._process = subprocess.Popen(arguments, env=environment, stdout=subprocess.DEVNULL)
        wait_until(self._answers, "the server answers")
        return self

    def kill(self) -> None:
        """kill -9: no chance to tidy up."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def interrupt(self) -> None:
        """Ctrl-C."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)

    def wait_for_end(self) -> int:
        """The exit status of a server that was interrupted."""
        assert self._process is not None
        return self._process.wait(timeout=DEADLINE_S)

    def state(self) -> dict[str, Any]:
        """The snapshot."""
        with urllib.request.urlopen(f"{self.url}/api/state", timeout=5) as answer:
            loaded: dict[str, Any] = json.load(answer)
            return loaded

    def post(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a command; HTTPError when it is refused."""
        request = urllib.request.Request(
            f"{self.url}/api{path}",
            data=json.dumps(body or {}).encode(),
            headers={**HEADERS, "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=5) as answer:
            loaded: dict[str, Any] = json.load(answer)
            return loaded

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, f"the server stopped with {self._process.returncode}"
        try:
            return bool(self.state())
        except (urllib.error.URLError, ConnectionError):
            return False
