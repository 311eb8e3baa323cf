"""The cards on the table, followed from reading to reading."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ballot import Elected
from vision.observations import TableCard
from vision.sightings import CardSighting, kind_of, turned_deg

_IN_PLACE = 0.6
"""In card heights: a card of the same code so near has stayed where it was (one corner alone places it within 0.3)."""
_COPY_IN_PLACE = 0.2
"""The same in a deck with doubles: nearer than this no second copy shows its corner."""
_COPY_NUDGED = 0.3
_COPY_TURNED_DEG = 10.0
"""A card of such a deck that was nudged by a hand moves and turns less than this; another copy lies anyhow."""
_UNKNOWN_IN_PLACE = 0.35
_COPY_UNKNOWN_IN_PLACE = 0.15
_REREAD_IN_PLACE, _REREAD_TURN_DEG = 0.25, 25.0
"""A card that is now read as another one lies where and as it lay; turned against that, another was laid on it."""
_MOVED = 0.35
_CORNER_IN_PLACE = 0.12
_MISSES_UNTIL_GONE = 3
_TRIES_TO_NAME = 3
_MOST_FRAMES = 0.5
"""Another name for a known card was seen in more than this share of the frames."""
_SURE_RANK = 0.95
"""From here on another rank is another card."""
_LIKELY_CARD = 0.5
"""How surely the rank of a card is read that is reported without a name, in a deck with doubles."""
_SAME_CARD = 0.75
"""In card heights: two finds of a code that exists once are one card whose corners were not put together."""


_INNER_SHARE = 0.85
"""Of a card's length and width: what lies further in is surely covered by it."""


class Place(Enum):
    """What lies where a card was last seen, when it is not seen there now."""

    BARE = auto()
    """The table itself."""
    UNDER_CARD = auto()
    """Another card lies over it."""
    UNDER_HAND = auto()
    OTHER = auto()
    """Neither: something unknown, or the card itself, not recognised."""


@dataclass(slots=True, eq=False)
class Track:
    """One card on the table. ``disturbed``: its place has changed since it was last seen there."""

    card: TableCard
    announced: bool
    seen: bool = True
    disturbed: bool = False
    changing: bool = False
    misses: int = 0
    tries: int = 0
    agreed: int = 1
    """Readings that gave the card its name, less those that, not as sure, gave it another."""

    @property
    def sighting(self) -> CardSighting:
        return self.card.sighting


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What the picture says about places, each given as a card's quad, (4, 2) pixels."""

    time_s: float
    is_disturbed: Callable[[NDArray[np.float32]], bool]
    """Whether much has changed there, and settled, since the card was seen."""
    is_changing: Callable[[NDArray[np.float32]], bool]
    """Whether it looks different now, perhaps only because a hand is over it."""
    place_of: Callable[[NDArray[np.float32], Sequence[NDArray[np.float32]]], Place]
    """Also given the quads of the cards that may lie over it."""
    in_view: Callable[[CardSighting], bool]
    """Whether a card lies in the part of the picture that was read."""


@dataclass(slots=True)
class TableUpdate:
    """The tracks a reading changed."""

    appeared: list[Track] = field(default_factory=list)
    gone: list[Track] = field(default_factory=list)
    moved: list[Track] = field(default_factory=list)
    reread: list[Track] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.appeared or self.gone or self.moved or self.reread)


