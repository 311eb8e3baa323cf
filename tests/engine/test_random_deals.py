"""Random rounds by players who see their hands: what they did is the truth the referee is held against."""

from __future__ import annotations

from random import Random

import pytest

from engine import BidMade, Card, CardTurned, GameStarted, RoundStarted, fold, numbered
from engine.games.oh_hell_pairs import pair_score
from engine.self_play import deal, play_game, play_round
from engine.tricks import TrickRules
from tests.engine.self_play_size import CHEATS

pytestmark = pytest.mark.self_play

RANKS = "23456789TJQKA"


def literal_winner(trick: list[tuple[int, Card]], trump: str | None) -> int:
    """R9 word for word: the highest trump if any was played, else the highest card of the suit led."""
    trumps = [(RANKS.index(card.rank), seat) for seat, card in trick if card.suit == trump]
    followers = [(RANKS.index(card.rank), seat) for seat, card in trick if card.suit == trick[0][1].suit]
    return max(trumps or followers)[1]


def round_events(rng: Random, hand_size: int, *, with_revoke: bool = False):
    hands, rest = deal(rng, hand_size)
    turned = rest[0] if rest else hands[3][-1]
    played = play_round(rng, hands, TrickRules(trump=turned.suit), 0, with_revoke=with_revoke)
    events = [
        GameStarted("oh_hell_pairs", tuple("ABCD"), {"rounds": (hand_size,)}),
        RoundStarted(3),
        CardTurned(turned),
        *(BidMade(seat, 0) for seat in range(4)),
        *played.events(),
    ]
    return events, played, turned


@pytest.mark.parametrize("hand_size", range(1, 14))
def test_a_legal_round_has_no_verdict_and_its_tricks_go_to_the_winners(hand_size):
    for seed in range(max(20, CHEATS)):
        events, played, turned = round_events(Random(f"{hand_size}/{seed}"), hand_size)

        state = fold(numbered(events))

        winners = [literal_winner(list(trick), turned.suit) for trick in played.tricks]
        assert state.verdicts == ()
        assert winners == [trick.winner for trick in state.round.tricks]
        assert tuple(won or 4 for won in state.round.team_tricks) == state.totals
        assert hand_size == sum(state.round.tricks_won)


@pytest.mark.parametrize("hand_size", [2, 4, 5, 8, 10, 12, 13])
def test_a_revoke_is_always_proved_when_the_round_is_played_out_and_only_against_its_seat(hand_size):
    revokes = 0
    for seed in range(max(60, CHEATS)):
        events, played, _ = round_events(Random(f"{hand_size}:{seed}"), hand_size, with_revoke=True)

        found = [verdict for verdict in fold(numbered(events)).verdicts if verdict.code == "revoke"]

        if played.revoke is None:
            assert found == []
            continue
        revokes += 1
        (verdict,) = found
        assert (played.revoke.seat, played.revoke.trick_number, played.revoke.suit) == (
            verdict.seat,
            verdict.trick_number,
            verdict.params["suit"],
        )
        roles = {candidate.role for candidate in verdict.misread_candidates}
        assert {"offence", "lead"} <= roles
    assert revokes > 20


def test_a_revoke_is_never_reported_before_a_card_proves_it():
    for seed in range(40):
        events, played, _ = round_events(Random(seed), 13, with_revoke=True)
        if played.revoke is None:
            continue
        log = numbered(events)
        verdict = next(verdict for verdict in fold(log).verdicts if verdict.code == "revoke")
        before = [entry for entry in log if entry.id < max(verdict.proof[0], verdict.offence)]

        assert "revoke" not in {each.code for each in fold(before).verdicts}


def test_a_misread_card_never_goes_unnoticed_in_a_round_of_all_cards():
    """Reading one card as another of the 52 must surface by the end, as hidden_information's measurements say."""
    for seed in range(60):
        rng = Random(seed)
        events, _, _ = round_events(rng, 13)
        place = rng.randrange(7, len(events))
        while not hasattr(events[place], "cards"):
            place = rng.randrange(7, len(events))
        true_card = events[place].cards[0]
        wrong = rng.choice([card for card in TrickRules().deck if card != true_card])
        events[place] = type(events[place])(events[place].seat, (wrong,))

        state = fold(numbered(events))

        codes = {verdict.code for verdict in state.verdicts}
        assert codes & {"duplicate", "shown_card_from_other_seat"}
        assert "cards_missing" in codes
        assert state.round.blocked_by
        assert state.totals == (0, 0)


def test_whole_games_keep_their_invariants():
    for seed in range(12):
        sizes = (4, 13, 7, 1, 12)
        state = fold(numbered(play_game(Random(seed), sizes)))

        assert {verdict.code for verdict in state.verdicts} <= {"pair_bid_above_hand"}
        assert list(sizes) == [each.hand_size for each in state.rounds]
        for each in state.rounds:
            exact = [bid == won for bid, won in zip(each.team_bids, each.team_tricks, strict=True)]
            assert sum(exact) <= 1
            assert each.hand_size == sum(each.team_tricks)
            assert each.scores == tuple(map(pair_score, each.team_bids, each.team_tricks))
            if not any(exact):
                # Consequence of R12: W₁ + W₂ = n.
                assert each.hand_size - sum(each.team_bids) == sum(each.scores)
        assert state.totals == tuple(map(sum, zip(*(each.scores for each in state.rounds), strict=True)))
        assert state.winners == tuple(t for t in (0, 1) if state.totals[t] == max(state.totals))
