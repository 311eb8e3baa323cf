"""How well Kibitz follows whole rounds: fresh clips of decks no model was trained on, through the whole pipeline.

    python -m datasets.evaluate_clips --count 20 --seed 5 --report clips.md
    python -m datasets.evaluate_clips --game paimiahhh --count 20 --seed 5
    python -m datasets.evaluate_clips --clips FOLDER

What players say (bids, passes, what only they can tell) is entered when they say it, as a scorer would; everything
else Kibitz has to see. The exit status is 0
whenever the evaluation ran, however bad the figures are.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.clips import gou_ji_score
from datasets.clips.__main__ import GAMES, film_of, plans_of
from datasets.clips.alignment import Outcome, Pairing, align
from datasets.clips.figures import counted, percentile, share
from datasets.clips.referee_run import Run, referee, true_state
from datasets.clips.truth import Truth, read_truth, truth_path
from datasets.clips.words import GOU_JI
from engine.state import Severity, State
from vision.recogniser import Recogniser


@dataclass(frozen=True, slots=True)
class Score:
    """What became of one clip."""

    name: str
    deck: str
    surface: str
    plays: int
    outcomes: Counter[Outcome]
    right_after_answers: int
    """Plays that are right once what was asked has been answered truthfully."""
    is_shown_right: bool
    """The card turned for trump; of PaiMiahhh the hand laid open."""
    tricks: int
    wrong_tricks: int
    is_score_right: bool
    """Without a word from anybody."""
    is_score_right_after_answers: bool
    questions: Counter[str]
    answered: int
    false_verdicts: tuple[str, ...]
    missed_verdicts: tuple[str, ...]
    delays_s: tuple[float, ...]
    """Seconds of film from the hand leaving the picture to the event, of every play that was right."""
    frames_per_second: float
    """By the clock."""
    processor_ms: float
    """Processor time a frame, all cores together."""
    speed: float
    """Seconds of film a second by the clock."""
    mistakes: tuple[str, ...]
    """Every play that was not right, in words."""


def score_clip(name: str, truth: Truth, silent: Run, answered: Run) -> Score:
    """Compare what the product made of a clip with its truth."""
    made = truth.of_kind("play")
    pairs = _pairs(truth, silent)
    delays = []
    for pair in pairs:
        if pair.outcome is Outcome.RIGHT and pair.made is not None and pair.seen is not None:
            logged_s = silent.plays[pair.seen].logged_s
            if logged_s is not None:
                delays.append(logged_s - float(made[pair.made]["hand_left_s"]))  # type: ignore[arg-type]
    right = true_state(truth)
    accused, guilty = _offences(silent.state), _offences(right)
    return Score(
        name=name,
        deck=str(truth.clip["deck"]),
        surface=str(truth.clip["surface"]),
        plays=len(made),
        outcomes=Counter(pair.outcome for pair in pairs),
        right_after_answers=sum(pair.outcome is Outcome.RIGHT for pair in _pairs(truth, answered)),
        is_shown_right=silent.shown == _true_shown(truth),
        tricks=len(truth.of_kind("gather")),
        wrong_tricks=_wrong_tricks(truth, silent.state),
        is_score_right=_scores(silent.state) == _true_scores(truth),
        is_score_right_after_answers=_scores(answered.state) == _true_scores(truth),
        questions=Counter(silent.questions),
        answered=answered.answered,
        false_verdicts=tuple((accused - guilty).elements()),
        missed_verdicts=tuple((guilty - accused).elements()),
        delays_s=tuple(delays),
        frames_per_second=silent.frames / silent.watched_s,
        processor_ms=1000 * silent.computed_s / silent.frames,
        speed=silent.film_s / silent.watched_s,
        mistakes=tuple(_in_words(pair, made, silent) for pair in pairs if pair.outcome is not Outcome.RIGHT),
    )


def _true_shown(truth: Truth) -> frozenset[str]:
    turned = {str(row["card"]) for row in truth.of_kind("turned")}
    return frozenset(turned | {str(code) for row in truth.of_kind("hand") for code in list(row["cards"])})  # type: ignore[call-overload]


def _true_scores(truth: Truth) -> object:
    return truth.final["scores"] if "scores" in truth.final else truth.final["pair_scores"]


def _pairs(truth: Truth, run: Run) -> tuple[Pairing, ...]:
    made = [(_seat(play), str(play["card"])) for play in truth.of_kind("play")]
    return align(made, [(play.seat, play.card) for play in run.plays])


def _in_words(pair: Pairing, made: Sequence[dict[str, object]], run: Run) -> str:
    words = pair.outcome.value
    if pair.made is not None:
        true = made[pair.made]
        words += f": {true['card']} of seat {true['seat']} at {float(true['time_s']):.1f} s"  # type: ignore[arg-type]
    if pair.seen is not None:
        seen = run.plays[pair.seen]
        words += f"; seen as {seen.card} of seat {seen.seat}"
        words += "" if seen.logged_s is None else f" at {seen.logged_s:.1f} s"
    return words


def _seat(play: dict[str, object]) -> int:
    return int(play["seat"])  # type: ignore[call-overload, no-any-return]


def _scores(state: State) -> list[int] | None:
    """The round's scores; None while it is not played out, or blocked by an open verdict."""
    return None if state.round is None or state.round.scores is None else list(state.round.scores)


