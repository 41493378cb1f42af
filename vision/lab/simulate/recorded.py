"""Games to keep: a directory with the record and a picture of the table after each turn."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2

from engine.sepmosa import Full, Game, Table
from engine.sepmosa.record import Record, write_record
from vision.picture import Image

RECORD = "game.txt"
QUALITY = 92


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
