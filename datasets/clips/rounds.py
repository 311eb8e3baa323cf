"""A random round of Pairs Oh Hell as it happens at a table: deal, bids, plays, tricks, scores.

This is the script a clip is filmed from. It knows the rules on its own, so that the truth beside a clip does not
come from the code that is being examined with it; a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SEAT_COUNT = 4
OFFENCES = ("revoke", "out_of_turn")


@dataclass(frozen=True, slots=True)
class ScriptedPlay:
    """One card laid by one seat; `offence` names what is wrong with it, if anything."""

    trick: int
    seat: int
    card: str
    offence: str | None = None


@dataclass(frozen=True, slots=True)
class ScriptedRound:
    """A whole round; `plays` are in the order in which the cards reach the table."""

    hand_size: int
    dealer: int
    turned_card: str
    bids: tuple[int, ...]
    plays: tuple[ScriptedPlay, ...]
    winners: tuple[int, ...]

    @property
    def trump(self) -> str:
        """The suit of the turned card."""
        return self.turned_card[1]

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks by seat."""
        return tuple(self.winners.count(seat) for seat in range(SEAT_COUNT))

    @property
    def pair_scores(self) -> tuple[int, int]:
        """Points of the pairs (0, 2) and (1, 3)."""
        won = self.tricks_won
        first, second = (
            pair_score(self.bids[pair] + self.bids[pair + 2], won[pair] + won[pair + 2]) for pair in (0, 1)
        )
        return first, second


def trick_winner(plays: list[tuple[int, str]], trump: str) -> int:
    """The seat that wins [(seat, card), ...]: the highest trump, else the highest card of the suit led (R9)."""
    led_suit = plays[0][1][1]

    def strength(play: tuple[int, str]) -> tuple[int, int]:
        rank, suit = play[1]
        return (2 if suit == trump else 1 if suit == led_suit else 0), RANKS.index(rank)

    return max(plays, key=strength)[0]


def pair_score(bid: int, won: int) -> int:
    """Points of a pair that bid and won so many tricks (R12)."""
    if bid != won:
        return won - bid
    return 5 * won if won else 4


def script_round(
    rng: np.random.Generator, hand_size: int, *, offences: tuple[str, ...] = (), dealer: int | None = None
) -> ScriptedRound:
    """Deal and play one round at random, with each of `offences` committed exactly once.

    A revoke is always proved later in the clip: the card that should have been played comes out in a later trick.
    Raises ValueError for an unknown offence or a hand size that leaves no card to turn.
    """
    if not 1 <= hand_size <= 12:
        raise ValueError(f"expected a hand size from 1 to 12, got {hand_size}")
    if unknown := set(offences) - set(OFFENCES):
        raise ValueError(f"expected offences out of {', '.join(OFFENCES)}, got {', '.join(sorted(unknown))}")
    if "revoke" in offences and hand_size < 2:
        raise ValueError("a revoke needs a later trick to prove it: expected a hand size of at least 2")
    for _ in range(1000):
        played = _play_round(rng, hand_size, offences, int(rng.integers(SEAT_COUNT)) if dealer is None else dealer)
        if played is not None:
            return played
    raise ValueError(f"no deal of {hand_size} cards allowed the offences {', '.join(offences)}")


def _play_round(
    rng: np.random.Generator, hand_size: int, offences: tuple[str, ...], dealer: int
) -> ScriptedRound | None:
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    rng.shuffle(pack)
    hands = [pack[seat * hand_size : (seat + 1) * hand_size] for seat in range(SEAT_COUNT)]
    turned_card = pack[SEAT_COUNT * hand_size]
    trump = turned_card[1]
    bids = _bids(rng, hands, trump, dealer)

    # Where there is room, the first tricks are left alone: a spectator should have seen order before disorder.
    first = min(1, hand_size - 2)
    revoke_trick = int(rng.integers(first, max(hand_size - 2, first + 1))) if "revoke" in offences else None
    swap_trick = int(rng.integers(min(1, hand_size - 1), hand_size)) if "out_of_turn" in offences else None
    if swap_trick is not None and swap_trick == revoke_trick:
        return None

    plays: list[ScriptedPlay] = []
    winners: list[int] = []
    leader = (dealer + 1) % SEAT_COUNT
    for trick in range(hand_size):
        order = [(leader + step) % SEAT_COUNT for step in range(SEAT_COUNT)]
        swapped_seat = None
        if trick == swap_trick:
            early = int(rng.integers(1, 3))
            order[early], order[early + 1] = order[early + 1], order[early]
            swapped_seat = order[early]
        on_table: list[tuple[int, str]] = []
        revoked = False
        for seat in order:
            led_suit = on_table[0][1][1] if on_table else None
            following = [card for card in hands[seat] if card[1] == led_suit]
            others = [card for card in hands[seat] if card[1] != led_suit]
            offence = "out_of_turn" if seat == swapped_seat else None
            choice = following or hands[seat]
            if trick == revoke_trick and not revoked and following and others and rng.random() < 0.6:
                choice, offence, revoked = others, "revoke", True
            card = _choose(rng, choice, on_table, trump)
            hands[seat].remove(card)
            on_table.append((seat, card))
            plays.append(ScriptedPlay(trick, seat, card, offence))
        if trick == revoke_trick and not revoked:
            return None
        leader = trick_winner(on_table, trump)
        winners.append(leader)
    return ScriptedRound(hand_size, dealer, turned_card, bids, tuple(plays), tuple(winners))


def _choose(rng: np.random.Generator, choice: list[str], on_table: list[tuple[int, str]], trump: str) -> str:
    """Mostly the cheapest winning card, else the lowest; sometimes anything, as people do."""
    by_rank = sorted(choice, key=lambda card: (card[1] == trump, RANKS.index(card[0])))
    if not on_table or rng.random() < 0.35:
        return choice[int(rng.integers(len(choice)))]
    winning = [card for card in by_rank if trick_winner([*on_table, (-1, card)], trump) == -1]
    return winning[0] if winning and rng.random() < 0.7 else by_rank[0]


def _bids(rng: np.random.Generator, hands: list[list[str]], trump: str, dealer: int) -> tuple[int, ...]:
    """Bids that fit the hands roughly and obey the hook (R7)."""
    hand_size = len(hands[0])
    bids = [0] * SEAT_COUNT
    for step in range(1, SEAT_COUNT + 1):
        seat = (dealer + step) % SEAT_COUNT
        worth = 0.0
        for rank, suit in hands[seat]:
            height = RANKS.index(rank)
            worth += max(0.25, min(0.95, 0.3 + 0.06 * height)) if suit == trump else max(0.0, 0.22 * (height - 8.6))
        bids[seat] = int(np.clip(round(worth * 0.85 + rng.normal(0, 0.4)), 0, hand_size))
    if sum(bids) == hand_size:
        step = 1 if bids[dealer] == 0 or (bids[dealer] < hand_size and rng.random() < 0.5) else -1
        bids[dealer] += step
    return tuple(bids)
