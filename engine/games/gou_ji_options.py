"""The options of Gou Ji: where tables differ, with the number of the hole in the rules that each fills.

Without an option, because the analysis leaves no alternative: after a Revolution everything is as for the void deal
(H7), a set may have any size (H8), an all-wild set with black jokers needs as many reds (H11), nines and lower start no
Gou Ji without a joker (H14), the wind passes over seats that are out (H26) and goes to a run of teammates as a whole
(H27), a hand ends when one seat has cards (H29), zeros and negatives double too (H31), of equal highest cards the giver
chooses (H35), Liberation leaves the other's duty alone (H36), after a sweep nothing can be waived (H37).
"""

from __future__ import annotations

from engine.events import OptionValue
from engine.options import Option, OptionTable


def _read_hands(value: OptionValue) -> OptionValue:
    if type(value) is int and 1 <= value <= 99:
        return value
    raise ValueError("a number of hands from 1 to 99 expected")


OPTIONS = OptionTable(
    Option(
        "hands",
        "Hands of the game",
        6,
        {3: "Three", 6: "Six", 9: "Nine", 12: "Twelve"},
        rule="H33",
        accepts=_read_hands,
        also="a number from 1 to 99",
    ),
    Option(
        "hand_size",
        "Cards in a hand",
        36,
        {36: "36 each, all 216 cards", 33: "33 each, 18 cards put aside"},
        rule="H0",
    ),
    Option(
        "passes",
        "How passes are noted",
        "skipped",
        {
            "skipped": "A seat that was skipped has passed",
            "told": "Every pass is told; whoever skips a seat plays out of turn",
        },
        rule="R14",
    ),
    Option(
        "draw_rank",
        "Cards drawn for the teams",
        "play",
        {"play": "Rank as in play: red joker, black joker, 2, ace … 3", "ace_low": "Ace low, 2 above it, king high"},
        rule="H1",
    ),
    Option(
        "kai_pai_after_joker",
        "A joker moved the role of Kai Pai: the next game counts from",
        "last",
        {"last": "Whoever counted in the end", "original": "The one it was at first"},
        rule="H2",
    ),
    Option(
        "first_play_later",
        "First play from the second hand on",
        "big_loser",
        {"big_loser": "The Big Loser", "first_drawer": "The seat the Big Loser named to draw first"},
        rule="H3",
    ),
    Option(
        "threes_rule",
        "Two 3s of a suit give the first play",
        "every_game",
        {"every_game": "In the first hand of every game", "first_game": "In the first hand of the session"},
        rule="H4",
    ),
    Option(
        "threes_shown",
        "Two 3s that were announced",
        "shown",
        {"shown": "Are shown", "trusted": "Are trusted"},
        rule="H5",
    ),
    Option(
        "revolution_when",
        "Revolution",
        "before_tribute",
        {"before_tribute": "Before tribute is paid", "after_tribute": "After tribute is paid"},
        rule="H6",
    ),
    Option(
        "wild_over_black",
        "Wild cards alone over a set with black jokers and natural cards",
        "allowed",
        {"allowed": "Allowed with a red joker for each black one", "forbidden": "Forbidden: natural cards are needed"},
        rule="H9",
    ),
    Option(
        "red_count",
        "Red jokers needed over black ones",
        "at_least",
        {"at_least": "At least as many", "exactly": "Exactly as many, with natural cards"},
        rule="H10",
    ),
    Option(
        "wild_counts",
        "Twos count towards the numbers that start a Gou Ji",
        "yes",
        {"yes": "Yes", "no": "Natural cards only"},
        rule="H12",
    ),
    Option("single_two", "A single 2 starts a Gou Ji", "yes", {"yes": "Yes", "no": "No"}, rule="H13"),
    Option(
        "gouji_late",
        "Gou Ji with four players left or fewer",
        "while_in",
        {"while_in": "As long as the Dui Men holds cards", "off_at_four": "None any more"},
        rule="H15",
    ),
    Option(
        "last_set_gouji",
        "A last set that would start a Gou Ji",
        "normal",
        {"normal": "Is open to all, in turn", "dui_men_first": "The Dui Men may answer first, then the others"},
        rule="H16",
    ),
    Option(
        "auto_close",
        "A set with a red joker",
        "at_once",
        {"at_once": "Ends the series at once", "passes": "Waits for the passes"},
        rule="H17",
    ),
    Option(
        "shao_window",
        "Shao Pai may be announced",
        "first_answer",
        {
            "first_answer": "Until the Dui Men has answered or passed",
            "whole_gouji": "During the whole Gou Ji",
        },
        rule="H18",
    ),
    Option(
        "burn_last_set",
        "The last set of a Shao Pai",
        "open",
        {"open": "May be beaten by the others", "closed": "Ends the series"},
        rule="H19",
    ),
    Option(
        "burn_beaters",
        "The sets of a Shao Pai may be beaten by",
        "anyone",
        {"anyone": "Anyone", "opponents": "Opponents only"},
        rule="H20",
    ),
    Option(
        "burn_broken",
        "A Shao Pai that was beaten",
        "literal",
        {
            "literal": "Basic: Gou Ji by whoever beat it. Extended: normal rotation",
            "gouji": "Gou Ji by whoever beat it",
        },
        rule="H21",
    ),
    Option(
        "burn_last_jokers",
        "The last set of an extended Shao Pai",
        "any",
        {"any": "Is of any kind", "no_jokers": "Holds no joker"},
        rule="H22",
    ),
    Option(
        "false_burn",
        "A false Shao Pai",
        "ask",
        {"ask": "The table decides", "big_loser": "Makes its player the Big Loser at once"},
        rule="H23",
    ),
    Option(
        "rang_pai",
        "Rang Pai",
        "silent",
        {
            "silent": "Is talk, and leaves no trace",
            "recorded": "Is noted",
            "dui_men_keeps": "The Dui Men may let the others go first and still answer",
        },
        rule="H24, H25",
    ),
    Option(
        "free_order",
        "Order once two players are out",
        "runs",
        {"runs": "Neighbouring teammates play in any order", "strict": "As before"},
        rule="H28",
    ),
    Option(
        "end_early",
        "One team is out",
        "play_on",
        {"play_on": "The others play for the Big Loser, or name him", "stop": "The hand ends at once"},
        rule="H30",
    ),
    Option(
        "tie",
        "A tie in the end",
        "draw",
        {"draw": "Is a draw", "extra_hand": "One more hand decides"},
        rule="H32",
    ),
    Option(
        "tribute_first_hand",
        "Tribute in the first hand of a later game",
        "none",
        {"none": "None", "carry_over": "Owed from the last game"},
        rule="H34",
    ),
    Option(
        "show_counts",
        "Cards left in a hand",
        "ten",
        {"ten": "Shown from ten down", "never": "Never shown", "always": "Always shown"},
        rule="H38",
    ),
    Option(
        "going_out",
        "Going out",
        "silent",
        {"silent": "Needs no word", "called": "Must be called"},
        rule="R26",
    ),
    Option(
        "extras",
        "Local additions",
        "off",
        {"off": "None", "threes_last": "3s may only be played as the last set"},
        rule="H39",
    ),
)
