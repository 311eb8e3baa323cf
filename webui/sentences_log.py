"""Plain words for what comes next, for steps of the log and for the companion's questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.events import (
    Announced,
    BidMade,
    CardDrawn,
    CardsPlayed,
    CardTurned,
    Corrected,
    Declared,
    Event,
    GameStarted,
    HandShown,
    Inserted,
    Passed,
    Removed,
    RoundStarted,
    RoundVoided,
    Ruled,
    Swapped,
    TileTaken,
    TrickGathered,
)
from engine.games import gou_ji, hearts, paimiahhh
from engine.state import State
from webui.gou_ji_words import gou_ji_expects, set_words
from webui.questions import Choice, Question
from webui.sentences import SUIT_WORDS, card_words, counted, decision_title, listed, name_of, suit_words
from webui.sentences_hearts import hearts_expects
from webui.sentences_paimiahhh import paimiahhh_expects, tile_words
from webui.sentences_requests import bid_words, choice_title, offer_title

# What a game waits for in its own words, None where the general ones do.
_EXPECTED_IN: dict[str, Callable[[State], str | None]] = {
    gou_ji.KEY: gou_ji_expects,
    hearts.KEY: hearts_expects,
    paimiahhh.KEY: paimiahhh_expects,
}


def expected_sentence(state: State) -> str:
    """What the game waits for, as a short sentence."""
    expected = state.expected
    expects = _EXPECTED_IN.get(state.game or "")
    told = expects(state) if expects is not None else None
    if told is not None:
        return told
    name = name_of(state, expected.seat)
    match expected.kind:
        case "game":
            return "No game is running."
        case "round":
            size = "" if expected.hand_size is None else f" {counted(expected.hand_size, 'card')} each"
            dealer = "The dealer is drawn" if expected.dealer is None else f"{name_of(state, expected.dealer)} deals"
            return f"{dealer}{':' if size else ''}{size}."
        case "turn":
            return "Turn a card for trump."
        case "bid":
            return f"{name} bids."
        case "play" if expected.led_suit is None:
            return f"{name} leads."
        case "play":
            verb = "were" if expected.led_suit in SUIT_WORDS else "was"
            return f"{name} plays, {suit_words(expected.led_suit or '')} {verb} led."
        case "gather":
            return "The trick is complete." if expected.seat is None else f"{name} takes the trick."
        case _:
            return "The game is over." if state.winners else ""


def step_words(event: Event, state: State) -> str:
    """A step of the log in a few words, for the undo button."""
    match event:
        case GameStarted():
            return "start of the game"
        case RoundStarted():
            return "deal"
        case CardTurned(card):
            return f"{card_words(card)} turned"
        case BidMade(seat, value):
            return f"bid {bid_words(value, state)} of {name_of(state, seat)}"
        case Passed(seat):
            return f"pass of {name_of(state, seat)}"
        case CardsPlayed(seat, cards):
            laid = listed(map(card_words, cards)) if state.gou_ji is None else set_words(cards)
            return f"{laid} of {name_of(state, seat)}"
        case TrickGathered():
            return "trick gathered"
        case RoundVoided():
            return "redeal"
        case Ruled(verdict_id, decision):
            verdict = state.verdict(verdict_id)
            who = name_of(state, verdict.seat if verdict is not None else None)
            return f"ruling “{decision_title(decision, who)}”"
        case Corrected(_, corrected):
            return f"correction to {step_words(corrected, state)}"
        case Removed():
            return "removal"
        case Inserted(_, inserted):
            return f"added {step_words(inserted, state)}"
        case Announced(seat, what, to):
            about = "" if to is None else f" about {name_of(state, to)}"
            return f"“{offer_title(what)}” of {name_of(state, seat)}{about}"
        case Declared(_, kind, choice):
            return f"answer: {choice_title(kind, choice, state)}"
        case HandShown(seat):
            return f"open hand of {name_of(state, seat)}"
        case TileTaken(seat, tile):
            return f"{'no tile' if tile is None else f'tile {tile_words(tile)}'} of {name_of(state, seat)}"
        case CardDrawn(seat, card):
            return f"{card_words(card)} drawn by {name_of(state, seat)}"
        case Swapped(seat, to, count):
            return f"{counted(count, 'card')} swapped between {name_of(state, seat)} and {name_of(state, to)}"
        case _:  # Undone and Redone, which are no steps of their own.
            return "undo"


# Questions of the companion: code → sentence made of the parameters named beside it.
_QUESTIONS: dict[str, Callable[[Mapping[str, object], State], str]] = {
    # card
    "which_seat": lambda p, s: f"Who played {_card(p)}?",
    # card, other
    "which_card": lambda p, s: f"Is this {_card(p)} or {_card(p, 'other')}?",
    # card, seat, expected_seat
    "seat_or_turn": lambda p, s: (
        f"{_card(p)} seems to come from {_name(p, s)}, but it is {_name(p, s, 'expected_seat')}'s turn. Who played it?"
    ),
    # card, seat
    "same_card_again": lambda p, s: f"{_card(p)} is seen a second time. Which card is this?",
    # seat
    "open_card": lambda p, s: f"Which card is this in the open hand of {_name(p, s)}?",
    # card
    "foreign_card": lambda p, s: f"{_card(p)} is not in this game's pack. Which card is this?",
    # card or set
    "taken_up": lambda p, s: f"{p.get('set') or _card(p)} was taken up again. Was it taken back?",
    # seat, set, gone
    "part_taken_up": lambda p, s: (
        f"{_name(p, s)} laid {p.get('set')}, and {p.get('gone')} of it was taken up again. Was that taken back?"
    ),
    # (none)
    "which_turned": lambda p, s: "Several cards lie there. Which one was turned for trump?",
    # card, seat
    "trick_not_gathered": lambda p, s: (
        f"The trick is complete and still lies there, and {_name(p, s)} laid {_card(p)}. Was the trick gathered?"
    ),
    # seat
    "which_set": lambda p, s: f"Which cards did {_name(p, s)} lay?",
    # seat
    "which_joker": lambda p, s: f"Which joker did {_name(p, s)} lay?",
    # seat
    "how_many": lambda p, s: f"How many cards did {_name(p, s)} lay?",
    # seat, set
    "answer_or_lead": lambda p, s: (
        f"{_name(p, s)} laid {p.get('set')} and the last set still lies there. Have all others passed?"
    ),
    # seat, set
    "part_or_lead": lambda p, s: f"{_name(p, s)} laid {p.get('set')} beside the last set. Does it belong to it?",
    # set
    "swept_again": lambda p, s: f"{p.get('set')} lies there just after the table was cleared. Is it a new set?",
    # set
    "which_seat_laid": lambda p, s: f"Who laid {p.get('set')}?",
    # (none)
    "unreadable": lambda p, s: "A card lies there that Kibitz cannot read. Which one is it?",
}

QUESTION_CODES = tuple(_QUESTIONS)

# Replies that are neither a card nor a seat.
REPLY_TITLES = {
    "yes": "Yes",
    "no": "No",
    "nothing": "No card there",
    "ignore": "Leave it",
    "taken_back": "Taken back",
    "gathered": "Gathered",
    "answers": "No, an answer",
    "leads": "A new lead",
    "joins": "Belongs to it",
    "moved": "Only moved",
}


def question_text(question: Question, state: State) -> str:
    """The sentence of a question; KeyError for a code without one."""
    return _QUESTIONS[question.code](question.params, state)


def reply_title(choice: Choice, state: State) -> str:
    """What a reply button says: the card, the player, or the word of its code."""
    if isinstance(choice.params.get("title"), str):
        return str(choice.params["title"])
    if isinstance(choice.params.get("card"), str):
        return card_words(str(choice.params["card"]))
    seat = choice.params.get("seat")
    if isinstance(seat, int):
        return name_of(state, seat)
    return REPLY_TITLES.get(choice.code, choice.code.replace("_", " ").capitalize())


def _card(params: Mapping[str, object], key: str = "card") -> str:
    code = params.get(key)
    return card_words(code) if isinstance(code, str) else "the card"


def _name(params: Mapping[str, object], state: State, key: str = "seat") -> str:
    seat = params.get(key)
    return name_of(state, seat if isinstance(seat, int) else None)
