"""A game of every kind is written down whole: who did what, and how it was counted."""

from __future__ import annotations

from random import Random

import pytest

from engine.events import Announced, BidMade, CardsPlayed, Event, GameStarted, Passed, RoundStarted, TileTaken
from engine.fold import fold
from engine.games.gou_ji_self_play import play_game as play_gou_ji
from engine.log import numbered
from engine.self_play import play_game as play_oh_hell
from engine.state import State
from tests.engine.paimiahhh_players import RandomTable
from tests.webui.game_script import NAMES
from tests.webui.played_deals import hearts_deal, spades_deal
from webui.written_game import game_lines, sheet_rows


def hearts() -> list[Event]:
    return [GameStarted("hearts", NAMES, {"end": 1}), RoundStarted(dealer=0), *hearts_deal(Random(1)).events]


def spades() -> list[Event]:
    said = [BidMade(1, 3), Announced(2, "blind_nil"), BidMade(3, 0), BidMade(0, 5)]
    start = [GameStarted("spades", NAMES, {"blind_nil": "any"}), RoundStarted(dealer=0)]
    return [*start, *said, *spades_deal(Random(1), 1).events]


def paimiahhh() -> list[Event]:
    events: list[Event] = []
    table = RandomTable(Random(4), events.append)
    while table.play_round() is None:
        pass
    return events


EVENTS = {
    "oh_hell_pairs": play_oh_hell(Random(1), (3, 5), names=NAMES),
    "hearts": hearts(),
    "spades": spades(),
    "paimiahhh": paimiahhh(),
    "gou_ji": play_gou_ji(Random(1), 2)[0],
}


def state_of(game: str) -> State:
    return fold(numbered(EVENTS[game]))


@pytest.mark.parametrize("game", EVENTS)
def test_the_record_names_every_player_and_ends_with_the_totals(game):
    state = state_of(game)
    text = "\n".join(game_lines(state))
    assert all(name in text for name in state.names)
    assert text.splitlines()[-1].endswith(f": {state.totals[-1]}")
    assert "None" not in text
    assert "(not settled)" not in text
    counted = [round_ for round_ in state.rounds if round_.scores is not None]
    assert text.count("  score: ") == len(counted) > 0


@pytest.mark.parametrize("game", EVENTS)
def test_the_scores_of_the_sheet_add_up_to_the_totals(game):
    state, rows = state_of(game), sheet_rows(state_of(game))
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    columns = [column for column in rows[0] if column.startswith("score ")]
    assert len(columns) == len(state.teams)
    sums = tuple(sum(row[column] for row in rows if row[column] != "") for column in columns)
    assert sums == state.totals


@pytest.mark.parametrize("game", ["oh_hell_pairs", "hearts", "spades", "paimiahhh"])
def test_every_card_that_was_played_is_written_once(game):
    tricks = [line.split(". ", 1)[1].split("  →")[0] for line in game_lines(state_of(game)) if "→" in line]
    played = sum(len(event.cards) for event in EVENTS[game] if isinstance(event, CardsPlayed))
    assert sum(len(trick.split("  ")) for trick in tricks) == played


def test_hearts_has_neither_bids_nor_trump():
    lines = game_lines(state_of("hearts"))
    assert lines[0] == "Round 1: 13 cards each, Anna deals"
    assert "bids" not in "\n".join(lines)
    assert list(sheet_rows(state_of("hearts"))[0]) == ["round", "cards", "dealer", *(f"score {name}" for name in NAMES)]


def test_spades_tells_nil_and_blind_nil():
    assert game_lines(state_of("spades"))[1] == "  bids: Anna 5, Ben 3, Carla blind nil, Dora nil"


def test_paimiahhh_tells_auction_contract_and_tiles():
    text = "\n".join(game_lines(state_of("paimiahhh")))
    passes = sum(isinstance(event, Passed) for event in EVENTS["paimiahhh"])
    assert 0 < text.count(" pass") <= passes
    assert "  contract: " in text
    taken = state_of("paimiahhh").round.paimiahhh.takings
    assert ("  tiles: " in text) == bool(taken)
    assert not any(isinstance(event, TileTaken) and event.tile is None for event in EVENTS["paimiahhh"])


def test_gou_ji_tells_sets_passes_and_places():
    lines = game_lines(state_of("gou_ji"))
    text = "\n".join(lines)
    assert [line for line in lines if not line.startswith(" ")][:2] == ["Hand 1", ""]
    told = sum(isinstance(event, Passed) for event in EVENTS["gou_ji"])
    assert 0 < text.count(" pass") <= told  # One that is no longer out of the series is not among them.
    assert text.count("  places: ") == 2
    assert sheet_rows(state_of("gou_ji"))[0]["places"].count(" > ") == 5
