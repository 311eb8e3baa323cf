"""The comparison of sets: its properties, and a second, literal reading of the rulebook's sentences."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Card
from engine.climbing import RankSet
from engine.games.gou_ji_options import OPTIONS
from engine.games.gou_ji_sets import BLACK, GOU_JI_DECK, RED, TWO, GouJiLaws
from tests.engine.gou_ji_notation import cards, laid

LAWS = GouJiLaws()
NATURALS = LAWS.naturals


@st.composite
def sets(draw: st.DrawFn, size: int | None = None) -> RankSet:
    count = size if size is not None else draw(st.integers(1, 8))
    natural = draw(st.sampled_from(NATURALS))
    ranks = draw(st.lists(st.sampled_from((natural, natural, TWO, BLACK, RED)), min_size=count, max_size=count))
    made = LAWS.classify_ranks(ranks)
    assert made is not None
    return made


@st.composite
def same_size(draw: st.DrawFn, count: int) -> tuple[RankSet, ...]:
    size = draw(st.integers(1, 5))
    return tuple(draw(sets(size)) for _ in range(count))


@given(sets())
def test_no_set_beats_itself(laid_set):
    assert not LAWS.beats(laid_set, laid_set)


@given(same_size(3))
def test_beating_is_transitive_within_a_size(three):
    low, middle, high = three
    if LAWS.beats(low, middle) and LAWS.beats(middle, high):
        assert LAWS.beats(low, high)


@given(same_size(2))
def test_of_two_sets_at_most_one_beats_the_other(two):
    assert not (LAWS.beats(*two) and LAWS.beats(*reversed(two)))


@given(sets(), sets())
def test_sets_of_different_sizes_never_beat_each_other(old, new):
    if old.size != new.size:
        assert not LAWS.beats(old, new)


@given(same_size(2), st.randoms(use_true_random=False))
def test_suits_and_the_order_of_the_cards_do_not_matter(two, rng):
    def with_suits(ranks):
        made = [Card(rank, None if rank in (BLACK, RED) else rng.choice("SHDC")) for rank in ranks]
        rng.shuffle(made)
        return LAWS.classify(made)

    assert [with_suits(each.ranks) for each in two] == list(two)


@given(same_size(2), st.data())
def test_a_higher_card_in_a_set_never_makes_it_weaker(two, data):
    old, new = two
    place = data.draw(st.integers(0, new.size - 1))
    higher = [rank for rank in LAWS.order if LAWS.strengths[rank] > LAWS.strengths[new.ranks[place]]]
    if not higher or not LAWS.beats(old, new):
        return
    ranks = list(new.ranks)
    ranks[place] = data.draw(st.sampled_from(higher))
    raised = LAWS.classify_ranks(ranks)
    # A two stands for the rank it lies with; alone among jokers it counts as itself. Both are monotone.
    if raised is not None and ranks[place] != TWO:
        assert LAWS.beats(old, raised)


@given(same_size(2))
def test_a_set_with_a_red_joker_is_unbeatable(two):
    old, new = two
    if RED in old.ranks:
        assert LAWS.is_unbeatable(old)
        assert not LAWS.beats(old, new)
    assert LAWS.is_unbeatable(old) == (RED in old.ranks)


@pytest.mark.parametrize("text", ["", "34", "3A", "22A3"])
def test_no_cards_and_mixed_ranks_are_no_set(text):
    assert LAWS.classify(cards(text)) is None


def test_a_card_of_another_pack_makes_no_set():
    assert LAWS.classify([Card("3", "S"), Card("starter", None)]) is None


@pytest.mark.parametrize("size", range(1, 5))
def test_all_sets_are_listed_once_each(size):
    listed = list(LAWS.all_sets(size))
    by_hand = {
        tuple(sorted(ranks)) for ranks in product(LAWS.order, repeat=size) if LAWS.classify_ranks(ranks) is not None
    }

    assert len(listed) == len(set(listed))
    assert {tuple(sorted(each.ranks)) for each in listed} == by_hand


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 6))
def test_the_sets_in_a_hand_are_those_of_all_sets_that_its_cards_make(seed, size):
    import random

    rng = random.Random(seed)
    hand = Counter(card.rank for card in rng.sample(list(GOU_JI_DECK), 12))
    found = list(LAWS.sets_in(hand, size))

    assert len(found) == len(set(found))
    wanted = {each for each in LAWS.all_sets(size) if not Counter(each.ranks) - hand}
    assert set(found) == wanted


# --- the rulebook, sentence by sentence ---------------------------------------------------------------------------


def literally_beats(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """The rulebook's sentences on higher combinations, one after another, with no idea of card-by-card comparison."""
    if len(old) != len(new):
        return False  # "the player must play an equal number of cards"
    if RED in old:
        return False  # "Combinations containing one or more Red Jokers cannot be beaten by any play."
    order = "3456789TJQKA"
    old_natural = next((rank for rank in old if rank in order), None)
    new_natural = next((rank for rank in new if rank in order), None)
    blacks, reds = old.count(BLACK), new.count(RED)
    new_is_all_jokers = all(rank in (BLACK, RED) for rank in new)
    if old_natural is None:
        if blacks:
            # "If a set entirely consisting of wild cards contains at least one black Joker, to be beaten, … all Jokers
            # and at least the same number of red Jokers"
            return new_is_all_jokers and reds >= blacks
        return new_is_all_jokers  # "A set consisting of all twos can only be beaten by … all Jokers."
    if blacks:
        # "it can only be beaten by a combination of higher ranked natural cards AND containing the same number of red
        # Jokers as the previous combination contained black Jokers" (read as: at least, H10)
        return new_natural is not None and order.index(new_natural) > order.index(old_natural) and reds >= blacks
    if new_natural is None:
        # "A set of all twos beats any combination … that contains only natural cards … or some natural cards and some
        # twos"; jokers among the wild cards only make it higher.
        return True
    # "the same denomination, but higher"; with jokers: "can only be played if the set of natural cards … is higher"
    return order.index(new_natural) > order.index(old_natural)


