"""Random games to the end: legal ones without a false alarm, illegal ones in which every offence is found."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import (
    Announced,
    Card,
    CardsPlayed,
    GameStarted,
    Passed,
    Phase,
    Replay,
    RoundStarted,
    Ruled,
    Severity,
    Swapped,
    TrickGathered,
    VerdictClass,
    fold,
    numbered,
)
from engine.games.gou_ji_self_play import Manners, deal, play_game, play_hand
from engine.games.gou_ji_sets import GOU_JI_DECK, RED, GouJiLaws
from tests.engine.self_play_size import CHEATS, ROUNDS

pytestmark = pytest.mark.self_play

LAWS = GouJiLaws()


def manners(rng: Random, **more: float) -> Manners:
    return Manners(
        says_pass=rng.choice((0.0, 0.3, 1.0)),
        answers=rng.choice((0.3, 0.6, 0.9)),
        challenges=rng.choice((0.0, 0.5, 1.0)),
        **more,
    )


def alarms(state):
    return [verdict for verdict in state.verdicts if verdict.severity is not Severity.NOTICE]


def test_a_legal_game_raises_no_alarm_and_ends_as_it_was_played():
    for seed in range(ROUNDS // 2):
        rng = Random(seed)
        events, played = play_game(rng, 2, manners=manners(rng))
        state = fold(numbered(events))

        assert alarms(state) == [], seed
        assert [hand.ranking for hand in state.gou_ji.hands] == [hand.ranking for hand in played]
        for hand in state.gou_ji.hands:
            assert sorted(hand.ranking) == [0, 1, 2, 3, 4, 5]
            assert sum(hand.scores) == 0
            assert hand.phase is Phase.OVER
            laid = Counter(card for series in hand.series for each in series.sets for card in each.cards)
            assert all(number <= GOU_JI_DECK.copies_of(card) for card, number in laid.items())
            assert sum(laid.values()) + sum(hand.cards_left) == len(GOU_JI_DECK)
        assert sum(state.totals) == 0
        assert (state.expected.kind, len(state.winners) > 0) == ("none", True)


@pytest.mark.parametrize("seed", range(6))
def test_a_log_that_grows_gives_what_replaying_gives(seed):
    rng = Random(seed)
    events, _ = play_game(rng, 1, manners=manners(rng))
    log, replay = numbered(events), Replay()

    for length in range(0, len(log) + 1, 7):
        assert replay.update(log[:length]) == fold(log[:length])


@pytest.mark.parametrize("seed", range(10))
def test_whoever_acts_next_was_expected(seed):
    rng = Random(seed)
    events, _ = play_game(rng, 1, {"passes": "told"}, Manners(says_pass=1.0, burns=0.0))
    log, replay = numbered(events), Replay()

    for length, entry in enumerate(log):
        event = entry.event
        if isinstance(event, CardsPlayed | Passed):
            expected = replay.update(log[:length]).expected
            assert event.seat in expected.seats
            assert expected.may_pass or isinstance(event, CardsPlayed)


# --- offences of class I, thrown into a game at a random moment ----------------------------------------------------


class Offender:
    """Lets the players go on until a moment comes for its offence, which it adds to their events."""

    def __init__(self, rng: Random, kind: str) -> None:
        self.rng, self.kind = rng, kind
        self.patience = rng.randrange(60)
        self.seat: int | None = None

    def __call__(self, players) -> bool:
        self.patience -= 1
        if self.patience > 0 or players.top is None:
            return False
        event = getattr(self, self.kind)(players)
        if event is None:
            return False
        players.events.append(event)
        self.seat = event.seat
        return True

    def _on_turn(self, players) -> int | None:
        """Who is due in a series that goes on."""
        return None if players.is_leading else players.next_seat()

    def _lay(self, players, seat, ranks):
        hand, laid = list(players.hands[seat]), []
        for rank in ranks:
            card = next((card for card in hand if card.rank == rank), None)
            if card is None:
                return None
            hand.remove(card)
            laid.append(card)
        return CardsPlayed(seat, tuple(laid))

    def mixed_ranks(self, players):
        seat = self._on_turn(players)
        naturals = sorted({card.rank for card in players.hands[seat] if card.rank in LAWS.naturals}) if seat else []
        return self._lay(players, seat, self.rng.sample(naturals, 2)) if len(naturals) > 1 else None

    def wrong_size(self, players):
        seat = self._on_turn(players)
        if seat is None:
            return None
        rank, number = Counter(card.rank for card in players.hands[seat]).most_common(1)[0]
        return self._lay(players, seat, [rank] * number) if number != players.top.size else None

    def does_not_beat(self, players):
        seat = self._on_turn(players)
        if seat is None:
            return None
        counts = Counter(card.rank for card in players.hands[seat])
        low = [each for each in LAWS.sets_in(counts, players.top.size) if not LAWS.beats(players.top, each)]
        return self._lay(players, seat, self.rng.choice(low).ranks) if low else None

    def play_after_pass(self, players):
        told = [event.seat for event in players.events if isinstance(event, Passed)]
        out = [seat for seat in players.passed if seat in told and players.hands[seat]]
        if self._on_turn(players) is None or players.duel is not None or not out:
            return None
        seat = self.rng.choice(out)
        return self._lay(players, seat, [self.rng.choice(players.hands[seat]).rank])

    def third_seat_in_gou_ji(self, players):
        if self._on_turn(players) is None or players.duel is None:
            return None
        others = [seat for seat in players.holding() if seat not in players.duel]
        if not others:
            return None
        seat = self.rng.choice(others)
        return self._lay(players, seat, [self.rng.choice(players.hands[seat]).rank])

    def more_than_held(self, players):
        seat = self._on_turn(players)
        if seat is None or not players.hands[seat] or len(players.hands[seat]) > 12:
            return None
        return CardsPlayed(seat, (*players.hands[seat], Card("3", "S")))

    def play_after_out(self, players):
        out = [seat for seat in range(6) if not players.hands[seat]]
        return CardsPlayed(self.rng.choice(out), (Card("3", "S"),)) if out else None

    def shao_pai_not_open(self, players):
        if self._on_turn(players) is None or players.duel is None:
            return None
        team = players.best % 2
        mates = [seat for seat in players.holding() if seat % 2 == team]
        return Announced(self.rng.choice(mates), "shao_pai") if mates else None

    def too_many_of_card(self, players):
        seat = self._on_turn(players)
        if seat is None:
            return None
        seen = Counter(card for event in players.events if isinstance(event, CardsPlayed) for card in event.cards)
        used_up = [card for card, number in seen.items() if number == GOU_JI_DECK.copies]
        return CardsPlayed(seat, (self.rng.choice(used_up),)) if used_up else None


KINDS = [name for name in vars(Offender) if not name.startswith("_")]


@pytest.mark.parametrize("kind", KINDS)
def test_an_offence_of_class_i_is_found_at_once_with_the_right_seat(kind):
    found = 0
    for seed in range(CHEATS):
        rng = Random(seed)
        offender = Offender(rng, kind)
        played = play_hand(rng, deal(rng), 0, LAWS, Manners(says_pass=1.0, burns=0.0), after_event=offender)
        if offender.seat is None:
            continue
        found += 1
        start = [GameStarted("gou_ji", tuple("ABCDEF")), RoundStarted(0)]
        log = numbered([*start, *played.events])
        assert alarms(fold(log[:-1])) == []
        state = fold(log)
        hits = [verdict for verdict in state.verdicts if verdict.code == kind]
        assert [(each.seat, each.offence, each.klass) for each in hits] == [
            (offender.seat, log[-1].id, VerdictClass.IMMEDIATE)
        ]
        # Nobody else is accused.
        assert {each.seat for each in alarms(state)} == {offender.seat}
    assert found >= 4


# --- taken back: as if it had not happened ---------------------------------------------------------------------------

# Not a question about the pack or the hand; and a silent pass is no pass that anybody could know of.
CAN_BE_TAKEN_BACK = [kind for kind in KINDS if kind not in ("too_many_of_card", "play_after_out", "play_after_pass")]
START = [GameStarted("gou_ji", tuple("ABCDEF")), RoundStarted(0)]


class Repentant(Offender):
    """Offends now and then, takes it back at once and lets the hand go on."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, "")
        self.taken_back: list[str] = []

    def __call__(self, players) -> bool:
        if players.top is not None and self.rng.random() < 0.05:
            self.kind = self.rng.choice(CAN_BE_TAKEN_BACK)
            event = getattr(self, self.kind)(players)
            if event is not None:
                players.events.append(event)
                found = fold(numbered([*START, *players.events])).open_verdicts
                players.events.extend(Ruled(verdict.id, "taken_back") for verdict in found)
                self.taken_back += [verdict.id for verdict in found]
        return False


