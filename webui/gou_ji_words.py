"""Gou Ji in words: sets, what beats them, words that may be said, what is going on, what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.games.gou_ji_sets import BLACK, RED, TWO, GouJiLaws
from engine.games.gou_ji_state import HandState, SeriesState
from engine.games.gou_ji_tribute import Duty
from engine.state import Phase, State
from webui.sentences import RANK_SIGNS, card_words, counted, listed, name_of, team_name

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
_TIMES = "\u00d7"

# The words of `Announced.what`, as the buttons call them.
WORD_TITLES = {
    "kai_pai": "Kai Pai",
    "first_drawer": "Draws first",
    "threes": "Two 3s of a suit",
    "revolution": "Revolution",
    "false_revolution": "Revolution was false",
    "waive": "Waive tribute",
    "swap_duties": "Swap the duties",
    "liberation": "Liberation",
    "tribute_not_highest": "Tribute was not the highest",
    "shao_pai": "Shao Pai",
    "shao_pai_extended": "Shao Pai, extended",
    "rang_pai": "Rang Pai",
    "out": "Out of cards",
    "big_loser": "Big Loser",
}


@dataclass(frozen=True, slots=True)
class Headline:
    """What everybody should know at this moment; `kind` picks its colours."""

    kind: str
    title: str
    text: str = ""


def rank_words(rank: str) -> str:
    """ "K", "10", "red joker"."""
    return RANK_SIGNS.get(rank, rank) if len(rank) == 1 else card_words(Card(rank, None))


def set_words(cards: Iterable[Card]) -> str:
    """A set as people call it out: "3 × 8", "2 × K, a 2 and a red joker"."""
    counts = Counter(card.rank for card in cards)
    last = (TWO, BLACK, RED)
    ranks = sorted(counts, key=lambda rank: (last.index(rank) + 1 if rank in last else 0, rank))
    return listed(
        f"{counts[rank]} {_TIMES} {rank_words(rank)}" if counts[rank] > 1 else f"{_article(rank)} {rank_words(rank)}"
        for rank in ranks
    )


def beaten_by(cards: Sequence[Card], laws: GouJiLaws) -> str:
    """What may be laid on a set, as a sentence."""
    laid = laws.classify(cards)
    if laid is None:
        return f"It takes {counted(len(cards), 'card')} of one rank, or a pass."
    if laid.count(RED):
        return "Nothing beats a set with a red joker."
    blacks, size = laid.count(BLACK), laid.size
    if laid.is_all_wild and size == 1:
        return f"Only a {'red joker' if blacks else 'joker'} beats it."
    if laid.is_all_wild:
        reds = f", at least {blacks} of them red" if blacks else ""
        return f"Only {size} jokers beat it{reds}."
    assert laid.rank is not None
    above = laws.naturals[laws.naturals.index(laid.rank) + 1 :]
    kind = f"{counted(size, 'card')} above {rank_words(laid.rank)}" if above else f"{counted(size, 'wild card')}"
    if blacks:
        return f"It takes {kind}, with a red joker for each black one."
    return f"It takes {kind}; 2s and jokers may stand in." if above else f"It takes {kind}."


def duty_words(state: State, duty: Duty) -> str:
    """ "Fay gives 2 cards to Anna"."""
    return f"{name_of(state, duty.giver)} gives {counted(duty.count, 'card')} to {name_of(state, duty.receiver)}"


def gou_ji_expects(state: State) -> str | None:
    """What Gou Ji waits for; None where the words of all games do."""
    hand, expected = state.gou_ji.hand if state.gou_ji else None, state.expected
    names = listed((name_of(state, seat) for seat in expected.seats), "or")
    match expected.kind:
        case "round":
            return "A hand was thrown in: draw again." if hand and hand.phase is Phase.VOID else "Draw the cards."
        case "kai_pai":
            return "Who is Kai Pai?"
        case "turn":
            return f"{names} turns a card and counts."
        case "first_drawer":
            return f"{names}, the Big Loser, names who draws first."
        case "tribute":
            return "Tribute comes first."
        case "none" if hand is not None and hand.blocked_by:
            return "The last hand counts once the open questions are settled."
        case "play" if hand is not None:
            return _play_words(state, hand, names)
        case _:
            return None


def headline(state: State) -> Headline | None:
    """The Gou Ji, the Shao Pai, who is out, who leads next: the one thing to know now."""
    hand = state.gou_ji.hand if state.gou_ji else None
    if hand is None or not hand.series or hand.phase is not Phase.PLAY:
        return None
    series = hand.series[-1]
    if series.is_gathered and series.best not in hand.places:
        return None
    if series.burn is not None:
        name = name_of(state, series.burn.seat)
        text = (
            f"{name} lays another set, unless somebody beats this one."
            if series.burn.sets_laid
            else f"{name} lays a set that beats this one, then the whole hand."
        )
        return Headline("burn", f"Shao Pai: {name}", text)
    if series.duel is not None and series.closed_by is None:
        one, other = (name_of(state, seat) for seat in series.duel)
        return Headline("duel", f"Gou Ji: {one} against {other}", "Only these two play until one passes.")
    if series.closed_by is not None:
        return _closed(state, hand, series)
    if series.best in hand.places:
        place = PLACES[hand.places.index(series.best)]
        text = "This last set may still be beaten."
        return Headline("out", f"{name_of(state, series.best)} is out: {place}", text)
    return None


def notes(state: State, hand: HandState) -> list[str]:
    """What holds for the rest of the hand, and words that were noted for this series."""
    found = []
    if hand.phase is Phase.PLAY and hand.settled_scores is not None:
        points = listed(f"{team_name(state, team)} {_signed(score)}" for team, score in enumerate(hand.settled_scores))
        found.append(f"The hand is settled: {points}. The rest plays for the Big Loser.")
    elif len(hand.runs) > 0:
        together = [run for run in hand.runs if len(run) > 1]
        order = listed(listed((name_of(state, seat) for seat in run), "and") for run in together)
        found.append(
            f"{order} may play in any order." if together else "The teams take turns; teammates choose their order."
        )
    since = hand.series[-1].sets[0].entry_id if hand.series and hand.series[-1].sets else 0
    for told in hand.told:
        if told.entry_id > since:
            asked = "" if told.to is None else f" asks {name_of(state, told.to)} to pass"
            found.append(f"{WORD_TITLES.get(told.what, told.what)}: {name_of(state, told.seat)}{asked}.")
    return found


def _closed(state: State, hand: HandState, series: SeriesState) -> Headline:
    why = "Nothing beats a red joker" if series.closed_by == "unbeatable" else "Nobody goes on"
    leaders = state.expected.seats
    names = listed((name_of(state, seat) for seat in leaders), "or")
    if series.best in hand.places and leaders:
        out = f"{name_of(state, series.best)} is out: {PLACES[hand.places.index(series.best)]}"
        return Headline("out", out, f"{names} {'catch' if len(leaders) > 1 else 'catches'} the wind and leads.")
    return Headline("closed", why, f"{names} leads." if leaders else "")


def _play_words(state: State, hand: HandState, names: str) -> str:
    expected, series = state.expected, hand.current_series
    if not expected.to_beat:
        if len(expected.seats) == len(state.names):
            return "Who plays first?"
        return f"{names} {'leads' if hand.series else 'plays first'}."
    if series is not None and series.burn is not None:
        burner = name_of(state, series.burn.seat)
        others = [name_of(state, seat) for seat in expected.seats if seat != series.burn.seat]
        may = f", or {listed(others, 'or')} beats this one" if others else ""
        return f"{burner} lays the {'next' if series.burn.sets_laid else 'first'} set{may}."
    return f"{names} plays {counted(len(expected.to_beat), 'card')}, or passes."


def _article(rank: str) -> str:
    return "an" if rank in ("8", "A") else "a"


def _signed(score: int) -> str:
    return f"+{score}" if score > 0 else str(score).replace("-", "\u2212")
