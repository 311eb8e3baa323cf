"""The games on offer, as the pages show them: titles, options in a player's words, lists of rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.cards import STANDARD_DECK, Deck
from engine.decks_paimiahhh import COLOURS, STARRED
from engine.events import GameStarted, OptionValue
from engine.fold import fold
from engine.games import GAMES, GameKind, gou_ji, hearts, oh_hell_pairs, paimiahhh, spades
from engine.games.gou_ji_sets import GOU_JI_DECK
from engine.games.paimiahhh_options import settle
from engine.log import Entry
from engine.options import Option
from engine.state import State
from webui.sentences import card_words, rule_words, suit_words
from webui.sentences_paimiahhh import check_specials

Json = dict[str, Any]

LISTS_IN_LISTS_MAX = 3


DeckOf: TypeAlias = Callable[[Mapping[str, OptionValue]], Deck]


@dataclass(frozen=True, slots=True)
class Pick:
    """What an option is put together from: some of `items` (value → title), or all of them in an order."""

    items: Mapping[str, str]
    is_order: bool = False


@dataclass(frozen=True, slots=True)
class GameOnOffer:
    """A game of the menu: what the engine knows of it, and what the pages have to know beside it.

    `deck_of` gives the pack under the game's complete options. `view` is the script that draws the table
    (static/js/<view>_view.js). `first_options` are asked before the others, `picks` by items to choose from; `check`
    raises ValueError for options that do not fit together. `is_clockwise` says which way seats are
    numbered round the table, `has_bids` whether tricks are bid, `has_trump` whether there is trump to show,
    `lowest_wins` whether points are bad.
    """

    kind: GameKind
    summary: str
    deck_of: DeckOf = lambda _options: STANDARD_DECK
    view: str = "trick"
    first_options: tuple[str, ...] = ("dealer", "end")
    picks: Mapping[str, Pick] = field(default_factory=dict)
    check: Callable[[Mapping[str, OptionValue]], object] = lambda _options: None
    is_clockwise: bool = True
    has_bids: bool = True
    has_trump: bool = True
    lowest_wins: bool = False


# A game of the engine is offered once the pages can show it: add it here.
_GAMES = {
    game.kind.key: game
    for game in (
        GameOnOffer(
            kind=GAMES[oh_hell_pairs.KEY],
            summary="Four players, two pairs: bid exactly the tricks your pair will win.",
            first_options=("rounds", "dealer"),
        ),
        GameOnOffer(
            kind=GAMES[hearts.KEY],
            summary="Four players, each alone: take no hearts and not the queen of spades, or take all of them.",
            has_bids=False,
            has_trump=False,
            lowest_wins=True,
        ),
        GameOnOffer(
            kind=GAMES[spades.KEY],
            summary="Four players, two pairs: bid the tricks you will win; spades are trump.",
        ),
        GameOnOffer(
            kind=GAMES[gou_ji.KEY],
            summary="Six players, two teams of three, four packs with jokers: be rid of your cards before the others.",
            deck_of=lambda _options: GOU_JI_DECK,
            view="gou_ji",
            first_options=("hands", "passes"),
            is_clockwise=False,
            has_bids=False,
            has_trump=False,
        ),
        GameOnOffer(
            kind=GAMES[paimiahhh.KEY],
            summary="Four players, two pairs: bid the marker up the tiles; tricks make points, and sloughs take tiles.",
            deck_of=lambda options: settle(options).deck,
            view="paimiahhh",
            first_options=("first_bidder", "variant_1", "variant_2", "variant_3", "variant_4", "specials"),
            picks={
                "specials": Pick({card.code: card_words(card) for card in STARRED}),
                "colours": Pick({colour: suit_words(colour) for colour in COLOURS}, is_order=True),
            },
            check=check_specials,
        ),
    )
}


def find(code: str) -> GameOnOffer | None:
    """The game of a code."""
    return _GAMES.get(code)


def codes() -> tuple[str, ...]:
    """Every game's code."""
    return tuple(_GAMES)


