"""A virtual tray of four dice and a virtual board, for computers with no table before a camera.

Everything is in millimetres of the table; the camera looks straight down on its middle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random

from engine.mosaix import Board, Cell, Figure, Symbol, board_name, new_board, parse_figure
from engine.mosaix.players import play_random, roll_dice
from engine.mosaix.values import ALL_CELLS, QUARTERS, SIZE, SYMBOLS, arrangements
from vision.lab.mosaix.synth.cubes import LaidDie
from vision.lab.mosaix.synth.homes import Home, home, throw_setup
from vision.lab.mosaix.synth.render import Setup, draw
from vision.lab.mosaix.synth.sheets import LaidBoard, grid_corners, size_of
from vision.lab.synth.setting import Camera, CameraFinish, Light
from vision.lab.synth.tables import TableTop
from vision.picture import Image

Point = tuple[float, float]

SNAP = 0.35  # of a die: dropped so near to a place beside another, it slides there
DIE_PX = 62.0  # of a die in a frame 1280 wide
BOARD_SHARE = 0.86  # of the frame's height that a board takes
SEED = 7  # dice and boards that are easy on the eyes
_ANY = parse_figure("OOOO")  # the scene it lies in is taken, not the figure
_SLACK_MM = 0.15  # between dice that were pushed together

_WIPED = new_board(Symbol.CIRCLE)


@dataclass(frozen=True, slots=True)
class Tray:
    """Four dice as they lie, one of them in the hand; and a board with what was drawn on it."""

    place: Home
    dice: tuple[LaidDie, ...] = ()
    held: int | None = None  # the die in the hand
    board: Board = _WIPED
    number: int = 0  # of the board: another hand, another pen


def new_tray(size_wh: tuple[int, int] = (1280, 960), seed: int = SEED) -> Tray:
    """A tray with four dice in a row, under even light."""
    place = home(seed, size_wh)
    place = replace(place, top=TableTop(material="wood"), finish=CameraFinish(noise=1.0, jpeg=92))
    size = place.dice.size_mm
    dice = tuple(
        LaidDie(symbol, (at - 1.5) * 1.8 * size, 1.6 * size, 0.0, seed=at)
        for at, symbol in enumerate((*SYMBOLS, Symbol.CIRCLE))
    )
    return Tray(place, dice)


# Hands


def die_at(tray: Tray, at: Point) -> int | None:
    """The die that lies there."""
    half = tray.place.dice.size_mm * 0.55
    for number, die in enumerate(tray.dice):
        if math.hypot(die.x_mm - at[0], die.y_mm - at[1]) <= half * 1.3:
            return number
    return None


def grab(tray: Tray, at: Point) -> Tray:
    """A die taken up, if one lies there."""
    return replace(tray, held=die_at(tray, at))


def move_hand(tray: Tray, at: Point) -> Tray:
    """The die in the hand follows it."""
    if tray.held is None:
        return tray
    return _with_die(tray, tray.held, replace(tray.dice[tray.held], x_mm=at[0], y_mm=at[1]))


def drop(tray: Tray) -> Tray:
    """The die in the hand put down; beside another it slides close to it."""
    if tray.held is None:
        return tray
    die, size = tray.dice[tray.held], tray.place.dice.size_mm
    best: tuple[float, LaidDie] | None = None
    for number, other in enumerate(tray.dice):
        if number == tray.held:
            continue
        for quarter in QUARTERS:
            way = math.radians(other.angle_deg + 90 * quarter)
            x = other.x_mm + (size + _SLACK_MM) * math.cos(way)
            y = other.y_mm + (size + _SLACK_MM) * math.sin(way)
            far = math.hypot(x - die.x_mm, y - die.y_mm)
            is_free = all(
                math.hypot(x - each.x_mm, y - each.y_mm) > 0.6 * size
                for at, each in enumerate(tray.dice)
                if at != tray.held
            )
            if is_free and far < SNAP * size and (best is None or far < best[0]):
                best = far, replace(die, x_mm=x, y_mm=y, angle_deg=other.angle_deg)
    laid = tray if best is None else _with_die(tray, tray.held, best[1])
    return replace(laid, held=None)


def turn_die(tray: Tray, at: Point, by_deg: float) -> Tray:
    """The die there turned a little."""
    number = die_at(tray, at) if tray.held is None else tray.held
    if number is None:
        return tray
    die = tray.dice[number]
    return _with_die(tray, number, replace(die, angle_deg=die.angle_deg + by_deg))


def tip_die(tray: Tray, at: Point) -> Tray:
    """The die there tipped over: it shows the next symbol."""
    number = die_at(tray, at)
    if number is None:
        return tray
    die = tray.dice[number]
    following = SYMBOLS[(SYMBOLS.index(die.symbol) + 1) % len(SYMBOLS)]
    return _with_die(tray, number, replace(die, symbol=following))


def roll(tray: Tray, rng: Random) -> Tray:
    """The dice thrown: any symbols, anywhere, apart from each other."""
    size = tray.place.dice.size_mm
    symbols = roll_dice(rng)
    corners = [(-2.4, -1.5), (2.4, -1.5), (-2.4, 1.7), (2.4, 1.7)]
    dice = tuple(
        LaidDie(
            symbol,
            (x + rng.uniform(-0.7, 0.7)) * size,
            (y + rng.uniform(-0.7, 0.7)) * size,
            rng.uniform(0, 360),
            seed=rng.randrange(1 << 30),
        )
        for symbol, (x, y) in zip(symbols, corners, strict=True)
    )
    return replace(tray, dice=dice, held=None)


def lay(tray: Tray, figure: Figure) -> Tray:
    """The dice laid into a figure, in the middle, as it would be entered."""
    size = tray.place.dice.size_mm + _SLACK_MM
    rows, columns = figure.size
    dice = tuple(
        LaidDie(
            symbol,
            (column - (columns - 1) / 2) * size,
            (row - (rows - 1) / 2) * size,
            seed=number,
        )
        for number, ((row, column), symbol) in enumerate(figure.dice)
    )
    return replace(tray, dice=dice, held=None)


def throw_for_me(tray: Tray, rng: Random) -> Tray:
    """The dice thrown, and laid into some figure."""
    figure = rng.choice(arrangements(roll_dice(rng))).turned(rng.choice(QUARTERS))
    return lay(tray, figure)


def draw_symbol(tray: Tray, cell: Cell) -> Tray:
    """The cell of the board with the next symbol, or wiped; the printed one is never wiped."""
    own: list[Symbol | None] = [tray.board[each] for each in ALL_CELLS]
    at = ALL_CELLS.index(cell)
    order: list[Symbol | None] = [None, *SYMBOLS]
    own[at] = order[(order.index(own[at]) + 1) % len(order)]
    if own[at] is None and at == len(ALL_CELLS) // 2:
        own[at] = SYMBOLS[0]
    circles, triangles, crosses = (
        sum(each.bit for each, is_in in zip(ALL_CELLS, own, strict=True) if is_in is symbol)
        for symbol in SYMBOLS
    )
    return replace(tray, board=Board((circles, triangles, crosses)))


def fill_board(tray: Tray, rng: Random) -> Tray:
    """Somebody's board at the end of a game."""
    board = play_random(2, rng).table.boards[0]
    return replace(tray, board=board, number=tray.number + 1)


