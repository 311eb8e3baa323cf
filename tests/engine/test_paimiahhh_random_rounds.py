"""Random rounds of PaiMiahhh: legal ones agree with a second reading of the rules, illegal ones are found out.

`./dev many-rounds` plays thousands.
"""

from __future__ import annotations

import random

import pytest

from engine import (
    BidMade,
    Card,
    CardsPlayed,
    Entry,
    Event,
    Passed,
    Ruled,
    Severity,
    Standing,
    State,
    TileTaken,
    Verdict,
    VerdictClass,
    VerdictStatus,
)
from engine.games import GAMES, Game
from engine.games.paimiahhh_options import OPTIONS
from engine.games.paimiahhh_tiles import TILE_SUM
from tests.engine.paimiahhh_players import STARRED, LiteralRound, Offence, RandomTable, as_card
from tests.engine.self_play_size import CHEATS, ROUNDS

pytestmark = pytest.mark.self_play

# Those that the second reading knows too; the rest have tests of their own.
READ_TWICE = (
    "trump_star_leads",
    "trump_star_must_follow",
    "e8_leads",
    "e8_tile",
    "joker_obliges",
    "slough_tile",
    "porter_short",
    "variant4_cycle",
    "defenders_score",
    "reverse_effect",
    "redeal_first_bidder",
    "tie",
)


