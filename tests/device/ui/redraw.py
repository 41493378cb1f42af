"""Renews the reference screens: `python -m tests.device.ui.redraw`, then look at every change."""

from __future__ import annotations

import os
from pathlib import Path

from tests.device.ui import references


def main() -> None:
    """Draws and stores every reference, and removes what no screen needs any more."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    wanted: set[Path] = set()
    for case in references.cases():
        references.write(case)
        wanted.add(case.file)
    for file in references.FOLDER.rglob("*.png"):
        if file not in wanted:
            file.unlink()


if __name__ == "__main__":
    main()
