"""Recorded games: a directory with the record and a picture of the table after each turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from engine.record_text import RecordError
from engine.sepmosa import Full, Game, Table
from engine.sepmosa.record import Record, read_record, write_record
from vision.image_file import read_image
from vision.picture import Image

RECORD = "game.txt"
QUALITY = 92


class NotARecordedGame(ValueError):
    """A directory without a sound record or without pictures; the message says which."""


@dataclass(frozen=True, slots=True)
class RecordedShot:
    """The pictures taken after one turn, oldest first."""

    turn: int
    paths: tuple[Path, ...]

    def frames(self) -> list[Image]:
        """The pictures, decoded."""
        return [read_image(path) for path in self.paths]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game and its shots by turn."""

    game: Game[Table] | Game[Full]
    shots: tuple[RecordedShot, ...]


def save_game(
    directory: Path, game: Game[Table] | Game[Full], frames: Iterable[tuple[int, Image]]
) -> None:
    """Writes the record and every frame, named by turn and by its number within the turn."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / RECORD).write_text(write_record(Record(game)), encoding="utf-8", newline="\n")
    taken: dict[int, int] = {}
    for turn, frame in frames:
        number = taken.get(turn, 0)
        taken[turn] = number + 1
        path = directory / f"{turn:03d}-{number}.jpg"
        if not cv2.imwrite(str(path), frame, [cv2.IMWRITE_JPEG_QUALITY, QUALITY]):
            raise OSError(f"cannot write {path}")


def load_game(directory: Path) -> RecordedGame:
    """A recorded game; raises NotARecordedGame."""
    try:
        record = read_record((directory / RECORD).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, RecordError) as no:
        raise NotARecordedGame(f"{directory / RECORD}: {no}") from None
    shots = tuple(_shots(directory))
    if not shots:
        raise NotARecordedGame(f"{directory} has no pictures")
    return RecordedGame(record.game, shots)


def _shots(directory: Path) -> Iterator[RecordedShot]:
    by_turn: dict[int, list[Path]] = {}
    for path in sorted(directory.glob("[0-9][0-9][0-9]-*.jpg")):
        by_turn.setdefault(int(path.name[:3]), []).append(path)
    for turn, paths in sorted(by_turn.items()):
        yield RecordedShot(turn, tuple(paths))
