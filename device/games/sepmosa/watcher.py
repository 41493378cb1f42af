"""Watches the table beside the game: reads the newest frame, compares, and says what it sees."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.camera.crops import crop_of
from device.camera.grabber import Frame, Grabber
from device.camera.guard import Guard
from device.camera.lamp import Lamp, LampChange, watch_light
from device.core.effects import Effect, OpenCamera, TakeUp
from device.core.events import Failed
from device.core.model import CameraStatus
from device.games import SEPMOSA
from device.games.sepmosa.effects import WatchTable
from device.games.sepmosa.events import Seen
from device.games.sepmosa.teaching.events import SetLooksForeign, TeachingEvent
from vision.judge.proposal import Proposal, Status
from vision.judge.watch import (
    Known,
    Watch,
    check_memory,
    motion,
    moved,
    relit,
    thumb_of,
    watch_for,
    watch_frame,
)
from vision.thresholds.judge import ENOUGH, MOVING

if TYPE_CHECKING:
    from vision.judge.cellmap import CellMap
    from vision.judge.look import Eyes
    from vision.picture import Floats

    Job = Callable[[Eyes, Frame, CellMap | None], TeachingEvent | None]


GLANCE = 0.1  # seconds between glances, which only notice that something moves
GLANCE_STEP = 4  # every so many pixels are looked at then
AGAIN = 2.0  # seconds after which a table that lies still is read once more
SHIFTED = 0.03  # of the picture's width by which everything has moved: it was the camera
FOREIGN_READINGS = 3
ALIKE = 0.25  # least response of the correlation, so that it is the same view at all


class Watcher:
    """A grabber's frames, read. `put` is all that reaches the game; nothing here waits for it."""

    def __init__(
        self,
        grabber: Grabber,
        open_eyes: Callable[[], Eyes],
        put: Callable[[Seen | Failed | TeachingEvent], None],
        clock: Callable[[], float],
        seconds_between: float = 0.2,
    ) -> None:
        """`open_eyes` is called once, in the thread that looks: loading takes a while."""
        self._grabber = grabber
        self._open_eyes = open_eyes
        self._put = put
        self._clock = clock
        self._pause = seconds_between
        self._lock = Lock()
        self._known: Known | None = None
        self._told: tuple[int, Proposal | None] | None = None
        self._moved = 0  # the number of the last frame in which something moved
        self._closing = Event()
        self._wake = Event()
        # below only in the thread that grabs
        self._glimpse: Floats | None = None
        self._glanced_at = float("-inf")
        grabber.glance = self.glance
        # below only in the thread that looks
        self._eyes: Eyes | None = None
        self._watch: Watch | None = None
        self._looked_at = 0  # the number of the last frame
        self._read_at = 0.0
        self._view: Floats | None = None  # a thumbnail of the last view in which the joker lay
        self._has_moved = False
        self._guard = Guard("watching the table", put)
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._lamp = Lamp()
        self._is_adjusting = False  # to another light, until a frame comes that it is locked for
        self._foreign = 0  # readings one after the other that showed another set

    def do(self, effect: Effect) -> None:
        """Looks at what is wanted; rests while another game is in hand."""
        match effect:
            case WatchTable():
                self.watch(effect)
            case OpenCamera():
                self.forget_lamp()
            case TakeUp(game) if game is not SEPMOSA:
                self.rest()

    def watch(self, effect: WatchTable) -> None:
        """The table to compare with from now on."""
        with self._lock:
            self._known = Known(effect.state_id, effect.table, effect.earlier, effect.since)
        self._wake.set()

    def rest(self) -> None:
        """Nothing is compared until there is a table to compare with again."""
        with self._lock:
            self._known = None

    def ask(self, job: Job) -> None:
        """Something else to be done with the eyes and the next frame; its answer is put."""
        self._jobs.put(job)

    def forget_lamp(self) -> None:
        """The camera is reopened: the lamp there is now is the one that counts."""
        self.ask(self._forget_lamp)

    def start(self) -> None:
        """Begins to look, in a thread of its own."""
        Thread(target=self._run, name="watcher", daemon=True).start()

    def close(self) -> None:
        """Looks no more."""
        self._closing.set()
        self._wake.set()
        self._grabber.close()

    def glance(self, frame: Frame) -> None:
        """Takes back what was said as soon as something moves, however long reading takes."""
        now = self._clock()
        if now - self._glanced_at < GLANCE:
            return
        self._glanced_at = now
        coarse = np.ascontiguousarray(frame.image_bgr[::GLANCE_STEP, ::GLANCE_STEP])
        before, self._glimpse = self._glimpse, thumb_of(coarse)
        if before is None or motion(before, self._glimpse) <= MOVING:
            return
        with self._lock:
            self._moved = frame.number
            if self._known is not None and self._told is not None and self._told[1] is not None:
                self._told = (self._known.state_id, None)
                self._put(Seen(self._known.state_id, None, frame.began))

    def _run(self) -> None:
        while not self._closing.is_set():
            frame = self._grabber.wait_newer(self._looked_at, self._pause)
            self.look(frame)
            self._wake.wait(self._pause)
            self._wake.clear()

    def look(self, frame: Frame | None) -> None:
        """Reads a frame if it is a new one, and tells what has changed."""
        with self._guard():  # what cannot be read must not end the game
            self._look(frame)

    def _look(self, frame: Frame | None) -> None:
        while frame is not None and not self._jobs.empty():
            job = self._jobs.get_nowait()
            lattice = self._watch.lattice if self._watch else None
            answer = job(self._opened(), frame, lattice)
            if answer is not None:
                self._put(answer)
        with self._lock:
            known = self._known
            has_moved = self._moved > self._looked_at
        if known is None:
            return
        watch = watch_for(self._watch or Watch(known), known)
        if has_moved:
            watch = moved(watch)
        if frame is not None and frame.number > self._looked_at and frame.is_locked:
            self._looked_at = frame.number
            if self._is_settled(watch, frame):
                watch = check_memory(watch, self._opened())
            else:
                watch = self._read(watch, frame)
                self._notice_shift(watch)
                watch = self._notice_light(watch, frame)
                self._notice_foreign(watch)
        self._watch = watch
        self._tell(watch, frame)

    def _read(self, watch: Watch, frame: Frame) -> Watch:
        self._read_at = self._clock()
        return watch_frame(watch, self._opened(), frame.image_bgr, frame.began)

    def _opened(self) -> Eyes:
        if self._eyes is None:
            self._eyes = self._open_eyes()
        return self._eyes

    def _is_settled(self, watch: Watch, frame: Frame) -> bool:
        """Whether the table has been read often enough and nothing has moved since."""
        if watch.thumb is None or len(watch.evidence) < ENOUGH:
            return False
        if self._clock() - self._read_at >= AGAIN:
            return False
        return motion(watch.thumb, thumb_of(frame.image_bgr)) <= MOVING

    def _tell(self, watch: Watch, frame: Frame | None) -> None:
        proposal = None if watch.is_moving else watch.proposal
        state_id = watch.known.state_id
        with self._lock:
            if self._moved > self._looked_at or self._told == (state_id, proposal):
                return
            self._told = (state_id, proposal)
            crop = crop_of(frame.image_bgr, watch.lattice, proposal) if frame else None
            began = watch.began[0] if watch.began else watch.known.since
            self._put(Seen(state_id, proposal, began, crop))

    def _notice_shift(self, watch: Watch) -> None:
        """Says so when the view has moved as a whole and the joker is no longer in it."""
        if watch.is_moving or watch.thumb is None or watch.proposal is None:
            return
        if watch.proposal.status is not Status.BLOCKED:
            self._view = watch.thumb
            if self._has_moved:
                self._has_moved = False
                self._grabber.remark(CameraStatus.WELL)
        elif self._view is not None and not self._has_moved and is_shifted(self._view, watch.thumb):
            self._has_moved = True
            self._grabber.remark(CameraStatus.MOVED)

    def _notice_light(self, watch: Watch, frame: Frame) -> Watch:
        """Says so when the light is another one; where it stays so, the camera adjusts to it. The
        watch then has its table to check again."""
        if watch.is_moving:
            return watch
        if self._is_adjusting:  # and this frame is the first for which it has
            self._is_adjusting = False
            self._grabber.remark(CameraStatus.WELL)
        now = self._clock()
        lattice = None if watch.blind else watch.lattice
        self._lamp, change = watch_light(self._lamp, frame.image_bgr, lattice, now)
        match change:
            case LampChange.OTHER:
                self._grabber.remark(CameraStatus.LAMP)
            case LampChange.BACK:
                self._grabber.remark(CameraStatus.WELL)
            case LampChange.LASTING:
                self._is_adjusting = True
                self._looked_at = max(self._looked_at, self._grabber.adjust())
        return watch if change is None else relit(watch)

    def _forget_lamp(self, _eyes: Eyes, _frame: Frame, _lattice: CellMap | None) -> None:
        if self._lamp.gone_since is not None:
            self._grabber.remark(CameraStatus.WELL)
        self._lamp = Lamp()

    def _notice_foreign(self, watch: Watch) -> None:
        """Says so once when several readings have shown tiles unlike those taught."""
        if watch.is_moving:
            return
        self._foreign = self._foreign + 1 if watch.is_foreign else 0
        if self._foreign == FOREIGN_READINGS:
            self._put(SetLooksForeign())


def is_shifted(before: Floats, after: Floats) -> bool:
    """Whether two thumbnails show the same view, moved as a whole."""
    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    (right, down), response = cv2.phaseCorrelate(before, after, window)
    far = max(abs(right), abs(down)) / before.shape[1]
    return bool(response >= ALIKE and far >= SHIFTED)
