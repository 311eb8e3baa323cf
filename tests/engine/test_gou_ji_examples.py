"""The worked examples of the rules analysis, GJ-01 to GJ-98."""

from __future__ import annotations

import re

import pytest

from engine import Card
from engine.climbing_turns import runs_of
from engine.games.gou_ji_draw import count_cards
from engine.games.gou_ji_hand import TEAM_OF
from engine.games.gou_ji_score import hand_scores
from engine.games.gou_ji_sets import GouJiLaws
from engine.games.gou_ji_tribute import duties_of, may_swap
from tests.engine.gou_ji_notation import SEATS, HandSketch, card, cards, laid, seats

BEATS = """
GJ-01 555 888 yes | GJ-02 888 555 no | GJ-03 555 8888 no | GJ-07 882 999 yes | GJ-08 999 882 no | GJ-09 AAA 222 yes
GJ-10 AA2 222 yes | GJ-11 222 bbb yes | GJ-12 222 bb2 no | GJ-13 222 bAA no | GJ-14 b88 r99 yes | GJ-15 b88 b99 no
GJ-16 bb8 rb9 no | GJ-17 bb8 rr9 yes | GJ-18 b88 r88 no | GJ-19 b88 rb9 yes | GJ-20 b88 r22 yes | GJ-21 r33 rrr no
GJ-22 r3 rr no | GJ-23 999 b88 no | GJ-24 888 b99 yes | GJ-25 b2 rb yes | GJ-26 b2 bb no | GJ-27 b2 r2 no
GJ-28 2 b yes | GJ-29 b r yes | GJ-30 A 2 yes | GJ-31 KK A2 yes | GJ-32 AA b2 yes | GJ-33 AA bA no
GJ-34 33333333 44444442 yes
"""
STARTS = """
GJ-35 KK yes | GJ-36 K no | GJ-37 K2 yes | GJ-38 QQ no | GJ-39 QQ2 yes | GJ-40 JJJ no | GJ-41 JJJJ yes | GJ-42 TTTT no
GJ-43 TTTT2 yes | GJ-44 9999999 no | GJ-45 3b yes | GJ-46 2 yes | GJ-47 A no | GJ-48 A2 yes | GJ-49 992 no
"""
SEQUENCES = """
GJ-65 lead=A | A:555 B:888 C:- D:- E:- F:- A:- -> clear; lead B
GJ-66 lead=A | A:5 B:- C:7 D:- E:- F:- A:9 B:T -> ILLEGAL play_after_pass B expect C
GJ-67 lead=A | A:KK D:AA A:22 D:- -> gouji AvD; clear; lead A
GJ-68 lead=A | A:KK B:AA -> ILLEGAL third_seat_in_gou_ji B expect D
GJ-69 lead=A | A:33 B:- C:- D:- E:QQ F:KK C:AA F:- -> gouji FvC; clear; lead C
GJ-70 lead=A | A:KK D:- -> gouji AvD; clear; lead A
GJ-71 lead=A | A:rK -> gouji AvD; clear; lead A
GJ-72 lead=A left=D0 | A:KK B:AA C:- -> ILLEGAL pass_out_of_turn C expect E
GJ-73 lead=A left=D0 | A:KK B:- C:- E:- F:- -> clear; lead A
GJ-74 lead=A left=A2 | A:55 B:- C:- D:- E:- F:- -> clear; lead B
GJ-75 lead=A left=A2,B0 | A:55 C:- D:- E:- F:- -> clear; lead C
GJ-76 lead=A left=A2 | A:55 B:- C:77 D:- E:- F:- -> clear; lead C
GJ-77 lead=A left=A1,B0,C0,D0,E0,F3 | A:5 -> END loser F
GJ-78 lead=A left=A3 | A:5555 -> ILLEGAL more_than_held A
GJ-79 lead=A | A:56 -> ILLEGAL mixed_ranks A
GJ-80 lead=A | A:5 B:5 -> ILLEGAL does_not_beat B
GJ-81 lead=A | A:- -> ILLEGAL pass_without_set A
GJ-82 lead=A | A:TTTT2 D:JJJJJ A:- -> gouji AvD; clear; lead D
GJ-83 lead=A | A:44 B:- C:- D:99 E:- F:- A:TT D:JJ A:- -> clear; lead D
GJ-84 lead=A left=A2 | A:KK B:- C:- D:AA E:- F:- -> clear; lead D
"""


def table(text: str) -> list[list[str]]:
    return [row.split() for line in text.strip().splitlines() for row in line.split(" | ")]


@pytest.mark.parametrize(("_label", "old", "new", "answer"), table(BEATS))
def test_a_set_beats_another_by_the_one_rule(_label, old, new, answer):
    assert GouJiLaws().beats(laid(old), laid(new)) == (answer == "yes")


@pytest.mark.parametrize(
    ("_label", "text", "answer"), [("GJ-04", "5552", True), ("GJ-05", "5562", False), ("GJ-06", "2br", True)]
)
def test_a_set_is_of_one_rank_and_wild_cards(_label, text, answer):
    assert (GouJiLaws().classify(cards(text)) is not None) == answer


@pytest.mark.parametrize(("_label", "text", "answer"), table(STARTS))
def test_a_gou_ji_starts_with_high_sets(_label, text, answer):
    assert GouJiLaws().starts_gou_ji(laid(text)) == (answer == "yes")


