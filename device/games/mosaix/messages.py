"""Every sentence that MOSAIX says to players, by its key in the catalogues.

Values in a sentence have fixed names: `player` (a number from 0), `points`, `depth`, `count`,
`path`.
"""

from __future__ import annotations

from enum import Enum


class MosaixMessage(Enum):
    """One sentence; the value is its key."""

    # what a rule has against it (keys of the engine)
    OUTSIDE_GRID = "outside-grid"
    OCCUPIED = "occupied"
    OTHER_FIGURE = "other-figure"
    NO_BOXES = "no-boxes"
    CAN_ENTER = "can-enter"
    NO_PLACE = "no-place"
    NOT_NOW = "not-now"
    GAME_OVER = "game-over"
    NO_SUCH_PLAYER = "no-such-player"
    ENTERED_ALREADY = "entered-already"
    NOT_ALONE = "not-alone"

    # the dice
    FOUR_DICE = "four-dice"  # a fifth was laid, or too few to go on
    EDGE_TO_EDGE = "edge-to-edge"
    NO_DICE_SEEN = "no-dice-seen"
    COACH_NEEDS_DICE = "coach-needs-dice"
    COACH_NEEDS_ROLL = "coach-needs-roll"  # the last dice still lie there
    COACH_STOPS = "coach-stops"  # he would stop here
    COACH_HOPES = "coach-hopes"  # count

    # a board
    CHOOSE_PLACE = "choose-place"  # at least one symbol has to be entered
    DOUBTFUL_CELLS = "doubtful-cells"  # count
    EMPTY_CENTRE = "empty-centre"
    NO_BOARD_SEEN = "no-board-seen"

    # what came of it
    ENTERED = "entered"  # player, points
    COUNTED = "counted"  # player, count
    BOARD_COUNTED = "board-counted"  # count
    SKIPPED = "skipped"  # player
    UNDONE = "undone"  # depth
    REDONE = "redone"
    ABANDONED = "abandoned"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NAMES_EQUAL = "names-equal"
    EXPORTED = "exported"  # path
    EXPORTED_STICK = "exported-stick"  # path
    GAME_DELETED = "game-deleted"
    GAME_RESTORED = "game-restored"
    GAME_DAMAGED = "game-damaged"
    CAMERA_LOST = "camera-lost"
    CAMERA_BACK = "camera-back"
