"""MOSAIX's own colours by role, beside those of the theme."""

from __future__ import annotations

from device.ui.theme import Rgb
from engine.mosaix import Symbol

SIGN_INK: dict[Symbol, Rgb] = {  # the shapes say it as well
    Symbol.CIRCLE: (20, 88, 176),
    Symbol.TRIANGLE: (182, 78, 0),
    Symbol.CROSS: (38, 40, 44),
}
BOARD: Rgb = (250, 245, 233)
BOARD_GREY: Rgb = (216, 216, 212)  # the side that is played alone
GRID_LINE: Rgb = (196, 184, 156)
GRID_LINE_GREY: Rgb = (152, 148, 138)
SHADOW: Rgb = (4, 12, 9)
