"""Renews the reference screens: `python -m tests.device.ui.redraw`, then look at every change."""

from __future__ import annotations

import os

from tests.device.ui.references import FEW, FOLDER, cases, coarse, difference, drawn, read, write


def main() -> None:
    """Stores every screen that looks different now, and removes what no screen needs any more."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    wanted = set()
    for case in cases():
        stored = read(case)
        if stored is None or difference(coarse(drawn(case)), stored) > FEW:
            write(case)
        wanted.add(case.file)
    for file in set(FOLDER.rglob("*.png")) - wanted:
        file.unlink()


if __name__ == "__main__":
    main()