def _offences(state: State) -> Counter[str]:
    """The accusations of a state, as code and seat."""
    return Counter(
        f"{verdict.code} of seat {verdict.seat}" for verdict in state.verdicts if verdict.severity is Severity.OFFENCE
    )


def _wrong_tricks(truth: Truth, state: State) -> int:
    """Tricks that the wrong side got, or nobody."""
    seen = [] if state.round is None else [trick.taken_by for trick in state.round.tricks if trick.is_gathered]
    wrong = 0
    for number, gather in enumerate(truth.of_kind("gather")):
        taken_by = seen[number] if number < len(seen) else None
        wrong += taken_by is None or taken_by % 2 != int(gather["winner"]) % 2  # type: ignore[call-overload]
    return wrong


def report(scores: Sequence[Score], about: str) -> str:
    """The figures as Markdown: one line a clip, then the totals."""
    lines = ["# Whole rounds on film", "", about, ""]
    lines += [
        "| clip | deck | table | plays | right | missed | wrong card | wrong seat | out of order | invented "
        "| right after answers | trump or open hand "
        "| tricks to the wrong side | score | score after answers | questions | false verdicts | missed verdicts "
        "| seconds, median | p95 | × real time |",
        "|" + "---|" * 21,
    ]
    lines += [_line(score) for score in scores]
    wrong = [f"- {score.name}: {mistake}" for score in scores for mistake in score.mistakes]
    if wrong:
        lines += ["", "## Plays that were not right", "", *wrong]
    lines += ["", "## In total", ""]
    lines += [f"- {text}" for text in _totals(scores)]
    return "\n".join(lines) + "\n"


_COLUMNS = (
    Outcome.RIGHT,
    Outcome.MISSED,
    Outcome.WRONG_CARD,
    Outcome.WRONG_SEAT,
    Outcome.OUT_OF_ORDER,
    Outcome.INVENTED,
)


