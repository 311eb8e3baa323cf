"""Cut the fetched packages into one picture per card, and measure where each deck prints its indices."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.index_print import CARD_CODES, IndexMark

FACE_HEIGHT_PX = 440
_GNOME_ROWS = "CDHS"
_GNOME_COLUMNS = "A23456789TJQK"
_KDE_SUITS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_KDE_RANKS = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}

Face = NDArray[np.uint8]
"""(440, W, 4) BGRA."""


def gnome_deck(sheet: Path) -> dict[str, Face]:
    """Cut a GNOME sheet, a regular grid of 13 by 5 cells, by the outline of each card."""
    with tempfile.TemporaryDirectory() as directory:
        target = Path(directory) / "sheet.png"
        command = ["rsvg-convert", "-h", str(5 * (FACE_HEIGHT_PX + 4)), "-a", str(sheet), "-o", str(target)]
        subprocess.run(command, check=True)
        image = cv2.imread(str(target), cv2.IMREAD_UNCHANGED)
    cell_height, cell_width = image.shape[0] / 5, image.shape[1] / 13
    places = {rank + suit: (x, y) for y, suit in enumerate(_GNOME_ROWS) for x, rank in enumerate(_GNOME_COLUMNS)}
    places |= {"joker_black": (0, 4), "joker_red": (1, 4), "back": (2, 4)}
    faces = {}
    for code, (x, y) in places.items():
        cell = image[
            round(y * cell_height) : round((y + 1) * cell_height), round(x * cell_width) : round((x + 1) * cell_width)
        ]
        faces[code] = _trimmed(cell)
    return faces


def kde_deck(directory: Path) -> dict[str, Face]:
    """Render a KDE deck element by element; Qt places them right where librsvg does not."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PyQt6.QtCore import QByteArray, QRectF, Qt
    from PyQt6.QtGui import QGuiApplication, QImage, QPainter
    from PyQt6.QtSvg import QSvgRenderer

    _ = QGuiApplication.instance() or QGuiApplication([])
    renderer = QSvgRenderer(QByteArray(gzip.decompress(next(directory.glob("*.svgz")).read_bytes())))
    names = {
        rank + suit: f"{_KDE_RANKS.get(rank, rank)}_{_KDE_SUITS[suit]}" for suit in "SHDC" for rank in _GNOME_COLUMNS
    }
    names |= {"back": "back", "joker_red": "1_joker", "joker_black": "2_joker"}
    faces = {}
    for code, element in names.items():
        if not renderer.elementExists(element):
            continue
        bounds = renderer.boundsOnElement(element)
        width = round(FACE_HEIGHT_PX * bounds.width() / bounds.height())
        image = QImage(width, FACE_HEIGHT_PX, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter, element, QRectF(0, 0, width, FACE_HEIGHT_PX))
        painter.end()
        pixels = np.frombuffer(image.constBits().asarray(image.sizeInBytes()), np.uint8)
        faces[code] = _trimmed(pixels.reshape(FACE_HEIGHT_PX, width, 4).copy())
    return faces


def npm_deck(directory: Path) -> dict[str, Face]:
    """Render the single files of an npm deck, whose names follow one of four habits."""
    long_suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    numbers = {"A": "1", "T": "10", "J": "11", "Q": "12", "K": "13"}
    faces = {}
    for code in CARD_CODES:
        rank, suit = code
        candidates = (
            f"{rank}{suit}.svg",
            f"{numbers.get(rank, rank)}{suit.lower()}.svg",
            f"{long_suits[suit]}_{_KDE_RANKS.get(rank, rank)}.png",
        )
        faces[code] = _trimmed(_picture(next(directory / c for c in candidates if (directory / c).exists())))
    backs = [*sorted(directory.glob("*back*")), *sorted(directory.glob("*Back*")), *directory.parent.glob("back.svg")]
    if backs:
        faces["back"] = _trimmed(_picture(backs[0]))
    for code in ("joker_red", "joker_black"):
        if (directory / f"{code}.png").exists():
            faces[code] = _trimmed(_picture(directory / f"{code}.png"))
        elif (directory / "joker.svg").exists():
            faces[code] = _trimmed(_picture(directory / "joker.svg"))
    return faces


