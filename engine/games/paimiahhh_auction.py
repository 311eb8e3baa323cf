"""The auction of PaiMiahhh: seats move the marker forward or pass until the others have passed on the last move."""

from __future__ import annotations

from engine.docket import Docket
from engine.events import Seat
from engine.games.paimiahhh_state import Call
from engine.games.paimiahhh_tiles import MarkerPath, Tile
from engine.state import Severity
from engine.verdicts import Code

_SEATS = 4


class MarkerAuction:
    """The calls of one round as they were made (R7-R13).

    What is wrong is found, and the table goes on: a marker put back or left where it was lies where it was put; a move
    off the tiles has no effect; after a call out of turn the bidding goes on from that seat. The auction is over when
    the three other seats have passed since the last move, or all four at the start (R12, A4). A pass does not bar a
    later bid (R10).
    """

    def __init__(self, docket: Docket, path: MarkerPath, first_bidder: Seat) -> None:
        self.docket = docket
        self.path = path
        self.first_bidder = first_bidder
        self.position = 0
        self.declarer: Seat | None = None
        self.is_over = False
        self.calls: list[Call] = []
        self._passed: set[Seat] = set()
        self._last_caller: Seat | None = None
        self._taken_back: set[int] = set()

    @property
    def is_thrown_in(self) -> bool:
        """Whether all four have passed without a bid (R12)."""
        return self.is_over and self.declarer is None

    @property
    def marker(self) -> Tile | None:
        """The tile under the marker; None while it stands beside the matrix."""
        return self.path.tile(self.position) if self.position else None

    @property
    def next_seat(self) -> Seat | None:
        """Whose call is due; None when the auction is over."""
        if self.is_over:
            return None
        if self._last_caller is None:
            return self.first_bidder
        return next(
            seat
            for step in range(1, _SEATS + 1)
            if (seat := (self._last_caller + step) % _SEATS) not in self._passed and seat != self.declarer
        )

    def legal_values(self) -> tuple[int, ...]:
        """The positions the marker may be moved to (R8), () when the auction is over."""
        return () if self.is_over else tuple(range(self.position + 1, self.path.length + 1))

    def bid(self, entry_id: int, seat: Seat, position: int) -> None:
        """A seat moves the marker."""
        last = self.calls[-1] if self.calls else None
        if last is not None and last.counts and (last.seat, last.position) == (seat, position):
            return  # Told twice.
        if self._is_late(entry_id, seat, position):
            return
        if position not in self.path:
            self._fault(Code.BID_OFF_PATH, "R8", entry_id, seat, value=position, low=1, high=self.path.length)
            self.calls.append(Call(entry_id, seat, position, counts=False))
            return
        self._check_turn(entry_id, seat, position)
        if position <= self.position:
            self._fault(Code.BID_NOT_FORWARD, "R8", entry_id, seat, value=position, previous=self.position)
        self._make(Call(entry_id, seat, position))

    def pass_(self, entry_id: int, seat: Seat) -> None:
        """A seat passes."""
        if self._is_late(entry_id, seat, None):
            return
        if seat == self._last_caller and seat in self._passed:
            return  # Told twice.
        self._check_turn(entry_id, seat, None)
        self._make(Call(entry_id, seat, None))

    def take_back(self, entry_id: int) -> None:
        """A call is taken back: the marker returns, and the seat calls again."""
        calls, self.calls = self.calls, []
        self.position, self.declarer, self.is_over = 0, None, False
        self._passed, self._last_caller = set(), None
        for call in calls:
            if call.entry_id == entry_id:
                self.calls.append(Call(call.entry_id, call.seat, call.position, counts=False))
            elif call.counts and not self.is_over:
                self._make(call)
            else:
                self.calls.append(call)

    def _make(self, call: Call) -> None:
        self.calls.append(call)
        self._last_caller = call.seat
        if call.position is None:
            if call.seat != self.declarer:
                self._passed.add(call.seat)
        else:
            self.position, self.declarer = call.position, call.seat
            self._passed.clear()
        self.is_over = len(self._passed) == (_SEATS if self.declarer is None else _SEATS - 1)

    def _is_late(self, entry_id: int, seat: Seat, position: int | None) -> bool:
        if not self.is_over:
            return False
        self.docket.add(
            Code.CALL_AFTER_AUCTION,
            "R11",
            severity=Severity.NOTICE,
            seat=seat,
            offence=entry_id,
            params={"value": position},
        )
        self.calls.append(Call(entry_id, seat, position, counts=False))
        return True

    def _check_turn(self, entry_id: int, seat: Seat, position: int | None) -> None:
        due = self.next_seat
        if due is not None and due != seat:
            self._fault(Code.BID_OUT_OF_TURN, "R7", entry_id, seat, value=position, expected_seat=due)

    def _fault(self, code: Code, rule: str, entry_id: int, seat: Seat, **params: int | None) -> None:
        self.docket.add(
            code, rule, seat=seat, offence=entry_id, params=params, choices=("taken_back", "stands", "misread")
        )
