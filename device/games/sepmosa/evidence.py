"""Pictures of disputed turns: the table before the turn and when it was in question.

They are kept for their game, never more than so many bytes, the oldest turns first to go; they go
with the game, or as soon as that is switched off.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from device.core import effects as wanted
from device.core import events as on
from device.games.sepmosa.effects import KeepEvidence, ListEvidence, LoadEvidence
from device.games.sepmosa.events import EvidenceListed, EvidenceLoaded
from device.games.sepmosa.model import DisputePictures
from device.store.files import replace_file
from vision.picture import Image, pixels

log = logging.getLogger(__name__)

NAME = re.compile(r"game-([0-9]{4,9})-turn-([0-9]{4,9})-(before|after)\.jpg", re.ASCII)
WIDTH = 1280  # px of a picture kept: a tile of 40 px in 1920 can still be told
QUALITY = 85  # of the JPEG: some 150 kB
MOST_BYTES = 30 << 20  # some 100 disputes


@dataclass(slots=True)
class EvidenceFolder:
    """The pictures' edge. Trouble with it is logged and disturbs nobody."""

    folder: Path
    newest: Callable[[], Image | None]
    is_on: bool = True
    most_bytes: int = MOST_BYTES
    _before: Image | None = None  # when the last turn was confirmed

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Keeps, lists or reads pictures, or remembers how the table lies."""
        match effect:
            case wanted.Save():
                self._before = self.newest()
            case wanted.KeepConfig(config):
                self.is_on = config.flag("files", "keep_evidence")
                if not self.is_on:
                    self.keep_only(())
            case KeepEvidence(game_id, turn) if self.is_on:
                self._keep(game_id, turn)
                return self._listed(game_id)
            case ListEvidence(game_id):
                return self._listed(game_id)
            case LoadEvidence(game_id, turn):
                both = (self._read(game_id, turn, when) for when in ("before", "after"))
                return EvidenceLoaded(DisputePictures(turn, *both))
        return None

    def keep_only(self, games: Collection[int]) -> None:
        """Pictures of all other games go."""
        for path, game_id, _ in list(self._kept()):
            if game_id not in games:
                _remove(path)

    def _keep(self, game_id: int, turn: int) -> None:
        try:
            for when, frame in (("before", self._before), ("after", self.newest())):
                path = self._path(game_id, turn, when)
                if frame is None:
                    _remove(path)
                    continue
                self.folder.mkdir(parents=True, exist_ok=True)
                replace_file(path, _as_jpeg(frame))
            self._drop((game_id, turn))
        except OSError as no:
            log.warning("a disputed turn's pictures cannot be kept: %s", no)

    def _drop(self, newest: tuple[int, int]) -> None:
        """The oldest turns go until what is left is small enough; the newest stays."""
        kept = sorted(self._kept(), key=lambda each: each[1:])
        sizes = {path: path.stat().st_size for path, *_ in kept}
        for path, *turn in kept:
            if sum(sizes.values()) <= self.most_bytes or tuple(turn) == newest:
                return
            del sizes[path]
            _remove(path)

    def _listed(self, game_id: int) -> EvidenceListed:
        turns = frozenset(turn for _, game, turn in self._kept() if game == game_id)
        return EvidenceListed(game_id, turns)

    def _read(self, game_id: int, turn: int, when: str) -> Image | None:
        try:
            content = self._path(game_id, turn, when).read_bytes()
        except OSError:
            return None
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        return None if picture is None else pixels(picture)

    def _kept(self) -> Iterator[tuple[Path, int, int]]:
        """Every picture with its game and turn."""
        if not self.folder.is_dir():
            return
        for path in self.folder.iterdir():
            found = NAME.fullmatch(path.name)
            if found:
                yield path, int(found[1]), int(found[2])

    def _path(self, game_id: int, turn: int, when: str) -> Path:
        return self.folder / f"game-{game_id:04d}-turn-{turn:04d}-{when}.jpg"


def _as_jpeg(frame_bgr: Image) -> bytes:
    high, wide = frame_bgr.shape[:2]
    if wide > WIDTH:
        size = (WIDTH, round(high * WIDTH / wide))
        frame_bgr = pixels(cv2.resize(frame_bgr, size, interpolation=cv2.INTER_AREA))
    is_done, picture = cv2.imencode(".jpg", frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not is_done:
        raise OSError("the picture cannot be made")
    return picture.tobytes()


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as no:
        log.warning("a disputed turn's picture cannot be removed: %s", no)
