"""Sets that are covered, taken back or swept away, and series that stay on the table."""

import numpy as np
import pytest

from engine.cards import Card
from engine.events import CardsPlayed, TrickGathered
from tests.webui.set_table import STEP_PX, SetTable, answer, gatherings, sets, side, started, verdicts
from webui.sentences_log import question_text


@pytest.fixture
def table(session):
    return SetTable(started(session))


def test_clearing_the_table_ends_the_series_and_the_next_set_leads(session, table):
    table.lay(0, "5S", "5H")
    table.lay(1, "8S", "8H")
    table.clear()
    table.lay(1, "3S")

    assert [(0, "55"), (1, "88"), (1, "3")] == sets(session)
    assert 1 == gatherings(session)
    assert [] == verdicts(session)


def test_a_set_that_is_covered_has_not_been_taken_away(session, table):
    covered = table.lay(0, "5S", spot=(640.0, 360.0))
    table.time_s += 3.0
    table.change(table.row(1, ["8S"], spot=(642.0, 362.0)), gone=covered, after_s=0.0)

    assert [(0, "5"), (1, "8")] == sets(session)
    assert 0 == gatherings(session)


def test_a_covered_card_that_comes_to_light_again_is_not_a_new_one(session, table):
    covered = table.lay(0, "5S", spot=(640.0, 360.0))
    table.time_s += 3.0
    top = table.row(1, ["8S"], spot=(642.0, 362.0))
    table.change(top, gone=covered, after_s=0.0)
    table.change(table.row(1, ["8S"], spot=(700.0, 420.0)), gone=top)
    table.lay(0, "5S", spot=(641.0, 360.0))

    assert [(0, "5"), (1, "8")] == sets(session)


def test_after_a_restart_the_cards_on_the_table_are_those_of_the_log(session, table):
    first = table.lay(0, "5S", "5H")
    second = table.lay(1, "8S", "8H")

    again = SetTable(session)
    again.change([table.card(c.sighting.best_code, c.centre_xy, None) for c in (*first, *second)])
    again.lay(2, "9S", "9H")

    assert [(0, "55"), (1, "88"), (2, "99")] == sets(session)


def test_a_hidden_card_of_an_older_set_that_a_hand_uncovers_is_no_set_of_its_own(session, table):
    first = table.lay(0, "5S", "5H", "5D", spot=(500.0, 500.0))
    table.lay(1, "8S", "8H", spot=(640.0, 300.0))
    x, y = table.companion.laid[1].cards[5].centre_xy
    assert [(0, "555"), (1, "888")] == sets(session)

    table.time_s += 3.0
    uncovered = table.card("8D", (x + STEP_PX, y), side(2))
    table.change([*table.row(2, ["TS", "TH", "TD"], spot=(900.0, 360.0)), uncovered], after_s=0.0)

    assert [(0, "555"), (1, "888"), (2, "TTT")] == sets(session)
    assert first


def test_where_the_newest_set_has_gone_and_its_player_leads_the_table_was_cleared(session, table):
    table.lay(0, "5S", "5H")
    newest = table.lay(1, "8S", "8H")
    table.change(gone=newest)
    assert 0 == gatherings(session)

    table.lay(1, "3S", "3H", "3D")

    assert [(0, "55"), (1, "88"), (1, "333")] == sets(session)
    assert 1 == gatherings(session)


def asked(session):
    return [question.code for question in session.questions]


# Taken back


def test_a_set_that_goes_alone_is_asked_about_and_taken_back(session, table):
    table.lay(0, "5S", "5H")
    table.change(gone=table.lay(1, "8S", "8H"))
    table.wait()
    assert ["taken_up"] == asked(session)
    assert 0 == gatherings(session)

    answer(session, table, "taken_back")
    table.lay(2, "7S", "7H")

    assert [(0, "55"), (2, "77")] == sets(session)
    assert [] == verdicts(session)
    assert () == session.questions


def test_a_set_that_goes_alone_and_counts_all_the_same_stays(session, table):
    table.lay(0, "5S", "5H")
    table.change(gone=table.lay(1, "8S", "8H"))
    table.wait()
    answer(session, table, "ignore")

    assert [(0, "55"), (1, "88")] == sets(session)


