"""Array types, and the change between screen values and linear light."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
I16 = NDArray[np.int16]
I32 = NDArray[np.int32]

RGB = tuple[int, int, int]  # screen values 0–255


def f32(values: Any) -> F32:
    """The values as a float32 array, copied only where needed."""
    return np.asarray(values, dtype=np.float32)


def u8(values: Any) -> U8:
    """The values as a uint8 array, copied only where needed."""
    return np.asarray(values, dtype=np.uint8)


def linear_bgr(rgb: RGB) -> F32:
    """(3,) linear light, blue first. Screen values are taken as square roots of light."""
    return f32([(channel / 255.0) ** 2 for channel in reversed(rgb)])


def to_screen(light: F32) -> U8:
    """Linear light as 8-bit screen values; same shape."""
    root = cv2.sqrt(f32(np.maximum(light, 0.0)))
    return u8(cv2.convertScaleAbs(root, alpha=255.0))


def mix(low: F32, high: F32, share: F32) -> F32:
    """(h, w, 3): `low` where `share` (h, w) is 0, `high` where it is 1; both (3,)."""
    planes = [share * (high[i] - low[i]) + low[i] for i in range(3)]
    return f32(cv2.merge(planes))


def scaled(picture: F32, by: F32) -> F32:
    """`picture` (h, w, 3) times `by` (h, w). A new array; much faster than broadcasting."""
    return f32(cv2.multiply(picture, cv2.merge((by, by, by))))


def scale(picture: F32, by: F32) -> None:
    """`picture` (h, w, 3) times `by` (h, w), in place."""
    cv2.multiply(picture, cv2.merge((by, by, by)), dst=picture)


def flat(colour: F32, by: F32) -> F32:
    """(h, w, 3): `colour` (3,) times `by` (h, w)."""
    return f32(cv2.merge([by * colour[i] for i in range(3)]))


def blend(picture: F32, other: F32, share: F32) -> F32:
    """`picture` where `share` (h, w) is 0, `other` where it is 1; both (h, w, 3)."""
    return f32(picture + scaled(f32(other - picture), share))


def smoothstep(edge0: float, edge1: float, values: F32) -> F32:
    """0 below edge0, 1 above edge1, smooth between; same shape."""
    share = (values - np.float32(edge0)) * np.float32(1.0 / (edge1 - edge0))
    np.clip(share, 0.0, 1.0, out=share)
    return f32(share * share * (3.0 - 2.0 * share))


def random_hue(rng: np.random.Generator, saturation: float, value: float) -> RGB:
    """Any hue with the given saturation and value, 0–1."""
    hsv = np.array([[[rng.uniform(0, 180), saturation * 255, value * 255]]], np.uint8)
    b, g, r = (int(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return (r, g, b)
