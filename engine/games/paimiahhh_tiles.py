"""The scoring tiles of PaiMiahhh: the path of the marker, the columns, taking a tile, and Porter's moves.

A matrix is a frozen value; every act on the tiles gives a new one.

>>> path = MarkerPath(("O", "B", "G", "R", "Y"), "left_to_right")
>>> path.tile(16), path.position(Tile(4, "O"))
(Tile(value=4, colour='O'), 16)
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.decks_paimiahhh import COLOURS

ROWS = 6
TILE_SUM = 5 * sum(range(1, ROWS + 1))
_TILE_CODE = re.compile(r"[1-6][A-Z]")


@dataclass(frozen=True, slots=True)
class Tile:
    """A scoring tile: its printed value and colour, which stay its own wherever Porter carries it."""

    value: int
    colour: str

    @property
    def code(self) -> str:
        """Value then colour, "4G"."""
        return f"{self.value}{self.colour}"

    @staticmethod
    def from_code(code: str) -> Tile:
        """The tile of a code; ValueError for anything else."""
        if not _TILE_CODE.fullmatch(code):
            raise ValueError(f"tile code expected, such as '4G', got {code!r}")
        return Tile(int(code[0]), code[1])


class MarkerPath:
    """The way of the marker over the 6 × 5 tiles (R9): positions 1..30, row by row from the bottom.

    `colours` are the columns from left to right; the marker starts beside the last one. `kind`: "raster" begins there
    and runs every row the same way, "serpentine" turns at the end of each row, "left_to_right" begins at the first.
    """

    def __init__(self, colours: Sequence[str] = COLOURS, kind: str = "raster") -> None:
        self.colours = tuple(colours)
        self.kind = kind
        self.length = ROWS * len(self.colours)
        self._tiles = tuple(
            Tile(self.row(place), self._ordered[self.column(place) - 1]) for place in range(1, self.length + 1)
        )

    @property
    def _ordered(self) -> tuple[str, ...]:
        return self.colours if self.kind == "left_to_right" else self.colours[::-1]

    def row(self, position: int) -> int:
        """The row, from 1 at the bottom: the value of its tiles."""
        return (position - 1) // len(self.colours) + 1

    def column(self, position: int) -> int:
        """The column, from 1 where the path begins."""
        place = (position - 1) % len(self.colours)
        backwards = self.kind == "serpentine" and self.row(position) % 2 == 0
        return len(self.colours) - place if backwards else place + 1

    def __contains__(self, position: int) -> bool:
        return 1 <= position <= self.length

    def tile(self, position: int) -> Tile:
        """The tile at a position of the path."""
        return self._tiles[position - 1]

    def position(self, tile: Tile) -> int:
        """Where a tile lies on the path."""
        return self._tiles.index(tile) + 1


def contract_of(tile: Tile) -> int:
    """The tricks the Declarer's side has to take with the marker on `tile` (R13)."""
    return tile.value + 6


@dataclass(frozen=True, slots=True)
class TileRules:
    """The options about tiles: A19 `least_value`, A20 `marker_is_takeable`, A21 `porter_needs_two`, A22."""

    least_value: bool = False
    marker_is_takeable: bool = False
    porter_needs_two: bool = False
    porter_order_is_free: bool = False


@dataclass(frozen=True, slots=True)
class PorterMove:
    """Porter carries the bottom tiles of `source` to one column, or one each to two; `is_swapped` turns two around.

    Its code is "B>R", "B>R+Y", "B>R~" (swapped), or "B" where nothing can be moved.
    """

    source: str
    targets: tuple[str, ...]
    is_swapped: bool = False

    @property
    def code(self) -> str:
        """How the move is named in `Declared`."""
        if not self.targets:
            return self.source
        return f"{self.source}>{'+'.join(self.targets)}{'~' if self.is_swapped else ''}"


