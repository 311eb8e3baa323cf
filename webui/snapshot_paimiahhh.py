"""PaiMiahhh in the snapshot: the auction, the tiles as they should lie on the table, the dummy's hand, the score."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decks_paimiahhh import BLANK_SPECIAL, REVERSE
from engine.events import Seat
from engine.games import paimiahhh
from engine.games.paimiahhh_effects import JOKER
from engine.games.paimiahhh_options import Settings, settle
from engine.games.paimiahhh_score import BONUS_POINTS, GOAL
from engine.games.paimiahhh_state import Answer, PaiMiahhhRoundState
from engine.games.paimiahhh_tiles import ROWS, Matrix, Tile, contract_of
from engine.games.paimiahhh_tricks import PaiMiahhhRules
from engine.state import Phase, RoundState, State
from webui.sentences import card_words, counted, name_of, suit_words, team_name
from webui.sentences_paimiahhh import place_words, tile_words
from webui.sentences_requests import choice_title
from webui.snapshot_table import Json
from webui.verdict_facts import capital


def paimiahhh_json(state: State, *, for_scorer: bool) -> Json | None:  # noqa: ARG001  (everything is public)
    """What only PaiMiahhh has; None in another game. Everybody at the table is entitled to all of it."""
    if state.game != paimiahhh.KEY:
        return None
    settings = settle(state.options)
    round_ = state.round
    own = None if round_ is None else round_.paimiahhh
    document: Json = {
        "goal": GOAL,
        "special_names": {BLANK_SPECIAL.code: str(state.options["blank_name"]).capitalize()},
        "columns": list(settings.path.colours),
        "tiles": _tiles_json(settings, own, is_taking=round_ is not None and round_.phase is Phase.PLAY),
        "rounds": [_count_json(each, state) for each in state.rounds if each.phase is not Phase.VOID],
    }
    if round_ is None or own is None:
        return document
    return document | {
        "auction": _auction_json(own, state),
        "contract": _contract_json(own, round_, state),
        "dummy": _dummy_json(own, round_, settings, state),
        "tiles_won": [
            {"seat": seat, "tiles": [_tile_json(tile) for tile in tiles], "points": sum(tile.value for tile in tiles)}
            for seat, tiles in enumerate(own.tiles_won)
        ],
        "direction": own.direction,
        "notes": _notes(own, round_, state),
        "bonus_to": own.bonus_to,
    }


# --- the tiles --------------------------------------------------------------------------------------------------------


def _tiles_json(settings: Settings, own: PaiMiahhhRoundState | None, *, is_taking: bool) -> list[Json]:
    """Every tile of the matrix: `column` from the left and `row` from the bottom, both from 0, or None once it is gone.

    Tiles that Porter brought lie under those of their column, if need be below row 0.
    """
    matrix = (
        Matrix.full(settings.path.colours, rules=settings.tiles)
        if own is None
        else Matrix(dict(own.columns), own.marker, settings.tiles)
    )
    places = {
        tile: (column, row)
        for column, (colour, tiles) in enumerate(matrix.columns.items())
        for tile, row in zip(tiles, rows_of(colour, tiles), strict=True)
    }
    due = {matrix.sloughed_tile(colour) for colour in matrix.columns} if is_taking else set()
    shown = []
    for position in range(1, settings.path.length + 1):
        tile = settings.path.tile(position)
        column, row = places.get(tile, (None, None))
        is_marker = tile == matrix.marker
        shown.append(
            _tile_json(tile)
            | {
                "position": position,
                "column": column,
                "row": row,
                "contract": contract_of(tile),
                "is_marker": is_marker,
                "is_protected": is_marker and not settings.tiles.marker_is_takeable,
                "is_next": tile in due,
            }
        )
    return shown


def rows_of(colour: str, tiles: Sequence[Tile]) -> list[int]:
    """The rows in which a column's tiles lie, from bottom to top; 0 is the lowest row of the full matrix.

    >>> rows_of("B", [Tile(1, "G"), Tile(3, "B"), Tile(6, "B")])
    [1, 2, 5]
    >>> rows_of("B", [Tile(1, "G"), Tile(2, "G"), Tile(1, "B"), Tile(2, "B")])
    [-2, -1, 0, 1]
    """
    rows: list[int] = []
    above = ROWS if any(tile.colour == colour for tile in tiles) else len(tiles)
    for tile in reversed(tiles):
        above = min(above - 1, tile.value - 1) if tile.colour == colour else above - 1
        rows.insert(0, above)
    return rows


def _tile_json(tile: Tile) -> Json:
    return {"code": tile.code, "value": tile.value, "colour": tile.colour, "title": tile_words(tile)}


# --- the auction and the contract -------------------------------------------------------------------------------------


def _auction_json(own: PaiMiahhhRoundState, state: State) -> Json:
    """The calls so far, each with its entry so that it can be corrected, and the seats that have yet to pass."""
    passed: list[Seat] = []
    for call in own.calls:
        if call.counts:
            passed = [*passed, call.seat] if call.position is None else []
    last = next((call.seat for call in reversed(own.calls) if call.counts), (own.first_bidder - 1) % 4)
    in_turn = [(last + step) % 4 for step in range(1, 5)]
    return {
        "position": own.position,
        "to_pass": []
        if own.is_auction_over or own.declarer is None
        else [seat for seat in in_turn if seat != own.declarer and seat not in passed],
        "legal": list(state.expected.values) if state.expected.kind == "bid" else [],
        "calls": [
            {
                "entry": call.entry_id,
                "seat": call.seat,
                "name": name_of(state, call.seat),
                "position": call.position,
                "title": "pass" if call.position is None else place_words(call.position, state),
            }
            for call in own.calls
        ],
    }


def _contract_json(own: PaiMiahhhRoundState, round_: RoundState, state: State) -> Json | None:
    """Who has to take how many tricks, and how far they are; None before anybody has bid."""
    if own.marker is None or own.declarer is None or own.dummy is None or own.contract is None:
        return None
    team = own.declarer % 2
    taken, other = round_.team_tricks[team], round_.team_tricks[1 - team]
    return {
        "tile": _tile_json(own.marker),
        "colour": own.marker.colour,
        "value": own.value,
        "tricks": own.contract,
        "declarer": own.declarer,
        "dummy": own.dummy,
        "team": team,
        "taken": taken,
        "is_final": own.is_auction_over,
        "words": f"{suit_words(own.marker.colour).capitalize()} is trump, {counted(own.marker.value, 'point')} a trick",
        "who": f"{name_of(state, own.declarer)} declares, {name_of(state, own.dummy)} is dummy",
        "standing": _standing(own.contract, taken, round_.hand_size - taken - other),
    }


def _standing(contract: int, taken: int, left: int) -> str:
    """How the contract stands, in words."""
    missing = contract - taken
    if missing <= 0:
        return "The contract is made."
    if missing > left:
        return "The contract is lost."
    return f"{missing} more needed, {left} to play."


# --- the dummy --------------------------------------------------------------------------------------------------------


def _dummy_json(own: PaiMiahhhRoundState, round_: RoundState, settings: Settings, state: State) -> Json | None:
    """The open hand as it should lie there, what of it may be played now, and how many cards are not told yet."""
    if own.dummy is None or not (own.is_auction_over or own.is_auction_inferred):
        return None
    played = sum(trick.card_of(own.dummy) is not None for trick in round_.tricks)
    left = settings.cards_each - played
    hand = own.dummy_hand
    is_due = state.expected.kind == "play" and state.expected.seat == own.dummy
    places = {face: place for place, face in enumerate(settings.deck.faces)}
    rules = PaiMiahhhRules(settings.deck, round_.trump, joker_as=own.joker_as, options=settings.tricks)
    may_play = rules.legal_cards(hand, state.expected.led_suit) if is_due else []
    return {
        "seat": own.dummy,
        "name": name_of(state, own.dummy),
        "is_shown": own.is_dummy_shown,
        "hand": [card.code for card in sorted(hand, key=lambda card: places.get(card, len(places)))],
        "may_play": [card.code for card in may_play],
        "missing": max(0, left - len(hand)) if own.is_dummy_shown else left,
        "entries": list(own.hand_entry_ids),
        "played_since": [
            play.card.code
            for trick in round_.tricks
            for play in trick.plays
            if play.seat == own.dummy and own.hand_entry_ids and play.entry_id > own.hand_entry_ids[0]
        ],
    }


# --- what else is so now, and the score -------------------------------------------------------------------------------


def _notes(own: PaiMiahhhRoundState, round_: RoundState, state: State) -> list[Json]:
    """What players forget; what somebody has answered carries the entry of the answer: without that it is asked again.

    Which tiles were chosen is seen on the table, so `is_seen` notes are for whoever may correct them.
    """
    answers = [
        {"text": text, "entry": answer.entry_id, "is_seen": answer.kind != JOKER}
        for answer in own.answers
        if (text := _answer_words(answer, own, round_, state))
    ]
    return [{"text": text, "entry": None, "is_seen": False} for text in _reminders(own, round_, state)] + answers


def _answer_words(answer: Answer, own: PaiMiahhhRoundState, round_: RoundState, state: State) -> str:
    """What was answered about a card; "" for a card that is gone."""
    plays = (play for trick in round_.tricks for play in trick.plays if play.entry_id == answer.about)
    card = next((play.card for play in plays), None)
    if card is None:
        return ""
    if answer.kind == JOKER and own.joker_as is not None:
        return f"The Joker is {card_words(own.joker_as)}{' and has lost its power' if own.is_joker_dead else ''}."
    return f"{capital(card_words(card))}: {choice_title(answer.kind, answer.choice, state)}"


def _reminders(own: PaiMiahhhRoundState, round_: RoundState, state: State) -> list[str]:
    """The order of play after Reverse, who has the Bonus token, what happens with the last card."""
    notes = []
    if own.is_auction_inferred and own.declarer is not None:
        notes.append(f"The last passes were not entered; {name_of(state, own.declarer)} is taken as Declarer.")
    if own.direction < 0:
        notes.append("Reverse: play goes the other way round.")
    elif state.options["reverse_effect"] == "low_wins" and _reverse_lies_behind(round_):
        notes.append("Reverse: low cards beat high ones.")
    if own.bonus_to is not None:
        notes.append(f"{name_of(state, own.bonus_to)} has the Bonus token: {counted(BONUS_POINTS, 'point')}.")
    if state.options["variant_2"] and round_.phase is Phase.OVER and not state.winners:
        notes.append("Everybody keeps the last card for the next round.")
    return notes


def _reverse_lies_behind(round_: RoundState) -> bool:
    return any(play.card == REVERSE for trick in round_.tricks if trick.is_complete for play in trick.plays)


def _count_json(round_: RoundState, state: State) -> Json:
    """How a round is counted; points are None until it is over."""
    own = round_.paimiahhh
    assert own is not None
    return {
        "number": round_.number,
        "tile": _tile_json(own.marker) if own.marker else None,
        "is_final": own.is_auction_over or own.is_auction_inferred,
        "is_made": own.is_made,
        "sentence": _outcome(own, round_, state),
        "teams": [
            {
                "tricks": round_.team_tricks[each],
                "trick_points": own.trick_points[each] if own.trick_points else None,
                "tile_points": own.tile_points[each] if own.tile_points else None,
                "bonus": BONUS_POINTS if own.bonus_to is not None and own.bonus_to % 2 == each else 0,
                "score": round_.scores[each] if round_.scores else None,
            }
            for each in range(len(state.teams))
        ],
    }


def _outcome(own: PaiMiahhhRoundState, round_: RoundState, state: State) -> str:
    if own.is_made is None or own.declarer is None or own.contract is None:
        return ""
    team = own.declarer % 2
    verb = "made" if own.is_made else "missed"
    tricks = counted(round_.team_tricks[team], "trick")
    return f"{team_name(state, team)} {verb} the contract: {tricks} of {own.contract}."
