"""Watching: what is seen is told once, in time, and only while it holds; and its crops."""

from dataclasses import replace
from itertools import count

import cv2
import numpy as np
import pytest

from device.camera.crops import crop_of, doubtful_cells
from device.camera.grabber import Frame, Grabber
from device.camera.recorded import VirtualCamera
from device.core.events import CameraChanged, Failed
from device.games.sepmosa.effects import WatchTable
from device.games.sepmosa.events import Seen
from device.games.sepmosa.teaching.events import SetLooksForeign
from device.games.sepmosa.watcher import Watcher, is_shifted
from engine.sepmosa import Mosaic
from tests.device.clock import Clock
from tests.device.driver import cell as parse_cell
from tests.device.driver import differing, move
from tests.vision.drawn import drawn_turn, eyes
from tests.vision.readings import NO_FACE, QUAD, reading_of, seen, tables
from vision.judge import Kind, Proposal, Status
from vision.judge.cellmap import cell_map
from vision.judge.follow import CrossCheck
from vision.judge.look import Eyes
from vision.judge.memory import remember
from vision.judge.watch import thumb_of
from vision.tiles.reading import Problem, Reading, SeenTile

ROW = ["R7@4+1", "R8@4+2", "K8@5+2"]
STILL = np.full((300, 400, 3), 120, np.uint8)  # nothing to know it again by: always read in full
NOISE = np.random.default_rng(1).integers(60, 200, (300, 400, 3), dtype=np.uint8)


class Script:
    """Eyes that see what the test wants."""

    def __init__(self, *readings):
        self.readings = list(readings)
        self.asked = 0

    def read_picture(self, picture):
        self.asked += 1
        reading = self.readings[min(self.asked, len(self.readings)) - 1]
        if isinstance(reading, Exception):
            raise reading
        return reading

    def find_at(self, picture, look_px):
        return []

    def read_faces(self, source, quads):
        return [NO_FACE] * len(quads)

    def covered(self, frame):
        return np.zeros((36, 48), np.float32)


def watching(*readings, moves=ROW):
    """A watcher of a table after `moves`, its eyes, its clock and what it put."""
    clock, put = Clock(), []
    script = Script(*readings)
    grabber = Grabber(lambda: VirtualCamera(lambda: STILL), put.append, clock)
    grabber.grab(None)
    put.clear()
    watcher = Watcher(grabber, lambda: Eyes(script, script), put.append, clock)
    table, past = tables(*moves)
    watcher.watch(WatchTable(4, table, tuple(past), -1.0))
    return watcher, script, clock, put


def look(watcher, *images, first=1):
    for number, image in enumerate(images, first):
        watcher.look(Frame(number, image, float(number), True))


def test_what_is_seen_is_told_with_the_state_it_was_compared_with():
    table, _ = tables(*ROW)
    watcher, _, _, put = watching(reading_of(table, seen("R9", "4+3")))
    look(watcher, STILL, STILL)
    assert (put[0].state_id, put[0].proposal) == (4, None)
    assert (put[1].state_id, put[1].proposal.move) == (4, move("R9@4+3"))


def test_the_same_is_not_told_twice_and_a_still_table_not_read_for_ever():
    table, _ = tables(*ROW)
    watcher, script, clock, put = watching(reading_of(table))
    look(watcher, *[STILL] * 20)
    assert len(put) == 2
    assert script.asked == 5
    clock.now += 3.0
    look(watcher, STILL, first=30)
    assert script.asked == 6


def test_tiles_unlike_those_taught_are_told_once_and_not_after_one_glimpse():
    table, _ = tables(*ROW)
    watcher, _, _, put = watching(replace(reading_of(table), problems=(Problem.FOREIGN_TILES,)))
    look(watcher, *[STILL] * 3)  # the first frame only shows that nothing moves
    assert SetLooksForeign() not in put
    look(watcher, *[STILL] * 6, first=4)
    assert put.count(SetLooksForeign()) == 1


def test_motion_takes_the_proposal_back_at_once():
    table, _ = tables(*ROW)
    watcher, _, _, put = watching(reading_of(table))
    hand = STILL.copy()
    hand[100:200, 100:220] = (120, 150, 210)
    look(watcher, *[STILL] * 8, hand)
    assert (put[-1].state_id, put[-1].proposal) == (4, None)


