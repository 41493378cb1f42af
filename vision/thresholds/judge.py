"""Judging a table: every limit that decides something, and what each was measured on. Where nothing
else is said, it was chosen with games of `sepmosa simulate` in view, none of which may be wrong."""

from __future__ import annotations

# The frame

DARK = 22.0  # mean grey of a frame in which nothing can be read
BLURRED = 0.16  # sharpness of most tiles below which no digit can be read
JOKER_SIZES = (0.5, 2.0)  # areas, in those of tiles that lie; its drawing alone has 0.3
MISSHAPEN, FEW = 0.3, 4  # the most of the outlines, or of so many, that may be no tile's
OUTSIDE = 0.4  # share of a tile beyond the frame's edge from which it cannot be seen
MOVING = 9.0  # grey levels by which the most changed spot of a thumbnail may differ, lamp aside
ENOUGH = 5  # frames of evidence kept
BLIND = 2  # frames on end in which nothing can be seen until that is said

# Hands

HAND_SEEN = 0.4  # share from which a place of the network's map counts as part of a hand
SPECK = 0.02  # of the frame: a hand is larger, or comes in from the edge
HAND_IN_SIGHT = 0.03  # share of the frame under a hand that accounts for what is not seen
OVER_A_BARE_TABLE = 0.005  # the same where one joker is all that is seen: a dark sleeve had 0.028
UNDER_A_HAND = 0.25
"""Mean share of cover over a cell from which nothing is said of it. Of 269 tiles half or more under
real hands that were held out 249 had 0.4 and 255 had this; of 1,435 free ones one had either."""

# Whether a place shows the table

OTHER_COLOUR = 3.0  # spreads from the table's: bare places up to 1.3, drawn hands from 9 on
SAME_COLOUR = 2.5  # spreads: 90 % of a gap between tiles that the network took for a hand
LEAST_SPREAD = 2.0  # of Lab: noise, and what JPEG makes of an even table
MOSTLY_OTHER = 0.5  # share of a place that must have another colour to be covered
MOSTLY_SAME = 0.9  # share of a piece of cover that must have the table's colour to be none

# The joker by its neighbours, and what takes no part

MAYBE_JOKER = 0.02  # least share of "joker" with which a tile may be it, given its company
JOKER_BY_ITSELF = 0.5  # the same where no known tile lies around it
AGREEING = 0.8  # least share of the known tiles in sight that must come to their cells
SAME_PLACE = 0.5  # overlap with a cell's place of a tile that lies on it
SMALL = 0.75  # areas of the tiles around it below which what has no name is no tile
AROUND = 5  # so many of the nearest tiles are compared with
LYING_FLAT = (0.75, 1.35)  # heights, in that of the tiles of the mosaic, of one that lies flat
REACH = 2.5  # cells from the nearest tile within which a tile matters that is laid there

# Looking again

NO_NUMBER = 0.8  # least share of "no number" of a place on which nothing lies
FACE = 0.5  # least share of a name found by looking again where a tile should be
ALIKE = (0.6, 1.6)  # areas, in that of the mosaic's tiles, of an action tile that was overlooked

# How likely sights are

MISSED = 0.002  # the share of tiles in plain sight that the locator does not find
PHANTOM = 0.001  # the share of empty cells on which it finds one
UNLIKELY = 1e-5  # no tile is less likely than this
MISSED_BESIDE = 0.01  # played action tiles are pushed about, stacked, laid at the frame's edge
OVERLOOKED = 0.0005  # but the one just played lies in plain sight
PLAIN = 0.5  # share of a known tile from which it is there
BREACH = 0.02  # how often people do what no rule allows, against what one does
TAMPERING = 0.0005  # how often they change a tile that already lay there
CLUTTER = 0.8  # what something tile-like beside the mosaic counts that is hardly a tile
GONE = 1.3  # what a played action tile counts that is not there

# What is accepted

SURE = 0.98  # the least share of the accepted explanation among all
UNEXPLAINED = 2.5  # the most an accepted explanation may fall short of what was read
READ = 0.9  # the least share of the name of a tile that is laid
SURE_NAME = 0.92  # the least confidence in a tile that is called illegal
SURE_THERE = 0.8  # the least share of frames that show it
WELL_READ, LEAST_WELL_READ = 0.8, 0.6  # confidence in a tile, and the share of tiles that have it
PRINT = 0.97  # the most confidence in something beside the mosaic that may be print
