"""`sepmosa read IMAGE…`: what the tiles in photographs say, a JSON object a line."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
from tqdm import tqdm

from device.cli import BadInput
from vision.annotate import annotate
from vision.frames import NotAnImage, read_image
from vision.read import Reader, read_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The pictures, and where marked copies go."""
    parser.add_argument("images", nargs="+", metavar="IMAGE")
    parser.add_argument("--annotate", metavar="DIR", help="write pictures with outlines there")


def run(options: argparse.Namespace) -> int:
    """Prints one object a picture, in the order given; progress goes to standard error."""
    reader = Reader()
    pictures = tqdm(options.images, desc="reading", disable=len(options.images) < 4)
    for path in pictures:
        print(json.dumps(read_file(reader, path), ensure_ascii=False), flush=True)
        if options.annotate:
            _annotate(reader, Path(path), Path(options.annotate))
    return 0


def _annotate(reader: Reader, path: Path, directory: Path) -> None:
    try:
        frame_bgr = read_image(path)
    except NotAnImage:
        return
    directory.mkdir(parents=True, exist_ok=True)
    target = directory / f"{path.stem}.jpg"
    if not cv2.imwrite(str(target), annotate(frame_bgr, reader.read(frame_bgr))):
        raise BadInput(f"cannot write {target}")
