"""What a round of PaiMiahhh has beyond any game of tricks, as frozen values. All of it is public."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.events import Seat
from engine.games.paimiahhh_tiles import Tile


@dataclass(frozen=True, slots=True)
class Call:
    """One bid (the marker's new position) or pass (None) of the auction; `counts` False: it had no effect."""

    entry_id: int
    seat: Seat
    position: int | None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class TileTaking:
    """A tile that a card earned: `is_seen` if it was watched, False if it follows from the rules."""

    entry_id: int
    seat: Seat
    tile: Tile
    is_seen: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What was declared about the card of entry `about`, by entry `entry_id`; without that entry it is asked again."""

    entry_id: int
    about: int
    kind: str
    choice: str


@dataclass(frozen=True, slots=True)
class PaiMiahhhRoundState:
    """The auction, the tiles and the powers of the special cards; tuples "by seat" have one item per seat.

    `columns` lists colour and tiles from bottom to top, the columns from left to right. `marker` is the tile under the
    marker, `position` its place on the path, 0 beside it. `declarer` is None until somebody has bid; while
    `is_auction_over` is False it is who would declare now, and after the first card `is_auction_inferred` says that
    passes were not told. `joker_as` is what the Joker was named. `direction`: 1 clockwise, -1 the other way.
    `hand_entry_ids` are the entries that laid the Dummy's hand open, `answers` what was declared so far.
    `trick_points` and `tile_points` (by team) appear with the scores; `is_made` too.
    """

    first_bidder: Seat
    calls: tuple[Call, ...]
    position: int
    marker: Tile | None
    value: int | None
    contract: int | None
    declarer: Seat | None
    dummy: Seat | None
    is_auction_over: bool
    is_auction_inferred: bool
    columns: tuple[tuple[str, tuple[Tile, ...]], ...]
    tiles_won: tuple[tuple[Tile, ...], ...]
    takings: tuple[TileTaking, ...]
    dummy_hand: tuple[Card, ...]
    is_dummy_shown: bool
    joker_as: Card | None
    is_joker_dead: bool
    direction: int
    bonus_to: Seat | None
    hand_entry_ids: tuple[int, ...] = ()
    answers: tuple[Answer, ...] = ()
    is_made: bool | None = None
    trick_points: tuple[int, ...] | None = None
    tile_points: tuple[int, ...] | None = None
