"""The findings of one round and what the table decided about them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.events import Seat
from engine.state import Choice, MisreadCandidate, Severity, Verdict, VerdictClass, VerdictStatus
from engine.verdicts import ALL_PENALTIES, Code

FOLLOW_CODES = frozenset({Code.REVOKE, Code.DID_NOT_TRUMP, Code.TRUMP_NOT_BROKEN, Code.JOKER_OFF_LEAD})
CONSERVATION_CODES = frozenset(
    {Code.DUPLICATE, Code.IMPOSSIBLE_CARD, Code.TURNED_CARD_PLAYED, Code.SHOWN_CARD_FROM_OTHER_SEAT}
)
_PLAIN_DECISIONS = frozenset({"taken_back", "stands", "misread"})


def verdict_round(verdict_id: str) -> int | None:
    """The entry id of the round a verdict belongs to, 0 for the game itself, None for a malformed id."""
    prefix = verdict_id.partition(".")[0]
    return int(prefix) if prefix.isascii() and prefix.isdigit() else None


class Docket:
    """Verdicts by id in the order they were found; an id is `<round entry>.<code>.<entry>[.<particular>]`.

    `follow_codes` are the game's codes for a card that its hand forbade; only those can be decided by one of its
    `penalties`.
    """

    def __init__(
        self,
        round_entry_id: int,
        round_number: int,
        *,
        follow_codes: Container[str] = FOLLOW_CODES,
        penalties: Container[str] = ALL_PENALTIES,
    ) -> None:
        self.round_entry_id = round_entry_id
        self.round_number = round_number
        self.follow_codes = follow_codes
        self.penalties = penalties
        self.found: dict[str, Verdict] = {}
        self.decisions: dict[str, str] = {}
        self._set_aside: set[str] = set()

    def add(
        self,
        code: str,
        rule: str,
        *,
        klass: VerdictClass = VerdictClass.IMMEDIATE,
        severity: Severity = Severity.OFFENCE,
        key: str = "",
        seat: Seat | None = None,
        trick_number: int | None = None,
        offence: int | None = None,
        proof: tuple[int, ...] = (),
        cards: tuple[Card, ...] = (),
        params: Mapping[str, Any] | None = None,
        candidates: tuple[MisreadCandidate, ...] = (),
        choices: Iterable[str] = ("stands",),
        blocks_score: bool = False,
    ) -> Verdict:
        """Record a finding; one with the same id is replaced. Returns it."""
        verdict_id = self.id_of(code, offence, key)
        verdict = Verdict(
            id=verdict_id,
            code=str(code),
            rule=rule,
            klass=klass,
            severity=severity,
            round_number=self.round_number,
            seat=seat,
            trick_number=trick_number,
            offence=offence,
            proof=proof,
            cards=cards,
            params=params or {},
            misread_candidates=candidates,
            choices=tuple(Choice(decision) for decision in choices),
            blocks_score=blocks_score,
        )
        self.found[verdict_id] = verdict
        return verdict

    def id_of(self, code: str, offence: int | None, key: str = "") -> str:
        """The id of a finding about an entry, made or not."""
        return f"{self.round_entry_id}.{code}.{offence if offence is not None else 0}{key and '.' + key}"

    def drop(self, verdict_id: str) -> None:
        """A finding no longer holds."""
        self.found.pop(verdict_id, None)

    def set_aside(self, verdict_id: str) -> None:
        """The table repaired the matter by itself; counts as taken back."""
        self._set_aside.add(verdict_id)

    def accepts(self, verdict_id: str, decision: str) -> bool:
        """Whether the decision makes sense for the code in the id; others have no effect."""
        parts = verdict_id.split(".")
        return decision in _PLAIN_DECISIONS or (
            decision in self.penalties and len(parts) > 2 and parts[1] in self.follow_codes
        )

    def settled(self, verdict: Verdict, choices: tuple[Choice, ...], *, is_public: bool = True) -> Verdict:
        """The verdict with its status, the decisions on offer now and whether the page may show it."""
        decision = self.decisions.get(verdict.id)
        if decision is not None:
            status = VerdictStatus.PENALTY if decision in self.penalties else VerdictStatus(decision)
        else:
            status = VerdictStatus.TAKEN_BACK if verdict.id in self._set_aside else VerdictStatus.OPEN
        return replace(verdict, status=status, decision=decision, choices=choices, is_public=is_public)

    def explained(self, verdict: Verdict) -> Verdict:
        """A counting proof, a mere notice once a card disproves one of the claims it doubts; others as they are."""
        if verdict.code != Code.COUNTING_PROOF:
            return verdict
        revokes = [
            each.id
            for each in self.found.values()
            if each.code in self.follow_codes
            and each.offence in verdict.proof
            and not set(verdict.params["suits"]).isdisjoint(each.params.get("denied_suits", [each.params["suit"]]))
        ]
        if not revokes:
            return verdict
        return replace(verdict, severity=Severity.NOTICE, params={**verdict.params, "explained_by": revokes})


def weighed(verdicts: list[Verdict], conservation_codes: Container[str] = CONSERVATION_CODES) -> list[Verdict]:
    """The verdicts with their misread candidates ordered by how much else speaks against the card.

    A card that is itself seen twice or impossible weighs 2; one that explains two accusations weighs 1.
    """
    suspicious: set[tuple[int, Card]] = set()
    accused: dict[tuple[int, Card], int] = {}
    for verdict in verdicts:
        for candidate in verdict.misread_candidates:
            key = (candidate.entry_id, candidate.card)
            if verdict.code in conservation_codes:
                suspicious.add(key)
            else:
                accused[key] = accused.get(key, 0) + 1
    result = []
    for verdict in verdicts:
        if verdict.misread_candidates:
            candidates = [
                replace(
                    each,
                    weight=2
                    if (each.entry_id, each.card) in suspicious
                    else int(accused.get((each.entry_id, each.card), 0) > 1),
                )
                for each in verdict.misread_candidates
            ]
            candidates.sort(key=lambda each: -each.weight)
            verdict = replace(verdict, misread_candidates=tuple(candidates))
        result.append(verdict)
    return result
