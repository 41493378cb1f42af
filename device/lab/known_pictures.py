"""Draws the pictures on which `sepmosa doctor` tries the networks.

Run as `python -m device.lab.known_pictures`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import cv2

from device.lab.virtual.camera import frame_of, shot_of
from device.lab.virtual.world import new_world, play
from device.system.doctor.facts import (
    BOARD,
    BOARD_PICTURE,
    DICE_PICTURE,
    FIGURE,
    MOVE,
    TABLE_PICTURE,
)
from engine.mosaix import parse_figure
from engine.sepmosa import Player, Start, new_game, parse_move
from vision.lab.mosaix.synth.homes import draw_board, draw_throw, home
from vision.lab.simulate.household import household
from vision.net import MODELS
from vision.picture import Image

TABLE_WH, TRAY_WH = (1280, 960), (960, 720)


def main() -> None:
    """Writes them beside the networks."""
    table = new_game(Start(Player.ONE)).state
    world = play(new_world(household(1, TABLE_WH, "dish")), table, parse_move(MOVE), Random(1))
    _write(MODELS / TABLE_PICTURE, frame_of(world, shot_of(world, TABLE_WH), 1))
    place = home(4, TRAY_WH)
    _write(MODELS / DICE_PICTURE, draw_throw(place, parse_figure(FIGURE), 1).frame_bgr)
    _write(MODELS / BOARD_PICTURE, draw_board(place, BOARD, 0).frame_bgr)


def _write(path: Path, frame_bgr: Image) -> None:
    cv2.imwrite(str(path), frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, 85])


if __name__ == "__main__":
    main()
