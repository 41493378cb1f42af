"""What the camera says of dice and boards reaches the game once two frames agree."""

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from device.buttons import Buttons, Pins
from device.camera.grabber import Frame, Grabber
from device.core import events as companion
from device.core.game import Around
from device.core.looking import Look
from device.core.model import CameraStatus
from device.games.mosaix import watcher as module
from device.games.mosaix.effects import Target
from device.games.mosaix.events import BoardSeen, ThrowSeen
from device.games.mosaix.model import Phase
from device.games.mosaix.watcher import Glimpse, MosaixWatcher, glimpse_frame
from device.lab.mosaix.offscreen import MosaixRehearsal
from device.store.store import Store
from engine.mosaix import Cell, parse_figure
from engine.mosaix.record import read_record
from engine.mosaix.values import ALL_CELLS
from engine.sepmosa import Player
from tests.device.clock import Clock
from tests.device.games.mosaix.hand import Hand
from vision.boards.reading import BoardReading, CellReading
from vision.dice.reading import ThrowReading
from vision.mosaix import MosaixEyes

FIGURE, OTHER = parse_figure("OTX/..O"), parse_figure("XXXX")
STILL = np.full((240, 320, 3), 90, np.uint8)
BLIND = MosaixEyes()  # its networks are never loaded
PINS = {Player.ONE: Pins(17, 22), Player.TWO: Pins(27, 23)}


@pytest.fixture
def readings(monkeypatch):
    """What the eyes will say, frame by frame; the last again and again."""
    told = []

    def read(_eyes, _frame):
        return told.pop(0) if len(told) > 1 else told[0]

    monkeypatch.setattr(module, "read_throw", read)
    monkeypatch.setattr(module, "read_board", read)
    return told


def sure(figure):
    return ThrowReading(figure, 0.99)


def unsure(problem):
    return ThrowReading(None, 0.4, (problem,))


def frames(look, count, pictures=None):
    glimpse, told = Glimpse(look), []
    for at in range(count):
        picture = pictures[at] if pictures else STILL
        glimpse, event = glimpse_frame(glimpse, BLIND, picture, float(at), float(at) * 3)
        told.append(event)
    return told


def test_a_figure_is_told_once_two_frames_agree(readings):
    readings += [sure(FIGURE), sure(OTHER), sure(OTHER)]
    dice = Look(5, Target.DICE, 0.0)
    nothing = ThrowSeen(5, None, 0.0)
    assert frames(dice, 4) == [nothing, None, ThrowSeen(5, OTHER, 0.0), None]


def test_a_problem_is_told_with_its_name(readings):
    readings += [unsure("too-few")]
    assert frames(Look(1, Target.DICE, 0.0), 2)[-1] == ThrowSeen(1, None, 0.0, "too-few")


def test_while_something_moves_nothing_is_sure(readings):
    readings += [sure(FIGURE)]
    moved = STILL.copy()
    moved[60:200, 80:260] = 230
    told = frames(Look(1, Target.DICE, 0.0), 3, [STILL, STILL, moved])
    assert told == [ThrowSeen(1, None, 0.0), ThrowSeen(1, FIGURE, 0.0), ThrowSeen(1, None, 0.0)]


def test_a_board_that_is_moved_is_no_longer_told(readings):
    cells = tuple(CellReading(None, 0.99) for _ in ALL_CELLS)
    readings += [BoardReading(cells, ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))]
    moved = STILL.copy()
    moved[60:200, 80:260] = 230
    told = frames(Look(2, Target.BOARD, 0.0), 3, [STILL, STILL, moved])
    assert told[1:] == [BoardSeen(2, (None,) * 49, 0.0), BoardSeen(2, None, 0.0, is_there=True)]


def test_a_frame_from_before_is_not_read(readings):
    readings += [sure(FIGURE)]
    put = []
    eye = watching(put.append, Clock())
    eye.watch(Look(7, Target.DICE, 4.0))
    for number in range(1, 8):
        eye.look(Frame(number, STILL, float(number), True))
    assert [(each.figure, each.began) for each in put] == [(None, 5.0), (FIGURE, 5.0)]


