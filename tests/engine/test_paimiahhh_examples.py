"""The worked examples of the rules analysis of PaiMiahhh, PM-01 to PM-65."""

from __future__ import annotations

import re

import pytest

from engine import numbered
from engine.cards import Card
from engine.decks_paimiahhh import JOKER_STAR
from engine.docket import Docket
from engine.games.paimiahhh_auction import MarkerAuction
from engine.games.paimiahhh_effects import EffectOptions, Laid, TileEffects, Told
from engine.games.paimiahhh_score import RoundCount, round_scores, winning_teams
from engine.games.paimiahhh_tiles import MarkerPath, Matrix, contract_of
from engine.games.paimiahhh_tricks import PaiMiahhhRules, TrickOptions
from tests.engine.paimiahhh_log import ALL_SPECIALS, SEATS, PaiMiahhhLog, card, cards, tile

EXAMPLES = """
PM-01 TRICK trump=Y mark=Y1 W:ST N:O5 E:O7 S:B8 -> win=E take=S:B1
PM-02 TRICK trump=G mark=G4 N:O5 E:O7 S:G1 W:G4 -> win=W take=S:G1,W:G2
PM-03 TILE pos=16 -> c1 value=4 contract=10
PM-04 TRICK trump=G mark=G4 N:O0 E:O8 S:O3 W:O5 -> win=E
PM-05 TRICK trump=O mark=O2 N:O0 E:O8 S:O3 W:O5 -> win=E
PM-06 TRICK trump=G mark=G4 W:ST N:H E:O1 S:O8 -> win=N
PM-07 TRICK trump=G mark=G4 W:ST N:T E:O1 S:G0 -> win=S take=E:O1
PM-08 TRICK trump=G mark=G4 W:O4 N:O2 E:T S:O3 -> win=E take=E:G1
PM-09 TRICK trump=G mark=G4 W:O4 N:G0 E:T S:O3 -> win=N take=N:G1,E:G2
PM-10 TRICK trump=G mark=G1 W:O4 N:G0 E:O6 S:G5 -> win=S take=N:G2,S:G3
PM-11 TRICK trump=G mark=G2 W:O4 N:G0 E:O6 S:G5 -> win=S take=N:G1,S:G3
PM-12 TRICK trump=G mark=G3 gone=B1,B2,B3,B4,B5,B6 W:O4 N:B8>R E:O6 S:O5 -> win=E take=N:R1
PM-13 TRICK trump=G mark=G6 gone=G1,G2,G3,G4,G5 W:O4 N:G2>Y E:O6 S:O5 -> win=N take=N:Y1
PM-14 TRICK trump=G mark=G3 W:O4 N:H E:O8 S:G8 -> win=N take=S:G1
PM-15 TRICK trump=G mark=G3 W:J=O8 N:O7 E:O3 S:O1 -> win=W
PM-16 TRICK trump=G mark=G3 W:O4 N:J=G8 E:O3 S:G7 -> win=N take=N:G1,S:G2
PM-17 TRICK trump=G mark=G3 W:O4 N:J=G7 E:O3 S:G7 -> win=S take=N:G1,S:G2
PM-18 TRICK trump=G mark=G3 W:J=O5 N:O5 E:O3 S:B8 -> win=N take=S:B1
PM-19 TRICK trump=G mark=G3 W:J=O5 N:O5 E:B8 S:B7 -> win=N take=E:B1,S:B2
PM-20 TRICK trump=G mark=G3 W:E8 N:O7 E:B3 S:Y8 -> win=W take=N:O1,E:B1,S:Y1
PM-21 TRICK trump=G mark=G3 W:E8 N:O7 E:G0 S:Y8 -> win=E take=N:O1,E:G1,S:Y1
PM-22 TRICK trump=G mark=G3 W:O7 N:E8>Y E:O3 S:O8 -> win=S take=N:Y1
PM-23 TRICK trump=G mark=G1 W:O7 N:E8>G E:O3 S:O8 -> win=S take=N:G2
PM-24 TRICK trump=G mark=G3 W:O7 N:P(B>R) E:R4 S:O8 -> win=S take=E:B1
PM-25 TRICK trump=G mark=G3 W:O7 N:P(B>R+Y) E:Y4 S:B8 -> win=W take=E:B2,S:B3
PM-26 TRICK trump=G mark=G1 W:O7 N:P(G>R) E:G4 S:R5 -> win=E take=E:G4,S:G2
PM-27 TRICK trump=G mark=G3 W:O7 N:B E:O3 S:O8 -> win=S bonus=S
PM-28 TRICK trump=G mark=G3 W:O7 N:V E:O3 S:O8 -> win=S next=ccw
PM-29 TRICK trump=G mark=G3 W:ST N:V E:B S:H -> win=S bonus=S next=ccw
PM-30 TRICK trump=G mark=G3 W:ST N:V E:B S:O0 -> win=S bonus=S next=ccw
PM-31 TRICK trump=G mark=G3 W:ST N:V E:B S:P(B>R) -> win=W bonus=W next=ccw
PM-32 BID start=N seq=N:3,E:P,S:P,W:P -> declarer=N value=1 contract=7
PM-33 BID start=N seq=N:P,E:P,S:P,W:7,N:P,E:P,S:P -> declarer=W value=2 contract=8
PM-34 BID start=N seq=N:P,E:P,S:P,W:P -> redeal
PM-35 BID start=N seq=N:3,E:P,S:P,W:8,N:12,E:P,S:P,W:P -> declarer=N value=3 contract=9
PM-36 BID start=N seq=N:3,E:3 -> ILLEGAL E 3<= 3
PM-37 BID start=N seq=N:9,E:4 -> ILLEGAL E 4<= 9
PM-38 BID start=E seq=E:30,S:31 -> ILLEGAL S off matrix
PM-39 BID start=N seq=N:3,E:P,S:5,W:P,N:P -> open turn=E
PM-40 BID start=N seq=N:3,E:P,S:P,W:P,N:9 -> declarer=N value=1 contract=7
PM-41 TILE pos=1 -> c1 value=1 contract=7
PM-42 TILE pos=5 -> c5 value=1 contract=7
PM-43 TILE pos=30 -> c5 value=6 contract=12
PM-44 SCORE value=4 decl=NS tricks=10/2 tiles=7/11 -> NS=47 EW=19
PM-45 SCORE value=4 decl=NS tricks=9/3 tiles=7/11 -> NS=7 EW=23
PM-46 SCORE value=1 decl=EW tricks=5/7 tiles=12/0 bonus=0/1 -> NS=17 EW=11
PM-47 SCORE value=6 decl=NS tricks=12/0 tiles=0/21 -> NS=72 EW=21
PM-48 SCORE[v3=1] value=2 decl=NS tricks=8/4 tiles=3/5 dummy=5 -> NS=23 EW=13
PM-49 SCORE[v3=1] value=2 decl=NS tricks=7/5 tiles=3/5 dummy=6 -> NS=3 EW=15
PM-50 END total=151/160 -> EW
PM-51 END total=149/148 -> continue
PM-52 END total=155/155 -> tie:another round
PM-53 FOLLOW lead=O trump=G hand=O3,O8,G1,H -> must O3,O8
PM-54 FOLLOW lead=O trump=G hand=B3,G1,H,T -> any
PM-55 FOLLOW lead=G trump=G hand=B3,T,H -> must T
PM-56 FOLLOW[trump_star=may] lead=G trump=G hand=B3,T,H -> any
PM-57 FOLLOW lead=O trump=G hand=O3,J,B2 -> must O3,J=O
PM-58 FOLLOW lead=O trump=G hand=J,B2,G0 -> any
PM-59 FOLLOW lead=G trump=G hand=G5,T,B1 -> must G5,T
PM-60 TRICK[v4=capture] trump=G mark=G3 W:O7 N:O2 E:O5 S:O0 -> win=N
PM-61 TRICK[v4=cancel] trump=G mark=G3 W:O7 N:O2 E:O5 S:O0 -> win=E
PM-62 TRICK[v4=capture] trump=G mark=G3 W:O7 N:O2 E:O8 S:O0 -> win=E
PM-63 TRICK[v4=capture] trump=G mark=G3 W:O7 N:O2 E:G0 S:O0 -> win=E take=E:G1
PM-64 TRICK[v4=capture] trump=G mark=G3 W:O7 N:B2 E:O5 S:O0 -> win=W take=N:B1
PM-65 TRICK[v4=capture] trump=G mark=G3 W:O7 N:J=O2 E:O5 S:O0 -> win=N
"""
_LINE = re.compile(r"(PM-\d\d) (\w+)(?:\[(\w+)=(\w+)\])? (.*) -> (.*)")
_PLAY = re.compile(r"[NESW]:")


