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

SURE = 0.85
"""Confidence from which a cell needs nobody to look at it. Of 11,368 cells of 232 drawn boards,
most with marks of people that were not learned from, 11,158 had as much and none of them was wrong;
one of 60 with 0.8 to 0.85 was, and none of 63 with 0.7 to 0.8."""

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
