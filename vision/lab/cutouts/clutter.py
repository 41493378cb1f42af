"""What else lies on tables: playing cards found by their white, and flat things outlined by eye."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.lab.cutouts.cutout import CACHE, CutOut, cropped, kept_on_disk, soft_alpha
from vision.lab.train.photos import PHOTOS, clockwise, loaded
from vision.picture import Floats, Image, floats

CARD_MM = (63.0, 88.0)
CARD_PX_PER_MM = 2.4
SMALLEST_CARD = 900.0

Outline = tuple[tuple[int, int], ...]
FLAT_THINGS: tuple[tuple[str, str, int, Outline], ...] = (
    ("159", "visiting card", 85, ((42, 476), (44, 371), (222, 375), (220, 482))),
    ("195", "book", 200, ((2, 433), (2, 189), (373, 187), (373, 446))),
    ("191", "postcard", 148, ((147, 472), (79, 310), (302, 248), (347, 399))),
    ("147", "envelope", 235, ((179, 496), (189, 127), (343, 131), (349, 498))),
    ("157", "envelope", 220, ((171, 462), (228, 298), (375, 359), (375, 502), (274, 502))),
    ("037", "case", 190, ((91, 391), (79, 135), (256, 133), (276, 389))),
    ("225", "case", 190, ((127, 300), (105, 95), (250, 85), (260, 294))),
    ("181", "book", 230, ((54, 173), (141, 2), (375, 2), (375, 278))),
    ("163", "paper", 210, ((254, 502), (248, 290), (375, 288), (375, 502))),
    ("143", "case", 190, ((137, 224), (121, 2), (375, 2), (365, 210))),
    ("169", "book", 210, ((2, 431), (2, 63), (151, 73), (157, 425))),
    ("193", "box", 120, ((34, 375), (77, 234), (151, 258), (141, 395))),
    ("151", "paper", 110, ((181, 391), (191, 196), (312, 208), (304, 397))),
    ("021", "board", 400, ((30, 502), (99, 4), (238, 2), (185, 502))),
)
"""Photograph, what it is, its longer side in mm, and its outline in px."""


def clutter_photos(photos: Path = PHOTOS) -> dict[str, Image]:
    """The photographs without tiles by the stem of their file's name, BGR; good as tables too."""
    return {path.stem: loaded(path) for path in sorted((photos / "clutter").glob("*.jpg"))}


def clutter_cutouts(photos: Path = PHOTOS, folder: Path | None = CACHE) -> list[CutOut]:
    """Playing cards, seen straight, and other flat things; their group is the photograph."""
    return kept_on_disk("clutter", photos, lambda: list(_all_clutter(photos)), folder)


def _all_clutter(photos: Path) -> Iterator[CutOut]:
    frames = clutter_photos(photos)
    for name, frame_bgr in frames.items():
        for quad_xy in card_quads(frame_bgr):
            yield straight_card(frame_bgr, quad_xy, name)
    for name, kind, long_mm, outline in FLAT_THINGS:
        frame_bgr = frames[name]
        mask = np.zeros(frame_bgr.shape[:2], np.uint8)
        points = np.array(outline, np.int32)
        cv2.fillPoly(mask, [points], (1,))
        _, size_wh, _ = cv2.minAreaRect(points)
        image_bgr, inner, _ = cropped(frame_bgr, mask)
        alpha = soft_alpha(inner, 2.0, 1.5)
        yield CutOut(image_bgr, alpha, kind, name, max(size_wh) / long_mm)


def card_quads(frame_bgr: Image) -> list[Floats]:
    """Outlines of single white cards, clockwise, a short side first."""
    pale = cv2.GaussianBlur(frame_bgr.min(axis=2), (0, 0), 1.2)
    quads: list[Floats] = []
    for level in (None, 120, 150, 180):
        kind = cv2.THRESH_BINARY + (cv2.THRESH_OTSU if level is None else 0)
        _, mask = cv2.threshold(pale, level or 0, 1, kind)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            quad_xy = _card_quad(contour, frame_bgr.shape)
            if quad_xy is not None and not any(_is_same(quad_xy, other) for other in quads):
                quads.append(quad_xy)
    return quads


def _is_same(a: Floats, b: Floats) -> bool:
    return float(np.linalg.norm(a.mean(axis=0) - b.mean(axis=0))) < 20


def _card_quad(contour: Image, shape: tuple[int, ...]) -> Floats | None:
    """The outline of a card if the contour is one: four straight sides, about 63 by 88."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < SMALLEST_CARD or cv2.contourArea(contour) < 0.9 * area:
        return None
    points = hull[:, 0]
    if points.min() < 3 or points[:, 0].max() > shape[1] - 4 or points[:, 1].max() > shape[0] - 4:
        return None
    corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True)
    if len(corners) != 4 or abs(cv2.contourArea(corners) / area - 1) > 0.06:
        return None
    quad_xy = clockwise(floats(corners[:, 0]))
    if np.linalg.norm(quad_xy[1] - quad_xy[0]) > np.linalg.norm(quad_xy[2] - quad_xy[1]):
        quad_xy = floats(np.roll(quad_xy, -1, axis=0))
    sides = [float(np.linalg.norm(quad_xy[k] - quad_xy[k - 1])) for k in range(4)]
    along, across = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    return quad_xy if 1.1 < along / across < 1.75 else None


def straight_card(frame_bgr: Image, quad_xy: Floats, name: str) -> CutOut:
    """The card as seen from straight above, with round corners."""
    width, height = (round(side * CARD_PX_PER_MM) for side in CARD_MM)
    target = floats([[0, 0], [width, 0], [width, height], [0, height]])
    matrix = cv2.getPerspectiveTransform(quad_xy, target)
    image_bgr = cv2.warpPerspective(frame_bgr, matrix, (width, height), flags=cv2.INTER_LINEAR)
    alpha = rounded(width, height, 3.5 * CARD_PX_PER_MM)
    return CutOut(image_bgr, alpha, "playing card", name, CARD_PX_PER_MM)


def rounded(width: int, height: int, radius: float) -> Image:
    """The alpha of a rectangle with round corners, its outermost pixel left out."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    inner_x = np.maximum(np.abs(x - width / 2) - (width / 2 - radius), 0)
    inner_y = np.maximum(np.abs(y - height / 2) - (height / 2 - radius), 0)
    away = radius - np.hypot(inner_x, inner_y)
    return np.asarray(np.clip(away - 0.5, 0, 1) * 255, np.uint8)