def test_motion_is_noticed_at_a_glance_while_an_older_frame_is_still_read():
    """A hand that lays a tile during a slow reading: what is read of before is not told."""
    table, _ = tables(*ROW)
    watcher, script, clock, put = watching(reading_of(table))
    look(watcher, STILL, STILL, STILL)
    assert put[-1].proposal.status is Status.NONE
    hand = STILL.copy()
    hand[100:200, 100:220] = (120, 150, 210)
    read = script.read_picture

    def slow_read(picture):
        for number, image in enumerate((STILL, hand), 5):
            clock.now += 0.2
            watcher.glance(Frame(number, image, float(number), True))
        return read(picture)

    script.read_picture = slow_read
    look(watcher, STILL, first=4)
    assert (put[-1].state_id, put[-1].proposal) == (4, None)
    script.read_picture = read
    told = len(put)
    look(watcher, STILL, first=7)
    assert len(put) == told  # gathered anew from here
    look(watcher, STILL, first=8)
    assert put[-1].proposal.status is Status.NONE


def test_glances_are_not_taken_too_often():
    watcher, _, clock, _ = watching(Reading.empty())
    watcher.glance(Frame(1, STILL, 1.0, True))
    seen_first = watcher._glimpse
    clock.now += 0.03
    watcher.glance(Frame(2, STILL, 2.0, True))
    assert watcher._glimpse is seen_first


def test_once_the_game_goes_on_only_frames_taken_since_then_count():
    table, _ = tables(*ROW)
    after, past = tables(*ROW, "R9@4+3")
    watcher, script, _, put = watching(reading_of(table, seen("R9", "4+3")))
    look(watcher, STILL, STILL)
    told, asked = len(put), script.asked
    watcher.watch(WatchTable(5, after, tuple(past), since=4.0))
    watcher.look(None)
    look(watcher, STILL, STILL, first=3)
    assert [(each.state_id, each.proposal) for each in put[told:]] == [(5, None)]
    assert script.asked == asked
    look(watcher, STILL, first=5)
    assert (put[-1].state_id, put[-1].proposal.status) == (5, Status.NONE)
    assert put[-1].began == 5.0


def test_a_look_began_with_the_oldest_frame_behind_it():
    table, _ = tables(*ROW)
    doubtful = reading_of(table, seen("R9", "4+3", 0.6, R6=0.39))
    watcher, _, _, put = watching(doubtful, doubtful, reading_of(table, seen("R9", "4+3")))
    look(watcher, STILL, STILL, STILL, STILL)
    assert put[-1].proposal.candidates[0][0] == move("R9@4+3")
    assert put[-1].began == 2.0


def test_without_a_game_nothing_is_read():
    put = []
    grabber = Grabber(lambda: None, put.append, Clock())
    watcher = Watcher(grabber, lambda: pytest.fail("eyes opened"), put.append, Clock())
    look(watcher, STILL, STILL)
    assert put == []


def test_eyes_that_fail_are_told_once_and_looking_goes_on(caplog):
    table, _ = tables(*ROW)
    broken = RuntimeError("no such layer")
    watcher, _, _, put = watching(broken, broken, reading_of(table))
    look(watcher, *[STILL] * 5)
    assert [type(each) for each in put] == [Seen, Failed, Seen]
    assert "no such layer" in caplog.text


def test_a_camera_pushed_aside_is_noticed_and_so_is_its_return():
    table, _ = tables(*ROW)
    view = cv2.GaussianBlur(NOISE, (0, 0), 6)
    view = cv2.normalize(view, None, 0, 255, cv2.NORM_MINMAX)
    pushed = np.roll(view, 40, axis=1)
    doubtful = reading_of(table, seen("R9", "4+3", 0.6, R6=0.39))  # nothing to remember
    watcher, _, _, put = watching(doubtful, Reading.empty(), doubtful)
    look(watcher, view, view, pushed, pushed, view, view)
    told = [each.status.value for each in put if isinstance(each, CameraChanged)]
    assert told == ["moved", "well"]


def test_another_view_altogether_is_no_shift():
    other = np.random.default_rng(9).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    view = cv2.GaussianBlur(NOISE, (0, 0), 6)
    assert not is_shifted(thumb_of(view), thumb_of(cv2.GaussianBlur(other, (0, 0), 6)))
    assert not is_shifted(thumb_of(view), thumb_of(view))


# The table it knows, by real eyes


