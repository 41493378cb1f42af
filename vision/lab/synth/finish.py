"""What camera and file make of a picture: blur, noise, sharpening, contrast, JPEG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, U8, f32, u8
from vision.lab.synth.noise import grain

if TYPE_CHECKING:
    from vision.lab.synth.setting import CameraFinish


_HEADROOM = 1.36  # brightest screen value that the film still tells apart; 1 is white


def expose(light: F32, finish: CameraFinish) -> U8:
    """Linear light (h, w, 3) as 8-bit screen values, bright light held back from white."""
    root = cv2.sqrt(f32(np.maximum(light, 0.0)))
    raw = cv2.convertScaleAbs(root, alpha=255.0 / _HEADROOM)
    values = np.arange(256) / 255.0 * _HEADROOM
    soft = np.where(values < 0.72, values, 0.72 + 0.28 * (1 - np.exp(-(values - 0.72) / 0.28)))
    toned = (1 - finish.shoulder) * np.minimum(values, 1.0) + finish.shoulder * soft
    toned += finish.contrast * 0.5 * np.sin(2 * np.pi * (toned - 0.5)) / np.pi
    return u8(cv2.LUT(raw, u8(np.clip(toned * 255 + 0.5, 0, 255))))


def develop(frame: U8, finish: CameraFinish, rng: np.random.Generator) -> U8:
    """The frame as the camera would hand it over; same size."""
    h, w = frame.shape[:2]
    if finish.defocus_px > 0.15:
        frame = u8(cv2.GaussianBlur(frame, (0, 0), finish.defocus_px))
    if finish.motion_px > 1.0:
        frame = motion_blurred(frame, finish.motion_px, finish.motion_deg)
    if finish.saturation != 1.0:
        frame = _saturated(frame, finish.saturation)
    if finish.noise > 0:
        # Screen values are roots of light, where the noise of a sensor is the same everywhere.
        field = grain(rng, (w, h), 3, finish.noise_blur)
        frame = u8(cv2.add(frame, field * np.float32(finish.noise), dtype=cv2.CV_8U))
    if finish.sharpen > 0:
        soft = cv2.GaussianBlur(frame, (0, 0), 1.2)
        frame = u8(cv2.addWeighted(frame, 1 + finish.sharpen, soft, -finish.sharpen, 0))
    if finish.jpeg:
        frame = jpeg(frame, finish.jpeg)
    return frame


def motion_blurred(frame: U8, length_px: float, angle_deg: float) -> U8:
    """The frame smeared along a line."""
    side = int(np.ceil(length_px)) | 1
    kernel = np.zeros((side, side), np.float32)
    reach = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))]) * length_px / 2
    middle = np.array([side // 2, side // 2])
    start, stop = (np.round((middle + s * reach) * 16).astype(int) for s in (-1, 1))
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(stop[0]), int(stop[1])), (1.0,), 1, 8, 4)
    return u8(cv2.filter2D(frame, -1, kernel / max(float(kernel.sum()), 1e-6)))


def _saturated(frame: U8, saturation: float) -> U8:
    keep = (1 - saturation) * np.array([0.114, 0.587, 0.299])
    matrix = np.tile(keep, (3, 1)) + np.eye(3) * saturation
    return u8(cv2.transform(frame, matrix))


def jpeg(frame: U8, quality: int) -> U8:
    """The frame after saving and loading."""
    _, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return u8(cv2.imdecode(data, cv2.IMREAD_COLOR))
