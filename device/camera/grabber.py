"""Takes frames from a camera as they come and keeps the newest; opens it again when it is gone."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Event, Thread

from device.camera import health as well
from device.camera.health import Health
from device.camera.source import CameraError, Opener, Source
from device.core.events import CameraChanged
from device.core.model import CameraStatus
from vision.picture import Image

log = logging.getLogger(__name__)

PACE = 0.1  # seconds between frames of a source that never makes one wait
LEFT_BEHIND = 3  # threads that may hang in a dead camera at once before no more are started


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A frame, numbered as they come."""

    number: int
    image_bgr: Image
    began: float  # monotonic seconds; it shows nothing older than that
    is_live: bool
    is_locked: bool = True  # whether exposure, white balance and focus stay as they are


class Grabber:
    """The newest frame, and how the camera is. Only `put` reaches the game."""

    def __init__(
        self,
        open_source: Opener,
        put: Callable[[CameraChanged], None],
        clock: Callable[[], float],
    ) -> None:
        """`glance` may be set to something short that is to happen with every frame."""
        self.glance: Callable[[Frame], None] | None = None
        self._open_source = open_source
        self._put = put
        self._clock = clock
        self._news = Condition()
        self._newest: Frame | None = None
        self._count = 0  # of frames, whichever camera they came from
        self._health = Health(asked=clock())
        self._view = CameraStatus.WELL  # as it was last remarked on
        self._told = CameraStatus.OPENING
        self._reopen = False
        self._adjust = False
        self._closing = Event()
        self._generation = 0
        self._started = 0  # the generation of the newest thread
        self._threads: list[Thread] = []

    # From any thread

    @property
    def status(self) -> CameraStatus:
        """How the camera is."""
        return self._health.status

    @property
    def newest(self) -> Frame | None:
        """The newest frame, if there has been one since the camera was last opened."""
        with self._news:
            return self._newest

    def wait_newer(self, than: int, seconds: float) -> Frame | None:
        """The newest frame once its number is above `than`, or what there is after so long."""
        with self._news:
            self._news.wait_for(
                lambda: self._newest is not None and self._newest.number > than, seconds
            )
            return self._newest

    def reopen(self) -> None:
        """The camera is to be reopened."""
        with self._news:
            self._reopen = True

    def adjust(self) -> int:
        """The camera is to find exposure and white balance for the light there is now; returns
        the number of the last frame taken before that."""
        with self._news:
            self._adjust = True
            return self._count

    def remark(self, view: CameraStatus) -> None:
        """What the frames show is well, in another light, or seen from elsewhere. Trouble with
        the camera itself counts for more: only here is it decided what the game is told."""
        with self._news:
            self._view = view
        self._tell()

    def start(self) -> None:
        """Begins to take frames, in a thread of its own."""
        thread = Thread(target=self._run, args=(self._generation,), name="grabber", daemon=True)
        self._threads = [each for each in self._threads if each.is_alive()] + [thread]
        thread.start()

    def close(self) -> None:
        """No more frames are taken."""
        self._closing.set()

    def poll(self, now: float) -> None:
        """Detects a hung camera; a new thread then tries again, as soon as
        not too many hang."""
        with self._news:
            before = self._health
            self._health = well.time_passed(before, now)
            is_lost = self._health.status is CameraStatus.LOST
            hangs = is_lost and before.status is not CameraStatus.LOST
            if hangs:
                self._health = well.failed(self._health)
                self._newest = None
                self._generation += 1
        self._tell()
        hanging = sum(thread.is_alive() for thread in self._threads)
        if self._started != self._generation and hanging <= LEFT_BEHIND:
            self._started = self._generation
            self.start()

    # In the thread

    def _run(self, generation: int) -> None:
        source: Source | None = None
        while not self._closing.is_set() and generation == self._generation:
            source, wait = self.grab(source, generation)
            self._closing.wait(wait)
        if source is not None:
            source.close()

    def grab(self, source: Source | None, generation: int = 0) -> tuple[Source | None, float]:
        """One frame taken, or one attempt to open; returns the source and seconds to wait."""
        try:
            source = self._opened(source, generation)
            began = self._clock() - getattr(source, "lag", 0.0)
            image_bgr = source.read()
        except Exception as error:  # a driver raises what it likes; the game goes on by touch
            if not isinstance(error, CameraError):
                log.exception("camera")
            self._fail(source, error, generation)
            return None, well.wait_after(self._health)
        newest = None
        with self._news:
            if generation == self._generation:  # else it comes from a camera given up
                before = self._health
                self._health = well.frame_came(before, image_bgr, source.is_live, self._clock())
                if not well.is_repeated(before, self._health, source.is_live):
                    self._count += 1
                    is_locked = getattr(source, "is_locked", True) and not self._adjust
                    newest = Frame(self._count, image_bgr, began, source.is_live, is_locked)
                    self._newest = newest
                    self._news.notify_all()
        self._tell()
        if self.glance is not None and newest is not None:
            self.glance(newest)
        return source, 0.0 if source.is_live else PACE

    def _opened(self, source: Source | None, generation: int) -> Source:
        with self._news:
            wanted, self._reopen = self._reopen, False
            adjust, self._adjust = self._adjust, False
        if source is not None and wanted:
            source.close()
            source = None
        if source is None:
            source = self._open_source()
            with self._news:
                if generation == self._generation:
                    self._health = well.opened(self._health, self._clock())
        elif adjust and hasattr(source, "relock"):
            source.relock()
        return source

    def _fail(self, source: Source | None, error: Exception, generation: int) -> None:
        if source is not None:
            source.close()
        with self._news:
            if generation == self._generation:
                if self._health.failures == 0:
                    log.warning("camera: %s", error)
                self._health = well.failed(self._health)
                self._newest = None
        self._tell()

    def _tell(self) -> None:
        with self._news:
            status = self._health.status
            status = self._view if status is CameraStatus.WELL else status
            if status in (self._told, CameraStatus.OPENING):
                return
            self._told = status
            self._put(CameraChanged(status))
