"""The snapshot: one JSON document that describes everything a page can show.

`SCHEMA` grows when a field changes its meaning. The public document holds what everybody at the table is entitled to
see (bids, tricks won, the cards lying there, the last trick until the next lead); the part under "scorer" is only
for whoever keeps the score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.log import Entry, can_redo, standing
from engine.state import Phase, Severity, State, Verdict, VerdictStatus
from webui import snapshot_score, snapshot_table
from webui.build_id import BUILD
from webui.games import game_title
from webui.questions import Question
from webui.sentences import (
    STATUS_SENTENCES,
    STATUS_TONES,
    decided_title,
    decision_title,
    name_of,
    rule_words,
)
from webui.sentences_log import expected_sentence, question_text, reply_title, step_words
from webui.sentences_verdicts import verdict_text
from webui.snapshot_gou_ji import gou_ji_json, set_pictures_json
from webui.snapshot_paimiahhh import paimiahhh_json
from webui.snapshot_table import Json
from webui.table_status import TableStatus

SCHEMA = 2


@dataclass(frozen=True, slots=True)
class Material:
    """What a snapshot is made of, taken under the session's lock."""

    version: int
    entries: tuple[Entry, ...]
    state: State
    status: TableStatus
    by_hand: bool
    questions: tuple[Question, ...]
    resume_offered: bool
    picture_entry_ids: frozenset[int]
    game_id: int | None
    corners_set: bool
    bottom_seat: int


def build(material: Material, *, for_scorer: bool) -> Json:
    """The whole document; the "scorer" part only where `for_scorer`."""
    state = material.state
    document: Json = {
        "schema": SCHEMA,
        "build": BUILD,
        "version": material.version,
        "log_length": len(material.entries),
        "is_scorer": for_scorer,
        "phase": phase_of(state),
        "game": snapshot_score.game_json(state),
        "seats": snapshot_table.seats_json(state, material.bottom_seat),
        "teams": snapshot_score.teams_json(state),
        "round": snapshot_table.round_json(state),
        "trick": snapshot_table.current_trick_json(state),
        "previous_trick": snapshot_table.previous_trick_json(state),
        "expected": snapshot_table.expected_json(state, expected_sentence(state)),
        "score_sheet": snapshot_score.score_sheet_json(state),
        "result": snapshot_score.result_json(state),
        "verdicts": [
            _verdict_json(verdict, material)
            for verdict in state.verdicts
            if verdict.is_public and _shown(verdict, state)
        ],
        "requests": snapshot_table.requests_json(state),
        "questions": [_question_json(question, state) for question in material.questions],
        "status": _status_json(material.status),
        "by_hand": material.by_hand,
        "bottom_seat": material.bottom_seat,
        "undo": _undo_json(material, for_scorer=for_scorer),
        "redo": {"available": can_redo(material.entries)},
        "resume": _resume_json(material),
        "paimiahhh": paimiahhh_json(state, for_scorer=for_scorer),
        "gou_ji": gou_ji_json(state, for_scorer=for_scorer),
    }
    if for_scorer:
        document["scorer"] = {
            "seen": snapshot_table.seen_json(state),
            "corners_set": material.corners_set,
        }
    return document


def is_over(state: State) -> bool:
    """Whether the game has been played to its end."""
    return bool(state.winners)


def phase_of(state: State) -> str:
    """ "none", "deal", "turn", "bid", "play", "round_over" or "game_over"."""
    if state.game is None:
        return "none"
    if is_over(state):
        return "game_over"
    if state.round is None or state.round.phase is Phase.VOID:
        return "deal"
    return "round_over" if state.round.phase is Phase.OVER else str(state.round.phase)


def public_picture_ids(state: State) -> frozenset[int]:
    """The entries whose pictures belong to a finding on the page, and may be seen by everybody."""
    return frozenset(
        entry_id
        for verdict in state.verdicts
        if verdict.is_public and _shown(verdict, state)
        for entry_id in _entry_ids(verdict)
    )


def _shown(verdict: Verdict, state: State) -> bool:
    """Open findings stay until they are settled; settled ones and notices go with their round."""
    return verdict.is_open or state.round is None or verdict.round_number == state.round.number


