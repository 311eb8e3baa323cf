"""A drawn card table for tests: cards, hands, light and a camera that can be knocked, with the truth beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grouping import fuse
from vision.sightings import CardSighting, IndexSighting, PhotoReading
from vision.sources import Frame

CLASSES = (*(rank + suit for suit in "SHDC" for rank in "A23456789TJQK"), "not_an_index", "unreadable")
CODES = np.array([name not in ("not_an_index", "unreadable") for name in CLASSES])
FELT_BGR = (60, 110, 40)
SKIN_BGR = (130, 160, 215)
WIDTH_PX, HEIGHT_PX = 640, 360
_NOISE = np.random.default_rng(0).normal(0, 3.0, (HEIGHT_PX + 64, WIDTH_PX + 64, 3)).round()
_BRIGHTER, _DARKER = np.maximum(_NOISE, 0).astype(np.uint8), np.maximum(-_NOISE, 0).astype(np.uint8)
CARD_HEIGHT_PX = 80.0
# With a weave, so that a knock against the camera shows on bare cloth too.
_WEAVE = 8 * np.sin(np.arange(WIDTH_PX) / 9.0)[None, :, None] + np.zeros((HEIGHT_PX, 1, 1))
_CLOTH = np.clip(_WEAVE + np.array(FELT_BGR), 0, 255).astype(np.uint8)


def probabilities_of(code: str, confidence: float = 0.99) -> NDArray[np.float32]:
    """(C,): this code with the confidence, the rest spread over all others."""
    values = np.full(len(CLASSES), (1.0 - confidence) / (len(CLASSES) - 1), np.float32)
    values[CLASSES.index(code)] = confidence
    return values


def index_at(
    centre_xy: tuple[float, float],
    angle_deg: float = 0.0,
    *,
    corner: tuple[int, int] = (-1, -1),
    code: str = "AS",
    confidence: float = 0.99,
    height_px: float = CARD_HEIGHT_PX,
    centre_error_xy: tuple[float, float] = (0.0, 0.0),
) -> IndexSighting:
    """The index of a card at one of its corners ((-1, -1) top left, (1, 1) bottom right, …)."""
    mm = height_px / 88.0
    # On the lower half the index stands on its head: rank outside, suit towards the middle.
    points_mm = np.array([[corner[0] * 26.0, corner[1] * 36.0], [corner[0] * 26.0, corner[1] * 29.0]])
    rank, suit = points_mm * mm @ _rotation(angle_deg).T + centre_xy
    return IndexSighting(
        box_xyxy=(*(np.minimum(rank, suit) - 5 * mm), *(np.maximum(rank, suit) + 5 * mm)),
        rank_xy=tuple(rank),
        suit_xy=tuple(suit),
        card_centre_xy=(centre_xy[0] + centre_error_xy[0], centre_xy[1] + centre_error_xy[1]),
        detector_confidence=0.9,
        probabilities=probabilities_of(code, confidence),
    )


def card_at(
    code: str | None,
    centre_xy: tuple[float, float],
    angle_deg: float = 0.0,
    *,
    confidence: float = 0.99,
    indices: Sequence[IndexSighting] = (),
    height_px: float = CARD_HEIGHT_PX,
    probabilities: NDArray[np.float32] | None = None,
) -> CardSighting:
    """A sighting as the recogniser would give it."""
    if probabilities is None:
        probabilities = probabilities_of(code, confidence) if code else np.full(len(CLASSES), 1 / 54, np.float32)
    return CardSighting(
        CLASSES,
        probabilities,
        code,
        float(probabilities.max()),
        (float(centre_xy[0]), float(centre_xy[1])),
        height_px,
        angle_deg,
        quad_of(centre_xy, angle_deg, height_px).astype(np.float32),
        tuple(indices),
    )


def quad_of(centre_xy: Sequence[float], angle_deg: float, height_px: float = CARD_HEIGHT_PX) -> NDArray[np.float64]:
    """(4, 2) corners of a card."""
    half_h, half_w = height_px / 2, height_px * 63 / 88 / 2
    corners = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
    return corners @ _rotation(angle_deg).T + np.asarray(centre_xy)


def _rotation(angle_deg: float) -> NDArray[np.float64]:
    """(2, 2): clockwise in the picture (y down)."""
    a = np.radians(angle_deg)
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])


@dataclass
class DrawnCard:
    code: str
    centre_xy: tuple[float, float]
    angle_deg: float = 0.0
    face_down: bool = False


@dataclass
class DrawnTable:
    """Cards in the order they were laid, and hands reaching in from an edge to a point."""

    cards: list[DrawnCard] = field(default_factory=list)
    hands: list[tuple[tuple[float, float], tuple[float, float]]] = field(default_factory=list)
    """(point on the edge, fingertip) for every hand."""
    light: float = 1.0
    lamp: float = 0.0
    """How much brighter the right side is than the middle, and the left side darker."""
    shift_xy: tuple[float, float] = (0.0, 0.0)
    cloth: NDArray[np.float64] | None = None
    """(HEIGHT_PX, WIDTH_PX, 1) to be added to the cloth."""
    unreadable: set[str] = field(default_factory=set)
    """Codes that the reader cannot make out."""
    misread: dict[str, str] = field(default_factory=dict)
    """Code → the code that the reader takes it for, holding the true one for possible."""
    invisible: set[str] = field(default_factory=set)
    """Codes that the detector does not find."""
    time_s: float = 0.0
    frame_count: int = 0
    fps: float = 15.0

    def lay(self, code: str, centre_xy: tuple[float, float], angle_deg: float = 0.0, **options: bool) -> None:
        self.cards.append(DrawnCard(code, centre_xy, angle_deg, **options))

    def take(self, *codes: str) -> None:
        self.cards = [card for card in self.cards if card.code not in codes]

    def frame(self) -> Frame:
        """The next frame, 1/fps later."""
        image = _CLOTH.copy()
        if self.cloth is not None:
            image = np.clip(image + self.cloth, 0, 255).astype(np.uint8)
        for card in self.cards:
            quad = np.round(quad_of(card.centre_xy, card.angle_deg)).astype(np.int32)
            cv2.fillConvexPoly(image, quad, (60, 30, 160) if card.face_down else (245, 245, 245))
            if not card.face_down:
                for corner in ((-1, -1), (1, 1)):
                    index = index_at(card.centre_xy, card.angle_deg, corner=corner)
                    cv2.circle(image, tuple(np.round(index.middle_xy).astype(int).tolist()), 4, (20, 20, 20), -1)
                for pip in _pips(card.code) @ _rotation(card.angle_deg).T + card.centre_xy:
                    cv2.circle(image, tuple(np.round(pip).astype(int).tolist()), 5, (40, 30, 150), -1)
        for edge, tip in self.hands:
            cv2.line(image, tuple(map(round, edge)), tuple(map(round, tip)), SKIN_BGR, 34)
            cv2.circle(image, tuple(map(round, tip)), 26, SKIN_BGR, -1)
        if self.shift_xy != (0.0, 0.0):
            move = np.array([[1, 0, self.shift_xy[0]], [0, 1, self.shift_xy[1]]], np.float32)
            image = cv2.warpAffine(image, move, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE)
        if self.light != 1.0:
            image = cv2.convertScaleAbs(image, alpha=self.light)
        if self.lamp:
            gain = np.linspace(1 - self.lamp, 1 + self.lamp, WIDTH_PX, dtype=np.float32)[None, :, None]
            image = np.clip(image * gain, 0, 255).astype(np.uint8)
        y, x = (7 * self.frame_count) % 64, (13 * self.frame_count) % 64
        here = np.s_[y : y + HEIGHT_PX, x : x + WIDTH_PX]
        image = cv2.subtract(cv2.add(image, _BRIGHTER[here]), _DARKER[here])
        frame = Frame(image, self.time_s, self.frame_count)
        self.time_s += 1.0 / self.fps
        self.frame_count += 1
        return frame

    def visible_cards(self) -> list[CardSighting]:
        """What a perfect recogniser sees now: cards with at least one whole index free of cards and hands."""
        covers = [np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)]
        hand = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
        for edge, tip in self.hands:
            cv2.line(hand, tuple(map(round, edge)), tuple(map(round, tip)), 255, 34)
            cv2.circle(hand, tuple(map(round, tip)), 26, 255, -1)
        sightings = []
        for position, card in enumerate(self.cards):
            cover = hand.copy()
            for above in self.cards[position + 1 :]:
                cv2.fillConvexPoly(cover, np.round(quad_of(above.centre_xy, above.angle_deg)).astype(np.int32), 255)
            covers.append(cover)
            if card.face_down or card.code in self.invisible:
                continue
            indices = [
                index
                for corner in ((-1, -1), (1, 1))
                if not _is_covered(
                    index := index_at(card.centre_xy, card.angle_deg, corner=corner, code=card.code), cover
                )
            ]
            if not indices:
                continue
            centre = (card.centre_xy[0] + self.shift_xy[0], card.centre_xy[1] + self.shift_xy[1])
            if card.code in self.unreadable:
                sightings.append(card_at(None, centre, card.angle_deg, indices=indices))
            elif card.code in self.misread:
                wrong = self.misread[card.code]
                doubtful = 0.87 * probabilities_of(wrong, 0.999) + 0.13 * probabilities_of(card.code, 0.999)
                sightings.append(card_at(wrong, centre, card.angle_deg, indices=indices, probabilities=doubtful))
            else:
                fused = fuse([index.probabilities for index in indices], CODES)
                sightings.append(card_at(card.code, centre, card.angle_deg, indices=indices, probabilities=fused))
        return sightings


def _pips(code: str) -> NDArray[np.float64]:
    """(5, 2) places on the face, others for every card."""
    rng = np.random.default_rng(CLASSES.index(code))
    return rng.uniform(-0.25, 0.25, (5, 2)) * CARD_HEIGHT_PX * np.array([0.7, 1.0])


def _is_covered(index: IndexSighting, cover: NDArray[np.uint8]) -> bool:
    x0, y0, x1, y1 = (round(v) for v in index.box_xyxy)
    return bool(cover[max(y0, 0) : y1 + 1, max(x0, 0) : x1 + 1].any())


class SeeingRecogniser:
    """Stands for the models in the watcher's tests: it knows the drawn table. Counts how often it is asked."""

    min_code_confidence = 0.8

    def __init__(self, table: DrawnTable) -> None:
        self.table = table
        self.whole_readings = 0
        self.region_readings = 0
        self.were_closer: list[bool] = []

    def read_photo(self, image_bgr: NDArray[np.uint8]) -> PhotoReading:
        assert image_bgr.shape == (HEIGHT_PX, WIDTH_PX, 3)
        self.whole_readings += 1
        cards = tuple(self.table.visible_cards())
        return PhotoReading(cards, tuple(index for card in cards for index in card.indices))

    def read_table(self, image_bgr: NDArray[np.uint8], card_height_px: float) -> PhotoReading:
        assert 0.7 * CARD_HEIGHT_PX < card_height_px < 1.4 * CARD_HEIGHT_PX
        return self.read_photo(image_bgr)

    def read_regions(
        self, image_bgr: NDArray[np.uint8], boxes_xyxy, card_height_px: float, *, closer: bool
    ) -> PhotoReading:
        assert image_bgr.shape == (HEIGHT_PX, WIDTH_PX, 3)
        assert 0.7 * CARD_HEIGHT_PX < card_height_px < 1.4 * CARD_HEIGHT_PX
        self.region_readings += 1
        self.were_closer.append(closer)
        boxes = np.asarray(boxes_xyxy, float).reshape(-1, 4) + np.array([-1, -1, 1, 1]) * 0.3 * card_height_px
        cards = tuple(
            card
            for card in self.table.visible_cards()
            if any(
                x0 <= index.middle_xy[0] <= x1 and y0 <= index.middle_xy[1] <= y1
                for index in card.indices
                for x0, y0, x1, y1 in boxes
            )
        )
        return PhotoReading(cards, tuple(index for card in cards for index in card.indices))
