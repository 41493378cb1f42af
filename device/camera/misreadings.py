"""Pictures of what was misread, for the makers: kept only where the owner has asked for them.

Beside each picture lies what `sepmosa propose` needs to look at it again (`moves`, `frames`), what
the camera `read`, and what it `was`. The oldest go first.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from device.core import effects as wanted
from device.core import events as on
from device.games.sepmosa.effects import Misread
from device.store.files import write_inside
from engine.sepmosa import Game, Play, Reset, Reshuffle, Table
from vision.picture import Image

log = logging.getLogger(__name__)

NAME = re.compile(r"misread-([0-9]{6})\.json", re.ASCII)
QUALITY = 92  # of the JPEG


@dataclass(slots=True)
class MisreadingAlbum:
    """The pictures' edge: at most so many of them, and at most so many bytes."""

    folder: Path
    newest: Callable[[], Image | None]
    most: int
    most_bytes: int

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Keeps the camera's picture; trouble with that is logged and disturbs nobody."""
        if isinstance(effect, Misread):
            frame = self.newest()
            if frame is not None:
                try:
                    self._keep(effect, frame)
                except OSError as no:
                    log.warning("a misreading cannot be kept: %s", no)
        return None

    def _keep(self, effect: Misread, frame_bgr: Image) -> None:
        is_done, picture = cv2.imencode(".jpg", frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not is_done:
            raise OSError("the picture cannot be made")
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = sorted(_numbers(self.folder))
        number = kept[-1] + 1 if kept else 1
        name = f"misread-{number % 1_000_000:06d}"
        told = {
            "moves": list(moves_of(effect.game)),
            "frames": [f"{name}.jpg"],
            "read": effect.read.as_json(),
            "was": str(effect.was),
        }
        write_inside(self.folder, f"{name}.jpg", picture.tobytes())
        write_inside(self.folder, f"{name}.json", f"{json.dumps(told)}\n".encode())
        log.info("kept %s: read %s, was %s", name, effect.read.move, effect.was)
        self._drop([*kept, number])

    def _drop(self, kept: list[int]) -> None:
        """The oldest go until few enough and small enough are left; the newest stays."""
        sizes = {number: sum(_size(path) for path in self._pair(number)) for number in kept}
        while len(kept) > 1 and (len(kept) > self.most or sum(sizes.values()) > self.most_bytes):
            oldest = kept.pop(0)
            del sizes[oldest]
            for path in self._pair(oldest):
                path.unlink(missing_ok=True)

    def _pair(self, number: int) -> tuple[Path, Path]:
        """The picture goes first, so that what is left of a pair is never a picture alone."""
        name = f"misread-{number:06d}"
        return self.folder / f"{name}.jpg", self.folder / f"{name}.json"


def moves_of(game: Game[Table]) -> Iterator[str]:
    """The game so far, as `sepmosa propose` takes it."""
    for event in game.events:
        match event:
            case Play(move):
                yield str(move)
            case Reset():
                yield "reset"
            case Reshuffle():
                yield "reshuffle"


def _numbers(folder: Path) -> Iterator[int]:
    for path in folder.iterdir():
        found = NAME.fullmatch(path.name)
        if found:
            yield int(found[1])


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
