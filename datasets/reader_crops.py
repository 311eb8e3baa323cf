"""Crops of single indices for the reader: every print, every light, and more of the surroundings than it will see.

A crop is stored as it truly stands, and displaced whenever it is seen (``displaced``), as inexactly as the detector
places its points.

``python -m datasets.reader_crops --sheet crops.png`` shows some, labelled; ``--out`` writes a shard of them.
"""

from __future__ import annotations

import argparse
import functools
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import DeckArt, deck_names, load_deck
from datasets.hands import draw_hand
from datasets.index_print import CARD_CODES, JOKERS, IndexMark, random_style
from datasets.paimiahhh_print import PRINTS, paimiahhh_print_names, printed_paimiahhh, tile_pixels, tile_points
from datasets.photographed import photographed
from datasets.printed_decks import blackened, reprinted
from datasets.scenes import LABELLED_SHARE, only_faces
from datasets.tables import strew, table_top
from engine.decks_paimiahhh import COLOURS
from vision.index_crop import GLYPH_DISTANCE_PX, USUAL_CROP_PX, index_crops
from webui.printing.faces import PAIMIAHHH_CODES
from webui.printing.tiles import TILE_VALUES

CLASSES = (*CARD_CODES, *JOKERS, "not_an_index", "unreadable", *PAIMIAHHH_CODES)
"""The reader's classes; later decks stand behind earlier ones, so that older weights keep their places."""
NOT_AN_INDEX = CLASSES.index("not_an_index")
UNREADABLE = CLASSES.index("unreadable")
_CARD_HEIGHTS_PER_GLYPH_DISTANCE = 9.0
_HARD_RANKS = "6935848T"
_SPREAD_SHARE = 0.4
"""Crops with a neighbour under and one over the card, as in fans and rows, which show their own indices."""
_MOST_COVERED = 1 - LABELLED_SHARE
"""Of an index that has a name; the detector finds what can be seen that far."""
_SUIT_HIDDEN_SHARE = 0.06
"""Cards of which the next one hides the suit and leaves the rank, as in steps of large print: the rank is read."""
_RANK_SEEN, _RANK_HIDDEN = 0.1, 0.35
"""So much of the rank is covered at most where it shall be read, and at least where nothing can be."""
_SPECIALS = sum(len(code) > 2 for code in PAIMIAHHH_CODES)
_PAIMIAHHH_SHARE = 0.3
"""Its number cards are 45 classes of 110, and one design only."""

STORED_PX = 96
"""Width and height of a stored crop, a little more than any reader sees of it."""
_KEYPOINT_SPREAD, _FAR_OUT, _MOST_OFF = 0.09, 2.5, 0.35
"""How far the detector's points lie off, in distances between rank and suit; of every tenth index much further, but
none so far that its neighbour might as well be meant."""
_ASPECT_SPREAD, _SHEAR_SPREAD = 0.04, 0.05

Drawn = tuple[NDArray[np.uint8], int]
"""A crop with its surroundings (96, 96, 3) RGB, and its class number."""


def draw_crops(seed: tuple[int, ...], split: str, count: int) -> list[Drawn]:
    """Draw so many crops, all from one deck in one print."""
    rng = np.random.default_rng(seed)
    if rng.random() < _PAIMIAHHH_SHARE:
        codes = [_paimiahhh_code(rng) for _ in range(count)]
        deck = printed_paimiahhh(str(rng.choice(paimiahhh_print_names(split))), rng, codes)
    else:
        codes = [_code(rng) for _ in range(count)]
        deck = _deck(rng, split, set(codes))
    return [crop for code in codes if (crop := _draw(rng, deck, code, split)) is not None]


def _code(rng: np.random.Generator) -> str:
    draw = rng.random()
    if draw < 0.1:
        return JOKERS[int(rng.integers(2))]
    suit = "SCSCHD"[int(rng.integers(6))]
    if draw < 0.3:
        return _HARD_RANKS[int(rng.integers(len(_HARD_RANKS)))] + suit
    return "A23456789TJQK"[int(rng.integers(13))] + suit


