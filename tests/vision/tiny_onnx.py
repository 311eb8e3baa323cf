"""Tiny ONNX files written byte by byte, since the onnx package is no part of the test environment.

Field numbers are those of onnx.proto3 (IR version 8, operator set 13).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_FLOAT = 1


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _block(field: int, data: bytes | str) -> bytes:
    raw = data.encode() if isinstance(data, str) else data
    return _varint(field << 3 | 2) + _varint(len(raw)) + raw


def _tensor(name: str, values: NDArray[np.float32]) -> bytes:
    dims = b"".join(_number(1, size) for size in values.shape)
    return dims + _number(2, _FLOAT) + _block(8, name) + _block(9, values.astype("<f4").tobytes())


def _value(name: str, shape: tuple[int | str, ...]) -> bytes:
    dims = b"".join(_block(1, _block(2, d) if isinstance(d, str) else _number(1, d)) for d in shape)
    return _block(1, name) + _block(2, _block(1, _number(1, _FLOAT) + _block(2, dims)))


def _node(operator: str, inputs: list[str], output: str, attributes: bytes = b"") -> bytes:
    return b"".join(_block(1, name) for name in inputs) + _block(2, output) + _block(4, operator) + attributes


def _axis(value: int) -> bytes:
    return _block(5, _block(1, "axis") + _number(3, value) + _number(20, 2))


def _model(
    nodes: list[bytes], tensors: list[bytes], given: bytes, result: bytes, metadata: dict[str, str], opset: int = 13
) -> bytes:
    graph = b"".join(_block(1, node) for node in nodes) + _block(2, "tiny")
    graph += b"".join(_block(5, tensor) for tensor in tensors) + _block(11, given) + _block(12, result)
    props = b"".join(_block(14, _block(1, key) + _block(2, value)) for key, value in metadata.items())
    return _number(1, 8) + _block(7, graph) + _block(8, _number(2, opset)) + props


def detector_bytes(rows: NDArray[np.float32], *, opset: int = 13) -> bytes:
    """A detector that finds the same indices in every picture: ``rows`` is (14, N)."""
    return _model(
        [_node("Identity", ["rows"], "output0")],
        [_tensor("rows", rows[None].astype(np.float32))],
        _value("images", (1, 3, "height", "width")),
        _value("output0", (1, rows.shape[0], rows.shape[1])),
        {},
        opset,
    )


def reader_bytes(
    classes: list[str],
    weights: NDArray[np.float32],
    *,
    metadata: dict[str, str] | None = None,
    crop_px: tuple[int, int] = (48, 64),
) -> bytes:
    """A reader of crops so wide and tall: one linear layer, ``weights`` (numbers of a crop, C), and a softmax."""
    return _model(
        [
            _node("Flatten", ["crops"], "flat", _axis(1)),
            _node("MatMul", ["flat", "weights"], "sums"),
            _node("Softmax", ["sums"], "probabilities", _axis(1)),
        ],
        [_tensor("weights", weights)],
        _value("crops", ("n", 3, *crop_px[::-1])),
        _value("probabilities", ("n", weights.shape[1])),
        {"classes": json.dumps(classes)} if metadata is None else metadata,
    )


def write_models(folder: Path, **files: bytes) -> Path:
    """Write ``name``.onnx files with a manifest that fits them."""
    folder.mkdir(parents=True, exist_ok=True)
    manifest = {}
    for name, data in files.items():
        (folder / f"{name}.onnx").write_bytes(data)
        manifest[f"{name}.onnx"] = {"sha256": hashlib.sha256(data).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps({"files": manifest}))
    return folder
