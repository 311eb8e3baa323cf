"""What lies where on the small frame: bare table, hands, cards."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion import Mask, difference, with_light_of
from vision.table_memory import Place

_BARE_STEP = 24
"""Grey levels from the table as remembered: it may lie in shadow now."""
_BARE_SHARE = 0.7
_VISIBLE_SHARE = 0.15
"""Of a card's area; less than this tells nothing."""
_HAND_SHARE = 0.12
_RESTLESS_SHARE = 0.02
"""Of a thing's area that may still flicker (its shadow's edge, compression) while it counts as settled."""
_INPAINT_RADIUS_PX = 5
_BORDER_CONTACT_PX = 4


class BareTable:
    """The table without cards, as far as it has been seen, in small-frame pixels."""

    def __init__(self) -> None:
        self._bare_bgr: NDArray[np.uint8] | None = None

    def learn(self, small_bgr: NDArray[np.uint8], cards: Mask) -> None:
        """Take in what shows of the table; where cards lie earlier knowledge stays, or is guessed from around."""
        if self._bare_bgr is None or self._bare_bgr.shape != small_bgr.shape:
            grown = cv2.dilate(cards, np.ones((5, 5), np.uint8))
            self._bare_bgr = cv2.inpaint(small_bgr, grown, _INPAINT_RADIUS_PX, cv2.INPAINT_TELEA)
            return
        known = with_light_of(self._bare_bgr, small_bgr)
        self._bare_bgr = np.where((cards > 0)[:, :, None], known, small_bgr)

    def where_bare(self, small_bgr: NDArray[np.uint8]) -> Mask:
        """Where the frame looks like the table without cards."""
        if self._bare_bgr is None or self._bare_bgr.shape != small_bgr.shape:
            return np.zeros(small_bgr.shape[:2], np.uint8)
        other = difference(small_bgr, self._bare_bgr, _BARE_STEP)
        return cv2.bitwise_not(other)  # type: ignore[no-any-return]


def filled_quads(shape: tuple[int, int], quads_xy: Sequence[NDArray[np.floating]], scale: float) -> Mask:
    """A mask of (h, w) with the quads, given in full-frame pixels, filled; ``scale`` is small over full."""
    mask = np.zeros(shape, np.uint8)
    for quad in quads_xy:
        cv2.fillConvexPoly(mask, np.round(np.asarray(quad) * scale).astype(np.int32), 255)
    return mask


def settled_things(
    unread: Mask, *, cards: Mask, still: Mask, still_long: Mask, min_area_px: float
) -> tuple[Mask, list[tuple[int, int, int, int]]]:
    """The connected things of a mask that have settled and are large enough: where they are, and their boxes xyxy.

    A thing of which some part moves, as an arm does whose sleeve looks still, has not settled as a whole. What reaches
    over the picture's edge has to be ``still_long``: it is an arm more often than a card. ``cards`` are the places of
    known cards that have changed: all that is unread on one of them is one thing, as when another card covers it.
    """
    joined = cv2.bitwise_or(cv2.dilate(unread, np.ones((5, 5), np.uint8)), cards)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    at_edge = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    where = np.zeros_like(unread)
    boxes = []
    for label in range(1, count):
        x, y, w, h, area = (int(value) for value in stats[label])
        here = np.s_[y : y + h, x : x + w]
        part = labels[here] == label
        if np.count_nonzero(part & (unread[here] > 0)) < min_area_px:
            continue
        rested = (still_long if label in at_edge else still)[here] > 0
        if np.count_nonzero(part & ~rested) <= _RESTLESS_SHARE * area:
            where[here][part] = 255
            boxes.append((x, y, x + w, y + h))
    return where, boxes


def hands(
    changed: Mask,
    cards: Mask,
    *,
    now_bgr: NDArray[np.uint8],
    reference_bgr: NDArray[np.uint8],
    min_area_px: float,
) -> Mask:
    """What stands out from the table, is no card and reaches over the picture's edge: arms and hands.

    Where the outline of such a thing is an edge in the reference rather than now, it is the place that a hand has left
    which lay there when the reference was taken.
    """
    free = cv2.bitwise_and(changed, cv2.bitwise_not(cv2.dilate(cards, np.ones((5, 5), np.uint8))))
    free = cv2.morphologyEx(free, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(free)
    found = np.zeros_like(changed)
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    arms = [
        label
        for label in range(1, count)
        if stats[label, cv2.CC_STAT_AREA] >= min_area_px and np.count_nonzero(edge == label) >= _BORDER_CONTACT_PX
    ]
    if not arms:
        return found
    steepness_now, steepness_before = _steepness(now_bgr), _steepness(with_light_of(reference_bgr, now_bgr))
    for label in arms:
        thing = np.where(labels == label, 255, 0).astype(np.uint8)
        outline = cv2.morphologyEx(thing, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) > 0
        if float(steepness_now[outline].mean()) >= float(steepness_before[outline].mean()):
            found[thing > 0] = 255
    return found


def _steepness(small_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(h, w): how steeply the brightness changes."""
    grey = cv2.cvtColor(small_bgr, cv2.COLOR_BGR2GRAY)
    steepness: NDArray[np.float32] = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return steepness


def place_of(card: Mask, over: Mask, hand: Mask, bare: Mask) -> Place:
    """What lies at a card's place (filled quad), given the cards above it, the hands, and where the table is bare."""
    area = cv2.countNonZero(card)
    visible = cv2.bitwise_and(card, cv2.bitwise_not(over))
    visible_area = cv2.countNonZero(visible)
    if not area or visible_area < _VISIBLE_SHARE * area:
        return Place.UNDER_CARD
    if cv2.countNonZero(cv2.bitwise_and(visible, bare)) >= _BARE_SHARE * visible_area:
        return Place.BARE
    if cv2.countNonZero(cv2.bitwise_and(visible, hand)) >= _HAND_SHARE * visible_area:
        return Place.UNDER_HAND
    # Both printed corners may lie under another card while much of the face shows.
    return Place.UNDER_CARD if visible_area < 0.9 * area else Place.OTHER
