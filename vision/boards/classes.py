"""What a cell may hold, in the order of the network's answers; symbols come first."""

EMPTY_CELL, SPOILT_CELL = 3, 4
CELLS = 5
CELL_PX, CELL_SPAN = 48, 1.2  # side of the view of a cell in pixels, and how many cells it spans
