"""Plain words for everything the engine and the companion say in codes.

One sentence per verdict code, question code, status code and decision; a test holds this file to the engine's list.
Wording follows two rules: ask, never accuse (a misread card looks exactly like a revoke), and say what was legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.events import Seat
from engine.state import RoundState, State, Verdict
from engine.verdicts import Code
from webui.table_status import StatusCode

SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANK_SIGNS = {"T": "10"}

STATUS_SENTENCES: dict[StatusCode, str] = {
    StatusCode.NO_CAMERA: "No camera: cards are entered by hand.",
    StatusCode.STARTING: "Starting the camera.",
    StatusCode.WAITING: "Watching the table.",
    StatusCode.HAND_IN_VIEW: "Hand in view.",
    StatusCode.SETTLING: "Waiting for the cards to lie still.",
    StatusCode.READING: "Reading the cards.",
    StatusCode.NEEDS_A_WORD: "Kibitz needs a word from you.",
    StatusCode.OUT_OF_SYNC: "The table and this page do not agree: please check the trick.",
    StatusCode.CAMERA_LOST: "Camera lost: go on by hand, Kibitz keeps looking for it.",
    StatusCode.ENDED: "The recording has ended.",
}

STATUS_TONES: dict[StatusCode, str] = {
    StatusCode.NO_CAMERA: "calm",
    StatusCode.STARTING: "busy",
    StatusCode.WAITING: "calm",
    StatusCode.HAND_IN_VIEW: "busy",
    StatusCode.SETTLING: "busy",
    StatusCode.READING: "busy",
    StatusCode.NEEDS_A_WORD: "ask",
    StatusCode.OUT_OF_SYNC: "ask",
    StatusCode.CAMERA_LOST: "trouble",
    StatusCode.ENDED: "calm",
}

DECISION_TITLES = {
    "taken_back": "Taken back",
    "stands": "Stands",
    "misread": "Card was read wrong",
    "penalty:cap": "At most 0 points",
    "penalty:replay_round": "Deal the round again",
    "penalty:three_tricks": "Three tricks",
    "penalty:transfer": "Trick to the other pair",
}

DECIDED_TITLES = {
    "taken_back": "Taken back.",
    "stands": "Stands.",
    "misread": "A card was read wrong.",
    "penalty:cap": "Penalty: the pair scores at most 0.",
    "penalty:replay_round": "Penalty: the round is dealt again.",
    "penalty:three_tricks": "Penalty: three tricks.",
    "penalty:transfer": "Penalty: the trick goes to the other pair.",
}


@dataclass(frozen=True, slots=True)
class VerdictText:
    """A finding in words: what happened, and what would have been right (may be empty)."""

    title: str
    sentence: str
    legal: str = ""


def card_words(card: Card | str) -> str:
    """A card as a person writes it: "10♠", "red joker"."""
    card = Card.from_code(card) if isinstance(card, str) else card
    if card.suit is None:
        words = card.rank.split("_")
        return " ".join(reversed(words) if words[0] == "joker" else words)
    return f"{RANK_SIGNS.get(card.rank, card.rank)}{SUIT_SIGNS.get(card.suit, card.suit)}"


def suit_words(suit: str) -> str:
    """A suit's name in the plural."""
    return SUIT_WORDS.get(suit, suit)


