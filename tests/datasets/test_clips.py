"""Clips of whole rounds: the script obeys the rules, the picture obeys the script, the truth obeys both."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.clips.__main__ import plan_clips
from datasets.clips.camera import Camera
from datasets.clips.choreography import choreograph
from datasets.clips.hands import Person
from datasets.clips.motion import HandMotion, HandPose, track
from datasets.clips.placing import hand_outline
from datasets.clips.referee_run import true_state
from datasets.clips.render import Clip, ClipPlan, render_clip
from datasets.clips.rounds import OFFENCES, script_round
from datasets.clips.truth import read_truth, truth_path
from datasets.decks import PROCEDURAL
from engine.state import Severity

TINY = ClipPlan(seed=7, deck="procedural_plain", hand_size=1, width_px=160, height_px=90, fps=5, noise=1.0)


@pytest.fixture(scope="module")
def tiny_clip():
    return Clip(TINY)


@pytest.fixture(scope="module")
def filmed():
    """A choreography of a round of three tricks with its camera."""
    rng = np.random.default_rng(5)
    played = script_round(rng, 3)
    camera = Camera.random(rng, 1280, 720)
    people = tuple(Person.random(rng) for _ in range(4))
    return played, camera, choreograph(rng, played, camera, people, pass_overs=1)


@pytest.mark.parametrize("seed", range(12))
def test_only_the_offences_asked_for_are_committed(seed):
    offences = OFFENCES if seed % 2 else ()

    played = script_round(np.random.default_rng(seed), 5, offences=offences)

    assert sorted(offences) == sorted(play.offence for play in played.plays if play.offence)
    assert 20 == len({play.card for play in played.plays} - {played.turned_card})


@pytest.mark.parametrize("hand_size", [2, 3, 4, 7, 12])
def test_a_revoke_is_proved_by_a_later_trick(hand_size):
    played = script_round(np.random.default_rng(hand_size), hand_size, offences=("revoke",))

    revoke = next(play for play in played.plays if play.offence == "revoke")
    led_suit = next(play.card[1] for play in played.plays if play.trick == revoke.trick)

    assert revoke.card[1] != led_suit
    assert any(
        play.seat == revoke.seat and play.trick > revoke.trick and play.card[1] == led_suit for play in played.plays
    )


def test_a_script_that_cannot_be_filmed_is_refused():
    with pytest.raises(ValueError, match="expected a hand size from 1 to 12, got 13"):
        script_round(np.random.default_rng(0), 13)
    with pytest.raises(ValueError, match="a later trick"):
        script_round(np.random.default_rng(0), 1, offences=("revoke",))


@pytest.mark.parametrize("seed", range(8))
def test_the_engine_counts_the_round_as_the_truth_does(seed):
    plan = ClipPlan(seed, "procedural_plain", 4, OFFENCES if seed % 2 else ())
    truth = _truth_without_pictures(plan)

    state = true_state(truth)

    assert truth.final["pair_scores"] == list(state.round.scores)
    assert truth.final["tricks_won"] == list(state.round.tricks_won)
    assert [gather["winner"] for gather in truth.of_kind("gather")] == [trick.winner for trick in state.round.tricks]
    accused = {verdict.seat for verdict in state.verdicts if verdict.severity is Severity.OFFENCE}
    assert {play["seat"] for play in truth.of_kind("play") if play["offence"]} == accused


def test_events_follow_each_other_as_at_a_table(filmed):
    played, _, film = filmed
    plays = [event for event in film.truth if event["kind"] == "play"]
    gathers = [event for event in film.truth if event["kind"] == "gather"]

    assert [(play.seat, play.card) for play in played.plays] == [(play["seat"], play["card"]) for play in plays]
    for play in plays:
        assert play["time_s"] < play["clear_s"] <= play["hand_left_s"]
    for number, gather in enumerate(gathers):
        assert plays[4 * number + 3]["clear_s"] < gather["start_s"] < gather["time_s"] < gather["hand_left_s"]
        if number + 1 < len(gathers):
            assert gather["hand_left_s"] < plays[4 * number + 4]["time_s"]


def test_a_card_comes_and_goes_only_with_a_hand(filmed):
    _, camera, film = filmed
    for action in film.actions:
        for when in (action.start_s, action.end_s):
            assert camera.is_outside(hand_outline(action.hand.at(when), reach_mm=30), margin_px=0)
        for move in action.moves:
            if move.before is None:
                entering = move.at(action.start_s, action.hand.at(action.start_s))
                assert camera.is_outside(np.array([[entering.x, entering.y, entering.z]]), margin_px=0)


def test_no_card_jumps(filmed):
    _, _, film = filmed
    step_s = 1 / 60
    for action in film.actions:
        for move in action.moves:
            times = np.arange(action.start_s, action.end_s, step_s)
            poses = np.array([move.at(t, action.hand.at(t)).vector() for t in times])
            # Nobody moves a card faster than 4 m/s, or turns it faster than 2000 degrees a second.
            assert np.abs(np.diff(poses[:, :3], axis=0)).max() < 4000 * step_s
            turns = (np.diff(poses[:, 3:], axis=0) + 180) % 360 - 180
            assert np.abs(turns).max() < 2000 * step_s


def test_a_hand_knows_where_a_card_lies_to_it():
    hand = HandPose(30.0, -20.0, 5.0, 125.0)
    pose = hand.carried(np.array([4.0, -21.0, 1.0, 12.0, 40.0]))

    assert pytest.approx([4.0, -21.0, 1.0, 12.0, 40.0]) == hand.relative(pose)


def test_a_track_stops_at_its_stops_and_passes_its_waypoints():
    path = track((0, (0.0,)), (1, (3.0,), True), (2, (10.0,)), (3, (10.0,)))

    speed = [(path.at(t + 1e-4) - path.at(t - 1e-4))[0] / 2e-4 for t in (1.0, 2.0)]

    assert [0.0, 3.0, 10.0, 10.0] == [float(path.at(t)[0]) for t in (-1, 1, 2, 9)]
    assert speed[0] > 1.0
    assert abs(speed[1]) < 0.01


@pytest.mark.parametrize("seed", range(4))
def test_a_point_is_delivered_where_the_lens_puts_it(seed):
    camera = Camera.random(np.random.default_rng(seed), 640, 360)
    point = np.array([[110.0, -70.0, 0.0]])
    pinhole = np.zeros((360, 640), np.uint8)
    cv2.circle(pinhole, tuple(int(v * 16) for v in camera.project(point)[0]), 6 * 16, 255, -1, cv2.LINE_AA, 4)

    picture = cv2.remap(pinhole, *camera.lens_maps(), cv2.INTER_LINEAR)

    rows, columns = np.nonzero(picture > 100)
    assert pytest.approx((columns.mean(), rows.mean()), abs=0.6) == tuple(camera.delivered(point)[0])


def test_the_arm_points_from_the_elbow_to_the_fingers():
    hand = HandMotion(1, "sweep", (-400.0, 0.0), track((0, (-300.0, 0.0, 5.0)), (1, (0.0, 0.0, 5.0))))

    assert pytest.approx(90.0) == hand.at(1.0).heading_deg


def test_the_true_place_of_a_card_shows_a_card():
    plan = replace(TINY, width_px=320, height_px=180, surface="felt", clutter=False, light_change=False)
    clip = Clip(plan)
    play = clip.truth().of_kind("play")[0]
    index = round(play["hand_left_s"] * plan.fps) + 1
    x, y = (round(v) for v in play["centre_px"])

    before, after = clip.frame(0), clip.frame(index)
    window = np.s_[y - 6 : y + 6, x - 6 : x + 6]

    assert after[window].mean() > before[window].mean() + 30


def test_the_same_seed_gives_the_same_clip_and_another_one_another(tiny_clip):
    again, other = Clip(TINY), Clip(replace(TINY, seed=8))

    assert np.array_equal(tiny_clip.frame(0), again.frame(0))
    assert tiny_clip.truth() == again.truth()
    assert tiny_clip.truth().events != other.truth().events


def test_a_clip_is_written_with_its_truth(tmp_path):
    path = tmp_path / "round.mp4"

    truth, _ = render_clip(TINY, path)

    film = cv2.VideoCapture(str(path))
    assert truth.clip["frames"] == int(film.get(cv2.CAP_PROP_FRAME_COUNT))
    assert (160, 90) == (int(film.get(cv2.CAP_PROP_FRAME_WIDTH)), int(film.get(cv2.CAP_PROP_FRAME_HEIGHT)))
    film.release()
    written = read_truth(truth_path(path))
    assert [event["kind"] for event in truth.events] == [event["kind"] for event in written.events]
    assert truth.final == written.final


def test_a_file_that_is_no_truth_is_refused(tmp_path):
    path = tmp_path / "round.truth.jsonl"
    path.write_text('{"kind": "play"}\n{"kind": "final"}\n')

    with pytest.raises(ValueError, match="expected a truth file"):
        read_truth(path)


def test_clips_are_planned_with_all_decks_in_turn_and_different_deals():
    plans = plan_clips(7, 3, decks=tuple(PROCEDURAL))

    assert set(PROCEDURAL) == {plan.deck for plan in plans}
    assert 7 == len({plan.seed for plan in plans})
    assert ("revoke",) == plan_clips(1, 3, decks=("procedural_plain",), hand_size=4, offences="revoke")[0].offences


def _truth_without_pictures(plan):
    """The truth of a plan, without the cost of drawing hands and tables."""
    clip = object.__new__(Clip)
    rngs = [np.random.default_rng([plan.seed, stream]) for stream in range(4)]
    clip.plan, clip.light_change, clip.surface = plan, None, "felt"
    clip.played = script_round(rngs[0], plan.hand_size, offences=plan.offences)
    clip.camera = Camera.random(rngs[2], plan.width_px, plan.height_px)
    people = tuple(Person.random(rngs[2]) for _ in range(4))
    clip.film = choreograph(rngs[1], clip.played, clip.camera, people)
    return clip.truth()
