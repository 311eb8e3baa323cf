"""Where things have their places on the table, and where hands must be to put them there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.clips.camera import CARD_HEIGHT_MM, CARD_WIDTH_MM, Camera
from datasets.clips.hands import Person
from datasets.clips.motion import CardPose, HandMotion, HandPose

HOVER_MM = 75.0


@dataclass(frozen=True, slots=True)
class Table:
    """Where things have their places in this clip; `turns_deg` tells where the seats are, 0 at the bottom, 90 left."""

    rng: np.random.Generator
    camera: Camera
    people: tuple[Person, ...]
    gestures: tuple[str, ...]
    mirrored: bool
    turns_deg: tuple[float, ...] = (0.0, 90.0, 180.0, 270.0)

    def world(self, seat: int, x: float, out: float) -> tuple[float, float]:
        """A point in a player's frame (x to his right, out towards him) on the table."""
        turn = np.deg2rad(self.turns_deg[seat])
        c, s = np.cos(turn), np.sin(turn)
        return float(c * x - s * out), float(s * x + c * out)

    def centre_px(self, pose: CardPose) -> list[float]:
        """Where the middle of a lying card is in the finished picture."""
        x, y = self.camera.delivered(np.array([[pose.x, pose.y, pose.z]]))[0]
        return [round(float(x), 1), round(float(y), 1)]

    def stack_place(self, dealer: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Centres of the undealt stack and of the turned card: a corner that no pile needs."""
        low = dealer in ((0, 1) if not self.mirrored else (0, 3))
        side = (-1 if low else 1) * (-1 if self.mirrored else 1)
        half_width = self.camera.width_px / 2 / self.camera.px_per_mm
        away = min(half_width - 60, 262) + self.rng.normal(0, 4)
        y = (1 if low else -1) * (118 + self.rng.normal(0, 4))
        return (side * away, y), (
            side * (away - (72 if dealer % 2 == 0 else 90) + self.rng.normal(0, 4)),
            y + self.rng.normal(0, 4),
        )

    def pile_pose(self, seat: int, count: int) -> CardPose:
        """Where the `count`-th trick of a seat ends, face down."""
        handed = -1 if self.mirrored else 1
        if seat % 2 == 0:
            x, y = self.world(seat, handed * (132 + 9 * count), 146)
            yaw = 90 * seat + 90
        else:
            x, y = self.world(seat, handed * (-24 + 2.5 * count), 228)
            yaw = 90 * seat + 90 * (count % 2)
        jitter = self.rng.normal(0, 1.5, 2)
        return CardPose(x + jitter[0], y + jitter[1], 0.5 + 1.6 * count, yaw + self.rng.normal(0, 4), 180.0)

    def entrance(self, seat: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """→ (grip outside the picture, elbow) of a player who reaches in."""
        handed = -1 if self.people[seat].left_handed else 1
        x = handed * self.rng.uniform(30, 120)
        for out in range(180, 1200, 10):
            grip, elbow = self.world(seat, x, out), self.world(seat, x * 1.2, out + 300)
            if self.camera.is_outside(hand_outline(HandPose(*grip, HOVER_MM, self.turns_deg[seat]), reach_mm=110)):
                return grip, elbow
        raise AssertionError("the picture is larger than the table")


def hand_outline(pose: HandPose, reach_mm: float) -> np.ndarray:
    """(N, 3) points round the hand, from `reach_mm` before the finger pads back over the wrist."""
    turn = np.deg2rad(pose.heading_deg)
    c, s = np.cos(turn), np.sin(turn)
    local = np.array([(x, y) for x in (-75, 0, 75) for y in (-reach_mm, 0, 120, 300)], float)
    world = local @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)
    return np.concatenate([world, np.full((len(world), 1), pose.z)], axis=1)


def grip_for(elbow: tuple[float, float], centre: tuple[float, float], offset: np.ndarray) -> tuple[float, float]:
    """Where the hand must be for a card it holds at `offset` to have its centre at `centre`."""
    grip = np.array(centre, float)
    for _ in range(6):
        heading = np.arctan2(grip[0] - elbow[0], -(grip[1] - elbow[1]))
        c, s = np.cos(heading), np.sin(heading)
        grip = np.array(centre) - np.array([c * offset[0] - s * offset[1], s * offset[0] + c * offset[1]])
    return float(grip[0]), float(grip[1])


def resting_place(
    table: Table, seat: int, elbow: tuple[float, float], offset: np.ndarray, below: list[CardPose]
) -> tuple[CardPose, tuple[float, float], float]:
    """A place in front of the player that may overlap earlier cards but leaves each one corner in sight."""
    rng = table.rng
    for attempt in range(200):
        away = (rng.uniform(56, 90) if seat % 2 == 0 else rng.uniform(62, 104)) + 0.15 * attempt
        x, y = table.world(seat, rng.normal(0, 13), away)
        grip = grip_for(elbow, (x, y), offset)
        heading = np.rad2deg(np.arctan2(grip[0] - elbow[0], -(grip[1] - elbow[1])))
        yaw = float(rng.normal(0, 9))
        pose = CardPose(x, y, 0.5 + 0.4 * len(below), heading + yaw, 0.0)
        outlines = [card_outline(laid) for laid in (*below, pose)]
        if all(has_corner_in_sight(outlines, k) for k in range(len(below))):
            return pose, grip, yaw
    raise AssertionError("no room for a card in front of the player")


def card_outline(pose: CardPose) -> np.ndarray:
    """(4, 2) corners of a lying card on the table."""
    turn = np.deg2rad(pose.yaw_deg)
    c, s = np.cos(turn), np.sin(turn)
    w, h = CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2
    return np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)


def has_corner_in_sight(outlines: list[np.ndarray], k: int) -> bool:
    """Whether one of the two index corners of card `k` is covered by none of the later cards."""
    top_left, top_right, bottom_right, bottom_left = outlines[k]
    right, down = (top_right - top_left) / CARD_WIDTH_MM, (bottom_left - top_left) / CARD_HEIGHT_MM
    for corner, sign in ((top_left, 1), (bottom_right, -1)):
        zone = [corner + sign * (right * x + down * y) for x in (0, 8, 17) for y in (0, 14, 29)]
        if not any(_inside(point, outline) for outline in outlines[k + 1 :] for point in zone):
            return True
    return False


def _inside(point: np.ndarray, outline: np.ndarray) -> bool:
    edges = np.roll(outline, -1, axis=0) - outline
    to_point = point - outline
    turns = edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0]
    return bool((turns >= 0).all() or (turns <= 0).all())


def left_picture(table: Table, hand: HandMotion, after_s: float) -> float:
    """The first time after which no part of the hand is in the picture."""
    for time_s in np.arange(after_s, hand.end_s, 0.01):
        if table.camera.is_outside(hand_outline(hand.at(time_s), reach_mm=30)):
            return float(time_s)
    return hand.end_s


def cleared(hand: HandMotion, pose: CardPose, after_s: float) -> float:
    """The first time at which the finger tips are a hand's breadth away from the middle of the card."""
    for time_s in np.arange(after_s, hand.end_s, 0.01):
        at = hand.at(time_s)
        turn = np.deg2rad(at.heading_deg)
        tip = (at.x + 28 * np.sin(turn), at.y - 28 * np.cos(turn))
        if np.hypot(tip[0] - pose.x, tip[1] - pose.y) > 75:
            return float(time_s)
    return hand.end_s