def test_a_set_that_lies_again_was_not_taken_back(session, table):
    table.lay(0, "5S", "5H")
    table.change(gone=table.lay(1, "8S", "8H"))
    table.wait()
    table.lay(1, "8S", "8H")

    assert [(0, "55"), (1, "88")] == sets(session)
    assert () == session.questions


def test_a_card_laid_near_one_of_a_set_that_has_gone_is_new(session, table):
    """The winner's jacks are gone, older cards lie there still, and another jack is laid a third of a card away."""
    table.lay(0, "5S", "5H")
    jacks = table.lay(1, "JS", "JC")
    table.change(gone=jacks)
    x, y = jacks[0].centre_xy
    table.lay(1, "JS", "JH", spot=(x + 36.0, y))

    assert [(0, "55"), (1, "JJ"), (1, "JJ")] == sets(session)


def test_a_part_of_a_set_that_goes_is_asked_about_and_taken_back(session, table):
    laid = table.lay(0, "5S", "5H", "5D")
    table.change(gone=laid[2:])
    assert [] == asked(session), "the rest may follow"
    table.wait()
    assert ["part_taken_up"] == asked(session)
    (question,) = session.questions
    assert "3 × 5" in question_text(question, session.state)
    assert "a 5 of it" in question_text(question, session.state)

    answer(session, table, question.choices[0].code)
    assert [(0, "55")] == sets(session)
    assert [] == verdicts(session)

    table.wait()
    table.change(reread=laid[:1])
    assert [(0, "55")] == sets(session)
    assert () == session.questions


def test_a_part_of_a_set_that_counts_all_the_same_stays(session, table):
    table.lay(0, "5S", "5H")
    table.change(gone=table.lay(1, "8S", "8H")[1:])
    table.wait()
    answer(session, table, "ignore")
    table.wait()

    assert [(0, "55"), (1, "88")] == sets(session)
    assert () == session.questions


def test_a_part_of_a_set_that_lies_again_is_covered_or_goes_first_of_all_was_not_taken_back(session, table):
    laid = table.lay(0, "5S", "5H")
    table.change(gone=laid[1:], after_s=1.0)
    table.change(table.row(0, ["5S", "5H"])[1:], after_s=1.0)  # seen again
    table.wait()
    assert () == session.questions

    x, y = laid[1].centre_xy
    table.lay(1, "8S", "8H", spot=(x + STEP_PX, y))
    (covered,) = (card for card in table.lying.values() if card.sighting.best_code == "8S")
    table.change(table.row(2, ["TS", "TH"], spot=covered.centre_xy), gone=[covered], after_s=3.0)
    table.wait()
    assert () == session.questions

    newest = [card for card in table.lying.values() if card.sighting.best_code[0] == "T"]
    table.change(gone=newest[:1], after_s=4.0)
    table.clear(after_s=1.0)
    table.wait()
    assert () == session.questions
    assert 1 == gatherings(session)


def test_the_first_set_of_a_sweep_to_go_is_not_asked_about(session, table):
    first, second = table.lay(0, "5S", "5H"), table.lay(1, "8S", "8H")
    table.change(gone=second)
    table.wait(0.5)
    table.change(gone=first, after_s=1.0)
    table.wait()

    assert 1 == gatherings(session)
    assert () == session.questions


def test_the_next_player_is_not_waited_for_with_the_question(session, table):
    table.lay(0, "5S", "5H")
    table.change(gone=table.lay(1, "8S", "8H"))
    table.lay(2, "7S", "7H", after_s=1.0)
    assert ["taken_up"] == asked(session)

    answer(session, table, "taken_back")

    assert [(0, "55"), (2, "77")] == sets(session)
    assert [] == verdicts(session)


def test_a_lead_that_goes_before_all_can_have_passed_is_asked_about(session, table):
    table.change(gone=table.lay(0, "5S", "5H"), after_s=2.0)
    assert ["taken_up"] == asked(session)
    table.lay(0, "6S", "6H", "6D")

    answer(session, table, "taken_back")

    assert [(0, "666")] == sets(session)
    assert 0 == gatherings(session)


