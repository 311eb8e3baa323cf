"""The score in the snapshot: game, teams, the sheet round by round, the result."""

from __future__ import annotations

from engine.state import Phase, RoundState, State
from webui.games import deck_json, find, game_title, option_titles
from webui.round_facts import is_made, team_note
from webui.sentences import listed, name_of, team_name
from webui.sentences_requests import bid_words, offer_title
from webui.sentences_spades import words_as_bids
from webui.snapshot_table import Json


def game_json(state: State) -> Json | None:
    """The game's name, its list of rounds and the options that differ from the usual."""
    if state.game is None:
        return None
    game = find(state.game)
    return {
        "code": state.game,
        "title": game_title(state.game),
        "view": "trick" if game is None else game.view,
        "has_bids": game is None or game.has_bids,
        "has_trump": game is None or game.has_trump,
        "lowest_wins": game is not None and game.lowest_wins,
        "bid_titles": _bid_titles(state) if game is not None and game.view == "trick" else {},
        "bid_words": [{"what": what, "title": offer_title(what)} for what in words_as_bids(state)],
        "schedule": list(state.schedule),
        "options": option_titles(state.game, state.options),
        "deck": deck_json(state),
    }


def teams_json(state: State) -> list[Json]:
    """Each team with this round's bid and tricks and its total."""
    round_ = state.round
    return [
        {
            "team": team,
            "name": team_name(state, team),
            "seats": list(seats),
            "bid": round_.team_bids[team] if round_ else None,
            "tricks": round_.team_tricks[team] if round_ else 0,
            "total": state.totals[team],
            "note": team_note(state, team),
        }
        for team, seats in enumerate(state.teams)
    ]


def score_sheet_json(state: State) -> list[Json]:
    """One row per round of the list: played, running or still to come, with the running totals."""
    # A redeal has the number of the void deal and replaces it.
    played: dict[int, RoundState] = {round_.number: round_ for round_ in state.rounds}
    totals = [0] * len(state.teams)
    rows: list[Json] = []
    for number in range(1, max(len(state.schedule), max(played, default=0)) + 1):
        round_ = played.get(number)
        if round_ is None or round_.phase is Phase.VOID:
            rows.append({"number": number, "hand_size": _scheduled(state, number), "status": "to_come", "teams": []})
            continue
        counts = round_.scores is not None and not round_.blocked_by
        if counts and round_.scores is not None:
            totals = [total + score for total, score in zip(totals, round_.scores, strict=True)]
        rows.append(
            {
                "number": number,
                "hand_size": round_.hand_size,
                "dealer": round_.dealer,
                "dealer_name": name_of(state, round_.dealer),
                "trump": round_.trump,
                "trump_is_known": round_.trump_is_known,
                "status": "counted" if counts else "blocked" if round_.scores is not None else "running",
                "teams": [
                    {
                        "bid": round_.team_bids[team],
                        "tricks": round_.team_tricks[team],
                        "made": round_.scores is not None and is_made(state, round_, team),
                        "score": None if round_.scores is None else round_.scores[team],
                        "total": totals[team] if counts else None,
                    }
                    for team in range(len(state.teams))
                ],
            }
        )
    return rows


def result_json(state: State) -> Json | None:
    """Who won, once the game is over: the winners' total first, then the others', best first."""
    if not state.winners:
        return None
    game = find(state.game or "")
    lowest_wins = game is not None and game.lowest_wins
    names = listed(team_name(state, team) for team in state.winners)
    best, *others = (str(score).replace("-", "−") for score in sorted(state.totals, reverse=not lowest_wins))
    is_alone = len(state.teams[state.winners[0]]) == 1
    verb = "share the win" if len(state.winners) > 1 else "wins" if is_alone else "win"
    return {"winners": list(state.winners), "sentence": f"{names} {verb}, {best} to {listed(others)}."}


def _bid_titles(state: State) -> dict[str, str]:
    """The numbers that have a name as bids."""
    return {str(value): title for value in range(14) if (title := bid_words(value, state)) != str(value)}


def _scheduled(state: State, number: int) -> int | None:
    return state.schedule[number - 1] if number <= len(state.schedule) else None
