"""The table's plane in millimetres, and the seats around it."""

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


@dataclass(frozen=True, slots=True)
class SeatGuess:
    """A seat with a confidence: 1 in the middle of its sector, 0 on the boundary to the next one."""

    seat: int
    confidence: float


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Where the seats are around the picture.

    ``directions_deg`` holds one angle for every seat, clockwise in the picture from its top edge (0 top, 90 right,
    180 bottom, 270 left). ``centre_xy`` is the middle of the table in the picture.
    """

    directions_deg: tuple[float, ...]
    centre_xy: Xy

    def seat_of_direction(self, direction_xy: Xy) -> SeatGuess:
        """The seat towards which a vector (x right, y down) points."""
        angle = math.degrees(math.atan2(direction_xy[0], -direction_xy[1]))
        distances = [abs((angle - seat + 180.0) % 360.0 - 180.0) for seat in self.directions_deg]
        nearest, second = sorted(range(len(distances)), key=distances.__getitem__)[:2]
        # On the boundary both are equally far; in the middle the own seat is at distance 0.
        span = distances[nearest] + distances[second]
        confidence = (distances[second] - distances[nearest]) / span if span > 0 else 0.0
        return SeatGuess(nearest, confidence)

    def seat_of_position(self, centre_xy: Xy, *, near_px: float = 0.0) -> SeatGuess:
        """The seat on whose side of the table a point lies.

        Within ``near_px`` of the middle of the table the place says less and less; half a card is a good value.
        """
        direction = (centre_xy[0] - self.centre_xy[0], centre_xy[1] - self.centre_xy[1])
        distance = math.hypot(*direction)
        if distance == 0:
            return SeatGuess(0, 0.0)
        guess = self.seat_of_direction(direction)
        return SeatGuess(guess.seat, guess.confidence * (min(1.0, distance / near_px) if near_px > 0 else 1.0))


def seat_directions(
    seat_count: int,
    image_size_wh: tuple[int, int],
    *,
    rotation_deg: float = 0.0,
    custom_deg: Sequence[float] | None = None,
    table_centre_xy: Xy | None = None,
) -> SeatPlan:
    """Place the seats around the picture in the order of play, clockwise, seat 0 at the bottom edge.

    With four seats: 0 bottom, 1 left, 2 top, 3 right. ``rotation_deg`` turns all of them clockwise; ``custom_deg``
    gives every seat its own angle (clockwise from the top edge) instead. Raises ValueError for fewer than two seats, or
    a custom list of another length.
    """
    if seat_count < 2:
        raise ValueError(f"expected at least two seats, got {seat_count}")
    if custom_deg is not None and len(custom_deg) != seat_count:
        raise ValueError(f"expected {seat_count} angles, one for every seat, got {len(custom_deg)}")
    angles = custom_deg if custom_deg is not None else [180.0 + 360.0 * seat / seat_count for seat in range(seat_count)]
    centre = table_centre_xy or (image_size_wh[0] / 2, image_size_wh[1] / 2)
    return SeatPlan(tuple((angle + rotation_deg) % 360.0 for angle in angles), centre)
