"""Watching frame by frame: stillness, evidence over frames, and answers to the right state."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from engine.sepmosa import JOKER_CELL, parse_move
from tests.vision.readings import NO_FACE, reading_of, seen, tables
from vision.judge.look import Eyes
from vision.judge.proposal import Blocked, Status
from vision.judge.watch import Known, Watch, motion, thumb_of, watch_for, watch_frame
from vision.thresholds.judge import MOVING
from vision.tiles.reading import Problem, Reading, SeenTile

ROW = ["R7@4+1", "R8@4+2", "K8@5+2"]


@dataclass
class Script:
    """A reader that says what the test wants, frame by frame."""

    readings: list[Reading]
    asked: int = 0
    faces: list[object] = field(default_factory=list)

    def read_picture(self, picture):
        self.asked += 1
        return self.readings[min(self.asked, len(self.readings)) - 1]

    def find_at(self, picture, look_px):
        return []

    def read_faces(self, source, quads):
        return [NO_FACE] * len(quads)

    def covered(self, frame):
        return np.zeros((36, 48), np.float32)


def known(*moves, state_id=1):
    table, past = tables(*moves)
    return Known(state_id, table, tuple(past))


@pytest.fixture
def still():
    return np.full((300, 400, 3), 120, np.uint8)


def watched(frames, reader, at):
    watch = Watch(at)
    for number, frame in enumerate(frames):
        watch = watch_frame(watch, Eyes(reader, reader), frame, float(number))
    return watch


def test_nothing_is_read_before_two_frames_agree(still):
    reader = Script([reading_of(known(*ROW).table)])
    watch = watched([still], reader, known(*ROW))
    assert watch.is_moving
    assert watch.proposal is None
    assert reader.asked == 0


def test_a_still_table_has_its_proposal_ready(still):
    at = known(*ROW)
    reader = Script([reading_of(at.table, seen("R9", "4+3"))])
    watch = watched([still, still], reader, at)
    assert watch.proposal.move == parse_move("R9@4+3")


def test_what_was_seen_of_an_older_state_is_dropped(still):
    at = known(*ROW)
    watch = watched([still, still], Script([reading_of(at.table, seen("R9", "4+3"))]), at)
    assert watch.proposal is not None
    gone_on = watch_for(watch, known(*ROW, "R9@4+3", state_id=2))
    assert gone_on.proposal is None  # nothing was seen since


def test_a_frame_from_before_says_nothing_of_the_game_after(still):
    reader = Script([reading_of(known(*ROW).table)])
    at = replace(known(*ROW), since=1.0)
    assert watched([still, still], reader, at).proposal is None
    assert reader.asked == 0
    watch = watched([still] * 4, reader, at)
    assert (watch.proposal.status, watch.began) == (Status.NONE, (2.0, 3.0))


def test_a_moving_hand_ends_what_was_gathered(still):
    at = known(*ROW)
    reader = Script([reading_of(at.table)])
    hand = still.copy()
    hand[100:200, 100:220] = (120, 150, 210)
    watch = watched([still, still, hand], reader, at)
    assert watch.is_moving
    assert watch.proposal is None
    assert watch.evidence == ()
    assert watched([still, still, hand, still, still], reader, at).proposal.status is Status.NONE


def test_a_switched_lamp_is_no_motion(still):
    dimmer = (still * 0.7).astype(np.uint8)
    assert motion(thumb_of(still), thumb_of(dimmer)) < MOVING


def test_evidence_is_gathered_over_frames(still):
    at = known(*ROW)
    doubtful = reading_of(at.table, seen("R9", "4+3", 0.6, R6=0.39))
    clear = reading_of(at.table, seen("R9", "4+3"))
    once = watched([still, still], Script([doubtful]), at)
    assert once.proposal.status is Status.UNSURE
    watch = watched([still] * 6, Script([clear, doubtful, clear, clear, clear]), at)
    assert len(watch.evidence) == 5
    assert watch.proposal.candidates[0][0] == parse_move("R9@4+3")


def test_a_covered_joker_blocks_until_it_was_seen(still):
    at = known(*ROW)
    none = Reading((), (Problem.NO_JOKER,))
    assert watched([still, still], Script([none]), at).proposal.reason is Blocked.NO_JOKER
    watch = watched([still] * 3, Script([reading_of(at.table), none]), at)
    assert watch.proposal.status is Status.NONE  # a blink says nothing


@pytest.mark.parametrize("problem", [Problem.TWO_JOKERS, Problem.JOKER_TURNED, Problem.NO_COLOUR])
def test_what_is_wrong_with_the_picture_is_told_under_its_name(still, problem):
    at = known(*ROW)
    spoilt = replace(reading_of(at.table, seen("R9", "4+3")), problems=(problem,))
    proposal = watched([still, still], Script([spoilt]), at).proposal
    assert (proposal.status, proposal.reason) == (Status.BLOCKED, Blocked(problem.value))


def test_an_eye_that_stays_shut_says_so_and_forgets_nothing(still):
    at = known(*ROW)
    laid, none = reading_of(at.table, seen("R9", "4+3")), Reading((), (Problem.NO_JOKER,))
    shut = watched([still] * 4, Script([laid, none]), at)
    assert (shut.proposal.status, shut.proposal.reason) == (Status.BLOCKED, Blocked.NO_JOKER)
    open_again = watched([still] * 5, Script([laid, none, none, laid]), at)
    assert open_again.proposal.move == parse_move("R9@4+3")


def test_two_tiles_run_together_are_no_joker(still):
    at = known()
    wide = ((0.0, 0.0), (62.0, 0.0), (62.0, 44.0), (0.0, 44.0))
    merged = Reading((SeenTile("*", 0.99, wide, JOKER_CELL),))
    watch = watched([still, still], Script([merged]), at)
    assert (watch.proposal.status, watch.proposal.reason) == (Status.BLOCKED, Blocked.BLUR)


def test_a_bare_joker_shows_the_lattice_of_the_first_tile(still):
    at = known()
    watch = watched([still, still], Script([reading_of(at.table, seen("K3", "4+1"))]), at)
    assert watch.proposal.move == parse_move("K3@4+1")


def test_a_tile_cut_short_by_glare_does_not_hide_the_others(still):
    at = known(*ROW)
    reading = reading_of(at.table, seen("R9", "4+3"))
    first, *others = reading.tiles
    (left, top), (right, _), _, _ = first.quad
    low = top + 0.85 * (right - left)
    short = replace(first, quad=((left, top), (right, top), (right, low), (left, low)))
    watch = watched([still, still], Script([replace(reading, tiles=(short, *others))]), at)
    assert watch.proposal.move == parse_move("R9@4+3")
