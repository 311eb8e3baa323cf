"""Whole rounds of Hearts and Spades, dealt and played at random but legally, as a table would play them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import STANDARD_DECK, Card
from engine.events import CardsPlayed, Event
from engine.games.hearts import TWO_OF_CLUBS, HeartsRules
from engine.self_play import deal
from engine.tricks import TrickRules
from tests.engine.trick_players import play_out


@dataclass(frozen=True)
class Deal:
    """The events of a round; its tricks as (seat, card code) in the order played, and who won each."""

    events: tuple[Event, ...]
    tricks: tuple[tuple[tuple[int, str], ...], ...]
    winners: tuple[int, ...]

    def won(self, seat: int) -> int:
        return self.winners.count(seat)

    def hearts_points(self) -> list[int]:
        """A heart is one, the queen of spades thirteen; all of them are 26 for everybody else."""
        points = [0, 0, 0, 0]
        for trick, winner in zip(self.tricks, self.winners, strict=True):
            points[winner] += sum(13 if card == "QS" else card.endswith("H") for _, card in trick)
        return [0 if each == 26 else 26 for each in points] if 26 in points else points


def hearts_deal(rng: Random) -> Deal:
    """A round as it is after the passing."""
    hands, _ = deal(rng, 13)
    leader = next(seat for seat, hand in enumerate(hands) if TWO_OF_CLUBS in hand)
    return _played(rng, hands, HeartsRules(), leader)


def spades_deal(rng: Random, leader: int) -> Deal:
    """A round of Spades."""
    hands, _ = deal(rng, 13)
    return _played(rng, hands, TrickRules(STANDARD_DECK, "S", broken_trump=True), leader)


def _played(rng: Random, hands: Sequence[Sequence[Card]], rules: TrickRules, leader: int) -> Deal:
    events, _ = play_out(rng, hands, rules, leader)
    plays = [(each.seat, each.cards[0].code) for each in events if isinstance(each, CardsPlayed)]
    tricks = tuple(tuple(plays[start : start + 4]) for start in range(0, 52, 4))
    return Deal(tuple(events), tricks, tuple(each.by for each in events if not isinstance(each, CardsPlayed)))
