"""The worked examples of the rules analysis of Pairs Oh Hell, each run through the referee as events."""

from __future__ import annotations

import re

import pytest

from engine.games.oh_hell_options import SCHEDULES
from engine.games.oh_hell_pairs import pair_score

EXAMPLES = """
OH-01 SCORE bid=4 won=4 -> 20
OH-02 SCORE bid=3 won=9 -> 6
OH-03 SCORE bid=6 won=4 -> -2
OH-04 SCORE bid=0 won=9 -> 9
OH-05 SCORE bid=0 won=0 -> 4
OH-06 SCORE bid=10 won=13 -> 3
OH-07 HOOK n=8 bids=2,3,1 -> 2
OH-08 TRICK trump=H 1:8S 2:TS 3:7C 4:2H -> 4
OH-09 BID n=4 bids= next=4 -> ok
OH-10 BID n=4 bids= next=5 -> illegal:range
OH-11 SCHED four -> 13,13,13,13
OH-12 SCHED seven -> 10,11,12,13,12,11,10
OH-13 SCHED ten -> 4,5,6,7,8,9,10,11,12,13
OH-14 SCHED ten[list] -> 4,5,6,7,8,9,10,11,12
OH-15 BID n=8 bids=2,3,1 next=2 -> illegal:hook
OH-16 BID n=8 bids=2,3,1 next=8 -> ok
OH-17 HOOK n=10 bids=4,2,3 -> 1
OH-18 HOOK n=5 bids=2,1,0 -> 2
OH-19 HOOK n=5 bids=3,1,2 -> none
OH-20 HOOK n=7 bids=4,0,2 -> 1
OH-21 HOOK n=5 bids=2,2,1 -> 0
OH-22 HOOK n=13 bids=0,0,0 -> 13
OH-23 BID n=8 bids=2,3 next=3 -> ok
OH-24 BID n=13 bids=13,13,13 next=0 -> ok
OH-25 TRICK trump=C A:5D B:KD C:AD D:2D -> C
OH-26 TRICK trump=C A:5D B:KD C:AH D:2D -> B
OH-27 TRICK trump=C A:5C B:KD C:AC D:2C -> C
OH-28 TRICK trump=C A:5D B:2C C:3C D:AD -> C
OH-29 TRICK trump=- A:5D B:2C C:3C D:AH -> A
OH-30 TRICK trump=S A:2H B:AD C:AC D:KD -> A
OH-31 TRUMP n=12 turned=7D last=AS -> D
OH-32 TRUMP n=13 last=AS -> S
OH-33 TRUMP[full_deal_trump=none] n=13 last=AS -> -
OH-34 TRUMP[full_deal_trump=cut] n=13 last=AS cut=3H -> H
OH-35 ROUND n=4 teams=AC/BD bids=A1,B2,C0,D0 won=A1,B2,C0,D1 -> AC=5 BD=1
OH-36 ROUND n=4 teams=AC/BD bids=A1,B2,C0,D1 won=A1,B2,C0,D1 -> illegal:hook
OH-37 ROUND n=13 teams=AC/BD bids=A0,B4,C0,D5 won=A0,B7,C0,D6 -> AC=4 BD=4
OH-38 ROUND n=13 teams=AC/BD bids=A0,B4,C3,D5 won=A2,B5,C1,D5 -> AC=15 BD=1
OH-39 ROUND n=13 teams=AC/BD bids=A0,B13,C0,D13 won=A6,B0,C7,D0 -> AC=13 BD=-26
OH-40 ROUND n=10 teams=AC/BD bids=A3,B2,C2,D2 won=A5,B2,C1,D2 -> AC=1 BD=20
OH-41 ROUND n=10 teams=AC/BD bids=A3,B3,C3,D2 won=A2,B3,C2,D3 -> AC=-2 BD=1
OH-42 REVOKE trump=H t1(A:5S B:7H C:9S D:2S) t2(B:3C C:4C D:5C A:6C) -> none
OH-43 REVOKE trump=H t1(A:5S B:7H C:9S D:2S) t2(B:3C C:4C D:5C A:6C) t3(A:KS B:QS C:3S D:4S) -> B:t1/shown t3
OH-44 REVOKE trump=- t1(A:5S B:7H C:9C D:2S) t2(A:3C B:4C C:5C D:6C) t3(D:KS A:QS B:8S C:2H) -> B:t1/shown t3
OH-45 REVOKE trump=- t1(A:5S B:7H C:9C D:2S) t2(A:3C B:4C C:5C D:6C) t3(C:KS A:QS B:2D D:8S) -> C:t1/shown t3
OH-46 REVOKE trump=- t1(A:5S B:7S C:9S D:2S) t2(C:5S D:4C A:5C B:6C) -> duplicate:5S@t2
OH-47 CONS n=12 turned=7D cards=AS,KS,7D -> impossible:7D
OH-48 CONS n=13 turned=7D cards=AS,KS,7D -> ok
OH-49 CONS n=5 cards=AS,KS,AS -> duplicate:AS
"""

