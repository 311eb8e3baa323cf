"""What the cards of a round do to the tiles, in the order in which it happened (R23-R26, R28-R33, A11, A16, A24).

A card's effect follows from the rules, from what its player declared, or from what was seen to be taken. While an
answer is missing the card does nothing yet and a request is open; everything after it is derived without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.decks_paimiahhh import EIGHT_STAR, JOKER_STAR, PORTER
from engine.docket import Docket
from engine.events import Seat
from engine.games.paimiahhh_state import TileTaking
from engine.games.paimiahhh_tiles import Matrix, Tile
from engine.games.paimiahhh_tricks import PaiMiahhhRules
from engine.state import MisreadCandidate, Request, Severity
from engine.verdicts import Code

NO_TILE = "none"
JOKER, TILE, PORTER_MOVE = "joker", "tile", "porter"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card came to count in a trick; `known_hand` are the cards then known to be in the hand it came from."""

    entry_id: int
    seat: Seat
    card: Card
    trick_number: int
    known_hand: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The card of an entry went back to its hand, and what it had done to the tiles is undone."""

    entry_id: int


@dataclass(frozen=True, slots=True)
class GivenBack:
    """The tile that an entry earned is given back, as a verdict's penalty; the card stays."""

    entry_id: int
    verdict_id: str


@dataclass(frozen=True, slots=True)
class Told:
    """What was said or seen about one card: the choice or tile code, and the entry that says so."""

    entry_id: int
    text: str | None


@dataclass(frozen=True, slots=True)
class EffectOptions:
    """A11 `eight_is_forced`, A16 `dead_joker_tile`, A24 `at_end_of_trick`."""

    eight_is_forced: bool = False
    dead_joker_tile: str = "by_time"
    at_end_of_trick: bool = False


@dataclass(slots=True)
class _Taken:
    entry_id: int
    seat: Seat
    tile: Tile
    column: str
    below: tuple[Tile, ...]
    is_seen: bool


@dataclass(slots=True)
class _Due:
    """What a card may take: one tile by rule, or one of several columns' (`choices`); `rule` says why."""

    rule: str
    tile: Tile | None = None
    choices: dict[str, Tile] = field(default_factory=dict)
    is_optional: bool = False
    is_open: bool = False

    @property
    def tiles(self) -> set[Tile]:
        return {self.tile} if self.tile is not None else set(self.choices.values())


