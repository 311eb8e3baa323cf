"""Filming a scripted game: its table, camera, people and light, frame by frame, with the truth about it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

import cv2
import numpy as np

from datasets.clips.camera import Camera
from datasets.clips.choreography import Choreography
from datasets.clips.hands import HandSprite, Person, draw_hand
from datasets.clips.sensor import LightChange, Sensor
from datasets.clips.stage import Lamp, Stage
from datasets.clips.tables import TABLE_MM, draw_table
from datasets.clips.truth import Truth, truth_path, write_truth
from datasets.clips.video_writer import VideoWriter
from datasets.decks import load_deck


@dataclass(frozen=True, slots=True)
class FilmPlan:
    """What every clip's plan has; None leaves it to chance (which the seed decides)."""

    seed: int
    deck: str
    _: KW_ONLY
    width_px: int = 1280
    height_px: int = 720
    fps: float = 15.0
    card_height_px: float | None = None
    surface: str | None = None
    clutter: bool | None = None
    light_change: bool | None = None
    noise: float | None = None
    pace: float = 1.0


P = TypeVar("P", bound=FilmPlan)


class FilmedGame(ABC, Generic[P]):
    """A planned clip, ready to be drawn frame by frame.

    `seat_turns_deg` says where the seats are: 0 at the bottom edge of the picture, 90 at the left.
    """

    seat_turns_deg: ClassVar[tuple[float, ...]] = (0.0, 90.0, 180.0, 270.0)

    def __init__(self, plan: P) -> None:
        # Separate streams: drawing the table differently must not change the deal.
        deal_rng, motion_rng, look_rng, sensor_rng = (np.random.default_rng([plan.seed, stream]) for stream in range(4))
        self.plan = plan
        self.camera = Camera.random(look_rng, plan.width_px, plan.height_px, plan.card_height_px)
        people = tuple(Person.random(look_rng) for _ in self.seat_turns_deg)
        self.film: Choreography = self._choreograph(deal_rng, motion_rng, people)
        lamp = Lamp.random(look_rng)
        table, self.surface = draw_table(look_rng, self.camera.px_per_mm, surface=plan.surface, clutter=plan.clutter)
        self._dress(look_rng, table)
        deck = load_deck(plan.deck, plan.seed)
        back = deck.backs[int(look_rng.integers(len(deck.backs)))] if deck.backs else _plain_back(look_rng)
        self._stage = Stage(
            self.camera,
            self.film,
            deck.faces,
            back,
            _seen_table(table, self.camera),
            self._draw_hands(look_rng, people, lamp),
            lamp,
            shutter_s=float(sensor_rng.uniform(1 / 90, 1 / 24)),
        )
        has_change = plan.light_change if plan.light_change is not None else bool(sensor_rng.random() < 0.5)
        self.light_change = LightChange.random(sensor_rng, self.film.duration_s) if has_change else None
        self._sensor = Sensor(sensor_rng, self.camera, self.film.duration_s, self.light_change, noise=plan.noise)

    @abstractmethod
    def _choreograph(
        self, deal_rng: np.random.Generator, motion_rng: np.random.Generator, people: tuple[Person, ...]
    ) -> Choreography:
        """Play the game and give everything its way and its time."""

    def _dress(self, rng: np.random.Generator, table_bgr: np.ndarray) -> None:
        """Lay on the bare table what belongs to the game and stays where it is."""

    @abstractmethod
    def _header(self) -> dict[str, object]:
        """What the truth's first line says of the game."""

    @abstractmethod
    def _final(self) -> dict[str, object]:
        """What the truth's last line says of the result."""

    @property
    def frame_count(self) -> int:
        """Frames of the whole clip."""
        return round(self.film.duration_s * self.plan.fps)

    def frames(self) -> Iterator[np.ndarray]:
        """All frames in order, (H, W, 3) uint8 BGR."""
        for index in range(self.frame_count):
            yield self.frame(index)

    def frame(self, index: int) -> np.ndarray:
        """One frame; its noise depends on which were drawn before it."""
        time_s = index / self.plan.fps
        picture, changed = self._stage.picture(time_s)
        return self._sensor.develop(picture, time_s, changed=changed)

    def truth(self) -> Truth:
        """What is true about the clip."""
        plan = self.plan
        events = list(self.film.truth)
        if self.light_change is not None:
            change = self.light_change
            events.append(
                {"kind": "light", "time_s": change.time_s, "length_s": change.length_s, "gain": round(change.gain, 2)}
            )
            events.sort(key=lambda event: float(event["time_s"]))  # type: ignore[arg-type]
        clip: dict[str, object] = {
            "kind": "clip", **self._header(), "deck": plan.deck, "seed": plan.seed, "surface": self.surface,
            "fps": plan.fps, "frames": self.frame_count, "width_px": plan.width_px, "height_px": plan.height_px,
            "card_height_px": round(88 * self.camera.px_per_mm, 1), "duration_s": self.film.duration_s,
        }  # fmt: skip
        return Truth(clip, tuple(events), {"kind": "final", **self._final()})

    def render(self, path: Path, *, quality: int = 24, preset: str = "veryfast") -> tuple[Truth, float]:
        """Render to `path`, with the truth beside it → (the truth, frames per second of rendering)."""
        plan, started = self.plan, time.perf_counter()
        with VideoWriter(path, plan.width_px, plan.height_px, plan.fps, quality=quality, preset=preset) as video:
            for frame in self.frames():
                video.write(frame)
        truth = self.truth()
        write_truth(truth_path(path), truth)
        return truth, self.frame_count / (time.perf_counter() - started)

    def _draw_hands(
        self, rng: np.random.Generator, people: tuple[Person, ...], lamp: Lamp
    ) -> dict[tuple[int, str], HandSprite]:
        """Every hand that appears in the clip, lit from the lamp's side."""
        sprites = {}
        for seat, gesture in sorted({(action.hand.seat, action.hand.gesture) for action in self.film.actions}):
            turn = np.deg2rad(self.seat_turns_deg[seat])
            # Towards the light, in the hand's frame (x right, y forward); shadows fall the other way.
            x, y = -lamp.slope_xy[0], -lamp.slope_xy[1]
            light = (np.cos(turn) * x + np.sin(turn) * y, -(-np.sin(turn) * x + np.cos(turn) * y))
            sprites[seat, gesture] = draw_hand(
                rng, people[seat], gesture, self.camera.px_per_mm * 1.15, (float(light[0]), float(light[1]))
            )
        return sprites