def photographed_deck(directory: Path) -> dict[str, Face]:
    """A deck photographed flat, one file a card, given rounded corners."""
    faces = {}
    for code in CARD_CODES:
        path = next(p for p in (directory / f"{code}.jpg", directory / f"{code.replace('T', '10')}.jpg") if p.exists())
        image = cv2.imread(str(path))
        width = round(FACE_HEIGHT_PX * 63.5 / 88.9)
        face = cv2.resize(image, (width, FACE_HEIGHT_PX), interpolation=cv2.INTER_AREA)
        faces[code] = np.dstack([face, rounded_rectangle(width, FACE_HEIGHT_PX, radius_px=16)])
    return faces


def rounded_rectangle(width_px: int, height_px: int, radius_px: int) -> NDArray[np.uint8]:
    """(H, W) coverage of a card's outline."""
    mask = np.zeros((height_px * 4, width_px * 4), np.uint8)
    r = radius_px * 4
    cv2.rectangle(mask, (r, 0), (width_px * 4 - 1 - r, height_px * 4 - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width_px * 4 - 1, height_px * 4 - 1 - r), 255, -1)
    for x in (r, width_px * 4 - 1 - r):
        for y in (r, height_px * 4 - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return cv2.resize(mask, (width_px, height_px), interpolation=cv2.INTER_AREA)


def _picture(path: Path) -> NDArray[np.uint8]:
    if path.suffix == ".png":
        return cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    command = ["rsvg-convert", "-h", str(FACE_HEIGHT_PX), "-a", str(path)]
    data = subprocess.run(command, check=True, capture_output=True).stdout
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)


def _trimmed(picture: NDArray[np.uint8]) -> Face:
    """Cut to the opaque part and bring it to the common height, with a clean outline."""
    if picture.shape[2] == 3:
        picture = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    ys, xs = np.nonzero(picture[..., 3] > 128)
    picture = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    width = round(FACE_HEIGHT_PX * picture.shape[1] / picture.shape[0])
    face = cv2.resize(picture, (width, FACE_HEIGHT_PX), interpolation=cv2.INTER_AREA)
    # Transparent pixels hold black colour; under the antialiased outline it would show as a dark rim.
    outline = rounded_rectangle(width, FACE_HEIGHT_PX, radius_px=18)
    face[..., 3] = np.minimum(face[..., 3], outline) if face[..., 3].min() == 255 else face[..., 3]
    return face


def measured_marks(faces: dict[str, Face]) -> dict[str, list[IndexMark]]:
    """Find the printed indices of a deck from the ink of its number cards.

    The upper blob in the corner is the rank, the one below it the suit. All cards of a deck share the places, so the
    median over the number cards also stands for the courts, whose art may touch the index.
    """
    height, width = faces["2S"].shape[:2]
    found: list[bool] = []
    ranks: dict[str, list[tuple[float, ...]]] = {}
    suits: dict[str, list[tuple[float, ...]]] = {}
    top_right = 0
    for code in CARD_CODES:
        if code[0] in "AJQK":
            continue
        pair = corner_blobs(faces[code])
        found.append(pair is not None)
        if pair is None:
            continue
        ranks.setdefault("T" if code[0] == "T" else "other", []).append(pair[0])
        suits.setdefault(code[1], []).append(pair[1])
        mirrored = corner_blobs(np.ascontiguousarray(faces[code][:, ::-1]))
        top_right += mirrored is not None and abs(mirrored[0][0] - pair[0][0]) < 0.03 * width
    if sum(found) < 24:
        raise ValueError(f"only {sum(found)} of 36 number cards show an index")
    rank_box = {kind: np.median(boxes, axis=0) for kind, boxes in ranks.items()}
    suit_box = {suit: np.median(boxes, axis=0) for suit, boxes in suits.items()}
    four_corners = top_right > 0.6 * sum(found)
    marks: dict[str, list[IndexMark]] = {}
    for code in CARD_CODES:
        rank = rank_box["T" if code[0] == "T" and "T" in rank_box else "other"]
        suit = suit_box[code[1]]
        mark = IndexMark(
            (float((rank[0] + rank[2]) / 2), float((rank[1] + rank[3]) / 2)),
            (float((suit[0] + suit[2]) / 2), float((suit[1] + suit[3]) / 2)),
            tuple(float(v) for v in (*np.minimum(rank[:2], suit[:2]), *np.maximum(rank[2:], suit[2:]))),
        )
        places = [mark]
        if four_corners:
            (rx, ry), (sx, sy), (x0, y0, x1, y1) = mark.rank_xy, mark.suit_xy, mark.box_xyxy
            last = faces[code].shape[1] - 1
            places.append(IndexMark((last - rx, ry), (last - sx, sy), (last - x1, y0, last - x0, y1)))
        marks[code] = places + [place.turned(faces[code].shape[1], height) for place in places]
    return marks


