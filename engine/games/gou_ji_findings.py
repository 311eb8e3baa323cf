"""What the referee writes down about the plays of a hand: faults, and what the cards seen say about the pack (R2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.cards import Card
from engine.events import Seat
from engine.games.gou_ji_docket import GouJiDocket
from engine.games.gou_ji_series import BurnClaim, LaidSet
from engine.games.gou_ji_sets import GOU_JI_DECK
from engine.games.gou_ji_verdicts import PENALTY_BIG_LOSER, GouJiCode
from engine.state import MisreadCandidate, Severity, VerdictClass
from engine.verdicts import Code

PLAY_CHOICES = ("taken_back", "stands", "misread", PENALTY_BIG_LOSER)
QUESTION_CHOICES = ("misread", "stands")
WORD_CHOICES = ("taken_back", "stands", PENALTY_BIG_LOSER)
COPIES_OF_RANK = 16


class Findings:
    """Writes into the docket; keeps count of every card seen and of what beaten Shao Pais said of a hand."""

    def __init__(self, docket: GouJiDocket) -> None:
        self.docket = docket
        self.series_number: int | None = None
        self.claims: list[BurnClaim] = []
        self._seen: dict[Card, list[int]] = {}
        self._seen_of_rank: Counter[str] = Counter()

    # --- faults ---------------------------------------------------------------------------------------------------

    def fault(
        self,
        code: StrEnum,
        rule: str,
        play: LaidSet,
        params: Mapping[str, object] | None = None,
        *,
        severity: Severity = Severity.OFFENCE,
        against: LaidSet | None = None,
        blocks_score: bool = False,
    ) -> None:
        """Something is wrong with a play; `against` is the set it had to beat."""
        candidates = [MisreadCandidate(play.entry_id, card, "offence") for card in dict.fromkeys(play.cards)]
        if against is not None:
            candidates += [MisreadCandidate(against.entry_id, card, "lead") for card in dict.fromkeys(against.cards)]
        self.docket.add(
            code,
            rule,
            severity=severity,
            seat=play.seat,
            trick_number=self.series_number,
            offence=play.entry_id,
            proof=(against.entry_id,) if against is not None else (),
            cards=play.cards,
            params=params,
            candidates=tuple(candidates),
            choices=PLAY_CHOICES,
            blocks_score=blocks_score,
        )

    def pass_fault(self, code: StrEnum, rule: str, entry_id: int, seat: Seat, params: Mapping[str, object]) -> None:
        """Something is wrong with a pass."""
        self.docket.add(
            code,
            rule,
            seat=seat,
            trick_number=self.series_number,
            offence=entry_id,
            params=params,
            choices=WORD_CHOICES,
        )

    def word_fault(
        self,
        code: StrEnum,
        rule: str,
        entry_id: int,
        seat: Seat | None,
        params: Mapping[str, object] | None = None,
        *,
        cards: tuple[Card, ...] = (),
        severity: Severity = Severity.OFFENCE,
    ) -> None:
        """Something is wrong with what a seat said or showed."""
        self.docket.add(
            code,
            rule,
            severity=severity,
            seat=seat,
            trick_number=self.series_number,
            offence=entry_id,
            cards=cards,
            params=params,
            candidates=tuple(MisreadCandidate(entry_id, card, "offence") for card in dict.fromkeys(cards)),
            choices=(*WORD_CHOICES[:2], "misread", *WORD_CHOICES[2:]) if cards else WORD_CHOICES,
        )

    def question(
        self, code: StrEnum, rule: str, entry_id: int, seat: Seat | None, params: Mapping[str, object]
    ) -> None:
        """Something the table should look at, nobody's fault."""
        self.docket.add(
            code,
            rule,
            severity=Severity.QUESTION,
            seat=seat,
            offence=entry_id,
            params=params,
            choices=QUESTION_CHOICES,
        )

    def note(
        self, code: StrEnum, entry_id: int, seat: Seat | None = None, params: Mapping[str, object] | None = None
    ) -> None:
        """Something without effect."""
        self.docket.add(code, "", severity=Severity.NOTICE, seat=seat, offence=entry_id, params=params)

    # --- the pack -------------------------------------------------------------------------------------------------

    def check_deck(self, play: LaidSet) -> None:
        """No card of another pack, no seventeenth of a rank, no fifth of a card."""
        for card, number in Counter(play.cards).items():
            if card not in GOU_JI_DECK:
                self._deck_question(Code.IMPOSSIBLE_CARD, play, card, card.code, [play.entry_id], {})
                continue
            earlier = self._seen.get(card, [])
            seen = len(earlier) + number
            if seen > GOU_JI_DECK.copies:
                entries = [play.entry_id, *reversed(earlier)]
                params = {"seen": seen, "copies": GOU_JI_DECK.copies}
                self._deck_question(GouJiCode.TOO_MANY_OF_CARD, play, card, card.code, entries, params)
        of_rank = Counter(card.rank for card in play.cards if card in GOU_JI_DECK and card.suit is not None)
        for rank, number in of_rank.items():
            seen = self._seen_of_rank[rank] + number
            if seen > COPIES_OF_RANK:
                card = next(card for card in play.cards if card.rank == rank)
                of_rank_params = {"rank": rank, "seen": seen, "copies": COPIES_OF_RANK}
                self._deck_question(GouJiCode.TOO_MANY_OF_RANK, play, card, rank, [play.entry_id], of_rank_params)

    def note_cards(self, play: LaidSet) -> None:
        """The cards of a play have left the hand: count them, and see what they prove of a beaten Shao Pai."""
        known = [card for card in play.cards if card in GOU_JI_DECK]
        for card in known:
            self._seen.setdefault(card, []).append(play.entry_id)
            self._seen_of_rank[card.rank] += 1
        for claim in self.claims:
            if claim.seat == play.seat:
                claim.shown += [(play.entry_id, card) for card in known]
                if claim.is_disproved():
                    self._disprove(claim, play)

    def unseen(self) -> tuple[Card, ...]:
        """HIDDEN. The cards of the pack that no seat has laid yet, copies counted."""
        left = []
        for card in GOU_JI_DECK.faces:
            left += [card] * max(0, GOU_JI_DECK.copies - len(self._seen.get(card, ())))
        return tuple(left)

    def _deck_question(
        self,
        code: StrEnum,
        play: LaidSet,
        card: Card,
        key: str,
        entry_ids: Sequence[int],
        params: Mapping[str, object],
    ) -> None:
        self.docket.add(
            code,
            "R2",
            severity=Severity.QUESTION,
            key=key,
            seat=play.seat,
            trick_number=self.series_number,
            offence=play.entry_id,
            cards=(card,),
            params=params,
            candidates=tuple(
                MisreadCandidate(entry_id, card, "first_sighting" if place else "second_sighting")
                for place, entry_id in enumerate(dict.fromkeys(entry_ids))
            ),
            choices=QUESTION_CHOICES,
        )

    def _disprove(self, claim: BurnClaim, play: LaidSet) -> None:
        known = self.docket.find(GouJiCode.FALSE_SHAO_PAI, claim.entry_id)
        self.docket.add(
            GouJiCode.FALSE_SHAO_PAI,
            "R21",
            klass=VerdictClass.RETROSPECTIVE,
            seat=claim.seat,
            trick_number=self.series_number,
            offence=claim.entry_id,
            proof=(*(known.proof if known else ()), play.entry_id),
            cards=play.cards,
            params={"reason": "remainder"},
            candidates=tuple(MisreadCandidate(entry_id, card, "proof") for entry_id, card in claim.shown),
            choices=("stands", "misread", PENALTY_BIG_LOSER),
        )
