"""Plain words for what only PaiMiahhh has: tiles, the auction, the answers of players, findings.

Some findings have the code of a common one: those are told here in the words of this game.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import OptionValue
from engine.games.paimiahhh import KEY
from engine.games.paimiahhh_effects import JOKER, NO_TILE, PORTER_MOVE, TILE
from engine.games.paimiahhh_options import choose_specials, settle, specials_needed
from engine.games.paimiahhh_tiles import Tile
from engine.state import State
from engine.verdicts import Code
from webui.sentences import card_words, counted, listed, name_of, suit_words
from webui.verdict_facts import Facts, Wording, capital

# --- tiles, bids, answers ---------------------------------------------------------------------------------------------


def tile_words(tile: Tile | str) -> str:
    """A tile as it is called at the table: "green 4"; whatever is no tile as it came."""
    try:
        tile = Tile.from_code(tile) if isinstance(tile, str) else tile
    except ValueError:
        return str(tile)
    return f"{suit_words(tile.colour)} {tile.value}"


def place_words(position: int, state: State) -> str:
    """The tile at a position of the marker's path; beside and beyond the tiles the number itself."""
    path = settle(state.options).path if state.game == KEY else None
    return f"place {position}" if path is None or position not in path else tile_words(path.tile(position))


def column_words(choice: str) -> str:
    """The column a tile is taken from, or none."""
    return "No tile" if choice == NO_TILE else suit_words(choice).capitalize()


def porter_words(choice: str) -> str:
    """A move of Porter: "B>R+Y" is "Blue: the lower tile to red, the upper to yellow"."""
    source, _, targets = choice.partition(">")
    colours = [suit_words(colour) for colour in targets.removesuffix("~").split("+")]
    if not targets:
        told = ": nothing to carry"
    elif len(colours) == 1:
        told = f" to {colours[0]}{', in the other order' if targets.endswith('~') else ''}"
    else:
        told = f": the lower tile to {colours[0]}, the upper to {colours[1]}"
    return f"{suit_words(source).capitalize()}{told}"


def check_specials(options: Mapping[str, OptionValue]) -> None:
    """ValueError in a player's words when the specials chosen do not fit the variants."""
    try:
        choose_specials(options)
    except ValueError:
        without = "" if options["special_pool"] == "with_blank" else ", the blank one not among them"
        raise ValueError(f"These variants take {specials_needed(options)} starred specials{without}") from None


# --- what comes next --------------------------------------------------------------------------------------------------


def paimiahhh_expects(state: State) -> str | None:
    """What the game waits for, where this game says it differently."""
    expected = state.expected
    name = name_of(state, expected.seat)
    match expected.kind:
        case "round" if expected.dealer is not None:
            bidder = name_of(state, (expected.dealer + 1) % len(state.names))
            return f"Deal {counted(expected.hand_size or 0, 'card')} each; {bidder} bids first."
        case "bid":
            return f"{name} moves the marker or passes."
        case "play" if expected.seat is None:
            return _leader_sentence(state)
        case "play":
            return _play_sentence(state, name)
        case _:
            return None


def _leader_sentence(state: State) -> str:
    """Who leads while that is not known: before the Starter, in Variant 1 before a bid, after an unnamed Joker."""
    if state.round is not None and state.round.tricks:
        return "Whoever won the trick leads."
    if state.options["variant_1"]:
        return "The seat left of the Declarer opens."
    return "Whoever holds the Starter opens with it."


def _play_sentence(state: State, name: str) -> str:
    round_, led_suit = state.round, state.expected.led_suit
    own = round_.paimiahhh if round_ is not None else None
    is_for_dummy = own is not None and own.is_dummy_shown and state.expected.seat == own.dummy
    player, whom = (name_of(state, own.declarer), f" for {name}") if own and is_for_dummy else (name, "")
    if round_ is None or round_.current_trick is None:
        return f"{player} leads{whom}."
    if led_suit is None:
        return f"{player} plays{whom}; no colour is led yet."
    return f"{player} plays{whom}, {suit_words(led_suit)} was led."


# --- findings ---------------------------------------------------------------------------------------------------------

_MISREAD = "One of these cards may be misread."
_CHOICES_TOLD = 9


def _place(facts: Facts, key: str) -> str:
    position = facts.params.get(key)
    return place_words(position, facts.state) if isinstance(position, int) else "no tile"


def _call(facts: Facts) -> str:
    return "passed" if facts.params.get("value") is None else f"moved the marker to {_place(facts, 'value')}"


def _answer(facts: Facts, choice: object) -> str:
    """A choice in words; nonsense as it came."""
    words = {JOKER: card_words, TILE: column_words, PORTER_MOVE: porter_words}.get(str(facts.params.get("kind")), str)
    try:
        return words(str(choice))
    except ValueError:
        return str(choice)


def _possible(facts: Facts) -> str:
    choices = facts.params.get("choices") or ()
    if len(choices) > _CHOICES_TOLD:
        return "See the open question for what is possible."
    return f"Possible: {listed((_answer(facts, choice) for choice in choices), 'or') or 'nothing'}."


