"""What comes next in a hand of Gou Ji: who may act, and which words may be said."""

from __future__ import annotations

from engine.games.gou_ji_draw import SEATS
from engine.games.gou_ji_hand import GouJiHand
from engine.games.gou_ji_series import SHAO_PAI, SHAO_PAI_EXTENDED
from engine.state import Expected, Offer

_ALL = tuple(range(SEATS))


def expected_of(hand: GouJiHand) -> Expected | None:
    """What comes next, None when the next hand does."""
    if hand.is_void or hand.is_over():
        return None
    if not hand.has_play():
        return _expected_before_play(hand)
    series = hand.table.current()
    due = hand.table.due()
    seat = due[0] if due else None
    if series is None or series.top is None:
        return Expected("play", seat=seat, seats=due, offers=_offers_in_play(hand))
    may_pass = series.burn is None or series.burn.sets > 0
    return Expected(
        "play", seat=seat, seats=due, may_pass=may_pass, to_beat=series.top.cards, offers=_offers_in_play(hand)
    )


def _expected_before_play(hand: GouJiHand) -> Expected:
    offers = _offers_before_play(hand)
    if hand.is_first and hand.drawer is None and hand.threes_by is None and not hand.table.first_players:
        count = hand.count
        if count.kai_pai is None:
            return Expected("kai_pai", seats=_ALL, offers=(Offer("kai_pai", _ALL), *offers))
        return Expected("turn", seat=count.kai_pai, seats=(count.kai_pai,), offers=offers)
    if hand.options["first_play_later"] == "first_drawer" and hand.drawer is None and hand.big_loser is not None:
        loser = hand.big_loser
        return Expected("first_drawer", seat=loser, values=_ALL, seats=(loser,), offers=offers)
    owed = hand.tribute.owed
    if owed:
        return Expected("tribute", seat=owed[0].giver, seats=tuple(duty.giver for duty in owed), offers=offers)
    due = hand.table.due()
    return Expected("play", seat=due[0] if len(due) == 1 else None, seats=due, offers=offers)


def _offers_before_play(hand: GouJiHand) -> tuple[Offer, ...]:
    offers = []
    is_early = (
        not hand.tribute.is_begun if hand.options["revolution_when"] == "before_tribute" else (not hand.tribute.owed)
    )
    if is_early:
        offers.append(Offer("revolution", _ALL))
    if (
        hand.is_first
        and hand.threes_by is None
        and (hand.options["threes_rule"] == "every_game" or hand.setup.is_first_of_session)
    ):
        offers.append(Offer("threes", _ALL))
    if hand.big_loser is not None and hand.drawer is None:
        offers.append(Offer("first_drawer", (hand.big_loser,), _ALL))
    owed = hand.tribute.owed
    if owed:
        offers.append(Offer("liberation", tuple(duty.giver for duty in owed)))
    for duty in owed:
        if duty.may_be_waived:
            offers.append(Offer("waive", (duty.giver, duty.receiver), (duty.receiver, duty.giver)))
    if hand.tribute.may_be_swapped:
        offers.append(Offer("swap_duties", tuple(duty.giver for duty in owed)))
    return tuple(offers)


def _offers_in_play(hand: GouJiHand) -> tuple[Offer, ...]:
    offers = []
    burners = hand.table.shao_pai.announcers(hand.table.current())
    if burners:
        offers += [Offer(SHAO_PAI, burners), Offer(SHAO_PAI_EXTENDED, burners)]
    if hand.table.uncalled is not None:
        offers.append(Offer("out", (hand.table.uncalled,)))
    if hand.table.standings.is_team_out():
        in_play = tuple(hand.table.standings.in_play())
        offers.append(Offer("big_loser", in_play, in_play))
    if hand.options["rang_pai"] == "dui_men_keeps":
        yielding = tuple(seat for seat in hand.table.due() if hand.table.may_yield(seat))
        if yielding:
            offers.append(Offer("rang_pai", yielding))
    elif hand.options["rang_pai"] == "recorded":
        asking = hand.table.rang_pai_asker()
        if asking is not None:
            offers.append(Offer("rang_pai", (asking,), ((asking + 4) % SEATS,)))
    return tuple(offers)
