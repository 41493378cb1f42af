"""Following a table: every limit that decides something, and what each was measured on.

Where nothing else is said, a limit was chosen with photographed homes of `sepmosa simulate` in
view.
"""

from __future__ import annotations

# One picture laid over another

OUTLIER_PX = 1.5
"""Of the compared pictures, by which a corner may miss the common motion."""

LEAST_CORNERS, LEAST_SHARE = 8, 0.25
"""Corners, and share of them, that must agree on it."""

PUSHED_PX = 0.5
"""A tile whose corners miss it by more was pushed."""

MOST_PUSHED = 0.4
"""Tile widths: what seems to have moved further is another tile with that print."""


# What looks as it did

SAME_PRINT = 0.4
"""Unlikeness up to which a tile is the one it was: of 507, 99 % had up to 0.45."""

SAME_GROUND, BARE_AGAIN = 0.1, 0.2
"""Change up to which a place is as it was (of 465, 99 % had up to 0.083), and up to which one is
bare as it was before a tile was laid there."""

STILL_THERE = 0.8
"""Share of its name with which a tile that looks different is still there."""

MOST_KNOWN, MOSTLY = 0.3, 0.5
"""Least share of the tiles that must look as they did; and of the corners that must agree where
fewer tiles do, and most of a frame."""

WHOLE, UNDER = 0.93, 0.08
"""Fill of the outline of a tile on which nothing lies, and share of a place from which something
lies over it."""


# What is new

CHANGED = 0.2
"""Of the light, beyond what the neighbouring pixels show."""

DARKEST = 10.0
"""Grey levels added to everything: the noise of the dark is no change."""

SMOOTH, OTHER_GRAIN = 0.02, 1.0
"""Unevenness below which everything is smooth, and by how much it changes where a tile comes to lie
on a carpet."""

LEAST_CHANGE, LARGE_CHANGE, REACHING_IN = 0.12, 6.0, 2.5
"""Tiles: a smaller change is none; a larger one is something that was put there, or a hand without
its arm; one at the edge that is smaller than the last is no hand."""

STIRRED = 0.1
"""Share of a thing that differs from the frame before, from which it moves."""

HANDLIKE = 0.3
"""Share of a thing that looks like a hand, from which it is one."""
