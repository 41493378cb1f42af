"""What a view of a die may show, in the order of the networks' answers; symbols come first."""

TILTED_FACE, STACKED_FACE, NO_FACE = 3, 4, 5
FACES = 6
LEVEL_DIE, LEANING_DIE, STACKED_DIE, NO_DIE = range(4)
LIES = 4
MATES = 3  # the first three of these
