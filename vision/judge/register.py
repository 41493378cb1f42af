"""Lays a new picture over the remembered one: where the camera, and each tile, has moved.

Corners of print on the tiles and of whatever else is on the table are followed from one picture to
the other (Lucas-Kanade); most of them tell how the camera has moved, those of one tile how far it
was pushed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.picture import Floats, Image, Picture, floats, pixels
from vision.thresholds.follow import LEAST_CORNERS, LEAST_SHARE, MOST_PUSHED, OUTLIER_PX, PUSHED_PX

WORK_PX = 768  # longer side of the pictures that are compared
ON_TILE, ELSEWHERE = 4, 60  # corners followed on each tile, and beside them
WINDOW, LEVELS = (15, 15), 3
LEVEL = 110.0  # mean grey to which both pictures are brought


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """The corners of a picture that can be followed, and the tile each is on (-1: on none)."""

    grey: Image
    points: Floats  # n x 1 x 2, in pixels of `grey`
    owners: Floats  # n
    scale: float  # pixels of `grey` per pixel of the frame


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """From pixels of the remembered frame to those of the new one."""

    matrix: Floats  # 3 x 3
    agreeing: float  # share of the corners that tell it
    pushes: Floats  # tiles x 2, by which each tile was moved besides

    def move(self, quads_xy: Sequence[Floats], tiles: Sequence[int] | None = None) -> list[Floats]:
        """Where quads are now; `tiles` names the tile whose push each has, where it has one."""
        if not len(quads_xy):
            return []
        stack = floats(np.stack(quads_xy)).reshape(1, -1, 2)
        moved = floats(cv2.perspectiveTransform(stack, self.matrix)).reshape(-1, 4, 2)
        pushed = moved if tiles is None else moved + self.pushes[list(tiles)][:, None]
        return [floats(quad) for quad in pushed]


def work_grey(picture: Picture) -> tuple[Image, float]:
    """The picture in grey at `WORK_PX`, its light evened out as a whole, and its scale."""
    scale = WORK_PX / max(picture.size_wh)
    size_wh = (round(picture.size_wh[0] * scale), round(picture.size_wh[1] * scale))
    grey = cv2.cvtColor(picture.resized(size_wh), cv2.COLOR_BGR2GRAY)
    return pixels(cv2.convertScaleAbs(grey, alpha=LEVEL / max(float(grey.mean()), 1.0))), scale


def landmarks_of(picture: Picture, quads_xy: Sequence[Floats]) -> Landmarks:
    """The corners of a picture on which tiles lie at these places."""
    grey, scale = work_grey(picture)
    strength = floats(cv2.cornerMinEigenVal(grey, 3))
    points: list[Floats] = []
    owners: list[int] = []
    for at, quad in enumerate(quads_xy):
        low = np.maximum(np.floor(quad.min(axis=0) * scale).astype(int), 0)
        high = np.minimum(np.ceil(quad.max(axis=0) * scale).astype(int) + 1, grey.shape[::-1])
        part = strength[low[1] : high[1], low[0] : high[0]]
        for spot in _strongest(part, ON_TILE):
            points.append(floats(low + spot))
            owners.append(at)
    rest = pixels(np.full(grey.shape, 255))
    for quad in quads_xy:
        cv2.fillConvexPoly(rest, np.round(quad * scale).astype(np.int32), (0,))
    found = cv2.goodFeaturesToTrack(grey, ELSEWHERE, 0.02, 24, mask=rest)
    if found is not None:
        points += list(found[:, 0])
        owners += [-1] * len(found)
    return Landmarks(grey, floats(points).reshape(-1, 1, 2), np.array(owners), scale)


def _strongest(part: Floats, count: int) -> list[Floats]:
    """The places (x, y) of the strongest corners of a part, apart from one another."""
    left = part.copy()
    found = []
    for _ in range(count):
        if left.size == 0 or float(left.max()) <= 0:
            break
        y, x = np.unravel_index(int(left.argmax()), left.shape)
        found.append(np.array([x, y]))
        left[max(0, y - 4) : y + 5, max(0, x - 4) : x + 5] = 0
    return found


def motion_to(known: Landmarks, picture: Picture, tiles: int, tile_px: float) -> Motion | None:
    """How a picture has moved against the remembered one, with so many tiles about so wide; None
    where too little agrees."""
    grey, scale = work_grey(picture)
    if grey.shape != known.grey.shape or len(known.points) < LEAST_CORNERS:
        return None
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 12, 0.03)
    found, status, _ = cv2.calcOpticalFlowPyrLK(
        known.grey,
        grey,
        known.points,
        np.empty_like(known.points),
        winSize=WINDOW,
        maxLevel=LEVELS,
        criteria=criteria,
    )
    followed = status[:, 0] == 1
    if int(followed.sum()) < LEAST_CORNERS:
        return None
    before, after = known.points[followed][:, 0], found[followed][:, 0]
    matrix, inliers = cv2.findHomography(before, after, cv2.RANSAC, OUTLIER_PX, maxIters=300)
    if matrix is None:
        return None
    agreeing = int(inliers.sum())
    if agreeing < max(LEAST_CORNERS, LEAST_SHARE * len(before)):
        return None
    moved = cv2.perspectiveTransform(before[None], matrix)[0]
    missed = after - moved
    owners = known.owners[followed]
    pushes = np.zeros((tiles, 2), np.float32)
    for tile in range(tiles):
        own = missed[owners == tile]
        if len(own) >= 2:
            push = np.median(own, axis=0)
            spread = float(np.abs(own - push).max())
            if (
                PUSHED_PX < np.hypot(*push) < MOST_PUSHED * scale * tile_px
                and spread < 2 * OUTLIER_PX
            ):
                pushes[tile] = push
    rescale = np.diag([scale, scale, 1.0])
    whole = np.linalg.inv(rescale) @ matrix @ rescale
    return Motion(floats(whole), agreeing / len(before), floats(pushes / scale))
