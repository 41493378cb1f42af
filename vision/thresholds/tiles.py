"""Reading tiles: every limit that decides something, and what each was measured on."""

from __future__ import annotations

# The looks at a picture

SMALL_TILE_PX, GOOD_TILE_PX, LARGE_TILE_PX = 32.0, 50.0, 70.0
"""Tile widths at the first look's size: below the first it looks again, so that they come out
at about the second; outlines wider than the third are taken from the look at half size too, and
wider than twice that from the look at a quarter."""

MIDDLING_TILE_PX = 55.0
"""With `MANY_TILES` found, their median narrower than this, and none that fills much of the
picture, the look at half size is spared. (What prints and reliefs on a huge tile are taken for can
be many and small.)"""

LOW_LOGIT, HIGH_LOGIT = 1.0, 3.0
"""A component at the low level that falls into several at the high one is several tiles."""

SMALLEST_PX = 9.0
"""Shorter outlines (at the locator's size) are specks."""


# Outlines and corners

RUN_TOGETHER = (1.6, 3.5)
"""Areas, in those of the usual outline, between which one is two or three tiles run together."""

SAME_TILE = 0.35
"""Two outlines that overlap more than this are one tile."""

MOVED_FAR = 0.65
"""Below this overlap with the rough outline the corners are found once more from where they came
to lie."""

LEAST_INK = 0.04
"""How much darker than what is around it, in shares of the ivory, print is at least: of 1,254 drawn
faces in any light the palest, a joker in haze, has 0.050, of 500 photographed ones 0.051. Nine in
ten of 230 backs have less than 0.037."""


# Faces

VALUE_TEMPERATURE, COLOUR_TEMPERATURE, TURN_TEMPERATURE = 1.0, 0.5, 1.0
"""By what logits are divided before they become shares."""

MAYBE_TILE, MOST_DOUBTFUL = 0.3, 10
"""The least share of "a tile" with which a doubtful face is tried in other outlines, and of how
many faces."""

SECOND_VIEW_BELOW = 0.95
"""Faces read with less than this are looked at again, as in `MORE_VIEWS`."""


# What is reported, and what is named

SURE, SURE_JOKER = 0.8, 0.85
"""Confidence from which a tile is named, and a joker, on which all cells hang.

Networks that had seen none of the 160 photographs named none of 1,063 tiles wrong from 0.5 on, and
none of 920 of drawn sets unlike any in training from 0.7 on; of another 1,692 two."""

NARROW_PX, SURE_ONE, SURE_NARROW_ONE = 32.0, 0.95, 0.97
"""A 1 needs more, and still more on a tile narrower than this in the frame: of 1,204 tiles on drawn
tables four 11s were taken for one, with up to 0.924, and of 318 narrow ones five, with up to
0.96."""

BEYOND_DOUBT = 0.98
"""A number read like this is one, though the locator's maps be faint; a joker, though others
look like one."""

SURE_TURN = 0.95
"""How sure the turn must be where turning over makes another number."""

NO_TILE = 0.35
"""Above this share for "no face-up tile" nothing is reported."""

NO_FACE = 0.7
"""From this share on, what has a tile's outline is one that lies on its face."""

LEAST_SCORE, SURE_SCORE = 0.8, 0.85
LEAST_FILL, SURE_FILL = 0.45, 0.6
"""What the locator's maps must say for anything to be reported, and for it to be named."""

CUT_SCORE = 0.99
"""What the map must say of a tile that the frame's edge cuts close to its number: of 74 such tiles
all had 0.995 and more; an 8 in newsprint had 0.975."""

LIKE_TAUGHT = 0.75
"""A face this like a taught one is a tile, whatever the maps say beyond the least. Of 2,000 faces
of drawn sets 99 % were more like their own set; of another set's faces half are less."""

SAME_SPOT = 0.6
"""Of two outlines of which one lies this much in the other, one is no tile."""

SAME_OUTLINE = 0.7
"""Two outlines that overlap like this show the same face."""


# What the tiles of a picture say of one another

MANY_TILES = 6
"""From so many tiles on, the usual size among them is known."""

IN_COMPANY, SAME_WAY_DEGREES = 0.9, 25.0
"""The share of the other tiles that must lie the same way up, within so much, to tell the turn."""

SURE_JOKER_TURN = 0.993
"""Some jokers (stars, suns) look alike either way up: below this their turn is not believed. Of 161
jokers, 21 were taken for turned, the surest with 0.991; those of the photographs have 0.995."""

JOKER_COMPANY, JOKER_ALONE = 3, 0.993
"""Outside a game a joker needs more where fewer other tiles than this are named in the picture. Of
the 19 jokers of the labelled photographs the least sure has 0.9968. On 216 photographs without a
tile that were held out 16 things were taken for a joker, 13 of them with up to 0.990."""

LEANING = 0.72
"""Heights, in that of most tiles, below which one stands and does not lie."""

STANDING = 0.7
"""Below this height in widths an outline is that of a tile on a rack, as a rule (0.57 to 0.66 in
homes made of photographs); one that came out short on the table had 0.76."""

UPRIGHT = 0.78
"""The least height of an outline in widths: of a tile that lies, cut short by glare, 0.85; of two
taken for one, and of those on racks, 0.65."""

ODD_SIZES = (0.4, 2.5)
"""Areas, in those of the usual tile, below and above which nothing is named: tiles of a set are of
one size, and a camera above the table sees the far ones not much smaller."""

