"""Judging a table: every limit that decides something, and what each was measured on.

Where nothing else is said, a limit was chosen with games of `sepmosa simulate` in view, drawn ones
and photographed ones, none of which may be wrong.
"""

from __future__ import annotations

# The frame

DARK = 22.0
"""Mean grey of a frame in which nothing can be read."""

BLURRED = 0.16
"""Sharpness of most tiles below which no digit can be read."""

UPRIGHT = 0.78
"""Least height of an outline in widths: cut short by glare it has 0.85, two taken for one 0.65."""

MISSHAPEN, FEW = 0.3, 4
"""The most of the outlines, or of so many, that may be no tile's."""

OUTSIDE = 0.4
"""Share of a tile beyond the frame's edge from which it cannot be seen."""

MOVING = 9.0
"""Grey levels by which the most changed spot of a thumbnail may differ, lamp aside."""

ENOUGH, BLIND = 5, 2
"""Frames of evidence kept, and frames on end in which nothing can be seen until that is said."""


# Hands

HAND_SEEN = 0.4
"""Share from which a place of the network's map counts as part of a hand."""

SPECK = 0.02
"""Of the frame: a hand is larger, or comes in from the edge."""

HAND_IN_SIGHT = 0.03
"""Share of the frame under a hand that accounts for what is not seen."""

UNDER_A_HAND = 0.25
"""Mean share of cover over a cell from which nothing is said of it. Of 269 tiles half or more under
real hands that were held out 249 had 0.4 and 255 had this; of 1,435 free ones one had either."""


# Whether the table shows where a tile was

OTHER_COLOUR = 3.0
"""Spreads from the table's colour: bare places have up to 1.3, drawn hands 9 and more."""

SAME_COLOUR = 2.5
"""Spreads: 90 % of a gap between tiles that the network took for a hand has less."""

LEAST_SPREAD = 2.0
"""Of Lab: noise, and what JPEG makes of an even table."""

MOSTLY_OTHER, MOSTLY_SAME = 0.5, 0.9
"""Share of a place that must have another colour to be covered, and of a piece of cover that must
have the table's to be none."""


# The joker by its neighbours

MAYBE_JOKER, JOKER_BY_ITSELF = 0.02, 0.5
"""Least share of "joker" with which a tile may be it, given its company, and where no known tile
lies around it."""

AGREEING = 0.8
"""Least share of the known tiles in sight that must come to their cells."""

SAME_PLACE = 0.5
"""Overlap with a cell's place of a tile that lies on it."""


# What takes no part

SMALL, AROUND = 0.75, 5
"""Areas below which what has no name is no tile, in those of so many of the nearest tiles."""

LYING_FLAT = (0.75, 1.35)
"""Heights, in that of the tiles of the mosaic, of one that lies flat."""

REACH = 2.5
"""Cells from the nearest tile within which a tile matters that is laid there."""


# Looking again

NO_NUMBER = 0.8
"""Least share of "no number" of a place on which nothing lies."""

FACE = 0.5
"""Least share of a name found by looking again where a tile should be."""

ALIKE = (0.6, 1.6)
"""The area of an action tile found in a larger picture, in that of the tiles of the mosaic."""


# How likely sights are

MISSED, PHANTOM = 0.002, 0.001
"""The shares of tiles in plain sight that the locator does not find, and of empty cells on which it
finds one."""

UNLIKELY = 1e-5
"""No tile is less likely than this."""

MISSED_BESIDE, OVERLOOKED = 0.01, 0.0005
"""Played action tiles are pushed about, stacked, laid at the frame's edge, so more of them are not
found; but the one just played lies in plain sight."""

PLAIN = 0.5
"""Share of a known tile from which it is there."""

BREACH, TAMPERING = 0.02, 0.0005
"""How often people do what no rule allows, against what one does, and how often they change a tile
that already lay there."""

CLUTTER, GONE = 0.8, 1.3
"""What something tile-like beside the mosaic counts that is hardly a tile, and what a played action
tile counts that is not there."""


# What is accepted

SURE = 0.98
"""The least share of the accepted explanation among all."""

UNEXPLAINED = 2.5
"""The most an accepted explanation may fall short of what was read."""

READ = 0.9
"""The least share of the name of a tile that is laid."""

SURE_NAME, SURE_THERE = 0.92, 0.8
"""The least confidence in a tile that is called illegal, and share of frames that show it."""

WELL_READ, LEAST_WELL_READ = 0.8, 0.6
"""Confidence in a tile, and the share of known tiles that must have it for nothing to have changed
or for turns to have been taken back."""

PRINT = 0.97
"""The most confidence in something beside the mosaic that may be print."""
