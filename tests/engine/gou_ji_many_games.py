"""Many random games of Gou Ji, by hand: `python -m tests.engine.gou_ji_many_games HANDS [SEED]`.

Prints what broke, and what happened on the way: about 15 ms of processor time a hand.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from time import process_time

from engine import Severity, fold, numbered
from engine.games.gou_ji_self_play import Manners, play_game
from engine.games.gou_ji_sets import GOU_JI_DECK

HANDS_PER_GAME = 2


def broken_in(seed: int, tally: Counter[str]) -> list[str]:
    """Play one game, fold it, and name every invariant that does not hold."""
    rng = Random(seed)
    manners = Manners(
        says_pass=rng.choice((0.0, 0.3, 1.0)),
        answers=rng.choice((0.3, 0.6, 0.9)),
        challenges=rng.choice((0.0, 0.5, 1.0)),
    )
    events, played = play_game(rng, HANDS_PER_GAME, manners=manners)
    state = fold(numbered(events))
    broken = [f"alarm {each.id}" for each in state.verdicts if each.severity is not Severity.NOTICE]
    for hand, truth in zip(state.gou_ji.hands, played, strict=True):
        laid = Counter(card for series in hand.series for each in series.sets for card in each.cards)
        if hand.ranking != truth.ranking or sorted(hand.ranking or ()) != [0, 1, 2, 3, 4, 5]:
            broken.append(f"places {hand.ranking}, played {truth.ranking}")
        if hand.scores is None or sum(hand.scores) != 0:
            broken.append(f"scores {hand.scores}")
        if sum(laid.values()) + sum(hand.cards_left) != len(GOU_JI_DECK):
            broken.append("cards lost")
        if any(number > GOU_JI_DECK.copies for number in laid.values()):
            broken.append("cards seen too often")
        tally.update(hands=1, series=len(hand.series), duels=truth.duels, shao_pai=truth.burns)
        tally["sweeps"] += hand.scores is not None and abs(hand.scores[0]) == 12
    tally["events"] += len(events)
    return broken


def main(hands: int, first_seed: int = 0) -> int:
    """Play at least `hands` hands; the number of games in which something broke."""
    tally: Counter[str] = Counter()
    began, bad = process_time(), 0
    for game in range(-(-hands // HANDS_PER_GAME)):
        broken = broken_in(first_seed + game, tally)
        if broken:
            bad += 1
            print(f"seed {first_seed + game}: {'; '.join(broken)}")
        if (game + 1) % 250 == 0:
            print(f"{dict(tally)}, broken {bad}, {process_time() - began:.0f} s", flush=True)
    print(f"{dict(tally)}, broken {bad}, {process_time() - began:.0f} s")
    return bad


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:])) > 0)
