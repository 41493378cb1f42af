"""Tiles cut out of the labelled photographs: faces, backs made of them, and whole racks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.lab.cutouts.clutter import rounded
from vision.lab.cutouts.cutout import CACHE, CutOut, cropped, kept_on_disk, soft_alpha
from vision.lab.train.faces import Face, blank_back, faces_of_crops, faces_of_photos
from vision.lab.train.photos import FACE_WH, PHOTOS, Photo, load_photos
from vision.picture import Image

TILE_MM = 26.0
LEAST_BOARD = 0.25


def tile_cutouts(photos: Path = PHOTOS, folder: Path | None = CACHE) -> list[CutOut]:
    """Faces seen straight, upright, of two owners; `kind` is the tile's name, `group` the session
    (the second owner's are one session)."""

    def made() -> list[CutOut]:
        faces = [*faces_of_photos(load_photos(photos)), *faces_of_crops(photos)]
        return [_of_face(face, face.face_bgr, face.tile) for face in faces]

    return kept_on_disk("tiles", photos, made, folder)


def back_cutouts(photos: Path = PHOTOS, folder: Path | None = CACHE) -> list[CutOut]:
    """Tiles on their faces: no photograph shows one, so they are faces with the print wiped off."""

    def made() -> list[CutOut]:
        rng = np.random.default_rng(1)
        faces = [*faces_of_photos(load_photos(photos)), *faces_of_crops(photos)][::5]
        return [_of_face(face, blank_back(face, rng), "back") for face in faces]

    return kept_on_disk("backs", photos, made, folder)


def _of_face(face: Face, picture_bgr: Image, kind: str) -> CutOut:
    """A face at the size it had in its photograph, with round corners."""
    width = round(min(face.width_px, FACE_WH[0]))
    height = round(width * FACE_WH[1] / FACE_WH[0])
    image_bgr = cv2.resize(picture_bgr, (width, height), interpolation=cv2.INTER_AREA)
    alpha = rounded(width, height, 0.07 * width)
    return CutOut(image_bgr, alpha, kind, face.session, width / TILE_MM)


def rack_cutouts(photos: Path = PHOTOS, folder: Path | None = CACHE) -> list[CutOut]:
    """Racks with their tiles, as they stand before the camera; `group` is the photograph."""
    return kept_on_disk("racks", photos, lambda: list(_all_racks(load_photos(photos))), folder)


def _all_racks(photos: list[Photo]) -> Iterator[CutOut]:
    for photo in photos:
        if "rack" not in photo.session:
            continue
        frame_bgr = photo.load()
        dark = (cv2.GaussianBlur(frame_bgr, (0, 0), 2).max(axis=2) < 75).astype(np.uint8)
        board_px = int(dark.sum())
        for tile in photo.tiles:
            cv2.fillConvexPoly(dark, np.round(tile.quad_xy).astype(np.int32), (1,))
        closed = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
        largest = max(range(1, count), key=lambda k: int(stats[k, cv2.CC_STAT_AREA]))
        mask = (labels == largest).astype(np.uint8)
        if board_px < LEAST_BOARD * int(mask.sum()):
            continue  # no rack: tiles lie on the table
        widths = [float(np.linalg.norm(t.quad_xy[1] - t.quad_xy[0])) for t in photo.tiles]
        image_bgr, inner, _ = cropped(frame_bgr, mask)
        alpha = soft_alpha(inner, 1.5, 1.5)
        scale = float(np.median(widths)) / TILE_MM
        yield CutOut(image_bgr, alpha, "rack", photo.path.stem, scale)
