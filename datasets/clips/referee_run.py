"""A clip through the product's whole pipeline, twice: as it is, and with every question answered truthfully.

The watcher looks at the film once; what it observed is then played again to a second companion, so that both runs see
exactly the same.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from datasets.clips.truth import Truth
from datasets.clips.words import GOU_JI, Players, game_of, opening, true_events
from engine.cards import Card
from engine.events import CardsPlayed, CardTurned, Corrected, GameStarted, HandShown
from engine.fold import fold
from engine.log import Entry, effective
from engine.state import State
from vision.observations import Observation, TableCard, TableChanged
from vision.recogniser import Recogniser
from vision.sources import Frame, Source, SourceState, open_source
from vision.watcher import Watcher
from webui.companion_base import CompanionBase
from webui.companion_sets import SetCompanion
from webui.companions import companion_for
from webui.questions import Question
from webui.session import Session
from webui.store import Store
from webui.watching import watch_source

# How long a player needs to look at a question and tap the answer, in the time of the film.
ANSWER_AFTER_S = 3.0
# Of a set that was laid in two parts the first lies there at most so long before the second.
FIRST_PART_S = 6.0
# A card that was seen further than this from every true card, in card heights, is not one of them.
_SAME_PLACE_CARDS = 0.45


@dataclass(frozen=True, slots=True)
class SeenPlay:
    """One play in the log, and when in the film it was first logged (None: not by the camera).

    `card` is its code; of a set of Gou Ji the ranks of its cards (`ranks_of`).
    """

    seat: int
    card: str
    logged_s: float | None


@dataclass(frozen=True, slots=True)
class Run:
    """What the product made of a clip."""

    state: State
    plays: tuple[SeenPlay, ...]
    shown: frozenset[str]
    """The card turned for trump, or those of the hand laid open."""
    questions: tuple[str, ...]
    """Codes of the questions asked, once each."""
    answered: int
    watched_s: float
    """Seconds the watch took by the clock; on a busy machine longer than it computed."""
    computed_s: float
    """Seconds of processor time, all cores together."""
    film_s: float
    frames: int


def true_state(truth: Truth) -> State:
    """The state of a log in which every true event is entered in time."""
    return fold([Entry(number, event) for number, event in enumerate(true_events(truth), start=1)])


def referee(clip: Path, truth: Truth, recogniser: Recogniser) -> tuple[Run, Run]:
    """Run the product on a clip → (nobody answers its questions, all are answered truthfully)."""
    recorder = _Recorder(companion_for(game_of(truth)).watcher(recogniser))
    with _session(truth) as session, open_source(str(clip), real_time=False) as source:
        silent = _watch(session, source, recorder, truth, answers=False)
    with _session(truth) as session:
        answered = _watch(session, _Rewound(recorder.frames), recorder.rewound(), truth, answers=True)
    return silent, answered


@contextmanager
def _session(truth: Truth) -> Iterator[Session]:
    with tempfile.TemporaryDirectory(prefix="kibitz-clips-") as folder:
        store = Store(Path(folder) / "games.sqlite3")
        session = Session(store)
        game, *before = opening(truth)
        assert isinstance(game, GameStarted)
        session.start_game(game)
        for event in before:
            session.append(event)
        try:
            yield session
        finally:
            store.close()


def _watch(session: Session, source: Source, watcher: Any, truth: Truth, *, answers: bool) -> Run:
    now_s = 0.0
    logged_s: dict[int, float] = {}

    def note(entry_id: int, _: TableChanged) -> None:
        logged_s.setdefault(entry_id, now_s)

    companion = companion_for(game_of(truth)).companion(session, on_event=note)
    players = Players(session, truth)
    player = TruthfulPlayer(session, companion, truth, answers=answers)

    def before_frame(frame: Frame) -> None:
        nonlocal now_s
        now_s = frame.time_s
        players.speak(now_s)
        player.look(frame.time_s)

    started, started_cpu = time.perf_counter(), time.process_time()
    counts = watch_source(source, session, watcher, companion, before_frame=before_frame)
    for patience in (1, 2, 3):  # an answer may raise another question
        player.look(now_s + patience * ANSWER_AFTER_S)
        companion.heed_answers()
    watched_s, computed_s = time.perf_counter() - started, time.process_time() - started_cpu
    return Run(
        state=session.state,
        plays=_plays_of(session, logged_s, truth),
        shown=_shown(session),
        questions=player.asked,
        answered=player.answered,
        watched_s=watched_s,
        computed_s=computed_s,
        film_s=now_s,
        frames=counts.frames,
    )


def ranks_of(cards: Iterable[Card]) -> str:
    """What counts of a set: its ranks, in order ("K K 2 joker_red")."""
    return " ".join(sorted(card.rank for card in cards))


def _plays_of(session: Session, logged_s: dict[int, float], truth: Truth) -> tuple[SeenPlay, ...]:
    if game_of(truth) == GOU_JI:
        first_filmed = len(opening(truth)) + 1
        return tuple(
            SeenPlay(entry.event.seat, ranks_of(entry.event.cards), logged_s.get(entry.id))
            for entry in effective(session.entries)
            if isinstance(entry.event, CardsPlayed) and entry.id >= first_filmed
        )
    # A play that was corrected counts from its correction on: before that the page showed something else.
    when = dict(logged_s)
    for entry in session.entries:
        if isinstance(entry.event, Corrected) and entry.id in logged_s:
            when[entry.event.target] = logged_s[entry.id]
    return tuple(
        SeenPlay(entry.event.seat, card.code, when.get(entry.id))
        for entry in effective(session.entries)
        if isinstance(entry.event, CardsPlayed)
        for card in entry.event.cards
    )


def _shown(session: Session) -> frozenset[str]:
    cards: list[Card] = []
    for entry in effective(session.entries):
        if isinstance(entry.event, HandShown):
            cards += entry.event.cards
        elif isinstance(entry.event, CardTurned):
            cards.append(entry.event.card)
    return frozenset(card.code for card in cards)


class TruthfulPlayer:
    """Somebody at the table who knows what was played and answers each question with one of the answers on offer.

    Where the true answer is not on offer, the question stays open.
    """

    def __init__(self, session: Session, companion: CompanionBase, truth: Truth, *, answers: bool) -> None:
        self._session = session
        self._companion = companion
        self._truth = truth
        self._answers = answers
        self._since_s: dict[str, float] = {}
        self._codes: dict[str, str] = {}
        self._about: dict[str, dict[str, object] | None] = {}
        self.answered = 0

    @property
    def asked(self) -> tuple[str, ...]:
        """Codes of all questions so far, in the order in which they came."""
        return tuple(self._codes.values())

    def look(self, now_s: float) -> None:
        """Read the page: remember new questions, answer those that have been there for a while."""
        for question in self._session.questions:
            if question.id not in self._since_s:
                self._since_s[question.id] = now_s
                self._codes[question.id] = question.code
                self._about[question.id] = self._true_set(question) or self._true_card(question)
            if self._answers and now_s - self._since_s[question.id] >= ANSWER_AFTER_S:
                choice = self._choice(question, now_s)
                if choice is not None and any(choice == offered.code for offered in question.choices):
                    self._session.answer(question.id, choice)
                    self.answered += 1

    def _choice(self, question: Question, now_s: float) -> str | None:
        about = self._about[question.id]
        if question.code == "which_turned":
            for choice in question.choices:
                track = self._companion.tracks.get(_int(choice.code.partition(":")[2]))
                true = (
                    None if track is None else self._at(track.card.centre_xy, track.card.sighting.card_height_px, now_s)
                )
                if true is not None and true["kind"] == "turned":
                    return choice.code
            return None
        if question.code in ("taken_up", "part_taken_up"):
            return "ignore"  # nobody takes a card back in these clips
        if question.code == "trick_not_gathered":
            return "gathered" if about is not None and self._opens_next_trick(about) else "nothing"
        if about is None:
            return "nothing"
        if about["kind"] == "set":
            return self._choice_of_set(question, about)
        if question.code in ("which_seat", "seat_or_turn"):
            return f"seat:{about['seat']}" if about["kind"] == "play" else "nothing"
        return f"card:{about['card']}"

    def _choice_of_set(self, question: Question, about: dict[str, Any]) -> str | None:
        if question.code == "which_seat_laid":
            return f"seat:{about['seat']}"
        if question.code == "part_or_lead":
            return "joins" if about["in_two"] else "leads"
        if question.code == "answer_or_lead":
            of_series = [row for row in self._truth.of_kind("set") if row["series"] == about["series"]]
            return "leads" if about is of_series[0] else "answers"
        if question.code == "swept_again":
            return "leads"
        right = ranks_of(map(Card.from_code, about["cards"]))
        for choice in question.choices:
            kind, _, codes = choice.code.partition(":")
            if kind == "set" and ranks_of(map(Card.from_code, codes.split(","))) == right:
                return choice.code
        return None

    def _true_set(self, question: Question) -> dict[str, Any] | None:
        """The true set that a question is about: the one most of whose cards lie where those of the question's do."""
        if not isinstance(self._companion, SetCompanion):
            return None
        for laid in self._companion.laid:
            if laid.entry_id == question.entry_id:
                hits: Counter[int] = Counter()
                rows = self._truth.of_kind("set")
                for card in laid.cards.values():
                    for number, row in enumerate(rows):
                        laid_s = float(row["time_s"]) - (FIRST_PART_S if row["in_two"] else 1.0)
                        if laid_s <= card.first_seen_s <= self._swept_s(row):
                            hits[number] += _is_near(card, row)
                # Of two that lie on each other the newer one.
                return rows[max(hits, key=lambda number: (hits[number], number))] if hits.total() else None
        return None

    def _swept_s(self, row: dict[str, Any]) -> float:
        gathers = [gather for gather in self._truth.of_kind("gather") if gather["series"] == row["series"]]
        return float(gathers[0]["start_s"]) if gathers else math.inf  # type: ignore[arg-type]

    def _true_card(self, question: Question) -> dict[str, object] | None:
        """The true event that a question is about: that of the card which lies where the question's card lies."""
        track_id = question.params.get("track")
        track = self._companion.tracks.get(track_id) if isinstance(track_id, int) else None
        if track is None and question.entry_id is not None:
            bound = [each for each in self._companion.tracks.values() if each.entry_id == question.entry_id]
            track = bound[0] if bound else None
        if track is None:
            return None
        return self._at(track.card.centre_xy, track.card.sighting.card_height_px, track.card.first_seen_s)

    def _at(self, centre_xy: tuple[float, float], card_height_px: float, time_s: float) -> dict[str, object] | None:
        """The true card that lay nearest to a place at a time, if one was near."""
        near = []
        for event in (*self._truth.of_kind("turned"), *_lying_open(self._truth), *self._truth.of_kind("play")):
            if not float(event["time_s"]) - 0.5 <= time_s <= self._lies_until_s(event) + 0.5:  # type: ignore[arg-type]
                continue
            x, y = event["centre_px"]  # type: ignore[misc]
            away = math.hypot(x - centre_xy[0], y - centre_xy[1])
            if away <= _SAME_PLACE_CARDS * card_height_px:
                near.append((away, event))
        return min(near, key=lambda item: item[0])[1] if near else None

    def _lies_until_s(self, event: dict[str, object]) -> float:
        if "until_s" in event:
            return float(event["until_s"])  # type: ignore[arg-type]
        gathers = [gather for gather in self._truth.of_kind("gather") if gather["trick"] == event.get("trick")]
        return float(gathers[0]["start_s"]) if gathers else math.inf  # type: ignore[arg-type]

    def _opens_next_trick(self, event: dict[str, object]) -> bool:
        round_ = self._session.state.round
        gathered = 0 if round_ is None else sum(trick.is_gathered for trick in round_.tricks)
        return event["kind"] == "play" and _int(event["trick"]) > gathered


