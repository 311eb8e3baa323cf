"""Folding a log, in one go and as it grows."""

from __future__ import annotations

from random import Random

from engine import Card, CardsPlayed, Corrected, Removed, Replay, State, Undone, fold, numbered
from engine.self_play import play_game


def test_an_empty_log_waits_for_a_game():
    assert fold([]) == State()
    assert fold([]).expected.kind == "game"


def test_events_before_a_game_have_no_effect():
    assert fold(numbered([CardsPlayed(0, (Card("5", "S"),))])) == State()


def test_a_later_game_begins_anew():
    first, second = play_game(Random(1), (2,)), play_game(Random(2), (3,))

    both = fold(numbered([*first, *second]))

    assert both.totals == fold(numbered(second)).totals
    assert len(both.rounds) == 1


def test_a_log_that_grows_gives_what_replaying_gives():
    log = numbered(play_game(Random(3), (4, 2), with_revokes=True))
    replay = Replay()

    for length in range(len(log) + 1):
        assert replay.update(log[:length]) == fold(log[:length])


def test_verdict_ids_survive_the_correction_of_other_entries(new_table):
    table = new_table(12).deal("AH", bids="A0 B0 C0 D0")
    table.play("A:5S B:7H C:9S D:2S | B:QS C:3S D:4S A:6S |")
    before = table.verdict("revoke")

    table.add(Corrected(8, CardsPlayed(0, (Card("8", "S"),))))

    assert table.verdict("revoke").id == before.id


def test_a_correction_of_a_past_trick_changes_its_winner_and_the_score_and_back(new_table):
    table = new_table(1).deal("2C", bids="A0 B0 C0 D0").play("A:9S B:7S C:5S D:2S |")
    lead = 8
    assert table.state.totals == (1, 4)

    table.add(Corrected(lead, CardsPlayed(0, (Card("3", "S"),))))
    assert (table.state.round.tricks[0].winner, table.state.totals) == (1, (4, 1))
    table.add(Corrected(lead, CardsPlayed(0, (Card("9", "S"),))))
    assert table.state.totals == (1, 4)
    table.add(Undone())
    assert table.state.totals == (4, 1)
    table.add(Undone(), Removed(lead))
    assert "trick_incomplete" in table.codes
