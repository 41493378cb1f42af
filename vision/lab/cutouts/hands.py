"""Hands and arms cut out of frames of people at tables.

The colour of skin is learned clip by clip, from inside the boxes of hands against the rest of
the frames; GrabCut draws the outline. What leaks into the table, or is a hand in
pieces, is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.cutouts.cutout import CACHE, CutOut, cropped, kept_on_disk, soft_alpha
from vision.lab.train.photos import PHOTOS, loaded
from vision.picture import Floats, Image, floats, pixels

BAD_HANDS = Path(__file__).with_name("bad_hands.txt")
BINS = 24
HAND_MM = 105.0
"""The root of the area of a box about a hand, in mm, taken over poses."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class HandFrame:
    """A frame of a clip with the boxes of its hands (x0, y0, x1, y1)."""

    path: Path
    clip: str
    boxes: tuple[Box, ...]

    def load(self) -> Image:
        """The picture, BGR."""
        return loaded(self.path)


def hand_frames(photos: Path = PHOTOS) -> list[HandFrame]:
    """The frames, sorted by name, and so by clip."""
    folder = photos / "hands"
    lines = (folder / "boxes.jsonl").read_text().splitlines()
    frames = []
    for label in map(json.loads, lines):
        clip = label["image"].partition("_frame")[0]
        boxes = tuple((b[0], b[1], b[2], b[3]) for b in label["boxes"])
        frames.append(HandFrame(folder / label["image"], clip, boxes))
    return sorted(frames, key=lambda frame: frame.path.name)


def hand_cutouts(photos: Path = PHOTOS, folder: Path | None = CACHE) -> list[CutOut]:
    """Hands with what is seen of their arms, in the order of clips."""
    return kept_on_disk("hands", photos, lambda: list(_all_hands(photos)), folder)


def _all_hands(photos: Path) -> Iterator[CutOut]:
    clips: dict[str, list[HandFrame]] = {}
    for frame in hand_frames(photos):
        clips.setdefault(frame.clip, []).append(frame)
    for frames in clips.values():
        odds = skin_odds(frames)
        for frame in frames:
            yield from hands_of(frame, odds)


def _bins(frame_bgr: Image) -> NDArray[np.int64]:
    lab = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2LAB).astype(np.int64) * BINS // 256
    found: NDArray[np.int64] = (lab[..., 0] * BINS + lab[..., 1]) * BINS + lab[..., 2]
    return found


def skin_odds(frames: Sequence[HandFrame]) -> Floats:
    """The logarithm of how much likelier each colour is in a hand than beside one (BINS³)."""
    inside, outside = np.zeros(BINS**3), np.zeros(BINS**3)
    for frame in frames:
        frame_bgr = frame.load()
        bins = _bins(frame_bgr).ravel()
        y, x = np.mgrid[0 : frame_bgr.shape[0], 0 : frame_bgr.shape[1]]
        near = np.zeros(y.shape)
        for x0, y0, x1, y1 in frame.boxes:
            away = ((2 * x - x0 - x1) / max(1.0, x1 - x0)) ** 2
            away = away + ((2 * y - y0 - y1) / max(1.0, y1 - y0)) ** 2
            near = np.maximum(near, np.exp(-1.2 * away) * (away < 1))
        beside = ~boxed(frame, y.shape, 4)
        inside += np.bincount(bins, near.ravel(), BINS**3)
        outside += np.bincount(bins, beside.ravel(), BINS**3)
    hand, rest = (_smooth(counts) / counts.sum() + 1e-6 for counts in (inside, outside))
    return floats(np.log(hand / rest))


