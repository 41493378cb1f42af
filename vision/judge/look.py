"""Looks at one frame of a game: what is on the table, what is in the way, and again where needed.

Reading → the joker by its company (`anchor`) → without clutter → cells in the picture (`cellmap`)
→ evidence, with second looks at places that matter and with what lies under a hand left open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from engine.sepmosa import JOKER_CELL, Cell, Mosaic, Table
from engine.sepmosa.values import JOKER
from vision.checkup import sharpness
from vision.geometry import covered, overlap, touching
from vision.judge.anchor import anchored, is_the_other, other_jokers, settled
from vision.judge.bare import lain_over, without_bare
from vision.judge.cellmap import CellMap, cell_map
from vision.judge.clutter import (
    is_flat,
    is_misshapen,
    is_odd_joker,
    lying_flat,
    within_reach,
    without_clutter,
)
from vision.judge.cover import CoverFinder, share_covered
from vision.judge.decide import propose
from vision.judge.evidence import Evidence, Sight, evidence_of, merged, shares_by_tile
from vision.judge.proposal import Blocked, Proposal, Status
from vision.net import MODELS
from vision.picture import Floats, Image, Picture, floats
from vision.thresholds import judge as limits
from vision.tiles.candidates import best_of_each
from vision.tiles.colour import PictureColour, with_known_colour
from vision.tiles.faces import FaceReading
from vision.tiles.lattice import is_action
from vision.tiles.read import Reader
from vision.tiles.reading import Problem, Reading
from vision.tiles.rectify import face_of

LARGER_PX = 960  # longer side of the picture in which overlooked action tiles are looked for
BLOCKING = {
    Problem.TWO_JOKERS: Blocked.TWO_JOKERS,
    Problem.JOKER_TURNED: Blocked.JOKER_TURNED,
    Problem.NO_JOKER: Blocked.NO_JOKER,
    Problem.NO_COLOUR: Blocked.NO_COLOUR,
}


@dataclass(frozen=True, slots=True)
class Eyes:
    """What looking takes: the reader of tiles and the finder of hands."""

    reader: Reader
    cover: CoverFinder


def open_eyes(models: Path = MODELS) -> Eyes:
    """Both, loaded."""
    return Eyes(Reader(models), CoverFinder(models / "cover.onnx"))


@dataclass(frozen=True, slots=True)
class FrameView:
    """What one frame says of a known table: its evidence, or why there is none."""

    evidence: Evidence | None
    blocked: Blocked | None = None
    lattice: CellMap | None = None
    reading: Reading | None = None  # all of it, with what takes no part
    is_foreign: bool = False  # the tiles are not of the set that was taught


def look(
    eyes: Eyes,
    picture: Picture,
    table: Table,
    hands: Floats | None = None,
    joker_xy: Floats | None = None,
) -> FrameView:
    """What a frame says about a table as the game knows it; `hands` where it is known what is over
    the table (shares, as `cover` maps them), `joker_xy` where it is known how the joker lies."""
    mosaic = table.mosaic
    read = anchored(eyes.reader.read_picture(picture), mosaic, joker_xy)
    if hands is None:
        hands = eyes.cover.covered(picture.frame_bgr)
    shaped = _well_shaped(read, mosaic)
    if shaped is None:
        return FrameView(None, Blocked.BLUR)
    reading = without_clutter(shaped)
    lattice = cell_map(reading)
    blocked = _blocked(reading, picture, hands)
    if blocked is not None or lattice is None:
        return FrameView(None, blocked or Blocked.NO_JOKER, reading=read)
    near = within_reach(lying_flat(reading, lattice), lattice, mosaic, table.played)
    if is_the_other(reading, near, lattice, mosaic):
        return FrameView(None, Blocked.NO_JOKER, reading=read)
    reading = near
    evidence = evidence_of(settled(reading, lattice, mosaic))
    missing = [cell for cell in mosaic if cell not in evidence.cells]
    places = lattice.outlines_of({*missing, *mosaic.board.cells(mosaic.board.open_cells())})
    if any(share_outside(places[cell], picture.size_wh) > limits.OUTSIDE for cell in missing):
        return FrameView(None, Blocked.OUT_OF_FRAME, lattice, read)
    is_over = float((hands > 0.5).mean()) > limits.OVER_A_BARE_TABLE
    hands = without_bare(hands, picture.frame_bgr, lattice.outlines.values())
    bare = [cell for cell in places if cell not in mosaic and cell not in evidence.cells]
    dropped = [floats(tile.quad) for tile in read.tiles if tile not in reading.tiles]
    doubtful = [*missing, *cells_under(dropped, bare, places)]
    again = look_again(eyes.reader, picture, reading.colour, places, doubtful)
    if evidence.cells.keys() | again.keys() == mosaic.keys():
        # nothing changed, it seems: a tile just laid may have been overlooked
        again |= look_again(eyes.reader, picture, reading.colour, places, bare, is_bare=True)
    cells = {**evidence.cells, **again}
    is_untouched = not mosaic and not cells
    if is_untouched and is_over:  # also of the wood's colour; the mosaic's joker may be under it
        return FrameView(None, Blocked.COVERED, lattice, read)
    if is_untouched and _lies_by_another(eyes.reader, picture, read, lattice):
        return FrameView(None, Blocked.TWO_JOKERS, lattice, read)
    empty = [cell for cell in places if cell not in cells]
    hidden = _hidden(picture, hands, lattice, places, empty, [c for c in missing if c in empty])
    backs = cells_under([floats(quad) for quad in reading.backs], empty, places, whole=True)
    jokers = [
        floats(tile.quad)
        for tile in read.tiles
        if tile.cell != JOKER_CELL
        and (tile.tile == JOKER or (tile.guesses and tile.guesses[0][0] == JOKER))
    ]
    second = cells_under(jokers, [cell for cell in empty if cell not in mosaic], places)
    beside = evidence.beside
    if any(cell in empty and cell not in hidden for cell in missing) and not any(
        is_action(str(sight.tile)) and sight.tile not in table.played for sight in beside
    ):
        beside += overlooked_actions(eyes.reader, picture, reading, lattice)
    seen = replace(
        evidence,
        cells=cells,
        beside=beside,
        covered=hidden,
        face_down=len(backs),
        second_joker=second[0] if second else None,
        has_hand=has_hand(hands),
    )
    is_foreign = Problem.FOREIGN_TILES in reading.problems
    return FrameView(seen, None, lattice, read, is_foreign)


def propose_from_frames(
    eyes: Eyes, table: Table, earlier: Sequence[Table], frames_bgr: Sequence[Image]
) -> Proposal:
    """What was played, by frames that all show the table as it is now, newest last."""
    views = [look(eyes, Picture(frame), table) for frame in frames_bgr]
    evidence = [view.evidence for view in views if view.evidence is not None]
    if not evidence:
        return Proposal(Status.BLOCKED, reason=views[-1].blocked if views else Blocked.NO_FRAME)
    return propose(table, earlier, merged(evidence))


# What can be seen


def _well_shaped(reading: Reading, mosaic: Mosaic) -> Reading | None:
    """The reading without outlines on the lattice that are wider than tall, as no tile that lies
    upright is: two run together, or one on a rack. None where many of the mosaic's are, or where
    the joker, which all cells hang on, has an outline that is no tile's."""
    odd = [
        tile for tile in reading.tiles if tile.cell is not None and is_misshapen(floats(tile.quad))
    ]
    known = [tile.cell for tile in odd if tile.cell in mosaic]
    most = limits.MISSHAPEN * max(len(mosaic), limits.FEW)
    if is_odd_joker(reading) or len(known) > most:
        return None
    return replace(reading, tiles=tuple(tile for tile in reading.tiles if tile not in odd))


