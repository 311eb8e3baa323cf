"""Random games of Gou Ji played to the end by six players who keep the rules, or break one on purpose.

The players see hands; the referee never does. Turns are kept here by a second, plain reading of the rules (strict
order, which R27 always allows too), so that the referee's turns are held against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.cards import Card
from engine.climbing import RankSet
from engine.events import (
    Announced,
    CardsPlayed,
    CardTurned,
    Event,
    GameStarted,
    OptionValue,
    Passed,
    RoundStarted,
    Seat,
    Swapped,
    TrickGathered,
)
from engine.games.gou_ji_draw import SEATS, counted_seat
from engine.games.gou_ji_series import SHAO_PAI, SHAO_PAI_EXTENDED
from engine.games.gou_ji_sets import BLACK, GOU_JI_DECK, RED, TWO, GouJiLaws
from engine.games.gou_ji_tribute import duties_of, has_two_threes_of_a_suit, may_swap

TEAM_OF = (0, 1, 0, 1, 0, 1)


@dataclass(slots=True)
class Manners:
    """How the players behave: chances between 0 and 1.

    `says_pass`: a pass is said, not just shown by the next play. `answers`: a seat that can beat does. `burns`: a seat
    that may Shao Pai does. `challenges`: a seat that can beat a Shao Pai does. `tells_tribute`: a receiver tells the
    referee what was given. `clears`: a winner who leads on clears the table first. `burns_falsely`: a seat that may not
    Shao Pai does it all the same where the first set lets it (class R if it is beaten).
    """

    says_pass: float = 0.5
    answers: float = 0.6
    burns: float = 0.9
    challenges: float = 0.5
    tells_tribute: float = 0.2
    clears: float = 0.5
    burns_falsely: float = 0.0


@dataclass(frozen=True, slots=True)
class FalseBurn:
    """A Shao Pai announced by a hand that is none, in event `event_index` of the hand; whether its first set fell."""

    seat: Seat
    event_index: int
    was_beaten: bool


@dataclass(slots=True)
class PlayedHand:
    """What happened in a hand, and the truth about it: places and cards left by seat."""

    events: list[Event] = field(default_factory=list)
    outs: list[Seat] = field(default_factory=list)
    ranking: tuple[Seat, ...] = ()
    burns: int = 0
    duels: int = 0
    false_burns: list[FalseBurn] = field(default_factory=list)


def deal(rng: Random) -> list[list[Card]]:
    """Six hands of 36 cards."""
    cards = list(GOU_JI_DECK)
    rng.shuffle(cards)
    return [cards[seat::SEATS] for seat in range(SEATS)]


def play_hand(
    rng: Random,
    hands: Sequence[Sequence[Card]],
    leader: Seat,
    laws: GouJiLaws,
    manners: Manners | None = None,
    *,
    after_event: Callable[[_Players], bool] | None = None,
) -> PlayedHand:
    """A hand of random play from the first lead to the Big Loser.

    `after_event` is called before every act of the players and may end the hand by returning True.
    """
    return _Players(rng, hands, laws, manners or Manners(), after_event).play(leader)


def play_game(
    rng: Random, hand_count: int, options: Mapping[str, OptionValue] | None = None, manners: Manners | None = None
) -> tuple[list[Event], list[PlayedHand]]:
    """(the events of a whole game with draw, tribute and play; its hands)."""
    options = {"hands": hand_count, **(options or {})}
    laws = GouJiLaws()
    manners = manners or Manners()
    events: list[Event] = [GameStarted("gou_ji", tuple("ABCDEF"), options)]
    played: list[PlayedHand] = []
    for number in range(hand_count):
        hands = deal(rng)
        events.append(RoundStarted())
        if number == 0:
            leader = _draw(rng, events, hands)
        else:
            leader = played[-1].ranking[-1]
            if rng.random() < 0.5:
                events.append(Announced(leader, "first_drawer", rng.randrange(SEATS)))
            _pay_tribute(rng, events, hands, played[-1].ranking, laws, manners)
        hand = play_hand(rng, hands, leader, laws, manners)
        events += hand.events
        played.append(hand)
    return events, played


def _draw(rng: Random, events: list[Event], hands: list[list[Card]]) -> Seat:
    """R4, R8: the count, and perhaps two 3s; returns who plays first."""
    kai_pai = rng.randrange(SEATS)
    events.append(Announced(kai_pai, "kai_pai"))
    while True:
        card = rng.choice(list(GOU_JI_DECK))
        events.append(CardTurned(card))
        drawer = counted_seat(kai_pai, card)
        if drawer is not None:
            break
        kai_pai = (kai_pai + 1) % SEATS
    announcer = rng.randrange(SEATS)
    if rng.random() < 0.5:
        threes = [card for card in hands[announcer] if card.rank == "3"]
        if has_two_threes_of_a_suit(threes):
            events.append(Announced(announcer, "threes", shown=tuple(threes)))
            return announcer
    return drawer


def _pay_tribute(
    rng: Random,
    events: list[Event],
    hands: list[list[Card]],
    ranking: tuple[Seat, ...],
    laws: GouJiLaws,
    manners: Manners,
) -> None:
    """R30–R34, honestly; the cards change hands."""
    is_swapped = may_swap(ranking, TEAM_OF) and rng.random() < 0.3
    if is_swapped:
        events.append(Announced(ranking[4], "swap_duties"))
    for duty in duties_of(ranking, TEAM_OF, is_swapped=is_swapped):
        giver, receiver = hands[duty.giver], hands[duty.receiver]
        if sum(1 for card in giver if card.rank == RED) == GOU_JI_DECK.copies:
            events.append(Announced(duty.giver, "liberation", shown=(Card(RED, None),) * 4))
            continue
        if duty.may_be_waived and rng.random() < 0.5:
            events.append(Announced(duty.receiver, "waive", duty.giver))
            continue
        given = sorted(giver, key=laws.strength)[-duty.count :]
        for card in given:
            giver.remove(card)
        returned = rng.sample(receiver, duty.count)
        for card in returned:
            receiver.remove(card)
        giver += returned
        receiver += given
        tells = rng.random() < manners.tells_tribute
        both = rng.random() < 0.5
        events.append(
            Swapped(
                duty.giver,
                duty.receiver,
                duty.count,
                tuple(given) if tells else (),
                tuple(returned) if tells and both else (),
            )
        )


class _Players:
    """Six hands and whose turn it is, by the plain reading."""

    def __init__(
        self,
        rng: Random,
        hands: Sequence[Sequence[Card]],
        laws: GouJiLaws,
        manners: Manners,
        after_event: Callable[[_Players], bool] | None,
    ) -> None:
        self.rng = rng
        self.hands = [list(hand) for hand in hands]
        self.laws = laws
        self.manners = manners
        self.after_event = after_event
        self.hand = PlayedHand()
        self.top: RankSet | None = None
        self.best: Seat = 0
        self.last: Seat = 0
        self.passed: set[Seat] = set()
        self.duel: tuple[Seat, Seat] | None = None
        self.is_answered = False  # the set that started the Gou Ji
        self.is_leading = True
        self.is_stopped = False

    @property
    def events(self) -> list[Event]:
        """What has happened."""
        return self.hand.events

    def holding(self) -> list[Seat]:
        """The seats with cards."""
        return [seat for seat in range(SEATS) if self.hands[seat]]

    def is_over(self) -> bool:
        """Whether one seat is left with cards, or the hand was stopped."""
        return self.is_stopped or len(self.holding()) <= 1

    def next_seat(self) -> Seat | None:
        """Who is on turn in the running series; None when it is over."""
        assert self.top is not None
        if self.duel is not None:
            return self.duel[0] if self.best == self.duel[1] else self.duel[1]
        if self.laws.is_unbeatable(self.top):
            return None
        for step in range(1, SEATS + 1):
            seat = (self.last + step) % SEATS
            if self.hands[seat] and seat not in self.passed and seat != self.best:
                return seat
        return None

    def play(self, leader: Seat) -> PlayedHand:
        """The whole hand."""
        while not self.is_over():
            self._lead(leader, self._leading_set(leader))
            self._finish_series()
            if not self.is_over():
                leader = self._next_leader()
                self._clear(leader)
        left = self.holding()
        self.hand.ranking = (*self.hand.outs, *left)
        return self.hand

    # --- a series -------------------------------------------------------------------------------------------------

    def _lead(self, seat: Seat, laid: RankSet) -> None:
        self.is_leading = True
        if self._stops():
            return
        self.is_leading = False
        self.passed, self.duel, self.top = set(), None, None
        self._lay(seat, laid)

    def _finish_series(self) -> None:
        while not self.is_over():
            if self.duel is not None and self._burn():
                continue
            seat = self.next_seat()
            if seat is None or self._stops():
                return
            laid = self._answer(seat, self.manners.answers)
            if laid is not None:
                self._lay(seat, laid)
                continue
            if self.rng.random() < self.manners.says_pass:
                self.events.append(Passed(seat))
            if self.duel is not None:
                self.duel = None
                return
            self.passed.add(seat)
            self.last = seat

    def _lay(self, seat: Seat, laid: RankSet) -> None:
        """Lay a set and see what it starts or ends."""
        self._put(seat, laid)
        if self.laws.is_unbeatable(laid):
            self.duel = None
        elif self.duel is not None:
            self.is_answered = True
            if not self.hands[seat]:
                self.duel = None
        else:
            self._start_duel(seat, laid)

    def _start_duel(self, seat: Seat, laid: RankSet) -> None:
        dui_men = (seat + 3) % SEATS
        if self.laws.starts_gou_ji(laid) and self.hands[seat] and self.hands[dui_men]:
            self.duel, self.is_answered = (seat, dui_men), False
            self.hand.duels += 1

    def _put(self, seat: Seat, laid: RankSet) -> None:
        cards = take(self.hands[seat], laid)
        self.events.append(CardsPlayed(seat, cards))
        self.top, self.best, self.last = laid, seat, seat
        self.passed.discard(seat)
        if not self.hands[seat]:
            self.hand.outs.append(seat)

    def _next_leader(self) -> Seat:
        return next(seat for seat in ((self.best + step) % SEATS for step in range(SEATS + 1)) if self.hands[seat])

    def _clear(self, leader: Seat) -> None:
        # The camera sees the table cleared; where the winner leads on, his lead says as much.
        if leader != self.best or self.rng.random() < self.manners.clears:
            self.events.append(TrickGathered(self.best if self.rng.random() < 0.5 else None))

    def _stops(self) -> bool:
        if self.after_event is not None and self.after_event(self):
            self.is_stopped = True
        return self.is_stopped

    # --- Shao Pai -------------------------------------------------------------------------------------------------

    def _burn(self) -> bool:
        """Whether somebody announced Shao Pai over the set that has just started the Gou Ji."""
        assert self.top is not None
        assert self.duel is not None
        if self.is_answered or not isinstance(self.events[-1], CardsPlayed):
            return False
        over, top = self.best, self.top
        for step in (1, 5, 3):  # H18: nearest first, the Dui Men last
            seat = (over + step) % SEATS
            if not self.hands[seat]:
                continue
            kind = self.laws.shao_pai(self.hands[seat], top)
            if kind is not None and self.rng.random() < self.manners.burns:
                word = SHAO_PAI if kind == "basic" else SHAO_PAI_EXTENDED
                self._burn_sets(seat, word, split_for_shao_pai(self.laws, self.hands[seat], top))
                return True
            if kind is None and self.rng.random() < self.manners.burns_falsely:
                sets = self._false_split(seat)
                if sets:
                    index = len(self.events)
                    was_beaten = self._burn_sets(seat, SHAO_PAI, sets)
                    self.hand.false_burns.append(FalseBurn(seat, index, was_beaten))
                    return True
        return False

    def _false_split(self, seat: Seat) -> list[RankSet]:
        """A set that beats, from a hand that is not two sets, and one joker-free rank that does not empty it."""
        first = self._answer(seat, 1.0)
        if first is None:
            return []
        left = Counter(card.rank for card in self.hands[seat])
        left.subtract(first.ranks)
        naturals = [rank for rank, number in left.items() if number > 0 and rank in self.laws.naturals]
        if len(naturals) < 2 or len(naturals) - 1 <= left[BLACK] + left[RED]:
            return []
        second = self.laws.classify_ranks([naturals[0]] * left[naturals[0]])
        assert second is not None
        return [first, second]

    def _burn_sets(self, seat: Seat, word: str, sets: Sequence[RankSet]) -> bool:
        """Lay the sets of a Shao Pai until one is beaten; whether one was."""
        self.hand.burns += 1
        self.events.append(Announced(seat, word))
        self.duel = None
        for number, laid in enumerate(sets, start=1):
            self.passed = set()
            self._put(seat, laid)
            if self.is_over() or not self.hands[seat]:
                return False  # The last set is open to all, as in normal play.
            if number == len(sets):
                self._start_duel(seat, laid)  # It was no Shao Pai: the set is a lead like any other.
                return False
            for step in range(1, SEATS):
                other = (seat + step) % SEATS
                if self.laws.is_unbeatable(laid) or not self.hands[other]:
                    continue
                answer = self._answer(other, self.manners.challenges)
                if answer is not None:
                    self._put(other, answer)
                    dui_men = (other + 3) % SEATS
                    is_basic = number == 1 and word == SHAO_PAI
                    if is_basic and not self.laws.is_unbeatable(answer) and self.hands[other] and self.hands[dui_men]:
                        self.duel, self.is_answered = (other, dui_men), False
                    return True
        return False

    # --- sets -----------------------------------------------------------------------------------------------------

    def _leading_set(self, seat: Seat) -> RankSet:
        """A lead: mostly all cards of a low rank, sometimes anything."""
        counts = Counter(card.rank for card in self.hands[seat])
        ranks = sorted(counts, key=lambda rank: self.laws.strengths[rank])
        if self.rng.random() < 0.8:
            rank = ranks[min(len(ranks) - 1, int(self.rng.expovariate(0.7)))]
            size = counts[rank] if self.rng.random() < 0.8 else self.rng.randint(1, counts[rank])
            chosen = [rank] * size
        else:
            rank = self.rng.choice(ranks)
            wild = [each for each in (TWO, BLACK, RED) if counts[each] and each != rank]
            chosen = [rank] * self.rng.randint(1, counts[rank])
            if rank not in (BLACK, RED) and wild:
                chosen.append(self.rng.choice(wild))
        laid = self.laws.classify_ranks(chosen)
        assert laid is not None
        return laid

    def _answer(self, seat: Seat, chance: float) -> RankSet | None:
        assert self.top is not None
        if self.rng.random() >= chance or len(self.hands[seat]) < self.top.size:
            return None
        counts = Counter(card.rank for card in self.hands[seat])
        plain = [rank for rank in self.laws.order if counts[rank] >= self.top.size]
        if plain and self.rng.random() < 0.8:
            for rank in plain:
                laid = self.laws.classify_ranks([rank] * self.top.size)
                if laid is not None and self.laws.beats(self.top, laid):
                    return laid
        answers = list(self.laws.answers(counts, self.top))
        return self.rng.choice(answers) if answers else None


def take(hand: list[Card], laid: RankSet) -> tuple[Card, ...]:
    """The cards of a set out of a hand, which loses them."""
    taken = []
    for rank in laid.ranks:
        card = next(card for card in hand if card.rank == rank)
        hand.remove(card)
        taken.append(card)
    return tuple(taken)


def split_for_shao_pai(laws: GouJiLaws, hand: Sequence[Card], top: RankSet) -> list[RankSet]:
    """The sets of a hand that may Shao Pai over `top`, in the order to lay them."""
    counts = Counter(card.rank for card in hand)
    kind = laws.shao_pai(hand, top)
    for first in laws.answers(counts, top):
        left = Counter(counts)
        left.subtract(first.ranks)
        rest = [rank for rank, number in left.items() for _ in range(number)]
        last = laws.classify_ranks(rest)
        if kind == "basic" and last is not None:
            return [first, last]
        if kind == "extended":
            jokers = [rank for rank in rest if rank in (BLACK, RED)]
            naturals = [rank for rank in sorted(set(rest)) if rank in laws.naturals]
            spare = [rank for rank in rest if rank == TWO]
            if len(naturals) < 2 or len(jokers) < len(naturals) - 1:
                continue
            groups = [[rank] * left[rank] for rank in naturals]
            for place, group in enumerate(groups[:-1]):
                group.append(jokers[place])
            groups[0] += jokers[len(naturals) - 1 :]
            groups[-1] += spare
            sets = [laws.classify_ranks(group) for group in groups]
            return [first, *(laid for laid in sets if laid is not None)]
    return []
