"""The table's plane in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import CardSighting, Xy

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """A homography between the picture and the table.

    ``table_from_image`` is (3, 3) and takes pixels to millimetres; the origin is the point under the middle of the
    picture or of the clicked corners, x right and y down as seen in the picture.
    """

    table_from_image: NDArray[np.float64]

    @classmethod
    def from_card_height(cls, card_height_px: float, image_size_wh: tuple[int, int]) -> TablePlane:
        """The plane under a camera that looks straight down, from the height of a card in the picture."""
        if not card_height_px > 0:
            raise ValueError(f"expected a card height above 0 px, got {card_height_px}")
        mm = CARD_HEIGHT_MM / card_height_px
        x, y = image_size_wh[0] / 2, image_size_wh[1] / 2
        return cls(np.array([[mm, 0.0, -mm * x], [0.0, mm, -mm * y], [0.0, 0.0, 1.0]]))

    @classmethod
    def from_cards(cls, cards: Iterable[CardSighting], image_size_wh: tuple[int, int]) -> TablePlane | None:
        """The plane under a camera that looks straight down, from the median of the cards seen; None without any."""
        heights = [card.card_height_px for card in cards]
        return cls.from_card_height(float(np.median(heights)), image_size_wh) if heights else None

    @classmethod
    def from_corners(
        cls,
        corners_xy: Sequence[Xy],
        *,
        width_mm: float = CARD_WIDTH_MM,
        height_mm: float = CARD_HEIGHT_MM,
    ) -> TablePlane:
        """The plane from four clicked corners of a rectangle of known size: a mat, a sheet, the table, a card.

        ``corners_xy`` go round the rectangle, beginning with a side of ``width_mm``. Raises ValueError when they are
        not four corners of a convex shape.
        """
        corners = np.asarray(corners_xy, np.float32)
        if corners.shape != (4, 2):
            raise ValueError(f"expected four corners (x, y), got {corners.shape}")
        if not (width_mm > 0 and height_mm > 0):
            raise ValueError(f"expected sides above 0 mm, got {width_mm} x {height_mm}")
        sides = np.roll(corners, -1, axis=0) - corners
        turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
        if not (np.all(turns > 1.0) or np.all(turns < -1.0)):
            raise ValueError(
                "expected the four corners in order around the rectangle; two of them seem swapped or equal"
            )
        half = np.array([width_mm, height_mm], np.float32) / 2
        rectangle = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * half
        if turns[0] < 0:  # clicked anticlockwise: the table must not come out mirrored
            rectangle = rectangle * np.array([1, -1], np.float32)
        if (corners[1] - corners[0] + corners[2] - corners[3])[0] * (rectangle[1] - rectangle[0])[0] < 0:
            rectangle = -rectangle  # begun at the far side: right on the table is right in the picture
        return cls(cv2.getPerspectiveTransform(corners, rectangle).astype(np.float64))

    def to_table(self, points_xy: NDArray[np.floating] | Sequence[Xy]) -> NDArray[np.float64]:
        """(N, 2) pixels → (N, 2) millimetres."""
        return _transformed(self.table_from_image, points_xy)

    def to_image(self, points_mm: NDArray[np.floating] | Sequence[Xy]) -> NDArray[np.float64]:
        """(N, 2) millimetres → (N, 2) pixels."""
        return _transformed(np.linalg.inv(self.table_from_image).astype(np.float64), points_mm)

    def card_height_px_at(self, point_xy: Xy) -> float:
        """How tall a card is in the picture where it lies, averaged over its directions."""
        centre = self.to_table([point_xy])
        half = CARD_HEIGHT_MM / 2
        ends = self.to_image(centre + np.array([[half, 0], [-half, 0], [0, half], [0, -half]]))
        return float((math.dist(ends[0], ends[1]) + math.dist(ends[2], ends[3])) / 2)


def _transformed(matrix: NDArray[np.float64], points: NDArray[np.floating] | Sequence[Xy]) -> NDArray[np.float64]:
    xy = np.asarray(points, np.float64).reshape(-1, 2)
    with_one = np.concatenate([xy, np.ones((len(xy), 1))], axis=1) @ matrix.T
    moved: NDArray[np.float64] = with_one[:, :2] / with_one[:, 2:]
    return moved
