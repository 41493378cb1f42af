"""`sepmosa read-dice IMAGE…`: the MOSAIX figures in photographs, a JSON object a line."""

from __future__ import annotations

import argparse
from functools import partial

from device.commands.read_pictures import add_arguments, print_readings
from vision.dice.annotate import annotate_throw
from vision.dice.networks import open_dice_networks
from vision.dice.read import read_throw

__all__ = ["add_arguments", "run"]


def run(options: argparse.Namespace) -> int:
    """Prints one object a picture, in the order given."""
    return print_readings(options, partial(read_throw, open_dice_networks()), annotate_throw)
