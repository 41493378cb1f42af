"""Cameras that show what is no table: pictures, a video, whatever a function draws."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2

from device.camera.source import CameraError
from vision.image_file import NotAnImage, read_image
from vision.picture import Image, pixels

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class Pictures:
    """Pictures of a folder in the order of their names, each `times` over; the last one stays."""

    is_live = False

    def __init__(self, folder: Path, times: int = 3) -> None:
        """Looks the folder up; raises CameraError where it has no pictures."""
        if not folder.is_dir():
            raise CameraError(f"{folder.name} is no folder")
        self._paths = sorted(each for each in folder.iterdir() if each.suffix.lower() in PICTURES)
        if not self._paths:
            raise CameraError(f"{folder.name} has no pictures")
        self._times = times
        self._given = 0

    def read(self) -> Image:
        """The next picture; raises CameraError where a file is none."""
        at = min(self._given // self._times, len(self._paths) - 1)
        self._given += 1
        try:
            return read_image(self._paths[at])
        except NotAnImage as error:
            raise CameraError(f"{self._paths[at].name}: {error}") from error

    def close(self) -> None:
        """Nothing is held."""


class Video:
    """The frames of a video file, over and over."""

    is_live = False

    def __init__(self, path: Path) -> None:
        """Opens the file; raises CameraError."""
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(f"{path.name} is no video")
        self._name = path.name

    def read(self) -> Image:
        """The next frame, from the beginning again after the last; raises CameraError."""
        is_there, frame = self._capture.read()
        if not is_there:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
            is_there, frame = self._capture.read()
        if not is_there:
            raise CameraError(f"{self._name} has no frames")
        return pixels(frame)

    def close(self) -> None:
        """Lets go of the file."""
        self._capture.release()


class VirtualCamera:
    """A camera that shows whatever a function draws."""

    is_live = False

    def __init__(self, draw: Callable[[], Image]) -> None:
        self._draw = draw

    def read(self) -> Image:
        """The picture drawn now."""
        return self._draw()

    def close(self) -> None:
        """Nothing is held."""
