"""Every card face by its code, with the places of its indices, for printing and for whoever draws training scenes.

>>> face = card_face("TS")
>>> face.width_mm, face.height_mm, len(face.index_marks)
(63.0, 88.0, 2)
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import STANDARD_DECK_WITH_JOKERS, Card
from engine.decks_paimiahhh import COLOURS, PAIMIAHHH_BOX
from webui.printing.drawing import Drawing
from webui.printing.paimiahhh_faces import number_face, special_face
from webui.printing.standard_faces import joker_face, standard_face

STANDARD_CODES = tuple(card.code for card in STANDARD_DECK_WITH_JOKERS)
PAIMIAHHH_CODES = tuple(card.code for card in PAIMIAHHH_BOX)


@lru_cache(maxsize=256)
def card_face(code: str) -> Drawing:
    """The face of a card of either deck; ValueError for a code that neither deck has."""
    if code not in STANDARD_CODES and code not in PAIMIAHHH_CODES:
        raise ValueError(f"card of the standard or the PaiMiahhh deck expected, got {code!r}")
    card = Card.from_code(code)
    if card.suit is None:
        return joker_face(code) if code in STANDARD_CODES else special_face(code)
    return number_face(card.rank, card.suit) if card.suit in COLOURS else standard_face(card.rank, card.suit)
