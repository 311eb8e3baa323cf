"""Questions Kibitz has for the table: posed by the companion, answered on the page with one tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from webui.store import Evidence


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer on offer: `code` is what comes back, `params` say what the button shows (card, seat)."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """Something only a person at the table can tell; play goes on while it is open.

    `code` is one of `webui.sentences.QUESTION_CODES` and picks the sentence, `params` fill it.
    `entry_id` names the entry it is about, where there is one.
    """

    id: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    choices: Sequence[Choice] = ()
    evidence: Evidence | None = None
    entry_id: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The table's word on one question."""

    question: Question
    choice: Choice
