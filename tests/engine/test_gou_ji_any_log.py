"""Any mix of facts, nonsense, edits and rulings in Gou Ji: the fold never raises, and replaying gives the same."""

from __future__ import annotations

import json

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from engine import (
    Announced,
    BidMade,
    Card,
    CardDrawn,
    CardsPlayed,
    CardTurned,
    Corrected,
    Entry,
    GameStarted,
    Inserted,
    Passed,
    Phase,
    Redone,
    Removed,
    Replay,
    RoundStarted,
    RoundVoided,
    Ruled,
    Swapped,
    TrickGathered,
    Undone,
    entry_from_json,
    entry_to_json,
    fold,
)
from engine.games.gou_ji_options import OPTIONS
from engine.games.gou_ji_sets import GOU_JI_DECK

WORDS = (
    "kai_pai",
    "first_drawer",
    "threes",
    "revolution",
    "false_revolution",
    "waive",
    "swap_duties",
    "liberation",
    "tribute_not_highest",
    "rang_pai",
    "shao_pai",
    "shao_pai_extended",
    "out",
    "big_loser",
    "nonsense",
)
seats = st.integers(0, 6)  # 6 is nobody's seat
cards = st.sampled_from((*GOU_JI_DECK.faces, Card("starter", None), Card("5", "O")))
shown = st.lists(cards, max_size=4).map(tuple)
decisions = st.sampled_from(("taken_back", "stands", "misread", "penalty:big_loser", "penalty:cap", "nonsense"))
games = st.builds(
    lambda options: GameStarted("gou_ji", tuple("abcdef"), options),
    st.fixed_dictionaries(
        {}, optional={option.name: st.sampled_from([*option.alternatives, "nonsense"]) for option in OPTIONS}
    ),
)


@st.composite
def plays(draw):
    """Mostly a set, often large, so that hands come to an end."""
    seat = draw(seats)
    if draw(st.booleans()):
        rank = draw(st.sampled_from(("3", "7", "T", "A", "2", "joker_black", "joker_red")))
        suit = None if rank.startswith("joker") else "S"
        return CardsPlayed(seat, (Card(rank, suit),) * draw(st.sampled_from((1, 2, 3, 12, 18, 36, 40))))
    return CardsPlayed(seat, tuple(draw(st.lists(cards, min_size=1, max_size=4))))


facts = st.one_of(
    plays(),
    plays(),
    st.builds(Passed, seats),
    st.builds(TrickGathered, st.none() | seats),
    st.builds(Announced, seats, st.sampled_from(WORDS), st.none() | seats, shown),
    st.builds(Swapped, seats, seats, st.integers(-1, 4), shown, shown),
    st.builds(CardTurned, cards),
    st.builds(CardDrawn, seats, cards),
    st.builds(BidMade, seats, st.integers(-2, 20)),
    st.builds(RoundVoided),
    st.builds(RoundStarted, st.none() | seats, st.none() | st.integers(-1, 40)),
    st.builds(Ruled, st.text(max_size=10), decisions),
    games,
)


class AnyGouJiLog(RuleBasedStateMachine):
    """A scorer, a camera and a clumsy table write one log."""

    ids = Bundle("ids")

    def __init__(self):
        super().__init__()
        self.entries: list[Entry] = []
        self.replay = Replay()

    def write(self, event):
        self.entries.append(Entry(len(self.entries) + 1, event))
        return self.entries[-1].id

    @property
    def state(self):
        return self.replay.update(self.entries)

    @initialize(target=ids, game=games)
    def begin(self, game):
        return multiple(self.write(game), self.write(RoundStarted(0)))

    @rule(target=ids, fact=facts)
    def anything_happens(self, fact):
        return self.write(fact)

    @rule(target=ids, size=st.sampled_from((1, 2, 6, 12, 36)), rank=st.sampled_from("3579JKA2"))
    def a_seat_that_is_due_lays_a_set(self, size, rank):
        expected = self.state.expected
        if expected.kind == "round":
            return self.write(RoundStarted())
        size = len(expected.to_beat) or size
        return self.write(CardsPlayed(expected.seats[-1] if expected.seats else 0, (Card(rank, "H"),) * size))

    @rule(target=ids)
    def a_seat_that_is_due_passes(self):
        expected = self.state.expected
        return self.write(Passed(expected.seats[0]) if expected.may_pass and expected.seats else TrickGathered())

    @rule(target=ids, number=st.integers(0, 50))
    @precondition(lambda self: self.state.expected.offers)
    def a_word_on_offer_is_said(self, number):
        offers = self.state.expected.offers
        offer = offers[number % len(offers)]
        to = offer.to[number % len(offer.to)] if offer.to else None
        return self.write(Announced(offer.seats[number % len(offer.seats)], offer.what, to))

    @rule(target=ids, number=st.integers(0, 50), decision=decisions)
    @precondition(lambda self: self.state.verdicts)
    def the_table_rules(self, number, decision):
        verdicts = self.state.verdicts
        return self.write(Ruled(verdicts[number % len(verdicts)].id, decision))

    @rule(target=ids, number=st.integers(0, 50))
    @precondition(lambda self: self.state.open_verdicts)
    def the_table_chooses_what_is_offered(self, number):
        verdict = self.state.open_verdicts[number % len(self.state.open_verdicts)]
        return self.write(Ruled(verdict.id, verdict.choices[number % len(verdict.choices)].decision))

    @rule(target=ids, seat=seats, entry=ids)
    def an_inferred_pass_is_denied(self, seat, entry):
        hand = self.state.gou_ji.hand if self.state.gou_ji else None
        started = hand.started_entry_id if hand else 2
        return self.write(Ruled(f"{started}.pass_inferred.{entry}.{seat}", "taken_back"))

    @rule(target=ids, entry=ids, fact=facts)
    def correct(self, entry, fact):
        return self.write(Corrected(entry, fact))

    @rule(entry=ids | st.integers(0, 99))
    def remove(self, entry):
        self.write(Removed(entry))

    @rule(target=ids, entry=ids, fact=facts)
    def insert(self, entry, fact):
        return self.write(Inserted(entry, fact))

    @rule()
    def undo(self):
        self.write(Undone())

    @rule()
    def redo(self):
        self.write(Redone())

    @invariant()
    def replaying_gives_the_same(self):
        if not self.entries:
            return
        state = self.state
        again = [entry_from_json(json.loads(json.dumps(entry_to_json(entry)))) for entry in self.entries]
        assert fold(again) == state

    @invariant()
    def every_hand_is_sound(self):
        state = self.state
        if state.gou_ji is None:
            return
        for hand in state.gou_ji.hands:
            assert all(0 <= left <= 36 for left in hand.cards_left)
            if hand.phase is Phase.OVER:
                assert sorted(hand.ranking) == [0, 1, 2, 3, 4, 5]
                assert sum(hand.scores) == 0
            for series in hand.series[:-1]:
                assert series.closed_by is not None
        assert sum(state.totals) == 0
        ids = [verdict.id for verdict in state.verdicts]
        assert len(ids) == len(set(ids))
        for offer in state.expected.offers:
            assert offer.seats


AnyGouJiLog.TestCase.settings = settings(
    max_examples=30, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAnyGouJiLog = AnyGouJiLog.TestCase