def listed(words: Iterable[str], joint: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def counted(count: int, one: str) -> str:
    """ "1 trick", "3 tricks"."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def name_of(state: State, seat: Seat | None) -> str:
    """The player's name, or the seat's number where there is no name."""
    if seat is None:
        return "Somebody"
    return state.names[seat] if 0 <= seat < len(state.names) else f"Seat {seat + 1}"


def team_name(state: State, team: int) -> str:
    """The names of a team's players joined: "Anna & Carla"."""
    return " & ".join(name_of(state, seat) for seat in state.teams[team])


def rule_words(rule: str) -> str:
    """ "R8" → "Rule 8"; other marks stay as they are."""
    return f"Rule {rule[1:]}" if rule[:1] == "R" and rule[1:].isdigit() else rule


class _Facts:
    """The particulars of one verdict, each ready to stand in a sentence."""

    def __init__(self, verdict: Verdict, state: State) -> None:
        self.verdict, self.state = verdict, state
        self.params: Mapping[str, Any] = verdict.params

    @property
    def who(self) -> str:
        return name_of(self.state, self.verdict.seat)

    @property
    def card(self) -> str:
        return card_words(self.verdict.cards[0]) if self.verdict.cards else "the card"

    @property
    def trick(self) -> str:
        return f"trick {self.verdict.trick_number}" if self.verdict.trick_number else "the trick"

    @property
    def round(self) -> RoundState | None:
        matching = [each for each in self.state.rounds if each.number == self.verdict.round_number]
        return matching[-1] if matching else None

    def name(self, key: str) -> str:
        return name_of(self.state, self.params.get(key))

    def names(self, key: str, joint: str = "and") -> str:
        return listed((name_of(self.state, seat) for seat in self.params.get(key) or ()), joint)

    def number(self, key: str) -> Any:
        return self.params.get(key, "?")

    def suit(self, key: str = "suit") -> str:
        return suit_words(str(self.params.get(key, "the suit")))

    @property
    def proof(self) -> str:
        """ "Trick 7: Ben played 3♠." for the cards that prove a revoke."""
        tricks = self.params.get("proof_tricks") or ()
        shown = self.verdict.cards[-1] if len(self.verdict.cards) > 1 else None
        where = listed(f"trick {number}" for number in tricks) or "a later trick"
        what = card_words(shown) if shown is not None else self.suit()
        return f"{where[0].upper()}{where[1:]}: {self.who} played {what}."


def _text(title: str, sentence: Callable[[_Facts], str], legal: Callable[[_Facts], str] | None = None) -> Any:
    return title, sentence, legal


_VERDICTS: dict[Code, tuple[str, Callable[[_Facts], str], Callable[[_Facts], str] | None]] = {
    Code.UNKNOWN_GAME: _text("Unknown game", lambda f: f"There is no game called {f.number('game')}."),
    Code.OPTION_IGNORED: _text(
        "Option not used",
        lambda f: f"The option {f.number('option')} = {f.number('value')} is not used: {f.number('reason')}.",
    ),
    Code.NAMES_WRONG: _text(
        "Names do not fit", lambda f: f"This game has {f.number('seats')} seats, but {f.number('names')} names came."
    ),
    Code.SEAT_UNKNOWN: _text("No such seat", lambda f: "Something was entered for a seat this game does not have."),
    Code.NO_ROUND: _text("No round yet", lambda f: "Something happened before a round was dealt. It does not count."),
    Code.ROUND_UNFINISHED: _text(
        "Round not finished",
        lambda f: "A new round was dealt before the last one was played out. The unfinished one does not score.",
    ),
    Code.ROUND_UNSCHEDULED: _text(
        "One round more", lambda f: "The game's list of rounds is at its end; this round is extra."
    ),
    Code.HAND_SIZE_UNSCHEDULED: _text(
        "Other hand size",
        lambda f: f"This round has {f.number('hand_size')} cards each; the list says {f.number('scheduled')}.",
    ),
    Code.HAND_SIZE_IMPOSSIBLE: _text(
        "Hand size not possible",
        lambda f: f"{f.number('hand_size')} cards each cannot be dealt; {f.number('scheduled')} is used.",
    ),
    Code.TURN_UNEXPECTED: _text(
        "Card turned, none expected", lambda f: f"{f.card} was shown for trump, but no card is turned in this round."
    ),
    Code.SECOND_TURNED_CARD: _text(
        "Second card turned",
        lambda f: f"{f.card} was shown for trump, but {card_words(f.params['first'])} had been turned already.",
    ),
    Code.TRUMP_UNKNOWN: _text("Trump not known", lambda f: "Play has begun, but no card was turned for trump."),
    Code.TURNED_CARD_PLAYED: _text(
        "The turned card was played",
        lambda f: f"{f.who} played {f.card} in {f.trick}, but that card lies turned up for trump and is in no hand.",
        lambda f: "One of the two cards may be misread.",
    ),
    Code.SHOWN_CARD_FROM_OTHER_SEAT: _text(
        "Shown card from another hand",
        lambda f: f"{f.who} played {f.card}, the card shown for trump, which is in {f.name('dealer')}'s hand.",
        lambda f: f"Only {f.name('dealer')} can have played it, or a card was misread.",
    ),
    Code.SHOWN_CARD_NEVER_PLAYED: _text(
        "Shown card never played",
        lambda f: f"{f.who} should hold {f.card}, the card shown for trump, but it was not played in this round.",
        lambda f: "A card was probably misread.",
    ),
    Code.BID_OUT_OF_RANGE: _text(
        "Bid out of range",
        lambda f: f"{f.who} bid {f.number('value')}.",
        lambda f: f"Allowed: {f.number('low')} to {f.number('high')}.",
    ),
    Code.BID_OUT_OF_TURN: _text(
        "Bid out of turn",
        lambda f: f"{f.who} bid {f.number('value')} out of turn.",
        lambda f: f"It was {f.name('expected_seat')}'s turn to bid.",
    ),
    Code.BID_CHANGED_LATE: _text(
        "Bid changed too late",
        lambda f: f"{f.who} changed the bid from {f.number('previous')} to {f.number('value')} after the next bid.",
        lambda f: "A bid may be changed until the next one is made.",
    ),
    Code.HOOK_BROKEN: _text(
        "Bids add up",
        lambda f: f"{f.who} bid {f.number('value')}, which makes the bids add up to {f.number('hand_size')}.",
        lambda f: f"Allowed: any number but {f.number('value')}. The last bid may not let everybody be right.",
    ),
    Code.PAIR_BID_ABOVE_HAND: _text(
        "Bid cannot be made",
        lambda f: (
            f"{team_name(f.state, f.params['team'])} bid {f.number('pair_bid')} together, "
            f"but there are only {counted(f.params['hand_size'], 'trick')}."
        ),
    ),
    Code.PASS_NOT_ALLOWED: _text(
        "No passing", lambda f: f"{f.who} passed.", lambda f: "Everybody bids a number in this game."
    ),
    Code.BIDS_MISSING: _text("Bids missing", lambda f: f"The round was played without a bid from {f.names('seats')}."),
    Code.PLAY_BEFORE_BIDS: _text(
        "Played before the bids",
        lambda f: f"{f.who} played {f.card} before {f.names('seats')} had bid.",
        lambda f: "All four bid first.",
    ),
    Code.WRONG_LEADER: _text(
        "Wrong seat led",
        lambda f: f"{f.who} led {f.card} to {f.trick}.",
        lambda f: f"It was {f.name('expected_seat')}'s lead.",
    ),
    Code.PLAY_OUT_OF_TURN: _text(
        "Played out of turn",
        lambda f: f"{f.who} played {f.card} to {f.trick} out of turn.",
        lambda f: f"It was {f.name('expected_seat')}'s turn.",
    ),
    Code.TOO_MANY_IN_TRICK: _text(
        "Two cards from one seat",
        lambda f: f"{f.who} laid a second card, {f.card}, in {f.trick}.",
        lambda f: "One card each. The first one counts.",
    ),
    Code.TOO_MANY_IN_ROUND: _text(
        "More cards than dealt",
        lambda f: f"{f.who} has played {counted(f.params['played'], 'card')}; {f.number('hand_size')} were dealt.",
        lambda f: "A card may have been given to the wrong seat.",
    ),
    Code.NOTHING_TO_GATHER: _text("Nothing to gather", lambda f: "A trick was gathered, but no card lay on the table."),
    Code.TRICK_INCOMPLETE: _text(
        "Trick not complete",
        lambda f: _incomplete_sentence(f),
        lambda f: "Add the missed card, or move one to the seat it came from. The round is not scored until then.",
    ),
    Code.GATHERED_BY_WRONG_SIDE: _text(
        "Gathered by the wrong side",
        lambda f: f"{f.name('by')} gathered {f.trick}, but {f.name('winner')} won it.",
    ),
    Code.REVOKE: _text(
        "Did not follow suit",
        lambda f: f"{_capital(f.trick)}: {f.who} did not follow {f.suit()}. {f.proof}",
        lambda f: f"{_capital(f.suit())} should have been played. One of these cards may be misread.",
    ),
    Code.DID_NOT_TRUMP: _text(
        "Did not trump",
        lambda f: f"{_capital(f.trick)}: {f.who} could not follow and did not trump. {f.proof}",
        lambda f: f"{_capital(f.suit())} should have been played. One of these cards may be misread.",
    ),
    Code.TRUMP_NOT_BROKEN: _text(
        "Trump led too early",
        lambda f: f"{_capital(f.trick)}: {f.who} led {f.suit()} before trump was broken. {f.proof}",
        lambda f: "Another suit should have been led. One of these cards may be misread.",
    ),
    Code.COUNTING_PROOF: _text(
        "These cards cannot be",
        lambda f: (
            "These cards cannot all be dealt this way: either a card was misread or someone did not follow suit "
            f"({listed(suit_words(s) for s in f.params.get('suits') or ()) or 'suit not known'})."
        ),
    ),
    Code.DUPLICATE: _text(
        "Seen twice",
        lambda f: _duplicate_sentence(f),
        lambda f: "There is only one. Which one is right?",
    ),
    Code.IMPOSSIBLE_CARD: _text(
        "Not a card of this pack",
        lambda f: f"{f.who} played {f.card}, which is not in this game's pack.",
        lambda f: "It was probably misread.",
    ),
    Code.SEAT_COUNT: _text(
        "Number of cards",
        lambda f: f"{f.who} played {counted(f.params['played'], 'card')}; {f.number('hand_size')} were dealt.",
        lambda f: "A card may be missing here, or may have been given to the wrong seat.",
    ),
    Code.CARDS_MISSING: _text(
        "Cards never seen",
        lambda f: f"All cards were dealt, but not seen: {listed(map(card_words, f.params.get('missing') or ()))}.",
        lambda f: "Each missing card was read as another one.",
    ),
}


def verdict_text(verdict: Verdict, state: State) -> VerdictText:
    """The words for a finding; KeyError for a code without a sentence."""
    title, sentence, legal = _VERDICTS[Code(verdict.code)]
    facts = _Facts(verdict, state)
    return VerdictText(title, sentence(facts), legal(facts) if legal else "")


def has_sentence(code: str) -> bool:
    """Whether there are words for this verdict code."""
    return code in {each.value for each in _VERDICTS}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _incomplete_sentence(facts: _Facts) -> str:
    missing, surplus = facts.names("missing_seats"), facts.names("surplus_seats")
    told = [f"no card from {missing}" if missing else "", f"more than one from {surplus}" if surplus else ""]
    return f"{_capital(facts.trick)} was gathered with {listed(filter(None, told))}."


def _duplicate_sentence(facts: _Facts) -> str:
    first_seat, first_trick = facts.params.get("first_seat"), facts.params.get("first_trick")
    where = f" in trick {first_trick}" if first_trick else ""
    who = f"played by {name_of(facts.state, first_seat)}" if first_seat is not None else "seen"
    return f"Second {facts.card} seen, from {facts.who} in {facts.trick}. It was already {who}{where}."
