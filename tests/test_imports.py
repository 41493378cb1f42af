"""Imports go one way, engine ← vision ← device, and the engine needs the standard library alone."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ["engine", "vision", "device"]


def modules(path):
    """Everything a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported(path):
    return (name.partition(".")[0] for name in modules(path))


def is_lab(name):
    return name.startswith(("vision.lab", "device.lab"))


@pytest.mark.parametrize(("layer", "above"), [("engine", LAYERS[1:]), ("vision", LAYERS[2:])])
def test_no_layer_knows_the_one_above(layer, above):
    files = sorted((ROOT / layer).rglob("*.py"))
    assert files
    for path in files:
        assert not set(imported(path)) & set(above), path


def test_the_engine_is_standard_library_only():
    for path in sorted((ROOT / "engine").rglob("*.py")):
        foreign = set(imported(path)) - set(sys.stdlib_module_names) - {"engine"}
        assert not foreign, f"{path} imports {foreign}"


def test_only_training_needs_torch():
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            if "train" not in path.relative_to(ROOT).parts:
                assert not set(imported(path)) & {"torch", "onnx", "PIL"}, path


def test_the_engine_draws_nothing_by_chance_but_from_a_given_source():
    allowed = {"players.py", "simulate.py"}
    for path in sorted((ROOT / "engine").rglob("*.py")):
        if path.name not in allowed:
            assert "random" not in set(imported(path)), path


def test_nothing_happens_on_import():
    code = (
        "import engine.sepmosa, device.cli, device.commands.rules; import sys; print(len(sys.argv))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_only_commands_that_rehearse_or_measure_reach_into_the_laboratory():
    commands = ROOT / "device" / "commands"
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            if "lab" not in path.relative_to(ROOT).parts and path.parent != commands:
                assert not list(filter(is_lab, modules(path))), path


def test_the_kiosk_loads_nothing_of_the_laboratory():
    code = (
        "import device.commands.companion, device.system.kiosk, device.commands.doctor; "
        "import sys; print(*sorted(sys.modules))"
    )
    quiet = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=quiet
    )
    loaded = done.stdout.split()
    assert "device.system.machine" in loaded
    assert not list(filter(is_lab, loaded))