def test_what_is_taken_back_has_not_happened():
    taken_back = 0
    for seed in range(CHEATS):
        rng = Random(seed)
        repentant = Repentant(rng)
        how = Manners(says_pass=rng.choice((0.3, 1.0)), burns=0.0)
        played = play_hand(rng, deal(rng), 0, LAWS, how, after_event=repentant)
        state = fold(numbered([*START, *played.events]))

        assert sorted(repentant.taken_back) == sorted(each.id for each in alarms(state)), seed
        assert {each.status for each in alarms(state)} <= {"taken_back"}
        assert state.gou_ji.hand.ranking == played.ranking
        assert state.totals == state.gou_ji.hand.scores
        taken_back += len(repentant.taken_back)
    assert taken_back > CHEATS


# --- offences of class R: proved by the last card at the latest -----------------------------------------------------


def test_a_false_shao_pai_is_found_at_its_second_set_or_by_the_last_card_of_its_player():
    immediate = retrospective = 0
    for seed in range(max(40, CHEATS)):
        rng = Random(seed)
        how = Manners(says_pass=1.0, burns_falsely=0.12, burns=0.0, challenges=rng.choice((0.0, 1.0)))
        played = play_hand(rng, deal(rng), 0, LAWS, how)
        start = [GameStarted("gou_ji", tuple("ABCDEF")), RoundStarted(0)]
        state = fold(numbered([*start, *played.events]))
        verdicts = [verdict for verdict in state.verdicts if verdict.code == "false_shao_pai"]
        for false in played.false_burns:
            entry_id = len(start) + false.event_index + 1
            if false.was_beaten:
                hits = [each for each in verdicts if each.offence == entry_id]
                # The Big Loser's last cards stay in his hand, and with them the proof.
                if false.seat != played.ranking[-1]:
                    assert [(each.seat, each.klass) for each in hits] == [(false.seat, VerdictClass.RETROSPECTIVE)]
                    retrospective += 1
            else:
                hits = [each for each in verdicts if each.seat == false.seat and each.offence > entry_id]
                assert hits
                assert all(each.klass is VerdictClass.IMMEDIATE for each in hits if each.offence == entry_id + 2)
                immediate += 1
        seats = {false.seat for false in played.false_burns}
        assert {each.seat for each in alarms(state)} <= seats
    assert immediate > 5
    assert retrospective > 3