@pytest.mark.parametrize(
    ("_label", "kai_pai", "turned", "drawer"),
    [
        ("GJ-50", "A", "A", "A"),
        ("GJ-51", "A", "9", "C"),
        ("GJ-52", "D", "K", "D"),
        ("GJ-53", "B", "J", "F"),
    ],
)
def test_the_kai_pai_counts_to_the_first_drawer(_label, kai_pai, turned, drawer):
    assert count_cards(SEATS.index(kai_pai), [card(turned)]).drawer == SEATS.index(drawer)


def test_gj_54_a_joker_moves_the_role_of_kai_pai_to_the_right():
    count = count_cards(SEATS.index("F"), [card("r")])

    assert (count.kai_pai, count.drawer) == (SEATS.index("A"), None)


@pytest.mark.parametrize(
    ("_label", "order", "scores"),
    [
        ("GJ-55", "ABCDEF", (2, -2)),
        ("GJ-56", "ACBEDF", (6, -6)),
        ("GJ-57", "ACEBDF", (12, -12)),
        ("GJ-58", "BADFCE", (-4, 4)),
        ("GJ-59", "DBFCAE", (-12, 12)),
        ("GJ-60", "ABDFCE", (-2, 2)),
    ],
)
def test_places_score_for_the_team(_label, order, scores):
    assert hand_scores([SEATS.index(seat) for seat in order], TEAM_OF) == scores


@pytest.mark.parametrize(
    ("_label", "order", "duties", "waivable", "swap"),
    [
        ("GJ-61", "ABCDEF", "F>A:2 E>B:1", "", False),
        ("GJ-62", "ABDFCE", "E>A:2 C>B:1", "E>A", True),
        ("GJ-63", "ACEBDF", "B>E:1 D>A:1 F>C:1", "", False),
        ("GJ-64", "BADECF", "F>B:2 C>A:1", "F>B C>A", False),
    ],
)
def test_tribute_follows_from_the_places(_label, order, duties, waivable, swap):
    ranking = [SEATS.index(seat) for seat in order]
    owed = duties_of(ranking, TEAM_OF)

    def pair(duty):
        return f"{SEATS[duty.giver]}>{SEATS[duty.receiver]}"

    assert " ".join(f"{pair(duty)}:{duty.count}" for duty in owed) == duties
    assert " ".join(pair(duty) for duty in owed if duty.may_be_waived) == waivable
    assert may_swap(ranking, TEAM_OF) == swap


@pytest.mark.parametrize("line", SEQUENCES.strip().splitlines(), ids=lambda line: line.split()[0])
def test_a_sequence_ends_as_the_rules_say(line):
    setting, rest = line.split(" | ")
    events, answer = rest.split(" -> ")
    words = dict(re.findall(r"(lead|left)=(\S+)", setting))
    sketch = HandSketch(words["lead"], words.get("left", ""))
    sketch.play(events)

    series = sketch.table.series[-1] if sketch.table.series else None
    illegal = re.match(r"ILLEGAL (\w+) (\w)(?: expect (\w))?", answer)
    if illegal:
        verdict = sketch.found[illegal[1]]
        assert (verdict.offence, SEATS[verdict.seat]) == (sketch.entry_id, illegal[2])
        if illegal[3]:
            assert verdict.params["expected_seat"] == SEATS.index(illegal[3])
        assert sketch.codes == [illegal[1]]
        return
    assert sketch.codes == []
    assert series is not None
    duel = re.search(r"gouji (\w)v(\w)", answer)
    if duel:
        assert seats(series.duel) == duel[1] + duel[2]
    if "clear" in answer:
        assert sketch.leaders == answer[-1]
    if "END" in answer:
        assert sketch.table.standings.is_over()
        assert sketch.table.standings.ranking()[-1] == SEATS.index(answer[-1])


@pytest.mark.parametrize(
    ("_label", "out", "runs"),
    [("GJ-85", "AB", "C D E F"), ("GJ-86", "AD", "CE FB"), ("GJ-87", "AC", "E FBD")],
)
def test_seats_left_fall_into_runs_of_teammates(_label, out, runs):
    circle = [seat for seat in range(6) if SEATS[seat] not in out]

    assert " ".join(sorted(seats(run) for run in runs_of(circle, TEAM_OF))) == " ".join(sorted(runs.split()))


@pytest.mark.parametrize(
    ("_label", "top", "hand", "answer"),
    [
        ("GJ-88", "KK", "AA7", "basic"),
        ("GJ-89", "KK", "AA77", "basic"),
        ("GJ-90", "KK", "AA79", None),
        ("GJ-91", "KK", "AA7b9", "extended"),
        ("GJ-92", "KK", "A27", "basic"),
        ("GJ-93", "bK", "rA5", "basic"),
        ("GJ-94", "AA", "22798b", None),
        ("GJ-95", "AA", "2279b8r", "extended"),
    ],
)
def test_a_hand_may_shao_pai(_label, top, hand, answer):
    assert GouJiLaws().shao_pai(cards(hand), laid(top)) == answer


@pytest.mark.parametrize(
    ("_label", "seen", "code"),
    [
        ("GJ-96", "bbbbb", "too_many_of_card"),
        ("GJ-97", "3333333333333333", None),
        ("GJ-98", "33333333333333333", "too_many_of_rank"),
    ],
)
def test_the_pack_holds_four_jokers_of_a_colour_and_sixteen_of_a_rank(_label, seen, code):
    sketch = HandSketch("A").play(f"A:{seen}")

    assert (code in sketch.codes) == (code is not None)
    if code is None:
        assert sketch.codes == []
    else:
        verdict = sketch.found[code]
        assert verdict.params["seen"] == len(seen)
        assert Card("3", "S") in verdict.cards or Card("joker_black", None) in verdict.cards
