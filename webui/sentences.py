"""Plain words for cards, seats, statuses and decisions: the vocabulary of every sentence on a page."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Card
from engine.events import Seat
from engine.state import State
from webui.table_status import StatusCode

SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
COLOUR_WORDS = {"O": "orange", "B": "blue", "G": "green", "R": "red", "Y": "yellow"}  # The suits of PaiMiahhh.
_FOLLOWED_WORDS = SUIT_WORDS | COLOUR_WORDS | {"eight_star": "the sixth colour"}
_SPECIAL_WORDS = {
    "starter": "the Starter",
    "trump_star": "Trump★",
    "joker_star": "Joker★",
    "honor": "Honor★",
    "eight_star": "8★",
    "porter": "Porter★",
    "bonus": "Bonus★",
    "reverse": "Reverse★",
    "blank_special": "the blank special",
}
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANK_SIGNS = {"T": "10"}

STATUS_SENTENCES: dict[StatusCode, str] = {
    StatusCode.NO_CAMERA: "No camera: cards are entered by hand.",
    StatusCode.STARTING: "Starting the camera.",
    StatusCode.WAITING: "Watching the table.",
    StatusCode.CAMERA_TOO_NEAR: "The cards are too large in the picture to be read: move the camera farther away.",
    StatusCode.CAMERA_TOO_FAR: "The cards are small in the picture and may be misread: move the camera nearer.",
    StatusCode.HAND_IN_VIEW: "Hand in view.",
    StatusCode.SETTLING: "Waiting for the cards to lie still.",
    StatusCode.READING: "Reading the cards.",
    StatusCode.NEEDS_A_WORD: "Kibitz needs a word from you.",
    StatusCode.OUT_OF_SYNC: "The table and this page do not agree: please check the trick.",
    StatusCode.CAMERA_LOST: "Camera lost: go on by hand, Kibitz keeps looking for it.",
    StatusCode.RESTARTING: "Something went wrong while watching: Kibitz begins again. The game is safe.",
    StatusCode.STOPPED: "Kibitz has stopped watching: go on by hand, or start it again.",
    StatusCode.ENDED: "The recording has ended.",
}

STATUS_TONES: dict[StatusCode, str] = {
    StatusCode.NO_CAMERA: "calm",
    StatusCode.STARTING: "busy",
    StatusCode.WAITING: "calm",
    StatusCode.CAMERA_TOO_NEAR: "trouble",
    StatusCode.CAMERA_TOO_FAR: "ask",
    StatusCode.HAND_IN_VIEW: "busy",
    StatusCode.SETTLING: "busy",
    StatusCode.READING: "busy",
    StatusCode.NEEDS_A_WORD: "ask",
    StatusCode.OUT_OF_SYNC: "ask",
    StatusCode.CAMERA_LOST: "trouble",
    StatusCode.RESTARTING: "trouble",
    StatusCode.STOPPED: "trouble",
    StatusCode.ENDED: "calm",
}

# What the table may decide about a finding against {who}: the button, and what is said of it afterwards.
DECISION_TITLES = {
    "taken_back": "Taken back",
    "stands": "Stands",
    "misread": "Card was read wrong",
    "penalty:cap": "At most 0 points",
    "penalty:replay_round": "Deal the round again",
    "penalty:three_tricks": "Three tricks to the other pair",
    "penalty:transfer": "Trick to the other pair",
    "penalty:no_trick_points": "Tile back, no trick points",
    "penalty:all_points": "All 26 points to {who}",
    "penalty:big_loser": "{who} becomes the Big Loser",
}

DECIDED_TITLES = {
    "taken_back": "Taken back.",
    "stands": "Stands.",
    "misread": "A card was read wrong.",
    "penalty:cap": "Penalty: the pair scores at most 0.",
    "penalty:replay_round": "Penalty: the round is dealt again.",
    "penalty:three_tricks": "Penalty: three tricks go to the other pair.",
    "penalty:transfer": "Penalty: the trick goes to the other pair.",
    "penalty:no_trick_points": "Penalty: the tile goes back, no trick points this round.",
    "penalty:all_points": "Penalty: all 26 points go to {who}.",
    "penalty:big_loser": "Penalty: {who} becomes the Big Loser.",
}


def decision_title(decision: str, who: str) -> str:
    """What the button of a decision says; one that has no words is told as it is written."""
    return DECISION_TITLES.get(decision, decision).replace("{who}", who)


def decided_title(decision: str | None, who: str) -> str:
    """What was decided, as a sentence."""
    return DECIDED_TITLES.get(decision or "", "").replace("{who}", who)


def card_words(card: Card | str) -> str:
    """A card as a person writes it: "10♠", "orange 5", "red joker"."""
    card = Card.from_code(card) if isinstance(card, str) else card
    if card.suit in COLOUR_WORDS:
        return f"{COLOUR_WORDS[card.suit]} {card.rank}"
    if card.rank in _SPECIAL_WORDS:
        return _SPECIAL_WORDS[card.rank]
    if card.suit is None:
        words = card.rank.split("_")
        return " ".join(reversed(words) if words[0] == "joker" else words)
    return f"{RANK_SIGNS.get(card.rank, card.rank)}{SUIT_SIGNS.get(card.suit, card.suit)}"


def suit_words(suit: str) -> str:
    """A suit's name in the plural, a colour's name."""
    return _FOLLOWED_WORDS.get(suit, suit)


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
    """The names of a team's players joined: "Anna & Carla", "Anna, Carla & Elif"."""
    return listed((name_of(state, seat) for seat in state.teams[team]), "&")


def rule_words(rule: str) -> str:
    """ "R8" → "Rule 8", "H19" (where tables differ) → "House rule 19"; other marks stay as they are."""
    kind = {"R": "Rule", "H": "House rule"}.get(rule[:1])
    return f"{kind} {rule[1:]}" if kind and rule[1:].isdigit() else rule
