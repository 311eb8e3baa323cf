"""The cards of one round as they come to the table, legal or not, and what the referee finds in them.

How the game goes on after an irregular play (the table is always right):

* The earliest card that counts opens a trick, whoever played it; the earliest that can be a lead fixes the suit to
  follow (in most games the same card).
* The turn is with the first seat, in the order of play from the opener, that has no card in the trick. A card out of
  turn counts; the turn stays where it was, and that seat's own turn is skipped when it comes.
* A trick is complete when every seat has one card in it, in whatever order they came; the winner is found as usual.
* A second card of a seat in an incomplete trick is surplus: it lies there, wins nothing, and is gone from the hand.
* After a complete trick the next card is the lead of the next trick, gathered or not.
* A card taken back returns to its hand, where it is known to be, and the seat is expected to play again. If a later
  trick has begun, or the trick was gathered, the seat's next card fills the gap in the old trick.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import Card
from engine.conservation import Sighting
from engine.docket import CONSERVATION_CODES, Docket
from engine.events import Seat
from engine.hand_claims import PLAY_CHOICES, QUESTION_CHOICES, HandClaims
from engine.plays import Play, Trick
from engine.state import MisreadCandidate, PlayState, Severity, Standing, TrickState, VerdictClass
from engine.tricks import TrickRules
from engine.verdicts import Code

__all__ = ["Play", "Trick", "TrickTable"]


class TrickTable(HandClaims):
    """The play of one round.

    `team_of` gives each seat's team; `rules` may be replaced (`use_rules`) when trump becomes known. `hand_size` is the
    number of tricks, `cards_each` the number of cards dealt where that differs. `first_leader` None: not known
    beforehand. `turned` is a card shown for trump: `owner` None keeps it out of play, a seat means it went to that
    hand. `rule_numbers` name the game's rules: "opening" (who opens trick 1), "leading", "turn", "one_card" (a trick),
    "cards_each", "deck".
    """

    rule_numbers: Mapping[str, str] = {
        "opening": "R8",
        "leading": "R10",
        "turn": "R8",
        "one_card": "R8",
        "cards_each": "R4",
        "deck": "R2",
    }

    def __init__(
        self,
        docket: Docket,
        rules: TrickRules,
        team_of: Sequence[int],
        hand_size: int,
        first_leader: Seat | None,
        *,
        cards_each: int | None = None,
        rule_numbers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(docket, rules, len(team_of), hand_size if cards_each is None else cards_each)
        self.rule_numbers = rule_numbers or self.rule_numbers
        self.team_of = tuple(team_of)
        self.hand_size = hand_size
        self.first_leader = first_leader
        self.tricks: list[Trick] = []
        self.turned: tuple[Card, int, Seat | None] | None = None
        self._gaps: list[tuple[Trick, Seat]] = []

    # --- what happens ---------------------------------------------------------------------------------------------

    def use_rules(self, rules: TrickRules) -> None:
        """Trump has become known, or another: every trick is looked at again."""
        self.rules = rules
        for trick in self.tricks:
            self._refresh(trick)

    def show_turned(self, entry_id: int, card: Card, owner: Seat | None) -> None:
        """A card is shown for trump and stays out of play, or goes to the hand of `owner`."""
        if self.turned is not None:
            replaced = self.turned[1]
            self.sightings.forget(self.turned[0], replaced)
            for verdict in list(self.docket.found.values()):
                if verdict.code in CONSERVATION_CODES and replaced in (verdict.offence, *verdict.proof):
                    self.docket.drop(verdict.id)
        self.turned = (card, entry_id, owner)
        if card not in self.rules.deck:
            self._impossible_card(entry_id, None, None, card)
            return
        sighting = Sighting(entry_id, owner, None)
        earlier = self.sightings.add(card, sighting)
        if earlier is not None:
            if owner is None or earlier.seat != owner:
                self._turned_card_elsewhere(earlier.entry_id, earlier.seat, earlier.trick_number, card)
        elif owner is not None:
            self.sightings.hold(card, entry_id, owner)

    def show_hand(self, entry_id: int, seat: Seat, cards: Sequence[Card]) -> None:
        """A seat shows cards that stay in its hand; they prove at once what the seat should have played."""
        for card in cards:
            if card in self.sightings.known_cards(seat):
                continue
            if card not in self.rules.deck:
                self._impossible_card(entry_id, seat, None, card)
                continue
            earlier = self.sightings.add(card, Sighting(entry_id, seat, None))
            if earlier is not None:
                self._duplicate(entry_id, seat, None, card, earlier)
                continue
            self.sightings.hold(card, entry_id, seat)
            self.prove(entry_id, seat, card, klass=VerdictClass.IMMEDIATE)

    def play(self, entry_id: int, seat: Seat, cards: Sequence[Card]) -> None:
        """A seat lays cards."""
        for index, card in enumerate(cards):
            self._play_card(Play(entry_id, seat, card, index))

    def gather(self, entry_id: int, by: Seat | None) -> None:
        """The cards on the table are taken away."""
        trick = self.tricks[-1] if self.tricks else None
        if trick is None or trick.gathered_entry_id is not None or not (trick.by_seat or self._has_surplus(trick)):
            self.docket.add(
                Code.NOTHING_TO_GATHER, self.rule_numbers["leading"], severity=Severity.NOTICE, offence=entry_id
            )
            return
        trick.gathered_entry_id = entry_id
        trick.gathered_by = by
        if not self.is_complete(trick):
            self._is_consistent = False  # A card was missed; counting would blame it on somebody.

    def take_back(self, entry_id: int, cards: Sequence[Card]) -> None:
        """The cards of an entry return to the hand."""
        for trick in self.tricks:
            for play in trick.plays:
                if play.entry_id == entry_id and play.card in cards and play.standing is not Standing.TAKEN_BACK:
                    counted = play.standing is Standing.COUNTS
                    play.standing = Standing.TAKEN_BACK
                    self.played[play.seat] -= 1
                    self.sightings.hold(play.card, entry_id, play.seat)
                    # Whoever did not follow a lead that is no longer there has claimed nothing.
                    others = [other.entry_id for other in trick.plays] if play is trick.lead else []
                    self.withdraw_claims({entry_id, *others})
                    self._trump_is_broken = any(
                        self.rules.breaks(each.card)
                        for each_trick in self.tricks
                        for each in each_trick.plays
                        if each.standing is not Standing.TAKEN_BACK
                    )
                    self._refresh(trick)
                    if counted and (trick is not self.tricks[-1] or trick.gathered_entry_id is not None):
                        self._gaps.append((trick, play.seat))

    def award(self, gathered_entry_id: int, to_gatherer: bool) -> None:
        """The table rules that whoever gathered the trick keeps it, or that its winner does."""
        for trick in self.tricks:
            if trick.gathered_entry_id == gathered_entry_id:
                trick.awarded_to = trick.gathered_by if to_gatherer else None

    # --- what is so -----------------------------------------------------------------------------------------------

    def is_complete(self, trick: Trick) -> bool:
        """Whether every seat has a card in the trick."""
        return len(trick.by_seat) == self.seat_count

    def winner(self, trick: Trick) -> Seat | None:
        """Who wins the trick by the rules, None while that is open."""
        if not trick.by_seat or not (self.is_complete(trick) or trick.gathered_entry_id is not None):
            return None
        return self._best_seat(trick)

    def taken_by(self, trick: Trick) -> Seat | None:
        """Whose team the trick counts for."""
        return trick.awarded_to if trick.awarded_to is not None else self.winner(trick)

    def leader_after(self, trick: Trick) -> Seat | None:
        """Who opens the next trick."""
        return self.taken_by(trick)

    def direction(self, trick: Trick) -> int:  # noqa: ARG002 (for games in which it changes)
        """The order of play in a trick: 1 clockwise, -1 the other way."""
        return 1

    def is_over(self) -> bool:
        """Whether the last trick of the round is there and nothing waits to be replaced."""
        if len(self.tricks) < self.hand_size or self._gaps:
            return False
        last = self.tricks[self.hand_size - 1]
        return self.is_complete(last) or last.gathered_entry_id is not None

    def tricks_won(self) -> list[int]:
        """Tricks by seat; tricks beyond the last of the round do not count."""
        won = [0] * self.seat_count
        for trick in self.tricks[: self.hand_size]:
            seat = self.taken_by(trick)
            if seat is not None:
                won[seat] += 1
        return won

    def next_to_play(self) -> tuple[Seat | None, str | None]:
        """(the seat that is due, the suit to follow); the suit is None for a lead, the seat when it cannot be said."""
        if self._gaps:
            trick, seat = self._gaps[0]
            return seat, trick.led_suit
        trick_on = self._open_trick()
        if trick_on is None or not trick_on.by_seat:
            return self._due_leader(len(self.tricks) - (trick_on is not None)), None
        return self._due_follower(trick_on), trick_on.led_suit

    def awaits_gathering(self) -> Trick | None:
        """The complete trick that still lies on the table."""
        if self.tricks and self.tricks[-1].gathered_entry_id is None and self.is_complete(self.tricks[-1]):
            return self.tricks[-1]
        return None

    def can_take_back(self, trick_number: int, seat: Seat) -> bool:
        """Whether the side of `seat` has not played to a later trick yet."""
        team = self.team_of[seat]
        return not any(self.team_of[owner] == team for trick in self.tricks[trick_number:] for owner in trick.by_seat)

    def trick_states(self) -> tuple[TrickState, ...]:
        """The tricks as frozen values."""
        return tuple(
            TrickState(
                number=trick.number,
                leader=trick.opener.seat if trick.opener else None,
                plays=tuple(
                    PlayState(play.entry_id, play.seat, play.card, play.standing, play.card_index)
                    for play in trick.plays
                ),
                led_suit=trick.led_suit,
                best=self._best_seat(trick),
                winner=self.winner(trick),
                taken_by=self.taken_by(trick),
                is_complete=self.is_complete(trick),
                is_gathered=trick.gathered_entry_id is not None,
                gathered_entry_id=trick.gathered_entry_id,
            )
            for trick in self.tricks
        )

    # --- one card -------------------------------------------------------------------------------------------------

    def _play_card(self, play: Play) -> None:
        trick = self._trick_for(play)
        is_lead = False
        if play.seat in trick.by_seat:
            play.standing = Standing.SURPLUS
            self._fault(Code.TOO_MANY_IN_TRICK, self.rule_numbers["one_card"], play, trick)
        else:
            is_lead = trick.lead is None
            self._count(trick, play)
        trick.plays.append(play)
        self.played[play.seat] += 1
        if self.played[play.seat] > self.hand_size:
            self._is_consistent = False
            self._fault(
                Code.TOO_MANY_IN_ROUND,
                self.rule_numbers["cards_each"],
                play,
                trick,
                severity=Severity.QUESTION,
                played=self.played[play.seat],
                hand_size=self.hand_size,
            )
        self._check_conservation(play, trick)
        self._check_following(play, trick, is_lead=is_lead)

    def _trick_for(self, play: Play) -> Trick:
        """The trick a card goes to; finds a lead or a card out of turn."""
        for place, (trick, seat) in enumerate(self._gaps):
            if seat == play.seat:
                del self._gaps[place]
                return trick
        open_trick = self._open_trick()
        if open_trick is None:
            open_trick = Trick(len(self.tricks) + 1)
            self.tricks.append(open_trick)
        seat = play.seat
        if not open_trick.by_seat:
            due = self._due_leader(open_trick.number - 1)
            if due is not None and due != seat and open_trick.number <= self.hand_size:
                rule = self.rule_numbers["opening" if open_trick.number == 1 else "leading"]
                self._fault(Code.WRONG_LEADER, rule, play, open_trick, expected_seat=due)
        elif seat not in open_trick.by_seat:
            due = self._due_follower(open_trick)
            if due != seat:
                self._fault(Code.PLAY_OUT_OF_TURN, self.rule_numbers["turn"], play, open_trick, expected_seat=due)
        return open_trick

    def _count(self, trick: Trick, play: Play) -> None:
        trick.by_seat[play.seat] = play
        if trick.opener is None:
            trick.opener = play
        if trick.lead is None and self.rules.sets_lead(play.card):
            trick.lead = play
            trick.led_suit = self.rules.suit_of(play.card)
        if trick.best is None or self.rules.strength(play.card, trick.led_suit) > self.rules.strength(
            trick.best.card, trick.led_suit
        ):
            trick.best = play

    def _refresh(self, trick: Trick) -> None:
        trick.by_seat, trick.opener, trick.lead, trick.led_suit, trick.best = {}, None, None, None, None
        for play in trick.plays:
            if play.standing is Standing.COUNTS:
                self._count(trick, play)

    def _open_trick(self) -> Trick | None:
        if self.tricks:
            last = self.tricks[-1]
            if last.gathered_entry_id is None and len(last.by_seat) < self.seat_count:
                return last
        return None

    def _has_surplus(self, trick: Trick) -> bool:
        return any(play.standing is Standing.SURPLUS for play in trick.plays)

    def _due_leader(self, tricks_before: int) -> Seat | None:
        return self.first_leader if tricks_before <= 0 else self.leader_after(self.tricks[tricks_before - 1])

    def _due_follower(self, trick: Trick) -> Seat | None:
        opener = trick.opener.seat if trick.opener else 0
        direction = self.direction(trick)
        for step in range(1, self.seat_count):
            seat = (opener + direction * step) % self.seat_count
            if seat not in trick.by_seat:
                return seat
        return None

    def _best_seat(self, trick: Trick) -> Seat | None:
        if trick.best is None:
            return None
        if not self.rules.trump_is_known and any(
            self.rules.suit_of(play.card) != trick.led_suit for play in trick.by_seat.values()
        ):
            return None
        return trick.best.seat

    def _fault(
        self,
        code: Code,
        rule: str,
        play: Play,
        trick: Trick,
        *,
        severity: Severity = Severity.OFFENCE,
        **params: int | None,
    ) -> None:
        self.docket.add(
            code,
            rule,
            severity=severity,
            key=str(play.card_index) if play.card_index else "",
            seat=play.seat,
            trick_number=trick.number,
            offence=play.entry_id,
            cards=(play.card,),
            params=params,
            candidates=(MisreadCandidate(play.entry_id, play.card, "offence"),),
            choices=PLAY_CHOICES,
        )

    # --- conservation ---------------------------------------------------------------------------------------------

    def _check_conservation(self, play: Play, trick: Trick) -> None:
        card = play.card
        if card not in self.rules.deck:
            self._impossible_card(play.entry_id, play.seat, trick.number, card)
            return
        earlier = self.sightings.add(card, Sighting(play.entry_id, play.seat, trick.number))
        if earlier is None:
            return
        if self.turned is not None and earlier.entry_id == self.turned[1] and earlier.trick_number is None:
            self._turned_card_elsewhere(play.entry_id, play.seat, trick.number, card)
            return
        self._duplicate(play.entry_id, play.seat, trick.number, card, earlier)

    def _duplicate(self, entry_id: int, seat: Seat, trick_number: int | None, card: Card, earlier: Sighting) -> None:
        self._question(
            Code.DUPLICATE,
            self.rule_numbers["deck"],
            Sighting(entry_id, seat, trick_number),
            card,
            "second_sighting",
            other=MisreadCandidate(earlier.entry_id, card, "first_sighting"),
            first_entry=earlier.entry_id,
            first_seat=earlier.seat,
            first_trick=earlier.trick_number,
        )

    def _impossible_card(self, entry_id: int, seat: Seat | None, trick_number: int | None, card: Card) -> None:
        seen = Sighting(entry_id, seat, trick_number)
        self._question(Code.IMPOSSIBLE_CARD, self.rule_numbers["deck"], seen, card, "offence")

    def _turned_card_elsewhere(self, entry_id: int, seat: Seat | None, trick_number: int | None, card: Card) -> None:
        """The card shown for trump was played though out of play (H7), or from another hand than the dealer's (H3)."""
        assert self.turned is not None
        _, turned_in, owner = self.turned
        seen, turned = Sighting(entry_id, seat, trick_number), MisreadCandidate(turned_in, card, "turned")
        if owner is None:
            self._question(Code.TURNED_CARD_PLAYED, "H7", seen, card, "offence", other=turned)
        else:
            self._question(Code.SHOWN_CARD_FROM_OTHER_SEAT, "H3", seen, card, "offence", other=turned, dealer=owner)

    def _question(
        self,
        code: Code,
        rule: str,
        seen: Sighting,
        card: Card,
        role: str,
        *,
        other: MisreadCandidate | None = None,
        **params: int | None,
    ) -> None:
        """A card that cannot be where it was seen; `other` is the sighting that speaks against it."""
        self._is_consistent = False
        self.docket.add(
            code,
            rule,
            severity=Severity.QUESTION,
            key=card.code,
            seat=seen.seat,
            trick_number=seen.trick_number,
            offence=seen.entry_id,
            proof=() if other is None else (other.entry_id,),
            cards=(card,),
            params=params,
            candidates=(MisreadCandidate(seen.entry_id, card, role), *(() if other is None else (other,))),
            choices=QUESTION_CHOICES,
            blocks_score=True,
        )
