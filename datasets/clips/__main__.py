"""Render clips of whole rounds of Pairs Oh Hell, each with its truth beside it.

python -m datasets.clips --out clips --count 4 --seed 7 --hand-size 5
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from datasets.clips.render import ClipPlan, render_clip
from datasets.clips.rounds import OFFENCES
from datasets.decks import deck_names


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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m datasets.clips", description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for the clips; made where missing")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deck", help="one deck for all clips; default: the decks no model is trained on, in turn")
    parser.add_argument("--hand-size", type=int, help="cards a player (1 to 12); default: 3 to 7 at random")
    parser.add_argument("--dealer", type=int, choices=range(4))
    parser.add_argument("--offences", default="auto", help=f"auto, none, or some of {','.join(OFFENCES)}")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=720)
    parser.add_argument("--fps", type=float, default=15)
    parser.add_argument(
        "--card-height", type=float, help="cards in the middle of the table, pixels; default: 112 to 168 at 720 lines"
    )
    parser.add_argument("--surface", choices=["felt", "wood", "cloth", "stone", "laminate"])
    parser.add_argument("--clutter", action=argparse.BooleanOptionalAction, help="things on the table; default: chance")
    parser.add_argument("--light-change", action=argparse.BooleanOptionalAction, help="default: chance")
    parser.add_argument("--pass-overs", type=int, help="hands that reach in and play nothing; default: chance")
    parser.add_argument("--turn-in-view", action=argparse.BooleanOptionalAction, help="the trump card; default: mostly")
    parser.add_argument("--noise", type=float, help="sensor noise in grey levels; default: 1 to 5")
    parser.add_argument("--pace", type=float, default=1.0, help="length of the pauses between the moves")
    parser.add_argument("--quality", type=int, default=24, help="x264 constant rate factor")
    parser.add_argument("--preset", default="veryfast", help="x264 preset: slower ones make smaller files")
    args = parser.parse_args()
    if args.hand_size is not None and not 1 <= args.hand_size <= 12:
        parser.error(f"--hand-size: expected 1 to 12, got {args.hand_size} (with 13 no card is left to turn)")
    args.out.mkdir(parents=True, exist_ok=True)
    decks = (args.deck,) if args.deck else deck_names("never_trained")
    plans = plan_clips(
        args.count, args.seed, decks=decks, hand_size=args.hand_size, offences=args.offences, dealer=args.dealer,
        width_px=args.width, height_px=args.height, fps=args.fps, card_height_px=args.card_height, surface=args.surface,
        clutter=args.clutter, light_change=args.light_change, pass_overs=args.pass_overs,
        turn_in_view=args.turn_in_view, noise=args.noise,
        pace=args.pace,
    )  # fmt: skip
    for plan in plans:
        path = args.out / f"round_{plan.seed:06d}.mp4"
        truth, speed = render_clip(plan, path, quality=args.quality, preset=args.preset)
        print(
            f"{path}: {plan.deck}, {plan.hand_size} cards a player, {truth.clip['surface']}, "
            f"{truth.clip['duration_s']:.0f} s, offences {', '.join(plan.offences) or 'none'}; "
            f"rendered {speed:.1f} frames/s, {path.stat().st_size / 1e6:.1f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