def _due(facts: Facts) -> str:
    due = [str(tile) for tile in facts.params.get("due") or ()]
    return listed(("no tile" if tile == NO_TILE else f"the tile {tile_words(tile)}" for tile in due), "or") or "no tile"


def _taken(facts: Facts) -> str:
    taken = facts.params.get("taken")
    return f"the tile {tile_words(str(taken))}" if taken else "no tile"


PAIMIAHHH: dict[str, Wording] = {
    # The marker.
    Code.BID_NOT_FORWARD: Wording(
        "Marker not moved forward",
        lambda f: f"{f.who} moved the marker to {_place(f, 'value')}; it lay on {_place(f, 'previous')}.",
        lambda f: "A bid moves it forward on its path; otherwise one passes.",
    ),
    Code.BID_OFF_PATH: Wording(
        "Marker off the tiles",
        lambda f: f"{f.who} moved the marker to {_place(f, 'value')}, where no tile lies.",
        lambda f: "The bid has no effect. A bid stops on a tile.",
    ),
    Code.BID_OUT_OF_TURN: Wording(
        "Bid out of turn",
        lambda f: f"{f.who} {_call(f)} out of turn.",
        lambda f: f"It was {f.name('expected_seat')}'s turn. If it stands, the bidding goes on from {f.who}.",
    ),
    Code.CALL_AFTER_AUCTION: Wording(
        "Auction is over", lambda f: f"{f.who} {_call(f)} after the auction had ended. It does not count."
    ),
    Code.PLAY_BEFORE_BIDS: Wording(
        "Auction not ended",
        lambda f: "Play began before the passes that end the auction were entered.",
        lambda f: "Three passes in a row end it. They can be entered now.",
    ),
    Code.BIDS_MISSING: Wording(
        "Contract not known",
        lambda f: "The round was played, but no bid was entered.",
        lambda f: "Enter who declared and where the marker lay; the round is scored then.",
    ),
    # Starter, dummy, what was said.
    Code.STARTER_NOT_LED: Wording(
        "Starter not led",
        lambda f: f"{f.who} opened the first trick with {f.card}.",
        lambda f: "The Starter opens it.",
    ),
    Code.STARTER_LATE: Wording(
        "Starter shown late",
        lambda f: f"{f.who} had the Starter, which should have opened the first trick.",
        lambda f: _MISREAD,
    ),
    Code.HAND_SHOWN_EARLY: Wording(
        "Hand shown in the auction", lambda f: f"{f.who} showed the hand before the first card was played."
    ),
    Code.HAND_NOT_DUMMYS: Wording(
        "Wrong hand shown",
        lambda f: f"{f.who} laid a hand open, but {f.name('dummy')} is the dummy.",
    ),
    Code.NOT_IN_SHOWN_HAND: Wording(
        "Not in the open hand",
        lambda f: f"{f.who} played {f.card}, which was not in the hand lying open.",
        lambda f: "A card was probably misread.",
    ),
    Code.SHOWN_HAND_TOO_LARGE: Wording(
        "Too many cards in the open hand",
        lambda f: f"{f.who} shows {f.number('shown')} cards; {f.number('hand_size')} are in the hand.",
        lambda f: "A card was probably misread.",
    ),
    Code.TABLE_TALK: Wording("Table talk", lambda f: f"{f.who} gave advice or described the hand."),
    Code.DECLARATION_IMPOSSIBLE: Wording(
        "Cannot be chosen",
        lambda f: f"{f.who} is said to have chosen “{_answer(f, f.number('choice'))}”, which is not possible.",
        _possible,
    ),
    # Following.
    Code.REVOKE: Wording(
        "Did not follow colour",
        lambda f: f"{capital(f.trick)}: {f.who} did not follow {f.suit()}. {f.proof}",
        lambda f: f"{capital(f.suit())} should have been played. {_MISREAD}",
    ),
    Code.JOKER_OFF_LEAD: Wording(
        "Joker named in another colour",
        lambda f: f"{capital(f.trick)}: {f.who} did not name the Joker {f.suit()}, the colour led. {f.proof}",
        lambda f: f"With cards of that colour in hand it must be named so. {_MISREAD}",
    ),
    # Tiles.
    Code.WRONG_TILE: Wording(
        "Wrong tile",
        lambda f: f"{f.who} took {_taken(f)}.",
        lambda f: f"The card {f.card} earns {_due(f)}.",
    ),
    Code.TILE_IMPOSSIBLE: Wording(
        "Tile not there",
        lambda f: f"{f.who} is said to have taken {_taken(f)}, which no card earned or no longer lies there.",
    ),
    Code.QUESTIONS_UNANSWERED: Wording(
        "Still to be answered",
        lambda f: "Open questions of this round change its score.",
        lambda f: "It is scored once they are answered, or as things are if this stands.",
    ),
}
