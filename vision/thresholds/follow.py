"""Following a table: every limit that decides something, and what each was measured on. Where
nothing else is said, it was chosen with photographed homes of `sepmosa simulate` in view."""

from __future__ import annotations

# One picture laid over another

OUTLIER_PX = 1.5  # of the compared pictures, by which a corner may miss the common motion
LEAST_CORNERS, LEAST_SHARE = 8, 0.25  # that must agree on it
PUSHED_PX = 0.5  # a tile whose corners miss it by more was pushed
MOST_PUSHED = 0.4  # tile widths: what seems to have moved further is another tile with that print

# What looks as it did

SAME_PRINT = 0.4  # unlikeness up to which a tile is the one it was: of 507, 99 % had up to 0.45
SAME_GROUND = 0.1  # change up to which a place is as it was: of 465, 99 % had up to 0.083
BARE_AGAIN = 0.2  # change up to which a place is bare as it was before a tile was laid there
STILL_THERE = 0.8  # share of its name with which a tile that looks different is still there
MOST_KNOWN = 0.3  # least share of the tiles that must look as they did
MOSTLY = 0.5  # share of the corners that must agree where fewer tiles do, and most of a frame
WHOLE = 0.93  # fill of the outline of a tile on which nothing lies
UNDER = 0.08  # share of a place from which something lies over it

# What is new

CHANGED = 0.2  # of the light, beyond what the neighbouring pixels show
DARKEST = 10.0  # grey levels added to everything: the noise of the dark is no change
SMOOTH = 0.02  # unevenness below which everything is smooth
OTHER_GRAIN = 1.0  # by which it changes where a tile comes to lie on a carpet
LEAST_CHANGE = 0.12  # tiles: a smaller one is none
LARGE_CHANGE = 6.0  # tiles: a larger one was put there, or is a hand without its arm
REACHING_IN = 2.5  # tiles: a smaller change at the edge is no hand
STIRRED = 0.1  # share of a thing that differs from the frame before, from which it moves
HANDLIKE = 0.3  # share of a thing that looks like a hand, from which it is one
