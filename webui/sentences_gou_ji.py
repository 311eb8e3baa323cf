"""Sentences for the findings of Gou Ji: what happened, and what would have been right.

Hands are hidden, and so is how many cards are left in one: no sentence says more than the table has seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.docket import verdict_round
from engine.games.gou_ji_sets import GouJiLaws
from engine.games.gou_ji_state import HandState, SetState
from engine.games.gou_ji_tribute import DutyStatus
from engine.games.gou_ji_verdicts import GouJiCode
from engine.verdicts import Code
from webui.gou_ji_words import WORD_TITLES, beaten_by, duty_words, rank_words, set_words
from webui.sentences import card_words, counted, listed
from webui.verdict_facts import Facts, Wording


def _hand(facts: Facts) -> HandState | None:
    hands = facts.state.gou_ji.hands if facts.state.gou_ji is not None else ()
    return next((hand for hand in hands if hand.started_entry_id == verdict_round(facts.verdict.id)), None)


def _to_beat(facts: Facts) -> SetState | None:
    """The set a play had to beat: the proof of the finding."""
    hand = _hand(facts)
    laid = [each for series in hand.series for each in series.sets] if hand is not None else []
    return next((each for each in laid if each.entry_id in facts.verdict.proof), None)


def _laid(facts: Facts) -> str:
    return set_words(facts.verdict.cards) or "cards"


def _on(facts: Facts) -> str:
    top = _to_beat(facts)
    return set_words(top.cards) if top is not None else "the set on the table"


def _would_beat(facts: Facts) -> str:
    top = _to_beat(facts)
    return beaten_by(top.cards, GouJiLaws(facts.state.options)) if top is not None else "It has to be beaten."


def _turn_of(facts: Facts) -> str:
    return f"It was {facts.names('expected_seats', 'or') or 'nobody'}'s turn."


def _lead_of(facts: Facts) -> str:
    return f"{facts.names('expected_seats', 'or') or 'Nobody'} leads."


def _because(facts: Facts, reasons: Mapping[str, str]) -> str:
    return reasons.get(str(facts.params.get("reason")), "")


def _cards(facts: Facts, key: str) -> str:
    number = facts.params.get(key)
    return counted(number, "card") if isinstance(number, int) else "cards"


def _owed(facts: Facts) -> str:
    hand = _hand(facts)
    duties = [duty for duty in hand.duties if duty.status is DutyStatus.OWED] if hand is not None else []
    owed = listed(duty_words(facts.state, duty) for duty in duties)
    return f"Owed: {owed}." if owed else "Nothing is owed now."


def _false_revolution(facts: Facts) -> str:
    if facts.verdict.cards:
        return f"{facts.who} declared a Revolution and showed {set_words(facts.verdict.cards)}."
    return f"{facts.name('told_by')} says that {facts.who}'s hand was no Revolution."


def _not_highest(facts: Facts) -> str:
    if facts.verdict.cards:
        return f"{facts.who} laid {facts.card}, which is higher than a card given as tribute."
    return f"{facts.name('told_by')} says that {facts.who} did not give the highest card."


def _false_liberation(facts: Facts) -> str:
    if facts.params.get("red_from") is not None:
        return f"{facts.who} announced Liberation, but {facts.name('red_from')} laid a red joker."
    return f"{facts.who} announced Liberation and showed {facts.number('shown')} red jokers."


_THREES_NOT_NOW = {
    "later_hand": "but they count in a first hand only",
    "after_first_play": "after the first play",
    "second": "after somebody else had",
}
_REVOLUTION_LATE = {
    "after_first_play": "after the first play",
    "after_tribute": "after tribute had been paid",
    "before_tribute": "while tribute was still owed",
}
_REVOLUTION_DUE = {
    "after_first_play": "It comes before the first play; if it stands, the hand is thrown in all the same.",
    "after_tribute": "Here it comes before tribute is paid.",
    "before_tribute": "Here it comes after tribute is paid.",
}
_SHAO_PAI_NOT_OPEN = {
    "no_gou_ji": "but no Gou Ji is on",
    "own_team": "over a set of the own team",
    "answered": "after the Dui Men had answered",
    "no_cards": "without cards",
    "later": "after somebody who comes first",
}
_FALSE_SHAO_PAI = {
    "too_few_cards": "The hand held no second set.",
    "one_set": "The first set was the whole hand.",
    "not_a_set": "The next cards were no set.",
    "no_joker": "Cards were left, and the set held no joker.",
    "joker_last": "The last set held a joker.",
    "remainder": "The cards shown since make more than one set.",
}

_BEFORE_PLAY: dict[StrEnum, Wording] = {
    GouJiCode.SEATING_NOT_AS_DRAWN: Wording(
        "Seats do not match the draw",
        lambda f: f"{f.names('high')} drew the high cards and are one team; {f.names('low')} are the other.",
        lambda f: "The teams sit in turn. Change seats and start the game again, or play on as you sit.",
    ),
    GouJiCode.DRAW_UNEXPECTED: Wording(
        "Has drawn already", lambda f: f"{f.who} drew for the teams once more. The first card counts."
    ),
    GouJiCode.KAI_PAI_UNKNOWN: Wording(
        "Who is Kai Pai",
        lambda f: "A card was turned for the count, but nobody was named Kai Pai.",
        lambda f: "The count begins with the Kai Pai.",
    ),
    GouJiCode.KAI_PAI_WRONG: Wording(
        "Not the next Kai Pai",
        lambda f: f"{f.who} was named Kai Pai.",
        lambda f: f"From the last game the role moves to the right, to {f.name('expected_seat')}.",
    ),
    GouJiCode.WRONG_FIRST_DRAWER: Wording(
        "The count ends elsewhere",
        lambda f: f"{f.name('named')} was said to draw first.",
        lambda f: f"The count ends on {f.name('expected_seat')}.",
    ),
    GouJiCode.NOT_BIG_LOSER: Wording(
        "Not the Big Loser",
        lambda f: f"{f.who} named who draws first.",
        lambda f: f"{f.name('expected_seat')} was Big Loser of the last hand and has the say.",
    ),
    GouJiCode.FALSE_THREES: Wording(
        "Not two 3s of a suit",
        lambda f: f"{f.who} announced two 3s of a suit and showed {listed(map(card_words, f.verdict.cards))}.",
        lambda f: "Two 3s of the same suit give the first play.",
    ),
    GouJiCode.THREES_NOT_SHOWN: Wording(
        "3s not shown",
        lambda f: f"{f.who} announced two 3s of a suit without showing them.",
        lambda f: "At this table they are shown.",
    ),
    GouJiCode.THREES_NOT_NOW: Wording(
        "Two 3s do not count",
        lambda f: f"{f.who} announced two 3s of a suit {_because(f, _THREES_NOT_NOW)}.".replace(" .", "."),
        lambda f: "They count in a first hand, before the first play, for whoever says so first.",
    ),
    GouJiCode.FALSE_REVOLUTION: Wording(
        "No Revolution", _false_revolution, lambda f: "A Revolution is a hand without 2s and jokers."
    ),
    GouJiCode.REVOLUTION_LATE: Wording(
        "Revolution too late",
        lambda f: f"{f.who} declared a Revolution {_because(f, _REVOLUTION_LATE)}.".replace(" .", "."),
        lambda f: _because(f, _REVOLUTION_DUE),
    ),
    GouJiCode.TRIBUTE_NOT_DUE: Wording(
        "No tribute due",
        lambda f: f"{f.who} gave {_cards(f, 'count')} to {f.name('to')}.",
        _owed,
    ),
    GouJiCode.TRIBUTE_WRONG: Wording(
        "Tribute to the wrong seat, or the wrong number",
        lambda f: f"{f.who} gave {_cards(f, 'count')} to {f.name('to')}.",
        lambda f: f"Due: {_cards(f, 'expected_count')} to {f.name('expected_to')}.",
    ),
    GouJiCode.TRIBUTE_UNEVEN: Wording(
        "Tribute not even",
        lambda f: f"{f.who} gave {_cards(f, 'given')} and got {f.number('returned')} back.",
        lambda f: "As many cards come back as were given.",
    ),
    GouJiCode.TRIBUTE_UNRECORDED: Wording(
        "Tribute not entered",
        lambda f: f"Play has begun, and the tribute of {f.names('givers')} was not entered.",
    ),
    GouJiCode.TRIBUTE_NOT_HIGHEST: Wording(
        "Tribute not the highest card",
        _not_highest,
        lambda f: "Tribute is the highest card of the hand.",
    ),
    GouJiCode.WAIVER_NOT_ALLOWED: Wording(
        "Tribute cannot be waived",
        lambda f: f"{f.who} waived a tribute between opponents.",
        lambda f: "Only teammates may agree to do without.",
    ),
    GouJiCode.SWAP_NOT_ALLOWED: Wording(
        "Duties cannot be swapped",
        lambda f: f"{f.who} wanted to swap tribute duties.",
        lambda f: "The last two may, if they are teammates and nothing was paid yet.",
    ),
    GouJiCode.FALSE_LIBERATION: Wording(
        "No Liberation", _false_liberation, lambda f: "It needs all four red jokers in one hand."
    ),
    GouJiCode.LIBERATION_NOT_DUE: Wording(
        "Nothing to refuse", lambda f: f"{f.who} announced Liberation, but owes no tribute now."
    ),
}

_PLAY: dict[StrEnum, Wording] = {
    GouJiCode.MIXED_RANKS: Wording(
        "Not a set",
        lambda f: f"{f.who} laid {_laid(f)}.",
        lambda f: "A set is cards of one rank; only 2s and jokers may stand in.",
    ),
    GouJiCode.WRONG_SIZE: Wording(
        "Wrong number of cards",
        lambda f: f"{f.who} laid {_laid(f)} on {_on(f)}.",
        _would_beat,
    ),
    GouJiCode.DOES_NOT_BEAT: Wording(
        "Does not beat the set",
        lambda f: f"{f.who} laid {_laid(f)} on {_on(f)}.",
        _would_beat,
    ),
    GouJiCode.THREES_BEFORE_LAST: Wording(
        "3s too early",
        lambda f: f"{f.who} laid {_laid(f)} with cards left.",
        lambda f: "At this table 3s are the last set of a hand.",
    ),
    GouJiCode.WRONG_FIRST_PLAYER: Wording(
        "Wrong first player",
        lambda f: f"{f.who} played first.",
        lambda f: f"The first play is {f.names('expected_seats', 'or')}'s.",
    ),
    GouJiCode.WRONG_LEADER: Wording("Wrong seat led", lambda f: f"{f.who} led {_laid(f)}.", _lead_of),
    GouJiCode.WRONG_WIND: Wording(
        "Wrong seat caught the wind",
        lambda f: f"{f.who} led {_laid(f)}.",
        lambda f: f"{f.names('expected_seats', 'or')} sits to the right of the one who went out, and leads.",
    ),
    GouJiCode.PLAY_OUT_OF_TURN: Wording(
        "Played out of turn", lambda f: f"{f.who} laid {_laid(f)} out of turn.", _turn_of
    ),
    GouJiCode.PLAY_AFTER_PASS: Wording(
        "Played after a pass",
        lambda f: f"{f.who} had passed and laid {_laid(f)}.",
        lambda f: "Who passes stays out until the table is cleared; only a Gou Ji brings the Dui Men back.",
    ),
    GouJiCode.PLAY_AFTER_INFERRED_PASS: Wording(
        "Passed or not",
        lambda f: f"{f.who} laid {_laid(f)}, but was taken to pass when {f.name('skipped_by')} played.",
        lambda f: "If there was no pass, tap \u201cpassed\u201d beside the name.",
    ),
    GouJiCode.THIRD_SEAT_IN_GOU_JI: Wording(
        "Third player in a Gou Ji",
        lambda f: f"{f.who} laid {_laid(f)} in the Gou Ji of two others.",
        lambda f: f"Only those two play until one passes. {_turn_of(f)}",
    ),
    GouJiCode.PASS_OUT_OF_TURN: Wording("Passed out of turn", lambda f: f"{f.who} passed.", _turn_of),
    GouJiCode.PASS_WITHOUT_SET: Wording(
        "Has to lead", lambda f: f"{f.who} passed with the lead.", lambda f: "Whoever leads lays a set of any kind."
    ),
    GouJiCode.PASS_UNEXPECTED: Wording(
        "Nothing to pass", lambda f: f"{f.who} passed, but was not asked. It does not count."
    ),
    GouJiCode.GATHERED_TOO_SOON: Wording(
        "Cleared too soon",
        lambda f: f"The table was cleared before {f.names('seats')} had played or passed.",
    ),
    GouJiCode.SHAO_PAI_NOT_OPEN: Wording(
        "No Shao Pai now",
        lambda f: f"{f.who} announced Shao Pai {_because(f, _SHAO_PAI_NOT_OPEN)}.".replace(" .", "."),
        lambda f: "An opponent may announce it over the set that starts a Gou Ji; the nearest in turn comes first.",
    ),
    GouJiCode.FALSE_SHAO_PAI: Wording(
        "Not a Shao Pai",
        lambda f: f"{f.who} announced Shao Pai. {_because(f, _FALSE_SHAO_PAI)}".strip(),
        lambda f: "It takes a set that beats and one more; with jokers in the sets between, several.",
    ),
    GouJiCode.MORE_THAN_HELD: Wording(
        "More cards than held",
        lambda f: f"{f.who} laid {_cards(f, 'played')}, more than can be left in the hand.",
        lambda f: "One of these sets may be another player's, or misread.",
    ),
    GouJiCode.PLAY_AFTER_OUT: Wording(
        "Was out already",
        lambda f: f"{f.who} was out of this hand and laid {_laid(f)}. It does not count.",
        lambda f: "It may be another player's set.",
    ),
    GouJiCode.TOO_MANY_OF_RANK: Wording(
        "Too many of a rank",
        lambda f: (
            f"{rank_words(str(f.number('rank')))} was laid {f.number('seen')} times; "
            f"four packs hold {f.number('copies')}."
        ),
        lambda f: "A card was probably misread.",
    ),
    GouJiCode.TOO_MANY_OF_CARD: Wording(
        "Too many of a card",
        lambda f: f"{f.card} was laid {f.number('seen')} times; four packs hold {f.number('copies')}.",
        lambda f: "A card was probably misread.",
    ),
    GouJiCode.OUT_WITH_CARDS: Wording(
        "Out with cards left",
        lambda f: f"{f.who} is said to be out, but by the count cards are left.",
        lambda f: "A set may have been missed, or given to another player.",
    ),
    GouJiCode.OUT_NOT_CALLED: Wording(
        "Did not say it",
        lambda f: f"{f.who} went out without a word.",
        lambda f: "At this table going out is called.",
    ),
    GouJiCode.ANNOUNCEMENT_UNKNOWN: Wording(
        "Not a word of this game",
        lambda f: f"{f.who} said \u201c{f.number('what')}\u201d. It does not count.",
    ),
    GouJiCode.ANNOUNCEMENT_NOT_NOW: Wording(
        "Has no effect now",
        lambda f: (
            f"{f.who} said \u201c{WORD_TITLES.get(str(f.number('what')), str(f.number('what')))}\u201d. "
            "It has no effect now."
        ),
    ),
}

# Codes of all games that a player of Gou Ji would put otherwise.
_COMMON: dict[StrEnum, Wording] = {
    Code.NO_ROUND: Wording("No hand yet", lambda f: "Something happened before a hand was begun. It does not count."),
    Code.ROUND_UNFINISHED: Wording(
        "Hand not finished",
        lambda f: "A new hand was begun before the last one was played out.",
        lambda f: "If it stands, the unfinished hand does not count.",
    ),
    Code.TURN_UNEXPECTED: Wording("No count due", lambda f: "A card was turned, but nothing is counted in this hand."),
    Code.SECOND_TURNED_CARD: Wording(
        "Second card turned",
        lambda f: f"Another card was turned, but the count had ended with {card_words(f.params['first'])}.",
    ),
    Code.NOTHING_TO_GATHER: Wording("Nothing to clear", lambda f: "The table was cleared, but nothing lay there."),
    Code.GATHERED_BY_WRONG_SIDE: Wording(
        "Cleared by the wrong player",
        lambda f: f"{f.name('by')} cleared the table, but {f.name('winner')}'s set was not beaten.",
    ),
    Code.IMPOSSIBLE_CARD: Wording(
        "Not a card of these packs",
        lambda f: f"{f.card} is not in the four packs of this game.",
        lambda f: "It was probably misread.",
    ),
}

GOU_JI: dict[str, Wording] = {code.value: wording for code, wording in (_BEFORE_PLAY | _PLAY | _COMMON).items()}
