"""Draw labelled table scenes: cards in tricks, fans, rows and heaps, with hands and clutter, then photographed.

``python -m datasets.scenes --count 40 --sheet sheet.png`` shows some; with ``--out`` it writes a training set in the
pose format of ultralytics. Everything follows from the seed.
"""

# ruff: noqa: ARG001 - every layout takes the same arguments
from __future__ import annotations

import argparse
import functools
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import DeckArt, deck_names, load_deck
from datasets.hands import draw_hand
from datasets.index_print import CARD_CODES, JOKERS, random_style
from datasets.paimiahhh_print import PRINTS, lay_tiles, paimiahhh_print_names, printed_paimiahhh
from datasets.photographed import photographed
from datasets.printed_decks import blackened, reprinted
from datasets.tables import strew, table_top
from webui.printing.faces import PAIMIAHHH_CODES

TILE_PX = 320
VISIBLE_SHARE = 0.72
"""An index counts when at least this share of its box can be seen."""
LABELLED_SHARE = 0.62
"""The detector is taught a little more than counts: what it is taught to be the limit, it half believes in."""
JOKER_SHARE = 0.09
_PAIMIAHHH_SHARE = 0.15
_TRAINING_CRUELTY = (0.3, 1.0)
"""Of the photographs in a training set. Were all of them as bad as can be, print that nobody could read would teach
more than half covered print in usual light."""


@dataclass(frozen=True, slots=True)
class PosedIndex:
    """One index as the picture shows it; coordinates in picture pixels."""

    code: str
    rank_xy: tuple[float, float]
    suit_xy: tuple[float, float]
    centre_xy: tuple[float, float]
    """Centre of its card, perhaps outside the picture."""
    box_xyxy: tuple[float, float, float, float]
    visible: float
    """Share of the index that is neither covered nor outside, 0..1."""
    half_visible: float
    """The same of its rank or of its suit, whichever is seen less of."""
    card: int
    """Which card of the scene it belongs to."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and every index drawn in it, the covered ones too."""

    image_bgr: NDArray[np.uint8]
    indices: tuple[PosedIndex, ...]
    card_height_px: float
    faces: tuple[str, ...]
    """Codes of the cards lying face up, whether or not any index can be seen."""

    def readable(self, share: float = VISIBLE_SHARE) -> tuple[PosedIndex, ...]:
        """The indices of which such a share can be seen."""
        return tuple(index for index in self.indices if index.visible >= share)

    def nameable(self) -> tuple[PosedIndex, ...]:
        """The readable indices whose rank and suit both show to a half: behind a covered suit may be any."""
        return tuple(index for index in self.readable() if index.half_visible >= 0.5)


@dataclass(frozen=True, slots=True)
class Lie:
    """Where a card lies on the table: centre in mm, turn in radians."""

    x_mm: float
    y_mm: float
    turn: float
    face_up: bool = True


Layout = Callable[[np.random.Generator, float], list[Lie]]


