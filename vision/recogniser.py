"""Reading the cards of a picture: detector, reader and grouping, at the right scale, and again where in doubt."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_confidence import FIRM_INDEX, SURE_CARD, CardConfidence
from vision.deck_decision import decide_together
from vision.detector import Detector, IndexDetections, OnnxDetector
from vision.face_evidence import with_face
from vision.grouping import group_indices, make_card
from vision.index_crop import index_crops
from vision.looks import Look, card_heights_px, elected, indices_of
from vision.model_files import DEFAULT_MODELS_DIR, ModelError, is_listed
from vision.picture import as_bgr
from vision.reader import SECOND_READER_FILE, OnnxReader, Reader
from vision.sightings import NOT_AN_INDEX, CardSighting, IndexSighting, PhotoReading, kind_confidences
from vision.tiling import detect_at_scale, merged_regions
from vision.tilt import Tilt, made_upright, tilt_of

SURE_OF_PHOTO = 0.95
"""How sure a card's code must be to be named from one picture alone: no second frame will put it right."""
DETECTED_CARD_HEIGHT_PX = 125.0
"""Height to which a card is scaled before the detector looks; on real photographs 80 to 160 px read alike."""
CLOSER_CARD_HEIGHT_PX = 160.0
"""The same for a second look: on drawn tables it finds one card in a hundred more, at two thirds more time."""
TABLE_CARD_HEIGHT_PX = 92.0
"""The same for a whole table of known scale, which costs more: 720p with 139 px cards then takes less time than a
YOLO11n at 640 px."""
_CLOSE_CARD_HEIGHTS_PX = (200.0, 160.0, 250.0)
"""The same where the first look left a doubt: the first at which nobody has looked yet."""
_COARSE_LONG_SIDES_PX = (320, 640)
_FINE_LONG_SIDE_PX = 1280
_MAX_ENLARGEMENT = 2.0
_SCALE_STEP = 1.5
"""Card heights within this factor of each other are looked at together."""
_MOST_CARD_SIZES = 4
_SAME_SCALE = 1.15
_REGION_MARGIN_CARDS = 0.25
"""Table around a changed region that is looked at with it, in card heights: an index at its edge needs surroundings.
With 0.35 a look takes a quarter longer."""
_CLOSE_MARGIN_CARDS = 0.45
"""The same around an index in doubt: the cards beside it in a fan are looked at with it."""
_TILTED = 0.86
"""A table squeezed more than that is also looked at as if from above, where a card is in doubt."""
_UPRIGHT_WEIGHT = 4.0
"""Of that look, in looks at the squeezed print."""
SURE_VOTE = 0.98
"""An index read less surely is read again, from nearer and farther. From 0.995 on nothing more is gained, and a changed
region takes a third longer."""
_OTHER_SIZES = (0.8, 1.25)
"""How much smaller and larger a part of the picture is then cut out. Sizes from 0.7 to 1.6, and more of them, name no
more of the indices in doubt on drawn tables of validation decks."""
_FAINT_INDEX = 0.3
"""Of the detector, from which on an index counts if the reader is sure of its rank: jokers, and half covered ones."""
_SURE_OF_FAINT = 0.95


