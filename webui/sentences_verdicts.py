"""A sentence for every finding of the referee; a test holds this file to the engine's list of codes.

Two rules of wording: ask, never accuse (a misread card looks exactly like a revoke), and say what was legal.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from engine.games import gou_ji, hearts, paimiahhh, spades
from engine.state import State, Verdict
from engine.verdicts import Code
from webui.sentences import card_words, counted, listed, name_of, suit_words, team_name
from webui.sentences_gou_ji import GOU_JI
from webui.sentences_hearts import HEARTS
from webui.sentences_paimiahhh import PAIMIAHHH
from webui.sentences_spades import SPADES
from webui.verdict_facts import Facts, Wording, capital

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class VerdictText:
    """A finding in words: what happened, and what would have been right (may be empty)."""

    title: str
    sentence: str
    legal: str = ""


_TRICK_GAMES: dict[Code, Wording] = {
    Code.UNKNOWN_GAME: Wording("Unknown game", lambda f: f"There is no game called {f.number('game')}."),
    Code.OPTION_IGNORED: Wording(
        "Option not used",
        lambda f: f"The option {f.number('option')} = {f.number('value')} is not used: {f.number('reason')}.",
    ),
    Code.NAMES_WRONG: Wording(
        "Names do not fit", lambda f: f"This game has {f.number('seats')} seats, but {f.number('names')} names came."
    ),
    Code.SEAT_UNKNOWN: Wording("No such seat", lambda f: "Something was entered for a seat this game does not have."),
    Code.NO_ROUND: Wording("No round yet", lambda f: "Something happened before a round was dealt. It does not count."),
    Code.EVENT_UNEXPECTED: Wording(
        "Not part of this game", lambda f: "Something was entered that has no place in this game. It does not count."
    ),
    Code.ROUND_UNFINISHED: Wording(
        "Round not finished",
        lambda f: "A new round was dealt before the last one was played out. The unfinished one does not score.",
    ),
    Code.ROUND_UNSCHEDULED: Wording(
        "One round more", lambda f: "The game's list of rounds is at its end; this round is extra."
    ),
    Code.HAND_SIZE_UNSCHEDULED: Wording(
        "Other hand size",
        lambda f: f"This round has {f.number('hand_size')} cards each; the list says {f.number('scheduled')}.",
    ),
    Code.HAND_SIZE_IMPOSSIBLE: Wording(
        "Hand size not possible",
        lambda f: f"{f.number('hand_size')} cards each cannot be dealt; {f.number('scheduled')} is used.",
    ),
    Code.TURN_UNEXPECTED: Wording(
        "Card turned, none expected", lambda f: f"{f.card} was shown for trump, but no card is turned in this round."
    ),
    Code.SECOND_TURNED_CARD: Wording(
        "Second card turned",
        lambda f: f"{f.card} was shown for trump, but {card_words(f.params['first'])} had been turned already.",
    ),
    Code.TRUMP_UNKNOWN: Wording("Trump not known", lambda f: "Play has begun, but no card was turned for trump."),
    Code.TURNED_CARD_PLAYED: Wording(
        "The turned card was played",
        lambda f: f"{f.who} played {f.card} in {f.trick}, but that card lies turned up for trump and is in no hand.",
        lambda f: "One of the two cards may be misread.",
    ),
    Code.SHOWN_CARD_FROM_OTHER_SEAT: Wording(
        "Shown card from another hand",
        lambda f: f"{f.who} played {f.card}, the card shown for trump, which is in {f.name('dealer')}'s hand.",
        lambda f: f"Only {f.name('dealer')} can have played it, or a card was misread.",
    ),
    Code.SHOWN_CARD_NEVER_PLAYED: Wording(
        "Shown card never played",
        lambda f: f"{f.who} should hold {f.card}, the card shown for trump, but it was not played in this round.",
        lambda f: "A card was probably misread.",
    ),
    Code.BID_OUT_OF_RANGE: Wording(
        "Bid out of range",
        lambda f: f"{f.who} bid {f.number('value')}.",
        lambda f: f"Allowed: {f.number('low')} to {f.number('high')}.",
    ),
    Code.BID_OUT_OF_TURN: Wording(
        "Bid out of turn",
        lambda f: f"{f.who} bid {f.number('value')} out of turn.",
        lambda f: f"It was {f.name('expected_seat')}'s turn to bid.",
    ),
    Code.BID_CHANGED_LATE: Wording(
        "Bid changed too late",
        lambda f: f"{f.who} changed the bid from {f.number('previous')} to {f.number('value')} after the next bid.",
        lambda f: "A bid may be changed until the next one is made.",
    ),
    Code.HOOK_BROKEN: Wording(
        "Bids add up",
        lambda f: f"{f.who} bid {f.number('value')}, which makes the bids add up to {f.number('hand_size')}.",
        lambda f: f"Allowed: any number but {f.number('value')}. The last bid may not let everybody be right.",
    ),
    Code.PAIR_BID_ABOVE_HAND: Wording(
        "Bid cannot be made",
        lambda f: (
            f"{team_name(f.state, f.params['team'])} bid {f.number('pair_bid')} together, "
            f"but there are only {counted(f.params['hand_size'], 'trick')}."
        ),
    ),
    Code.PASS_NOT_ALLOWED: Wording(
        "No passing", lambda f: f"{f.who} passed.", lambda f: "Everybody bids a number in this game."
    ),
    Code.BIDS_MISSING: Wording(
        "Bids missing", lambda f: f"The round was played without a bid from {f.names('seats')}."
    ),
    Code.PLAY_BEFORE_BIDS: Wording(
        "Played before the bids",
        lambda f: f"{f.who} played {f.card} before {f.names('seats')} had bid.",
        lambda f: "All four bid first.",
    ),
    Code.WRONG_LEADER: Wording(
        "Wrong seat led",
        lambda f: f"{f.who} led {f.card} to {f.trick}.",
        lambda f: f"It was {f.name('expected_seat')}'s lead.",
    ),
    Code.PLAY_OUT_OF_TURN: Wording(
        "Played out of turn",
        lambda f: f"{f.who} played {f.card} to {f.trick} out of turn.",
        lambda f: f"It was {f.name('expected_seat')}'s turn.",
    ),
    Code.TOO_MANY_IN_TRICK: Wording(
        "Two cards from one seat",
        lambda f: f"{f.who} laid a second card, {f.card}, in {f.trick}.",
        lambda f: "One card each. The first one counts.",
    ),
    Code.TOO_MANY_IN_ROUND: Wording(
        "More cards than dealt",
        lambda f: f"{f.who} has played {counted(f.params['played'], 'card')}; {f.number('hand_size')} were dealt.",
        lambda f: "A card may have been given to the wrong seat.",
    ),
    Code.NOTHING_TO_GATHER: Wording(
        "Nothing to gather", lambda f: "A trick was gathered, but no card lay on the table."
    ),
    Code.TRICK_INCOMPLETE: Wording(
        "Trick not complete",
        lambda f: _incomplete_sentence(f),
        lambda f: "Add the missed card, or move one to the seat it came from.",
    ),
    Code.GATHERED_BY_WRONG_SIDE: Wording(
        "Gathered by the wrong side",
        lambda f: f"{f.name('by')} gathered {f.trick}, but {f.name('winner')} won it.",
    ),
    Code.REVOKE: Wording(
        "Did not follow suit",
        lambda f: f"{capital(f.trick)}: {f.who} did not follow {f.suit()}. {f.proof}",
        lambda f: f"{capital(f.suit())} should have been played. One of these cards may be misread.",
    ),
    Code.DID_NOT_TRUMP: Wording(
        "Did not trump",
        lambda f: f"{capital(f.trick)}: {f.who} could not follow and did not trump. {f.proof}",
        lambda f: f"{capital(f.suit())} should have been played. One of these cards may be misread.",
    ),
    Code.TRUMP_NOT_BROKEN: Wording(
        "Trump led too early",
        lambda f: f"{capital(f.trick)}: {f.who} led {f.suit()} before trump was broken. {f.proof}",
        lambda f: "Another suit should have been led. One of these cards may be misread.",
    ),
    Code.COUNTING_PROOF: Wording(
        "These cards cannot be",
        lambda f: (
            "These cards cannot all be dealt this way: either a card was misread or someone did not follow suit "
            f"({listed(suit_words(s) for s in f.params.get('suits') or ()) or 'suit not known'})."
        ),
    ),
    Code.DUPLICATE: Wording(
        "Seen twice",
        lambda f: _duplicate_sentence(f),
        lambda f: "There is only one. Which one is right?",
    ),
    Code.IMPOSSIBLE_CARD: Wording(
        "Not a card of this pack",
        lambda f: f"{f.who} played {f.card}, which is not in this game's pack.",
        lambda f: "It was probably misread.",
    ),
    Code.CARDS_MISSING: Wording(
        "Cards never seen",
        lambda f: f"All cards were dealt, but not seen: {listed(map(card_words, f.params.get('missing') or ()))}.",
        lambda f: "Each missing card was read as another one.",
    ),
}

_WORDINGS: dict[str, Wording] = {code.value: wording for code, wording in _TRICK_GAMES.items()}
# The codes of one game; some have the name of a common one, and other particulars.
_WORDINGS_IN: dict[str, dict[str, Wording]] = {
    gou_ji.KEY: GOU_JI,
    hearts.KEY: HEARTS,
    paimiahhh.KEY: PAIMIAHHH,
    spades.KEY: SPADES,
}


def verdict_text(verdict: Verdict, state: State) -> VerdictText:
    """The words for a finding; one that cannot be told well is shown by its name rather than not at all."""
    wording = _wording(verdict.code, state.game)
    if wording is not None:
        facts = Facts(verdict, state)
        try:
            return VerdictText(wording.title, wording.sentence(facts), wording.legal(facts) if wording.legal else "")
        except (LookupError, TypeError, ValueError):
            _log.exception("no words for verdict=%s params=%s", verdict.id, dict(verdict.params))
    name = capital(verdict.code.replace("_", " "))
    return VerdictText(name, f"{name}: {name_of(state, verdict.seat)}.")


def _wording(code: str, game: str | None) -> Wording | None:
    return _WORDINGS_IN.get(game or "", {}).get(code) or _WORDINGS.get(code)


def _incomplete_sentence(facts: Facts) -> str:
    missing, surplus = facts.names("missing_seats"), facts.names("surplus_seats")
    told = [f"no card from {missing}" if missing else "", f"more than one from {surplus}" if surplus else ""]
    return f"{capital(facts.trick)} was gathered with {listed(filter(None, told))}."


def _duplicate_sentence(facts: Facts) -> str:
    first_seat, first_trick = facts.params.get("first_seat"), facts.params.get("first_trick")
    where = f" in trick {first_trick}" if first_trick else ""
    who = f"played by {name_of(facts.state, first_seat)}" if first_seat is not None else "seen"
    return f"Second {facts.card} seen, from {facts.who} in {facts.trick}. It was already {who}{where}."
