"""What every game has to stand: any event at any moment, edits of any entry, rulings of any kind.

`machine_of` makes the hypothesis machine of one game; `test_any_log` adds what must always hold in each.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import get_args

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from engine import (
    GAMES,
    STANDARD_DECK_WITH_JOKERS,
    Announced,
    BidMade,
    Card,
    CardDrawn,
    CardsPlayed,
    CardTurned,
    Corrected,
    Deck,
    Declared,
    Entry,
    Event,
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
    State,
    Swapped,
    TileTaken,
    TrickGathered,
    Undone,
    can_redo,
    can_undo,
    effective,
    entry_from_json,
    entry_to_json,
    fold,
)
from engine.decks_paimiahhh import PAIMIAHHH_BOX
from engine.events import TableEvent

SETTINGS = settings(max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck))
KINDS = ("game", "round", "turn", "kai_pai", "first_drawer", "tribute", "bid", "play", "gather", "none")

EVERY_CARD = (*STANDARD_DECK_WITH_JOKERS.faces, *PAIMIAHHH_BOX.faces, Card("Z", "Q"), Card("no_such_card", None))
DECISIONS = (
    "taken_back",
    "stands",
    "misread",
    "nonsense",
    *(f"penalty:{name}" for name in ("cap", "transfer", "three_tricks", "replay_round", "no_trick_points")),
    *(f"penalty:{name}" for name in ("all_points", "big_loser", "nonsense")),
)
ids = st.integers(-1, 99)
decisions = st.sampled_from(DECISIONS)
# Findings that a misread card would explain.
BY_CARDS = ("revoke", "joker_off_lead", "counting_proof", "duplicate", "impossible_card", "turned_card_played")


def games(key: str) -> st.SearchStrategy[GameStarted]:
    """A start of the game with any mix of options, some of them nonsense."""
    named = {
        option.name: st.sampled_from([*option.alternatives, option.default, "nonsense", -1, True, (1, 2), ("B", "x")])
        for option in GAMES[key].options
    }
    return st.builds(GameStarted, st.just(key), st.just(tuple("abcdef"[: GAMES[key].seat_count])), _some_of(named))


def _some_of(named: dict[str, st.SearchStrategy]) -> st.SearchStrategy[dict]:
    return st.just({}) | st.fixed_dictionaries({}, optional=named)


def facts_of(key: str, deck: Deck, words: Sequence[str], choices: Sequence[str]) -> dict[type, st.SearchStrategy]:
    """Every kind of table event, mostly with what the game knows, always with what it does not."""
    seat_count = GAMES[key].seat_count
    seats = st.integers(0, seat_count - 1) | st.integers(0, seat_count) | st.sampled_from((7, 2**70))
    cards = st.sampled_from(deck.faces) | st.sampled_from(deck.faces) | st.sampled_from(EVERY_CARD)
    few = st.lists(cards, min_size=1, max_size=4).map(tuple) | st.builds(
        lambda card, number: (card,) * number, cards, st.sampled_from((1, 5, 12, 18, 40))
    )
    shown = st.just(()) | st.lists(cards, max_size=14).map(tuple)
    said = st.sampled_from((*words, "nonsense", ""))
    return {
        GameStarted: games(key) | st.builds(GameStarted, st.sampled_from((*GAMES, "nonsense")), st.just(("a", "b"))),
        RoundStarted: st.builds(RoundStarted, st.none() | seats, st.none() | st.integers(-1, 40)),
        CardTurned: st.builds(CardTurned, cards),
        CardDrawn: st.builds(CardDrawn, seats, cards),
        BidMade: st.builds(BidMade, seats, st.integers(-2, 40) | st.just(10**30)),
        Passed: st.builds(Passed, seats),
        CardsPlayed: st.builds(CardsPlayed, seats, few),
        TrickGathered: st.builds(TrickGathered, st.none() | seats),
        Announced: st.builds(Announced, seats, said, st.none() | seats, shown),
        Swapped: st.builds(Swapped, seats, seats, st.integers(-1, 4), shown, shown),
        HandShown: st.builds(HandShown, seats, st.lists(cards, min_size=1, max_size=14).map(tuple)),
        Declared: st.builds(Declared, ids, st.sampled_from(("joker", "tile", "porter", "")), st.sampled_from(choices)),
        TileTaken: st.builds(TileTaken, seats, st.none() | st.sampled_from(("1O", "6Y", "4G", "2B", "7Q", ""))),
        RoundVoided: st.builds(RoundVoided),
        Ruled: st.builds(Ruled, st.text(max_size=12) | st.sampled_from(("2.revoke.5.S", "2..", "0.x.²")), decisions),
    }


def expected_event(state: State, card: Card, number: int, *, passes: bool) -> Event:
    """Something a table may well do next."""
    expected = state.expected
    seat = expected.seats[number % len(expected.seats)] if expected.seats else expected.seat or 0
    match expected.kind:
        case "round":
            return RoundStarted()
        case "turn":
            return CardTurned(card)
        case "kai_pai" | "first_drawer":
            return Announced(seat, expected.kind, number % 6)
        case "tribute":
            return Swapped(seat, number % 6, 1 + number % 2)
        case "bid" if expected.values and not (passes and expected.may_pass):
            return BidMade(seat, expected.values[number % min(3, len(expected.values))])
        case "bid":
            return Passed(seat)
        case "play" if passes and expected.may_pass:
            return Passed(seat)
        case "play":
            return CardsPlayed(seat, (card,) * (len(expected.to_beat) or 1 + 11 * (number % 3)))
        case _:
            return TrickGathered(expected.seat)


def machine_of(
    key: str, deck: Deck, *, words: Sequence[str] = (), choices: Sequence[str] = ("5O",)
) -> type[RuleBasedStateMachine]:
    """The machine of one game: `words` that are announced there, `choices` that are declared."""
    by_type = facts_of(key, deck, words, choices)
    # What ends a game or a round is rarer, or no log would get far.
    rare = st.one_of(*(by_type[each] for each in (RoundStarted, RoundVoided, Ruled)))
    usual = [by_type[each] for each in by_type if each not in (GameStarted, RoundStarted, RoundVoided, Ruled)]
    facts = st.one_of(by_type[CardsPlayed], by_type[CardsPlayed], *usual, rare)
    own_cards = st.lists(st.sampled_from(deck.faces), min_size=1, max_size=13)
    numbers = st.integers(0, 99)
    assert set(by_type) == set(get_args(TableEvent))

    class AnyLog(RuleBasedStateMachine):
        """A scorer, a camera and a clumsy table write one log."""

        entry_ids = Bundle("entry_ids")

        def __init__(self):
            super().__init__()
            self.entries: list[Entry] = []
            self.replay = Replay()

        def write(self, event: Event) -> int:
            self.entries.append(Entry(len(self.entries) + 1, event))
            return self.entries[-1].id

        @property
        def state(self) -> State:
            return self.replay.update(self.entries)

        @initialize(target=entry_ids, game=games(key))
        def begin(self, game):
            self.write(game)
            return self.write(RoundStarted(0))

        @rule(game=by_type[GameStarted])
        @precondition(lambda self: len(self.entries) > 50)
        def another_game_begins(self, game):
            self.write(game)

        @rule(target=entry_ids, fact=facts)
        def anything_happens(self, fact):
            return self.write(fact)

        @rule(target=entry_ids, cards=own_cards, number=numbers, passes=st.booleans())
        def the_table_goes_on(self, cards, number, passes):
            written = []
            for place, card in enumerate(cards):
                # A bid or a set, and then some passes.
                passes_now = passes and place % 4 > 0
                written.append(self.write(expected_event(self.state, card, number, passes=passes_now)))
            return multiple(*written)

        @rule(number=numbers)
        @precondition(lambda self: self.state.expected.offers)
        def a_word_on_offer_is_said(self, number):
            offers = self.state.expected.offers
            offer = offers[number % len(offers)]
            to = offer.to[number % len(offer.to)] if offer.to else None
            self.write(Announced(offer.seats[number % len(offer.seats)], offer.what, to))

        @rule(number=numbers)
        @precondition(lambda self: any(each.choices for each in self.state.requests))
        def a_question_is_answered(self, number):
            asked = [each for each in self.state.requests if each.choices]
            request = asked[number % len(asked)]
            choice = request.choices[number % len(request.choices)]
            self.write(Declared(request.entry_id or 0, request.kind, choice))

        @rule(number=numbers, decision=decisions)
        @precondition(lambda self: self.state.verdicts)
        def the_table_rules(self, number, decision):
            verdicts = self.state.verdicts
            self.write(Ruled(verdicts[number % len(verdicts)].id, decision))

        @rule(number=numbers)
        @precondition(lambda self: any(each.choices for each in self.state.open_verdicts))
        def the_table_chooses_what_is_offered(self, number):
            verdicts = [each for each in self.state.open_verdicts if each.choices]
            verdict = verdicts[number % len(verdicts)]
            self.write(Ruled(verdict.id, verdict.choices[number % len(verdict.choices)].decision))

        @rule(target=entry_ids, entry=entry_ids | ids, fact=facts)
        def correct(self, entry, fact):
            return self.write(Corrected(entry, fact))

        @rule(entry=entry_ids | ids)
        def remove(self, entry):
            self.write(Removed(entry))

        @rule(target=entry_ids, entry=entry_ids | ids, fact=facts)
        def insert(self, entry, fact):
            return self.write(Inserted(entry, fact))

        @rule()
        def undo(self):
            before, could = effective(self.entries), can_undo(self.entries)
            self.write(Undone())
            assert could or before == effective(self.entries)
            if could:
                assert can_redo(self.entries)
                assert before == effective([*self.entries, Entry(0, Redone())])

        @rule()
        def redo(self):
            before, could = effective(self.entries), can_redo(self.entries)
            self.write(Redone())
            assert could or before == effective(self.entries)

        @rule(entry=entry_ids, fact=facts)
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

        @rule()
        def appending_gave_what_replaying_gives(self):
            assert fold(self.entries) == self.state

        @invariant()
        def verdicts_name_themselves_and_their_cause_and_offer_a_way_out(self):
            verdicts = self.state.verdicts
            known = {0, *(entry.id for entry in effective(self.entries))}
            assert len(verdicts) == len({verdict.id for verdict in verdicts})
            for verdict in verdicts:
                causes = {each.entry_id for each in verdict.misread_candidates}
                assert {*verdict.proof, *causes, verdict.offence or 0} <= known
                assert causes or verdict.code not in BY_CARDS
            for verdict in self.state.open_verdicts:
                decisions = [choice.decision for choice in verdict.choices]
                assert decisions or verdict.code == "bids_missing"
                assert "misread" in decisions or not verdict.misread_candidates

        @invariant()
        def scores_are_of_every_team_and_only_of_rounds_that_are_over(self):
            state = self.state
            assert len(state.totals) in (0, len(state.teams))
            assert set(state.winners) <= set(range(len(state.teams)))
            for each in state.rounds:
                assert each.scores is None or (each.phase == "over" and len(each.scores) == len(state.teams))
                assert sum(each.tricks_won) <= each.hand_size

        @invariant()
        def what_is_expected_can_be_asked_for(self):
            expected = self.state.expected
            assert expected.kind in KINDS
            assert expected.values or expected.may_pass or expected.kind not in ("bid", "first_drawer")
            assert all(offer.seats for offer in expected.offers)
            for request in self.state.requests:
                # A hand is shown; and beyond the last tile one can only pass.
                assert request.kind in ("hand", "auction") or request.choices
                assert len(set(request.choices)) == len(request.choices)

        def teardown(self):
            text = json.dumps([entry_to_json(entry) for entry in self.entries])
            read = [entry_from_json(plain) for plain in json.loads(text)]
            assert read == self.entries
            assert fold(read) == self.state

    return AnyLog
