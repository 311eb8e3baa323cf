"""Rendering a whole round of Pairs Oh Hell as a video with its truth beside it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.clips.choreography import Choreography, choreograph
from datasets.clips.filming import FilmedGame, FilmPlan
from datasets.clips.hands import Person
from datasets.clips.rounds import ScriptedRound, script_round
from datasets.clips.truth import Truth

NAMES = ("Ada", "Bela", "Chen", "Dora")


@dataclass(frozen=True, slots=True)
class ClipPlan(FilmPlan):
    """What is to be filmed; None leaves it to chance (which the seed decides)."""

    hand_size: int
    offences: tuple[str, ...] = ()
    dealer: int | None = None
    pass_overs: int | None = None
    turn_in_view: bool | None = None


class Clip(FilmedGame[ClipPlan]):
    """A planned round, ready to be drawn frame by frame."""

    def _choreograph(
        self, deal_rng: np.random.Generator, motion_rng: np.random.Generator, people: tuple[Person, ...]
    ) -> Choreography:
        plan = self.plan
        self.played: ScriptedRound = script_round(deal_rng, plan.hand_size, offences=plan.offences, dealer=plan.dealer)
        return choreograph(
            motion_rng,
            self.played,
            self.camera,
            people,
            pass_overs=plan.pass_overs,
            turn_in_view=plan.turn_in_view,
            pace=plan.pace,
        )

    def _header(self) -> dict[str, object]:
        played = self.played
        return {
            "game": "pairs_oh_hell", "names": list(NAMES), "dealer": played.dealer, "hand_size": played.hand_size,
            "trump": played.trump, "offences": list(self.plan.offences),
        }  # fmt: skip

    def _final(self) -> dict[str, object]:
        played = self.played
        return {
            "bids": list(played.bids), "tricks_won": list(played.tricks_won), "pair_scores": list(played.pair_scores),
        }  # fmt: skip


def render_clip(plan: ClipPlan, path: Path, *, quality: int = 24, preset: str = "veryfast") -> tuple[Truth, float]:
    """Render a clip to `path` and its truth beside it → (the truth, frames per second of rendering)."""
    return Clip(plan).render(path, quality=quality, preset=preset)
