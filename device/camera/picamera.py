"""A Raspberry Pi's own camera through picamera2; its types stay in this file."""

from __future__ import annotations

from typing import Any

import numpy as np

from device.camera.source import CameraError
from vision.frames import Image, pixels

SETTLING = 30  # frames after which exposure, white balance and focus have been found
PREVIEW_WH = (640, 360)
MANUAL_FOCUS, CONTINUOUS_FOCUS = 0, 2


class PiCamera:
    """Two streams, a large one to read and a small one to show; locked once settled."""

    is_live = True
    lag = 0.2  # seconds a frame may have waited in one of three buffers

    def __init__(self, size_wh: tuple[int, int]) -> None:
        """Opens the camera; raises CameraError."""
        self._camera = _new_camera()
        try:
            # picamera2 names formats by their order in a word: its RGB888 is BGR in memory
            streams = self._camera.create_video_configuration(
                main={"size": size_wh, "format": "RGB888"},
                lores={"size": PREVIEW_WH, "format": "YUV420"},
                buffer_count=3,
            )
            self._camera.configure(streams)
            self._camera.start()
            if "AfMode" in self._camera.camera_controls:  # Camera Module 3 has a motor
                self._camera.set_controls({"AfMode": CONTINUOUS_FOCUS})
        except Exception as error:  # libcamera raises what it likes
            self._camera.close()
            raise CameraError(f"the Pi's camera cannot be started: {error}") from error
        self._count = 0

    def read(self) -> Image:
        """The newest frame; raises CameraError."""
        try:
            request = self._camera.capture_request()
            try:
                frame = np.array(request.make_array("main"), copy=True)
                self._count += 1
                if self._count == SETTLING:
                    self._camera.set_controls(locked_controls(request.get_metadata()))
            finally:
                request.release()
        except Exception as error:
            raise CameraError(f"the Pi's camera gives no more frames: {error}") from error
        return pixels(frame[..., :3])

    @property
    def is_locked(self) -> bool:
        """Whether exposure, white balance and focus have been found and stay."""
        return self._count >= SETTLING

    def close(self) -> None:
        """Lets go of the camera."""
        self._camera.close()


def locked_controls(metadata: dict[str, Any]) -> dict[str, Any]:
    """The controls that keep a camera as its last frame was taken."""
    controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
    for name in ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition"):
        if name in metadata:
            controls[name] = metadata[name]
    if "LensPosition" in metadata:  # only cameras with a motor tell it
        controls["AfMode"] = MANUAL_FOCUS
    return controls


def _new_camera() -> Any:
    try:
        from picamera2 import Picamera2
    except (ImportError, ValueError) as error:  # ValueError: built against another numpy
        raise CameraError(f"picamera2 cannot be used: {error}") from error
    try:
        return Picamera2()
    except Exception as error:  # an IndexError when no camera is there, others when it is taken
        raise CameraError(f"there is no camera at the Pi: {error}") from error
