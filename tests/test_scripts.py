"""The two scripts that set themselves up: ./kibitz and ./dev."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def ready_venv(tmp_path: Path) -> Path:
    """An environment that is already set up, whose commands say where they were started and with what."""
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    for name, script in (("python", "exit 0"), ("kibitz", 'echo "$(pwd): $*"')):
        (venv / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (venv / "bin" / name).chmod(0o755)
    (venv / ".kibitz-").touch()
    return venv


def run(script: str, *arguments: str, venv: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(ROOT / script), *arguments],
        cwd=folder,
        env={**os.environ, "KIBITZ_VENV": str(venv)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_files_are_looked_for_where_the_command_is_called(ready_venv, tmp_path):
    photos = tmp_path / "my photos"
    photos.mkdir()
    done = run("kibitz", "read", "a card.jpg", venv=ready_venv, folder=photos)
    assert (done.returncode, done.stdout) == (0, f"{photos}: read a card.jpg\n")


def test_an_unknown_developer_command_is_answered_with_the_menu(ready_venv, tmp_path):
    done = run("dev", "tset", venv=ready_venv, folder=tmp_path)
    assert done.returncode == 2
    assert "there is no './dev tset'" in done.stderr
    assert "evaluate-clips" in done.stderr
