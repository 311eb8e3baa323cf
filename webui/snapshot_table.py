"""The table in the snapshot: seats, round, tricks, what is expected, pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, TypeAlias

from engine.cards import Card
from engine.decks_paimiahhh import JOKER_STAR
from engine.events import Seat
from engine.state import Phase, PlayState, RoundState, Standing, State, TrickState
from webui import games
from webui.round_facts import notes_json, seat_note
from webui.sentences import card_words, name_of
from webui.sentences_requests import bid_title, bid_words, choice_title, offer_title, request_sentence

Json: TypeAlias = dict[str, Any]

# Where seats sit around the picture of the table, clockwise from the bottom edge.
_SIDES = {
    4: ("bottom", "left", "top", "right"),
    6: ("bottom", "left_low", "left_high", "top", "right_high", "right_low"),
}


# What a seat may be asked for by itself; a deal, a gathering, a word of anybody is nobody's turn.
_TURNS = ("bid", "play", "tribute", "first_drawer")


def side_of(seat: Seat, seat_count: int, bottom_seat: Seat = 0, *, is_clockwise: bool = True) -> str:
    """The side of the table a seat is drawn at, with `bottom_seat` at the lower edge as in the camera's picture."""
    sides = _SIDES.get(seat_count, _SIDES[4])
    steps = seat - bottom_seat
    return sides[(steps if is_clockwise else -steps) % len(sides)]


def seats_json(state: State, bottom_seat: Seat = 0) -> list[Json]:
    """Each seat with its bid, tricks won and whether it is its turn."""
    round_ = state.round
    game = games.find(state.game or "")
    is_clockwise = game is None or game.is_clockwise
    turns = seats_due(state) if state.expected.kind in _TURNS else ()
    team_of = {seat: team for team, seats in enumerate(state.teams) for seat in seats}
    return [
        {
            "seat": seat,
            "name": name,
            "side": side_of(seat, len(state.names), bottom_seat, is_clockwise=is_clockwise),
            "team": team_of.get(seat),
            "bid": round_.bids[seat] if round_ else None,
            "bid_title": bid_title(state, round_, seat) if round_ else "",
            "bid_entry": round_.bid_entry_ids[seat] if round_ else None,
            "tricks": round_.tricks_won[seat] if round_ else 0,
            "is_dealer": round_ is not None and round_.dealer == seat,
            "is_turn": seat in turns,
            "note": seat_note(state, seat),
        }
        for seat, name in enumerate(state.names)
    ]


def seats_due(state: State) -> tuple[Seat, ...]:
    """The seats that may act now, the one whose turn it is first."""
    expected = state.expected
    return expected.seats or (() if expected.seat is None else (expected.seat,))


def round_json(state: State) -> Json | None:
    """The running round, or the one that was just played."""
    round_ = state.round
    if round_ is None:
        return None
    return {
        "number": round_.number,
        "entry": round_.started_entry_id,
        "first_play": _first_play(round_),
        "of": max(len(state.schedule), round_.number) if state.schedule else None,
        "hand_size": round_.hand_size,
        "dealer": round_.dealer,
        "phase": round_.phase,
        "trump": round_.trump,
        "trump_is_known": round_.trump_is_known,
        "turned_card": round_.turned_card.code if round_.turned_card else None,
        "turned_entry": round_.turned_entry_id,
        "bids_sum": sum(bid for bid in round_.bids if bid is not None),
        "tricks_played": sum(trick.is_gathered for trick in round_.tricks),
        "blocked": bool(round_.blocked_by),
        "notes": notes_json(state),
    }


def _first_play(round_: RoundState) -> int | None:
    """The entry before which a bid or a turned card that was missed is put in."""
    return next((play.entry_id for trick in round_.tricks for play in trick.plays), None)


def current_trick_json(state: State) -> Json | None:
    """The cards on the table now."""
    round_ = state.round
    if round_ is None or round_.phase is Phase.VOID or round_.current_trick is None:
        return None
    return _trick_json(round_.current_trick, round_, state)


def previous_trick_json(state: State) -> Json | None:
    """The last gathered trick, until the next lead."""
    round_ = state.round
    if round_ is None or not round_.tricks or round_.current_trick is not None:
        return None
    last = round_.tricks[-1]
    return _trick_json(last, round_, state) if last.is_gathered and last.number in round_.public_trick_numbers else None


def expected_json(state: State, sentence: str) -> Json:
    """What comes next: who may act, the bids with whether each is allowed, the words that may be said."""
    expected = state.expected
    return {
        "kind": expected.kind,
        "seat": expected.seat,
        "seats": list(seats_due(state)),
        "sentence": sentence,
        "bids": _bids_json(state),
        "may_pass": expected.may_pass,
        "led_suit": expected.led_suit,
        "to_beat": [card.code for card in expected.to_beat],
        "dealer": expected.dealer,
        "hand_size": expected.hand_size,
        "offers": [
            {"what": offer.what, "title": offer_title(offer.what), "seats": list(offer.seats), "to": list(offer.to)}
            for offer in expected.offers
        ],
    }


