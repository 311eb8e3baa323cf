"""Score cards read in a picture against cards known to lie in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Literal

Box = tuple[float, float, float, float]
Fate = Literal["right", "missed", "wrong"]
Worth = Literal["right", "wrong", "invented", "doubled", "optional"]


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that is there: its code, and a box around it or its index (xyxy, pixels)."""

    code: str
    box_xyxy: Box | None = None
    index_height_px: float | None = None


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card that was read: its code, the middles of its indices, and how sure the reading is."""

    code: str
    points_xy: tuple[tuple[float, float], ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Match:
    """What became of every known card, and what every card read is worth, each in the order given."""

    fates: tuple[Fate, ...]
    said: tuple[str | None, ...]
    """The code read in the place of each known card, None where it was missed."""
    worths: tuple[Worth, ...]


def match_cards(
    known: Sequence[KnownCard], read: Sequence[ReadCard], *, exhaustive: bool = True, also_there: Iterable[str] = ()
) -> Match:
    """Set the cards read against the cards that are there.

    A card read is right when a card of its code is there and not yet taken; otherwise it is wrong when it lies in the
    box of a card that was not read right, doubled when a card of its code is there, and else invented, unless the
    picture is not ``exhaustive``. ``also_there`` are cards that lie in the picture but need not be read.
    """
    said: list[str | None] = [None] * len(known)
    worths: list[Worth | None] = [None] * len(read)
    for n, card in enumerate(read):
        alike = [k for k, there in enumerate(known) if said[k] is None and there.code == card.code]
        if alike:
            said[min(alike, key=lambda k: not _holds(known[k].box_xyxy, card))] = card.code
            worths[n] = "right"
    optional = Counter(also_there)
    known_codes = {there.code for there in known}
    for n, card in enumerate(read):
        if worths[n] is not None:
            continue
        place = next((k for k, there in enumerate(known) if said[k] is None and _holds(there.box_xyxy, card)), None)
        if optional[card.code] > 0:
            optional[card.code] -= 1
            worths[n] = "optional"
        elif place is not None:
            said[place] = card.code
            worths[n] = "wrong"
        elif card.code in known_codes:
            worths[n] = "doubled"
        else:
            worths[n] = "invented" if exhaustive else "optional"
    fates = tuple(_fate(there.code, code) for there, code in zip(known, said, strict=True))
    return Match(fates, tuple(said), tuple(worth for worth in worths if worth is not None))


def _fate(code: str, said: str | None) -> Fate:
    if said is None:
        return "missed"
    return "right" if said == code else "wrong"


def _holds(box: Box | None, card: ReadCard) -> bool:
    if box is None:
        return False
    x0, y0, x1, y1 = box
    return any(x0 - 4 <= x <= x1 + 4 and y0 - 4 <= y <= y1 + 4 for x, y in card.points_xy)


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
        for each in fields(self):
            # In place for the counter, a new number for the rest.
            total = getattr(self, each.name)
            total += getattr(other, each.name)
            setattr(self, each.name, total)

    def counts(self) -> dict[str, int]:
        """Every count by its name."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "confusions"}


def score_photo(
    known: Sequence[KnownCard], read: Sequence[ReadCard], *, exhaustive: bool = True, also_there: Iterable[str] = ()
) -> Score:
    """Score one picture; the arguments are those of ``match_cards``."""
    return score_match(known, read, match_cards(known, read, exhaustive=exhaustive, also_there=also_there), exhaustive)


def score_match(known: Sequence[KnownCard], read: Sequence[ReadCard], match: Match, exhaustive: bool = True) -> Score:
    """The counts of one picture that was matched already."""
    fates, worths = Counter(match.fates), Counter(match.worths)
    clean = fates["right"] == len(known) and not worths["wrong"] and not worths["invented"]
    confusions = Counter(
        (there.code, said) for there, said in zip(known, match.said, strict=True) if said not in (None, there.code)
    )
    confusions.update(
        ("nothing", card.code) for card, worth in zip(read, match.worths, strict=True) if worth == "invented"
    )
    return Score(
        photos=1,
        exhaustive_photos=int(exhaustive),
        exact=int(exhaustive and clean),
        cards=len(known),
        right=fates["right"],
        missed=fates["missed"],
        wrong=fates["wrong"],
        invented=worths["invented"],
        doubled=worths["doubled"],
        confusions=Counter({(code, str(said)): n for (code, said), n in confusions.items()}),
    )


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