def test_a_lead_that_goes_later_has_won_its_series(session, table):
    table.change(gone=table.lay(0, "5S", "5H"), after_s=8.0)

    assert 1 == gatherings(session)
    assert () == session.questions


def test_where_passes_are_told_a_lead_that_goes_before_them_has_not_won(session):
    table = SetTable(started(session, passes="told"))
    table.change(gone=table.lay(0, "5S", "5H"), after_s=8.0)

    assert 0 == gatherings(session)
    assert ["taken_up"] == asked(session)


def test_a_set_laid_instead_of_its_players_last_one_is_asked_about(session, table):
    table.lay(0, "5S", "5H")
    laid = table.lay(1, "8S", "8H")
    table.time_s += 3.0
    table.change(table.row(1, ["9S", "9H"]), gone=laid, after_s=0.0)
    assert ["taken_up"] == asked(session)

    answer(session, table, "taken_back")

    assert [(0, "55"), (1, "99")] == sets(session)
    assert 0 == gatherings(session)
    assert [] == verdicts(session)


# Series that stay on the table


def test_the_winner_leads_onto_cards_that_still_lie_there(session, table):
    old = [*table.lay(0, "5S", "5H"), *table.lay(1, "8S", "8H")]
    table.lay(1, "3S", "3H", "3D", spot=(660.0, 400.0), after_s=8.0)
    table.lay(2, "4S", "4H", "4D")
    table.change(gone=old)
    table.lay(3, "6S", "6H", "6D")

    assert [(0, "55"), (1, "88"), (1, "333"), (2, "444"), (3, "666")] == sets(session)
    assert [] == verdicts(session)
    assert () == session.questions
    table.clear()
    assert 1 == gatherings(session)
    assert [2, 3] == [len(series.sets) for series in session.state.gou_ji.hand.series]


def test_the_sizes_of_an_older_series_say_nothing_of_the_next(session, table):
    table.lay(0, "5S", "5H", "5D")
    table.lay(1, "8S", "8H", "8D")
    table.lay(1, "3S", "3H", after_s=8.0, spot=(660.0, 420.0))
    table.lay(2, "4S", "4H", "4D")

    assert [(1, "333"), (2, "444")] == sets(session)[2:]
    assert ["how_many"] == asked(session)


@pytest.mark.parametrize(("codes", "seat"), [(("3S", "3H", "3D"), 1), (("9S", "9H"), 2)])
def test_what_cannot_be_an_answer_is_rather_the_winners_lead(session, table, codes, seat):
    table.lay(0, "5S", "5H")
    table.lay(1, "8S", "8H")
    angle = np.deg2rad(85)
    x, y = np.sin(angle) / (1280 / 720), np.cos(angle)
    table.lay(1, *codes, spot=(640.0, 360.0), hand=(x / np.hypot(x, y), y / np.hypot(x, y)), after_s=8.0)

    assert seat == sets(session)[-1][0]
    assert ["which_seat_laid"] == asked(session)


def test_a_card_beside_a_full_answer_may_be_the_next_lead(session, table):
    table.lay(0, "5S", "5H")
    x, y = table.lay(1, "8S", "8H")[-1].centre_xy
    table.lay(1, "8D", spot=(x + STEP_PX, y))
    assert [(0, "55"), (1, "88"), (1, "8")] == sets(session)
    assert ["part_or_lead"] == asked(session)

    answer(session, table, "joins")

    assert [(0, "555"), (1, "888")] == sets(session)
    assert ["how_many"] == asked(session)


def test_an_odd_card_beside_a_lead_may_be_the_next_one(session, table):
    x, y = table.lay(0, "7S", "7H")[-1].centre_xy
    table.lay(0, "8D", spot=(x + STEP_PX, y))
    assert [(0, "77"), (0, "8")] == sets(session)

    answer(session, table, "joins")
    table.change(gone=[card for card in table.lying.values() if card.sighting.best_code == "8D"])
    table.wait()

    assert [(0, "778")] == sets(session)
    assert ["mixed_ranks"] == verdicts(session)


