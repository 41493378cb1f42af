"""Watches the dice, or a board, beside the game: says what lies there once it lies still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.camera.grabber import Frame
from device.camera.looker import Looker
from device.core.game import Around
from device.core.looking import Look
from device.core.model import NEVER
from device.games import MOSAIX
from device.games.mosaix.effects import Target
from device.games.mosaix.events import BoardSeen, CameraEvent, ThrowSeen
from device.games.mosaix.model import Places
from vision.boards.read import read_board
from vision.dice.read import read_throw
from vision.judge.watch import motion, thumb_of
from vision.picture import Image, floats, pixels
from vision.thresholds.judge import MOVING

if TYPE_CHECKING:
    from vision.boards.reading import BoardReading
    from vision.dice.reading import ThrowReading
    from vision.mosaix import MosaixEyes
    from vision.picture import Floats


PICTURE_WH = (480, 360)
AGAIN = 2.0  # seconds after which what lies still is read once more
NOTHING = Look(0, None, NEVER)


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What was made of the frames so far, for what is looked at now."""

    look: Look = NOTHING
    thumb: Floats | None = None
    last: CameraEvent | None = None  # of the last frame; told when the next one says the same
    told: CameraEvent | None = None
    read_at: float = float("-inf")


def glimpse_frame(
    glimpse: Glimpse, eyes: MosaixEyes, frame_bgr: Image, began: float, now: float
) -> tuple[Glimpse, CameraEvent | None]:
    """The glimpse after one more frame, taken at `began`, and what is to be told of it, if
    anything is new; both in monotonic seconds.

    Only what two frames in a row say is told, and while something moves nothing is sure.
    """
    thumb = thumb_of(frame_bgr)
    is_moving = glimpse.thumb is not None and motion(glimpse.thumb, thumb) > MOVING
    is_settled = glimpse.told is not None and glimpse.told == glimpse.last and not is_moving
    if is_settled and now - glimpse.read_at < AGAIN:
        return Glimpse(glimpse.look, thumb, glimpse.last, glimpse.told, glimpse.read_at), None
    seen = _read(glimpse.look, eyes, frame_bgr, began)
    told = glimpse.told
    if seen == glimpse.last and not is_moving:
        told = replace(seen, began=glimpse.last.began)
    elif isinstance(seen, ThrowSeen):
        told = ThrowSeen(seen.look, None, began)
    elif is_moving or not (isinstance(told, BoardSeen) and told.cells):
        is_there = seen.cells is not None
        told = BoardSeen(seen.look, None, began, is_there=is_there, picture=seen.picture)
    after = Glimpse(glimpse.look, thumb, None if is_moving else seen, told, now)
    return after, told if told != glimpse.told else None


def _read(look: Look, eyes: MosaixEyes, frame_bgr: Image, began: float) -> CameraEvent:
    if look.target is Target.DICE:
        return throw_seen(look.look, read_throw(eyes.dice, frame_bgr), began)
    small = pixels(cv2.resize(frame_bgr, PICTURE_WH, interpolation=cv2.INTER_AREA))
    return board_seen(look.look, read_board(eyes.boards, frame_bgr), began, small)


def throw_seen(look: int, reading: ThrowReading, began: float) -> ThrowSeen:
    """What a reading of the dice means for the game."""
    if reading.figure is None:
        return ThrowSeen(look, None, began, reading.problems[0])
    return ThrowSeen(look, reading.figure, began, places=places_of(reading))


def places_of(reading: ThrowReading) -> Places:
    """The middles of the dice, in widths of a die."""
    quads = [floats(die.quad) for die in reading.dice]
    if not quads:
        return ()
    width = float(
        np.mean([np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1) for quad in quads])
    )
    return tuple((float(x), float(y)) for x, y in (quad.mean(axis=0) / width for quad in quads))


def board_seen(
    look: int, reading: BoardReading, began: float, picture: Image | None = None
) -> BoardSeen:
    """What a reading of a board means for the game."""
    if not reading.cells:
        return BoardSeen(look, None, began, picture=picture)
    cells = tuple(each.symbol for each in reading.cells)
    return BoardSeen(look, cells, began, frozenset(reading.doubtful), picture=picture)


class MosaixWatcher(Looker):
    """A grabber's frames, read for dice or a board."""

    game = MOSAIX

    def __init__(self, around: Around, open_eyes: Callable[[], MosaixEyes]) -> None:
        """`open_eyes` is called once, in the thread that looks, when it is first needed."""
        super().__init__(around)
        self._open_eyes = open_eyes
        self._eyes: MosaixEyes | None = None  # below only in the thread that looks
        self._glimpse = Glimpse()

    def read(self, wish: Look, frame: Frame) -> CameraEvent | None:
        """What lies there now, if that is new."""
        if self._eyes is None:
            self._eyes = self._open_eyes()
        if wish != self._glimpse.look:
            self._glimpse = Glimpse(wish)
        self._glimpse, told = glimpse_frame(
            self._glimpse, self._eyes, frame.image_bgr, frame.began, self._clock()
        )
        return told
