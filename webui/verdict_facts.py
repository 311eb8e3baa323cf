"""The particulars of a finding, each ready to stand in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.state import RoundState, State, Verdict
from webui.sentences import card_words, listed, name_of, suit_words


class Facts:
    """The particulars of one verdict, each ready to stand in a sentence."""

    def __init__(self, verdict: Verdict, state: State) -> None:
        self.verdict, self.state = verdict, state
        self.params: Mapping[str, Any] = verdict.params

    @property
    def who(self) -> str:
        return name_of(self.state, self.verdict.seat)

    @property
    def card(self) -> str:
        return card_words(self.verdict.cards[0]) if self.verdict.cards else "the card"

    @property
    def trick(self) -> str:
        return f"trick {self.verdict.trick_number}" if self.verdict.trick_number else "the trick"

    @property
    def round(self) -> RoundState | None:
        matching = [each for each in self.state.rounds if each.number == self.verdict.round_number]
        return matching[-1] if matching else None

    def name(self, key: str) -> str:
        return name_of(self.state, self.params.get(key))

    def names(self, key: str, joint: str = "and") -> str:
        return listed((name_of(self.state, seat) for seat in self.params.get(key) or ()), joint)

    def number(self, key: str) -> Any:
        return self.params.get(key, "?")

    def suit(self, key: str = "suit") -> str:
        return suit_words(str(self.params.get(key, "the suit")))

    @property
    def proof(self) -> str:
        """ "Trick 7: Ben played 3♠." for the cards that prove a revoke."""
        tricks = self.params.get("proof_tricks") or ()
        shown = self.verdict.cards[-1] if len(self.verdict.cards) > 1 else None
        where = listed(f"trick {number}" for number in tricks) or "a later trick"
        what = card_words(shown) if shown is not None else self.suit()
        return f"{where[0].upper()}{where[1:]}: {self.who} played {what}."


Telling: TypeAlias = Callable[[Facts], str]


@dataclass(frozen=True, slots=True)
class Wording:
    """How one verdict code is told: a title, what happened, and what would have been right."""

    title: str
    sentence: Telling
    legal: Telling | None = None


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
