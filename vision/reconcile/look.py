"""From frames to evidence: what can be seen, what is in the way, and a second look where needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from engine.sepmosa import JOKER_CELL, Cell, Mosaic, Table, cell_name
from engine.sepmosa.tiles import JOKER
from vision import reading as problems
from vision.classify import FaceReading
from vision.colour import Colour, with_known_colour
from vision.cover import CoverFinder, share_covered
from vision.frames import Floats, Image, floats
from vision.lattice import axes_of
from vision.locate import covered, overlap
from vision.read import MODELS, Reader
from vision.reading import Reading
from vision.reconcile.anchor import SAME_PLACE, anchored, settled
from vision.reconcile.bare import lain_over
from vision.reconcile.cellmap import CellMap, cell_map
from vision.reconcile.clutter import without_clutter
from vision.reconcile.evidence import Evidence, Sight, evidence_of, merged
from vision.reconcile.judge import propose
from vision.reconcile.proposal import Proposal, Status
from vision.rectify import pyramid

HAND_IN_SIGHT = 0.03  # share of the frame under a hand that accounts for a joker not seen
DARK = 22.0  # mean grey of a frame in which nothing can be read
BLURRED = 12.0  # spread of the Laplacian at 640 px below which no digit has an edge
UPRIGHT = 0.78  # least height of an outline in widths; cut short by glare 0.85, two as one 0.65
BARE = 0.8  # least share of "no number" of a place on which nothing lies
FACE = 0.5  # least share of a name found by looking again where a tile should be
UNDER_A_HAND = 0.4  # mean share of cover over a cell from which nothing is said of it
OUTSIDE = 0.4  # share of a tile beyond the frame's edge from which it cannot be seen
BLOCKING = (problems.TWO_JOKERS, problems.JOKER_TURNED, problems.NO_JOKER, problems.NO_COLOUR)


@dataclass(frozen=True, slots=True)
class Eyes:
    """What looking takes: the reader of tiles and the finder of hands."""

    reader: Reader
    cover: CoverFinder


def open_eyes(models: Path = MODELS) -> Eyes:
    """Both, loaded."""
    return Eyes(Reader(models), CoverFinder(models / "cover.onnx"))


@dataclass(frozen=True, slots=True)
class Look:
    """One frame: its evidence, or why there is none."""

    evidence: Evidence | None
    blocked: str | None = None
    lattice: CellMap | None = None
    is_foreign: bool = False  # the tiles are not of the set that was taught


def look(eyes: Eyes, frame_bgr: Image, mosaic: Mosaic) -> Look:
    """What a frame says about a table on which `mosaic` is known to lie."""
    read = anchored(eyes.reader.read(frame_bgr, is_live=True), mosaic)
    reading = without_clutter(read)
    hands = eyes.cover.covered(frame_bgr)
    blocked = _blocked(reading, frame_bgr, hands)
    lattice = cell_map(reading)
    if blocked is not None or lattice is None:
        return Look(None, blocked or problems.NO_JOKER)
    if any(_is_misshapen(outline) for outline in lattice.outlines.values()):
        return Look(None, "blur", lattice)
    evidence = evidence_of(settled(reading, lattice, mosaic))
    missing = [cell for cell in mosaic if cell not in evidence.cells]
    size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
    if any(_share_outside(lattice.outline(cell), size_wh) > OUTSIDE for cell in missing):
        return Look(None, "out-of-frame", lattice)
    places = {*missing, *mosaic.board.cells(mosaic.board.open_cells())}
    bare = places - set(missing) - evidence.cells.keys()
    dropped = [floats(tile.quad) for tile in read.tiles if tile not in reading.tiles]
    doubtful = [*missing, *_places_of(dropped, bare, lattice)]
    again = look_again(eyes.reader, frame_bgr, reading.colour, lattice, doubtful)
    if evidence.cells.keys() | again.keys() == mosaic.keys():
        # nothing changed, it seems: a tile just laid may have been overlooked
        every = sorted(bare, key=str)
        again |= look_again(eyes.reader, frame_bgr, reading.colour, lattice, every, is_bare=True)
    cells = {**evidence.cells, **again}
    hidden = frozenset(
        cell
        for cell in places - cells.keys()
        if share_covered(hands, lattice.outline(cell), size_wh) > UNDER_A_HAND
    )
    gone = {
        cell: lattice.outline(cell) for cell in missing if cell not in cells and cell not in hidden
    }
    if gone:
        hidden |= lain_over(frame_bgr, gone, lattice.outlines.values())
    backs = [floats(quad) for quad in reading.backs]
    face_down = sum(
        any(overlap(lattice.outline(cell), back) >= SAME_PLACE for back in backs)
        for cell in (places - cells.keys() if backs else ())
    )
    joker = _second_joker(read, lattice, places - mosaic.keys() - cells.keys())
    seen = replace(evidence, cells=cells, covered=hidden, face_down=face_down, second_joker=joker)
    is_foreign = problems.FOREIGN_TILES in reading.problems
    return Look(seen, None, lattice, is_foreign)


def look_again(
    reader: Reader,
    frame_bgr: Image,
    colour: Colour,
    lattice: CellMap,
    cells: Sequence[Cell],
    is_bare: bool = False,
) -> dict[Cell, Sight]:
    """What faces show themselves on cells where the first look saw none. On a cell that should be
    bare, whatever is not plainly bare counts as something."""
    size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
    outlines = {cell: lattice.outline(cell) for cell in cells}
    inside = {c: quad for c, quad in outlines.items() if _share_outside(quad, size_wh) <= OUTSIDE}
    if not inside:
        return {}
    faces = reader.read_faces(pyramid(frame_bgr), list(inside.values()))
    return {
        cell: Sight(dict(with_known_colour(face, colour).guesses))
        for cell, face in zip(inside, faces, strict=True)
        if _shows_number(face) or (is_bare and _bareness(face) < BARE)
    }


def _second_joker(reading: Reading, lattice: CellMap, bare: set[Cell]) -> Cell | None:
    """The open cell on which what looks most like a joker lies; the joker itself is on its own."""
    for tile in reading.tiles:
        is_joker = tile.tile == JOKER or (tile.guesses and tile.guesses[0][0] == JOKER)
        if is_joker and tile.cell != cell_name(JOKER_CELL):
            places = _places_of([floats(tile.quad)], bare, lattice)
            if places:
                return places[0]
    return None


def _places_of(quads_xy: list[Floats], cells: set[Cell], lattice: CellMap) -> list[Cell]:
    """The cells on which one of the quads lies."""
    return [
        cell
        for cell in cells
        if any(covered(lattice.outline(cell), quad) >= SAME_PLACE for quad in quads_xy)
    ]


def _shows_number(face: FaceReading) -> bool:
    return face.confidence >= FACE and face.turn == 0 and face.name != JOKER


def _bareness(face: FaceReading) -> float:
    """The share of what is no number: nothing, or a mark on the table that looks like a joker."""
    return face.no_tile + dict(face.guesses).get(JOKER, 0.0)


def propose_from_frames(
    eyes: Eyes, table: Table, earlier: Sequence[Table], frames_bgr: Sequence[Image]
) -> Proposal:
    """What was played, by frames that all show the table as it is now, newest last."""
    looks = [look(eyes, frame, table.mosaic) for frame in frames_bgr]
    evidence = [seen.evidence for seen in looks if seen.evidence is not None]
    if not evidence:
        return Proposal(Status.BLOCKED, reason=looks[-1].blocked if looks else "no-frame")
    return propose(table, earlier, merged(evidence))


def _is_misshapen(quad_xy: Floats) -> bool:
    """Whether an outline is wider than tall, as no tile that lies upright is: two run together."""
    right, down = axes_of(quad_xy).T
    return float(np.linalg.norm(down)) < UPRIGHT * float(np.linalg.norm(right))


def _share_outside(quad_xy: Floats, size_wh: tuple[int, int]) -> float:
    w, h = size_wh
    frame = floats([[0, 0], [w, 0], [w, h], [0, h]])
    inside, _ = cv2.intersectConvexConvex(quad_xy, frame)
    return 1.0 - inside / max(abs(float(cv2.contourArea(quad_xy))), 1e-6)


def _blocked(reading: Reading, frame_bgr: Image, hands: Floats) -> str | None:
    problem = next((slug for slug in BLOCKING if slug in reading.problems), None)
    if problem != problems.NO_JOKER:
        return problem
    if float((hands > 0.5).mean()) > HAND_IN_SIGHT:
        return "covered"
    grey = cv2.cvtColor(_small(frame_bgr), cv2.COLOR_BGR2GRAY)
    if float(grey.mean()) < DARK:
        return "dark"
    if float(cv2.Laplacian(grey, cv2.CV_32F).var()) < BLURRED:
        return "blur"
    return problem


def _small(frame_bgr: Image) -> Image:
    scale = 640 / max(frame_bgr.shape[:2])
    size = None if scale >= 1 else (0, 0)
    if size is None:
        return frame_bgr
    return cv2.resize(frame_bgr, size, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(
        np.uint8
    )
