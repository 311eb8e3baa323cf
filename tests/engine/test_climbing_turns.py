"""Whose turn it is in a climbing game: runs, passes, free order."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.climbing_turns import Pass, Turns, runs_of

TEAMS = (0, 1, 0, 1, 0, 1)


def turns(circle: tuple[int, ...] = (0, 1, 2, 3, 4, 5), *, is_free: bool = False) -> Turns:
    return Turns(TEAMS, list(circle), is_free)


def test_the_turn_goes_round_in_order_past_those_who_passed_and_the_best():
    order = turns()
    order.note_play(4)
    assert order.due() == (5,)
    order.note_pass(Pass(5, 1, is_inferred=False))
    order.note_play(0)
    assert order.due() == (1,)
    assert order.skipped_by(4) == (1, 2, 3)
    assert order.skipped_by(5) is None
    assert order.skipped_by(0) == (1, 2, 3, 4)


def test_one_team_alone_is_one_run():
    assert runs_of((0, 2, 4), TEAMS) == ((0, 2, 4),)
    assert runs_of((), TEAMS) == ()


@given(st.sets(st.integers(0, 5), min_size=1))
def test_runs_split_the_circle_into_neighbours_of_one_team(seats):
    circle = tuple(sorted(seats))
    runs = runs_of(circle, TEAMS)

    assert sorted(seat for run in runs for seat in run) == list(circle)
    assert all(len({TEAMS[seat] for seat in run}) == 1 for run in runs)
    if len(runs) > 1:
        ends = zip(runs, (*runs[1:], runs[0]), strict=True)
        assert all(TEAMS[one[-1]] != TEAMS[other[0]] for one, other in ends)
    for run in runs:
        places = [circle.index(seat) for seat in run]
        assert all((later - earlier) % len(circle) == 1 for earlier, later in pairwise(places))


@given(st.data())
def test_the_strict_order_is_always_among_what_free_order_allows(data):
    """Whoever is next in strict order may act in free order too, as long as everybody keeps to it."""
    circle = tuple(sorted(data.draw(st.sets(st.integers(0, 5), min_size=2, max_size=4))))
    strict, free = turns(circle), turns(circle, is_free=True)
    leader = data.draw(st.sampled_from(circle))
    strict.note_play(leader)
    free.note_play(leader)
    for entry_id in range(12):
        due = strict.due()
        assert bool(due) == bool(free.due())
        if not due:
            break
        assert due[0] in free.due()
        if data.draw(st.booleans()):
            strict.note_play(due[0])
            free.note_play(due[0])
        else:
            noted = Pass(due[0], entry_id, is_inferred=False)
            strict.note_pass(noted)
            free.note_pass(noted)


@given(st.data())
def test_a_series_ends_however_the_seats_that_are_due_act(data):
    """Every pass takes a seat out for good, so twelve acts without a play of a new seat must end it."""
    circle = tuple(sorted(data.draw(st.sets(st.integers(0, 5), min_size=1))))
    order = turns(circle, is_free=data.draw(st.booleans()))
    order.note_play(data.draw(st.sampled_from(circle)))
    passes = 0
    while order.due():
        seat = data.draw(st.sampled_from(order.due()))
        assert seat in order.open_seats()
        assert order.skipped_by(seat) == ()
        order.note_pass(Pass(seat, passes, is_inferred=False))
        passes += 1
    assert passes == len(circle) - 1


@given(st.data())
def test_nobody_is_skipped_who_may_not_act_and_nobody_twice(data):
    circle = tuple(sorted(data.draw(st.sets(st.integers(0, 5), min_size=2))))
    order = turns(circle, is_free=data.draw(st.booleans()))
    order.note_play(data.draw(st.sampled_from(circle)))
    for entry_id in range(20):
        seat = data.draw(st.sampled_from(circle))
        skipped = order.skipped_by(seat)
        if skipped is None:
            continue
        assert len(set(skipped)) == len(skipped)
        assert set(skipped) <= set(order.open_seats()) - {seat}
        if seat == order.best:
            assert set(skipped) == set(order.open_seats())
            break
        for each in skipped:
            order.note_pass(Pass(each, entry_id, is_inferred=True))
        order.note_play(seat)
