"""The sets on the table as the camera knows them: which card is whose, lost sight of, found again or swept away.

Sets of several seats lie on each other, and those of a series that is over may stay until the next lead and longer.
Four packs hold every card four times, so cards are told apart by their place, never by their name alone.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.climbing import ClimbingLaws
from vision.observations import TableCard
from webui.laid_sets import NEIGHBOUR_CARDS, LaidSet, distance_cards

# The table counts as cleared when cards of several sets go at once, and so many of the newest one's.
SWEPT_SHARE = 0.5


class SetsOnTable:
    """The sets the camera saw laid since the table was cleared, the newest last."""

    def __init__(self, laid: Iterable[LaidSet] = ()) -> None:
        self.laid = list(laid)

    def copy(self) -> SetsOnTable:
        """The same, apart from what happens later."""
        return SetsOnTable(replace(each, cards=dict(each.cards), lying=set(each.lying)) for each in self.laid)

    @property
    def newest(self) -> LaidSet | None:
        """The set laid last."""
        return self.laid[-1] if self.laid else None

    def of(self, entry_ids: Collection[int]) -> list[LaidSet]:
        """Those that are in the log under one of these entries."""
        return [laid for laid in self.laid if laid.entry_id in entry_ids]

    def forget(self, entry_id: int) -> None:
        """A set is none, or was taken back."""
        self.laid = [laid for laid in self.laid if laid.entry_id != entry_id]

    # What goes

    def lose(self, gone: Iterable[TableCard]) -> list[TableCard]:
        """The cards of sets among those that are no longer seen; they do not lie there any more."""
        left = []
        for card in gone:
            for laid in self.laid:
                if card.track_id in laid.lying:
                    laid.lying.remove(card.track_id)
                    left.append(card)
        return left

    def are_swept(self, gone: Sequence[TableCard]) -> bool:
        """Whether these cards went because everything is taken away.

        What lay under others is missed only after a while, so not all of them go at once.
        """
        newest = self.newest
        if newest is None:
            return False
        sets_gone_from = sum(any(card.track_id in laid.cards for card in gone) for laid in self.laid)
        return sets_gone_from > 1 and len(newest.lying) <= (1 - SWEPT_SHARE) * len(newest.cards)

    # What is seen again

    def follow(self, card: TableCard) -> list[LaidSet]:
        """A card lies elsewhere now, or is known better; the sets it belongs to."""
        own = [laid for laid in self.laid if card.track_id in laid.cards]
        for laid in own:
            laid.cards[card.track_id] = card
        return own

    def released(self, card: TableCard) -> LaidSet | None:
        """The set of a card that has a new track from now on; it no longer has the old one."""
        for laid in self.laid:
            if laid.cards.pop(card.track_id, None) is not None:
                return laid
        return None

    def known_at(self, card: TableCard, tracked: Container[int]) -> TableCard | None:
        """The card of a set that was lost sight of where this one is seen, with the same name."""
        for laid in self.laid:
            for track_id, known in laid.cards.items():
                if (
                    track_id not in tracked
                    and known.sighting.best_code == card.sighting.best_code
                    and distance_cards(card, [known]) < NEIGHBOUR_CARDS / 2
                ):
                    return known
        return None

    def hiding(self, cards: Sequence[TableCard], laws: ClimbingLaws) -> LaidSet | None:
        """The older set that a hand has uncovered cards of: nobody lays the same rank on it, and fewer."""
        ranks = {Card.from_code(card.sighting.best_code).rank for card in cards}
        for laid in self.laid:
            shown = laws.classify(laid.belief.cards)
            is_of_rank = shown is not None and ranks == {shown.rank} and (laid is not self.newest or laid.hidden > 0)
            if is_of_rank and len(cards) < len(laid.cards) + laid.hidden and laid.apart(cards) < NEIGHBOUR_CARDS:
                return laid
        return None