def _is_near(card: TableCard, row: dict[str, Any]) -> bool:
    reach_px = _SAME_PLACE_CARDS * card.sighting.card_height_px
    return any(math.dist(card.centre_xy, centre) <= reach_px for centre in row["centres_px"])


def _lying_open(truth: Truth) -> list[dict[str, Any]]:
    """The cards of the hand laid open, each until it is played."""
    played_s = {str(play["card"]): float(play["time_s"]) for play in truth.of_kind("play")}  # type: ignore[arg-type]
    lying: list[dict[str, Any]] = []
    for hand in truth.of_kind("hand"):
        cards, centres = list(hand["cards"]), list(hand["centres_px"])  # type: ignore[call-overload]
        for code, centre in zip(cards, centres, strict=True):
            until_s = played_s.get(code, math.inf)
            lying.append(
                {
                    "kind": "open", "seat": hand["seat"], "card": code, "centre_px": centre,
                    "time_s": hand["time_s"], "until_s": until_s,
                }
            )  # fmt: skip
    return lying


class _Recorder:
    """The product's watcher, which also writes down what it observed in which frame."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._observed: list[tuple[Observation, ...]] = []
        self.frames: list[tuple[float, int]] = []

    @property
    def cards(self) -> tuple[Any, ...]:
        return self._watcher.cards

    def step(self, frame: Frame) -> tuple[Observation, ...]:
        observed = self._watcher.step(frame)
        self._observed.append(observed)
        self.frames.append((frame.time_s, frame.index))
        return observed

    def camera_lost(self, time_s: float) -> tuple[Observation, ...]:
        return self._watcher.camera_lost(time_s)

    def rewound(self) -> _Replayed:
        """What was observed, once more from the start."""
        return _Replayed(iter(self._observed))


@dataclass(slots=True)
class _Replayed:
    observed: Iterator[tuple[Observation, ...]]

    @property
    def cards(self) -> tuple[Any, ...]:
        return ()

    def step(self, _: Frame) -> tuple[Observation, ...]:
        return next(self.observed)


class _Rewound:
    """A source of the same moments without pictures."""

    is_live = False
    trouble = None

    def __init__(self, moments: list[tuple[float, int]]) -> None:
        self._moments = iter(moments)
        self._blank = np.zeros((2, 2, 3), np.uint8)
        self.state = SourceState.RUNNING

    def read(self, timeout_s: float = 1.0) -> Frame | None:  # noqa: ARG002 - the product's signature
        moment = next(self._moments, None)
        if moment is None:
            self.state = SourceState.ENDED
            return None
        return Frame(self._blank, *moment)

    def close(self) -> None:
        self.state = SourceState.ENDED

    def __enter__(self) -> _Rewound:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _int(value: object) -> int:
    return int(value)  # type: ignore[call-overload, no-any-return]
