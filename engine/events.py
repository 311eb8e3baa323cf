"""Events: facts from the table and edits of the log, each with a stable JSON form.

A table event says what happened; it is never refused, however nonsensical. An edit event changes the log itself
(`engine.log.effective`). Targets of edits are entry ids.

>>> to_json(CardsPlayed(2, (Card.from_code("TS"),)))
{'type': 'cards_played', 'seat': 2, 'cards': ['TS']}
>>> from_json({'type': 'bid_made', 'seat': 1, 'value': 3})
BidMade(seat=1, value=3)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from engine.cards import Card

Seat: TypeAlias = int
OptionValue: TypeAlias = "str | int | bool | tuple[OptionValue, ...]"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins, and ends an earlier one in the same log; `options` hold what differs from the defaults."""

    game: str
    names: tuple[str, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A deal begins; None means what the game says comes next."""

    dealer: Seat | None = None
    hand_size: int | None = None


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A card was shown for trump."""

    card: Card


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bid a number."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsPlayed:
    """One or more cards were laid on the table by one seat at once."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrickGathered:
    """The cards on the table were gathered, by a seat if that was seen."""

    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The deal does not count (misdeal); it is dealt again."""


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew a card for teams or seats, before any deal."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Announced:
    """A seat said something that counts; `what` is one of the game's words.

    `to` is the seat it concerns, `shown` the cards laid open with it.
    """

    seat: Seat
    what: str
    to: Seat | None = None
    shown: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Swapped:
    """`seat` gave `count` cards to `to`, who gave as many back; the cards themselves only if the receiver told them."""

    seat: Seat
    to: Seat
    count: int
    given: tuple[Card, ...] = ()
    returned: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class HandShown:
    """A seat laid cards of its hand open and keeps them (a dummy)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """The player of entry `about` said what only they can say; `kind` and `choice` are those of an open request."""

    about: int
    kind: str
    choice: str


@dataclass(frozen=True, slots=True)
class TileTaken:
    """A seat was seen to take a scoring tile ("4G"), None: to take none where one was due."""

    seat: Seat
    tile: str | None = None


@dataclass(frozen=True, slots=True)
class Ruled:
    """The table decided about a verdict; `decision` is one of the verdict's choices."""

    verdict_id: str
    decision: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """Entry `target` should have been `event`."""

    target: int
    event: TableEvent

    def __post_init__(self) -> None:
        _require_table_event(self.event)


@dataclass(frozen=True, slots=True)
class Removed:
    """Entry `target` never happened."""

    target: int


@dataclass(frozen=True, slots=True)
class Inserted:
    """`event` happened just before entry `before`, but was missed."""

    before: int
    event: TableEvent

    def __post_init__(self) -> None:
        _require_table_event(self.event)


@dataclass(frozen=True, slots=True)
class Undone:
    """The last action that is not undone is taken back."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The last undone action counts again."""


TableEvent: TypeAlias = (
    GameStarted
    | RoundStarted
    | CardTurned
    | CardDrawn
    | BidMade
    | Passed
    | CardsPlayed
    | TrickGathered
    | Announced
    | Swapped
    | HandShown
    | Declared
    | TileTaken
    | RoundVoided
    | Ruled
)
EditEvent: TypeAlias = Corrected | Removed | Inserted | Undone | Redone
Event: TypeAlias = TableEvent | EditEvent

EDIT_EVENTS = (Corrected, Removed, Inserted, Undone, Redone)

_EVENT_TYPES: dict[str, type[Any]] = {
    "game_started": GameStarted,
    "round_started": RoundStarted,
    "card_turned": CardTurned,
    "card_drawn": CardDrawn,
    "bid_made": BidMade,
    "passed": Passed,
    "cards_played": CardsPlayed,
    "trick_gathered": TrickGathered,
    "announced": Announced,
    "swapped": Swapped,
    "hand_shown": HandShown,
    "declared": Declared,
    "tile_taken": TileTaken,
    "round_voided": RoundVoided,
    "ruled": Ruled,
    "corrected": Corrected,
    "removed": Removed,
    "inserted": Inserted,
    "undone": Undone,
    "redone": Redone,
}
_TYPE_NAMES = {event_type: name for name, event_type in _EVENT_TYPES.items()}
_OPTIONAL = frozenset({"dealer", "hand_size", "by", "options", "to", "shown", "given", "returned", "tile"})


def to_json(event: Event) -> dict[str, Any]:
    """The JSON form of an event: its type under "type" and its fields, None left out."""
    plain: dict[str, Any] = {"type": _TYPE_NAMES[type(event)]}
    for each in fields(event):
        value = getattr(event, each.name)
        if value is not None and not (value == () and each.name in _OPTIONAL):
            plain[each.name] = _to_plain(value)
    return plain


def from_json(plain: Mapping[str, Any]) -> Event:
    """The event of a JSON form; ValueError naming the field that is unknown, missing or malformed."""
    if not isinstance(plain, Mapping):
        raise ValueError(f"event: an object expected, got {plain!r}")
    event_type = _EVENT_TYPES.get(plain.get("type", "")) if isinstance(plain.get("type"), str) else None
    if event_type is None:
        raise ValueError(f"type: one of {', '.join(_EVENT_TYPES)} expected, got {plain.get('type')!r}")
    names = [each.name for each in fields(event_type)]
    for name in plain:
        if name != "type" and name not in names:
            raise ValueError(f"{name}: unknown field of {plain['type']}")
    values: dict[str, Any] = {}
    for name in names:
        value = plain.get(name)
        if value is not None:
            values[name] = _READERS[name](name, value)
        elif name not in _OPTIONAL or (name == "to" and event_type is Swapped):
            raise ValueError(f"{name}: missing in {plain['type']}")
    event: Event = event_type(**values)
    return event


def _require_table_event(event: object) -> None:
    if isinstance(event, EDIT_EVENTS) or type(event) not in _TYPE_NAMES:
        raise ValueError(f"event: a table event expected, got {event!r}")


def _to_plain(value: Any) -> Any:
    if isinstance(value, Card):
        return value.code
    if isinstance(value, tuple):
        return [_to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _to_plain(item) for key, item in value.items()}
    return to_json(value) if type(value) in _TYPE_NAMES else value


def _read_int(name: str, value: Any) -> int:
    # JSON has no integers of its own; true is not a seat.
    if type(value) is not int:
        raise ValueError(f"{name}: a whole number expected, got {value!r}")
    return value


def _read_seat(name: str, value: Any) -> Seat:
    if _read_int(name, value) < 0:
        raise ValueError(f"{name}: a seat number from 0 expected, got {value!r}")
    return int(value)


def _read_text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name}: text expected, got {value!r}")
    return value


