"""The labelled photographs: their sessions, and how each outlined tile is turned."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.picture import floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats, Image

REPOSITORY = Path(__file__).resolve().parents[3]
PHOTOS = REPOSITORY.parent / "shared" / "photos"

FACE_WH = (120, 168)
"""Size of a rectified face; a real tile is about 26 by 37 mm."""


def loaded(path: Path) -> Image:
    """A picture, BGR; raises FileNotFoundError where there is none that can be read."""
    frame_bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if frame_bgr is None:
        raise FileNotFoundError(f"{path} cannot be read")
    return frame_bgr


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """One outlined tile; `quad_xy` runs clockwise from the top left of the number."""

    tile: str
    quad_xy: Floats


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph with its truth and the session it was taken in."""

    path: Path
    session: str
    tiles: tuple[LabelledTile, ...]

    def load(self) -> Image:
        """The picture, BGR."""
        return loaded(self.path)


def session_of(name: str, tile_count: int, is_portrait: bool) -> str:
    """The session a photograph belongs to, recognised by its name and content."""
    group, _, number_text = name.removesuffix(".jpg").partition("-")
    number = int(number_text)
    if group == "rummyBackground":
        return "no-tiles"
    if group == "rummy2":
        return "dark-wood"
    if group == "rummy3":
        return "marble-rack" if number <= 16 or number in (19, 22, 23) else "marble"
    if is_portrait and tile_count == 1:
        return "rug-single"
    if number >= 86:
        return "white-rack"
    if number <= 17 and number not in (10, 11, 12, 14, 15, 16):
        return "glare-table"
    return "rug"


def clockwise(quad_xy: Floats) -> Floats:
    """The same corners, clockwise as seen in the picture, starting with the first."""
    x, y = quad_xy[:, 0], quad_xy[:, 1]
    doubled_area = float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
    return quad_xy if doubled_area > 0 else quad_xy[[0, 3, 2, 1]]


def warp_face(frame_bgr: Image, quad_xy: Floats, size_wh: tuple[int, int] = FACE_WH) -> Image:
    """The face inside `quad_xy` as an upright picture of `size_wh`."""
    width, height = size_wh
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad_xy.astype(np.float32), target)
    return cv2.warpPerspective(
        frame_bgr, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def ink_of(face_bgr: Image) -> Floats:
    """How much each pixel of a face differs from its ivory, 0–1, rims left out."""
    height, width = face_bgr.shape[:2]
    lab = cv2.cvtColor(cv2.GaussianBlur(face_bgr, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(
        np.float32
    )
    inner = lab[height // 8 : -height // 8, width // 8 : -width // 8].reshape(-1, 3)
    bright = inner[inner[:, 0] >= np.percentile(inner[:, 0], 50)]
    ivory = np.median(bright, axis=0)
    away = np.abs(lab - ivory) @ np.array([0.5, 1.0, 1.0], np.float32)
    ink = np.clip((away - 18.0) / 40.0, 0.0, 1.0)
    rim_y, rim_x = height // 9, width // 9
    ink[:rim_y] = ink[-rim_y:] = 0.0
    ink[:, :rim_x] = ink[:, -rim_x:] = 0.0
    return floats(ink)


def turn_to_number(frame_bgr: Image, quad_xy: Floats) -> Floats:
    """The corners in the order that puts the number in the upper half.

    The ink's centre lies well above the middle of the face along its long axis and close to it
    along the short one; the order with the largest upward offset wins.
    """
    corners_xy = clockwise(quad_xy)
    best, best_offset = corners_xy, -np.inf
    for turn in range(4):
        turned = np.roll(corners_xy, -turn, axis=0)
        across = np.linalg.norm(turned[1] - turned[0]) + np.linalg.norm(turned[2] - turned[3])
        along = np.linalg.norm(turned[3] - turned[0]) + np.linalg.norm(turned[2] - turned[1])
        if along < 0.8 * across:
            continue
        ink = ink_of(warp_face(frame_bgr, turned))
        mass = float(ink.sum()) + 1e-6
        rows = np.arange(ink.shape[0], dtype=np.float32)
        centre = float((ink.sum(axis=1) * rows).sum()) / mass / ink.shape[0]
        offset = 0.5 - centre
        if offset > best_offset:
            best, best_offset = turned, offset
    return best


def load_photos(folder: Path = PHOTOS, names: Sequence[str] | None = None) -> list[Photo]:
    """The labelled photographs (or those named), outlines turned, sorted by name."""
    photos = []
    for line in (folder / "labels.jsonl").read_text().splitlines():
        label = json.loads(line)
        path = folder / label["image"]
        if names is not None and path.name not in names:
            continue
        width, height = label["size"]
        frame_bgr = loaded(path)
        tiles = tuple(
            LabelledTile(
                entry["tile"],
                turn_to_number(frame_bgr, np.array(entry["quad"], np.float32)),
            )
            for entry in label["tiles"]
        )
        session = session_of(path.name, len(tiles), height > width)
        photos.append(Photo(path, session, tiles))
    return sorted(photos, key=lambda photo: photo.path.name)
