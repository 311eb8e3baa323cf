"""What the referee finds when looking over the tricks of a round as they are now; for every game of tricks.

Findings made here hold only while their cause is there: they go to a docket made anew at every look.
"""

from __future__ import annotations

from engine.conservation import missing_cards
from engine.docket import Docket
from engine.state import MisreadCandidate, Severity, Standing, VerdictClass
from engine.trick_table import TrickTable
from engine.verdicts import Code

_QUESTION_CHOICES = ("misread", "stands")


def find_trick_faults(docket: Docket, table: TrickTable) -> None:
    """Tricks gathered with other than one card a seat, or by the wrong side."""
    for trick in table.tricks[: table.hand_size]:
        if trick.gathered_entry_id is None:
            continue
        missing = [seat for seat in range(table.seat_count) if seat not in trick.by_seat]
        surplus = [play for play in trick.plays if play.standing is Standing.SURPLUS]
        if missing or surplus:
            docket.add(
                Code.TRICK_INCOMPLETE,
                table.rule_numbers["one_card"],
                severity=Severity.QUESTION,
                trick_number=trick.number,
                offence=trick.gathered_entry_id,
                params={"missing_seats": missing, "surplus_seats": sorted({play.seat for play in surplus})},
                candidates=tuple(MisreadCandidate(play.entry_id, play.card, "offence") for play in surplus),
                choices=_QUESTION_CHOICES,
                blocks_score=True,
            )
        winner, gatherer = table.winner(trick), trick.gathered_by
        if missing or winner is None or gatherer is None or table.team_of[gatherer] == table.team_of[winner]:
            continue
        docket.add(
            Code.GATHERED_BY_WRONG_SIDE,
            table.rule_numbers["leading"],
            seat=gatherer,
            trick_number=trick.number,
            offence=trick.gathered_entry_id,
            params={"by": gatherer, "winner": winner},
            candidates=tuple(MisreadCandidate(play.entry_id, play.card, "offence") for play in trick.by_seat.values()),
            choices=("taken_back", "stands", "misread"),
        )


def find_missing_cards(docket: Docket, table: TrickTable) -> None:
    """At the end of a round in which the whole deck was dealt: the cards of the deck that nobody has shown."""
    missing = missing_cards(table.rules.deck, (play.card for trick in table.tricks for play in trick.plays))
    if missing:
        docket.add(
            Code.CARDS_MISSING,
            table.rule_numbers["deck"],
            klass=VerdictClass.RETROSPECTIVE,
            severity=Severity.QUESTION,
            cards=missing,
            params={"missing": [card.code for card in missing]},
            choices=_QUESTION_CHOICES,
            blocks_score=True,
        )


def find_card_kept(docket: Docket, table: TrickTable) -> None:
    """At the end of a round: a card that was shown and went to a hand, and that this hand never played."""
    if table.turned is None:
        return
    card, entry_id, owner = table.turned
    if owner is not None and card in table.sightings.known_cards(owner):
        docket.add(
            Code.SHOWN_CARD_NEVER_PLAYED,
            "H3",
            klass=VerdictClass.RETROSPECTIVE,
            severity=Severity.QUESTION,
            seat=owner,
            proof=(entry_id,),
            cards=(card,),
            candidates=(MisreadCandidate(entry_id, card, "turned"),),
            choices=_QUESTION_CHOICES,
        )