def _read_texts(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{name}: a list expected, got {value!r}")
    return tuple(_read_text(name, item) for item in value)


def _read_card(name: str, value: Any) -> Card:
    try:
        return Card.from_code(_read_text(name, value))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _read_cards(name: str, value: Any) -> tuple[Card, ...]:
    codes = _read_texts(name, value)
    if not codes:
        raise ValueError(f"{name}: at least one card expected")
    return tuple(_read_card(name, code) for code in codes)


def _read_told_cards(name: str, value: Any) -> tuple[Card, ...]:
    return tuple(_read_card(name, code) for code in _read_texts(name, value))


def _read_options(name: str, value: Any) -> Mapping[str, OptionValue]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise ValueError(f"{name}: an object expected, got {value!r}")
    return {key: _read_option_value(name, item) for key, item in value.items()}


def _read_option_value(name: str, value: Any) -> OptionValue:
    if isinstance(value, list | tuple):
        return tuple(_read_option_value(name, item) for item in value)
    if isinstance(value, str | int):
        return value
    raise ValueError(f"{name}: text, a whole number, true, false or a list of them expected, got {value!r}")


def _read_event(name: str, value: Any) -> TableEvent:
    try:
        event = from_json(value)
    except ValueError as error:
        raise ValueError(f"{name}.{error}") from None
    _require_table_event(event)
    return event  # type: ignore[return-value]


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "game": _read_text,
    "names": _read_texts,
    "options": _read_options,
    "dealer": _read_seat,
    "hand_size": _read_int,
    "card": _read_card,
    "seat": _read_seat,
    "value": _read_int,
    "cards": _read_cards,
    "by": _read_seat,
    "what": _read_text,
    "to": _read_seat,
    "shown": _read_told_cards,
    "count": _read_int,
    "given": _read_told_cards,
    "returned": _read_told_cards,
    "about": _read_int,
    "kind": _read_text,
    "choice": _read_text,
    "tile": _read_text,
    "verdict_id": _read_text,
    "decision": _read_text,
    "target": _read_int,
    "before": _read_int,
    "event": _read_event,
}