def draw_scene(
    seed: tuple[int, ...] | int,
    split: str = "train",
    size_px: int = TILE_PX,
    card_height_px: float | None = None,
    deck_name: str | None = None,
    layout: Layout | None = None,
    cruelty: float = 1.0,
    packs: int | None = None,
    joker_share: float = JOKER_SHARE,
) -> Scene:
    """Draw one scene with the decks and tables of a split; what is not given is drawn at random.

    ``packs``: deal from so many shuffled packs of a deck with jokers (of the printed PaiMiahhh deck: from one), instead
    of any cards, of which ``joker_share`` are jokers.
    """
    rng = np.random.default_rng(seed)
    if card_height_px is None:
        low, high = (85, 230) if rng.random() < 0.7 else (70, 430)
        card_height_px = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    layout = layout or _random_layout(rng)
    px_per_mm = card_height_px / 88.0
    view_mm = size_px / px_per_mm
    lies = layout(rng, view_mm)
    if deck_name is None and packs is None and rng.random() < _PAIMIAHHH_SHARE:
        deck_name = str(rng.choice(paimiahhh_print_names(split)))
    paimiahhh = deck_name in PRINTS
    if paimiahhh:
        codes = [str(c) for c in rng.choice(PAIMIAHHH_CODES, len(lies), replace=packs is None)]
        deck = printed_paimiahhh(deck_name, rng, codes)
    else:
        codes = _dealt(rng, len(lies), packs, joker_share)
        deck = _some_deck(rng, split, deck_name, codes)
    image = table_top(size_px, rng, split)
    strew(image, rng, px_per_mm, int(rng.poisson(1.1)) if lies else int(rng.integers(1, 8)))
    if paimiahhh and rng.random() < 0.4:
        lay_tiles(image, rng, px_per_mm, rng.uniform(0, size_px, 2))

    image_from_table = _camera(rng, size_px, px_per_mm)
    top_card = np.full((size_px, size_px), -1, np.int16)
    posed: list[tuple[int, str, NDArray]] = []
    sheen = rng.uniform(0, 0.12)
    for i, (lie, code) in enumerate(zip(lies, codes, strict=True)):
        picture = deck.faces[code] if lie.face_up else deck.backs[i % len(deck.backs)]
        image_from_face = image_from_table @ _table_from_face(lie, deck, picture.shape[:2])
        if _draw_card(image, top_card, i, picture, image_from_face, rng, sheen) and lie.face_up:
            posed.append((i, code, image_from_face))
    _cover(image, top_card, rng, px_per_mm, lies)
    indices = []
    for i, code, image_from_face in posed:
        height, width = deck.faces[code].shape[:2]
        for mark in deck.marks[code]:
            indices.append(_posed(mark, code, i, image_from_face, (width, height), top_card))
    image, indices = _photograph_readably(image, indices, rng, card_height_px, cruelty)
    ups = tuple(code for lie, code in zip(lies, codes, strict=True) if lie.face_up)
    return Scene(image, tuple(indices), card_height_px, ups)


def _photograph_readably(
    drawn_bgr: NDArray[np.uint8],
    indices: list[PosedIndex],
    rng: np.random.Generator,
    card_height_px: float,
    cruelty: float,
) -> tuple[NDArray[np.uint8], list[PosedIndex]]:
    """Take the photograph again while it drowns a third of the indices; what still drowns counts as covered."""
    for attempt in range(4):
        image = photographed(drawn_bgr, rng, card_height_px, cruelty / (1 + attempt))
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        checked = [
            replace(index, visible=0.0, half_visible=0.0)
            if index.visible >= LABELLED_SHARE and _contrast(grey, index) < 16
            else index
            for index in indices
        ]
        readable = sum(index.visible >= VISIBLE_SHARE for index in indices)
        drowned = readable - sum(index.visible >= VISIBLE_SHARE for index in checked)
        if drowned <= readable / 3:
            break
    return image, checked


def _contrast(grey: NDArray[np.uint8], index: PosedIndex) -> float:
    """Grey levels between the dark and the light parts of an index."""
    x0, y0, x1, y1 = (max(0, round(v)) for v in index.box_xyxy)
    dark, light = np.percentile(grey[y0 : y1 + 1, x0 : x1 + 1], (7, 80))
    return float(abs(light - dark))


def _dealt(rng: np.random.Generator, count: int, packs: int | None, joker_share: float) -> list[str]:
    if packs is not None:
        return [str(code) for code in rng.permutation([*CARD_CODES, *JOKERS] * packs)[:count]]
    jokers = rng.random(count) < joker_share
    drawn = rng.integers(len(CARD_CODES), size=count)
    if rng.random() < 0.15:
        # Sets of one rank, as climbing games lay them: neighbours that look alike.
        rank = CARD_CODES[int(rng.integers(len(CARD_CODES)))][0]
        drawn = rng.choice([i for i, code in enumerate(CARD_CODES) if code[0] == rank], size=count)
    return [JOKERS[int(rng.integers(2))] if j else CARD_CODES[c] for j, c in zip(jokers, drawn, strict=True)]


