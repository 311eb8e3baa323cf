"""Render clips of whole rounds of Pairs Oh Hell or PaiMiahhh, or of parts of hands of Gou Ji, each with its truth.

python -m datasets.clips --out clips --count 4 --seed 7 --hand-size 5
python -m datasets.clips --game paimiahhh --out clips --count 4 --seed 7
python -m datasets.clips --game gou_ji --out clips --count 4 --seed 7
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from datasets.clips.filming import FilmedGame
from datasets.clips.gou_ji_film import GouJiClip, GouJiPlan, plan_hands
from datasets.clips.paimiahhh_film import PaiMiahhhClip, PaiMiahhhPlan, plan_rounds
from datasets.clips.render import Clip, ClipPlan
from datasets.clips.rounds import OFFENCES
from datasets.decks import deck_names
from datasets.paimiahhh_print import paimiahhh_print_names

AnyPlan = ClipPlan | PaiMiahhhPlan | GouJiPlan
GAMES = ("oh_hell_pairs", "paimiahhh", "gou_ji")


def film_of(plan: AnyPlan) -> FilmedGame[Any]:
    """The clip of a plan, ready to be rendered."""
    if isinstance(plan, PaiMiahhhPlan):
        return PaiMiahhhClip(plan)
    return GouJiClip(plan) if isinstance(plan, GouJiPlan) else Clip(plan)


def decks_of(game: str) -> tuple[str, ...]:
    """The decks a game is filmed with: those that no model is trained on."""
    return paimiahhh_print_names("never_trained") if game == "paimiahhh" else deck_names("never_trained")


def plans_of(
    game: str, count: int, seed: int, *, decks: tuple[str, ...] | None = None, **plan: Any
) -> Sequence[AnyPlan]:
    """Plans for `count` different clips of a game; `decks` go round, so that a set of clips shows each of them."""
    planner: Any = {"paimiahhh": plan_rounds, "gou_ji": plan_hands}.get(game, plan_clips)
    plans: Sequence[AnyPlan] = planner(count, seed, decks=decks or decks_of(game), **plan)
    return plans


def plan_clips(
    count: int,
    seed: int,
    *,
    decks: tuple[str, ...],
    hand_size: int | None = None,
    offences: str = "auto",
    **plan: object,
) -> list[ClipPlan]:
    """Plans for `count` different clips; `offences` is auto (some clips), none, or names joined by commas."""
    plans = []
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        size = hand_size or int(rng.integers(3, 8))
        if offences == "auto":
            committed = tuple(name for name in OFFENCES if rng.random() < 0.25 and size >= 3)
        else:
            committed = tuple(name for name in offences.split(",") if name and name != "none")
        # Decks go round, so that a set of clips shows each of them.
        deck = decks[(seed + number) % len(decks)]
        plans.append(ClipPlan(seed * 1000 + number, deck, size, committed, **plan))  # type: ignore[arg-type]
    return plans


# What the command line can say of the clips, and in which games it has a meaning.
_OF_ALL = ("width_px", "height_px", "fps", "card_height_px", "surface", "clutter", "light_change", "noise", "pace")
_OF_GAME = {
    "oh_hell_pairs": ("hand_size", "offences", "dealer", "pass_overs", "turn_in_view"),
    "paimiahhh": ("offences", "dealer", "pass_overs", "tiles"),
    "gou_ji": ("set_count", "offences"),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m datasets.clips", description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for the clips; made where missing")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deck", help="one deck for all clips; default: the decks no model is trained on, in turn")
    parser.add_argument("--hand-size", type=int, help="cards a player (1 to 12); default: 3 to 7 at random")
    parser.add_argument(
        "--sets", dest="set_count", type=int, help="sets of a part of a hand of Gou Ji; default: 12 to 17 at random"
    )
    parser.add_argument("--dealer", type=int, choices=range(4))
    parser.add_argument("--offences", default="auto", help=f"auto, none, or some of {','.join(OFFENCES)}")
    parser.add_argument("--width", dest="width_px", type=int, help="default: 1280; in a third of Gou Ji 1920")
    parser.add_argument("--height", dest="height_px", type=int, help="default: 720; in a third of Gou Ji 1080")
    parser.add_argument("--fps", type=float, default=15)
    parser.add_argument(
        "--card-height", dest="card_height_px", type=float,
        help="cards in the middle of the table, pixels; default: by the game, 104 to 168 at 720 lines",
    )  # fmt: skip
    parser.add_argument("--surface", choices=["felt", "wood", "cloth", "stone", "laminate"])
    parser.add_argument("--clutter", action=argparse.BooleanOptionalAction, help="things on the table; default: chance")
    parser.add_argument("--light-change", action=argparse.BooleanOptionalAction, help="default: chance")
    parser.add_argument("--pass-overs", type=int, help="hands that reach in and play nothing; default: chance")
    parser.add_argument("--turn-in-view", action=argparse.BooleanOptionalAction, help="the trump card; default: mostly")
    parser.add_argument("--tiles", action=argparse.BooleanOptionalAction, help="those of PaiMiahhh; default: chance")
    parser.add_argument("--noise", type=float, help="sensor noise in grey levels; default: 1 to 5")
    parser.add_argument("--pace", type=float, default=1.0, help="length of the pauses between the moves")
    parser.add_argument("--quality", type=int, default=24, help="x264 constant rate factor")
    parser.add_argument("--preset", default="veryfast", help="x264 preset: slower ones make smaller files")
    args = parser.parse_args()
    if args.hand_size is not None and not 1 <= args.hand_size <= 12:
        parser.error(f"--hand-size: expected 1 to 12, got {args.hand_size} (with 13 no card is left to turn)")
    args.out.mkdir(parents=True, exist_ok=True)
    decks = (args.deck,) if args.deck else None
    said = {name: getattr(args, name) for name in (*_OF_ALL, *_OF_GAME[args.game]) if getattr(args, name) is not None}
    for plan in plans_of(args.game, args.count, args.seed, decks=decks, **said):
        path = args.out / f"round_{plan.seed:06d}.mp4"
        truth, speed = film_of(plan).render(path, quality=args.quality, preset=args.preset)
        print(
            f"{path}: {plan.deck}, {len(truth.of_kind('play')) + len(truth.of_kind('set'))} plays, "
            f"{truth.clip['surface']}, {truth.clip['duration_s']:.0f} s, "
            f"offences {', '.join(getattr(plan, 'offences', ())) or 'none'}; "
            f"rendered {speed:.1f} frames/s, {path.stat().st_size / 1e6:.1f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
