"""Gou Ji in the snapshot: the series on the table, who may act, tribute, places and scores.

Everything here is public. Hands, the cards of a tribute and counts that the table does not show stay in the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.events import Seat
from engine.games.gou_ji_hand import TEAM_OF
from engine.games.gou_ji_score import PLACE_POINTS, is_sweep
from engine.games.gou_ji_sets import BLACK, RED, TWO
from engine.games.gou_ji_state import HandState, SeriesState, SetState
from engine.games.gou_ji_tribute import opposite
from engine.state import Phase, Standing, State
from webui.gou_ji_words import duty_words, headline, notes, rank_words, set_words
from webui.sentences import name_of
from webui.snapshot_table import Json

_WILD = (TWO, BLACK, RED)


def gou_ji_json(state: State, *, for_scorer: bool) -> Json | None:  # noqa: ARG001  (everything is public)
    """What only Gou Ji has; None in another game."""
    game = state.gou_ji
    if game is None:
        return None
    hand, draw = game.hand, game.team_draw
    told = headline(state)
    return {
        "hand": None if hand is None else _hand_json(state, hand),
        "seats": [_seat_json(state, hand, seat) for seat in range(len(state.names))],
        "headline": None if told is None else {"kind": told.kind, "title": told.title, "text": told.text},
        "notes": [] if hand is None else notes(state, hand),
        "hands": score_rows(state),
        "team_draw": None
        if draw is None
        else {"high": list(draw.high), "low": list(draw.low), "tied": list(draw.tied)},
    }


def series_json(state: State, *, for_scorer: bool) -> list[Json]:
    """Every hand with the series that may be looked at again: all for the scorer, the public ones for others."""
    return [
        {
            "number": hand.number,
            "void": hand.phase is Phase.VOID,
            "series": [_series_json(state, each) for each in (hand.series if for_scorer else hand.public_series)],
        }
        for hand in (state.gou_ji.hands if state.gou_ji is not None else ())
    ]


def set_pictures_json(
    entry_ids: Iterable[int], state: State, with_picture: frozenset[int], game_id: int | None
) -> list[Json]:
    """The sets a finding is about, in the order they were laid, each with its picture where one was kept."""
    asked = frozenset(entry_ids)
    return [
        {
            **_set_json(state, laid, {}),
            "card": laid.cards[0].code,
            "round": hand.number,
            "trick": series.number,
            "caption": f"{set_words(laid.cards)} · {name_of(state, laid.seat)}",
            "picture": f"/api/evidence/{game_id}/{laid.entry_id}.jpg" if laid.entry_id in with_picture else None,
        }
        for hand in (state.gou_ji.hands if state.gou_ji is not None else ())
        for series in hand.series
        for laid in series.sets
        if laid.entry_id in asked
    ]


def score_rows(state: State) -> list[Json]:
    """One row per hand of the game: places, points, running totals; `status` as in the score sheet of all games."""
    # A redeal has the number of the void deal and replaces it.
    played = {hand.number: hand for hand in (state.gou_ji.hands if state.gou_ji is not None else ())}
    totals = [0] * len(state.teams)
    rows: list[Json] = []
    for number in range(1, max(len(state.schedule), max(played, default=0)) + 1):
        hand = played.get(number)
        if hand is None or hand.phase is Phase.VOID:
            rows.append({"number": number, "status": "to_come", "ranking": [], "scores": None, "totals": None})
            continue
        counts = hand.scores is not None and not hand.blocked_by
        if counts and hand.scores is not None:
            totals = [total + score for total, score in zip(totals, hand.scores, strict=True)]
        rows.append(
            {
                "number": number,
                "status": "counted" if counts else "blocked" if hand.scores is not None else "running",
                "ranking": _ranking_json(state, hand),
                "is_double": _is_double(hand),
                "scores": None if hand.scores is None else list(hand.scores),
                "totals": list(totals) if counts else None,
            }
        )
    return rows


def _hand_json(state: State, hand: HandState) -> Json:
    series = hand.current_series if hand.phase is not Phase.VOID else None
    return {
        "number": hand.number,
        "entry": hand.started_entry_id,
        "has_play": bool(hand.series),
        "kai_pai": hand.kai_pai,
        "first_drawer": hand.first_drawer,
        "first_players": list(hand.first_players),
        "duties": [
            {
                "giver": duty.giver,
                "receiver": duty.receiver,
                "count": duty.count,
                "may_be_waived": duty.may_be_waived,
                "status": duty.status,
                "sentence": f"{duty_words(state, duty)}.",
            }
            for duty in hand.duties
        ],
        "series": None if series is None else _series_json(state, series),
        "ranking": _ranking_json(state, hand),
        "is_double": _is_double(hand),
        "is_blocked": bool(hand.blocked_by),
    }


def _seat_json(state: State, hand: HandState | None, seat: Seat) -> Json:
    if hand is not None and hand.phase is Phase.VOID:
        hand = None
    series = hand.current_series if hand is not None and hand.phase is Phase.PLAY else None
    standing = list(hand.ranking or hand.places) if hand is not None else []
    noted = next((each for each in series.passes if each.seat == seat), None) if series is not None else None
    may_act = state.expected.kind == "play" and seat in state.expected.seats
    return {
        "seat": seat,
        "dui_men": opposite(seat),
        "left": hand.shown_cards_left[seat] if hand is not None and hand.series else None,
        "place": standing.index(seat) + 1 if seat in standing else None,
        "is_dropped": hand is not None and seat in hand.dropped,
        "may_act": may_act,
        "in_duel": series is not None and series.closed_by is None and seat in (series.duel or ()),
        "is_burning": series is not None and series.burn is not None and series.burn.seat == seat,
        # In a Gou Ji the Dui Men is back (R18).
        "pass": None if noted is None or may_act else {"entry": noted.entry_id, "is_inferred": noted.is_inferred},
    }


def _series_json(state: State, series: SeriesState) -> Json:
    flagged = {verdict.offence: verdict.id for verdict in state.verdicts if verdict.is_open and verdict.is_public}
    return {
        "number": series.number,
        "leader": series.leader,
        "best": series.best,
        "top_entry": series.top_entry_id,
        "duel": None if series.duel is None else list(series.duel),
        "had_duel": series.had_duel,
        "burn": None
        if series.burn is None
        else {
            "seat": series.burn.seat,
            "is_extended": series.burn.is_extended,
            "sets_laid": series.burn.sets_laid,
        },
        "closed_by": series.closed_by,
        "sets": [_set_json(state, laid, flagged) for laid in series.sets],
    }


def _set_json(state: State, laid: SetState, flagged: Mapping[int | None, str]) -> Json:
    return {
        "entry": laid.entry_id,
        "seat": laid.seat,
        "name": name_of(state, laid.seat),
        "cards": [card.code for card in laid.cards],
        "shows": _shows(laid),
        "words": set_words(laid.cards),
        "is_set": laid.is_set,
        "counts": laid.standing is Standing.COUNTS,
        "standing": laid.standing,
        "is_last": laid.is_last,
        "is_burn": laid.is_burn,
        "verdict": flagged.get(laid.entry_id),
    }


def _shows(laid: SetState) -> Json:
    """What a set counts as: how many cards of which rank, and the wild cards among them from high to low."""
    wild = sorted((card.rank for card in laid.cards if card.rank in _WILD), key=_WILD.index, reverse=True)
    rank = laid.rank if laid.rank is not None or not laid.is_set else min(wild, key=_WILD.index)
    return {
        "count": len(laid.cards),
        "rank": rank,
        "rank_words": "mixed" if rank is None else rank_words(rank),
        "wild": [each for each in wild if each != rank],
    }


def _ranking_json(state: State, hand: HandState) -> list[Json]:
    """The six seats from first to last with what each place brings, once the hand is over."""
    if hand.ranking is None or hand.phase is Phase.VOID:
        return []
    factor = 2 if _is_double(hand) else 1
    return [
        {"seat": seat, "name": name_of(state, seat), "points": factor * points}
        for seat, points in zip(hand.ranking, PLACE_POINTS, strict=True)
    ]


def _is_double(hand: HandState) -> bool:
    return hand.ranking is not None and is_sweep(hand.ranking, TEAM_OF)
