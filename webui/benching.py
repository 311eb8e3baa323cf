"""`kibitz bench`: the pipeline per frame with its yardstick, the load while nothing moves, the engine per play."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine import bench as engine_bench
from vision import bench as vision_bench
from vision.recogniser import Recogniser
from vision.sources import open_source
from webui.running import DEMO_DIR

IDLE_SECONDS = 10.0


def run(*, frames: int, source: str | None, say: Callable[[str], None]) -> None:
    """Measure and say every figure as soon as it is known; SourceError and ModelError as their makers raise them."""
    pictures = evenly(source or str(DEMO_DIR / "pairs_oh_hell.mp4"), frames)
    recogniser = Recogniser.load()
    for line in vision_bench.report(recogniser, pictures):
        say(line)
    idle = vision_bench.measure_idle(recogniser, pictures[0], seconds=IDLE_SECONDS)
    what = f"{idle.seconds:.0f} s, decode and watch at 15 frames a second"
    say(f"while nothing moves: {idle.cores:.0%} of one core ({what})")
    say("")
    engine_bench.main()


def evenly(source: str, count: int) -> list[NDArray[np.uint8]]:
    """`count` frames spread evenly over a film or folder; all of them where there are fewer."""
    with open_source(source, real_time=False) as film:
        total = 0
        while film.read() is not None:
            total += 1
    step = max(1, total // count)
    pictures: list[NDArray[np.uint8]] = []
    with open_source(source, real_time=False) as film:
        while (frame := film.read()) is not None and len(pictures) < count:
            if frame.index % step == 0:
                pictures.append(frame.image_bgr)
    return pictures
