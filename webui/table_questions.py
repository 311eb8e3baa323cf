"""The questions the companion puts to the table, each answered with one tap.

The code before the colon of a choice says what the answer does; `Companion.heed_answers` acts on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.cards import Card
from engine.events import CardsPlayed
from vision.observations import TableCard
from webui.card_belief import CardBelief
from webui.gou_ji_words import set_words
from webui.questions import Choice, Question
from webui.store import Evidence
from webui.who_played import SeatBelief

MAX_CARDS_OFFERED = 4
MAX_SETS_OFFERED = 6


def which_card(
    entry_id: int | None, card: TableCard, belief: CardBelief, seat: int | None, evidence: Evidence
) -> Question:
    """Is it this card or one that looks like it? `entry_id` is None while the play is not in the log."""
    offered = [code for code, _ in belief.alternatives[:MAX_CARDS_OFFERED]]
    if belief.code is None or len(offered) < 2:
        code = "unreadable"
    elif belief.foreign:
        code = "foreign_card"
    elif belief.already_seen:
        code = "same_card_again"
    else:
        code = "which_card"
    return Question(
        f"card:{entry_id if entry_id is not None else f'track{card.track_id}'}",
        code,
        {"seat": seat, "card": belief.code, "other": offered[1] if len(offered) > 1 else None, "track": card.track_id},
        (*(Choice(f"card:{code}", {"card": code}) for code in offered), Choice("nothing")),
        evidence,
        entry_id,
    )


def open_card(card: TableCard, belief: CardBelief, seat: int, evidence: Evidence) -> Question:
    """Which card is this in the hand that a seat has laid open?"""
    offered = [code for code, _ in belief.alternatives[:MAX_CARDS_OFFERED]]
    return Question(
        f"open:{card.track_id}",
        "open_card",
        {"seat": seat, "card": belief.code, "track": card.track_id},
        (*(Choice(f"card:{code}", {"card": code}) for code in offered), Choice("nothing")),
        evidence,
    )


def which_seat(entry_id: int, card: TableCard, belief: SeatBelief, evidence: Evidence) -> Question:
    """Who laid it? Offered are the seats that position, hand and turn speak for."""
    named = (belief.seat, belief.by_position, belief.by_hand, belief.by_turn)
    seats = dict.fromkeys(seat for seat in named if seat is not None)
    is_out_of_turn = belief.by_turn is not None and belief.by_turn != belief.seat
    return Question(
        f"seat:{entry_id}",
        "seat_or_turn" if is_out_of_turn else "which_seat",
        {"seat": belief.seat, "card": card.sighting.best_code, "expected_seat": belief.by_turn},
        tuple(Choice(f"seat:{seat}", {"seat": seat}) for seat in seats),
        evidence,
        entry_id,
    )


def which_set(entry_id: int, seat: int, offered: Sequence[tuple[Card, ...]], evidence: Evidence) -> Question:
    """Which cards does this set have? Offered are whole sets, the likeliest first."""
    if len({len(cards) for cards in offered}) > 1:
        code = "how_many"
    elif len({tuple(sorted(card.rank for card in cards if card.suit is not None)) for cards in offered}) > 1:
        code = "which_set"
    else:
        code = "which_joker"
    return Question(
        f"set:{entry_id}",
        code,
        {"seat": seat},
        (
            *(
                Choice(f"set:{','.join(card.code for card in cards)}", {"title": set_words(cards)})
                for cards in offered[:MAX_SETS_OFFERED]
            ),
            Choice("nothing"),
        ),
        evidence,
        entry_id,
    )


def which_seat_laid(entry_id: int, cards: tuple[Card, ...], belief: SeatBelief, evidence: Evidence) -> Question:
    """Who laid this set? Offered are the seats that position, hand and turn speak for, and the next likely."""
    named = (belief.seat, belief.by_position, belief.by_hand, belief.by_turn, belief.runner_up)
    return Question(
        f"seat:{entry_id}",
        "which_seat_laid",
        {"set": set_words(cards)},
        tuple(Choice(f"seat:{seat}", {"seat": seat}) for seat in dict.fromkeys(named) if seat is not None),
        evidence,
        entry_id,
    )


def which_turned(cards: Iterable[TableCard]) -> Question:
    """Several cards lie there: which one was turned for trump?"""
    return Question(
        "turned",
        "which_turned",
        {},
        tuple(Choice(f"turned:{card.track_id}", {"card": card.sighting.best_code}) for card in cards),
    )


def play_vanished(entry_id: int, play: CardsPlayed) -> Question:
    """A card of an unfinished trick, or a set that was just laid, is gone: was it taken back?"""
    laid = {"card": play.cards[0].code} if len(play.cards) == 1 else {"set": set_words(play.cards)}
    return Question(
        f"vanished:{entry_id}",
        "taken_up",
        {"seat": play.seat, **laid},
        (Choice("taken_back"), Choice("ignore")),
        entry_id=entry_id,
    )


def part_vanished(entry_id: int, play: CardsPlayed, rest: Sequence[Card]) -> Question:
    """Some cards of the set laid last are gone and the others lie there: were they taken back?"""
    left = Counter(card.rank for card in rest)
    gone = []
    for card in play.cards:
        if left[card.rank]:
            left[card.rank] -= 1
        else:
            gone.append(card)
    return Question(
        f"part_vanished:{entry_id}",
        "part_taken_up",
        {"seat": play.seat, "set": set_words(play.cards), "gone": set_words(gone)},
        (Choice(f"rest:{','.join(card.code for card in rest)}", {"title": "Taken back"}), Choice("ignore")),
        entry_id=entry_id,
    )


def answer_or_lead(entry_id: int, play: CardsPlayed, evidence: Evidence) -> Question:
    """A set that answers the last one if others may still act, and leads if all have passed: which is it?"""
    return _what_set_is("lead", "answer_or_lead", (Choice("answers"), Choice("leads")), entry_id, play, evidence)


def part_or_lead(entry_id: int, play: CardsPlayed, evidence: Evidence) -> Question:
    """Cards that a seat laid beside its own set, the last one: do they belong to it, or are they its next lead?"""
    return _what_set_is("part", "part_or_lead", (Choice("joins"), Choice("leads")), entry_id, play, evidence)


def swept_again(entry_id: int, play: CardsPlayed, evidence: Evidence) -> Question:
    """Cards with the names of some that were just swept away lie there: a new lead, or those?"""
    choices = (Choice("leads"), Choice("nothing", {"title": "Cleared away before"}))
    return _what_set_is("swept", "swept_again", choices, entry_id, play, evidence)


def _what_set_is(
    prefix: str, code: str, choices: tuple[Choice, ...], entry_id: int, play: CardsPlayed, evidence: Evidence
) -> Question:
    shown = {"seat": play.seat, "set": set_words(play.cards)}
    return Question(f"{prefix}:{entry_id}", code, shown, choices, evidence, entry_id)


def trick_not_gathered(card: TableCard, belief: SeatBelief, evidence: Evidence) -> Question:
    """The trick is complete and still lies there, and one more card came."""
    return Question(
        f"early:{card.track_id}",
        "trick_not_gathered",
        {"seat": belief.seat, "card": card.sighting.best_code, "track": card.track_id},
        (Choice("gathered"), Choice("nothing")),
        evidence,
    )
