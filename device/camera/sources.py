"""Cameras that OpenCV or a function gives: USB, pictures, a video, the virtual table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2

from device.camera.source import CameraError
from vision.frames import Image, NotAnImage, pixels, read_image

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
SETTLING = 20  # frames after which a USB camera has found its exposure


class UsbCamera:
    """A USB camera through V4L2, its exposure and white balance locked once it has settled."""

    is_live = True
    lag = 0.25  # seconds a frame may have waited: the kernel queues up to four

    def __init__(self, device: int, size_wh: tuple[int, int]) -> None:
        """Opens the camera; raises CameraError."""
        self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(f"there is no USB camera {device}, or it is in use")
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_wh[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_wh[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._count = 0

    def read(self) -> Image:
        """The newest frame; raises CameraError once the camera is gone."""
        is_there, frame = self._capture.read()
        if not is_there or frame is None or frame.size == 0:
            raise CameraError("the USB camera gives no more frames")
        self._count += 1
        if self._count == SETTLING:
            self._lock()
        return pixels(frame)

    @property
    def is_locked(self) -> bool:
        """Whether exposure and white balance have been found and stay."""
        return self._count >= SETTLING

    def close(self) -> None:
        """Lets go of the camera."""
        self._capture.release()

    def _lock(self) -> None:
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)  # V4L2's word for manual
        self._capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)


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