class Recogniser:
    """Reads the cards in pictures.

    ``min_code_confidence``: below it a card says that it does not know its code (its probabilities are kept).
    ``min_index_confidence``: of the detector, below which an index counts only where the reader is sure of its rank.
    ``deck_copies``: how often a deck holds every card, None where it is not known; it lets the cards in view decide
    together. ``confidence``: how sure a card is, given all that speaks for it; without it a card is as sure as the
    votes of its corners. ``second_reader``: asked again where the first is in doubt, by default the first itself.
    """

    def __init__(
        self,
        detector: Detector,
        reader: Reader,
        *,
        deck_copies: int | None = None,
        min_code_confidence: float = 0.85,
        min_index_confidence: float = FIRM_INDEX,
        confidence: CardConfidence | None = None,
        second_reader: Reader | None = None,
    ) -> None:
        if second_reader is not None and second_reader.classes != reader.classes:
            raise ModelError("The two readers know different cards; export both anew with `python -m datasets.export`.")
        if deck_copies is not None and deck_copies < 1:
            raise ValueError(f"expected at least one copy of every card, got {deck_copies}")
        self._detector = detector
        self._reader = reader
        self._deck_copies = deck_copies
        self._min_code_confidence = min_code_confidence
        self._min_index_confidence = min_index_confidence
        self._confidence = confidence
        self._second_reader = second_reader or reader

    @classmethod
    def load(cls, models_dir: Path | None = None, *, threads: int | None = None, **options: Any) -> Self:
        """Open the models of a folder (the repository's ``models`` unless given). Raises ModelError."""
        folder = Path(models_dir) if models_dir is not None else DEFAULT_MODELS_DIR
        options.setdefault("confidence", CardConfidence.load(folder))
        if is_listed(folder, SECOND_READER_FILE):
            options.setdefault("second_reader", OnnxReader(folder, SECOND_READER_FILE, threads=threads))
        return cls(OnnxDetector(folder, threads=threads), OnnxReader(folder, threads=threads), **options)

    def for_packs(self, deck_copies: int, *, min_index_confidence: float | None = None) -> Recogniser:
        """A recogniser with the same models for a deck that holds every card so often.

        ``min_index_confidence`` is for a deck in whose indices the detector believes less; None keeps the own one.
        """
        return Recogniser(
            self._detector,
            self._reader,
            deck_copies=deck_copies,
            min_code_confidence=self._min_code_confidence,
            min_index_confidence=self._min_index_confidence if min_index_confidence is None else min_index_confidence,
            confidence=self._confidence,
            second_reader=self._second_reader,
        )

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of the probabilities' columns: card codes, and what is no code."""
        return self._reader.classes

    @property
    def min_code_confidence(self) -> float:
        """Below it a card does not know its code."""
        return self._min_code_confidence

    @property
    def min_index_confidence(self) -> float:
        """Of the detector, below which an index counts only where the reader is sure of its rank."""
        return self._min_index_confidence

    @property
    def detector(self) -> Detector:
        return self._detector

    @property
    def reader(self) -> Reader:
        return self._reader

    @property
    def second_reader(self) -> Reader:
        """The one asked where the other is in doubt; the other itself where there is no second."""
        return self._second_reader

    def read_photo(self, image_bgr: NDArray[Any]) -> PhotoReading:
        """All cards of a picture of any size and unknown scale.

        A coarse pass finds out how large the cards are, further passes look at them at the right size. Raises
        PictureError for an array that is no picture; a picture without cards gives an empty reading.
        """
        image = as_bgr(image_bgr)
        long_side = max(image.shape[:2])
        looks: list[Look] = []
        for side in _COARSE_LONG_SIDES_PX:
            self._look_all_over(image, side / long_side, looks)
        if not any(len(look.found) for look in looks):
            self._look_all_over(image, _FINE_LONG_SIDE_PX / long_side, looks)
        for scale in _scales_wanted(looks):
            self._look_all_over(image, scale, looks)
        return self._reading(image, looks)

    def read_table(self, image_bgr: NDArray[Any], card_height_px: float) -> PhotoReading:
        """All cards of a picture in which a card is known to be so tall."""
        image = as_bgr(image_bgr)
        return self._reading(image, [self._look(image, scale_for(card_height_px, TABLE_CARD_HEIGHT_PX))])

    def read_regions(
        self,
        image_bgr: NDArray[Any],
        boxes_xyxy: NDArray[np.floating] | Sequence[Sequence[float]],
        card_height_px: float,
        *,
        closer: bool = False,
    ) -> PhotoReading:
        """The cards in parts of a picture, (N, 4) xyxy, in which a card is known to be so tall.

        A margin around every box is looked at too, and indices found there count, but a card that lies in the margin
        alone is not worth a closer look (unless faint indices are taken). ``closer`` enlarges all of it: what one size
        hides from the detector another shows, so that it is worth changing from frame to frame.
        """
        image = as_bgr(image_bgr)
        boxes = np.asarray(boxes_xyxy, np.float64).reshape(-1, 4)
        scale = scale_for(card_height_px, CLOSER_CARD_HEIGHT_PX if closer else DETECTED_CARD_HEIGHT_PX)
        looks = self._look_at(image, boxes, scale, margin_px=_REGION_MARGIN_CARDS * card_height_px)
        # In the film of PaiMiahhh, yellow print on white, a card laid is missed unless the margin counts too.
        asked = boxes if self._min_index_confidence >= FIRM_INDEX else None
        return self._reading(image, looks, asked)

    def _look_all_over(self, image: NDArray[np.uint8], scale: float, looks: list[Look]) -> None:
        """Add a look at the whole picture, unless one at about this scale was had."""
        scale = min(scale, _MAX_ENLARGEMENT)
        if not _had(scale, looks):
            looks.append(self._look(image, scale))

    def _look_at(
        self,
        image: NDArray[np.uint8],
        boxes_xyxy: NDArray[np.floating],
        scale: float,
        *,
        margin_px: float,
    ) -> list[Look]:
        regions = merged_regions(boxes_xyxy, (image.shape[1], image.shape[0]), margin_px)
        return [self._look(image, scale, region) for region in regions]

    def _look(
        self, image: NDArray[np.uint8], scale: float, region_xyxy: tuple[int, int, int, int] | None = None
    ) -> Look:
        x0, y0, x1, y1 = region_xyxy or (0, 0, image.shape[1], image.shape[0])
        found = detect_at_scale(self._detector, image[y0:y1, x0:x1], scale).mapped((1.0, 1.0), (x0, y0))
        return self._looked(image, found, scale)

    def _look_upright(
        self, image: NDArray[np.uint8], scale: float, region_xyxy: tuple[int, int, int, int], tilt: Tilt
    ) -> Look:
        """The same at a part of the picture as if the camera looked straight down."""
        upright, upright_from_image = made_upright(image, region_xyxy, tilt)
        look = self._looked(upright, detect_at_scale(self._detector, upright, scale), scale)
        found = look.found.transformed(cv2.invertAffineTransform(upright_from_image))
        return replace(look, found=found, weight=_UPRIGHT_WEIGHT)

    def _looked(self, image: NDArray[np.uint8], found: IndexDetections, scale: float) -> Look:
        """What was found in a picture, as far as it counts, and how it is read there."""
        found = found.take(found.confidences >= min(self._min_index_confidence, _FAINT_INDEX))
        votes = self._votes(image, found)
        counts = found.confidences >= self._min_index_confidence
        counts |= kind_confidences(votes, self.classes) >= _SURE_OF_FAINT
        return Look(found.take(counts), votes[counts], scale)

    def _votes(self, image: NDArray[np.uint8], found: IndexDetections) -> NDArray[np.float32]:
        """(N, C): how every index is read; where that leaves a doubt, several crops of it vote."""
        votes = self._reader.read(index_crops(image, found.rank_xy, found.suit_xy, size_px=self._reader.crop_px))
        doubtful = np.flatnonzero(votes.max(axis=1, initial=0.0) < SURE_VOTE)
        if len(doubtful):
            readings = self._read_again(image, found.take(doubtful))
            votes[doubtful] = [elected(np.stack(ballot)) for ballot in zip(votes[doubtful], *readings, strict=True)]
        return votes

    def _read_again(self, image: NDArray[np.uint8], found: IndexDetections) -> list[NDArray[np.float32]]:
        """(N, C) each: how the indices are read from nearer and farther and, by another reader, as they are."""
        middle, half = (found.rank_xy + found.suit_xy) / 2, (found.suit_xy - found.rank_xy) / 2
        sizes = _OTHER_SIZES if self._second_reader is self._reader else (1.0, *_OTHER_SIZES)
        crops = [
            index_crops(image, middle - half * size, middle + half * size, size_px=self._second_reader.crop_px)
            for size in sizes
        ]
        return np.split(self._second_reader.read(np.concatenate(crops)), len(crops))

    def _reading(
        self, image: NDArray[np.uint8], looks: list[Look], asked_xyxy: NDArray[np.floating] | None = None
    ) -> PhotoReading:
        """What the looks give, with closer ones where a card is not surely read (and reaches into what was asked)."""
        reading = self._read(image, looks)
        doubtful = [
            card
            for card in reading.cards
            if card.confidence < SURE_CARD and (asked_xyxy is None or _reaches_into(card, asked_xyxy))
        ]
        if not doubtful:
            return reading
        height_px = float(np.median([card.card_height_px for card in doubtful]))
        boxes = np.array([index.box_xyxy for card in doubtful for index in card.indices])
        regions = merged_regions(boxes, (image.shape[1], image.shape[0]), _CLOSE_MARGIN_CARDS * height_px)
        wanted = (scale_for(height_px, wanted_px) for wanted_px in _CLOSE_CARD_HEIGHTS_PX)
        scale = next((scale for scale in wanted if not _had(scale, looks)), None)
        more = [self._look(image, scale, region) for region in regions] if scale is not None else []
        tilt = tilt_of(reading.cards)
        if tilt.squeeze < _TILTED:
            scale = scale_for(height_px, CLOSER_CARD_HEIGHT_PX) * math.sqrt(tilt.squeeze)
            more += [self._look_upright(image, scale, region, tilt) for region in regions]
        return self._read(image, [*looks, *more]) if more else reading

    def _read(self, image: NDArray[np.uint8], looks: Sequence[Look]) -> PhotoReading:
        indices = indices_of(looks)
        return PhotoReading(self._cards(image, [index for index in indices if self._is_index(index)]), tuple(indices))

    def _is_index(self, index: IndexSighting) -> bool:
        if NOT_AN_INDEX not in self.classes:
            return True
        return bool(index.probabilities[self.classes.index(NOT_AN_INDEX)] < 0.5)

    def _cards(self, image: NDArray[np.uint8], indices: list[IndexSighting]) -> tuple[CardSighting, ...]:
        # Of an unknown deck, a card taken for two is likelier than two packs on one table.
        groups = group_indices(indices, self.classes, single_copy=self._deck_copies in (None, 1))
        cards = [
            make_card([indices[i] for i in group], self.classes, min_code_confidence=self._min_code_confidence)
            for group in groups
        ]
        if self._confidence is not None:
            cards = self._confidence.applied_to_all(cards, min_code_confidence=self._min_code_confidence)
        cards = [
            with_face(image, card, min_code_confidence=self._min_code_confidence)
            if card.confidence < SURE_CARD
            else card
            for card in cards
        ]
        if self._deck_copies is None or not cards:
            return tuple(cards)
        return decide_together(cards, deck_copies=self._deck_copies, min_code_confidence=self._min_code_confidence)


