"""An evening in pictures, kept only where the owner has asked for it: what the camera saw whenever
a turn was confirmed or a question came up, and what was confirmed.

Each game's folder holds what `sepmosa follow < evening.jsonl` reads there. The oldest folders go
first; all of them go when recording is switched off.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from device.camera.misreadings import moves_of
from device.core import effects as wanted
from device.core import events as on
from device.core.config import Config
from device.games.sepmosa.effects import WatchTable
from engine.sepmosa import Game
from vision.picture import Image

log = logging.getLogger(__name__)

NAME = re.compile(r"evening-([0-9]{4})", re.ASCII)
LINES = "evening.jsonl"
QUALITY = 90  # of the JPEGs
PARTS = 4  # a folder holds so large a part of what may be kept, before the next is begun


@dataclass(slots=True)
class EveningAlbum:
    """The recording's edge; trouble with it is logged and disturbs nobody."""

    folder: Path
    newest: Callable[[], Image | None]
    is_on: bool
    most_bytes: int
    _open: Path | None = None
    _moves: tuple[str, ...] = ()

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Keeps what belongs to an effect."""
        try:
            match effect:
                case wanted.KeepConfig(config):
                    self._configure(config)
                case WatchTable(game=Game() as game) if self.is_on:
                    self._follow(tuple(moves_of(game)))
                case wanted.Sound(wanted.SoundName.QUESTION) if self.is_on and self._open:
                    self._keep_frame(self._open)
        except OSError as no:
            log.warning("the evening cannot be recorded: %s", no)
        return None

    def _configure(self, config: Config) -> None:
        self.is_on = config.flag("files", "keep_evenings")
        self.most_bytes = config.number("files", "evenings_megabytes") << 20
        if not self.is_on:
            self._open = None
            for folder in _recorded(self.folder):
                shutil.rmtree(folder)

    def _follow(self, moves: tuple[str, ...]) -> None:
        """The game is at `moves` now: one more than before, one less, or another game."""
        if self._open is not None and moves == self._moves:
            return
        is_next = bool(moves) and moves[:-1] == self._moves
        if self._open is None or not (is_next or moves == self._moves[:-1]):
            self._begin(moves)
        else:
            self._keep_frame(self._open)
            _write(self._open, {"confirm": moves[-1] if is_next else "undo"})
            if _size(self._open) * PARTS > self.most_bytes:
                self._begin(moves)
        self._moves = moves

    def _begin(self, moves: tuple[str, ...]) -> None:
        """A new folder, and room for it."""
        kept = _recorded(self.folder)
        while kept and sum(map(_size, kept)) * PARTS > self.most_bytes * (PARTS - 1):
            shutil.rmtree(kept.pop(0))
        number = int(kept[-1].name[-4:]) + 1 if kept else 1
        self._open = self.folder / f"evening-{number % 10_000:04d}"
        self._open.mkdir(parents=True)
        _write(self._open, {"moves": list(moves)})
        self._keep_frame(self._open)

    def _keep_frame(self, folder: Path) -> None:
        frame_bgr = self.newest()
        if frame_bgr is None:
            return
        is_done, picture = cv2.imencode(".jpg", frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not is_done:
            raise OSError("the picture cannot be made")
        name = f"{sum(1 for _ in folder.glob('*.jpg')) + 1:04d}.jpg"
        (folder / name).write_bytes(picture.tobytes())
        _write(folder, {"frame": name})


def _write(folder: Path, line: dict[str, object]) -> None:
    with (folder / LINES).open("a", encoding="utf-8", newline="\n") as out:
        out.write(f"{json.dumps(line)}\n")


def _recorded(folder: Path) -> list[Path]:
    """The folders of recordings, oldest first; nothing else in there is touched."""
    return sorted(_named(folder), key=lambda path: path.name) if folder.is_dir() else []


def _named(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if NAME.fullmatch(path.name) and path.is_dir() and not path.is_symlink():
            yield path


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())