def _seen_table(table: np.ndarray, camera: Camera) -> np.ndarray:
    """The table's own picture as the camera sees it."""
    height, width = table.shape[:2]
    scale_x, scale_y = width / TABLE_MM[0], height / TABLE_MM[1]
    table_from_texture = np.array([[1 / scale_x, 0, -TABLE_MM[0] / 2], [0, 1 / scale_y, -TABLE_MM[1] / 2], [0, 0, 1]])
    image_from_texture = camera.image_from_table() @ table_from_texture
    size = (camera.width_px, camera.height_px)
    return cv2.warpPerspective(table, image_from_texture, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _plain_back(rng: np.random.Generator) -> np.ndarray:
    """A back for decks that bring none: one colour with a white border and a fine lattice."""
    back = np.full((352, 252, 4), 255, np.uint8)
    colour = cv2.cvtColor(np.uint8([[[rng.integers(0, 180), 190, 150]]]), cv2.COLOR_HSV2BGR)[0, 0]
    back[14:-14, 14:-14, :3] = colour
    y, x = np.mgrid[0:352, 0:252]
    lattice = ((x + y) % 16 < 3) | ((x - y) % 16 < 3)
    lattice[:18], lattice[-18:], lattice[:, :18], lattice[:, -18:] = False, False, False, False
    back[lattice, :3] = 235
    return back
