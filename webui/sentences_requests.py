"""Plain words for what only a player can tell, and for the words that may be said.

A request of a kind without words of its own is still asked, in general words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.events import Seat
from engine.games import paimiahhh, spades
from engine.state import Request, RoundState, State
from webui.gou_ji_words import WORD_TITLES
from webui.sentences import card_words, name_of
from webui.sentences_paimiahhh import column_words, place_words, porter_words
from webui.sentences_spades import bid_words as spades_bid_words
from webui.sentences_spades import is_blind


@dataclass(frozen=True, slots=True)
class RequestWording:
    """How one kind of request is asked: the sentence, and what the button of a choice says."""

    sentence: Callable[[Request, State], str]
    title: Callable[[str, State], str]


def _card(request: Request) -> str:
    return "the card" if request.card is None else card_words(request.card)


def _who(request: Request, state: State) -> str:
    return name_of(state, request.seat)


def _plain(choice: str, _state: State) -> str:
    return choice.replace("_", " ")


def _card_title(choice: str, _state: State) -> str:
    return card_words(choice)


_GENERAL = RequestWording(lambda r, s: f"{_card(r)} of {_who(r, s)}: what did {_who(r, s)} choose?", _plain)

# The kind of a request → its words. A game adds its kinds here.
_WORDINGS: dict[str, RequestWording] = {
    "joker": RequestWording(lambda r, s: f"Which card did {_who(r, s)} name the Joker?", _card_title),
    "tile": RequestWording(
        lambda r, s: f"From which column did {_who(r, s)} take a tile for {_card(r)}?",
        lambda choice, _: column_words(choice),
    ),
    "porter": RequestWording(
        lambda r, s: f"Which tiles did {_who(r, s)} carry with Porter?", lambda choice, _: porter_words(choice)
    ),
    "auction": RequestWording(
        lambda r, s: "Play has begun: how did the auction end?", lambda choice, s: place_words(int(choice), s)
    ),
    "hand": RequestWording(lambda r, s: f"{_who(r, s)} is the dummy: which cards lie open?", _plain),
}

# `Announced.what` → what the button says. A game adds its words here.
_OFFERS: dict[str, str] = {
    **WORD_TITLES,
    "blind_nil": "Blind nil",
}


def request_sentence(request: Request, state: State) -> str:
    """What is asked."""
    return _WORDINGS.get(request.kind, _GENERAL).sentence(request, state)


def choice_title(kind: str, choice: str, state: State) -> str:
    """What the button of a choice says; a choice that is none of the kind's is told as it came."""
    try:
        return _WORDINGS.get(kind, _GENERAL).title(choice, state)
    except ValueError:
        return choice


def offer_title(what: str) -> str:
    """What a word is called that may be said."""
    return _OFFERS.get(what) or what.replace("_", " ").capitalize()


# What a bid is called in games where it is more than a number.
_BIDS: dict[str, Callable[[int, State], str]] = {
    spades.KEY: spades_bid_words,
    paimiahhh.KEY: place_words,
}


def bid_words(value: int, state: State) -> str:
    """A bid as it is said."""
    told = _BIDS.get(state.game or "")
    return str(value) if told is None else told(value, state)


def bid_title(state: State, round_: RoundState, seat: Seat) -> str:
    """What a seat bid in a round, "" before it has."""
    bid = round_.bids[seat]
    return "" if bid is None else f"{'blind ' if is_blind(round_, seat) else ''}{bid_words(bid, state)}"
