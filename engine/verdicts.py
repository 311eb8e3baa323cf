"""The codes of the referee's findings, common to all trick games.

The classes are those of `VerdictClass`. A game adds its own codes in its file; the page has one sentence per code.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """What is wrong; `Verdict.params` of each code are listed beside it."""

    # Setting up
    UNKNOWN_GAME = "unknown_game"  # game
    OPTION_IGNORED = "option_ignored"  # option, value, reason
    NAMES_WRONG = "names_wrong"  # seats, names (how many came)
    SEAT_UNKNOWN = "seat_unknown"  # seat
    NO_ROUND = "no_round"  # event (type name)
    EVENT_UNEXPECTED = "event_unexpected"  # event (type name)
    ROUND_UNFINISHED = "round_unfinished"  # next (entry id of the new round)
    ROUND_UNSCHEDULED = "round_unscheduled"
    HAND_SIZE_UNSCHEDULED = "hand_size_unscheduled"  # hand_size, scheduled
    HAND_SIZE_IMPOSSIBLE = "hand_size_impossible"  # hand_size, scheduled (which is used instead)
    # The trump card
    TURN_UNEXPECTED = "turn_unexpected"
    SECOND_TURNED_CARD = "second_turned_card"  # first (card code)
    TRUMP_UNKNOWN = "trump_unknown"
    TURNED_CARD_PLAYED = "turned_card_played"
    SHOWN_CARD_FROM_OTHER_SEAT = "shown_card_from_other_seat"  # dealer
    SHOWN_CARD_NEVER_PLAYED = "shown_card_never_played"
    # Bidding
    BID_OUT_OF_RANGE = "bid_out_of_range"  # value, low, high
    BID_OUT_OF_TURN = "bid_out_of_turn"  # value, expected_seat
    BID_CHANGED_LATE = "bid_changed_late"  # value, previous
    HOOK_BROKEN = "hook_broken"  # value, hand_size
    PAIR_BID_ABOVE_HAND = "pair_bid_above_hand"  # team, pair_bid, hand_size
    PASS_NOT_ALLOWED = "pass_not_allowed"
    BIDS_MISSING = "bids_missing"  # seats
    # Playing
    PLAY_BEFORE_BIDS = "play_before_bids"  # seats (who has not bid)
    WRONG_LEADER = "wrong_leader"  # expected_seat
    PLAY_OUT_OF_TURN = "play_out_of_turn"  # expected_seat
    TOO_MANY_IN_TRICK = "too_many_in_trick"
    TOO_MANY_IN_ROUND = "too_many_in_round"  # played, hand_size
    NOTHING_TO_GATHER = "nothing_to_gather"
    TRICK_INCOMPLETE = "trick_incomplete"  # missing_seats, surplus_seats
    GATHERED_BY_WRONG_SIDE = "gathered_by_wrong_side"  # by, winner
    # Following
    REVOKE = "revoke"  # suit, proof_tricks
    DID_NOT_TRUMP = "did_not_trump"  # suit, proof_tricks (option must_trump)
    TRUMP_NOT_BROKEN = "trump_not_broken"  # suit, proof_tricks (option broken_trump)
    COUNTING_PROOF = "counting_proof"  # suits, seats, explained_by
    # Conservation
    DUPLICATE = "duplicate"  # first_entry, first_seat, first_trick
    IMPOSSIBLE_CARD = "impossible_card"
    CARDS_MISSING = "cards_missing"  # missing (card codes)
    # PaiMiahhh: the marker
    BID_NOT_FORWARD = "bid_not_forward"  # value, previous (positions on the path)
    BID_OFF_PATH = "bid_off_path"  # value, low, high
    CALL_AFTER_AUCTION = "call_after_auction"  # value (None: a pass)
    # PaiMiahhh: Starter, Dummy, what was said
    STARTER_NOT_LED = "starter_not_led"
    STARTER_LATE = "starter_late"
    HAND_SHOWN_EARLY = "hand_shown_early"
    HAND_NOT_DUMMYS = "hand_not_dummys"  # dummy
    NOT_IN_SHOWN_HAND = "not_in_shown_hand"
    SHOWN_HAND_TOO_LARGE = "shown_hand_too_large"  # shown, hand_size
    TABLE_TALK = "table_talk"
    DECLARATION_IMPOSSIBLE = "declaration_impossible"  # kind, choice, choices
    JOKER_OFF_LEAD = "joker_off_lead"  # suit, proof_tricks
    # PaiMiahhh: tiles
    WRONG_TILE = "wrong_tile"  # taken (tile code or None), due (tile codes, "none" among them where it is optional)
    TILE_IMPOSSIBLE = "tile_impossible"  # taken
    QUESTIONS_UNANSWERED = "questions_unanswered"  # kinds, entries


# After a revoke: those of Pairs Oh Hell, and that of PaiMiahhh.
PENALTIES = ("penalty:cap", "penalty:replay_round", "penalty:three_tricks", "penalty:transfer")
NO_TRICK_POINTS = "penalty:no_trick_points"
ALL_PENALTIES = (*PENALTIES, NO_TRICK_POINTS)
