"""Watching a table: what moves, when it has settled, and which cards appeared or went."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ballot import Elected, elect, unanimous
from vision.card_size import AS_TALL, CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.deck_decision import decide_together
from vision.evidence import box_of, common_direction, picture_of
from vision.foreground import BareTable, filled_quads, hands, place_of, settled_things
from vision.framing import CameraDistance, camera_distance, is_too_tall
from vision.hand_path import HandPath
from vision.motion import SMALL_LONG_SIDE_PX, Mask, Motion, MotionMeter, share
from vision.observations import Observation, StateChanged, TableCard, TableChanged, WatcherState
from vision.picture import as_bgr
from vision.sightings import CardSighting, PhotoReading, Xy
from vision.sources import Frame
from vision.table_memory import Place, Scene, TableMemory, TableUpdate, Track
from vision.watcher_states import Sign, next_state
from vision.watcher_timing import WatcherTiming

_MOVING_SHARE = 0.0008
"""Of the frame: a finger of a hand two metres away is larger."""
_RELIT_SHARE = 0.5
_UNREAD_CARD_SHARE = 0.05
"""Of a card's area; smaller changes are shadows and nudges, and are accepted silently."""
_UNREAD_SHARE_AT_FIRST = 0.001
"""Of the frame, while no card has been seen."""
_WHOLE_TABLE_SHARE = 0.35
_ENOUGH_CODES = 4
"""So many different cards have been named before the height of cards is beyond doubt."""
_DISTURBED_SHARE = 0.1
"""Of a card's area: where less has changed the card still lies as it lay."""


class TableReader(Protocol):
    """What the watcher asks of a recogniser."""

    @property
    def min_code_confidence(self) -> float: ...

    def read_photo(self, image_bgr: NDArray[np.uint8]) -> PhotoReading:
        """All cards of a picture of unknown scale."""
        ...

    def read_table(self, image_bgr: NDArray[np.uint8], card_height_px: float) -> PhotoReading:
        """All cards of a picture whose card height is known."""
        ...

    def read_regions(
        self,
        image_bgr: NDArray[np.uint8],
        boxes_xyxy: NDArray[np.floating] | Sequence[Sequence[float]],
        card_height_px: float,
        *,
        closer: bool,
    ) -> PhotoReading:
        """The cards in parts of a picture whose card height is known, at the usual size or from nearer."""
        ...


@dataclass(slots=True)
class _Poll:
    """Frames being read to a vote. ``boxes_xyxy`` None: the whole table."""

    where: Mask
    boxes_xyxy: NDArray[np.float64] | None
    card_height_px: float | None
    hand_left_s: float
    is_recheck: bool = False
    readings: list[PhotoReading] = field(default_factory=list)
    seen: tuple[NDArray[np.uint8], Motion] | None = None
    """The last frame that was read."""
    is_cut_short: bool = False
    """A hand has come over it, but there are votes enough."""


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    """A part of the frame not to be read before ``until_s`` or before it moves again."""

    where: Mask
    until_s: float


@dataclass(frozen=True, slots=True, eq=False)
class _PutOff:
    """A card that was read while a hand still rested on it, and the poll that found it."""

    found: Elected
    poll: _Poll


