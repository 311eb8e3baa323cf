"""docs/adding_a_game.md quotes the code as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding_a_game.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"```python\n# (\S+)\n(.*?)\n```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("path", "excerpt"), EXCERPTS, ids=[f"{n}-{path}" for n, (path, _) in enumerate(EXCERPTS, 1)])
def test_every_excerpt_stands_in_its_file(path, excerpt):
    source = (ROOT / path).read_text(encoding="utf-8")
    place = 0
    for part in excerpt.split("\n# …\n"):
        assert part in source[place:], f"no longer in {path}:\n{part}"
        place = source.index(part, place) + len(part)


def test_every_block_of_code_names_its_file():
    assert len(EXCERPTS) >= 8
    assert PAGE.count("```") == 2 * len(EXCERPTS)


def test_every_file_the_page_points_to_is_there():
    targets = re.findall(r"\]\(([^)#]+)\)", PAGE)
    named = re.findall(r"`((?:engine|tests|webui)/[\w/]+\.py)`", PAGE)

    assert targets
    assert [] == [name for name in targets if not (ROOT / "docs" / name).is_file()]
    assert [] == [name for name in named if not (ROOT / name).is_file()]
