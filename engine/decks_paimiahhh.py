"""The PaiMiahhh pack: forty-five number cards in five colours, the Starter and the starred specials (R2, R4, A1).

>>> len(paimiahhh_deck((TRUMP_STAR.code, HONOR.code)))
48
>>> len(PAIMIAHHH_BOX)
54
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import Card, Deck

COLOURS = ("O", "B", "G", "R", "Y")
VALUES = ("0", "1", "2", "3", "4", "5", "6", "7", "8")

STARTER = Card("starter", None)
TRUMP_STAR = Card("trump_star", None)
HONOR = Card("honor", None)
JOKER_STAR = Card("joker_star", None)
EIGHT_STAR = Card("eight_star", None)
PORTER = Card("porter", None)
BONUS = Card("bonus", None)
REVERSE = Card("reverse", None)
BLANK_SPECIAL = Card("blank_special", None)

# In the order in which a table that names none gets them: the first two are the first-time pair (R4).
STARRED = (TRUMP_STAR, HONOR, JOKER_STAR, EIGHT_STAR, PORTER, BONUS, REVERSE, BLANK_SPECIAL)


@lru_cache(maxsize=64)
def paimiahhh_deck(
    specials: tuple[str, ...] = (), *, with_starter: bool = True, colours: tuple[str, ...] = COLOURS
) -> Deck:
    """The deck of one game: the number cards of `colours`, the Starter if it is used, and the chosen specials."""
    starter = (STARTER.code,) if with_starter else ()
    return Deck("paimiahhh", colours, VALUES, starter + tuple(specials))


PAIMIAHHH_BOX = paimiahhh_deck(tuple(card.code for card in STARRED))
