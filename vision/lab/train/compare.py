"""A reading against the truth: what was right, wrong, flagged, missed, or not there at all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import overlap
from vision.lab.tally import Sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats
    from vision.tiles.reading import Reading, SeenTile

SAME = 0.5
"""Overlap from which a seen outline is the true one."""


@dataclass(frozen=True, slots=True)
class TileToRead:
    """A tile that is there; one cut by the edge or half covered need not be read."""

    tile: str
    quad_xy: Floats
    must_be_read: bool = True
    is_oriented: bool = True


@dataclass(slots=True)
class ReadingTally(Sums):
    """Counts over some pictures."""

    pictures: int = 0
    exact: int = 0
    tiles: int = 0
    right: int = 0
    wrong_as_sure: int = 0
    flagged: int = 0
    missed: int = 0
    phantoms: int = 0
    null_phantoms: int = 0
    turned: int = 0
    overlaps: list[float] = field(default_factory=list)
    answers: list[tuple[float, bool]] = field(default_factory=list)

    @property
    def f1(self) -> float:
        """Tiles named right against tiles there and tiles named."""
        named = self.right + self.wrong_as_sure + self.phantoms
        return 2 * self.right / max(1, named + self.tiles)


@dataclass(frozen=True, slots=True)
class ReadingFault:
    """Something that was not read right."""

    picture: str
    kind: str
    true: str
    seen: str
    quad_xy: Floats


def quad_of(tile: SeenTile) -> Floats:
    """The corners as an array."""
    return np.array(tile.quad, np.float32)


def compare(
    name: str, truth: Sequence[TileToRead], reading: Reading
) -> tuple[ReadingTally, list[ReadingFault]]:
    """How a reading fares against the truth; each true tile is matched with one seen."""
    tally = ReadingTally(pictures=1)
    faults: list[ReadingFault] = []
    free = set(range(len(reading.tiles)))
    for true in sorted(truth, key=lambda true: not true.must_be_read):  # those on top first
        scored = [(overlap(true.quad_xy, quad_of(reading.tiles[k])), k) for k in free]
        best, at = max(scored, default=(0.0, -1))
        seen = reading.tiles[at] if best >= SAME else None
        if seen is not None:
            free.discard(at)
        if not true.must_be_read:
            if seen is not None and seen.tile not in (None, true.tile) and true.tile:
                tally.wrong_as_sure += 1
                faults.append(
                    ReadingFault(
                        name, "wrong", true.tile, f"{seen.tile} {seen.confidence:.3f}", true.quad_xy
                    )
                )
            continue
        tally.tiles += 1
        if seen is None:
            tally.missed += 1
            faults.append(ReadingFault(name, "missed", true.tile, "", true.quad_xy))
            continue
        tally.overlaps.append(best)
        guess = seen.guesses[0][0] if seen.guesses else seen.tile
        tally.answers.append((seen.confidence, guess == true.tile))
        if seen.tile is None:
            tally.flagged += 1
            faults.append(
                ReadingFault(
                    name, "flagged", true.tile, f"{guess} {seen.confidence:.3f}", true.quad_xy
                )
            )
        elif seen.tile == true.tile:
            tally.right += 1
            nearest = int(np.argmin(np.linalg.norm(true.quad_xy - quad_of(seen)[0], axis=1)))
            if true.is_oriented and nearest != 0:
                tally.turned += 1
                faults.append(ReadingFault(name, "turned", true.tile, seen.tile, true.quad_xy))
        else:
            tally.wrong_as_sure += 1
            faults.append(
                ReadingFault(
                    name, "wrong", true.tile, f"{seen.tile} {seen.confidence:.3f}", true.quad_xy
                )
            )
    for k in sorted(free):
        seen = reading.tiles[k]
        if any(
            overlap(true.quad_xy, quad_of(seen)) > 0.2 and not true.must_be_read for true in truth
        ):
            continue
        is_named = seen.tile is not None
        tally.phantoms += is_named
        tally.null_phantoms += not is_named
        tally.answers.append((seen.confidence, False))
        guess = seen.guesses[0][0] if seen.guesses else "?"
        faults.append(
            ReadingFault(
                name,
                "phantom" if is_named else "null",
                "",
                f"{guess} {seen.confidence:.3f}",
                quad_of(seen),
            )
        )
    tally.exact = int(tally.right == tally.tiles and not tally.phantoms and not tally.wrong_as_sure)
    return tally, faults
