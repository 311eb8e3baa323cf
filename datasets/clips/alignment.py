"""Which play that was seen is which play that was made: an alignment by order, then a second look at what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """What became of a play."""

    RIGHT = "right"
    WRONG_SEAT = "wrong seat"
    WRONG_CARD = "wrong card"
    OUT_OF_ORDER = "out of order"
    """Card and seat are right, but it was logged before or after its turn."""
    MISSED = "missed"
    INVENTED = "invented"


@dataclass(frozen=True, slots=True)
class Pairing:
    """One true play (index `made`) with what was seen of it (index `seen`); None where there is no other half."""

    outcome: Outcome
    made: int | None
    seen: int | None


_SAME_CARD_OTHER_SEAT = 0.5
_SAME_SEAT_OTHER_CARD = 0.9
_UNPAIRED = 1.0
# Two plays that share neither card nor seat are never one play: leaving both unpaired costs less.
_NOTHING_IN_COMMON = 2.5


def align(made: Sequence[tuple[int, str]], seen: Sequence[tuple[int, str]]) -> tuple[Pairing, ...]:
    """Pair (seat, card) plays in order at the least cost, in the order of the true plays; what was invented comes last.

    A pair with the right card in the wrong seat is cheaper than one with the right seat and a wrong card: every card is
    there once, but a seat plays many. Plays that are right but at another place in the order are found afterwards.
    """
    rows, columns = len(made), len(seen)
    cost = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(1, rows + 1):
        cost[i][0] = i * _UNPAIRED
    for j in range(1, columns + 1):
        cost[0][j] = j * _UNPAIRED
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            cost[i][j] = min(
                cost[i - 1][j - 1] + _difference(made[i - 1], seen[j - 1]),
                cost[i - 1][j] + _UNPAIRED,
                cost[i][j - 1] + _UNPAIRED,
            )
    pairs: list[tuple[int | None, int | None]] = []
    i, j = rows, columns
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + _difference(made[i - 1], seen[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and cost[i][j] == cost[i - 1][j] + _UNPAIRED:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return _judge(made, seen, pairs)


def _difference(made: tuple[int, str], seen: tuple[int, str]) -> float:
    if made == seen:
        return 0.0
    if made[1] == seen[1]:
        return _SAME_CARD_OTHER_SEAT
    return _SAME_SEAT_OTHER_CARD if made[0] == seen[0] else _NOTHING_IN_COMMON


def _judge(
    made: Sequence[tuple[int, str]], seen: Sequence[tuple[int, str]], pairs: list[tuple[int | None, int | None]]
) -> tuple[Pairing, ...]:
    unpaired_seen = [j for i, j in pairs if i is None and j is not None]
    by_play: dict[int, Pairing] = {}
    for i, j in pairs:
        if i is None:
            continue
        outcome = Outcome.MISSED
        if j is None:
            j = next((k for k in unpaired_seen if seen[k] == made[i]), None)
            if j is not None:
                unpaired_seen.remove(j)
                outcome = Outcome.OUT_OF_ORDER
        elif made[i] == seen[j]:
            outcome = Outcome.RIGHT
        else:
            outcome = Outcome.WRONG_SEAT if made[i][1] == seen[j][1] else Outcome.WRONG_CARD
        by_play[i] = Pairing(outcome, i, j)
    invented = [Pairing(Outcome.INVENTED, None, j) for j in sorted(unpaired_seen)]
    return (*(by_play[i] for i in sorted(by_play)), *invented)