def game_title(code: str) -> str:
    """What players call the game."""
    game = find(code)
    return code if game is None else game.kind.title


def deck_of(state: State) -> Deck:
    """The pack the running game is played with."""
    game = find(state.game or "")
    return STANDARD_DECK if game is None else game.deck_of(state.options)


def seat_count(code: str) -> int:
    """How many play."""
    return _GAMES[code].kind.seat_count


def read_options(code: str, values: Mapping[str, Any]) -> dict[str, OptionValue]:
    """The options that differ from the defaults; ValueError naming what is unknown or impossible."""
    game = _GAMES[code]
    given = {name: _from_json(value) for name, value in values.items()}
    complete = game.kind.options.read(given)
    game.check(complete)
    defaults = game.kind.options.defaults()
    return {name: value for name, value in complete.items() if value != defaults[name]}


def schedule(code: str, values: Mapping[str, Any]) -> tuple[int, ...]:
    """The hand size of every round under these options, before the game is started; () where their number is open."""
    return _begun(_GAMES[code], read_options(code, values)).schedule


def option_titles(code: str, values: Mapping[str, OptionValue]) -> list[Json]:
    """The options that are not the usual ones, in words."""
    game = find(code)
    if game is None:
        return []
    return [
        {"name": option.name, "title": option.title, "value": _value_title(option.alternatives, values[option.name])}
        for option in game.kind.options
        if option.name in values and values[option.name] != option.default
    ]


def menu_json() -> list[Json]:
    """Every game with its options, for the form of a new game."""
    return [
        {
            "code": game.kind.key,
            "title": game.kind.title,
            "summary": game.summary,
            "seat_count": game.kind.seat_count,
            "is_clockwise": game.is_clockwise,
            "teams": [list(team) for team in _begun(game, {}).teams],
            "options": [
                {
                    "name": option.name,
                    "title": option.title,
                    "pick": _pick_json(game.picks.get(option.name)),
                    "rule": ", ".join(rule_words(part) for part in option.rule.split(", ") if part[:1] == "R"),
                    "first": option.name in game.first_options,
                    "default": option.default,
                    "also": option.also,
                    "choices": [{"value": value, "title": title} for value, title in option.alternatives.items()],
                }
                for option in _in_order(game)
            ],
        }
        for game in _GAMES.values()
    ]


def deck_json(state: State) -> Json:
    """The pack for the card pad: suits in order, ranks from high to low, specials, copies of each."""
    deck = deck_of(state)
    return {
        "suits": list(deck.suits),
        "ranks": list(reversed(deck.ranks)),
        "specials": list(deck.specials),
        "copies": deck.copies,
    }


def _in_order(game: GameOnOffer) -> list[Option]:
    """The options as they are asked."""
    place = {name: number for number, name in enumerate(game.first_options)}
    return sorted(game.kind.options, key=lambda option: place.get(option.name, len(place)))


def _pick_json(pick: Pick | None) -> Json | None:
    if pick is None:
        return None
    return {
        "is_order": pick.is_order,
        "items": [{"value": value, "title": title[:1].upper() + title[1:]} for value, title in pick.items.items()],
    }


def _begun(game: GameOnOffer, options: Mapping[str, OptionValue]) -> State:
    names = tuple(f"Seat {seat + 1}" for seat in range(game.kind.seat_count))
    return fold((Entry(1, GameStarted(game.kind.key, names, options)),))


def _from_json(value: Any, depth: int = 0) -> OptionValue:
    if isinstance(value, list) and depth < LISTS_IN_LISTS_MAX:
        return tuple(_from_json(item, depth + 1) for item in value)
    if isinstance(value, str | int | bool):
        return value
    raise ValueError(f"options: text, a whole number, true, false or a list expected, got {ascii(value)[:60]}")


def _value_title(alternatives: Mapping[str | int | bool, str], value: OptionValue) -> str:
    for known, title in alternatives.items():
        if type(known) is type(value) and known == value:
            return title
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