class Example:
    """One line: its facts by name, the plays of a trick, the option in brackets, and the answer."""

    def __init__(self, line: str) -> None:
        match = _LINE.fullmatch(line)
        assert match is not None, line
        self.name, self.kind, self.option, self.value, facts, self.answer = match.groups()
        words = facts.split()
        self.plays = [word for word in words if self.kind == "TRICK" and _PLAY.match(word)]
        self.facts = dict(word.split("=", 1) for word in words if word not in self.plays)

    @property
    def answers(self) -> dict[str, str]:
        return dict(word.split("=", 1) for word in self.answer.split() if "=" in word)


def examples(kind: str) -> list[object]:
    found = [Example(line) for line in EXAMPLES.strip().splitlines()]
    return [pytest.param(example, id=example.name) for example in found if example.kind == kind]


def pair(text: str) -> tuple[int, int]:
    first, second = text.split("/")
    return int(first), int(second)


def played(word: str) -> tuple[int, Card, str | None]:
    """(seat, card, what was declared with it)."""
    seat, said = SEATS.index(word[0]), word[2:]
    if said.startswith("J="):
        return seat, card("J"), said[3] + said[2]
    if said.startswith("P("):
        return seat, card("P"), said[2:-1]
    name, _, column = said.partition(">")
    return seat, card(name), column or None


