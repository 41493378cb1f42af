"""The eyes: a picture in, a `Reading` out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vision.classify import FaceReader, joined, reading_of, shares_of
from vision.frames import NotAnImage, read_image
from vision.lattice import Placed, cells_of
from vision.locate import CornerFinder, Locator, refined, without_doubles
from vision.reading import UNREADABLE_TILE, Reading, SeenTile
from vision.rectify import face_of, portrait, pyramid

if TYPE_CHECKING:
    from vision.classify import FaceReading
    from vision.frames import Floats, Image
    from vision.locate import Outline
    from vision.rectify import Pyramid

MODELS = Path(__file__).parent / "models"

FIRST_LOOK_PX = 640
"""Longer side of the picture in the first look; a second one at half of it finds large tiles."""

LARGEST_LOOK_PX = 1280
SMALL_TILE_PX, GOOD_TILE_PX, LARGE_TILE_PX = 32.0, 50.0, 70.0
"""Tile widths at the first look's size: below the first it looks again, so that they come out
at about the second; outlines wider than the third are taken from the look at half size too."""

SURE = 0.75
"""Confidence from which a tile is named."""

NO_TILE = 0.35
"""Above this share for "no face-up tile" nothing is reported."""

SECOND_VIEW_BELOW = 0.97
"""Faces read with less than this are looked at again, the other way up."""


@dataclass(frozen=True, slots=True)
class Found:
    """A face with its outline, clockwise from the number's top left, and what it shows."""

    quad_xy: Floats
    face: FaceReading
    score: float


class Stopwatch:
    """Milliseconds by stage."""

    def __init__(self) -> None:
        self.stage_ms: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        """Adds the time since the last lap to a stage."""
        now = time.perf_counter()
        self.stage_ms[stage] = self.stage_ms.get(stage, 0.0) + (now - self._last) * 1000.0
        self._last = now


def width_of(outline: Outline) -> float:
    """The shorter side of a rough outline, in pixels."""
    return float(np.linalg.norm(outline.box_xy[1] - outline.box_xy[0]))


class Reader:
    """Holds the loaded networks; `read` may be called again and again, from one thread."""

    def __init__(self, models: Path = MODELS) -> None:
        self._locator = Locator(models / "locator.onnx")
        self._corners = CornerFinder(models / "corners.onnx")
        self._faces = FaceReader(models / "reader.onnx")

    def read(self, frame_bgr: Image) -> Reading:
        """Every face-up tile of the frame (h x w x 3, 8-bit BGR) with its cell."""
        watch = Stopwatch()
        found = self.find(frame_bgr, watch)
        seen = [tile for tile in found if tile.face.no_tile <= NO_TILE]
        names = [tile.face.name if tile.face.confidence >= SURE else None for tile in seen]
        lattice = cells_of(
            [Placed(name, tile.quad_xy) for name, tile in zip(names, seen, strict=True)]
        )
        watch.lap("lattice")
        tiles = tuple(
            SeenTile(
                name,
                min(1.0, tile.face.confidence),
                tuple((float(x), float(y)) for x, y in tile.quad_xy),  # type: ignore[arg-type]
                cell,
                tile.face.guesses,
            )
            for name, tile, cell in zip(names, seen, lattice.cells, strict=True)
        )
        unsure = (UNREADABLE_TILE,) if None in names else ()
        return Reading(tiles, (*lattice.problems, *unsure), watch.stage_ms)

    def find(self, frame_bgr: Image, watch: Stopwatch | None = None) -> list[Found]:
        """Every outline that may be a tile and what its face shows, "no tile" included."""
        watch = watch or Stopwatch()
        outlines = self._look(frame_bgr)
        watch.lap("locate")
        source = pyramid(frame_bgr)
        outlines = without_doubles(refined(self._corners, source, outlines))
        watch.lap("corners")
        quads = [portrait(outline.box_xy) for outline in outlines]
        faces = self.read_faces(source, quads)
        watch.lap("faces")
        return [
            Found(np.roll(quad, -face.turn, axis=0), face, outline.score)
            for quad, face, outline in zip(quads, faces, outlines, strict=True)
        ]

    def _look(self, frame_bgr: Image) -> list[Outline]:
        """Rough outlines, from the sizes of picture at which the tiles come out well."""
        longest = max(frame_bgr.shape[:2])
        outlines = self._locator.outlines(frame_bgr, FIRST_LOOK_PX)
        near = longest / FIRST_LOOK_PX * LARGE_TILE_PX
        large = [
            outline
            for outline in self._locator.outlines(frame_bgr, FIRST_LOOK_PX // 2)
            if width_of(outline) > near
        ]
        if outlines:
            width = float(np.median([width_of(outline) for outline in outlines]))
            width *= FIRST_LOOK_PX / longest
            if width < SMALL_TILE_PX:
                better = min(LARGEST_LOOK_PX, round(FIRST_LOOK_PX * GOOD_TILE_PX / width))
                outlines = self._locator.outlines(frame_bgr, better)
        return outlines + large

    def read_faces(self, source: Pyramid, quads: list[Floats]) -> list[FaceReading]:
        """What the faces in the quads show; the doubtful ones are looked at twice."""
        pictures = [face_of(source, quad) for quad in quads]
        shares = shares_of(self._faces.logits(pictures))
        readings = [
            reading_of(*row)
            for row in zip(shares.values, shares.turns, shares.colours, strict=True)
        ]
        doubtful = [
            k for k, face in enumerate(readings) if 0.02 < face.confidence < SECOND_VIEW_BELOW
        ]
        if doubtful:
            other = [np.ascontiguousarray(pictures[k][::-1, ::-1]) for k in doubtful]
            first = type(shares)(
                shares.values[doubtful], shares.turns[doubtful], shares.colours[doubtful]
            )
            both = joined(first, shares_of(self._faces.logits(other)))
            for row, k in enumerate(doubtful):
                readings[k] = reading_of(both.values[row], both.turns[row], both.colours[row])
        return readings


def read_file(reader: Reader, path: str) -> dict[str, Any]:
    """What `sepmosa read` prints for one file: the reading, or what is wrong with the file."""
    start = time.perf_counter()
    try:
        frame_bgr = read_image(Path(path))
    except NotAnImage as error:
        return {"image": path, "error": str(error)}
    reading = reader.read(frame_bgr)
    spent = (time.perf_counter() - start) * 1000.0
    return {"image": path, **reading.as_json(), "ms": round(spent, 1)}