def _line(score: Score) -> str:
    cells = (
        score.name,
        score.deck,
        score.surface,
        score.plays,
        *(score.outcomes[outcome] for outcome in _COLUMNS),
        score.right_after_answers,
        _yes(score.is_shown_right),
        f"{score.wrong_tricks}/{score.tricks}",
        _yes(score.is_score_right),
        _yes(score.is_score_right_after_answers),
        score.questions.total(),
        len(score.false_verdicts),
        len(score.missed_verdicts),
        percentile(score.delays_s, 50),
        percentile(score.delays_s, 95),
        f"{score.speed:.1f}",
    )
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _totals(scores: Sequence[Score]) -> list[str]:
    outcomes: Counter[Outcome] = sum((score.outcomes for score in scores), Counter())
    plays, tricks = sum(score.plays for score in scores), sum(score.tricks for score in scores)
    wrong_tricks = sum(score.wrong_tricks for score in scores)
    delays = [delay for score in scores for delay in score.delays_s]
    questions: Counter[str] = sum((score.questions for score in scores), Counter())
    seated = plays - outcomes[Outcome.MISSED] - outcomes[Outcome.WRONG_CARD]
    clips = len(scores)
    return [
        f"{clips} clips, {plays} plays",
        f"plays right: {share(outcomes[Outcome.RIGHT], plays)}; "
        + ", ".join(f"{outcome.value} {outcomes[outcome]}" for outcome in Outcome if outcome is not Outcome.RIGHT),
        f"plays right after truthful answers: {share(sum(score.right_after_answers for score in scores), plays)}",
        f"right seat, of the cards that were read right: {share(seated - outcomes[Outcome.WRONG_SEAT], seated)}",
        f"trump cards or open hands right: {share(sum(score.is_shown_right for score in scores), clips)}",
        f"tricks given to the wrong side or to nobody: {wrong_tricks} of {tricks}",
        f"final scores right without a word: {share(sum(score.is_score_right for score in scores), clips)}",
        "final scores right after truthful answers to what was asked: "
        + share(sum(score.is_score_right_after_answers for score in scores), clips),
        f"questions asked: {counted(questions)}; answered when answered truthfully: {sum(s.answered for s in scores)}",
        f"verdicts against innocents: {counted(Counter(each for score in scores for each in score.false_verdicts))}",
        f"offences not reported: {counted(Counter(each for score in scores for each in score.missed_verdicts))}",
        "seconds of film from the hand leaving the picture to the event (plays that were right): "
        f"median {percentile(delays, 50)}, 95th percentile {percentile(delays, 95)}",
        f"processing, median: {np.median([s.frames_per_second for s in scores]):.1f} frames/s by the clock, "
        f"{np.median([s.processor_ms for s in scores]):.0f} ms of processor time a frame",
    ]


def _yes(is_right: bool) -> str:
    return "right" if is_right else "**wrong**"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluate_clips", description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=GAMES, default="oh_hell_pairs")
    parser.add_argument("--count", type=int, default=20, help="clips to render")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clips", type=Path, help="take the clips of this folder (with their truth files) instead")
    parser.add_argument("--keep", type=Path, help="keep the rendered clips in this folder")
    parser.add_argument("--models", type=Path, help="folder of the models; default: those of the product")
    parser.add_argument("--report", type=Path, help="also write the table here")
    args = parser.parse_args()
    recogniser = Recogniser.load(args.models)
    with tempfile.TemporaryDirectory(prefix="kibitz-clips-") as scratch:
        if args.clips is not None:
            about = f"The {args.clips.name} clips."
            paths: Iterable[Path] = sorted(args.clips.glob("*.mp4"))
        else:
            about = (
                f"{args.count} clips rendered with seed {args.seed}: random deals, tables and cameras, "
                "decks no model was trained on."
            )
            paths = _rendered(args.game, args.count, args.seed, args.keep or Path(scratch))
        scores: list[Score] = []
        hands: list[gou_ji_score.HandScore] = []
        for path in paths:
            truth = read_truth(truth_path(path))
            runs = referee(path, truth, recogniser)
            if args.game == GOU_JI:
                hands.append(gou_ji_score.score_hand(path.stem, truth, *runs))
                print(gou_ji_score.line(hands[-1]), flush=True)
            else:
                scores.append(score_clip(path.stem, truth, *runs))
                print(_line(scores[-1]), flush=True)
    if not scores and not hands:
        parser.error(f"there are no .mp4 clips in {args.clips}")
    text = gou_ji_score.report(hands, about) if hands else report(scores, about)
    print("\n" + text)
    if args.report is not None:
        args.report.write_text(text, encoding="utf-8")


def _rendered(game: str, count: int, seed: int, folder: Path) -> Iterable[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for plan in plans_of(game, count, seed):
        path = folder / f"round_{plan.seed:06d}.mp4"
        if not truth_path(path).is_file():  # written last: where it is, the clip is whole
            film_of(plan).render(path)
        yield path


if __name__ == "__main__":
    main()
