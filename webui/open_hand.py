"""A hand laid open on the table, as far as the camera knows it: where its cards lie, and which they are."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from vision.observations import TableCard

# In card heights: cards of an open hand overlap or nearly touch, those of the trick lie further away than this.
_NEIGHBOUR = 0.65


@dataclass(slots=True)
class OpenHand:
    """The open hand of one round (the game's id, the entry that began the round).

    `codes` name the tracks that are surely known, `lost` are codes of tracks that went without being seen again,
    `carried` tracks that left for the trick. `entry` is the companion's own entry about the hand.
    """

    of_round: tuple[int | None, int | None]
    entry: int | None = None
    spots: list[tuple[float, float]] = field(default_factory=list)
    codes: dict[int, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    carried: set[int] = field(default_factory=set)

    def copy(self) -> OpenHand:
        """The same knowledge, apart from what happens to this one."""
        return replace(
            self, spots=list(self.spots), codes=dict(self.codes), lost=list(self.lost), carried=set(self.carried)
        )

    def has_near(self, card: TableCard) -> bool:
        """Whether a card lies where cards of this hand lie or lay."""
        reach_px = _NEIGHBOUR * card.sighting.card_height_px
        return any(math.dist(card.centre_xy, spot) < reach_px for spot in self.spots)

    def lie(self, card: TableCard) -> None:
        """A card of the hand lies here."""
        self.spots.append(card.centre_xy)

    def lose(self, track_id: int) -> None:
        """A card went out of sight."""
        code = self.codes.pop(track_id, None)
        if code is not None:
            self.lost.append(code)

    def known(self, lying: Collection[int], played: Iterable[str]) -> list[str]:
        """Codes of the hand as it was laid down, the surest first: what lies there, what was played, what got lost."""
        sure = [code for track_id, code in self.codes.items() if track_id in lying]
        return list(dict.fromkeys([*sure, *played, *self.lost]))