class TableMemory:
    """Matches what was read against what lay there before.

    ``deck_copies``: how often the deck holds every card, None where it is not known.
    """

    def __init__(self, *, deck_copies: int | None) -> None:
        self._single_copy = deck_copies == 1
        self._counts_unnamed = deck_copies is not None and deck_copies > 1
        self._tracks: list[Track] = []
        self._next_id = 1

    @property
    def tracks(self) -> tuple[Track, ...]:
        return tuple(self._tracks)

    @property
    def unsettled(self) -> tuple[Track, ...]:
        """Tracks that another look may settle: cards without a name, and cards that are not seen where they were."""
        return tuple(
            track
            for track in self._tracks
            if (track.sighting.code is None and track.tries < _TRIES_TO_NAME) or (not track.seen and track.disturbed)
        )

    def knows(self, found: CardSighting) -> bool:
        """Whether this card lay there before, as far as place and code tell."""
        return any(
            found.code in (None, track.sighting.code) and self._is_in_place(track.sighting, found)
            for track in self._tracks
        )

    def elsewhere(self, found: Sequence[CardSighting]) -> tuple[Track, ...]:
        """The tracks where none of these cards lies."""
        return tuple(
            track for track in self._tracks if all(_distance(track.sighting, card) >= _IN_PLACE for card in found)
        )

    def update(self, elected: Sequence[Elected], scene: Scene) -> TableUpdate:
        """Take in one reading of (a part of) the table."""
        update = TableUpdate()
        in_view = [track for track in self._tracks if scene.in_view(track.sighting)]
        for track in self._tracks:
            track.changing = scene.is_changing(track.sighting.quad_xy)
        for track in in_view:
            track.disturbed = track.disturbed or scene.is_disturbed(track.sighting.quad_xy)
        known = [track.sighting for track in self._tracks]
        pairs = self._matched(elected)
        self._carry_along(pairs)
        pairs += self._matched(
            [e for e in elected if all(e is not done for _, done in pairs)],
            [track for track in self._tracks if all(track is not done for done, _ in pairs)],
        )
        for track, found in pairs:
            self._see_again(track, found.sighting, update)
        matched_tracks = {id(track) for track, _ in pairs}
        matched_finds = {id(found) for _, found in pairs}
        for found in elected:
            if id(found) not in matched_finds and found.is_seen_often:
                is_known = not self._single_copy and any(_is_part_of(one, found.sighting) for one in known)
                if not is_known:
                    self._appear(found.sighting, scene.time_s, update)
        # The upper ones first: a card taken away with the one that lay on it is not covered any more.
        for track in reversed(in_view):
            if id(track) not in matched_tracks and track.disturbed:
                self._miss(track, [done for done, _ in pairs], scene, update)
        if not elected and len(in_view) > 1 and len(self._tracks) == len(in_view):
            self._miss_all(scene, update)
        update.gone.sort(key=lambda track: track.card.track_id)
        return update

    def _matched(
        self, elected: Sequence[Elected], tracks: Sequence[Track] | None = None
    ) -> list[tuple[Track, Elected]]:
        """Pairs of track and find, the surest first, each used once."""
        candidates = [
            (cost, i, j)
            for i, track in enumerate(self._tracks if tracks is None else tracks)
            for j, found in enumerate(elected)
            if (cost := self._cost(track, found)) is not None
        ]
        chosen: list[tuple[Track, Elected]] = []
        used_tracks: set[int] = set()
        used_finds: set[int] = set()
        for _, i, j in sorted(candidates):
            if i not in used_tracks and j not in used_finds:
                used_tracks.add(i)
                used_finds.add(j)
                chosen.append(((self._tracks if tracks is None else tracks)[i], elected[j]))
        return chosen

    def _cost(self, track: Track, elected: Elected) -> float | None:
        """Lower is surer; None when the find cannot be this card."""
        found = elected.sighting
        distance = _distance(track.sighting, found)
        if track.sighting.code == found.code and found.code is not None:
            if self._is_in_place(track.sighting, found):
                return distance
            if self._single_copy:
                is_elsewhere = track.disturbed or track.changing or not track.seen
            else:
                is_elsewhere = track.disturbed and _is_nudged(track.sighting, found)
            return 2.0 + distance / 10.0 if is_elsewhere else None
        if track.sighting.code is None or found.code is None:
            is_same_guess = track.sighting.best_code == found.best_code
            if not self._single_copy and not is_same_guess and track.disturbed:
                # Another card was laid there, unless what was printed lies exactly where it lay.
                is_same = _share_a_corner(track.sighting, found) and not _is_of_other_rank(track.sighting, found)
                return 1.0 + distance if is_same else None
            reach = _UNKNOWN_IN_PLACE if self._single_copy or is_same_guess else _COPY_UNKNOWN_IN_PLACE
            return 1.0 + distance if distance < reach else None
        # Two names at one place: a misreading where nothing has changed, another card on top where something has. What
        # a few frames of a sweep show, its cards in motion, is neither.
        lies_alike = turned_deg(track.sighting, found) < _REREAD_TURN_DEG
        is_still = lies_alike and not track.disturbed and elected.seen_share > _MOST_FRAMES
        is_reread = is_still and distance < _REREAD_IN_PLACE
        return 3.0 + distance if is_reread else None

    def _is_in_place(self, known: CardSighting, found: CardSighting) -> bool:
        """Whether a card of the same code is this one, still where it was."""
        distance = _distance(known, found)
        if self._single_copy:
            return distance < _IN_PLACE
        return distance < _COPY_IN_PLACE or (distance < _IN_PLACE and _share_a_corner(known, found))

    def _carry_along(self, pairs: Sequence[tuple[Track, Elected]]) -> None:
        """After a knock against camera or table, take unseen cards along with those that were found again."""
        shifts = np.array([np.subtract(found.sighting.centre_xy, track.card.centre_xy) for track, found in pairs])
        if len(shifts) < 2:
            return
        height_px = float(np.median([track.sighting.card_height_px for track, _ in pairs]))
        shift = np.median(shifts, axis=0)
        together = np.hypot(*(shifts - shift).T) < 0.1 * height_px
        if np.hypot(*shift) < 0.1 * height_px or not together.all():
            return
        matched = {id(track) for track, _ in pairs}
        for track in self._tracks:
            if id(track) not in matched:
                track.card = _shifted(track.card, shift)

    def _see_again(self, track: Track, found: CardSighting, update: TableUpdate) -> None:
        before = track.sighting
        moved = _distance(before, found) > _MOVED and not _share_a_corner(before, found)
        track.seen, track.disturbed, track.misses = True, False, 0
        code_before = before.code
        if found.code is None:
            track.tries += 1
            found = _renamed(found, before) if code_before is not None else found
        elif code_before == found.code:
            track.agreed += 1
            found = _renamed(found, before) if found.confidence < before.confidence else found
        elif code_before is not None and found.confidence < before.confidence and track.agreed > 1:
            track.agreed -= 1
            found = _renamed(found, before)
        else:
            track.agreed = 1
        if not moved and len(found.indices) < len(before.indices):
            # One corner tells the place less well than the two that were seen before.
            found = replace(
                before,
                probabilities=found.probabilities,
                code=found.code,
                confidence=found.confidence,
                conflict=found.conflict,
                repaired_from=found.repaired_from,
            )
        track.card = replace(track.card, sighting=found, centre_xy=found.centre_xy)
        if not track.announced:
            if found.code is not None or track.tries >= _TRIES_TO_NAME:
                track.announced = True
                update.appeared.append(track)
        elif found.code != code_before:
            update.reread.append(track)
        elif moved:
            update.moved.append(track)

    def _appear(self, found: CardSighting, time_s: float, update: TableUpdate) -> None:
        if self._single_copy and found.code is not None:
            for track in self._tracks:
                if track.sighting.code == found.code and _distance(track.sighting, found) < _SAME_CARD:
                    return
        card = TableCard(self._next_id, found, found.centre_xy, time_s)
        self._next_id += 1
        # Of a set every card counts at once, whatever its name.
        is_card = self._counts_unnamed and found.rank_confidence >= _LIKELY_CARD
        track = Track(card, announced=found.code is not None or is_card)
        self._tracks.append(track)
        if track.announced:
            update.appeared.append(track)

    def _miss(self, track: Track, seen_now: Sequence[Track], scene: Scene, update: TableUpdate) -> None:
        place = scene.place_of(track.sighting.quad_xy, self._over(track))
        if any(_lies_bare(under, track) for under in seen_now if under.card.track_id < track.card.track_id):
            place = Place.BARE
        was_hidden, track.seen = not track.seen, False
        if place is Place.OTHER and was_hidden and not self._single_copy:
            track.misses = _MISSES_UNTIL_GONE  # What covered it has gone, and it with them: a heap was swept away.
        elif place is Place.OTHER:
            track.misses += 1
        elif place is Place.UNDER_CARD:
            track.disturbed = False  # to be looked at again when the place changes
        if place is Place.BARE or track.misses >= _MISSES_UNTIL_GONE:
            self._tracks.remove(track)
            if track.announced:
                update.gone.append(track)

    def _miss_all(self, scene: Scene, update: TableUpdate) -> None:
        """Of several cards none is seen any more: black ones leave a black table with hardly a change to be seen."""
        for track in reversed(self._tracks.copy()):  # The upper ones first: nothing lies over them.
            place = scene.place_of(track.sighting.quad_xy, self._over(track))
            if place is Place.BARE:
                self._tracks.remove(track)
                if track.announced:
                    update.gone.append(track)

    def _over(self, track: Track) -> list[NDArray[np.float32]]:
        """The places of the cards seen that were laid after this one."""
        return [
            other.sighting.quad_xy
            for other in self._tracks
            if other is not track and other.seen and other.card.track_id > track.card.track_id
        ]


