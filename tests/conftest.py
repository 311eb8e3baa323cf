"""Fixtures for every part."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The folder of reference data beside the repository; the test is skipped where there is none."""
    folder = Path(__file__).resolve().parents[1].parent / "shared"
    if not folder.is_dir():
        pytest.skip("no reference data beside the repository (../shared)")
    return folder
