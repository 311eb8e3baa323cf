"""A part of a random hand of Gou Ji as it happens at a table: sets, words, and the clearing of the table.

The players of `engine.games.gou_ji_self_play` keep turns by a second, plain reading of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.events import CardsPlayed, Event, GameStarted, RoundStarted, TrickGathered
from engine.games.gou_ji_self_play import Manners, deal, play_hand
from engine.games.gou_ji_sets import GOU_JI_DECK, GouJiLaws

NAMES = ("Ada", "Bo", "Chen", "Dora", "Emil", "Fang")
SEAT_COUNT = len(NAMES)
LONGEST_SET = 9
"""Cards a player lays at once in a film: few hands can hold up more."""
HANDS_TRIED = 6
"""Parts of hands to choose from."""


@dataclass(frozen=True, slots=True)
class ScriptedHand:
    """What had happened when the film begins, and what happens in it.

    `before` were entered by hand, among them the start of the game; `filmed` begins with a lead on a bare table and
    ends with the clearing of the last set, or with the end of the hand.
    """

    before: tuple[Event, ...]
    filmed: tuple[Event, ...]
    ranking: tuple[int, ...] | None
    """The six places where the hand ends in the film."""


def script_hand(seed: int, set_count: int, *, to_the_end: bool) -> ScriptedHand:
    """Play a hand and choose a part of it with about `set_count` sets (whole series), at its end if so asked.

    At real tables sets of three or four cards are common, so the part with most cards of several hands is taken; sets
    of more than `LONGEST_SET` are not filmed.
    """
    rng = Random(seed)
    chosen: list[tuple[int, ScriptedHand]] = []
    while len(chosen) < HANDS_TRIED:
        leader = rng.randrange(SEAT_COUNT)
        manners = Manners(says_pass=0.0, answers=0.8, clears=1.0)
        played = play_hand(rng, deal(rng), leader, GouJiLaws(), manners)
        opening: tuple[Event, ...] = (GameStarted("gou_ji", NAMES, {"hands": 1}), RoundStarted(dealer=leader))
        for first, last in _parts(played.events, set_count):
            is_end = last == len(played.events)
            if is_end or not to_the_end:
                filmed = tuple(played.events[first:last])
                before = (*opening, *played.events[:first])
                chosen.append((_cards(filmed), ScriptedHand(before, filmed, played.ranking if is_end else None)))
    return max(chosen, key=lambda part: part[0])[1]


def with_mixed_set(played: ScriptedHand, rng: Random) -> ScriptedHand:
    """The same part with a card of another rank in one of its answers; unchanged where none shows its rank thrice."""
    filmed = list(played.filmed)
    answers = [
        number
        for number, event in enumerate(filmed)
        if number and isinstance(event, CardsPlayed) and isinstance(filmed[number - 1], CardsPlayed)
        if sum(card.suit is not None and card.rank != "2" for card in event.cards) >= 3
    ]
    if not answers:
        return played
    number = rng.choice(answers)
    laid = filmed[number]
    assert isinstance(laid, CardsPlayed)
    naturals = GouJiLaws().naturals
    shown = {card.rank for card in laid.cards}
    odd = rng.choice([card for card in GOU_JI_DECK.faces if card.rank in naturals and card.rank not in shown])
    place = max(place for place, card in enumerate(laid.cards) if card.rank in naturals)
    filmed[number] = CardsPlayed(laid.seat, (*laid.cards[:place], odd, *laid.cards[place + 1 :]))
    return ScriptedHand(played.before, tuple(filmed), played.ranking)


def _cards(events: tuple[Event, ...]) -> int:
    return sum(len(event.cards) for event in events if isinstance(event, CardsPlayed))


def _parts(events: list[Event], set_count: int) -> list[tuple[int, int]]:
    """(first, behind the last) of every run of whole series with about so many sets, none of them too long to film."""
    starts = [0, *(number + 1 for number, event in enumerate(events) if isinstance(event, TrickGathered)), len(events)]
    parts = []
    for position, first in enumerate(starts[:-1]):
        for last in starts[position + 1 :]:
            sets = [event for event in events[first:last] if isinstance(event, CardsPlayed)]
            if any(len(laid.cards) > LONGEST_SET for laid in sets) or len(sets) > set_count + 2:
                break
            if len(sets) >= set_count - 2:
                parts.append((first, last))
    return list(dict.fromkeys(parts))
