"""A profile as text: kept with the games, written to a file, read back the same."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

import cv2
import numpy as np

from vision.picture import Image, pixels
from vision.tiles.profile.layout import NAMES
from vision.tiles.profile.profile import (
    MOST_CORRECTIONS,
    MOST_TAUGHT,
    Profile,
    TaughtFace,
    profile_of,
)
from vision.tiles.rectify import FACE_WH

KIND, VERSION = "sepmosa-profile", 1
PROPORTIONS = (0.8, 3.0)
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"  # how every one begins; width and height follow


class NotAProfile(ValueError):
    """A text that is no profile; the message says why in one line."""


def profile_text(profile: Profile) -> str:
    """The profile as JSON, its faces as PNG."""
    faces = [
        {"tile": face.tile, "png": _encoded(face.face_bgr)}
        | ({"correction": True} if face.is_correction else {})
        for face in profile.faces
    ]
    told = {"name": profile.name, "proportion": round(profile.proportion, 4), "faces": faces}
    return json.dumps({KIND: VERSION, **told}, ensure_ascii=False)


def parse_profile(text: str) -> Profile:
    """The profile that a text tells; raises NotAProfile."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:  # nested a thousand deep, too
        raise NotAProfile("this is no profile: not JSON") from error
    if not isinstance(told, dict) or KIND not in told:
        raise NotAProfile("this is no profile")
    if told[KIND] != VERSION:
        raise NotAProfile("this profile was written by a newer companion")
    try:
        if len(told["faces"]) > MOST_TAUGHT + MOST_CORRECTIONS:
            raise NotAProfile(f"this profile has {len(told['faces'])} faces, too many")
        faces = [_parse_face(each) for each in told["faces"]]
        proportion = float(told["proportion"])
        if not PROPORTIONS[0] <= proportion <= PROPORTIONS[1]:
            raise NotAProfile(f"no tile is {proportion:g} widths tall")
        return profile_of(str(told["name"]), faces, proportion)
    except NotAProfile:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise NotAProfile(f"this profile is damaged: {error}") from error


def _encoded(face_bgr: Image) -> str:
    _, data = cv2.imencode(".png", face_bgr)
    return base64.b64encode(data.tobytes()).decode("ascii")


def _parse_face(told: Any) -> TaughtFace:
    if told["tile"] not in NAMES:
        raise NotAProfile(f"there is no tile {told['tile']!r}")
    png = base64.b64decode(told["png"], validate=True)
    # looked at before it is unpacked: a few bytes may claim gigabytes
    face = _decoded(png) if _size_wh(png) == FACE_WH else None
    if face is None or face.shape != (FACE_WH[1], FACE_WH[0], 3):
        raise NotAProfile("a face in this profile is no picture of the right size")
    return TaughtFace(told["tile"], pixels(face), bool(told.get("correction", False)))


def _size_wh(png: bytes) -> tuple[int, int] | None:
    """What a PNG says of its size at its beginning; None if it is none."""
    if len(png) < 24 or not png.startswith(PNG):
        return None
    width, height = struct.unpack_from(">II", png, 16)
    return width, height


def _decoded(png: bytes) -> Image | None:
    """The picture, height x width x 3 (BGR); None if it is damaged."""
    try:
        return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