def _some_deck(rng: np.random.Generator, split: str, name: str | None, codes: list[str]) -> DeckArt:
    names = deck_names(split)
    if name is None:
        # The program's own decks vary most in print and least in art.
        own = [n for n in names if n.startswith("procedural")]
        fetched = [n for n in names if not n.startswith("procedural")]
        pool = own if not fetched or rng.random() < 0.15 else fetched
        name = str(rng.choice(pool))
    deck = _cached_deck(name, int(rng.integers(24)))
    if split != "never_trained":
        if rng.random() < 0.55:
            deck = reprinted_faces(deck, rng, set(codes))
        if rng.random() < 0.08:
            ink = [None, (255, 255, 255), (110, 190, 225)][int(rng.integers(3))]
            deck = blackened(only_faces(deck, set(codes)), ink)
    return deck


@functools.lru_cache(maxsize=150)
def _cached_deck(name: str, seed: int) -> DeckArt:
    return load_deck(name, seed if name.startswith("procedural") else seed % 3)


def only_faces(deck: DeckArt, codes: set[str]) -> DeckArt:
    """The deck reduced to the cards needed, and the twos that tell the colour of the paper."""
    kept = codes | {"2S", "2H"}
    return DeckArt(
        deck.name, deck.split, deck.width_mm, deck.height_mm, deck.px_per_mm,
        {code: face for code, face in deck.faces.items() if code in kept}, deck.backs,
        {code: marks for code, marks in deck.marks.items() if code in kept},
    )  # fmt: skip


def reprinted_faces(deck: DeckArt, rng: np.random.Generator, codes: set[str]) -> DeckArt:
    """The cards needed with indices of a random style."""
    return reprinted(only_faces(deck, codes), random_style(rng))


def _camera(rng: np.random.Generator, size_px: int, px_per_mm: float) -> NDArray[np.float64]:
    """image_from_table, the table's origin in the middle of the picture."""
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn) * px_per_mm, np.sin(turn) * px_per_mm
    flat = np.array([[c, -s, size_px / 2], [s, c, size_px / 2], [0, 0, 1.0]])
    squeeze = 1.0 - rng.beta(1.2, 3.0) * 0.5
    direction = rng.uniform(0, np.pi)
    cd, sd = np.cos(direction), np.sin(direction)
    turned = np.array([[cd, -sd, 0], [sd, cd, 0], [0, 0, 1.0]])
    lean = (1 - squeeze) * rng.uniform(0, 0.9) / size_px
    tilt = turned @ np.array([[1, 0, 0], [0, squeeze, 0], [0, lean, 1.0]]) @ turned.T
    middle = np.array([[1, 0, size_px / 2], [0, 1, size_px / 2], [0, 0, 1.0]])
    return middle @ tilt @ np.linalg.inv(middle) @ flat


def _table_from_face(lie: Lie, deck: DeckArt, shape: tuple[int, int]) -> NDArray[np.float64]:
    scale = deck.height_mm / shape[0]
    c, s = np.cos(lie.turn) * scale, np.sin(lie.turn) * scale
    rotate = np.array([[c, -s, lie.x_mm], [s, c, lie.y_mm], [0, 0, 1.0]])
    return rotate @ np.array([[1, 0, -shape[1] / 2], [0, 1, -shape[0] / 2], [0, 0, 1.0]])


