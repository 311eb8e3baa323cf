"""Shao Pai: who may announce it, who may beat its sets, and what its sets show of it (R20–R23, H18–H22)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import OptionValue, Seat
from engine.games.gou_ji_series import LaidSet, Series
from engine.games.gou_ji_sets import BLACK, RED, GouJiLaws
from engine.games.gou_ji_standings import Standings
from engine.games.gou_ji_tribute import opposite


class ShaoPai:
    """The rules of Shao Pai at one table."""

    def __init__(self, standings: Standings, laws: GouJiLaws, options: Mapping[str, OptionValue]) -> None:
        self.standings = standings
        self.laws = laws
        self.options = options

    def announcers(self, series: Series | None) -> tuple[Seat, ...]:
        """Who may announce Shao Pai now."""
        if series is None or self.standings.is_over():
            return ()
        return tuple(seat for seat in self.standings.in_play() if self.why_not(series, seat) is None)

    def why_not(self, series: Series, seat: Seat) -> str | None:
        """Why a seat may not announce Shao Pai now; None if it may. "repeated" asks for nothing."""
        if seat not in self.standings.in_play():
            return "no_cards"
        top, burn = series.top, series.burn
        if burn is not None:
            if burn.seat == seat:
                return "repeated"
            if burn.sets or top is None or self._rank(top.seat, seat) > self._rank(top.seat, burn.seat):
                return "later"
        elif series.duel is None:
            return "no_gou_ji"
        if top is None or self.standings.team_of[seat] == self.standings.team_of[top.seat]:
            return "own_team"
        if series.answered and self.options["shao_window"] == "first_answer":
            return "answered"
        return None

    def challengers(self, series: Series, *, also_declined: bool = False) -> tuple[Seat, ...]:
        """H20: who may beat the set of a Shao Pai, in order from its player."""
        burn, team_of = series.burn, self.standings.team_of
        if burn is None or not burn.sets or series.top is None:
            return ()
        if series.top.laid is not None and self.laws.is_unbeatable(series.top.laid):
            return ()
        in_play = self.standings.in_play()
        return tuple(
            seat
            for seat in self.standings.in_order_after(burn.seat)
            if seat in in_play
            and seat != burn.seat
            and (also_declined or seat not in burn.declined)
            and (self.options["burn_beaters"] == "anyone" or team_of[seat] != team_of[burn.seat])
        )

    def why_false(self, series: Series, play: LaidSet, *, is_last: bool) -> str | None:
        """Why a further set of a Shao Pai shows it to be false; None if it does not."""
        assert series.burn is not None
        if play.laid is None:
            return "not_a_set"
        if not is_last:
            return None if has_joker(play) else "no_joker"
        if has_joker(play) and series.burn.sets > 1 and self.options["burn_last_jokers"] == "no_jokers":
            return "joker_last"
        return None

    def _rank(self, over: Seat, seat: Seat) -> int:
        """H18: nearest counter-clockwise from the set's player first, the Dui Men last."""
        seat_count = self.standings.seat_count
        return seat_count if seat == opposite(over) else (seat - over) % seat_count


def has_joker(play: LaidSet) -> bool:
    """Whether a set holds a joker."""
    return play.laid is not None and any(card.rank in (BLACK, RED) for card in play.cards)
