"""Draws what the camera sees in a process of its own: what drawing costs is not the companion's."""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing.connection import Connection
from threading import Lock

import numpy as np

from device.camera.source import CameraError
from device.lab.virtual.camera import Shot, frame_of
from device.lab.virtual.world import World
from vision.picture import Image


class Painter:
    """The process that draws; any thread may ask it."""

    def __init__(self) -> None:
        spawned = multiprocessing.get_context("spawn")
        self._lock = Lock()
        self._ours, theirs = spawned.Pipe()
        self._process = spawned.Process(target=_paint, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._ours.recv()  # it has loaded all it needs

    def draw(self, world: World, shot: Shot, seed: int) -> Image:
        """The camera's picture, as `frame_of` draws it; raises CameraError once closed."""
        wide, high = shot.camera.size_wh
        frame_bgr = np.empty((high, wide, 3), np.uint8)
        with self._lock:
            if self._ours.closed:
                raise CameraError("closed")
            self._ours.send((world, shot, seed))
            self._ours.recv_bytes_into(frame_bgr.reshape(-1))
        return frame_bgr

    def close(self) -> None:
        """Draws no more."""
        with self._lock:
            self._ours.send(None)
            self._ours.close()
        self._process.join()


def _paint(asked: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the companion says when it is over
    asked.send(True)
    while (wanted := asked.recv()) is not None:
        world, shot, seed = wanted
        asked.send_bytes(frame_of(world, shot, seed).tobytes())
