"""The walls of the house: which folder may import which."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RUNTIME_FOLDERS = ("engine", "vision", "webui")
MAY_NOT_IMPORT = {
    "engine": ("vision", "webui", "datasets", "cv2", "numpy", "flask", "sqlite3", "onnxruntime"),
    "vision": ("webui", "datasets", "flask"),
    "webui": ("datasets",),
}
NEVER_AT_RUN_TIME = ("torch", "torchvision", "ultralytics", "onnx", "PIL", "reportlab")
# Measuring against the yardstick and printing are optional extras, imported only when asked for.
OPTIONAL = {"vision/bench.py": ("torch", "ultralytics"), "webui/printing/pdf.py": ("reportlab",)}


def imported_modules(path: Path) -> set[str]:
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            modules.add(node.module)
    return modules


def runtime_files() -> list[Path]:
    return sorted(path for folder in RUNTIME_FOLDERS for path in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("path", runtime_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_what_its_folder_may_know(path):
    name = path.relative_to(ROOT).as_posix()
    forbidden = MAY_NOT_IMPORT[name.split("/")[0]] + tuple(
        module for module in NEVER_AT_RUN_TIME if module not in OPTIONAL.get(name, ())
    )

    broken = {module for module in imported_modules(path) if module.split(".")[0] in forbidden}

    assert set() == broken


def test_vision_takes_only_the_card_vocabulary_from_the_engine():
    taken = {
        module
        for path in (ROOT / "vision").rglob("*.py")
        for module in imported_modules(path)
        if module.split(".")[0] == "engine"
    }

    assert taken <= {"engine.cards"}
