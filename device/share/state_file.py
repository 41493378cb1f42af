"""What happens at the table, as the companion says it in its runtime folder."""

from __future__ import annotations

from pathlib import Path

from device.share.seen import TableState

NAME = "state"  # in the companion's runtime folder; gone when it does not run
_STATES = {state.value: state for state in TableState}


def read_state(folder: Path) -> TableState | None:
    """What the companion says; None if it says nothing that can be understood."""
    try:
        with (folder / NAME).open("rb") as file:
            return _STATES.get(file.read(32).decode("ascii", "replace").strip())
    except OSError:
        return None
