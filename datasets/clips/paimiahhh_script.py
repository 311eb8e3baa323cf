"""A random round of PaiMiahhh as it happens at a table: auction, plays, the open hand, and what players say.

The players hold real hands and follow suit by the rule's own words. Whose turn it is, who wins and what is to be told
they ask the engine: its rules have tests of their own, and a clip examines what is seen, not them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.clips.rounds import ScriptedPlay
from engine.cards import Card
from engine.decks_paimiahhh import EIGHT_STAR, JOKER_STAR, STARTER, TRUMP_STAR, paimiahhh_deck
from engine.events import BidMade, CardsPlayed, Declared, Event, GameStarted, HandShown, Passed, RoundStarted
from engine.fold import fold
from engine.log import Entry
from engine.state import Phase, State

GAME = "paimiahhh"
NAMES = ("Ada", "Bela", "Chen", "Dora")
SEAT_COUNT = 4
OFFENCES = ("revoke",)
_ALONE = frozenset({JOKER_STAR, TRUMP_STAR, EIGHT_STAR, STARTER})
"""Cards whose colour depends on more than their print: nobody revokes with them."""


@dataclass(frozen=True, slots=True)
class Word:
    """What the player of a card says with it: the kind of request, and the answer."""

    kind: str
    choice: str


@dataclass(frozen=True, slots=True)
class ScriptedPaiMiahhh:
    """A whole round; `plays` are in the order in which the cards reach the table, `words` stand beside them."""

    specials: tuple[str, ...]
    dealer: int
    calls: tuple[BidMade | Passed, ...]
    declarer: int
    trump: str
    plays: tuple[ScriptedPlay, ...]
    words: tuple[tuple[Word, ...], ...]
    winners: tuple[int, ...]
    dummy_hand: tuple[str, ...]
    """What the Dummy lays open after its first card."""
    scores: tuple[int, ...]

    @property
    def dummy(self) -> int:
        """The Declarer's partner."""
        return (self.declarer + 2) % SEAT_COUNT


class _Log:
    """The log of the round so far and what the engine makes of it."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.state = State()

    def tell(self, event: Event) -> int:
        """Append an event; returns its entry's number."""
        self.entries.append(Entry(len(self.entries) + 1, event))
        self.state = fold(self.entries)
        return len(self.entries)


def script_paimiahhh(
    rng: np.random.Generator, specials: tuple[str, str], *, offences: tuple[str, ...] = (), dealer: int | None = None
) -> ScriptedPaiMiahhh:
    """Deal, bid and play one round at random; "revoke" among `offences`: one play does not follow though it could.

    Raises ValueError for an unknown offence.
    """
    if unknown := set(offences) - set(OFFENCES):
        raise ValueError(f"expected offences out of {', '.join(OFFENCES)}, got {', '.join(sorted(unknown))}")
    while True:
        first_dealer = int(rng.integers(SEAT_COUNT)) if dealer is None else dealer
        played = _play_round(rng, specials, first_dealer, with_revoke="revoke" in offences)
        if played is not None:
            return played


def _play_round(
    rng: np.random.Generator, specials: tuple[str, str], dealer: int, *, with_revoke: bool
) -> ScriptedPaiMiahhh | None:
    log = _Log()
    log.tell(GameStarted(GAME, NAMES, {"specials": specials}))
    log.tell(RoundStarted(dealer=dealer))
    calls = _auction(rng, log)
    if _round(log).phase is Phase.VOID:
        return None
    pack = list(paimiahhh_deck(specials))
    rng.shuffle(pack)  # type: ignore[arg-type]
    hands = [pack[seat * 12 : seat * 12 + 12] for seat in range(SEAT_COUNT)]
    particulars = _round(log).paimiahhh
    assert particulars is not None and particulars.declarer is not None and particulars.marker is not None  # noqa: PT018
    dummy = (particulars.declarer + 2) % SEAT_COUNT
    revoke_from = int(rng.integers(4, 30)) if with_revoke else None
    plays: list[ScriptedPlay] = []
    words: list[tuple[Word, ...]] = []
    open_hand: tuple[str, ...] = ()
    while _round(log).phase is not Phase.OVER:
        expected = log.state.expected
        seat = next(s for s in range(SEAT_COUNT) if STARTER in hands[s]) if not plays else expected.seat
        assert seat is not None
        card, is_revoke = _choose(rng, hands[seat], expected.led_suit, particulars.marker.colour, plays, revoke_from)
        revoke_from = None if is_revoke else revoke_from
        hands[seat].remove(card)
        entry_id = log.tell(CardsPlayed(seat, (card,)))
        plays.append(ScriptedPlay((len(plays)) // SEAT_COUNT, seat, card.code, "revoke" if is_revoke else None))
        words.append(_say(rng, log, entry_id, expected.led_suit, hands[seat]))
        if seat == dummy and not open_hand:
            laid_open = sorted(hands[seat], key=lambda each: (each.suit is None, each.suit or "", each.rank))
            open_hand = tuple(each.code for each in laid_open)
            log.tell(HandShown(dummy, tuple(laid_open)))
    if revoke_from is not None:
        return None
    done = _round(log)
    winners = tuple(int(str(trick.taken_by)) for trick in done.tricks)
    scores = done.scores
    assert scores is not None
    return ScriptedPaiMiahhh(
        specials, dealer, calls, particulars.declarer, particulars.marker.colour,
        tuple(plays), tuple(words), winners, open_hand, tuple(scores),
    )  # fmt: skip


def _round(log: _Log):
    assert log.state.round is not None
    return log.state.round


def _auction(rng: np.random.Generator, log: _Log) -> tuple[BidMade | Passed, ...]:
    calls: list[BidMade | Passed] = []
    while log.state.expected.kind == "bid":
        seat, position = log.state.expected.seat, _round(log).paimiahhh.position
        assert seat is not None
        call: BidMade | Passed = Passed(seat)
        if position < 14 and rng.random() < 0.4:
            call = BidMade(seat, position + int(rng.integers(1, 5)))
        calls.append(call)
        log.tell(call)
    return tuple(calls)


def _choose(
    rng: np.random.Generator,
    hand: list[Card],
    led: str | None,
    trump: str,
    plays: list[ScriptedPlay],
    revoke_from: int | None,
) -> tuple[Card, bool]:
    """→ (a card, whether it is a revoke): R15, R18 to R20 in so many words."""
    if STARTER in hand and not plays:
        return STARTER, False
    following = [card for card in hand if card.suit == led or (card == TRUMP_STAR and led == trump)]
    others = [card for card in hand if card not in following and card not in _ALONE]
    if led is not None and following and others and revoke_from is not None and len(plays) >= revoke_from:
        return others[int(rng.integers(len(others)))], True
    legal = [*following, *(card for card in hand if card == JOKER_STAR)] if led is not None and following else hand
    return legal[int(rng.integers(len(legal)))], False


def _say(rng: np.random.Generator, log: _Log, entry_id: int, led: str | None, hand: list[Card]) -> tuple[Word, ...]:
    """Answer at random what the card just laid asks of its player."""
    said: list[Word] = []
    while asked := [each for each in log.state.requests if each.entry_id == entry_id and each.kind != "hand"]:
        choices = list(asked[0].choices)
        if asked[0].kind == "joker" and any(card.suit == led for card in hand):
            choices = [choice for choice in choices if choice[1] == led]
        word = Word(asked[0].kind, str(rng.choice(choices)))
        said.append(word)
        log.tell(Declared(entry_id, word.kind, word.choice))
    return tuple(said)
