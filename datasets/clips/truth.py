"""The truth beside a clip: one JSON object a line, the first describes the clip, the last its result.

    {"kind": "clip", "names": [...], "dealer": 2, "hand_size": 5, "deck": ..., "fps": 15, ...}
    {"kind": "turned", "card": "7D", "time_s": 3.1, "hand_left_s": 3.9, "centre_px": [212.0, 530.4]}
    {"kind": "bid", "seat": 3, "value": 2, "time_s": 5.0}
    {"kind": "play", "trick": 0, "seat": 3, "card": "KS", "time_s": 9.4, "clear_s": 9.9, "hand_left_s": 10.2,
     "centre_px": [655.1, 508.9], "offence": null}
    {"kind": "pass_over", "seat": 1, "time_s": 11.0, "hand_left_s": 12.1}
    {"kind": "gather", "trick": 0, "winner": 3, "start_s": 17.5, "time_s": 19.6, "hand_left_s": 20.3}
    {"kind": "light", "time_s": 25.0, "length_s": 0.8, "gain": 0.7}
    {"kind": "final", "bids": [...], "tricks_won": [...], "pair_scores": [-1, 10]}

`time_s` of a play is when the card has come to rest, `clear_s` when the finger tips are off it, `hand_left_s` when no
part of that hand is in the picture any more; `centre_px` is where the middle of the lying card is in the picture. Of a
gather, `start_s` is when the first card is touched and `time_s` when the trick lies face down on the winner's pile.
Seats: 0 at the bottom edge of the picture, then clockwise.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Truth:
    """A clip's truth file: its header, its events in time, its result."""

    clip: dict[str, object]
    events: tuple[dict[str, object], ...]
    final: dict[str, object]

    def of_kind(self, kind: str) -> tuple[dict[str, object], ...]:
        """The events of one kind, in time."""
        return tuple(event for event in self.events if event["kind"] == kind)


def truth_path(clip: Path) -> Path:
    """Where the truth of a clip lies."""
    return clip.with_name(clip.stem + ".truth.jsonl")


def write_truth(path: Path, truth: Truth) -> None:
    """Write a truth file; times are rounded to the millisecond."""
    rows = [truth.clip, *truth.events, truth.final]
    rounded = [{k: round(float(v), 3) if k.endswith("_s") else v for k, v in row.items()} for row in rows]  # type: ignore[arg-type]
    path.write_text("".join(json.dumps(row) + "\n" for row in rounded), encoding="utf-8")


def read_truth(path: Path) -> Truth:
    """Read a truth file; ValueError when it does not begin with a clip and end with a result."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    if len(rows) < 2 or rows[0].get("kind") != "clip" or rows[-1].get("kind") != "final":
        raise ValueError(f"{path}: expected a truth file with a clip line first and a final line last")
    return Truth(rows[0], tuple(rows[1:-1]), rows[-1])
