"""The shipped film: what players type in fits what was filmed, and the film is the one the truth speaks of."""

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.clips.referee_run import true_state
from datasets.clips.truth import read_truth
from engine.state import Severity

DEMO = Path(__file__).parents[2] / "webui" / "demo"


@pytest.fixture(scope="module")
def truth():
    return read_truth(Path(__file__).parent / "pairs_oh_hell.truth.jsonl")


def test_the_players_type_in_what_was_said_at_the_table(truth):
    typed = tomllib.loads((DEMO / "pairs_oh_hell.toml").read_text(encoding="utf-8"))

    assert {"game", "names", "dealer", "bids", "options"} == set(typed)
    assert truth.clip["names"] == typed["names"]
    assert truth.clip["dealer"] == typed["dealer"]
    assert truth.final["bids"] == typed["bids"]
    assert {"rounds": [truth.clip["hand_size"]]} == typed["options"]


def test_the_round_holds_one_revoke_and_one_play_out_of_turn(truth):
    state = true_state(truth)

    accused = {(str(v.code), v.seat) for v in state.verdicts if v.severity is Severity.OFFENCE}
    assert {("revoke", 0), ("play_out_of_turn", 2)} == accused
    assert truth.final["pair_scores"] == list(state.round.scores)
    assert truth.of_kind("pass_over")
    assert truth.of_kind("light")


def test_the_film_shows_the_cards_where_the_truth_says(truth):
    film = cv2.VideoCapture(str(DEMO / "pairs_oh_hell.mp4"))
    try:
        assert truth.clip["frames"] == int(film.get(cv2.CAP_PROP_FRAME_COUNT))
        assert (1280, 720) == (int(film.get(cv2.CAP_PROP_FRAME_WIDTH)), int(film.get(cv2.CAP_PROP_FRAME_HEIGHT)))
        first = film.read()[1]
        play = truth.of_kind("play")[0]
        for _ in range(round(play["hand_left_s"] * truth.clip["fps"]) + 2):
            frame = film.read()[1]
    finally:
        film.release()
    x, y = (round(v) for v in play["centre_px"])
    window = np.s_[y - 15 : y + 15, x - 15 : x + 15]
    assert first[window].astype(int).sum() < frame[window].astype(int).sum()


def test_the_film_is_small_enough_to_ship():
    assert (DEMO / "pairs_oh_hell.mp4").stat().st_size < 6_000_000


@pytest.fixture(scope="module")
def paimiahhh():
    return read_truth(Path(__file__).parent / "paimiahhh.truth.jsonl")


def test_what_is_said_in_the_film_of_paimiahhh_is_typed_in_when_it_is_said(paimiahhh):
    typed = tomllib.loads((DEMO / "paimiahhh.toml").read_text(encoding="utf-8"))

    assert {"game", "names", "dealer", "options", "said"} == set(typed)
    assert (paimiahhh.clip["names"], paimiahhh.clip["dealer"]) == (typed["names"], typed["dealer"])
    said = [(round(row["time_s"], 1), row["event"]) for row in paimiahhh.of_kind("said")]
    assert said == [(word.pop("at_s"), word) for word in typed["said"]]


def test_the_film_of_paimiahhh_is_a_whole_round_with_one_revoke(paimiahhh):
    state = true_state(paimiahhh)

    assert paimiahhh.final["scores"] == list(state.round.scores)
    assert {("revoke", 0)} == {(str(v.code), v.seat) for v in state.verdicts if v.severity is Severity.OFFENCE}
    film = cv2.VideoCapture(str(DEMO / "paimiahhh.mp4"))
    assert paimiahhh.clip["frames"] == int(film.get(cv2.CAP_PROP_FRAME_COUNT))
    film.release()
    assert (DEMO / "paimiahhh.mp4").stat().st_size < 4_000_000
