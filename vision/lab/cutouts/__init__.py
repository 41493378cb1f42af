"""Real things cut out of photographs, to be laid on other tables."""

from vision.lab.cutouts.clutter import clutter_cutouts
from vision.lab.cutouts.cutout import CutOut, is_held_out
from vision.lab.cutouts.hands import hand_cutouts
from vision.lab.cutouts.paste import paste
from vision.lab.cutouts.tiles import back_cutouts, rack_cutouts, tile_cutouts

__all__ = [
    "CutOut",
    "back_cutouts",
    "clutter_cutouts",
    "hand_cutouts",
    "is_held_out",
    "paste",
    "rack_cutouts",
    "tile_cutouts",
]