def _smooth(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    cube: NDArray[np.float64] = counts.reshape(BINS, BINS, BINS)
    for axis in range(3):
        cube = np.asarray(
            0.25 * np.roll(cube, 1, axis) + 0.5 * cube + 0.25 * np.roll(cube, -1, axis)
        )
    return cube.ravel()


def boxed(frame: HandFrame, shape: tuple[int, ...], grow: int = 0) -> NDArray[np.bool_]:
    """Where the boxes of hands are."""
    mask = np.zeros(shape[:2], bool)
    for x0, y0, x1, y1 in frame.boxes:
        mask[
            max(0, int(y0) - grow) : int(y1) + 1 + grow, max(0, int(x0) - grow) : int(x1) + 1 + grow
        ] = True
    return mask


def hand_mask(frame: HandFrame, frame_bgr: Image, odds: Floats) -> tuple[Image, Floats]:
    """Where hands and bare arms are (0 or 1), and the odds of skin there."""
    likely = cv2.GaussianBlur(odds[_bins(frame_bgr)], (0, 0), 1.5)
    box = boxed(frame, likely.shape)
    core = cv2.erode(box.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    mask = np.full(likely.shape, cv2.GC_PR_BGD, np.uint8)
    mask[likely < -1.5] = cv2.GC_BGD
    mask[(likely > 0.3) & box] = cv2.GC_PR_FGD
    mask[(likely > 1.0) & ~box] = cv2.GC_PR_FGD
    mask[(likely > 1.0) & core] = cv2.GC_FGD
    if not (mask == cv2.GC_FGD).any():
        return np.zeros(likely.shape, np.uint8), floats(likely)
    cv2.setRNGSeed(1)
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(frame_bgr, mask, (0, 0, 0, 0), *models, 4, cv2.GC_INIT_WITH_MASK)
    found = ((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD)).astype(np.uint8)
    found[(likely < 0.2) & ~box] = 0
    found = cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    return cv2.morphologyEx(found, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), floats(likely)


@cache
def bad_hands() -> frozenset[str]:
    """Those that did not come out well, as seen by eye."""
    return frozenset(BAD_HANDS.read_text().split())


def hands_of(frame: HandFrame, odds: Floats) -> Iterator[CutOut]:
    """The hands of a frame that came out well."""
    frame_bgr = frame.load()
    mask, _ = hand_mask(frame, frame_bgr, odds)
    count, labels = cv2.connectedComponents(mask)
    for label in range(1, count):
        piece = (labels == label).astype(np.uint8)
        own = [box for box in frame.boxes if _filled(piece, box) > LEAST_FILLED]
        if not own or not _is_good(piece, own, frame.boxes):
            continue
        source = f"{frame.path.stem}-{frame.boxes.index(own[0])}"
        if source in bad_hands():
            continue
        filled = _without_holes(piece)
        side = float(np.mean([np.sqrt((x1 - x0) * (y1 - y0)) for x0, y0, x1, y1 in own]))
        image_bgr, inner, _ = cropped(frame_bgr, filled)
        arm = _cut_by(filled)
        yield CutOut(
            image_bgr,
            soft_alpha(inner, 1.5, 1.5),
            "hand",
            frame.clip,
            side / HAND_MM,
            arm or _nearer(own, frame_bgr.shape[0]),
        )


LEAST_FILLED = 0.35
SMALLEST_BOX = 45.0
LEAST_RIM = 8


def _filled(piece: Image, box: Box) -> float:
    """The share of a box that the piece fills."""
    x0, y0, x1, y1 = (int(v) for v in box)
    return float(piece[y0 : y1 + 1, x0 : x1 + 1].mean())


def _is_good(piece: Image, own: Sequence[Box], boxes: Sequence[Box]) -> bool:
    """Whether a piece is one or two whole hands with no more than an arm."""
    if len(own) > 2 or any(_filled(piece, box) > 0.93 for box in own):
        return False
    if max(np.sqrt((x1 - x0) * (y1 - y0)) for x0, y0, x1, y1 in own) < SMALLEST_BOX:
        return False
    if any(0.05 < _filled(piece, box) <= LEAST_FILLED for box in boxes):
        return False
    if any(_along_edges(piece, box) > 0.5 for box in own):
        return False
    in_boxes = sum(_filled(piece, b) * (b[2] - b[0]) * (b[3] - b[1]) for b in own)
    area = float(piece.sum())
    contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=cv2.contourArea)
    rough = cv2.arcLength(outline, True) ** 2 / (4 * np.pi * area)
    return in_boxes > 0.3 * area and rough < 9.0


def _along_edges(piece: Image, box: Box) -> float:
    """The largest share of a side of the box along which the piece ends at that very side: a hand
    only touches it."""
    height, width = piece.shape
    x0, y0, x1, y1 = (round(v) for v in box)
    wide = pixels(cv2.copyMakeBorder(piece, 4, 4, 4, 4, cv2.BORDER_REPLICATE)) > 0
    rows, columns = slice(y0 + 4, y1 + 5), slice(x0 + 4, x1 + 5)
    sides = [
        (wide[rows, x0 + 6], wide[rows, x0 + 1], x0 > 3),
        (wide[rows, x1 + 2], wide[rows, x1 + 7], x1 < width - 5),
        (wide[y0 + 6, columns], wide[y0 + 1, columns], y0 > 3),
        (wide[y1 + 2, columns], wide[y1 + 7, columns], y1 < height - 5),
    ]
    return max(float((a & ~b).mean()) if amid else 0.0 for a, b, amid in sides)


def _without_holes(piece: Image) -> Image:
    contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros_like(piece)
    cv2.drawContours(whole, contours, -1, (1,), -1)
    gaps = pixels((whole > 0) & (piece == 0))
    holes = cv2.morphologyEx(gaps, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    return pixels((whole > 0) & (holes == 0))


def _cut_by(piece: Image) -> str:
    """The edge of the frame along which the piece is cut the longest, if it is."""
    rims = {"left": piece[:, :2], "right": piece[:, -2:], "top": piece[:2], "bottom": piece[-2:]}
    along = {name: int(rim.any(axis=int(rim.shape[0] > 2)).sum()) for name, rim in rims.items()}
    longest = max(along, key=lambda name: along[name])
    return longest if along[longest] > LEAST_RIM else ""


def _nearer(boxes: Sequence[Box], height: int) -> str:
    """The side from which an arm that is not seen comes: the people sit at the top and bottom."""
    return "bottom" if np.mean([y0 + y1 for _, y0, _, y1 in boxes]) > 1.1 * height else "top"
