"""The server process: a taken port, kill -9 and going on."""

from __future__ import annotations

import socket
import threading
import urllib.request

import pytest

from tests.webui.server_process import ServerProcess
from webui.server import ServerError, listen
from webui.stream import STREAMS_MAX


def test_a_taken_port_is_a_sentence_with_the_way_out():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, match=rf"Port {port} is taken .* --port {port + 1}"):
            listen("127.0.0.1", port)


def test_an_address_of_another_machine_is_a_sentence():
    with pytest.raises(ServerError, match=r"cannot listen on 192\.0\.2\.1"):
        listen("192.0.2.1", 8080)


def test_after_kill_9_the_page_offers_to_go_on_and_the_score_is_the_same(server):
    server.post(
        "/game", {"game": "oh_hell_pairs", "names": ["A", "B", "C", "D"], "options": {"rounds": [2, 3], "dealer": 0}}
    )
    server.post("/round")
    server.post("/turn", {"card": "2H"})
    for seat, value in ((1, 1), (2, 1), (3, 1), (0, 0)):
        server.post("/bid", {"seat": seat, "value": value})
    for card in ("AS", "3S", "4S", "5S"):
        server.post("/play", {"card": card})
    server.post("/gather")
    for card in ("KD", "AD", "4D", "5D"):
        server.post("/play", {"card": card})
    server.post("/gather")
    before = server.state()
    server.kill()
    server.start()
    after = server.state()
    assert after["resume"]["totals"] == [5, -1]
    assert after["score_sheet"] == before["score_sheet"]
    assert after["version"] != before["version"]
    server.post("/resume")
    server.post("/round")
    assert server.state()["round"]["number"] == 2


def test_a_second_server_on_the_same_game_stops_at_once(server):
    second = ServerProcess(server.store_path)
    with pytest.raises(AssertionError, match="the server stopped with 1"):
        second.start()
    assert server.state()["phase"] == "none"


def test_twenty_open_pages_do_not_hold_up_a_command(server):
    pages = [urllib.request.urlopen(f"{server.url}/api/stream", timeout=10) for _ in range(STREAMS_MAX - 4)]
    try:
        server.post("/game", {"game": "oh_hell_pairs", "names": ["A", "B", "C", "D"]})
        readers = [threading.Thread(target=read_until, args=(page, b'"title":"Pairs Oh Hell"')) for page in pages]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join(timeout=10)
        assert not any(reader.is_alive() for reader in readers)
    finally:
        for page in pages:
            page.close()


def test_stopping_says_nothing_though_there_is_news_for_pages_that_stay_and_pages_that_go(tmp_path, capfd):
    server = ServerProcess(tmp_path / "game.sqlite3", "--busy-goodbye").start()
    try:
        pages = [urllib.request.urlopen(f"{server.url}/api/stream", timeout=10) for _ in range(4)]
        for page in pages:
            page.readline()
        server.interrupt()
        for page in pages[:2]:
            page.close()
        assert server.wait_for_end() == 0
    finally:
        server.kill()
    for page in pages:
        page.close()
    said = capfd.readouterr().err.splitlines()
    assert [line for line in said if not line.startswith("Task queue depth")] == []


def read_until(page, wanted: bytes) -> None:
    """Read lines of a stream until one holds `wanted`."""
    while wanted not in page.readline():
        pass