class TileEffects:
    """The tiles of one round after `steps`; `declared` by (entry, kind), `seen_tiles` by the entry that earned them.

    Findings go to `docket`; `decisions` are those the table made on them.
    """

    def __init__(
        self,
        steps: Iterable[Laid | Withdrawn | GivenBack],
        rules: PaiMiahhhRules,
        matrix: Matrix,
        *,
        options: EffectOptions,
        declared: Mapping[tuple[int, str], Told],
        seen_tiles: Mapping[int, Told],
        docket: Docket,
        decisions: Mapping[str, str],
    ) -> None:
        self.rules = rules
        self.matrix = matrix
        self.options = options
        self._declared = declared
        self._seen_tiles = seen_tiles
        self._docket = docket
        self._decisions = decisions
        self._requests: dict[tuple[int, str], Request] = {}
        self._taken: list[_Taken] = []
        self._moved: dict[int, tuple[str, dict[Tile, tuple[Tile, ...]]]] = {}  # entry → column, tiles with those below
        self._tricks: dict[int, list[Laid]] = {}
        self._waiting: list[tuple[Laid, str | None]] = []
        for step in steps:
            if isinstance(step, Laid):
                self._lay(step)
            else:
                self._give_back(step.entry_id)
                if isinstance(step, Withdrawn):
                    self._withdraw(step.entry_id)
        self._flush()

    @property
    def requests(self) -> tuple[Request, ...]:
        """What is still to be told, oldest first."""
        return tuple(self._requests.values())

    def takings(self) -> tuple[TileTaking, ...]:
        """Who holds which tile, and for which card."""
        return tuple(TileTaking(each.entry_id, each.seat, each.tile, each.is_seen) for each in self._taken)

    def tiles_of(self, seat: Seat) -> tuple[Tile, ...]:
        """The tiles in front of a seat, in the order they were taken."""
        return tuple(each.tile for each in self._taken if each.seat == seat)

    # --- the steps ------------------------------------------------------------------------------------------------

    def _lay(self, laid: Laid) -> None:
        trick = self._tricks.setdefault(laid.trick_number, [])
        before = [each.card for each in trick]
        trick.append(laid)
        if self._waiting and self._waiting[0][0].trick_number != laid.trick_number:
            self._flush()
        seen_before = self._cards_before(laid.trick_number)
        led = self.rules.led_colour(before, seen_before)
        has_lead = any(self.rules.sets_lead(card) for card in before)
        if laid.card == JOKER_STAR and self.rules.joker_as is None:
            names = self.rules.joker_names(laid.known_hand, led)
            self._ask(laid, JOKER, [name.code for name in names])
        earns = "open" if has_lead and led is None else led if has_lead else None
        if self.options.at_end_of_trick:
            self._waiting.append((laid, earns))
            if len(trick) == 4:
                self._flush()
        else:
            self._act(laid, earns, before, seen_before)
        if self.options.dead_joker_tile == "never" and self.rules.is_dead((laid.card,)):
            for each in trick[:-1]:
                if each.card == JOKER_STAR:
                    self._give_back(each.entry_id)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for laid, earns in waiting:
            others = [each.card for each in self._tricks[laid.trick_number] if each is not laid]
            self._act(laid, earns, others, self._cards_before(laid.trick_number))

    def _withdraw(self, entry_id: int) -> None:
        for trick in self._tricks.values():
            trick[:] = [each for each in trick if each.entry_id != entry_id]
        self._waiting = [each for each in self._waiting if each[0].entry_id != entry_id]
        for kind in (JOKER, TILE, PORTER_MOVE):
            self._requests.pop((entry_id, kind), None)
        if entry_id in self._moved:
            source, tiles = self._moved.pop(entry_id)
            for tile, below in tiles.items():
                if tile in self.matrix:
                    self.matrix = self.matrix.without(tile).with_back(tile, source, below)

    def _give_back(self, entry_id: int) -> None:
        self._requests.pop((entry_id, TILE), None)
        for taken in [each for each in self._taken if each.entry_id == entry_id]:
            self._taken.remove(taken)
            self.matrix = self.matrix.with_back(taken.tile, taken.column, taken.below)

    def _cards_before(self, trick_number: int) -> list[Card]:
        if not self.rules.options.twin_scope_is_table:
            return []
        return [each.card for number, trick in self._tricks.items() if number < trick_number for each in trick]

    # --- one card -------------------------------------------------------------------------------------------------

    def _act(self, laid: Laid, earns: str | None, others: Sequence[Card], seen_before: Sequence[Card]) -> None:
        """Porter moves; a slough takes its tile. `earns` is the colour led, "open" if unknown, None without a lead."""
        if laid.card == PORTER:
            self._port(laid)
        due = self._due(laid, earns, [*others, *seen_before])
        told = self._seen_tiles.get(laid.entry_id)
        if told is not None and self._take_seen(laid, due, told):
            return
        if due.tile is not None:
            self._take(laid, due.tile)
        elif due.choices:
            self._take_chosen(laid, due)

    def _due(self, laid: Laid, earns: str | None, others: Sequence[Card]) -> _Due:
        card, rules = laid.card, self.rules
        if earns is None or card not in rules.deck:
            return _Due("R26")
        if earns == "open" or rules.is_open(card):
            return _Due("R26", is_open=True)
        suit = rules.suit_of(card)
        if suit is None or suit == earns:
            return _Due("R26")
        if card == EIGHT_STAR:
            columns = self.matrix.free_columns()
            choices = {colour: tile for colour in columns if (tile := self.matrix.free_tile(colour)) is not None}
            return _Due("R32", choices=choices, is_optional=not self.options.eight_is_forced)
        if card == JOKER_STAR and rules.is_dead(others) and self.options.dead_joker_tile != "always":
            return _Due("R30")
        tile = self.matrix.sloughed_tile(suit)
        if tile is not None:
            return _Due("R23", tile)
        columns = self.matrix.free_columns(other_than=suit)
        return _Due("R25", choices={colour: tile for colour in columns if (tile := self.matrix.free_tile(colour))})

    def _take(self, laid: Laid, tile: Tile, *, is_seen: bool = False) -> None:
        column = self.matrix.column_of(tile)
        assert column is not None
        self._taken.append(_Taken(laid.entry_id, laid.seat, tile, column, self.matrix.below(tile), is_seen))
        self.matrix = self.matrix.without(tile)

    def _take_chosen(self, laid: Laid, due: _Due) -> None:
        if len(due.choices) == 1 and not due.is_optional:
            self._take(laid, next(iter(due.choices.values())))
            return
        choices = [*due.choices, *([NO_TILE] if due.is_optional else [])]
        told = self._declared.get((laid.entry_id, TILE))
        if told is not None and told.text in due.choices:
            self._take(laid, due.choices[told.text])
        elif told is None or told.text not in choices:
            self._ask(laid, TILE, choices)
            self._reject(told, TILE, choices, laid)

    def _take_seen(self, laid: Laid, due: _Due, told: Told) -> bool:
        """What was seen to be taken counts, right or wrong, until the table puts it right; False: the rules decide."""
        tile: Tile | None = None
        if told.text is not None:
            try:
                tile = Tile.from_code(told.text)
            except ValueError:
                tile = None
            if tile is None or self.matrix.column_of(tile) is None:
                if not self._is_untold(told, Code.WRONG_TILE):
                    self._tile_impossible(laid, told)
                return False
        if (tile is None and (due.is_optional or not due.tiles)) or due.is_open or tile in due.tiles:
            if tile is not None:
                self._take(laid, tile, is_seen=True)
            return True
        if self._is_untold(told, Code.TILE_IMPOSSIBLE):
            return False
        rule = "R24" if tile is not None and tile == self.matrix.marker else due.rule
        names = sorted(each.code for each in due.tiles) + ([NO_TILE] if due.is_optional else [])
        verdict = self._docket.add(
            Code.WRONG_TILE,
            rule,
            seat=laid.seat,
            trick_number=laid.trick_number,
            offence=told.entry_id,
            proof=(laid.entry_id,),
            cards=(laid.card,),
            params={"taken": told.text, "due": names},
            candidates=(MisreadCandidate(laid.entry_id, laid.card, "offence"),),
            choices=("taken_back", "stands", "misread"),
        )
        if self._decisions.get(verdict.id) in ("taken_back", "misread"):
            return False
        if tile is not None:
            self._take(laid, tile, is_seen=True)
        return True

    def _is_untold(self, told: Told, code: Code) -> bool:
        """Whether the table took the word back when a late answer had not yet made another finding of it."""
        return self._decisions.get(self._docket.id_of(code, told.entry_id)) in ("taken_back", "misread")

    def _tile_impossible(self, laid: Laid, told: Told) -> None:
        self._docket.add(
            Code.TILE_IMPOSSIBLE,
            "R3",
            severity=Severity.QUESTION,
            seat=laid.seat,
            trick_number=laid.trick_number,
            offence=told.entry_id,
            params={"taken": told.text},
            choices=("misread", "stands"),
        )

    def _port(self, laid: Laid) -> None:
        moves = {move.code: move for move in self.matrix.porter_moves()}
        if not moves:
            return
        told = self._declared.get((laid.entry_id, PORTER_MOVE))
        if told is None or told.text not in moves:
            self._ask(laid, PORTER_MOVE, list(moves))
            self._reject(told, PORTER_MOVE, list(moves), laid)
            return
        move = moves[told.text]
        before = self.matrix
        self.matrix = before.ported(move)
        moved = [tile for tile in before.columns[move.source] if tile not in self.matrix.columns[move.source]]
        self._moved[laid.entry_id] = (move.source, {tile: before.below(tile) for tile in moved})

    def _ask(self, laid: Laid, kind: str, choices: Sequence[str]) -> None:
        self._requests[laid.entry_id, kind] = Request(
            kind, laid.seat, laid.entry_id, tuple(choices), laid.trick_number, laid.card
        )

    def _reject(self, told: Told | None, kind: str, choices: Sequence[str], laid: Laid) -> None:
        if told is not None:
            reject_declaration(self._docket, told, kind, choices, seat=laid.seat, trick_number=laid.trick_number)


def reject_declaration(
    docket: Docket, told: Told, kind: str, choices: Sequence[str], *, seat: Seat | None, trick_number: int | None
) -> None:
    """Something was declared that cannot be; the question stays open."""
    docket.add(
        Code.DECLARATION_IMPOSSIBLE,
        {JOKER: "R29", TILE: "R25", PORTER_MOVE: "R33"}.get(kind, ""),
        severity=Severity.QUESTION,
        seat=seat,
        trick_number=trick_number,
        offence=told.entry_id,
        params={"kind": kind, "choice": told.text, "choices": list(choices)},
        choices=("misread", "stands"),
    )
