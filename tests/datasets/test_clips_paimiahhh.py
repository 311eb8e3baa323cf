"""Filmed rounds of PaiMiahhh: the script obeys the rules, and eyes that see everything make no mistake."""

import functools
from collections import Counter

import numpy as np
import pytest

from datasets.clips.alignment import Outcome
from datasets.clips.camera import Camera
from datasets.clips.hands import Person
from datasets.clips.paimiahhh_film import PaiMiahhhClip, PaiMiahhhPlan, choreograph_round, plan_rounds
from datasets.clips.paimiahhh_script import script_paimiahhh
from datasets.clips.referee_run import true_state
from datasets.clips.truth import Truth
from engine.decks_paimiahhh import STARRED, paimiahhh_deck
from engine.state import Phase, Severity
from tests.datasets.eyes import Eyes, scored

SPECIALS = [(first.code, second.code) for first, second in zip(STARRED[::2], STARRED[1::2], strict=True)]


@functools.cache
def filmed(seed, specials, offences):
    rng = np.random.default_rng(seed)
    played = script_paimiahhh(rng, specials, offences=offences)
    camera = Camera.random(rng, 1280, 720, card_height_px=112)
    people = tuple(Person.random(rng) for _ in range(4))
    film = choreograph_round(rng, played, camera, people, pass_overs=0)
    clip = {"kind": "clip", "game": "paimiahhh", "names": ["A", "B", "C", "D"], "dealer": played.dealer}
    clip |= {"specials": list(specials), "deck": "none", "surface": "none", "duration_s": film.duration_s}
    return played, Truth(clip, tuple(film.truth), {"kind": "final", "scores": list(played.scores)})


@pytest.mark.parametrize("seed", range(4))
def test_a_round_is_played_by_the_rules_to_its_last_card(seed):
    offences = ("revoke",) if seed == 1 else ()
    played, truth = filmed(seed, SPECIALS[seed % 4], offences)

    state = true_state(truth)

    assert Phase.OVER is state.round.phase
    assert tuple(played.scores) == state.round.scores
    assert {play.card for play in played.plays} == {card.code for card in paimiahhh_deck(SPECIALS[seed % 4])}
    accused = [str(v.code) for v in state.verdicts if v.severity is Severity.OFFENCE]
    assert [play.offence for play in played.plays if play.offence] == list(offences)
    assert bool(accused) == bool(offences)
    assert set(played.dummy_hand) | {next(p.card for p in played.plays if p.seat == played.dummy)} == {
        play.card for play in played.plays if play.seat == played.dummy
    }


@pytest.mark.parametrize("seed", range(4))
def test_eyes_that_see_everything_make_no_mistake(seed):
    _, truth = filmed(seed, SPECIALS[seed % 4], ())

    score = scored(truth, Eyes(truth, card_height_px=112.0))

    assert Counter({Outcome.RIGHT: 48}) == score.outcomes, score.mistakes
    assert (True, True) == (score.is_shown_right, score.is_score_right)
    assert (0, (), ()) == (score.wrong_tricks, score.false_verdicts, score.missed_verdicts)
    assert 0 == score.questions.total(), score.questions


def test_a_card_of_the_open_hand_that_is_not_seen_until_it_is_played_is_the_dummys():
    played, truth = filmed(0, SPECIALS[0], ())
    hidden = played.dummy_hand[4]
    eyes = Eyes(truth, card_height_px=112.0)
    look = eyes.look

    def look_past(event):
        seen = look(event)
        if event["kind"] == "hand":
            eyes.open.pop(hidden)
            seen = (tuple(eyes.open.values()), (), ())
        return seen

    eyes.look = look_past

    score = scored(truth, eyes)

    assert Counter({Outcome.RIGHT: 48}) == score.outcomes, score.mistakes
    assert score.is_score_right


def test_the_open_hand_lies_beside_the_trick_and_in_the_picture():
    for seed in range(4):
        played, truth = filmed(seed, SPECIALS[seed % 4], ())
        (hand,) = truth.of_kind("hand")
        centres = np.array(hand["centres_px"])
        assert 11 == len(centres) == len(played.dummy_hand)
        assert (centres > (20, 20)).all()
        assert (centres < (1260, 700)).all()
        laid = np.array([play["centre_px"] for play in truth.of_kind("play")])
        nearest = np.linalg.norm(laid[:, None] - centres[None], axis=2).min()
        assert nearest > 0.75 * 112


def test_cards_of_the_open_hand_are_taken_out_of_it():
    played, truth = filmed(2, SPECIALS[2], ())
    taken = [play for play in truth.of_kind("play") if "from_px" in play]

    assert [play["card"] for play in taken] == [p.card for p in played.plays if p.card in played.dummy_hand]
    assert {play["seat"] for play in taken} == {played.dummy}
    assert {play["by"] for play in taken} <= {played.dummy, played.declarer}


def test_a_frame_is_drawn_with_the_printed_deck():
    plan = PaiMiahhhPlan(3, "paimiahhh_heavy", width_px=320, height_px=180, fps=2, card_height_px=28, tiles=True)
    clip = PaiMiahhhClip(plan)

    frame = clip.frame(clip.frame_count // 2)

    assert (180, 320, 3) == frame.shape
    assert "paimiahhh" == clip.truth().clip["game"]


def test_plans_differ_and_go_round_the_prints():
    plans = plan_rounds(6, 5, decks=("one", "two"), fps=8.0)

    assert {"one", "two"} == {plan.deck for plan in plans}
    assert 6 == len({plan.card_height_px for plan in plans})
    assert all(100 < plan.card_height_px < 125 and plan.fps == 8.0 for plan in plans)
