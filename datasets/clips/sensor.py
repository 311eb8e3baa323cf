"""Light in the room and the camera's electronics: what turns a clean picture into what a webcam delivers."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.clips.camera import Camera
from datasets.clips.motion import Track, track


@dataclass(frozen=True, slots=True)
class LightChange:
    """A lamp switched, a cloud, somebody leaning over: brightness and colour go elsewhere within `length_s`."""

    time_s: float
    length_s: float
    gain: float
    warmth: float  # factor red / blue
    gradient: float  # share of the second distribution of light over the table

    @classmethod
    def random(cls, rng: np.random.Generator, duration_s: float) -> LightChange:
        """Some change in the middle part of a clip."""
        brighter = rng.random() < 0.4
        return cls(
            float(rng.uniform(0.25, 0.75) * duration_s),
            float(rng.choice([0.15, 0.8, 2.5])),
            float(rng.uniform(1.15, 1.4) if brighter else rng.uniform(0.55, 0.85)),
            float(rng.uniform(0.85, 1.18)),
            float(rng.uniform(0.3, 1.0)),
        )


class Sensor:
    """Develops pinhole pictures: lens, light, focus, white balance, exposure, sharpening, noise."""

    def __init__(
        self,
        rng: np.random.Generator,
        camera: Camera,
        duration_s: float,
        change: LightChange | None,
        *,
        noise: float | None = None,
    ) -> None:
        """`noise` is the standard deviation in grey levels (None: chance)."""
        self._rng = rng
        self._maps = camera.lens_maps()
        self._size = (camera.width_px, camera.height_px)
        self._light_maps = (_light_map(rng, camera), _light_map(rng, camera))
        self._exposure = self._exposure_track(rng, duration_s, change)
        self._focus_sigma = float(rng.uniform(0.35, 0.95)) * camera.height_px / 720
        self._sharpen = float(rng.uniform(0.0, 1.1)) if rng.random() < 0.7 else 0.0
        self._gamma = float(rng.uniform(0.85, 1.2))
        self._contrast = float(rng.uniform(0.85, 1.12))
        self._noise_tile = self._grain(rng, float(rng.uniform(1.0, 5.0)) if noise is None else noise)
        self._optical: np.ndarray | None = None

    @staticmethod
    def _exposure_track(rng: np.random.Generator, duration_s: float, change: LightChange | None) -> Track:
        """Keyframes of (gain, blue gain, red gain, gradient share), with automatic exposure after a change."""
        base_gain, warmth, share = rng.uniform(0.82, 1.12), rng.uniform(0.88, 1.14), rng.uniform(0, 0.3)
        if change is None:
            levels = [(0.0, 1.0, 1.0, 0.0), (duration_s, 1.0, 1.0, 0.0)]
        else:
            after = change.time_s + change.length_s
            recovered = 1 + 0.45 * (change.gain - 1)
            levels = [
                (0.0, 1.0, 1.0, 0.0),
                (change.time_s, 1.0, 1.0, 0.0),
                (after, change.gain, change.warmth, change.gradient),
                (after + 1.3, recovered, change.warmth, change.gradient),
                (max(duration_s, after + 2), recovered, change.warmth, change.gradient),
            ]
        keys = []
        for time_s, gain, warm, gradient in levels:
            red = np.sqrt(warmth * warm)
            keys.append((time_s, (base_gain * gain, 1 / red, red, min(share + gradient, 1.0))))
        return track(*keys)

    def _grain(self, rng: np.random.Generator, sigma: float) -> np.ndarray:
        width, height = self._size
        fine = rng.normal(0, 1, (height + 128, width + 128, 3)).astype(np.float32)
        # Demosaicing and the camera's own noise reduction leave grains of about two pixels, mostly grey.
        fine = 0.65 * fine + 0.9 * fine.mean(axis=2, keepdims=True)
        soft = cv2.GaussianBlur(fine, (0, 0), 0.7)
        return np.clip(soft / soft.std() * sigma, -60, 60).astype(np.int8)

    def develop(self, picture: np.ndarray, time_s: float, *, changed: bool = True) -> np.ndarray:
        """(H, W, 3) uint8 pinhole picture → what the camera delivers at a time."""
        if changed or self._optical is None:
            warped = cv2.remap(picture, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            blurred = cv2.GaussianBlur(warped, (0, 0), self._focus_sigma)
            if self._sharpen:
                halo = cv2.GaussianBlur(blurred, (0, 0), 1.3)
                blurred = cv2.addWeighted(blurred, 1 + self._sharpen, halo, -self._sharpen, 0)
            self._optical = blurred
        gain, blue, red, gradient = self._exposure.at(time_s)
        gain *= 1 + 0.012 * np.sin(time_s * 0.7) + 0.006 * np.sin(time_s * 2.3 + 1)
        light = cv2.addWeighted(self._light_maps[0], 1 - gradient, self._light_maps[1], gradient, 0)
        lit = cv2.multiply(self._optical, light, scale=1 / 160)
        lit = cv2.LUT(lit, self._tone_curve(gain, blue, red))
        dy, dx = self._rng.integers(0, 128, 2)
        grain = self._noise_tile[dy : dy + self._size[1], dx : dx + self._size[0]]
        return cv2.add(lit, grain, dtype=cv2.CV_8U)

    def _tone_curve(self, gain: float, blue: float, red: float) -> np.ndarray:
        """(1, 256, 3) table: linear gain in light, then the camera's own contrast."""
        level = (np.arange(256, dtype=np.float64) / 255) ** (2.2 * self._gamma)
        curves = []
        for channel in (blue, 1.0, red):
            light = level * (gain * channel) ** 1.6
            light = np.where(light > 0.8, 0.8 + 0.2 * np.tanh((light - 0.8) / 0.2), light)  # highlights roll off
            shown = light ** (1 / 2.2)
            curves.append(np.clip((shown - 0.5) * self._contrast + 0.5, 0, 1) * 255)
        return np.stack(curves, axis=-1)[None].round().astype(np.uint8)


def _light_map(rng: np.random.Generator, camera: Camera) -> np.ndarray:
    """(H, W, 3) uint8, 160 = full light: a lamp somewhere, falling off, and the lens' vignetting."""
    width, height = camera.width_px, camera.height_px
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / height
    x0, y0 = rng.uniform(-0.2, 1.2) * width / height, rng.uniform(-0.2, 1.2)
    fall = rng.uniform(0.0, 0.30)
    lamp = 1 - fall * np.minimum(np.hypot(x - x0, y - y0), 1.8)
    r2 = (x - 0.5 * width / height) ** 2 + (y - 0.5) ** 2
    vignette = 1 - rng.uniform(0.02, 0.22) * r2
    level = lamp * vignette
    level *= 1.0 / np.percentile(level, 80)
    return np.repeat(np.clip(level * 160, 40, 200)[..., None], 3, axis=2).astype(np.uint8)
