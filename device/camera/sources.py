"""A USB camera, as OpenCV gives it."""

from __future__ import annotations

from pathlib import Path

import cv2

from device.camera.source import CameraError, SettlingCamera, read_whole
from vision.picture import Image

SETTLING = 20  # frames after which a USB camera has found its exposure
DEVICES = Path("/dev")
NAMES = Path("/sys/class/video4linux")
FORMATS = ("MJPG", "YUYV")  # that USB cameras have; a large picture in time only the first
SILENT = 0  # OpenCV's level of nothing
MISSING = -1.0  # what OpenCV says of a control the camera does not have
CONTROLS = {"exposure": cv2.CAP_PROP_AUTO_EXPOSURE, "white balance": cv2.CAP_PROP_AUTO_WB}
AUTOMATIC, MANUAL, APERTURE_PRIORITY = 0, 1, 3  # V4L2's words for who sets the exposure


class UsbCamera(SettlingCamera):
    """A USB camera through V4L2, its exposure and white balance locked once it has settled."""

    lag = 0.25  # seconds a frame may have waited: the kernel queues up to four

    def __init__(self, device: int, size_wh: tuple[int, int], devices: Path = DEVICES) -> None:
        """Opens the camera; raises CameraError."""
        if not (devices / f"video{device}").exists():  # OpenCV would say so in lines of its own
            raise CameraError(f"there is no USB camera {device}")
        self._capture = _quietly_opened(device)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(f"USB camera {device} is in use, or is no camera")
        self.model = _name_of(device)
        self.format = self._choose_format()
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_wh[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_wh[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        sides = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        wide, high = (int(self._capture.get(side)) for side in sides)
        self.size_wh = wide, high
        self.controls = frozenset(name for name, number in CONTROLS.items() if self._has(number))
        super().__init__(SETTLING)

    def read(self) -> Image:
        """The newest frame; raises CameraError once the camera is gone."""
        if self._settling.begins():
            self._let_find()
        return read_whole(self._take, self.size_wh, f"the USB camera ({self.format})")

    def close(self) -> None:
        """Lets go of the camera."""
        self._capture.release()

    def _take(self) -> Image:
        is_there, frame = self._capture.read()
        if not is_there:
            raise CameraError("the USB camera gives no more frames")
        if self._settling.ends():
            self._lock()
        return frame

    def _choose_format(self) -> str:
        """The first format that the camera takes; that it was asked for says nothing."""
        for name in FORMATS:
            self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*name))
            if self._format() == name:
                break
        return self._format()

    def _format(self) -> str:
        number = int(self._capture.get(cv2.CAP_PROP_FOURCC))
        return number.to_bytes(4, "little", signed=True).decode("ascii", "replace")

    def _has(self, control: int) -> bool:
        return self._capture.get(control) != MISSING

    def _let_find(self) -> None:
        """Undoes what was locked in the camera, which keeps it until it is unplugged."""
        if "exposure" in self.controls:
            is_automatic = self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY)
            if not is_automatic:
                self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)
        if "white balance" in self.controls:
            self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)

    def _lock(self) -> None:
        if "exposure" in self.controls:
            exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
            self._capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
        if "white balance" in self.controls:
            self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)


def _name_of(device: int) -> str:
    """What the kernel calls a camera."""
    try:
        return (NAMES / f"video{device}" / "name").read_text(encoding="utf-8").strip()
    except OSError:
        return "camera"


def _quietly_opened(device: int) -> cv2.VideoCapture:
    """The camera as OpenCV opens it; what that writes of its own is said by our errors."""
    before = cv2.getLogLevel()
    cv2.setLogLevel(SILENT)
    try:
        return cv2.VideoCapture(device, cv2.CAP_V4L2)
    finally:
        cv2.setLogLevel(before)
