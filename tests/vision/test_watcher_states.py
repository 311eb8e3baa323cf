"""The watcher's table of states."""

import pytest

from vision.observations import WatcherState as S
from vision.watcher_states import TRANSITIONS, Sign, next_state


@pytest.mark.parametrize(
    ("label", "start", "signs", "end"),
    [
        ("the table is read at the start", S.STARTING, [Sign.MOVING, Sign.SETTLED, Sign.READ], S.QUIET),
        (
            "a play",
            S.QUIET,
            [Sign.MOVING, Sign.UNREAD, Sign.SETTLED, Sign.SETTLED, Sign.READ],
            S.QUIET,
        ),
        ("a hand that passes over", S.QUIET, [Sign.MOVING, Sign.MOVING, Sign.STILL], S.QUIET),
        ("a hand that comes back before it has settled", S.SETTLING, [Sign.MOVING], S.HAND_IN_VIEW),
        ("a hand that comes over what is being read", S.READING, [Sign.DISTURBED, Sign.UNREAD], S.SETTLING),
        ("a play beside a hand", S.HAND_IN_VIEW, [Sign.SETTLED, Sign.READ_BESIDE_HAND], S.HAND_IN_VIEW),
        ("a change without a hand", S.QUIET, [Sign.UNREAD, Sign.SETTLED, Sign.READ], S.QUIET),
        ("light switched on", S.QUIET, [Sign.RELIT, Sign.SETTLED, Sign.READ], S.QUIET),
        ("light switched on while reading", S.READING, [Sign.RELIT], S.STARTING),
        ("a look at the idle table", S.QUIET, [Sign.SETTLED, Sign.READ], S.QUIET),
        ("a camera lost and back", S.QUIET, [Sign.LOST, Sign.MOVING, Sign.BACK], S.STARTING),
        (
            "nothing brings a lost camera back but frames",
            S.CAMERA_LOST,
            [s for s in Sign if s is not Sign.BACK],
            S.CAMERA_LOST,
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_signs_lead_through_the_states(label, start, signs, end):
    state = start
    for sign in signs:
        state = next_state(state, sign)
    assert end is state, label


@pytest.mark.parametrize("state", [s for s in S if s is not S.CAMERA_LOST])
def test_a_camera_can_be_lost_in_every_state(state):
    assert next_state(state, Sign.LOST) is S.CAMERA_LOST


def test_every_state_can_be_reached_and_left():
    assert set(S) - {S.STARTING} <= set(TRANSITIONS.values())
    assert set(S) == {state for state, _ in TRANSITIONS}


def test_only_the_settled_table_is_read():
    assert {sign for (_, sign), to in TRANSITIONS.items() if to is S.READING} == {Sign.SETTLED}
