"""Pictures from files: every kind a phone, scanner or program writes, as 8-bit BGR."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Image, pixels
from vision.regular import read_regular

if TYPE_CHECKING:
    from pathlib import Path


class NotAnImage(ValueError):
    """A file that cannot be read as a picture; the message says why in one line."""


def as_bgr(picture: NDArray[Any]) -> Image:
    """Any decoded picture as 8-bit BGR: grey, 16-bit, float, with an alpha channel or not.

    Transparent parts come to lie on white.
    """
    if picture.dtype == np.uint16:
        picture = (picture >> 8).astype(np.uint8)
    elif picture.dtype != np.uint8:
        spread = picture.astype(np.float32)
        top = float(np.nanmax(spread)) if spread.size else 1.0
        spread = np.nan_to_num(spread) * (255.0 / top if top > 0 else 1.0)
        picture = np.clip(spread, 0, 255).astype(np.uint8)
    if picture.ndim == 2:
        return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR).astype(np.uint8)
    channels = picture.shape[2]
    if channels == 1:
        return cv2.cvtColor(picture[..., 0], cv2.COLOR_GRAY2BGR).astype(np.uint8)
    if channels == 4:
        alpha = picture[..., 3:].astype(np.float32) / 255.0
        if alpha.min() < 1.0:
            laid = picture[..., :3] * alpha + 255.0 * (1.0 - alpha)
            return pixels(np.rint(laid))
    return np.ascontiguousarray(picture[..., :3]).astype(np.uint8)


def read_image(path: Path) -> Image:
    """The picture in a file, turned as its EXIF says; raises NotAnImage."""
    try:
        data = np.frombuffer(read_regular(path), np.uint8)
    except OSError as error:
        raise NotAnImage(f"cannot be opened: {error.strerror}") from error
    if data.size == 0:
        raise NotAnImage("the file is empty")
    if is_cut_short(data.tobytes()):
        raise NotAnImage("the file is cut short")
    try:
        # EXIF turns are applied unless the alpha channel is asked for, so ask for that only
        # where there is one
        plain = cv2.imdecode(data, cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH)
        full = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if has_alpha(data) else None
    except cv2.error as error:
        raise NotAnImage("not an image, or damaged") from error
    if full is not None and full.ndim == 3 and full.shape[2] == 4:
        return as_bgr(full)
    if plain is None or plain.size == 0:
        raise NotAnImage("not an image, or damaged")
    return as_bgr(plain)


def has_alpha(data: Image) -> bool:
    """Whether the file's first bytes are those of a kind that may carry transparency."""
    head = data[:12].tobytes()
    return head.startswith(b"\x89PNG") or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")


def is_cut_short(data: bytes) -> bool:
    """Whether a JPEG or PNG ends before its picture does; decoders would fill in grey."""
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data[-64:] and b"IEND" not in data
    if not data.startswith(b"\xff\xd8"):
        return False
    at = 2  # walk the segments to the scan: a thumbnail before it has an end mark of its own
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return False
        mark = data[at + 1]
        if mark == 0xFF:
            at += 1
        elif mark == 0xDA:
            return data.find(b"\xff\xd9", at) < 0
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return True
