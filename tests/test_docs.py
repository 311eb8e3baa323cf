"""The documents say what the program does."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.games import GAMES
from engine.option_docs import option_table
from webui.cli import kibitz

ROOT = Path(__file__).parent.parent
PAGES = {
    "oh_hell_pairs": "docs/pairs_oh_hell.md",
    "hearts": "docs/hearts.md",
    "spades": "docs/spades.md",
    "paimiahhh": "docs/paimiahhh.md",
    "gou_ji": "docs/gou_ji.md",
}


@pytest.mark.parametrize("game", PAGES)
def test_every_option_of_a_game_is_in_its_page(game):
    page = (ROOT / PAGES[game]).read_text(encoding="utf-8")

    assert option_table(GAMES[game].options) in page, f"write it anew: python -m engine.option_docs {game}"


def test_every_command_the_readme_names_exists():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = {line.split("./kibitz ")[1].split()[0] for line in readme.splitlines() if "./kibitz " in line}
    offered = set(kibitz.commands)

    assert {name.strip("`.,") for name in named} <= offered


def test_the_help_names_every_command_in_a_player_s_words():
    text = CliRunner().invoke(kibitz, ["--help"]).output

    assert all(name in text for name in kibitz.commands)


def test_a_mistyped_command_gets_the_one_that_was_meant():
    result = CliRunner().invoke(kibitz, ["dmeo"])

    assert (2, True) == (result.exit_code, "Did you mean 'demo'?" in result.output)
