"""What has changed on a remembered table: laid over the memory, compared at a glance, read where
it differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sepmosa import JOKER_CELL, Cell, Tile
from engine.sepmosa.values import AnyTile, Joker, cell_at
from vision.geometry import covered, middle_of
from vision.judge.bare import lain_over
from vision.judge.cellmap import CellMap, map_of
from vision.judge.clutter import is_flat
from vision.judge.cover import MAP_WH
from vision.judge.evidence import Evidence, Sight, shares_by_tile
from vision.judge.ground import (
    Blobs,
    Box,
    Ground,
    blobs_of,
    changes_between,
    ground_of,
    places_mask,
    share_over,
)
from vision.judge.look import Eyes, look_again, share_outside
from vision.judge.memory import KnownTile, Memory, SeenTable
from vision.judge.patches import changed_by, ivory_of, patches_of, unlike
from vision.judge.register import Motion, motion_to
from vision.picture import Floats, Picture, floats
from vision.thresholds import follow as limits
from vision.thresholds.judge import FACE, HAND_SEEN, OUTSIDE, REACH, SAME_PLACE
from vision.thresholds.tiles import OFF_CELL
from vision.tiles.candidates import Candidate, best_of_each
from vision.tiles.colour import with_known_colour
from vision.tiles.lattice import NAMED_ROWS


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """A frame laid over the memory: where everything is now, and what looks different."""

    motion: Motion
    tiles: tuple[KnownTile, ...]
    is_same: tuple[bool, ...]  # for each tile
    places: Mapping[Cell, Floats]
    changed: tuple[Cell, ...]  # of the places
    ground: Ground
    blobs: Blobs
    lattice: CellMap
    light_bgr: Floats

    @property
    def same(self) -> list[KnownTile]:
        """The tiles that look as they did."""
        return [tile for tile, same in zip(self.tiles, self.is_same, strict=True) if same]

    def is_under(self, quad_xy: Floats) -> bool:
        """Whether something lies over a place, or reaches onto it."""
        return share_over(self.blobs.over, self.ground, quad_xy) > limits.UNDER


def changes_in(
    eyes: Eyes, memory: Memory, picture: Picture, last: Ground | None = None
) -> SeenTable | None:
    """The table a frame shows, read where it has changed; None where it cannot be laid over the
    memory. What lies as it did on the ground of the `last` frame is no hand."""
    compared = compare(memory, picture)
    if compared is None:
        return None
    again = _read_again(eyes, memory, picture, compared)
    there, gone = _parted(compared, again)
    found = _found(eyes, memory, picture, compared, again)
    new = _new_tiles(memory, compared, there, found)
    seen = _gathered(eyes, memory, picture, compared, there, gone, again, new)
    has_hand = _has_hand(eyes, picture, compared, gone.values(), last)
    return replace(seen, evidence=replace(seen.evidence, has_hand=has_hand))


def _has_hand(
    eyes: Eyes,
    picture: Picture,
    compared: Compared,
    gone: Iterable[KnownTile],
    last: Ground | None,
) -> bool:
    """Whether what is over the table is a hand, or may be one: not what lies as it lay in the frame
    before, hides no tile and does not look like a hand."""
    over = compared.blobs.over
    if not over.any():
        return False
    if last is None or any(compared.is_under(tile.quad_xy) for tile in gone):
        return True
    size_wh = (over.shape[1], over.shape[0])
    stirred = changes_between(last, compared.ground, np.eye(3, dtype=np.float32))
    hands = cv2.resize(eyes.cover.covered(picture.frame_bgr), size_wh)
    count, labels = cv2.connectedComponents(over)
    return any(
        stirred[labels == k].mean() > limits.STIRRED
        or (hands[labels == k] > HAND_SEEN).mean() > limits.HANDLIKE
        for k in range(1, count)
    )


# Comparing


def compare(memory: Memory, picture: Picture) -> Compared | None:
    """A frame laid over the memory; None where it shows another view, or too little of it."""
    motion = motion_to(memory.landmarks, picture, len(memory.tiles), memory.tile_px)
    if motion is None:
        return None
    quads = motion.move([tile.quad_xy for tile in memory.tiles], range(len(memory.tiles)))
    tiles = [replace(tile, quad_xy=quad) for tile, quad in zip(memory.tiles, quads, strict=True)]
    if any(
        share_outside(tile.quad_xy, picture.size_wh) > OUTSIDE
        for tile in tiles
        if tile.cell is not None
    ):
        return None
    patches = patches_of(picture, quads)
    is_same = unlike(memory.patches, patches) <= limits.SAME_PRINT
    places = dict(zip(memory.places, motion.move(list(memory.places.values())), strict=True))
    ground = ground_of(picture)
    blobs = _blobs(memory, ground, motion, tiles, list(is_same), list(places.values()))
    if not _is_same_view(motion, blobs, ground, tiles, is_same):
        return None
    outlines = {
        tile.cell: tile.quad_xy
        for tile, same in zip(tiles, is_same, strict=True)
        if (same or not is_same.any()) and tile.cell is not None
    }
    if not outlines:
        return None
    gain = np.ones(3, np.float32)
    if is_same.any():
        gain = np.median((ivory_of(patches) / ivory_of(memory.patches))[is_same], axis=0)
    differ = changed_by(memory.place_patches, patches_of(picture, list(places.values())), gain)
    return Compared(
        motion,
        tuple(tiles),
        tuple(bool(same) for same in is_same),
        places,
        tuple(
            cell for cell, apart in zip(places, differ, strict=True) if apart > limits.SAME_GROUND
        ),
        ground,
        blobs,
        map_of(outlines),
        floats(memory.light_bgr * gain),
    )


def _is_same_view(
    motion: Motion,
    blobs: Blobs,
    ground: Ground,
    tiles: Sequence[KnownTile],
    is_same: NDArray[np.bool_],
) -> bool:
    """Whether the frame shows the remembered table: most tiles over which nothing lies look as they
    did. Where something lies over all of them, most of what is around them tells."""
    if is_same.mean() >= limits.MOST_KNOWN:
        return True
    clear = [
        same
        for tile, same in zip(tiles, is_same, strict=True)
        if share_over(blobs.over, ground, tile.quad_xy) <= limits.UNDER
    ]
    if clear:
        return sum(clear) >= limits.MOST_KNOWN * len(clear) and motion.agreeing >= limits.MOSTLY
    return motion.agreeing >= limits.MOSTLY and float(blobs.over.mean()) < limits.MOSTLY


def _blobs(
    memory: Memory,
    ground: Ground,
    motion: Motion,
    tiles: Sequence[KnownTile],
    is_same: Sequence[bool],
    places: Sequence[Floats],
) -> Blobs:
    """What has changed on the table as a whole."""
    mask = changes_between(memory.ground, ground, motion.matrix)
    same = [tile.quad_xy for tile, same in zip(tiles, is_same, strict=True) if same]
    mask[places_mask(ground, same) > 0] = 0
    known = places_mask(ground, [*(tile.quad_xy for tile in tiles), *places])
    return blobs_of(mask, ground.scale, memory.tile_px, known)


# Reading what differs

Again = Mapping[int, Sight | None]
"""By its number, what the place of a tile shows that looks different; None for no number."""


def _read_again(eyes: Eyes, memory: Memory, picture: Picture, compared: Compared) -> Again:
    doubtful = [at for at, same in enumerate(compared.is_same) if not same]
    faces = eyes.reader.read_faces(picture, [compared.tiles[at].quad_xy for at in doubtful])
    told = [with_known_colour(face, memory.colour) for face in faces]
    return {
        at: Sight(shares_by_tile(face.guesses))
        if face.confidence >= FACE and face.turn == 0
        else None
        for at, face in zip(doubtful, told, strict=True)
    }


def _parted(compared: Compared, again: Again) -> tuple[list[KnownTile], dict[int, KnownTile]]:
    """The tiles that are there, and by their number those that are not."""
    there: list[KnownTile] = []
    gone: dict[int, KnownTile] = {}
    for at, (tile, same) in enumerate(zip(compared.tiles, compared.is_same, strict=True)):
        sight = again.get(at)
        if same or (sight is not None and sight.shares.get(tile.tile, 0.0) >= limits.STILL_THERE):
            there.append(tile)
        else:
            gone[at] = tile
    return there, gone


def _found(
    eyes: Eyes, memory: Memory, picture: Picture, compared: Compared, again: Iterable[int]
) -> list[Candidate]:
    """Everything like a tile where something has changed."""
    boxes = [*compared.blobs.boxes, *compared.blobs.over_boxes]
    boxes += [_box(compared.places[cell]) for cell in compared.changed]
    boxes += [_box(compared.tiles[at].quad_xy) for at in again]
    found: list[Candidate] = []
    known = [tile.quad_xy for tile in compared.same]
    for box in joined(boxes, memory.tile_px):
        found += eyes.reader.find_in(picture, box, memory.tile_px, eyes.reader.aid, known)
    return best_of_each([each for each in found if each.is_tile or each.is_back])


def _box(quad_xy: Floats) -> Box:
    low, high = np.floor(quad_xy.min(axis=0)), np.ceil(quad_xy.max(axis=0))
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def joined(boxes: Iterable[Box], near_px: float) -> list[Box]:
    """Boxes about all that lies near one another."""
    done: list[Box] = []
    for box in boxes:
        left, top, right, bottom = box
        near = [
            other
            for other in done
            if other[0] <= right + near_px
            and left <= other[2] + near_px
            and other[1] <= bottom + near_px
            and top <= other[3] + near_px
        ]
        if not near:
            done.append(box)
            continue
        around = np.array([box, *near])
        low, high = around[:, :2].min(axis=0), around[:, 2:].max(axis=0)
        merged = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
        done = joined([*(other for other in done if other not in near), merged], near_px)
    return done


@dataclass(frozen=True, slots=True, eq=False)
class NewTile:
    """Something like a tile that was not there before."""

    candidate: Candidate
    sight: Sight
    cell: Cell | None
    is_near: bool  # the mosaic

    @property
    def is_action(self) -> bool:
        tile = self.sight.tile
        return not self.candidate.is_back and isinstance(tile, Tile) and tile.is_action


def _new_tiles(
    memory: Memory, compared: Compared, there: Sequence[KnownTile], found: Sequence[Candidate]
) -> list[NewTile]:
    """What was found, without what lay there before, stands on a rack or is partly hidden."""
    known = [tile.quad_xy for tile in there]
    about = compared.motion.move(memory.others)
    new = []
    for each in found:
        cell, is_near = _place_of(each.quad_xy, compared.lattice)
        may_be_laid = cell in compared.places
        if _lies_on(each.quad_xy, known):
            continue
        if not may_be_laid and _lies_on(each.quad_xy, about):
            continue
        if not may_be_laid and not is_flat(each.quad_xy, compared.lattice):
            continue
        if compared.is_under(each.quad_xy) and (each.fill < limits.WHOLE or not each.is_sure):
            continue
        face = with_known_colour(each.face, memory.colour)
        new.append(NewTile(each, Sight(shares_by_tile(face.guesses)), cell, is_near))
    return new


def _lies_on(quad_xy: Floats, quads_xy: Sequence[Floats]) -> bool:
    return any(covered(quad_xy, quad) >= SAME_PLACE for quad in quads_xy)


def _place_of(quad_xy: Floats, lattice: CellMap) -> tuple[Cell | None, bool]:
    """The cell on which a tile lies, None between cells; and whether it is near the mosaic."""
    place = lattice.places(middle_of(quad_xy)[None])[0]
    nearest = np.rint(place)
    known = floats([[cell.column, cell.row] for cell in lattice.outlines])
    is_near = bool(np.abs(known - place).max(axis=1).min() <= REACH)
    is_on = float(np.abs(place - nearest).max()) <= OFF_CELL and int(nearest[1]) in NAMED_ROWS
    return (cell_at(int(nearest[1]), int(nearest[0])) if is_on else None), is_near


# The table as it is now


def _gathered(
    eyes: Eyes,
    memory: Memory,
    picture: Picture,
    compared: Compared,
    there: Sequence[KnownTile],
    gone: Mapping[int, KnownTile],
    again: Again,
    new: Sequence[NewTile],
) -> SeenTable:
    """What the frame says of the whole table: what has not changed is as it was."""
    cells = {
        known.cell: Sight({known.tile: 1.0})
        for known in there
        if known.cell is not None and known.cell != JOKER_CELL
    }
    tiles = list(there)
    others = compared.motion.move(memory.others)
    found = [each.sight.tile for each in new if each.is_action]
    still = _still_beside(memory, compared, gone.values(), found)
    beside = [Sight({tile: 1.0}) for tile in still]
    jokers: list[Cell] = []
    face_down = 0
    for each in new:
        may_be_laid = each.cell in compared.places
        tile, quad = each.sight.tile, each.candidate.quad_xy
        if each.candidate.is_back:
            face_down += may_be_laid
        elif isinstance(tile, Joker):
            jokers += [each.cell] if each.cell is not None and may_be_laid else []
            others.append(quad)
        elif each.cell is not None and each.is_near and not tile.is_action:
            cells.setdefault(each.cell, each.sight)
            tiles.append(KnownTile(tile, quad, each.cell))
        elif tile.is_action or each.is_near:
            beside.append(each.sight)
            tiles.append(KnownTile(tile, quad, None))
        else:
            others.append(quad)
    for at, lost in gone.items():
        sight = again.get(at)
        if sight is None or lost.cell is None or lost.cell == JOKER_CELL:
            continue
        if not compared.is_under(lost.quad_xy):
            cells.setdefault(lost.cell, sight)
    hidden = _hidden(memory, picture, compared, gone.values(), cells.keys())
    unread = [c for c in compared.changed if c not in cells and c not in hidden]
    shown = look_again(eyes.reader, picture, memory.colour, compared.places, unread, is_bare=True)
    evidence = Evidence(
        {**cells, **shown},
        tuple(beside),
        hidden,
        face_down,
        jokers[0] if jokers else None,
    )
    hands = floats(cv2.resize(compared.blobs.over * 1.0, MAP_WH, interpolation=cv2.INTER_AREA))
    return SeenTable(
        picture,
        evidence,
        tuple(tiles),
        tuple(others),
        memory.colour,
        hands=hands,
        ground=compared.ground,
    )


def _still_beside(
    memory: Memory, compared: Compared, gone: Iterable[KnownTile], found: Iterable[AnyTile]
) -> Iterable[Tile]:
    """The played action tiles, without those that are gone and not under a hand. One that was out
    of sight, or is under a hand now, is the one that was `found`."""
    beside = [tile for tile in gone if tile.cell is None]
    taken = Counter(each.tile for each in beside if not compared.is_under(each.quad_xy))
    hidden = Counter(each.tile for each in beside if compared.is_under(each.quad_xy))
    placed = Counter(tile.tile for tile in memory.tiles if tile.cell is None)
    played: Counter[AnyTile] = Counter(list(memory.table.played))
    left = played - taken - ((played - placed + hidden) & Counter(found))
    return (tile for tile in left.elements() if isinstance(tile, Tile))


def _hidden(
    memory: Memory,
    picture: Picture,
    compared: Compared,
    gone: Iterable[KnownTile],
    seen: Collection[Cell],
) -> frozenset[Cell]:
    """The cells of which nothing can be said: something lies over them."""
    taken = {
        tile.cell: tile.quad_xy
        for tile in gone
        if tile.cell is not None and tile.cell not in seen and tile.cell != JOKER_CELL
    }
    bare = _bare_again(memory, picture, compared, taken)
    left = {cell: quad for cell, quad in taken.items() if cell not in bare}
    changed = {cell: compared.places[cell] for cell in compared.changed if cell not in seen}
    hidden = {cell for cell, quad in {**left, **changed}.items() if compared.is_under(quad)}
    left = {cell: quad for cell, quad in left.items() if cell not in hidden}
    if left:
        same = [tile.quad_xy for tile in compared.same]
        hidden |= lain_over(picture.frame_bgr, left, same)
    return frozenset(hidden)


def _bare_again(
    memory: Memory, picture: Picture, compared: Compared, taken: Mapping[Cell, Floats]
) -> set[Cell]:
    """The cells that look as they did before a tile was laid there."""
    known = [cell for cell in taken if cell in memory.bare]
    if not known:
        return set()
    now = patches_of(picture, [taken[cell] for cell in known])
    then = np.stack([memory.bare[cell] for cell in known]) * compared.light_bgr
    apart = changed_by(then, now, np.ones(3, np.float32))
    return {cell for cell, each in zip(known, apart, strict=True) if each <= limits.BARE_AGAIN}
