"""What places are worth (R28), and when they are settled before the hand is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Seat

PLACE_POINTS = (4, 2, 0, 0, -2, -4)


def is_sweep(ranking: Sequence[Seat], team_of: Sequence[int]) -> bool:
    """Whether one team has the first three places."""
    return len(ranking) >= 3 and len({team_of[seat] for seat in ranking[:3]}) == 1


def hand_scores(ranking: Sequence[Seat], team_of: Sequence[int]) -> tuple[int, int]:
    """R28 by team, of all six seats from first to last; everything counts double after a sweep (H31).

    >>> hand_scores((0, 2, 4, 1, 3, 5), (0, 1, 0, 1, 0, 1))
    (12, -12)
    """
    factor = 2 if is_sweep(ranking, team_of) else 1
    scores = [0, 0]
    for seat, points in zip(ranking, PLACE_POINTS, strict=True):
        scores[team_of[seat]] += factor * points
    return scores[0], scores[1]


def settled_scores(outs: Sequence[Seat], team_of: Sequence[int]) -> tuple[int, int] | None:
    """H30: the scores once nothing can change them, because the seats still in are of one team; else None."""
    left = [seat for seat in range(len(team_of)) if seat not in outs]
    if len({team_of[seat] for seat in left}) > 1:
        return None
    return hand_scores((*outs, *left), team_of)