def test_a_board_is_told_with_its_doubtful_cells(readings):
    cells = tuple(CellReading(None, 0.99, cell == Cell(2, 3)) for cell in ALL_CELLS)
    quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    readings += [BoardReading(cells, quad, ("doubtful-cell",))]
    told = frames(Look(2, Target.BOARD, 0.0), 2)
    assert told[0] == BoardSeen(2, None, 0.0, is_there=True)  # and has to be read once more
    assert told[1] == BoardSeen(2, (None,) * 49, 0.0, frozenset({Cell(2, 3)}))
    readings[:] = [BoardReading.empty()]
    assert frames(Look(2, Target.BOARD, 0.0), 2) == [BoardSeen(2, None, 0.0), None]


def watching(put, clock):
    grabber = Grabber(lambda: None, put, clock)
    return MosaixWatcher(Around(put, grabber=grabber, clock=clock), lambda: BLIND)


def test_the_watcher_looks_only_when_it_is_asked_to_and_names_what_it_saw(readings):
    readings += [sure(FIGURE)]
    put, clock = [], Clock()
    eye = watching(put.append, clock)
    eye.look(Frame(1, STILL, 1.0, True))
    assert put == []
    eye.watch(Look(7, Target.DICE, 0.0))
    for number in range(2, 5):
        eye.look(Frame(number, STILL, float(number), True))
    assert put == [ThrowSeen(7, None, 0.0), ThrowSeen(7, FIGURE, 0.0)]
    eye.watch(Look(8, Target.DICE, 0.0))
    for number in range(5, 8):
        eye.look(Frame(number, STILL, float(number), True))
    assert put[2:] == [ThrowSeen(8, None, 0.0), ThrowSeen(8, FIGURE, 0.0)]


def test_eyes_that_break_are_said_once(monkeypatch, caplog):
    def broken(_eyes, _frame):
        raise RuntimeError("no network")

    monkeypatch.setattr(module, "read_throw", broken)
    put = []
    eye = watching(put.append, Clock())
    eye.watch(Look(1, Target.DICE, 0.0))
    for number in range(1, 4):
        eye.look(Frame(number, STILL, float(number), True))
    assert [type(each) for each in put] == [companion.Failed]
    assert "watching for MOSAIX" in caplog.text
    caplog.clear()


def test_a_turn_by_pins_and_camera(readings, tmp_path):
    """Dice before the camera, a finger on a button, a cell touched, the other button."""
    readings += [sure(FIGURE)]
    queue, clock = [], Clock()
    factory = MockFactory()
    with Store(tmp_path / "games", lambda: "2026-11-15T20:14") as store:
        buttons = Buttons(PINS, queue.append, clock, factory=factory)
        hand = Hand(store, tmp_path, CameraStatus.WELL).home()
        hand.begin(2)
        eye = watching(queue.append, clock)

        def pressed(pin):
            factory.pin(pin).drive_low()
            clock.now += 0.1
            buttons.poll(clock.now)
            factory.pin(pin).drive_high()
            clock.now += 0.1
            buttons.poll(clock.now)
            hand.take(*queue)
            queue.clear()

        eye.watch(next(each for each in reversed(hand.heard.effects) if isinstance(each, Look)))
        for number in range(1, 4):
            eye.look(Frame(number, STILL, hand.model.now + number, True))
        pressed(17)
        assert hand.phase is Phase.ENTER
        hand.cell(Cell(1, 1))
        pressed(27)
        assert len(hand.mosaix.match.table.waiting) == 1
        buttons.close()


def test_a_whole_game_off_screen(tmp_path, monkeypatch):
    """Drawn dice and a drawn board through the real eyes: right, or laid by touch."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    report = MosaixRehearsal(tmp_path, 3).run()
    assert report.seen + report.asked == report.turns
    record = read_record((tmp_path / "mosaix.txt").read_text(encoding="utf-8"))
    assert record.game.table.scores == report.scores
    last = (tmp_path / "mosaix.csv").read_text(encoding="utf-8").splitlines()[-1]
    assert int(last.split(",")[-1]) in report.scores
    names = {file.name.rsplit("-", 1)[0] for file in (tmp_path / "screens").iterdir()}
    assert {"mosaix-lay", "mosaix-enter", "mosaix-picked", "mosaix-over", "mosaix-count"} <= names
