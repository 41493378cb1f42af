"""`sepmosa read-dice IMAGE…`: the MOSAIX figures in photographs, a JSON object a line."""

from __future__ import annotations

import argparse
from functools import partial

from device.read_pictures import add_arguments, print_readings
from vision.mosaix.annotate import annotate_throw
from vision.mosaix.dice import read_throw
from vision.mosaix.eyes import open_eyes

__all__ = ["add_arguments", "run"]


def run(options: argparse.Namespace) -> int:
    """Prints one object a picture, in the order given."""
    return print_readings(options, partial(read_throw, open_eyes()), annotate_throw)
