"""PaiMiahhh (怪七八糟): two pairs bid a marker up a matrix of tiles; tricks and sloughs make points.

Rule numbers R1-R43 and A1-A36 are those of the project's rules analysis; the options and what has none are listed in
`paimiahhh_options`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.events import CardsPlayed, Declared, HandShown, Seat
from engine.games.paimiahhh_deal import SEATS, KeptCardShown
from engine.games.paimiahhh_options import OPTIONS, Settings, settle
from engine.games.paimiahhh_round import PaiMiahhhRound
from engine.games.paimiahhh_score import winning_teams
from engine.log import Entry
from engine.scheduled_game import Round
from engine.state import State
from engine.target_game import TargetGame
from engine.verdicts import Code

KEY = "paimiahhh"


class PaiMiahhh(TargetGame):
    """A game of PaiMiahhh: rounds until a team has 150 after the scoring (R39)."""

    key = KEY
    seat_count = SEATS
    misdeal_rule = "R5"

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry, OPTIONS)
        self.deals: list[PaiMiahhhRound] = []
        self._shown: dict[int, list[KeptCardShown]] = {}
        self.settings = self._settle(entry.id)
        self.cards_each = self.settings.cards_each

    def _settle(self, entry_id: int) -> Settings:
        try:
            return settle(self.options)
        except ValueError as error:
            self._notice(Code.OPTION_IGNORED, entry_id, key="specials", option="specials", reason=str(error))
            self.options = {**self.options, "specials": "first"}
        try:
            return settle(self.options)
        except ValueError:
            self.options = {**self.options, "special_pool": "with_blank"}
            return settle(self.options)

    # --- supplied to the core -------------------------------------------------------------------------------------

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Partners sit opposite (R1)."""
        return ((0, 2), (1, 3))

    @property
    def first_dealer(self) -> Seat | None:
        """The seat before the first bidder."""
        return (int(str(self.options["first_bidder"])) - 1) % SEATS

    def winners_at(self, totals: Sequence[int]) -> tuple[int, ...]:
        """R39, A32."""
        return winning_teams(totals, tie_is_shared=self.options["tie"] == "shared")

    def new_round(self, entry_id: int, number: int, hand_size: int, dealer: Seat) -> Round:  # noqa: ARG002
        """A round at its deal; the first bidder sits clockwise from the dealer."""
        deal = PaiMiahhhRound(entry_id, number, dealer, self.settings)
        self.deals.append(deal)
        return deal

    # --- what happens ---------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take in one event; none is refused."""
        event = entry.event
        told_of = self._deal_of(event.about) if isinstance(event, Declared) else None
        if told_of is not None:
            # An answer may come when the next round is on already.
            told_of.apply(entry)
            self._frozen.pop(told_of.entry_id, None)
            return
        super().apply(entry)
        self.deals = [deal for deal in self.deals if deal in self.rounds]
        if self.options["variant_2"] and self.deals:
            if isinstance(event, CardsPlayed | HandShown) and 0 <= event.seat < SEATS:
                shown = self._shown.setdefault(self.deals[-1].entry_id, [])
                shown.extend(KeptCardShown(entry.id, event.seat, card) for card in event.cards)
                if not any(card in deal.kept_cards() for deal in self.deals[:-1] for card in event.cards):
                    return
            self._prove_by_kept_cards()

    def state(self) -> State:
        """The whole game as a frozen value, with what is still to be told."""
        state = super().state()
        return replace(state, requests=tuple(request for deal in self.deals for request in deal.requests))

    def _deal_of(self, entry_id: int) -> PaiMiahhhRound | None:
        """The deal in which an entry laid cards."""
        return next((deal for deal in reversed(self.deals) if deal.has_laid(entry_id)), None)

    def _prove_by_kept_cards(self) -> None:
        """Variant 2: a card kept from a round and shown in a later one was in that hand all along (§4.2)."""
        for place, deal in enumerate(self.deals[:-1]):
            kept = set(deal.kept_cards())
            proofs: list[KeptCardShown] = []
            for later in self.deals[place + 1 :]:
                if not kept or later.is_void:
                    break  # Thrown in: every card went back into the pack.
                for shown in self._shown.get(later.entry_id, []):
                    if shown.card in kept:
                        kept.remove(shown.card)
                        proofs.append(shown)
            if deal.prove_later(proofs):
                self._frozen.pop(deal.entry_id, None)

    # --- what is so -----------------------------------------------------------------------------------------------

    def _next_dealer(self, number: int) -> Seat | None:  # noqa: ARG002
        """R7: the Declarer bids first in the next round; after a thrown-in deal the same seat again (A5)."""
        if not self.deals:
            return self.first_dealer
        last = self.deals[-1]
        if last.is_void:
            is_next = last.auction.is_thrown_in and self.options["redeal_first_bidder"] == "next_clockwise"
            return (last.dealer + is_next) % SEATS
        return last.dealer if last.declarer is None else (last.declarer - 1) % SEATS
