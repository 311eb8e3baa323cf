"""What is kept of a card as proof: its picture, and what the reader thought of it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observations import TableCard
from webui.card_belief import CardBelief
from webui.store import Evidence

JPEG_QUALITY = 85
MAX_SIDE_PX = 360


def card_evidence(card: TableCard, belief: CardBelief, note: str = "") -> Evidence:
    """The evidence for one sighting; a repair by the deck's composition is named in its note."""
    if belief.repaired_from is not None:
        repair = f"the picture alone said {belief.repaired_from}, which this round has already shown"
        note = f"{note}; {repair}" if note else repair
    return Evidence(picture_jpeg(card.picture_bgr), dict(belief.alternatives), note)


def picture_jpeg(picture: NDArray[np.uint8] | None) -> bytes | None:
    """A picture as it is kept; None for none."""
    if picture is None or picture.size == 0:
        return None
    longest_px = max(picture.shape[:2])
    if longest_px > MAX_SIDE_PX:
        scale = MAX_SIDE_PX / longest_px
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    ok, buffer = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return buffer.tobytes() if ok else None
