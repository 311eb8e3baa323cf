"""Who laid a card: position, hand and turn weighed."""

import math

import pytest

from webui.who_played import who_played

SEATS = {0: (0.0, 1.0), 1: (-1.0, 0.0), 2: (0.0, -1.0), 3: (1.0, 0.0)}


@pytest.mark.parametrize(
    ("label", "offset", "hand", "expected", "played", "seat", "disputed"),
    [
        ("all three agree", (0.0, 0.3), (0.0, 1.0), 0, (), 0, False),
        ("clear picture beats the turn: a play out of turn", (0.3, 0.0), (1.0, 0.0), 1, (), 3, False),
        ("a card in the middle goes by hand and turn", (0.01, 0.0), (0.0, -1.0), 2, (), 2, False),
        ("no hand seen, position decides", (-0.3, 0.05), None, 1, (), 1, False),
        ("position and hand disagree", (0.0, 0.3), (1.0, 0.0), 0, (), 0, True),
        ("between two seats the turn decides, if the hand agrees", (0.2, 0.2), (1.0, 0.2), 3, (), 3, False),
        ("between two seats without a hand it stays doubtful", (0.2, 0.2), None, 2, (), None, True),
        ("a seat that has played is unlikely", (-0.15, -0.18), (-0.6, -0.7), 1, (2,), 1, False),
    ],
)
def test_the_witnesses_are_weighed(label, offset, hand, expected, played, seat, disputed):
    belief = who_played(offset, hand, SEATS, expected_seat=expected, already_played=frozenset(played))

    assert disputed == belief.is_disputed, label
    if seat is not None:
        assert seat == belief.seat, label


def test_the_disagreement_names_both_witnesses():
    belief = who_played((0.0, 0.3), (1.0, 0.0), SEATS, expected_seat=0)

    assert (belief.by_position, belief.by_hand, belief.by_turn) == (0, 3, 0)


SIX = {seat: (math.sin(math.radians(60 * seat)), math.cos(math.radians(60 * seat))) for seat in range(6)}


@pytest.mark.parametrize("degrees", [-15, 0, 15])
def test_of_six_seats_a_hand_from_within_its_own_side_is_clear_whoever_was_likely(degrees):
    turn = math.radians(120 + degrees)

    belief = who_played(
        (0.0, 0.0), (math.sin(turn), math.cos(turn)), SIX, expected_seat=1, chances={**dict.fromkeys(SIX, 0.1), 1: 0.4}
    )

    assert (2, 2, False) == (belief.seat, belief.by_hand, belief.is_disputed)
