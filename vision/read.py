"""The eyes: a picture in, a `Reading` out."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.classify import JOKER, FaceReader, agreed, mean_of, reading_of, shares_of
from vision.frames import NotAnImage, floats, read_image
from vision.lattice import Placed, aligned, cells_of
from vision.locate import (
    CornerFinder,
    Locator,
    covered,
    is_tile_shaped,
    overlap,
    parts_of,
    refined,
    touching,
    without_doubles,
)
from vision.profile.aid import aid_for
from vision.profile.foreign import looks_foreign
from vision.reading import FOREIGN_TILES, UNREADABLE_TILE, Quad, Reading, SeenTile
from vision.rectify import face_of, grown, portrait, pyramid, upright_box
from vision.rivals import is_alike, rival_outlines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.classify import FaceReading, Shares
    from vision.frames import Floats, Image
    from vision.locate import Outline
    from vision.profile.aid import Aid
    from vision.profile.profile import Profile
    from vision.rectify import Pyramid

MODELS = Path(__file__).parent / "models"

FIRST_LOOK_PX = 640
"""Longer side of the picture in the first look; a second one at half of it finds large tiles."""

LARGEST_LOOK_PX = 1280
SMALL_TILE_PX, GOOD_TILE_PX, LARGE_TILE_PX = 32.0, 50.0, 70.0
"""Tile widths at the first look's size: below the first it looks again, so that they come out
at about the second; outlines wider than the third are taken from the look at half size too."""

MANY, MIDDLING_TILE_PX = 6, 55.0
"""With so many tiles found, their median narrower than this, there is none too large to see."""

SURE, SURE_JOKER = 0.8, 0.85
"""Confidence from which a tile is named, and a joker, on which all cells hang.

Networks that had seen none of the 160 photographs named none of 1,063 tiles wrong from 0.5 on, and
none of 920 of drawn sets unlike any in training from 0.7 on."""

BEYOND_DOUBT = 0.98
"""A number read like this is one, though the locator's maps be faint."""

SURE_TURN = 0.95
"""How sure the turn must be where turning over makes another number."""

SURE_JOKER_TURN = 0.97
"""Some jokers (stars, suns) look alike either way up: below this their turn is not believed."""

NO_TILE = 0.35
"""Above this share for "no face-up tile" nothing is reported."""

NO_FACE = 0.7
"""From this share on, what has a tile's outline is one that lies on its face."""

LEAST_SCORE, SURE_SCORE = 0.8, 0.85
LEAST_FILL, SURE_FILL = 0.45, 0.6
"""What the locator's maps must say for anything to be reported, and for it to be named."""

LIKE_TAUGHT = 0.75
"""A face this like a taught one is a tile, whatever the maps say beyond the least. Of 2,000 faces
of drawn sets 99 % were more like their own set; of another set's faces half are less."""

SAME_SPOT = 0.6
"""Of two outlines of which one lies this much in the other, one is no tile."""

MAYBE_TILE, MOST_DOUBTFUL = 0.3, 10
"""The least share of "a tile" with which a doubtful face is tried in other outlines, and of how
many faces."""

ODD_SIZES = (0.4, 2.5)
"""Areas, in those of the usual tile, below and above which nothing is named: tiles of a set are of
one size, and a camera above the table sees the far ones not much smaller."""

SAME_OUTLINE = 0.7
"""Two outlines that overlap like this show the same face."""

LYING_ON = 0.16
"""Tiles do not lie in one another: an outline this much in a better one is askew."""

SECOND_VIEW_BELOW = 0.95
"""Faces read with less than this are looked at again, as in `MORE_VIEWS`."""

MORE_VIEWS = ((1.0, True), (1.08, False), (0.94, True))
"""How much larger the outline is taken, and whether the face is seen the other way up."""