@pytest.fixture
def last_set(session, table):
    """Seat 0 has laid its last four cards."""
    for rank in "34":
        session.append(CardsPlayed(0, tuple(Card(rank, suit) for suit in "SHDC") * 4))
        session.append(TrickGathered())
    table.lay(0, "5S", "5H", "5D", "5C")
    return table


def test_after_a_last_set_an_answer_may_be_the_next_lead(session, last_set):
    last_set.lay(1, "8S", "8H", "8D", "8C", after_s=8.0)
    assert ["answer_or_lead"] == asked(session)
    before = gatherings(session)

    answer(session, last_set, "leads")

    assert before + 1 == gatherings(session)
    assert [(0, "5555"), (1, "8888")] == sets(session)[-2:]
    last_set.lay(2, "9S", "9H", "9D", "9C")
    assert [1, 2] == [len(series.sets) for series in session.state.gou_ji.hand.series[-2:]]


def test_after_a_last_set_what_is_no_answer_leads(session, last_set):
    before = gatherings(session)
    last_set.lay(1, "8S", "8H", after_s=8.0)
    assert [(0, "5555"), (1, "88")] == sets(session)[-2:]
    assert before + 1 == gatherings(session)
    assert [] == verdicts(session)

    answer(session, last_set, "answers")

    assert before == gatherings(session)
    assert ["wrong_size"] == verdicts(session)


def test_a_quick_answer_to_a_last_set_is_not_asked_about(session, last_set):
    last_set.lay(1, "8S", "8H", "8D", "8C", after_s=2.0)

    assert () == session.questions


# Counted once


def test_after_a_restart_an_older_series_that_still_lies_there_is_known(session, table):
    cards = [*table.lay(0, "5S", "5H"), *table.lay(1, "8S", "8H"), *table.lay(1, "3S", "3H", "3D", after_s=8.0)]

    again = SetTable(session)
    again.change([table.card(c.sighting.best_code, c.centre_xy, None) for c in cards])

    assert 3 == len(sets(session))


def test_cards_that_lie_again_where_they_lay_were_not_swept_away(session, table):
    cards = [*table.lay(0, "5S", "5H"), *table.lay(1, "8S", "8H")]
    table.change(gone=cards)
    assert 1 == gatherings(session)

    table.change([table.card(c.sighting.best_code, c.centre_xy, side(2)) for c in cards])
    table.lay(2, "9S", "9H")

    assert [(0, "55"), (1, "88"), (2, "99")] == sets(session)
    assert 0 == gatherings(session)
    assert [] == verdicts(session)


@pytest.mark.parametrize(
    ("label", "shift_px", "angle_deg"), [("turned", (2.0, 3.0), 60.0), ("a third of a card away", (40.0, 0.0), 0.0)]
)
def test_a_card_of_the_same_name_that_lies_otherwise_was_laid_anew(session, table, label, shift_px, angle_deg):
    (before,) = table.lay(0, "5S")
    table.lay(1, "8S")
    table.clear()
    x, y = before.centre_xy
    table.lay(1, "5S", spot=(x + shift_px[0], y + shift_px[1]), angle_deg=angle_deg)

    assert [(0, "5"), (1, "8"), (1, "5")] == sets(session), label
    assert 1 == gatherings(session)


def test_a_heap_put_down_with_its_faces_up_is_no_lead(session, table):
    table.lay(0, "5S", "5H")
    table.lay(1, "8S", "8H")
    table.clear()
    table.lay(1, "8S", "5H", spot=(150.0, 150.0), after_s=1.0)
    table.lay(1, "3S")

    assert [(0, "55"), (1, "88"), (1, "3")] == sets(session)
    assert () == session.questions


def test_a_lead_with_the_names_of_swept_cards_is_asked_about(session, table):
    table.lay(0, "5S", "5H")
    table.lay(1, "8S", "8H")
    table.clear()
    table.lay(1, "8S", spot=(150.0, 150.0), after_s=1.0)
    assert ["swept_again"] == asked(session)

    answer(session, table, "nothing")

    assert [(0, "55"), (1, "88")] == sets(session)
