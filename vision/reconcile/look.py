"""From frames to evidence: what can be seen, what is in the way, and a second look where needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.sepmosa import Cell, Mosaic, Table
from vision import reading as problems
from vision.frames import Image
from vision.read import Reader
from vision.reading import Reading
from vision.reconcile.cellmap import cell_map
from vision.reconcile.evidence import Evidence, Sight, evidence_of, merged
from vision.reconcile.judge import propose
from vision.reconcile.proposal import Proposal, Status
from vision.rectify import pyramid

DARK = 22.0  # mean grey of a frame in which nothing can be read
BLURRED = 12.0  # spread of the Laplacian at 640 px below which no digit has an edge
FACE = 0.5  # least share of a name found by looking again where a tile should be
BLOCKING = (problems.TWO_JOKERS, problems.JOKER_TURNED, problems.NO_JOKER)


@dataclass(frozen=True, slots=True)
class Look:
    """One frame: its evidence, or why there is none."""

    evidence: Evidence | None
    blocked: str | None = None


def look(reader: Reader, frame_bgr: Image, mosaic: Mosaic) -> Look:
    """What a frame says about a table on which `mosaic` is known to lie."""
    reading = reader.read(frame_bgr)
    blocked = _blocked(reading, frame_bgr)
    if blocked is not None:
        return Look(None, blocked)
    evidence = evidence_of(reading)
    missing = [cell for cell in mosaic if cell not in evidence.cells]
    again = look_again(reader, frame_bgr, reading, missing)
    return Look(replace(evidence, cells={**evidence.cells, **again}))


def look_again(
    reader: Reader, frame_bgr: Image, reading: Reading, cells: Sequence[Cell]
) -> dict[Cell, Sight]:
    """What faces show themselves on cells where the first look saw none."""
    lattice = cell_map(reading)
    if lattice is None or not cells:
        return {}
    quads = [lattice.outline(cell) for cell in cells]
    faces = reader.read_faces(pyramid(frame_bgr), quads)
    return {
        cell: Sight(dict(face.guesses))
        for cell, face in zip(cells, faces, strict=True)
        if face.confidence >= FACE and face.turn == 0
    }


def propose_from_frames(
    reader: Reader, table: Table, earlier: Sequence[Table], frames_bgr: Sequence[Image]
) -> Proposal:
    """What was played, by frames that all show the table as it is now, newest last."""
    looks = [look(reader, frame, table.mosaic) for frame in frames_bgr]
    evidence = [seen.evidence for seen in looks if seen.evidence is not None]
    if not evidence:
        return Proposal(Status.BLOCKED, reason=looks[-1].blocked if looks else "no-frame")
    return propose(table, earlier, merged(evidence))


def _blocked(reading: Reading, frame_bgr: Image) -> str | None:
    problem = next((slug for slug in BLOCKING if slug in reading.problems), None)
    if problem != problems.NO_JOKER:
        return problem
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
