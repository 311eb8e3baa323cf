"""What plays say about the hands they came from: claims, the cards that disprove them, the counting proof.

A seat that does not follow suit claims to have none. `TrickRules.claims` says what each play claims and
`TrickRules.obliges` what disproves it; this keeps the claims of a round, finds the offences, and knows the hands as far
as the table shows them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.cards import Card
from engine.conservation import Sightings
from engine.docket import Docket
from engine.events import Seat
from engine.plays import Play, Trick
from engine.revokes import Claim, Claims, impossible_suits
from engine.state import MisreadCandidate, SeatKnowledge, Severity, Standing, VerdictClass
from engine.tricks import TrickRules
from engine.verdicts import Code

PLAY_CHOICES = ("taken_back", "stands", "misread")
QUESTION_CHOICES = ("misread", "stands")


class HandClaims:
    """The claims of one round; `played` counts the cards each seat has shown of its `cards_each`."""

    def __init__(self, docket: Docket, rules: TrickRules, seat_count: int, cards_each: int) -> None:
        self.docket = docket
        self.rules = rules
        self.seat_count = seat_count
        self.cards_each = cards_each
        self.played = [0] * seat_count
        self.sightings = Sightings(rules.deck)
        self.claims = Claims()
        # Once a card was misread or missed, counting would blame it on somebody.
        self._is_consistent = True
        self._trump_is_broken = False
        self._void_suits: list[frozenset[str]] | None = None
        self._impossible: set[tuple[str, ...]] = set()

    # --- what is so -----------------------------------------------------------------------------------------------

    def void_suits(self) -> list[frozenset[str]]:
        """The suits each seat has shown void."""
        if self._void_suits is None:
            suits = frozenset(self.rules.deck.suits)
            self._void_suits = [self.claims.void_suits(seat) & suits for seat in range(self.seat_count)]
        return self._void_suits

    def knowledge(self) -> tuple[SeatKnowledge, ...]:
        """What is known of each hand."""
        return tuple(
            SeatKnowledge(
                seat,
                max(0, self.cards_each - self.played[seat]),
                tuple(sorted(self.void_suits()[seat])),
                tuple(self.sightings.known_cards(seat)),
            )
            for seat in range(self.seat_count)
        )

    # --- what happens ---------------------------------------------------------------------------------------------

    def prove(self, entry_id: int, seat: Seat, card: Card, *, klass: VerdictClass = VerdictClass.RETROSPECTIVE) -> None:
        """A card is known to have been in a hand all along, though it was not played in this round."""
        for suit in self.rules.obliges(card):
            for claim in self.claims.against(seat, suit):
                claim.proof.append((entry_id, card, None))
                self._void_suits = None
                self._revoke(claim, klass=klass)

    def withdraw_claims(self, entry_ids: Collection[int]) -> None:
        """Forget what plays that were taken back had claimed, and what was counted with their help."""
        for entry_id in entry_ids:
            self.claims.withdraw(entry_id)
        self._void_suits = None
        for verdict in list(self.docket.found.values()):
            if verdict.code == Code.COUNTING_PROOF and not set(entry_ids).isdisjoint(verdict.proof):
                self.docket.drop(verdict.id)
                self._impossible.discard(tuple(verdict.params["suits"]))

    def _check_following(self, play: Play, trick: Trick, *, is_lead: bool) -> None:
        if self.claims and play.card in self.rules.deck:  # A card of another deck was misread, and proves nothing.
            for obliged in self.rules.obliges(play.card):
                for claim in self.claims.against(play.seat, obliged):
                    claim.proof.append((play.entry_id, play.card, trick.number))
                    self._void_suits = None
                    self._revoke(claim)
        if play.standing is Standing.COUNTS:
            self._claim(play, trick, is_lead=is_lead)
        if self.rules.breaks(play.card):
            self._trump_is_broken = True
        if self._is_consistent and self.claims:
            self._count_cards(play, trick)

    def _claim(self, play: Play, trick: Trick, *, is_lead: bool) -> None:
        lead, claims = trick.lead, []
        for said in self.rules.claims(
            play.card,
            trick.led_suit,
            is_lead=is_lead,
            trump_is_broken=self._trump_is_broken,
            is_first_trick=trick.number == 1,
        ):
            claim = Claim(
                play.seat,
                said.suit,
                said.code,
                said.rule,
                play.entry_id,
                play.card,
                trick.number,
                lead.entry_id if lead and not is_lead else None,
                lead.card if lead and not is_lead else None,
            )
            self.claims.add(claim)
            claims.append(claim)
            self._void_suits = None
        for claim in claims:
            for card, sighting in self.sightings.known_cards(play.seat).items():
                # A card that was shown before and is still in the hand proves the revoke at once.
                if claim.suit in self.rules.obliges(card):
                    claim.proof.append((sighting.entry_id, card, sighting.trick_number))
                    self._revoke(claim, klass=VerdictClass.IMMEDIATE)
                    break

    def _revoke(self, claim: Claim, klass: VerdictClass = VerdictClass.RETROSPECTIVE) -> None:
        said = self.claims.said_with(claim)
        # Several suits denied by one play (a lead of unbroken trump) are one offence, whatever card shows it first.
        is_plain = len(said) == 1 and claim.suit in self.rules.deck.suits
        suit = claim.suit if is_plain else claim.card.suit or ""
        denied = {"denied_suits": [each.suit for each in said]} if len(said) > 1 else {}
        proof = [card for each in said for card in each.proof]
        if len(said) > 1:
            # By trick: the ids of inserted entries do not tell the order.
            proof.sort(key=lambda card: card[2] or 0)
        candidates = [MisreadCandidate(claim.entry_id, claim.card, "offence")]
        if len(proof) == 1 and proof[0][0] != claim.entry_id:
            # Two cards that prove the same would both have to be misread.
            candidates.append(MisreadCandidate(proof[0][0], proof[0][1], "proof"))
        if claim.lead_entry_id is not None and claim.lead_card is not None:
            candidates.append(MisreadCandidate(claim.lead_entry_id, claim.lead_card, "lead"))
        verdict_id = self.docket.id_of(claim.code, claim.entry_id, suit)
        known = self.docket.found.get(verdict_id)
        self.docket.add(
            claim.code,
            claim.rule,
            klass=known.klass if known else klass,
            key=suit,
            seat=claim.seat,
            trick_number=claim.trick_number,
            offence=claim.entry_id,
            proof=tuple(entry_id for entry_id, _, _ in proof),
            cards=(claim.card, *(card for _, card, _ in proof)),
            params={"suit": suit, "proof_tricks": [number for _, _, number in proof], **denied},
            candidates=tuple(candidates),
            choices=PLAY_CHOICES,
        )

    def _unseen(self) -> tuple[Mapping[str, int], int]:
        """(the cards not seen yet by the suit they oblige to follow, all cards not seen yet)."""
        unseen = self.sightings.unseen_by_suit
        return unseen, sum(unseen.values())

    def _count_cards(self, play: Play, trick: Trick) -> None:
        """The counting proof: the unseen cards fit into no hands that respect every claim."""
        known = [self.sightings.known_cards(seat) for seat in range(self.seat_count)]
        cards_left = [self.cards_each - self.played[seat] - len(known[seat]) for seat in range(self.seat_count)]
        unseen, total = self._unseen()
        undealt = total - sum(cards_left)
        suits = impossible_suits(unseen, undealt, cards_left, self.void_suits())
        if not suits or suits in self._impossible:
            return
        self._impossible.add(suits)
        concerned = [claim for claim in self.claims if claim.suit in suits and not claim.is_disproved]
        candidates = {}
        for claim in concerned:
            candidates[claim.entry_id] = MisreadCandidate(claim.entry_id, claim.card, "claim")
            if claim.lead_entry_id is not None and claim.lead_card is not None:
                candidates[claim.lead_entry_id] = MisreadCandidate(claim.lead_entry_id, claim.lead_card, "lead")
        self.docket.add(
            Code.COUNTING_PROOF,
            self.rules.follow_rule,
            klass=VerdictClass.RETROSPECTIVE,
            severity=Severity.QUESTION,
            key=f"{play.entry_id}-{''.join(suits)}",
            trick_number=trick.number,
            proof=(*sorted({claim.entry_id for claim in concerned}), play.entry_id),
            params={"suits": list(suits), "seats": sorted({claim.seat for claim in concerned})},
            candidates=tuple(candidates.values()),
            choices=QUESTION_CHOICES,
        )
