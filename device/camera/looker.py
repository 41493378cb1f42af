"""Looks at a grabber's frames for one game, in a thread of its own, as long as that wants it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Event, Lock, Thread
from typing import Any, ClassVar, Self

from device.camera.grabber import Frame
from device.camera.guard import Guard
from device.core.effects import Effect, TakeUp
from device.core.game import Around, GameKind
from device.core.looking import Look


class Looker(ABC):
    """An edge. `put` is all that reaches the game; nothing here waits for it."""

    game: ClassVar[GameKind]  # for which it looks

    def __init__(self, around: Around) -> None:
        """Looks for what the game's newest `Look` asks for; raises ValueError without a camera."""
        if around.grabber is None or around.put is None:
            raise ValueError(f"{self.game.title} has no camera to look through")
        self._grabber, self._put = around.grabber, around.put
        self._clock, self._pause = around.clock, around.pause
        self._is_in_hand = True
        self._lock = Lock()
        self._wish: Look | None = None
        self._closing = Event()
        self._looked_at = 0  # below only in the thread that looks
        self._guard = Guard(f"watching for {self.game.title}", around.put)

    @classmethod
    def started(cls, around: Around, *own: Any) -> tuple[Self, ...]:
        """A new one at work; none where there is no camera."""
        if around.grabber is None or around.put is None:
            return ()
        looker = cls(around, *own)
        looker.start()
        return (looker,)

    @abstractmethod
    def read(self, wish: Look, frame: Frame) -> object:
        """The event that tells of a frame; None if it is no news."""

    def do(self, effect: Effect) -> None:
        """Looks for what is wanted; rests while another game is in hand."""
        match effect:
            case TakeUp(game):
                self._is_in_hand = game is self.game
                self.watch(None)
            case Look() if self._is_in_hand:
                self.watch(effect if effect.target else None)

    def watch(self, wish: Look | None) -> None:
        """What to look for from now on."""
        with self._lock:
            self._wish = wish

    def start(self) -> None:
        """Begins to look, in a thread of its own."""
        Thread(target=self._run, name=f"{self.game.name} watcher", daemon=True).start()

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
