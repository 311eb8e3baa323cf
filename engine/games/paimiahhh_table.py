"""The tricks of a round of PaiMiahhh as they are played: openers that lead nothing, Reverse, tricks nobody can win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.decks_paimiahhh import JOKER_STAR, REVERSE, TRUMP_STAR
from engine.docket import Docket
from engine.events import Seat
from engine.games.paimiahhh_tricks import PaiMiahhhRules
from engine.state import Standing, VerdictClass
from engine.trick_table import Play, Trick, TrickTable


@dataclass(frozen=True, slots=True)
class TableOptions:
    """A6 `reverse_effect`, A7 `reverse_toggles`, A18 `no_lead_winner`."""

    reverse_effect: str = "ccw_play"
    reverse_toggles: bool = False
    no_lead_winner: str = "opener"


class PaiMiahhhTable(TrickTable):
    """The play of one round; `first_leader` is None where the Starter's holder opens (R15)."""

    rules: PaiMiahhhRules
    rule_numbers: Mapping[str, str] = {
        "opening": "R40",
        "leading": "R16",
        "turn": "R16",
        "one_card": "R16",
        "cards_each": "R5",
        "deck": "R4",
    }

    def __init__(
        self,
        docket: Docket,
        rules: PaiMiahhhRules,
        team_of: Sequence[int],
        hand_size: int,
        first_leader: Seat | None,
        *,
        cards_each: int,
        options: TableOptions,
    ) -> None:
        super().__init__(docket, rules, team_of, hand_size, first_leader, cards_each=cards_each)
        self.options = options
        self._outcomes: dict[int, tuple[object, tuple[Seat | None, bool]]] = {}

    def play(self, entry_id: int, seat: Seat, cards: Sequence[Card]) -> None:
        """A seat lays cards; a trick that nobody can win may go back to the hands (A18 "replay")."""
        super().play(entry_id, seat, cards)
        trick = self.tricks[-1] if self.tricks else None
        if trick is None:
            return
        if self.options.no_lead_winner == "replay" and self.is_complete(trick) and self._nobody_can_win(trick):
            for play in trick.by_seat.values():
                play.standing = Standing.TAKEN_BACK
                self.played[play.seat] -= 1
                self.sightings.hold(play.card, play.entry_id, play.seat)
            self._refresh(trick)

    def winner(self, trick: Trick) -> Seat | None:
        """Who wins the trick; the opener one that no card can win (A18), None if nobody does or it is not known yet."""
        seat = super().winner(trick)
        if seat is None and self._is_closed(trick) and self.options.no_lead_winner == "opener":
            return trick.opener.seat if trick.opener and self._nobody_can_win(trick) else None
        return seat

    def leader_after(self, trick: Trick) -> Seat | None:
        """The seat that took the trick; the same opener again where nobody did."""
        seat = self.taken_by(trick)
        if seat is None and trick.opener is not None and self._is_closed(trick) and self._nobody_can_win(trick):
            return trick.opener.seat
        return seat

    def direction(self, trick: Trick) -> int:
        """Clockwise until the trick after Reverse (R35)."""
        return self.direction_in(trick.number)

    def direction_in(self, trick_number: int) -> int:
        """The order of play in a trick that need not have begun: 1 clockwise, -1 the other way."""
        return -1 if self.options.reverse_effect == "ccw_play" and self._is_reversed(trick_number) else 1

    def is_dead_joker(self, trick: Trick) -> bool:
        """Whether the Joker lies in the trick without power (R30)."""
        cards = [play.card for play in trick.by_seat.values()]
        return JOKER_STAR in cards and self.rules.is_dead((*cards, *self._seen_before(trick)))

    def played_cards(self, seat: Seat) -> list[Card]:
        """The cards of a seat that lie in tricks."""
        return [
            play.card
            for trick in self.tricks
            for play in trick.plays
            if play.seat == seat and play.standing is not Standing.TAKEN_BACK
        ]

    # --- what differs inside the core -----------------------------------------------------------------------------

    def _is_closed(self, trick: Trick) -> bool:
        return bool(trick.by_seat) and (self.is_complete(trick) or trick.gathered_entry_id is not None)

    def _is_reversed(self, trick_number: int) -> bool:
        if not self.sightings.of(REVERSE):
            return False
        count = sum(
            1 for trick in self.tricks[: trick_number - 1] for play in trick.by_seat.values() if play.card == REVERSE
        )
        return count % 2 == 1 if self.options.reverse_toggles else count > 0

    def _low_wins(self, trick: Trick) -> bool:
        return self.options.reverse_effect == "low_wins" and self._is_reversed(trick.number)

    def _seen_before(self, trick: Trick) -> list[Card]:
        """The cards of earlier tricks, where they take a Joker's power (A14)."""
        if not self.rules.options.twin_scope_is_table:
            return []
        return [play.card for earlier in self.tricks[: trick.number - 1] for play in earlier.by_seat.values()]

    def _best_seat(self, trick: Trick) -> Seat | None:
        return self._outcome(trick)[0] if trick.by_seat else None

    def _nobody_can_win(self, trick: Trick) -> bool:
        winner, is_undecided = self._outcome(trick)
        return winner is None and not is_undecided

    def _outcome(self, trick: Trick) -> tuple[Seat | None, bool]:
        """(who wins the cards in the trick, whether that is still open); asked for again and again, so remembered."""
        low_wins, seen = self._low_wins(trick), tuple(self._seen_before(trick))
        plays = tuple((play.seat, play.card) for play in trick.by_seat.values())
        key = (self.rules, plays, low_wins, seen)
        known = self._outcomes.get(trick.number)
        if known is None or known[0] != key:
            winner = self.rules.winner(plays, low_wins=low_wins, seen_before=seen)
            is_undecided = winner is None and self.rules.is_undecided(plays, low_wins=low_wins, seen_before=seen)
            known = self._outcomes[trick.number] = (key, (winner, is_undecided))
        return known[1]

    def _count(self, trick: Trick, play: Play) -> None:
        super()._count(trick, play)
        lead = trick.lead
        if lead is not None and lead.card == JOKER_STAR and not self.rules.options.dead_joker_leads:
            # A15: the twin that has just come passes the lead on.
            cards = [each.card for each in trick.by_seat.values()]
            if self.rules.is_dead((*cards, *self._seen_before(trick))):
                others = [each for each in trick.by_seat.values() if each is not lead]
                trick.lead = next((each for each in others if self.rules.sets_lead(each.card)), lead)
                trick.led_suit = self.rules.suit_of(trick.lead.card)

    def _unseen(self) -> tuple[Mapping[str, int], int]:
        unseen = dict(self.sightings.unseen_by_suit)
        total = sum(unseen.values())
        for name in self.rules.deck.specials:
            card = Card(name, None)
            if not self.sightings.of(card):
                total += 1
                if card == TRUMP_STAR:
                    for suit in self.rules.obliges(card):
                        unseen[suit] += 1
        return unseen, total

    def _check_following(self, play: Play, trick: Trick, *, is_lead: bool) -> None:
        super()._check_following(play, trick, is_lead=is_lead)
        if play.card == JOKER_STAR and self.rules.options.joker_obliges:
            # A12: a Joker that had to follow is its own proof.
            for suit in self.rules.deck.suits:
                for claim in self.claims.against(play.seat, suit):
                    if claim.entry_id == play.entry_id and not claim.is_disproved:
                        claim.proof.append((play.entry_id, play.card, trick.number))
                        self._void_suits = None
                        self._revoke(claim, klass=VerdictClass.IMMEDIATE)
