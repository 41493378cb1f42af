"""Tile faces cut out of photographs, and the other sets that can be made of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.lab.synth.digits import as_height, number_mask
from vision.lab.synth.jokers import KINDS, joker_masks
from vision.lab.train.photos import FACE_WH, PHOTOS, clockwise, ink_of, loaded, warp_face
from vision.picture import floats

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.lab.synth.digits import DigitStyle
    from vision.lab.train.photos import Photo
    from vision.picture import Floats, Image

SMALLEST_CUT_PX = 34.0
EDGE_PX = 5.0


@dataclass(frozen=True, slots=True)
class Face:
    """A rectified face (`FACE_WH`, upright), how wide it was in its photograph, and whose it is."""

    tile: str
    face_bgr: Image
    width_px: float
    session: str
    blank_bgr: Image
    """The same face with its number wiped off."""


def cut_face(tile: str, face_bgr: Image, width_px: float, session: str) -> Face:
    """A face with its blank."""
    alpha: Floats = np.clip(ink_of(face_bgr) * 3.0, 0, 1)
    alpha = cv2.dilate(alpha, np.ones((9, 9), np.uint8))
    blank = cv2.inpaint(face_bgr, (alpha > 0.1).astype(np.uint8), 5, cv2.INPAINT_TELEA)
    return Face(tile, face_bgr, width_px, session, blank.astype(np.uint8))


def is_cut(quad_xy: Floats, size_wh: tuple[int, int]) -> bool:
    """Whether an outline touches the frame's edge, where labels were clipped."""
    low, high = quad_xy.min(axis=0), quad_xy.max(axis=0)
    return bool(
        low.min() < EDGE_PX or high[0] > size_wh[0] - EDGE_PX or high[1] > size_wh[1] - EDGE_PX
    )


def faces_of_photos(photos: Iterable[Photo]) -> list[Face]:
    """Every whole, large enough face of the labelled photographs."""
    faces = []
    for photo in photos:
        frame_bgr = photo.load()
        size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
        for entry in photo.tiles:
            width = float(np.linalg.norm(entry.quad_xy[1] - entry.quad_xy[0]))
            if width < SMALLEST_CUT_PX or is_cut(entry.quad_xy, size_wh):
                continue
            face_bgr = warp_face(frame_bgr, entry.quad_xy)
            faces.append(cut_face(entry.tile, face_bgr, width, photo.session))
    return faces


def brightest_quad(crop_bgr: Image) -> Floats:
    """The outline of the one pale tile on the darker ground of an upright crop."""
    light = cv2.GaussianBlur(crop_bgr.min(axis=2), (0, 0), 2)
    pad = 30  # so that closing does not fill the narrow margin of the crop
    light = cv2.copyMakeBorder(light, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0,))
    _, mask = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((15, 15), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(contours, key=cv2.contourArea)
    quad_xy = clockwise(cv2.boxPoints(cv2.minAreaRect(largest)).astype(np.float32)) - pad
    first = int(np.argmin(quad_xy.sum(axis=1)))
    return np.roll(quad_xy, -first, axis=0).astype(np.float32)


def faces_of_crops(folder: Path = PHOTOS) -> list[Face]:
    """The 54 faces of the second owner's set, one per tile."""
    faces = []
    for path in sorted((folder / "crops_by_tile").glob("*.png")):
        crop_bgr = loaded(path)
        name = "*" if path.stem.startswith("joker") else path.stem
        face_bgr = warp_face(crop_bgr, brightest_quad(crop_bgr))
        faces.append(cut_face(name, face_bgr, 100.0, "second-owner"))
    return faces


INKS_LAB = {
    "K": ((8, 60), (-4, 6), (-6, 8)),
    "B": ((70, 140), (-28, 12), (-58, -14)),
    "R": ((90, 150), (38, 66), (2, 46)),
    "O": ((140, 190), (14, 44), (34, 72)),
}
"""Ranges of ink in 8-bit Lab (a, b about 0): royal blue, scarlet to magenta, orange to ochre."""


def random_ink_bgr(tile: str, rng: np.random.Generator) -> Floats:
    """An ink a set somewhere might have for this tile, under white light."""
    letter = (
        str(rng.choice(["K", "R", "B", "O"], p=[0.5, 0.4, 0.05, 0.05])) if tile == "*" else tile[0]
    )
    ranges = INKS_LAB[letter]
    if letter == "B" and rng.random() < 0.5:  # teal: green goes with less blue
        ranges = ((85, 150), (-34, -12), (-34, -12))
    lab = np.array([[[rng.uniform(*r) for r in ranges]]], np.float32)
    lab[..., 0] *= 100.0 / 255.0
    bgr: Floats = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)[0, 0] * 255.0
    return np.clip(bgr, 0, 255).astype(np.float32)


