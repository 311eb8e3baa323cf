"""What players say in a filmed game, entered as they would on the page: bids, passes, and answers to what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasets.clips.truth import Truth
from engine.cards import Card
from engine.events import (
    BidMade,
    CardsPlayed,
    CardTurned,
    Declared,
    Event,
    GameStarted,
    HandShown,
    RoundStarted,
    TrickGathered,
    from_json,
)
from webui.session import Session

OH_HELL, PAIMIAHHH, GOU_JI = "oh_hell_pairs", "paimiahhh", "gou_ji"


def game_of(truth: Truth) -> str:
    """The game of a clip, by the engine's name for it."""
    name = str(truth.clip["game"])
    return OH_HELL if name == "pairs_oh_hell" else name


def opening(truth: Truth) -> tuple[Event, ...]:
    """The events before anything is filmed, the start of the game first."""
    clip: dict[str, Any] = truth.clip
    if "before" in clip:
        return tuple(from_json(event) for event in clip["before"])
    names = tuple(str(name) for name in clip["names"])
    options = {"specials": tuple(clip["specials"])} if "specials" in clip else {"rounds": (int(clip["hand_size"]),)}
    return GameStarted(game_of(truth), names, options), RoundStarted(dealer=int(clip["dealer"]))


def true_events(truth: Truth) -> Iterator[Event]:
    """The whole log as it should be."""
    before = opening(truth)
    yield from before
    count, entry_of = len(before), {}
    for row in truth.events:
        event = _event_of(row, entry_of)
        if event is not None:
            count += 1
            if row["kind"] == "play":
                entry_of[row["card"]] = count
            yield event


def _event_of(row: dict[str, Any], entry_of: dict[str, int]) -> Event | None:
    match row["kind"]:
        case "turned":
            return CardTurned(Card.from_code(row["card"]))
        case "bid":
            return BidMade(row["seat"], row["value"])
        case "said":
            return from_json(row["event"])
        case "told":
            return Declared(entry_of[row["card"]], row["what"], row["choice"])
        case "hand":
            return HandShown(row["seat"], tuple(Card.from_code(code) for code in row["cards"]))
        case "play":
            return CardsPlayed(row["seat"], (Card.from_code(row["card"]),))
        case "set":
            return CardsPlayed(row["seat"], tuple(Card.from_code(code) for code in row["cards"]))
        case "gather":
            return TrickGathered()
    return None


class Players:
    """Types in what is said when it is said, or as soon as the page is ready for it."""

    def __init__(self, session: Session, truth: Truth) -> None:
        self._session = session
        self._bids = list(truth.of_kind("bid"))
        self._said = list(truth.of_kind("said"))
        self._told: list[dict[str, Any]] = list(truth.of_kind("told"))

    def speak(self, now_s: float) -> None:
        """Enter what has been said up to now."""
        while self._said and _time(self._said[0]) <= now_s:
            self._session.append(from_json(self._said.pop(0)["event"]))  # type: ignore[arg-type]
        if self._bids and _time(self._bids[0]) <= now_s and self._session.state.expected.kind == "bid":
            bid: dict[str, Any] = self._bids.pop(0)
            self._session.append(BidMade(bid["seat"], bid["value"]))
        for word in [each for each in self._told if _time(each) <= now_s]:
            for request in self._session.state.requests:
                is_asked = request.card is not None and (request.card.code, request.kind) == (
                    word["card"],
                    word["what"],
                )
                if is_asked and request.entry_id is not None:
                    self._session.append(Declared(request.entry_id, request.kind, word["choice"]))
                    self._told.remove(word)
                    break


def _time(row: dict[str, Any]) -> float:
    return float(row["time_s"])
