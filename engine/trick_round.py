"""One deal of a trick game while it is on: bids, play, findings, rulings; a game supplies its score and its own events.

A finding's windows: while its side has not played on, a card can be taken back; after that the game's penalties are
offered for what its hand forbade.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from engine.bidding import NumberBidding
from engine.cards import Card
from engine.docket import Docket, weighed
from engine.events import BidMade, CardsPlayed, Event, HandShown, OptionValue, Passed, Seat, TrickGathered
from engine.log import Entry
from engine.round_checks import find_card_kept, find_missing_cards, find_trick_faults
from engine.state import Choice, Expected, Phase, RoundState, Severity, Verdict, VerdictStatus
from engine.trick_table import TrickTable
from engine.verdicts import Code


class TrickRound(ABC):
    """The deal of a game in which everybody plays one card to each trick.

    `bidding` None: nobody bids. `options` "trick_history" and "revoke_notice" are read where the game has them.
    `voids_round` is the penalty that has the round dealt again. `rule_numbers` name the game's rules: "seats" (who sits
    there), "bids" (everybody bids before play).
    """

    rule_numbers: Mapping[str, str] = {"seats": "R1", "bids": "R6"}
    voids_round = "penalty:replay_round"

    def __init__(
        self,
        entry_id: int,
        number: int,
        dealer: Seat,
        teams: Sequence[Sequence[Seat]],
        options: Mapping[str, OptionValue],
        docket: Docket,
        table: TrickTable,
        bidding: NumberBidding | None = None,
    ) -> None:
        self.entry_id = entry_id
        self.number = number
        self.hand_size = table.hand_size
        self.dealer = dealer
        self.teams = teams
        self.team_of = table.team_of
        self.options = options
        self.docket = docket
        self.table = table
        self.bidding = bidding
        self.is_void = False
        self.is_full_deal = table.hand_size * table.seat_count == len(table.rules.deck)

    # --- supplied by the game -------------------------------------------------------------------------------------

    @abstractmethod
    def scores(self, decisions: Mapping[str, str]) -> tuple[int, ...] | None:
        """The scores by team after the penalties among `decisions` (verdict id → decision); None: not known yet."""

    def penalties(self) -> tuple[str, ...]:
        """What is offered for a play its hand forbade, once it cannot be taken back."""
        return ()

    def apply_own(self, entry: Entry) -> None:
        """Take in an event that is neither a play, nor a bid, nor the gathering of a trick."""
        if isinstance(entry.event, HandShown):
            self.table.show_hand(entry.id, entry.event.seat, entry.event.cards)
            return
        self._add(Code.EVENT_UNEXPECTED, "", entry.id, severity=Severity.NOTICE, params={"event": _name(entry.event)})

    def is_asked_for(self, event: Event) -> bool:
        """Whether an event after the last trick supplies something that is still missing."""
        return isinstance(event, BidMade) and self.bidding is not None and event.seat not in self.bidding.made

    def decide(self, code: str, entry_id: int, decision: str) -> None:  # noqa: B027 (most games change nothing more)
        """What a ruling changes beyond taking cards back, voiding the round and awarding a trick."""

    def find_own(self, docket: Docket, *, is_over: bool) -> None:  # noqa: B027 (most games have none)
        """Findings of the game that hold only while their cause is there."""

    def notes(self) -> Mapping[str, OptionValue]:
        """Further facts of the round for a page, by name."""
        return {}

    # --- what happens ---------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take in one event of the round."""
        event = entry.event
        if isinstance(event, CardsPlayed):
            self._check_bids(entry.id, event.seat)
            self.table.play(entry.id, event.seat, event.cards)
        elif isinstance(event, TrickGathered):
            by = event.by
            if by is not None and not 0 <= by < self.table.seat_count:
                rule = self.rule_numbers["seats"]
                self._add(Code.SEAT_UNKNOWN, rule, entry.id, severity=Severity.NOTICE, params={"seat": by})
                by = None
            self.table.gather(entry.id, by)
        elif self.is_over() and not self.is_asked_for(event):
            self._add(Code.NO_ROUND, "", entry.id, severity=Severity.NOTICE, params={"event": _name(event)})
        elif isinstance(event, BidMade) and self.bidding is not None:
            self.bidding.bid(entry.id, event.seat, event.value, play_has_begun=self.has_play())
        elif isinstance(event, Passed) and self.bidding is not None:
            self._add(Code.PASS_NOT_ALLOWED, self.rule_numbers["bids"], entry.id, seat=event.seat)
        else:
            self.apply_own(entry)

    def rule(self, verdict_id: str, decision: str) -> None:
        """Take in a ruling: what it changes at the table; other penalties change only the score."""
        _, code, entry_text, *_ = [*verdict_id.split("."), "", ""]
        if not entry_text.isdigit():
            return
        entry_id = int(entry_text)
        verdict = self.docket.found.get(verdict_id)
        if decision == "taken_back" and verdict is not None and verdict.cards:
            self.table.take_back(entry_id, verdict.cards)
        elif decision == "taken_back" and self.bidding is not None:
            self.bidding.take_back(entry_id)
        elif verdict is not None and (
            decision == self.voids_round or (decision == "stands" and code == Code.ROUND_UNFINISHED)
        ):
            self.is_void = True
        if code == Code.GATHERED_BY_WRONG_SIDE:
            self.table.award(entry_id, decision == "stands")
        self.decide(code, entry_id, decision)

    def _check_bids(self, entry_id: int, seat: Seat) -> None:
        if self.bidding is not None and not self.has_play() and not self.bidding.is_complete:
            missing = [each for each in self.bidding.order if each not in self.bidding.made]
            rule = self.rule_numbers["bids"]
            self._add(Code.PLAY_BEFORE_BIDS, rule, entry_id, seat=seat, params={"seats": missing})

    def _add(
        self,
        code: str,
        rule: str,
        offence: int | None,
        *,
        seat: Seat | None = None,
        severity: Severity = Severity.OFFENCE,
        cards: tuple[Card, ...] = (),
        params: Mapping[str, Any] | None = None,
    ) -> Verdict:
        return self.docket.add(code, rule, offence=offence, seat=seat, severity=severity, cards=cards, params=params)

    # --- what is so -----------------------------------------------------------------------------------------------

    def is_over(self) -> bool:
        """Whether the round is played out."""
        return self.table.is_over()

    def is_blank(self) -> bool:
        """Whether nothing has happened in it."""
        return not (self.bidding is not None and self.bidding.made) and not self.table.tricks

    def has_play(self) -> bool:
        """Whether a card has been played."""
        return bool(self.table.tricks)

    def expected(self) -> Expected | None:
        """What comes next, None when the next round does."""
        waiting = self.table.awaits_gathering()
        if waiting is not None:
            return Expected("gather", seat=self.table.taken_by(waiting))
        if self.bidding is not None and not self.bidding.is_complete and (self.is_over() or not self.has_play()):
            return self.expected_bid(self.bidding)
        if self.is_over():
            return None
        seat, led_suit = self.table.next_to_play()
        voids = tuple(sorted(self.table.void_suits()[seat])) if seat is not None else ()
        return Expected("play", seat=seat, led_suit=led_suit, hidden_void_suits=voids)

    def expected_bid(self, bidding: NumberBidding) -> Expected:
        """The bid that is due."""
        return Expected("bid", seat=bidding.next_seat, values=bidding.legal_values())

    def team_bids(self) -> tuple[int | None, ...]:
        """The sum of each team's bids, None until all of them are made."""
        made = self.bidding.made if self.bidding is not None else {}
        return tuple(
            sum(made[seat][0] for seat in seats) if all(seat in made for seat in seats) else None
            for seats in self.teams
        )

    def phase(self) -> Phase:
        """Where the round is."""
        if self.is_void:
            return Phase.VOID
        if self.is_over():
            return Phase.OVER
        is_bidding = self.bidding is not None and not self.has_play() and not self.bidding.is_complete
        return Phase.BID if is_bidding else Phase.PLAY

    def shown_card(self) -> tuple[Card, int] | None:
        """The card shown for trump and its entry, in games that show one."""
        return None

    def freeze(self) -> tuple[RoundState, tuple[Verdict, ...]]:
        """The round and its verdicts as frozen values."""
        is_over = self.is_over()
        scores = self.scores(self.docket.decisions) if is_over and not self.is_void else None
        verdicts = self._verdicts(is_over=is_over)
        unsettled = (VerdictStatus.OPEN, VerdictStatus.MISREAD)
        won = self.table.tricks_won()
        tricks = self.table.trick_states()
        made = self.bidding.made if self.bidding is not None else {}
        shows_all = is_over or self.is_void or self.options.get("trick_history") == "all"
        shown = self.shown_card()
        seats = range(self.table.seat_count)
        return (
            RoundState(
                number=self.number,
                hand_size=self.hand_size,
                dealer=self.dealer,
                started_entry_id=self.entry_id,
                phase=self.phase(),
                turned_card=shown[0] if shown else None,
                turned_entry_id=shown[1] if shown else None,
                trump=self.table.rules.trump,
                trump_is_known=self.table.rules.trump_is_known,
                bids=tuple(made[seat][0] if seat in made else None for seat in seats),
                bid_entry_ids=tuple(made[seat][1] if seat in made else None for seat in seats),
                tricks=tricks,
                tricks_won=tuple(won),
                team_bids=self.team_bids(),
                team_tricks=tuple(sum(won[seat] for seat in team) for team in self.teams),
                scores=scores,
                blocked_by=tuple(each.id for each in verdicts if each.blocks_score and each.status in unsettled),
                public_trick_numbers=tuple(trick.number for trick in (tricks if shows_all else tricks[-1:])),
                knowledge=self.table.knowledge(),
                unseen=self.table.sightings.unseen(),
                notes=self.notes(),
            ),
            verdicts,
        )

    # --- verdicts that hold or not, as things are now ---------------------------------------------------------------

    def _verdicts(self, *, is_over: bool) -> tuple[Verdict, ...]:
        # A docket of its own: what is derived from the present state vanishes with its cause.
        derived = Docket(self.entry_id, self.number)
        self.find_own(derived, is_over=is_over)
        find_trick_faults(derived, self.table)
        if is_over and not self.is_void:
            self._find_missing_bids(derived)
            if self.is_full_deal:
                find_missing_cards(derived, self.table)
            find_card_kept(derived, self.table)
        found = [*self.docket.found.values(), *derived.found.values()]
        if not found:
            return ()
        is_held_back = self.options.get("revoke_notice") == "end_of_round" and not is_over and not self.is_void
        settled = []
        for verdict in found:
            is_following = verdict.code in self.docket.follow_codes or verdict.code == Code.COUNTING_PROOF
            verdict = self.docket.settled(
                verdict, self._choices(verdict), is_public=not (is_held_back and is_following)
            )
            settled.append(self.docket.explained(verdict))
        return tuple(weighed(settled))

    def _find_missing_bids(self, docket: Docket) -> None:
        missing = [seat for seat in self.bidding.order if seat not in self.bidding.made] if self.bidding else []
        if missing:
            docket.add(
                Code.BIDS_MISSING,
                self.rule_numbers["bids"],
                severity=Severity.QUESTION,
                params={"seats": missing},
                choices=(),
                blocks_score=True,
            )

    def _choices(self, verdict: Verdict) -> tuple[Choice, ...]:
        """What the table can decide now, with the scores each decision would give."""
        decisions = [choice.decision for choice in verdict.choices]
        is_following = verdict.code in self.docket.follow_codes
        # A trick can change hands at any time; a card only before its side plays on.
        is_late = verdict.code != Code.GATHERED_BY_WRONG_SIDE and not self._can_take_back(verdict)
        if "taken_back" in decisions and is_late:
            decisions.remove("taken_back")
            decisions += self.penalties() if is_following else ()
        if not is_following or not self.is_over():
            return tuple(Choice(decision) for decision in decisions)
        return tuple(Choice(decision, self._scores_if(verdict.id, decision)) for decision in decisions)

    def _scores_if(self, verdict_id: str, decision: str) -> tuple[int, ...] | None:
        if decision in ("misread", self.voids_round, "taken_back"):
            return None
        return self.scores({**self.docket.decisions, verdict_id: decision})

    def _can_take_back(self, verdict: Verdict) -> bool:
        if verdict.trick_number is None or verdict.seat is None:
            return not self.has_play()
        return self.table.can_take_back(verdict.trick_number, verdict.seat)


def _name(event: Event) -> str:
    return type(event).__name__
