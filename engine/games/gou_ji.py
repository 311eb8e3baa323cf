"""Gou Ji: six seats, two teams of three, four packs; play sets ever higher until one seat is left with cards.

Rule numbers R1–R34 and H0–H39 are those of the project's rules analysis. Seats are numbered counter-clockwise, the
order of play; teams are (0, 2, 4) and (1, 3, 5), opposite seats are each other's Dui Men.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.docket import CONSERVATION_CODES, Docket, verdict_round, weighed
from engine.events import CardDrawn, GameStarted, OptionValue, RoundStarted, RoundVoided, Ruled, Seat, TrickGathered
from engine.games.gou_ji_docket import DECISIONS
from engine.games.gou_ji_draw import SEATS, TeamDraw, draw_teams
from engine.games.gou_ji_expected import expected_of
from engine.games.gou_ji_freeze import freeze_hand, freeze_round
from engine.games.gou_ji_hand import GouJiHand, HandSetup
from engine.games.gou_ji_options import OPTIONS
from engine.games.gou_ji_sets import GOU_JI_DECK, GouJiLaws
from engine.games.gou_ji_state import GouJiState, HandState
from engine.games.gou_ji_verdicts import PENALTY_BIG_LOSER, GouJiCode
from engine.log import Entry
from engine.state import Expected, MisreadCandidate, Phase, RoundState, Severity, State, Verdict, VerdictStatus
from engine.verdicts import Code

KEY = "gou_ji"
TEAMS = ((0, 2, 4), (1, 3, 5))

_UNSETTLED = (VerdictStatus.OPEN, VerdictStatus.MISREAD)
_DECK_CODES = CONSERVATION_CODES | {GouJiCode.TOO_MANY_OF_CARD, GouJiCode.TOO_MANY_OF_RANK}


@dataclass(frozen=True, slots=True)
class Session:
    """What a later game of the same session takes over: the last Kai Pai by H2, the last hand's places."""

    first_kai_pai: Seat | None
    last_kai_pai: Seat | None
    ranking: tuple[Seat, ...] | None


