"""The evaluation on films: which play is which, and figures that can be bad."""

from collections import Counter

import numpy as np
import pytest

from datasets.clips.alignment import Outcome, align
from datasets.clips.camera import Camera
from datasets.clips.choreography import choreograph
from datasets.clips.hands import Person
from datasets.clips.rounds import script_round
from datasets.clips.truth import Truth
from datasets.clips.words import opening
from datasets.evaluate_clips import report
from tests.datasets.eyes import CLASSES, Eyes, scored

R, S, C, O, M, I = (  # noqa: E741
    Outcome.RIGHT,
    Outcome.WRONG_SEAT,
    Outcome.WRONG_CARD,
    Outcome.OUT_OF_ORDER,
    Outcome.MISSED,
    Outcome.INVENTED,
)
MADE = [(0, "AS"), (1, "3S"), (2, "4S"), (3, "5S")]


@pytest.mark.parametrize(
    ("seen", "outcomes"),
    [
        pytest.param(MADE, [R, R, R, R], id="all right"),
        pytest.param([], [M, M, M, M], id="nothing seen"),
        pytest.param(MADE[1:], [M, R, R, R], id="the first missed"),
        pytest.param([*MADE[:2], *MADE[3:]], [R, R, M, R], id="one missed in the middle"),
        pytest.param([*MADE, (0, "KD")], [R, R, R, R, I], id="one invented at the end"),
        pytest.param([MADE[0], (2, "KD"), *MADE[1:]], [R, R, R, R, I], id="one invented in the middle"),
        pytest.param([(0, "AS"), (1, "8S"), (2, "4S"), (3, "5S")], [R, C, R, R], id="a card read wrong"),
        pytest.param([(0, "AS"), (2, "3S"), (2, "4S"), (3, "5S")], [R, S, R, R], id="a card at the wrong seat"),
        pytest.param([(0, "AS"), (2, "4S"), (1, "3S"), (3, "5S")], [R, O, R, R], id="two in the wrong order"),
        pytest.param([(0, "AS"), (3, "9H"), (2, "4S"), (3, "5S")], [R, M, R, R, I], id="neither card nor seat"),
        pytest.param([*MADE, MADE[0]], [R, R, R, R, I], id="one seen twice"),
    ],
)
def test_what_was_seen_is_paired_with_what_was_played(seen, outcomes):
    pairs = align(MADE, seen)

    found = [pair.outcome for pair in pairs]
    assert Counter(outcomes) == Counter(found)
    if O not in outcomes:  # which of two swapped plays is the one out of order is a matter of taste
        assert outcomes == found
    assert list(range(4)) == [pair.made for pair in pairs if pair.made is not None]
    assert sorted(range(len(seen))) == sorted(pair.seen for pair in pairs if pair.seen is not None)


@pytest.fixture(scope="module")
def truth():
    rng = np.random.default_rng(11)
    played = script_round(rng, 3, offences=("revoke",))
    camera = Camera.random(rng, 1280, 720, card_height_px=140)
    film = choreograph(rng, played, camera, tuple(Person.random(rng) for _ in range(4)), pass_overs=0)
    clip = {
        "kind": "clip",
        "game": "pairs_oh_hell",
        "names": ["A", "B", "C", "D"],
        "dealer": played.dealer,
        "hand_size": 3,
    }
    final = {
        "kind": "final",
        "bids": list(played.bids),
        "tricks_won": list(played.tricks_won),
        "pair_scores": list(played.pair_scores),
    }
    return Truth(clip | {"deck": "none", "surface": "none", "duration_s": film.duration_s}, tuple(film.truth), final)


def test_eyes_that_see_everything_make_no_mistake(truth):
    score = scored(truth, Eyes(truth))

    assert Counter({R: 12}) == score.outcomes
    assert (True, True, True) == (score.is_shown_right, score.is_score_right, score.is_score_right_after_answers)
    assert (0, (), ()) == (score.wrong_tricks, score.false_verdicts, score.missed_verdicts)
    assert score.questions.total() == score.answered == 0
    assert all(0.4 <= delay <= 0.61 for delay in score.delays_s)
    assert 12 == len(score.delays_s)


def test_a_play_that_was_not_seen_is_counted_as_missed(truth):
    missed = truth.of_kind("play")[5]["card"]

    score = scored(truth, Eyes(truth, {missed: None}))

    assert (11, 1) == (score.outcomes[R], score.outcomes[M])
    assert not score.is_score_right_after_answers or score.wrong_tricks == 0


def test_a_misreading_that_nobody_doubted_is_counted_as_wrong(truth):
    played = {str(play["card"]) for play in truth.of_kind("play")} | {str(truth.of_kind("turned")[0]["card"])}
    unseen = next(code for code in CLASSES if code not in played)
    card = str(truth.of_kind("play")[2]["card"])

    score = scored(truth, Eyes(truth, {card: (unseen, "not_an_index")}))

    assert (11, 1) == (score.outcomes[R], score.outcomes[C])
    assert 0 == score.answered


def test_a_doubtful_card_is_asked_about_and_a_truthful_answer_mends_it(truth):
    played = {str(play["card"]) for play in truth.of_kind("play")} | {str(truth.of_kind("turned")[0]["card"])}
    unseen = next(code for code in CLASSES if code not in played)
    card = str(truth.of_kind("play")[4]["card"])
    eyes = Eyes(truth, {card: (unseen, card)}, sureness=0.7)

    score = scored(truth, eyes)

    assert 1 == score.outcomes[C]
    assert score.questions["which_card"] >= 1
    assert score.answered >= 1
    assert 12 == score.right_after_answers
    assert score.is_score_right_after_answers


def test_the_report_says_what_was_bad(truth):
    missed = {str(play["card"]): None for play in truth.of_kind("play")[:4]}

    text = report([scored(truth, Eyes(truth, missed))], "One clip.")

    assert "plays right: 8 of 12 (66.7 %)" in text
    assert "missed 4" in text
    first = truth.of_kind("play")[0]
    assert f"- clip: missed: {first['card']} of seat {first['seat']} at {first['time_s']:.1f} s" in text
    assert "**wrong**" in text


def test_the_truth_is_entered_as_players_would(truth):
    game, deal = opening(truth)

    assert (("A", "B", "C", "D"), {"rounds": (3,)}) == (game.names, dict(game.options))
    assert truth.clip["dealer"] == deal.dealer
