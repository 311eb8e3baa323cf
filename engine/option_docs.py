"""The options of a game as a table for its page in docs/: `python -m engine.option_docs oh_hell_pairs`."""

from __future__ import annotations

import sys

from engine.games import GAMES
from engine.options import OptionTable


def option_table(options: OptionTable) -> str:
    """A Markdown table: what each option asks, its default in bold, its alternatives, the rule it fills."""
    lines = ["| option | asks | values | rule |", "|---|---|---|---|"]
    for option in options:
        values = [
            f"**`{value}`** {title}" if value == option.default else f"`{value}` {title}"
            for value, title in option.alternatives.items()
        ]
        if option.also:
            values.append(f"or {option.also}")
        lines.append(f"| `{option.name}` | {option.title} | {'<br>'.join(values)} | {option.rule} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(option_table(GAMES[sys.argv[1]].options))
