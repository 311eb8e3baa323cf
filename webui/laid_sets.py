"""Sets of cards as they lie on the table: which cards belong together, and what their places say about a hidden one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.climbing import ClimbingLaws, RankSet
from vision.evidence import box_of, common_direction
from vision.observations import TableCard, TableChanged
from vision.sightings import Xy, turned_deg
from webui.card_evidence import picture_jpeg
from webui.sentences import card_words
from webui.set_belief import SetBelief
from webui.store import Evidence
from webui.who_played import SeatBelief

# How much a find of half or twice the usual size is doubted.
SIZE_DOUBT = 0.5
# In card heights, between the middles of neighbours: steps lie 0.4 apart, the cards of a loose heap further.
NEIGHBOUR_CARDS = 0.75
SAME_REACH_CARDS = 1.1
# A card reported so long after it was first seen has nothing to do with the last hand.
LATE_S = 1.5
# Two hands from directions with a larger cosine are one.
SAME_HAND = 0.97
# A card laid so soon after the others, by the same seat beside them, belongs to their set.
AFTERTHOUGHT_S = 6.0
# Nobody lays two sets within so short a time: what comes so soon, not too far off, belongs to the same one.
AT_ONCE_S, AT_ONCE_CARDS = 1.0, 2.0
# Cards of two seats lie turned against each other by more than this; those of one fan, half against half, by less.
TURNED_DEG = 35.0
# A card seen again lies within these of where and as it lay: of one corner its place is known to a tenth of its height.
SAME_PLACE_CARDS, SAME_TURN_DEG = 0.15, 12.0
# A gap of a row, over the usual step, from which a card is missing in it; and how even the other steps must be.
GAP_STEPS = 1.65
EVEN_STEPS = 0.25


@dataclass(slots=True)
class LaidSet:
    """A set of the running series, as seen and as logged."""

    entry_id: int
    seat: SeatBelief
    cards: dict[int, TableCard]
    """By track id, also those that have been covered or taken away since."""
    belief: SetBelief
    to_beat: RankSet | None
    size: int | None
    """How many cards it should have, as an answer."""
    last_s: float
    """When its last card came."""
    is_told: bool = False
    """Whether the table has said which cards it has: then the camera no longer corrects it."""
    hidden: int = 0
    """Cards logged beyond those seen (below 0: seen beyond those logged)."""
    lying: set[int] = field(default_factory=set)
    """Track ids of its cards that are still on the table."""

    def apart(self, cards: Iterable[TableCard]) -> float:
        """From cards to the nearest of the set, in card heights."""
        return min(distance_cards(card, self.cards.values()) for card in cards)

    def has_room(self, count: int) -> bool:
        """Whether it may have so many cards more."""
        return self.size is None or len(self.cards) + count <= self.size

    def may_gain(self, cards: Sequence[TableCard]) -> bool:
        """Whether cards that a hand laid beside it come soon enough to belong to it."""
        apart, later_s = self.apart(cards), cards[0].first_seen_s - self.last_s
        is_beside = apart <= NEIGHBOUR_CARDS and later_s <= AFTERTHOUGHT_S
        return is_beside or (apart <= AT_ONCE_CARDS and later_s <= AT_ONCE_S)


def grouped(cards: Sequence[TableCard]) -> list[list[TableCard]]:
    """Cards that lie within reach of each other, group by group."""
    groups: list[list[TableCard]] = []
    for card in cards:
        near = [group for group in groups if distance_cards(card, group) < SAME_REACH_CARDS]
        groups = [group for group in groups if group not in near]
        groups.append([*(each for group in near for each in group), card])
    return groups


def without_old_hand(card: TableCard, change: TableChanged) -> TableCard:
    """A card that lay there for a while before it was reported: the hand of the change is not the one that laid it."""
    return replace(card, hand_from_xy=None) if card.first_seen_s < change.hand_left_s - LATE_S else card


def by_hand(groups: Sequence[list[TableCard]]) -> list[list[TableCard]]:
    """The groups with those put together that one hand laid: a loose heap, or a set laid in two places."""
    hands: list[tuple[Xy | None, list[TableCard]]] = []
    for group in groups:
        hand = common_direction([card.hand_from_xy for card in group])
        same = next((cards for other, cards in hands if hand and other and np.dot(hand, other) > SAME_HAND), None)
        if same is None:
            hands.append((hand, list(group)))
        else:
            same += group
    return [cards for _, cards in hands]


def parted(cards: Sequence[TableCard], laws: ClimbingLaws) -> list[list[TableCard]]:
    """Sets that were found at once, after the camera had been away: rank by rank, as they were laid on each other."""
    ranks = [Card.from_code(card.sighting.best_code).rank for card in cards]
    shown = sorted({rank for rank in ranks if rank in laws.naturals and ranks.count(rank) > 1}, key=laws.order.index)
    if len(shown) < 2:
        return [list(cards)]
    parts = {rank: [card for card, other in zip(cards, ranks, strict=True) if other == rank] for rank in shown}
    for card, rank in zip(cards, ranks, strict=True):
        if rank not in shown:
            min(parts.values(), key=lambda part: distance_cards(card, part)).append(card)
    return list(parts.values())


def turned_apart(one: Sequence[TableCard], other: Sequence[TableCard]) -> bool:
    """Whether two groups of cards lie as two seats lay them: neither in the same direction nor upside down."""
    turns = [np.mean(np.exp(2j * np.deg2rad([card.sighting.angle_deg for card in cards]))) for cards in (one, other)]
    return bool(abs(np.rad2deg(np.angle(turns[0] * np.conj(turns[1])))) / 2 > TURNED_DEG)


def distance_cards(card: TableCard, others: Iterable[TableCard]) -> float:
    """From a card to the nearest of others, between their middles, in card heights."""
    height_px = card.sighting.card_height_px
    return min((math.dist(card.centre_xy, other.centre_xy) / height_px for other in others), default=math.inf)


def lies_as(before: TableCard, now: TableCard) -> bool:
    """Whether a card lies where and as another one lay, so that it is the same one seen again."""
    is_in_place = distance_cards(now, [before]) <= SAME_PLACE_CARDS
    return is_in_place and turned_deg(now.sighting, before.sighting) <= SAME_TURN_DEG


def doubt_of(card: TableCard, usual_height_px: float) -> float:
    """How little a find can be trusted, from 0: read with doubt, or believed to be of another size than the others."""
    misfit = abs(math.log2(card.sighting.card_height_px / usual_height_px))
    return 1.0 - card.sighting.confidence + SIZE_DOUBT * misfit


def middle_of(cards: Sequence[TableCard]) -> tuple[float, float]:
    """The middle of a set in the picture."""
    x, y = np.mean([card.centre_xy for card in cards], axis=0)
    return float(x), float(y)


def has_gap(cards: Sequence[TableCard]) -> bool:
    """Whether an even row or fan has one step of twice the usual width: a card in it was not seen."""
    if len(cards) < 4:
        return False
    places = np.array([card.centre_xy for card in cards])
    away = places - places.mean(axis=0)
    axis = np.linalg.svd(away)[2][0]
    steps = np.diff(np.sort(away @ axis))
    widest = int(np.argmax(steps))
    others = np.delete(steps, widest)
    usual = float(np.median(others))
    return usual > 0 and float(np.ptp(others)) < 2 * EVEN_STEPS * usual and float(steps[widest]) > GAP_STEPS * usual


def set_evidence(
    image_bgr: NDArray[np.uint8],
    cards: Sequence[TableCard],
    belief: SetBelief | None,
    hidden: int = 0,
    note: str = "",
) -> Evidence:
    """The picture of a set, what it may be instead, and what was added to the picture by knowing about sets."""
    notes = [note] if note else []
    if belief is not None and belief.is_repaired:
        notes.append(f"the picture alone said {' '.join(card_words(card) for card in belief.picture_says)}")
    if hidden:
        notes.append(f"{hidden} more than were seen, as many as the set below has")
    others = () if belief is None else belief.alternatives
    shares = {" ".join(card.code for card in named): share for named, share in others}
    return Evidence(picture_jpeg(_picture_of(image_bgr, cards)), shares, "; ".join(notes))


def _picture_of(image_bgr: NDArray[np.uint8], cards: Iterable[TableCard]) -> NDArray[np.uint8]:
    boxes = np.array([box_of(card.sighting) for card in cards])
    x0, y0 = np.maximum(boxes[:, :2].min(axis=0), 0).astype(int)
    x1, y1 = np.ceil(boxes[:, 2:].max(axis=0)).astype(int)
    return image_bgr[y0 : max(y0 + 1, y1), x0 : max(x0 + 1, x1)]
