"""Filmed hands of Gou Ji: the truth beside them, how sets lie, and what the evaluation makes of a run."""

from random import Random

import numpy as np
import pytest

from datasets.clips.alignment import Outcome
from datasets.clips.camera import Camera
from datasets.clips.gou_ji_film import (
    MIXED_RANKS,
    TURNS_DEG,
    GouJiClip,
    GouJiPlan,
    plan_hands,
    team_scores,
)
from datasets.clips.gou_ji_layouts import lay_out
from datasets.clips.gou_ji_score import report, score_hand
from datasets.clips.gou_ji_script import LONGEST_SET, script_hand, with_mixed_set
from datasets.clips.hands import Person
from datasets.clips.motion import CardPose
from datasets.clips.placing import card_outline, has_corner_in_sight
from datasets.clips.referee_run import Run, SeenPlay, ranks_of, true_state
from engine.cards import Card
from engine.events import CardsPlayed
from engine.state import Severity

TINY = GouJiPlan(seed=7, deck="procedural_plain", set_count=4, width_px=160, height_px=90, fps=4, noise=1.0)


def truth_of(seed, *, to_the_end=False, offences=()):
    """The truth of a plan, without the cost of drawing hands and tables."""
    clip = object.__new__(GouJiClip)
    clip.plan = GouJiPlan(seed, "procedural_plain", 8, to_the_end, offences)
    clip.light_change, clip.surface = None, "felt"
    deal_rng, motion_rng, look_rng = (np.random.default_rng([seed, stream]) for stream in range(3))
    clip.camera = Camera.random(look_rng, 1280, 720, 120)
    clip.film = clip._choreograph(deal_rng, motion_rng, tuple(Person.random(look_rng) for _ in TURNS_DEG))
    return clip.truth()


@pytest.mark.parametrize("seed", range(4))
def test_the_engine_finds_nothing_wrong_in_a_filmed_hand_and_counts_it_as_the_truth_does(seed):
    truth = truth_of(seed, to_the_end=True)

    state = true_state(truth)

    assert truth.final["ranking"] == list(state.gou_ji.hand.ranking)
    assert truth.final["scores"] == list(state.gou_ji.hand.scores)
    assert [] == [verdict.code for verdict in state.verdicts if verdict.severity is not Severity.NOTICE]


def test_a_hand_may_hold_one_set_of_mixed_ranks():
    state = true_state(truth_of(3, offences=(MIXED_RANKS,)))

    assert ["mixed_ranks"] == [verdict.code for verdict in state.verdicts if verdict.severity is Severity.OFFENCE]


def test_a_part_is_whole_series_of_sets_that_hands_can_hold():
    for seed in range(5):
        played = script_hand(seed, 8, to_the_end=False)
        sizes = [len(event.cards) for event in played.filmed if isinstance(event, CardsPlayed)]
        assert 6 <= len(sizes) <= 10
        assert max(sizes) <= LONGEST_SET
        assert with_mixed_set(played, Random(1)).before == played.before


@pytest.mark.parametrize(("ranking", "scores"), [((0, 1, 2, 3, 4, 5), [2, -2]), ((1, 3, 5, 0, 2, 4), [-12, 12])])
def test_the_truth_counts_places_itself(ranking, scores):
    assert scores == team_scores(ranking)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 9])
def test_every_card_of_a_set_shows_an_index(count):
    rng = np.random.default_rng(count)
    for _ in range(12):
        layout, places = lay_out(rng, count)
        assert count == len(places)
        outlines = [card_outline(CardPose(x, y, 0.0, turn)) for x, y, turn in places]
        # Elsewhere a strip shows that is narrower than a whole corner, but holds the index.
        if layout == "heap":
            assert all(has_corner_in_sight(outlines, number) for number in range(count))
        else:
            middles = np.array([(x, y) for x, y, _ in places])
            assert count == 1 or np.hypot(*np.diff(middles, axis=0).T).min() > 7


def test_sets_are_laid_after_each_other_and_cleared_after_the_last():
    truth = truth_of(5)
    for row in truth.of_kind("set"):
        assert row["time_s"] < row["hand_left_s"]
        assert len(row["cards"]) == len(row["centres_px"])
        assert all(0 < x < 1280 and 0 < y < 720 for x, y in row["centres_px"])
    for gather in truth.of_kind("gather"):
        laid = [row["hand_left_s"] for row in truth.of_kind("set") if row["series"] == gather["series"]]
        assert laid
        assert max(laid) < gather["start_s"]


def test_the_same_seed_gives_the_same_film():
    one, again = GouJiClip(TINY), GouJiClip(TINY)

    assert one.truth() == again.truth()
    assert np.array_equal(one.frame(20), again.frame(20))


def test_plans_differ_in_size_deck_and_end():
    plans = plan_hands(6, 1, decks=("procedural_plain", "procedural_black"))

    assert {720, 1080} == {plan.height_px for plan in plans}
    assert {True, False} == {plan.to_the_end for plan in plans}
    assert len({plan.deck for plan in plans}) == 2


def seen(truth, change=None):
    """A run in which everything was seen right, but for one change."""
    plays = [
        SeenPlay(row["seat"], ranks_of(map(Card.from_code, row["cards"])), row["hand_left_s"] + 0.2)
        for row in truth.of_kind("set")
    ]
    if change is not None:
        change(plays)
    return Run(true_state(truth), tuple(plays), frozenset(), (), 0, 1.0, 1.0, 60.0, 100)


def test_a_perfect_run_scores_full_marks():
    truth = truth_of(2, to_the_end=True)

    score = score_hand("clip", truth, seen(truth), seen(truth))

    assert len(truth.of_kind("set")) == score.outcomes[Outcome.RIGHT] == score.right_after_answers
    assert (True, True, len(truth.of_kind("gather"))) == (
        score.is_count_right,
        score.are_places_right,
        score.series_gathered,
    )
    assert "(100.0 %)" in report([score], "One clip.")


def test_a_card_too_few_and_a_wrong_seat_are_told_apart():
    truth = truth_of(2)

    def spoil(plays):
        plays[0] = SeenPlay(plays[0].seat, plays[0].card + " 3", None)
        plays[1] = SeenPlay((plays[1].seat + 1) % 6, plays[1].card, None)

    score = score_hand("clip", truth, seen(truth, spoil), seen(truth))

    assert (1, 1) == (score.outcomes[Outcome.WRONG_CARD], score.outcomes[Outcome.WRONG_SEAT])
    assert len(score.mistakes) == 2
