"""Pairs Oh Hell (Pairs Whist): four seats, two pairs, bid exactly what your pair will win.

Rule numbers R1–R13 and H1–H20 are those of the project's rules analysis. What is not an option is fixed: bids and hand
sizes are counted per player (H9), the pair wins, not a player (H5), the trick's winner leads on (H6), the turned card
stays out of play (H7), a made pair bid pays five a trick (H12), no bid is forbidden once the others exceed the hand
size (H14), a misdeal is dealt again by the same dealer (H16).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.bidding import NumberBidding
from engine.cards import STANDARD_DECK, Card
from engine.docket import Docket
from engine.events import CardTurned, Event, OptionValue, Seat
from engine.games.oh_hell_options import OPTIONS, read_partners, read_schedule
from engine.log import Entry
from engine.scheduled_game import Round, ScheduledGame
from engine.state import Expected, MisreadCandidate, Phase, Severity
from engine.trick_round import TrickRound
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


class OhHellRound(TrickRound):
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
        docket = Docket(entry_id, number)
        self.turned: tuple[Card, int] | None = None
        full_deal_trump = options["full_deal_trump"] if hand_size * SEATS == len(STANDARD_DECK) else ""
        self.needs_turn = full_deal_trump not in ("none", "rotate")
        self.goes_to_dealer = full_deal_trump == "dealer_last"
        self.is_put_back = full_deal_trump == "cut"
        first = (dealer + 1) % SEATS
        bidding = NumberBidding(
            docket,
            [(first + step) % SEATS for step in range(SEATS)],
            hand_size,
            is_changeable=options["bid_change"] == "until_next_bid",
        )
        team_of = [next(team for team, seats in enumerate(teams) if seat in seats) for seat in range(SEATS)]
        trump = rotated_trump if full_deal_trump == "rotate" else None
        rules = _rules(options, trump, trump_is_known=not self.needs_turn)
        table = TrickTable(docket, rules, team_of, hand_size, first)
        super().__init__(entry_id, number, dealer, teams, options, docket, table, bidding)
        self.bids = bidding

    # --- what happens ---------------------------------------------------------------------------------------------

    def apply_own(self, entry: Entry) -> None:
        """The card turned for trump; whatever else this game does not know changes nothing."""
        if isinstance(entry.event, CardTurned):
            self._turn(entry.id, entry.event.card)

    def is_asked_for(self, event: Event) -> bool:
        """Whether an event after the last trick supplies a bid or a trump card that is still missing."""
        if isinstance(event, CardTurned):
            return not self.table.rules.trump_is_known
        return super().is_asked_for(event)

    def decide(self, code: str, entry_id: int, decision: str) -> None:  # noqa: ARG002
        """A round whose trump nobody knows was played without."""
        if decision == "stands" and code == Code.TRUMP_UNKNOWN:
            self.table.use_rules(_rules(self.options, None, trump_is_known=True))

    def _turn(self, entry_id: int, card: Card) -> None:
        if not self.needs_turn:
            self._add(Code.TURN_UNEXPECTED, "H3", entry_id, severity=Severity.NOTICE, cards=(card,))
            return
        if self.turned is not None:
            first, first_entry = self.turned
            if first == card:
                return
            self.docket.add(
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
        self.table.use_rules(_rules(self.options, card.suit, trump_is_known=card in STANDARD_DECK))
        if not self.is_put_back:
            self.table.show_turned(entry_id, card, self.dealer if self.goes_to_dealer else None)

    # --- what is so -----------------------------------------------------------------------------------------------

    def is_blank(self) -> bool:
        """Whether nothing has happened in it."""
        return self.turned is None and super().is_blank()

    def shown_card(self) -> tuple[Card, int] | None:
        """The card turned for trump and its entry."""
        return self.turned

    def expected(self) -> Expected | None:
        """What comes next, None when the next round does."""
        lacks_trump = not self.table.rules.trump_is_known and self.table.awaits_gathering() is None
        is_before_bids = not self.has_play() and (self.bids.is_complete or not self.bids.made)
        if lacks_trump and (self.is_over() or is_before_bids):
            return Expected("turn", seat=self.dealer)
        return super().expected()

    def expected_bid(self, bidding: NumberBidding) -> Expected:
        """The bid that is due.

        With pair bids capped (H10) the cap gives way where it and the hook would leave nothing to bid.
        """
        values, seat = bidding.legal_values(), bidding.next_seat
        if self.options["cap_pair_bid"] == "illegal" and seat is not None:
            partners = self.teams[self.team_of[seat]]
            room = self.hand_size - sum(bidding.made[each][0] for each in partners if each in bidding.made)
            values = tuple(value for value in values if value <= room) or values
        return Expected("bid", seat=seat, values=values)

    def phase(self) -> Phase:
        """Where the round is."""
        expected = self.expected()
        if expected is not None and expected.kind == "turn" and not self.is_void and not self.is_over():
            return Phase.TURN
        return super().phase()

    def penalties(self) -> tuple[str, ...]:
        """H20: those of option `revoke_rule`."""
        rule = self.options["revoke_rule"]
        return tuple(each for each in PENALTIES if rule in ("table", each.removeprefix("penalty:")))

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
                nils = sum(1 for seat in self.teams[team] if self.bids.made[seat][0] == 0 and won_by_seat[seat] == 0)
                score += nils * int(str(self.options["single_nil"]))
            if team in capped:
                score = min(score, won[team] - len(capped[team]) - bid, 0)
            scores.append(score)
        return tuple(scores)

    # --- verdicts that hold or not, as things are now ---------------------------------------------------------------

    def find_own(self, docket: Docket, *, is_over: bool) -> None:
        """A pair bid that cannot be made; at the end of the round a trump that nobody told."""
        self._find_pair_bids(docket)
        if is_over and not self.is_void and not self.table.rules.trump_is_known:
            docket.add(Code.TRUMP_UNKNOWN, "R5", severity=Severity.QUESTION, choices=("stands",), blocks_score=True)

    def _find_pair_bids(self, docket: Docket) -> None:
        """H10: a pair that bid more than there are tricks."""
        made = self.bids.made
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


def _rules(options: Mapping[str, OptionValue], trump: str | None, *, trump_is_known: bool) -> TrickRules:
    return TrickRules(
        STANDARD_DECK,
        trump,
        trump_is_known=trump_is_known,
        must_trump=options["must_trump"] == "yes",
        broken_trump=options["broken_trump"] == "must_be_broken",
    )


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
