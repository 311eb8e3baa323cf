"""Score cards read in a picture against cards known to lie in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that is there: its code, and a box around it or its index (xyxy, pixels)."""

    code: str
    box_xyxy: Box | None = None


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card that was read: its code and the middles of its indices."""

    code: str
    points_xy: tuple[tuple[float, float], ...] = ()


@dataclass(slots=True)
class Score:
    """Counts over pictures; ``cards == right + missed + wrong`` always holds."""

    photos: int = 0
    exhaustive_photos: int = 0
    exact: int = 0
    cards: int = 0
    right: int = 0
    missed: int = 0
    wrong: int = 0
    invented: int = 0
    doubled: int = 0
    """A card that is there once was read in two places."""
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(is, read as) → how often."""

    def add(self, other: Score) -> None:
        """Add the counts of another score."""
        for name in (
            "photos",
            "exhaustive_photos",
            "exact",
            "cards",
            "right",
            "missed",
            "wrong",
            "invented",
            "doubled",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.confusions.update(other.confusions)


def score_photo(
    known: Sequence[KnownCard], read: Iterable[ReadCard], *, exhaustive: bool = True, also_there: Iterable[str] = ()
) -> Score:
    """Score one picture.

    A card read counts as right when a card of its code is there and not yet taken; otherwise as wrong when it lies in
    the box of a card that was not read right, and else as invented, unless the picture is not ``exhaustive``.
    ``also_there`` are cards that lie in the picture but need not be read.
    """
    score = Score(photos=1, exhaustive_photos=int(exhaustive), cards=len(known))
    open_cards = list(known)
    optional = Counter(also_there)
    rest: list[ReadCard] = []
    read = list(read)
    for card in read:
        match = next((k for k in open_cards if k.code == card.code and _holds(k.box_xyxy, card)), None)
        match = match or next((k for k in open_cards if k.code == card.code), None)
        if match is None:
            rest.append(card)
        else:
            open_cards.remove(match)
            score.right += 1
    known_codes = {k.code for k in known}
    for card in rest:
        if optional[card.code] > 0:
            optional[card.code] -= 1
            continue
        place = next((k for k in open_cards if k.box_xyxy is not None and _holds(k.box_xyxy, card)), None)
        if place is not None:
            open_cards.remove(place)
            score.wrong += 1
            score.confusions[(place.code, card.code)] += 1
        elif card.code in known_codes:
            score.doubled += 1
        elif exhaustive:
            score.invented += 1
            score.confusions[("nothing", card.code)] += 1
    score.missed = len(open_cards)
    score.exact = int(exhaustive and score.right == score.cards and not score.wrong and not score.invented)
    return score


def _holds(box: Box | None, card: ReadCard) -> bool:
    if box is None:
        return False
    x0, y0, x1, y1 = box
    return any(x0 - 4 <= x <= x1 + 4 and y0 - 4 <= y <= y1 + 4 for x, y in card.points_xy)


def table(scores: dict[str, Score]) -> str:
    """The scores as lines of text, one a source."""
    width = max([len(name) for name in scores] + [8])
    lines = [f"{'source':{width}} photos exact cards  right   %     missed wrong invented doubled"]
    for name, s in scores.items():
        share = 100 * s.right / s.cards if s.cards else 100.0
        lines.append(
            f"{name:{width}} {s.photos:6} {s.exact:5} {s.cards:5} {s.right:6} {share:6.2f} "
            f"{s.missed:6} {s.wrong:5} {s.invented:8} {s.doubled:7}"
        )
    return "\n".join(lines)