RANKS = "23456789TJQKA"


def examples(kind: str) -> list:
    found = [line.split(" ", 1) for line in EXAMPLES.strip().splitlines()]
    return [pytest.param(*body.split(" -> "), id=label) for label, body in found if re.match(rf"{kind}\b", body)]


def fields(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in text.split() if "=" in word)


def seats_and_bids(text: str) -> str:
    """ "2,3,1" → "A2 B3 C1": D deals, so A bids first."""
    return " ".join(f"{seat}{value}" for seat, value in zip("ABCD", text.split(","), strict=False) if value)


def table_with_trump(new_table, trump: str):
    if trump == "-":
        return new_table(13, full_deal_trump="none").deal(bids="A0 B0 C0 D0")
    return new_table(12).deal(f"6{trump}", bids="A0 B0 C0 D0")


def test_every_example_is_here():
    assert [f"OH-{number:02d}" for number in range(1, 50)] == re.findall(r"^OH-\d\d", EXAMPLES, re.MULTILINE)


@pytest.mark.parametrize(("example", "score"), examples("SCORE"))
def test_a_pair_scores_as_in_the_example(example, score):
    facts = fields(example)

    assert int(score) == pair_score(int(facts["bid"]), int(facts["won"]))


@pytest.mark.parametrize(("example", "forbidden"), examples("HOOK"))
def test_the_hook_forbids_the_last_bid_of_the_example(new_table, example, forbidden):
    facts = fields(example)
    hand_size = int(facts["n"])

    state = new_table(hand_size).deal("2C", bids=seats_and_bids(facts["bids"])).state

    expected = set() if forbidden == "none" else {int(forbidden)}
    assert expected == set(range(hand_size + 1)) - set(state.expected.values)
    assert (state.expected.kind, state.expected.seat) == ("bid", 3)


@pytest.mark.parametrize(("example", "answer"), examples("BID"))
def test_a_bid_is_judged_as_in_the_example(new_table, example, answer):
    facts = fields(example)
    bids = seats_and_bids(",".join(filter(None, [facts["bids"], facts["next"]])))

    codes = new_table(int(facts["n"])).deal("2C", bids=bids).codes

    codes = [code for code in codes if code != "pair_bid_above_hand"]
    assert {"ok": [], "illegal:range": ["bid_out_of_range"], "illegal:hook": ["hook_broken"]}[answer] == codes


@pytest.mark.parametrize(("example", "sizes"), examples("SCHED"))
def test_a_schedule_is_that_of_the_example(new_table, example, sizes):
    name = {"ten[list]": "ten_literal"}.get(example.split()[1], example.split()[1])

    expected = tuple(int(size) for size in sizes.split(","))
    assert expected == SCHEDULES[name]
    assert expected == new_table(rounds=name).state.schedule


