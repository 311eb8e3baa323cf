"""A round of PaiMiahhh looked over: what is expected, what is wrong, what it scores, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping

from engine.docket import FOLLOW_CODES, Docket, weighed
from engine.games.paimiahhh_deal import SEATS, TEAM_OF, TRICKS, DealInPlay
from engine.games.paimiahhh_effects import JOKER, PORTER_MOVE, TILE, Laid, TileEffects, reject_declaration
from engine.games.paimiahhh_score import RoundCount, round_scores, trick_points
from engine.games.paimiahhh_state import Answer, PaiMiahhhRoundState
from engine.games.paimiahhh_tiles import contract_of
from engine.round_checks import find_missing_cards, find_trick_faults
from engine.state import Choice, Expected, Phase, Request, RoundState, Severity, Verdict, VerdictStatus
from engine.verdicts import NO_TRICK_POINTS, Code

_QUESTION_CHOICES = ("misread", "stands")
_AUCTION, _HAND = "auction", "hand"
_ALWAYS_REPAIRABLE = frozenset({Code.WRONG_TILE, Code.GATHERED_BY_WRONG_SIDE})


class PaiMiahhhRound(DealInPlay):
    """One deal of PaiMiahhh for the game: what `ScheduledGame` asks of a round."""

    requests: tuple[Request, ...] = ()

    # --- what comes next ------------------------------------------------------------------------------------------

    def expected(self) -> Expected | None:
        """What comes next, None when the next round does."""
        waiting = self.table.awaits_gathering()
        if self.is_over():
            return Expected("gather", seat=self.table.taken_by(waiting)) if waiting else None
        if not self.has_play() and not self.auction.is_over:
            auction = self.auction
            return Expected("bid", seat=auction.next_seat, values=auction.legal_values(), may_pass=True)
        if waiting is not None:
            return Expected("gather", seat=self.table.taken_by(waiting))
        seat, led_suit = self.table.next_to_play()
        voids = tuple(sorted(self.table.void_suits()[seat])) if seat is not None else ()
        return Expected("play", seat=seat, led_suit=led_suit, hidden_void_suits=voids)

    def _open_requests(self, effects: TileEffects) -> tuple[Request, ...]:
        if self.is_void:
            return ()
        asked = [] if self._is_settled(Code.QUESTIONS_UNANSWERED) else list(effects.requests)
        if self.has_play() and not self.auction.is_over and not self._is_settled(Code.PLAY_BEFORE_BIDS):
            values = tuple(str(value) for value in self.auction.legal_values())
            asked.insert(0, Request(_AUCTION, None, None, values))
        dummy = self.dummy
        if dummy is not None and self.table.played[dummy] and not self.is_hand_open(dummy) and not self.is_over():
            first = next(step.entry_id for step in self.steps if getattr(step, "seat", None) == dummy)
            asked.append(Request(_HAND, dummy, first))
        return tuple(asked)

    def _is_settled(self, code: Code) -> bool:
        """Whether the table lets a question of this code rest."""
        return any(
            decision == "stands" and verdict_id.split(".")[1:2] == [code.value]
            for verdict_id, decision in self.docket.decisions.items()
        )

    # --- the score ------------------------------------------------------------------------------------------------

    def count(self, effects: TileEffects, decisions: Mapping[str, str]) -> RoundCount | None:
        """What the round is scored on, after the penalties among `decisions`; None without a Declarer."""
        declarer, dummy, marker = self.declarer, self.dummy, self.auction.marker
        if declarer is None or dummy is None or marker is None:
            return None
        won = self.table.tricks_won()
        tiles = [0, 0]
        penalised: set[int] = set()
        returned: set[int] = set()
        for verdict_id, decision in decisions.items():
            verdict = self.docket.found.get(verdict_id)
            if decision == NO_TRICK_POINTS and verdict is not None and verdict.seat is not None:
                penalised.add(TEAM_OF[verdict.seat])
                if verdict.offence is not None:
                    returned.add(verdict.offence)
        for taking in effects.takings():
            if taking.entry_id not in returned:
                tiles[TEAM_OF[taking.seat]] += taking.tile.value
        bonus_taker = self.bonus_taker()
        bonus = tuple(int(bonus_taker is not None and TEAM_OF[bonus_taker] == team) for team in (0, 1))
        return RoundCount(
            value=marker.value,
            declaring_team=TEAM_OF[declarer],
            tricks=(won[0] + won[2], won[1] + won[3]),
            tiles=(tiles[0], tiles[1]),
            bonus=(bonus[0], bonus[1]),
            dummy_tricks=won[dummy],
            without_trick_points=frozenset(penalised),
        )

    def scores(self, effects: TileEffects, decisions: Mapping[str, str]) -> tuple[int, int] | None:
        """The points by team (R36, R37); None while nobody is known to have declared."""
        count = self.count(effects, decisions)
        if count is None:
            return None
        return round_scores(
            count, dummy_doubles=self._dummy_doubles, defenders_only_on_failure=self._defenders_only_on_failure
        )

    @property
    def _dummy_doubles(self) -> bool:
        return bool(self.settings.options["variant_3"])

    @property
    def _defenders_only_on_failure(self) -> bool:
        return self.settings.options["defenders_score"] == "on_failure"

    # --- frozen ---------------------------------------------------------------------------------------------------

    def freeze(self) -> tuple[RoundState, tuple[Verdict, ...]]:
        """The round and its verdicts as frozen values; `requests` holds what is to be told."""
        # A docket of its own: what is derived from the present state vanishes with its cause.
        derived = Docket(self.entry_id, self.number)
        effects = self.effects(derived)
        self.requests = self._open_requests(effects)
        is_over = self.is_over() and not self.is_void
        scores = self.scores(effects, self.docket.decisions) if is_over else None
        verdicts = self._verdicts(derived, effects, is_over=is_over)
        unsettled = (VerdictStatus.OPEN, VerdictStatus.MISREAD)
        won = self.table.tricks_won()
        tricks = self.table.trick_states()
        shows_all = is_over or self.is_void or self.settings.options["trick_history"] == "all"
        bids, bid_entries = self._last_bids()
        contract = contract_of(self.auction.marker) if self.auction.marker else None
        declaring = None if self.declarer is None else TEAM_OF[self.declarer]
        round_state = RoundState(
            number=self.number,
            hand_size=TRICKS,
            dealer=self.dealer,
            started_entry_id=self.entry_id,
            phase=self._phase(is_over=is_over),
            turned_card=None,
            turned_entry_id=None,
            trump=self.table.rules.trump,
            trump_is_known=self.auction.is_over or (self.has_play() and self.table.rules.trump is not None),
            bids=bids,
            bid_entry_ids=bid_entries,
            tricks=tricks,
            tricks_won=tuple(won),
            team_bids=tuple(contract if team == declaring else None for team in (0, 1)),
            team_tricks=(won[0] + won[2], won[1] + won[3]),
            scores=scores,
            blocked_by=tuple(each.id for each in verdicts if each.blocks_score and each.status in unsettled),
            public_trick_numbers=tuple(trick.number for trick in (tricks if shows_all else tricks[-1:])),
            knowledge=self.table.knowledge(),
            unseen=self.table.sightings.unseen(),
            paimiahhh=self._particulars(effects, is_over=is_over),
        )
        return round_state, verdicts

    def _phase(self, *, is_over: bool) -> Phase:
        if self.is_void:
            return Phase.VOID
        if is_over:
            return Phase.OVER
        return Phase.BID if not self.has_play() and not self.auction.is_over else Phase.PLAY

    def _last_bids(self) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
        bids: list[int | None] = [None] * SEATS
        entries: list[int | None] = [None] * SEATS
        for call in self.auction.calls:
            if call.counts and call.position is not None:
                bids[call.seat], entries[call.seat] = call.position, call.entry_id
        return tuple(bids), tuple(entries)

    def _particulars(self, effects: TileEffects, *, is_over: bool) -> PaiMiahhhRoundState:
        auction, dummy = self.auction, self.dummy
        is_shown = dummy is not None and self.is_dummy_shown
        joker = self.joker_play()
        count = self.count(effects, self.docket.decisions) if is_over else None
        open_trick = sum(1 for trick in self.table.tricks if self.table.is_complete(trick)) + 1
        return PaiMiahhhRoundState(
            first_bidder=self.first_bidder,
            calls=tuple(auction.calls),
            position=auction.position,
            marker=auction.marker,
            value=auction.marker.value if auction.marker else None,
            contract=contract_of(auction.marker) if auction.marker else None,
            declarer=self.declarer,
            dummy=dummy,
            is_auction_over=auction.is_over,
            is_auction_inferred=self.has_play() and not auction.is_over,
            columns=tuple(effects.matrix.columns.items()),
            tiles_won=tuple(effects.tiles_of(seat) for seat in range(SEATS)),
            takings=effects.takings(),
            dummy_hand=tuple(self.table.sightings.known_cards(dummy)) if is_shown and dummy is not None else (),
            is_dummy_shown=is_shown,
            joker_as=self.table.rules.joker_as if joker else None,
            is_joker_dead=joker is not None and self.table.is_dead_joker(joker[0]),
            direction=self.table.direction_in(open_trick),
            bonus_to=self.bonus_taker(),
            hand_entry_ids=tuple(entry_id for entry_id, seat in self.hands_shown if seat == dummy),
            answers=tuple(
                Answer(told.entry_id, about, kind, told.text or "") for (about, kind), told in self.declared.items()
            ),
            is_made=count.is_made if count else None,
            trick_points=trick_points(
                count,
                dummy_doubles=self._dummy_doubles,
                defenders_only_on_failure=self._defenders_only_on_failure,
            )
            if count
            else None,
            tile_points=count.tiles if count else None,
        )

    # --- verdicts that hold or not, as things are now ---------------------------------------------------------------

    def _verdicts(self, derived: Docket, effects: TileEffects, *, is_over: bool) -> tuple[Verdict, ...]:
        self._find_impossible_declarations(derived)
        self._find_hands_of_others(derived)
        self._find_open_auction(derived)
        find_trick_faults(derived, self.table)
        if is_over:
            self._find_missing(derived)
            self._find_unanswered(derived, effects)
        found = [*self.docket.found.values(), *derived.found.values()]
        if not found:
            return ()
        is_held_back = self.settings.options["revoke_notice"] == "end_of_round" and not is_over and not self.is_void
        settled = []
        for verdict in found:
            is_following = verdict.code in FOLLOW_CODES or verdict.code == Code.COUNTING_PROOF
            verdict = self.docket.settled(
                verdict, self._choices(verdict, effects, is_over=is_over), is_public=not (is_held_back and is_following)
            )
            settled.append(self.docket.explained(verdict))
        return tuple(weighed(settled))

    def _choices(self, verdict: Verdict, effects: TileEffects, *, is_over: bool) -> tuple[Choice, ...]:
        """The two windows: replace the card before the next trick; later give the tile back and score no tricks."""
        decisions = [choice.decision for choice in verdict.choices]
        is_following = verdict.code in FOLLOW_CODES
        if "taken_back" in decisions and not self._can_take_back(verdict):
            decisions.remove("taken_back")
            if is_following:
                decisions.append(NO_TRICK_POINTS)
        if not is_following or not is_over:
            return tuple(Choice(decision) for decision in decisions)
        return tuple(
            Choice(
                decision,
                self.scores(effects, {**self.docket.decisions, verdict.id: decision})
                if decision in ("stands", NO_TRICK_POINTS)
                else None,
            )
            for decision in decisions
        )

    def _can_take_back(self, verdict: Verdict) -> bool:
        if verdict.code in _ALWAYS_REPAIRABLE:
            return True
        if verdict.trick_number is None:
            return not self.has_play()
        if self.is_shown_later(verdict.proof):
            return False
        return not any(trick.by_seat for trick in self.table.tricks[verdict.trick_number :])

    def _find_hands_of_others(self, docket: Docket) -> None:
        """R17: only the Dummy shows a hand; another one was rather seen at the wrong seat."""
        for entry_id, seat in self.hands_shown:
            if self.dummy is not None and seat != self.dummy:
                docket.add(
                    Code.HAND_NOT_DUMMYS,
                    "R17",
                    severity=Severity.QUESTION,
                    seat=seat,
                    offence=entry_id,
                    params={"dummy": self.dummy},
                    choices=_QUESTION_CHOICES,
                )

    def _find_impossible_declarations(self, docket: Docket) -> None:
        """Declarations that fit no open request: a Joker named nonsense, or about a card that asks for nothing."""
        laid = {step.entry_id: step for step in self.steps if isinstance(step, Laid)}
        joker = self.joker_play()
        for (about, kind), told in self.declared.items():
            step = laid.get(about)
            if kind == JOKER and joker is not None and joker[1].entry_id == about:
                if self.read_name(told) is None:
                    names = self.table.rules.joker_names((), None)
                    choices = [name.code for name in names]
                    reject_declaration(docket, told, kind, choices, seat=joker[1].seat, trick_number=joker[0].number)
            elif step is None or kind not in (TILE, PORTER_MOVE):
                reject_declaration(docket, told, kind, (), seat=step.seat if step else None, trick_number=None)

    def _find_open_auction(self, docket: Docket) -> None:
        """Cards were played before the passes that end the auction were told; they may only be told late."""
        if self.has_play() and not self.auction.is_over:
            first = self.table.tricks[0].plays[0]
            docket.add(
                Code.PLAY_BEFORE_BIDS,
                "R11",
                severity=Severity.QUESTION,
                seat=first.seat,
                offence=first.entry_id,
                params={"seats": [self.auction.next_seat]},
                choices=_QUESTION_CHOICES,
            )

    def _find_missing(self, docket: Docket) -> None:
        if self.settings.options["variant_2"]:
            shown = {card for seat in range(SEATS) for card in self.table.played_cards(seat)}
            if len(self.settings.deck) - len(shown & set(self.settings.deck.faces)) <= SEATS:
                return
        find_missing_cards(docket, self.table)

    def _find_unanswered(self, docket: Docket, effects: TileEffects) -> None:
        """At the end of the round: what the score hangs on and nobody has told."""
        if self.declarer is None:
            docket.add(
                Code.BIDS_MISSING,
                "R13",
                severity=Severity.QUESTION,
                params={"seats": list(range(SEATS))},
                choices=(),
                blocks_score=True,
            )
        open_ones = effects.requests
        if open_ones:
            docket.add(
                Code.QUESTIONS_UNANSWERED,
                "",
                severity=Severity.QUESTION,
                params={
                    "kinds": [request.kind for request in open_ones],
                    "entries": [request.entry_id for request in open_ones],
                },
                choices=("stands",),
                blocks_score=True,
            )