def corner_blobs(face: Face) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """The boxes (xyxy) of rank and suit in the top left corner, or None where they cannot be told apart."""
    height, width = face.shape[:2]
    corner = face[: round(0.42 * height), : round(0.42 * width)]
    paper = np.median(corner[..., :3].reshape(-1, 3), axis=0)
    ink = (np.abs(corner[..., :3].astype(np.float32) - paper).max(axis=2) > 70) & (corner[..., 3] > 200)
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    boxes = []
    for x, y, w, h, area in stats[1:count]:
        frame = h > 0.3 * height or w > 0.36 * width or x <= 2 or y <= 2
        if not frame and h >= 0.025 * height and area > 0.2 * w * h:
            boxes.append((x, y, x + w, y + h))
    boxes.sort(key=lambda box: box[0] + box[1])
    boxes = [box for box in boxes if box[0] < 0.2 * width]
    if len(boxes) < 2:
        return None
    rank = boxes[0]
    for box in boxes[1:]:  # the two figures of a ten
        overlap = min(rank[3], box[3]) - max(rank[1], box[1])
        if overlap > 0.7 * (rank[3] - rank[1]) and box[0] - rank[2] < 0.04 * width and box[2] < 0.36 * width:
            rank = (min(rank[0], box[0]), min(rank[1], box[1]), max(rank[2], box[2]), max(rank[3], box[3]))
    below = [
        box
        for box in boxes
        if box[1] > rank[3] - 0.01 * height
        and box[1] - rank[3] < 0.09 * height
        and min(rank[2], box[2]) - max(rank[0], box[0]) > 0.4 * min(rank[2] - rank[0], box[2] - box[0])
        and 0.3 * (rank[3] - rank[1]) < box[3] - box[1] < 1.5 * (rank[3] - rank[1])
    ]
    return (rank, min(below, key=lambda box: box[1])) if below else None


def cut_fonts(packages: Path, target: Path) -> int:
    """Copy the typefaces whose capitals and figures stand on one line; returns how many."""
    from PIL import ImageFont

    target.mkdir(parents=True, exist_ok=True)
    kept = 0
    for path in sorted([*packages.rglob("*.ttf"), *packages.rglob("*.otf"), *packages.rglob("*.t1")]):
        lowered = path.name.lower()
        if any(
            word in lowered
            for word in ("italic", "oblique", "symbol", "dingbat", "math", "initials", "keyboard", "chorus")
        ):
            continue
        if any(
            word in lowered
            for word in ("biolinum_k", "thin", "extralight", "hairline", "d050000l", "z003", "standardsymbols")
        ):
            continue
        try:
            font = ImageFont.truetype(str(path), 100)
            heights = {g: font.getbbox(g)[3] - font.getbbox(g)[1] for g in "23456789AJQK10"}
            low = [font.getbbox(g)[3] for g in "123456789"]
        except OSError:
            continue
        figures = [heights[g] for g in "123456789"]
        if (
            min(figures) < 0.88 * max(figures)
            or max(low) - min(low) > 6
            or not 0.85 < heights["A"] / heights["2"] < 1.2
        ):
            continue
        shutil.copyfile(path, target / path.name)
        kept += 1
    return kept


