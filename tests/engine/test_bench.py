"""The engine's benchmark measures real plays, and says so where there is nothing to compare with."""

from __future__ import annotations

import sys

from engine import bench, fold, numbered


def test_the_benchmark_deals_are_legal_rounds():
    for each in bench.random_deals(5):
        state = fold(numbered([*each.opening(), *each.plays]))

        assert {verdict.code for verdict in state.verdicts} <= {"pair_bid_above_hand"}
        assert state.round.phase == "over"


def test_the_rates_are_measured():
    rates = bench.referee_rates(bench.random_deals(2))

    assert rates.taken_in > rates.with_next > 0


def test_without_openspiel_one_line_says_so(monkeypatch, capsys):
    deals = bench.random_deals(1)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr(bench, "replay_seconds", lambda: (0.1, 0.1, 10_000))
    monkeypatch.setattr(bench, "random_deals", lambda _count: deals)

    bench.main()

    assert "OpenSpiel   not installed" in capsys.readouterr().out
