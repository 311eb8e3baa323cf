"""Who holds cards, who is out in which place, when a hand is over and what it is worth (R26, R28, H30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.events import OptionValue, Seat
from engine.games.gou_ji_score import hand_scores, settled_scores


class Standings:
    """The seats of one hand by cards and places.

    `outs` went out in this order, `dropped` lost their place to a penalty, `named_loser` was named Big Loser by his
    side once the other one was out.
    """

    def __init__(self, team_of: Sequence[int], hand_size: int, options: Mapping[str, OptionValue]) -> None:
        self.team_of = tuple(team_of)
        self.seat_count = len(self.team_of)
        self.hand_size = hand_size
        self.options = options
        self.played = [0] * self.seat_count
        self.outs: list[Seat] = []
        self.dropped: list[Seat] = []
        self.named_loser: Seat | None = None

    def cards_left(self, seat: Seat) -> int:
        """The cards in a hand by count."""
        return max(0, self.hand_size - self.played[seat])

    def in_play(self) -> list[Seat]:
        """The seats that hold cards and take part."""
        return [seat for seat in range(self.seat_count) if seat not in self.outs and seat not in self.dropped]

    def in_order_after(self, seat: Seat) -> list[Seat]:
        """All seats in order of play, `seat` itself last."""
        return [(seat + step) % self.seat_count for step in range(1, self.seat_count + 1)]

    def is_team_out(self) -> bool:
        """Whether the seats still in are all of one team."""
        return len({self.team_of[seat] for seat in self.in_play()}) <= 1

    def is_over(self) -> bool:
        """R26, H30: one seat holds cards, or the rest has been named or does not matter."""
        if len(self.in_play()) <= 1 or self.named_loser is not None:
            return True
        return self.options["end_early"] == "stop" and self.is_team_out()

    def is_free(self) -> bool:
        """R27: whether the strict order has lapsed."""
        return self.options["free_order"] == "runs" and len(self.in_play()) <= self.seat_count - 2

    def ranking(self) -> tuple[Seat, ...] | None:
        """The six seats from first to last once the hand is over; those dropped by a penalty come last."""
        if not self.is_over():
            return None
        placed = [seat for seat in self.outs if seat not in self.dropped]
        left = sorted(self.in_play(), key=lambda seat: (seat == self.named_loser, self.cards_left(seat), seat))
        return (*placed, *left, *reversed(self.dropped))

    def scores(self) -> tuple[int, int] | None:
        """R28 by team."""
        ranking = self.ranking()
        return hand_scores(ranking, self.team_of) if ranking is not None else None

    def settled_scores(self) -> tuple[int, int] | None:
        """H30: the scores once they cannot change."""
        if self.is_over():
            return self.scores()
        return None if self.dropped else settled_scores(self.outs, self.team_of)