def _distance(one: CardSighting, other: CardSighting) -> float:
    """Between the centres, in card heights."""
    return math.dist(one.centre_xy, other.centre_xy) / ((one.card_height_px + other.card_height_px) / 2)


def _is_part_of(known: CardSighting, found: CardSighting) -> bool:
    """Whether a find is the other corner of a card that was seen whole before: all of it lies where that has corners.

    In a narrow fan the corners of two copies stand beside each other, so that it is half as near as elsewhere.
    """
    near_px = _CORNER_IN_PLACE / 2 * known.card_height_px
    return known.code == found.code and all(
        any(math.dist(new.middle_xy, old.middle_xy) < near_px for old in known.indices) for new in found.indices
    )


def _share_a_corner(one: CardSighting, other: CardSighting) -> bool:
    """Whether a printed corner lies where one lay: surer than a centre that is believed from a single corner."""
    near_px = _CORNER_IN_PLACE * one.card_height_px
    return any(math.dist(a.middle_xy, b.middle_xy) < near_px for a in one.indices for b in other.indices)


def _is_of_other_rank(one: CardSighting, other: CardSighting) -> bool:
    """Whether both ranks are sure, and two: a joker whose colour is not seen is no nine."""
    are_sure = min(one.rank_confidence, other.rank_confidence) >= _SURE_RANK
    return are_sure and kind_of(one.best_code) != kind_of(other.best_code)


