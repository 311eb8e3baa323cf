"""How many random rounds the self-play tests play: a few dozen, or as many as `./dev many-rounds` asks for."""

from __future__ import annotations

import os

ROUNDS = int(os.environ.get("KIBITZ_ROUNDS", "40"))
# An offence of every kind is tried in so many rounds.
CHEATS = max(12, ROUNDS // 20)
