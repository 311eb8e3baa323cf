"""Which cards a set has, what the table is asked about it, and what is reported."""

import pytest

from tests.webui.set_table import HEIGHT_PX, STEP_PX, SetTable, answer, sets, side, started, verdicts


@pytest.fixture
def table(session):
    return SetTable(started(session))


def test_a_misread_card_of_a_set_is_named_by_the_others_and_visibly_so(session, table):
    table.time_s += 3.0
    kings = [*table.row(0, ["KS", "KH", "KD"]), table.card("QC", (720.0, 510.0), side(0), p=0.9, other="KC")]
    table.change(kings, after_s=0.0)

    assert [(0, "KKKK")] == sets(session)
    assert "Q" in session.evidence(session.entries[-1].id).note


def test_a_mixed_set_that_is_clearly_seen_is_reported(session, table):
    table.lay(0, "KS", "KH", "8D")

    assert [(0, "KK8")] == sets(session)
    assert ["mixed_ranks"] == verdicts(session)


def test_a_card_too_few_is_completed_by_the_set_below_and_asked_about(session, table):
    table.lay(0, "5S", "5H", "5D", "5C")
    table.lay(1, "8S", "8H", "8D")

    assert [(0, "5555"), (1, "8888")] == sets(session)
    assert ["how_many"] == [question.code for question in session.questions]
    answer(session, table, "set:8S,8H,8D")
    assert [(0, "5555"), (1, "888")] == sets(session)
    assert ["wrong_size"] == verdicts(session)


