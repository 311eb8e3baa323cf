"""The measuring command's own arithmetic."""

from __future__ import annotations

from datasets.measure import own_code


def test_labels_of_tens_become_card_codes() -> None:
    assert [own_code(label) for label in ("10H", "AS", "joker_red")] == ["TH", "AS", "joker_red"]
