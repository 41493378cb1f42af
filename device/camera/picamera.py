"""A Raspberry Pi's own camera through picamera2; its types stay in this file."""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import cv2
import numpy as np

from device.camera.source import CameraError, SettlingCamera, read_whole
from vision.picture import Image, pixels

SETTLING = 30  # frames after which exposure, white balance and focus have been found
MANUAL_FOCUS, CONTINUOUS_FOCUS = 0, 2
# picamera2 names formats by their order in a word: its RGB888 is BGR in memory
WANTED = "RGB888"
BGR_OF = {WANTED: None, "BGR888": cv2.COLOR_RGB2BGR}
BGR_OF |= {"XRGB8888": cv2.COLOR_BGRA2BGR, "XBGR8888": cv2.COLOR_RGBA2BGR}


class PiCamera(SettlingCamera):
    """The camera at the ribbon cable; exposure, white balance and focus are locked once found."""

    lag = 0.2  # seconds a frame may have waited in one of three buffers

    def __init__(self, size_wh: tuple[int, int]) -> None:
        """Opens the camera; raises CameraError."""
        self._camera = _new_camera()
        try:
            wanted = self._camera.create_video_configuration(
                main={"size": size_wh, "format": WANTED}, buffer_count=3
            )
            self._camera.configure(wanted)
            # libcamera changes what the camera cannot do, and says nothing
            main = self._camera.camera_configuration()["main"]
            wide, high = main["size"]
            self.size_wh: tuple[int, int] = (int(wide), int(high))
            self.format = str(main["format"])
            self.model = str(self._camera.camera_properties.get("Model", "camera"))
            self.controls = frozenset(map(str, self._camera.camera_controls))
            if self.format in BGR_OF:
                self._camera.start()
        except Exception as error:  # libcamera raises what it likes
            self._camera.close()
            raise CameraError(f"the Pi's camera cannot be started: {error}") from error
        if self.format not in BGR_OF:
            self._camera.close()
            remedy = "if it is a USB camera, set [camera] source to usb"
            raise CameraError(f"the Pi's camera gives {self.format}, not {WANTED}; {remedy}")
        super().__init__(SETTLING)

    def read(self) -> Image:
        """The newest frame; raises CameraError."""
        try:
            if self._settling.begins():
                self._set(automatic_controls(self.controls))
            return read_whole(self._take, self.size_wh, "the Pi's camera")
        except CameraError:
            raise
        except Exception as error:
            raise CameraError(f"the Pi's camera gives no more frames: {error}") from error

    def close(self) -> None:
        """Lets go of the camera."""
        self._camera.close()

    def _take(self) -> Image:
        request = self._camera.capture_request()
        try:
            taken = np.array(request.make_array("main"), copy=True)
            if self._settling.ends():
                self._set(locked_controls(request.get_metadata(), self.controls))
        finally:
            request.release()
        turn = BGR_OF[self.format]
        return taken if turn is None else pixels(cv2.cvtColor(taken, turn))

    def _set(self, controls: Mapping[str, Any]) -> None:
        if controls:
            self._camera.set_controls(dict(controls))


def automatic_controls(advertised: Collection[str]) -> dict[str, Any]:
    """The controls that let a camera find exposure, white balance and focus by itself."""
    controls = {"AeEnable": True, "AwbEnable": True, "AfMode": CONTINUOUS_FOCUS}
    return {name: value for name, value in controls.items() if name in advertised}


def locked_controls(metadata: Mapping[str, Any], advertised: Collection[str]) -> dict[str, Any]:
    """The controls that keep a camera as its last frame was taken, as far as it has them."""
    controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
    found = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
    controls |= {name: metadata[name] for name in found if name in metadata}
    if "LensPosition" in controls:  # only cameras with a motor tell it
        controls["AfMode"] = MANUAL_FOCUS
    return {name: value for name, value in controls.items() if name in advertised}


def _new_camera() -> Any:
    try:
        from picamera2 import Picamera2
    except (ImportError, ValueError) as error:  # ValueError: built against another numpy
        raise CameraError(f"picamera2 cannot be used: {error}") from error
    camera: Any = None
    try:
        with _silenced():
            if Picamera2.global_camera_info():
                camera = Picamera2.__new__(Picamera2)
                camera.__init__()
    except Exception as error:  # when it is in use, and libcamera raises what it likes
        with suppress(AttributeError, OSError):  # its own close leaves a pipe open then
            camera.notifymeread.close()
            os.close(camera.notifyme_w)
        raise CameraError(f"the Pi's camera cannot be opened: {_cause_of(error)}") from error
    if camera is None:
        raise CameraError("there is no camera at the Pi")
    return camera


def _cause_of(error: BaseException) -> BaseException:
    """What an error began with: picamera2 itself says only that it did not come to its end."""
    return error if error.__cause__ is None else _cause_of(error.__cause__)


@contextmanager
def _silenced() -> Iterator[None]:
    """What picamera2 writes of an attempt to open is said by our errors, once and not at every
    attempt; after it only its warnings are written."""
    log = logging.getLogger("picamera2")
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(logging.WARNING)
