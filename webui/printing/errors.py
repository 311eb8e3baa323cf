"""What can go wrong when something is printed."""

from __future__ import annotations


class PrintError(Exception):
    """The order cannot be carried out; the message is one sentence that says what to do."""
