"""The options of PaiMiahhh: where tables differ, with the number of the hole in the rules that each fills.

Without an option, because the analysis leaves no alternative: a Joker may be named in the colour led by a hand without
it (A13), Honor beats trump (A17), tiles carried under the marker's tile can be taken (A23), Bonus counts in a failed
contract (A25), a Dummy with the Starter lays it before showing the hand (A26), another opening card is illegal (A27),
Variant 4 holds for a Joker named 2 or 7 (A30), Variant 3 pays the Dummy's tricks twice (A31), a card before the lead or
following it earns no tile (A34), the end is looked for after scoring only (A35).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.cards import Deck
from engine.common_options import REVOKE_NOTICE, TRICK_HISTORY
from engine.decks_paimiahhh import BLANK_SPECIAL, COLOURS, STARRED, paimiahhh_deck
from engine.events import OptionValue
from engine.games.paimiahhh_table import TableOptions
from engine.games.paimiahhh_tiles import MarkerPath, TileRules
from engine.games.paimiahhh_tricks import TrickOptions
from engine.options import Option, OptionTable

_STARRED_CODES = tuple(card.code for card in STARRED)
_YES_NO: Mapping[str | int | bool, str] = {True: "Yes", False: "No"}


def _items(value: OptionValue) -> tuple[str, ...]:
    items: Iterable[object] = value.split(",") if isinstance(value, str) else value if isinstance(value, tuple) else ()
    return tuple(str(item).strip() for item in items)


def read_specials(value: OptionValue) -> tuple[str, ...]:
    """The codes of starred specials, in the order of the box; ValueError for an unknown or repeated one."""
    codes = _items(value)
    if not codes or len(set(codes)) != len(codes) or not set(codes) <= set(_STARRED_CODES):
        raise ValueError(f"different ones of {', '.join(_STARRED_CODES)} expected")
    return tuple(code for code in _STARRED_CODES if code in codes)


def read_colours(value: OptionValue) -> tuple[str, ...]:
    """The columns from left to right; ValueError unless every colour of the pack is there once."""
    colours = tuple(value) if isinstance(value, str) and "," not in value else _items(value)
    if sorted(colours) != sorted(COLOURS):
        raise ValueError(f"each of {', '.join(COLOURS)} once expected")
    return colours


def _read_name(value: OptionValue) -> OptionValue:
    if isinstance(value, str) and 0 < len(value.strip()) <= 40:
        return value.strip()
    raise ValueError("a name of up to 40 letters expected")


OPTIONS = OptionTable(
    Option(
        "variant_1",
        "Variant 1: a third special instead of the Starter; the seat left of the Declarer opens",
        False,
        _YES_NO,
        "R40",
    ),
    Option(
        "variant_2",
        "Variant 2: four more specials, 13 cards each, one is kept for the next round",
        False,
        _YES_NO,
        "R41",
    ),
    Option(
        "variant_3",
        "Variant 3: the Declarer's own tricks score nothing, the Dummy's double",
        False,
        _YES_NO,
        "R42",
    ),
    Option("variant_4", "Variant 4: 2 beats 7 of the same colour", False, _YES_NO, "R43"),
    Option(
        "specials",
        "Starred specials in the deck: two, three in Variant 1, four more in Variant 2",
        "first",
        {"first": "As many as are needed, Trump and Honor first"},
        "R4",
        read_specials,
        f"a list of {', '.join(_STARRED_CODES)}",
    ),
    Option(
        "special_pool",
        "The special that the rulebook forgot",
        "with_blank",
        {"with_blank": "May be used as a card without power", "listed_only": "Is not used"},
        "A1",
    ),
    Option(
        "blank_name",
        "Name of the special that the rulebook forgot",
        "blank",
        {"blank": "The blank special"},
        "A1",
        _read_name,
        "a name",
    ),
    Option(
        "bid_path",
        "The way of the marker",
        "raster",
        {
            "raster": "From the column beside the marker, every row the same way",
            "serpentine": "From the column beside the marker, turning at the end of each row",
            "left_to_right": "From the left, every row the same way",
        },
        "A2",
    ),
    Option(
        "colours",
        "The columns from left to right",
        COLOURS,
        {},
        "A3",
        read_colours,
        f"each of {', '.join(COLOURS)} once",
    ),
    Option(
        "first_bidder",
        "Youngest player, who bids first in the first round",
        0,
        {0: "First seat", 1: "Second seat", 2: "Third seat", 3: "Fourth seat"},
        "R7",
    ),
    Option(
        "opening_passes",
        "Passes before any bid",
        "four_redeal",
        {"four_redeal": "Three do not end the bidding; after four the cards are dealt again"},
        "A4",
    ),
    Option(
        "redeal_first_bidder",
        "Who bids first after four passes",
        "same",
        {"same": "The same seat again", "next_clockwise": "The next seat"},
        "A5",
    ),
    Option(
        "reverse_effect",
        "Reverse",
        "ccw_play",
        {
            "ccw_play": "From the next trick play goes the other way round",
            "low_wins": "From the next trick low cards beat high ones",
            "off": "Has no effect",
        },
        "A6",
    ),
    Option(
        "second_reverse",
        "A second Reverse in a round",
        "ignored",
        {"ignored": "Changes nothing", "toggle": "Turns the first one around"},
        "A7",
    ),
    Option(
        "trump_star_leads",
        "Trump★ as the first card of a trick",
        "yes",
        {"yes": "Is a lead of the trump colour", "no": "Is no lead"},
        "A8",
    ),
    Option(
        "trump_star_must_follow",
        "Trump is led and Trump★ is the only trump held",
        "must",
        {"must": "It must be played", "may": "It may be played"},
        "A9",
    ),
    Option(
        "e8_leads",
        "8★ as the first card of a trick",
        "yes",
        {"yes": "Is a lead of a sixth colour that nobody can follow", "no": "Is no lead"},
        "A10",
    ),
    Option(
        "e8_tile",
        "The tile for a sloughed 8★",
        "optional",
        {"optional": "May be taken", "forced": "Must be taken"},
        "A11",
    ),
    Option(
        "joker_obliges",
        "A hand that could follow only with the Joker",
        "no",
        {"no": "May slough", "yes": "Must play the Joker"},
        "A12",
    ),
    Option(
        "joker_twin_scope",
        "The card that the Joker was named takes its power",
        "trick",
        # Tiles are no cards, and all thirty lie on the table: they would kill every Joker named 1 to 6.
        {"trick": "In the same trick", "table": "In this or an earlier trick of the round"},
        "A14",
    ),
    Option(
        "dead_joker_lead",
        "A Joker that led loses its power",
        "stands",
        {"stands": "Its colour stays the lead", "passes_on": "The next card becomes the lead"},
        "A15",
    ),
    Option(
        "joker_dead_tile",
        "The tile for a sloughed Joker without power",
        "by_time",
        {
            "by_time": "Is kept if the other card comes later, not taken if it was there before",
            "always": "Is always taken",
            "never": "Is never kept",
        },
        "A16",
    ),
    Option(
        "no_lead_winner",
        "A trick without any coloured card and without Honor",
        "opener",
        {
            "opener": "Goes to the seat that opened it",
            "replay": "Goes back to the hands and is played again",
            "void": "Goes to nobody",
        },
        "A18",
    ),
    Option(
        "slough_tile",
        "The tile for a sloughed card",
        "position",
        {"position": "The bottom one of the column", "least_value": "The lowest of the column"},
        "A19",
    ),
    Option(
        "marker_tile",
        "The tile under the marker",
        "protected",
        {
            "protected": "Is never taken or moved",
            "takeable": "Can be taken where it is the last of its column or freely chosen; the marker stays",
        },
        "A20",
    ),
    Option(
        "porter_short",
        "Porter on a column with fewer than two tiles to move",
        "skip",
        {"skip": "Moves what there is", "needs_2": "Cannot be named"},
        "A21",
    ),
    Option(
        "porter_order",
        "Two tiles that Porter carries to one column",
        "keep",
        {"keep": "Keep their order", "player_chooses": "In the order the player likes"},
        "A22",
    ),
    Option(
        "effect_time",
        "Tiles are taken and Porter moves",
        "at_once",
        {"at_once": "When the card is played", "end_of_trick": "At the end of the trick, in the order of play"},
        "A24",
    ),
    Option(
        "v2_next_deal",
        "Variant 2: the next deal",
        "twelve_and_kept",
        {"twelve_and_kept": "Twelve new cards beside the kept one"},
        "A28",
    ),
    Option(
        "variant4_cycle",
        "Variant 4: 7 would win, and the 2 of its colour is there",
        "capture",
        {"capture": "The 2 wins", "cancel": "The 7 drops out, the best of the rest wins"},
        "A29",
    ),
    Option(
        "tie",
        "Equal totals of 150 or more",
        "another_round",
        {"another_round": "Another round", "shared": "The win is shared"},
        "A32",
    ),
    Option(
        "defenders_score",
        "The other side scores its tricks",
        "always",
        {"always": "Always", "on_failure": "Only when the contract fails"},
        "A33",
    ),
    Option(
        "table_talk",
        "Talk between partners that somebody reports",
        "not_policed",
        {"not_policed": "Is left to the table", "warn": "Is noted"},
        "A36",
    ),
    replace(TRICK_HISTORY, rule="R16"),
    replace(REVOKE_NOTICE, rule="R19"),
)


@dataclass(frozen=True)
class Settings:
    """The options of one game, as its parts need them."""

    options: Mapping[str, OptionValue]
    deck: Deck
    path: MarkerPath
    tricks: TrickOptions
    table: TableOptions
    tiles: TileRules
    cards_each: int

    @property
    def has_starter(self) -> bool:
        """Whether the Starter opens (not in Variant 1)."""
        return not self.options["variant_1"]


def specials_needed(options: Mapping[str, OptionValue]) -> int:
    """How many starred specials the variants put into the deck (R4, R40, R41)."""
    return 2 + bool(options["variant_1"]) + 4 * bool(options["variant_2"])


def choose_specials(options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """The starred specials of the deck; ValueError when the option names the wrong number or an unused one."""
    pool = [code for code in _STARRED_CODES if code != BLANK_SPECIAL.code or options["special_pool"] == "with_blank"]
    needed = specials_needed(options)
    if options["specials"] == "first":
        return tuple(pool[:needed])
    chosen = read_specials(options["specials"])
    if len(chosen) != needed or not set(chosen) <= set(pool):
        raise ValueError(f"option specials: {needed} of {', '.join(pool)} expected, got {', '.join(chosen)}")
    return chosen


def settle(options: Mapping[str, OptionValue]) -> Settings:
    """The settings of complete options; ValueError as in `choose_specials`."""
    colours = read_colours(options["colours"])
    return Settings(
        options=options,
        deck=paimiahhh_deck(choose_specials(options), with_starter=not options["variant_1"], colours=colours),
        path=MarkerPath(colours, str(options["bid_path"])),
        tricks=TrickOptions(
            trump_star_leads=options["trump_star_leads"] == "yes",
            trump_star_must_follow=options["trump_star_must_follow"] == "must",
            eight_leads=options["e8_leads"] == "yes",
            joker_obliges=options["joker_obliges"] == "yes",
            twin_scope_is_table=options["joker_twin_scope"] == "table",
            dead_joker_leads=options["dead_joker_lead"] == "stands",
            two_beats_seven=bool(options["variant_4"]),
            seven_drops_out=options["variant4_cycle"] == "cancel",
        ),
        table=TableOptions(
            reverse_effect=str(options["reverse_effect"]),
            reverse_toggles=options["second_reverse"] == "toggle",
            no_lead_winner=str(options["no_lead_winner"]),
        ),
        tiles=TileRules(
            least_value=options["slough_tile"] == "least_value",
            marker_is_takeable=options["marker_tile"] == "takeable",
            porter_needs_two=options["porter_short"] == "needs_2",
            porter_order_is_free=options["porter_order"] == "player_chooses",
        ),
        cards_each=13 if options["variant_2"] else 12,
    )
