"""Any mix of facts, nonsense, edits and rulings in every game: the fold never raises, and the past can be put right."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis.stateful import invariant, rule

from engine import GAMES, STANDARD_DECK, Phase, Ruled
from engine.decks_paimiahhh import PAIMIAHHH_BOX
from engine.games.gou_ji_sets import GOU_JI_DECK
from engine.games.paimiahhh_tiles import TILE_SUM
from tests.engine.any_log import SETTINGS, machine_of

GOU_JI_WORDS = (
    *("kai_pai", "first_drawer", "threes", "revolution", "false_revolution", "waive", "swap_duties", "liberation"),
    *("tribute_not_highest", "rang_pai", "shao_pai", "shao_pai_extended", "out", "big_loser"),
)


class AnyOhHellLog(machine_of("oh_hell_pairs", STANDARD_DECK)):
    @invariant()
    def counted_scores_add_up_to_the_totals(self):
        state = self.state
        if state.game == "oh_hell_pairs":
            counted = [each.scores for each in state.rounds if each.scores and not each.blocked_by]
            assert tuple(sum(scores[team] for scores in counted) for team in range(len(state.teams))) == state.totals


AnyHeartsLog = machine_of("hearts", STANDARD_DECK)


class AnySpadesLog(machine_of("spades", STANDARD_DECK, words=("blind_nil",))):
    @invariant()
    def no_pair_keeps_ten_bags(self):
        for each in self.state.rounds:
            if self.state.game == "spades":
                limit = self.state.options["bags"] or 10**9
                assert all(0 <= bags < limit for bags in each.notes["bags"])


class AnyPaiMiahhhLog(
    machine_of(
        "paimiahhh",
        PAIMIAHHH_BOX,
        words=("table_talk",),
        choices=("O", "none", "5O", "9Z", "8G", "B>R", "B>R+Y", "B", "", "honor"),
    )
):
    @invariant()
    def the_tiles_are_all_there_and_the_cards_are_counted(self):
        for each in self.state.rounds:
            own = each.paimiahhh
            if own is None:
                continue
            lie = [tile for _, column in own.columns for tile in column]
            lie += [tile for won in own.tiles_won for tile in won]
            assert len(lie) == len(set(lie)) == 30
            assert sum(tile.value for tile in lie) == TILE_SUM
            for trick in each.tricks:
                counting = [play.seat for play in trick.plays if play.standing == "counts"]
                assert len(counting) == len(set(counting)) <= 4


class AnyGouJiLog(machine_of("gou_ji", GOU_JI_DECK, words=GOU_JI_WORDS)):
    @rule(seat=st.integers(0, 6), entry=st.integers(0, 99))
    def an_inferred_pass_is_denied(self, seat, entry):
        hand = self.state.gou_ji.hand if self.state.gou_ji else None
        started = hand.started_entry_id if hand else 2
        self.write(Ruled(f"{started}.pass_inferred.{entry}.{seat}", "taken_back"))

    @invariant()
    def every_hand_is_sound(self):
        state = self.state
        for hand in state.gou_ji.hands if state.gou_ji else ():
            assert all(0 <= left <= 36 for left in hand.cards_left)
            assert all(series.closed_by is not None for series in hand.series[:-1])
            if hand.phase is Phase.OVER:
                assert sorted(hand.ranking) == [0, 1, 2, 3, 4, 5]
                assert sum(hand.scores) == 0
        if state.game == "gou_ji":
            assert sum(state.totals) == 0


MACHINES = {
    "oh_hell_pairs": AnyOhHellLog,
    "hearts": AnyHeartsLog,
    "spades": AnySpadesLog,
    "paimiahhh": AnyPaiMiahhhLog,
    "gou_ji": AnyGouJiLog,
}
for machine in MACHINES.values():
    machine.TestCase.settings = SETTINGS
TestAnyOhHellLog = AnyOhHellLog.TestCase
TestAnyHeartsLog = AnyHeartsLog.TestCase
TestAnySpadesLog = AnySpadesLog.TestCase
TestAnyPaiMiahhhLog = AnyPaiMiahhhLog.TestCase
TestAnyGouJiLog = AnyGouJiLog.TestCase


def test_every_game_has_its_machine():
    assert set(MACHINES) == set(GAMES)
