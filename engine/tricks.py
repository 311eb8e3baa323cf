"""The laws of a trick: what must follow, what beats what. Pure functions of the cards; no table, no memory.

>>> rules = TrickRules(STANDARD_DECK, trump="H")
>>> cards = [Card.from_code(code) for code in ("8S", "TS", "7C", "2H")]
>>> rules.winner(list(enumerate(cards)))
3
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.cards import STANDARD_DECK, Card, Deck
from engine.events import Seat


@dataclass(frozen=True)
class VoidClaim:
    """What a play says about the hand it came from: no card of `suit` was left, or else `rule` is broken.

    Claims that one play makes with the same code are one accusation. `suit` may also be a name of the game's own for a
    kind of card, if the game's `obliges` tells which cards are of that kind.
    """

    suit: str
    code: str
    rule: str


class TrickRules:
    """The laws of a plain trick game; a game with stranger cards overrides what differs.

    `trump_is_known` False means that the trump suit has not been seen yet: tricks that could depend on it have no
    winner. `must_trump` obliges a seat that cannot follow to trump; `broken_trump` forbids leading trump before a
    trump has been played to an earlier trick or by a hand that holds anything else.
    """

    def __init__(
        self,
        deck: Deck = STANDARD_DECK,
        trump: str | None = None,
        *,
        trump_is_known: bool = True,
        must_trump: bool = False,
        broken_trump: bool = False,
        follow_rule: str = "R8",
        trump_rule: str = "H8",
    ) -> None:
        self.deck = deck
        self.trump = trump
        self.trump_is_known = trump_is_known
        self.must_trump = must_trump
        self.broken_trump = broken_trump
        self.follow_rule = follow_rule
        self.trump_rule = trump_rule

    def suit_of(self, card: Card) -> str | None:
        """The suit a card counts as; None for a card that has none."""
        return card.suit

    def sets_lead(self, card: Card) -> bool:  # noqa: ARG002 (for games with cards that cannot lead)
        """Whether a card becomes the lead of a trick that has none."""
        return True

    def obliges(self, card: Card) -> tuple[str, ...]:
        """The suits that a hand with this card has to follow: what the card disproves when it appears later."""
        suit = self.suit_of(card)
        return () if suit is None else (suit,)

    def breaks(self, card: Card) -> bool:
        """Whether a card, once played, lets trump be led (in Hearts: hearts)."""
        return self.trump is not None and self.suit_of(card) == self.trump

    def strength(self, card: Card, led_suit: str | None) -> int:
        """How high a card stands in a trick of `led_suit`; -1 for a card that cannot win it."""
        suit = self.suit_of(card)
        if suit is None:
            return -1
        if suit == self.trump:
            return 100 + self.deck.strengths.get(card.rank, 0)
        return self.deck.strengths.get(card.rank, 0) if suit == led_suit else -1

    def winner(self, plays: Sequence[tuple[Seat, Card]]) -> Seat | None:
        """The seat that wins the cards, given in the order they were played; None of no cards, or without trump known.

        The first card is the lead. Equal cards (several packs): the earlier one wins.
        """
        if not plays:
            return None
        led_suit = self.suit_of(plays[0][1])
        if not self.trump_is_known and any(self.suit_of(card) != led_suit for _, card in plays):
            return None
        return max(plays, key=lambda play: self.strength(play[1], led_suit))[0]

    def legal_cards(
        self,
        hand: Iterable[Card],
        led_suit: str | None,
        *,
        trump_is_broken: bool = True,
        is_first_trick: bool = False,  # noqa: ARG002 (for games with a law of their own for it)
    ) -> list[Card]:
        """The cards of a hand that may be played to a trick of `led_suit` (None: to lead)."""
        held = list(hand)
        if led_suit is None:
            if self.broken_trump and not trump_is_broken:
                return [card for card in held if self.suit_of(card) != self.trump] or held
            return held
        following = [card for card in held if self.suit_of(card) == led_suit]
        if not following and self.must_trump:
            following = [card for card in held if self.suit_of(card) == self.trump]
        return following or held

    def claims(
        self,
        card: Card,
        led_suit: str | None,
        *,
        is_lead: bool,
        trump_is_broken: bool,
        is_first_trick: bool = False,  # noqa: ARG002 (for games with a law of their own for it)
    ) -> list[VoidClaim]:
        """What a play says its hand no longer holds, if it was legal."""
        suit = self.suit_of(card)
        if card not in self.deck:
            return []  # Misread or foreign: it says nothing.
        if is_lead:
            if self.broken_trump and suit == self.trump and suit is not None and not trump_is_broken:
                others = (other for other in self.deck.suits if other != suit)
                return [VoidClaim(other, "trump_not_broken", self.trump_rule) for other in others]
            return []
        if led_suit is None or suit == led_suit:
            return []
        claims = [VoidClaim(led_suit, "revoke", self.follow_rule)]
        if self.must_trump and self.trump is not None and self.trump not in (suit, led_suit):
            claims.append(VoidClaim(self.trump, "did_not_trump", self.trump_rule))
        return claims
