"""What a face or a cell may show, in the order of the networks' answers."""

from __future__ import annotations

from engine.mosaix.symbols import SYMBOLS

CIRCLE, TRIANGLE, CROSS = range(len(SYMBOLS))
TILTED_FACE, STACKED_FACE, NO_FACE = 3, 4, 5
FACES = 6
EMPTY_CELL, SPOILT_CELL = 3, 4
CELLS = 5
LEVEL_DIE, LEANING_DIE, STACKED_DIE, NO_DIE = range(4)
LIES = 4
MATES = 3  # the first three of these