def _draw_card(
    image: NDArray[np.uint8],
    top_card: NDArray[np.int16],
    number: int,
    picture: NDArray[np.uint8],
    image_from_face: NDArray[np.float64],
    rng: np.random.Generator,
    sheen: float,
) -> bool:
    """Lay one card into the picture with its shadow; False when it falls outside."""
    height, width = picture.shape[:2]
    depths = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)]) @ image_from_face[2]
    if depths.min() < 0.35 * image_from_face[2, 2] or depths.min() <= 0.2:
        return False  # so far outside that it nears the horizon of the tilted table
    corners = cv2.perspectiveTransform(
        np.array([[(0, 0), (width, 0), (width, height), (0, height)]], float), image_from_face
    )[0]
    size = image.shape[0]
    margin = 6
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - margin, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + margin, size)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return False
    # The picture is brought near the final size first: warpPerspective looks at four pixels only.
    reach = np.linalg.norm(corners[3] - corners[0])
    shrink = reach / height
    warp = image_from_face
    if shrink < 0.7:
        small = (max(4, round(width * shrink * 1.2)), max(4, round(height * shrink * 1.2)))
        picture = cv2.resize(picture, small, interpolation=cv2.INTER_AREA)
        warp = image_from_face @ np.diag([width / small[0], height / small[1], 1.0])
    warp = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ warp
    drawn = cv2.warpPerspective(
        picture, warp, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    coverage = drawn[..., 3]
    window = image[y0:y1, x0:x1]
    thick = max(1.0, reach / 60)
    shift = np.float32([[1, 0, rng.uniform(-1, 1) * thick], [0, 1, rng.uniform(-1, 1) * thick]])
    shadow = cv2.blur(
        cv2.warpAffine(coverage, shift, (coverage.shape[1], coverage.shape[0])), (2 * int(thick) + 1,) * 2
    )
    weight = coverage[..., None].astype(np.float32) / 255
    ground = window * (1 - shadow[..., None].astype(np.float32) / 255 * rng.uniform(0.15, 0.6))
    colours = drawn[..., :3].astype(np.float32) * (1 + rng.normal(0, 0.04)) + sheen * rng.uniform(0, 200)
    window[:] = np.clip(ground * (1 - weight) + colours * weight, 0, 255).astype(np.uint8)
    top_card[y0:y1, x0:x1][coverage > 127] = number
    return True


def _cover(
    image: NDArray[np.uint8], top_card: NDArray[np.int16], rng: np.random.Generator, px_per_mm: float, lies: list[Lie]
) -> None:
    """Hands over the cards, and now and then a chip or a pen on top."""
    size = image.shape[0]
    if rng.random() < 0.28:
        for _ in range(1 if rng.random() < 0.8 else 2):
            angle = rng.uniform(0, 2 * np.pi)
            palm = tuple(rng.uniform(-0.1, 1.1, 2) * size)
            coverage = draw_hand(image, rng, palm, angle, px_per_mm)
            top_card[coverage > 100] = -2
    if lies and rng.random() < 0.12:
        for outline in strew(image, rng, px_per_mm * 0.8, 1):
            covered = np.zeros(top_card.shape, np.uint8)
            cv2.fillPoly(covered, [np.round(outline).astype(np.int32)], 1)
            top_card[covered > 0] = -2


def _posed(
    mark, code: str, card: int, image_from_face: NDArray, face_size: tuple[int, int], top_card: NDArray
) -> PosedIndex:
    x0, y0, x1, y1 = mark.box_xyxy
    between = (mark.rank_xy[1] + mark.suit_xy[1]) / 2
    points = np.array(
        [[mark.rank_xy, mark.suit_xy, (face_size[0] / 2, face_size[1] / 2),
          (x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, between), (x1, between)]],
        float,
    )  # fmt: skip
    rank, suit, centre, *rest = cv2.perspectiveTransform(points, image_from_face)[0]
    quad = np.array(rest[:4])
    low, high = quad.min(axis=0), quad.max(axis=0)
    halves = np.array([rest[0], rest[1], rest[5], rest[4]]), np.array([rest[4], rest[5], rest[2], rest[3]])
    pad = 0.06 * (high - low)
    return PosedIndex(
        code, tuple(rank.tolist()), tuple(suit.tolist()), tuple(centre.tolist()),
        (*(low - pad).tolist(), *(high + pad).tolist()), _share_seen(quad, top_card, card),
        min(_share_seen(half, top_card, card) for half in halves), card,
    )  # fmt: skip


def _share_seen(quad: NDArray[np.float64], top_card: NDArray[np.int16], card: int) -> float:
    """Which share of a quadrilateral shows the card; what lies outside the picture counts as covered."""
    ax, ay = np.floor(quad.min(axis=0)).astype(int) - 1
    bx, by = np.ceil(quad.max(axis=0)).astype(int) + 2
    inside = np.zeros((by - ay, bx - ax), np.uint8)
    cv2.fillPoly(inside, [np.round(quad - (ax, ay)).astype(np.int32)], 1)
    size = top_card.shape[0]
    x0, y0, x1, y1 = max(ax, 0), max(ay, 0), min(bx, size), min(by, size)
    if x1 <= x0 or y1 <= y0:
        return 0.0
    window = inside[y0 - ay : y1 - ay, x0 - ax : x1 - ax]
    return int((window & (top_card[y0:y1, x0:x1] == card)).sum()) / max(int(inside.sum()), 1)


# Layouts: each returns where the cards lie, the first one lowest. ``view_mm`` is the width of the picture.


def trick(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    """Two to eight cards in the middle, each laid from its player's side."""
    seats = int(rng.integers(2, 9))
    reach = rng.uniform(15, 75)
    start = rng.uniform(0, 2 * np.pi)
    lies = []
    for seat in range(seats):
        angle = start + 2 * np.pi * seat / seats + rng.normal(0, 0.15)
        turn = angle + np.pi / 2 + rng.normal(0, 0.25) + (np.pi if rng.random() < 0.5 else 0)
        lies.append(Lie(reach * np.cos(angle) + rng.normal(0, 6), reach * np.sin(angle) + rng.normal(0, 6), turn))
    return lies


def row(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    """Cards side by side or overlapping like shingles, upright or stacked downwards, as a dummy lies."""
    count = int(rng.integers(2, 14))
    step = rng.choice([rng.uniform(9, 20), rng.uniform(20, 55), rng.uniform(60, 80)])
    lengthwise = rng.random() < 0.3
    step *= 1.35 if lengthwise and step > 20 else 1.0
    order = 1 if rng.random() < 0.7 else -1
    turn = np.pi if rng.random() < 0.3 else 0.0
    rows = int(rng.integers(1, 4))
    lies = []
    first = rng.uniform(-0.8, 0.0) * step * count
    for r in range(rows):
        for i in range(count):
            along = order * (first + i * step) + rng.normal(0, 1)
            across = (r - (rows - 1) / 2) * rng.uniform(70, 95) + rng.normal(0, 1)
            x, y = (across, along) if lengthwise else (along, across)
            lies.append(Lie(x, y, turn + rng.normal(0, 0.03)))
    return lies[:26]


def fan(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    """A hand of cards spread round a point."""
    count = int(rng.integers(3, 15))
    radius = rng.uniform(60, 180)
    step = rng.uniform(7, 22) / (radius + 40)
    order = 1 if rng.random() < 0.8 else -1
    pivot = (rng.normal(0, 15), radius + rng.normal(0, 20))
    lies = []
    for i in range(count):
        angle = order * (i - (count - 1) / 2) * step + rng.normal(0, 0.015)
        lies.append(Lie(pivot[0] + radius * np.sin(angle), pivot[1] - radius * np.cos(angle), angle))
    return lies


def heap(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    """Cards thrown on one another."""
    count = int(rng.integers(3, 23))
    spread = rng.uniform(20, 70)
    return [
        Lie(rng.normal(0, spread), rng.normal(0, spread), rng.uniform(0, 2 * np.pi), rng.random() < 0.9)
        for _ in range(count)
    ]


def scattered(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    """Cards all over the picture, some face down."""
    count = int(np.clip(rng.uniform(0.4, 2.2) * (view_mm / 90) ** 2, 1, 24))
    half = view_mm / 2 + 20
    return [
        Lie(rng.uniform(-half, half), rng.uniform(-half, half), rng.uniform(0, 2 * np.pi), rng.random() < 0.85)
        for _ in range(count)
    ]


def backs(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    """Face-down cards and stacks, one or two faces among them."""
    base = scattered(rng, view_mm)
    return [Lie(lie.x_mm, lie.y_mm, lie.turn, rng.random() < 0.12) for lie in base]


def single(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    """One card near the middle."""
    return [Lie(rng.normal(0, 25), rng.normal(0, 25), rng.uniform(0, 2 * np.pi))]


def bare(rng: np.random.Generator, view_mm: float) -> list[Lie]:
    """No card at all: clutter, print and hands."""
    return []


LAYOUTS: tuple[tuple[Layout, float], ...] = (
    (trick, 0.14), (row, 0.2), (fan, 0.25), (heap, 0.15), (scattered, 0.1), (backs, 0.03), (single, 0.03), (bare, 0.1),
)  # fmt: skip


def _random_layout(rng: np.random.Generator) -> Layout:
    weights = np.array([weight for _, weight in LAYOUTS])
    chosen = LAYOUTS[int(rng.choice(len(LAYOUTS), p=weights / weights.sum()))][0]
    shift = rng.normal(0, 25, 2)
    return lambda r, view_mm: [Lie(l.x_mm + shift[0], l.y_mm + shift[1], l.turn, l.face_up) for l in chosen(r, view_mm)]  # noqa: E741


def pose_labels(scene: Scene) -> list[str]:
    """The indices seen to ``LABELLED_SHARE`` as lines of the ultralytics pose format.

    A keypoint outside the picture gets visibility 0 and lies at the origin: ultralytics drops every picture with a
    coordinate beyond its edge, without a word.
    """
    size = scene.image_bgr.shape[0]
    lines = []
    for index in scene.readable(LABELLED_SHARE):
        x0, y0, x1, y1 = np.clip(index.box_xyxy, 0, size) / size
        values = [f"0 {(x0 + x1) / 2:.6f} {(y0 + y1) / 2:.6f} {x1 - x0:.6f} {y1 - y0:.6f}"]
        for x, y in (index.rank_xy, index.suit_xy, index.centre_xy):
            inside = 0 <= x < size and 0 <= y < size
            values.append(f"{x / size:.6f} {y / size:.6f} 2" if inside else "0 0 0")
        lines.append(" ".join(values))
    return lines


def marked(scene: Scene) -> NDArray[np.uint8]:
    """The picture with the readable indices drawn in."""
    image = scene.image_bgr.copy()
    for index in scene.readable():
        x0, y0, x1, y1 = (round(v) for v in index.box_xyxy)
        cv2.rectangle(image, (x0, y0), (x1, y1), (0, 220, 255), 1)
        cv2.circle(image, tuple(round(v) for v in index.rank_xy), 2, (255, 0, 255), -1)
        cv2.circle(image, tuple(round(v) for v in index.suit_xy), 2, (0, 220, 0), -1)
    return image


def write_scene(job: tuple[int, int, str, str, float]) -> int:
    """Draw and store one scene; returns its number of labelled indices."""
    seed, number, split, out, joker_share = job
    cv2.setNumThreads(1)
    cruelty = float(np.random.default_rng((seed, number, 6)).uniform(*_TRAINING_CRUELTY))
    scene = draw_scene((seed, number), split, cruelty=cruelty, joker_share=joker_share)
    directory = Path(out)
    cv2.imwrite(str(directory / "images" / f"{number:06d}.jpg"), scene.image_bgr, [cv2.IMWRITE_JPEG_QUALITY, 96])
    (directory / "labels" / f"{number:06d}.txt").write_text("\n".join(pose_labels(scene)))
    labelled = scene.readable(LABELLED_SHARE)
    (directory / "codes" / f"{number:06d}.txt").write_text("\n".join(index.code for index in labelled))
    return len(labelled)


def write_scenes(
    out: Path, count: int, split: str, seed: int, processes: int, first: int = 0, joker_share: float = JOKER_SHARE
) -> None:
    """Write scenes ``first`` to ``first + count`` as images/ and labels/."""
    import multiprocessing

    for name in ("images", "labels", "codes"):
        (out / name).mkdir(parents=True, exist_ok=True)
    jobs = [(seed, n, split, str(out), joker_share) for n in range(first, first + count)]
    started = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        indices = sum(pool.imap_unordered(write_scene, jobs, chunksize=16))
    seconds = time.perf_counter() - started
    print(f"{count} scenes, {indices} indices, {count / seconds:.1f} scenes/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--split", default="train", choices=("train", "validation", "never_trained"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--jokers", type=float, default=JOKER_SHARE, help="share of jokers among the cards")
    parser.add_argument("--out", type=Path, help="write a training set here")
    parser.add_argument("--sheet", type=Path, help="write a contact sheet here")
    args = parser.parse_args()
    if args.out:
        write_scenes(args.out, args.count, args.split, args.seed, args.processes, args.first, args.jokers)
    if args.sheet:
        started = time.perf_counter()
        cells = [marked(draw_scene((args.seed, n), args.split)) for n in range(args.first, args.first + args.count)]
        print(f"{args.count / (time.perf_counter() - started):.1f} scenes/s with one process")
        cells += [np.zeros_like(cells[0])] * (-len(cells) % 8)
        cv2.imwrite(str(args.sheet), np.vstack([np.hstack(cells[i : i + 8]) for i in range(0, len(cells), 8)]))


if __name__ == "__main__":
    main()
