"""`sepmosa read IMAGE…`: what the tiles in photographs say, a JSON object a line."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path

import cv2
from tqdm import tqdm

from device.cli import BadInput
from device.commands.teach import known_profile
from vision.annotate import annotate
from vision.frames import Image
from vision.read import Reader, read_file
from vision.reading import Reading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The pictures, and where marked copies go."""
    parser.add_argument("images", nargs="+", metavar="IMAGE")
    parser.add_argument(
        "--profile", metavar="NAME|FILE", help="the set of tiles, as `sepmosa teach` learned it"
    )
    parser.add_argument("--state", metavar="DIR", help="where profiles are kept")
    parser.add_argument("--annotate", metavar="DIR", help="write pictures with outlines there")


def run(options: argparse.Namespace) -> int:
    """Prints one object a picture, in the order given; progress goes to standard error."""
    profile = known_profile(options.profile, options.state) if options.profile else None
    reader = Reader()
    reader.teach(profile)
    pictures = tqdm(options.images, desc="reading", disable=len(options.images) < 4)
    folder = Path(options.annotate) if options.annotate else None
    for path in pictures:
        keep = partial(_annotate, folder / f"{Path(path).stem}.jpg") if folder else None
        print(json.dumps(read_file(reader, path, keep), ensure_ascii=False), flush=True)
    return 0


def _annotate(target: Path, frame_bgr: Image, reading: Reading) -> None:
    """Writes the picture with the reading drawn in; raises BadInput."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        is_written = cv2.imwrite(str(target), annotate(frame_bgr, reading))
    except OSError:
        is_written = False
    if not is_written:
        raise BadInput(f"cannot write {target}")
