"""What became of the sets of a filmed hand of Gou Ji: figures of one clip and of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.clips.alignment import Outcome, Pairing, align
from datasets.clips.figures import counted, percentile, share
from datasets.clips.referee_run import Run, ranks_of, true_state
from datasets.clips.truth import Truth
from engine.cards import Card
from engine.state import Severity, State


@dataclass(frozen=True, slots=True)
class HandScore:
    """What became of one clip; plays that are right have the right ranks, number of cards, seat and order."""

    name: str
    deck: str
    sets: int
    outcomes: Counter[Outcome]
    right_after_answers: int
    by_layout: Counter[tuple[str, bool]]
    """(how the cards lay, whether ranks and number were right) → sets."""
    series: int
    series_gathered: int
    is_count_right: bool
    """Whether every seat holds as many cards as it should, without a word from anybody."""
    is_count_right_after_answers: bool
    are_places_right: bool | None
    """Of a hand filmed to its end, after answers."""
    questions: Counter[str]
    answered: int
    false_verdicts: tuple[str, ...]
    delays_s: tuple[float, ...]
    processor_ms: float
    mistakes: tuple[str, ...]


def score_hand(name: str, truth: Truth, silent: Run, answered: Run) -> HandScore:
    """Compare what the product made of a clip with its truth."""
    made: tuple[dict[str, Any], ...] = truth.of_kind("set")
    pairs, right = _pairs(made, silent), true_state(truth)
    rows = {pair.made: pair for pair in pairs if pair.made is not None}
    exact = (Outcome.RIGHT, Outcome.WRONG_SEAT, Outcome.OUT_OF_ORDER)
    ranking = truth.final["ranking"]
    return HandScore(
        name=name,
        deck=str(truth.clip["deck"]),
        sets=len(made),
        outcomes=Counter(pair.outcome for pair in pairs),
        right_after_answers=sum(pair.outcome is Outcome.RIGHT for pair in _pairs(made, answered)),
        by_layout=Counter((row["layout"], rows[number].outcome in exact) for number, row in enumerate(made)),
        series=len(truth.of_kind("gather")),
        series_gathered=_gathered(silent.state) - _gathered(right) + len(truth.of_kind("gather")),
        is_count_right=_cards_left(silent.state) == _cards_left(right),
        is_count_right_after_answers=_cards_left(answered.state) == _cards_left(right),
        are_places_right=None if ranking is None else _ranking(answered.state) == ranking,
        questions=Counter(silent.questions),
        answered=answered.answered,
        false_verdicts=tuple((_accusations(silent.state) - _accusations(right)).elements()),
        delays_s=tuple(
            logged_s - float(made[pair.made]["hand_left_s"])
            for pair in pairs
            if pair.outcome is Outcome.RIGHT and pair.made is not None and pair.seen is not None
            if (logged_s := silent.plays[pair.seen].logged_s) is not None
        ),
        processor_ms=1000 * silent.computed_s / silent.frames,
        mistakes=tuple(_in_words(pair, made, silent) for pair in pairs if pair.outcome is not Outcome.RIGHT),
    )


def _pairs(made: Sequence[dict[str, Any]], run: Run) -> tuple[Pairing, ...]:
    return align(
        [(row["seat"], ranks_of(map(Card.from_code, row["cards"]))) for row in made],
        [(play.seat, play.card) for play in run.plays],
    )


def _in_words(pair: Pairing, made: Sequence[dict[str, Any]], run: Run) -> str:
    words = pair.outcome.value
    if pair.made is not None:
        row = made[pair.made]
        words += f": {row['layout']} {' '.join(row['cards'])} of seat {row['seat']} at {row['time_s']:.1f} s"
    if pair.seen is not None:
        seen = run.plays[pair.seen]
        words += f"; seen as {seen.card} of seat {seen.seat}"
        words += "" if seen.logged_s is None else f" at {seen.logged_s:.1f} s"
    return words


def _gathered(state: State) -> int:
    hand = state.gou_ji.hand if state.gou_ji is not None else None
    return 0 if hand is None else sum(series.is_gathered for series in hand.series)


def _cards_left(state: State) -> tuple[int, ...]:
    hand = state.gou_ji.hand if state.gou_ji is not None else None
    return () if hand is None else hand.cards_left


def _ranking(state: State) -> list[int] | None:
    hand = state.gou_ji.hand if state.gou_ji is not None else None
    return None if hand is None or hand.ranking is None else list(hand.ranking)


def _accusations(state: State) -> Counter[str]:
    return Counter(str(verdict.code) for verdict in state.verdicts if verdict.severity is not Severity.NOTICE)


_COLUMNS = (
    Outcome.RIGHT,
    Outcome.WRONG_CARD,
    Outcome.WRONG_SEAT,
    Outcome.MISSED,
    Outcome.OUT_OF_ORDER,
    Outcome.INVENTED,
)


def line(score: HandScore) -> str:
    """One row of the table."""
    places = {None: "–", True: "right", False: "**wrong**"}[score.are_places_right]
    cells = (
        score.name, score.deck, score.sets, *(score.outcomes[outcome] for outcome in _COLUMNS),
        score.right_after_answers, f"{score.series_gathered}/{score.series}",
        "right" if score.is_count_right_after_answers else "**wrong**", places, score.questions.total(),
        len(score.false_verdicts), percentile(score.delays_s, 50), percentile(score.delays_s, 95),
    )  # fmt: skip
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def report(scores: Sequence[HandScore], about: str) -> str:
    """The figures as Markdown: one line a clip, then the totals."""
    head = (
        "clip", "deck", "sets", "right", "wrong ranks or number", "wrong seat", "missed", "out of order", "invented",
        "right after answers", "series gathered", "cards held after answers", "places after answers", "questions",
        "verdicts against innocents", "seconds, median", "p95",
    )  # fmt: skip
    lines = ["# Hands of Gou Ji on film", "", about, "", f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [line(score) for score in scores]
    wrong = [f"- {score.name}: {mistake}" for score in scores for mistake in score.mistakes]
    if wrong:
        lines += ["", "## Sets that were not right", "", *wrong]
    lines += ["", "## In total", "", *(f"- {text}" for text in _totals(scores))]
    return "\n".join(lines) + "\n"


def _totals(scores: Sequence[HandScore]) -> list[str]:
    outcomes: Counter[Outcome] = sum((score.outcomes for score in scores), Counter())
    layouts: Counter[tuple[str, bool]] = sum((score.by_layout for score in scores), Counter())
    questions: Counter[str] = sum((score.questions for score in scores), Counter())
    accused = Counter(each for score in scores for each in score.false_verdicts)
    sets = sum(score.sets for score in scores)
    exact = sum(count for (_, is_exact), count in layouts.items() if is_exact)
    delays = [delay for score in scores for delay in score.delays_s]
    ends = [score.are_places_right for score in scores if score.are_places_right is not None]
    names = sorted({layout for layout, _ in layouts})
    return [
        f"{len(scores)} clips, {sets} sets",
        f"ranks and number exact: {share(exact, sets)}; "
        + ", ".join(
            f"{name} {share(layouts[name, True], layouts[name, True] + layouts[name, False])}" for name in names
        ),
        f"right in everything: {share(outcomes[Outcome.RIGHT], sets)}; "
        + ", ".join(f"{outcome.value} {outcomes[outcome]}" for outcome in Outcome if outcome is not Outcome.RIGHT),
        f"right after truthful answers: {share(sum(score.right_after_answers for score in scores), sets)}",
        f"right seat, of the exact ones: {share(exact - outcomes[Outcome.WRONG_SEAT], exact)}",
        f"series gathered: {sum(s.series_gathered for s in scores)} of {sum(s.series for s in scores)}",
        f"cards held right at the end: {share(sum(s.is_count_right for s in scores), len(scores))} without a word, "
        f"{share(sum(s.is_count_right_after_answers for s in scores), len(scores))} after answers",
        f"places right after answers, of hands filmed to their end: {share(sum(ends), len(ends))}",
        f"questions: {counted(questions)}; answered when answered truthfully: {sum(s.answered for s in scores)}",
        f"verdicts and questions about innocents: {counted(accused)}",
        f"seconds from the hand leaving the picture to the entry: median {percentile(delays, 50)}, "
        f"95th percentile {percentile(delays, 95)}",
        f"processor time a frame, median: {np.median([s.processor_ms for s in scores]):.0f} ms",
    ]
