"""A game of whole deals that goes on until a total reaches a target (Hearts, Spades, PaiMiahhh)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from engine.docket import Docket
from engine.events import Seat
from engine.scheduled_game import ScheduledGame, counts
from engine.state import Expected, Phase, RoundState, Severity, Verdict
from engine.verdicts import Code


class TargetGame(ScheduledGame):
    """Deals of `cards_each` until `winners_at` names a winner after a deal's scoring; what is dealt later is noted."""

    cards_each = 13

    # --- supplied by the game -------------------------------------------------------------------------------------

    @abstractmethod
    def winners_at(self, totals: Sequence[int]) -> tuple[int, ...]:
        """The winning teams at these totals, () while the game goes on."""

    @property
    def first_dealer(self) -> Seat | None:
        """Option "dealer": a seat, or drawn."""
        dealer = self.options["dealer"]
        return dealer if type(dealer) is int else None

    # --- what is so -----------------------------------------------------------------------------------------------

    @property
    def schedule(self) -> tuple[int, ...]:
        """The number of rounds is open."""
        return ()

    @property
    def largest_hand(self) -> int:
        """Every deal is a whole deal."""
        return 0

    def _hand_size(self, number: int) -> int:  # noqa: ARG002
        return self.cards_each

    def _ending(self, rounds: Sequence[RoundState]) -> tuple[list[RoundState], tuple[int, ...]]:
        """(the rounds that count, the winners); a round that is blocked or not over keeps the game from ending."""
        counted: list[RoundState] = []
        for each in rounds:
            if each.phase is Phase.VOID:
                continue
            if each.phase is not Phase.OVER or each.scores is None or each.blocked_by:
                # Whoever would win by the rounds before has to wait until this one is settled.
                return [other for other in rounds if counts(other)], ()
            counted.append(each)
            winners = self.winners_at(self._sums(counted))
            if winners:
                return counted, winners
        return counted, ()

    def _sums(self, rounds: Sequence[RoundState]) -> tuple[int, ...]:
        scores = [each.scores for each in rounds if each.scores is not None]
        return tuple(sum(by_team[team] for by_team in scores) for team in range(len(self.teams)))

    def _own_verdicts(self, rounds: Sequence[RoundState]) -> list[Verdict]:
        counted, winners = self._ending(rounds)
        extra = Docket(0, 0)
        if winners:
            for each in rounds[rounds.index(counted[-1]) + 1 :]:
                extra.add(Code.ROUND_UNSCHEDULED, "", severity=Severity.NOTICE, offence=each.started_entry_id)
        return [*super()._own_verdicts(rounds), *extra.found.values()]

    def _totals(self, rounds: Sequence[RoundState]) -> tuple[int, ...]:
        return self._sums(self._ending(rounds)[0])

    def _winners(self, rounds: Sequence[RoundState], totals: Sequence[int]) -> tuple[int, ...]:  # noqa: ARG002
        return self._ending(rounds)[1]

    def _expected(self, rounds: Sequence[RoundState], winners: Sequence[int]) -> Expected:  # noqa: ARG002
        last = self.rounds[-1] if self.rounds else None
        if last is not None and not last.is_void:
            expected = last.expected()
            if expected is not None:
                return expected
        if winners:
            return Expected("none")
        return Expected("round", dealer=self._next_dealer(self._next_number()), hand_size=self.cards_each)
