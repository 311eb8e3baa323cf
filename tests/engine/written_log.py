"""A game at the table as a list of events that tests write down; each game adds its own notation."""

from __future__ import annotations

from typing import Self

from engine import Event, Ruled, State, Verdict, fold, numbered


class WrittenLog:
    """The events of one game, and what they amount to."""

    def __init__(self, *events: Event) -> None:
        self.events: list[Event] = list(events)

    def add(self, *events: Event) -> Self:
        self.events += events
        return self

    def rule(self, code: str, decision: str) -> Self:
        """Decide about the only verdict of a code."""
        return self.add(Ruled(self.verdict(code).id, decision))

    @property
    def last_id(self) -> int:
        return len(self.events)

    @property
    def state(self) -> State:
        return fold(numbered(self.events))

    @property
    def codes(self) -> list[str]:
        return [verdict.code for verdict in self.state.verdicts]

    def verdict(self, code: str) -> Verdict:
        found = [verdict for verdict in self.state.verdicts if verdict.code == code]
        assert len(found) == 1, f"one {code} expected among {self.codes}"
        return found[0]
