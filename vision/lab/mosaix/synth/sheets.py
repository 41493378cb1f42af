"""Wipe-off boards as sprites: print, handwriting and what wiping left behind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from engine.mosaix import Symbol
from engine.mosaix.values import SIZE
from vision.lab.mosaix.synth.marks import KINDS, mark_ink
from vision.lab.mosaix.synth.prints import printed
from vision.lab.mosaix.synth.strokes import ink_of, scribble, strokes_of
from vision.lab.mosaix.synth.styles import BoardStyle, Hand
from vision.lab.synth import pen
from vision.lab.synth.arrays import F32, F64, RGB, f32, linear_bgr
from vision.lab.synth.noise import grain, layered_noise
from vision.lab.synth.sheet import ThingSheet
from vision.lab.synth.sprite import Sprite, slope_of

BOXES = 8
SPOILT = "#"  # in `text`: a cell scrawled over, which nobody can read
_LETTERS = {symbol.value: symbol for symbol in Symbol}


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """One board where it lies; `text` as the engine writes boards, `#` for a spoilt cell."""

    style: BoardStyle
    hand: Hand
    text: str
    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0
    smears: int = 0
    ghosts: int = 0  # wiped symbols that still show a little
    crossed: int = 0  # boxes of the scale that are crossed out
    counted: bool = False  # something is written in the table of the count
    frames: tuple[tuple[int, ...], ...] = ()  # zones, as numbers of cells, with a line drawn around
    wiped: tuple[tuple[int, str], ...] = ()  # cells whose symbol was wiped out, and which it was
    prints: int = 0  # of thumbs
    seed: int = 0

    @property
    def letters(self) -> str:
        """The 49 cells row by row."""
        return self.text.partition("+")[0].replace("/", "")


def size_of(style: BoardStyle) -> tuple[float, float]:
    """Width and height of the whole board in millimetres."""
    top, right, bottom, left = margins(style)
    grid = SIZE * style.cell_mm
    return left + grid + right, top + grid + bottom


def margins(style: BoardStyle) -> tuple[float, float, float, float]:
    """Millimetres of board above, right of, below and left of the grid."""
    top, right, bottom, left = style.margin_mm
    cell = style.cell_mm
    if style.title:
        top += 8
    if style.scale:
        top += cell * 0.8
    if style.table == "right":
        right += cell * 2.9
    elif style.table == "below":
        bottom += cell * 2.6
    return top, right, bottom, left


def grid_corners(style: BoardStyle) -> F64:
    """(4, 2) millimetres of the grid's corners from the board's middle, clockwise from a1's."""
    width, height = size_of(style)
    top, _, _, left = margins(style)
    x0, y0 = left - width / 2, top - height / 2
    grid = SIZE * style.cell_mm
    return np.array([[x0, y0], [x0 + grid, y0], [x0 + grid, y0 + grid], [x0, y0 + grid]])


@lru_cache(maxsize=6)
def sprite_of(board: LaidBoard, px: float) -> tuple[Sprite, tuple[int, int]]:
    """The board seen from above at `px` pixels a millimetre, and its size in pixels."""
    sheet = ThingSheet(size_of(board.style), px)
    rng = np.random.default_rng([board.seed, 41])
    _print(sheet, board.style)
    _ghosts(sheet, board, rng)
    _write(sheet, board, rng)
    _frames(sheet, board, rng)
    for _ in range(board.smears):
        _smear(sheet, board, rng)
    for _ in range(board.prints):
        _thumb(sheet, rng)
    sheet.albedo *= f32(1 + 0.012 * grain(rng, sheet.wh, 1))[..., None]
    sheet.gloss[:] = board.style.gloss
    slope = slope_of(f32(0.12 * layered_noise(rng, sheet.wh, (60 * px, 60 * px), 2)), px)
    return Sprite(sheet.albedo, sheet.alpha, slope, sheet.gloss), sheet.wh


def _print(sheet: ThingSheet, style: BoardStyle) -> None:
    """The board as it came from the printer."""
    width, height = sheet.size_mm
    sheet.solid(sheet.box(0, 0, width, height, 3.0), style.base)
    (x0, y0), _, (x1, y1), _ = grid_corners(style)
    cell = style.cell_mm
    if style.frame_mm:
        frame = 2 * style.frame_mm + SIZE * cell
        sheet.paint(sheet.box((x0 + x1) / 2, (y0 + y1) / 2, frame, frame), style.line)
    middle = SIZE // 2
    for row in range(SIZE):
        for column in range(SIZE):
            at = x0 + (column + 0.5) * cell, y0 + (row + 0.5) * cell
            colour = style.other_cell if (row + column) % 2 else style.cell
            if style.centre and row == column == middle:
                colour = style.centre
            side = cell - style.gap_mm
            _patch(sheet, at, (side, side), style.round_mm, colour)
    if style.line_mm:
        for k in range(SIZE + 1):
            _rule(sheet, (x0, y0 + k * cell), (x1, y0 + k * cell), style.line_mm, style.line)
            _rule(sheet, (x0 + k * cell, y0), (x0 + k * cell, y1), style.line_mm, style.line)
    _print_around(sheet, style, float(x0), float(y0))


