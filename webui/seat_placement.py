"""Where the seats are around the picture, and where on the table a point of the picture lies."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

Xy = tuple[float, float]

# The clicked corners in the order of the set-up page: bottom left, top left, top right, bottom right.
_TABLE_SQUARE = np.array([(-1, 1), (-1, -1), (1, -1), (1, 1)], np.float32)


@dataclass(frozen=True, slots=True)
class SeatPlacement:
    """Directions of the seats from the middle of play, as unit vectors by seat (x right, y down in the picture).

    `corners` are the table's corners in the picture as fractions of its width and height (bottom left, then clockwise),
    None under a camera that looks straight down: then the picture's middle is the middle of play.
    """

    directions: Mapping[int, Xy]
    corners: tuple[Xy, ...] | None = None

    @classmethod
    def around(cls, seat_count: int = 4, *, bottom_seat: int = 0, is_clockwise: bool = True) -> SeatPlacement:
        """Seats evenly around the picture, in the order of play from `bottom_seat` at its lower edge."""
        directions = {}
        for step in range(seat_count):
            angle = 2 * math.pi * step / seat_count * (1 if is_clockwise else -1)
            directions[(bottom_seat + step) % seat_count] = (-math.sin(angle), math.cos(angle))
        return cls(directions)

    def with_corners(self, corners: Sequence[Xy] | None) -> SeatPlacement:
        """The same seats around a table whose corners were clicked; None forgets them."""
        return SeatPlacement(self.directions, None if corners is None else tuple(corners))

    def offset(self, point_xy: Xy, image_size_wh: tuple[int, int]) -> Xy:
        """Where a point of the picture (px) lies from the middle of play, in half table (or picture) heights."""
        width, height = image_size_wh
        if self.corners is None:
            return (point_xy[0] - width / 2) / (height / 2), (point_xy[1] - height / 2) / (height / 2)
        corners_px = np.array(self.corners, np.float32) * np.array([width, height], np.float32)
        square_from_image = cv2.getPerspectiveTransform(corners_px, _TABLE_SQUARE)
        point = cv2.perspectiveTransform(np.array([[point_xy]], np.float32), square_from_image).ravel()
        return float(point[0]), float(point[1])

    def direction(self, vector_xy: Xy, image_size_wh: tuple[int, int]) -> Xy:
        """A direction from the picture's middle outwards, as a direction over the table (unit vector).

        It is given in the picture stretched to a square: four seats have an edge each, however wide the picture is.
        """
        width, height = image_size_wh
        if len(self.directions) > 4:  # Some share an edge: only the true angle tells them apart.
            vector_xy = (vector_xy[0] * width / height, vector_xy[1])
        # A short step: far outside the table an oblique camera's homography bends over its horizon.
        step_px = 0.1 * height
        middle = (width / 2, height / 2)
        there = self.offset((middle[0] + vector_xy[0] * step_px, middle[1] + vector_xy[1] * step_px), image_size_wh)
        here = self.offset(middle, image_size_wh)
        turned = (there[0] - here[0], there[1] - here[1])
        length = math.hypot(*turned)
        return (turned[0] / length, turned[1] / length) if length else vector_xy
