"""Which card a sighting most likely is, given the cards the deck can still show.

Only the deck's composition weighs in. What would be *legal* never does: a referee who prefers legal readings
would hide the very revokes he is there to see.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.cards import Card, Deck

# A second sighting of a single-copy card is far more often a misreading than a real one, but the earlier reading
# may be the wrong one, so it keeps a little weight (hidden_information: duplicates are asked about, not repaired away).
SEEN_WEIGHT = 0.02
# A card of a foreign deck (a joker in Oh Hell): possible on a real table, and then worth a question.
FOREIGN_WEIGHT = 0.02
MAX_ALTERNATIVES = 6


@dataclass(frozen=True, slots=True)
class CardBelief:
    """One sighting after the deck's composition has weighed in."""

    code: str | None  # the likeliest card; None when the reader gave no card at all
    confidence: float  # of `code`, 0..1
    alternatives: tuple[tuple[str, float], ...]  # likeliest first, `code` included
    repaired_from: str | None  # what the picture alone said, where the deck's composition overruled it
    already_seen: bool  # `code` was seen before in this round: a question, never silently a play
    foreign: bool  # `code` does not belong to the deck in play


def believe(probabilities: Mapping[str, float], seen: Collection[str], deck: Deck) -> CardBelief:
    """Weigh the reader's probabilities (class name → 0..1) by what the deck can still show.

    `seen` are the codes already seen in this round, one per physical card; classes that are no card are ignored.
    """
    copies_seen: dict[str, int] = {}
    for code in seen:
        copies_seen[code] = copies_seen.get(code, 0) + 1
    weighed: dict[str, float] = {}
    raw: dict[str, float] = {}
    for code, probability in probabilities.items():
        card = _card(code)
        if card is None or probability <= 0.0:
            continue
        raw[code] = probability
        copies = deck.copies_of(card)
        weight = FOREIGN_WEIGHT if copies == 0 else SEEN_WEIGHT if copies_seen.get(code, 0) >= copies else 1.0
        weighed[code] = probability * weight
    total = sum(weighed.values())
    if total <= 0.0:
        return CardBelief(None, 0.0, (), None, already_seen=False, foreign=False)
    ranked = sorted(((code, weight / total) for code, weight in weighed.items()), key=lambda item: (-item[1], item[0]))
    code, confidence = ranked[0]
    picture_says = max(raw, key=lambda each: raw[each])
    card = Card.from_code(code)
    return CardBelief(
        code=code,
        # The deck must not make the page surer than the picture was of "this is a card": cap by the raw card mass.
        confidence=min(confidence, sum(raw.values())),
        alternatives=tuple(ranked[:MAX_ALTERNATIVES]),
        repaired_from=picture_says if picture_says != code else None,
        already_seen=copies_seen.get(code, 0) >= max(1, deck.copies_of(card)),
        foreign=deck.copies_of(card) == 0,
    )


def _card(code: str) -> Card | None:
    if code in ("not_an_index", "unreadable"):
        return None
    try:
        return Card.from_code(code)
    except ValueError:
        return None
