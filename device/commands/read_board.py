"""`sepmosa read-board IMAGE…`: MOSAIX boards in photographs, counted; a JSON object a line."""

from __future__ import annotations

import argparse
from functools import partial

from device.commands.read_pictures import add_arguments, print_readings
from vision.boards.annotate import annotate_board
from vision.boards.networks import open_board_networks
from vision.boards.read import read_board

__all__ = ["add_arguments", "run"]


def run(options: argparse.Namespace) -> int:
    """Prints one object a picture, in the order given."""
    return print_readings(options, partial(read_board, open_board_networks()), annotate_board)
