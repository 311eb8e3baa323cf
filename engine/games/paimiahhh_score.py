"""Counting a round of PaiMiahhh, and when the game is over (R36-R39, R42)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BONUS_POINTS = 4
GOAL = 150


@dataclass(frozen=True, slots=True)
class RoundCount:
    """What a round is scored on; tuples "by team". `dummy_tricks` are those the Dummy's own cards won."""

    value: int
    declaring_team: int
    tricks: tuple[int, int]
    tiles: tuple[int, int]
    bonus: tuple[int, int] = (0, 0)
    dummy_tricks: int = 0
    without_trick_points: frozenset[int] = frozenset()

    @property
    def is_made(self) -> bool:
        """Whether the Declarer's side took its contract."""
        return self.tricks[self.declaring_team] >= self.value + 6


def trick_points(
    count: RoundCount, *, dummy_doubles: bool = False, defenders_only_on_failure: bool = False
) -> tuple[int, int]:
    """The points for tricks by team; a team in `without_trick_points` (a penalty) gets none.

    `dummy_doubles` is Variant 3: the Declarer's own tricks count nothing, the Dummy's twice. The contract is still
    measured on the tricks of both. `defenders_only_on_failure` is A33's bridge-like alternative.
    """
    points = [0, 0]
    for team in (0, 1):
        if team == count.declaring_team:
            counted = 2 * count.dummy_tricks if dummy_doubles else count.tricks[team]
            points[team] = count.value * counted if count.is_made else 0
        elif not (defenders_only_on_failure and count.is_made):
            points[team] = count.value * count.tricks[team]
        if team in count.without_trick_points:
            points[team] = 0
    return points[0], points[1]


def round_scores(
    count: RoundCount, *, dummy_doubles: bool = False, defenders_only_on_failure: bool = False
) -> tuple[int, int]:
    """The points of a round by team: tricks, tiles, and the Bonus token (A25: it counts in a failed contract too)."""
    tricks = trick_points(count, dummy_doubles=dummy_doubles, defenders_only_on_failure=defenders_only_on_failure)
    first, second = (tricks[team] + count.tiles[team] + BONUS_POINTS * count.bonus[team] for team in (0, 1))
    return first, second


def winning_teams(totals: Sequence[int], *, tie_is_shared: bool = False, goal: int = GOAL) -> tuple[int, ...]:
    """The teams that have won after a round's scoring; () when another round is played (R39, A32)."""
    best = max(totals)
    if best < goal:
        return ()
    leaders = tuple(team for team, total in enumerate(totals) if total == best)
    return leaders if len(leaders) == 1 or tie_is_shared else ()
