"""Time is measured by a clock that only goes forward; the wall clock gives labels and no more."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[3]
WALL = {"time", "time_ns", "now", "utcnow", "today", "localtime", "gmtime", "strftime", "ctime"}
LABELS = {  # where the wall clock may be asked, and what for
    "device/commands/companion.py": "the day a game began; the seed of a game off-screen",
    "device/commands/demo.py": "the seed of a game",
    "device/commands/teach.py": "the day a set was taught",
    "device/lab/bench/share.py": "a browser tells no other time",
    "device/share/clock.py": "what tables tell a club, whose clocks may differ",
}


def asks_the_wall_clock(path):
    """Whether a module calls time.time, datetime.now or their like."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(ast.Name("time" | "datetime" | "date"), name) if name in WALL:
                return True
            case ast.ImportFrom("time", names) if {each.name for each in names} & WALL:
                return True
    return False


def test_only_labels_come_from_the_wall_clock():
    layers = ("engine", "vision", "device")
    files = [path for layer in layers for path in (ROOT / layer).rglob("*.py")]
    asking = {str(path.relative_to(ROOT)) for path in files if asks_the_wall_clock(path)}
    assert asking == set(LABELS)
