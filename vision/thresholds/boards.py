"""Reading boards: every limit that decides something, and what each was measured on."""

from __future__ import annotations

# The grid

LOOKS_PX = (480, 720)
"""Longer sides of the pictures in which the grid is looked for, until one shows it plainly."""

PLAIN = 1.6
"""Of a grid's fit: it need not be looked for in a larger picture."""

LEAST_FIT = 1.3
"""Of a fit's score, at most 2.5. On 60 drawn boards all had 1.7 and more, and were within 0.15
cells of the truth."""


# Cells

SURE = 0.9
"""Confidence from which a cell needs nobody to look at it."""

SPOILT_OFTEN = 0.3
"""How often a cell is spoilt beside anything else it may be; the network learnt from all alike. Of
202 drawn spoilt cells none was taken for a symbol at this, and one at 0.2."""

WIPED = 0.15
"""Of the ink of a board's plain symbols: a cell with less has none, or what is left of a wiped one.
On 160 drawn boards sure symbols had 0.24 and more, remains up to 0.1."""

WIPED_OFTEN = 0.02
"""How often a symbol has so little ink, beside remains of one."""
