"""Any mix of facts, nonsense, edits and rulings in PaiMiahhh: the fold never raises, and replays to the same."""

from __future__ import annotations

import json

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule

from engine import (
    Announced,
    BidMade,
    Card,
    CardsPlayed,
    CardTurned,
    Corrected,
    Declared,
    Entry,
    GameStarted,
    HandShown,
    Inserted,
    Passed,
    Redone,
    Removed,
    Replay,
    RoundStarted,
    RoundVoided,
    Ruled,
    TileTaken,
    TrickGathered,
    Undone,
    effective,
    entry_from_json,
    entry_to_json,
    fold,
)
from engine.decks_paimiahhh import PAIMIAHHH_BOX, STARRED
from engine.games.paimiahhh_options import OPTIONS
from engine.games.paimiahhh_tiles import TILE_SUM
from engine.verdicts import ALL_PENALTIES

seats = st.integers(0, 4)  # 4 is nobody's seat
cards = st.sampled_from([*PAIMIAHHH_BOX.faces, Card("T", "S"), Card("joker_red", None)])
few_cards = st.lists(cards, min_size=1, max_size=3).map(tuple)
decisions = st.sampled_from(("taken_back", "stands", "misread", "nonsense", *ALL_PENALTIES))
words = st.sampled_from(("joker", "tile", "porter", "nonsense"))
choices = st.sampled_from(("O", "none", "5O", "9Z", "8G", "B>R", "B>R+Y", "B", "", "honor"))
tiles = st.sampled_from((None, "1O", "6Y", "4G", "2B", "7Q", ""))

games = st.builds(
    lambda options, specials: GameStarted("paimiahhh", ("a", "b", "c", "d"), {**options, "specials": specials}),
    st.fixed_dictionaries(
        {},
        optional={
            option.name: st.sampled_from([*option.alternatives, "nonsense"])
            for option in OPTIONS
            if option.name != "specials"
        },
    ),
    st.sampled_from(("first", "nonsense", "joker_star,porter", tuple(card.code for card in STARRED[:6]))),
)
facts = st.one_of(
    st.builds(CardsPlayed, seats, few_cards),
    st.builds(BidMade, seats, st.integers(-2, 40)),
    st.builds(Passed, seats),
    st.builds(TrickGathered, st.none() | seats),
    st.builds(HandShown, seats, st.lists(cards, min_size=1, max_size=14).map(tuple)),
    st.builds(Declared, st.integers(0, 60), words, choices),
    st.builds(TileTaken, seats, tiles),
    st.builds(Announced, seats, st.sampled_from(("table_talk", "nonsense"))),
    st.builds(CardTurned, cards),
    st.builds(RoundVoided),
    st.builds(RoundStarted, st.none() | seats, st.none() | st.integers(-1, 20)),
    st.builds(Ruled, st.text(max_size=10), decisions),
    games,
)


class AnyPaiMiahhhLog(RuleBasedStateMachine):
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

    @initialize(target=ids, game=games, position=st.integers(1, 30))
    def begin(self, game, position):
        return multiple(
            self.write(game),
            self.write(RoundStarted()),
            *[self.write(call) for call in (BidMade(0, position), Passed(1), Passed(2), Passed(3))],
        )

    @rule(target=ids, fact=facts)
    def anything_happens(self, fact):
        return self.write(fact)

    @rule(target=ids, played=st.lists(cards, min_size=1, max_size=12))
    def the_seats_that_are_due_play_what_they_like(self, played):
        numbers = []
        for card in played:
            expected = self.state.expected
            match expected.kind:
                case "play":
                    numbers.append(self.write(CardsPlayed(expected.seat or 0, (card,))))
                case "bid":
                    numbers.append(self.write(Passed(expected.seat)))
                case "round":
                    numbers.append(self.write(RoundStarted()))
                case _:
                    numbers.append(self.write(TrickGathered(expected.seat)))
        return multiple(*numbers)

    @rule(number=st.integers(0, 200))
    def a_question_is_answered(self, number):
        asked = [each for each in self.state.requests if each.choices and each.entry_id is not None]
        if asked:
            request = asked[number % len(asked)]
            self.write(Declared(request.entry_id, request.kind, request.choices[number % len(request.choices)]))

    @rule(number=st.integers(0, 50), decision=decisions)
    def the_table_rules(self, number, decision):
        verdicts = self.state.verdicts
        verdict_id = verdicts[number % len(verdicts)].id if verdicts else "2.revoke.5.O"
        self.write(Ruled(verdict_id, decision))

    @rule(number=st.integers(0, 50))
    def the_table_chooses_what_is_offered(self, number):
        verdicts = [each for each in self.state.open_verdicts if each.choices]
        if verdicts:
            verdict = verdicts[number % len(verdicts)]
            self.write(Ruled(verdict.id, verdict.choices[number % len(verdict.choices)].decision))

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
    def the_tiles_are_all_there_and_the_cards_are_counted(self):
        for each in self.state.rounds:
            own = each.paimiahhh
            lie = [tile for _, column in own.columns for tile in column]
            lie += [tile for won in own.tiles_won for tile in won]
            assert len(lie) == len(set(lie)) == 30
            assert sum(tile.value for tile in lie) == TILE_SUM
            assert sum(each.tricks_won) <= 12
            for trick in each.tricks:
                counting = [play.seat for play in trick.plays if play.standing == "counts"]
                assert len(counting) == len(set(counting)) <= 4

    @invariant()
    def every_verdict_has_its_own_id_and_offers_a_way_out(self):
        verdicts = self.state.verdicts
        assert len({each.id for each in verdicts}) == len(verdicts)
        for each in self.state.open_verdicts:
            assert each.choices or each.code == "bids_missing"

    @invariant()
    def questions_offer_only_what_can_be_said(self):
        for request in self.state.requests:
            assert request.kind == "hand" or request.choices
            assert len(set(request.choices)) == len(request.choices)

    def teardown(self):
        replayed = [entry_from_json(json.loads(json.dumps(entry_to_json(entry)))) for entry in self.entries]
        assert replayed == self.entries
        assert fold(replayed) == self.state
        assert effective(replayed) == effective(self.entries)


AnyPaiMiahhhLog.TestCase.settings = settings(
    max_examples=30, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAnyPaiMiahhhLog = AnyPaiMiahhhLog.TestCase
