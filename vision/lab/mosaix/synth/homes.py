"""A home by chance: its dice, boards, pens, table and lamp, and what the camera sees there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from engine.mosaix import Board, Figure
from engine.mosaix.values import SIZE
from vision.lab.mosaix.synth.clutter import cluttered
from vision.lab.mosaix.synth.render import DrawnFrame, Setup, draw
from vision.lab.mosaix.synth.sheets import SPOILT, LaidBoard, size_of
from vision.lab.mosaix.synth.styles import (
    BOARDS_HELD_OUT,
    DICE_HELD_OUT,
    HANDS_HELD_OUT,
    BoardStyle,
    DieStyle,
    Hand,
    hand_of,
    random_board_style,
    random_die_style,
    random_hand,
)
from vision.lab.mosaix.synth.throws import in_sight, lay_figure, mishap_of
from vision.lab.synth.conditions import random_camera, random_finish, random_light
from vision.lab.synth.disturb import with_hand
from vision.lab.synth.geometry import Camera
from vision.lab.synth.setting import CameraFinish, Light, Scene
from vision.lab.synth.style import NAMED
from vision.lab.synth.tables import TableTop, random_table

Look = TypeVar("Look")

PLAYERS = 4
_NO_TILES = next(iter(NAMED.values()))  # a scene has a set of tiles; here none of it is laid
_MOST_TILT = 15.0  # of the camera above the table
_PHOTO_TILT = 40.0  # of a photo of a board, held in the hand


@dataclass(frozen=True, slots=True)
class Home:
    """What stays the same all evening. `zoom` is pixels a millimetre of the table's camera."""

    seed: int
    size_wh: tuple[int, int]
    dice: DieStyle
    boards: tuple[BoardStyle, ...]  # one for each of four players
    hands: tuple[Hand, ...]
    top: TableTop
    light: Light
    camera: Camera
    finish: CameraFinish


def home(
    seed: int,
    size_wh: tuple[int, int] = (1280, 960),
    held_out: bool = False,
    calm: bool = True,
    people: Sequence[str] = (),
) -> Home:
    """A home by chance. `held_out` has looks that training never draws; one that is not `calm` has
    any light and any camera that still shows the symbols. `people`, of those in `marks`, are those
    who may draw there; if none are named, hands are made up."""
    rng = np.random.default_rng([seed, 83])
    if held_out:
        dice = replace(_any(rng, DICE_HELD_OUT), seed=int(rng.integers(2**31)))
        boards = tuple(_any(rng, BOARDS_HELD_OUT) for _ in range(PLAYERS))
        hands = tuple(_any(rng, HANDS_HELD_OUT) for _ in range(PLAYERS))
    else:
        dice = random_die_style(rng)
        boards = tuple(random_board_style(rng) for _ in range(PLAYERS))
        hands = tuple(random_hand(rng) for _ in range(PLAYERS))
    if people:
        own = np.random.default_rng([seed, 89])
        hands = tuple(hand_of(people[int(own.integers(len(people)))], own) for _ in range(PLAYERS))
    top, light = random_table(rng), random_light(rng)
    die_px = float(np.exp(rng.uniform(np.log(30), np.log(64)))) * size_wh[0] / 1280
    zoom = die_px / dice.size_mm
    camera = random_camera(
        rng, size_wh, zoom, tilt_deg=float(min(abs(rng.normal(0, 6)), _MOST_TILT))
    )
    camera = replace(camera, bend=max(camera.bend, -0.06))
    if calm:
        light = replace(light, glare=0.0, shade="none")
        finish = CameraFinish(noise=float(rng.uniform(0.5, 3)), jpeg=92)
    else:
        finish = random_finish(rng, top, die_px * 1.6)
    return Home(seed, size_wh, dice, boards, hands, top, light, camera, finish)


def _any(rng: np.random.Generator, named: dict[str, Look]) -> Look:
    return list(named.values())[int(rng.integers(len(named)))]


def draw_throw(
    place: Home, figure: Figure, number: int, mishap: str | None = None, clutter: bool = False
) -> DrawnFrame:
    """What the table's camera sees of a figure, throw `number` of the evening; `mishap` is one of
    `throws.MISHAPS`. With `clutter`, boards and household things lie around it."""
    return draw(throw_setup(place, figure, number, mishap, clutter))


