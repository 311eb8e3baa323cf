"""What a wrongly read card may be instead, best guess first."""

from __future__ import annotations

from engine.cards import Card, Deck
from engine.events import CardsPlayed, CardTurned, TableEvent
from webui import games
from webui.security import RequestError
from webui.session import Session
from webui.snapshot_table import Json, seen_json

LIKELY_COUNT = 6
LIKELY_LEAST = 0.002

_SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
# Ranks whose printed glyphs are taken for each other.
_LOOKS_LIKE = {
    "A": "4J", "2": "37", "3": "85", "4": "A9", "5": "36", "6": "859", "7": "2J", "8": "639", "9": "684", "T": "JQ",
    "J": "T7A", "Q": "TK", "K": "QJ",
}  # fmt: skip


def candidates_json(session: Session, entry_id: int, event: TableEvent, place: int = 0) -> Json:
    """One card of an entry, the one at `place`, and what it may be instead, likely ones first.

    RequestError where the entry has no card there.
    """
    state = session.state
    cards = event.cards if isinstance(event, CardsPlayed) else (event.card,) if isinstance(event, CardTurned) else ()
    if not 0 <= place < max(1, len(cards)):
        raise RequestError(404, "That play has no such card; a correction may have changed it.")
    card = cards[place] if cards else None
    evidence = session.evidence(entry_id)
    probabilities = dict(evidence.probabilities) if evidence is not None else {}
    deck = games.deck_of(state)
    seen = seen_json(state)
    ranked = rank_candidates(card, deck, probabilities, seen)
    return {
        "entry": entry_id,
        "card": None if card is None else card.code,
        "cards": [each.code for each in cards],
        "seat": event.seat if isinstance(event, CardsPlayed) else None,
        "picture": f"/api/evidence/{session.game_id}/{entry_id}.jpg" if evidence and evidence.picture_jpeg else None,
        "note": evidence.note if evidence else "",
        "likely": [
            {"card": each.code, "probability": probabilities.get(each.code), "seen": seen.get(each.code, 0) > 0}
            for each in ranked[:LIKELY_COUNT]
        ],
        "names": list(state.names),
    }


def rank_candidates(
    card: Card | None, deck: Deck, probabilities: dict[str, float], seen: dict[str, int]
) -> tuple[Card, ...]:
    """The deck's other cards: those the reader thought of, then look-alikes; unseen ones before seen ones within each.

    A seen card is not ruled out (the earlier sighting may be the wrong one), only placed later.
    """

    def place(other: Card) -> tuple[int, int, float]:
        probability = probabilities.get(other.code, 0.0)
        thought_of = probability >= LIKELY_LEAST
        is_seen = seen.get(other.code, 0) >= deck.copies
        return (int(is_seen), 0 if thought_of else 1, -(probability if thought_of else _likeness(card, other)))

    return tuple(sorted((face for face in deck.faces if face != card), key=place))


def _likeness(card: Card | None, other: Card) -> float:
    if card is None or card.suit is None or other.suit is None:
        return 0.0
    rank = 1.0 if other.rank == card.rank else 0.6 if other.rank in _LOOKS_LIKE.get(card.rank, "") else 0.0
    suit = 1.0 if other.suit == card.suit else 0.7 if other.suit == _SAME_COLOUR.get(card.suit) else 0.2
    return rank * suit
