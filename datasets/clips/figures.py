"""Figures in words, as the reports print them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np


def share(part: int, whole: int) -> str:
    """ "3 of 4 (75.0 %)"."""
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"


def percentile(values: Iterable[float], percent: float) -> str:
    """With two decimals; a dash for no values."""
    values = list(values)
    return f"{np.percentile(values, percent):.2f}" if values else "–"


def counted(counter: Counter[str]) -> str:
    """ "3 (revoke 2, renounce 1)"."""
    listed = ", ".join(f"{name} {count}" for name, count in sorted(counter.items()))
    return f"{counter.total()} ({listed})" if counter else "0"