@pytest.fixture
def following():
    """A watcher of a drawn table, its clock and what it put; `show` hands frames to it."""
    clock, put, turn = Clock(), [], drawn_turn().turn
    grabber = Grabber(lambda: VirtualCamera(lambda: STILL), put.append, clock)
    watcher = Watcher(grabber, eyes, put.append, clock)
    watcher.watch(WatchTable(4, turn.before, turn.earlier, -1.0))
    number = count(1)

    def show(*images):
        asked = eyes().reader.asked
        for image in images:
            clock.now += 0.25
            frame = Frame(next(number), image, clock.now, True)
            watcher.glance(frame)
            watcher.look(frame)
        return eyes().reader.asked - asked

    return watcher, show, clock, put


def test_a_move_laid_by_a_hand_is_read_by_its_changes(following):
    _, show, _, put = following
    drawn = drawn_turn()
    assert show(drawn.before, drawn.before) == 1  # in full: nothing is known of this table yet
    assert show(drawn.hand, drawn.hand, drawn.after, drawn.after) == 0
    assert put[-1].proposal.move == drawn.move


def test_a_settled_table_is_held_against_a_full_look_once_for_every_memory(following):
    watcher, show, clock, put = following
    drawn, turn = drawn_turn(), drawn_turn().turn
    show(drawn.before, drawn.before, drawn.after, drawn.after)
    watcher.watch(WatchTable(5, turn.after, (turn.before, *turn.earlier), clock.now))
    assert show(*[drawn.after] * 5) == 0
    assert show(*[drawn.after] * 4) == 1
    clock.now += 3.0
    assert show(*[drawn.after] * 4) == 0
    assert (put[-1].state_id, put[-1].proposal.status) == (5, Status.NONE)


def test_another_light_has_the_table_checked_again(following):
    _, show, clock, _ = following
    drawn = drawn_turn()
    assert show(*[drawn.before] * 8) == 1
    dimmer = (drawn.before * 0.4).astype(np.uint8)
    clock.now += 3.0
    assert show(dimmer, dimmer) == 1


def test_where_a_full_look_sees_another_table_nothing_is_sure(following):
    """The players confirmed a tile that does not lie there: memory alone would not notice."""
    watcher, show, _, put = following
    drawn, turn = drawn_turn(), drawn_turn().turn
    show(drawn.before, drawn.before)
    cell, tile = next(iter(turn.before.mosaic.items()))
    other = next(each for each in turn.before.mosaic.values() if each.colour is not tile.colour)
    wrong = replace(turn.before, mosaic=Mosaic({**turn.before.mosaic, cell: other}))
    followed = watcher._watch.followed
    memory = remember(followed.newest, wrong, None)
    believed = replace(followed, table=wrong, memory=memory, check=CrossCheck.DUE)
    known = replace(watcher._watch.known, table=wrong, earlier=())
    watcher._watch = replace(watcher._watch, known=known, followed=believed)
    watcher.watch(WatchTable(4, wrong, (), -1.0))
    show(*[drawn.before] * 4)
    assert put[-1].proposal.status is Status.NONE
    show(*[drawn.before] * 6)
    assert put[-1].proposal.status is Status.UNSURE


# Crops


def placed(name, cell, x, y):
    quad = ((x, y), (x + 20.0, y), (x + 20.0, y + 28.0), (x, y + 28.0))
    return SeenTile(name, 0.999, quad, parse_cell(cell))


def test_the_crop_shows_the_doubtful_place():
    reading = Reading((placed("*", "4+0", 100.0, 100.0), placed("R7", "4+1", 122.0, 100.0)))
    frame = STILL.copy()
    doubt = Proposal(Status.ILLEGAL, differences=(differing("4+1", "R7", "R1"),))
    crop = crop_of(frame, cell_map(reading), doubt)
    assert crop.shape[0] < 80
    assert np.array_equal(crop, frame[84:144, 106:158])
    frame[:] = 0
    assert crop.any()  # a copy: the frame's memory may be used again


def test_no_crop_without_a_place_or_a_lattice():
    reading = Reading((SeenTile("R7", 0.9, QUAD, None),))
    doubt = Proposal(Status.ILLEGAL, differences=(differing("4+1", "R7", "R1"),))
    assert crop_of(STILL, cell_map(reading), doubt) is None
    lattice = cell_map(Reading((placed("*", "4+0", 100.0, 100.0),)))
    assert crop_of(STILL, lattice, Proposal(Status.NONE)) is None
    assert crop_of(STILL, lattice, None) is None


def test_the_place_of_a_move_is_doubtful_where_nothing_else_is():
    unsure = Proposal(Status.UNSURE, candidates=((Kind.NONE, 0.5), (move("R9@4+3"), 0.4)))
    assert [str(cell) for cell in doubtful_cells(unsure)] == ["4+3"]
