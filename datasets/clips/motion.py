"""How things move: smooth tracks through keyframes, and cards carried by a hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class CardPose:
    """Where a card is: centre in mm, turn about the vertical, flip about its long axis (180 = back up)."""

    x: float
    y: float
    z: float
    yaw_deg: float
    flip_deg: float = 0.0

    def vector(self) -> np.ndarray:
        """(5,) x, y, z, yaw, flip."""
        return np.array([self.x, self.y, self.z, self.yaw_deg, self.flip_deg])


@dataclass(frozen=True, slots=True)
class Track:
    """A value that glides through keyframes.

    `times_s` (K,) ascending, `values` (K, D), `passing` (K,) true where the motion goes through without stopping.
    Between two stops a single segment is the minimum-jerk curve of human reaching (Flash and Hogan 1985).
    """

    times_s: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    passing: tuple[bool, ...]

    def at(self, time_s: float) -> np.ndarray:
        """(D,) the value at a time; constant before the first and after the last keyframe."""
        times = self.times_s
        if time_s <= times[0]:
            return np.array(self.values[0])
        if time_s >= times[-1]:
            return np.array(self.values[-1])
        i = int(np.searchsorted(times, time_s, side="right")) - 1
        span = times[i + 1] - times[i]
        u = (time_s - times[i]) / span
        start, end = np.array(self.values[i]), np.array(self.values[i + 1])
        if not self.passing[i] and not self.passing[i + 1]:
            return start + (end - start) * (u * u * u * (10 - 15 * u + 6 * u * u))
        v0, v1 = self._velocity(i) * span, self._velocity(i + 1) * span
        u2, u3 = u * u, u * u * u
        return start * (2 * u3 - 3 * u2 + 1) + v0 * (u3 - 2 * u2 + u) + end * (3 * u2 - 2 * u3) + v1 * (u3 - u2)

    def _velocity(self, i: int) -> np.ndarray:
        if not self.passing[i] or not 0 < i < len(self.times_s) - 1:
            return np.zeros(len(self.values[i]))
        rise = np.array(self.values[i + 1]) - np.array(self.values[i - 1])
        return rise / (self.times_s[i + 1] - self.times_s[i - 1])


def track(*keys: tuple[float, tuple[float, ...]] | tuple[float, tuple[float, ...], bool]) -> Track:
    """A track from (time_s, value) keys; a third element True marks a point that is passed without stopping."""
    return Track(
        tuple(float(key[0]) for key in keys),
        tuple(tuple(float(number) for number in key[1]) for key in keys),
        tuple(bool(key[2]) if len(key) > 2 else False for key in keys),
    )


@dataclass(frozen=True, slots=True)
class HandPose:
    """Where a hand is: the point under its finger pads, its height, and the way its fingers point."""

    x: float
    y: float
    z: float
    heading_deg: float

    def carried(self, relative: np.ndarray) -> CardPose:
        """The pose of a card that lies `relative` (x, y, z, yaw, flip) to the hand."""
        turn = np.deg2rad(self.heading_deg)
        c, s = np.cos(turn), np.sin(turn)
        dx, dy, dz, yaw, flip = relative
        return CardPose(
            self.x + c * dx - s * dy, self.y + s * dx + c * dy, self.z + dz, self.heading_deg + yaw, float(flip)
        )

    def relative(self, pose: CardPose) -> np.ndarray:
        """The inverse of `carried`; the yaw comes out within ±180."""
        turn = np.deg2rad(self.heading_deg)
        c, s = np.cos(turn), np.sin(turn)
        dx, dy = pose.x - self.x, pose.y - self.y
        yaw = (pose.yaw_deg - self.heading_deg + 180) % 360 - 180
        return np.array([c * dx + s * dy, -s * dx + c * dy, pose.z - self.z, yaw, pose.flip_deg])


@dataclass(frozen=True, slots=True)
class HandMotion:
    """A hand that reaches in and leaves again: the arm pivots about an elbow beyond the edge of the picture."""

    seat: int
    gesture: str
    elbow_xy: tuple[float, float]
    path: Track  # x, y, z

    @property
    def start_s(self) -> float:
        """When the hand starts to move, still outside the picture."""
        return self.path.times_s[0]

    @property
    def end_s(self) -> float:
        """When the hand has come to rest outside the picture."""
        return self.path.times_s[-1]

    def at(self, time_s: float) -> HandPose:
        """The pose of the hand; heading 0 points up in the picture."""
        x, y, z = self.path.at(time_s)
        heading = np.rad2deg(np.arctan2(x - self.elbow_xy[0], -(y - self.elbow_xy[1])))
        return HandPose(float(x), float(y), float(z), float(heading))


@dataclass(frozen=True, slots=True)
class CardMove:
    """A card that lies, is carried by a hand from `taken_s` to `released_s`, and lies again."""

    card_id: int
    before: CardPose | None  # None: it comes in with the hand
    taken_s: float
    released_s: float
    relative: Track  # x, y, z, yaw, flip in the hand's frame
    after: CardPose

    def at(self, time_s: float, hand: HandPose) -> CardPose:
        """The pose of the card at a time."""
        if time_s >= self.released_s:
            return self.after
        if time_s < self.taken_s and self.before is not None:
            return self.before
        return hand.carried(self.relative.at(time_s))


@dataclass(frozen=True, slots=True)
class Action:
    """One reach of one hand with the cards it moves, in the order in which they lie on each other."""

    hand: HandMotion
    moves: tuple[CardMove, ...] = ()

    @property
    def start_s(self) -> float:
        return self.hand.start_s

    @property
    def end_s(self) -> float:
        return self.hand.end_s
