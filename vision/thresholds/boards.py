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

LARGE_CELL_PX, ENOUGH_CELL_PX = 90, 60
"""Side of a cell from which a photo is made smaller first, and what it is then: a view has 40.
Three photos of 3840 x 2880 took 415 to 661 ms of processor time without, 113 to 160 with."""

PLAIN_CELL = 0.98
"""Confidence from which a cell is looked at only once, and is compared with no others. Two looks at
every cell and six more below 0.99 made two totals of 192 sure, for 1.8 times as many views."""

LIKENESS, NEAREST, BY_ITSELF = 12.0, 3, 0.6
"""How much it counts that a cell looks like the most alike of the board's plain cells of a kind, of
how many of them, and how sure it must be by itself. Of 96 full boards by those three people, with
one sure cell wrong, 46 had no doubtful cell without it, 66 with it; at 8.0 it was 63."""

SURE = 0.9
"""Confidence from which a cell needs nobody to look at it. Measured with three of the people that
the network had not learnt from yet, on 334 drawn boards with 16,366 cells: of 55 with 0.85 to 0.9
nine were wrong, of 119 with 0.9 to 0.95 three, of 15,804 with more 60. Of these 39 were triangles
called crosses, nearly all the one that crosses itself, and 14 were of two misplaced grids."""

SPOILT_OFTEN = 0.3
"""How often a cell is spoilt beside anything else it may be; the network learnt from all alike. Of
202 drawn spoilt cells none was taken for a symbol at this, and one at 0.2."""

WIPED, WIPED_OFTEN = 0.18, 0.002
"""Of the ink of a board's plain symbols: a cell with less has none, or what is left of a wiped one;
and how often a symbol has so little. On 240 drawn boards, most of them with marks and pens of
people, symbols had 0.21 and more, one in a thousand less than 0.35; remains up to 0.15."""

PLAIN_SYMBOL, PLAIN_SYMBOLS, MANY_SYMBOLS, PALE_BOARD = 0.9, 4, 8, 0.1
"""From which confidence on a symbol is a plain one, and from how many on they tell a board's ink:
fewer than many only where it is no paler, beside that of the printed symbol, than remains are. Of
40 boards with up to two symbols four had one to three remains that looked plain, with 0.03 to 0.08
of the printed ink; six of 192 boards were as pale, with 9 to 23 plain symbols."""

PALE = 0.25
"""Of the printed symbol's ink: where the board's own is not known, one with less is never sure."""