HARDLY_BLUE, OTHER_BLUES, FAR_LESS, BLUER = 0.22, 2, 2.0, 0.05
"""Below this blueness an ink is hardly blue. It is believed all the same where so many other blue
ones are in sight and are not so much bluer than it, and black ones that are less blue by this. Of
tiles named blue, on photographs under changes and drawn tables, 24 were black: all are told so,
with 7 of some 1,400 that were blue."""

LYING_ON = 0.16
"""Tiles do not lie in one another: an outline this much in a better one is askew."""


# Second tries

RIVAL_NEAR = 0.6
"""How far from the first outline's middle, in tile widths, another's may lie."""

CLOSER_BESIDE = 3
"""So many tiles must be sure: nearer by, the 4 of a playing card looks like one too."""

MAP_SHOWS_TILE = 0.4
"""From this share on the map of whole tiles shows one."""

EXPLAINED_ABOUT = 1.2
"""So much larger than its outline is the part of the map that a tile explains."""

LEAST_PART = 0.2
"""A smaller part of a tile than this is none."""

ONE_MORE_SIZES = (0.6, 1.7)
"""Areas, in those of the usual tile, of what a closer look may add."""


# Colour. Measured on the 1,091 tiles of the photographs and on 2,700 of drawn sets, at their own
# colour and at 0.6 to 0 of it: of 1,074 tiles named right none is lost by these rules, of 746 named
# wrong in weaker colour one is left.

COLOURFUL = 0.1
"""From this chroma on an ink is not black. Black inks of photographs have up to 0.077, blue ones
0.22 and more, red 0.28, orange 0.46."""

USUAL_CHROMA = {"B": 0.43, "R": 0.43, "O": 0.58}
"""The median chroma of inks in pictures with all their colour. A set may have one pale ink; a
picture with little colour has all of them pale."""

USUAL_FRAME, FEW_INKS = 28.0, 3
"""Where fewer coloured inks than this are in sight the frame tells too: the chroma (in CIE Lab) of
its most colourful hundredth. Photographs of tables have 15 to 43."""

NO_COLOUR = 0.3
"""Below this share of the usual colour none is known. A picture at 0.15 of its colour has up to
0.27, one at 0.35 has 0.26 to 0.58."""

WEAK_COLOUR = 0.8
"""Below this share of the usual colour inks must be the more plainly what they are said to be."""

MOST_OF_BLACK, MOST_OF_BLACK_IN_BLUE, LEAST_OF_BLUE, LEAST_OF_RED = 0.09, 0.08, 0.07, 0.12
"""The chroma of an ink that may be black at most, also where its hue is that of blue, and of
coloured ones at least."""

MOST_OF_SHINY_BLACK = 0.3
"""The same in a picture with all its colour: black foil takes on the lamp's. One owner's has up to
0.27 where orange has 0.65."""

BLACKS, PLAINLY_BLACK = 3, 0.9
"""So many black tiles, read with this confidence, tell what light lies over all inks."""

BLACKS_ALIKE = 0.045
"""Black inks of one picture lie within this of one another in weak colour; in full colour, in 95 %
of the photographs, within 0.058. Farther apart, some of them are dark blue."""

HUES = {"B": (-40.0, 95.0), "R": (120.0, 189.0), "O": (188.0, 250.0)}
HUES_NARROWER, HUES_NARROWEST = 5.0, 17.0
"""Hues, in degrees, that an ink of each colour may have, and by how much the range is narrower at
either end in weak colour and where hardly any is left. Red inks of photographs have 170 to 187,
orange ones 196 to 218."""


# Cells

TURNED_DEG = 50.0
"""A tile turned further than this against the joker does not lie as it should."""

OFF_CELL = 0.36
"""A tile whose middle is further than this from a cell's, in cells, is on none.

In 400 drawn mosaics 13 columns wide with 3° crookedness and drift, 99.9 % of the middles came to
within 0.2."""

ENOUGH_FOR_PERSPECTIVE = 8

WELL_ON = 0.2
"""Neighbours of the lattice that are no further off their cells than this join it together."""

DRIFT_REACH = 1.2
"""How far, in cells, the drift of a tile tells that of another."""

OWN_SIDES = 0.3
"""What a tile's own sides weigh against its place, while few tiles tell the lattice."""


# Sets that were taught

TAUGHT_NEAR = 0.6
"""Least likeness to any taught face for the profile to say anything about a face."""

SURE_WITH_AID = 0.85
"""Share from which a value counts as sure when the aid is tried out."""

WORSE_BY_CORRECTION = 0.1
"""By how much the share of a kind's own value may fall and still count as the same."""

UNLIKE_OWN_KIND = 0.45
"""A face less like every other face of its value is something else: a hand, a wrong place, a slip
of the finger."""

FOREIGN_FROM = 8
"""Tiles needed to say anything about a set."""

LIKE_OWN_SET = 0.76
"""Least median likeness of a set to its own profile. On drawn sets under six lamps and blurs the
median was 0.92 to 0.95, on 36 photographs of one set in six places 0.76 to 0.94; of tiles of
another drawn set it was 0.66 to 0.82, in nine of twelve cases below this."""

SURE_BY_ROW = 0.97
"""Share, once its row is taken into account, from which a tile is not asked about."""

STRAIGHT_TURN = 0.9
"""Share of the turn from which a tile says which way the others lie."""

INK_SPREAD, INK_STRANGE, INK_SAYS_MOST = 0.09, 0.3, 6.0
"""How far directions of one ink lie apart; how far off a colour that was not taught is taken to
be; and the most that inks say against a colour. Of 2,351 tiles of photographs and drawn tables 5
were nearer in direction to another colour of their picture than to their own."""