@dataclass(frozen=True, slots=True)
class Found:
    """A face with its outline, clockwise from the number's top left, what it shows, and how much
    the maps say that a tile is there: at their best (`score`) and over the outline (`fill`)."""

    quad_xy: Floats
    face: FaceReading
    score: float
    fill: float
    is_number_inside: bool = True
    """Whether the part of the face that holds the number lies in the frame: a 13 that the edge
    cuts would be a 1."""

    @property
    def quality(self) -> float:
        """How good a tile this is, to choose between two on one spot."""
        return self.face.confidence * (1.0 - self.face.no_tile) * self.score * self.fill

    @property
    def is_tile(self) -> bool:
        """Whether there is anything to report."""
        is_there = self.score >= LEAST_SCORE and self.fill >= LEAST_FILL
        return is_there and self.face.no_tile <= NO_TILE

    @property
    def is_back(self) -> bool:
        """Whether this is plainly a tile, and as plainly shows no face."""
        is_there = self.score >= SURE_SCORE and self.fill >= SURE_FILL
        return is_there and self.face.no_tile >= NO_FACE

    @property
    def is_sure(self) -> bool:
        """Whether it can be named."""
        is_joker = self.face.name == JOKER
        is_there = self.score >= SURE_SCORE and self.fill >= SURE_FILL
        is_there = is_there or (self.face.likeness or 0.0) >= LIKE_TAUGHT
        if self.face.confidence >= BEYOND_DOUBT and not is_joker:
            is_there = self.is_tile
        least = SURE_JOKER if is_joker else SURE
        if self.face.name[1:] in ("6", "9") and self.face.turn_share < SURE_TURN:
            return False
        return is_there and self.is_number_inside and self.face.confidence >= least


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


NUMBER_PART = ((0.12, 0.06), (0.88, 0.06), (0.88, 0.6), (0.12, 0.6))
"""Where on a face the number is, as shares of its width and height."""


def found_at(quad_xy: Floats, face: FaceReading, outline: Outline, frame_bgr: Image) -> Found:
    """The face with what the maps and the frame's edges say of it."""
    unit = floats([[0, 0], [1, 0], [1, 1], [0, 1]])
    matrix = cv2.getPerspectiveTransform(unit, floats(quad_xy))
    number_xy = cv2.perspectiveTransform(floats([NUMBER_PART]), matrix)[0]
    size_wh = np.array([frame_bgr.shape[1], frame_bgr.shape[0]])
    is_inside = bool((number_xy >= 0).all() and (number_xy <= size_wh).all())
    return Found(quad_xy, face, outline.score, outline.fill(), is_inside)


def as_quad(quad_xy: Floats) -> Quad:
    """The corners as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad_xy)
    return a, b, c, d


def best_of_each(found: Sequence[Found]) -> list[Found]:
    """The tiles, without those that lie mostly in a better one."""
    ranked = sorted(found, key=lambda tile: -tile.quality)
    if not ranked:
        return []
    may_touch = touching([tile.quad_xy for tile in ranked])
    kept: list[int] = []
    for k, tile in enumerate(ranked):
        rivals = [ranked[other] for other in kept if may_touch[k, other]]
        if all(covered(tile.quad_xy, other.quad_xy) < SAME_SPOT for other in rivals):
            kept.append(k)
    return [ranked[k] for k in kept]


def best_agreed(looks: Sequence[Found]) -> Found:
    """The best of several looks at one tile, as sure as all those are whose outline is much the
    same: the luckiest of many looks says more than it knows."""
    best = max(looks, key=lambda each: each.quality)
    same = [look.face for look in looks if overlap(look.quad_xy, best.quad_xy) >= SAME_OUTLINE]
    return replace(best, face=agreed(best.face, same))


def lying_on_others(seen: Sequence[Found]) -> set[int]:
    """Which of the tiles, best first, have an outline that reaches far into a better one's."""
    if not seen:
        return set()
    may_touch = touching([tile.quad_xy for tile in seen])
    return {
        at
        for at in range(len(seen))
        for other in range(at)
        if may_touch[at, other] and covered(seen[at].quad_xy, seen[other].quad_xy) > LYING_ON
    }


def odd_sizes(seen: Sequence[Found]) -> set[int]:
    """Which of many tiles are far smaller or larger than the rest: print, a card, half a tile."""
    if len(seen) < MANY:
        return set()
    areas = np.array([abs(cv2.contourArea(floats(tile.quad_xy))) for tile in seen])
    usual = float(np.median(areas))
    low, high = ODD_SIZES
    return {int(at) for at in np.flatnonzero((areas < low * usual) | (areas > high * usual))}


def with_aligned_jokers(seen: Sequence[Found], names: Sequence[str | None]) -> list[Found]:
    """The tiles; a joker whose drawing does not tell its turn lies as the others do."""
    others = [
        tile.quad_xy
        for tile, name in zip(seen, names, strict=True)
        if name not in (None, JOKER) and tile.face.turn_share >= SURE_TURN
    ]
    return [
        replace(tile, quad_xy=aligned(tile.quad_xy, others))
        if name == JOKER and tile.face.turn_share < SURE_JOKER_TURN
        else tile
        for tile, name in zip(seen, names, strict=True)
    ]


