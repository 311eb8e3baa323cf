"""Random players of PaiMiahhh who hold real hands, and a second, literal reading of the rulebook to check against.

Nothing here uses the engine's rules: colours, leads, winners, tiles and scores are worked out anew, step by step, as a
person at the table would. Cards are texts: "O5", or the names of the specials.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine import (
    BidMade,
    Card,
    CardsPlayed,
    Declared,
    Event,
    GameStarted,
    HandShown,
    Passed,
    RoundStarted,
    TrickGathered,
)
from engine.games.paimiahhh_options import OPTIONS

COLOURS = "OBGRY"
STARRED = ("trump_star", "honor", "joker_star", "eight_star", "porter", "bonus", "reverse", "blank_special")


def as_card(text: str) -> Card:
    return Card(text[1], text[0]) if len(text) == 2 else Card(text, None)


@dataclass
class LiteralRound:
    """One deal as the players live it; `option` looks up what the table has agreed."""

    option: Callable[[str], object]
    trump: str
    value: int
    declarer: int
    columns: dict[str, list[str]] = field(
        default_factory=lambda: {c: [f"{c}{v}" for v in range(1, 7)] for c in COLOURS}
    )
    tiles: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    won: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    bonus: int | None = None
    reversed_after: int | None = None
    tricks_done: int = 0
    trick: list[tuple[int, str]] = field(default_factory=list)
    joker: str | None = None

    @property
    def marked(self) -> str:
        return f"{self.trump}{self.value}"

    def real(self, card: str) -> str:
        return self.joker if card == "joker_star" and self.joker else card

    def colour(self, card: str) -> str | None:
        card = self.real(card)
        if len(card) == 2:
            return card[0]
        return {"trump_star": self.trump, "eight_star": "sixth"}.get(card)

    def lead(self) -> str | None:
        for _, card in self.trick:
            if len(self.real(card)) == 2:
                return self.colour(card)
            if card == "trump_star" and self.option("trump_star_leads") == "yes":
                return self.trump
            if card == "eight_star" and self.option("e8_leads") == "yes":
                return "sixth"
        return None

    def bound(self, hand: list[str]) -> list[str]:
        """The cards that force a hand to follow; empty when it may play anything."""
        lead = self.lead()
        forced = [card for card in hand if len(card) == 2 and card[0] == lead]
        if lead == self.trump and self.option("trump_star_must_follow") == "must":
            forced += [card for card in hand if card == "trump_star"]
        if lead is not None and lead != "sixth" and self.option("joker_obliges") == "yes":
            forced += [card for card in hand if card == "joker_star"]
        return forced

    def legal(self, hand: list[str]) -> list[str]:
        if not self.bound(hand):
            return list(hand)
        lead = self.lead()
        return [card for card in hand if self.colour(card) == lead or card == "joker_star"]

    def joker_names(self, hand: list[str]) -> list[str]:
        colours = self.lead() if self.bound(hand) else COLOURS
        return [f"{colour}{value}" for colour in colours or COLOURS for value in range(9)]

    def free_tile(self, colour: str) -> str | None:
        tiles = [tile for tile in self.columns[colour] if tile != self.marked]
        if self.option("slough_tile") == "least_value":
            tiles.sort(key=lambda tile: tile[1])
        return tiles[0] if tiles else None

    def _grab(self, seat: int, tile: str) -> None:
        for column in self.columns.values():
            if tile in column:
                column.remove(tile)
        self.tiles[seat].append(tile)

    def lay(self, seat: int, card: str, rng: random.Random) -> Iterator[tuple[str, str]]:
        """A card comes to the table; yields what its player says with it, (kind, choice)."""
        lead = self.lead()
        twin_is_there = self.joker in [other for _, other in self.trick]
        self.trick.append((seat, card))
        if card == "porter":
            yield from self._port(rng)
        colour = self.colour(card)
        if lead is None or colour is None or colour == lead:
            return
        if card == "joker_star" and twin_is_there and self.option("joker_dead_tile") != "always":
            return
        if card == "eight_star":
            free = [each for each in COLOURS if self.free_tile(each)]
            choices = free if self.option("e8_tile") == "forced" else [*free, "none"]
            if len(choices) > 1:
                choice = rng.choice(choices)
                yield "tile", choice
            else:
                choice = choices[0] if choices else "none"
            if choice != "none":
                self._grab(seat, str(self.free_tile(choice)))
        elif tile := self.free_tile(colour):
            self._grab(seat, tile)
        else:
            free = [each for each in COLOURS if each != colour and self.free_tile(each)]
            if free:
                choice = rng.choice(free)
                if len(free) > 1:
                    yield "tile", choice
                self._grab(seat, str(self.free_tile(choice)))

    def _port(self, rng: random.Random) -> Iterator[tuple[str, str]]:
        def movable(colour: str) -> list[str]:
            tiles = [tile for tile in self.columns[colour] if tile != self.marked][:2]
            return [] if self.option("porter_short") == "needs_2" and len(tiles) < 2 else tiles

        sources = [colour for colour in COLOURS if movable(colour)]
        if not sources:
            return
        source = rng.choice(sources)
        tiles = movable(source)
        others = [colour for colour in COLOURS if colour != source]
        targets = rng.sample(others, 2) if len(tiles) == 2 and rng.random() < 0.5 else [rng.choice(others)]
        yield "porter", f"{source}>{'+'.join(targets)}"
        self.columns[source] = [tile for tile in self.columns[source] if tile not in tiles]
        if len(targets) == 1:
            self.columns[targets[0]] = tiles + self.columns[targets[0]]
        else:
            for tile, target in zip(tiles, targets, strict=True):
                self.columns[target] = [tile] + self.columns[target]

    def is_low(self) -> bool:
        return self.reversed_after is not None and self.option("reverse_effect") == "low_wins"

    def step(self) -> int:
        return -1 if self.reversed_after is not None and self.option("reverse_effect") == "ccw_play" else 1

    def finish_trick(self) -> int:
        """The winner takes the trick and opens the next."""
        winner = self._winner()
        self.won[winner] += 1
        played = [card for _, card in self.trick]
        if "bonus" in played:
            self.bonus = winner
        self.tricks_done += 1
        if "reverse" in played:
            self.reversed_after = self.tricks_done
        self.trick = []
        return winner

    def _winner(self) -> int:
        lead = self.lead()
        opener = self.trick[0][0]
        ranked: list[tuple[int, int, str]] = []
        dead = self.joker is not None and any(card == self.joker for _, card in self.trick)
        for seat, card in self.trick:
            if card == "honor":
                return seat
            if card == "joker_star" and dead:
                continue
            colour = self.colour(card)
            height = int(self.real(card)[1]) if len(self.real(card)) == 2 else -1
            if colour is not None and colour in (self.trump, lead):
                ranked.append((height, seat, card))
        trumps = [each for each in ranked if self.colour(each[2]) == self.trump]
        ranked = trumps or ranked
        twos = {self.real(card)[0]: seat for _, seat, card in ranked if self.real(card)[1:] == "2"}
        if self.option("variant_4") and self.option("variant4_cycle") == "cancel":
            ranked = [each for each in ranked if not (self.real(each[2])[1:] == "7" and self.real(each[2])[0] in twos)]
        if not ranked:
            return opener
        _, seat, card = min(ranked) if self.is_low() else max(ranked)
        real = self.real(card)
        if self.option("variant_4") and len(real) == 2 and real[1] == "7" and real[0] in twos:
            return twos[real[0]]
        return seat

    def scores(self) -> list[int]:
        side = self.declarer % 2
        tricks = [self.won[0] + self.won[2], self.won[1] + self.won[3]]
        made = tricks[side] >= self.value + 6
        points = [0, 0]
        for team in (0, 1):
            if team == side:
                counted = 2 * self.won[(self.declarer + 2) % 4] if self.option("variant_3") else tricks[team]
                points[team] += self.value * counted if made else 0
            elif self.option("defenders_score") == "always" or not made:
                points[team] += self.value * tricks[team]
            points[team] += sum(int(tile[1]) for seat in (team, team + 2) for tile in self.tiles[seat])
            if self.bonus is not None and self.bonus % 2 == team:
                points[team] += 4
        return points


@dataclass
class Offence:
    """What a player did wrong: the entry, the seat, the code it should be found under, and the hand it came from."""

    entry_id: int
    seat: int
    code: str
    hand: tuple[str, ...] = ()


class RandomTable:
    """Plays random games; every event goes to `tell` at once, and gets the next entry id."""

    def __init__(
        self, rng: random.Random, tell: Callable[[Event], None], *, late_answers: float = 0.0, **options: object
    ) -> None:
        self.rng = rng
        self.late_answers = late_answers
        self.options = options
        self._tell = tell
        self.entry_id = 0
        self.kept: list[str | None] = [None] * 4
        self.hands: list[list[str]] = []
        self.bidder = 0
        self.live: LiteralRound | None = None
        self._untold: list[Declared] = []
        self.offences: list[Offence] = []
        self.revoke_chance = 0.0
        self.leads_starter = True
        self.is_dummy_open = False
        self.tell(GameStarted("paimiahhh", ("N", "E", "S", "W"), dict(options)))

    def tell(self, event: Event) -> int:
        self.entry_id += 1
        self._tell(event)
        return self.entry_id

    def option(self, name: str) -> object:
        return self.options.get(name, OPTIONS[name].default)

    @property
    def specials(self) -> list[str]:
        chosen = self.option("specials")
        needed = 2 + bool(self.option("variant_1")) + 4 * bool(self.option("variant_2"))
        return list(STARRED[:needed]) if chosen == "first" else list(chosen)  # type: ignore[call-overload]

    def deal(self) -> None:
        pack = [f"{colour}{value}" for colour in COLOURS for value in range(9)] + self.specials
        if not self.option("variant_1"):
            pack.append("starter")
        held = [card for card in self.kept if card]
        pack = [card for card in pack if card not in held]
        self.rng.shuffle(pack)
        self.hands = []
        each = 13 if self.option("variant_2") else 12
        for seat in range(4):
            hand = [self.kept[seat]] if self.kept[seat] else []
            while len(hand) < each:
                hand.append(pack.pop())
            self.hands.append(hand)  # type: ignore[arg-type]
        assert not pack
        self.tell(RoundStarted())

    def auction(self) -> tuple[int, int] | None:
        """(Declarer, position), None when all pass."""
        position, declarer, passes, seat = 0, None, 0, self.bidder
        while not (passes == 4 or (declarer is not None and passes == 3)):
            self.before_call(seat, position)
            if position < 30 and self.rng.random() < 0.35:
                position = min(30, position + self.rng.choice((1, 1, 2, 3, 5, 9)))
                declarer, passes = seat, 0
                self.tell(BidMade(seat, position))
            else:
                passes += 1
                self.tell(Passed(seat))
            seat = (seat + 1) % 4
        return None if declarer is None else (declarer, position)

    def play_round(self) -> LiteralRound | None:
        """One deal to its last card; None when it was thrown in."""
        self.deal()
        called = self.auction()
        if called is None:
            self.kept = [None] * 4
            return None
        declarer, position = called
        live = self.live = LiteralRound(self.option, COLOURS[4 - (position - 1) % 5], (position - 1) // 5 + 1, declarer)
        seat = next((s for s in range(4) if "starter" in self.hands[s]), (declarer + 1) % 4)
        self.is_dummy_open = False
        dummy = (declarer + 2) % 4
        for _ in range(12):
            for _ in range(4):
                self.play_card(live, seat)
                if seat == dummy and not self.is_dummy_open:
                    self.is_dummy_open = True
                    self.tell(HandShown(dummy, tuple(as_card(card) for card in self.hands[dummy])))
                seat = (seat + live.step()) % 4
            seat = live.finish_trick()
            if self.rng.random() < 0.5:
                self.tell(TrickGathered(self.rng.choice((None, seat))))
        self.answer(everything=True)
        self.kept = [hand[0] if hand else None for hand in self.hands]
        self.bidder = declarer
        return live

    def play_card(self, live: LiteralRound, seat: int) -> None:
        hand = self.hands[seat]
        self.before_play(live, seat)
        if "starter" in hand and not live.tricks_done and not live.trick:
            card = "starter" if self.leads_starter else self.rng.choice([each for each in hand if each != "starter"])
        else:
            card = self.rng.choice(live.legal(hand))
        offence = self.choose_offence(live, seat)
        name: str | None = None
        if offence is not None:
            card, name, code = offence
            self.offences.append(Offence(self.entry_id + 1, seat, code, tuple(hand)))
        elif card == "joker_star":
            name = self.rng.choice(live.joker_names(hand))
        hand.remove(card)
        entry_id = self.tell(CardsPlayed(seat, (as_card(card),)))
        if name is not None:
            live.joker = name
            self.say(Declared(entry_id, "joker", as_card(name).code))
        tiles_before = list(live.tiles[seat])
        for kind, choice in live.lay(seat, card, self.rng):
            self.say(Declared(entry_id, kind, choice))
        self.answer()
        self.after_play(live, seat, card, [tile for tile in live.tiles[seat] if tile not in tiles_before])

    def before_play(self, live: LiteralRound, seat: int) -> None:
        """A moment for a cheat: `seat` is due and has not played."""

    def after_play(self, live: LiteralRound, seat: int, card: str, taken: list[str]) -> None:
        """A moment for a cheat: the seat has played a card and taken `taken`."""

    def before_call(self, seat: int, position: int) -> None:
        """A moment for a cheat: `seat` is due to bid or pass, and the marker is at `position`."""

    def choose_offence(self, live: LiteralRound, seat: int) -> tuple[str, str | None, str] | None:
        """(card, the Joker's name, code) of a failure to follow, by chance and where it is possible."""
        hand = self.hands[seat]
        bound = [card for card in live.bound(hand) if card != "joker_star"]
        if not bound or self.rng.random() >= self.revoke_chance:
            return None
        lead = live.lead()
        wrong = [card for card in hand if live.colour(card) != lead and card != "starter"]
        if not wrong:
            return None
        card = self.rng.choice(wrong)
        if card == "joker_star":
            colours = [colour for colour in COLOURS if colour != lead]
            return card, f"{self.rng.choice(colours)}{self.rng.randrange(9)}", "joker_off_lead"
        return card, None, "revoke"

    def say(self, declared: Declared) -> None:
        if self.rng.random() < self.late_answers:
            self._untold.append(declared)
        else:
            self.tell(declared)

    def answer(self, *, everything: bool = False) -> None:
        while self._untold and (everything or self.rng.random() < 0.1):
            self.tell(self._untold.pop(self.rng.randrange(len(self._untold))))