def _print_around(sheet: ThingSheet, style: BoardStyle, x0: float, y0: float) -> None:
    """Title, scale of boxes and table of the count."""
    cell = style.cell_mm
    grid = SIZE * cell
    ink = style.line if sum(style.base) > 300 else (240, 240, 236)
    if style.title:
        at = sheet.at([[x0, y0 - (cell * 0.8 if style.scale else 0) - 5]])[0]
        mask = pen.page(sheet.wh)
        pen.write(mask, "MOSAIX", at, 5 * sheet.px, cv2.FONT_HERSHEY_DUPLEX, round(0.8 * sheet.px))
        sheet.paint(f32(f32(mask) / 255.0), ink)
    if style.scale:
        for k in range(BOXES):
            at_box = box_place(style, k)
            _outlined(sheet, at_box, (cell * 0.45, cell * 0.45), ink, style.cell)
    if style.table == "none":
        return
    side = cell * 0.62
    if style.table == "right":
        left, top = x0 + grid + cell * 0.7, y0 + grid * 0.35
    else:
        left, top = x0 + grid * 0.3, y0 + grid + cell * 0.65
    for row, symbol in enumerate(Symbol):
        y = top + row * cell * 0.72
        mark = printed(symbol, style.design, max(6, round(side * sheet.px)))
        _stamp(sheet, mark, (left, y), ink)
        for k in range(3):
            _outlined(sheet, (left + (k + 1) * cell * 0.68, y), (side, side), ink, style.cell)


def box_place(style: BoardStyle, number: int) -> tuple[float, float]:
    """The middle of a box of the scale, in millimetres from the board's middle."""
    (x0, y0), *_ = grid_corners(style)
    cell = style.cell_mm
    return float(x0) + (number + 0.5) * cell * 0.7, float(y0) - cell * 0.5


def _write(sheet: ThingSheet, board: LaidBoard, rng: np.random.Generator) -> None:
    """The printed centre, and everything somebody has drawn."""
    style, hand = board.style, board.hand
    (x0, y0), *_ = grid_corners(style)
    cell = style.cell_mm
    side = max(8, round(1.3 * cell * sheet.px))
    for number, letter in enumerate(board.letters):
        row, column = divmod(number, SIZE)
        at = float(x0) + (column + 0.5) * cell, float(y0) + (row + 0.5) * cell
        if number == SIZE * SIZE // 2 and letter in _LETTERS:
            mark = printed(_LETTERS[letter], style.design, max(8, round(cell * sheet.px)))
            _stamp(sheet, mark, at, style.ink)
        elif letter != ".":
            _stamp(sheet, _drawn(letter, hand, cell, side, rng), at, hand.pen)
    if style.scale:
        for k in range(board.crossed):
            small = [stroke * 0.5 for stroke in strokes_of(Symbol.CROSS, hand, rng)]
            _stamp(sheet, ink_of(small, hand, cell, side, rng), box_place(style, k), hand.pen)
    if board.counted and style.table == "right":
        mask = pen.page(sheet.wh)
        for row in range(3):
            at_mm = (float(x0) + SIZE * cell + cell * 1.15, float(y0) + cell * (2.6 + 0.72 * row))
            text = str(int(rng.integers(1, 60)))
            height = 0.28 * cell * sheet.px
            where = sheet.at([at_mm])[0]
            pen.write(mask, text, where, height, cv2.FONT_HERSHEY_SIMPLEX, round(sheet.px))
        sheet.paint(f32(f32(mask) / 255.0), hand.pen)


def _drawn(letter: str, hand: Hand, cell: float, side: int, rng: np.random.Generator) -> F32:
    """A symbol's ink; or a cell scrawled over, or with one symbol drawn on another."""
    if letter != SPOILT:
        return _symbol(_LETTERS[letter], hand, cell, side, rng)
    if rng.random() < 0.5:
        return ink_of(scribble(rng), hand, cell, side, rng)
    first, second = (tuple(Symbol)[int(i)] for i in rng.permutation(3)[:2])
    if not hand.person:
        both = strokes_of(first, hand, rng) + strokes_of(second, hand, rng)
        return ink_of(both, hand, cell, side, rng)
    inks = [_symbol(symbol, hand, cell, side, rng) for symbol in (first, second)]
    return f32(np.maximum(*inks))


