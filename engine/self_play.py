"""Random rounds and games played to the end by four blind players who keep the rules, or break one on purpose.

The players see hands; the referee never does. So what they did is the truth its verdicts are held against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import STANDARD_DECK, Card, Deck
from engine.events import BidMade, CardsPlayed, CardTurned, Event, GameStarted, RoundStarted, Seat, TrickGathered
from engine.tricks import TrickRules


@dataclass(frozen=True, slots=True)
class Revoke:
    """A failure to follow `suit` in trick `trick_number` (from 1) by a seat that could."""

    seat: Seat
    trick_number: int
    suit: str
    card: Card


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """The tricks of a round as (seat, card) in the order played, who won them, and the revoke if there was one."""

    tricks: tuple[tuple[tuple[Seat, Card], ...], ...]
    winners: tuple[Seat, ...]
    revoke: Revoke | None = None

    def events(self, *, gathers: bool = True) -> list[Event]:
        """The plays as events, each trick gathered by its winner if `gathers`."""
        events: list[Event] = []
        for trick, winner in zip(self.tricks, self.winners, strict=True):
            events += [CardsPlayed(seat, (card,)) for seat, card in trick]
            if gathers:
                events.append(TrickGathered(winner))
        return events


def deal(
    rng: Random, hand_size: int, *, seats: int = 4, deck: Deck = STANDARD_DECK
) -> tuple[list[list[Card]], list[Card]]:
    """(the hands by seat, the undealt rest) of a shuffled deck."""
    cards = list(deck)
    rng.shuffle(cards)
    hands = [cards[seat * hand_size : (seat + 1) * hand_size] for seat in range(seats)]
    return hands, cards[seats * hand_size :]


def play_round(
    rng: Random, hands: Sequence[Sequence[Card]], rules: TrickRules, leader: Seat, *, with_revoke: bool = False
) -> PlayedRound:
    """A round of random legal plays; `with_revoke`: one play, chosen at random, does not follow though it could.

    Without any chance to revoke in the round there is none.
    """
    if with_revoke:
        chances = _revoke_chances(Random(rng.random()), hands, rules, leader)
        return _play(rng, hands, rules, leader, revoke_from=rng.randrange(chances) if chances else None)
    return _play(rng, hands, rules, leader, revoke_from=None)


def play_game(
    rng: Random, sizes: Sequence[int], *, names: tuple[str, ...] = ("A", "B", "C", "D"), with_revokes: bool = False
) -> list[Event]:
    """The events of a whole game of Pairs Oh Hell over rounds of the given hand sizes, random and legal."""
    events: list[Event] = [GameStarted("oh_hell_pairs", names, {"rounds": tuple(sizes)})]
    dealer = rng.randrange(4)
    for hand_size in sizes:
        hands, rest = deal(rng, hand_size)
        turned = rest[0] if rest else hands[dealer][-1]
        events += [RoundStarted(dealer, hand_size), CardTurned(turned)]
        first = (dealer + 1) % 4
        total = 0
        for step in range(4):
            values = [value for value in range(hand_size + 1) if step < 3 or total + value != hand_size]
            value = rng.choice(values)
            total += value
            events.append(BidMade((first + step) % 4, value))
        played = play_round(rng, hands, TrickRules(trump=turned.suit), first, with_revoke=with_revokes)
        events += played.events()
        dealer = first
    return events


def _revoke_chances(rng: Random, hands: Sequence[Sequence[Card]], rules: TrickRules, leader: Seat) -> int:
    """How many plays of a random legal course of the round could have been revokes."""
    held = [list(hand) for hand in hands]
    chances = 0
    for trick in _play(rng, hands, rules, leader, revoke_from=None).tricks:
        led_suit = rules.suit_of(trick[0][1])
        for place, (seat, card) in enumerate(trick):
            following = [held_card for held_card in held[seat] if rules.suit_of(held_card) == led_suit]
            chances += place > 0 and 0 < len(following) < len(held[seat])
            held[seat].remove(card)
    return chances


def _play(
    rng: Random, hands: Sequence[Sequence[Card]], rules: TrickRules, leader: Seat, *, revoke_from: int | None
) -> PlayedRound:
    held = [list(hand) for hand in hands]
    tricks, winners = [], []
    revoke: Revoke | None = None
    chances = 0
    is_broken = False
    for number in range(1, len(held[0]) + 1):
        trick: list[tuple[Seat, Card]] = []
        for step in range(len(held)):
            seat = (leader + step) % len(held)
            led_suit = rules.suit_of(trick[0][1]) if trick else None
            legal = rules.legal_cards(held[seat], led_suit, trump_is_broken=is_broken, is_first_trick=number == 1)
            can_follow = led_suit is not None and any(rules.suit_of(card) == led_suit for card in held[seat])
            illegal = [card for card in held[seat] if card not in legal] if can_follow else []
            card = rng.choice(legal)
            if illegal:
                if revoke_from is not None and chances >= revoke_from and revoke is None and led_suit is not None:
                    card = rng.choice(illegal)
                    revoke = Revoke(seat, number, led_suit, card)
                chances += 1
            held[seat].remove(card)
            trick.append((seat, card))
            is_broken = is_broken or rules.breaks(card)
        winner = rules.winner(trick)
        assert winner is not None
        leader = winner
        tricks.append(tuple(trick))
        winners.append(winner)
    return PlayedRound(tuple(tricks), tuple(winners), revoke)