def _blocked(reading: Reading, picture: Picture, hands: Floats) -> Blocked | None:
    """Why nothing can be said of the table; where the joker is not found, why that may be."""
    blocked = next((BLOCKING[each] for each in BLOCKING if each in reading.problems), None)
    if blocked is not Blocked.NO_JOKER:
        return blocked
    if has_hand(hands):
        return Blocked.COVERED
    if float(picture.level(3).mean()) < limits.DARK:
        return Blocked.DARK
    quads = [*(tile.quad for tile in reading.tiles), *reading.backs]
    if (
        quads
        and np.median([sharpness(face_of(picture, floats(q))) for q in quads]) < limits.BLURRED
    ):
        return Blocked.BLUR
    return blocked


def has_hand(hands: Floats) -> bool:
    """Whether so much is over the table that a hand accounts for what is not seen."""
    return float((hands > 0.5).mean()) > limits.HAND_IN_SIGHT


def share_outside(quad_xy: Floats, size_wh: tuple[int, int]) -> float:
    w, h = size_wh
    frame = floats([[0, 0], [w, 0], [w, h], [0, h]])
    inside, _ = cv2.intersectConvexConvex(quad_xy, frame)
    return 1.0 - inside / max(abs(float(cv2.contourArea(quad_xy))), 1e-6)


