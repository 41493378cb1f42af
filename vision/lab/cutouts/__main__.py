"""Contact sheets of all cut-outs, to be looked at: `python -m vision.lab.cutouts FOLDER`."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from vision.lab.cutouts.clutter import clutter_cutouts
from vision.lab.cutouts.cutout import contact_sheet
from vision.lab.cutouts.hands import hand_cutouts
from vision.lab.cutouts.tiles import back_cutouts, rack_cutouts, tile_cutouts

SHEET = 108
KINDS = {
    "hands": hand_cutouts,
    "clutter": clutter_cutouts,
    "tiles": tile_cutouts,
    "backs": back_cutouts,
    "racks": rack_cutouts,
}


def main() -> int:
    """Writes the sheets."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.cutouts", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, found in KINDS.items():
        cutouts = found()
        for start in range(0, len(cutouts), SHEET):
            sheet = contact_sheet(cutouts[start : start + SHEET], 110, 12)
            cv2.imwrite(str(folder / f"{name}-{start:04d}.png"), sheet)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
