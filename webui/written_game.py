"""A game written down: what happened in lines of text, and the score sheet as rows, for every game on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.gou_ji_state import HandState, SeriesState
from engine.games.paimiahhh_state import PaiMiahhhRoundState
from engine.state import Phase, RoundState, Standing, State, TrickState
from webui import games
from webui.gou_ji_words import set_words
from webui.sentences import card_words, counted, listed, name_of, suit_words, team_name
from webui.sentences_paimiahhh import place_words, tile_words
from webui.sentences_requests import bid_title

Row = Mapping[str, object]


def game_lines(state: State) -> list[str]:
    """Every round with its tricks or sets, an empty line after each, then the totals."""
    lines: list[str] = []
    if state.gou_ji is not None:
        for hand in state.gou_ji.hands:
            lines += [*_hand_lines(state, hand), ""]
    else:
        for round_ in state.rounds:
            lines += [*_round_lines(state, round_), ""]
    return lines + [f"{team_name(state, team)}: {total}" for team, total in enumerate(state.totals)]


def sheet_rows(state: State) -> list[Row]:
    """One row per round: column → value, the same columns in each."""
    return [_sheet_row(state, round_) for round_ in state.rounds]


# --- games of tricks --------------------------------------------------------------------------------------------------


def _round_lines(state: State, round_: RoundState) -> list[str]:
    game = games.find(state.game or "")
    void = ", not counted" if round_.phase is Phase.VOID else ""
    head = f"Round {round_.number}: {counted(round_.hand_size, 'card')} each, {name_of(state, round_.dealer)} deals"
    lines = [f"{head}{_trump(round_) if game is not None and game.has_trump else ''}{void}"]
    if round_.paimiahhh is not None:
        lines += _auction_lines(state, round_.paimiahhh)
    elif game is not None and game.has_bids:
        bids = (f"{name_of(state, seat)} {bid_title(state, round_, seat) or '-'}" for seat in range(len(state.names)))
        lines.append(f"  bids: {', '.join(bids)}")
    lines += [f"  {_trick_line(state, trick)}" for trick in round_.tricks]
    if round_.paimiahhh is not None:
        lines += _tile_lines(state, round_.paimiahhh)
    return lines + _score_lines(state, round_.scores, is_settled=not round_.blocked_by)


def _trump(round_: RoundState) -> str:
    if round_.turned_card is not None:
        return f", trump {card_words(round_.turned_card)}"
    return f", trump {'none' if round_.trump is None else suit_words(round_.trump)}"


def _trick_line(state: State, trick: TrickState) -> str:
    plays = "  ".join(
        f"{name_of(state, play.seat)} {card_words(play.card)}"
        for play in trick.plays
        if play.standing is not Standing.TAKEN_BACK
    )
    return f"{trick.number:2d}. {plays}  → {name_of(state, trick.taken_by) if trick.taken_by is not None else '?'}"


def _score_lines(state: State, scores: Sequence[int] | None, *, is_settled: bool) -> list[str]:
    if scores is None:
        return []
    by_team = ", ".join(f"{team_name(state, team)} {score:+d}" for team, score in enumerate(scores))
    return [f"  score: {by_team}{'' if is_settled else ' (not settled)'}"]


# --- what PaiMiahhh has beyond tricks ---------------------------------------------------------------------------------


def _auction_lines(state: State, own: PaiMiahhhRoundState) -> list[str]:
    calls = [
        f"{name_of(state, call.seat)} {'pass' if call.position is None else place_words(call.position, state)}"
        for call in own.calls
        if call.counts
    ]
    lines = [f"  auction: {', '.join(calls)}"] if calls else []
    if own.declarer is not None and own.contract is not None:
        lines.append(f"  contract: {name_of(state, own.declarer)}, {counted(own.contract, 'trick')}")
    return lines


def _tile_lines(state: State, own: PaiMiahhhRoundState) -> list[str]:
    won = (
        f"{name_of(state, seat)} {', '.join(map(tile_words, tiles))}"
        for seat, tiles in enumerate(own.tiles_won)
        if tiles
    )
    told = "; ".join(won)
    return [f"  tiles: {told}"] if told else []


# --- Gou Ji -----------------------------------------------------------------------------------------------------------


def _hand_lines(state: State, hand: HandState) -> list[str]:
    lines = [f"Hand {hand.number}{': thrown in' if hand.phase is Phase.VOID else ''}"]
    lines += [f"  {_series_line(state, series)}" for series in hand.series]
    if hand.ranking is not None:
        lines.append(f"  places: {listed(name_of(state, seat) for seat in hand.ranking)}")
    return lines + _score_lines(state, hand.scores, is_settled=not hand.blocked_by)


def _series_line(state: State, series: SeriesState) -> str:
    """The sets and the passes that were told, in the order of the log."""
    steps = [
        (laid.entry_id, f"{name_of(state, laid.seat)} {set_words(laid.cards)}")
        for laid in series.sets
        if laid.standing is not Standing.TAKEN_BACK
    ]
    steps += [(each.entry_id, f"{name_of(state, each.seat)} pass") for each in series.passes if not each.is_inferred]
    return f"{series.number:2d}. {'  '.join(words for _, words in sorted(steps))}"


# --- the sheet --------------------------------------------------------------------------------------------------------


def _sheet_row(state: State, round_: RoundState) -> Row:
    game = games.find(state.game or "")
    row: dict[str, object] = {"round": round_.number}
    if state.gou_ji is not None:
        hand = next(each for each in state.gou_ji.hands if each.started_entry_id == round_.started_entry_id)
        row["places"] = " > ".join(name_of(state, seat) for seat in hand.ranking or ())
    else:
        row |= {"cards": round_.hand_size, "dealer": name_of(state, round_.dealer)}
        if game is not None and game.has_trump:
            row["trump"] = round_.trump or ""
    own = round_.paimiahhh
    if own is not None:
        row |= {
            "declarer": "" if own.declarer is None else name_of(state, own.declarer),
            "contract": "" if own.contract is None else own.contract,
        }
    for team in range(len(state.teams)):
        name = team_name(state, team)
        if own is not None:
            row |= {
                f"tricks {name}": round_.team_tricks[team],
                f"trick points {name}": "" if own.trick_points is None else own.trick_points[team],
                f"tile points {name}": "" if own.tile_points is None else own.tile_points[team],
            }
        elif game is not None and game.has_bids:
            row |= {f"bid {name}": round_.team_bids[team], f"tricks {name}": round_.team_tricks[team]}
        row[f"score {name}"] = "" if round_.scores is None else round_.scores[team]
    return row
