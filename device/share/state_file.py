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
    """Says what happens; readable for the group. Raises OSError."""
    fresh = folder / f".{NAME}.new"
    fresh.write_text(state.value, encoding="ascii")
    fresh.chmod(0o640)
    os.replace(fresh, folder / NAME)  # noqa: PTH105


def clear_state(folder: Path) -> None:
    """Nobody is there any more who could say it."""
    with suppress(OSError):
        (folder / NAME).unlink(missing_ok=True)
