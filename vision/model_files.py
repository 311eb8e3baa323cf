"""Model files: where they lie, whether they are whole, and how they are opened."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import onnxruntime

DEFAULT_MODELS_DIR = Path(__file__).resolve().parent.parent / "models"
_MANIFEST = "manifest.json"
_GET_AGAIN = "get the file again (git checkout models/, or install Kibitz anew)"


class ModelError(RuntimeError):
    """A model file is missing, damaged or of the wrong kind; the message names it and says what to do."""


def open_model(models_dir: Path, name: str, *, threads: int | None = None) -> onnxruntime.InferenceSession:
    """Open ``models_dir/name`` in ONNX Runtime after checking it against the manifest's sha256.

    ``threads`` defaults to two, or one on a single core. Raises ModelError.
    """
    path = models_dir / name
    _check_file(path)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or min(2, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Worker threads that spin between runs cost 184 % of a core in an idle program (design/performance.md).
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own classes and plain RuntimeError alike
        raise ModelError(
            f"{path} is no model that ONNX Runtime can open ({_first_line(error)}); {_GET_AGAIN}."
        ) from error


def is_listed(models_dir: Path, name: str) -> bool:
    """Whether a folder of models claims to hold this one. Raises ModelError where its list cannot be read."""
    return name in _manifest_sha256(models_dir)


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise ModelError(f"The model file {path} is missing; {_GET_AGAIN}.")
    expected = _manifest_sha256(path.parent).get(path.name)
    if expected is None:
        raise ModelError(
            f"{path.parent / _MANIFEST} does not list {path.name}; write the manifest anew with the export command, "
            f"or {_GET_AGAIN}."
        )
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != expected:
        raise ModelError(
            f"The model file {path} is damaged or was replaced: its sha256 is {found[:12]}…, the manifest says "
            f"{expected[:12]}…; {_GET_AGAIN}."
        )


def _manifest_sha256(models_dir: Path) -> dict[str, str]:
    """File name → sha256, from either ``{"files": {name: {"sha256": …}}}`` or ``{name: {"sha256": …} or "…"}``."""
    path = models_dir / _MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelError(f"The list of model files {path} is missing; {_GET_AGAIN}.") from None
    except (OSError, ValueError) as error:
        raise ModelError(
            f"The list of model files {path} cannot be read ({_first_line(error)}); {_GET_AGAIN}."
        ) from error
    files: Any = manifest.get("files", manifest) if isinstance(manifest, dict) else None
    if isinstance(files, list):
        files = {entry.get("name", ""): entry for entry in files if isinstance(entry, dict)}
    if not isinstance(files, dict):
        raise ModelError(f"The list of model files {path} is not in the form expected; {_GET_AGAIN}.")
    sums = {name: entry.get("sha256") if isinstance(entry, dict) else entry for name, entry in files.items()}
    return {name: value.lower() for name, value in sums.items() if isinstance(value, str)}


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
