"""Who laid a card: where it lies, the side the hand came from and whose turn it is, weighed against each other.

The three are independent witnesses. Position and hand are physical; the turn is only what the rules expect, so it
tips a doubtful picture but never overrules a clear one: a play out of turn is exactly what a referee must see.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

# Concentrations of von Mises densities over the angle between a seat's direction and the witness, for four seats; more
# of them sit closer together and keep closer to their own side. Cards are laid within about 20 degrees of it when the
# table is used as usual; arms reach in from within about 25.
POSITION_CONCENTRATION = 6.0
HAND_CONCENTRATION = 4.0
# A card in the very middle says nothing about its seat: the angle's weight grows to full at this part of the
# picture's half height.
FULL_WEIGHT_RADIUS = 0.22
EXPECTED_SEAT_PRIOR = 0.85
ALREADY_PLAYED_WEIGHT = 0.05
SURE = 0.9
# Closer than this to the line between two seats, a direction names neither (about 15 degrees on either side of four).
CLEAR_COSINE_MARGIN = 0.35


@dataclass(frozen=True, slots=True)
class SeatBelief:
    """The likeliest seat and how the witnesses agreed."""

    seat: int
    confidence: float  # 0..1
    by_position: int | None
    by_hand: int | None
    by_turn: int | None
    runner_up: int | None = None
    """The seat that is next likely."""

    @property
    def is_disputed(self) -> bool:
        """True when the picture's two witnesses name different seats, or none of it is sure."""
        physical = {seat for seat in (self.by_position, self.by_hand) if seat is not None}
        return len(physical) > 1 or self.confidence < SURE


def who_played(
    offset_xy: tuple[float, float],
    hand_from_xy: tuple[float, float] | None,
    seat_directions: Mapping[int, tuple[float, float]],
    *,
    expected_seat: int | None,
    already_played: frozenset[int] = frozenset(),
    chances: Mapping[int, float] | None = None,
    reach: tuple[float, float] = (0.0, FULL_WEIGHT_RADIUS),
) -> SeatBelief:
    """Weigh the witnesses for one card.

    `offset_xy` is the card's centre from the middle of play, in half picture heights (x right, y down);
    `hand_from_xy` a unit vector towards the side the hand came from; `seat_directions` unit vectors by seat. `chances`
    (seat → above 0) say how likely each is to play where that is not just the expected one's turn. The place
    says nothing up to the first radius of `reach` (in the unit of the offset), and all it can from the second on.
    """
    radius = math.hypot(*offset_xy)
    position_weight = min(1.0, max(0.0, radius - reach[0]) / (reach[1] - reach[0]))
    closeness = 1.0 / _step_cosine_gap(len(seat_directions))
    scores: dict[int, float] = {}
    for seat, direction in seat_directions.items():
        if chances is not None:
            score = math.log(chances[seat])
        else:
            score = math.log(_turn_prior(seat, expected_seat, already_played, len(seat_directions)))
        if radius > 1e-6:
            score += position_weight * POSITION_CONCENTRATION * closeness * _cosine(offset_xy, direction)
        if hand_from_xy is not None:
            score += HAND_CONCENTRATION * closeness**2 * _cosine(hand_from_xy, direction)
        scores[seat] = score
    top = max(scores.values())
    weights = {seat: math.exp(score - top) for seat, score in scores.items()}
    best, *others = sorted(weights, key=lambda seat: -weights[seat])
    return SeatBelief(
        seat=best,
        confidence=weights[best] / sum(weights.values()),
        by_position=_nearest(offset_xy, seat_directions) if position_weight >= 0.5 else None,
        by_hand=_nearest(hand_from_xy, seat_directions) if hand_from_xy else None,
        by_turn=expected_seat,
        runner_up=others[0] if others else None,
    )


def _turn_prior(seat: int, expected_seat: int | None, already_played: frozenset[int], seat_count: int) -> float:
    if expected_seat is None:
        prior = 1.0 / seat_count
    elif seat == expected_seat:
        prior = EXPECTED_SEAT_PRIOR
    else:
        prior = (1.0 - EXPECTED_SEAT_PRIOR) / max(1, seat_count - 1)
    return prior * (ALREADY_PLAYED_WEIGHT if seat in already_played else 1.0)


def _cosine(vector_xy: tuple[float, float], direction_xy: tuple[float, float]) -> float:
    length = math.hypot(*vector_xy) * math.hypot(*direction_xy)
    return (vector_xy[0] * direction_xy[0] + vector_xy[1] * direction_xy[1]) / length if length else 0.0


def _nearest(vector_xy: tuple[float, float], seat_directions: Mapping[int, tuple[float, float]]) -> int | None:
    """The seat a direction points at; None when it points between two."""
    ranked = sorted(
        ((_cosine(vector_xy, direction), seat) for seat, direction in seat_directions.items()), reverse=True
    )
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < CLEAR_COSINE_MARGIN * _step_cosine_gap(len(ranked)):
        return None
    return ranked[0][1]


def _step_cosine_gap(seat_count: int) -> float:
    """By how much the cosine falls from a seat to its neighbour: 1 for four seats, 0.5 for six."""
    return 1.0 - math.cos(2 * math.pi / max(2, seat_count))
