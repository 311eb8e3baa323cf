"""Before the cards: the draw for the teams (R3) and the Kai Pai's count to the first drawer (R4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.events import Seat
from engine.games.gou_ji_sets import BLACK, RED

SEATS = 6
_IN_PLAY = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", BLACK, RED)
_ACE_LOW = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", BLACK, RED)
_COUNTS = {rank: number for number, rank in enumerate("A23456789TJQK", start=1)}


def counted_seat(kai_pai: Seat, card: Card) -> Seat | None:
    """R4: where the count from the Kai Pai ends, ace one to king thirteen, himself first; None for a joker.

    >>> counted_seat(0, Card("9", "S")), counted_seat(3, Card("K", "D"))
    (2, 3)
    """
    number = _COUNTS.get(card.rank)
    return None if number is None else (kai_pai + number - 1) % SEATS


@dataclass(frozen=True, slots=True)
class Count:
    """The Kai Pai's count: who counts now (jokers move the role to the right) and who draws first, if known."""

    first_kai_pai: Seat | None
    kai_pai: Seat | None
    drawer: Seat | None


def count_cards(kai_pai: Seat | None, cards: Iterable[Card]) -> Count:
    """R4 over the cards turned so far; nothing is known while nobody is Kai Pai."""
    counting = kai_pai
    for card in cards:
        if counting is None:
            break
        drawer = counted_seat(counting, card)
        if drawer is not None:
            return Count(kai_pai, counting, drawer)
        counting = (counting + 1) % SEATS
    return Count(kai_pai, counting, None)


@dataclass(frozen=True, slots=True)
class TeamDraw:
    """R3: the players in the team of the high cards, those in the other, and those who draw again for what is left."""

    high: tuple[Seat, ...]
    low: tuple[Seat, ...]
    tied: tuple[Seat, ...]


def draw_teams(cards: Mapping[Seat, Sequence[Card]], rank: str = "play") -> TeamDraw:
    """Three highest against three lowest; a tie across the line draws again among the tied (H1).

    `cards` lists what each player drew, the redraws after the first; `rank` is "play" or "ace_low". Whoever has not
    drawn (again) yet is in none of the groups, unless he is tied.
    """
    order = _ACE_LOW if rank == "ace_low" else _IN_PLAY
    strengths = {name: place for place, name in enumerate(order)}
    high: list[Seat] = []
    low: list[Seat] = []
    group, places, turn = list(range(SEATS)), SEATS // 2, 0
    while True:
        drawn = {
            seat: strengths.get(cards[seat][turn].rank, -1)
            for seat in group
            if seat in cards and len(cards[seat]) > turn
        }
        if len(drawn) < len(group):
            return TeamDraw(tuple(sorted(high)), tuple(sorted(low)), tuple(group) if turn else ())
        line = sorted(drawn.values(), reverse=True)
        last_in, first_out = line[places - 1], line[places]
        if last_in != first_out:
            high += [seat for seat in group if drawn[seat] >= last_in]
            low += [seat for seat in group if drawn[seat] <= first_out]
            return TeamDraw(tuple(sorted(high)), tuple(sorted(low)), ())
        above = [seat for seat in group if drawn[seat] > last_in]
        high += above
        low += [seat for seat in group if drawn[seat] < last_in]
        group = [seat for seat in group if drawn[seat] == last_in]
        places -= len(above)
        turn += 1