def _hidden(
    picture: Picture,
    hands: Floats,
    lattice: CellMap,
    places: Mapping[Cell, Floats],
    empty: Collection[Cell],
    gone: Collection[Cell],
) -> frozenset[Cell]:
    """Of the cells on which nothing was seen, those that something lies over; from those that are
    `gone` a known tile must have been taken where they are bare."""
    under = frozenset(
        cell
        for cell in empty
        if share_covered(hands, places[cell], picture.size_wh) > limits.UNDER_A_HAND
    )
    left = {cell: places[cell] for cell in gone if cell not in under}
    if not left:
        return under
    return under | lain_over(picture.frame_bgr, left, lattice.outlines.values())


# Looking again


def look_again(
    reader: Reader,
    picture: Picture,
    colour: PictureColour,
    places: Mapping[Cell, Floats],
    cells: Iterable[Cell],
    is_bare: bool = False,
) -> dict[Cell, Sight]:
    """What faces show themselves on cells where the first look saw none. On a cell that should be
    bare, whatever is not plainly bare counts as something."""
    inside = [c for c in cells if share_outside(places[c], picture.size_wh) <= limits.OUTSIDE]
    faces = reader.read_faces(picture, [places[cell] for cell in inside])
    return {
        cell: Sight(shares_by_tile(with_known_colour(face, colour).guesses))
        for cell, face in zip(inside, faces, strict=True)
        if _shows_number(face) or (is_bare and _bareness(face) < limits.NO_NUMBER)
    }


def _lies_by_another(reader: Reader, picture: Picture, read: Reading, lattice: CellMap) -> bool:
    """Whether on a bare table something lies beside another joker, which the first look missed:
    that may be the one in the mosaic, and this the first tile."""
    for other in other_jokers(lying_flat(read, lattice)):
        there = cell_map(other)
        board = Mosaic().board
        places = there.outlines_of(board.cells(board.open_cells())) if there else {}
        if look_again(reader, picture, read.colour, places, places, is_bare=True):
            return True
    return False


def overlooked_actions(
    reader: Reader, picture: Picture, seen: Reading, lattice: CellMap
) -> tuple[Sight, ...]:
    """Action tiles that a larger picture shows and that are not among those seen: on a cloth with a
    pattern the first look misses some, or outlines one as if it stood on a rack, and what took a
    tile away must lie somewhere."""
    known = [floats(tile.quad) for tile in seen.tiles]
    usual = float(np.median([cv2.contourArea(quad) for quad in lattice.outlines.values()]))
    found = best_of_each([each for each in reader.find_at(picture, LARGER_PX) if each.is_sure])
    return tuple(
        Sight(shares_by_tile(with_known_colour(each.face, seen.colour).guesses))
        for each in found
        if is_action(each.face.name)
        and is_flat(each.quad_xy, lattice)
        and limits.ALIKE[0] < cv2.contourArea(each.quad_xy) / usual < limits.ALIKE[1]
        and all(covered(each.quad_xy, quad) < limits.SAME_PLACE for quad in known)
    )


def cells_under(
    quads_xy: Sequence[Floats],
    cells: Sequence[Cell],
    places: Mapping[Cell, Floats],
    *,
    whole: bool = False,
) -> list[Cell]:
    """The cells on which one of the quads lies, mostly; `whole`: and little beside it."""
    share = overlap if whole else covered
    near = touching([places[cell] for cell in cells], quads_xy)
    return [
        cell
        for cell, row in zip(cells, near, strict=True)
        if any(share(places[cell], quads_xy[k]) >= limits.SAME_PLACE for k in np.flatnonzero(row))
    ]


def _shows_number(face: FaceReading) -> bool:
    return face.confidence >= limits.FACE and face.turn == 0 and face.name != JOKER


def _bareness(face: FaceReading) -> float:
    """The share of what is no number: nothing, or a mark on the table that looks like a joker."""
    return face.no_tile + dict(face.guesses).get(JOKER, 0.0)
