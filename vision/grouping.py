"""From indices to cards: which corners belong together, where their card lies, and what they say together."""

from __future__ import annotations

import copy
import functools
import itertools
import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.card_size import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.sightings import NOT_A_CODE, CardSighting, IndexSighting

_INDEX_RIGHT_MM, _INDEX_UP_MM = 26.0, 32.5
"""From the card's centre to the middle of an index, on common poker decks."""
_CENTRE_DISTANCE_MM = math.hypot(_INDEX_RIGHT_MM, _INDEX_UP_MM)
CARD_HEIGHTS_PER_CENTRE_DISTANCE = CARD_HEIGHT_MM / _CENTRE_DISTANCE_MM
"""Card height over the distance from the middle of an index to the card's centre."""
_PARALLEL_TOLERANCE_DEG = 25.0
"""Corners of one card stand parallel; perspective and shear take some of it."""
_PLACE_TOLERANCE_DEG = 28.0
"""Between where a card has its other corner and where that is seen: other decks, other formats, perspective."""
_BELIEF_TOLERANCE_DEG = 20.0
"""Between the direction in which the detector believes the card's centre to lie and where two corners put it."""
_LENGTH_TOLERANCE = 1.7
"""Factor between both corners' distance and what the detector believes; it tells directions better than distances."""
_MOST_ERROR = 1.5
"""How far a single one of these may go beyond its tolerance."""
_SAME_CODE_FACTOR = 1.5
_SAME_CODE_EVIDENCE = 20.0
"""How much likelier two readings are for one card than for two; 54 when both are certain."""
_REACH_CARDS = 0.65
"""From the centre of a card to its corners' indices, in card heights; 0.47 without shear and errors of belief."""
_NEIGHBOUR_CARDS = (0.2, 0.5)
"""How far apart the same corners of two cards in a fan or a row are seen, in card heights. Nearer are two finds of one
index, further apart may be two corners of one card, one of which the detector believes to be the other."""
_MIRRORED_COST = 0.5
"""For an index that the detector is sure to see at the other edge of its card."""
_FOUR_CORNERS_COST = 0.45
"""Two corners of one side that fit together better tell that the deck has four indices."""
_BETWEEN = (0.15, 0.85)
_BESIDE_THE_EDGE = 0.12
"""Where an index lies between two others along and across, in their distance."""
_BEAM_WIDTH = 100
"""Partitions followed at once."""
_CONFLICT_COST = 0.75
"""Two corners surely read as different cards must agree four times better in their geometry to count as one card."""
_CONFLICT_COST_OF_FOUR = 0.4
"""The same of one suit on decks with four indices, of which a fan shows many a half one: a 6 without its bow is a 5."""


def group_indices(indices: Sequence[IndexSighting], classes: Sequence[str], *, single_copy: bool) -> list[list[int]]:
    """Positions of the indices that make up each card, best index first.

    ``classes`` names the columns of their probabilities. With ``single_copy`` (a deck without doubles) corners of the
    same code are joined more readily. Opposite corners point at one centre and stand on each other's heads; decks with
    four indices also have two upright ones side by side. Corners that fit no other make a card of their own. Of all
    ways to share the corners out, the one with least disagreement is taken. The detector may see an index at the right
    edge of its card that stands at the left; where others tell of a deck with four, also the other way round.
    """
    codes = code_mask(classes)
    suits = _suits(tuple(classes))
    shapes = [_Corner(n, index, codes, suits[int(np.argmax(index.probabilities))]) for n, index in enumerate(indices)]
    groups = _best_partition(_candidates(shapes, single_copy=single_copy), len(shapes))
    if single_copy:
        groups = _joined_by_code(groups, shapes)
    return [sorted(group, key=lambda k: -indices[k].detector_confidence) for group in groups]