def test_an_answer_with_a_card_more_says_that_one_of_the_lead_was_hidden(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.lay(1, "8S", "8H", "8D", "8C")

    assert [(0, "5555"), (1, "8888")] == sets(session)
    assert ["how_many"] == [question.code for question in session.questions]


def test_a_gap_in_a_row_that_leads_is_asked_about(session, table):
    table.time_s += 3.0
    cards = table.row(0, ["5S", "5H", "5D", "5C", "5S"])
    table.change([card for number, card in enumerate(cards) if number != 2], after_s=0.0)

    assert [(0, "5555")] == sets(session)
    assert ["how_many"] == [question.code for question in session.questions]


def test_a_better_reading_corrects_the_entry_and_answers_its_question(session, table):
    table.time_s += 3.0
    doubtful = table.card("6S", (640.0, 510.0), side(0), p=0.6, other="8S")
    table.change([doubtful], after_s=0.0)
    assert ["which_set"] == [question.code for question in session.questions]

    again = table.card("8S", (640.0, 510.0), None, p=0.999, track_id=doubtful.track_id)
    table.change(reread=[again])

    assert [(0, "8")] == sets(session)
    assert () == session.questions


def test_what_the_table_has_said_is_not_read_otherwise_later(session, table):
    table.time_s += 3.0
    doubtful = table.card("6S", (640.0, 510.0), side(0), p=0.6, other="8S")
    table.change([doubtful], after_s=0.0)
    answer(session, table, "set:8S")

    table.change(reread=[table.card("6S", (640.0, 510.0), None, p=0.999, track_id=doubtful.track_id)])

    assert [(0, "8")] == sets(session)


def test_an_invented_set_is_removed_with_one_tap(session, table):
    table.time_s += 3.0
    table.change([table.card("6S", (640.0, 510.0), side(0), p=0.6, other="8S")], after_s=0.0)
    answer(session, table, "nothing")

    assert [] == sets(session)


def test_a_mixed_set_that_answers_is_reported_too(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.time_s += 3.0
    cards = table.row(1, ["8S", "8H", "KD"], spot=(640.0, 300.0), p=0.96)
    table.change(cards, after_s=0.0)

    assert [(0, "555"), (1, "88K")] == sets(session)


def test_a_set_seen_by_half_is_completed_where_others_show_the_size(session, table):
    table.lay(0, "4S", "4H", "4D", "4C")
    table.lay(1, "5S", "5H", "5D", "5C")
    table.lay(2, "6S", "6H")
    table.lay(3, "7S", "7H", "7D", "7C")

    assert [(0, "4444"), (1, "5555"), (2, "6666"), (3, "7777")] == sets(session)
    assert ["how_many"] == [question.code for question in session.questions]


def test_a_set_of_which_little_was_seen_accuses_nobody_and_jokers_are_offered(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.lay(1, "AS")

    assert [(0, "555"), (1, "AAA")] == sets(session)
    assert [] == verdicts(session)
    assert ["how_many"] == [question.code for question in session.questions]
    assert "set:AS,joker_black,joker_red" in [choice.code for choice in session.questions[0].choices]
    answer(session, table, "set:AS")
    assert ["wrong_size"] == verdicts(session), "what was seen can always be chosen"


@pytest.mark.parametrize(("p", "plays"), [(0.62, 1), (0.9, 1), (0.99, 2)])
def test_a_mere_likeness_to_a_card_of_another_deck_is_no_play(session, table, p, plays):
    table.lay(0, "5S")
    table.lay(1, "1R", p=p)

    assert plays == len(sets(session))


def test_a_card_that_lies_there_alone_and_whole_hides_none(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.lay(1, "AS", corners=2)

    assert [(0, "555"), (1, "A")] == sets(session)
    assert ["wrong_size"] == verdicts(session)


@pytest.mark.parametrize(
    ("label", "below", "codes", "expected"),
    [
        ("too low, however many", ("8S", "8H", "8D"), ("5S",), "5"),
        ("less than a third was seen", ("5S", "5H", "5D", "5C"), ("8S",), "8"),
    ],
)
def test_what_more_cards_would_make_no_answer_is_reported(session, table, label, below, codes, expected):
    table.lay(0, *below)
    table.lay(1, *codes)

    assert (1, expected) == sets(session)[-1], label
    assert "wrong_size" in verdicts(session)


@pytest.mark.parametrize(
    ("label", "away_px", "height", "expected"),
    [
        ("between the cards that lie there it is a part of one of them", 45.0, 0.7, [(0, "9")]),
        ("of about their size it was laid", 45.0, 0.92, [(0, "9"), (0, "K")]),
        ("where nothing lies it was laid", 130.0, 0.7, [(0, "9"), (0, "K")]),
    ],
)
def test_a_single_find_of_another_size_is_a_stray_only_beside_a_set(session, table, label, away_px, height, expected):
    (nine,) = table.lay(0, "9S")
    x, y = nine.centre_xy
    table.lay(0, "KS", spot=(x + away_px, y - 20.0), height_px=height * HEIGHT_PX, after_s=9.0)

    assert expected == sets(session), label


def offered(session):
    return [choice.params.get("title", choice.code) for choice in session.questions[-1].choices]


def joker(table, seat, spot, *, p_red):
    return table.card("joker_red", spot, side(seat), p=p_red, other="joker_black")


@pytest.mark.parametrize(
    ("label", "codes", "expected"),
    [
        ("a lead of three and one", ("7S", "7H", "7D", "8C"), "7778"),
        ("two and two by one hand", ("7S", "7H", "8D", "8C"), "7788"),
        ("an odd card beside a two", ("7S", "7H", "2D", "8C"), "7728"),
    ],
)
def test_what_is_read_surely_is_entered_as_it_lies_and_judged(session, table, label, codes, expected):
    table.lay(0, *codes)

    assert [(0, expected)] == sets(session), label
    assert ["mixed_ranks"] == verdicts(session)
    assert () == session.questions


def test_a_mixed_answer_of_the_right_size_is_one_set(session, table):
    table.lay(0, "5S", "5H", "5D", "5C")
    table.lay(1, "7S", "7H", "8D", "8C")

    assert [(0, "5555"), (1, "7788")] == sets(session)
    assert ["mixed_ranks"] == verdicts(session)


def test_an_odd_card_that_completes_an_answer_belongs_to_it(session, table):
    table.lay(0, "5S", "5H", "5D")
    cards = table.lay(1, "8S", "8H")
    x, y = cards[-1].centre_xy
    table.lay(1, "KD", spot=(x + STEP_PX, y), after_s=1.5)

    assert [(0, "555"), (1, "88K")] == sets(session)
    assert ["mixed_ranks"] == verdicts(session)
    assert () == session.questions


def test_a_doubtful_card_is_taken_for_the_sets_rank_and_can_be_kept(session, table):
    table.time_s += 3.0
    odd = table.card("8C", (720.0, 510.0), side(0), p=0.9, other="9C")
    table.change([*table.row(0, ["7S", "7H", "7D"]), odd], after_s=0.0)

    assert [(0, "7777")] == sets(session)
    assert "3 × 7 and an 8" in offered(session)
    answer(session, table, next(c.code for c in session.questions[-1].choices if "8C" in c.code))
    assert [(0, "7778")] == sets(session)
    assert ["mixed_ranks"] == verdicts(session)


def test_a_joker_of_unsure_colour_is_asked_about_once_and_named(session, table):
    table.time_s += 3.0
    doubtful = joker(table, 0, (712.0, 510.0), p_red=0.55)
    table.change([*table.row(0, ["7S", "7H", "7D"]), doubtful], after_s=0.0)
    assert ["which_joker"] == [question.code for question in session.questions]
    assert 3 == len(offered(session))

    seen_again = table.card("joker_red", (712.0, 510.0), None, p=0.58, other="joker_black", track_id=doubtful.track_id)
    table.change(reread=[seen_again])
    assert 1 == len(session.questions)
    answer(session, table, next(c.code for c in session.questions[-1].choices if "joker_black" in c.code))

    table.change(reread=[seen_again])
    table.lay(3, "9S", "9H", "9D", "joker_red")
    assert [(0, "777k"), (3, "999d")] == [(seat, ranks.replace("joker_", "")) for seat, ranks in sets(session)]
    assert () == session.questions


def test_a_joker_that_must_be_red_to_beat_is_not_asked_about(session, table):
    table.lay(0, "5S", "5H", "joker_black")
    table.time_s += 3.0
    table.change([*table.row(3, ["9S", "9H"]), joker(table, 3, (640.0 + 2 * STEP_PX, 210.0), p_red=0.5)], after_s=0.0)

    assert (3, "99d") == sets(session)[-1]
    assert [] == verdicts(session)
    assert () == session.questions


def test_a_joker_without_a_name_leaves_only_sets_that_beat_on_offer(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.time_s += 3.0
    unnamed = table.card("joker_red", (818.0, 435.0), side(1), p=0.6, other="4S")
    table.change([*table.row(1, ["9S", "9H"]), unnamed], after_s=0.0)

    assert (1, "99d") == sets(session)[-1]
    assert all("4" not in title for title in offered(session))
