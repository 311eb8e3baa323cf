"""The laws of a trick of PaiMiahhh: the lead, following, the special cards, who wins (R18-R22, R27-R32, R43).

>>> rules = PaiMiahhhRules(trump="G")
>>> cards = [Card.from_code(code) for code in ("5O", "7O", "1G", "4G")]
>>> rules.winner(list(enumerate(cards)))
3
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.cards import Card, Deck
from engine.decks_paimiahhh import EIGHT_STAR, HONOR, JOKER_STAR, PAIMIAHHH_BOX, TRUMP_STAR
from engine.events import Seat
from engine.tricks import TrickRules, VoidClaim

SIXTH_COLOUR = "eight_star"
_TRUMP_BONUS = 100
_HONOR_STRENGTH = 1000


@dataclass(frozen=True, slots=True)
class TrickOptions:
    """The options about tricks, by their numbers in the rules analysis."""

    trump_star_leads: bool = True  # A8
    trump_star_must_follow: bool = True  # A9
    eight_leads: bool = True  # A10
    joker_obliges: bool = False  # A12
    twin_scope_is_table: bool = False  # A14
    dead_joker_leads: bool = True  # A15
    two_beats_seven: bool = False  # R43
    seven_drops_out: bool = False  # A29 "cancel"


class PaiMiahhhRules(TrickRules):
    """What the cards of one round are; `joker_as` is the card the Joker was named, None while nobody has said.

    An unnamed Joker, and Trump★ while trump is unknown, have no suit yet: what depends on it stays open.
    """

    def __init__(
        self,
        deck: Deck = PAIMIAHHH_BOX,
        trump: str | None = None,
        *,
        joker_as: Card | None = None,
        options: TrickOptions | None = None,
    ) -> None:
        super().__init__(deck, trump, trump_is_known=trump is not None, follow_rule="R19")
        self.joker_as = joker_as
        self.options = options or TrickOptions()

    # --- what a card is -------------------------------------------------------------------------------------------

    def as_played(self, card: Card) -> Card:
        """The number card that the Joker was named, any other card itself."""
        return self.joker_as if card == JOKER_STAR and self.joker_as is not None else card

    def suit_of(self, card: Card) -> str | None:
        """The colour a card counts as; None for a card without one, or one that is not known yet."""
        if card.suit is not None:
            return card.suit
        if card == TRUMP_STAR:
            return self.trump
        return SIXTH_COLOUR if card == EIGHT_STAR else self.as_played(card).suit

    def is_open(self, card: Card) -> bool:
        """Whether nobody has said yet what the card is."""
        return (card == JOKER_STAR and self.joker_as is None) or (card == TRUMP_STAR and self.trump is None)

    def sets_lead(self, card: Card) -> bool:
        """Whether a card becomes the lead of a trick that has none (R22, A8, A10); an unnamed Joker will."""
        if card.suit is not None:
            return True
        if card == TRUMP_STAR:
            return self.options.trump_star_leads
        return self.options.eight_leads if card == EIGHT_STAR else card == JOKER_STAR

    def obliges(self, card: Card) -> tuple[str, ...]:
        """The colours that a hand with this card has to follow (A9, A12); the Joker named a colour proves nothing."""
        if card.suit is not None:
            return (card.suit,)
        if card == JOKER_STAR:
            return self.deck.suits if self.options.joker_obliges else ()
        if card == TRUMP_STAR and not self.options.trump_star_must_follow:
            return ()
        if card == EIGHT_STAR:
            return ()
        return super().obliges(card)

    def strength(self, card: Card, led_suit: str | None) -> int:
        """How high a card stands among those of its colour; Honor above all, -1 for what cannot win.

        Trump★ ranks under trump 0 (R28).
        """
        if card == HONOR:
            return _HONOR_STRENGTH
        suit = self.suit_of(card)
        if suit is None or suit not in (self.trump, led_suit):
            return -1
        height = 0 if card.suit is None and card != JOKER_STAR else 1 + self._value(card)
        return height + (_TRUMP_BONUS if suit == self.trump else 0)

    def _value(self, card: Card) -> int:
        return self.deck.strengths.get(self.as_played(card).rank, 0)

    # --- the trick ------------------------------------------------------------------------------------------------

    def is_dead(self, cards: Iterable[Card]) -> bool:
        """Whether the Joker, as named, has its twin among `cards` (R30)."""
        return self.joker_as is not None and self.joker_as in cards

    def led_colour(self, cards: Sequence[Card], seen_before: Iterable[Card] = ()) -> str | None:
        """The colour of the lead; None while there is none or it is not known.

        A dead Joker that led keeps the colour, or passes the lead on to the next card that can have it (A15).
        """
        for card in cards:
            if self.sets_lead(card):
                passes_on = card == JOKER_STAR and not self.options.dead_joker_leads
                if not (passes_on and self.is_dead((*cards, *self._scope(seen_before)))):
                    return self.suit_of(card)
        return None

    def winner(
        self, plays: Sequence[tuple[Seat, Card]], *, low_wins: bool = False, seen_before: Iterable[Card] = ()
    ) -> Seat | None:
        """The seat whose card wins, given in the order of play; None when no card can (A18) or it is not known yet.

        `low_wins`: Reverse has turned the ranking around (A6). `seen_before` are the cards of earlier tricks (A14).
        """
        winners = self._winners(plays, low_wins=low_wins, seen_before=seen_before)
        return winners.pop() if len(winners) == 1 else None

    def is_undecided(
        self, plays: Sequence[tuple[Seat, Card]], *, low_wins: bool = False, seen_before: Iterable[Card] = ()
    ) -> bool:
        """Whether what nobody has said yet could change who wins."""
        return len(self._winners(plays, low_wins=low_wins, seen_before=seen_before)) > 1

    def _winners(
        self, plays: Sequence[tuple[Seat, Card]], *, low_wins: bool, seen_before: Iterable[Card]
    ) -> set[Seat | None]:
        seen = tuple(seen_before)
        return {rules.known_winner(plays, low_wins=low_wins, seen_before=seen) for rules in self._possibilities(plays)}

    def known_winner(
        self, plays: Sequence[tuple[Seat, Card]], *, low_wins: bool, seen_before: Iterable[Card]
    ) -> Seat | None:
        """The winner when trump and the Joker are known."""
        honored = next((seat for seat, card in plays if card == HONOR), None)
        if honored is not None:
            return honored
        cards = [card for _, card in plays]
        led = self.led_colour(cards, seen_before)
        is_dead = self.is_dead((*cards, *self._scope(seen_before)))
        standing = [(seat, card) for seat, card in plays if self.strength(card, led) >= 0]
        if is_dead:
            standing = [(seat, card) for seat, card in standing if card != JOKER_STAR]
        trumps = [(seat, card) for seat, card in standing if self.suit_of(card) == self.trump]
        standing = trumps or standing
        if self.options.two_beats_seven and self.options.seven_drops_out:
            standing = [play for play in standing if self._two_against(play[1], plays, is_dead=is_dead) is None]
        if not standing:
            return None
        choose = min if low_wins else max
        seat, card = choose(standing, key=lambda play: self.strength(play[1], led))
        if self.options.two_beats_seven and not self.options.seven_drops_out:
            two = self._two_against(card, plays, is_dead=is_dead)
            return seat if two is None else two
        return seat

    def _two_against(self, card: Card, plays: Sequence[tuple[Seat, Card]], *, is_dead: bool) -> Seat | None:
        """The seat whose 2 beats this 7 of the same colour (R43); Jokers named so are number cards (A30)."""
        seven = self.as_played(card)
        if seven.suit is None or seven.rank != "7":
            return None
        two = Card("2", seven.suit)
        return next(
            (seat for seat, other in plays if self.as_played(other) == two and not (other == JOKER_STAR and is_dead)),
            None,
        )

    def _scope(self, seen_before: Iterable[Card]) -> Iterable[Card]:
        return seen_before if self.options.twin_scope_is_table else ()

    def _possibilities(self, plays: Sequence[tuple[Seat, Card]]) -> Iterator[PaiMiahhhRules]:
        """The rules for every trump and every name of the Joker that are still possible and matter here."""
        trumps = self.deck.suits if self.trump is None else (self.trump,)
        has_open_joker = self.joker_as is None and any(card == JOKER_STAR for _, card in plays)
        names = (
            [Card(rank, suit) for suit in self.deck.suits for rank in self.deck.ranks]
            if has_open_joker
            else [self.joker_as]
        )
        if self.trump is not None and not has_open_joker:
            yield self
            return
        for trump in trumps:
            for name in names:
                yield PaiMiahhhRules(self.deck, trump, joker_as=name, options=self.options)

    # --- following ------------------------------------------------------------------------------------------------

    def legal_cards(
        self,
        hand: Iterable[Card],
        led_suit: str | None,
        *,
        trump_is_broken: bool = True,  # noqa: ARG002
        is_first_trick: bool = False,  # noqa: ARG002
    ) -> list[Card]:
        """The cards of a hand that may be played to a trick of `led_suit` (None: no lead yet).

        The Joker may always follow, named in the colour led; it may be sloughed only by a hand without that colour.
        """
        held = list(hand)
        rules = self if self.joker_as is None else self.with_joker(None)
        must = [card for card in held if led_suit in rules.obliges(card)] if led_suit is not None else []
        if not must:
            return held
        return [card for card in held if rules.suit_of(card) == led_suit or card == JOKER_STAR]

    def joker_names(self, hand: Iterable[Card], led_suit: str | None) -> list[Card]:
        """What a hand may name the Joker (R29): with number cards of the colour led, or Trump★ of it, that colour."""
        bound = led_suit in self.deck.suits and (
            self.options.joker_obliges or any(led_suit in self.obliges(card) for card in hand if card != JOKER_STAR)
        )
        colours = [led_suit] if bound else list(self.deck.suits)
        return [Card(rank, colour) for colour in colours for rank in self.deck.ranks]

    def claims(
        self,
        card: Card,
        led_suit: str | None,
        *,
        is_lead: bool,
        trump_is_broken: bool,  # noqa: ARG002
        is_first_trick: bool = False,  # noqa: ARG002
    ) -> list[VoidClaim]:
        """What a play says its hand no longer holds, if it was legal (R19, R29)."""
        if card not in self.deck or is_lead or led_suit not in self.deck.suits or self.is_open(card):
            return []
        if self.suit_of(card) == led_suit:
            return []
        if card == JOKER_STAR:
            return [VoidClaim(led_suit, "joker_off_lead", "R29")]
        return [VoidClaim(led_suit, "revoke", self.follow_rule)]

    def with_joker(self, joker_as: Card | None) -> PaiMiahhhRules:
        """The same rules with the Joker named so."""
        return PaiMiahhhRules(self.deck, self.trump, joker_as=joker_as, options=self.options)
