"""What the tiles of a picture say of one another: which is askew, of an odd size, one too many,
and which way up those lie that do not tell it themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.sepmosa.values import COPIES
from vision.geometry import aligned, covered, heights_of, touching, turns_against
from vision.picture import floats
from vision.thresholds.tiles import (
    BEYOND_DOUBT,
    BLUER,
    FAR_LESS,
    HARDLY_BLUE,
    IN_COMPANY,
    JOKER_ALONE,
    JOKER_COMPANY,
    LEANING,
    LYING_ON,
    MANY_TILES,
    ODD_SIZES,
    OTHER_BLUES,
    SAME_WAY_DEGREES,
    SURE_JOKER_TURN,
    SURE_TURN,
    UPRIGHT,
)
from vision.tiles.candidates import TURN_MATTERS
from vision.tiles.faces import JOKER

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from vision.picture import Floats
    from vision.tiles.candidates import Candidate


def lying_on_others(seen: Sequence[Candidate]) -> set[int]:
    """Which of the tiles, best first, have an outline that reaches far into a better one's."""
    quads = [tile.quad_xy for tile in seen]
    may_touch = touching(quads, quads)
    return {
        at
        for at in range(len(seen))
        for other in range(at)
        if may_touch[at, other] and covered(seen[at].quad_xy, seen[other].quad_xy) > LYING_ON
    }


def leaning(seen: Sequence[Candidate]) -> set[int]:
    """Which tiles are seen at a far flatter angle than the others: they stand on a rack."""
    if not seen:
        return set()
    heights = heights_of([tile.quad_xy for tile in seen])
    return {int(at) for at in np.flatnonzero(heights < LEANING * np.percentile(heights, 80))}


def odd_sizes(seen: Sequence[Candidate]) -> set[int]:
    """Which of many tiles are far smaller or larger than the rest: print, a card, half a tile.
    Those on racks, of which there may be more than lie, are told by their shape."""
    if not seen:
        return set()
    standing = {
        *leaning(seen),
        *np.flatnonzero(heights_of([tile.quad_xy for tile in seen]) < UPRIGHT),
    }
    flat = [at for at in range(len(seen)) if at not in standing]
    if len(flat) < MANY_TILES:
        return set()
    areas = np.array([abs(cv2.contourArea(floats(seen[at].quad_xy))) for at in flat])
    usual = float(np.median(areas))
    low, high = ODD_SIZES
    return {flat[k] for k in np.flatnonzero((areas < low * usual) | (areas > high * usual))}


def with_turns_of_others(seen: Sequence[Candidate]) -> list[Candidate]:
    """The tiles; a 6 or 9 that lies just as many others do is as surely that way up as they are."""
    known = [
        tile.quad_xy
        for tile in seen
        if tile.is_sure and tile.face.name != JOKER and tile.face.name[1:] not in TURN_MATTERS
    ]
    if len(known) < MANY_TILES:
        return list(seen)
    others = np.stack(known)
    return [
        replace(tile, face=replace(tile.face, turn_share=SURE_TURN))
        if tile.face.name[1:] in TURN_MATTERS
        and tile.face.turn_share < SURE_TURN
        and _share_alike(tile.quad_xy, others) >= IN_COMPANY
        else tile
        for tile in seen
    ]


def _share_alike(quad_xy: Floats, others: Floats) -> float:
    """The share of tiles (N x 4 x 2) that lie the same way up."""
    return float((turns_against(others, quad_xy) <= SAME_WAY_DEGREES).mean())


def hardly_blue(blues: Mapping[int, float], blacks: Sequence[float]) -> set[int]:
    """Which of the tiles named blue may be black, given how blue their inks are and those of the
    tiles named black: on yellowed ivory, in haze or in colours too full, black ink is blue beside
    its ivory."""
    doubtful = set()
    for at, own in blues.items():
        others = [blue for other, blue in blues.items() if other != at]
        is_like_blue = len(others) >= OTHER_BLUES and np.median(others) <= FAR_LESS * own
        is_unlike_black = bool(blacks) and np.median(blacks) < own - BLUER
        if own < HARDLY_BLUE and not (is_like_blue and is_unlike_black):
            doubtful.add(at)
    return doubtful


def third_copies(names: Sequence[str | None], others: Collection[int] = ()) -> set[int]:
    """Which tiles bear a name that more of them bear than a set has: some are misread. Those of
    another set, such as `others` may be, do not count."""
    own = {at: name for at, name in enumerate(names) if name is not None and at not in others}
    count = Counter(own.values())
    return {at for at, name in own.items() if count[name] > COPIES}


def crowded_jokers(seen: Sequence[Candidate]) -> set[int]:
    """Where more looks like a joker than a set has, as on playing cards, what leaves a doubt."""
    jokers = [at for at, tile in enumerate(seen) if tile.face.name == JOKER]
    if len(jokers) <= COPIES:
        return set()
    return {at for at in jokers if seen[at].face.confidence < BEYOND_DOUBT}


def lonely_jokers(seen: Sequence[Candidate], names: Sequence[str | None]) -> set[int]:
    """Which jokers leave a doubt where hardly any other tile is in sight: court cards, logos and
    faces look like one. In a game its place tells it."""
    if sum(name not in (None, JOKER) for name in names) >= JOKER_COMPANY:
        return set()
    return {
        at
        for at, name in enumerate(names)
        if name == JOKER and seen[at].face.confidence < JOKER_ALONE
    }


def with_aligned_jokers(seen: Sequence[Candidate], names: Sequence[str | None]) -> list[Candidate]:
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
