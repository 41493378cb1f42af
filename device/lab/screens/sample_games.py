"""Two recorded games and what surrounds them, for screens to be shown with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import numpy as np
import pygame

from device.core.model import CameraStatus
from device.core.settings import Settings
from device.games.sepmosa.model import Model, PastGame, Phase
from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.tiles import tile_picture
from device.ui.state import Ui
from engine.sepmosa import Game, Player, Start, Table, new_game, parse_move, parse_tile
from vision.picture import Image

NAMES = ("Marleen", "Joost")
MOVES = """
B6@4+1 O3@3+0 B3@4-1 O3@4-2 K4@5+0 B3@2+0 O4@3+1 O5@3+2 B2@2+1 B5@2+2 B12:4+1>2+3
B13x2+0..2+2 R6@3+3 R4@5+1 B11x4-1 O4@4-1 R7@3+4 R8@3+5 K3@5-1 R5@4+1 K2@5-2 R2@5-3
O12:3+2>3-1 R12:4+1>3+2 B8@2+5 O13x3-1..3+1 O6@3+0 K13x5-2..5+0 B6@3+1 R3@5-2 B7@2+4 R6@4+1
B13x2+3..2+5 B7@2+4 R13x3+2..3+4 K4@5+2 O7@3-1 O8@3-2 B8@2-2 O9@3-3 K7@2-1 O7@2+0
R12:5-2>6+1 K7@1+0 R2@7+1 K5@5+3 K9@4-3 K10@4-4 K9@3-4 R3@7+2 K6@5+4 K12:2-1>5+5 O8@2-1
K13x5+2..5+4 R1@7+0 B5@2+1 R4@7+3 O1@7-1 K1@5-4 O9@1-1 O2@5-2 B1@6-4 O1@6-2 O10@7-2 R10@7-3
R9@6-3 K10@5-5 K1@4-5 R1@4-6 R13x5+1..7+1 R8@5+0 R10@6+0 O5@5-1 O13x4-2..6-2 O2@6-1 K3@7+1
"""
WIDE_MOVES = """
O3@4+1 R9@5+0 R10@3+0 O10@4-1 pass R8@6+0 O2@3+1 B10@4-2 O8@6+1 R10@5-2 B8@7+1 K2@2+1 B2@3+2
K8@6+2 B1@4-3 B12:3+2>4-4 B7@7+0 B3@4-5 B9@7+2 O2@4+2 B13x4-4..4-2 O10@2+0 K3@2+2 K7@5+2
K4@2+3 K5@2+4 K13x2+1..2+3 K9@5-1 R2@4+3 B11x7+2 K12:5-1>7+2 O11x3+1 K7@7-1 B3@3+1 O9@5+1
B9@5-1 O13x4+1..6+1 O8@6+1 R7@5+3 pass R6@6+3 R9@7+3 K13x5+2..7+2 R5@6+2 R12:5+3>6+4
R13x6+2..6+4 B4@3+2 O12:6+1>7+2 K8@7-2 B10@2-1 B1@3-1 K10@2+1 R4@3+3 K4@2+3 K1@2+2 K6@2+5
O1@4-2 B6@1+5 O6@1+6 O9@6+2 O3@5+2 O13x5+2..7+2 K3@4+1 K1@1+1 B2@5+2 O12:4+2>4-3 K9@7-3
B5@4+2 K10@7-4 B7@1+4 B8@1+3 K12:7-3>7+2 K5@3+5 O5@3+6 O7@1+7 K2@5+3 K6@6-1 O6@6-2
B12:5-1>6+2 R6@5-1
"""
MIDDLE = 61  # turns after which most samples stand
TURNS = 76  # of the whole game


PLAIN = Ui()


@dataclass(frozen=True, slots=True)
class Sample:
    """A model to show, and the screen's own state with it."""

    model: Any  # of the game in hand
    ui: Ui = PLAIN
    seconds: float = 10.0  # since the last thing that moves began


@lru_cache(maxsize=16)
def sample_game(turns: int, is_wide: bool = False) -> Game[Table]:
    """A game after so many turns."""
    game = new_game(Start(Player.TWO if is_wide else Player.ONE))
    for name in (WIDE_MOVES if is_wide else MOVES).split()[:turns]:
        game = game.play(parse_move(name))
    return game


@lru_cache(maxsize=4)
def camera_picture(is_crop: bool, turns: int = MIDDLE, tile: str = "K1") -> Image:
    """A stand-in for what a camera sees: a tile on wood, or the table from above."""
    size = (90, 118) if is_crop else (320, 220)
    picture = pygame.Surface(size)
    for x in range(size[0]):
        shade = round(6 * np.sin(x / 9) + 4 * np.sin(x / 2.3))
        picture.fill((126 + shade, 98 + shade, 70 + shade), (x, 0, 1, size[1]))
    if is_crop:
        face = tile_picture(parse_tile(tile), (58, 78), has_marks=False)
        turned = pygame.transform.rotozoom(face, 4, 1.0)
        picture.blit(turned, turned.get_rect(center=(size[0] // 2, size[1] // 2)))
        picture = pygame.transform.gaussian_blur(picture, 2)
    else:
        box = picture.get_rect().inflate(-30, -10)
        MosaicView(box, sample_game(turns).state.mosaic, has_marks=False).draw(picture)
    return np.ascontiguousarray(pygame.surfarray.array3d(picture).swapaxes(0, 1)[..., ::-1])


def settings() -> Settings:
    """The settings of the samples."""
    return Settings(has_marks=True)


def playing(turns: int = MIDDLE, is_wide: bool = False, phase: Enum = Phase.TURN) -> Model:
    """A model with a game under way."""
    return Model(
        phase=phase,
        settings=settings(),
        names=NAMES,
        game=sample_game(turns, is_wide),
        game_id=7,
        camera=CameraStatus.WELL,
        picture=camera_picture(False),
    )


def past_games() -> tuple[PastGame, ...]:
    """A few games of the past."""
    rows = (
        (7, "2026-11-15T20:14", (77, 71), 76, Player.ONE, True, (7, 7)),
        (6, "2026-11-14T21:02", (64, 79), 91, Player.TWO, True, (6, 7)),
        (5, "2026-11-12T19:40", (31, 28), 40, None, False, (5, 4)),
        (4, "2026-11-09T20:31", (78, 55), 83, Player.ONE, True, (7, 5)),
        (3, "2026-11-08T16:05", (70, 77), 102, Player.TWO, True, (7, 7)),
        (2, "2026-11-01T20:48", (77, 49), 69, Player.ONE, True, (7, 6)),
    )
    return tuple(
        PastGame(number, NAMES, begun, scores, 77, turns, winner, counts, best)
        for number, begun, scores, turns, winner, counts, best in rows
    )
