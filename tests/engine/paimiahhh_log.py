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
    Request,
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

    @property
    def asked(self) -> list[str]:
        """The kinds of what is still to be told."""
        return [request.kind for request in self.state.requests]

    def request(self, kind: str) -> Request:
        """What is to be told, of a kind that is asked for once."""
        (found,) = [each for each in self.state.requests if each.kind == kind]
        return found

    def column(self, colour: str) -> str:
        """The tiles of a column from bottom to top, "B1 B2 R1"."""
        return " ".join(f"{each.colour}{each.value}" for each in dict(self.own.columns)[colour])

    def takings(self) -> list[str]:
        """ "S:B1" for every tile taken, in order."""
        return [f"{SEATS[each.seat]}:{each.tile.colour}{each.tile.value}" for each in self.own.takings]


# A whole clean round: N declares with G4 under the marker, W has the Starter, each colour comes from one hand.
SOLO_HANDS = {
    "N": "G0 G1 G2 G3 G4 G5 G6 G7 G8 O0 O1 O2",
    "E": "O3 O4 O5 O6 O7 O8 T B0 B1 B2 B3 B4",
    "S": "B5 B6 B7 B8 R0 R1 R2 R3 R4 R5 R6 R7",
    "W": "ST R8 Y0 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 H",
}


def whole_round(**options: object) -> PaiMiahhhLog:
    """N declares G1 and makes it: W opens, then N draws from the top."""
    table = PaiMiahhhLog(**options).deal("G1")
    hands = {seat: text.split() for seat, text in SOLO_HANDS.items()}
    table.play("W:ST N:G8 E:T S:B5 |")
    for seat, text in zip("WNES", ("ST", "G8", "T", "B5"), strict=True):
        hands[seat].remove(text)
    table.show("S", ",".join(hands["S"]))
    order = {
        "N": "G7 G6 G5 G4 G3 G2 G1 G0 O2 O1 O0",
        "E": "B0 B1 B2 B3 B4 O3 O4 O5 O6 O7 O8",
        "S": "B6 B7 B8 R0 R1 R2 R3 R4 R5 R6 R7",
        "W": "R8 Y0 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 H",
    }
    columns = [text.split() for text in order.values()]
    leader = 0
    for number in range(11):
        for step in range(4):
            seat = (leader + step) % 4
            table.play(f"{SEATS[seat]}:{columns[seat][number]}")
        for asked in [each for each in table.state.requests if each.kind == "tile"]:
            table.declare("tile", asked.choices[0], about=asked.entry_id)
        table.play("|")
        leader = table.state.round.tricks[-1].winner
    return table