def trick_options(example: Example) -> TrickOptions:
    return TrickOptions(two_beats_seven=example.option == "v4", seven_drops_out=example.value == "cancel")


def test_all_sixty_five_examples_are_here():
    names = re.findall(r"PM-\d\d", EXAMPLES)

    assert [f"PM-{number:02d}" for number in range(1, 66)] == names


@pytest.mark.parametrize("example", examples("TRICK"))
def test_a_trick_is_won_and_its_tiles_are_taken_as_written(example):
    plays = [played(word) for word in example.plays]
    joker_as = next((Card.from_code(said) for _, each, said in plays if each == JOKER_STAR and said), None)
    rules = PaiMiahhhRules(trump=example.facts["trump"], joker_as=joker_as, options=trick_options(example))
    matrix = Matrix.full(marker=tile(example.facts["mark"]))
    for gone in filter(None, example.facts.get("gone", "").split(",")):
        matrix = matrix.without(tile(gone))
    steps = [Laid(number, seat, each, 1) for number, (seat, each, _) in enumerate(plays)]
    declared = {
        (number, "porter" if each == card("P") else "tile"): Told(100 + number, said)
        for number, (_, each, said) in enumerate(plays)
    }
    effects = TileEffects(
        steps,
        rules,
        matrix,
        options=EffectOptions(),
        declared=declared,
        seen_tiles={},
        docket=Docket(1, 1),
        decisions={},
    )

    won = rules.winner([(seat, each) for seat, each, _ in plays])
    winner = plays[0][0] if won is None else won  # A18: the opener keeps a trick that nobody can win.
    taken = ",".join(f"{SEATS[each.seat]}:{each.tile.colour}{each.tile.value}" for each in effects.takings())

    assert (example.answers["win"], example.answers.get("take", "")) == (SEATS[winner], taken)
    assert effects.requests == ()


@pytest.mark.parametrize("example", [each for each in examples("TRICK") if "gone" not in each.values[0].facts])
def test_a_game_at_the_table_sees_the_same_trick(example):
    options = dict(ALL_SPECIALS)
    if example.plays[0].endswith("ST"):
        options = {"variant_2": True, "specials": "trump_star,honor,joker_star,porter,bonus,reverse"}
    if example.option == "v4":
        options |= {"variant_4": True, "variant4_cycle": example.value}
    table = PaiMiahhhLog(**options).deal(example.facts["mark"], declarer="W").play(" ".join(example.plays))

    trick = table.state.round.tricks[0]
    answers = {"win": SEATS[trick.winner], "take": ",".join(table.takings())}
    answers["bonus"] = "" if table.own.bonus_to is None else SEATS[table.own.bonus_to]
    answers["next"] = "ccw" if table.own.direction == -1 else ""

    assert example.answers == {name: answer for name, answer in answers.items() if answer}
    assert not [request for request in table.state.requests if request.kind not in ("hand",)]
    assert example.facts["trump"] == table.state.round.trump


