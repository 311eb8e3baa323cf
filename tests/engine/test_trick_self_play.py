"""Pairs Oh Hell, Hearts and Spades by random players: clean rounds are silent, offences are found.

Those of class I at once, those of class R by the last trick. `./dev many-rounds` plays thousands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from engine import (
    Announced,
    BidMade,
    Card,
    CardsPlayed,
    CardTurned,
    Event,
    GameStarted,
    RoundStarted,
    Ruled,
    Severity,
    State,
    TrickGathered,
    VerdictClass,
    fold,
    numbered,
)
from engine.games.hearts import TWO_OF_CLUBS, HeartsRules, points_of
from engine.self_play import deal, play_round
from engine.tricks import TrickRules
from tests.engine.self_play_size import CHEATS, ROUNDS
from tests.engine.trick_players import Offence, Turn, play_out, revoke

pytestmark = pytest.mark.self_play


@dataclass
class Deal:
    """One deal ready for its first bid, or its first card where nobody bids."""

    opening: list[Event]
    hands: list[list[Card]]
    rules: TrickRules
    leader: int
    turned: Card | None = None
    bidders: list[int] = field(default_factory=list)
    hook: bool = False

    @property
    def hand_size(self) -> int:
        return len(self.hands[0])

    def bids(self, rng: Random) -> list[BidMade]:
        """Random legal bids, in turn."""
        values: list[int] = []
        for place in range(len(self.bidders)):
            rest = self.hand_size - sum(values) if self.hook and place == 3 else None
            values.append(rng.choice([value for value in range(self.hand_size + 1) if value != rest]))
        return [BidMade(seat, value) for seat, value in zip(self.bidders, values, strict=True)]


def oh_hell(rng: Random, **options: str) -> Deal:
    hand_size, dealer = rng.randint(1, 13), rng.randrange(4)
    hands, rest = deal(rng, hand_size)
    turned = rest[0] if rest else hands[dealer][-1]
    start = GameStarted("oh_hell_pairs", tuple("ABCD"), {"rounds": (hand_size,), **options})
    opening = [start, RoundStarted(dealer), CardTurned(turned)]
    bidders = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    rules = TrickRules(trump=turned.suit, must_trump="must_trump" in options, broken_trump="broken_trump" in options)
    return Deal(opening, hands, rules, bidders[0], turned if rest else None, bidders, hook=True)


def must_trump(rng: Random) -> Deal:
    return oh_hell(rng, must_trump="yes")


def broken_trump(rng: Random) -> Deal:
    return oh_hell(rng, broken_trump="must_be_broken")


def hearts(rng: Random) -> Deal:
    hands, _ = deal(rng, 13)
    leader = next(seat for seat, hand in enumerate(hands) if TWO_OF_CLUBS in hand)
    opening = [GameStarted("hearts", tuple("ABCD")), RoundStarted(rng.randrange(4))]
    return Deal(opening, hands, HeartsRules(), leader)


def spades(rng: Random) -> Deal:
    hands, _ = deal(rng, 13)
    dealer = rng.randrange(4)
    bidders = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    opening = [GameStarted("spades", tuple("ABCD")), RoundStarted(dealer)]
    return Deal(opening, hands, TrickRules(trump="S", broken_trump=True), bidders[0], bidders=bidders)


DEALS: dict[str, Callable[[Random], Deal]] = {"oh_hell_pairs": oh_hell, "hearts": hearts, "spades": spades}


def alarms(state: State) -> list:
    return [verdict for verdict in state.verdicts if verdict.severity is not Severity.NOTICE]


@pytest.mark.parametrize("game", DEALS)
def test_a_legal_round_is_silent_and_loses_no_card_and_no_trick(game):
    for seed in range(ROUNDS):
        rng = Random(f"{game} {seed}")
        dealt = DEALS[game](rng)
        played = play_round(rng, dealt.hands, dealt.rules, dealt.leader)
        state = fold(numbered([*dealt.opening, *dealt.bids(rng), *played.events()]))

        assert alarms(state) == [], seed
        assert played.winners == tuple(trick.winner for trick in state.round.tricks)
        assert dealt.hand_size == sum(state.round.tricks_won)
        cards = Counter(play.card for trick in state.round.tricks for play in trick.plays)
        assert cards == Counter(card for hand in dealt.hands for card in hand)
        assert state.round.phase == "over"
        assert state.round.scores == state.totals
        if game == "hearts":
            assert sum(state.totals) in (26, 78)
        if game == "oh_hell_pairs":
            exact = [bid == won for bid, won in zip(state.round.team_bids, state.round.team_tricks, strict=True)]
            assert sum(exact) <= 1


# --- offences of class I ---


def wrong_leader(rng: Random, dealt: Deal, turn: Turn) -> CardsPlayed | None:
    if turn.trick or turn.trick_number == 1:
        return None
    return _play(rng, turn, [seat for seat in range(4) if seat != turn.seat])


def play_out_of_turn(rng: Random, dealt: Deal, turn: Turn) -> CardsPlayed | None:
    there = [turn.seat, *(seat for seat, _ in turn.trick)]
    return _play(rng, turn, [seat for seat in range(4) if seat not in there]) if turn.trick else None


def too_many_in_trick(rng: Random, dealt: Deal, turn: Turn) -> CardsPlayed | None:
    return _play(rng, turn, [seat for seat, _ in turn.trick])


def impossible_card(rng: Random, dealt: Deal, turn: Turn) -> CardsPlayed | None:
    return CardsPlayed(turn.seat, (Card.from_code(rng.choice(("joker_red", "5O", "starter"))),))


def duplicate(rng: Random, dealt: Deal, turn: Turn) -> CardsPlayed | None:
    return CardsPlayed(turn.seat, (rng.choice(turn.trick)[1],)) if turn.trick else None


def turned_card_played(rng: Random, dealt: Deal, turn: Turn) -> CardsPlayed | None:
    return CardsPlayed(turn.seat, (dealt.turned,)) if dealt.turned else None


def wrong_opening_card(rng: Random, dealt: Deal, turn: Turn) -> CardsPlayed | None:
    return CardsPlayed(turn.seat, (rng.choice(turn.illegal),)) if turn.trick_number == 1 and not turn.trick else None


def _play(rng: Random, turn: Turn, seats: list[int]) -> CardsPlayed | None:
    able = [seat for seat in seats if turn.hands[seat]]
    if not able:
        return None
    seat = rng.choice(able)
    return CardsPlayed(seat, (rng.choice(turn.hands[seat]),))


ANY_GAME = (wrong_leader, play_out_of_turn, too_many_in_trick, impossible_card, duplicate)
PLAYS = [
    *((game, act) for game in DEALS for act in ANY_GAME),
    ("oh_hell_pairs", turned_card_played),
    ("hearts", wrong_opening_card),
]


def check_found(events: list[Event], code: str, seat: int) -> None:
    """The last event is an offence, found at once; before it there was nothing, and nobody else is accused."""
    log = numbered(events)
    assert alarms(fold(log[:-1])) == []
    state = fold(log)
    hits = [verdict for verdict in state.verdicts if verdict.code == code]
    assert [(seat, log[-1].id, VerdictClass.IMMEDIATE)] == [(each.seat, each.offence, each.klass) for each in hits]
    assert {each.seat for each in alarms(state)} <= {seat, None}


@pytest.mark.parametrize(("game", "act"), PLAYS, ids=[f"{game}-{act.__name__}" for game, act in PLAYS])
def test_an_offence_in_play_is_found_at_once_with_the_right_seat(game, act):
    found = 0
    for seed in range(CHEATS):
        rng = Random(f"{game} {act.__name__} {seed}")
        dealt = DEALS[game](rng)
        patience = iter(range(rng.randrange(1 if act is wrong_opening_card else 4 * dealt.hand_size), -1, -1))

        def breaks_off(turn, rng=rng, dealt=dealt, patience=patience):
            return act(rng, dealt, turn) if next(patience, 0) == 0 else None

        events, offence = play_out(rng, dealt.hands, dealt.rules, dealt.leader, breaks_off=breaks_off)
        if offence is not None:
            found += 1
            check_found([*dealt.opening, *dealt.bids(rng), *events], act.__name__, offence.seat)
    assert found > CHEATS // 3


@pytest.mark.parametrize("game", DEALS)
def test_what_is_taken_back_has_not_happened(game):
    acts = (wrong_leader, play_out_of_turn, too_many_in_trick, wrong_opening_card if game == "hearts" else wrong_leader)
    taken_back = 0
    for seed in range(CHEATS):
        rng = Random(f"{game} back {seed}")
        dealt = DEALS[game](rng)
        opening = [*dealt.opening, *dealt.bids(rng)]

        def interrupts(turn, events, rng=rng, dealt=dealt, opening=opening):
            while rng.random() < 0.1:
                act = rng.choice(acts)(rng, dealt, turn)
                if act is None:
                    return
                events.append(act)
                log = numbered([*opening, *events])
                found = [verdict for verdict in fold(log).open_verdicts if verdict.code != "counting_proof"]
                assert {verdict.offence for verdict in found} == {log[-1].id}
                events += [Ruled(verdict.id, "taken_back") for verdict in found]

        events, _ = play_out(rng, dealt.hands, dealt.rules, dealt.leader, interrupts=interrupts)
        state = fold(numbered([*opening, *events]))

        assert {verdict.status for verdict in alarms(state)} <= {"taken_back"}, seed
        assert [event.by for event in events if isinstance(event, TrickGathered)] == [
            trick.winner for trick in state.round.tricks
        ]
        assert (state.round.phase, state.round.blocked_by) == ("over", ())
        taken_back += len(alarms(state))
    assert taken_back > CHEATS


def bad_bid(code: str, rng: Random, dealt: Deal, bids: list[BidMade]) -> list[Event] | None:
    """The bids up to one that offends, or to something else that comes in their stead; None: not possible here."""
    place = rng.randrange(4)
    due, later = bids[place].seat, [bid.seat for bid in bids[place + 1 :]]
    match code:
        case "bid_out_of_range":
            return [*bids[:place], BidMade(due, rng.choice((-1, dealt.hand_size + 1, 99)))]
        case "bid_out_of_turn" if later:
            return [*bids[:place], BidMade(rng.choice(later), 0)]
        case "bid_changed_late" if place:
            first = rng.choice(bids[:place])
            value = (first.value + 1) % (dealt.hand_size + 1)
            return [*bids[: place + 1], BidMade(first.seat, value)]
        case "hook_broken" if 0 <= (rest := dealt.hand_size - sum(bid.value for bid in bids[:3])):
            return [*bids[:3], BidMade(bids[3].seat, rest)]
        case "play_before_bids":
            return [*bids[:place], CardsPlayed(dealt.leader, (rng.choice(dealt.hands[dealt.leader]),))]
        case "blind_nil_not_allowed":
            return [*bids[:place], Announced(due, "blind_nil")]
    return None


BIDS = [
    *((game, code) for game in ("oh_hell_pairs", "spades") for code in ("bid_out_of_range", "bid_out_of_turn")),
    *((game, code) for game in ("oh_hell_pairs", "spades") for code in ("bid_changed_late", "play_before_bids")),
    ("oh_hell_pairs", "hook_broken"),
    ("spades", "blind_nil_not_allowed"),
]


@pytest.mark.parametrize(("game", "code"), BIDS)
def test_an_offence_in_bidding_is_found_at_once_with_the_right_seat(game, code):
    found = 0
    for seed in range(2 * CHEATS):
        rng = Random(f"{game} {code} {seed}")
        dealt = DEALS[game](rng)
        events = bad_bid(code, rng, dealt, dealt.bids(rng))
        # A change of the last bid may break the hook as well; that is another offence.
        if events is not None and not (code == "bid_changed_late" and len(events) == 5):
            found += 1
            check_found([*dealt.opening, *events], code, events[-1].seat)
    assert found > CHEATS // 3


# --- offences of class R ---


def early_trump(turn: Turn) -> list[Card]:
    """A lead of what may not be led yet: hearts in Hearts, trump where it has to be broken."""
    return turn.illegal if not turn.trick and turn.trick_number > 1 else []


def early_points(turn: Turn) -> list[Card]:
    is_void = all(card.suit != "C" for card in turn.held)
    return [card for card in turn.illegal if turn.trick_number == 1 and is_void and points_of(card)]


def keep_trump(turn: Turn) -> list[Card]:
    led = turn.trick[0][1].suit if turn.trick else None
    return turn.illegal if turn.trick and all(card.suit != led for card in turn.held) else []


def gives_itself_away(events: list[Event], offence: Offence, code: str) -> bool:
    """Whether the offender still holds the card turned for trump, which all have seen and which had to be played."""
    turned = next((event.card for event in events if isinstance(event, CardTurned)), None)
    plays = [event for event in events if isinstance(event, CardsPlayed)]
    at = next(n for n, play in enumerate(plays) if (play.seat, play.cards) == (offence.seat, (offence.card,)))
    led = plays[at - at % 4].cards[0]
    is_held = any((play.seat, play.cards) == (offence.seat, (turned,)) for play in plays[at + 1 :])
    return is_held and code in ("revoke", "did_not_trump") and (code == "did_not_trump" or turned.suit == led.suit)


HELD_BACK = [
    (oh_hell, revoke, "revoke", 360),
    (must_trump, keep_trump, "did_not_trump", 60),
    (broken_trump, early_trump, "trump_not_broken", 120),
    (hearts, revoke, "revoke", 60),
    (hearts, early_trump, "hearts_not_broken", 90),
    (hearts, early_points, "points_on_first_trick", 900),
    (spades, revoke, "revoke", 60),
    (spades, early_trump, "trump_not_broken", 60),
]


@pytest.mark.parametrize(
    ("new_deal", "tempts", "code", "deals"),
    HELD_BACK,
    ids=[f"{new_deal.__name__}-{code}" for new_deal, _, code, _ in HELD_BACK],
)
def test_every_offence_is_proved_by_the_last_trick_and_only_against_its_seat(new_deal, tempts, code, deals):
    offences = 0
    for seed in range(max(deals, CHEATS)):
        rng = Random(seed)
        dealt = new_deal(rng)
        if tempts is early_points and all(any(card.suit == "C" for card in hand) for hand in dealt.hands):
            continue
        events, offence = play_out(rng, dealt.hands, dealt.rules, dealt.leader, tempts=tempts)
        state = fold(numbered([*dealt.opening, *dealt.bids(rng), *events]))

        found = [each for each in alarms(state) if each.code != "counting_proof"]

        if offence is None:
            assert found == []
            continue
        offences += 1
        (verdict,) = found
        at_once = gives_itself_away([*dealt.opening, *events], offence, code)
        klass = VerdictClass.IMMEDIATE if at_once else VerdictClass.RETROSPECTIVE
        assert (code, klass) == (verdict.code, verdict.klass)
        assert (offence.seat, offence.trick_number, offence.card) == (
            verdict.seat,
            verdict.trick_number,
            verdict.cards[0],
        )
    assert offences >= 20
