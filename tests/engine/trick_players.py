"""Players who see their hands and break one law on purpose; what they did is the truth the referee is held against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from engine import Card, CardsPlayed, Event, TrickGathered
from engine.tricks import TrickRules


@dataclass(frozen=True)
class Turn:
    """A seat about to play: what it holds, what of that is legal, and the trick so far."""

    trick_number: int
    seat: int
    held: tuple[Card, ...]
    legal: tuple[Card, ...]
    trick: tuple[tuple[int, Card], ...]

    @property
    def illegal(self) -> list[Card]:
        return [card for card in self.held if card not in self.legal]


@dataclass(frozen=True)
class Offence:
    """The one illegal play of a round."""

    trick_number: int
    seat: int
    card: Card


def play_out(
    rng: Random,
    hands: Sequence[Sequence[Card]],
    rules: TrickRules,
    leader: int,
    *,
    tempts: Callable[[Turn], list[Card]] = lambda turn: [],
) -> tuple[list[Event], Offence | None]:
    """Random legal plays of a whole round, but for the first card that `tempts` offers."""
    held = [list(hand) for hand in hands]
    events: list[Event] = []
    offence, is_broken = None, False
    for number in range(1, len(held[0]) + 1):
        trick: list[tuple[int, Card]] = []
        for step in range(len(held)):
            seat = (leader + step) % len(held)
            led_suit = rules.suit_of(trick[0][1]) if trick else None
            legal = rules.legal_cards(held[seat], led_suit, trump_is_broken=is_broken, is_first_trick=number == 1)
            turn = Turn(number, seat, tuple(held[seat]), tuple(legal), tuple(trick))
            tempting = tempts(turn) if offence is None else []
            card = rng.choice(tempting or legal)
            if tempting:
                offence = Offence(number, seat, card)
            held[seat].remove(card)
            trick.append((seat, card))
            is_broken = is_broken or rules.breaks(card)
            events.append(CardsPlayed(seat, (card,)))
        leader = rules.winner(trick)
        events.append(TrickGathered(leader))
    return events, offence
