"""Training pictures in number: pieces of tables with maps of their squares, and single squares."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from tqdm import tqdm

from engine.mosaix.players import roll_dice
from engine.mosaix.values import DICE, SIZE, SYMBOLS, arrangements
from vision.boards.classes import EMPTY_CELL, SPOILT_CELL
from vision.dice.classes import (
    LEANING_DIE,
    LEVEL_DIE,
    NO_DIE,
    NO_FACE,
    STACKED_DIE,
    STACKED_FACE,
    TILTED_FACE,
)
from vision.dice.reading import ASKEW, STACKED, TILTED
from vision.dice.seen import outward
from vision.dice.squares import squares_of
from vision.lab.mosaix.synth.clutter import random_text
from vision.lab.mosaix.synth.homes import draw_board, draw_throw, home
from vision.lab.mosaix.synth.marks import people
from vision.lab.mosaix.synth.render import DrawnFrame, TrueDie
from vision.lab.mosaix.synth.sheets import SPOILT
from vision.lab.mosaix.synth.throws import MISHAPS
from vision.lab.train.workshop import Workshop, made_of, recipe
from vision.picture import Floats, Image, floats, pixels
from vision.symbols import Finder, view_of

FRAME_WH = (960, 720)
BOARD_WH = (480, 360)  # the size at which a board is looked for
PIECE_PX = 448
PATCH_PX, PATCH_SPAN, LIE_PATCH_SPAN = 64, 2.0, 3.2
CELL_PATCH_PX = 80
MATE_PATCH_PX, MATE_PATCH_SPAN = 96, 2.9
SHRUNK = 0.6  # of its side: the part of a square that the finder's first map shows
THROWS_A_HOME = 2
BY_NOBODY = 4  # one board in so many has no person's marks, but made-up ones
_MATE_SEEN = 0.5  # share of a face from which the finder sees its die
_MISHAPS = (*MISHAPS, STACKED, TILTED, ASKEW)  # the last three twice: they are hard to tell


def _decoded(file: bytes) -> Image:
    return pixels(cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR))


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a picture as JPEG and, as PNG, its three maps: squares shrunk, all of it, and odd
    squares shrunk (dice that lean or lie on another)."""

    jpeg: bytes
    maps: bytes

    def unpack(self) -> tuple[Image, Image]:
        """Picture and maps, both (h, w, 3)."""
        return _decoded(self.jpeg), _decoded(self.maps)

    @property
    def is_bare(self) -> bool:
        """Whether nothing of what is looked for is there."""
        return not _decoded(self.maps).any()


@dataclass(frozen=True, slots=True)
class Shots:
    """Pieces for a finder, patches (n, 64, 64, 3) and their classes (n,) for a namer."""

    pieces: tuple[Piece, ...]
    patches: Image
    classes: Image

    def digest(self) -> str:
        """A short name, equal for equal shots."""
        pieces = b"".join(piece.jpeg for piece in self.pieces)
        arrays = (self.patches.tobytes(), self.classes.tobytes())
        return made_of(*map(zlib.crc32, (pieces, *arrays)))

    def with_others(self, other: Shots) -> Shots:
        """These and the others' patches."""
        return Shots(
            self.pieces,
            np.concatenate([self.patches, other.patches]),
            np.concatenate([self.classes, other.classes]),
        )


def shrunken(quad_xy: Floats) -> Floats:
    """The quad drawn together about its middle."""
    middle = floats(quad_xy).mean(axis=0)
    return floats(middle + (quad_xy - middle) * SHRUNK)


def _filled(size_wh: tuple[int, int], quads: Sequence[Floats]) -> Image:
    page = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(
            page, np.round((quad - 0.5) * 16).astype(np.int32), (255,), cv2.LINE_AA, 4
        )
    return page


def _piece(picture: Image, *maps: Image) -> Piece:
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    _, png = cv2.imencode(".png", np.dstack(maps))
    return Piece(jpeg.tobytes(), png.tobytes())


def throws(seed: int) -> Shots:
    """Pieces and faces of a few throws in one home."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, 51])
    lots = Random(seed)
    place = home(seed, FRAME_WH, calm=bool(rng.random() < 0.3))
    pieces: list[Piece] = []
    faces: list[tuple[Image, int]] = []
    for number in range(THROWS_A_HOME):
        figure = lots.choice(arrangements(roll_dice(lots)))
        mishap = str(rng.choice(_MISHAPS)) if rng.random() < 0.5 else None
        drawn = draw_throw(place, figure, number, mishap, clutter=bool(rng.random() < 0.6))
        whole_faces = [
            floats(die.quad_xy) for die in drawn.dice if die.is_level and die.visible > 0.75
        ]
        odd_faces = [
            floats(die.quad_xy)
            for die in drawn.dice
            if (die.z_mm > 0 or not die.is_level) and die.visible > 0.5
        ]
        shrunk, odd = (
            _filled(FRAME_WH, [shrunken(quad) for quad in quads])
            for quads in (whole_faces, odd_faces)
        )
        for corner in _corners(drawn, rng):
            cut = np.s_[corner[1] : corner[1] + PIECE_PX, corner[0] : corner[0] + PIECE_PX]
            pieces.append(_piece(drawn.frame_bgr[cut], shrunk[cut], drawn.bodies[cut], odd[cut]))
        faces += [
            (view_of(drawn.frame_bgr, quad, PATCH_PX, PATCH_SPAN), name)
            for quad, name in _faces(drawn, mishap, rng)
        ]
    return _shots(pieces, faces)


def _corners(drawn: DrawnFrame, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Where pieces are cut: one about the dice, one anywhere."""
    w, h = FRAME_WH
    most = np.array([w - PIECE_PX, h - PIECE_PX])
    spots = [rng.uniform(0, 1, 2) * most]
    if drawn.dice:
        middle = np.mean([die.quad_xy.mean(axis=0) for die in drawn.dice], axis=0)
        spots.append(middle - PIECE_PX / 2 + rng.uniform(-120, 120, 2))
    clipped = [np.clip(spot, 0, most).astype(int) for spot in spots]
    return [(int(x), int(y)) for x, y in clipped]


