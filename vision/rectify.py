"""Views of tiles cut from the picture: about a rough outline, and of a face, white-balanced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frames import floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats, Image

VIEW_PX = 64
"""Side of the square view in which corners are found."""

VIEW_REACH = 1.5
"""Side of that view, in lengths of the outline's longer side."""

FACE_WH = (48, 64)
"""Size of the face that is read, margins included."""

MARGIN_PX = 4
"""What is shown of the tile's surroundings on each side of the face."""

IVORY_LEVEL = 225.0
"""Where white balance puts the tile's own ivory."""

LEVEL_BIAS = 0.2
"""How early a halved picture is taken instead of the full one, in halvings. On the photographs,
held out, 0.5, 0.8 and 1.0 read 1, 2 and 4 tiles fewer and gave less exact corners."""

_VIEW_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * VIEW_PX


@dataclass(frozen=True, slots=True)
class Pyramid:
    """A picture and its halvings, so that a large tile is not read from skipped pixels."""

    levels: tuple[Image, ...]


def pyramid(frame_bgr: Image, depth: int = 4) -> Pyramid:
    """The picture and up to `depth` - 1 halvings of it."""
    levels = [frame_bgr]
    while len(levels) < depth and min(levels[-1].shape[:2]) > 64:
        height, width = levels[-1].shape[:2]
        half = cv2.resize(levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        levels.append(half.astype(np.uint8))
    return Pyramid(tuple(levels))


def warp(source: Pyramid, quad_xy: Floats, target_xy: Floats, size_wh: tuple[int, int]) -> Image:
    """The picture moved so that `quad_xy` comes to lie on `target_xy`, taken from the level
    whose pixels are closest to those of the result."""
    taken = np.sqrt(max(1.0, abs(float(cv2.contourArea(quad_xy)))))
    given = np.sqrt(abs(float(cv2.contourArea(target_xy))))
    level = int(np.clip(np.log2(max(1.0, taken / given)) + LEVEL_BIAS, 0, len(source.levels) - 1))
    picture = source.levels[level]
    scale_xy = np.array(
        [
            picture.shape[1] / source.levels[0].shape[1],
            picture.shape[0] / source.levels[0].shape[0],
        ],
        np.float32,
    )
    matrix = cv2.getPerspectiveTransform((quad_xy * scale_xy).astype(np.float32), target_xy)
    return cv2.warpPerspective(
        picture, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8)


def upright_box(quad_xy: Floats) -> Floats:
    """The smallest rectangle about a quad, clockwise, its longer sides second and fourth."""
    (x, y), (width, height), angle = cv2.minAreaRect(quad_xy.astype(np.float32))
    if width > height:
        width, height, angle = height, width, angle + 90.0
    turn = np.radians(angle)
    across = np.array([np.cos(turn), np.sin(turn)]) * width / 2
    along = np.array([-np.sin(turn), np.cos(turn)]) * height / 2
    middle = np.array([x, y])
    return np.stack(
        [
            middle - across - along,
            middle + across - along,
            middle + across + along,
            middle - across + along,
        ]
    ).astype(np.float32)


def view_square(box_xy: Floats) -> Floats:
    """The square about a rectangle from `upright_box` that the corner network looks at."""
    middle = box_xy.mean(axis=0)
    along = box_xy[3] - box_xy[0]
    length = float(np.linalg.norm(along))
    down = along / max(length, 1e-6)
    right = np.array([down[1], -down[0]], np.float32)
    half = max(length, float(np.linalg.norm(box_xy[1] - box_xy[0]))) * VIEW_REACH / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return floats(middle + (signs[:, :1] * right + signs[:, 1:] * down) * half)


def view_of(source: Pyramid, square_xy: Floats) -> Image:
    """What lies in the square, `VIEW_PX` wide."""
    return warp(source, square_xy, _VIEW_SQUARE, (VIEW_PX, VIEW_PX))


def out_of_view(points: Floats, square_xy: Floats) -> Floats:
    """Points given in units of the view (0–1 in the square), in pixels of the picture."""
    right, down = square_xy[1] - square_xy[0], square_xy[3] - square_xy[0]
    return floats(square_xy[0] + points[:, :1] * right + points[:, 1:] * down)


def into_view(points_xy: Floats, square_xy: Floats) -> Floats:
    """Pixels of the picture in units of the view."""
    right, down = square_xy[1] - square_xy[0], square_xy[3] - square_xy[0]
    away = points_xy - square_xy[0]
    return np.stack([away @ right / (right @ right), away @ down / (down @ down)], axis=1).astype(
        np.float32
    )


def portrait(quad_xy: Floats) -> Floats:
    """The corners, starting so that the longer sides are second and fourth."""
    across = np.linalg.norm(quad_xy[1] - quad_xy[0]) + np.linalg.norm(quad_xy[2] - quad_xy[3])
    along = np.linalg.norm(quad_xy[3] - quad_xy[0]) + np.linalg.norm(quad_xy[2] - quad_xy[1])
    return quad_xy if along >= across else np.roll(quad_xy, -1, axis=0)


def grown(quad_xy: Floats, share: float) -> Floats:
    """The quad made larger about its middle."""
    middle = quad_xy.mean(axis=0)
    return floats(middle + (quad_xy - middle) * share)


def face_of(source: Pyramid, quad_xy: Floats) -> Image:
    """The face inside the quad with its margins, `FACE_WH`, not yet white-balanced."""
    width, height = FACE_WH
    low, right, bottom = MARGIN_PX, width - MARGIN_PX, height - MARGIN_PX
    target = np.array([[low, low], [right, low], [right, bottom], [low, bottom]], np.float32)
    return warp(source, quad_xy, target, FACE_WH)


def balance(faces: Sequence[Image]) -> Floats:
    """The faces with their ivory brought to one level; N x height x width x 3, 0–255.

    Ivory is the median of the brighter part of the face's inner half.
    """
    stack: Floats = np.stack(faces).astype(np.float32)
    width, height = FACE_WH
    inner: Floats = stack[:, height // 8 : -height // 8 : 2, width // 8 : -width // 8 : 2]
    inner = inner.reshape(len(stack), -1, 3)
    light = inner.sum(axis=2)
    rank = int(inner.shape[1] * 0.6)
    brightest = np.argpartition(light, rank, axis=1)[:, rank:]
    ivory = np.median(np.take_along_axis(inner, brightest[..., None], axis=1), axis=1)
    gain = np.clip(IVORY_LEVEL / np.maximum(ivory, 1.0), 0.4, 8.0)
    return floats(np.clip(stack * gain[:, None, None, :], 0, 255))
