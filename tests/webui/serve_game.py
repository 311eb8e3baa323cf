"""A server for the tests to start, kill and start again: python serve_game.py STORE PORT [OPTION...].

--viewers-only: this machine has to show the PIN, too.
--watched: a camera looks on that has seat 2 at the lower edge of its picture.
--busy-goodbye: there is news for the pages after the server was interrupted.
--camera: there is a picture of a table with two cards in it, and a round with a revoke whose cards have pictures.
"""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card
from engine.events import CardsPlayed
from tests.webui.game_script import play_script, start_game
from webui.config import WebConfig
from webui.server import create_app, listen, serve
from webui.session import CameraBox, Session
from webui.store import Evidence, Store
from webui.table_status import StatusCode, TableStatus


def main(store_path: str, port: str, *more: str) -> None:
    """Serve one store until killed."""
    trust_localhost = "--viewers-only" not in more
    session = Session(Store(Path(store_path)), bottom_seat=1 if "--watched" in more else 0)
    if "--watched" in more:
        session.set_table_status(TableStatus(StatusCode.WAITING))
    if "--camera" in more:
        show_camera(session)
        play_a_revoke(session)
    config = WebConfig(port=int(port), pin="123456", trust_localhost=trust_localhost, heartbeat_s=0.5)
    # A test run in the background ignores SIGINT, and its children would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    serve(create_app(session, config), listen("127.0.0.1", int(port)))
    if "--busy-goodbye" in more:
        session.set_table_status(TableStatus(StatusCode.STOPPED))
        time.sleep(2 * config.heartbeat_s)


def jpeg(width_px: int, height_px: int) -> bytes:
    """A plain green picture."""
    picture = np.full((height_px, width_px, 3), (70, 110, 60), np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def show_camera(session: Session) -> None:
    """A table seen from above, one card read surely and one not."""
    sure = CameraBox("7S", ((100.0, 100.0), (160.0, 100.0), (160.0, 184.0), (100.0, 184.0)), 0.98, seat=1)
    doubtful = CameraBox("9D", ((400.0, 200.0), (460.0, 200.0), (460.0, 284.0), (400.0, 284.0)), 0.55)
    session.set_camera_picture(jpeg(640, 360), [sure, doubtful])


def play_a_revoke(session: Session) -> None:
    """Anna does not follow spades in trick 1 and plays one in trick 2; her cards have pictures."""
    start_game(session, rounds=(3, 4))
    play_script(session, "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=1 1:AS 2:3S 3:4S")
    session.append(CardsPlayed(0, (Card.from_code("9D"),)), Evidence(jpeg(96, 96), {"9D": 0.6, "9H": 0.3}))
    play_script(session, "gather 1:KS 2:8S 3:6C")
    session.append(CardsPlayed(0, (Card.from_code("5S"),)), Evidence(jpeg(96, 96), {"5S": 0.9}))


if __name__ == "__main__":
    main(*sys.argv[1:])
