"""The cards of a set decided together: what one rank explains, and what it must not explain away."""

from collections import Counter

import pytest

from engine.cards import Card
from engine.games.gou_ji_sets import GOU_JI_DECK, GouJiLaws
from webui.set_belief import believe_set

LAWS = GouJiLaws()
SURE = 0.9
JOKER = ("joker_black", 0.55, "joker_red", 0.45)


def reading(*likely):
    """ "KS" for a sure reading, ("QS", 0.7, "KS", 0.3) for a doubtful one."""
    first = likely[0]
    if isinstance(first, str):
        return {first: 0.999, "3C": 0.001}
    codes = dict(zip(first[::2], first[1::2], strict=True))
    return codes


def believe(*likely, to_beat=None, seen=()):
    below = None if to_beat is None else LAWS.classify_ranks(to_beat)
    return believe_set([reading(each) for each in likely], LAWS, GOU_JI_DECK, to_beat=below, seen=seen)


def ranks(cards):
    return "".join(sorted(card.rank if len(card.rank) == 1 else card.rank[6] for card in cards))


@pytest.mark.parametrize(
    ("label", "likely", "below", "expected", "is_repaired"),
    [
        ("clear kings", ("KS", "KH", "KD"), None, "KKK", False),
        ("a two and a joker stand for the rank", ("KS", "2H", "joker_red"), None, "2Kr", False),
        ("one doubtful card is of the others' rank", ("KS", "KH", ("QD", 0.6, "KD", 0.4)), None, "KKK", True),
        ("what beats the set below is likelier", (("6S", 0.55, "8S", 0.45),), ("7",), "8", True),
        ("wild cards alone", ("2S", "2H", "joker_black"), None, "22b", False),
        ("a doubtful card is bent, whatever it looks like", ("KS", "KH", ("8D", 0.85, "9D", 0.1)), None, "KKK", True),
        ("too few cards are no reason to mix them", ("KS", "KH", ("QD", 0.8, "KD", 0.2)), "5555", "KKK", True),
        ("a joker of either colour beats: the likelier", ("KS", JOKER), ("9", "9"), "Kb", False),
        ("only a red joker beats a black one", ("KS", JOKER), ("9", "joker_black"), "Kr", True),
    ],
)
def test_the_likeliest_set_is_believed(label, likely, below, expected, is_repaired):
    belief = believe(*likely, to_beat=below)

    assert expected == ranks(belief.cards), label
    assert is_repaired == belief.is_repaired, label


@pytest.mark.parametrize(
    ("label", "likely", "expected"),
    [
        ("one card of three", ("KS", "KH", "8D"), "8KK"),
        ("one card of five", ("7S", "7H", "7D", "7C", "8D"), "77778"),
        ("two of four", ("7S", "7H", "8D", "8C"), "7788"),
        ("the doubt speaks of other ranks", ("KS", "KH", ("8D", 0.995, "9D", 0.005)), "8KK"),
        ("beside a two", ("KS", "KH", "2H", "8D"), "28KK"),
        ("a little doubt, and not of the set's rank", ("KS", "KH", ("8D", 0.99, "9D", 0.01)), "8KK"),
    ],
)
def test_a_set_that_is_clearly_none_stays_one_and_needs_no_question(label, likely, expected):
    belief = believe(*likely)

    assert expected == ranks(belief.cards), label
    assert not belief.is_repaired
    assert belief.confidence > SURE


@pytest.mark.parametrize(
    ("share", "of_the_set", "expected"),
    [(0.99, 0.009, "8KK"), (0.97, 0.001, "8KK"), (0.95, 0.05, "KKK"), (0.9, 0.002, "KKK")],
)
def test_each_card_is_bent_as_far_as_its_own_reading_lets_it(share, of_the_set, expected):
    belief = believe("KS", "KH", ("8D", share, "KD", of_the_set, "9D", 1 - share - of_the_set))

    assert expected == ranks(belief.cards)
    assert belief.confidence < SURE
    assert {"8KK", "KKK"} <= {ranks(cards) for cards, _ in belief.alternatives} | {expected}


def test_a_joker_of_which_all_are_gone_is_rather_the_other():
    belief = believe("KS", ("joker_red", 0.8, "joker_black", 0.2), seen=("joker_red",) * 4)

    assert "Kb" == ranks(belief.cards)


def test_a_set_that_clearly_does_not_beat_stays_so():
    belief = believe("6S", "6H", to_beat=("8", "8"))

    assert "66" == ranks(belief.cards)
    assert belief.confidence > 0.97


def test_a_repair_is_visible_and_no_surer_than_it_may_be():
    belief = believe("KS", "KH", ("QD", 0.95, "KD", 0.05))

    assert "KKK" == ranks(belief.cards)
    assert "KKQ" == ranks(belief.picture_says)
    assert "KKQ" in [ranks(cards) for cards, _ in belief.alternatives]


def test_no_card_is_named_oftener_than_the_four_packs_hold_it():
    belief = believe(*[("5S", 0.9, "5C", 0.1)] * 6)

    assert max(Counter(belief.cards).values()) == 4
    assert Counter({Card("5", "S"): 4, Card("5", "C"): 2}) == Counter(belief.cards)