def _paimiahhh_code(rng: np.random.Generator) -> str:
    """A number card mostly; the nine cards without a value come more often than one in six."""
    numbers = len(PAIMIAHHH_CODES) - _SPECIALS
    place = rng.integers(numbers) if rng.random() < 0.76 else numbers + rng.integers(_SPECIALS)
    return PAIMIAHHH_CODES[int(place)]


def _deck(rng: np.random.Generator, split: str, codes: set[str]) -> DeckArt:
    names = deck_names(split)
    fetched = [name for name in names if not name.startswith("procedural")]
    own = [name for name in names if name.startswith("procedural")]
    name = str(rng.choice(own if not fetched or rng.random() < 0.06 else fetched))
    deck = only_faces(_loaded(name, int(rng.integers(6))), codes)
    if split != "never_trained":
        if rng.random() < 0.68:
            deck = reprinted(deck, random_style(rng))
        if rng.random() < 0.06:
            deck = blackened(deck, [None, (255, 255, 255), (110, 190, 225)][int(rng.integers(3))])
    return deck


@functools.lru_cache(maxsize=200)
def _loaded(name: str, seed: int) -> DeckArt:
    return load_deck(name, seed)


@functools.lru_cache(maxsize=64)
def _tops(split: str, number: int) -> NDArray[np.uint8]:
    rng = np.random.default_rng([number, 77])
    top = table_top(420, rng, split)
    strew(top, rng, rng.uniform(0.7, 3.0), int(rng.integers(0, 8)))
    return top


def _draw(rng: np.random.Generator, deck: DeckArt, code: str, split: str) -> Drawn | None:
    kind = rng.choice(["card", "not_an_index", "unreadable"], p=[0.79, 0.16, 0.05])
    marks = deck.marks.get(code, ())
    if not marks:
        return None
    mark = marks[int(rng.integers(len(marks)))]
    distance_px = float(np.exp(rng.uniform(np.log(5.5), np.log(36))))
    cruelty, card_share = 1.0, 1.0
    if kind == "unreadable":
        draw = rng.random()
        if draw < 0.3:
            distance_px = rng.uniform(2.0, 3.3)
        elif draw < 0.65:
            cruelty = rng.uniform(4.5, 9.0)
    face = deck.faces[code]
    if kind == "not_an_index":
        if deck.name in PRINTS and rng.random() < 0.35:
            return _tile(rng, split, distance_px)
        decoy = _decoy(rng, face, mark)
        if decoy is None:
            return _background(rng, split, distance_px)
        rank, suit = decoy
    else:
        rank, suit = np.array(mark.rank_xy), np.array(mark.suit_xy)
    patch, patch_from_face = _patch(rng, face, rank, suit, distance_px, split)
    hides_suit = kind == "card" and len(code) == 2 and rng.random() < _SUIT_HIDDEN_SHARE
    is_spread = hides_suit or (kind != "unreadable" and rng.random() < _SPREAD_SHARE)
    if is_spread:
        under_from_face, over_from_face = _spread(rng, face, mark, hides_suit=hides_suit)
        _lay(rng, patch, _any_face(rng, deck), patch_from_face @ under_from_face)
    _lay(rng, patch, face, patch_from_face)
    quad, rank_quad = cv2.perspectiveTransform(np.array([_corners(mark), _rank_corners(mark)], float), patch_from_face)
    points = cv2.perspectiveTransform(np.array([[rank, suit]], float), patch_from_face)[0]
    cover = np.zeros(patch.shape[:2], np.uint8)
    if is_spread:
        cover = _lay(rng, patch, _any_face(rng, deck), patch_from_face @ over_from_face)
    elif rng.random() < 0.5 or (kind == "unreadable" and cruelty == 1.0 and distance_px > 3.5):
        cover = _overlap(rng, deck, patch, quad, distance_px, heavy=kind == "unreadable")
    covered, rank_covered = _covered(cover, quad), _covered(cover, rank_quad)
    if kind == "card" and covered > _MOST_COVERED and not (hides_suit and rank_covered <= _RANK_SEEN):
        return None
    is_hidden = covered >= 0.55 and rank_covered >= _RANK_HIDDEN
    if kind == "unreadable" and cruelty == 1.0 and distance_px > 3.5 and not is_hidden:
        return None
    patch = photographed(patch, rng, distance_px * _CARD_HEIGHTS_PER_GLYPH_DISTANCE * card_share, cruelty)
    label = {"card": CLASSES.index(code), "not_an_index": NOT_AN_INDEX, "unreadable": UNREADABLE}[kind]
    if kind == "card" and _washed_out(patch, quad):
        label = UNREADABLE
    return cut_crop(patch, points), label


