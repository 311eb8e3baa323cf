"""A command that serves the page, from its start to its end, as the person at the terminal meets it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.webui.server_process import ROOT, wait_until

COMMANDS = {
    "by hand": ("play",),
    "a film": ("demo",),
    "an address where nothing answers": ("watch", "http://127.0.0.1:9/video"),
}


class Command:
    """`kibitz …` in a process of its own, with what it says in a file."""

    def __init__(self, folder: Path, *arguments: str, encoding: str = "utf-8") -> None:
        self._encoding = encoding
        self.said = folder / "said.txt"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        store = () if arguments[0] == "demo" else ("--store", str(folder / "games.sqlite3"))
        reach = () if "--lan" in arguments else ("--local",)
        self._line = [*arguments, "--no-open", "--port", str(self.port), *reach, *store]

    def start(self) -> subprocess.Popen[bytes]:
        with self.said.open("wb") as said:
            return subprocess.Popen(
                [sys.executable, "-m", "webui.cli", *self._line],
                stdout=said,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": self._encoding},
                # A test run in the background ignores SIGINT, and its children would inherit that.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )

    def page_is_open(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}/api/state", timeout=5) as answer:
                return bool(json.load(answer)["version"])
        except OSError:
            return False


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS.keys())
def test_stopping_takes_seconds_and_says_goodbye_even_with_a_page_open(tmp_path, arguments, stop):
    command = Command(tmp_path, *arguments)
    process = command.start()
    try:
        wait_until(command.page_is_open, "the page is there")
        with urllib.request.urlopen(f"http://localhost:{command.port}/api/stream", timeout=30) as stream:
            assert stream.readline()
            process.send_signal(stop)
            assert process.wait(timeout=20) == 0
    finally:
        process.kill()
    said = command.said.read_text()
    assert "has stopped" in said.splitlines()[-1]
    assert "Traceback" not in said
    # The words of decoder and server themselves: ours are on the page.
    assert "Connection refused" not in said
    assert "waitress" not in said


def test_a_taken_port_ends_the_command_before_anything_is_promised(tmp_path):
    command = Command(tmp_path, "play")
    with socket.create_server(("127.0.0.1", command.port)):
        process = command.start()
        assert process.wait(timeout=60) == 1
    assert command.said.read_text() == (
        f"kibitz: Port {command.port} is taken by another program, perhaps another Kibitz. "
        f"Stop that one, or choose another port: --port {command.port + 1}\n"
    )


@pytest.mark.parametrize("name", ["missing.mp4", "7777", "/dev/video7777"])
def test_a_source_that_is_not_there_is_one_sentence(tmp_path, name):
    command = Command(tmp_path, "watch", name)
    assert command.start().wait(timeout=60) == 1
    said = command.said.read_text()
    assert said.startswith("kibitz: There is no ")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(("encoding", "has_qr"), [("utf-8", True), ("latin-1", False), ("ascii", False)])
def test_a_terminal_without_block_characters_gets_the_address_without_the_qr_code(tmp_path, encoding, has_qr):
    command = Command(tmp_path, "play", "--lan", encoding=encoding)
    process = command.start()
    try:
        wait_until(command.page_is_open, "the page is there")
    finally:
        process.terminate()
        process.wait(timeout=20)
    said = command.said.read_text(encoding=encoding)
    assert (has_qr, has_qr) == ("▀" in said, "scan this" in said)
    assert "has stopped" in said
    assert "PIN" in said
