"""The photographs as another lamp, camera or place would have had them, with their truth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.lab.train.compare import TileToRead
from vision.lab.train.faces import is_cut
from vision.picture import floats, pixels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from vision.picture import Floats, Image

    Change = Callable[[Image, Sequence[TileToRead]], tuple[Image, list[TileToRead]]]

NEAR_WH = (640, 480)


def _recoloured(change: Callable[[Floats], Floats]) -> Change:
    """A change of the pixels alone."""

    def changed(frame_bgr: Image, truth: Sequence[TileToRead]) -> tuple[Image, list[TileToRead]]:
        return pixels(np.clip(change(floats(frame_bgr)), 0, 255)), list(truth)

    return changed


def _seen_through(
    matrix: Floats, size_wh: tuple[int, int], frame_bgr: Image, truth: Sequence[TileToRead]
) -> tuple[Image, list[TileToRead]]:
    """Picture and truth moved by a 3 x 3 matrix; what leaves the frame need not be read."""
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2]))))
    source = cv2.GaussianBlur(frame_bgr, (0, 0), 0.45 / scale) if scale < 0.7 else frame_bgr
    moved = cv2.warpPerspective(
        source,
        matrix,
        size_wh,
        flags=cv2.INTER_LINEAR if scale < 1 else cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    tiles = []
    for tile in truth:
        quad_xy = floats(cv2.perspectiveTransform(floats(tile.quad_xy[None]), matrix)[0])
        if (quad_xy.max(axis=0) > 2).all() and (quad_xy.min(axis=0) < np.array(size_wh) - 2).all():
            is_whole = tile.must_be_read and not is_cut(quad_xy, size_wh)
            tiles.append(TileToRead(tile.tile, quad_xy, is_whole, is_whole))
    return pixels(moved), tiles


def _scaled(share: float) -> Change:
    def changed(frame_bgr: Image, truth: Sequence[TileToRead]) -> tuple[Image, list[TileToRead]]:
        height, width = frame_bgr.shape[:2]
        size_wh = (round(width * share), round(height * share))
        return _seen_through(np.diag(floats([share, share, 1])), size_wh, frame_bgr, truth)

    return changed


def _near(heights: float) -> Change:
    """So near that the picture is only `heights` of a tile wide, its middle on one of them."""

    def changed(frame_bgr: Image, truth: Sequence[TileToRead]) -> tuple[Image, list[TileToRead]]:
        whole = [tile for tile in truth if tile.must_be_read]
        if not whole:
            return frame_bgr, list(truth)
        quad_xy = whole[len(whole) // 2].quad_xy
        along = np.linalg.norm(np.roll(quad_xy, -1, axis=0) - quad_xy, axis=1).max()
        zoom = NEAR_WH[0] / (heights * float(along))
        shift = np.array(NEAR_WH) / 2 - quad_xy.mean(axis=0) * zoom
        matrix = floats([[zoom, 0, shift[0]], [0, zoom, shift[1]], [0, 0, 1]])
        return _seen_through(matrix, NEAR_WH, frame_bgr, truth)

    return changed


def _turned(degrees: float) -> Change:
    def changed(frame_bgr: Image, truth: Sequence[TileToRead]) -> tuple[Image, list[TileToRead]]:
        height, width = frame_bgr.shape[:2]
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 0.8)
        return _seen_through(floats([*turn, [0, 0, 1]]), (width, height), frame_bgr, truth)

    return changed


def _leaning(degrees: float) -> Change:
    """As a camera sees the picture that leans back so much, its upper edge farther away."""

    def changed(frame_bgr: Image, truth: Sequence[TileToRead]) -> tuple[Image, list[TileToRead]]:
        height, width = frame_bgr.shape[:2]
        corners = floats([[0, 0], [width, 0], [width, height], [0, height]])
        x, y = (corners - [width / 2, height / 2]).T
        nearer = 1.2 * width / (1.2 * width - y * np.sin(np.radians(degrees)))
        seen = np.stack([x, y * np.cos(np.radians(degrees))], axis=1) * nearer[:, None]
        seen = (seen - seen.min(axis=0)) * 1000 / np.ptp(seen[:, 0])
        matrix = cv2.getPerspectiveTransform(corners, floats(seen))
        size_wh = (1000, int(seen[:, 1].max()))
        return _seen_through(floats(matrix), size_wh, frame_bgr, truth)

    return changed


def _full(picture: Floats, share: float) -> Floats:
    grey = picture.mean(axis=2, keepdims=True)
    return floats(grey + (picture - grey) * share)


def faded(frame_bgr: Image, share: float) -> Image:
    """The picture with so much of its colour left."""
    return pixels(np.clip(_full(floats(frame_bgr), share), 0, 255))


def _squeezed(picture: Floats) -> Floats:
    quality = [cv2.IMWRITE_JPEG_QUALITY, 15]
    return floats(cv2.imdecode(cv2.imencode(".jpg", pixels(picture), quality)[1], cv2.IMREAD_COLOR))


def _noisy(picture: Floats) -> Floats:
    return floats(picture + np.random.default_rng(0).normal(0, 15, picture.shape))


CHANGES: dict[str, Change] = {
    "as it is": _recoloured(lambda picture: picture),
    "half size": _scaled(0.5),
    "a third": _scaled(0.35),
    "near": _near(4.0),
    "nearer": _near(2.2),
    "nearest": _near(1.4),
    "turned 30°": _turned(30),
    "turned 45°": _turned(45),
    "leaning 40°": _leaning(40),
    "leaning 50°": _leaning(50),
    "warm": _recoloured(lambda picture: floats(picture * [0.7, 1, 1.25])),
    "cold": _recoloured(lambda picture: floats(picture * [1.25, 1, 0.75])),
    "dark": _recoloured(lambda picture: floats(picture * 0.4)),
    "too bright": _recoloured(lambda picture: floats(picture * 1.4)),
    "dull": _recoloured(lambda picture: floats(255 * (picture / 255) ** 1.8)),
    "hazy": _recoloured(lambda picture: floats(picture * 0.5 + 76)),
    "full colours": _recoloured(lambda picture: _full(picture, 1.6)),
    "pale colours": _recoloured(lambda picture: _full(picture, 0.55)),
    "blurred 2 px": _recoloured(lambda picture: floats(cv2.GaussianBlur(picture, (0, 0), 2))),
    "moved 12 px": _recoloured(lambda picture: floats(cv2.filter2D(picture, -1, np.eye(9) / 9))),
    "noise": _recoloured(_noisy),
    "JPEG 15": _recoloured(_squeezed),
}
"""What is done to the photographs, by name."""


def changed_cases(
    cases: Iterable[tuple[str, str, Image, Sequence[TileToRead]]], every: int
) -> Iterable[tuple[str, str, Image, Sequence[TileToRead]]]:
    """Every so many-th of the cases under each change, the change in place of the session."""
    for number, (_, name, frame_bgr, truth) in enumerate(cases):
        if number % every == 0:
            for kind, change in CHANGES.items():
                yield kind, name, *change(frame_bgr, truth)
