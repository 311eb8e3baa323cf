"""Whether confidences keep their word."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.calibration import Judged, card_reliability, crop_reliability, threshold_lines


def test_a_reader_that_is_as_right_as_it_says_has_no_calibration_error() -> None:
    probabilities = np.zeros((1000, 4), np.float32)
    probabilities[:, 0], probabilities[:, 1] = 0.75, 0.25
    labels = np.where(np.arange(1000) % 4 == 0, 1, 0)
    result = crop_reliability(probabilities, labels, no_codes=[3])
    assert result["expected_calibration_error"] == pytest.approx(0.0, abs=1e-4)


def test_an_overconfident_reader_is_found_out() -> None:
    probabilities = np.zeros((100, 4), np.float32)
    probabilities[:, 0], probabilities[:, 1] = 0.97, 0.03
    labels = np.arange(100) % 2
    result = crop_reliability(probabilities, labels, no_codes=[3])
    assert result["expected_calibration_error"] == pytest.approx(0.47, abs=0.01)
    assert result["cards_named_right"] == pytest.approx(0.5)


def test_background_taken_for_a_card_counts_as_an_error() -> None:
    probabilities = np.tile(np.float32([0.95, 0.02, 0.02, 0.01]), (10, 1))
    result = crop_reliability(probabilities, np.full(10, 3), no_codes=[3])
    assert result["no_cards_called_cards_at_0.9"] == 1.0


def test_wrong_cards_are_counted_above_every_threshold() -> None:
    judged = [Judged(0.999, True)] * 97 + [Judged(0.96, False)] * 3 + [Judged(1.0, True)]
    result = card_reliability(judged)
    wrong = {threshold: (cards, bad) for threshold, cards, bad in result["wrong_above"]}
    assert wrong[0.95] == (101, 3)
    assert wrong[0.97] == (98, 0)
    assert result["expected_calibration_error"] == pytest.approx(3 / 101 * 0.96, abs=0.003)
    assert any("0.950 or more:   101 cards, 3 wrong" in line for line in threshold_lines(result["wrong_above"]))
