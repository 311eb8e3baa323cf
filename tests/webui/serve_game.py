"""A server for the tests to start, kill and start again: python serve_game.py STORE PORT [HOST]."""

from __future__ import annotations

import sys
from pathlib import Path

from webui.config import WebConfig
from webui.server import create_app, serve
from webui.session import Session
from webui.store import Store


def main(store_path: str, port: str, *more: str) -> None:
    """Serve one store until killed."""
    trust_localhost = "--viewers-only" not in more
    session = Session(Store(Path(store_path)))
    config = WebConfig(port=int(port), pin="123456", trust_localhost=trust_localhost, heartbeat_s=0.5)
    serve(create_app(session, config), "127.0.0.1", int(port))


if __name__ == "__main__":
    main(*sys.argv[1:])