def _entry_ids(verdict: Verdict) -> tuple[int, ...]:
    ids = [candidate.entry_id for candidate in verdict.misread_candidates]
    if verdict.offence is not None:
        ids.insert(0, verdict.offence)
    return tuple(dict.fromkeys([*ids, *verdict.proof]))


def _verdict_json(verdict: Verdict, material: Material) -> Json:
    state = material.state
    text = verdict_text(verdict, state)
    who = name_of(state, verdict.seat)
    return {
        "id": verdict.id,
        "code": verdict.code,
        "rule": rule_words(verdict.rule),
        "klass": verdict.klass,
        "severity": verdict.severity,
        "round": verdict.round_number,
        "trick": verdict.trick_number,
        "seat": verdict.seat,
        "name": None if verdict.seat is None else who,
        "cards": [card.code for card in verdict.cards],
        "title": text.title,
        "sentence": text.sentence,
        "legal": text.legal,
        "is_open": verdict.is_open,
        "status": verdict.status,
        "decided": "" if verdict.status is VerdictStatus.OPEN else decided_title(verdict.decision, who),
        "blocks_score": verdict.blocks_score and verdict.is_open,
        "choices": [
            {
                "decision": choice.decision,
                "title": decision_title(choice.decision, who),
                "scores": None if choice.scores is None else list(choice.scores),
            }
            for choice in verdict.choices
        ]
        if verdict.severity is not Severity.NOTICE
        else [],
        "pictures": _pictures_json(verdict, material),
        "offence": verdict.offence,
        "missing_seats": list(verdict.params.get("missing_seats") or ()),
        "suspects": [candidate.entry_id for candidate in verdict.misread_candidates],
    }


def _pictures_json(verdict: Verdict, material: Material) -> list[Json]:
    entry_ids, state = _entry_ids(verdict), material.state
    if state.gou_ji is not None:
        return set_pictures_json(entry_ids, state, material.picture_entry_ids, material.game_id)
    cards = (*verdict.cards, *(candidate.card for candidate in verdict.misread_candidates))
    return snapshot_table.pictures_json(entry_ids, state, material.picture_entry_ids, material.game_id, cards)


def _question_json(question: Question, state: State) -> Json:
    has_picture = question.evidence is not None and question.evidence.picture_jpeg is not None
    return {
        "id": question.id,
        "code": question.code,
        "sentence": question_text(question, state),
        "entry": question.entry_id,
        "picture": f"/api/questions/{question.id}/picture.jpg" if has_picture else None,
        "choices": [
            {
                "code": choice.code,
                "title": reply_title(choice, state),
                "card": choice.params.get("card"),
            }
            for choice in question.choices
        ],
    }


def _status_json(status: TableStatus) -> Json:
    sentence = STATUS_SENTENCES[status.code]
    return {
        "code": status.code,
        "sentence": f"{sentence} {status.detail}".strip(),
        "tone": STATUS_TONES[status.code],
    }


def _undo_json(material: Material, *, for_scorer: bool) -> Json:
    done = undoable(material.entries)
    # What it takes back may be the correction of a card in a trick that only the scorer may look at again.
    return {"available": bool(done), "what": step_words(done[-1].event, material.state) if done and for_scorer else ""}


def undoable(entries: Sequence[Entry]) -> list[Entry]:
    """The actions that undo may take back; the start of the first game is not one of them."""
    return [entry for entry in standing(entries) if entry.id != entries[0].id]


def _resume_json(material: Material) -> Json | None:
    if not material.resume_offered:
        return None
    state = material.state
    one = "hand" if state.gou_ji is not None else "round"
    of = f" of {len(state.schedule)}" if state.schedule else ""
    where = f"{one} {state.round.number}{of}" if state.round else f"before the first {one}"
    title = game_title(state.game or "")
    return {
        "sentence": f"A game of {title} was interrupted: {', '.join(state.names)}, {where}.",
        "names": list(state.names),
        "totals": list(state.totals),
    }


def tricks_json(state: State, *, for_scorer: bool) -> list[dict[str, Any]]:
    """Every round with the tricks this audience may look at again."""
    return snapshot_table.all_tricks_json(state, for_scorer=for_scorer)