@dataclass(frozen=True, slots=True)
class Matrix:
    """The tiles still in the columns, each from bottom to top, and the tile under the marker (None: not known yet)."""

    columns: Mapping[str, tuple[Tile, ...]]
    marker: Tile | None = None
    rules: TileRules = field(default_factory=TileRules)

    @staticmethod
    def full(colours: Sequence[str] = COLOURS, marker: Tile | None = None, rules: TileRules | None = None) -> Matrix:
        """All thirty tiles, 1 at the bottom of each column (R3, R6)."""
        columns = {colour: tuple(Tile(value, colour) for value in range(1, ROWS + 1)) for colour in colours}
        return Matrix(columns, marker, rules or TileRules())

    def __iter__(self) -> Iterator[Tile]:
        return (tile for column in self.columns.values() for tile in column)

    def column_of(self, tile: Tile) -> str | None:
        """The colour of the column a tile lies in; None when it is gone."""
        return next((colour for colour, column in self.columns.items() if tile in column), None)

    def sloughed_tile(self, colour: str) -> Tile | None:
        """The tile that a sloughed card of `colour` earns; None when another column is chosen (R23-R25)."""
        return self._first(self._unmarked(colour)) or (
            self._first(self.columns.get(colour, ())) if self.rules.marker_is_takeable else None
        )

    def free_tile(self, colour: str) -> Tile | None:
        """The tile that a free choice of a column takes (R25, R32)."""
        column = self.columns.get(colour, ())
        return self._first(column if self.rules.marker_is_takeable else self._unmarked(colour))

    def free_columns(self, *, other_than: str | None = None) -> tuple[str, ...]:
        """The columns a free choice may name."""
        return tuple(colour for colour in self.columns if colour != other_than and self.free_tile(colour) is not None)

    def without(self, tile: Tile) -> Matrix:
        """The matrix after a tile was taken."""
        columns = {colour: tuple(each for each in column if each != tile) for colour, column in self.columns.items()}
        return replace(self, columns=columns)

    def below(self, tile: Tile) -> tuple[Tile, ...]:
        """The tiles under a tile in its column, from the bottom."""
        column = next((column for column in self.columns.values() if tile in column), ())
        return tuple(itertools.takewhile(lambda each: each != tile, column))

    def with_back(self, tile: Tile, colour: str, below: Sequence[Tile]) -> Matrix:
        """The matrix after a tile was put back into a column: above those of `below` that still lie there."""
        column = self.columns[colour]
        place = max((column.index(each) + 1 for each in below if each in column), default=0)
        return replace(self, columns={**self.columns, colour: (*column[:place], tile, *column[place:])})

    def porter_moves(self) -> tuple[PorterMove, ...]:
        """Everything Porter may do (R33, A21, A22), () when nothing can be moved at all."""
        moves: list[PorterMove] = []
        if not any(self._movable(colour) for colour in self.columns):
            return ()
        for source in self.columns:
            count = len(self._movable(source))
            others = [colour for colour in self.columns if colour != source]
            if count == 0 and not self.rules.porter_needs_two:
                moves.append(PorterMove(source, ()))
            if count:
                moves.extend(PorterMove(source, (target,)) for target in others)
            if count == 2:
                if self.rules.porter_order_is_free:
                    moves.extend(PorterMove(source, (target,), is_swapped=True) for target in others)
                moves.extend(PorterMove(source, pair) for pair in itertools.permutations(others, 2))
        return tuple(moves)

    def ported(self, move: PorterMove) -> Matrix:
        """The matrix after a move: the tiles lie under the old ones of their new column, in their old order (A22)."""
        tiles = self._movable(move.source)
        if move.is_swapped:
            tiles = tiles[::-1]
        columns = dict(self.columns)
        columns[move.source] = tuple(tile for tile in columns[move.source] if tile not in tiles)
        loads = [tiles] if len(move.targets) == 1 else [(tile,) for tile in tiles]
        for target, load in zip(move.targets, loads, strict=False):
            columns[target] = load + columns[target]
        return replace(self, columns=columns)

    def _movable(self, colour: str) -> tuple[Tile, ...]:
        column = self.columns[colour] if self.rules.marker_is_takeable else self._unmarked(colour)
        tiles = column[:2]
        return () if self.rules.porter_needs_two and len(tiles) < 2 else tiles

    def _unmarked(self, colour: str) -> tuple[Tile, ...]:
        return tuple(tile for tile in self.columns.get(colour, ()) if tile != self.marker)

    def _first(self, tiles: Sequence[Tile]) -> Tile | None:
        if not tiles:
            return None
        return min(tiles, key=lambda tile: tile.value) if self.rules.least_value else tiles[0]
