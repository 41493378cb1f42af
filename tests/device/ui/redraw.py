"""Renews the reference screens: `python -m tests.device.ui.redraw`, then look at every change."""

from __future__ import annotations

import os

from tests.device.games.mosaix import references as mosaix
from tests.device.ui import references as sepmosa
from tests.device.ui.references import write


def main() -> None:
    """Draws and stores every reference, and removes what no screen needs any more."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    for game in (sepmosa, mosaix):
        wanted = set()
        for case in game.cases():
            write(case, game.drawn(case))
            wanted.add(case.file)
        for file in game.FOLDER.rglob("*.png"):
            if file not in wanted:
                file.unlink()


if __name__ == "__main__":
    main()
