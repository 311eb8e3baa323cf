"""Tribute from the second hand on (R30–R34): who owes whom, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.cards import Card
from engine.events import Seat
from engine.games.gou_ji_score import is_sweep


class DutyStatus(StrEnum):
    """What became of a duty."""

    OWED = "owed"
    PAID = "paid"
    WAIVED = "waived"
    LIBERATED = "liberated"


@dataclass(frozen=True, slots=True)
class Duty:
    """`giver` owes `receiver` the `count` highest cards and gets as many back; teammates may waive it (R31)."""

    giver: Seat
    receiver: Seat
    count: int
    may_be_waived: bool
    status: DutyStatus = DutyStatus.OWED


def opposite(seat: Seat) -> Seat:
    """The Dui Men (R1)."""
    return (seat + 3) % 6


def duties_of(ranking: Sequence[Seat], team_of: Sequence[int], *, is_swapped: bool = False) -> tuple[Duty, ...]:
    """R30, R32, R33: what the last hand's places oblige to.

    >>> [(duty.giver, duty.receiver, duty.count) for duty in duties_of((0, 1, 2, 3, 4, 5), (0, 1, 0, 1, 0, 1))]
    [(5, 0, 2), (4, 1, 1)]
    """
    if is_sweep(ranking, team_of):
        return tuple(Duty(seat, opposite(seat), 1, may_be_waived=False) for seat in ranking[3:])
    first, second, fifth, sixth = ranking[0], ranking[1], ranking[4], ranking[5]
    if is_swapped:
        fifth, sixth = sixth, fifth
    return (
        Duty(sixth, first, 2, team_of[sixth] == team_of[first]),
        Duty(fifth, second, 1, team_of[fifth] == team_of[second]),
    )


def may_swap(ranking: Sequence[Seat], team_of: Sequence[int]) -> bool:
    """R32: whether the fifth and the sixth are teammates and owe different things."""
    return not is_sweep(ranking, team_of) and team_of[ranking[4]] == team_of[ranking[5]]


@dataclass(slots=True)
class Suspicion:
    """What a receiver told of a tribute: the giver kept no card above `limit`, but for those that came back.

    `returned` are the strengths of the cards given back, None if untold (any `blur` cards may then be among them).
    """

    giver: Seat
    entry_id: int
    limit: int
    returned: list[int] | None
    blur: int

    def is_disproved_by(self, strength: int) -> bool:
        """Take in a card that the giver shows; whether it cannot be explained."""
        if strength <= self.limit:
            return False
        if self.returned is not None:
            if strength in self.returned:
                self.returned.remove(strength)
                return False
            return True
        self.blur -= 1
        return self.blur < 0


@dataclass(slots=True)
class Tribute:
    """The duties of one hand while they are settled."""

    ranking: tuple[Seat, ...] | None
    team_of: Sequence[int]
    duties: list[Duty] = field(default_factory=list)
    suspicions: list[Suspicion] = field(default_factory=list)
    is_swapped: bool = False

    def __post_init__(self) -> None:
        if self.ranking is not None:
            self.duties = list(duties_of(self.ranking, self.team_of))

    @property
    def owed(self) -> tuple[Duty, ...]:
        """The duties that wait."""
        return tuple(duty for duty in self.duties if duty.status is DutyStatus.OWED)

    @property
    def is_begun(self) -> bool:
        """Whether any duty has been paid."""
        return any(duty.status is DutyStatus.PAID for duty in self.duties)

    @property
    def may_be_swapped(self) -> bool:
        """Whether the losers may still swap their duties."""
        return (
            self.ranking is not None
            and not self.is_swapped
            and may_swap(self.ranking, self.team_of)
            and len(self.owed) == len(self.duties)
        )

    def duty_of(self, giver: Seat) -> Duty | None:
        """The duty of a giver, settled or not."""
        return next((duty for duty in self.duties if duty.giver == giver), None)

    def between(self, one: Seat, other: Seat | None) -> Duty | None:
        """The duty that ties two seats together; of one seat alone if `other` is None."""
        for duty in self.duties:
            seats = {duty.giver, duty.receiver}
            if one in seats and (other is None or {one, other} == seats):
                return duty
        return None

    def settle(self, giver: Seat, status: DutyStatus) -> None:
        """A duty is done with."""
        self.duties = [replace(duty, status=status) if duty.giver == giver else duty for duty in self.duties]

    def swap(self) -> None:
        """R32: fifth and sixth change places as far as tribute goes."""
        assert self.ranking is not None
        self.is_swapped = not self.is_swapped
        self.duties = list(duties_of(self.ranking, self.team_of, is_swapped=self.is_swapped))

    def remember(self, giver: Seat, entry_id: int, count: int, given: Sequence[int], returned: Sequence[int]) -> None:
        """What a receiver told of the cards, as strengths."""
        if given:
            known = list(returned) if returned else None
            self.suspicions.append(Suspicion(giver, entry_id, min(given), known, count))

    def disproved_by(self, seat: Seat, strength: int) -> list[Suspicion]:
        """The tributes that a card shown by `seat` proves false."""
        return [each for each in self.suspicions if each.giver == seat and each.is_disproved_by(strength)]


def has_two_threes_of_a_suit(cards: Sequence[Card]) -> bool:
    """R8: whether cards shown hold two 3s of one suit."""
    suits = [card.suit for card in cards if card.rank == "3"]
    return any(suits.count(suit) >= 2 for suit in suits)
