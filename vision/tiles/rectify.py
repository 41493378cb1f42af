"""Views of tiles cut from the picture: about a rough outline, and of a face, white-balanced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.picture import floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats, Image, Picture

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


_FACE_QUAD = floats(
    [
        [MARGIN_PX, MARGIN_PX],
        [FACE_WH[0] - MARGIN_PX, MARGIN_PX],
        [FACE_WH[0] - MARGIN_PX, FACE_WH[1] - MARGIN_PX],
        [MARGIN_PX, FACE_WH[1] - MARGIN_PX],
    ]
)
_VIEW_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * VIEW_PX


def view_square(box_xy: Floats) -> Floats:
    """The square about a rectangle from `upright_box` that the corner network looks at; of one or
    of a stack of them."""
    middle = box_xy.mean(axis=-2, keepdims=True)
    along = box_xy[..., 3:, :] - box_xy[..., :1, :]
    across = box_xy[..., 1:2, :] - box_xy[..., :1, :]
    length = np.linalg.norm(along, axis=-1, keepdims=True)
    down = along / np.maximum(length, 1e-6)
    right = np.stack([down[..., 1], -down[..., 0]], axis=-1)
    half = np.maximum(length, np.linalg.norm(across, axis=-1, keepdims=True)) * (VIEW_REACH / 2)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return floats(middle + (signs[:, :1] * right + signs[:, 1:] * down) * half)


def view_of(picture: Picture, square_xy: Floats) -> Image:
    """What lies in the square, `VIEW_PX` wide."""
    return picture.warp(square_xy, _VIEW_SQUARE, (VIEW_PX, VIEW_PX))


def out_of_view(points: Floats, square_xy: Floats) -> Floats:
    """Points given in units of the view (0–1 in the square), in pixels of the picture; of one
    square or of a stack of them."""
    corner = square_xy[..., :1, :]
    right, down = square_xy[..., 1:2, :] - corner, square_xy[..., 3:, :] - corner
    return floats(corner + points[..., :1] * right + points[..., 1:] * down)


def into_view(points_xy: Floats, square_xy: Floats) -> Floats:
    """Pixels of the picture in units of the view."""
    right, down = square_xy[1] - square_xy[0], square_xy[3] - square_xy[0]
    away = points_xy - square_xy[0]
    return np.stack([away @ right / (right @ right), away @ down / (down @ down)], axis=1).astype(
        np.float32
    )


def face_of(picture: Picture, quad_xy: Floats) -> Image:
    """The face inside the quad with its margins, `FACE_WH`, not yet white-balanced."""
    return picture.warp(quad_xy, _FACE_QUAD, FACE_WH)


def balance(faces: Sequence[Image]) -> Floats:
    """The faces with their ivory brought to one level; N x height x width x 3, 0–255.

    Ivory is the median of the brighter part of the face's inner half.
    """
    stack: Floats = np.stack(faces).astype(np.float32)
    width, height = FACE_WH
    inner: Floats = stack[:, height // 8 : -height // 8 : 2, width // 8 : -width // 8 : 2]
    inner = inner.reshape(len(stack), -1, 3)
    light = inner[..., 0] + inner[..., 1] + inner[..., 2]  # far quicker than a sum over three
    rank = int(inner.shape[1] * 0.6)
    brightest = np.argpartition(light, rank, axis=1)[:, rank:]
    ivory = np.median(np.take_along_axis(inner, brightest[..., None], axis=1), axis=1)
    gain = np.clip(IVORY_LEVEL / np.maximum(ivory, 1.0), 0.4, 8.0)
    stack *= gain[:, None, None, :]
    return floats(np.clip(stack, 0, 255, out=stack))
