"""Looks at a grabber's frames for one game, in a thread of its own, as long as that wants it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Any

from device.camera.grabber import Frame, Grabber
from device.camera.guard import Guard
from device.core.effects import Effect, TakeUp
from device.core.game import Game


class Looker(ABC):
    """An edge. `put` is all that reaches the game; nothing here waits for it."""

    def __init__(
        self,
        game: Game,
        wish: type,
        grabber: Grabber,
        put: Callable[[Any], None],
        clock: Callable[[], float],
        seconds_between: float = 0.2,
    ) -> None:
        """Looks for what the game's newest effect of the kind `wish` asks for; `wish.since` is
        monotonic seconds: older pictures no longer count."""
        self._game = game
        self._kind = wish
        self._grabber = grabber
        self._put = put
        self._clock = clock
        self._pause = seconds_between
        self._lock = Lock()
        self._wish: Any = None
        self._closing = Event()
        self._looked_at = 0  # below only in the thread that looks
        self._guard = Guard(f"watching for {game.title}", put)

    @abstractmethod
    def read(self, wish: Any, frame: Frame) -> object:
        """The event that tells of a frame; None if it is no news."""

    def do(self, effect: Effect) -> None:
        """Looks for what is wanted; rests while another game is in hand."""
        if isinstance(effect, self._kind):
            self.watch(effect)
        elif isinstance(effect, TakeUp) and effect.game is not self._game:
            self.watch(None)

    def watch(self, wish: Any) -> None:
        """What to look for from now on."""
        with self._lock:
            self._wish = wish

    def start(self) -> None:
        """Begins to look, in a thread of its own."""
        Thread(target=self._run, name=f"{self._game.name} watcher", daemon=True).start()

    def close(self) -> None:
        """Looks no more."""
        self._closing.set()

    def _run(self) -> None:
        while not self._closing.is_set():
            if self._wish is not None:
                self.look(self._grabber.wait_newer(self._looked_at, self._pause))
            self._closing.wait(self._pause)

    def look(self, frame: Frame | None) -> None:
        """Reads a frame if it is a new one, and tells what is new."""
        with self._guard():  # what cannot be read must not end the game
            with self._lock:
                wish = self._wish
            if wish is None or frame is None or frame.number <= self._looked_at:
                return
            self._looked_at = frame.number
            if frame.began <= wish.since or not frame.is_locked:
                return
            told = self.read(wish, frame)
            if told is not None:
                self._put(told)
