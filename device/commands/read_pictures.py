"""What the reading commands share: pictures in, a JSON object a line out, marked copies kept."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import cv2
from tqdm import tqdm

from device.cli import BadInput, readable
from vision.image_file import NotAnImage, read_image
from vision.picture import Image

MANY = 4  # pictures from which progress is shown


class Printed(Protocol):
    """A reading that can be printed."""

    def as_json(self) -> dict[str, Any]: ...


Read = TypeVar("Read", bound=Printed)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The pictures, and where marked copies go."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="photographs")
    parser.add_argument("--annotate", metavar="DIR", help="write pictures with outlines there")


def print_readings(
    options: argparse.Namespace,
    read: Callable[[Image], Read],
    annotate: Callable[[Image, Read], Image],
) -> int:
    """Prints one object a picture, in the order given; progress goes to a terminal. Raises
    BadInput after all of them if any could not be read."""
    folder = Path(options.annotate) if options.annotate else None
    unread = 0
    is_short = len(options.images) < MANY or not sys.stderr.isatty()
    for path in tqdm(options.images, desc="reading", disable=is_short):
        line = read_file(read, path, annotate, folder)
        unread += "error" in line
        print(json.dumps(line, ensure_ascii=False), flush=True)
    if unread:
        raise BadInput(f"{unread} of {len(options.images)} pictures cannot be read")
    return 0


def read_file(
    read: Callable[[Image], Read],
    path: str,
    annotate: Callable[[Image, Read], Image],
    folder: Path | None = None,
) -> dict[str, Any]:
    """The reading of one file, or what is wrong with it; a marked copy goes into `folder`."""
    start = time.perf_counter()
    try:
        frame_bgr = read_image(Path(path))
    except NotAnImage as error:
        return {"image": path, "error": readable(str(error))}
    reading = read(frame_bgr)
    spent = (time.perf_counter() - start) * 1000.0
    if folder is not None:
        write_picture(folder / f"{Path(path).stem}.jpg", annotate(frame_bgr, reading))
    return {"image": path, **reading.as_json(), "ms": round(spent, 1)}


def write_picture(target: Path, picture: Image) -> None:
    """Writes a picture, its folder made; raises BadInput."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        is_written = cv2.imwrite(str(target), picture)
    except OSError:
        is_written = False
    if not is_written:
        raise BadInput(f"cannot write {target}")
