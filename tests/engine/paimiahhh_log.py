"""A game of PaiMiahhh written down as short text, in the notation of the rules analysis."""

from __future__ import annotations

from engine import (
    BidMade,
    Card,
    CardsPlayed,
    Declared,
    GameStarted,
    HandShown,
    Passed,
    RoundStarted,
    TileTaken,
    TrickGathered,
)
from engine.games.paimiahhh_state import PaiMiahhhRoundState
from engine.games.paimiahhh_tiles import MarkerPath, Tile
from tests.engine.written_log import WrittenLog

SEATS = "NESW"
SPECIALS = {
    "ST": "starter",
    "T": "trump_star",
    "J": "joker_star",
    "H": "honor",
    "E8": "eight_star",
    "P": "porter",
    "B": "bonus",
    "V": "reverse",
    "X": "blank_special",
}
# Every special of the rulebook at once and no Starter to be led first: seven specials, 13 cards each.
ALL_SPECIALS = {"variant_1": True, "variant_2": True}


def card(text: str) -> Card:
    """ "O5" is the orange 5, "T" Trump★."""
    return Card(SPECIALS[text], None) if text in SPECIALS else Card(text[1], text[0])


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split(","))


def tile(text: str) -> Tile:
    """ "B1" is the blue tile of value 1."""
    return Tile(int(text[1]), text[0])


class PaiMiahhhLog(WrittenLog):
    """Events of one game; seats are N E S W, N bids first."""

    def __init__(self, **options: object) -> None:
        super().__init__(GameStarted("paimiahhh", ("Nora", "Emil", "Sara", "Wim"), options))
        self.path = MarkerPath(kind=str(options.get("bid_path", "raster")))

    def deal(self, marker: str | None = None, *, declarer: str = "N") -> PaiMiahhhLog:
        """Starts a round; with `marker` ("G4") the declarer bids it at once and the others pass."""
        self.events.append(RoundStarted((SEATS.index(declarer) - 1) % 4))
        if marker is not None:
            self.bid(f"{declarer}:{self.path.position(tile(marker))}")
            seat = SEATS.index(declarer)
            self.bid(" ".join(f"{SEATS[(seat + step) % 4]}:P" for step in (1, 2, 3)))
        return self

    def bid(self, text: str) -> PaiMiahhhLog:
        """ "N:3 E:P" → a bid and a pass."""
        for word in text.replace(",", " ").split():
            seat = SEATS.index(word[0])
            self.events.append(Passed(seat) if word[2:] == "P" else BidMade(seat, int(word[2:])))
        return self

    def play(self, text: str) -> PaiMiahhhLog:
        """ "W:O4 N:B8>R" → two plays, the second with the column it takes from; see the rules analysis for the rest."""
        for word in text.split():
            if word == "|":
                self.events.append(TrickGathered())
                continue
            seat, said = SEATS.index(word[0]), word[2:]
            if said.startswith("J="):
                self._lay(seat, "J").declare("joker", said[3] + said[2])
            elif said.startswith("P("):
                self._lay(seat, "P").declare("porter", said[2:-1])
            elif ">" in said:
                name, _, column = said.partition(">")
                self._lay(seat, name).declare("tile", column)
            else:
                self.events.append(CardsPlayed(seat, cards(said)))
        return self

    def _lay(self, seat: int, name: str) -> PaiMiahhhLog:
        self.events.append(CardsPlayed(seat, (card(name),)))
        return self

    def declare(self, kind: str, choice: str, *, about: int | None = None) -> PaiMiahhhLog:
        self.events.append(Declared(self.last_id if about is None else about, kind, choice))
        return self

    def show(self, seat: str, text: str) -> PaiMiahhhLog:
        self.events.append(HandShown(SEATS.index(seat), cards(text)))
        return self

    def take(self, seat: str, text: str | None) -> PaiMiahhhLog:
        """ "B1" → the seat is seen to take the tile; None: none."""
        self.events.append(TileTaken(SEATS.index(seat), None if text is None else tile(text).code))
        return self

    @property
    def own(self) -> PaiMiahhhRoundState:
        """What only PaiMiahhh has, of the latest round."""
        latest = self.state.round
        assert latest is not None
        assert latest.paimiahhh is not None
        return latest.paimiahhh

    def column(self, colour: str) -> str:
        """The tiles of a column from bottom to top, "B1 B2 R1"."""
        return " ".join(f"{each.colour}{each.value}" for each in dict(self.own.columns)[colour])

    def takings(self) -> list[str]:
        """ "S:B1" for every tile taken, in order."""
        return [f"{SEATS[each.seat]}:{each.tile.colour}{each.tile.value}" for each in self.own.takings]
