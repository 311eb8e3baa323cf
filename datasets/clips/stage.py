"""The scene in front of the camera at any moment: table, cards, hands, their shadows and their motion blur."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.clips.camera import CARD_HEIGHT_MM, CARD_WIDTH_MM, Camera
from datasets.clips.choreography import STACK_ID, Choreography
from datasets.clips.hands import HandSprite
from datasets.clips.motion import Action, CardPose, HandPose
from datasets.clips.placing import hand_outline

MAX_SUB_FRAMES = 6


@dataclass(frozen=True, slots=True)
class Lamp:
    """The main light: where shadows fall, and how much the cards shine."""

    slope_xy: tuple[float, float]  # shadow offset per mm of height
    strength: float
    glare_xy: tuple[float, float]  # centre of the reflection, fraction of the picture
    glare: float

    @classmethod
    def random(cls, rng: np.random.Generator) -> Lamp:
        """A lamp or a window."""
        turn, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.75)
        return cls(
            (float(slope * np.cos(turn)), float(slope * np.sin(turn))),
            float(rng.uniform(0.25, 0.55)),
            (float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))),
            float(rng.uniform(10, 55)) if rng.random() < 0.5 else 0.0,
        )


class Stage:
    """Draws the pinhole picture at a time; `changed` tells whether anything moved since the last one."""

    def __init__(
        self,
        camera: Camera,
        film: Choreography,
        faces: dict[str, np.ndarray],
        back: np.ndarray,
        background: np.ndarray,
        sprites: dict[tuple[int, str], HandSprite],
        lamp: Lamp,
        shutter_s: float,
    ) -> None:
        """`faces` and `back` are BGRA; `background` is the empty table as the camera sees it, uint8 BGR."""
        self._camera = camera
        self._film = film
        height_px = round(CARD_HEIGHT_MM * camera.px_per_mm * 1.12)
        self._faces = {card.card_id: _texture(faces[card.code], height_px) for card in film.cards}
        self._back = _texture(back, height_px)
        self._sprites = sprites
        self._lamp = lamp
        self._shutter_s = shutter_s
        self._glare = self._glare_map()
        self._base = background.copy()
        if film.stack:
            self._contact_shadow(self._base, self._card_corners(film.stack[0]), film.stack[-1], 0.8)
        for pose in film.stack:
            self._draw_card(self._base, STACK_ID, pose, shadow=False)
        self._actions = sorted(film.actions, key=lambda action: action.start_s)
        self._resting_key: tuple[tuple[int, CardPose], ...] | None = None
        self._resting = self._base

    def picture(self, time_s: float) -> tuple[np.ndarray, bool]:
        """→ ((H, W, 3) uint8, whether it differs from the last one)."""
        active = [action for action in self._actions if action.start_s <= time_s < action.end_s]
        moved = {move.card_id for action in active for move in action.moves}
        key = tuple(self._lying(time_s, moved))
        fresh = key != self._resting_key
        if fresh:
            self._resting_key, self._resting = key, self._base.copy()
            for card_id, pose in key:
                self._draw_card(self._resting, card_id, pose, shadow=True)
        if not active:
            return self._resting, fresh
        return self._moving(time_s, active), True

    def _lying(self, time_s: float, moved: set[int]) -> list[tuple[int, CardPose]]:
        """Cards that lie still and belong to no running action, the lowest first."""
        pose: dict[int, CardPose] = {card.card_id: card.start for card in self._film.cards if card.start is not None}
        for action in self._actions:
            if action.end_s <= time_s:
                for move in action.moves:
                    pose.pop(move.card_id, None)
                    pose[move.card_id] = move.after
        return [(card_id, at) for card_id, at in pose.items() if card_id not in moved]

    def _moving(self, time_s: float, active: list[Action]) -> np.ndarray:
        picture = self._resting.copy()
        # Cards of a gathering hand that it has not touched yet.
        for action in active:
            for move in action.moves:
                if (
                    move.before is not None and time_s < move.taken_s - 0.5 * self._shutter_s
                ) or time_s > move.released_s + 0.5 * self._shutter_s:
                    self._draw_card(
                        picture, move.card_id, move.after if time_s > move.released_s else move.before, shadow=True
                    )
        self._cast_shadows(picture, time_s, active)
        count = self._sub_frames(time_s, active)
        if count == 1:
            self._draw_actions(picture, time_s, active)
            return picture
        window = self._window(time_s, active)
        if window is None:
            return picture
        total = np.zeros((*picture[window].shape,), np.float32)
        for step in range(count):
            frame = picture.copy() if step < count - 1 else picture
            when = time_s + self._shutter_s * ((step + 0.5) / count - 0.5)
            self._draw_actions(frame, when, active)
            cv2.accumulate(frame[window], total)
        picture[window] = cv2.convertScaleAbs(total, alpha=1 / count)
        return picture

    def _draw_actions(self, picture: np.ndarray, time_s: float, active: list[Action]) -> None:
        for action in active:
            hand = action.hand.at(time_s)
            sprite = self._sprites[action.hand.seat, action.hand.gesture]
            self._draw_layer(picture, sprite, sprite.lower_bgra, hand)
            for move in action.moves:
                self._draw_card(picture, move.card_id, move.at(time_s, hand), shadow=False)
            self._draw_layer(picture, sprite, sprite.upper_bgra, hand)

    def _sub_frames(self, time_s: float, active: list[Action]) -> int:
        """One sub-frame for every three pixels that anything moves while the shutter is open."""
        half, fastest = self._shutter_s / 2, 0.0
        for action in active:
            before, after = action.hand.at(time_s - half), action.hand.at(time_s + half)
            fastest = max(fastest, float(np.hypot(after.x - before.x, after.y - before.y)))
            for move in action.moves:
                if move.taken_s < time_s < move.released_s:
                    a, b = move.at(time_s - half, before), move.at(time_s + half, after)
                    fastest = max(fastest, float(np.hypot(b.x - a.x, b.y - a.y)), abs(b.flip_deg - a.flip_deg) * 0.4)
        return int(np.clip(np.ceil(fastest * self._camera.px_per_mm / 3), 1, MAX_SUB_FRAMES))

    def _window(self, time_s: float, active: list[Action]) -> tuple[slice, slice] | None:
        points = []
        for action in active:
            for when in (time_s - self._shutter_s / 2, time_s + self._shutter_s / 2):
                hand = action.hand.at(when)
                points.append(self._sprite_corners(self._sprites[action.hand.seat, action.hand.gesture], hand))
                points += [self._card_corners(move.at(when, hand)) for move in action.moves]
        return _clip_box(np.concatenate(points), self._camera.width_px, self._camera.height_px, 6)

    def _sprite_corners(
        self, sprite: HandSprite, hand: HandPose, slope_xy: tuple[float, float] | None = None
    ) -> np.ndarray:
        """(4, 2) pixels of the sprite, or of its shadow on the table when a light slope is given."""
        turn = np.deg2rad(hand.heading_deg)
        c, s = np.cos(turn), np.sin(turn)
        x, y = sprite.corners_mm[:, 0], -sprite.corners_mm[:, 1]
        # The arm comes down from the shoulder: its far end is higher than the fingers.
        z = hand.z + np.array([0.0, 0.0, 90.0, 90.0])
        wx, wy = hand.x + c * x - s * y, hand.y + s * x + c * y
        if slope_xy is not None:
            wx, wy, z = wx + slope_xy[0] * (z + 12), wy + slope_xy[1] * (z + 12), np.zeros(4)
        return self._camera.project(np.stack([wx, wy, z], axis=1))

    def _card_corners(self, pose: CardPose, slope_xy: tuple[float, float] | None = None) -> np.ndarray:
        """(4, 2) pixels of the corners of the side that is up, from its own top left clockwise."""
        turn, flip = np.deg2rad(pose.yaw_deg), np.deg2rad(pose.flip_deg)
        side = 1.0 if np.cos(flip) >= 0 else -1.0
        x = np.array([-1, 1, 1, -1]) * CARD_WIDTH_MM / 2 * side
        y = np.array([-1, -1, 1, 1]) * CARD_HEIGHT_MM / 2
        z = pose.z + abs(np.sin(flip)) * CARD_WIDTH_MM / 2 + x * np.sin(flip)
        x = x * np.cos(flip)
        c, s = np.cos(turn), np.sin(turn)
        wx, wy = pose.x + c * x - s * y, pose.y + s * x + c * y
        if slope_xy is not None:
            wx, wy, z = wx + slope_xy[0] * (z + 1.2), wy + slope_xy[1] * (z + 1.2), np.zeros(4)
        return self._camera.project(np.stack([wx, wy, z], axis=1))

    def _draw_card(self, picture: np.ndarray, card_id: int, pose: CardPose, *, shadow: bool) -> None:
        face_up = np.cos(np.deg2rad(pose.flip_deg)) >= 0
        texture = self._faces[card_id] if face_up and card_id in self._faces else self._back
        corners = self._card_corners(pose)
        if shadow:
            # The cards of a pile share one shadow: each adds little to that of the one below.
            self._contact_shadow(picture, corners, pose, 0.8 if face_up or pose.z < 0.6 else 0.08)
        shine = self._glare if self._lamp.glare else None
        facing = 0.72 + 0.28 * abs(np.cos(np.deg2rad(pose.flip_deg)))
        _draw_quad(picture, texture, corners, inset_px=1.0, shine=shine, brightness=facing)

    def _contact_shadow(self, picture: np.ndarray, corners: np.ndarray, pose: CardPose, strength: float) -> None:
        cast = self._card_corners(pose, self._lamp.slope_xy)
        box = _clip_box(np.concatenate([cast, corners]), picture.shape[1], picture.shape[0], 8)
        if box is None:
            return
        mask = np.zeros((box[0].stop - box[0].start, box[1].stop - box[1].start), np.uint8)
        for outline in (corners, cast):
            points = np.round((outline - (box[1].start, box[0].start)) * 16).astype(np.int32)
            cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), max(1.6 * self._camera.px_per_mm, 0.8))
        _darken(picture[box], mask, self._lamp.strength * strength)

    def _cast_shadows(self, picture: np.ndarray, time_s: float, active: list[Action]) -> None:
        """Soft shadows of hands and carried cards, at a quarter of the resolution: they have no edges to lose."""
        small = np.zeros((self._camera.height_px // 4 + 1, self._camera.width_px // 4 + 1), np.uint8)
        for action in active:
            hand = action.hand.at(time_s)
            sprite = self._sprites[action.hand.seat, action.hand.gesture]
            mask = np.zeros_like(small)
            quarter = self._sprite_corners(sprite, hand, self._lamp.slope_xy) / 4
            h, w = sprite.upper_bgra.shape[:2]
            matrix = cv2.getPerspectiveTransform(
                np.float32([[0, 0], [w, 0], [w, h], [0, h]]), quarter.astype(np.float32)
            )
            for layer in (sprite.upper_bgra, sprite.lower_bgra):
                mask = np.maximum(
                    mask,
                    cv2.warpPerspective(
                        np.ascontiguousarray(layer[..., 3]), matrix, mask.shape[::-1], flags=cv2.INTER_LINEAR
                    ),
                )
            for move in action.moves:
                if move.taken_s <= time_s < move.released_s:
                    cast = self._card_corners(move.at(time_s, hand), self._lamp.slope_xy) / 4
                    cv2.fillConvexPoly(mask, np.round(cast * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
            sigma = (2.0 + 0.12 * hand.z) * self._camera.px_per_mm / 4
            small = np.maximum(small, cv2.GaussianBlur(mask, (0, 0), max(sigma, 0.6)))
        x, y, w, h = cv2.boundingRect(small)
        if not w:
            return
        box = (slice(4 * y, min(4 * (y + h), picture.shape[0])), slice(4 * x, min(4 * (x + w), picture.shape[1])))
        if box[0].stop <= box[0].start or box[1].stop <= box[1].start:
            return
        large = cv2.resize(small, (small.shape[1] * 4, small.shape[0] * 4), interpolation=cv2.INTER_LINEAR)
        _darken(picture[box], large[box], self._lamp.strength)

    def _draw_layer(self, picture: np.ndarray, sprite: HandSprite, layer: np.ndarray, hand: HandPose) -> None:
        if self._camera.is_outside(hand_outline(hand, reach_mm=45)):
            return
        _draw_quad(picture, layer, self._sprite_corners(sprite, hand))

    def _glare_map(self) -> np.ndarray:
        """(H, W, 3) uint8 light that glossy card faces reflect."""
        h, w = self._camera.height_px, self._camera.width_px
        x = (np.arange(w, dtype=np.float32)[None, :] / w - self._lamp.glare_xy[0]) * w / h
        y = np.arange(h, dtype=np.float32)[:, None] / h - self._lamp.glare_xy[1]
        spot = np.exp(-(x * x + y * y) / (2 * 0.16**2)) * self._lamp.glare
        return np.repeat(spot[..., None], 3, axis=2).astype(np.uint8)


def _texture(bgra: np.ndarray, height_px: int) -> np.ndarray:
    """A card as premultiplied BGRA at about the size it is seen, with a clear rim for smooth edges."""
    premultiplied = bgra.copy()
    premultiplied[..., :3] = cv2.multiply(bgra[..., :3], cv2.merge([bgra[..., 3]] * 3), scale=1 / 255)
    size = (round(height_px * CARD_WIDTH_MM / CARD_HEIGHT_MM), height_px)
    return cv2.copyMakeBorder(
        cv2.resize(premultiplied, size, interpolation=cv2.INTER_AREA), 1, 1, 1, 1, cv2.BORDER_CONSTANT
    )


def _clip_box(points: np.ndarray, width: int, height: int, margin: int) -> tuple[slice, slice] | None:
    x0, y0 = np.maximum(np.floor(points.min(axis=0)).astype(int) - margin, 0)
    x1, y1 = np.minimum(np.ceil(points.max(axis=0)).astype(int) + margin, (width, height))
    return None if x1 <= x0 or y1 <= y0 else (slice(int(y0), int(y1)), slice(int(x0), int(x1)))


def _darken(region: np.ndarray, mask: np.ndarray, strength: float) -> None:
    """Multiply a uint8 region by 1 − strength·mask, in place."""
    keep = cv2.convertScaleAbs(mask, alpha=-strength, beta=255)
    cv2.multiply(region, cv2.merge([keep] * 3), dst=region, scale=1 / 255)


def _draw_quad(
    picture: np.ndarray,
    texture: np.ndarray,
    corners: np.ndarray,
    *,
    inset_px: float = 0.0,
    shine: np.ndarray | None = None,
    brightness: float = 1.0,
) -> None:
    """Composite a premultiplied BGRA texture whose corners land on (4, 2) pixels."""
    box = _clip_box(corners, picture.shape[1], picture.shape[0], 2)
    if box is None:
        return
    h, w = texture.shape[:2]
    i = inset_px
    source = np.float32([[i, i], [w - i, i], [w - i, h - i], [i, h - i]]) - 0.5
    target = (corners - (box[1].start, box[0].start)).astype(np.float32) - 0.5
    if abs(cv2.contourArea(target)) < 2:
        return
    size = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    warped = cv2.warpPerspective(texture, cv2.getPerspectiveTransform(source, target), size, flags=cv2.INTER_LINEAR)
    b, g, r, a = cv2.split(warped)
    ink = cv2.merge([b, g, r])
    if brightness < 0.995:
        ink = cv2.convertScaleAbs(ink, alpha=brightness)
    if shine is not None:
        ink = cv2.add(ink, cv2.multiply(shine[box], cv2.merge([a, a, a]), scale=1 / 255))
    clear = cv2.bitwise_not(a)
    region = picture[box]
    cv2.add(cv2.multiply(region, cv2.merge([clear, clear, clear]), scale=1 / 255), ink, dst=region)
