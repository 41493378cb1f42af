"""The eyes: a picture in, a `Reading` out.

The stages, each handed on to the next: looks at the picture (`locate`) → outlines with exact
corners (`corners`) → faces (`faces`) → candidates → names (`plausible`, `colour`) → cells
(`lattice`) → the reading.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import as_quad, grown, heights_of, most_covered, portrait, upright_box
from vision.net import MODELS
from vision.picture import Picture, floats
from vision.stopwatch import Stopwatch
from vision.thresholds.tiles import (
    GOOD_TILE_PX,
    LARGE_TILE_PX,
    LEAST_SCORE,
    LYING_ON,
    MANY_TILES,
    MAYBE_TILE,
    MIDDLING_TILE_PX,
    MOST_DOUBTFUL,
    SAME_SPOT,
    SECOND_VIEW_BELOW,
    SMALL_TILE_PX,
    STANDING,
)
from vision.tiles.backs import shows_ink
from vision.tiles.candidates import Candidate, best_agreed, best_of_each, candidates_at
from vision.tiles.colour import colour_of, with_known_colour
from vision.tiles.corners import CornerFinder, parts_of, refined, tile_shaped, without_doubles
from vision.tiles.faces import JOKER, NO_FACE_AT_ALL, FaceReader, mean_of, reading_of, shares_of
from vision.tiles.lattice import Placed, cells_of
from vision.tiles.locate import Locator
from vision.tiles.plausible import (
    crowded_jokers,
    hardly_blue,
    leaning,
    lonely_jokers,
    lying_on_others,
    odd_sizes,
    third_copies,
    with_aligned_jokers,
    with_turns_of_others,
)
from vision.tiles.profile.aid import aid_for
from vision.tiles.profile.foreign import looks_foreign
from vision.tiles.profile.ink import blueness_of, inks_of
from vision.tiles.reading import Problem, Reading, SeenTile
from vision.tiles.rectify import balance, face_of
from vision.tiles.retry import is_alike, is_one_more, rival_outlines, shows_more

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.picture import Floats, Image
    from vision.tiles.colour import PictureColour
    from vision.tiles.faces import FaceReading, Shares
    from vision.tiles.locate import Box, Outline, TileMap
    from vision.tiles.profile.aid import Aid
    from vision.tiles.profile.profile import Profile

FIRST_LOOK_PX = 640
"""Longer side of the picture in the first look; others at half and at a quarter of it find large
tiles."""

LARGEST_LOOK_PX = 1280
CLOSER = 1.5
"""How much larger the picture is in a closer look."""

MORE_VIEWS = ((1.0, True), (1.08, False), (0.94, True))
"""How much larger the outline is taken, and whether the face is seen the other way up."""


class Reader:
    """Holds the loaded networks and the set profile in use; used from one thread."""

    def __init__(self, models: Path = MODELS) -> None:
        self._locator = Locator(models / "locator.onnx")
        self._corners = CornerFinder(models / "corners.onnx")
        self.faces = FaceReader(models / "reader.onnx")
        self.aid: Aid | None = None

    def teach(self, profile: Profile | None) -> None:
        """Reads with this set profile from now on, or with none; takes about a second."""
        self.aid = aid_for(profile, self.faces) if profile else None

    def read(self, frame_bgr: Image) -> Reading:
        """Every face-up tile of a photograph (h x w x 3, 8-bit BGR) with its cell."""
        return self.read_picture(Picture(frame_bgr), is_live=False)

    def read_picture(self, picture: Picture, *, is_live: bool = True) -> Reading:
        """Every face-up tile of a picture with its cell.

        A live one is not looked at more closely: the next comes soon, and whoever follows a game
        knows better where to look.
        """
        watch = Stopwatch()
        found = self.find(picture, self.aid, watch, is_live=is_live)
        if self.aid is not None and _is_foreign(found, self.aid):
            found = self.find(picture, None, watch, is_live=is_live)
            plain = assembled(found, picture, None, watch, is_live=is_live)
            return replace(plain, problems=(*plain.problems, Problem.FOREIGN_TILES))
        return assembled(found, picture, self.aid, watch, is_live=is_live)

    def tiles(self, frame_bgr: Image) -> list[Candidate]:
        """Every tile of the frame, the best one where outlines lie on one another."""
        picture = Picture(frame_bgr)
        _, _, outlines = self._look(picture)
        found = self.candidates(picture, outlines, self.aid, Stopwatch(), is_live=False)
        return best_of_each([candidate for candidate in found if candidate.is_tile])

    # Stages

    def find(
        self, picture: Picture, aid: Aid | None, watch: Stopwatch, *, is_live: bool
    ) -> list[Candidate]:
        """Every outline that may be a tile and what its face shows, "no tile" included.

        Unless the frame is live: where the maps show more than was read, a closer look adds to it;
        what was seen stays.
        """
        look_px, look, outlines = self._look(picture)
        watch.lap("locate")
        if is_live:
            inky, blank = parted(picture, outlines)
            return [*self.candidates(picture, inky, aid, watch), *backs_at(picture, blank)]
        found = self.candidates(picture, outlines, aid, watch, is_live=False)
        seen = best_of_each([tile for tile in found if tile.is_tile])
        closer_px = min(LARGEST_LOOK_PX, round(look_px * CLOSER))
        if closer_px > look_px and shows_more(look, seen):
            _, outlines = self._locator.look(picture, closer_px)
            closer = self.candidates(picture, outlines, aid, watch, is_live=False)
            found += [tile for tile in closer if is_one_more(tile, seen)]
            watch.lap("closer")
        return found

    def find_at(self, picture: Picture, look_px: int) -> list[Candidate]:
        """What one look finds, at that size of the picture."""
        _, outlines = self._locator.look(picture, look_px)
        return self.candidates(picture, outlines, self.aid, Stopwatch())

    def find_in(
        self,
        picture: Picture,
        part: Box,
        tile_px: float,
        aid: Aid | None,
        known_xy: Sequence[Floats] = (),
    ) -> list[Candidate]:
        """The same for a part of the picture, where tiles are known to be about so wide; what lies
        on tiles that are known is not read."""
        width = tile_px * FIRST_LOOK_PX / max(picture.size_wh)
        _, outlines = self._locator.look(picture, _look_px(width), part=part)
        outlines = clear_of(outlines, known_xy)
        inky, blank = parted(picture, outlines)
        return [*self.candidates(picture, inky, aid, Stopwatch()), *backs_at(picture, blank)]

    def _look(self, picture: Picture) -> tuple[int, TileMap, list[Outline]]:
        """Rough outlines, from the sizes of picture at which the tiles come out well; before them
        the size that shows most of them and the look at it."""
        seen_px = FIRST_LOOK_PX
        look, outlines = self._locator.look(picture, seen_px)
        shown = FIRST_LOOK_PX / max(picture.size_wh)
        width = float(np.median([each.width * shown for each in outlines])) if outlines else 0.0
        large = self._large(picture, FIRST_LOOK_PX // 4)
        if large or len(outlines) < MANY_TILES or width >= MIDDLING_TILE_PX:
            large += self._large(picture, FIRST_LOOK_PX // 2)
        if outlines and width < SMALL_TILE_PX:
            seen_px = _look_px(width)
            look, outlines = self._locator.look(picture, seen_px)
        return seen_px, look, outlines + large

    def _large(self, picture: Picture, look_px: int) -> list[Outline]:
        """Rough outlines of tiles too large for a look at twice this size."""
        return self._locator.look(picture, look_px, smallest_px=LARGE_TILE_PX / 2)[1]

    def candidates(
        self,
        picture: Picture,
        outlines: list[Outline],
        aid: Aid | None,
        watch: Stopwatch,
        *,
        is_live: bool = True,
    ) -> list[Candidate]:
        """What the faces in rough outlines show."""
        parts = parts_of(outlines)
        exact = without_doubles(refined(self._corners, picture, outlines))
        exact += refined(self._corners, picture, parts)
        watch.lap("corners")
        quads = [portrait(outline.box_xy) for outline in exact]
        faces = self._read_faces(picture, quads, aid)
        found = candidates_at(quads, faces, exact, picture.size_wh)
        found += self._retried(picture, found, exact, aid, is_live=is_live)
        watch.lap("faces")
        return found

    def _retried(
        self,
        picture: Picture,
        found: list[Candidate],
        outlines: list[Outline],
        aid: Aid | None,
        *,
        is_live: bool,
    ) -> list[Candidate]:
        """The doubtful tiles once more, in outlines that the tiles around them suggest; in a live
        frame those on racks are spared, which take no part in a game."""
        sure = [t.quad_xy for t in found if t.is_sure and t.face.confidence >= SECOND_VIEW_BELOW]
        on_sure = most_covered([tile.quad_xy for tile in found], sure)
        heights = heights_of([tile.quad_xy for tile in found]) if found else floats([])
        doubtful = [
            at
            for at, (tile, height) in enumerate(zip(found, heights, strict=True))
            if (height >= STANDING or not is_live)
            and tile.score >= LEAST_SCORE
            and 1.0 - tile.face.no_tile > MAYBE_TILE
            and tile.face.confidence < SECOND_VIEW_BELOW
            and on_sure[at] < SAME_SPOT
        ]
        tried = [
            (at, quad)
            for at in doubtful[:MOST_DOUBTFUL]
            for quad in rival_outlines(found[at].quad_xy, sure)
        ]
        snapped = self._corners.look(picture, [upright_box(quad) for _, quad in tried])
        tried += [
            (at, quad)
            for (at, rival), quad, is_shaped in zip(
                tried, snapped, tile_shaped(snapped), strict=True
            )
            if is_shaped and (not sure or is_alike(quad, rival))
        ]
        on_sure = most_covered([quad for _, quad in tried], sure)
        tried = [each for each, share in zip(tried, on_sure, strict=True) if share < LYING_ON]
        quads = [portrait(quad) for _, quad in tried]
        faces = self._read_faces(picture, quads, aid)
        again = candidates_at(quads, faces, [outlines[at] for at, _ in tried], picture.size_wh)
        by_tile: dict[int, list[Candidate]] = {}
        for (at, _), candidate in zip(tried, again, strict=True):
            by_tile.setdefault(at, []).append(candidate)
        return [best_agreed([found[at], *those]) for at, those in by_tile.items()]

    def read_faces(self, picture: Picture, quads: Sequence[Floats]) -> list[FaceReading]:
        """What the faces in the quads show, by the set profile in use."""
        return self._read_faces(picture, quads, self.aid)

    def _read_faces(
        self, picture: Picture, quads: Sequence[Floats], aid: Aid | None
    ) -> list[FaceReading]:
        """What the faces in the quads show; the doubtful ones are looked at four times."""
        if not quads:
            return []
        shares, likeness, inks = self._shares([face_of(picture, quad) for quad in quads], aid)
        readings = [
            replace(reading_of(*row), likeness=like, ink_bgr=(float(b), float(g), float(r)))
            for *row, like, (b, g, r) in zip(
                shares.values, shares.turns, shares.colours, likeness, inks, strict=True
            )
        ]
        doubtful = [
            k for k, face in enumerate(readings) if 0.02 < face.confidence < SECOND_VIEW_BELOW
        ]
        if doubtful:
            views = [
                view[::-1, ::-1] if is_turned else view
                for grow, is_turned in MORE_VIEWS
                for view in (face_of(picture, grown(quads[k], grow)) for k in doubtful)
            ]
            seen, _, _ = self._shares(views, aid)
            looks = [shares.only(doubtful)]
            for at, (_, is_turned) in enumerate(MORE_VIEWS):
                look = seen.only(range(at * len(doubtful), (at + 1) * len(doubtful)))
                looks.append(look.turned() if is_turned else look)
            joint = mean_of(looks)
            for row, k in enumerate(doubtful):
                mean = reading_of(joint.values[row], joint.turns[row], joint.colours[row])
                first = readings[k]
                readings[k] = replace(mean, likeness=first.likeness, ink_bgr=first.ink_bgr)
        return readings

    def _shares(
        self, faces: list[Image], aid: Aid | None
    ) -> tuple[Shares, list[float | None], Floats]:
        """The shares of faces, their likeness to taught ones, and their inks."""
        balanced = balance(faces)
        inks = inks_of(balanced)
        if aid is None:
            return shares_of(self.faces.logits(balanced)), [None] * len(faces), inks
        logits, features = self.faces.answers(balanced)
        likeness = aid.likeness(features).max(axis=1)
        return aid.shares(logits, features, inks), [float(each) for each in likeness], inks


def clear_of(outlines: list[Outline], known_xy: Sequence[Floats]) -> list[Outline]:
    """The rough outlines that do not lie on quads."""
    on_known = most_covered([outline.box_xy for outline in outlines], known_xy)
    return [outline for outline, share in zip(outlines, on_known, strict=True) if share < SAME_SPOT]


def parted(picture: Picture, outlines: Sequence[Outline]) -> tuple[list[Outline], list[Outline]]:
    """The rough outlines in which something is printed, and those in which nothing is."""
    inky = shows_ink(picture, [outline.box_xy for outline in outlines])
    pairs = list(zip(outlines, inky, strict=True))
    return [each for each, shows in pairs if shows], [each for each, shows in pairs if not shows]


def backs_at(picture: Picture, outlines: Sequence[Outline]) -> list[Candidate]:
    """What is seen in outlines in which nothing is printed."""
    faces = [NO_FACE_AT_ALL] * len(outlines)
    return candidates_at([each.box_xy for each in outlines], faces, outlines, picture.size_wh)


def _look_px(width: float) -> int:
    """The size of the look at which tiles come out well that are so wide in the first one."""
    if width >= SMALL_TILE_PX:
        return FIRST_LOOK_PX
    return min(LARGEST_LOOK_PX, round(FIRST_LOOK_PX * GOOD_TILE_PX / max(width, 1.0)))


def _is_foreign(found: Sequence[Candidate], aid: Aid) -> bool:
    """Whether the tiles are not those of the set that was taught."""
    seen = best_of_each([tile for tile in found if tile.is_tile])
    return looks_foreign([tile.face.likeness for tile in seen if aid.knows(tile.face.name)])


def assembled(
    found: Sequence[Candidate],
    picture: Picture,
    aid: Aid | None,
    watch: Stopwatch,
    *,
    is_live: bool,
) -> Reading:
    """The reading that candidates make: names where they are plausible, then cells."""
    seen = with_turns_of_others(best_of_each([tile for tile in found if tile.is_tile]))
    colour = colour_of([tile.face for tile in seen], picture.frame_bgr)
    if aid is None or not colour.is_there:  # a set that was taught has told its inks itself
        seen = [replace(tile, face=with_known_colour(tile.face, colour)) for tile in seen]
    names = _names(seen, aid)
    if aid is None and not is_live:
        lonely = lonely_jokers(seen, names)
        names = [None if at in lonely else name for at, name in enumerate(names)]
    seen = with_aligned_jokers(seen, names)
    lattice = cells_of([Placed(name, tile.quad_xy) for name, tile in zip(names, seen, strict=True)])
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
    problems = (*lattice.problems, *_doubts(seen, names, colour))
    backs = tuple(as_quad(tile.quad_xy) for tile in _backs(found, seen))
    return Reading(tiles, problems, watch.stage_ms, backs, colour)


def _names(seen: Sequence[Candidate], aid: Aid | None) -> list[str | None]:
    """The name of each tile that is sure by itself and plausible among the others."""
    unsafe = lying_on_others(seen) | odd_sizes(seen) | crowded_jokers(seen)
    names = [
        tile.face.name if tile.is_sure and at not in unsafe else None
        for at, tile in enumerate(seen)
    ]
    doubtful = third_copies(names, leaning(seen)) | (
        _hardly_blue(seen, names) if aid is None else set()
    )
    return [None if at in doubtful else name for at, name in enumerate(names)]


def _hardly_blue(seen: Sequence[Candidate], names: Sequence[str | None]) -> set[int]:
    """Which tiles named blue may be black."""
    colours = {at: name[0] for at, name in enumerate(names) if name and name[0] in "BK"}
    if "B" not in colours.values():
        return set()
    inks = floats([seen[at].face.ink_bgr for at in colours])
    told = dict(zip(colours, map(float, blueness_of(inks)), strict=True))
    blues = {at: blue for at, blue in told.items() if colours[at] == "B"}
    return hardly_blue(blues, [blue for at, blue in told.items() if at not in blues])


def _doubts(
    seen: Sequence[Candidate], names: Sequence[str | None], colour: PictureColour
) -> tuple[Problem, ...]:
    unsure = (Problem.UNREADABLE_TILE,) if None in names else ()
    if not colour.is_there and any(tile.face.name != JOKER for tile in seen):
        return (Problem.NO_COLOUR, *unsure)
    return unsure


def _backs(found: Sequence[Candidate], seen: Sequence[Candidate]) -> list[Candidate]:
    """The tiles that show no face, where none was seen with one."""
    backs = best_of_each([tile for tile in found if tile.is_back])
    on_seen = most_covered([tile.quad_xy for tile in backs], [tile.quad_xy for tile in seen])
    return [back for back, share in zip(backs, on_seen, strict=True) if share < SAME_SPOT]
