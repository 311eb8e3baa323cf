"""One hand of Gou Ji: who draws and plays first, Revolution, tribute, and then the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import Card
from engine.events import Announced, CardsPlayed, CardTurned, OptionValue, Passed, Seat, Swapped, TrickGathered
from engine.games.gou_ji_docket import GouJiDocket
from engine.games.gou_ji_draw import SEATS, Count, count_cards
from engine.games.gou_ji_series import SHAO_PAI, SHAO_PAI_EXTENDED
from engine.games.gou_ji_sets import BLACK, GOU_JI_DECK, RED, TWO, GouJiLaws
from engine.games.gou_ji_state import Told
from engine.games.gou_ji_table import GouJiTable
from engine.games.gou_ji_tribute import DutyStatus, Tribute, has_two_threes_of_a_suit
from engine.games.gou_ji_verdicts import PENALTY_BIG_LOSER, GouJiCode
from engine.log import Entry
from engine.state import MisreadCandidate, Severity, Standing, VerdictClass
from engine.verdicts import Code

TEAM_OF = (0, 1, 0, 1, 0, 1)  # R1
_ALL = tuple(range(SEATS))


@dataclass(frozen=True, slots=True)
class HandSetup:
    """What a hand knows of the game before its first card.

    `last_ranking` is that of the last hand of this game (tribute and the Big Loser's rights follow from it),
    `owed_ranking` the one tribute is owed for, `drawer` who was said to draw first, `first_players` those of the voided
    deal that this one replaces, `kai_pai` who should be Kai Pai (R5).
    """

    number: int
    options: Mapping[str, OptionValue]
    decisions: Mapping[str, str]
    is_first_of_session: bool
    last_ranking: tuple[Seat, ...] | None = None
    owed_ranking: tuple[Seat, ...] | None = None
    drawer: Seat | None = None
    first_players: tuple[Seat, ...] = ()
    kai_pai: Seat | None = None


class GouJiHand:
    """A hand while its log is folded."""

    def __init__(self, entry_id: int, setup: HandSetup, laws: GouJiLaws) -> None:
        self.entry_id = entry_id
        self.setup = setup
        self.number = setup.number
        self.options = setup.options
        self.docket = GouJiDocket(entry_id, setup.number, setup.decisions)
        self.laws = laws
        self.hand_size = int(str(setup.options["hand_size"]))
        self.table = GouJiTable(self.docket, laws, TEAM_OF, self.hand_size, setup.options)
        self.findings = self.table.findings
        self.tribute = Tribute(setup.owed_ranking, TEAM_OF)
        self.is_void = False
        self.told: list[Told] = []
        self.named_drawer = setup.drawer
        self.named_kai_pai: Seat | None = None
        self.threes_by: Seat | None = None
        self._turned: list[tuple[int, Card]] = []
        self._liberated: dict[Seat, int] = {}  # seat → entry of its word
        self._is_blank = True
        self._update_first_players()

    # --- what is so -----------------------------------------------------------------------------------------------

    @property
    def is_first(self) -> bool:
        """Whether it is the first hand of its game."""
        return self.number == 1

    @property
    def big_loser(self) -> Seat | None:
        """The Big Loser of the last hand."""
        ranking = self.setup.last_ranking
        return ranking[-1] if ranking is not None else None

    @property
    def count(self) -> Count:
        """R4, R5: the Kai Pai's count as far as it went."""
        kai_pai = self.named_kai_pai if self.named_kai_pai is not None else self.setup.kai_pai
        return count_cards(kai_pai, (card for _, card in self._turned))

    @property
    def drawer(self) -> Seat | None:
        """Who draws first: by the count in a first hand, by the Big Loser's word later."""
        counted = self.count.drawer if self.is_first else None
        return counted if counted is not None else self.named_drawer

    def is_over(self) -> bool:
        """Whether the hand is decided."""
        return self.table.standings.is_over()

    def is_blank(self) -> bool:
        """Whether nothing has happened in it."""
        return self._is_blank

    def has_play(self) -> bool:
        """Whether a card has been played."""
        return bool(self.table.series)

    # --- what happens ---------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take in one event of the hand; its seats are those of the game."""
        self._is_blank = False
        event = entry.event
        if isinstance(event, CardsPlayed):
            self._play(entry.id, event)
        elif isinstance(event, Passed):
            self.table.pass_by(entry.id, event.seat)
        elif isinstance(event, TrickGathered):
            self.table.gather(entry.id, event.by)
        elif isinstance(event, Announced):
            self._announce(entry.id, event)
        elif isinstance(event, Swapped):
            self._swap(entry.id, event)
        elif isinstance(event, CardTurned):
            self._turn(entry.id, event.card)
        else:
            self.findings.note(GouJiCode.EVENT_UNEXPECTED, entry.id, None, {"event": type(event).__name__})
        if not self.has_play():
            self._update_first_players()

    def _play(self, entry_id: int, event: CardsPlayed) -> None:
        if not self.has_play() and self.tribute.owed:
            givers = [duty.giver for duty in self.tribute.owed]
            self.findings.note(GouJiCode.TRIBUTE_UNRECORDED, entry_id, None, {"givers": givers})
        play = self.table.play(entry_id, event.seat, event.cards)
        if play.standing is Standing.TAKEN_BACK:
            return
        for card in event.cards:
            self._check_tribute(entry_id, event.seat, card)

    def _announce(self, entry_id: int, event: Announced) -> None:
        words = {
            "kai_pai": self._announce_kai_pai,
            "first_drawer": self._announce_drawer,
            "threes": self._announce_threes,
            "revolution": self._announce_revolution,
            "false_revolution": self._accuse,
            "waive": self._announce_waiver,
            "swap_duties": self._announce_swap,
            "liberation": self._announce_liberation,
            "tribute_not_highest": self._accuse,
            "rang_pai": self._announce_rang_pai,
        }
        if event.what in words:
            words[event.what](entry_id, event)
        elif event.what in (SHAO_PAI, SHAO_PAI_EXTENDED):
            self.table.announce_shao_pai(entry_id, event.seat, event.what)
        elif event.what == "out":
            self.table.announce_out(entry_id, event.seat)
        elif event.what == "big_loser":
            self.table.name_big_loser(entry_id, event.seat if event.to is None else event.to, event.what)
        else:
            self.findings.note(GouJiCode.ANNOUNCEMENT_UNKNOWN, entry_id, event.seat, {"what": event.what})

    # --- who draws, who plays first -------------------------------------------------------------------------------

    def _turn(self, entry_id: int, card: Card) -> None:
        if card not in GOU_JI_DECK:
            self.findings.word_fault(
                Code.IMPOSSIBLE_CARD, "R2", entry_id, None, cards=(card,), severity=Severity.QUESTION
            )
            return
        if not self.is_first or self.has_play():
            self.findings.note(Code.TURN_UNEXPECTED, entry_id)
            return
        if self.count.drawer is not None:
            if self._turned[-1][1] != card:  # The same card again is the same card.
                self.findings.question(
                    Code.SECOND_TURNED_CARD, "R4", entry_id, None, {"first": self._turned[-1][1].code}
                )
            return
        self._turned.append((entry_id, card))
        count = self.count
        if count.kai_pai is None:
            self.findings.question(GouJiCode.KAI_PAI_UNKNOWN, "R4", entry_id, None, {})
        elif count.drawer is not None and self.named_drawer not in (None, count.drawer):
            params = {"expected_seat": count.drawer, "named": self.named_drawer}
            self.findings.question(GouJiCode.WRONG_FIRST_DRAWER, "R4", entry_id, None, params)

    def _announce_kai_pai(self, entry_id: int, event: Announced) -> None:
        if not self.is_first or self.has_play():
            self._not_now(entry_id, event)
            return
        due = self.setup.kai_pai
        if due is not None and event.seat != due:
            self.findings.word_fault(GouJiCode.KAI_PAI_WRONG, "R5", entry_id, event.seat, {"expected_seat": due})
            if self.docket.is_taken_back(entry_id):
                return
        self.named_kai_pai = event.seat
        for turned_in, _ in self._turned:
            self.docket.drop(f"{self.entry_id}.{GouJiCode.KAI_PAI_UNKNOWN}.{turned_in}")

    def _announce_drawer(self, entry_id: int, event: Announced) -> None:
        if self.has_play():
            self._not_now(entry_id, event)
            return
        if self.big_loser is not None and event.seat != self.big_loser:
            self.findings.word_fault(
                GouJiCode.NOT_BIG_LOSER, "R6", entry_id, event.seat, {"expected_seat": self.big_loser}
            )
            if self.docket.is_taken_back(entry_id):
                return
        self.named_drawer = event.seat if event.to is None else event.to

    def _announce_threes(self, entry_id: int, event: Announced) -> None:
        """R8: two 3s of one suit, in a first hand, before anything is played; the first to say so plays first."""
        reason = None
        if not self.is_first or (self.options["threes_rule"] == "first_game" and not self.setup.is_first_of_session):
            reason = "later_hand"
        elif self.has_play():
            reason = "after_first_play"
        elif self.threes_by is not None:
            if event.seat != self.threes_by:
                self.findings.note(GouJiCode.THREES_NOT_NOW, entry_id, event.seat, {"reason": "second"})
            return
        if reason is not None:
            self.findings.word_fault(GouJiCode.THREES_NOT_NOW, "R8", entry_id, event.seat, {"reason": reason})
            return
        if event.shown and not has_two_threes_of_a_suit(event.shown):
            self.findings.word_fault(GouJiCode.FALSE_THREES, "R8", entry_id, event.seat, cards=event.shown)
        elif not event.shown and self.options["threes_shown"] == "shown":
            self.findings.word_fault(GouJiCode.THREES_NOT_SHOWN, "R8", entry_id, event.seat, severity=Severity.QUESTION)
        if not self.docket.is_taken_back(entry_id):
            self.threes_by = event.seat

    def _update_first_players(self) -> None:
        """R8, R9, H3, H7."""
        self.table.first_player_rule = "R8" if self.is_first or self.threes_by is not None else "R9"
        seat: Seat | None
        if self.threes_by is not None:
            seat = self.threes_by
        elif self.setup.first_players:
            seat = None  # Dealt again: as for the voided deal.
        elif self.is_first:
            seat = self.drawer
        else:
            seat = self.drawer if self.options["first_play_later"] == "first_drawer" else self.big_loser
        self.table.first_players = self.setup.first_players if seat is None else (seat,)

    # --- Revolution -----------------------------------------------------------------------------------------------

    def _announce_revolution(self, entry_id: int, event: Announced) -> None:
        """R10, H6: the deal is thrown in, before the first play."""
        high = tuple(card for card in event.shown if card.rank in (TWO, BLACK, RED))
        if high:
            self.findings.word_fault(GouJiCode.FALSE_REVOLUTION, "R10", entry_id, event.seat, cards=high)
        reason = None
        if self.has_play():
            reason = "after_first_play"
        elif self.options["revolution_when"] == "before_tribute":
            reason = "after_tribute" if self.tribute.is_begun else None
        elif self.tribute.owed:
            reason = "before_tribute"
        if reason is not None:
            self.findings.word_fault(GouJiCode.REVOLUTION_LATE, "R10", entry_id, event.seat, {"reason": reason})
        if self.docket.is_taken_back(entry_id):
            return
        late_id = f"{self.entry_id}.{GouJiCode.REVOLUTION_LATE}.{entry_id}"
        if reason == "after_first_play" and self.docket.decisions.get(late_id) != "stands":
            return  # The hand is being played; the table has to say that it is thrown in all the same.
        self.is_void = True

    def _accuse(self, entry_id: int, event: Announced) -> None:
        """A seat says what no camera can see: class "never"."""
        if event.to is None:
            self._not_now(entry_id, event)
            return
        is_tribute = event.what == "tribute_not_highest"
        duty = self.tribute.between(event.seat, event.to)
        if is_tribute and (duty is None or duty.giver != event.to):
            self._not_now(entry_id, event)
            return
        self.docket.add(
            GouJiCode.TRIBUTE_NOT_HIGHEST if is_tribute else GouJiCode.FALSE_REVOLUTION,
            "R30" if is_tribute else "R10",
            klass=VerdictClass.NEVER,
            severity=Severity.QUESTION,
            key="told",
            seat=event.to,
            offence=entry_id,
            params={"told_by": event.seat},
            choices=("stands", PENALTY_BIG_LOSER) if is_tribute else ("stands",),
        )

    # --- tribute --------------------------------------------------------------------------------------------------

    def _swap(self, entry_id: int, event: Swapped) -> None:
        """R30, R33: a tribute and what came back, face down."""
        params: dict[str, object] = {"to": event.to, "count": event.count}
        duty = self.tribute.duty_of(event.seat)
        if duty is None or duty.status is DutyStatus.PAID or self.has_play():
            self.findings.word_fault(GouJiCode.TRIBUTE_NOT_DUE, "R30", entry_id, event.seat, params)
            return
        rule = "R30" if len(self.tribute.duties) == 2 else "R33"
        if (duty.receiver, duty.count) != (event.to, event.count):
            params |= {"expected_to": duty.receiver, "expected_count": duty.count}
            self.findings.word_fault(GouJiCode.TRIBUTE_WRONG, rule, entry_id, event.seat, params)
        for cards in (event.given, event.returned):
            if cards and len(cards) != event.count:
                numbers = {"given": len(event.given), "returned": len(event.returned)}
                self.findings.word_fault(GouJiCode.TRIBUTE_UNEVEN, rule, entry_id, event.seat, numbers)
        if self.docket.is_taken_back(entry_id):
            return
        self.tribute.settle(event.seat, DutyStatus.PAID)
        known = [[self.laws.strength(card) for card in cards] for cards in (event.given, event.returned)]
        self.tribute.remember(event.seat, entry_id, event.count, known[0], known[1])

    def _announce_waiver(self, entry_id: int, event: Announced) -> None:
        duty = self.tribute.between(event.seat, event.to)
        if duty is None or duty.status is not DutyStatus.OWED or self.has_play():
            self._not_now(entry_id, event)
            return
        if not duty.may_be_waived:
            self.findings.word_fault(GouJiCode.WAIVER_NOT_ALLOWED, "R31", entry_id, event.seat)
            if self.docket.is_taken_back(entry_id):
                return
        self.tribute.settle(duty.giver, DutyStatus.WAIVED)

    def _announce_swap(self, entry_id: int, event: Announced) -> None:
        if self.has_play() or not self.tribute.duties:
            self._not_now(entry_id, event)
        elif not self.tribute.may_be_swapped and not self.tribute.is_swapped:
            self.findings.word_fault(GouJiCode.SWAP_NOT_ALLOWED, "R32", entry_id, event.seat)
        elif len(self.tribute.owed) == len(self.tribute.duties):
            self.tribute.swap()
        else:
            self._not_now(entry_id, event)

    def _announce_liberation(self, entry_id: int, event: Announced) -> None:
        """R34, H36: whoever holds all four red jokers refuses, and shows them."""
        duty = self.tribute.duty_of(event.seat)
        if duty is None or duty.status is not DutyStatus.OWED or self.has_play():
            self.findings.note(GouJiCode.LIBERATION_NOT_DUE, entry_id, event.seat)
            return
        reds = sum(1 for card in event.shown if card.rank == RED)
        if event.shown and reds != GOU_JI_DECK.copies:
            self.findings.word_fault(
                GouJiCode.FALSE_LIBERATION, "R34", entry_id, event.seat, {"shown": reds}, cards=event.shown
            )
            if self.docket.is_taken_back(entry_id):
                return
        self.tribute.settle(event.seat, DutyStatus.LIBERATED)
        self._liberated[event.seat] = entry_id

    def _check_tribute(self, entry_id: int, seat: Seat, card: Card) -> None:
        """What a card on the table proves about tribute."""
        for suspicion in self.tribute.disproved_by(seat, self.laws.strength(card)):
            self._prove(GouJiCode.TRIBUTE_NOT_HIGHEST, "R30", seat, suspicion.entry_id, entry_id, card, {})
        if card.rank == RED:
            for liberated, said_in in self._liberated.items():
                if liberated != seat:
                    params = {"red_from": seat}
                    self._prove(GouJiCode.FALSE_LIBERATION, "R34", liberated, said_in, entry_id, card, params)

    def _prove(
        self,
        code: GouJiCode,
        rule: str,
        seat: Seat,
        offence: int,
        proof: int,
        card: Card,
        params: Mapping[str, object],
    ) -> None:
        known = self.docket.find(code, offence)
        if known is not None and known.klass is VerdictClass.IMMEDIATE:
            return
        proofs = dict.fromkeys((*(known.proof if known else ()), proof))
        self.docket.add(
            code,
            rule,
            klass=VerdictClass.RETROSPECTIVE,
            seat=seat,
            offence=offence,
            proof=tuple(proofs),
            cards=(card,),
            params=params,
            candidates=(MisreadCandidate(proof, card, "proof"),),
            choices=("stands", "misread", PENALTY_BIG_LOSER),
        )

    # --- other words ----------------------------------------------------------------------------------------------

    def _announce_rang_pai(self, entry_id: int, event: Announced) -> None:
        """R24, H24, H25: talk, or a turn kept for later."""
        if self.options["rang_pai"] == "recorded":
            self.told.append(Told(entry_id, event.seat, event.what, event.to))
        elif self.options["rang_pai"] == "dui_men_keeps":
            if self.table.may_yield(event.seat):
                self.table.yield_turn(event.seat)
            else:
                self._not_now(entry_id, event)

    def _not_now(self, entry_id: int, event: Announced) -> None:
        self.findings.note(GouJiCode.ANNOUNCEMENT_NOT_NOW, entry_id, event.seat, {"what": event.what})
