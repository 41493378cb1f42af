"""How a camera is, told by its frames and by monotonic time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from zlib import crc32

from device.core.model import CameraStatus
from vision.picture import Image

SILENT = 4.0  # seconds without a frame: the camera is lost
FROZEN = 5.0  # seconds of one and the same frame; a sensor's noise never repeats
BLACK = 2.0  # seconds of darkness
DARKEST = 10.0  # mean level of a frame taken with the cap on; a dim room gives 20 and more
COARSE = 8  # every so many pixels are looked at
BACK_OFF = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # seconds until the next attempt to open


@dataclass(frozen=True, slots=True)
class Health:
    """What is known of a camera; times in monotonic seconds."""

    status: CameraStatus = CameraStatus.OPENING
    asked: float = 0.0  # when it was opened
    last: float | None = None  # when the last frame came
    same_since: float = 0.0  # since when all frames have been the same
    dark_since: float | None = None
    print: int | None = None  # of the last frame
    failures: int = 0  # attempts to open that failed, one after the other


def frame_came(health: Health, frame_bgr: Image, is_live: bool, now: float) -> Health:
    """The health after one more frame."""
    coarse = frame_bgr[::COARSE, ::COARSE]
    mark = crc32(coarse.tobytes())
    is_dark = float(coarse.mean()) < DARKEST if coarse.size else True
    is_new = mark != health.print or health.last is None
    same_since = now if is_new or not is_live else health.same_since
    dark_since = (health.dark_since if health.dark_since is not None else now) if is_dark else None
    status = CameraStatus.WELL
    if dark_since is not None and now - dark_since >= BLACK:
        status = CameraStatus.BLACK
    elif now - same_since >= FROZEN:
        status = CameraStatus.FROZEN
    return Health(status, health.asked, now, same_since, dark_since, mark)


def is_repeated(before: Health, after: Health, is_live: bool) -> bool:
    """Whether the last frame is the one before it once more: it shows nothing later."""
    return is_live and before.last is not None and before.print == after.print


def time_passed(health: Health, now: float) -> Health:
    """The health when no frame has come since."""
    since = health.last if health.last is not None else health.asked
    if now - since >= SILENT:
        return replace(health, status=CameraStatus.LOST)
    return health


def opened(health: Health, now: float) -> Health:
    """The health of a camera just opened; only a frame makes up for earlier failures."""
    return Health(CameraStatus.OPENING, now, failures=health.failures)


def failed(health: Health) -> Health:
    """The health of a camera that could not be opened or gave out."""
    return replace(health, status=CameraStatus.LOST, last=None, failures=health.failures + 1)


def wait_after(health: Health) -> float:
    """Seconds to wait before the camera is opened again."""
    return BACK_OFF[min(health.failures, len(BACK_OFF)) - 1] if health.failures else 0.0
