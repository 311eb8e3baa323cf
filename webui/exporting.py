"""Writing a game down: a readable record, the whole log as JSON, the score sheet as CSV."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.events import Corrected, Event, Inserted, Swapped, to_json
from engine.fold import fold
from engine.state import RoundState, Standing, State, TrickState
from webui.games import game_title
from webui.sentences import card_words, counted, name_of, team_name
from webui.store import GameRecord, Store, StoreError


def export_game(store_path: Path, game_id: int | None, form: str) -> str:
    """The text of one game (the newest when `game_id` is None) as "text", "json" or "csv".

    Raises StoreError when there is no such file or game.
    """
    if not store_path.exists():
        raise StoreError(f"There is no game file {store_path}. Name the right one with --store.")
    store = Store(store_path)
    try:
        record = _find(store, game_id)
        entries = store.entries(record.id)
        times_s = store.times_s(record.id)
        state = fold(entries)
        if form == "json":
            log = [{"id": e.id, "at": _clock(times_s.get(e.id, 0.0)), "event": _public(e.event)} for e in entries]
            document = {"kibitz_game": 1, "game": record.id, "started": _clock(record.started_at_s), "log": log}
            return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
        return _csv(state) if form == "csv" else _text(state, record)
    finally:
        store.close()


def _find(store: Store, game_id: int | None) -> GameRecord:
    games = store.games()
    if not games:
        raise StoreError(f"The game file {store.path} holds no game yet.")
    if game_id is None:
        return games[-1]
    for record in games:
        if record.id == game_id:
            return record
    raise StoreError(f"There is no game {game_id} in {store.path}; it holds {games[0].id} to {games[-1].id}.")


def _public(event: Event) -> dict[str, Any]:
    """An event as JSON; which cards two players swapped stays between them."""
    if isinstance(event, Corrected | Inserted):
        return to_json(event) | {"event": _public(event.event)}
    return to_json(replace(event, given=(), returned=()) if isinstance(event, Swapped) else event)


def _clock(at_s: float) -> str:
    return datetime.fromtimestamp(at_s, tz=UTC).isoformat(timespec="seconds")


def _csv(state: State) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    teams = range(len(state.teams))
    header = ["round", "cards", "trump", "dealer"]
    header += [f"{column} {team_name(state, team)}" for team in teams for column in ("bid", "tricks", "score")]
    writer.writerow(header)
    for round_ in state.rounds:
        row: list[object] = [round_.number, round_.hand_size, round_.trump or "", name_of(state, round_.dealer)]
        for team in teams:
            score = "" if round_.scores is None else round_.scores[team]
            row += [round_.team_bids[team], round_.team_tricks[team], score]
        writer.writerow(row)
    return buffer.getvalue()


def _text(state: State, record: GameRecord) -> str:
    title = "no game" if state.game is None else game_title(state.game)
    lines = [f"{title}, game {record.id}, {_clock(record.started_at_s)}, {record.status}", ""]
    for round_ in state.rounds:
        lines += [*_round_lines(state, round_), ""]
    for team, total in enumerate(state.totals):
        lines.append(f"{team_name(state, team)}: {total}")
    return "\n".join(lines) + "\n"


def _round_lines(state: State, round_: RoundState) -> list[str]:
    trump = card_words(round_.turned_card) if round_.turned_card is not None else round_.trump or "none"
    bids = ", ".join(f"{name_of(state, seat)} {'-' if bid is None else bid}" for seat, bid in enumerate(round_.bids))
    cards = f"{counted(round_.hand_size, 'card')} each"
    lines = [
        f"Round {round_.number}: {cards}, {name_of(state, round_.dealer)} deals, trump {trump}",
        f"  bids: {bids}",
    ]
    lines += [f"  {_trick_line(state, trick)}" for trick in round_.tricks]
    if round_.scores is not None:
        scores = ", ".join(f"{team_name(state, team)} {score:+d}" for team, score in enumerate(round_.scores))
        lines.append(f"  score: {scores}{' (not settled)' if round_.blocked_by else ''}")
    return lines


def _trick_line(state: State, trick: TrickState) -> str:
    plays = "  ".join(
        f"{name_of(state, play.seat)} {card_words(play.card)}"
        for play in trick.plays
        if play.standing is not Standing.TAKEN_BACK
    )
    return f"{trick.number:2d}. {plays}  → {name_of(state, trick.taken_by) if trick.taken_by is not None else '?'}"