def cut_textures(packages: Path, target: Path, size_px: int = 512) -> int:
    """Copy floor, wood, cloth and stone textures as table tops; returns how many."""
    target.mkdir(parents=True, exist_ok=True)
    kept = 0
    for path in _texture_files(packages):
        image = cv2.imread(str(path))
        if image is None or min(image.shape[:2]) < 128:
            continue
        cv2.imwrite(
            str(target / f"{path.stem}.jpg"), cv2.resize(image, (size_px, size_px)), [cv2.IMWRITE_JPEG_QUALITY, 90]
        )
        kept += 1
    return kept


def _texture_files(packages: Path) -> Iterator[Path]:
    words = (
        "wood",
        "carpet",
        "parquet",
        "tile",
        "concrete",
        "floor",
        "cloth",
        "plank",
        "stone",
        "marble",
        "rug",
        "wall",
    )
    with tempfile.TemporaryDirectory() as directory:
        for archive in packages.rglob("*textures*.pk3"):
            shutil.unpack_archive(archive, directory, "zip")
        for path in sorted(Path(directory).rglob("*")):
            picture = path.suffix.lower() in (".jpg", ".png", ".tga")
            relief = path.stem.endswith(("_nm", "_gm", "_sm", "_rm"))
            if picture and not relief and any(word in path.stem.lower() for word in words):
                yield path
    for name in ("filzkachel.bmp", "holz.bmp"):
        yield from sorted(packages.rglob(name))[:1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=Path, required=True, help="where the Debian packages are unpacked")
    parser.add_argument("--npm", type=Path, required=True, help="where the npm packages are unpacked")
    parser.add_argument(
        "--photographed", type=Path, default=Path("../shared/real/decks"), help="decks photographed flat"
    )
    parser.add_argument("--out", type=Path, default=Path("datasets/art"))
    parser.add_argument("--only", nargs="*", help="names of decks, for a try")
    args = parser.parse_args()
    table = json.loads((Path(__file__).parent / "decks.json").read_text())["decks"]
    if not args.only:
        print(f"{cut_fonts(args.packages, args.out / 'fonts')} typefaces")
        print(f"{cut_textures(args.packages, args.out / 'textures')} textures")
    for row in table:
        if args.only and row["name"] not in args.only:
            continue
        if row["source"] == "gnome":
            faces = gnome_deck(args.packages / "usr/share/aisleriot/cards" / f"{row['file']}.svgz")
        elif row["source"] == "kde":
            faces = kde_deck(args.packages / "usr/share/carddecks" / row["file"])
        elif row["source"] == "npm":
            faces = npm_deck(args.npm / row["file"])
        elif (args.photographed / row["file"]).is_dir():
            faces = photographed_deck(args.photographed / row["file"])
        else:
            print(f"{row['name']}: not here, left out")
            continue
        directory = args.out / "decks" / row["name"]
        directory.mkdir(parents=True, exist_ok=True)
        try:
            marks = measured_marks(faces)
        except ValueError as error:
            if row.get("printed") != "anew":
                print(f"{row['name']}: {error}")
            marks = {}
        for code, face in faces.items():
            cv2.imwrite(str(directory / f"{code}.png"), face)
        document = {code: [[*m.rank_xy, *m.suit_xy, *m.box_xyxy] for m in places] for code, places in marks.items()}
        (directory / "marks.json").write_text(json.dumps(document))
        print(f"{row['name']}: {len(faces)} faces, {len(marks.get('2S', []))} indices a card")


if __name__ == "__main__":
    main()
