"""Boxes and names drawn on a picture that was read."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import CardSighting, PhotoReading

_SURE_BGR = (70, 200, 60)
_DOUBTFUL_BGR = (30, 170, 255)
_UNKNOWN_BGR = (60, 60, 235)
_INDEX_BGR = (220, 160, 40)
_LABEL_BGR = (30, 30, 30)
_RED_BGR = (60, 60, 240)
_WHITE_BGR = (245, 245, 245)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_reading(image_bgr: NDArray[np.uint8], reading: PhotoReading) -> NDArray[np.uint8]:
    """A copy of the picture with every index boxed and every card outlined and named."""
    drawn = image_bgr.copy()
    width_px = _line_px(drawn)
    for index in reading.indices:
        x0, y0, x1, y1 = (round(v) for v in index.box_xyxy)
        cv2.rectangle(drawn, (x0, y0), (x1, y1), _INDEX_BGR, width_px)
        rank, suit = (tuple(round(v) for v in point) for point in (index.rank_xy, index.suit_xy))
        cv2.arrowedLine(drawn, rank, suit, _INDEX_BGR, width_px, cv2.LINE_AA, tipLength=0.3)
    for card in reading.cards:
        _draw_card(drawn, card)
    return drawn


def _draw_card(drawn: NDArray[np.uint8], card: CardSighting) -> None:
    colour = _UNKNOWN_BGR if card.code is None else _DOUBTFUL_BGR if card.conflict or card.repaired_from else _SURE_BGR
    cv2.polylines(drawn, [np.round(card.quad_xy).astype(np.int32)], True, colour, _line_px(drawn), cv2.LINE_AA)
    percent = f"{int(card.confidence * 100)}%"
    code = card.code or card.best_code
    texts = [code if card.code is not None else f"{code}?", percent]
    x, y = (round(v) for v in card.centre_xy)
    _draw_label(drawn, (x, y), texts, _text_scale(drawn), colour)


def _draw_label(
    drawn: NDArray[np.uint8],
    centre_xy: tuple[int, int],
    texts: list[str],
    scale: float,
    frame_bgr: tuple[int, int, int],
) -> None:
    """Texts side by side on a dark plate; a card code among them is shown as rank and suit sign."""
    thickness = max(1, round(scale * 2))
    height = round(24 * scale)
    gap = round(8 * scale)
    widths = [_text_width(text, scale, thickness) for text in texts]
    width = sum(widths) + gap * (len(texts) + 1)
    x = int(np.clip(centre_xy[0] - width // 2, 0, max(0, drawn.shape[1] - width)))
    y = int(np.clip(centre_xy[1] - height, 0, max(0, drawn.shape[0] - 2 * height)))
    cv2.rectangle(drawn, (x, y), (x + width, y + round(1.6 * height)), _LABEL_BGR, -1)
    cv2.rectangle(drawn, (x, y), (x + width, y + round(1.6 * height)), frame_bgr, max(1, thickness // 2))
    x += gap
    baseline = y + round(1.2 * height)
    for text, text_width in zip(texts, widths, strict=True):
        rank, suit, rest = _parts(text)
        cv2.putText(drawn, rank, (x, baseline), _FONT, scale, _WHITE_BGR, thickness, cv2.LINE_AA)
        if suit:
            left = x + _plain_width(rank, scale, thickness)
            _draw_suit(drawn, suit, (left + height * 0.5, baseline - height * 0.42), height * 0.8)
            cv2.putText(drawn, rest, (left + height, baseline), _FONT, scale, _WHITE_BGR, thickness, cv2.LINE_AA)
        x += text_width + gap


def _parts(text: str) -> tuple[str, str, str]:
    """A card code (with a question mark or not) as rank, suit and rest; any other text as rank alone."""
    if len(text) >= 2 and text[0] in "A23456789TJQK" and text[1] in "SHDC" and text[2:] in ("", "?"):
        return ("10" if text[0] == "T" else text[0]), text[1], text[2:]
    return text.replace("_", " "), "", ""


def _text_width(text: str, scale: float, thickness: int) -> int:
    rank, suit, rest = _parts(text)
    sign = round(24 * scale) if suit else 0
    return _plain_width(rank, scale, thickness) + sign + (_plain_width(rest, scale, thickness) if rest else 0)


def _plain_width(text: str, scale: float, thickness: int) -> int:
    (width, _), _ = cv2.getTextSize(text, _FONT, scale, thickness)
    return int(width)


def _draw_suit(drawn: NDArray[np.uint8], suit: str, centre_xy: tuple[float, float], size_px: float) -> None:
    """OpenCV's letters know no suit signs: draw them from circles and polygons."""
    colour = _RED_BGR if suit in "HD" else _WHITE_BGR
    x, y = centre_xy
    r = size_px / 2

    def polygon(*points: tuple[float, float]) -> None:
        cv2.fillPoly(
            drawn, [np.round([(x + px * r, y + py * r) for px, py in points]).astype(np.int32)], colour, cv2.LINE_AA
        )

    def disc(px: float, py: float, radius: float) -> None:
        centre = (round(x + px * r), round(y + py * r))
        cv2.circle(drawn, centre, max(1, round(radius * r)), colour, -1, cv2.LINE_AA)

    if suit == "D":
        polygon((0, -1), (0.75, 0), (0, 1), (-0.75, 0))
    elif suit == "H":
        disc(-0.42, -0.35, 0.48)
        disc(0.42, -0.35, 0.48)
        polygon((-0.85, -0.1), (0.85, -0.1), (0, 1))
    elif suit == "S":
        polygon((-0.85, 0.3), (0, -1), (0.85, 0.3))
        disc(-0.42, 0.3, 0.46)
        disc(0.42, 0.3, 0.46)
        polygon((0, 0.2), (0.35, 1), (-0.35, 1))
    else:
        disc(0, -0.5, 0.45)
        disc(-0.48, 0.22, 0.45)
        disc(0.48, 0.22, 0.45)
        polygon((0, -0.2), (0.35, 1), (-0.35, 1))


def _text_scale(image: NDArray[np.uint8]) -> float:
    return max(0.4, int(max(image.shape[:2])) / 1600)


def _line_px(image: NDArray[np.uint8]) -> int:
    return max(1, int(max(image.shape[:2])) // 640)