def _symbol(symbol: Symbol, hand: Hand, cell: float, side: int, rng: np.random.Generator) -> F32:
    if hand.person and symbol in KINDS:
        return mark_ink(symbol, hand, cell, side, rng)
    return ink_of(strokes_of(symbol, hand, rng), hand, cell, side, rng)


def _ghosts(sheet: ThingSheet, board: LaidBoard, rng: np.random.Generator) -> None:
    """Symbols of an earlier game that were not wiped off altogether."""
    (x0, y0), *_ = grid_corners(board.style)
    cell = board.style.cell_mm
    side = max(8, round(1.3 * cell * sheet.px))
    for _ in range(board.ghosts):
        row, column = (int(v) for v in rng.integers(0, SIZE, 2))
        if (row, column) == (SIZE // 2, SIZE // 2):
            continue
        symbol = tuple(Symbol)[int(rng.integers(3))]
        ink = _symbol(symbol, board.hand, cell, side, rng)
        at = float(x0) + (column + 0.5) * cell, float(y0) + (row + 0.5) * cell
        soft = f32(cv2.GaussianBlur(ink, (0, 0), 0.25 * sheet.px))
        _stamp(sheet, f32(soft * float(rng.uniform(0.04, 0.14))), at, board.hand.pen)
    for number, letter in board.wiped:
        row, column = divmod(number, SIZE)
        at = float(x0) + (column + 0.5) * cell, float(y0) + (row + 0.5) * cell
        ink = _symbol(_LETTERS[letter], board.hand, cell, side, rng)
        _stamp(sheet, _wiped(ink, sheet.px, rng), at, board.hand.pen)


def _wiped(ink: F32, px: float, rng: np.random.Generator) -> F32:
    """What a finger or a cloth leaves of a symbol: little of it, drawn out one way, some of it in
    streaks."""
    way = rng.uniform(0, 2 * np.pi)
    reach = max(2, round(float(rng.uniform(1, 5)) * px))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    end = reach + np.round(reach * np.array([np.cos(way), np.sin(way)])).astype(int)
    cv2.line(kernel, (reach, reach), end.tolist(), (1.0,), max(1, round(0.6 * px)))
    drawn = cv2.filter2D(ink, -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT)
    left = float(rng.uniform(0.0, 0.1)), float(rng.uniform(0.0, 0.14))
    return f32(ink * left[0] + drawn * left[1])


def _frames(sheet: ThingSheet, board: LaidBoard, rng: np.random.Generator) -> None:
    """Lines around zones, as people draw them when they count: along the cells' edges, more or
    less."""
    if not board.frames:
        return
    (x0, y0), *_ = grid_corners(board.style)
    cell, finer = board.style.cell_mm, 24
    mask = pen.page(sheet.wh)
    wide = max(1, round(board.hand.pen_mm * float(rng.uniform(0.6, 1.4)) * sheet.px))
    for zone in board.frames:
        cells = np.zeros((SIZE * finer + 2 * finer,) * 2, np.uint8)
        for number in zone:
            row, column = divmod(number, SIZE)
            cells[(row + 1) * finer : (row + 2) * finer, (column + 1) * finer :][:, :finer] = 1
        off = int(rng.integers(-3, 4))  # in 24ths of a cell: inside or outside of the edges
        round_off = np.ones((2 * abs(off) + 1,) * 2, np.uint8)
        moved = (cv2.dilate if off > 0 else cv2.erode)(cells, round_off)
        contours, _ = cv2.findContours(moved, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            points = contour[::3, 0] / finer - 1.0
            count = max(4, len(points) // 6)
            drift = rng.normal(0, float(rng.uniform(0.01, 0.035)), (2, count))
            at = np.linspace(0, count - 1, len(points))
            wobble = np.stack([np.interp(at, np.arange(count), row) for row in drift], axis=1)
            line = (points + wobble) * cell + np.array([x0, y0])
            pen.line(mask, pen.fixed(sheet.at(line)), wide, closed=True)
    sheet.paint(f32(f32(mask) / 255.0 * board.hand.cover), _frame_pen(board.hand, rng))


def _frame_pen(hand: Hand, rng: np.random.Generator) -> RGB:
    """The colour of the pen that counts: often the one that drew."""
    others: tuple[RGB, ...] = ((22, 22, 26), (30, 48, 150), (176, 28, 36), (16, 110, 60))
    return hand.pen if rng.random() < 0.6 else others[int(rng.integers(len(others)))]


def _thumb(sheet: ThingSheet, rng: np.random.Generator) -> None:
    """A thumb's print in somebody's ink or in grease: ridges, pale or dark."""
    width, height = sheet.size_mm
    x, y = rng.uniform(-0.45, 0.45, 2) * [width, height]
    ax, ay = sheet.axes()
    turn = rng.uniform(0, np.pi)
    along = (ax - x) * np.cos(turn) + (ay - y) * np.sin(turn)
    across = (ay - y) * np.cos(turn) - (ax - x) * np.sin(turn)
    away = np.hypot(along / rng.uniform(8, 12), across / rng.uniform(6, 9))
    ridges = 0.5 + 0.5 * np.sin(
        np.hypot(along * 0.8 + rng.uniform(-4, 4), across) * (2 * np.pi / rng.uniform(0.5, 0.9))
    )
    cover = np.clip(1.3 - away, 0, 1) ** 0.5 * (0.35 + 0.65 * ridges) * rng.uniform(0.03, 0.22)
    tone = int(rng.choice([30, 60, 150, 235]))
    sheet.paint(f32(cover), (tone, tone, tone))


def _smear(sheet: ThingSheet, board: LaidBoard, rng: np.random.Generator) -> None:
    """A pale streak that a thumb or a cloth has drawn."""
    mask = pen.page(sheet.wh)
    width, height = sheet.size_mm
    start = rng.uniform(-0.45, 0.45, 2) * [width, height]
    run = rng.normal(0, 25, 2)
    pen.line(mask, pen.fixed(sheet.at([start, start + run])), round(rng.uniform(4, 14) * sheet.px))
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0 * sheet.px)
    streaks = layered_noise(rng, sheet.wh, (14 * sheet.px, 3 * sheet.px), 3)
    strength = float(rng.uniform(0.04, 0.16))
    cover = f32(f32(soft) / 255.0 * strength * np.clip(1 + 1.2 * streaks, 0, 2))
    sheet.paint(cover, board.hand.pen)


def _patch(
    sheet: ThingSheet,
    at: tuple[float, float],
    size: tuple[float, float],
    radius: float,
    colour: RGB,
) -> None:
    """A rounded rectangle of one colour, painted only where it is."""
    (x0, y0), (x1, y1) = sheet.at(np.array([np.array(at) - size, np.array(at) + size]))
    box = max(0, int(x0)), max(0, int(y0)), int(x1) + 1, int(y1) + 1
    ax, ay = sheet.axes()
    x, y = ax[:, box[0] : box[2]] - at[0], ay[box[1] : box[3]] - at[1]
    qx, qy = np.abs(x) - (size[0] / 2 - radius), np.abs(y) - (size[1] / 2 - radius)
    outer = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
    inside = radius - outer - np.minimum(np.maximum(qx, qy), 0)
    cover = f32(np.clip(inside * sheet.px + 0.5, 0, 1))[..., None]
    area = sheet.albedo[box[1] : box[3], box[0] : box[2]]
    area += cover * (linear_bgr(colour) - area)


def _outlined(
    sheet: ThingSheet, at: tuple[float, float], size: tuple[float, float], line: RGB, within: RGB
) -> None:
    _patch(sheet, at, size, 0.3, line)
    _patch(sheet, at, (size[0] - 1.0, size[1] - 1.0), 0.2, within)


def _rule(
    sheet: ThingSheet, a: tuple[float, float], b: tuple[float, float], wide: float, colour: RGB
) -> None:
    middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    _patch(sheet, middle, (abs(b[0] - a[0]) + wide, abs(b[1] - a[1]) + wide), 0.0, colour)


def _stamp(sheet: ThingSheet, ink: F32, at: tuple[float, float], colour: RGB) -> None:
    """Ink (n, n) around a place, cut where the board ends."""
    h, w = ink.shape
    x, y = (int(v) for v in np.round(sheet.at([at])[0] - np.array([w, h]) / 2))
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, sheet.wh[0]), min(y + h, sheet.wh[1])
    if x1 <= x0 or y1 <= y0:
        return
    area = sheet.albedo[y0:y1, x0:x1]
    cover = ink[y0 - y : y1 - y, x0 - x : x1 - x, None]
    area += cover * (linear_bgr(colour) - area)