def _candidates(shapes: Sequence[_Corner], *, single_copy: bool) -> list[tuple[float, tuple[int, ...]]]:
    """Every set of two to four corners that could be one card, with what is gained by taking it for one."""
    at_left_edge = (shape.at_edge(1.0) for shape in shapes if shape.inward < 0)
    poses = [*shapes, *(shape.at_edge(-1.0) for shape in shapes), *at_left_edge]
    costs = _pair_costs(poses, shapes, single_copy=single_copy)
    if any(_tells_four_corners(poses[a], poses[b], cost) for (a, b), cost in costs.items()):
        costs = _pair_costs(poses, shapes, single_copy=single_copy, conflict_cost=_CONFLICT_COST_OF_FOUR)
    else:
        costs = {(a, b): cost for (a, b), cost in costs.items() if not (poses[a].only_of_four or poses[b].only_of_four)}
    fitting: dict[int, list[int]] = defaultdict(list)
    for a, b in costs:
        fitting[a].append(b)
    best: dict[tuple[int, ...], float] = {}
    grown: list[tuple[int, ...]] = list(costs)
    while grown:
        for members in grown:
            mean_cost = sum(costs[pair] for pair in itertools.combinations(members, 2)) / math.comb(len(members), 2)
            gain = (len(members) - 1) * (1.0 - mean_cost) - sum(poses[a].doubt for a in members)
            key = tuple(sorted(poses[a].number for a in members))
            best[key] = max(best.get(key, 0.0), gain)
        # Every corner must fit every other, or a chain of neighbours in a fan would become one card.
        grown = [
            (*members, c)
            for members in grown
            if len(members) < 4
            for c in fitting[members[-1]]
            if all((a, c) in costs for a in members)
        ]
    return [(gain, members) for members, gain in best.items() if gain > 0.0]


def _pair_costs(
    poses: Sequence[_Corner],
    shapes: Sequence[_Corner],
    *,
    single_copy: bool,
    conflict_cost: float = _CONFLICT_COST,
) -> dict[tuple[int, int], float]:
    """Positions of two poses of different indices that fit on one card, the lower first → their cost."""
    if not poses:
        return {}
    middles = np.array([pose.middle for pose in poses])
    reaches = np.array([pose.mm_px for pose in poses]) * _CENTRE_DISTANCE_MM * _LENGTH_TOLERANCE**_MOST_ERROR
    apart = np.hypot(*(middles[:, None] - middles).T)
    votes = np.array([pose.code_probabilities for pose in poses])
    sure_place = np.array([pose.doubt == 0.0 for pose in poses])
    # Only readings that agree make up for a corner that is not where the detector sees it.
    worth_a_look = (sure_place[:, None] & sure_place) | (votes.shape[1] * (votes @ votes.T) >= 1.0)
    costs = {}
    for a, b in np.argwhere(np.triu(worth_a_look & (apart < reaches[:, None] + reaches), 1)).tolist():
        if poses[a].number == poses[b].number:
            continue
        cost = _pair_cost(poses[a], poses[b], single_copy=single_copy, conflict_cost=conflict_cost)
        if cost is not None and not _is_parted(poses[a], poses[b], shapes):
            costs[a, b] = cost
    return costs


def _best_partition(candidates: Sequence[tuple[float, tuple[int, ...]]], count: int) -> list[list[int]]:
    """The partition of so many corners into candidates and single ones that gains most, by a beam search."""
    starting: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for gain, members in candidates:
        starting[members[0]].append((gain, sum(1 << i for i in members)))
    beam: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    """Which corners are taken (a bit each) → the best gain, and the groups chosen for it."""
    for i in range(count):
        grown: dict[int, tuple[float, tuple[int, ...]]] = {}
        for taken, (total, chosen) in beam.items():
            if taken >> i & 1:
                steps = [(total, taken, chosen)]
            else:
                steps = [
                    (total + gain, taken | group, (*chosen, group))
                    for gain, group in ((0.0, 1 << i), *starting[i])
                    if not taken & group
                ]
            for gained, after, groups in steps:
                if after not in grown or grown[after][0] < gained:
                    grown[after] = (gained, groups)
        beam = dict(sorted(grown.items(), key=lambda state: -state[1][0])[:_BEAM_WIDTH])
    ((_, groups),) = beam.values()  # of the states only the one with every corner taken is left
    return [[i for i in range(count) if group >> i & 1] for group in groups]


def _joined_by_code(groups: list[list[int]], shapes: list[_Corner]) -> list[list[int]]:
    """Put groups of one surely read code together that lie as near as the corners of one card.

    In a deck without doubles nothing else explains them, however sheared or curled the card is. Two whole cards of one
    code beside each other stay two, and so does a corner that the card shows in another place already: that is for
    others to judge.
    """
    joined: list[list[int]] = []
    for group in sorted(groups, key=len, reverse=True):
        for other in joined:
            if len(group) + len(other) <= 4 and _could_be_one([shapes[i] for i in other], [shapes[i] for i in group]):
                other.extend(group)
                break
        else:
            joined.append(group)
    return joined