def cut_crop(patch: NDArray[np.uint8], points: NDArray[np.float64]) -> NDArray[np.uint8]:
    """(96, 96, 3) RGB: what the product would cut for these points of rank and suit (2, 2), and around it."""
    crop = index_crops(patch, points[:1], points[1:], size_px=(STORED_PX, STORED_PX))[0]
    return (crop.transpose(1, 2, 0) * 255).round().astype(np.uint8)


def displaced(
    crop: NDArray[np.uint8], rng: np.random.Generator, size_px: tuple[int, int] = USUAL_CROP_PX
) -> NDArray[np.uint8]:
    """A stored crop as the product would cut it for inexact points, of a card seen a little from the side.

    (96, 96, 3) → (64, 48, 3), or of another width and height, the same in its middle.
    """
    glyphs = np.array([[0.0, -0.5], [0.0, 0.5]]) * GLYPH_DISTANCE_PX
    spread = abs(rng.normal(0, _KEYPOINT_SPREAD)) * (_FAR_OUT if rng.random() < 0.1 else 1.0)
    off = np.clip(rng.normal(0, 1, (2, 2)) * spread, -_MOST_OFF, _MOST_OFF)
    rank, suit = glyphs + off * GLYPH_DISTANCE_PX
    down = (suit - rank) / GLYPH_DISTANCE_PX
    aspect, shear = np.exp(rng.normal(0, _ASPECT_SPREAD)), rng.normal(0, _SHEAR_SPREAD)
    turned = np.array([[down[1], down[0]], [-down[0], down[1]]])
    crop_from_seen = turned @ np.array([[aspect, shear], [0.0, 1.0 / aspect]])
    middle = (rank + suit) / 2
    seen_middle = (np.array(size_px) - 1) / 2
    shift = np.array(crop.shape[1::-1]) / 2 - 0.5 + middle - crop_from_seen @ seen_middle
    seen: NDArray[np.uint8] = cv2.warpAffine(
        crop,
        np.column_stack([crop_from_seen, shift]),
        size_px,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return seen


def _corners(mark: IndexMark) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = mark.box_xyxy
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _rank_corners(mark: IndexMark) -> list[tuple[float, float]]:
    x0, y0, x1, _ = mark.box_xyxy
    between = (mark.rank_xy[1] + mark.suit_xy[1]) / 2
    y0 = y0 if mark.rank_xy[1] < mark.suit_xy[1] else mark.box_xyxy[3]
    return [(x0, y0), (x1, y0), (x1, between), (x0, between)]


def _decoy(rng: np.random.Generator, face: NDArray[np.uint8], mark: IndexMark) -> tuple[NDArray, NDArray] | None:
    """Two points on a face that are no index: upside down, sideways, beside it, in the middle of the art."""
    rank, suit = np.array(mark.rank_xy), np.array(mark.suit_xy)
    across = suit - rank
    draw = rng.random()
    if draw < 0.16:
        return suit, rank
    if draw < 0.26:
        middle, half = (rank + suit) / 2, np.array([-across[1], across[0]]) / 2 * rng.choice([-1, 1])
        return middle + half, middle - half
    if draw < 0.42:
        angle = rng.uniform(0, 2 * np.pi)
        shift = np.array([np.cos(angle), np.sin(angle)]) * np.linalg.norm(across) * rng.uniform(0.8, 2.2)
        return rank + shift, suit + shift
    if draw < 0.82:
        height, width = face.shape[:2]
        middle = np.array([rng.uniform(0.2, 0.8) * width, rng.uniform(0.1, 0.9) * height])
        angle = rng.uniform(0, 2 * np.pi)
        half = np.array([np.cos(angle), np.sin(angle)]) * np.linalg.norm(across) * rng.uniform(0.3, 1.5)
        return middle - half, middle + half
    return None


def _tile(rng: np.random.Generator, split: str, distance_px: float) -> Drawn:
    """A scoring tile: figures and shapes that no card prints so."""
    picture = tile_pixels(str(rng.choice(list(COLOURS))), int(rng.choice(TILE_VALUES)))
    face = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    points = tile_points(rng)
    patch, patch_from_face = _patch(rng, face, *points, distance_px, split)
    _lay(rng, patch, face, patch_from_face)
    patch = photographed(patch, rng, distance_px * _CARD_HEIGHTS_PER_GLYPH_DISTANCE)
    return cut_crop(patch, cv2.perspectiveTransform(points[None], patch_from_face)[0]), NOT_AN_INDEX


def _background(rng: np.random.Generator, split: str, distance_px: float) -> Drawn:
    top = _tops(split, int(rng.integers(64)))
    if rng.random() < 0.15:
        top = top.copy()
        draw_hand(top, rng, tuple(rng.uniform(100, 320, 2)), rng.uniform(0, 6.28), rng.uniform(0.7, 2.5))
    side = int(max(24, distance_px * 7.5))
    x, y = rng.integers(0, 420 - min(side, 400), 2)
    patch = photographed(top[y : y + side, x : x + side], rng, distance_px * 9)
    middle = np.array(patch.shape[1::-1]) / 2
    angle = rng.uniform(0, 2 * np.pi)
    half = np.array([np.cos(angle), np.sin(angle)]) * distance_px / 2
    return cut_crop(patch, np.stack([middle - half, middle + half])), NOT_AN_INDEX


def _patch(
    rng: np.random.Generator,
    face: NDArray[np.uint8],
    rank: NDArray,
    suit: NDArray,
    distance_px: float,
    split: str,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A square of the bare table with the place of the index in its middle, and patch_from_face."""
    side = int(max(20, np.ceil(distance_px * 7.5)))
    middle = (rank + suit) / 2
    scale = distance_px / max(np.linalg.norm(suit - rank), 1e-3)
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    squeeze = 1.0 - rng.beta(1.2, 3.0) * 0.45
    lean = rng.uniform(0, np.pi)
    cl, sl = np.cos(lean), np.sin(lean)
    rotate, frame = np.array([[c, -s], [s, c]]), np.array([[cl, -sl], [sl, cl]])
    linear = frame @ np.diag([1.0, squeeze]) @ frame.T @ rotate * scale
    warp = np.eye(3)
    warp[:2, :2] = linear
    warp[:2, 2] = side / 2 - linear @ middle
    warp[2, :2] = rng.normal(0, 0.12, 2) * (1 - squeeze) / face.shape[0]
    warp[2, 2] = 1.0 - warp[2, :2] @ middle
    top = _tops(split, int(rng.integers(64)))
    x, y = rng.integers(0, 420 - min(side, 410), 2)
    return cv2.resize(top[y : y + side, x : x + side], (side, side)), warp


def _any_face(rng: np.random.Generator, deck: DeckArt) -> NDArray[np.uint8]:
    faces = list(deck.faces.values())
    return faces[int(rng.integers(len(faces)))]


def _spread(
    rng: np.random.Generator, face: NDArray[np.uint8], mark: IndexMark, *, hides_suit: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """face_from_neighbour of the card under and the card over this one in a fan, a row or a column.

    The one over leaves a strip with the index free, the one under shows its own index beside it.
    """
    height, width = face.shape[:2]
    x0, y0, x1, y1 = mark.box_xyxy
    # The strip runs from the edges of the card beside the index.
    is_left, is_top = x0 + x1 < width, y0 + y1 < height
    strip = np.array([x1 if is_left else width - x0, y1 if is_top else height - y0], float)
    inwards = np.array([1 if is_left else -1, 1 if is_top else -1])
    axis = 1 if hides_suit or rng.random() < 0.2 else 0
    step_px = strip[axis] * (rng.uniform(0.45, 0.9) if hides_suit else rng.uniform(0.92, 2.0))
    turn, pivot = rng.normal(0, 0.03), np.array([width / 2, height / 2])
    shift = np.zeros(2)
    shift[axis] = inwards[axis] * step_px
    if axis == 0 and rng.random() < 0.65:
        # A fan turns about a point beyond the far end of the card, which moves the corner by the same step.
        reach_px = height * rng.uniform(0.9, 2.2)
        pivot = np.array([width / 2, (y0 + y1) / 2 + inwards[1] * reach_px])
        turn, shift = inwards[0] * inwards[1] * step_px / reach_px, np.zeros(2)
    c, s = np.cos(turn), np.sin(turn)
    over = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    over[:2, 2] = pivot + shift - over[:2, :2] @ pivot
    return np.linalg.inv(over), over


def _lay(
    rng: np.random.Generator, patch: NDArray[np.uint8], face: NDArray[np.uint8], patch_from_face: NDArray
) -> NDArray[np.uint8]:
    """Draw a face into the patch, with a thin shadow; returns its coverage."""
    side = patch.shape[0]
    scale = np.sqrt(abs(np.linalg.det(patch_from_face[:2, :2])))
    warp = patch_from_face
    if scale < 0.7:
        # Only what the patch shows is brought to size.
        corners = cv2.perspectiveTransform(
            np.array([[(0, 0), (side, 0), (side, side), (0, side)]], float), np.linalg.inv(warp)
        )[0]
        x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 4, 0)
        x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 4, (face.shape[1], face.shape[0]))
        if x1 - x0 < 2 or y1 - y0 < 2:
            return np.zeros(patch.shape[:2], np.uint8)
        small = (max(2, round((x1 - x0) * scale * 1.25)), max(2, round((y1 - y0) * scale * 1.25)))
        face = cv2.resize(face[y0:y1, x0:x1], small, interpolation=cv2.INTER_AREA)
        warp = warp @ np.array([[(x1 - x0) / small[0], 0, x0], [0, (y1 - y0) / small[1], y0], [0, 0, 1.0]])
    drawn = cv2.warpPerspective(face, warp, (side, side), flags=cv2.INTER_LINEAR)
    coverage = drawn[..., 3]
    shadow = cv2.blur(np.roll(coverage, int(rng.integers(-2, 3)), axis=int(rng.integers(2))), (3, 3))
    weight = coverage[..., None].astype(np.float32) / 255
    ground = patch * (1 - shadow[..., None].astype(np.float32) / 255 * rng.uniform(0.1, 0.6))
    patch[:] = (ground * (1 - weight) + drawn[..., :3] * weight).astype(np.uint8)
    return coverage


def _overlap(
    rng: np.random.Generator, deck: DeckArt, patch: NDArray[np.uint8], quad: NDArray, distance_px: float, heavy: bool
) -> NDArray[np.uint8]:
    """Lay a neighbouring card or a finger beside or over the index; returns what it covers."""
    side = patch.shape[0]
    middle = quad.mean(axis=0)
    angle = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(angle), np.sin(angle)])
    reach = float(np.abs((quad - middle) @ direction).max())
    away = rng.uniform(-0.6, 0.2) * reach if heavy else rng.uniform(0.55, 1.9) * reach
    edge = middle + direction * away
    if rng.random() < 0.7:
        others = list(deck.faces)
        face = deck.faces[others[int(rng.integers(len(others)))]]
        if rng.random() < 0.15:
            face = deck.backs[0]
        scale = distance_px * _CARD_HEIGHTS_PER_GLYPH_DISTANCE / face.shape[0] * rng.uniform(0.9, 1.1)
        # The neighbour's left edge runs through ``edge``, at a right angle to ``direction`` or nearly so.
        turn = angle + rng.normal(0, 0.15)
        if rng.random() < 0.3:
            turn += np.pi / 2
        c, s = np.cos(turn) * scale, np.sin(turn) * scale
        start = (
            np.array([0.0, rng.uniform(0.1, 0.9) * face.shape[0]])
            if rng.random() < 0.7
            else np.array([rng.uniform(0.1, 0.9) * face.shape[1], 0.0])
        )
        linear = np.array([[c, -s], [s, c]])
        warp = np.eye(3)
        warp[:2, :2] = linear
        warp[:2, 2] = edge - linear @ start
        coverage = _lay(rng, patch, face, warp)
    else:
        coverage = np.zeros((side, side), np.uint8)
        width = distance_px * rng.uniform(1.5, 2.4)
        start = edge + direction * width / 2
        along = np.array([-direction[1], direction[0]])
        a, b = start + along * rng.uniform(-0.2, 1) * side, start - along * 2 * side
        cv2.line(
            coverage,
            tuple(np.round(a).astype(int).tolist()),
            tuple(np.round(b).astype(int).tolist()),
            255,
            max(2, round(width)),
            cv2.LINE_AA,
        )
        tone = np.array([120, 150, 200]) * rng.uniform(0.3, 1.15) + rng.normal(0, 10, 3)
        weight = cv2.blur(coverage, (3, 3))[..., None].astype(np.float32) / 255
        depth = cv2.blur(coverage, (2 * int(width / 3) + 1,) * 2)[..., None].astype(np.float32) / 255
        patch[:] = np.clip(patch * (1 - weight) + tone * (0.5 + 0.5 * depth) * weight, 0, 255).astype(np.uint8)
    return coverage


def _covered(coverage: NDArray[np.uint8], quad: NDArray) -> float:
    """The share of the index that a cover hides."""
    inside = np.zeros(coverage.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(quad).astype(np.int32)], 1)
    total = int(inside.sum())
    return float(((coverage > 127) & (inside > 0)).sum() / total) if total else 0.0


def _washed_out(patch: NDArray[np.uint8], quad: NDArray) -> bool:
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 1
    window = patch[y0:y1, x0:x1]
    if window.size == 0:
        return True
    grey = cv2.cvtColor(window, cv2.COLOR_BGR2GRAY)
    dark, light = np.percentile(grey, (7, 80))
    return abs(light - dark) < 10


def store_shard(target: Path, drawn: Sequence[Drawn]) -> None:
    """Write a shard at once: a training run may look for new ones meanwhile."""
    crops, labels = np.stack([crop for crop, _ in drawn]), np.array([label for _, label in drawn], np.uint8)
    unfinished = target.with_name(f"unfinished_{target.name}")
    np.savez(unfinished, crops=crops, labels=labels)
    unfinished.replace(target)


def write_shard(job: tuple[int, int, int, str, str]) -> int:
    """Draw and store one shard of crops; returns how many it holds."""
    seed, number, count, split, out = job
    cv2.setNumThreads(1)
    drawn: list[Drawn] = []
    batch = 0
    while len(drawn) < count:
        drawn += draw_crops((seed, number, batch), split, 24)
        batch += 1
    store_shard(Path(out) / f"{split}_{seed}_{number:04d}.npz", drawn[:count])
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="directory for shards")
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--per-shard", type=int, default=8000)
    parser.add_argument("--split", default="train", choices=("train", "validation", "never_trained"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--sheet", type=Path)
    args = parser.parse_args()
    started = time.perf_counter()
    if args.out:
        import multiprocessing

        args.out.mkdir(parents=True, exist_ok=True)
        jobs = [
            (args.seed, n, args.per_shard, args.split, str(args.out))
            for n in range(args.first, args.first + args.shards)
        ]
        with multiprocessing.get_context("spawn").Pool(args.processes) as pool:
            total = sum(pool.imap_unordered(write_shard, jobs))
        print(f"{total} crops, {total / (time.perf_counter() - started):.0f} a second")
    if args.sheet:
        drawn: list[Drawn] = []
        for n in range(60):
            drawn += draw_crops((args.seed, 999, n), args.split, 6)
        cells = []
        for crop, label in drawn[:320]:
            cell = np.zeros((80, 50, 3), np.uint8)
            cell[:64, :48] = displaced(crop, np.random.default_rng(label))[:, :, ::-1]
            name = {"not_an_index": "none", "unreadable": "??", "joker_red": "jr", "joker_black": "jb"}.get(
                CLASSES[label], CLASSES[label]
            )
            cv2.putText(cell, name, (2, 77), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 255, 255), 1)
            cells.append(cell)
        cv2.imwrite(str(args.sheet), np.vstack([np.hstack(cells[i : i + 32]) for i in range(0, len(cells) - 31, 32)]))
        print(f"{len(drawn) / (time.perf_counter() - started):.0f} crops/s")


if __name__ == "__main__":
    main()
