"""Players who see their hands and break one law on purpose; what they did is the truth the referee is held against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from engine import Card, CardsPlayed, Event, TrickGathered
from engine.tricks import TrickRules


@dataclass(frozen=True)
class Turn:
    """A seat about to play: the hands, what of its own is legal, and the trick so far."""

    trick_number: int
    seat: int
    hands: tuple[tuple[Card, ...], ...]
    legal: tuple[Card, ...]
    trick: tuple[tuple[int, Card], ...]

    @property
    def held(self) -> tuple[Card, ...]:
        return self.hands[self.seat]

    @property
    def illegal(self) -> list[Card]:
        return [card for card in self.held if card not in self.legal]


@dataclass(frozen=True)
class Offence:
    """The one illegal act of a round."""

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
    breaks_off: Callable[[Turn], CardsPlayed | None] = lambda turn: None,
    interrupts: Callable[[Turn, list[Event]], None] = lambda turn, events: None,
) -> tuple[list[Event], Offence | None]:
    """Random legal plays of a whole round, but for the first card that `tempts` offers.

    The first play that `breaks_off` gives, in turn or not, is the last of the round. `interrupts` may add to the events
    before every play what leaves the hands as they are.
    """
    held = [list(hand) for hand in hands]
    events: list[Event] = []
    offence, is_broken = None, False
    for number in range(1, len(held[0]) + 1):
        trick: list[tuple[int, Card]] = []
        for step in range(len(held)):
            seat = (leader + step) % len(held)
            led_suit = rules.suit_of(trick[0][1]) if trick else None
            legal = rules.legal_cards(held[seat], led_suit, trump_is_broken=is_broken, is_first_trick=number == 1)
            turn = Turn(number, seat, tuple(map(tuple, held)), tuple(legal), tuple(trick))
            interrupts(turn, events)
            last = breaks_off(turn)
            if last is not None:
                return [*events, last], Offence(number, last.seat, last.cards[0])
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


def revoke(turn: Turn) -> list[Card]:
    """Any card that does not follow, from a hand that could; not in the first trick, which may have laws of its own."""
    led = turn.trick[0][1].suit if turn.trick else None
    can_follow = any(card.suit == led for card in turn.held)
    return [card for card in turn.illegal if can_follow and turn.trick_number > 1]
