"""A thing cut out of a photograph, and which of them are kept for measuring."""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.lab.train.workshop import cached, made_of, recipe
from vision.picture import Image, pixels

CACHE = Path(tempfile.gettempdir()) / "sepmosa-cutouts"
"""Where cut-outs are kept between runs; may be deleted at any time."""

HELD_OUT = 4
"""One group in so many is never learned from."""


@dataclass(frozen=True, slots=True, eq=False)
class CutOut:
    """A picture (BGR) with its alpha (0–255), and where it comes from.

    `group` is what must not be split between learning and measuring: the clip of a hand, the
    photograph of a card, the session of a tile. `px_per_mm` is its scale, roughly. `arm` is the
    side of its picture an arm comes from ("left", "top", "right" or "bottom"), empty for what has
    no arm.
    """

    image_bgr: Image
    alpha: Image
    kind: str
    group: str
    px_per_mm: float
    arm: str = ""


def is_held_out(group: str) -> bool:
    """Whether things of this group are only for measuring."""
    return zlib.crc32(group.encode()) % HELD_OUT == 0


def kept_on_disk(
    name: str, photos: Path, maker: Callable[[], list[CutOut]], folder: Path | None
) -> list[CutOut]:
    """What `maker` makes of the photographs, kept in a file between runs where a folder is given;
    made again when the code that cuts has changed."""
    parts = made_of(recipe("vision.lab.cutouts"), str(photos.resolve()))
    return cached(folder / f"{name}-{parts}.pkl" if folder else None, maker)


def contact_sheet(cutouts: Iterable[CutOut], side: int, columns: int) -> Image:
    """All of them side by side on magenta, each with its number."""
    cells = []
    for number, cutout in enumerate(cutouts):
        scale = (side - 4) / max(cutout.alpha.shape)
        image = cv2.resize(cutout.image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        alpha = cv2.resize(cutout.alpha, (image.shape[1], image.shape[0]))[..., None] / 255.0
        cell = np.full((side, side, 3), (200, 0, 200), np.uint8)
        part = cell[: image.shape[0], : image.shape[1]]
        part[:] = (image * alpha + part * (1 - alpha)).astype(np.uint8)
        cv2.putText(cell, str(number), (2, side - 4), cv2.FONT_HERSHEY_PLAIN, 0.9, (0, 255, 255), 1)
        cells.append(cell)
    while len(cells) % columns:
        cells.append(np.zeros((side, side, 3), np.uint8))
    rows = [np.hstack(cells[at : at + columns]) for at in range(0, len(cells), columns)]
    return pixels(np.vstack(rows))


def cropped(image_bgr: Image, mask: Image, margin: int = 2) -> tuple[Image, Image, tuple[int, int]]:
    """The part of a picture and its mask that the mask needs, and where its top left was."""
    x, y, width, height = cv2.boundingRect(mask)
    x0, y0 = max(0, x - margin), max(0, y - margin)
    x1, y1 = x + width + margin, y + height + margin
    return image_bgr[y0:y1, x0:x1].copy(), mask[y0:y1, x0:x1].copy(), (x0, y0)


def soft_alpha(mask: Image, shrink: float, soft: float) -> Image:
    """The mask (0 or 1) drawn in by `shrink` px with an edge `soft` px wide, 0–255.

    Where the mask meets the picture's edge it is not drawn in.
    """
    pad = int(shrink + 3 * soft) + 2
    wide = cv2.copyMakeBorder(mask, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
    away = cv2.distanceTransform(wide, cv2.DIST_L2, 5)[pad:-pad, pad:-pad]
    return pixels(np.clip((away - shrink) / soft + 0.5, 0, 1) * 255)
