"""Writes a sheet of example pictures with the tiles' true outlines."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.lab.synth.arrays import U8, u8
from vision.lab.synth.render import render
from vision.lab.synth.scene import random_scene
from vision.lab.synth.truth import Rendered

_COLUMNS = 3
_THUMB_WH = (560, 420)


def outlined(rendered: Rendered) -> U8:
    """The frame with every tile's outline; a dot marks the number's top left corner."""
    frame = rendered.frame_bgr.copy()
    for tile in rendered.tiles:
        colour = (0, 220, 0) if tile.face_up else (220, 120, 0)
        corners = np.round(tile.quad_xy).astype(np.int32)
        cv2.polylines(frame, [corners], True, colour, 1, cv2.LINE_AA)
        x, y = (int(v) for v in corners[0])
        cv2.circle(frame, (x, y), 3, (0, 0, 255), -1, cv2.LINE_AA)
    return frame


def contact_sheet(seed: int, count: int, truth: bool = True) -> U8:
    """`count` random scenes side by side."""
    pictures = []
    for index in range(count):
        rendered = render(random_scene(seed + index))
        frame = outlined(rendered) if truth else rendered.frame_bgr
        pictures.append(u8(cv2.resize(frame, _THUMB_WH, interpolation=cv2.INTER_AREA)))
    while len(pictures) % _COLUMNS:
        pictures.append(np.zeros_like(pictures[0]))
    rows = [np.hstack(pictures[i : i + _COLUMNS]) for i in range(0, len(pictures), _COLUMNS)]
    return u8(np.vstack(rows))


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.synth", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="folder for the sheet")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--bare", action="store_true", help="leave the outlines out")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    sheet = contact_sheet(options.seed, options.count, not options.bare)
    cv2.imwrite(str(options.out / f"synth-{options.seed}.png"), sheet)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
