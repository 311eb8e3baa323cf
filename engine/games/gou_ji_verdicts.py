"""The codes of what the referee finds in Gou Ji, beside those common to all games."""

from __future__ import annotations

from enum import StrEnum


class GouJiCode(StrEnum):
    """What is wrong; `Verdict.params` of each code are listed beside it."""

    # Before the hand
    SEATING_NOT_AS_DRAWN = "seating_not_as_drawn"  # high, low (players)
    DRAW_UNEXPECTED = "draw_unexpected"
    KAI_PAI_UNKNOWN = "kai_pai_unknown"
    KAI_PAI_WRONG = "kai_pai_wrong"  # expected_seat
    WRONG_FIRST_DRAWER = "wrong_first_drawer"  # expected_seat, named
    NOT_BIG_LOSER = "not_big_loser"  # expected_seat
    FALSE_THREES = "false_threes"
    THREES_NOT_SHOWN = "threes_not_shown"
    THREES_NOT_NOW = "threes_not_now"  # reason: later_hand, after_first_play, second
    FALSE_REVOLUTION = "false_revolution"  # told (no card was seen)
    REVOLUTION_LATE = "revolution_late"  # reason: after_first_play, after_tribute, before_tribute
    # Tribute
    TRIBUTE_NOT_DUE = "tribute_not_due"  # to, count
    TRIBUTE_WRONG = "tribute_wrong"  # to, count, expected_to, expected_count
    TRIBUTE_UNEVEN = "tribute_uneven"  # given, returned (numbers)
    TRIBUTE_UNRECORDED = "tribute_unrecorded"  # givers
    TRIBUTE_NOT_HIGHEST = "tribute_not_highest"  # told (no card was seen)
    WAIVER_NOT_ALLOWED = "waiver_not_allowed"
    SWAP_NOT_ALLOWED = "swap_not_allowed"
    FALSE_LIBERATION = "false_liberation"  # shown (reds), red_from (seat)
    LIBERATION_NOT_DUE = "liberation_not_due"
    # Sets
    MIXED_RANKS = "mixed_ranks"  # ranks
    WRONG_SIZE = "wrong_size"  # size, expected_size
    DOES_NOT_BEAT = "does_not_beat"
    THREES_BEFORE_LAST = "threes_before_last"
    # Turns
    WRONG_FIRST_PLAYER = "wrong_first_player"  # expected_seats
    WRONG_LEADER = "wrong_leader"  # expected_seats
    WRONG_WIND = "wrong_wind"  # expected_seats
    PLAY_OUT_OF_TURN = "play_out_of_turn"  # expected_seats
    PLAY_AFTER_PASS = "play_after_pass"  # expected_seats
    PLAY_AFTER_INFERRED_PASS = "play_after_inferred_pass"  # expected_seats, skipped_by, skipped_in
    THIRD_SEAT_IN_GOU_JI = "third_seat_in_gou_ji"  # expected_seats
    PASS_OUT_OF_TURN = "pass_out_of_turn"  # expected_seats
    PASS_WITHOUT_SET = "pass_without_set"  # the leader has to lead
    PASS_UNEXPECTED = "pass_unexpected"
    GATHERED_TOO_SOON = "gathered_too_soon"  # seats
    # Shao Pai
    SHAO_PAI_NOT_OPEN = "shao_pai_not_open"  # reason: no_gou_ji, own_team, answered, no_cards, later
    FALSE_SHAO_PAI = "false_shao_pai"  # reason: too_few_cards, one_set, not_a_set, no_joker, joker_last, remainder
    # Counts and conservation
    MORE_THAN_HELD = "more_than_held"  # held, played
    PLAY_AFTER_OUT = "play_after_out"
    TOO_MANY_OF_RANK = "too_many_of_rank"  # rank, seen, copies
    TOO_MANY_OF_CARD = "too_many_of_card"  # seen, copies
    OUT_WITH_CARDS = "out_with_cards"  # cards_left
    OUT_NOT_CALLED = "out_not_called"
    # Words
    ANNOUNCEMENT_UNKNOWN = "announcement_unknown"  # what
    ANNOUNCEMENT_NOT_NOW = "announcement_not_now"  # what
    EVENT_UNEXPECTED = "event_unexpected"  # event (type name)


PENALTY_BIG_LOSER = "penalty:big_loser"