@pytest.mark.parametrize(("example", "winner"), examples("TRICK"))
def test_a_trick_goes_to_the_seat_of_the_example(new_table, example, winner):
    plays = " ".join(word for word in example.split() if ":" in word)
    for number, seat in enumerate("ABCD", start=1):
        plays = plays.replace(f"{number}:", f"{seat}:")
        winner = seat if winner == str(number) else winner

    trick = table_with_trump(new_table, fields(example)["trump"]).play(plays).state.round.tricks[0]

    assert winner == "ABCD"[trick.winner]


@pytest.mark.parametrize(("example", "trump"), examples("TRUMP"))
def test_trump_is_found_as_in_the_example(new_table, example, trump):
    facts = fields(example.replace("TRUMP", "").replace("[", " ").replace("]", " "))
    hand_size = int(facts.pop("n"))
    options = {name: facts[name] for name in ("full_deal_trump",) if name in facts}
    shown = facts.get("cut") or facts.get("turned") or facts["last"]

    state = new_table(hand_size, **options).deal(None if options.get("full_deal_trump") == "none" else shown).state

    assert state.round.trump_is_known
    assert (None if trump == "-" else trump) == state.round.trump


@pytest.mark.parametrize(("example", "answer"), examples("ROUND"))
def test_a_round_scores_as_in_the_example(new_table, example, answer):
    facts = fields(example)
    hand_size = int(facts["n"])
    won = {word[0]: int(word[1:]) for word in facts["won"].split(",")}
    winners = "".join(seat * count for seat, count in won.items())
    # Trick k takes rank k of every suit; the winner holds its spade, and spades are trump.
    plays, leader = [], "A"
    for rank, winner in zip(RANKS, winners, strict=False):
        order = "ABCD"["ABCD".index(leader) :] + "ABCD"[: "ABCD".index(leader)]
        others = iter("HDC")
        plays += [f"{seat}:{rank}{'S' if seat == winner else next(others)}" for seat in order]
        leader = winner
    table = new_table(hand_size, full_deal_trump="rotate").deal(None if hand_size == 13 else f"{RANKS[hand_size]}S")

    table.bid(facts["bids"].replace(",", " ")).play(" ".join(plays))

    if answer == "illegal:hook":
        assert "hook_broken" in table.codes
        return
    expected = tuple(int(word.split("=")[1]) for word in answer.split())
    assert table.state.round.blocked_by == ()
    assert tuple(won.values()) == table.state.round.tricks_won
    assert expected == table.state.round.scores == table.state.totals


@pytest.mark.parametrize(("example", "answer"), examples("REVOKE"))
def test_a_revoke_is_proved_as_in_the_example(new_table, example, answer):
    table = table_with_trump(new_table, fields(example)["trump"])
    for trick in re.findall(r"t\d\(([^)]*)\)", example):
        table.play(trick, gathered=True)

    found = [verdict for verdict in table.state.verdicts if verdict.code in ("revoke", "duplicate")]

    if answer == "none":
        assert found == []
        return
    (verdict,) = found
    if verdict.code == "duplicate":
        assert answer == f"duplicate:{verdict.cards[0]}@t{verdict.trick_number}"
        return
    proof_trick = next(
        trick.number
        for trick in table.state.round.tricks
        if verdict.proof[0] in [play.entry_id for play in trick.plays]
    )
    assert answer == f"{'ABCD'[verdict.seat]}:t{verdict.trick_number}/shown t{proof_trick}"


@pytest.mark.parametrize(("example", "answer"), examples("CONS"))
def test_cards_are_checked_against_the_deck_as_in_the_example(new_table, example, answer):
    facts = fields(example)
    shown = facts["cards"].split(",")
    turned = facts.get("turned", "2C")
    dealer = shown.index(turned) if turned in shown else 3
    table = new_table(int(facts["n"])).deal(turned, dealer=dealer)

    table.play(" ".join(f"{'ABCD'[seat]}:{card}" for seat, card in enumerate(shown)))

    kinds = {"duplicate": "duplicate", "turned_card_played": "impossible", "shown_card_from_other_seat": "impossible"}
    found = [f"{kinds[v.code]}:{v.cards[0]}" for v in table.state.verdicts if v.code in kinds]
    assert ([] if answer == "ok" else [answer]) == found
