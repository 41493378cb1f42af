"""The README's pictures, drawn by the product itself: `python -m device.lab.pictures OUT`.

One moment of a game, laid on the virtual table and seen by the virtual camera: the window of
`make run` with touchscreen and table, the touchscreen alone, and what `sepmosa read --annotate`
makes of the frame. What the screen offers is what the networks read in that frame.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pygame

from device.core.loop import TouchScreen
from device.games.sepmosa.model import Model
from device.lab.screens.sample_games import MOVES, playing
from device.lab.virtual.camera import frame_of, shot_of
from device.lab.virtual.desk import Desk
from device.lab.virtual.window import SCREEN, WINDOW, Window
from device.lab.virtual.world import World, follow, new_world, play, with_rack
from engine.sepmosa import Player, Table, parse_move
from engine.sepmosa.full import ALL_TILES
from engine.sepmosa.players import play_coach
from engine.sepmosa.table import RACK_SIZE
from vision.judge.look import Eyes, open_eyes, propose_from_frames
from vision.lab.simulate.household import household
from vision.lab.synth.setting import Light
from vision.lab.synth.tables import TableTop
from vision.picture import Image, pixels
from vision.tiles.annotate import annotate

TURNS = 60  # of the sample game that have been played
FRAME = (1280, 960)
SEED = 1
LATER_S = 10.0  # when everything that moves on the screen has settled
WIDEST = 1280  # of the pictures


@dataclass(frozen=True, slots=True)
class TableMoment:
    """The table just after a tile was laid, the camera's frame of it, and the companion's state."""

    window: Window
    frame_bgr: Image
    model: Model


def moment(eyes: Eyes) -> TableMoment:
    """The moment all pictures show."""
    rng = Random(SEED)
    model = playing(TURNS)
    table = model.table or Table()
    home = replace(household(SEED, FRAME, "dish"), top=TableTop(material="wood"), light=Light())
    move = parse_move(MOVES.split()[TURNS])
    world = play(follow(new_world(home), table, rng), table, move, rng)
    shot = shot_of(world, FRAME)
    frame = frame_of(world, shot, SEED)
    proposal = propose_from_frames(eyes, table, (), [frame])
    desk = Desk(_with_racks(world, rng), choosers=(None, play_coach))
    window = Window(desk, shot, rng, frame=frame)
    return TableMoment(window, frame, replace(model, proposal=proposal))


def _with_racks(world: World, rng: Random) -> World:
    """Some tiles that do not lie on the table on both racks."""
    laid = {tile.tile for tile in world.laid}
    free = [tile for tile in ALL_TILES if str(tile) not in laid]
    for player in Player:
        world = with_rack(world, player, rng.sample(free, RACK_SIZE))
    return world


def pictures(eyes: Eyes) -> dict[str, Image]:
    """Every picture by the name of its file, BGR."""
    seen = moment(eyes)
    surface = pygame.Surface(WINDOW)
    seen.window.draw(surface, seen.model, LATER_S)
    screen = TouchScreen(surface, SCREEN)
    for now in (0.0, LATER_S):  # what is new moves at first
        screen.draw(seen.model, now)
    whole = pygame.surfarray.array3d(surface).swapaxes(0, 1)[..., ::-1]
    alone = whole[SCREEN.top : SCREEN.bottom, SCREEN.left : SCREEN.right]
    marked = annotate(seen.frame_bgr, eyes.reader.read(seen.frame_bgr))
    shown = {"screen.png": alone, "window.jpg": whole, "annotated.jpg": marked}
    return {name: fitted(np.ascontiguousarray(picture)) for name, picture in shown.items()}


def fitted(picture: Image) -> Image:
    """The picture, no wider than `WIDEST`."""
    high, wide = picture.shape[:2]
    if wide <= WIDEST:
        return picture
    size = (WIDEST, round(high * WIDEST / wide))
    return pixels(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def main(arguments: Sequence[str] | None = None) -> None:
    """Draws the pictures into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    out: Path = parser.parse_args(arguments).out
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.init()
    out.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures(open_eyes()).items():
        options = [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_JPEG_QUALITY, 85]
        cv2.imwrite(str(out / name), picture, options)


if __name__ == "__main__":
    main()