def dimple(face: Floats, rng: np.random.Generator) -> Floats:
    """The face with a small round dent under the number."""
    height, width = face.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    centre_x, centre_y = width * 0.5, height * rng.uniform(0.68, 0.82)
    radius = width * rng.uniform(0.06, 0.15)
    away = np.hypot(x - centre_x, y - centre_y) / radius
    angle = rng.uniform(0, 2 * np.pi)
    slope = ((x - centre_x) * np.cos(angle) + (y - centre_y) * np.sin(angle)) / radius
    dent = np.clip(1.15 - away, 0, 0.15) / 0.15 * slope * rng.uniform(0.06, 0.22)
    dent -= np.clip(1.0 - np.abs(away - 1.0) * 5.0, 0, 1) * rng.uniform(0.02, 0.15)
    return floats(face * (1.0 + dent[..., None]))


def another_set(face: Face, rng: np.random.Generator) -> Image:
    """The face as another set might have it: other ink, other ivory, logo gone, a dimple."""
    picture = face.face_bgr.astype(np.float32)
    height = picture.shape[0]
    ivory = np.median(picture.reshape(-1, 3), axis=0)
    if rng.random() < 0.55:
        alpha = ink_of(face.face_bgr)[..., None]
        alpha = np.clip(alpha * 1.4, 0, 1)
        ink = random_ink_bgr(face.tile, rng) * np.clip(ivory / 225.0, 0.25, 1.1)
        picture = picture * (1 - alpha) + ink * alpha
    if rng.random() < 0.4:
        lower = int(height * 0.62)
        smooth = cv2.GaussianBlur(picture[lower:], (0, 0), 9)
        edge = np.linspace(0, 1, 12, dtype=np.float32)
        fade = np.ones(height - lower, np.float32)
        fade[:12] = edge
        fade[-12:] = edge[::-1]
        side = np.ones(picture.shape[1], np.float32)
        side[:12] = edge
        side[-12:] = edge[::-1]
        weight = (fade[:, None] * side[None, :])[..., None]
        picture[lower:] = picture[lower:] * (1 - weight) + smooth * weight
        if rng.random() < 0.6:
            picture = dimple(picture, rng)
    if rng.random() < 0.5:
        tint = np.array([rng.uniform(0.86, 1.06), rng.uniform(0.95, 1.04), rng.uniform(0.95, 1.05)])
        picture = picture * tint.astype(np.float32)
    return np.clip(picture, 0, 255).astype(np.uint8)


def renumbered(face: Face, style: DigitStyle, rng: np.random.Generator) -> Face:
    """The same body with a number of another make, or another joker, in another ink."""
    picture = face.blank_bgr.astype(np.float32)
    height, width = picture.shape[:2]
    ivory = np.median(picture.reshape(-1, 3), axis=0)
    size = int(height * rng.uniform(0.3, 0.44))
    if rng.random() < 0.07:
        name = "*"
        drawing, _ = joker_masks(str(rng.choice(KINDS)), int(rng.integers(64)))
        mask: Floats = as_height(drawing, int(size * rng.uniform(1.0, 1.35)))
    else:
        name = f"{rng.choice(['K', 'R', 'B', 'O'])}{rng.integers(1, 14)}"
        mask = as_height(number_mask(style, int(name[1:])), size)
        if name[1:] in ("6", "9") and rng.random() < 0.3:  # the dot or bar some sets have below
            tall = np.zeros((size + size // 4, mask.shape[1]), np.float32)
            tall[:size] = mask
            middle = (mask.shape[1] // 2, size + size // 7)
            cv2.circle(tall, middle, max(1, size // 14), (1.0,), -1, cv2.LINE_AA)
            mask = tall
    widest = int(width * 0.76)
    if mask.shape[1] > widest:
        mask = cv2.resize(mask, (widest, mask.shape[0]), interpolation=cv2.INTER_AREA)
    top = int(height * rng.uniform(0.10, 0.17) + (height * 0.40 - mask.shape[0]) * 0.4)
    top = int(np.clip(top, 8, height * 0.9 - mask.shape[0]))
    left = (width - mask.shape[1]) // 2 + int(rng.normal(0, 2))
    left = int(np.clip(left, 4, width - mask.shape[1] - 4))
    alpha: Floats = np.zeros((height, width), np.float32)
    alpha[top : top + mask.shape[0], left : left + mask.shape[1]] = mask
    alpha = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(0.4, 1.2))[..., None] * rng.uniform(0.8, 1)
    ink = random_ink_bgr(name, rng) * np.clip(ivory / 225.0, 0.25, 1.1)
    picture = picture * (1 - alpha) + ink * alpha
    changed = np.clip(picture, 0, 255).astype(np.uint8)
    return replace(face, tile=name, face_bgr=changed)


def blank_back(face: Face, rng: np.random.Generator) -> Image:
    """A face-down tile: the ivory of a face without its number."""
    filled = face.blank_bgr
    width, height = FACE_WH
    smooth = cv2.GaussianBlur(filled, (0, 0), 8)
    inner: Floats = np.zeros((height, width), np.float32)
    inner[14:-14, 14:-14] = 1.0
    inner = cv2.GaussianBlur(inner, (0, 0), 5)[..., None]
    mixed = filled * (1 - inner) + smooth * inner
    return np.clip(mixed * rng.uniform(0.9, 1.05), 0, 255).astype(np.uint8)
