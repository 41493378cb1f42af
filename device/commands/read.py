"""`sepmosa read IMAGE…`: what the tiles in photographs say, a JSON object a line."""

from __future__ import annotations

import argparse

from device.commands import read_pictures
from device.commands.teach import known_profile
from vision.tiles.annotate import annotate
from vision.tiles.read import Reader


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The pictures, where marked copies go, and which set of tiles it is."""
    read_pictures.add_arguments(parser)
    parser.add_argument(
        "--profile", metavar="NAME|FILE", help="the set of tiles, as `sepmosa teach` learned it"
    )
    parser.add_argument("--state", metavar="DIR", help="where profiles are kept")


def run(options: argparse.Namespace) -> int:
    """Prints one object a picture, in the order given; progress goes to standard error."""
    profile = known_profile(options.profile, options.state) if options.profile else None
    reader = Reader()
    reader.teach(profile)
    return read_pictures.print_readings(options, reader.read, annotate)