def requests_json(state: State) -> list[Json]:
    """What only a player can tell, each with the answers on offer."""
    return [
        {
            "id": f"{request.kind}:{request.entry_id or 0}",
            "kind": request.kind,
            "sentence": request_sentence(request, state),
            "seat": request.seat,
            "name": None if request.seat is None else name_of(state, request.seat),
            "entry": request.entry_id,
            "trick": request.trick_number,
            "card": None if request.card is None else request.card.code,
            "choices": [
                {"choice": choice, "title": choice_title(request.kind, choice, state)} for choice in request.choices
            ],
        }
        for request in state.requests
    ]


def _bids_json(state: State) -> list[Json]:
    """Every number of tricks there is, in a game of numbers; otherwise what is allowed."""
    expected, round_ = state.expected, state.round
    if expected.kind != "bid" or round_ is None:
        return []
    values = expected.values if expected.may_pass else range(round_.hand_size + 1)
    return [
        {
            "value": value,
            "title": bid_words(value, state),
            "allowed": value in expected.values,
            "reason": "" if value in expected.values else f"the bids would add up to {round_.hand_size}",
        }
        for value in values
    ]


def all_tricks_json(state: State, *, for_scorer: bool) -> list[Json]:
    """Every round with its tricks: all of them for the scorer, the public ones for others."""
    return [
        {
            "round": round_.number,
            "hand_size": round_.hand_size,
            "void": round_.phase is Phase.VOID,
            "tricks": [
                _trick_json(trick, round_, state) for trick in (round_.tricks if for_scorer else round_.public_tricks)
            ],
        }
        for round_ in state.rounds
    ]


def seen_json(state: State) -> dict[str, int]:
    """How many copies of each card were seen in this round: for the scorer's card pad."""
    round_ = state.round
    if round_ is None:
        return {}
    seen = Counter(
        play.card.code for trick in round_.tricks for play in trick.plays if play.standing is not Standing.TAKEN_BACK
    )
    if round_.turned_card is not None and round_.turned_card.code not in seen:
        seen[round_.turned_card.code] = 1
    return dict(seen)


def pictures_json(
    entry_ids: Iterable[int],
    state: State,
    with_picture: frozenset[int],
    game_id: int | None,
    cards: Collection[Card] = (),
) -> list[Json]:
    """The cards a finding is about, each with its picture where one was kept.

    Of several cards that were laid at once it is the one among `cards`, else the first.
    """
    places = [(each, place) for each in entry_ids if (place := _find_play(state, each, cards)) is not None]
    found = []
    # In the order they were laid, as people remember them.
    for entry_id, (round_, trick, play) in sorted(places, key=lambda each: _order(*each[1])):
        where = "turned for trump" if trick is None else f"trick {trick.number}, {name_of(state, play.seat)}"
        found.append(
            {
                "entry": entry_id,
                "place": play.card_index,
                "card": play.card.code,
                "seat": play.seat,
                "round": round_.number,
                "trick": None if trick is None else trick.number,
                "caption": f"{card_words(play.card)} · {where}",
                "picture": f"/api/evidence/{game_id}/{entry_id}.jpg" if entry_id in with_picture else None,
            }
        )
    return found


def _find_play(
    state: State, entry_id: int, cards: Collection[Card]
) -> tuple[RoundState, TrickState | None, PlayState] | None:
    for round_ in reversed(state.rounds):
        if round_.turned_entry_id == entry_id and round_.turned_card is not None:
            return round_, None, PlayState(entry_id, round_.dealer, round_.turned_card)
        laid = [(trick, play) for trick in round_.tricks for play in trick.plays if play.entry_id == entry_id]
        if laid:
            trick, play = next((each for each in laid if each[1].card in cards), laid[0])
            return round_, trick, play
    return None


def _order(round_: RoundState, trick: TrickState | None, play: PlayState) -> tuple[int, int, int]:
    return (
        (round_.started_entry_id, 0, 0)
        if trick is None
        else (round_.started_entry_id, trick.number, trick.plays.index(play))
    )


def _flag(play: PlayState, state: State, several: Collection[int]) -> str | None:
    """The newest open finding about a card; `several` are the entries that laid more than one."""
    found = (
        verdict.id
        for verdict in reversed(state.verdicts)
        if verdict.is_open and verdict.is_public and verdict.offence == play.entry_id
        if play.entry_id not in several or not verdict.cards or play.card in verdict.cards
    )
    return next(found, None)


def _named(play: PlayState, round_: RoundState) -> str | None:
    """The card that a Joker was named."""
    own = round_.paimiahhh
    return own.joker_as.code if own is not None and own.joker_as is not None and play.card == JOKER_STAR else None


def _trick_json(trick: TrickState, round_: RoundState, state: State) -> Json:
    several = {play.entry_id for play in trick.plays if play.card_index > 0}
    return {
        "number": trick.number,
        "leader": trick.leader,
        "led_suit": trick.led_suit,
        "best": trick.best,
        "winner": trick.winner,
        "taken_by": trick.taken_by,
        "complete": trick.is_complete,
        "gathered": trick.is_gathered,
        "gathered_entry": trick.gathered_entry_id,
        "plays": [
            {
                "entry": play.entry_id,
                "place": play.card_index,
                "seat": play.seat,
                "name": name_of(state, play.seat),
                "card": play.card.code,
                "named": _named(play, round_),
                "standing": play.standing,
                "verdict": _flag(play, state, several),
            }
            for play in trick.plays
        ],
    }
