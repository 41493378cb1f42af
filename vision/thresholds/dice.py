"""Reading throws: every limit that decides something, and what each was measured on."""

from __future__ import annotations

# Squares that the finder draws

LOOK_PX = 960
"""Longer side of the picture in which dice are looked for."""

PLAIN, FAINT = 0.5, 0.3
"""What a map says of a square that is there, and of one that may be."""


# What is a die

LIKELY, HARDLY = 0.6, 0.2
"""How much a square must look like a die: anywhere, and around the dice, where one is likelier."""

NEAR, AROUND = 1.7, 4.0
"""Sides from a die within which anything that the finder draws is a die, whatever it shows; and
within which it need not look much like one."""

LIKE = (0.7, 1.4)
"""Sizes of a die beside the others'."""

STRAY = 0.4
"""Size beside the dice from which a square that is drawn faintly, or small, may be another."""

LOOSE_BODY = 0.25
"""Faces' worth of die that may be seen beside the dice that were found and their sides."""

NONE = 0.5
"""Share of "no face" above which a square shows none."""


# How four dice lie

TOUCHING = 1.22
"""Middles of dice that touch are one side apart, and people leave a little air: so many sides at
most. Corner to corner they are 1.41 apart."""

OFF_PLACE = 0.1
"""How far, in sides, a die may lie from its place on the figure's lattice."""

LEANS, LIES_ON, ODD_ALONE = 0.5, 0.2, 0.5
"""How likely a die must be to lean, or to lie on another, against lying level, to be told so: in a
figure, and where there is none anyway. A die that leans by little, its symbol up for all to see and
in its place, is no mishap: nobody would lay it anew. Of 340 drawn figures 20 were flagged for one
at 0.2 and 8 at 0.5, and of 49 that truly had one 4 and 9 were not. Of another 60 with a die that
leans 3 were read at 0.2 and at 0.5 and 5 at 0.8, all of them as laid."""


# What is named

SURE = 0.9
"""Confidence from which a symbol is named."""

BLANK_OFTEN = 0.3
"""How often a square on a figure's lattice shows no face, beside each symbol; the network learnt
from all alike. At this 7 of 1,360 level dice were not sure, and 15 without it; none was wrong."""