class GouJi:
    """A game of Gou Ji while its log is folded.

    The table's decisions change what happened (a play taken back has not), so a ruling folds the game again.
    """

    def __init__(self, entry: Entry) -> None:
        assert isinstance(entry.event, GameStarted)
        self._started = entry
        self._entries: list[Entry] = []
        self._decisions: dict[str, str] = {}
        self._session: Session | None = None
        self.options, self._wrong_options = OPTIONS.read_leniently(entry.event.options)
        self.laws = GouJiLaws(self.options)
        names = entry.event.names
        self.names = (*names, *[""] * SEATS)[:SEATS]
        self._begin()

    def continue_session(self, previous: object) -> None:
        """The game that came before in the same log (R5, H4, H34)."""
        if isinstance(previous, GouJi):
            self._session = previous.session()
            self._fold_again()

    def session(self) -> Session:
        """What the next game takes over from this one."""
        counts = [hand.count for hand in self.hands if hand.is_first and hand.count.kai_pai is not None]
        played = [hand for hand in self.hands if not hand.is_void and hand.is_over()]
        return Session(
            counts[-1].first_kai_pai if counts else None,
            counts[-1].kai_pai if counts else None,
            played[-1].table.standings.ranking() if played else None,
        )

    # --- what happens ---------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take in one event; none is refused."""
        self._entries.append(entry)
        if isinstance(entry.event, Ruled):
            self._decide(entry.event)
            self._fold_again()
        else:
            self._take_in(entry)

    def _begin(self) -> None:
        self.docket = Docket(0, 0)
        self.hands: list[GouJiHand] = []
        self._frozen: dict[int, tuple[HandState, RoundState, tuple[Verdict, ...]]] = {}
        self._drawn: dict[Seat, list[Card]] = {}
        event = self._started.event
        assert isinstance(event, GameStarted)
        for name, reason in self._wrong_options.items():
            self._notice(Code.OPTION_IGNORED, self._started.id, key=name, option=name, reason=reason)
        if len(event.names) != SEATS:
            self._notice(Code.NAMES_WRONG, self._started.id, seats=SEATS, names=len(event.names))

    def _fold_again(self) -> None:
        self._begin()
        for entry in self._entries:
            self._take_in(entry)

    def _decide(self, event: Ruled) -> None:
        if event.decision in DECISIONS and self._decisions.get(event.verdict_id) != "taken_back":
            # What was taken back is back in the hand; only undoing the ruling lays it down again.
            self._decisions[event.verdict_id] = event.decision

    def _take_in(self, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, RoundStarted):
            self._start_hand(entry.id, event)
            return
        if isinstance(event, Ruled):
            self._rule(event)
            return
        if isinstance(event, CardDrawn) and not self.hands:
            self._draw(entry.id, event)
            return
        hand = self.hands[-1] if self.hands else None
        if hand is None or hand.is_void:
            self._notice(Code.NO_ROUND, entry.id, event=type(event).__name__)
            return
        self._frozen.pop(hand.entry_id, None)
        if isinstance(event, RoundVoided):
            hand.is_void = True
            return
        for name in ("seat", "to", "by"):
            seat = getattr(event, name, None)
            if seat is not None and not 0 <= seat < SEATS:
                self._notice(Code.SEAT_UNKNOWN, entry.id, seat=seat)
                if not isinstance(event, TrickGathered):
                    return
                entry = Entry(entry.id, TrickGathered())
        hand.apply(entry)

    def _draw(self, entry_id: int, event: CardDrawn) -> None:
        """R3: a card for the teams."""
        if not 0 <= event.seat < SEATS:
            self._notice(Code.SEAT_UNKNOWN, entry_id, seat=event.seat)
            return
        if event.card not in GOU_JI_DECK:
            self.docket.add(
                Code.IMPOSSIBLE_CARD,
                "R2",
                severity=Severity.QUESTION,
                seat=event.seat,
                offence=entry_id,
                cards=(event.card,),
                candidates=(MisreadCandidate(entry_id, event.card, "offence"),),
                choices=("misread", "stands"),
            )
            return
        draw = self.team_draw()
        turn = len(self._drawn.get(event.seat, ()))
        if draw is not None and turn and event.seat not in draw.tied:
            self._notice(GouJiCode.DRAW_UNEXPECTED, entry_id, seat=event.seat)
            return
        self._drawn.setdefault(event.seat, []).append(event.card)
        draw = self.team_draw()
        if draw is not None and len(draw.high) == len(draw.low) == SEATS // 2 and draw.high not in TEAMS:
            params: dict[str, Any] = {"high": list(draw.high), "low": list(draw.low)}
            self.docket.add(
                GouJiCode.SEATING_NOT_AS_DRAWN, "R3", severity=Severity.NOTICE, offence=entry_id, params=params
            )

    def _start_hand(self, entry_id: int, event: RoundStarted) -> None:
        if self.hands:
            self._leave(self.hands[-1], entry_id)
        dealer = event.dealer
        if dealer is not None and not 0 <= dealer < SEATS:
            self._notice(Code.SEAT_UNKNOWN, entry_id, seat=dealer)
            dealer = None
        if event.hand_size is not None and event.hand_size != self.options["hand_size"]:
            size = int(str(self.options["hand_size"]))
            self._notice(Code.HAND_SIZE_IMPOSSIBLE, entry_id, hand_size=event.hand_size, scheduled=size)
        self.hands.append(GouJiHand(entry_id, self._setup(dealer), self.laws))

    def _setup(self, dealer: Seat | None) -> HandSetup:
        """What the next hand knows of those before it."""
        number = self._next_number()
        counted = [hand for hand in self.hands if not hand.is_void]
        last_ranking = counted[-1].table.standings.ranking() if counted else None
        owed_ranking = last_ranking
        if number == 1 and self._session is not None and self.options["tribute_first_hand"] == "carry_over":
            owed_ranking = self._session.ranking
        kai_pai = None
        first_players: tuple[Seat, ...] = ()
        if number == 1 and self._session is not None:
            is_last = self.options["kai_pai_after_joker"] == "last"
            previous = self._session.last_kai_pai if is_last else self._session.first_kai_pai
            kai_pai = None if previous is None else (previous + 1) % SEATS
        redealt = self.hands[-1] if self.hands and self.hands[-1].is_void else None
        if redealt is not None and redealt.number == number:
            # H7: as for the voided deal.
            dealer = dealer if dealer is not None else redealt.drawer
            first_players = redealt.table.first_players
        return HandSetup(
            number,
            self.options,
            self._decisions,
            is_first_of_session=number == 1 and self._session is None,
            last_ranking=last_ranking,
            owed_ranking=owed_ranking,
            drawer=dealer,
            first_players=first_players,
            kai_pai=kai_pai,
        )

    def _leave(self, left: GouJiHand, next_entry_id: int) -> None:
        """Another hand is dealt while one may still be on."""
        if left.is_void or left.is_over():
            return
        self._frozen.pop(left.entry_id, None)
        if left.is_blank():
            self.hands.pop()
            return
        begun = left.has_play()
        verdict = left.docket.add(
            Code.ROUND_UNFINISHED,
            "R26",
            severity=Severity.QUESTION if begun else Severity.NOTICE,
            offence=next_entry_id,
            params={"next": next_entry_id},
            choices=("misread", "stands") if begun else ("stands",),
            blocks_score=begun,
        )
        # Without a card played it is a misdeal; otherwise a play may have been missed, and the table is asked.
        left.is_void = not begun or self._decisions.get(verdict.id) == "stands"

    def _rule(self, event: Ruled) -> None:
        """A penalty counts from where it was given; the other decisions are known from the start."""
        if event.decision != PENALTY_BIG_LOSER or self._decisions.get(event.verdict_id) != PENALTY_BIG_LOSER:
            return
        for hand in self.hands:
            verdict = hand.docket.found.get(event.verdict_id)
            if verdict is not None and verdict.seat is not None and hand.entry_id == verdict_round(event.verdict_id):
                self._frozen.pop(hand.entry_id, None)
                hand.table.drop(verdict.seat)

    # --- what is so -----------------------------------------------------------------------------------------------

    def team_draw(self) -> TeamDraw | None:
        """R3 as far as cards have been drawn."""
        return draw_teams(self._drawn, str(self.options["draw_rank"])) if self._drawn else None

    def state(self) -> State:
        """The whole game as a frozen value."""
        frozen = []
        for hand in self.hands:
            if hand.entry_id not in self._frozen:
                self._frozen[hand.entry_id] = self._freeze(hand)
            frozen.append(self._frozen[hand.entry_id])
        hands = tuple(hand for hand, _, _ in frozen)
        verdicts = [*self.docket.found.values(), *(verdict for _, _, found in frozen for verdict in found)]
        totals = _totals(hands)
        winners = self._winners(hands, totals)
        return State(
            game=KEY,
            names=self.names,
            teams=TEAMS,
            options=dict(self.options),
            schedule=(int(str(self.options["hand_size"])),) * self._hand_count,
            rounds=tuple(round_state for _, round_state, _ in frozen),
            totals=totals,
            expected=self._expected(winners),
            verdicts=tuple(verdicts),
            winners=winners,
            gou_ji=GouJiState(hands, self.team_draw()),
        )

    def _freeze(self, hand: GouJiHand) -> tuple[HandState, RoundState, tuple[Verdict, ...]]:
        found = [hand.docket.settle(verdict) for verdict in hand.docket.found.values()]
        verdicts = tuple(weighed(found, _DECK_CODES))
        blocked_by = tuple(each.id for each in verdicts if each.blocks_score and each.status in _UNSETTLED)
        state = freeze_hand(hand, blocked_by)
        return state, freeze_round(hand, state), verdicts

    @property
    def _hand_count(self) -> int:
        return int(str(self.options["hands"]))

    def _next_number(self) -> int:
        return 1 + sum(1 for hand in self.hands if not hand.is_void)

    def _winners(self, hands: tuple[HandState, ...], totals: tuple[int, ...]) -> tuple[int, ...]:
        """R29, H32."""
        played = [hand for hand in hands if hand.phase is not Phase.VOID]
        if len(played) < self._hand_count or not all(_counts(hand) for hand in played):
            return ()
        best = max(totals)
        winners = tuple(team for team, total in enumerate(totals) if total == best)
        return () if len(winners) > 1 and self.options["tie"] == "extra_hand" else winners

    def _expected(self, winners: tuple[int, ...]) -> Expected:
        last = self.hands[-1] if self.hands else None
        if last is not None and not last.is_void:
            expected = expected_of(last)
            if expected is not None:
                return expected
        hand_size = int(str(self.options["hand_size"]))
        dealer = last.drawer if last is not None and last.is_void else None
        if self._next_number() > self._hand_count:
            totals = [self._frozen[hand.entry_id][0] for hand in self.hands if not hand.is_void]
            if winners:
                # H32: one more hand is offered after a draw.
                return Expected("none", hand_size=hand_size if len(winners) > 1 else None)
            if not all(_counts(hand) for hand in totals):
                return Expected("none")
        return Expected("round", dealer=dealer, hand_size=hand_size)

    def _notice(self, code: Code | GouJiCode, entry_id: int, *, key: str = "", **params: OptionValue) -> None:
        details: Mapping[str, OptionValue] = params
        self.docket.add(code, "", severity=Severity.NOTICE, offence=entry_id, key=key, params=details)


def _counts(hand: HandState) -> bool:
    return hand.phase is Phase.OVER and hand.scores is not None and not hand.blocked_by


def _totals(hands: tuple[HandState, ...]) -> tuple[int, int]:
    counted = [hand.scores for hand in hands if _counts(hand) and hand.scores is not None]
    return sum(scores[0] for scores in counted), sum(scores[1] for scores in counted)
