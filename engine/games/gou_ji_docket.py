"""The findings of one hand of Gou Ji, which know beforehand what the table decided about them.

A hand is folded again when the table rules, so that a play that was taken back has not happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from engine.docket import Docket
from engine.events import Seat
from engine.games.gou_ji_verdicts import PENALTY_BIG_LOSER
from engine.state import Verdict, VerdictStatus

DECISIONS = frozenset({"taken_back", "stands", "misread", PENALTY_BIG_LOSER})
PASS_INFERRED = "pass_inferred"


class GouJiDocket(Docket):
    """Verdicts by id, with all decisions of the log at hand (verdict id → decision)."""

    def __init__(self, round_entry_id: int, round_number: int, decisions: Mapping[str, str]) -> None:
        super().__init__(round_entry_id, round_number)
        self.decisions = dict(decisions)

    def find(self, code: StrEnum, entry_id: int) -> Verdict | None:
        """The finding of a code about an entry."""
        return self.found.get(self.id_of(code, entry_id))

    def is_taken_back(self, entry_id: int) -> bool:
        """Whether the table took back what was found wrong with an entry."""
        return bool(self.decisions) and any(
            verdict.offence == entry_id and self.decisions.get(verdict.id) == "taken_back"
            for verdict in self.found.values()
        )

    def is_pass_denied(self, entry_id: int, seat: Seat) -> bool:
        """Whether the table said that `seat`, skipped in an entry, has not passed."""
        return self.decisions.get(inferred_pass_id(self.round_entry_id, entry_id, seat)) == "taken_back"

    def settle(self, verdict: Verdict) -> Verdict:
        """The verdict with its status and what was decided."""
        decision = self.decisions.get(verdict.id)
        if decision is None:
            return verdict
        status = VerdictStatus.PENALTY if decision == PENALTY_BIG_LOSER else VerdictStatus(decision)
        return replace(verdict, status=status, decision=decision)


def inferred_pass_id(hand_entry_id: int, entry_id: int, seat: Seat) -> str:
    """The id by which the table can deny a pass that was inferred (`Ruled(id, "taken_back")`)."""
    return f"{hand_entry_id}.{PASS_INFERRED}.{entry_id}.{seat}"
