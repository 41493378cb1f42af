"""A session with everything but wires and glass: pins, camera, watcher, companion and file."""

from dataclasses import replace
from itertools import starmap

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from device.buttons import Buttons, Pins
from device.camera.grabber import Frame, Grabber
from device.camera.source import CameraError
from device.core import effects as wanted
from device.core import events as on
from device.core.model import CameraStatus
from device.core.phases import start, step
from device.core.settings import Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.effects import WatchTable
from device.games.sepmosa.model import Phase
from device.games.sepmosa.watcher import Watcher
from device.store.edge import Keeper
from device.store.store import Store
from engine.sepmosa import Pass, Player, new_game
from engine.sepmosa.table import in_sight
from tests.device.driver import recorded
from tests.vision.readings import NO_FACE, reading_of
from vision.judge.look import Eyes
from vision.tiles.reading import Reading

PINS = {Player.ONE: Pins(17, 22), Player.TWO: Pins(27, 23)}
TURNS = 40
BARE = np.full((300, 400, 3), 120, np.uint8)  # nothing to know it again by: always read in full


def laid_out(table):
    """The reading of a table, every tile in its place in the picture."""

    def place(number, tile):
        x, y = 20.0 + 14 * number, 262.0
        if tile.cell is not None:
            x, y = 194.0 + 14 * tile.cell.column, 142.0 + 20 * (tile.cell.row - 4)
        return replace(tile, quad=((x, y), (x + 12, y), (x + 12, y + 17), (x, y + 17)))

    return Reading(tuple(starmap(place, enumerate(reading_of(table).tiles))))


class Room:
    """A table with tiles, a camera above it and two buttons beside it; time is turned by hand."""

    def __init__(self, path, first):
        self.now = 10.0
        self.queue = []
        self.lies = new_game(recorded().events[0]).state  # what lies on the table
        self.is_lost = self.has_hand = False
        self.frames = 0
        self.factory = MockFactory()
        clock = lambda: self.now  # noqa: E731
        self.buttons = Buttons(PINS, self.queue.append, clock, factory=self.factory)
        self.grabber = Grabber(lambda: self, self.queue.append, clock)
        eyes = Eyes(self, self)
        self.watcher = Watcher(self.grabber, lambda: eyes, self.queue.append, clock)
        self.source = None
        self.store = Store(path, lambda: "2026-01-01T10:00:00")
        self.keeper = Keeper(self.store)
        self.first = first
        self.model, effects = start(
            Settings(), self.store.open_game(), camera=CameraStatus.OPENING, now=self.now
        )
        self._do(effects)

    # the camera and its eyes

    is_live = True

    def read_picture(self, picture):
        """As a reader."""
        return Reading.empty() if self.has_hand else laid_out(self.lies)

    def read(self):
        """As a camera."""
        if self.is_lost:
            raise CameraError("unplugged")
        self.frames += 1
        picture = BARE.copy()
        picture[0, 0] = self.frames % 256  # noise
        if self.has_hand:
            picture[80:220, 90:260] = (120, 150, 210)
        return picture

    def find_at(self, picture, look_px):
        return []  # nothing more

    def read_faces(self, source, quads):
        return [NO_FACE] * len(quads)

    def covered(self, frame):
        return np.zeros((36, 48), np.float32)

    def close(self):
        pass

    # the loop

    def spend(self, seconds):
        """Lets time pass: frames come and are looked at, buttons are polled, events taken."""
        until = self.now + seconds
        while self.now < until:
            self.now += 0.1
            self.source, _ = self.grabber.grab(self.source)
            newest = self.grabber.newest
            self.watcher.look(newest if isinstance(newest, Frame) else None)
            self.buttons.poll(self.now)
            self.queue.append(on.Tick(self.now))
            self._work_off()
        return self

    def _work_off(self):
        while self.queue:
            self.model, effects = step(self.model, self.queue.pop(0))
            self._do(effects)

    def _do(self, effects):
        for effect in effects:
            answer = self.keeper.do(effect)
            if answer is not None:
                self.queue.append(answer)
            match effect:
                case wanted.DrawLot():
                    self.queue.append(on.LotFell(self.first))
                case WatchTable():
                    self.watcher.watch(effect)
                case wanted.Led(player, state):
                    self.buttons.show(player, state)

    # hands

    def press(self, player, seconds=0.15):
        """A finger on a button, bouncing."""
        pin = self.factory.pin(PINS[player].button)
        for is_down in (True, False):
            for level in (is_down, not is_down, is_down):
                pin.drive_low() if level else pin.drive_high()
                self.now += 0.002
            self.spend(seconds)
        return self

    def lay(self, move):
        """A hand comes, does what the move says, and goes."""
        self.has_hand = True
        self.spend(0.2)
        played = self.model.game.moves
        if not isinstance(move, Pass) and move not in played:
            self.lies = self.model.game.play(move).state
        elif move in played:  # by touch before
            self.lies = self.model.table
        self.has_hand = False
        return self.spend(0.3)

    def leave(self):
        self.buttons.close()
        self.factory.reset()
        self.store.close()


@pytest.fixture
def room(tmp_path):
    room = Room(tmp_path / "games.txt", recorded().events[0].first)
    yield room
    room.leave()


def begun(room):
    room.spend(0.3)
    room.press(Player.ONE).press(Player.ONE).spend(0.6).press(Player.TWO)
    assert room.model.phase is Phase.TURN
    return room


def test_forty_turns_by_hands_and_buttons(room):
    begun(room)
    for number, move in enumerate(recorded().moves[:TURNS], 1):
        player = room.model.table.player
        assert room.factory.pin(PINS[player].led).state
        room.lay(move)
        room.press(player)
        if isinstance(move, Pass):
            room.press(player)
        assert len(room.model.game.moves) == number, room.model.phase
    assert room.model.game.moves == recorded().moves[:TURNS]
    assert room.store.open_game().game == room.model.game
    assert in_sight(room.model.table) == in_sight(room.lies)


def test_the_camera_goes_and_comes_back_and_no_move_is_lost(room):
    begun(room)
    first, second, third = recorded().moves[:3]
    room.lay(first).press(room.model.table.player)
    room.is_lost = True
    room.spend(0.5)
    assert room.model.camera is CameraStatus.LOST
    room.queue += [own.ChooseMove(second), on.Confirm()]
    room.spend(0.2)
    room.is_lost = False
    room.lay(second).spend(0.5)
    assert room.model.camera is CameraStatus.WELL
    room.lay(third).press(room.model.table.player)
    assert room.model.game.moves == (first, second, third)
    assert room.store.open_game().game == room.model.game


def test_a_held_button_takes_the_last_move_back(room):
    begun(room)
    move = recorded().moves[0]
    room.lay(move).press(room.model.table.player)
    room.press(Player.ONE, seconds=1.2)
    assert room.model.phase is Phase.ASK_UNDO
    room.press(Player.TWO)
    assert room.model.game.moves == ()
    assert room.store.open_game().game == room.model.game


def test_a_press_while_the_hand_is_still_there_is_answered_when_it_is_gone(room):
    begun(room)
    move = recorded().moves[0]
    room.lay(move)
    room.has_hand = True
    room.spend(0.1).press(room.model.table.player)
    assert room.model.game.moves == ()
    room.has_hand = False
    room.spend(0.5)
    assert room.model.game.moves == (move,)