def _faces(
    drawn: DrawnFrame, mishap: str | None, rng: np.random.Generator
) -> list[tuple[Floats, int]]:
    """Quads with what they show: upper faces, and as many that are none."""
    found = []
    for die in drawn.dice:
        name = _face_class(die, mishap)
        if name is None:
            continue
        quad = floats(die.quad_xy)
        found.append((quad, name))
        side = np.sqrt(abs(cv2.contourArea(quad)))
        way = rng.uniform(0, 2 * np.pi)
        by = side * rng.uniform(0.35, 1.1)
        shifted = floats(quad + by * np.array([np.cos(way), np.sin(way)]))
        others = [d.quad_xy.mean(axis=0) for d in drawn.dice]
        clear = min(float(np.linalg.norm(o - shifted.mean(axis=0))) for o in others)
        if clear > 0.33 * side:
            found.append((shifted, NO_FACE))
    for board in drawn.boards:
        cells = cell_quads(floats(board.quad_xy))
        found += [(cells[int(k)], NO_FACE) for k in rng.integers(0, SIZE * SIZE, 4)]
    w, h = FRAME_WH
    for _ in range(2):
        middle, side = rng.uniform(0, 1, 2) * (w, h), float(rng.uniform(14, 60))
        turn = rng.uniform(0, np.pi / 2)
        turns = turn + np.radians([225, 315, 45, 135])
        quad = middle + side / np.sqrt(2) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        if all(np.linalg.norm(d.quad_xy.mean(axis=0) - middle) > side for d in drawn.dice):
            found.append((floats(quad), NO_FACE))
    return found


def leans(seed: int) -> Shots:
    """Dice as they lie to one another: level, leaning, or one on another."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, 57])
    lots = Random(seed)
    place = home(seed, FRAME_WH, calm=bool(rng.random() < 0.3))
    views = []
    for number, mishap in enumerate((TILTED, TILTED, STACKED if rng.random() < 0.6 else None)):
        figure = lots.choice(arrangements(roll_dice(lots)))
        drawn = draw_throw(place, figure, number, mishap, clutter=bool(rng.random() < 0.15))
        straight = _straight(drawn)
        for die in drawn.dice:
            if die.visible > 0.75:
                (quad,) = outward([floats(straight + die.quad_xy.mean(axis=0))], FRAME_WH)
                view = view_of(drawn.frame_bgr, quad, PATCH_PX, LIE_PATCH_SPAN)
                views.append((view, _lie_class(die)))
    return _shots([], views)


def mates(seed: int) -> Shots:
    """The four dice of a throw together, all of them level or one that is not: each four patches
    that follow one another are a throw."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, 59])
    lots = Random(seed)
    place = home(seed, FRAME_WH, calm=bool(rng.random() < 0.4))
    views = []
    for number, mishap in enumerate((TILTED, TILTED, STACKED if rng.random() < 0.25 else None)):
        figure = lots.choice(arrangements(roll_dice(lots)))
        drawn = draw_throw(place, figure, number, mishap, clutter=bool(rng.random() < 0.1))
        dice = [die for die in drawn.dice if die.visible > _MATE_SEEN]
        if len(dice) == DICE:
            straight = _straight(drawn)
            quads = [floats(straight + die.quad_xy.mean(axis=0)) for die in dice]
            for die, quad in zip(dice, outward(quads, FRAME_WH), strict=True):
                view = view_of(drawn.frame_bgr, quad, MATE_PATCH_PX, MATE_PATCH_SPAN)
                views.append((view, _lie_class(die)))
    return _shots([], views, MATE_PATCH_PX)


def _straight(drawn: DrawnFrame) -> Floats:
    """The corners of a die that lies level, about its middle."""
    level = next(die.quad_xy for die in drawn.dice if die.is_level and die.z_mm == 0)
    return floats(level - level.mean(axis=0))


def _lie_class(die: TrueDie) -> int:
    if die.z_mm > 0:
        return STACKED_DIE
    return LEVEL_DIE if die.is_level else LEANING_DIE