def _could_be_one(whole: Sequence[_Corner], more: Sequence[_Corner]) -> bool:
    """Whether all are read alike, and the further corners lie within the card that the first ones make."""
    if not all(_same_code(a, b) for a, b in itertools.combinations((*whole, *more), 2)):
        return False
    if any(_one_corner_in_two_places(a, b) for a in whole for b in more):
        return False
    if len(whole) == 1:
        reach_px = 2 * _REACH_CARDS * CARD_HEIGHT_MM * max(corner.mm_px for corner in (*whole, *more))
        return all(math.dist(whole[0].middle, corner.middle) < reach_px for corner in more)
    one, other = max(itertools.combinations(whole, 2), key=lambda pair: math.dist(pair[0].middle, pair[1].middle))
    length_px = math.dist(one.middle, other.middle)
    if float(one.down @ other.down) < 0 and one.inward == other.inward:
        centre = (one.middle + other.middle) / 2
        reach_px = _REACH_CARDS * length_px / 2 * CARD_HEIGHTS_PER_CENTRE_DISTANCE
    else:  # two corners of one side
        centre = np.mean([corner.middle + corner.to_centre for corner in whole], axis=0)
        reach_px = length_px
    return all(math.dist(centre, corner.middle) < reach_px for corner in more)


class _Corner:
    """An index with what its pose says about its card."""

    doubt = 0.0
    """What taking the index for this corner costs, given where the detector believes the card's centre to be."""
    only_of_four = False
    """Whether only a deck with four indices has one here: on others all stand at the left edge, whatever is seen."""

    def __init__(self, number: int, index: IndexSighting, codes: NDArray[np.bool_], suit: str) -> None:
        self.number = number
        """Position of the index, whichever corner it is taken for."""
        self.suit = suit
        """Of the likeliest code; empty where it has none."""
        self.middle = np.array(index.middle_xy)
        self.down = down_of(index)
        self.right = np.array([self.down[1], -self.down[0]])
        self.code_probabilities, self.readable = _code_probabilities(index, codes)
        self._point_at(np.array(index.card_centre_xy) - self.middle)

    def _point_at(self, to_centre: NDArray[np.float64]) -> None:
        self.to_centre = to_centre
        self.inward = 1.0 if float(to_centre @ self.right) >= 0.0 else -1.0
        """1 for an index at the left edge of the card as the index is read, -1 at the right edge."""
        self.mm_px = max(float(np.hypot(*to_centre)), 1.0) / _CENTRE_DISTANCE_MM

    def at_edge(self, inward: float) -> _Corner:
        """The same index, taken for one at the left (1) or right (-1) edge of its card however the detector sees it."""
        corner = copy.copy(self)
        corner.only_of_four = inward < 0
        along = float(self.to_centre @ self.down)
        across = abs(along) * _INDEX_RIGHT_MM / _INDEX_UP_MM
        corner._point_at(along * self.down + inward * across * self.right)
        seen_across = float(self.to_centre @ self.right)
        corner.doubt = _MIRRORED_COST * max(0.0, 1.0 - inward * seen_across / max(across, 1.0)) / 2
        return corner


def down_of(index: IndexSighting) -> NDArray[np.float64]:
    """Unit vector from the rank to the suit."""
    down = np.subtract(index.suit_xy, index.rank_xy).astype(np.float64)
    length = float(np.hypot(*down))
    return down / length if length > 1e-6 else np.array([0.0, 1.0])


def card_height_of(index: IndexSighting) -> float:
    """Height of the card in pixels as one index tells it."""
    return max(math.dist(index.middle_xy, index.card_centre_xy) * CARD_HEIGHTS_PER_CENTRE_DISTANCE, 1.0)


def _pair_cost(a: _Corner, b: _Corner, *, single_copy: bool, conflict_cost: float) -> float | None:
    """0 for two corners of surely one card, 1 at the edge of the tolerance, None beyond it."""
    error = _geometry_error(a, b)
    if error is None:
        return None
    # How much likelier the two readings are for one card than for two cards of a shuffled deck; 1 for no evidence.
    evidence = len(a.code_probabilities) * float(a.code_probabilities @ b.code_probabilities)
    if single_copy and _same_code(a, b):
        error /= _SAME_CODE_FACTOR
    conflict = a.readable * b.readable * max(0.0, 1.0 - evidence)
    is_of_suit = a.suit == b.suit != ""
    cost = error + (conflict_cost if is_of_suit else _CONFLICT_COST) * conflict
    return cost if cost <= 1.0 else None


def _same_code(a: _Corner, b: _Corner) -> bool:
    """Whether both are surely read, and as the same."""
    evidence = len(a.code_probabilities) * float(a.code_probabilities @ b.code_probabilities)
    return a.readable * b.readable > 0.5 and evidence > _SAME_CODE_EVIDENCE


