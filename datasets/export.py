"""Export the trained networks to ONNX, check them against the trained ones, and write the manifest.

python -m datasets.export --detector runs/detector/last.pt --reader runs/reader/last.pt
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import onnxslim
import torch
from onnx import numpy_helper
from torch import nn

from datasets.reader_crops import CLASSES
from datasets.train_detector import CONFIGURATION, Network, new_model
from datasets.train_reader import IndexReader
from vision.reader import READER_FILE, SECOND_READER_FILE

CONTRACT_VERSION = 1
OPSET = 17
_LARGE = 512
"""Numbers in a tensor from which on its size counts."""
MODELS = Path(__file__).parent.parent / "models"


class _Probabilities(nn.Module):
    """The reader with its temperature and a softmax at the end."""

    def __init__(self, reader: IndexReader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        return self.reader(crops).softmax(dim=1)


def export_detector(weights: Path, target: Path, network: Network = CONFIGURATION) -> float:
    """Write the detector as ONNX with free height and width; returns the largest difference from the trained one.

    Both with weights rounded to 16 bits, which moved boxes in a picture of noise by at most 0.6 pixels.
    """
    model = new_model(network=network)
    model.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True)["model"])
    model = _rounded(model.float().eval().fuse(verbose=False))
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    _export(
        model,
        torch.rand(1, 3, 320, 352),
        target,
        "images",
        "output0",
        {0: "batch", 2: "height", 3: "width"},
        {0: "batch", 2: "anchors"},
    )
    _annotate(target, {"kind": "kibitz-index-detector"})
    difference = 0.0
    for height, width in ((320, 352), (640, 384)):
        images = torch.rand(1, 3, height, width)
        with torch.no_grad():
            expected = model(images)
        expected = expected[0] if isinstance(expected, (tuple, list)) else expected
        difference = max(difference, _difference(target, "images", images, expected))
    return difference


def export_reader(weights: Path, target: Path, *, deep: bool = False) -> float:
    """Write a reader as ONNX for any number of crops; returns the largest difference from the trained one."""
    reader = IndexReader(deep=deep)
    reader.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True)["model"])
    model = _Probabilities(reader).float().eval()
    width, height = reader.crop_px
    _export(model, torch.rand(3, 3, height, width), target, "crops", "probabilities", {0: "crops"}, {0: "crops"})
    _annotate(target, {"kind": "kibitz-index-reader", "classes": json.dumps(list(CLASSES))})
    crops = torch.rand(7, 3, height, width)
    with torch.no_grad():
        return _difference(target, "crops", crops, model(crops))


def _export(
    model: nn.Module,
    example: torch.Tensor,
    target: Path,
    input_name: str,
    output_name: str,
    input_axes: dict[int, str],
    output_axes: dict[int, str],
) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        model,
        (example,),
        str(target),
        opset_version=OPSET,
        input_names=[input_name],
        output_names=[output_name],
        dynamic_axes={input_name: input_axes, output_name: output_axes},
        dynamo=False,
    )
    model = onnxslim.slim(onnx.load(str(target)))
    _store_in_half(model.graph)
    onnx.save(model, str(target))


def _rounded(model: nn.Module) -> nn.Module:
    """The model with its large weights as the file will hold them."""
    for weights in model.parameters():
        if weights.numel() >= _LARGE:
            weights.data = weights.data.half().float()
    return model


def _store_in_half(graph: onnx.GraphProto) -> None:
    """Keep the large weights in 16 bits; whoever opens the file widens them once and computes in 32 as before."""
    kept, nodes = [], []
    for tensor in graph.initializer:
        weights = numpy_helper.to_array(tensor)
        if tensor.data_type == onnx.TensorProto.FLOAT and weights.size >= _LARGE:
            halved = f"{tensor.name}_in_16_bits"
            kept.append(numpy_helper.from_array(weights.astype(np.float16), halved))
            nodes.append(onnx.helper.make_node("Cast", [halved], [tensor.name], to=onnx.TensorProto.FLOAT))
        else:
            kept.append(tensor)
    nodes += graph.node
    for field, items in (("initializer", kept), ("node", nodes)):
        graph.ClearField(field)
        getattr(graph, field).extend(items)


def _annotate(target: Path, entries: dict[str, str]) -> None:
    model = onnx.load(str(target))
    entries = {**entries, "contract": str(CONTRACT_VERSION), "licence": "AGPL-3.0-or-later"}
    onnx.helper.set_model_props(model, entries)
    onnx.save(model, str(target))


def _difference(target: Path, input_name: str, inputs: torch.Tensor, expected: torch.Tensor) -> float:
    session = onnxruntime.InferenceSession(str(target), providers=["CPUExecutionProvider"])
    (output,) = session.run(None, {input_name: inputs.numpy()})
    return float(np.abs(output - expected.numpy()).max())


def write_manifest(directory: Path) -> None:
    """List every model file with its checksum, size and contract version in manifest.json."""
    files = {
        path.name: {
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "bytes": path.stat().st_size,
            "contract": CONTRACT_VERSION,
        }
        for path in sorted(directory.glob("*.onnx"))
    }
    (directory / "manifest.json").write_text(json.dumps({"files": files}, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detector", type=Path, help="weights of the detector")
    parser.add_argument("--reader", type=Path, help="weights of the reader")
    parser.add_argument("--second-reader", type=Path, help="weights of the deep reader that is asked where in doubt")
    parser.add_argument("--out", type=Path, default=MODELS)
    args = parser.parse_args()
    if args.detector:
        # Boxes and keypoints are in pixels: a hundredth of one is far below what matters.
        difference = export_detector(args.detector, args.out / "detector.onnx")
        print(f"detector.onnx differs from the trained network by at most {difference:.5f}")
        if difference > 0.05:
            raise SystemExit("too much; not to be used")
    for weights, name in ((args.reader, READER_FILE), (args.second_reader, SECOND_READER_FILE)):
        if weights is None:
            continue
        difference = export_reader(weights, args.out / name, deep=name == SECOND_READER_FILE)
        print(f"{name} differs from the trained network by at most {difference:.6f}")
        if difference > 1e-3:
            raise SystemExit("too much; not to be used")
    write_manifest(args.out)


if __name__ == "__main__":
    main()