@pytest.mark.parametrize("example", examples("TILE"))
def test_a_place_on_the_path_has_a_column_a_value_and_a_contract(example):
    path, position = MarkerPath(), int(example.facts["pos"])
    lies_on = path.tile(position)

    answer = f"c{path.column(position)} value={lies_on.value} contract={contract_of(lies_on)}"

    assert example.answer == answer


@pytest.mark.parametrize("example", examples("BID"))
def test_an_auction_ends_as_written(example):
    start = SEATS.index(example.facts["start"])
    docket = Docket(1, 1)
    auction = MarkerAuction(docket, MarkerPath(), start)
    for number, word in enumerate(example.facts["seq"].split(",")):
        seat, said = SEATS.index(word[0]), word[2:]
        if said == "P":
            auction.pass_(number, seat)
        else:
            auction.bid(number, seat, int(said))
    illegal = [each for each in docket.found.values() if each.code in ("bid_not_forward", "bid_off_path")]

    if illegal:
        (verdict,) = illegal
        reason = "off matrix" if verdict.code == "bid_off_path" else f"{verdict.params['value']}<= "
        answer = f"ILLEGAL {SEATS[verdict.seat]} {reason}"
        answer += str(verdict.params["previous"]) if verdict.code == "bid_not_forward" else ""
    elif auction.is_thrown_in:
        answer = "redeal"
    elif auction.is_over:
        marker = auction.marker
        answer = f"declarer={SEATS[auction.declarer]} value={marker.value} contract={contract_of(marker)}"
    else:
        answer = f"open turn={SEATS[auction.next_seat]}"

    assert example.answer == answer
    assert all(each.code != "bid_out_of_turn" for each in docket.found.values())


@pytest.mark.parametrize("example", examples("SCORE"))
def test_a_round_scores_as_written(example):
    facts = example.facts
    count = RoundCount(
        value=int(facts["value"]),
        declaring_team=("NS", "EW").index(facts["decl"]),
        tricks=pair(facts["tricks"]),
        tiles=pair(facts["tiles"]),
        bonus=pair(facts.get("bonus", "0/0")),
        dummy_tricks=int(facts.get("dummy", 0)),
    )

    north_south, east_west = round_scores(count, dummy_doubles=example.option == "v3")

    assert example.answers == {"NS": str(north_south), "EW": str(east_west)}


@pytest.mark.parametrize("example", examples("END"))
def test_a_game_ends_as_written(example):
    totals = pair(example.facts["total"])
    winners = winning_teams(totals)

    if winners:
        answer = "/".join(("NS", "EW")[team] for team in winners)
    else:
        answer = "tie:another round" if max(totals) >= 150 else "continue"

    assert example.answer == answer


@pytest.mark.parametrize("example", examples("FOLLOW"))
def test_a_hand_may_play_as_written(example):
    options = TrickOptions(trump_star_must_follow=example.value != "may")
    rules = PaiMiahhhRules(trump=example.facts["trump"], options=options)
    lead, hand = example.facts["lead"], list(cards(example.facts["hand"]))

    legal = rules.legal_cards(hand, lead)
    if legal == hand and not any(lead in rules.obliges(each) for each in hand):
        answer = "any"
    else:
        names = []
        for word in example.facts["hand"].split(","):
            if card(word) in legal:
                colours = {each.suit for each in rules.joker_names(hand, lead)}
                names.append(f"J={colours.pop()}" if word == "J" and len(colours) == 1 else word)
        answer = "must " + ",".join(names)

    assert example.answer == answer


def test_an_example_folded_twice_is_the_same():
    table = PaiMiahhhLog(**ALL_SPECIALS).deal("G3", declarer="W").play("W:O7 N:P(B>R+Y) E:Y4 S:B8")

    assert table.state == table.state
    assert [entry.id for entry in numbered(table.events)] == list(range(1, len(table.events) + 1))
