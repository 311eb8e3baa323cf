"""Options of a game."""

from __future__ import annotations

import re

import pytest

from engine import GAMES
from engine.games import gou_ji_options, paimiahhh_options
from engine.games.oh_hell_options import OPTIONS

EVERY_OPTION = [
    pytest.param(kind.options, option, id=f"{kind.key}-{option.name}")
    for kind in GAMES.values()
    for option in kind.options
]


@pytest.mark.parametrize(("options", "option"), EVERY_OPTION)
def test_every_option_has_a_title_a_rule_and_something_to_choose(options, option):
    assert option.title
    assert option.rule
    assert option.read(option.default) == option.default
    assert len(option.alternatives) > 1 or option.accepts or option.rule in ("A4", "A28")
    assert all(option.alternatives.values())


@pytest.mark.parametrize(("options", "option"), EVERY_OPTION)
def test_every_alternative_can_be_chosen(options, option):
    for value in option.alternatives:
        assert options.read({option.name: value})[option.name] == value


@pytest.mark.parametrize(
    ("module", "numbers"),
    [(paimiahhh_options, {f"A{n}" for n in range(1, 37)}), (gou_ji_options, {f"H{n}" for n in range(40)})],
)
def test_every_hole_in_the_rules_has_an_option_or_is_named_as_having_none(module, numbers):
    with_option = {number for option in module.OPTIONS for number in re.findall(r"[AH]\d+", option.rule)}
    without = set(re.findall(r"\(([AH]\d+)\)", module.__doc__))

    assert with_option | without == numbers
    assert with_option & without == set()


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
