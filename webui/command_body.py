"""Reading the body of a command: every field checked, every refusal a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request

from engine.cards import Card
from engine.events import Seat
from webui.security import RequestError

NAME_MAX_LENGTH = 24
LEAST_TURN = 0.001  # Twice the area of three corners in a row, as a share of the picture.
_JOINERS = "\u200c\u200d"  # Unseen, but part of names in Persian or Malayalam, and of many an emoji.


class CommandBody:
    """The JSON object of a command; each reader raises `RequestError` 400 naming the field.

    `absent` supplies the fields that the command leaves out.
    """

    def __init__(self, absent: Mapping[str, Any] | None = None) -> None:
        try:
            plain = request.get_json(silent=True)
        except RecursionError:
            plain = None
        if not isinstance(plain, dict):
            raise RequestError(400, "The command must be a JSON object.")
        self._plain: dict[str, Any] = {**(absent or {}), **plain}

    def __contains__(self, name: str) -> bool:
        return self._plain.get(name) is not None

    def whole_number(self, name: str, least: int, most: int) -> int:
        """A whole number within limits."""
        value = self._plain.get(name)
        if type(value) is not int or not least <= value <= most:
            raise RequestError(400, f"{name}: a whole number from {least} to {most} expected, got {_short(value)}.")
        return value

    def text(self, name: str, most: int = 200) -> str:
        """A text that is not empty and not longer than `most`."""
        value = self._plain.get(name)
        if not isinstance(value, str) or not value.strip() or len(value) > most:
            raise RequestError(400, f"{name}: a text of 1 to {most} characters expected, got {_short(value)}.")
        if not _is_readable(value):
            raise RequestError(
                400, f"{name}: letters, digits and signs that can be seen expected, got {_short(value)}."
            )
        return value

    def yes(self, name: str) -> bool:
        """A truth value, no when absent."""
        value = self._plain.get(name, False)
        if not isinstance(value, bool):
            raise RequestError(400, f"{name}: true or false expected, got {_short(value)}.")
        return value

    def seat(self, name: str, seat_count: int) -> Seat:
        """A seat of the running game."""
        return self.whole_number(name, 0, seat_count - 1)

    def card(self, name: str) -> Card:
        """A card by its code."""
        return _card(name, self._plain.get(name))

    def cards(self, name: str, most: int) -> tuple[Card, ...]:
        """One card or several, by their codes."""
        values = self._plain.get(name)
        if not isinstance(values, list) or not 1 <= len(values) <= most:
            raise RequestError(400, f"{name}: a list of 1 to {most} card codes expected, got {_short(values)}.")
        return tuple(_card(name, value) for value in values)

    def texts(self, name: str, most: int) -> tuple[str, ...]:
        """One short text or several."""
        values = self._plain.get(name)
        if not isinstance(values, list) or not 1 <= len(values) <= most or not all(isinstance(v, str) for v in values):
            raise RequestError(400, f"{name}: a list of 1 to {most} texts expected, got {_short(values)}.")
        return tuple(values)

    def names(self, name: str, seat_count: int) -> tuple[str, ...]:
        """One different name per seat."""
        values = self._plain.get(name)
        if not isinstance(values, list) or len(values) != seat_count or not all(isinstance(v, str) for v in values):
            raise RequestError(400, f"{name}: a list of {seat_count} names expected.")
        names = tuple(" ".join(value.split()) for value in values)
        if not all(0 < len(each) <= NAME_MAX_LENGTH for each in names):
            raise RequestError(400, f"{name}: each name needs 1 to {NAME_MAX_LENGTH} characters.")
        if not all(map(_is_readable, names)):
            raise RequestError(400, f"{name}: letters, digits and signs that can be seen expected.")
        if len({each.casefold() for each in names}) < seat_count:
            raise RequestError(400, f"{name}: two seats have the same name; nobody could tell them apart.")
        return names

    def mapping(self, name: str) -> Mapping[str, Any]:
        """A JSON object, empty when absent."""
        value = self._plain.get(name, {})
        if not isinstance(value, dict):
            raise RequestError(400, f"{name}: an object expected, got {_short(value)}.")
        return value

    def corners(self, name: str) -> tuple[tuple[float, float], ...]:
        """Four points as fractions of the picture's width and height."""
        value = self._plain.get(name)
        well_formed = (
            isinstance(value, list)
            and len(value) == 4
            and all(isinstance(point, list) and len(point) == 2 for point in value)
            and all(type(c) in (int, float) and 0.0 <= c <= 1.0 for point in value for c in point)
        )
        if not well_formed:
            raise RequestError(400, f"{name}: four points [x, y] with x and y from 0 to 1 expected.")
        assert isinstance(value, list)
        corners = tuple((float(x), float(y)) for x, y in value)
        if not _goes_round_clockwise(corners):
            raise RequestError(
                400, "Those four clicks make no table: click the corners one after another, going round clockwise."
            )
        return corners


def _card(name: str, value: object) -> Card:
    try:
        if not isinstance(value, str):
            raise ValueError(f"a card code expected, got {_short(value)}")
        return Card.from_code(value)
    except ValueError as error:
        raise RequestError(400, f"{name}: {error}.") from None


def _goes_round_clockwise(corners: tuple[tuple[float, float], ...]) -> bool:
    """Whether four points of a picture (y down) are the corners of a table: every turn to the right, none straight."""
    turns = []
    for at in range(4):
        (ax, ay), (bx, by), (cx, cy) = corners[at - 2], corners[at - 1], corners[at]
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    return min(turns) > LEAST_TURN


def _is_readable(text: str) -> bool:
    """Whether every character can be seen: half of a pair breaks the export, a reversed line the page."""
    return all(character.isprintable() or character in _JOINERS for character in text)


def _short(value: object) -> str:
    shown = ascii(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
