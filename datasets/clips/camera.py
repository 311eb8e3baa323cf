"""The camera above the table: where a point of the table lands in the picture, and what the lens does to it.

Table frame in millimetres: origin in the middle, x to the right, y towards seat 0 (down in the picture), z up.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera with a little radial distortion, looking at the middle of the table."""

    width_px: int
    height_px: int
    focal_px: float
    distance_mm: float
    rotation: np.ndarray  # (3, 3)
    centre_px: tuple[float, float]
    radial: float

    @classmethod
    def random(
        cls, rng: np.random.Generator, width_px: int, height_px: int, card_height_px: float | None = None
    ) -> Camera:
        """An overhead camera, sometimes slightly oblique; cards come out 110 to 170 px high at 720 lines."""
        if card_height_px is None:
            card_height_px = rng.uniform(112, 168) * height_px / 720
        focal_px = width_px * rng.uniform(0.85, 1.25)
        tilt_deg = rng.normal(0, 2.0) if rng.random() < 0.6 else rng.uniform(4, 13) * rng.choice([-1, 1])
        pan_deg, roll_deg = rng.normal(0, 1.5), rng.normal(0, 2.0)
        return cls(
            width_px,
            height_px,
            focal_px,
            focal_px * CARD_HEIGHT_MM / card_height_px,
            _rotation(tilt_deg, pan_deg, roll_deg),
            (width_px / 2 + rng.normal(0, width_px * 0.012), height_px / 2 + rng.normal(0, height_px * 0.012)),
            rng.uniform(-0.02, 0.10),
        )

    @property
    def px_per_mm(self) -> float:
        """Scale in the middle of the table."""
        return self.focal_px / self.distance_mm

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """(N, 3) points on or over the table → (N, 2) pixels before lens distortion."""
        points = np.asarray(points_mm, np.float64) * (1.0, 1.0, -1.0)
        seen = points @ self.rotation.T + (0.0, 0.0, self.distance_mm)
        return self.focal_px * seen[:, :2] / seen[:, 2:] + self.centre_px

    def delivered(self, points_mm: np.ndarray) -> np.ndarray:
        """(N, 3) points on or over the table → (N, 2) pixels of the finished picture, lens distortion included."""
        middle = np.array([self.width_px / 2, self.height_px / 2])
        half_diagonal = float(np.hypot(*middle))
        pinhole = (self.project(points_mm) - middle) / half_diagonal
        seen = pinhole.copy()
        for _ in range(12):  # the lens maps lead from the finished picture to the pinhole's; this is the way back
            r2 = (seen**2).sum(axis=1, keepdims=True)
            seen = pinhole / ((1 + self.radial * r2) / (1 + max(self.radial, 0.0)))
        return seen * half_diagonal + middle

    def image_from_table(self) -> np.ndarray:
        """(3, 3) homography of the table plane (z = 0) in millimetres."""
        corners = np.array([[-100, -100], [100, -100], [100, 100], [-100, 100]], np.float32)
        flat = np.concatenate([corners, np.zeros((4, 1), np.float32)], axis=1)
        return cv2.getPerspectiveTransform(corners, self.project(flat).astype(np.float32))

    def is_outside(self, points_mm: np.ndarray, margin_px: float = 8.0) -> bool:
        """Whether all (N, 3) points lie beyond one common edge of the picture."""
        x, y = self.project(points_mm).T
        return bool(
            (x < -margin_px).all()
            or (y < -margin_px).all()
            or (x > self.width_px + margin_px).all()
            or (y > self.height_px + margin_px).all()
        )

    def lens_maps(self) -> tuple[np.ndarray, np.ndarray]:
        """Maps for cv2.remap from the pinhole picture to the distorted one."""
        x, y = np.meshgrid(np.arange(self.width_px, dtype=np.float32), np.arange(self.height_px, dtype=np.float32))
        cx, cy = self.width_px / 2, self.height_px / 2
        half_diagonal = float(np.hypot(cx, cy))
        dx, dy = (x - cx) / half_diagonal, (y - cy) / half_diagonal
        r2 = dx * dx + dy * dy
        # Normalised at the corner, so that no empty border appears.
        stretch = (1 + self.radial * r2) / (1 + max(self.radial, 0.0))
        map_x, map_y = cx + dx * stretch * half_diagonal, cy + dy * stretch * half_diagonal
        return cv2.convertMaps(map_x, map_y, cv2.CV_16SC2)


def _rotation(tilt_deg: float, pan_deg: float, roll_deg: float) -> np.ndarray:
    def turn(axis: tuple[float, float, float], angle_deg: float) -> np.ndarray:
        return cv2.Rodrigues(np.array(axis) * np.deg2rad(angle_deg))[0]

    return turn((0, 0, 1), roll_deg) @ turn((1, 0, 0), tilt_deg) @ turn((0, 1, 0), pan_deg)
