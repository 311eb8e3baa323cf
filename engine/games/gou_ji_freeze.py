"""From a hand of Gou Ji in the folding to the frozen values of `engine.games.gou_ji_state` and `engine.state`."""

from __future__ import annotations

from engine.climbing_turns import runs_of
from engine.games.gou_ji_draw import SEATS
from engine.games.gou_ji_hand import TEAM_OF, GouJiHand
from engine.games.gou_ji_series import SHAO_PAI_EXTENDED, LaidSet, Series
from engine.games.gou_ji_state import BurnState, HandState, SeriesState, SetState
from engine.state import Phase, RoundState, SeatKnowledge

_SHOWN_FROM = 10  # H38


def freeze_hand(hand: GouJiHand, blocked_by: tuple[str, ...]) -> HandState:
    """The hand as a frozen value."""
    table = hand.table
    is_over = table.standings.is_over()
    phase = Phase.VOID if hand.is_void else Phase.OVER if is_over else Phase.PLAY
    series = tuple(freeze_series(each) for each in table.series)
    shows_all = is_over or hand.is_void
    left = tuple(table.standings.cards_left(seat) for seat in range(SEATS))
    return HandState(
        number=hand.number,
        started_entry_id=hand.entry_id,
        phase=phase,
        kai_pai=hand.count.kai_pai,
        first_drawer=hand.drawer,
        first_players=table.first_players,
        duties=tuple(hand.tribute.duties),
        series=series,
        public_series_numbers=tuple(each.number for each in (series if shows_all else series[-1:])),
        places=tuple(seat for seat in table.standings.outs if seat not in table.standings.dropped),
        dropped=tuple(table.standings.dropped),
        ranking=table.standings.ranking() if not hand.is_void else None,
        scores=table.standings.scores() if not hand.is_void else None,
        settled_scores=table.standings.settled_scores() if not hand.is_void else None,
        blocked_by=blocked_by,
        cards_left=left,
        shown_cards_left=tuple(_shown(count, str(hand.options["show_counts"])) for count in left),
        runs=runs_of(table.standings.in_play(), TEAM_OF) if table.standings.is_free() and not is_over else (),
        told=tuple(hand.told),
    )


def freeze_series(series: Series) -> SeriesState:
    """A series as a frozen value."""
    burn = series.burn
    passes = sorted(series.turns.passes.values(), key=lambda noted: (noted.entry_id, noted.seat))
    return SeriesState(
        number=series.number,
        leader=series.sets[0].seat if series.sets else None,
        sets=tuple(_freeze_set(play) for play in series.sets),
        passes=tuple(passes),
        best=series.best,
        top_entry_id=series.top.entry_id if series.top is not None else None,
        duel=series.duel,
        had_duel=series.had_duel,
        burn=BurnState(burn.seat, burn.entry_id, burn.word == SHAO_PAI_EXTENDED, burn.sets) if burn else None,
        closed_by=series.closed_by,
        is_gathered=series.gathered_entry_id is not None,
    )


def freeze_round(hand: GouJiHand, state: HandState) -> RoundState:
    """What all games have in common, for score sheets and logs: a hand is a round without tricks, trump and bids."""
    drawer = state.first_drawer if state.first_drawer is not None else next(iter(state.first_players), 0)
    return RoundState(
        number=state.number,
        hand_size=hand.hand_size,
        dealer=drawer,
        started_entry_id=state.started_entry_id,
        phase=state.phase,
        turned_card=None,
        turned_entry_id=None,
        trump=None,
        trump_is_known=True,
        bids=(None,) * SEATS,
        bid_entry_ids=(None,) * SEATS,
        tricks=(),
        tricks_won=(0,) * SEATS,
        team_bids=(None, None),
        team_tricks=(0, 0),
        scores=state.scores,
        blocked_by=state.blocked_by,
        public_trick_numbers=(),
        knowledge=tuple(SeatKnowledge(seat, left, ()) for seat, left in enumerate(state.cards_left)),
        unseen=hand.findings.unseen(),
    )


def _freeze_set(play: LaidSet) -> SetState:
    return SetState(
        entry_id=play.entry_id,
        seat=play.seat,
        cards=play.cards,
        rank=play.laid.rank if play.laid is not None else None,
        is_set=play.laid is not None,
        standing=play.standing,
        is_last=play.is_last,
        is_burn=play.is_burn,
    )


def _shown(count: int, option: str) -> int | None:
    if option == "always" or (option == "ten" and count <= _SHOWN_FROM):
        return count
    return None