def throw_setup(
    place: Home, figure: Figure, number: int, mishap: str | None = None, clutter: bool = False
) -> Setup:
    """A figure as somebody lays it somewhere in sight, turned anyhow."""
    rng = np.random.default_rng([place.seed, number, 7])
    dice = lay_figure(figure, place.dice.size_mm, rng)
    scene = Scene(
        _NO_TILES, (), place.top, (), place.light, place.camera, place.finish, number + place.seed
    )
    setup = in_sight(Setup(scene, place.dice, dice), rng)
    if mishap is not None:
        setup = mishap_of(setup, mishap, rng)
    return cluttered(setup, place.boards, place.hands, rng) if clutter else setup


def draw_board(
    place: Home,
    board: Board | str,
    number: int,
    player: int = 0,
    hand_over: bool = False,
    least_zone: int = 0,
) -> DrawnFrame:
    """A photo of a player's board, any way round; `hand_over` part of it if asked for. One with a
    `least_zone` is being counted: smaller zones are wiped out, the others framed."""
    setup = board_setup(place, board, number, player, least_zone)
    if hand_over:
        rng = np.random.default_rng([place.seed, number, player, 13])
        x, y = rng.normal(0, 3 * setup.boards[0].style.cell_mm, 2)
        scene = with_hand(setup.scene, int(rng.integers(2**31)), (float(x), float(y)))
        setup = replace(setup, scene=scene)
    return draw(setup)


def board_setup(
    place: Home, board: Board | str, number: int, player: int = 0, least_zone: int = 0
) -> Setup:
    """A board as it comes before the camera at the end of a game."""
    rng = np.random.default_rng([place.seed, number, player, 9])
    style = place.boards[player]
    width, height = size_of(style)
    laid = LaidBoard(
        style,
        place.hands[player],
        str(board),
        angle_deg=float(rng.uniform(0, 360)),
        smears=int(rng.integers(0, 4)),
        ghosts=int(rng.choice([0, 0, 2, 5])),
        crossed=int(rng.integers(0, 9)),
        counted=bool(rng.random() < 0.3),
        seed=int(rng.integers(2**31)),
    )
    if laid.hand.person or least_zone:
        own = np.random.default_rng([place.seed, number, player, 10])
        laid = replace(laid, prints=int(own.choice([0, 0, 1, 3])))
        laid = _counted(laid, least_zone, own) if least_zone else laid
    zoom = float(rng.uniform(0.5, 0.78)) * min(place.size_wh) / np.hypot(width, height) * 1.25
    tilt = float(min(abs(rng.normal(0, 14)), _PHOTO_TILT))
    camera = random_camera(rng, place.size_wh, zoom, tilt_deg=tilt, rotation_deg=0.0)
    camera = replace(
        camera,
        height_mm=max(camera.height_mm, 2.2 * float(np.hypot(width, height))),
        bend=max(camera.bend, -0.05),
        look_at_mm=tuple(float(v) for v in rng.normal(0, 8, 2)),  # type: ignore[arg-type]
    )
    scene = Scene(
        _NO_TILES, (), place.top, (), place.light, camera, place.finish, number + place.seed
    )
    return Setup(scene, place.dice, (), (laid,))


def _counted(laid: LaidBoard, least_zone: int, rng: np.random.Generator) -> LaidBoard:
    """The board with a line around each zone of so many cells, and most of the others wiped out."""
    letters = list(laid.letters)
    frames = tuple(zone for zone in _zones(laid.letters) if len(zone) >= least_zone)
    kept = {cell for zone in frames for cell in zone} | {SIZE * SIZE // 2}
    share = float(rng.choice([0.0, 0.6, 1.0], p=[0.2, 0.2, 0.6]))
    wiped = []
    for cell, letter in enumerate(letters):
        if cell not in kept and letter not in (".", SPOILT) and rng.random() < share:
            wiped.append((cell, letter))
            letters[cell] = "."
    text = "/".join("".join(letters[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE))
    framed = frames if rng.random() < 0.85 else ()
    return replace(laid, text=text, frames=framed, wiped=tuple(wiped))


def _zones(letters: str) -> list[tuple[int, ...]]:
    """The groups of equal symbols joined by edges, each as the numbers of its cells."""
    left = {cell for cell, letter in enumerate(letters) if letter not in (".", SPOILT)}
    found = []
    while left:
        zone, waiting = [], [left.pop()]
        while waiting:
            cell = waiting.pop()
            zone.append(cell)
            row, column = divmod(cell, SIZE)
            for other in (cell - SIZE, cell + SIZE, cell - 1, cell + 1):
                is_near = abs(other // SIZE - row) + abs(other % SIZE - column) == 1
                if is_near and other in left and letters[other] == letters[cell]:
                    left.remove(other)
                    waiting.append(other)
        found.append(tuple(sorted(zone)))
    return found