def scale_for(card_height_px: float, wanted_px: float) -> float:
    """By how much to enlarge a picture so that its cards are as tall as wanted, within bounds. Raises ValueError."""
    if not card_height_px > 0:
        raise ValueError(f"expected a card height above 0 px, got {card_height_px}")
    return min(wanted_px / card_height_px, _MAX_ENLARGEMENT)


def _reaches_into(card: CardSighting, boxes_xyxy: NDArray[np.floating]) -> bool:
    """Whether the card's centre or one of its indices lies in one of the boxes."""
    points = np.array([card.centre_xy, *(index.middle_xy for index in card.indices)])[:, None]
    return bool(((boxes_xyxy[:, :2] <= points) & (points <= boxes_xyxy[:, 2:])).all(axis=2).any())


def _had(scale: float, looks: Iterable[Look]) -> bool:
    return any(abs(np.log(scale / look.scale)) < np.log(_SAME_SCALE) for look in looks)


def _scales_wanted(looks: Iterable[Look]) -> list[float]:
    """Scales at which the cards found so far have the right height, for each size of card once."""
    heights = np.sort(np.concatenate([card_heights_px(look.found) for look in looks]))
    scales: list[float] = []
    while len(heights) and len(scales) < _MOST_CARD_SIZES:
        near = heights <= heights[0] * _SCALE_STEP
        scales.append(scale_for(float(np.median(heights[near])), DETECTED_CARD_HEIGHT_PX))
        heights = heights[~near]
    return scales
