"""Reading the cards of a picture: detector, reader and grouping, at the right scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from vision.deck_decision import decide_together
from vision.detector import Detector, IndexDetections, OnnxDetector
from vision.grouping import CARD_HEIGHTS_PER_CENTRE_DISTANCE, code_mask, group_indices, make_card
from vision.index_crop import index_crops
from vision.model_files import DEFAULT_MODELS_DIR
from vision.nms import keep_best
from vision.picture import as_bgr
from vision.reader import OnnxReader, Reader
from vision.sightings import NOT_AN_INDEX, CardSighting, IndexSighting, PhotoReading
from vision.tiling import detect_at_scale, merged_regions

DETECTED_CARD_HEIGHT_PX = 125.0
"""Height to which a card is scaled before the detector looks; on real photographs 80 to 160 px read alike."""
TABLE_CARD_HEIGHT_PX = 92.0
"""The same for a whole table of known scale, which costs more: 720p with 139 px cards then takes less time than a
YOLO11n at 640 px."""
_COARSE_LONG_SIDES_PX = (320, 640)
_FINE_LONG_SIDE_PX = 1280
_MAX_ENLARGEMENT = 2.0
_SCALE_STEP = 1.5
"""Card heights within this factor of each other are looked at together."""
_REGION_MARGIN_CARDS = 0.35
"""Table around a changed region that is looked at with it, in card heights: an index at its edge needs surroundings."""
_DOUBLE_OVERLAP = 0.5


class Recogniser:
    """Reads the cards in pictures.

    ``min_code_confidence``: below it a card says that it does not know its code (its probabilities are kept).
    ``min_index_confidence``: of the detector, below which an index is not looked at. ``deck_copies``: how often a deck
    holds every card, None where it is not known; it lets the cards in view decide together.
    """

    def __init__(
        self,
        detector: Detector,
        reader: Reader,
        *,
        deck_copies: int | None = None,
        min_code_confidence: float = 0.85,
        min_index_confidence: float = 0.5,
    ) -> None:
        if deck_copies is not None and deck_copies < 1:
            raise ValueError(f"expected at least one copy of every card, got {deck_copies}")
        self._detector = detector
        self._reader = reader
        self._deck_copies = deck_copies
        self._min_code_confidence = min_code_confidence
        self._min_index_confidence = min_index_confidence
        self._codes = code_mask(reader.classes)

    @classmethod
    def load(cls, models_dir: Path | None = None, *, threads: int | None = None, **options: Any) -> Self:
        """Open the two models of a folder (the repository's ``models`` unless given). Raises ModelError."""
        folder = Path(models_dir) if models_dir is not None else DEFAULT_MODELS_DIR
        return cls(OnnxDetector(folder, threads=threads), OnnxReader(folder, threads=threads), **options)

    def for_packs(self, deck_copies: int) -> Recogniser:
        """A recogniser with the same models for a deck that holds every card so often."""
        return Recogniser(
            self._detector,
            self._reader,
            deck_copies=deck_copies,
            min_code_confidence=self._min_code_confidence,
            min_index_confidence=self._min_index_confidence,
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
    def detector(self) -> Detector:
        return self._detector

    @property
    def reader(self) -> Reader:
        return self._reader

    def read_photo(self, image_bgr: NDArray[Any]) -> PhotoReading:
        """All cards of a picture of any size and unknown scale.

        A coarse pass finds out how large the cards are, further passes look at them at the right size. Raises
        PictureError for an array that is no picture; a picture without cards gives an empty reading.
        """
        image = as_bgr(image_bgr)
        long_side = max(image.shape[:2])
        passes: list[tuple[float, IndexDetections]] = []
        for side in _COARSE_LONG_SIDES_PX:
            self._look(image, min(side / long_side, _MAX_ENLARGEMENT), passes)
        if not any(np.any(found.confidences >= self._min_index_confidence) for _, found in passes):
            self._look(image, min(_FINE_LONG_SIDE_PX / long_side, _MAX_ENLARGEMENT), passes)
        for scale in self._scales_wanted(passes):
            self._look(image, min(scale, _MAX_ENLARGEMENT), passes)
        return self._reading(image, _best_of_passes(passes))

    def read_table(self, image_bgr: NDArray[Any], card_height_px: float) -> PhotoReading:
        """All cards of a picture in which a card is known to be so tall."""
        image = as_bgr(image_bgr)
        scale = scale_for(card_height_px, TABLE_CARD_HEIGHT_PX)
        return self._reading(image, detect_at_scale(self._detector, image, scale))

    def read_regions(
        self,
        image_bgr: NDArray[Any],
        boxes_xyxy: NDArray[np.floating] | Sequence[Sequence[float]],
        card_height_px: float,
    ) -> PhotoReading:
        """The cards in parts of a picture, (N, 4) xyxy, in which a card is known to be so tall.

        A margin around every box is looked at too, and indices found there count.
        """
        image = as_bgr(image_bgr)
        scale = scale_for(card_height_px, DETECTED_CARD_HEIGHT_PX)
        margin_px = _REGION_MARGIN_CARDS * card_height_px
        size_wh = (image.shape[1], image.shape[0])
        parts = [
            detect_at_scale(self._detector, image[y0:y1, x0:x1], scale).mapped((1.0, 1.0), (x0, y0))
            for x0, y0, x1, y1 in merged_regions(np.asarray(boxes_xyxy, np.float64), size_wh, margin_px)
        ]
        return self._reading(image, IndexDetections.joined(parts))

    def _look(self, image: NDArray[np.uint8], scale: float, passes: list[tuple[float, IndexDetections]]) -> None:
        if not any(abs(np.log(scale / done)) < np.log(1.15) for done, _ in passes):
            passes.append((scale, detect_at_scale(self._detector, image, scale)))

    def _scales_wanted(self, passes: Iterable[tuple[float, IndexDetections]]) -> list[float]:
        """Scales at which the cards found so far have the right height, for each size of card once."""
        heights = np.sort(
            np.concatenate(
                [_card_heights_px(found)[found.confidences >= self._min_index_confidence] for _, found in passes]
            )
        )
        scales = []
        while len(heights):
            near = heights <= heights[0] * _SCALE_STEP
            scales.append(scale_for(float(np.median(heights[near])), DETECTED_CARD_HEIGHT_PX))
            heights = heights[~near]
        return scales[:4]

    def _reading(self, image: NDArray[np.uint8], found: IndexDetections) -> PhotoReading:
        found = found.take(found.confidences >= self._min_index_confidence)
        probabilities = self._reader.read(index_crops(image, found.rank_xy, found.suit_xy))
        indices = [
            IndexSighting(
                box_xyxy=tuple(map(float, found.boxes_xyxy[i])),  # type: ignore[arg-type]
                rank_xy=(float(found.rank_xy[i, 0]), float(found.rank_xy[i, 1])),
                suit_xy=(float(found.suit_xy[i, 0]), float(found.suit_xy[i, 1])),
                card_centre_xy=(float(found.card_centre_xy[i, 0]), float(found.card_centre_xy[i, 1])),
                detector_confidence=float(found.confidences[i]),
                probabilities=probabilities[i],
            )
            for i in range(len(found))
        ]
        return PhotoReading(self._cards([index for index in indices if self._is_index(index)]), tuple(indices))

    def _is_index(self, index: IndexSighting) -> bool:
        if NOT_AN_INDEX not in self.classes:
            return True
        return bool(index.probabilities[self.classes.index(NOT_AN_INDEX)] < 0.5)

    def _cards(self, indices: list[IndexSighting]) -> tuple[CardSighting, ...]:
        # Of an unknown deck, a card taken for two is likelier than two packs on one table.
        groups = group_indices(indices, self._codes, single_copy=self._deck_copies in (None, 1))
        cards = [
            make_card([indices[i] for i in group], self.classes, min_code_confidence=self._min_code_confidence)
            for group in groups
        ]
        if self._deck_copies is None or not cards:
            return tuple(cards)
        return decide_together(cards, deck_copies=self._deck_copies, min_code_confidence=self._min_code_confidence)


def scale_for(card_height_px: float, wanted_px: float) -> float:
    """By how much to enlarge a picture so that its cards are as tall as wanted, within bounds. Raises ValueError."""
    if not card_height_px > 0:
        raise ValueError(f"expected a card height above 0 px, got {card_height_px}")
    return min(wanted_px / card_height_px, _MAX_ENLARGEMENT)


def _card_heights_px(found: IndexDetections) -> NDArray[np.float32]:
    """(N,) heights of the cards that the indices point at."""
    to_centre = found.card_centre_xy - (found.rank_xy + found.suit_xy) / 2
    heights = np.hypot(to_centre[:, 0], to_centre[:, 1]) * np.float32(CARD_HEIGHTS_PER_CENTRE_DISTANCE)
    return np.maximum(heights, np.float32(1.0)).astype(np.float32)


def _best_of_passes(passes: Sequence[tuple[float, IndexDetections]]) -> IndexDetections:
    """Every index once, from the pass in which its card was nearest to the right height."""
    found = IndexDetections.joined([part for _, part in passes])
    scales = np.concatenate([np.full(len(part), scale, np.float32) for scale, part in passes])
    misfit = np.abs(np.log2(_card_heights_px(found) * scales / DETECTED_CARD_HEIGHT_PX))
    scores = found.confidences * np.exp2(-misfit)
    return found.take(keep_best(found.boxes_xyxy, scores, max_overlap=_DOUBLE_OVERLAP))
