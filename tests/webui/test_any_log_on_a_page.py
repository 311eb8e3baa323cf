"""Whatever is written into a log of any game can be shown, named and written down, and leaks nothing."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from engine import STANDARD_DECK, Deck
from engine.decks_paimiahhh import PAIMIAHHH_BOX
from engine.games.gou_ji_sets import GOU_JI_DECK
from tests.engine.any_log import machine_of
from tests.engine.test_any_log import GOU_JI_WORDS
from webui import sentences_verdicts
from webui.sentences_log import step_words
from webui.snapshot import Material, build, tricks_json
from webui.table_status import StatusCode, TableStatus
from webui.written_game import game_lines, sheet_rows

GAMES: dict[str, tuple[Deck, tuple[str, ...], tuple[str, ...]]] = {
    "oh_hell_pairs": (STANDARD_DECK, (), ("5O",)),
    "hearts": (STANDARD_DECK, (), ("5O",)),
    "spades": (STANDARD_DECK, ("blind_nil",), ("5O",)),
    "paimiahhh": (PAIMIAHHH_BOX, ("table_talk",), ("O", "none", "5O", "8G", "B>R", "B>R+Y", "B", "", "honor")),
    "gou_ji": (GOU_JI_DECK, GOU_JI_WORDS, ("5O",)),
}
# What the engine's docstrings mark HIDDEN, by the names it has there.
SECRETS = ("knowledge", "known_cards", "unseen", "void_suits", "hidden_void_suits", "cards_left", "given", "returned")


def page_machine(game: str):
    deck, words, choices = GAMES[game]

    class Page(machine_of(game, deck, words=words, choices=choices)):  # type: ignore[misc]
        @invariant()
        def every_page_can_be_drawn(self):
            if len(self.entries) % 4:
                return
            entries, state = tuple(self.entries), self.state
            status = TableStatus(StatusCode.WAITING)
            material = Material(1, entries, state, status, False, (), True, frozenset(), 1, False, 0)
            public, scorer = (json.dumps(build(material, for_scorer=each)) for each in (False, True))
            assert not [secret for secret in SECRETS if f'"{secret}"' in public]
            assert '"scorer": {' in scorer
            assert json.dumps(tricks_json(state, for_scorer=False))

        @invariant()
        def every_step_and_the_whole_game_can_be_told(self):
            if len(self.entries) % 4 == 0:
                assert all(step_words(entry.event, self.state) for entry in self.entries)
                assert "\n".join(game_lines(self.state)) is not None
                assert {tuple(row) for row in sheet_rows(self.state)} <= {tuple((sheet_rows(self.state) or [{}])[0])}

    return Page


@pytest.mark.parametrize("game", GAMES)
def test_any_log_can_be_shown(game, monkeypatch):
    def no_fallback(message, *arguments):
        raise AssertionError(message % arguments)

    monkeypatch.setattr(sentences_verdicts._log, "exception", no_fallback)
    run_state_machine_as_test(
        page_machine(game),
        settings=settings(
            max_examples=8,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate,),  # A log that cannot be shown says enough; making it shorter takes minutes.
        ),
    )