class Watcher:
    """Turns frames into observations.

    The detector runs at the start, on what has changed once it lies still, now and then while idle, and where something
    is unclear. ``deck_copies``: how often the deck holds every card, None where it is not known.
    """

    def __init__(
        self, recogniser: TableReader, *, deck_copies: int | None = None, timing: WatcherTiming | None = None
    ) -> None:
        self._recogniser = recogniser
        self._timing = timing or WatcherTiming()
        self._deck_copies = deck_copies
        self._memory = TableMemory(deck_copies=self._deck_copies)
        self._meter = MotionMeter()
        self._bare = BareTable()
        self._path = HandPath()
        self._state = WatcherState.STARTING
        self._poll: _Poll | None = None
        self._waiting: list[_Waiting] = []
        self._put_off: list[_PutOff] = []
        self._card_height_px: float | None = None
        self._codes_told: set[str] = set()
        self._camera_distance = CameraDistance.FITS
        self._frame_shape: tuple[int, ...] | None = None
        self._started_s: float | None = None
        self._still_since_s: float | None = None
        self._accepted_s = self._checked_s = self._recheck_from_s = -math.inf
        self._scale = 1.0

    @property
    def state(self) -> WatcherState:
        """What the watcher is doing."""
        return self._state

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """The cards reported and not gone, in the order of their appearance; those out of sight are among them."""
        return tuple(track.card for track in self._memory.tracks if track.announced)

    @property
    def card_height_px(self) -> float | None:
        """How tall a card is in the picture, None before the first was seen."""
        return self._card_height_px

    def camera_lost(self, time_s: float) -> tuple[Observation, ...]:
        """Tell the watcher that no frames are coming; the next ``step`` reads the whole table anew."""
        self._poll = None
        self._put_off.clear()
        return self._go(Sign.LOST, time_s)

    def step(self, frame: Frame) -> tuple[Observation, ...]:
        """Look at one more frame, in the order of time, and say what is new."""
        image, now_s = as_bgr(frame.image_bgr), frame.time_s
        observations: list[Observation] = []
        if self._state is WatcherState.CAMERA_LOST:
            observations += self._go(Sign.BACK, now_s)
        if image.shape != self._frame_shape:
            self._begin_view(image.shape)
        motion = self._meter.step(image, now_s)
        if motion.moving_share > _MOVING_SHARE:
            self._still_since_s = None
            self._path.note(now_s, cv2.bitwise_or(motion.changed, motion.moving))
            self._waiting = [w for w in self._waiting if share(cv2.bitwise_and(w.where, motion.moving)) < 0.0003]
        elif self._still_since_s is None:
            self._still_since_s = now_s
        observations += self._go(self._sign(motion, now_s), now_s)
        if self._poll is not None:
            if not self._poll.is_cut_short:
                self._vote(image)
                self._poll.seen = image, motion
            if self._is_decided(self._poll):
                assert self._poll.seen is not None
                changed = self._conclude(self._poll, *self._poll.seen, now_s)
                self._poll = None
                observations += changed
                beside_hand = bool(self._waiting) or motion.moving_share > _MOVING_SHARE
                observations += self._go(Sign.READ_BESIDE_HAND if beside_hand else Sign.READ, now_s)
        return tuple(observations)

    # -- what the frame says ------------------------------------------------------------------------------------------

    def _sign(self, motion: Motion, now_s: float) -> Sign:
        moves = motion.moving_share > _MOVING_SHARE
        if self._state is WatcherState.STARTING:
            return self._sign_at_start(motion, now_s, moves=moves)
        reads_all = self._poll is not None and self._poll.boxes_xyxy is None
        if motion.changed_share > _RELIT_SHARE and not moves and not reads_all:
            return Sign.RELIT
        if self._state is WatcherState.READING:
            assert self._poll is not None
            disturbed = moves and share(cv2.bitwise_and(motion.moving, self._poll.where)) > _MOVING_SHARE / 2
            if disturbed and (self._poll.is_recheck or len(self._poll.readings) < self._timing.min_votes):
                self._poll = None
                return Sign.DISTURBED
            self._poll.is_cut_short = disturbed  # Whoever sweeps the table will not lay it out again to be read.
            return Sign.SETTLED

        unread = self._unread(motion, now_s)
        if cv2.countNonZero(unread) >= self._min_unread_px(motion):
            self._poll = self._poll_of(unread, motion, now_s)
            if self._poll is not None:
                return Sign.SETTLED
            return Sign.MOVING if moves else Sign.UNREAD
        if moves or self._waiting:
            return Sign.MOVING
        self._idle(motion, now_s)
        return Sign.SETTLED if self._poll is not None else Sign.STILL

    def _sign_at_start(self, motion: Motion, now_s: float, *, moves: bool) -> Sign:
        if self._started_s is None:
            self._started_s = now_s
        still = self._still_since_s is not None and now_s - self._still_since_s >= self._timing.settle_s
        if not still and now_s - self._started_s < self._timing.start_patience_s:
            return Sign.MOVING if moves else Sign.UNREAD
        self._started_s = None
        self._waiting.clear()
        everywhere = np.full(motion.moving.shape, 255, np.uint8)
        self._poll = _Poll(everywhere, None, self._card_height_px, hand_left_s=self._meter.last_motion_s(everywhere))
        return Sign.SETTLED

    def _unread(self, motion: Motion, now_s: float) -> Mask:
        """What differs from the table as read, apart from what is to be left alone for now."""
        self._waiting = [waiting for waiting in self._waiting if waiting.until_s > now_s]
        unread = motion.changed
        for waiting in self._waiting:
            unread = cv2.bitwise_and(unread, cv2.bitwise_not(waiting.where))
        return unread

    def _poll_of(self, unread: Mask, motion: Motion, now_s: float) -> _Poll | None:
        """The unread things that have settled and are large enough, as a poll; None without any."""
        where, boxes = settled_things(
            unread,
            cards=self._disturbed_cards(unread),
            still=self._meter.still_since(now_s, self._timing.settle_s),
            still_long=self._meter.still_since(now_s, self._timing.edge_settle_s),
            min_area_px=self._min_unread_px(motion),
        )
        if not boxes:
            return None
        hand_left_s = self._meter.last_motion_s(where)
        if self._card_height_px is None:
            return _Poll(where, None, None, hand_left_s)
        if share(where) > _WHOLE_TABLE_SHARE:
            return _Poll(np.full_like(where, 255), None, self._card_height_px, hand_left_s)
        full = np.array(boxes, np.float64) / self._scale
        return _Poll(where, self._with_touched_cards(full), self._card_height_px, hand_left_s)

    def _disturbed_cards(self, unread: Mask) -> Mask:
        """The places of the cards on which much has changed."""
        disturbed = np.zeros_like(unread)
        for track in self._memory.tracks:
            if self._differs(track.sighting.quad_xy, unread):
                disturbed = cv2.bitwise_or(disturbed, self._card_mask(unread.shape, [track]))
        return disturbed

    def _with_touched_cards(self, boxes_xyxy: NDArray[np.float64]) -> NDArray[np.float64]:
        """The boxes, and those of the cards they touch: a card is to be seen whole."""
        cards = [box_of(track.sighting) for track in self._memory.tracks]
        touched = [
            card
            for card in cards
            if np.any(
                (boxes_xyxy[:, 0] < card[2])
                & (card[0] < boxes_xyxy[:, 2])
                & (boxes_xyxy[:, 1] < card[3])
                & (card[1] < boxes_xyxy[:, 3])
            )
        ]
        return np.concatenate([boxes_xyxy, np.array(touched)]) if touched else boxes_xyxy

    def _idle(self, motion: Motion, now_s: float) -> None:
        """Nothing happens: take in slow changes, and look again where something is unclear, or everywhere at times."""
        if now_s - self._accepted_s >= self._timing.accept_s:
            self._accepted_s = now_s
            self._meter.accept(motion.small_bgr)
            self._bare.learn(motion.small_bgr, self._card_mask(motion.moving.shape))
        unsettled = self._memory.unsettled
        if unsettled and now_s - self._recheck_from_s >= self._timing.recheck_s:
            boxes = np.array([box_of(track.sighting) for track in unsettled], np.float64)
            where = self._card_mask(motion.moving.shape, unsettled)
            self._poll = _Poll(where, boxes, self._card_height_px, self._meter.last_motion_s(where), is_recheck=True)
        elif now_s - self._checked_s >= self._timing.idle_check_s:
            everywhere = np.full(motion.moving.shape, 255, np.uint8)
            self._poll = _Poll(everywhere, None, self._card_height_px, now_s, is_recheck=True)

    # -- reading ------------------------------------------------------------------------------------------------------

    def _vote(self, image: NDArray[np.uint8]) -> None:
        assert self._poll is not None
        poll = self._poll
        if poll.card_height_px is None:
            reading = self._recogniser.read_photo(image)
        elif poll.boxes_xyxy is None:
            reading = self._recogniser.read_table(image, poll.card_height_px)
        else:
            is_closer = len(poll.readings) % 2 == 1  # What one size hides from the detector another shows.
            reading = self._recogniser.read_regions(image, poll.boxes_xyxy, poll.card_height_px, closer=is_closer)
        poll.readings.append(reading)

    def _is_decided(self, poll: _Poll) -> bool:
        votes = len(poll.readings)
        if votes >= self._timing.max_votes or poll.is_cut_short:
            return True
        return votes >= self._timing.min_votes and unanimous(poll.readings)

    def _conclude(self, poll: _Poll, image: NDArray[np.uint8], motion: Motion, now_s: float) -> list[Observation]:
        elected = list(elect(poll.readings, min_code_confidence=self._recogniser.min_code_confidence))
        told = camera_distance([found.sighting for found in elected], image.shape)
        self._camera_distance = told or self._camera_distance
        elected = [found for found in elected if not is_too_tall(found.sighting, image.shape)]
        elected = [found for found in elected if not self._is_early(found, poll, motion)]
        elected = self._decided_with_table(elected, motion)
        shape = motion.moving.shape
        found_quads = [found.sighting.quad_xy for found in elected]
        seen_cards = filled_quads(shape, found_quads, self._scale)
        hand = hands(
            motion.changed,
            seen_cards,
            now_bgr=motion.small_bgr,
            reference_bgr=self._meter.reference_bgr,
            min_area_px=2 * self._min_unread_px(motion),
        )
        if motion.changed_share > _RELIT_SHARE:
            hand = np.zeros_like(hand)  # other light, not an arm as large as the table
        for waiting in self._waiting:
            hand = cv2.bitwise_or(hand, cv2.bitwise_and(waiting.where, cv2.bitwise_not(seen_cards)))

        touched = [found for found in elected if self._is_touched(found, hand, now_s)]
        lies = [found for found in elected if found not in touched]
        scene = self._scene(poll, motion, hand, now_s)
        self._put_off = [put_off for put_off in self._put_off if not self._is_read_again(put_off, poll, elected)]
        observations: list[Observation] = []
        if self._deck_copies == 1 and any(not self._memory.knows(found.sighting) for found in lies):
            observations += self._report_put_off(scene, image, now_s)
        self._put_off += [_PutOff(found, poll) for found in touched if found.is_seen_often]
        update = self._memory.update(lies, scene)
        self._learn_card_height([found.sighting for found in elected], is_recheck=poll.is_recheck)
        self._recheck_from_s = now_s
        if poll.boxes_xyxy is None:
            self._checked_s = now_s

        if touched:
            where = filled_quads(shape, [found.sighting.quad_xy for found in touched], self._scale)
            self._wait(cv2.dilate(where, np.ones((9, 9), np.uint8)), now_s + self._timing.touched_patience_s)
        if cv2.countNonZero(hand):
            self._wait(cv2.dilate(hand, np.ones((9, 9), np.uint8)), now_s + self._timing.resting_patience_s)
        size_was_wrong = poll.card_height_px is not None and self._card_height_px is None
        accepted = np.zeros_like(poll.where) if size_was_wrong else poll.where  # to be read again at any size
        for waiting in self._waiting:
            accepted = cv2.bitwise_and(accepted, cv2.bitwise_not(waiting.where))
        self._meter.accept(motion.small_bgr, accepted)
        self._bare.learn(motion.small_bgr, cv2.bitwise_or(self._card_mask(shape), cv2.bitwise_not(accepted)))
        return observations + self._report(update, poll, image, now_s)

    def _is_read_again(self, put_off: _PutOff, poll: _Poll, elected: Sequence[Elected]) -> bool:
        """Whether a card that was put off has been found now, or its place was read without finding it."""
        before = put_off.found.sighting
        is_found = any(found.sighting.code == before.code for found in elected)
        return is_found or poll.boxes_xyxy is None or self._differs(before.quad_xy, poll.where)

    def _report_put_off(self, scene: Scene, image: NDArray[np.uint8], now_s: float) -> list[Observation]:
        """The cards put off, now that another one has been laid: they were played before it, each by its own hand."""
        observations: list[Observation] = []
        for put_off in self._put_off:
            update = self._memory.update([put_off.found], replace(scene, in_view=lambda _: False))
            observations += self._report(update, put_off.poll, image, now_s)
        self._put_off.clear()
        return observations

    def _decided_with_table(self, elected: list[Elected], motion: Motion) -> list[Elected]:
        """The finds read together with the cards that lie elsewhere on the table: a deck holds each only so often."""
        if self._deck_copies is None:
            return elected
        unchanged = [
            track.sighting
            for track in self._memory.elsewhere([found.sighting for found in elected])
            if not self._differs(track.sighting.quad_xy, motion.changed)
        ]
        decided = decide_together(
            [*(found.sighting for found in elected), *unchanged],
            deck_copies=self._deck_copies,
            min_code_confidence=self._recogniser.min_code_confidence,
        )
        return [replace(found, sighting=card) for found, card in zip(elected, decided, strict=False)]

    def _differs(self, quad_xy: NDArray[np.float32], mask: Mask) -> bool:
        """Whether the mask covers a good part of a card's place."""
        card = filled_quads(mask.shape, [quad_xy], self._scale)
        return cv2.countNonZero(cv2.bitwise_and(card, mask)) > _DISTURBED_SHARE * cv2.countNonZero(card)

    def _is_early(self, found: Elected, poll: _Poll, motion: Motion) -> bool:
        """A new card beside what was asked about, where all is still changing: it gets a poll of its own.

        Whoever lays it is not the one whose hand has left.
        """
        if poll.boxes_xyxy is None or self._memory.knows(found.sighting):
            return False
        quad_xy = found.sighting.quad_xy
        return self._differs(quad_xy, motion.changed) and not self._differs(quad_xy, poll.where)

    def _is_touched(self, found: Elected, hand: Mask, now_s: float) -> bool:
        """A new card on which a hand still rests may be picked up again; after a while it counts nevertheless."""
        if self._memory.knows(found.sighting):
            return False
        around = cv2.dilate(filled_quads(hand.shape, [found.sighting.quad_xy], self._scale), np.ones((9, 9), np.uint8))
        if not cv2.countNonZero(cv2.bitwise_and(around, hand)):
            return False
        return now_s - self._meter.last_motion_s(around) < self._timing.touched_patience_s

    def _wait(self, where: Mask, until_s: float) -> None:
        self._waiting.append(_Waiting(where, until_s))

    def _scene(self, poll: _Poll, motion: Motion, hand: Mask, now_s: float) -> Scene:
        shape = motion.moving.shape
        bare = self._bare.where_bare(motion.small_bgr)
        has_changed = cv2.bitwise_and(motion.changed, poll.where)

        def place(quad_xy: NDArray[np.float32], over_xy: Sequence[NDArray[np.float32]]) -> Place:
            card = filled_quads(shape, [quad_xy], self._scale)
            over = filled_quads(shape, over_xy, self._scale)
            return place_of(cv2.erode(card, np.ones((3, 3), np.uint8)), over, hand, bare)

        def in_view(card: CardSighting) -> bool:
            if poll.boxes_xyxy is None:
                return True
            x, y = card.centre_xy
            return bool(
                np.any(
                    (poll.boxes_xyxy[:, 0] <= x)
                    & (x <= poll.boxes_xyxy[:, 2])
                    & (poll.boxes_xyxy[:, 1] <= y)
                    & (y <= poll.boxes_xyxy[:, 3])
                )
            )

        return Scene(
            time_s=now_s,
            is_disturbed=lambda quad_xy: self._differs(quad_xy, has_changed),
            is_changing=lambda quad_xy: self._differs(quad_xy, motion.changed),
            place_of=place,
            in_view=in_view,
        )

    def _learn_card_height(self, cards: Sequence[CardSighting], *, is_recheck: bool) -> None:
        """The commonest of the named cards in view, at first without one of any; the first set it, later ones nudge it.

        What few different cards have told is forgotten when something was laid and nothing is found at that size: they
        may have been none, however surely they were named.
        """
        before = self._card_height_px
        named = [card for card in cards if card.code is not None]
        self._codes_told.update(card.best_code for card in named)
        heights = [card.card_height_px for card in named or (cards if before is None else ())]
        if heights:
            height_px = _commonest_height_px(heights)
            self._card_height_px = height_px if before is None else 0.8 * before + 0.2 * height_px
        elif not cards and not is_recheck and not self._put_off and len(self._codes_told) < _ENOUGH_CODES:
            self._card_height_px = None

    # -- reporting ----------------------------------------------------------------------------------------------------

    def _report(self, update: TableUpdate, poll: _Poll, image: NDArray[np.uint8], now_s: float) -> list[Observation]:
        if not update:
            return []
        hand_left_s = min(poll.hand_left_s, now_s) if math.isfinite(poll.hand_left_s) else now_s
        for track in (*update.appeared, *update.moved):
            track.card = replace(
                track.card,
                hand_from_xy=self._hand_towards(track, hand_left_s),
                picture_bgr=picture_of(image, track.sighting),
            )
        for track in update.reread:
            track.card = replace(track.card, picture_bgr=picture_of(image, track.sighting))
        gone = tuple(replace(track.card, hand_from_xy=self._hand_towards(track, hand_left_s)) for track in update.gone)
        appeared = tuple(track.card for track in update.appeared)
        moved = tuple(track.card for track in update.moved)
        return [
            TableChanged(
                time_s=now_s,
                hand_left_s=hand_left_s,
                appeared=appeared,
                gone=gone,
                moved=moved,
                reread=tuple(track.card for track in update.reread),
                hand_from_xy=common_direction([card.hand_from_xy for card in (*appeared, *gone, *moved)]),
                image_bgr=image,
            )
        ]

    def _hand_towards(self, track: Track, until_s: float) -> Xy | None:
        assert self._frame_shape is not None
        height, width = self._frame_shape[:2]
        x0, y0, x1, y1 = box_of(track.sighting)
        return self._path.direction_to((x0 / width, y0 / height, x1 / width, y1 / height), until_s=until_s)

    # -- small things -------------------------------------------------------------------------------------------------

    def _go(self, sign: Sign, time_s: float) -> tuple[StateChanged, ...]:
        state = next_state(self._state, sign)
        if state is self._state:
            return ()
        self._state = state
        if state is not WatcherState.READING:
            self._poll = None
        return (StateChanged(time_s, state, self._camera_distance),)

    def _begin_view(self, shape: tuple[int, ...]) -> None:
        """Another camera or size: nothing of the old picture can be compared with the new one."""
        if self._frame_shape is not None:
            self._memory = TableMemory(deck_copies=self._deck_copies)
            self._card_height_px = None
            self._codes_told.clear()
        self._frame_shape = shape
        self._camera_distance = CameraDistance.FITS
        self._scale = SMALL_LONG_SIDE_PX / max(shape[:2])
        self._meter.reset()
        self._path.forget()
        self._bare = BareTable()
        self._waiting.clear()
        self._put_off.clear()
        self._poll = None
        self._started_s = self._still_since_s = None
        self._state = WatcherState.STARTING

    def _min_unread_px(self, motion: Motion) -> float:
        """Area in small-frame pixels from which a change is looked at."""
        if self._card_height_px is None:
            return _UNREAD_SHARE_AT_FIRST * motion.changed.size
        height_px = self._card_height_px * self._scale
        return max(12.0, _UNREAD_CARD_SHARE * height_px * height_px * CARD_WIDTH_MM / CARD_HEIGHT_MM)

    def _card_mask(self, shape: tuple[int, int], tracks: Sequence[Track] | None = None) -> Mask:
        chosen = self._memory.tracks if tracks is None else tracks
        return filled_quads(shape, [track.sighting.quad_xy for track in chosen], self._scale)


def _commonest_height_px(heights_px: Sequence[float]) -> float:
    """The median of those that most agree with, of the smaller ones where as many do."""
    groups = [[other for other in heights_px if height <= other <= height * AS_TALL] for height in heights_px]
    return float(np.median(max(groups, key=lambda group: (len(group), -group[0]))))
