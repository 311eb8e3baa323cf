"""Bidding in which every seat names one number of tricks, in turn, once (Oh Hell, Spades)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.docket import Docket
from engine.events import Seat
from engine.state import Severity
from engine.verdicts import Code


class NumberBidding:
    """The bids of a round as they were made, in or out of order.

    `order` lists the seats from the first bidder to the last. With `hook` the bid that completes the bidding may not
    make the total equal the hand size. `is_changeable`: a seat may change its bid until the next bid is made (the last
    one until the first card is played).

    A bid out of turn counts (H19); the turn stays with the first seat in order that has not bid. The hook binds
    whoever bids last, in order or not: that seat alone can know the total.
    """

    def __init__(
        self,
        docket: Docket,
        order: Sequence[Seat],
        hand_size: int,
        *,
        hook: bool = True,
        is_changeable: bool = True,
        range_rule: str = "R6",
        hook_rule: str = "R7",
        change_rule: str = "H17",
        turn_rule: str = "H19",
    ) -> None:
        self.docket = docket
        self.order = tuple(order)
        self.hand_size = hand_size
        self.hook = hook
        self.is_changeable = is_changeable
        self._rules = {
            Code.BID_OUT_OF_RANGE: range_rule,
            Code.HOOK_BROKEN: hook_rule,
            Code.BID_CHANGED_LATE: change_rule,
            Code.BID_OUT_OF_TURN: turn_rule,
        }
        self.made: dict[Seat, tuple[int, int]] = {}  # seat → (value, entry id), in the order they were made
        self._history: dict[int, tuple[int, int] | None] = {}  # entry id → what it replaced
        self._faults: dict[int, list[str]] = {}

    @property
    def next_seat(self) -> Seat | None:
        """Whose bid is due; None when all have bid."""
        return next((seat for seat in self.order if seat not in self.made), None)

    @property
    def is_complete(self) -> bool:
        """Whether every seat has bid."""
        return len(self.made) == len(self.order)

    def legal_values(self) -> tuple[int, ...]:
        """The bids allowed to the seat that is due, () when all have bid."""
        if self.is_complete:
            return ()
        forbidden = self.forbidden_value()
        return tuple(value for value in range(self.hand_size + 1) if value != forbidden)

    def forbidden_value(self) -> int | None:
        """The bid the hook forbids to the last bidder; None when nothing is forbidden."""
        if not self.hook or len(self.made) != len(self.order) - 1:
            return None
        rest = self.hand_size - sum(value for value, _ in self.made.values())
        return rest if 0 <= rest <= self.hand_size else None

    def bid(self, entry_id: int, seat: Seat, value: int, *, play_has_begun: bool) -> None:
        """A seat says a number; it counts, whatever is wrong with it."""
        previous = self.made.get(seat)
        if previous is not None and previous[0] == value:
            return  # Said twice.
        if previous is None and seat != self.next_seat:
            self._fault(entry_id, Code.BID_OUT_OF_TURN, seat, value=value, expected_seat=self.next_seat)
        if previous is not None:
            is_latest = next(reversed(self.made)) == seat
            if not (self.is_changeable and is_latest and not play_has_begun):
                self._fault(entry_id, Code.BID_CHANGED_LATE, seat, value=value, previous=previous[0])
            for fault in self._faults.get(previous[1], ()):
                self.docket.set_aside(fault)
        self._history[entry_id] = previous
        self.made[seat] = (value, entry_id)
        if not 0 <= value <= self.hand_size:
            self._fault(entry_id, Code.BID_OUT_OF_RANGE, seat, value=value, low=0, high=self.hand_size)
        elif self.hook and self.is_complete and sum(made for made, _ in self.made.values()) == self.hand_size:
            self._fault(entry_id, Code.HOOK_BROKEN, seat, value=value, hand_size=self.hand_size)

    def take_back(self, entry_id: int) -> None:
        """The bid of an entry does not count; an earlier one of that seat does again."""
        for seat, (_, made_in) in list(self.made.items()):
            if made_in == entry_id:
                previous = self._history.get(entry_id)
                if previous is None:
                    del self.made[seat]
                else:
                    self.made[seat] = previous
                for fault in self._faults.get(entry_id, ()):
                    self.docket.set_aside(fault)

    def _fault(self, entry_id: int, code: Code, seat: Seat, **params: int | None) -> None:
        verdict = self.docket.add(
            code,
            self._rules[code],
            severity=Severity.OFFENCE,
            seat=seat,
            offence=entry_id,
            params=params,
            choices=("taken_back", "stands"),
        )
        self._faults.setdefault(entry_id, []).append(verdict.id)
