"""What SEPMOSA alone wants done in the world: its table watched, sets of tiles learned."""

from __future__ import annotations

from device.core.game import Around, Edge
from device.games.sepmosa.teaching.tutor import Tutor
from device.games.sepmosa.watcher import Watcher
from vision.judge.look import open_eyes


def edges(around: Around) -> tuple[Edge, ...]:
    """The eyes and what is asked of them, where there is a camera."""
    if around.grabber is None or around.put is None:
        return ()
    watcher = Watcher(around.grabber, open_eyes, around.put, around.clock, around.pause)
    watcher.start()
    return watcher, Tutor(watcher)
