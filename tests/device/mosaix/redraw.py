"""Renews MOSAIX's reference screens: `python -m tests.device.mosaix.redraw`, then look at them."""

from __future__ import annotations

import os

from tests.device.mosaix import references


def main() -> None:
    """Draws and stores every reference, and removes what no screen needs any more."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    wanted = {case.file for case in references.cases()}
    for case in references.cases():
        references.write(case)
    for file in references.FOLDER.rglob("*.png"):
        if file not in wanted:
            file.unlink()


if __name__ == "__main__":
    main()