def phantoms(pieces: Sequence[Piece], finder: Finder) -> Shots:
    """What a finder takes for dice where there are none."""
    views = []
    for number, piece in enumerate(tqdm(pieces, desc="phantoms", mininterval=5)):
        picture, maps = piece.unpack()
        (faces, *_), scale = finder.maps(picture, PIECE_PX)
        for square in squares_of(faces, scale):
            (x, y), side = square.middle, square.side
            box = np.s_[
                max(0, int(y - side)) : int(y + side), max(0, int(x - side)) : int(x + side)
            ]
            if not maps[box].any():
                quad = np.roll(square.turned(30.0 * (number % 3)).quad_xy, number % 4, axis=0)
                views.append((view_of(picture, quad, PATCH_PX, LIE_PATCH_SPAN), NO_DIE))
    return _shots([], views)


def _face_class(die: TrueDie, mishap: str | None) -> int | None:
    """What a die's outline shows; None if that is open to doubt."""
    if not die.is_level:
        return TILTED_FACE if die.visible > 0.6 else None
    if mishap == "stacked" and (die.z_mm > 0 or 0.15 < die.visible < 0.9):
        return STACKED_FACE
    if die.visible > 0.93:
        return SYMBOLS.index(die.symbol)
    return NO_FACE if die.visible < 0.8 else None


def cell_quads(grid_xy: Floats) -> list[Floats]:
    """The 49 quads of a grid whose corners are given clockwise from a1's, row by row."""
    unit = floats([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]])
    matrix = cv2.getPerspectiveTransform(unit, floats(grid_xy))
    return [
        floats(cv2.perspectiveTransform(floats([unit / SIZE + [column, row]]), matrix)[0])
        for row in range(SIZE)
        for column in range(SIZE)
    ]


def boards(seed: int) -> Shots:
    """A board's photo as one piece, and its cells; most are drawn by people, where their marks are
    there, and half are being counted."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, 53])
    drawn_by = people(held_out=False) if seed % BY_NOBODY else ()
    place = home(seed, FRAME_WH, calm=bool(rng.random() < 0.3), people=drawn_by)
    letters = list(random_text(rng, float(rng.choice([1.0, rng.random()]))))
    for at in rng.integers(0, len(letters), 3):
        if letters[at] != "/" and at != len(letters) // 2:
            letters[at] = SPOILT
    least_zone = int(rng.choice([2, 3, 4])) if seed // BY_NOBODY % 2 == 0 else 0
    hand_over = bool(rng.random() < 0.12)
    drawn = draw_board(place, "".join(letters), 0, hand_over=hand_over, least_zone=least_zone)
    (board,) = drawn.boards
    quads = cell_quads(floats(board.quad_xy))
    shrink = BOARD_WH[0] / FRAME_WH[0]
    shrunk = _filled(BOARD_WH, [shrunken(quad * shrink) for quad in quads])
    whole = _filled(BOARD_WH, [floats(board.quad_xy * shrink)])
    covered = pixels(cv2.resize(drawn.covered, BOARD_WH, interpolation=cv2.INTER_AREA))
    shrunk[covered > 127] = 0
    small = pixels(cv2.resize(drawn.frame_bgr, BOARD_WH, interpolation=cv2.INTER_AREA))
    faces = []
    for letter, quad in zip(board.text.replace("/", ""), quads, strict=True):
        hidden = float((drawn.covered[_mask(quad)] > 0).mean()) if drawn.covered.any() else 0.0
        name = EMPTY_CELL if letter == "." else "OTX".find(letter)
        if hidden > 0.3 or name < 0:
            name = SPOILT_CELL
        elif hidden > 0.02:
            continue
        faces.append((view_of(drawn.frame_bgr, quad, CELL_PATCH_PX, PATCH_SPAN), name))
    piece = _piece(small, shrunk, whole, np.zeros_like(whole))
    return _shots([piece], faces, CELL_PATCH_PX)


def _mask(quad: Floats) -> tuple[slice, slice]:
    (x0, y0), (x1, y1) = (np.maximum(v, 0).astype(int) for v in (quad.min(0), quad.max(0)))
    return slice(int(y0), int(y1) + 1), slice(int(x0), int(x1) + 1)


def _shots(pieces: list[Piece], faces: list[tuple[Image, int]], side_px: int = PATCH_PX) -> Shots:
    patches = np.zeros((len(faces), side_px, side_px, 3), np.uint8)
    for at, (patch, _) in enumerate(faces):
        patches[at] = patch
    return Shots(tuple(pieces), patches, np.array([name for _, name in faces], np.int64))


def make(maker: Callable[[int], Shots], seeds: Sequence[int], shop: Workshop) -> Shots:
    """The shots of these seeds together, with a progress bar."""
    name = maker.__name__

    def drawn() -> list[Shots]:
        return [maker(seed) for seed in tqdm(seeds, desc=name, mininterval=5)]

    parts = made_of(recipe(__name__), name, seeds, len(people(held_out=False)))
    done = shop.kept(name, parts, drawn)
    return Shots(
        tuple(piece for shots in done for piece in shots.pieces),
        np.concatenate([shots.patches for shots in done]),
        np.concatenate([shots.classes for shots in done]),
    )
