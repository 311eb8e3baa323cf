"""What happens at a table, read from the fields of a command: a new event, a missed one or a correction alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine.cards import Card
from engine.events import (
    Announced,
    BidMade,
    CardDrawn,
    CardsPlayed,
    CardTurned,
    Declared,
    HandShown,
    Passed,
    RoundStarted,
    RoundVoided,
    Seat,
    Swapped,
    TableEvent,
    TileTaken,
    TrickGathered,
    to_json,
)
from engine.state import State
from webui import games
from webui.command_body import CommandBody
from webui.security import RequestError
from webui.suits_unsaid import cards_of_ranks

Reader: TypeAlias = Callable[[CommandBody, State], TableEvent]

CARDS_MAX = 60  # More than any hand of any game.


def _round(body: CommandBody, state: State) -> TableEvent:
    """{"dealer"?, "hand_size"?}; what is absent goes as the game says."""
    dealer = _seat(body, state, "dealer") if "dealer" in body else None
    return RoundStarted(dealer, body.whole_number("hand_size", 1, CARDS_MAX) if "hand_size" in body else None)


def _redeal(_body: CommandBody, _state: State) -> TableEvent:
    """{}: a misdeal; the round does not count and is dealt again."""
    return RoundVoided()


def _turn(body: CommandBody, _state: State) -> TableEvent:
    """{"card"}: it was turned for trump."""
    return CardTurned(body.card("card"))


def _bid(body: CommandBody, state: State) -> TableEvent:
    """{"seat", "value"}; a bid against the rules is entered too, and pointed out."""
    return BidMade(_seat(body, state), body.whole_number("value", 0, 99))


def _pass(body: CommandBody, state: State) -> TableEvent:
    """{"seat"?}, the seat whose turn it is when absent."""
    return Passed(_seat_or_turn(body, state))


def _play(body: CommandBody, state: State) -> TableEvent:
    """{"card"}, or {"cards"} or {"ranks"} laid at once, and {"seat"?}, the seat whose turn it is when absent."""
    cards = body.cards("cards", CARDS_MAX) if "cards" in body else ()
    if "ranks" in body:
        cards = _of_ranks(body, state, given_back=cards)
    return CardsPlayed(_seat_or_turn(body, state), cards or (body.card("card"),))


def _gather(body: CommandBody, state: State) -> TableEvent:
    """{"by"?}: the cards on the table were gathered."""
    return TrickGathered(_seat(body, state, "by") if "by" in body else None)


def _announce(body: CommandBody, state: State) -> TableEvent:
    """{"seat", "what", "to"?, "shown"?}: a word that counts, about a seat, with cards laid open for it."""
    return Announced(
        _seat(body, state),
        body.text("what", most=40),
        _seat(body, state, "to") if "to" in body else None,
        body.cards("shown", CARDS_MAX) if "shown" in body else (),
    )


def _declare(body: CommandBody, _state: State) -> TableEvent:
    """{"entry", "kind", "choice"}: the answer to an open request, or another answer to an earlier one."""
    entry = body.whole_number("entry", 1, 10_000_000)
    return Declared(entry, body.text("kind", most=40), body.text("choice", most=40))


def _hand(body: CommandBody, state: State) -> TableEvent:
    """{"seat", "cards"}: a hand that was laid open."""
    return HandShown(_seat(body, state), body.cards("cards", CARDS_MAX))


def _tile(body: CommandBody, state: State) -> TableEvent:
    """{"seat", "tile"?}: no tile means that none was taken where one was due."""
    return TileTaken(_seat(body, state), body.text("tile", most=10) if "tile" in body else None)


def _swap(body: CommandBody, state: State) -> TableEvent:
    """{"seat", "to", "count"}: cards changed hands; which ones stays between the two."""
    return Swapped(_seat(body, state), _seat(body, state, "to"), body.whole_number("count", 1, CARDS_MAX))


def _draw(body: CommandBody, state: State) -> TableEvent:
    """{"seat", "card"}: drawn for teams or seats."""
    return CardDrawn(_seat(body, state), body.card("card"))


READERS: Mapping[str, Reader] = {
    "round": _round,
    "redeal": _redeal,
    "turn": _turn,
    "bid": _bid,
    "pass": _pass,
    "play": _play,
    "gather": _gather,
    "announce": _announce,
    "declare": _declare,
    "hand": _hand,
    "tile": _tile,
    "swap": _swap,
    "draw": _draw,
}

# The command that makes an event of each type; those without one cannot be changed.
COMMAND_OF: Mapping[type, str] = {
    RoundStarted: "round",
    CardTurned: "turn",
    BidMade: "bid",
    Passed: "pass",
    CardsPlayed: "play",
    TrickGathered: "gather",
    Announced: "announce",
    Declared: "declare",
    HandShown: "hand",
    TileTaken: "tile",
    Swapped: "swap",
    CardDrawn: "draw",
}


def _of_ranks(body: CommandBody, state: State, *, given_back: tuple[Card, ...]) -> tuple[Card, ...]:
    """Where suits mean nothing, ranks are enough; `given_back` are the cards that a correction replaces."""
    unseen = state.round.unseen if state.round is not None else ()
    try:
        return cards_of_ranks(body.texts("ranks", CARDS_MAX), games.deck_of(state), (*unseen, *given_back))
    except ValueError as error:
        raise RequestError(400, f"ranks: {error}.") from None


def fields_of(event: TableEvent) -> dict[str, Any]:
    """The fields of the command that would make this event again."""
    fields = to_json(event)
    return fields | {"entry": event.about} if isinstance(event, Declared) else fields


def _seat(body: CommandBody, state: State, name: str = "seat") -> Seat:
    return body.seat(name, len(state.names))


def _seat_or_turn(body: CommandBody, state: State) -> Seat:
    if "seat" in body:
        return _seat(body, state)
    if state.expected.seat is None:
        raise RequestError(400, "seat: missing, and it is nobody's turn to play.")
    return state.expected.seat
