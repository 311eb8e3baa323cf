"""Every irregularity of Gou Ji in the rules analysis (hidden_information §4.3, §7), each with its innocent twin."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import Card, CardsPlayed, Event, Swapped, Verdict
from engine.games.gou_ji_verdicts import GouJiCode
from tests.engine.gou_ji_notation import SEATS, GameLog, HandSketch, cards
from tests.engine.irregularities import I, Irregularity, N, R, check

PLAY = ("taken_back", "stands", "misread", "penalty:big_loser")
WORD = ("taken_back", "stands", "penalty:big_loser")
SHOWN = PLAY
PROVED = ("stands", "misread", "penalty:big_loser")
PACK = ("misread", "stands")

Findings = Callable[[], list[Verdict]]


def hand(text: str, *, left: str = "", word: tuple[str, int] | None = None, **options: str) -> Findings:
    """The findings of one hand that A leads; `word` ("out", seat) is said at its end."""

    def find() -> list[Verdict]:
        sketch = HandSketch("A", left, **options).play(text)
        if word is not None:
            sketch.table.announce_out(99, word[1])
        return list(sketch.docket.found.values())

    return find


def game(log: Callable[[], GameLog]) -> Findings:
    """The findings of a game that are still open."""
    return lambda: [verdict for verdict in log().state.verdicts if verdict.code != "out_with_cards"]


def first(*, say: tuple[str, ...] = (), shown: str = "", play: str = "", **options: object) -> Findings:
    """A first hand in which A draws first: what is played, then what is said, (what, seat[, to])."""

    def make() -> GameLog:
        log = GameLog(**options).start("A").play(play)
        return log.say(say[0], say[1], say[2] if len(say) > 2 else None, shown) if say else log

    return game(make)


def second(
    *events: Event, ranking: str = "ABCDEF", say: tuple[str, ...] = (), shown: str = "", play: str = ""
) -> Findings:
    """A hand after one that ended in `ranking`: what is said, given and played."""

    def make() -> GameLog:
        log = GameLog().start("A").play("A:5").finish(ranking).start()
        if say:
            log.say(say[0], say[1], say[2] if len(say) > 2 else None, shown)
        return log.add(*events).play(play)

    return game(make)


def swap(giver: str, receiver: str, count: int, given: str = "", returned: str = "") -> Swapped:
    return Swapped(SEATS.index(giver), SEATS.index(receiver), count, cards(given), cards(returned))


DUE = (swap("F", "A", 2), swap("E", "B", 1))
PAID = (swap("F", "A", 2, "AK", "34"), swap("E", "B", 1))


def laid(code: str) -> Findings:
    """A leads one card of whatever pack."""
    return game(lambda: GameLog().start("A").add(CardsPlayed(0, (Card.from_code(code),))))


ROWS = [
    # mixed ranks, wrong number, set that does not beat
    Irregularity("mixed ranks", I, "mixed_ranks", 0, hand("A:56"), hand("A:55"), PLAY),
    Irregularity("wrong number", I, "wrong_size", 1, hand("A:55 B:777"), hand("A:55 B:77"), PLAY),
    Irregularity("does not beat", I, "does_not_beat", 1, hand("A:55 B:55"), hand("A:55 B:66"), PLAY),
    # out of turn, play after passing, third seat joining a Gou Ji (R27 loosens order)
    Irregularity("wrong first player", I, "wrong_first_player", 1, hand("B:5"), hand("A:5"), PLAY),
    Irregularity("wrong leader", I, "wrong_leader", 2, hand("A:5 B:6 | C:4"), hand("A:5 B:6 | B:4"), PLAY),
    Irregularity(
        "play out of turn, passes told",
        I,
        "play_out_of_turn",
        2,
        hand("A:5 C:7", passes="told"),
        hand("A:5 B:- C:7", passes="told"),
        PLAY,
    ),
    Irregularity(
        "play before a neighbouring teammate, which is free once two are out (R27)",
        I,
        "play_out_of_turn",
        1,
        hand("C:5 E:- B:7", left="A0,D0", passes="told", free_order="strict"),
        hand("C:5 E:- B:7 F:8", left="A0,D0", passes="told"),
        PLAY,
    ),
    Irregularity(
        "play after passing",
        I,
        "play_after_pass",
        1,
        hand("A:5 B:- C:6 D:- E:- F:- A:7 B:8"),
        hand("A:5 B:- C:6 D:- E:- F:- A:7 C:8"),
        PLAY,
    ),
    Irregularity(
        "play after a pass that was only inferred",
        I,
        "play_after_inferred_pass",
        1,
        hand("A:5 C:7 B:8"),
        hand("A:5 B:7 C:8"),
        PLAY,
    ),
    Irregularity("third seat in a Gou Ji", I, "third_seat_in_gou_ji", 4, hand("A:KK E:AA"), hand("A:KK D:AA"), PLAY),
    Irregularity("pass out of turn", I, "pass_out_of_turn", 1, hand("A:KK B:-"), hand("A:KK D:-"), WORD),
    Irregularity(
        "pass of the leader", I, "pass_without_set", 1, hand("A:5 B:6 | B:-"), hand("A:5 B:6 | B:7 C:-"), WORD
    ),
    Irregularity(
        "cleared before all passed",
        I,
        "gathered_too_soon",
        None,
        hand("A:5 B:- |", passes="told"),
        hand("A:5 B:- C:- D:- E:- F:- |", passes="told"),
        PACK,
    ),
    # more than 16 of a rank, 4 of a suit-rank, 4 black, 4 red
    Irregularity(
        "seventeenth of a rank",
        I,
        "too_many_of_rank",
        1,
        hand("A:555555555 B:66666666 | B:55555555"),
        hand("A:555555555 B:666666666 | B:5555555"),
        PACK,
    ),
    Irregularity("fifth of a card", I, "too_many_of_card", 0, hand("A:rrr A:rr"), hand("A:rrr A:r"), PACK),
    Irregularity("fifth black joker", I, "too_many_of_card", 0, hand("A:bbbbb"), hand("A:bbbb"), PACK),
    Irregularity("card of another pack", I, "impossible_card", 0, laid("starter"), laid("joker_red"), PACK),
    # more than 36 cards from a seat; "out" with fewer
    Irregularity(
        "more cards than held", I, "more_than_held", 0, hand("A:5555", left="A3"), hand("A:5555", left="A4"), PLAY
    ),
    Irregularity(
        "out with cards left",
        I,
        "out_with_cards",
        0,
        hand("A:55", left="A5", word=("out", 0)),
        hand("A:55", left="A2", word=("out", 0)),
        ("taken_back", "misread", "stands"),
    ),
    Irregularity(
        "play after going out",
        I,
        "play_after_out",
        0,
        hand("A:5 B:6 A:7", left="A1"),
        hand("A:5 B:6 | B:3 A:7", left="A2"),
        PLAY,
    ),
    # going out unannounced, wrong wind
    Irregularity(
        "going out unannounced",
        I,
        "out_not_called",
        0,
        hand("A:55 B:66", left="A2", going_out="called"),
        hand("A:55 B:66", left="A3", going_out="called"),
        ("stands", "penalty:big_loser"),
    ),
    Irregularity("wrong wind", I, "wrong_wind", 2, hand("A:55 | C:4", left="A2"), hand("A:55 | B:4", left="A2"), PLAY),
    # false Shao Pai
    Irregularity("no Gou Ji to burn", I, "shao_pai_not_open", 1, hand("A:5 B!"), hand("A:KK B!"), WORD),
    Irregularity("burning a teammate", I, "shao_pai_not_open", 2, hand("A:KK C!"), hand("A:KK F!"), WORD),
    Irregularity("burning too late", I, "shao_pai_not_open", 1, hand("A:KK D:AA B!"), hand("A:KK B!"), WORD),
    Irregularity(
        "second set does not empty the hand",
        I,
        "false_shao_pai",
        1,
        hand("A:KK B! B:AA B:7", left="B5"),
        hand("A:KK B! B:AA B:7", left="B3"),
        PLAY,
    ),
    Irregularity(
        "second set is none",
        I,
        "false_shao_pai",
        1,
        hand("A:KK B! B:AA B:789", left="B5"),
        hand("A:KK B! B:AA B:777", left="B5"),
        PLAY,
    ),
    Irregularity(
        "too few cards for two sets",
        I,
        "false_shao_pai",
        1,
        hand("A:KK B!", left="B2"),
        hand("A:KK B!", left="B3"),
        WORD,
    ),
    Irregularity(
        "a beaten one whose rest comes out as two sets",
        R,
        "false_shao_pai",
        1,
        hand("A:KK B! B:AA C:22 F:- C:5 B:7 D:8 B:9", left="B4"),
        hand("A:KK B! B:AA C:22 F:- C:55 B:77", left="B4"),
        PROVED,
    ),
    Irregularity(
        "extended: a middle set without a joker",
        I,
        "false_shao_pai",
        1,
        hand("A:KK B!! B:AA B:77 B:9", left="B5"),
        hand("A:KK B!! B:AA B:7b B:9", left="B5"),
        PLAY,
    ),
    Irregularity(
        "extended: beaten, more ranks than jokers allow",
        R,
        "false_shao_pai",
        1,
        hand("A:KK B!! B:AA C:22 | C:5 B:7 C:8 B:9 | B:J", left="B5"),
        hand("A:KK B!! B:AA C:22 | C:5 B:7 C:8 B:9 | B:b", left="B5"),
        PROVED,
    ),
    # false Revolution
    Irregularity(
        "Revolution with a 2, shown",
        I,
        "false_revolution",
        2,
        first(say=("revolution", "C"), shown="34562"),
        first(say=("revolution", "C"), shown="3456A"),
        SHOWN,
    ),
    Irregularity(
        "Revolution that somebody doubts",
        N,
        "false_revolution",
        2,
        first(say=("false_revolution", "B", "C")),
        first(say=("revolution", "C")),
        ("stands",),
    ),
    Irregularity(
        "Revolution after the first play",
        I,
        "revolution_late",
        2,
        first(play="A:5", say=("revolution", "C")),
        first(say=("revolution", "C")),
        WORD,
    ),
    # false "two 3s of a suit"
    Irregularity(
        "3s of two suits",
        I,
        "false_threes",
        1,
        first(say=("threes", "B"), shown="33"),
        first(say=("threes", "B"), shown="33333"),
        SHOWN,
    ),
    Irregularity(
        "3s that are not shown",
        I,
        "threes_not_shown",
        1,
        first(say=("threes", "B")),
        first(say=("threes", "B"), threes_shown="trusted"),
        WORD,
    ),
    Irregularity(
        "3s in a later hand",
        I,
        "threes_not_now",
        1,
        second(say=("threes", "B"), shown="33333"),
        first(say=("threes", "B"), shown="33333"),
        WORD,
    ),
    # Liberation claimed falsely
    Irregularity(
        "Liberation with three reds shown",
        I,
        "false_liberation",
        5,
        second(say=("liberation", "F"), shown="rrr"),
        second(say=("liberation", "F"), shown="rrrr"),
        SHOWN,
    ),
    Irregularity(
        "Liberation not shown, and another seat plays a red joker",
        R,
        "false_liberation",
        5,
        second(DUE[1], say=("liberation", "F"), play="F:5 A:r"),
        second(DUE[1], say=("liberation", "F"), play="F:r"),
        PROVED,
    ),
    # tribute
    Irregularity(
        "tribute not the highest, told by its receiver",
        N,
        "tribute_not_highest",
        5,
        second(DUE[0], say=("tribute_not_highest", "A", "F")),
        second(*DUE),
        ("stands", "penalty:big_loser"),
    ),
    Irregularity(
        "tribute not the highest, shown by a later card",
        R,
        "tribute_not_highest",
        5,
        second(*PAID, play="F:5 A:6 F:2"),
        second(*PAID, play="F:5 A:6 F:K"),
        PROVED,
    ),
    Irregularity("tribute to the wrong seat", I, "tribute_wrong", 5, second(swap("F", "B", 2)), second(*DUE), WORD),
    Irregularity("tribute not due", I, "tribute_not_due", 3, second(swap("D", "A", 1)), second(*DUE), WORD),
    Irregularity("uneven swap", I, "tribute_uneven", 5, second(swap("F", "A", 2, "rr", "3")), second(*DUE), WORD),
    Irregularity(
        "waiver between opponents",
        I,
        "waiver_not_allowed",
        0,
        second(say=("waive", "A", "F")),
        second(ranking="ABDFCE", say=("waive", "A", "E")),
        WORD,
    ),
    Irregularity(
        "swap of duties between opponents",
        I,
        "swap_not_allowed",
        5,
        second(say=("swap_duties", "F")),
        second(ranking="ABDFCE", say=("swap_duties", "C")),
        WORD,
    ),
    Irregularity(
        "first drawer named by another than the Big Loser",
        I,
        "not_big_loser",
        2,
        second(say=("first_drawer", "C", "D")),
        second(say=("first_drawer", "F", "D")),
        WORD,
    ),
    # option threes_last (H39)
    Irregularity(
        "3s before the last set",
        I,
        "threes_before_last",
        0,
        hand("A:33", extras="threes_last"),
        hand("A:33", left="A2", extras="threes_last"),
        PLAY,
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_an_irregularity_is_found_and_its_innocent_twin_is_not(row):
    check(row)


@pytest.mark.parametrize("option", ["silent", "recorded"])
def test_asking_a_teammate_to_pass_is_no_offence(option):
    log = GameLog(rang_pai=option).start("A").play("A:44 B:- C:- D:99").say("rang_pai", "A", "E")

    assert log.codes == []


def test_every_code_of_this_game_has_a_row_or_only_informs():
    informs = {
        "draw_unexpected",
        "seating_not_as_drawn",
        "tribute_unrecorded",
        "liberation_not_due",
        "pass_unexpected",
        "announcement_unknown",
        "announcement_not_now",
        "event_unexpected",
    }
    before_the_cards = {"kai_pai_unknown", "kai_pai_wrong", "wrong_first_drawer"}  # test_gou_ji

    assert {str(code) for code in GouJiCode} - informs - before_the_cards == {
        row.code for row in ROWS if row.code in set(GouJiCode)
    }
