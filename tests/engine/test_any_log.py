"""Any mix of facts, nonsense, edits and rulings: the fold never raises, and the past can be put right."""

from __future__ import annotations

import json

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from engine import (
    STANDARD_DECK_WITH_JOKERS,
    BidMade,
    CardsPlayed,
    CardTurned,
    Corrected,
    Entry,
    GameStarted,
    Inserted,
    Passed,
    Redone,
    Removed,
    Replay,
    RoundStarted,
    RoundVoided,
    Ruled,
    TrickGathered,
    Undone,
    can_redo,
    can_undo,
    effective,
    entry_from_json,
    entry_to_json,
    fold,
)
from engine.games.oh_hell_options import OPTIONS
from engine.verdicts import PENALTIES

seats = st.integers(0, 4)  # 4 is nobody's seat
cards = st.sampled_from(STANDARD_DECK_WITH_JOKERS.faces)
decisions = st.sampled_from(("taken_back", "stands", "misread", "nonsense", *PENALTIES))

named_options = st.fixed_dictionaries(
    {},
    optional={
        option.name: st.sampled_from([*option.alternatives, "nonsense"])
        for option in OPTIONS
        if option.name != "rounds"
    },
)
games = st.builds(
    lambda options, rounds: GameStarted("oh_hell_pairs", ("a", "b", "c", "d"), {**options, "rounds": rounds}),
    named_options,
    st.sampled_from([(2, 13), (1,), (3, 2, 1), (13,), "four", "nonsense"]),
)
facts = st.one_of(
    st.builds(CardsPlayed, seats, st.lists(cards, min_size=1, max_size=3).map(tuple)),
    st.builds(BidMade, seats, st.integers(-2, 20)),
    st.builds(CardTurned, cards),
    st.builds(TrickGathered, st.none() | seats),
    st.builds(Passed, seats),
    st.builds(RoundVoided),
    st.builds(RoundStarted, st.none() | seats, st.none() | st.integers(-1, 20)),
    st.builds(Ruled, st.text(max_size=10), decisions),
    games,
)


class AnyLog(RuleBasedStateMachine):
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
        return multiple(self.write(game), self.write(RoundStarted(3)))

    @rule(target=ids, fact=facts)
    def anything_happens(self, fact):
        return self.write(fact)

    @rule(target=ids, card=cards)
    def the_seat_that_is_due_does_what_is_expected(self, card):
        expected = self.state.expected
        match expected.kind:
            case "play":
                return self.write(CardsPlayed(expected.seat or 0, (card,)))
            case "bid":
                return self.write(BidMade(expected.seat, expected.values[(card.suit == "S" and -1) or 0]))
            case "turn":
                return self.write(CardTurned(card))
            case "round":
                return self.write(RoundStarted())
            case _:
                return self.write(TrickGathered(expected.seat))

    @rule(target=ids, number=st.integers(0, 50), decision=decisions)
    def the_table_rules(self, number, decision):
        verdicts = self.state.verdicts
        verdict_id = verdicts[number % len(verdicts)].id if verdicts else "1.revoke.5.S"
        return self.write(Ruled(verdict_id, decision))

    @rule(target=ids, number=st.integers(0, 50))
    @precondition(lambda self: self.state.open_verdicts)
    def the_table_chooses_what_is_offered(self, number):
        verdict = self.state.open_verdicts[number % len(self.state.open_verdicts)]
        if verdict.choices:
            return self.write(Ruled(verdict.id, verdict.choices[number % len(verdict.choices)].decision))
        return multiple()

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
        before = effective(self.entries)
        could = can_undo(self.entries)
        self.write(Undone())
        assert could or before == effective(self.entries)
        if could:
            assert can_redo(self.entries)
            assert before == effective([*self.entries, Entry(0, Redone())])

    @rule()
    def redo(self):
        could = can_redo(self.entries)
        before = effective(self.entries)
        self.write(Redone())
        assert could or before == effective(self.entries)

    @rule(entry=ids, fact=facts)
    def correcting_back_gives_the_same_state(self, entry, fact):
        standing = [each for each in effective(self.entries) if each.id == entry]
        if standing:
            before = self.state
            self.write(Corrected(entry, fact))
            self.write(Corrected(entry, standing[0].event))
            assert before == self.state

    @rule(fact=facts)
    def undoing_gives_the_same_state(self, fact):
        before = self.state
        self.write(fact)
        self.write(Undone())
        assert before == self.state

    @invariant()
    def appending_gives_what_replaying_gives(self):
        assert fold(self.entries) == self.state

    @invariant()
    def the_log_survives_json(self):
        text = json.dumps([entry_to_json(entry) for entry in self.entries])
        assert self.entries == [entry_from_json(plain) for plain in json.loads(text)]

    @invariant()
    def verdicts_name_themselves_and_their_cause(self):
        state = self.state
        ids = [verdict.id for verdict in state.verdicts]
        known = {entry.id for entry in effective(self.entries)}
        assert len(ids) == len(set(ids))
        for verdict in state.verdicts:
            causes = [*verdict.proof, *(candidate.entry_id for candidate in verdict.misread_candidates)]
            assert {*causes, verdict.offence or 0} <= known | {0}
            if verdict.code in ("revoke", "duplicate", "counting_proof", "impossible_card", "turned_card_played"):
                assert verdict.misread_candidates
                assert "misread" in [choice.decision for choice in verdict.choices]

    @invariant()
    def scores_add_up(self):
        state = self.state
        counted = [each.scores for each in state.rounds if each.phase == "over" and each.scores and not each.blocked_by]
        assert tuple(sum(scores[team] for scores in counted) for team in range(len(state.teams))) == state.totals
        for each in state.rounds:
            assert sum(each.tricks_won) <= each.hand_size

    @invariant()
    def what_is_expected_can_be_asked_for(self):
        expected = self.state.expected
        assert expected.kind in ("game", "round", "turn", "bid", "play", "gather", "none")
        if expected.kind == "bid":
            assert expected.values
            assert expected.seat in range(4)


TestAnyLog = AnyLog.TestCase
TestAnyLog.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