def _tells_four_corners(a: _Corner, b: _Corner, cost: float) -> bool:
    """Whether two corners of one side are surely one card's."""
    return cost + a.doubt + b.doubt < _FOUR_CORNERS_COST and not _are_diagonal(a, b) and _same_code(a, b)


def _are_diagonal(a: _Corner, b: _Corner) -> bool:
    return bool(a.down @ b.down < 0) and a.inward == b.inward


def _is_parted(a: _Corner, b: _Corner, shapes: Sequence[_Corner]) -> bool:
    """Whether an index of another card lies between two corners of one side, which hides one of them."""
    if _are_diagonal(a, b):
        return False
    side = b.middle - a.middle
    length2 = max(float(side @ side), 1e-9)
    for shape in shapes:
        to_shape = shape.middle - a.middle
        across = abs(float(side[0] * to_shape[1] - side[1] * to_shape[0])) / length2
        if (
            _BETWEEN[0] < float(side @ to_shape) / length2 < _BETWEEN[1]
            and across < _BESIDE_THE_EDGE
            and abs(float(shape.down @ a.down)) > math.cos(math.radians(_PARALLEL_TOLERANCE_DEG))
        ):
            return True
    return False


def _one_corner_in_two_places(a: _Corner, b: _Corner) -> bool:
    """Whether both are the same corner, as the cards of a fan or a row show it one beside the other."""
    apart_cards = math.dist(a.middle, b.middle) / (CARD_HEIGHT_MM * (a.mm_px + b.mm_px) / 2)
    return _same_corner(a, b) and _NEIGHBOUR_CARDS[0] < apart_cards < _NEIGHBOUR_CARDS[1]


def _same_corner(a: _Corner, b: _Corner) -> bool:
    return float(a.down @ b.down) > 0 and a.inward == b.inward


def _geometry_error(a: _Corner, b: _Corner) -> float | None:
    """How badly two corners fit on one card, 1 at the edge of what is tolerated; None when not at all."""
    parallel = float(a.down @ b.down)
    if abs(parallel) < math.cos(math.radians(_PARALLEL_TOLERANCE_DEG)):
        return None
    if _same_corner(a, b):
        return None  # of two cards, as in a fan
    across_mm = 0.0 if parallel < 0 and a.inward != b.inward else 2 * _INDEX_RIGHT_MM
    along_mm = 0.0 if parallel > 0 else 2 * _INDEX_UP_MM
    between = b.middle - a.middle
    expected_px = math.hypot(across_mm, along_mm) * (a.mm_px + b.mm_px) / 2
    length_px = float(np.hypot(*between))
    if length_px < 1e-6:
        return None
    ratio = max(length_px / expected_px, expected_px / length_px)
    # Both must see the other where the card has it, and both must believe the centre where the pair puts it.
    places = []
    beliefs = []
    for corner, to_other in ((a, between), (b, -between)):
        expected = corner.right * corner.inward * across_mm + corner.down * along_mm
        places.append(_angle_deg(expected, to_other))
        # The centre is half of the way along and half of the way across; what the pair does not span is added.
        centre = to_other / 2
        scale = length_px / math.hypot(across_mm, along_mm)
        if not along_mm:
            centre = centre + corner.down * _INDEX_UP_MM * scale
        if not across_mm:
            centre = centre + corner.right * corner.inward * _INDEX_RIGHT_MM * scale
        beliefs.append(_angle_deg(corner.to_centre, centre))
    errors = (
        math.log(ratio) / math.log(_LENGTH_TOLERANCE),
        max(places) / _PLACE_TOLERANCE_DEG,
        max(beliefs) / _BELIEF_TOLERANCE_DEG,
    )
    return math.sqrt(sum(error * error for error in errors) / len(errors)) if max(errors) <= _MOST_ERROR else None


