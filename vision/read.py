"""The eyes: a picture in, a `Reading` out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vision.candidates import (
    LEAST_SCORE,
    SAME_SPOT,
    Candidate,
    as_quad,
    best_agreed,
    best_of_each,
    found_at,
)
from vision.classify import JOKER, FaceReader, mean_of, reading_of, shares_of
from vision.colour import colour_of, with_known_colour
from vision.frames import floats
from vision.lattice import Placed, cells_of
from vision.locate import (
    CornerFinder,
    Locator,
    covered,
    is_tile_shaped,
    parts_of,
    refined,
    without_doubles,
)
from vision.plausible import (
    LYING_ON,
    MANY,
    crowded_jokers,
    hardly_blue,
    lying_on_others,
    odd_sizes,
    third_copies,
    with_aligned_jokers,
    with_turns_of_others,
)
from vision.profile.aid import aid_for
from vision.profile.foreign import looks_foreign
from vision.profile.ink import blueness_of, inks_of
from vision.reading import FOREIGN_TILES, NO_COLOUR, UNREADABLE_TILE, Reading, SeenTile
from vision.rectify import balance, face_of, grown, portrait, pyramid, upright_box
from vision.retry import is_alike, is_one_more, rival_outlines, shows_more
from vision.stopwatch import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.classify import FaceReading, Shares
    from vision.frames import Floats, Image
    from vision.locate import Look, Outline
    from vision.profile.aid import Aid
    from vision.profile.profile import Profile
    from vision.rectify import Pyramid

MODELS = Path(__file__).parent / "models"

FIRST_LOOK_PX = 640
"""Longer side of the picture in the first look; others at half and at a quarter of it find large
tiles."""

LARGEST_LOOK_PX = 1280
SMALL_TILE_PX, GOOD_TILE_PX, LARGE_TILE_PX = 32.0, 50.0, 70.0
"""Tile widths at the first look's size: below the first it looks again, so that they come out
at about the second; outlines wider than the third are taken from the look at half size too, and
wider than twice that from the look at a quarter."""

MIDDLING_TILE_PX = 55.0
"""With `MANY` tiles found, their median narrower than this, and none that fills much of the
picture, the look at half size is spared. (What prints and reliefs on a huge tile are taken for can
be many and small.)"""

CLOSER = 1.5
"""How much larger the picture is in a closer look."""

MAYBE_TILE, MOST_DOUBTFUL = 0.3, 10
"""The least share of "a tile" with which a doubtful face is tried in other outlines, and of how
many faces."""

SECOND_VIEW_BELOW = 0.95
"""Faces read with less than this are looked at again, as in `MORE_VIEWS`."""

MORE_VIEWS = ((1.0, True), (1.08, False), (0.94, True))
"""How much larger the outline is taken, and whether the face is seen the other way up."""


def width_of(outline: Outline) -> float:
    """The shorter side of a rough outline, in pixels."""
    return float(np.linalg.norm(outline.box_xy[1] - outline.box_xy[0]))


class Reader:
    """Holds the loaded networks; `read` may be called again and again, from one thread."""

    def __init__(self, models: Path = MODELS) -> None:
        self._locator = Locator(models / "locator.onnx")
        self._corners = CornerFinder(models / "corners.onnx")
        self.faces = FaceReader(models / "reader.onnx")
        self.aid: Aid | None = None  # of the set profile in use

    def teach(self, profile: Profile | None) -> None:
        """Reads with this set profile from now on, or with none; takes about a second."""
        self.aid = aid_for(profile, self.faces) if profile else None

    def read(self, frame_bgr: Image, *, is_live: bool = False) -> Reading:
        """Every face-up tile of the frame (h x w x 3, 8-bit BGR) with its cell.

        A live one is not looked at more closely: the next comes soon, and whoever follows a game
        knows better where to look.
        """
        watch = Stopwatch()
        found = self.find(frame_bgr, watch, is_live=is_live)
        seen = with_turns_of_others(best_of_each([tile for tile in found if tile.is_tile]))
        colour = colour_of([tile.face for tile in seen], frame_bgr)
        known = [tile for tile in seen if self.aid and self.aid.knows(tile.face.name)]
        if looks_foreign([tile.face.likeness for tile in known]):
            aid, self.aid = self.aid, None
            try:
                plain = self.read(frame_bgr, is_live=is_live)
            finally:
                self.aid = aid
            return replace(plain, problems=(*plain.problems, FOREIGN_TILES))
        if (
            self.aid is None or not colour.is_there
        ):  # a set that was taught has told its inks itself
            seen = [replace(tile, face=with_known_colour(tile.face, colour)) for tile in seen]
        unsafe = lying_on_others(seen) | odd_sizes(seen) | crowded_jokers(seen)
        names = [
            tile.face.name if tile.is_sure and at not in unsafe else None
            for at, tile in enumerate(seen)
        ]
        doubtful = third_copies(names) | self._hardly_blue(seen, names)
        names = [None if at in doubtful else name for at, name in enumerate(names)]
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
        if not colour.is_there and any(tile.face.name != JOKER for tile in seen):
            unsure = (NO_COLOUR, *unsure)
        backs = tuple(
            as_quad(tile.quad_xy)
            for tile in best_of_each([tile for tile in found if tile.is_back])
            if all(covered(tile.quad_xy, other.quad_xy) < SAME_SPOT for other in seen)
        )
        return Reading(tiles, (*lattice.problems, *unsure), watch.stage_ms, backs, colour)

    def _hardly_blue(self, seen: Sequence[Candidate], names: Sequence[str | None]) -> set[int]:
        """Which tiles named blue may be black; a set that was taught has told its inks itself."""
        colours = {at: name[0] for at, name in enumerate(names) if name and name[0] in "BK"}
        if self.aid is not None or "B" not in colours.values():
            return set()
        inks = floats([seen[at].face.ink_bgr for at in colours])
        told = dict(zip(colours, map(float, blueness_of(inks)), strict=True))
        blues = {at: blue for at, blue in told.items() if colours[at] == "B"}
        return hardly_blue(blues, [blue for at, blue in told.items() if at not in blues])

    def tiles(self, frame_bgr: Image) -> list[Candidate]:
        """Every tile of the frame, the best one where outlines lie on one another."""
        return best_of_each([t for t in self.find(frame_bgr, is_live=True) if t.is_tile])

    def find(
        self, frame_bgr: Image, watch: Stopwatch | None = None, *, is_live: bool = False
    ) -> list[Candidate]:
        """Every outline that may be a tile and what its face shows, "no tile" included.

        Where the maps show more than was read, a closer look adds to it, unless the frame is live;
        what was seen stays.
        """
        watch = watch or Stopwatch()
        look_px, look, outlines = self._look(frame_bgr)
        watch.lap("locate")
        found = self._faces_in(frame_bgr, outlines, watch)
        if is_live:
            return found
        seen = best_of_each([tile for tile in found if tile.is_tile])
        closer_px = min(LARGEST_LOOK_PX, round(look_px * CLOSER))
        if closer_px > look_px and shows_more(look, seen):
            found += [
                tile for tile in self.find_at(frame_bgr, closer_px) if is_one_more(tile, seen)
            ]
            watch.lap("closer")
        return found

    def find_at(self, frame_bgr: Image, look_px: int) -> list[Candidate]:
        """What one look finds, at that size of the picture."""
        return self._faces_in(frame_bgr, self._locator.outlines(frame_bgr, look_px), Stopwatch())

    def _faces_in(
        self, frame_bgr: Image, outlines: list[Outline], watch: Stopwatch
    ) -> list[Candidate]:
        """What the faces in rough outlines show."""
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
        self, source: Pyramid, found: list[Candidate], outlines: list[Outline], frame_bgr: Image
    ) -> list[Candidate]:
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
        rivals: dict[int, list[Candidate]] = {}
        for (at, _), quad, face in zip(tried, quads, faces, strict=True):
            turned = np.roll(quad, -face.turn, axis=0)
            if all(covered(turned, other) < LYING_ON for other in sure):
                outline = replace(outlines[at], box_xy=quad)
                rivals.setdefault(at, []).append(found_at(turned, face, outline, frame_bgr))
        return [best_agreed([found[at], *those]) for at, those in rivals.items()]

    def _look(self, frame_bgr: Image) -> tuple[int, Look, list[Outline]]:
        """Rough outlines, from the sizes of picture at which the tiles come out well; before them
        the size that shows most of them and the look at it."""
        longest = max(frame_bgr.shape[:2])
        seen_px = FIRST_LOOK_PX
        look, outlines = self._locator.look(frame_bgr, seen_px)
        widths = [width_of(outline) * FIRST_LOOK_PX / longest for outline in outlines]
        width = float(np.median(widths)) if widths else 0.0
        large = self._large(frame_bgr, FIRST_LOOK_PX // 4)
        if large or len(outlines) < MANY or width >= MIDDLING_TILE_PX:
            large += self._large(frame_bgr, FIRST_LOOK_PX // 2)
        if outlines and width < SMALL_TILE_PX:
            seen_px = min(LARGEST_LOOK_PX, round(FIRST_LOOK_PX * GOOD_TILE_PX / width))
            look, outlines = self._locator.look(frame_bgr, seen_px)
        return seen_px, look, outlines + large

    def _large(self, frame_bgr: Image, look_px: int) -> list[Outline]:
        """Rough outlines of tiles too large for a look at twice this size."""
        return self._locator.outlines(frame_bgr, look_px, smallest_px=LARGE_TILE_PX / 2)

    def face_logits(self, faces: list[Image]) -> Floats:
        """The reader's raw answers to faces from `face_of`, for calibration."""
        return self.faces.logits(faces)

    def read_faces(self, source: Pyramid, quads: list[Floats]) -> list[FaceReading]:
        """What the faces in the quads show; the doubtful ones are looked at twice."""
        pictures = [face_of(source, quad) for quad in quads]
        if not pictures:
            return []
        shares, likeness = self._shares(pictures)
        inks = [(float(b), float(g), float(r)) for b, g, r in inks_of(balance(pictures))]
        readings = [
            replace(reading_of(*row), likeness=like, ink_bgr=ink)
            for *row, like, ink in zip(
                shares.values, shares.turns, shares.colours, likeness, inks, strict=True
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
                first = readings[k]
                readings[k] = replace(mean, likeness=first.likeness, ink_bgr=first.ink_bgr)
        return readings

    def _shares(self, faces: list[Image]) -> tuple[Shares, list[float | None]]:
        """The shares of faces, and their likeness to taught ones."""
        if self.aid is None or not faces:
            return shares_of(self.faces.logits(faces)), [None] * len(faces)
        logits, features = self.faces.answers(faces)
        shares = self.aid.shares(logits, features, inks_of(balance(faces)))
        return shares, [*map(float, self.aid.likeness(features).max(axis=1))]
