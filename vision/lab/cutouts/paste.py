"""Cut-outs laid over a frame: where they go, what they cover, and the shadow they throw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.lab.cutouts.cutout import CutOut
from vision.picture import Floats, Image, floats, pixels

WIDEST_ARM_MM = 100.0
QUARTERS = {"bottom": 0, "left": 3, "top": 2, "right": 1}
"""Quarter turns (clockwise) that bring each side of a picture to its bottom."""


def paste(
    frame_bgr: Image,
    cutout: CutOut,
    matrix: Floats,
    gain: float = 1.0,
    shadow_px: tuple[float, float] = (0.0, 0.0),
    shadow_depth: float = 0.0,
) -> tuple[Image, Image]:
    """The frame with the cut-out moved by `matrix` (2 x 3, its pixels to the frame's) on it, and
    how much of each pixel it covers (0–255).

    A cut-out that is cut at its arm's side has to come to lie with that side beyond the frame.
    """
    size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
    shrink = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    image_bgr, alpha = cutout.image_bgr, cutout.alpha
    if shrink < 0.6:  # a warp does not average: shrink first
        matrix = floats(matrix.copy())
        matrix[:, :2] /= shrink
        image_bgr, alpha = (
            cv2.resize(each, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            for each in (image_bgr, alpha)
        )
    picture = cv2.warpAffine(image_bgr, matrix, size_wh, borderMode=cv2.BORDER_REPLICATE)
    covered = cv2.warpAffine(alpha, matrix, size_wh, flags=cv2.INTER_LINEAR)
    under: Floats = frame_bgr.astype(np.float32)
    if shadow_depth > 0:
        shift = floats([[1, 0, shadow_px[0]], [0, 1, shadow_px[1]]])
        soft = max(1.0, 0.6 * float(np.hypot(*shadow_px)))
        cast = cv2.GaussianBlur(cv2.warpAffine(covered, shift, size_wh), (0, 0), soft)
        under *= 1.0 - shadow_depth * cast[..., None].astype(np.float32) / 255.0
    share = covered[..., None].astype(np.float32) / 255.0
    mixed = under * (1 - share) + picture.astype(np.float32) * gain * share
    return pixels(np.clip(mixed, 0, 255)), pixels(covered)


def arm_down(cutout: CutOut) -> CutOut:
    """The same turned so that its arm comes from the bottom."""
    turns = QUARTERS.get(cutout.arm, 0)
    image_bgr, alpha = (np.rot90(each, -turns).copy() for each in (cutout.image_bgr, cutout.alpha))
    return replace(cutout, image_bgr=image_bgr, alpha=alpha, arm="bottom")


def with_sleeve(
    cutout: CutOut, cloth_bgr: Image, rng: np.random.Generator, *, is_snug: bool = False
) -> CutOut:
    """The hand, arm down, with a long sleeve of this cloth (any picture) over the arm's end. A snug
    one, of the colours of skin, is the rest of a bare arm."""
    cutout = arm_down(cutout)
    height, width = cutout.alpha.shape
    rows, columns = np.nonzero(cutout.alpha > 127)
    last = int(rows.max())
    band = columns[rows > last - max(4, height // 10)]
    left, right = np.percentile(band, [3, 97])
    middle, half = (left + right) / 2, min((right - left) / 2, WIDEST_ARM_MM * cutout.px_per_mm / 2)
    start = last - float(rng.uniform(0.02, 0.12)) * height
    long_px = int(cutout.px_per_mm * rng.uniform(250, 450))
    tall = np.arange(last + long_px, dtype=np.float32)[:, None]
    run = np.clip((tall - start) / long_px, 0, 1)
    lean = float(rng.normal(0, 0.12)) * long_px
    wide = half * (float(rng.uniform(1.1, 1.5)) + float(rng.uniform(0.2, 0.9)) * run)
    if is_snug:
        wide = half * (1.0 + float(rng.uniform(0.1, 0.5)) * run)
    pad = int(abs(lean) + 2.6 * half)
    at = np.arange(width + 2 * pad, dtype=np.float32)[None, :] - pad
    fold = cv2.resize(
        rng.normal(0, 1, (9, 4)).astype(np.float32),
        (at.size, tall.size),
        interpolation=cv2.INTER_CUBIC,
    )
    across = (at - middle - lean * run) / (wide * (1 + 0.04 * fold))
    cuff = tall - start - 0.08 * half * np.cos(across * 1.5) - half * 0.05 * fold
    edge = np.clip((1 - np.abs(across)) * wide / 1.5 + 0.5, 0, 1) * np.clip(cuff / 1.5 + 0.5, 0, 1)
    shade = np.sqrt(np.clip(1 - 0.8 * across**2, 0.08, 1)) * (1 + 0.12 * fold)
    cloth = cv2.resize(cloth_bgr, (at.size, tall.size), interpolation=cv2.INTER_AREA)
    image = np.zeros((tall.size, at.size, 3), np.float32)
    alpha = np.zeros((tall.size, at.size), np.float32)
    kept = min(height, tall.size)
    image[:kept, pad : pad + width] = cutout.image_bgr[:kept]
    alpha[:kept, pad : pad + width] = cutout.alpha[:kept].astype(np.float32) / 255
    image = (
        image * (1 - edge[..., None]) + cloth * np.clip(shade, 0, 1.3)[..., None] * edge[..., None]
    )
    alpha = np.maximum(alpha, edge)
    return replace(cutout, image_bgr=pixels(np.clip(image, 0, 255)), alpha=pixels(alpha * 255))


def reaching_in(
    cutout: CutOut,
    px_per_mm: float,
    tip_xy: tuple[float, float],
    angle: float,
    mirrored: bool = False,
) -> Floats:
    """The matrix for `paste` that brings a hand (arm down) into a frame with its fingertips at
    `tip_xy`, its arm pointing down turned by `angle` radians (clockwise)."""
    scale = px_per_mm / cutout.px_per_mm
    rows, columns = np.nonzero(cutout.alpha > 127)
    top = rows.min()
    tip = np.array([columns[rows <= top + 3].mean(), top], np.float64)
    cosine, sine = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[cosine, -sine], [sine, cosine]])
    if mirrored:
        turn[:, 0] = -turn[:, 0]
    return floats(np.hstack([turn, (np.array(tip_xy) - turn @ tip)[:, None]]))


def laid_flat(
    frame_bgr: Image,
    thing: CutOut,
    px_per_mm: float,
    middle_xy: Floats,
    angle: float,
    gain: float = 1.0,
) -> Image:
    """The frame with a thing lying on it, its middle at a place (px) and turned by `angle` radians,
    in so much light."""
    scale = px_per_mm / thing.px_per_mm
    cosine, sine = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[cosine, -sine], [sine, cosine]])
    middle = np.array([thing.alpha.shape[1], thing.alpha.shape[0]]) / 2
    matrix = floats(np.hstack([turn, (np.asarray(middle_xy) - turn @ middle)[:, None]]))
    fall = 0.8 * px_per_mm
    return paste(frame_bgr, thing, matrix, gain, (fall, fall), 0.3)[0]


TRIES = 12


def laid_free(
    frame_bgr: Image,
    things: Sequence[CutOut],
    px_per_mm: float,
    tiles_xy: Iterable[Floats],
    rng: np.random.Generator,
    gain: float = 1.0,
) -> tuple[Image, list[tuple[CutOut, Floats]]]:
    """The frame with those of the things for which a place is found where no tile lies, and these
    with the rectangles they lie in (4 x 2, px)."""
    height, width = frame_bgr.shape[:2]
    taken: Image = np.zeros((height, width), np.uint8)
    for quad_xy in tiles_xy:
        cv2.fillConvexPoly(taken, np.rint(quad_xy).astype(np.int32), (255,))
    taken = pixels(cv2.dilate(taken, np.ones((9, 9), np.uint8)))
    strewn, laid = frame_bgr, []
    for thing in things:
        sides = np.array(thing.alpha.shape[::-1]) * px_per_mm / thing.px_per_mm
        for _ in range(TRIES):
            middle = floats(rng.uniform(-0.05, 1.05, 2) * [width, height])
            angle = float(rng.uniform(0, 2 * np.pi))
            box = cv2.boxPoints((middle.tolist(), sides.tolist(), float(np.degrees(angle))))
            place = np.zeros((height, width), np.uint8)
            cv2.fillConvexPoly(place, np.rint(box).astype(np.int32), (255,))
            if (place & taken).any():
                continue
            strewn = laid_flat(strewn, thing, px_per_mm, middle, angle, gain)
            taken = np.maximum(taken, place)
            laid.append((thing, floats(box)))
            break
    return strewn, laid