def _is_nudged(one: CardSighting, other: CardSighting) -> bool:
    return _distance(one, other) < _COPY_NUDGED and turned_deg(one, other) < _COPY_TURNED_DEG


def _lies_bare(under: Track, over: Track) -> bool:
    """A corner of the card below is seen where the card above should hide it."""
    quad = over.sighting.quad_xy
    inner = (quad - quad.mean(axis=0)) * _INNER_SHARE + quad.mean(axis=0)
    return any(
        cv2.pointPolygonTest(inner.astype(np.float32), index.middle_xy, False) > 0 for index in under.sighting.indices
    )


def _renamed(found: CardSighting, known: CardSighting) -> CardSighting:
    """The find with the better known name."""
    return replace(
        found,
        probabilities=known.probabilities,
        code=known.code,
        confidence=known.confidence,
        conflict=known.conflict,
        repaired_from=known.repaired_from,
    )


def _shifted(card: TableCard, shift: NDArray[np.float64]) -> TableCard:
    centre = (card.centre_xy[0] + float(shift[0]), card.centre_xy[1] + float(shift[1]))
    quad = (card.sighting.quad_xy + shift).astype(np.float32)
    return replace(card, centre_xy=centre, sighting=replace(card.sighting, centre_xy=centre, quad_xy=quad))
