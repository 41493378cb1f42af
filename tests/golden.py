"""What every command answers to fixed inputs, kept so that a change of the house changes no answer.

`python -m tests.golden [NAME…]` writes the answers anew; the difference then shows what has
changed. Inputs and answers lie in tests/data/golden. Times are left out.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.cli import main as sepmosa

FOLDER = Path(__file__).parent / "data" / "golden"
PICTURES = FOLDER / "pictures"
SHARED = Path(__file__).parents[2] / "shared" / "photos"
PHOTOGRAPHS = ("rummy2", "rummy3", "rummy4", "rummyBackground")  # the first two of each session
PROGRESS = "%|"  # of a bar
MS = r" +\d+ +\d+(?=   \S|$)"  # the two columns before what was said instead
AT_DRAWN_TABLES = ("--homes", "drawn", "--games", "1", "--turns", "3", "--seed", "5", "--jobs", "1")
TABLES = ("turn-0.jpg", "turn-17.jpg", "grey.jpg", "hand.jpg")


@dataclass(frozen=True)
class Call:
    """A command as it is typed, in the folder it is typed in."""

    name: str
    words: tuple[str, ...]
    folder: Path = PICTURES
    told: Path | None = None  # its standard input

    @property
    def answers(self) -> Path:
        """Where its answers are kept."""
        return FOLDER / "answers" / f"{self.name}.json"


CALLS = (
    Call("read", ("read", *TABLES, "no-such.jpg", "../good.txt")),
    Call("read-dice", ("read-dice", "dice.jpg", "board.jpg")),
    Call("read-board", ("read-board", "board.jpg", "dice.jpg")),
    Call("propose", ("propose",), told=FOLDER / "propose.jsonl"),
    Call("follow", ("follow",), told=FOLDER / "follow.jsonl"),
    Call("rules", ("rules",), told=FOLDER / "rules.jsonl"),
    Call("replay", ("replay", "--board", "../good.txt")),
    Call("replay-broken", ("replay", "../broken.txt")),
    Call("replay-missing", ("replay", "no-such.txt")),
    Call("demo", ("demo", "--seed", "4")),
    Call("simulate", ("simulate", *AT_DRAWN_TABLES)),
    Call("simulate-mosaix", ("simulate", "--game", "mosaix", "--turns", "3")),
    Call("unknown", ("juggle",)),
)


def photographs() -> Call | None:
    """Photographs read, where they lie beside the project."""
    names = (sorted((SHARED / "images").glob(f"{each}-*"))[:2] for each in PHOTOGRAPHS)
    words = tuple(path.name for some in names for path in some)
    return Call("read-photographs", ("read", *words), SHARED / "images") if words else None


def answer(call: Call) -> dict[str, Any]:
    """What a command prints, times left out, and how it ends."""
    out, err = io.StringIO(), io.StringIO()
    told = call.told.open(encoding="utf-8") if call.told else io.StringIO()
    redirected = contextlib.redirect_stdout(out), contextlib.redirect_stderr(err)
    with told, contextlib.chdir(call.folder), _standard_input(told), redirected[0], redirected[1]:
        status: Any
        try:
            status = sepmosa(list(call.words))
        except SystemExit as end:
            status = end.code
    said = [line for line in err.getvalue().splitlines() if line and PROGRESS not in line]
    return {"status": status, "out": list(timeless(out.getvalue())), "said": said}


@contextlib.contextmanager
def _standard_input(file: Any) -> Iterator[None]:
    before, sys.stdin = sys.stdin, file
    try:
        yield
    finally:
        sys.stdin = before


def timeless(text: str) -> Iterator[Any]:
    """The lines: JSON as values without "ms"; else text, without the columns for milliseconds."""
    for line in text.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            yield re.sub(MS, "", line.rstrip()) if "%" in line else line.rstrip()
            continue
        if isinstance(value, dict):
            value.pop("ms", None)
        yield value


def is_same(one: Any, other: Any) -> bool:
    """Whether answers agree; confidences to 0.001, corners to 0.1 px, as between machines."""
    if isinstance(one, float) or isinstance(other, float):
        return bool(abs(one - other) <= (0.001 if abs(one) <= 1 else 0.1))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other)


def main(names: Sequence[str]) -> None:
    """Writes all answers, or those to the calls named."""
    (FOLDER / "answers").mkdir(exist_ok=True)
    for call in (*CALLS, photographs()):
        if call is not None and (not names or call.name in names):
            text = json.dumps(answer(call), ensure_ascii=False, indent=1)
            text = re.sub(r"\[\s+([-\d.]+),\s+([-\d.]+)\s+\]", r"[\1, \2]", text)
            call.answers.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    main(sys.argv[1:])
