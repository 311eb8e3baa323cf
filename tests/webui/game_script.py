"""Games for the tests, written in short."""

from __future__ import annotations

from typing import Any

from engine.cards import Card
from engine.events import BidMade, CardsPlayed, CardTurned, GameStarted, RoundStarted, TrickGathered
from webui.session import Session

NAMES = ("Anna", "Ben", "Carla", "Dora")


def start_game(session: Session, **options: Any) -> None:
    """A game with the usual names; Anna (seat 0) deals the first round."""
    session.start_game(GameStarted("oh_hell_pairs", NAMES, {"dealer": 0, **options}), replace=True)


def play_script(session: Session, script: str) -> list[int]:
    """Append events written in short: "deal turn:7D bid:1=2 1:AS gather"; returns the entry ids."""
    ids = []
    for word in script.split():
        head, _, rest = word.partition(":")
        if head == "deal":
            ids.append(session.append(RoundStarted()))
        elif head == "turn":
            ids.append(session.append(CardTurned(Card.from_code(rest))))
        elif head == "gather":
            ids.append(session.append(TrickGathered()))
        elif head == "bid":
            seat, _, value = rest.partition("=")
            ids.append(session.append(BidMade(int(seat), int(value))))
        else:
            ids.append(session.append(CardsPlayed(int(head), (Card.from_code(rest),))))
    return ids


# A round of two cards each, hearts trump: Ben wins the first trick, Carla the second.
SHORT_ROUND = "deal turn:2H bid:1=1 bid:2=1 bid:3=1 bid:0=0 1:AS 2:3S 3:4S 0:5S gather 1:KD 2:AD 3:4D 0:5D gather"
