"""What happens at the table, as the companion says it in its runtime folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from device.core.table_state import TableState

NAME = "state"  # in the companion's runtime folder; gone when it does not run
_STATES = {state.value: state for state in TableState}


def read_state(folder: Path) -> TableState | None:
    """What the companion says; None if it says nothing that can be understood."""
    try:
        with (folder / NAME).open("rb") as file:
            return _STATES.get(file.read(32).decode("ascii", "replace").strip())
    except OSError:
        return None


def write_state(folder: Path, state: TableState) -> None:
    """Says what happens; raises OSError."""
    say_in(folder / NAME, state.value)


def say_in(path: Path, text: str) -> None:
    """Puts a file in the place of the one there may be; readable for the group. Raises OSError."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.chmod(0o640)
    os.replace(fresh, path)  # noqa: PTH105


def clear_state(folder: Path) -> None:
    """Nobody is there any more who could say it."""
    with suppress(OSError):
        (folder / NAME).unlink(missing_ok=True)
