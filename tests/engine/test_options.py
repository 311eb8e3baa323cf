"""Options of a game."""

from __future__ import annotations

import pytest

from engine.games.oh_hell_options import OPTIONS


@pytest.mark.parametrize("option", list(OPTIONS), ids=lambda option: option.name)
def test_every_option_has_a_title_a_rule_and_a_default_among_its_alternatives(option):
    assert option.title
    assert option.rule
    assert option.default in option.alternatives
    assert len(option.alternatives) > 1
    assert all(option.alternatives.values())


@pytest.mark.parametrize("option", list(OPTIONS), ids=lambda option: option.name)
def test_every_alternative_can_be_chosen(option):
    for value in option.alternatives:
        assert OPTIONS.read({option.name: value})[option.name] == value


def test_a_wrong_value_names_the_option_and_what_there_is():
    with pytest.raises(ValueError, match="option tie: one of shared, extra_round expected, got 'coin'"):
        OPTIONS.read({"tie": "coin"})


def test_an_unknown_option_is_named():
    with pytest.raises(ValueError, match="option colour: unknown"):
        OPTIONS.read({"colour": "red"})


@pytest.mark.parametrize("value", ["", "4,x", (0,), (14,), (), 4, True, ((1, 2),)])
def test_a_list_of_rounds_takes_only_hand_sizes(value):
    with pytest.raises(ValueError, match=r"option rounds: one of four, .* or a list of hand sizes from 1 to 13"):
        OPTIONS.read({"rounds": value})


@pytest.mark.parametrize(
    "value", [((0, 1), (1, 2)), ((0, 1, 2), (3,)), ((0, 2),), "across", ((0, "x"), (1, 3)), (0, 2)]
)
def test_partners_take_only_two_pairs_of_all_seats(value):
    with pytest.raises(ValueError, match="option partners"):
        OPTIONS.read({"partners": value})


def test_true_is_not_a_number_of_points():
    with pytest.raises(ValueError, match="single_nil"):
        OPTIONS.read({"single_nil": True})
