"""How fast the referee is: `python -m engine.bench`.

Beside it, where OpenSpiel is installed (extra `compare`), OpenSpiel's Oh Hell on the same deals, bids and plays in the
same run. The two do different work: OpenSpiel owns the hands and refuses what is illegal; the referee sees only the
table, and looks for revokes, misread cards and everything else. Both figures are printed for taking a play in, and for
taking it in and saying what may come next.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time
from typing import Any

from engine.cards import Card
from engine.events import BidMade, CardsPlayed, CardTurned, Event, GameStarted, RoundStarted
from engine.fold import Replay, fold
from engine.games import GAMES
from engine.log import Entry, numbered
from engine.self_play import deal, play_game, play_round
from engine.tricks import TrickRules

HAND_SIZE = 12  # The largest hand that OpenSpiel deals to four.
_OPEN_SPIEL_SUITS = "CDSH"
_OPEN_SPIEL_RANKS = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class BenchDeal:
    """One deal with its bids and a random legal course; seat 3 deals, seat 0 bids and leads first."""

    hands: tuple[tuple[Card, ...], ...]
    turned: Card
    bids: tuple[int, ...]
    plays: tuple[CardsPlayed, ...]

    def opening(self) -> list[Event]:
        """The events before the first card."""
        return [
            GameStarted("oh_hell_pairs", ("A", "B", "C", "D"), {"rounds": (HAND_SIZE,)}),
            RoundStarted(3),
            CardTurned(self.turned),
            *(BidMade(seat, bid) for seat, bid in enumerate(self.bids)),
        ]


@dataclass(frozen=True, slots=True)
class PlayRates:
    """Plays per second of processor time: taken in, and taken in with what may come next said after each."""

    taken_in: float
    with_next: float


def replay_seconds(events: int = 10_000) -> tuple[float, float, int]:
    """(wall seconds, processor seconds, events) to fold a log of at least `events` events of legal 13-card rounds."""
    log = numbered(play_game(Random(5), (13,) * (events // 71 + 1)))
    wall, cpu = perf_counter(), process_time()
    fold(log)
    return perf_counter() - wall, process_time() - cpu, len(log)


def random_deals(count: int, seed: int = 1) -> list[BenchDeal]:
    """Deals of 12 cards each, with legal bids and plays."""
    rng = Random(seed)
    deals = []
    for _ in range(count):
        hands, rest = deal(rng, HAND_SIZE)
        played = play_round(rng, hands, TrickRules(trump=rest[0].suit), 0)
        bids = [rng.randrange(4) for _ in range(3)]
        last = rng.choice([bid for bid in range(4) if sum(bids) + bid != HAND_SIZE])
        plays = tuple(event for event in played.events(gathers=False) if isinstance(event, CardsPlayed))
        deals.append(BenchDeal(tuple(map(tuple, hands)), rest[0], (*bids, last), plays))
    return deals


def referee_rates(deals: Sequence[BenchDeal]) -> PlayRates:
    """The referee's plays per second, all verdicts looked for; the second figure builds the whole state every time."""
    plays = sum(len(each.plays) for each in deals)
    taken_in = 0.0
    for each in deals:
        first, *rest = numbered([*each.opening(), *each.plays])
        game = GAMES["oh_hell_pairs"].start(first)
        opening = len(each.opening()) - 1
        for entry in rest[:opening]:
            game.apply(entry)
        taken_in += _seconds(game.apply, rest[opening:])
    with_next = 0.0
    for each in deals:
        replay = Replay()
        log: list[Entry] = list(numbered(each.opening()))
        replay.update(log)
        begun = process_time()
        for play in each.plays:
            log.append(Entry(len(log) + 1, play))
            assert replay.update(log).expected
        with_next += process_time() - begun
    return PlayRates(plays / taken_in, plays / with_next)


def open_spiel_rates(deals: Sequence[BenchDeal]) -> PlayRates | None:
    """OpenSpiel's plays per second from Python on the same deals; None where it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game(f"oh_hell(players=4,num_tricks_fixed={HAND_SIZE})")
    plays = sum(len(each.plays) for each in deals)
    actions = [[_open_spiel_card(play.cards[0]) for play in each.plays] for each in deals]
    taken_in = sum(
        _seconds(_open_spiel_start(game, each).apply_action, action)
        for each, action in zip(deals, actions, strict=True)
    )
    with_next = 0.0
    for each, course in zip(deals, actions, strict=True):
        state = _open_spiel_start(game, each)
        begun = perf_counter()
        for action in course:
            state.apply_action(action)
            state.legal_actions()
        with_next += perf_counter() - begun
        assert state.is_terminal()
    return PlayRates(plays / taken_in, plays / with_next)


def main() -> None:
    """Print the figures."""
    wall, cpu, events = replay_seconds()
    print(f"replay of {events:,} events: {wall:.3f} s ({cpu:.3f} s of processor time)")
    deals = random_deals(200)
    print(f"{len(deals)} random deals of {HAND_SIZE} cards each; plays per second of processor time,")
    print("taken in / taken in, and what may follow said:")
    _print_rates("Kibitz", _best_of_three(referee_rates, deals))
    _print_rates("OpenSpiel", _best_of_three(open_spiel_rates, deals))


def _best_of_three(
    measure: Callable[[Sequence[BenchDeal]], PlayRates | None], deals: Sequence[BenchDeal]
) -> PlayRates | None:
    """The best of three measurements: what disturbs one only makes it slower."""
    measured = [rates for rates in (measure(deals) for _ in range(3)) if rates is not None]
    if not measured:
        return None
    return PlayRates(max(rates.taken_in for rates in measured), max(rates.with_next for rates in measured))


def _print_rates(name: str, rates: PlayRates | None) -> None:
    if rates is None:
        print(f"  {name:<10}  not installed (extra `compare`): no comparison")
    else:
        print(f"  {name:<10} {rates.taken_in:>10,.0f} / {rates.with_next:>10,.0f}")


def _seconds(take_in: Callable[[Any], object], items: Sequence[object]) -> float:
    begun = process_time()
    for item in items:
        take_in(item)
    return process_time() - begun


def _open_spiel_card(card: Card) -> int:
    assert card.suit is not None
    return _OPEN_SPIEL_RANKS.index(card.rank) * 4 + _OPEN_SPIEL_SUITS.index(card.suit)


def _open_spiel_start(game: Any, each: BenchDeal) -> Any:
    """A state in which the deal and the bids are made: hand size, dealer, cards in turn from seat 0, trump, bids."""
    state = game.new_initial_state()
    state.apply_action(HAND_SIZE)
    state.apply_action(3)
    for place in range(HAND_SIZE):
        for hand in each.hands:
            state.apply_action(_open_spiel_card(hand[place]))
    state.apply_action(_open_spiel_card(each.turned))
    for bid in each.bids:
        state.apply_action(52 + bid)
    return state


if __name__ == "__main__":
    main()