def _angle_deg(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Between two vectors, 0..180."""
    cross = float(one[0] * other[1] - one[1] * other[0])
    return abs(math.degrees(math.atan2(cross, float(one @ other))))


def make_card(
    indices: Sequence[IndexSighting], classes: tuple[str, ...], *, min_code_confidence: float
) -> CardSighting:
    """The card that these corners make: its pose, and its name by the votes of all of them."""
    codes = code_mask(classes)
    probabilities = fuse([index.probabilities for index in indices], codes)
    best = int(np.argmax(probabilities))
    confidence = float(probabilities[best])
    centre, height_px, down = _pose(indices)
    return CardSighting(
        classes=classes,
        probabilities=probabilities,
        code=classes[best] if confidence >= min_code_confidence else None,
        confidence=confidence,
        centre_xy=(float(centre[0]), float(centre[1])),
        card_height_px=height_px,
        angle_deg=math.degrees(math.atan2(-down[0], down[1])) % 360.0,
        quad_xy=_quad(centre, height_px, down),
        indices=tuple(indices),
        conflict=_conflict(indices, codes),
    )


@functools.lru_cache(maxsize=8)
def _suits(classes: tuple[str, ...]) -> tuple[str, ...]:
    """The suit (or colour) of every class, empty for jokers, specials and what is no code."""
    return tuple(name[1] if len(name) == 2 else "" for name in classes)


def code_mask(classes: Sequence[str]) -> NDArray[np.bool_]:
    """(C,): which classes are card codes."""
    return np.array([name not in NOT_A_CODE for name in classes], bool)


def fuse(votes: Sequence[NDArray[np.floating]], codes: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Several (C,) probability vectors of one card → (C,) over its codes; log-probabilities are added.

    A vote that is partly *unreadable* or *not an index* counts by the rest of it only. What is no code gets 0.
    """
    count = int(codes.sum())
    total = np.zeros(count, np.float64)
    for vote in votes:
        readable = float(vote[codes].sum())
        blended = vote[codes].astype(np.float64) + max(1.0 - readable, 0.0) / count
        total += np.log(np.maximum(blended, 1e-6))
    total = np.exp(total - total.max())
    fused = np.zeros(len(codes), np.float32)
    fused[codes] = total / total.sum()
    return fused


def _code_probabilities(index: IndexSighting, codes: NDArray[np.bool_]) -> tuple[NDArray[np.float64], float]:
    """(number of codes,) summing to 1, and the probability that the index names a code at all."""
    values = index.probabilities[codes].astype(np.float64)
    readable = float(values.sum())
    return values / max(readable, 1e-9), min(readable, 1.0)


def _conflict(indices: Sequence[IndexSighting], codes: NDArray[np.bool_]) -> bool:
    """Whether two corners each hold a different code for more likely than not."""
    firm = {int(np.argmax(index.probabilities)) for index in indices if float(np.max(index.probabilities[codes])) > 0.5}
    return len(firm) > 1


def _pose(indices: Sequence[IndexSighting]) -> tuple[NDArray[np.float64], float, NDArray[np.float64]]:
    """Centre (2,), height in px and down direction (2,) of the card."""
    first = indices[0]
    down = down_of(first)
    weights = np.array([index.detector_confidence for index in indices])
    directions = np.array([down_of(index) for index in indices])
    directions *= np.where(directions @ down < 0, -1.0, 1.0)[:, None]
    mean_down = weights @ directions
    mean_down /= max(float(np.hypot(*mean_down)), 1e-9)

    # The two corners of a diagonal are printed at the same distance from the centre: better than any belief.
    diagonals = [(a, b) for a, b in itertools.combinations(indices, 2) if _are_opposite(a, b)]
    if diagonals:
        centre = np.mean([np.add(a.middle_xy, b.middle_xy) / 2 for a, b in diagonals], axis=0)
        lengths = [math.dist(a.middle_xy, b.middle_xy) for a, b in diagonals]
        height_px = max(float(np.mean(lengths)) / 2 * CARD_HEIGHTS_PER_CENTRE_DISTANCE, 1.0)
    else:
        centre = weights @ np.array([index.card_centre_xy for index in indices]) / weights.sum()
        height_px = float(np.average([card_height_of(index) for index in indices], weights=weights))
    return centre, height_px, mean_down


def _are_opposite(a: IndexSighting, b: IndexSighting) -> bool:
    """Whether two corners of one card are the ends of its diagonal, not of a long side."""
    down_a, down_b = down_of(a), down_of(b)
    if float(down_a @ down_b) > 0:
        return False
    between = np.subtract(b.middle_xy, a.middle_xy)
    across = abs(float(between @ np.array([down_a[1], -down_a[0]])))
    return across > 0.35 * float(np.hypot(*between))


def _quad(centre: NDArray[np.float64], height_px: float, down: NDArray[np.float64]) -> NDArray[np.float32]:
    """(4, 2): top left, top right, bottom right, bottom left of the upright card."""
    right = np.array([down[1], -down[0]])
    half_down = down * height_px / 2
    half_right = right * height_px * CARD_WIDTH_MM / CARD_HEIGHT_MM / 2
    corners = [-half_right - half_down, half_right - half_down, half_right + half_down, -half_right + half_down]
    return np.array([centre + corner for corner in corners], np.float32)