def _with_die(tray: Tray, number: int, die: LaidDie) -> Tray:
    return replace(tray, dice=(*tray.dice[:number], die, *tray.dice[number + 1 :]))


# The camera


def camera_of(tray: Tray, is_board: bool) -> Camera:
    """A camera straight above, near enough for the dice or for a whole board."""
    wide, high = tray.place.size_wh
    zoom = DIE_PX * wide / 1280 / tray.place.dice.size_mm
    if is_board:
        zoom = BOARD_SHARE * high / max(size_of(tray.place.boards[0]))
    return replace(
        tray.place.camera,
        zoom=zoom,
        look_at_mm=(0.0, 0.0),
        tilt_deg=0.0,
        rotation_deg=0.0,
        bend=0.0,
    )


def frame_of(tray: Tray, is_board: bool, seed: int) -> Image:
    """What the camera sees of the dice, or of the board; `seed` is for the noise alone."""
    place = tray.place
    bare = throw_setup(place, _ANY, seed).scene
    scene = replace(bare, camera=camera_of(tray, is_board), light=Light(), seed=seed)
    if not is_board:
        return draw(Setup(scene, place.dice, tray.dice)).frame_bgr
    return draw(Setup(scene, place.dice, (), (laid_board(tray),))).frame_bgr


def laid_board(tray: Tray) -> LaidBoard:
    """The board as it lies under the camera."""
    place = tray.place
    hand = place.hands[tray.number % len(place.hands)]
    return LaidBoard(place.boards[0], hand, board_name(tray.board), seed=tray.number)


def spot_of(tray: Tray, is_board: bool, pixel: Point) -> Point:
    """The place on the table that a pixel of the frame shows."""
    camera = camera_of(tray, is_board)
    wide, high = camera.size_wh
    return (pixel[0] - wide / 2) / camera.zoom, (pixel[1] - high / 2) / camera.zoom


def cell_at(tray: Tray, at: Point) -> Cell | None:
    """The cell of the board there."""
    corners = grid_corners(tray.place.boards[0])
    (left, top), (right, low) = corners[0], corners[2]
    column = math.floor((at[0] - left) / (right - left) * SIZE) + 1
    row = math.floor((at[1] - top) / (low - top) * SIZE) + 1
    inside = 1 <= row <= SIZE and 1 <= column <= SIZE
    return Cell(row, column) if inside else None