class FoldedTable:
    """Folds a log while it is written."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.game: Game | None = None

    def __call__(self, event: Event) -> None:
        entry = Entry(len(self.entries) + 1, event)
        self.entries.append(entry)
        if self.game is None:
            self.game = GAMES["paimiahhh"].start(entry)
        else:
            self.game.apply(entry)

    @property
    def state(self) -> State:
        assert self.game is not None
        return self.game.state()


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {f"variant_{number}": True for number in (1, 2, 3, 4) if rng.random() < 0.4}
    needed = 2 + ("variant_1" in options) + 4 * ("variant_2" in options)
    chosen = rng.sample(STARRED, needed)
    options["specials"] = tuple(special for special in STARRED if special in chosen)
    for name in READ_TWICE:
        if rng.random() < 0.3:
            options[name] = rng.choice(list(OPTIONS[name].alternatives))
    if rng.random() < 0.3:
        options["joker_dead_tile"] = "always"
    return options


def alarms(state: State) -> list[Verdict]:
    return [each for each in state.verdicts if each.severity is not Severity.NOTICE]


def check_round(state: State, live: LiteralRound) -> None:
    round_state = state.round
    assert round_state is not None
    own = round_state.paimiahhh
    assert own is not None
    assert round_state.phase == "over"
    assert [each for each in alarms(state) if each.status is not VerdictStatus.TAKEN_BACK] == []
    assert state.requests == ()
    assert list(round_state.tricks_won) == live.won
    assert sum(round_state.tricks_won) == 12
    columns = {colour: [f"{each.colour}{each.value}" for each in column] for colour, column in own.columns}
    assert columns == live.columns
    won = [sorted(f"{each.colour}{each.value}" for each in tiles) for tiles in own.tiles_won]
    assert won == [sorted(tiles) for tiles in live.tiles]
    lie = [each for _, column in own.columns for each in column] + [each for tiles in own.tiles_won for each in tiles]
    assert sum(each.value for each in lie) == TILE_SUM
    assert len(lie) == len(set(lie)) == 30
    plays = [play for trick in round_state.tricks for play in trick.plays]
    played = [play.card for play in plays if play.standing is Standing.COUNTS]
    assert len(played) == len(set(played)) == 48
    kept = 4 if state.options["variant_2"] else 0
    assert len(round_state.unseen) <= kept, "but for those that were seen in a hand"
    assert list(round_state.scores or ()) == live.scores()


def test_legal_games_agree_with_a_second_reading_of_the_rules_to_the_end():
    rng = random.Random(20)
    played = 0
    while played < ROUNDS:
        options = random_options(rng)
        table = FoldedTable()
        players = RandomTable(rng, table, late_answers=rng.choice((0, 0, 0.5)), **options)
        totals = [0, 0]
        while not table.state.winners:
            live = players.play_round()
            if live is None:
                step = options.get("redeal_first_bidder") == "next_clockwise"
                players.bidder = (players.bidder + step) % 4
                assert table.state.round.phase == "void"
                continue
            played += 1
            state = table.state
            check_round(state, live)
            totals = [total + score for total, score in zip(totals, live.scores(), strict=True)]
            assert list(state.totals) == totals
            is_end = max(totals) >= 150 and (totals[0] != totals[1] or options.get("tie") == "shared")
            assert bool(state.winners) == is_end
        assert state.winners == tuple(team for team in (0, 1) if totals[team] == max(totals))


# --- class I: found at once, with the right seat ---


class RoundBrokenOffError(Exception):
    """The cheat has happened."""


class Cheat(RandomTable):
    """Plays by the rules until the chosen offence is possible for the `patience`-th time."""

    def __init__(self, rng: random.Random, table: FoldedTable, kind: str, patience: int, **options: object) -> None:
        self.kind = kind
        self.patience = patience
        super().__init__(rng, table, **options)

    def _is_time(self) -> bool:
        self.patience -= 1
        return self.patience < 0

    def _cheat(self, seat: int, event: Event) -> None:
        self.offences.append(Offence(self.entry_id + 1, seat, self.kind))
        self.tell(event)
        raise RoundBrokenOffError

    def before_call(self, seat: int, position: int) -> None:
        other = (seat + self.rng.choice((1, 2))) % 4  # Whoever called last may say it again.
        match self.kind:
            case "bid_not_forward" if position and self._is_time():
                self._cheat(seat, BidMade(seat, self.rng.randint(1, position)))
            case "bid_off_path" if self._is_time():
                self._cheat(seat, BidMade(seat, self.rng.choice((0, 31, 99, -3))))
            case "bid_out_of_turn" if self._is_time():
                self._cheat(other, self.rng.choice((Passed(other), BidMade(other, min(30, position + 1)))))

    def before_play(self, live: LiteralRound, seat: int) -> None:
        rng = self.rng
        others = [each for each in range(4) if each != seat]
        waiting = [each for each in others if each not in [played for played, _ in live.trick]]
        is_first = not live.tricks_done and not live.trick
        match self.kind:
            case "starter_not_led" if is_first:
                who = rng.randrange(4)
                card = rng.choice([each for each in self.hands[who] if each != "starter"])
                self._cheat(who, CardsPlayed(who, (as_card(card),)))
            case "wrong_leader" if not live.trick and live.tricks_done and self._is_time():
                who = rng.choice(others)
                self._cheat(who, CardsPlayed(who, (as_card(rng.choice(self.hands[who])),)))
            case "play_out_of_turn" if live.trick and waiting and self._is_time():
                who = rng.choice(waiting)
                self._cheat(who, CardsPlayed(who, (as_card(rng.choice(self.hands[who])),)))
            case "too_many_in_trick" if live.trick and live.tricks_done < 11 and self._is_time():
                who = rng.choice([played for played, _ in live.trick])
                self._cheat(who, CardsPlayed(who, (as_card(rng.choice(self.hands[who])),)))
            case "impossible_card" if live.trick and self._is_time():
                self._cheat(seat, CardsPlayed(seat, (Card.from_code(rng.choice(("TS", "9B", "joker_red", "KH"))),)))
            case "duplicate" if live.trick and self._is_time():
                self._cheat(seat, CardsPlayed(seat, (as_card(rng.choice(live.trick)[1]),)))
            case "revoke" if seat == (live.declarer + 2) % 4 and self.is_dummy_open:
                bound = [card for card in live.bound(self.hands[seat]) if card != "joker_star"]
                wrong = [card for card in self.hands[seat] if live.colour(card) not in (None, live.lead())]
                if bound and wrong and self._is_time():
                    self._cheat(seat, CardsPlayed(seat, (as_card(rng.choice(wrong)),)))

    def after_play(self, live: LiteralRound, seat: int, card: str, taken: list[str]) -> None:
        if self.kind != "wrong_tile" or card in ("eight_star", "joker_star", "porter") or not self._is_time():
            return
        wrong = [tile for column in live.columns.values() for tile in column]
        if len(taken) == 1:
            # Not where the player had the choice: any bottom tile was right then.
            if live.colour(card) != taken[0][0]:
                return
            tile = self.rng.choice([None, live.marked, *wrong])
        else:
            tile = self.rng.choice(wrong)
        self._cheat(seat, TileTaken(seat, None if tile is None else tile[1] + tile[0]))


NO_QUESTIONS = ("trump_star", "honor", "eight_star", "bonus", "reverse", "blank_special")
CLASS_ONE = {
    "bid_not_forward": 1,
    "bid_off_path": 4,
    "bid_out_of_turn": 4,
    "starter_not_led": 0,
    "wrong_leader": 6,
    "play_out_of_turn": 12,
    "too_many_in_trick": 12,
    "impossible_card": 20,
    "duplicate": 20,
    "revoke": 1,
    "wrong_tile": 12,
}


@pytest.mark.parametrize("kind", CLASS_ONE)
def test_an_injected_offence_of_class_one_is_flagged_at_once_with_the_right_seat(kind):
    found = 0
    for seed in range(CHEATS // 2):
        rng = random.Random(f"{kind}{seed}")
        options: dict[str, object] = {}
        if kind != "starter_not_led" and rng.random() < 0.4:
            options |= {"variant_2": True, "specials": NO_QUESTIONS}
        table = FoldedTable()
        cheat = Cheat(rng, table, kind, rng.randint(0, CLASS_ONE[kind]), **options)
        try:
            for _ in range(6):
                cheat.play_round()
        except RoundBrokenOffError:
            found += 1
            verdicts = alarms(table.state)
            guilty = [each for each in verdicts if each.code == kind]
            assert [(each.seat, each.offence) for each in guilty] == [(cheat.offences[0].seat, cheat.entry_id)]
            assert {each.klass for each in guilty} == {VerdictClass.IMMEDIATE}
            assert "misread" in [choice.decision for choice in guilty[0].choices]
            assert {each.seat for each in verdicts} <= {cheat.offences[0].seat, None}
            if kind != "duplicate":  # Which may belong to that hand, and show what it should have followed with.
                assert {each.offence for each in verdicts} <= {cheat.entry_id, None}
    assert found >= 4


# --- taken back: as if it had not happened ---


class Repentant(Cheat):
    """Cheats now and then, and takes it back at once."""

    def __init__(self, rng: random.Random, table: FoldedTable, **options: object) -> None:
        self.table = table
        super().__init__(rng, table, "", 0, **options)

    def _is_time(self) -> bool:
        # While a Joker has no name or a Porter's move is not told, nobody can say who leads and which tile is due.
        is_open = self.kind in ("wrong_leader", "wrong_tile") and bool(self.table.state.requests)
        return self.rng.random() < 0.1 and not is_open

    def _cheat(self, seat: int, event: Event) -> None:
        entry_id = self.tell(event)
        found = [each for each in self.table.state.open_verdicts if each.code != "counting_proof"]
        assert {each.offence for each in found} == {entry_id}
        for verdict in found:
            self.tell(Ruled(verdict.id, "taken_back"))
        self.offences.append(Offence(entry_id, seat, self.kind))

    def before_call(self, seat: int, position: int) -> None:
        self.kind = self.rng.choice(("bid_not_forward", "bid_off_path", "bid_out_of_turn"))
        super().before_call(seat, position)

    def before_play(self, live: LiteralRound, seat: int) -> None:
        self.kind = self.rng.choice(("wrong_leader", "play_out_of_turn", "too_many_in_trick", "revoke"))
        super().before_play(live, seat)

    def after_play(self, live: LiteralRound, seat: int, card: str, taken: list[str]) -> None:
        self.kind = "wrong_tile"
        super().after_play(live, seat, card, taken)


def test_what_is_taken_back_has_not_happened():
    rng = random.Random(3)
    played = 0
    kinds = set()
    while played < CHEATS:
        table = FoldedTable()
        players = Repentant(rng, table, late_answers=rng.choice((0, 0.5)), **random_options(rng))
        live = players.play_round()
        if live is not None:
            played += 1
            check_round(table.state, live)
            kinds |= {each.code for each in players.offences}
    assert len(kinds) >= 7


# --- class R: proved by the last card, with the right seat ---


def test_every_injected_failure_to_follow_is_proved_by_the_last_card_and_nobody_else_is_accused():
    rng = random.Random(7)
    played = injected = 0
    codes = set()
    while played < 3 * CHEATS or injected < 10:
        table = FoldedTable()
        late_answers = rng.choice((0, 0.5))
        players = RandomTable(rng, table, late_answers=late_answers, specials=tuple(rng.sample(STARRED, 2)))
        players.revoke_chance = 0.06
        if players.play_round() is None:
            continue
        played += 1
        injected += len(players.offences)
        verdicts = table.state.verdicts
        found = {(each.offence, each.seat, each.code) for each in verdicts if each.code in ("revoke", "joker_off_lead")}
        assert found == {(each.entry_id, each.seat, each.code) for each in players.offences}
        codes |= {code for _, _, code in found}
        assert {each.code for each in verdicts} <= {"revoke", "joker_off_lead", "counting_proof"}
        assert table.state.round.scores is not None
    assert "revoke" in codes


def test_a_starter_that_was_not_led_shows_by_the_last_card_whose_it_was():
    rng = random.Random(5)
    played = 0
    while played < CHEATS // 2:
        table = FoldedTable()
        # No Joker, whose name would have to be told for it.
        players = RandomTable(rng, table, specials=tuple(rng.sample(NO_QUESTIONS, 2)))
        players.leads_starter = False
        if players.play_round() is None:
            continue
        played += 1
        verdicts = {each.code: each for each in table.state.verdicts}
        assert set(verdicts) == {"starter_not_led", "starter_late"}
        at_once, late = verdicts["starter_not_led"], verdicts["starter_late"]
        assert (at_once.klass, late.klass) == (VerdictClass.IMMEDIATE, VerdictClass.RETROSPECTIVE)
        assert at_once.offence == late.offence
        assert at_once.seat == late.seat == table.state.round.tricks[0].leader


def test_with_a_kept_card_every_failure_to_follow_is_proved_when_that_card_comes_out():
    rng = random.Random(12)
    proved_at_once = proved_later = 0
    while not (proved_at_once and proved_later):
        table = FoldedTable()
        players = RandomTable(rng, table, variant_2=True)
        players.revoke_chance = 0.15
        if players.play_round() is None:
            continue
        guilty = {(each.entry_id, each.seat) for each in players.offences}
        hands = {each.entry_id: each.hand for each in players.offences}
        first = f"{table.state.round.started_entry_id}."
        kept = list(players.kept)
        found = proved(table.state, first)
        assert found <= guilty
        assert all(kept[seat] in hands[entry_id] for entry_id, seat in guilty - found), "the only proof is kept"
        proved_at_once += bool(guilty) and found == guilty
        players.revoke_chance = 0.0
        while found != guilty:
            if players.play_round() is None:
                break  # Thrown in: the kept cards went back into the pack.
            held = found
            found = proved(table.state, first)
            assert held <= found <= guilty
            assert all(players.kept[seat] == kept[seat] for _, seat in guilty - found), "kept again"
            proved_later += found == guilty


def proved(state: State, first: str) -> set[tuple[int | None, int | None]]:
    """The (offence, seat) of all proved failures to follow in the round whose verdict ids begin with `first`."""
    return {
        (each.offence, each.seat)
        for each in state.verdicts
        if each.code in ("revoke", "joker_off_lead") and each.id.startswith(first)
    }