def second_hand_events(ranking="ABCDEF"):
    events = [GameStarted("gou_ji", tuple("ABCDEF")), RoundStarted(0), CardsPlayed(0, (Card("5", "S"),))]
    events += [Announced("ABCDEF".index(seat), "out") for seat in ranking[:-1]]
    return [*events, RoundStarted()]


def of_hand_two(state, code):
    return [verdict for verdict in state.verdicts if verdict.code == code and verdict.round_number == 2]


@pytest.mark.parametrize("seed", range(8))
def test_a_tribute_below_the_highest_is_proved_by_the_last_card_of_its_giver(seed):
    rng = Random(seed)
    hands = deal(rng)
    giver = sorted(hands[5], key=LAWS.strength)
    given = tuple(giver[-4:-2])
    if LAWS.strength(given[0]) == LAWS.strength(giver[-1]):
        return
    returned = tuple(sorted(hands[0], key=LAWS.strength)[:2])
    for card in given:
        hands[5].remove(card)
    for card in returned:
        hands[0].remove(card)
    hands[5] += returned
    hands[0] += given
    played = play_hand(rng, hands, 5, LAWS, Manners(burns=0.0))
    # The Big Loser shows what is left, as at any table.
    left = Counter(hands[5]) - Counter(
        card for event in played.events if isinstance(event, CardsPlayed) and event.seat == 5 for card in event.cards
    )
    shown = [CardsPlayed(5, tuple(left.elements()))] if left else []
    tribute = [Swapped(5, 0, 2, given, returned), Swapped(4, 1, 1)]
    log = numbered([*second_hand_events(), *tribute, *played.events, *shown])
    verdicts = of_hand_two(fold(log), "tribute_not_highest")

    assert [(each.seat, each.klass) for each in verdicts] == [(5, VerdictClass.RETROSPECTIVE)]


@pytest.mark.parametrize("seed", range(8))
def test_a_liberation_without_the_four_reds_is_proved_when_another_seat_shows_one(seed):
    rng = Random(seed)
    hands = deal(rng)
    others = [seat for seat in range(5) if any(card.rank == RED for card in hands[seat])]
    assert others
    played = play_hand(rng, hands, 5, LAWS, Manners(burns=0.0))
    log = numbered([*second_hand_events(), Announced(5, "liberation"), Swapped(4, 1, 1), *played.events])
    reds = [e for e in played.events if isinstance(e, CardsPlayed) and e.seat != 5 and Card(RED, None) in e.cards]
    verdicts = of_hand_two(fold(log), "false_liberation")

    if reds:
        assert [(each.seat, each.klass) for each in verdicts] == [(5, VerdictClass.RETROSPECTIVE)]
        assert verdicts[0].proof[0] == next(entry.id for entry in log if entry.event is reds[0])
    else:
        assert verdicts == []


def test_the_table_is_cleared_where_the_cameras_need_it():
    events, _ = play_game(Random(1), 1, manners=Manners(says_pass=0.0))

    assert not any(isinstance(event, Passed) for event in events)
    assert any(isinstance(event, TrickGathered) for event in events)
