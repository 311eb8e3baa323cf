"""A game of rounds in a fixed order: who deals, which round is next, totals and who won. Games fill in the rounds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.docket import Docket, verdict_round
from engine.events import GameStarted, OptionValue, RoundStarted, RoundVoided, Ruled, Seat
from engine.log import Entry
from engine.options import OptionTable
from engine.state import Expected, Phase, RoundState, Severity, State, Verdict
from engine.verdicts import Code


class Round(Protocol):
    """What a game's round does for the game."""

    number: int
    hand_size: int
    dealer: Seat
    entry_id: int
    docket: Docket
    is_void: bool

    def apply(self, entry: Entry) -> None:
        """Take in an event of the round."""

    def rule(self, verdict_id: str, decision: str) -> None:
        """Take in a ruling on one of the round's verdicts."""

    def is_over(self) -> bool:
        """Whether the round is played out."""

    def is_blank(self) -> bool:
        """Whether nothing has happened in it."""

    def has_play(self) -> bool:
        """Whether a card has been played."""

    def expected(self) -> Expected | None:
        """What comes next in the round, None when it is the next round."""

    def freeze(self) -> tuple[RoundState, tuple[Verdict, ...]]:
        """The round and its verdicts as frozen values."""


class ScheduledGame(ABC):
    """The rounds of a game whose hand sizes are known beforehand.

    A round dealt again after it was voided keeps its number, hand size and dealer; otherwise the deal moves one seat
    clockwise.
    """

    key = ""
    seat_count = 4
    misdeal_rule = "H16"

    def __init__(self, entry: Entry, table: OptionTable) -> None:
        assert isinstance(entry.event, GameStarted)
        self.docket = Docket(0, 0)
        self.options, wrong = table.read_leniently(entry.event.options)
        for name, reason in wrong.items():
            self._notice(Code.OPTION_IGNORED, entry.id, key=name, option=name, reason=reason)
        names = entry.event.names
        if len(names) != self.seat_count:
            self._notice(Code.NAMES_WRONG, entry.id, seats=self.seat_count, names=len(names))
        self.names = (*names, *[""] * self.seat_count)[: self.seat_count]
        self.rounds: list[Round] = []
        self._frozen: dict[int, tuple[RoundState, tuple[Verdict, ...]]] = {}

    # --- supplied by the game -------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each team."""

    @property
    @abstractmethod
    def schedule(self) -> tuple[int, ...]:
        """The hand size of every round."""

    @abstractmethod
    def new_round(self, entry_id: int, number: int, hand_size: int, dealer: Seat) -> Round:
        """A round at its deal."""

    @property
    @abstractmethod
    def first_dealer(self) -> Seat | None:
        """Who deals first; None: to be drawn."""

    @property
    def plays_off_ties(self) -> bool:
        """Whether a tie is decided by further rounds of the last size."""
        return False

    @property
    def largest_hand(self) -> int:
        """The largest hand size the deck allows."""
        return 13

    def in_sequence(self, rounds: tuple[RoundState, ...]) -> tuple[RoundState, ...]:
        """The rounds with what each owes to those before it (Spades: the bags)."""
        return rounds

    # --- what happens ---------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take in one event; none is refused."""
        event = entry.event
        event_type = type(event)
        if event_type is RoundStarted:
            self._start_round(entry.id, event)  # type: ignore[arg-type]
            return
        if event_type is Ruled:
            self._rule(event)  # type: ignore[arg-type]
            return
        current = self.rounds[-1] if self.rounds else None
        if current is None or current.is_void:
            self._notice(Code.NO_ROUND, entry.id, event=event_type.__name__)
        elif event_type is RoundVoided:
            current.is_void = True
            self._frozen.pop(current.entry_id, None)
        else:
            seat = getattr(event, "seat", None)
            if seat is not None and not 0 <= seat < self.seat_count:
                self._notice(Code.SEAT_UNKNOWN, entry.id, seat=seat)
                return
            self._frozen.pop(current.entry_id, None)
            current.apply(entry)

    def _start_round(self, entry_id: int, event: RoundStarted) -> None:
        if self.rounds:
            self._leave(self.rounds[-1], entry_id)
        number = self._next_number()
        hand_size = scheduled = self._hand_size(number)
        if event.hand_size is not None and event.hand_size != scheduled:
            if 1 <= event.hand_size <= self.largest_hand:
                hand_size = event.hand_size
                code = Code.HAND_SIZE_UNSCHEDULED
            else:
                code = Code.HAND_SIZE_IMPOSSIBLE
            self._notice(code, entry_id, hand_size=event.hand_size, scheduled=scheduled)
        dealer = event.dealer
        if dealer is not None and not 0 <= dealer < self.seat_count:
            self._notice(Code.SEAT_UNKNOWN, entry_id, seat=dealer)
            dealer = None
        if dealer is None:
            dealer = self._next_dealer(number) or 0
        self.rounds.append(self.new_round(entry_id, number, hand_size, dealer))

    def _leave(self, left: Round, next_entry_id: int) -> None:
        """Another round is dealt while one may still be on."""
        if left.is_void or left.is_over():
            return
        self._frozen.pop(left.entry_id, None)
        if left.is_blank():
            self.rounds.pop()
            return
        begun = left.has_play()
        left.docket.add(
            Code.ROUND_UNFINISHED,
            self.misdeal_rule,
            severity=Severity.QUESTION if begun else Severity.NOTICE,
            offence=next_entry_id,
            params={"next": next_entry_id},
            choices=("misread", "stands") if begun else ("stands",),
            blocks_score=begun,
        )
        # Without a card played it is a misdeal; otherwise a card may have been missed, and the table is asked.
        left.is_void = not begun

    def _rule(self, event: Ruled) -> None:
        prefix = verdict_round(event.verdict_id)
        for each in self.rounds:
            if each.entry_id == prefix and each.docket.accepts(event.verdict_id, event.decision):
                if each.docket.decisions.get(event.verdict_id) == "taken_back":
                    return  # The card is back in the hand; only undoing the ruling lays it down again.
                each.docket.decisions[event.verdict_id] = event.decision
                self._frozen.pop(each.entry_id, None)
                each.rule(event.verdict_id, event.decision)

    # --- what is so -----------------------------------------------------------------------------------------------

    def state(self) -> State:
        """The whole game as a frozen value."""
        frozen = [self._frozen_round(each) for each in self.rounds]
        rounds = self.in_sequence(tuple(round_state for round_state, _ in frozen))
        verdicts = [*self._own_verdicts(rounds), *(verdict for _, found in frozen for verdict in found)]
        totals = self._totals(rounds)
        winners = self._winners(rounds, totals)
        return State(
            game=self.key,
            names=self.names,
            teams=self.teams,
            options=dict(self.options),
            schedule=self.schedule,
            rounds=rounds,
            totals=totals,
            expected=self._expected(rounds, winners),
            verdicts=tuple(verdicts),
            winners=winners,
        )

    def _frozen_round(self, each: Round) -> tuple[RoundState, tuple[Verdict, ...]]:
        if each.entry_id not in self._frozen:
            self._frozen[each.entry_id] = each.freeze()
        return self._frozen[each.entry_id]

    def _own_verdicts(self, rounds: Sequence[RoundState]) -> list[Verdict]:
        extra = Docket(0, 0)
        for place, each in enumerate(rounds):
            if self.schedule and each.number > len(self.schedule) and len(set(self._totals(rounds[:place]))) > 1:
                # Further rounds are for breaking a tie (H15); this one counts all the same.
                extra.add(Code.ROUND_UNSCHEDULED, "R3", severity=Severity.NOTICE, offence=each.started_entry_id)
        return [*self.docket.found.values(), *extra.found.values()]

    def _totals(self, rounds: Sequence[RoundState]) -> tuple[int, ...]:
        counted = [each.scores for each in rounds if counts(each) and each.scores is not None]
        return tuple(sum(scores[team] for scores in counted) for team in range(len(self.teams)))

    def _winners(self, rounds: Sequence[RoundState], totals: Sequence[int]) -> tuple[int, ...]:
        numbers = {each.number for each in rounds if counts(each)}
        last = rounds[-1] if rounds else None
        if last is None or not numbers.issuperset(range(1, len(self.schedule) + 1)):
            return ()
        if last.phase not in (Phase.OVER, Phase.VOID) or any(
            each.phase is not Phase.VOID and not counts(each) for each in rounds
        ):
            return ()
        best = max(totals)
        winners = tuple(team for team, total in enumerate(totals) if total == best)
        return () if len(winners) > 1 and self.plays_off_ties else winners

    def _expected(self, rounds: Sequence[RoundState], winners: Sequence[int]) -> Expected:
        last = self.rounds[-1] if self.rounds else None
        if last is not None and not last.is_void:
            expected = last.expected()
            if expected is not None:
                return expected
        number = self._next_number()
        may_play_off = Expected("none", dealer=self._next_dealer(number), hand_size=self._hand_size(number))
        if number > len(self.schedule):
            if winners:
                return may_play_off if len(winners) > 1 else Expected("none")
            totals = self._totals(rounds)
            is_tied = len(set(totals)) == 1 and all(counts(each) or each.phase is Phase.VOID for each in rounds)
            if not (self.plays_off_ties and is_tied):
                return Expected("none")
        return Expected("round", dealer=may_play_off.dealer, hand_size=may_play_off.hand_size)

    def _next_number(self) -> int:
        played = {each.number for each in self.rounds if not each.is_void}
        number = 1
        while number in played:
            number += 1
        return number

    def _hand_size(self, number: int) -> int:
        return self.schedule[min(number, len(self.schedule)) - 1]

    def _next_dealer(self, number: int) -> Seat | None:
        for each in reversed(self.rounds):
            if each.number == number:
                return each.dealer  # Voided: dealt again by the same seat.
        for each in reversed(self.rounds):
            if each.number == number - 1:
                return (each.dealer + 1) % self.seat_count
        return self.first_dealer

    def _notice(self, code: Code, entry_id: int, *, key: str = "", **params: OptionValue) -> None:
        details: Mapping[str, OptionValue] = params
        self.docket.add(code, "", severity=Severity.NOTICE, offence=entry_id, key=key, params=details)


def counts(each: RoundState) -> bool:
    """Whether a round is in the totals: played out, its scores known and not blocked."""
    return each.phase is Phase.OVER and each.scores is not None and not each.blocked_by
