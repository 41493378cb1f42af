"""The sentences that MOSAIX alone says to players, by their keys in its catalogues; it says the
core's as well, and the reasons of its engine.

Values in a sentence have fixed names: `player` (a number from 0), `points`, `count`.
"""

from __future__ import annotations

from enum import Enum


class MosaixMessage(Enum):
    """One sentence; the value is its key."""

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
