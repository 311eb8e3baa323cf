"""Pairs Oh Hell (Pairs Whist): four seats, two pairs, bid exactly what your pair will win.

Rule numbers R1–R13 and H1–H20 are those of the project's rules analysis. What is not an option is fixed: bids and hand
sizes are counted per player (H9), the pair wins, not a player (H5), the trick's winner leads on (H6), the turned card
stays out of play (H7), a made pair bid pays five a trick (H12), no bid is forbidden once the others exceed the hand
size (H14), a misdeal is dealt again by the same dealer (H16).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.bidding import NumberBidding
from engine.cards import STANDARD_DECK, Card
from engine.docket import FOLLOW_CODES, Docket, weighed
from engine.events import BidMade, CardsPlayed, CardTurned, Event, OptionValue, Passed, Seat, TrickGathered
from engine.games.oh_hell_options import OPTIONS, read_partners, read_schedule
from engine.log import Entry
from engine.round_checks import find_card_kept, find_count_faults, find_missing_cards, find_trick_faults
from engine.scheduled_game import Round, ScheduledGame
from engine.state import (
    Choice,
    Expected,
    MisreadCandidate,
    Phase,
    RoundState,
    Severity,
    Verdict,
    VerdictStatus,
)
from engine.trick_table import TrickTable
from engine.tricks import TrickRules
from engine.verdicts import PENALTIES, Code

KEY = "oh_hell_pairs"
SEATS = 4

_ROTATION = ("S", "H", "D", "C")


def pair_score(bid: int, won: int, *, zero_overtricks: str = "each") -> int:
    """R12: five a trick for an exact bid, 4 for an exact zero, otherwise the difference.

    >>> pair_score(4, 4), pair_score(3, 9), pair_score(6, 4), pair_score(0, 0)
    (20, 6, -2, 4)
    """
    if bid == won:
        return 5 * won if won > 0 else 4
    if bid == 0 and zero_overtricks == "none":
        return 0
    return won - bid


class OhHellRound:
    """One deal of Pairs Oh Hell while it is on."""

    def __init__(
        self,
        entry_id: int,
        number: int,
        hand_size: int,
        dealer: Seat,
        teams: Sequence[Sequence[Seat]],
        options: Mapping[str, OptionValue],
        rotated_trump: str,
    ) -> None:
        self.entry_id = entry_id
        self.number = number
        self.hand_size = hand_size
        self.dealer = dealer
        self.teams = teams
        self.options = options
        self.is_void = False
        self.docket = Docket(entry_id, number)
        self.turned: tuple[Card, int] | None = None
        self.is_full_deal = hand_size * SEATS == len(STANDARD_DECK)
        full_deal_trump = options["full_deal_trump"] if self.is_full_deal else ""
        self.needs_turn = full_deal_trump not in ("none", "rotate")
        self.goes_to_dealer = full_deal_trump == "dealer_last"
        self.is_put_back = full_deal_trump == "cut"
        first = (dealer + 1) % SEATS
        self.bidding = NumberBidding(
            self.docket,
            [(first + step) % SEATS for step in range(SEATS)],
            hand_size,
            is_changeable=options["bid_change"] == "until_next_bid",
        )
        self.team_of = [next(team for team, seats in enumerate(teams) if seat in seats) for seat in range(SEATS)]
        trump = rotated_trump if full_deal_trump == "rotate" else None
        rules = self._rules(trump, trump_is_known=not self.needs_turn)
        self.table = TrickTable(self.docket, rules, self.team_of, hand_size, first)

    # --- what happens ---------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take in one event of the round."""
        event = entry.event
        if type(event) is CardsPlayed:
            if not self.table.tricks and not self.bidding.is_complete:
                missing = [seat for seat in self.bidding.order if seat not in self.bidding.made]
                self._add(Code.PLAY_BEFORE_BIDS, "R6", seat=event.seat, offence=entry.id, params={"seats": missing})
            self.table.play(entry.id, event.seat, event.cards)
        elif type(event) is TrickGathered:
            by = event.by
            if by is not None and not 0 <= by < SEATS:
                self._add(Code.SEAT_UNKNOWN, "R1", severity=Severity.NOTICE, offence=entry.id, params={"seat": by})
                by = None
            self.table.gather(entry.id, by)
        elif self.is_over() and not self._is_asked_for(event):
            name = type(event).__name__
            self._add(Code.NO_ROUND, "", severity=Severity.NOTICE, offence=entry.id, params={"event": name})
        elif type(event) is BidMade:
            self.bidding.bid(entry.id, event.seat, event.value, play_has_begun=self.has_play())
        elif type(event) is CardTurned:
            self._turn(entry.id, event.card)
        elif type(event) is Passed:
            self._add(Code.PASS_NOT_ALLOWED, "R6", seat=event.seat, offence=entry.id)

    def _is_asked_for(self, event: Event) -> bool:
        """Whether an event after the last trick supplies a bid or a trump card that is still missing."""
        if type(event) is BidMade:
            return event.seat not in self.bidding.made
        return type(event) is CardTurned and not self.table.rules.trump_is_known

    def rule(self, verdict_id: str, decision: str) -> None:
        """Take in a ruling: what it changes at the table; penalties change only the score."""
        _, code, entry_text, *_ = [*verdict_id.split("."), "", ""]
        if not entry_text.isdigit():
            return
        entry_id = int(entry_text)
        if decision == "taken_back":
            verdict = self.docket.found.get(verdict_id)
            if code in (Code.PAIR_BID_ABOVE_HAND, Code.HOOK_BROKEN) or code.startswith("bid_"):
                self.bidding.take_back(entry_id)
            elif verdict is not None:
                self.table.take_back(entry_id, verdict.cards)
        elif decision == "penalty:replay_round" and verdict_id in self.docket.found:
            self.is_void = True
        elif decision == "stands" and code == Code.TRUMP_UNKNOWN:
            self.table.use_rules(self._rules(None, trump_is_known=True))
        elif decision == "stands" and code == Code.ROUND_UNFINISHED and verdict_id in self.docket.found:
            self.is_void = True
        if code == Code.GATHERED_BY_WRONG_SIDE:
            self.table.award(entry_id, decision == "stands")

    def _turn(self, entry_id: int, card: Card) -> None:
        if not self.needs_turn:
            self._add(Code.TURN_UNEXPECTED, "H3", severity=Severity.NOTICE, offence=entry_id, cards=(card,))
            return
        if self.turned is not None:
            first, first_entry = self.turned
            if first == card:
                return
            self._add(
                Code.SECOND_TURNED_CARD,
                "R5",
                severity=Severity.QUESTION,
                offence=entry_id,
                proof=(first_entry,),
                cards=(card,),
                params={"first": first.code},
                candidates=(
                    MisreadCandidate(entry_id, card, "second_sighting"),
                    MisreadCandidate(first_entry, first, "first_sighting"),
                ),
                choices=("misread", "stands"),
            )
        self.turned = (card, entry_id)
        self.table.use_rules(self._rules(card.suit, trump_is_known=card in STANDARD_DECK))
        if not self.is_put_back:
            self.table.show_turned(entry_id, card, self.dealer if self.goes_to_dealer else None)

    def _rules(self, trump: str | None, *, trump_is_known: bool) -> TrickRules:
        return TrickRules(
            STANDARD_DECK,
            trump,
            trump_is_known=trump_is_known,
            must_trump=self.options["must_trump"] == "yes",
            broken_trump=self.options["broken_trump"] == "must_be_broken",
        )

    def _add(self, code: Code, rule: str, **details: object) -> Verdict:
        return self.docket.add(code, rule, **details)  # type: ignore[arg-type]

    # --- what is so -----------------------------------------------------------------------------------------------

    def is_over(self) -> bool:
        """Whether the round is played out."""
        return self.table.is_over()

    def is_blank(self) -> bool:
        """Whether nothing has happened in it."""
        return self.turned is None and not self.bidding.made and not self.table.tricks

    def has_play(self) -> bool:
        """Whether a card has been played."""
        return bool(self.table.tricks)

    def expected(self) -> Expected | None:
        """What comes next, None when the next round does."""
        waiting = self.table.awaits_gathering()
        if self.is_over():
            if waiting is not None:
                return Expected("gather", seat=self.table.taken_by(waiting))
            if not self.table.rules.trump_is_known:
                return Expected("turn", seat=self.dealer)
            if not self.bidding.is_complete:
                return Expected("bid", seat=self.bidding.next_seat, values=self.legal_bids())
            return None
        if not self.has_play():
            needs_turn = self.needs_turn and not self.table.rules.trump_is_known
            if needs_turn and (self.bidding.is_complete or not self.bidding.made):
                return Expected("turn", seat=self.dealer)
            if not self.bidding.is_complete:
                return Expected("bid", seat=self.bidding.next_seat, values=self.legal_bids())
        if waiting is not None:
            return Expected("gather", seat=self.table.taken_by(waiting))
        seat, led_suit = self.table.next_to_play()
        voids = tuple(sorted(self.table.void_suits()[seat])) if seat is not None else ()
        return Expected("play", seat=seat, led_suit=led_suit, hidden_void_suits=voids)

    def legal_bids(self) -> tuple[int, ...]:
        """The bids allowed to the seat that is due.

        With pair bids capped (H10) the cap gives way where it and the hook would leave nothing to bid.
        """
        values = self.bidding.legal_values()
        if self.options["cap_pair_bid"] == "illegal" and self.bidding.next_seat is not None:
            room = self.hand_size - sum(
                self.bidding.made[seat][0]
                for seat in self.teams[self.team_of[self.bidding.next_seat]]
                if seat in self.bidding.made
            )
            values = tuple(value for value in values if value <= room) or values
        return values

    def team_bids(self) -> tuple[int | None, ...]:
        """R11: the sum of each pair's bids, None until both are made."""
        made = self.bidding.made
        return tuple(
            sum(made[seat][0] for seat in seats) if all(seat in made for seat in seats) else None
            for seats in self.teams
        )

    def scores(self, decisions: Mapping[str, str]) -> tuple[int, ...] | None:
        """R12 by pair, after the penalties among `decisions` (verdict id → decision); None while bids are missing.

        Penalties of H20: "cap" the pair scores at most its difference without the revoke tricks it won, and at most 0;
        "three_tricks" and "transfer" move tricks to the other pair before R12.
        """
        bids = self.team_bids()
        won_by_seat = self.table.tricks_won()
        won = [sum(won_by_seat[seat] for seat in seats) for seats in self.teams]
        capped: dict[int, set[int]] = {}
        transferred: set[int] = set()
        for verdict_id, decision in decisions.items():
            verdict = self.docket.found.get(verdict_id)
            if verdict is None or verdict.seat is None or verdict.trick_number is None or decision not in PENALTIES:
                continue
            team = self.team_of[verdict.seat]
            taker = self.table.taken_by(self.table.tricks[verdict.trick_number - 1])
            is_own_trick = taker is not None and self.team_of[taker] == team
            if decision == "penalty:cap":
                capped.setdefault(team, set()).update({verdict.trick_number} if is_own_trick else ())
            elif decision == "penalty:three_tricks":
                moved = min(3, won[team])
                won[team], won[1 - team] = won[team] - moved, won[1 - team] + moved
            elif decision == "penalty:transfer" and is_own_trick and verdict.trick_number not in transferred:
                transferred.add(verdict.trick_number)
                won[team], won[1 - team] = won[team] - 1, won[1 - team] + 1
        scores = []
        for team, bid in enumerate(bids):
            if bid is None:
                return None
            score = pair_score(bid, won[team], zero_overtricks=str(self.options["zero_overtricks"]))
            if bid > 0:
                nils = sum(1 for seat in self.teams[team] if self.bidding.made[seat][0] == 0 and won_by_seat[seat] == 0)
                score += nils * int(str(self.options["single_nil"]))
            if team in capped:
                score = min(score, won[team] - len(capped[team]) - bid, 0)
            scores.append(score)
        return tuple(scores)

    def freeze(self) -> tuple[RoundState, tuple[Verdict, ...]]:
        """The round and its verdicts as frozen values."""
        is_over = self.is_over()
        scores = self.scores(self.docket.decisions) if is_over and not self.is_void else None
        verdicts = self._verdicts(is_over=is_over)
        unsettled = (VerdictStatus.OPEN, VerdictStatus.MISREAD)
        blocked_by = tuple(each.id for each in verdicts if each.blocks_score and each.status in unsettled)
        won = self.table.tricks_won()
        tricks = self.table.trick_states()
        made = self.bidding.made
        shows_all = is_over or self.is_void or self.options["trick_history"] == "all"
        public = tuple(trick.number for trick in (tricks if shows_all else tricks[-1:]))
        rules = self.table.rules
        return (
            RoundState(
                number=self.number,
                hand_size=self.hand_size,
                dealer=self.dealer,
                started_entry_id=self.entry_id,
                phase=self._phase(is_over=is_over),
                turned_card=self.turned[0] if self.turned else None,
                turned_entry_id=self.turned[1] if self.turned else None,
                trump=rules.trump,
                trump_is_known=rules.trump_is_known,
                bids=tuple(made[seat][0] if seat in made else None for seat in range(SEATS)),
                bid_entry_ids=tuple(made[seat][1] if seat in made else None for seat in range(SEATS)),
                tricks=tricks,
                tricks_won=tuple(won),
                team_bids=self.team_bids(),
                team_tricks=tuple(sum(won[seat] for seat in seats) for seats in self.teams),
                scores=scores,
                blocked_by=blocked_by,
                public_trick_numbers=public,
                knowledge=self.table.knowledge(),
                unseen=self.table.sightings.unseen(),
            ),
            verdicts,
        )

    def _phase(self, *, is_over: bool) -> Phase:
        if self.is_void:
            return Phase.VOID
        if is_over:
            return Phase.OVER
        expected = self.expected()
        if expected is not None and expected.kind == "turn":
            return Phase.TURN
        return Phase.BID if not self.has_play() and not self.bidding.is_complete else Phase.PLAY

    # --- verdicts that hold or not, as things are now ---------------------------------------------------------------

    def _verdicts(self, *, is_over: bool) -> tuple[Verdict, ...]:
        # A docket of its own: what is derived from the present state vanishes with its cause.
        derived = Docket(self.entry_id, self.number)
        self._find_pair_bids(derived)
        concerned = find_trick_faults(derived, self.table)
        if is_over and not self.is_void:
            self._find_gaps(derived)
            find_count_faults(derived, self.table, concerned)
            if self.is_full_deal:
                find_missing_cards(derived, self.table)
            find_card_kept(derived, self.table)
        found = [*self.docket.found.values(), *derived.found.values()]
        if not found:
            return ()
        is_held_back = self.options["revoke_notice"] == "end_of_round" and not is_over and not self.is_void
        settled = []
        for verdict in found:
            is_following = verdict.code in FOLLOW_CODES or verdict.code == Code.COUNTING_PROOF
            verdict = self.docket.settled(
                verdict, self._choices(verdict), is_public=not (is_held_back and is_following)
            )
            settled.append(self._explained(verdict) if verdict.code == Code.COUNTING_PROOF else verdict)
        return tuple(weighed(settled))

    def _explained(self, verdict: Verdict) -> Verdict:
        """The counting proof, a mere notice once one of the claims it doubts is disproved by a card."""
        revokes = [
            each.id
            for each in self.docket.found.values()
            if each.code in FOLLOW_CODES
            and each.offence in verdict.proof
            and each.params["suit"] in verdict.params["suits"]
        ]
        if not revokes:
            return verdict
        params = {**verdict.params, "explained_by": revokes}
        return replace(verdict, severity=Severity.NOTICE, params=params)

    def _choices(self, verdict: Verdict) -> tuple[Choice, ...]:
        """What the table can decide now: H20's two windows, with the scores each decision would give."""
        decisions = [choice.decision for choice in verdict.choices]
        # A trick can change hands at any time; a card only before its side plays on.
        is_late = verdict.code != Code.GATHERED_BY_WRONG_SIDE and not self._can_take_back(verdict)
        if "taken_back" in decisions and is_late:
            decisions.remove("taken_back")
            if verdict.code in FOLLOW_CODES:
                rule = self.options["revoke_rule"]
                decisions += [each for each in PENALTIES if rule in ("table", each.removeprefix("penalty:"))]
        if verdict.code not in FOLLOW_CODES or not self.is_over():
            return tuple(Choice(decision) for decision in decisions)
        return tuple(Choice(decision, self._scores_if(verdict.id, decision)) for decision in decisions)

    def _scores_if(self, verdict_id: str, decision: str) -> tuple[int, ...] | None:
        if decision in ("misread", "penalty:replay_round", "taken_back"):
            return None
        return self.scores({**self.docket.decisions, verdict_id: decision})

    def _can_take_back(self, verdict: Verdict) -> bool:
        if verdict.trick_number is None or verdict.seat is None:
            return not self.has_play()
        return self.table.can_take_back(verdict.trick_number, verdict.seat)

    def _find_pair_bids(self, docket: Docket) -> None:
        """H10: a pair that bid more than there are tricks."""
        made = self.bidding.made
        for team, bid in enumerate(self.team_bids()):
            if bid is not None and bid > self.hand_size:
                seat = [seat for seat in made if seat in self.teams[team]][-1]
                is_illegal = self.options["cap_pair_bid"] == "illegal"
                docket.add(
                    Code.PAIR_BID_ABOVE_HAND,
                    "H10",
                    severity=Severity.OFFENCE if is_illegal else Severity.NOTICE,
                    seat=seat,
                    offence=made[seat][1],
                    params={"team": team, "pair_bid": bid, "hand_size": self.hand_size},
                    choices=("taken_back", "stands") if is_illegal else ("stands",),
                )

    def _find_gaps(self, docket: Docket) -> None:
        """At the end of the round: bids or trump that nobody told."""
        missing = [seat for seat in self.bidding.order if seat not in self.bidding.made]
        question = Severity.QUESTION
        if missing:
            docket.add(
                Code.BIDS_MISSING, "R6", severity=question, params={"seats": missing}, choices=(), blocks_score=True
            )
        if not self.table.rules.trump_is_known:
            docket.add(Code.TRUMP_UNKNOWN, "R5", severity=question, choices=("stands",), blocks_score=True)


class OhHellPairs(ScheduledGame):
    """A game of Pairs Oh Hell."""

    key = KEY
    seat_count = SEATS

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry, OPTIONS)
        self._schedule = read_schedule(self.options["rounds"])
        self._teams = read_partners(self.options["partners"])

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each pair."""
        return self._teams

    @property
    def schedule(self) -> tuple[int, ...]:
        """The hand size of every round (R3)."""
        return self._schedule

    @property
    def first_dealer(self) -> Seat | None:
        """H2."""
        dealer = self.options["dealer"]
        return dealer if isinstance(dealer, int) else None

    @property
    def plays_off_ties(self) -> bool:
        """H15."""
        return self.options["tie"] == "extra_round"

    def new_round(self, entry_id: int, number: int, hand_size: int, dealer: Seat) -> Round:
        """A round at its deal; full deals take turns at the suits where trump rotates."""
        full_deals = sum(1 for each in self.rounds if not each.is_void and each.hand_size == 13)
        rotated = _ROTATION[full_deals % len(_ROTATION)]
        return OhHellRound(entry_id, number, hand_size, dealer, self.teams, self.options, rotated)