def readings(size_up_to: int, laws: GouJiLaws):
    """(number of ordered pairs, those where the one rule and the sentences differ) over a short list of ranks."""
    short = ("3", "8", "A", TWO, BLACK, RED)
    listed = [each for size in range(1, size_up_to + 1) for each in laws.all_sets(size, short)]
    listed = [each for each in listed if max(each.count(BLACK), each.count(RED)) <= GOU_JI_DECK.copies]
    pairs = [(old, new) for old in listed for new in listed]
    same_size_pairs = [pair for pair in pairs if pair[0].size == pair[1].size]
    assert not any(laws.beats(*pair) for pair in pairs if pair[0].size != pair[1].size)
    return len(same_size_pairs), [
        (old, new) for old, new in same_size_pairs if laws.beats(old, new) != literally_beats(old.ranks, new.ranks)
    ]


def test_the_one_rule_differs_from_the_sentences_only_in_wild_cards_over_black_jokers():
    """H9: b88 ← r22. The sentence asks for natural cards, the rule for a red joker per black one alone."""
    _, differing = readings(4, LAWS)

    assert len(differing) == 189
    for old, new in differing:
        assert LAWS.beats(old, new)
        assert BLACK in old.ranks
        assert not old.is_all_wild
        assert new.is_all_wild
        assert new.count(RED) >= old.count(BLACK)


def test_with_wild_over_black_forbidden_the_rule_is_the_sentences():
    laws = GouJiLaws(OPTIONS.read({"wild_over_black": "forbidden"}))

    assert readings(4, laws)[1] == []


def test_up_to_five_cards_the_counts_are_those_of_the_rules_analysis():
    pairs, differing = readings(5, LAWS)

    assert (pairs, len(differing)) == (22961, 474)


def test_red_jokers_may_be_counted_exactly():
    laws = GouJiLaws(OPTIONS.read({"red_count": "exactly"}))

    assert laws.beats(laid("b88"), laid("r99"))
    assert not laws.beats(laid("b88"), laid("rr9"))
    assert LAWS.beats(laid("b88"), laid("rr9"))
    assert laws.beats(laid("b2"), laid("rr"))


@pytest.mark.parametrize(("option", "text"), [("wild_counts", "K2"), ("wild_counts", "QQ2"), ("single_two", "2")])
def test_what_starts_a_gou_ji_can_be_played_narrower(option, text):
    assert LAWS.starts_gou_ji(laid(text))
    narrower = GouJiLaws(OPTIONS.read({option: "no"}))
    assert not narrower.starts_gou_ji(laid(text))
    assert narrower.starts_gou_ji(laid("KK2"))
    assert narrower.starts_gou_ji(laid("22"))


def test_a_last_set_without_joker_can_be_demanded_of_an_extended_shao_pai():
    strict = GouJiLaws(OPTIONS.read({"burn_last_jokers": "no_jokers"}))

    for hand in ("AA7b9", "AAb7b"):
        assert strict.shao_pai(cards(hand), laid("KK")) == LAWS.shao_pai(cards(hand), laid("KK"))
    assert LAWS.shao_pai(cards("AAbb7"), laid("KK")) == "basic"
