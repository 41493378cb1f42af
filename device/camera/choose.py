"""Which camera the configuration asks for."""

from __future__ import annotations

from pathlib import Path

from device.camera.picamera import PiCamera
from device.camera.source import CameraError, Opener, Source
from device.camera.sources import UsbCamera
from device.core.config import Config


def opener_for(config: Config) -> Opener | None:
    """A function that opens the camera asked for; None if none is."""
    size_wh = config.number("camera", "width"), config.number("camera", "height")
    device = config.number("camera", "device")
    match config.text("camera", "source"):
        case "none":
            return None
        case "picamera":
            return lambda: PiCamera(size_wh)
        case "usb":
            return lambda: UsbCamera(device, size_wh)
        case "folder":
            return lambda: open_recorded(Path(config.text("camera", "folder")))
        case _:
            return lambda: open_any(device, size_wh)


def open_any(device: int, size_wh: tuple[int, int]) -> Source:
    """The Pi's own camera, else a USB camera; raises CameraError with what is wrong with both."""
    try:
        return PiCamera(size_wh)
    except CameraError as first:
        try:
            return UsbCamera(device, size_wh)
        except CameraError as second:
            raise CameraError(f"{first}; {second}") from second


def open_recorded(path: Path) -> Source:
    """A folder of pictures or a video; raises CameraError."""
    from device.camera.recorded import Pictures, Video  # no kiosk needs them

    return Pictures(path) if path.is_dir() else Video(path)