class Reader:
    """Holds the loaded networks; `read` may be called again and again, from one thread."""

    def __init__(self, models: Path = MODELS) -> None:
        self._locator = Locator(models / "locator.onnx")
        self._corners = CornerFinder(models / "corners.onnx")
        self.faces = FaceReader(models / "reader.onnx")
        self.aid: Aid | None = None  # of the set profile in use
        self.is_foreign = (
            False  # whether the last frame read showed another set than the taught one
        )

    def teach(self, profile: Profile | None) -> None:
        """Reads with this set profile from now on, or with none; takes about a second."""
        self.aid = aid_for(profile, self.faces) if profile else None

    def read(self, frame_bgr: Image) -> Reading:
        """Every face-up tile of the frame (h x w x 3, 8-bit BGR) with its cell."""
        watch = Stopwatch()
        found = self.find(frame_bgr, watch)
        seen = best_of_each([tile for tile in found if tile.is_tile])
        known = [tile for tile in seen if self.aid and self.aid.knows(tile.face.name)]
        self.is_foreign = looks_foreign([tile.face.likeness for tile in known])
        if self.is_foreign:
            aid, self.aid = self.aid, None
            try:
                plain = self.read(frame_bgr)
            finally:
                self.aid, self.is_foreign = aid, True
            return replace(plain, problems=(*plain.problems, FOREIGN_TILES))
        askew = lying_on_others(seen) | odd_sizes(seen)
        names = [
            tile.face.name if tile.is_sure and at not in askew else None
            for at, tile in enumerate(seen)
        ]
        seen = with_aligned_jokers(seen, names)
        lattice = cells_of(
            [Placed(name, tile.quad_xy) for name, tile in zip(names, seen, strict=True)]
        )
        watch.lap("lattice")
        tiles = tuple(
            SeenTile(
                name,
                min(1.0, tile.face.confidence),
                as_quad(tile.quad_xy),
                cell,
                tile.face.guesses,
            )
            for name, tile, cell in zip(names, seen, lattice.cells, strict=True)
        )
        unsure = (UNREADABLE_TILE,) if None in names else ()
        backs = tuple(
            as_quad(tile.quad_xy)
            for tile in best_of_each([tile for tile in found if tile.is_back])
            if all(covered(tile.quad_xy, other.quad_xy) < SAME_SPOT for other in seen)
        )
        return Reading(tiles, (*lattice.problems, *unsure), watch.stage_ms, backs)

    def tiles(self, frame_bgr: Image) -> list[Found]:
        """Every tile of the frame, the best one where outlines lie on one another."""
        return best_of_each([tile for tile in self.find(frame_bgr) if tile.is_tile])

    def find(
        self, frame_bgr: Image, watch: Stopwatch | None = None, look_px: int | None = None
    ) -> list[Found]:
        """Every outline that may be a tile and what its face shows, "no tile" included.

        `look_px` looks at that size only, where it is known to fit.
        """
        watch = watch or Stopwatch()
        outlines = (
            self._look(frame_bgr) if look_px is None else self._locator.outlines(frame_bgr, look_px)
        )
        watch.lap("locate")
        source = pyramid(frame_bgr)
        parts = parts_of(outlines)
        outlines = without_doubles(refined(self._corners, source, outlines))
        outlines += refined(self._corners, source, parts)
        watch.lap("corners")
        quads = [portrait(outline.box_xy) for outline in outlines]
        faces = self.read_faces(source, quads)
        found = [
            found_at(np.roll(quad, -face.turn, axis=0), face, outline, frame_bgr)
            for quad, face, outline in zip(quads, faces, outlines, strict=True)
        ]
        found += self._rivals(source, found, outlines, frame_bgr)
        watch.lap("faces")
        return found

    def _rivals(
        self, source: Pyramid, found: list[Found], outlines: list[Outline], frame_bgr: Image
    ) -> list[Found]:
        """The doubtful tiles once more, in outlines that the tiles around them suggest."""
        sure = [t.quad_xy for t in found if t.is_sure and t.face.confidence >= SECOND_VIEW_BELOW]
        doubtful = [
            at
            for at, tile in enumerate(found)
            if tile.score >= LEAST_SCORE
            and 1.0 - tile.face.no_tile > MAYBE_TILE
            and tile.face.confidence < SECOND_VIEW_BELOW
            and all(covered(tile.quad_xy, other) < SAME_SPOT for other in sure)
        ]
        tried = [
            (at, quad)
            for at in doubtful[:MOST_DOUBTFUL]
            for quad in rival_outlines(found[at].quad_xy, sure)
        ]
        snapped = self._corners.look(source, [upright_box(quad) for _, quad in tried])
        tried += [
            (at, quad)
            for (at, rival), quad in zip(tried, snapped, strict=True)
            if is_tile_shaped(quad) and (not sure or is_alike(quad, rival))
        ]
        quads = [portrait(quad) for _, quad in tried]
        faces = self.read_faces(source, quads)
        rivals: dict[int, list[Found]] = {}
        for (at, _), quad, face in zip(tried, quads, faces, strict=True):
            turned = np.roll(quad, -face.turn, axis=0)
            if all(covered(turned, other) < LYING_ON for other in sure):
                outline = replace(outlines[at], box_xy=quad)
                rivals.setdefault(at, []).append(found_at(turned, face, outline, frame_bgr))
        return [best_agreed([found[at], *those]) for at, those in rivals.items()]

    def _look(self, frame_bgr: Image) -> list[Outline]:
        """Rough outlines, from the sizes of picture at which the tiles come out well."""
        longest = max(frame_bgr.shape[:2])
        outlines = self._locator.outlines(frame_bgr, FIRST_LOOK_PX)
        widths = [width_of(outline) * FIRST_LOOK_PX / longest for outline in outlines]
        width = float(np.median(widths)) if widths else 0.0
        if len(outlines) >= MANY and width < MIDDLING_TILE_PX:
            large = []
        else:
            large = self._locator.outlines(
                frame_bgr, FIRST_LOOK_PX // 2, smallest_px=LARGE_TILE_PX / 2
            )
        if outlines and width < SMALL_TILE_PX:
            better = min(LARGEST_LOOK_PX, round(FIRST_LOOK_PX * GOOD_TILE_PX / width))
            outlines = self._locator.outlines(frame_bgr, better)
        return outlines + large

    def face_logits(self, faces: list[Image]) -> Floats:
        """The reader's raw answers to faces from `face_of`, for calibration."""
        return self.faces.logits(faces)

    def read_faces(self, source: Pyramid, quads: list[Floats]) -> list[FaceReading]:
        """What the faces in the quads show; the doubtful ones are looked at twice."""
        pictures = [face_of(source, quad) for quad in quads]
        shares, likeness = self._shares(pictures)
        readings = [
            replace(reading_of(*row), likeness=like)
            for *row, like in zip(
                shares.values, shares.turns, shares.colours, likeness, strict=True
            )
        ]
        doubtful = [
            k for k, face in enumerate(readings) if 0.02 < face.confidence < SECOND_VIEW_BELOW
        ]
        if doubtful:
            looks = [shares.only(doubtful)]
            for grow, is_turned in MORE_VIEWS:
                views = [face_of(source, grown(quads[k], grow)) for k in doubtful]
                if is_turned:
                    views = [np.ascontiguousarray(view[::-1, ::-1]) for view in views]
                look, _ = self._shares(views)
                looks.append(look.turned() if is_turned else look)
            joint = mean_of(looks)
            for row, k in enumerate(doubtful):
                mean = reading_of(joint.values[row], joint.turns[row], joint.colours[row])
                readings[k] = replace(mean, likeness=readings[k].likeness)
        return readings

    def _shares(self, faces: list[Image]) -> tuple[Shares, list[float | None]]:
        """The shares of faces, and their likeness to taught ones."""
        if self.aid is None:
            return shares_of(self.faces.logits(faces)), [None] * len(faces)
        logits, features = self.faces.answers(faces)
        shares = self.aid.shares(logits, features)
        return shares, [*map(float, self.aid.likeness(features).max(axis=1))] if faces else []


def read_file(
    reader: Reader, path: str, keep: Callable[[Image, Reading], None] | None = None
) -> dict[str, Any]:
    """What `sepmosa read` prints for one file: the reading, or what is wrong with the file.

    `keep` is given the picture and its reading, to do more with them.
    """
    start = time.perf_counter()
    try:
        frame_bgr = read_image(Path(path))
    except NotAnImage as error:
        return {"image": path, "error": str(error)}
    reading = reader.read(frame_bgr)
    spent = (time.perf_counter() - start) * 1000.0
    if keep is not None:
        keep(frame_bgr, reading)
    return {"image": path, **reading.as_json(), "ms": round(spent, 1)}
