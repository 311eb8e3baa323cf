"""One irregularity at the table: the log in which it happens, and its innocent twin."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine import Verdict, VerdictClass

I, R, N = VerdictClass.IMMEDIATE, VerdictClass.RETROSPECTIVE, VerdictClass.NEVER  # noqa: E741


@dataclass(frozen=True)
class Irregularity:
    """`wrong` has the finding `code` of that class against that seat, with those decisions on offer; `right` is clean.

    The logs are given as what makes their verdicts.
    """

    name: str
    klass: VerdictClass
    code: str
    seat: int | None
    wrong: Callable[[], Iterable[Verdict]]
    right: Callable[[], Iterable[Verdict]]
    choices: tuple[str, ...]


def check(row: Irregularity) -> None:
    """Hold the referee against both logs."""
    found = [verdict for verdict in row.wrong() if verdict.code == row.code]
    assert {(verdict.klass, verdict.seat) for verdict in found} == {(row.klass, row.seat)}
    for verdict in found:
        assert row.choices == tuple(choice.decision for choice in verdict.choices)
        assert verdict.rule
        if row.klass is R and verdict.offence is not None:
            assert verdict.proof, "the card that shows it"
            assert verdict.offence not in verdict.proof
    assert [verdict for verdict in row.right() if verdict.is_open] == []
