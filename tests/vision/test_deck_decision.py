import itertools
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn_table import CLASSES, card_at
from vision.deck_decision import _cheapest_assignment, decide_together
from vision.sightings import IndexSighting


def card(x, **codes):
    """A card with these probabilities, named by the likeliest when it has 0.5 or more."""
    rest = 1.0 - sum(codes.values())
    values = np.full(len(CLASSES), rest / (len(CLASSES) - len(codes)), np.float32)
    for code, value in codes.items():
        values[CLASSES.index(code.lstrip("_"))] = value
    best = max(codes, key=codes.get)
    return card_at(best.lstrip("_") if codes[best] >= 0.5 else None, (x, 0), probabilities=values)


def decided(cards, *, copies=1):
    return decide_together(cards, deck_copies=copies, min_code_confidence=0.8)


def test_cards_that_claim_different_codes_stay_as_they_are():
    cards = (card(0, AS=0.99), card(1, KD=0.9))
    assert decided(cards) == cards


def test_the_less_sure_of_two_claimants_takes_its_next_best_code_and_shows_it():
    first, second = decided([card(0, _3H=0.99), card(1, _3H=0.55, _8H=0.42)])
    assert first.code == "3H"
    assert first.repaired_from is None
    assert second.code == "8H"
    assert second.repaired_from == "3H"
    assert {code for code, _ in second.ranked(2)} == {"8H", "3H"}


def test_a_claimant_without_a_plausible_alternative_keeps_its_code():
    first, second = decided([card(0, _3H=0.99), card(1, _3H=0.985, _8H=0.01)])
    assert [first.code, second.code] == ["3H", "3H"]
    assert second.repaired_from is None


@pytest.mark.parametrize(
    ("copies", "held_by", "detector_says", "code"),
    [(1, 0.99, 0.47, None), (1, 0.99, 0.6, "3H"), (1, 0.9, 0.47, "3H"), (2, 0.99, 0.47, "3H")],
)
def test_a_lone_corner_half_believed_in_is_doubted_where_a_surer_card_has_its_code(
    copies, held_by, detector_says, code
):
    mirrored = card(1, _3H=0.89, _8H=0.01)
    corner = IndexSighting((0, 0, 9, 16), (4, 4), (4, 12), (30, 40), detector_says, mirrored.probabilities)
    mirrored = replace(mirrored, indices=(corner,))
    first, second = decided([card(0, _3H=held_by), mirrored], copies=copies)
    assert first.code == "3H"
    assert second.code == code
    assert second.best_code == "3H"
    assert (second.confidence < 0.6) == (code is None)


def test_a_lone_corner_of_one_code_alone_can_be_doubted_too():
    mirrored = card(1, _3H=1.0)
    corner = IndexSighting((0, 0, 9, 16), (4, 4), (4, 12), (30, 40), 0.4, mirrored.probabilities)
    _, second = decided([card(0, _3H=1.0), replace(mirrored, indices=(corner,))])
    assert second.code is None
    assert second.confidence == pytest.approx(0.5)
    assert np.isfinite(second.probabilities).all()


def test_a_repair_that_is_not_sure_leaves_the_card_unnamed():
    _, second = decided([card(0, _3H=0.99), card(1, _3H=0.6, _8H=0.15, _9H=0.15)])
    assert second.code is None
    assert second.repaired_from == "3H"


def test_two_packs_hold_every_card_twice():
    cards = [card(0, _3H=0.99), card(1, _3H=0.6, _8H=0.35)]
    assert [c.code for c in decided(cards, copies=2)] == ["3H", "3H"]
    assert decided([*cards, card(2, _3H=0.9)], copies=2)[1].code == "8H"


def test_unnamed_cards_that_stay_unsure_are_left_alone():
    cards = (card(0, _3H=0.99), card(1, _3H=0.4, _8H=0.3))
    assert decided(cards) == cards


def test_an_unnamed_card_learns_its_code_when_the_likelier_one_is_taken():
    _, second = decided([card(0, _3H=0.99), card(1, _3H=0.49, _8H=0.45)])
    assert second.code == "8H"
    assert second.repaired_from == "3H"


def test_what_a_card_might_be_instead_is_ruled_out_where_it_lies():
    """A black seven with its suit half covered: the other black seven is on the table, and sure, likely or in doubt."""
    seven = replace(card(1, _7S=0.75, _7C=0.24), code=None)
    _, known = decided([card(0, _7C=0.97), seven])
    assert known.code == known.repaired_from == "7S"
    assert known.confidence == pytest.approx(0.75 / (0.75 + 0.24 * 0.03 + 0.01), abs=0.01)
    assert decided([card(0, _7C=0.45), seven])[1].confidence == pytest.approx(
        0.75 / (0.75 + 0.24 * 0.55 + 0.01), abs=0.01
    )
    assert decided([card(0, _7C=0.1), seven])[1] == seven
    assert decided([card(0, _7C=0.97), seven], copies=2)[1] == seven, "the pack holds another one"
    assert decided([card(0, _7C=0.97), card(2, _7C=0.97), seven], copies=2)[2].code == "7S"


def test_two_finds_of_one_card_do_not_rule_out_each_other():
    finds = tuple(replace(card(x, _7S=0.75, _7C=0.24), code=None) for x in (0, 1))
    assert decided(finds) == finds


def test_no_cards_are_no_trouble():
    assert decided([]) == ()


def test_fewer_than_one_copy_is_refused():
    with pytest.raises(ValueError, match="at least one copy"):
        decided([], copies=0)


@pytest.mark.parametrize("seed", range(20))
def test_the_assignment_is_the_cheapest_of_all(seed):
    rng = np.random.default_rng(seed)
    rows, columns = rng.integers(1, 5), 5
    costs = rng.random((rows, columns))
    least = min(sum(costs[r, c] for r, c in enumerate(p)) for p in itertools.permutations(range(columns), int(rows)))
    chosen = _cheapest_assignment(costs)
    assert len(set(chosen)) == rows
    assert sum(costs[r, c] for r, c in enumerate(chosen)) == pytest.approx(least)
