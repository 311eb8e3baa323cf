"""What happens at the table, as commands: one address for each kind of event."""

from __future__ import annotations

from flask import Blueprint, Response

from webui.command_answers import append, running
from webui.command_body import CommandBody
from webui.security import command, scorer_only
from webui.stream import session
from webui.table_events import READERS

blueprint = Blueprint("table", __name__, url_prefix="/api")


@blueprint.post(f"/<any({', '.join(READERS)}):what>")
@scorer_only
@command
def happened(what: str) -> Response:
    """An event of the table; the reader of each kind (webui/table_events.py) says which fields it takes."""
    body, live = CommandBody(), session()
    return append(READERS[what](body, running(live)), body, live)
