"""A third game plugs in by one line: played, corrected, killed, resumed, listed and exported."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from random import Random

import numpy as np
import pygame
import pytest

from device import games
from device.camera.grabber import Grabber
from device.camera.recorded import VirtualCamera
from device.core import effects as wanted
from device.core import events as on
from device.core.companion import Companion, Lots, OwnEdges
from device.core.export_kind import ExportKind
from device.core.game import Around
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.core.phases import start
from device.core.settings import Settings
from device.lab.desktop import Desktop
from device.lab.mosaix.desk import TrayWindow
from device.lab.mosaix.tray import new_tray
from device.lab.virtual.camera import shot_of
from device.lab.virtual.desk import Desk
from device.lab.virtual.kept import RackFile
from device.lab.virtual.window import WINDOW, Window
from device.lab.virtual.world import new_world
from device.locale import Language
from device.share.games import SharedGames
from device.store.edge import Keeper
from device.store.outbox import Outbox
from device.store.store import Store
from device.system.exporter import Exporter
from device.ui.controls import Button
from device.ui.view import TWICE, View
from device.ui.widgets import walk
from engine.history import Correct
from tests.device.nim import NIM
from tests.device.nim.phases import NimPhase
from tests.device.nim.rules import NimTake
from vision.lab.simulate.household import household

SIZE = (800, 480)


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, NIM))


class Table:
    """A finger on the screen, counters under the camera, and the companion with a real store."""

    def __init__(self, path, camera=CameraStatus.OFF, grabber=None):
        self.store = Store(path, lambda: "2026-11-18T20:14")
        self.events, self.view, self.saved = [], View(), 0
        own = OwnEdges(Around(self.events.append, Random(1), grabber, time.monotonic, 0.01))
        begun = start(Settings(), self.store.open_game(), self.store.names(), camera)
        edges = (
            Lots(Random(3)),
            own,
            Exporter(self.store, Outbox(path.parent / "exports", roots=())),
            self,
        )
        self.companion = Companion(begun, Keeper(self.store), edges)
        self.take(on.EnterGame("nim"))

    def do(self, effect):
        self.saved += isinstance(effect, wanted.Save)

    def close(self):
        self.store.close()

    @property
    def model(self):
        return self.companion.model

    def take(self, *events):
        for event in events:
            self.companion.take(event)

    def touch(self, meant):
        """Touches the key on the screen that means this."""
        self.view.draw(self.model, pygame.Surface(SIZE), self.model.now)
        self.take(on.Tick(self.model.now + TWICE + 0.01))
        scene = self.view.scene(self.model, SIZE, self.model.now)
        (key,) = [each for each in walk(scene) if isinstance(each, Button) and each.meant == meant]
        event = self.view.touch(self.model, SIZE, key.rect.center)
        assert event == meant
        self.take(event)

    def said(self):
        self.view.draw(self.model, pygame.Surface(SIZE), self.model.now)
        scene = self.view.scene(self.model, SIZE, self.model.now)
        return next(each.text for each in scene if hasattr(each, "text"))

    @property
    def left(self):
        return self.model.game.state.left


def test_it_is_chosen_at_home_and_left_again(tmp_path):
    with closing(Table(tmp_path / "games")) as table:
        assert (table.model.plays, table.model.phase) == (NIM, NimPhase.MENU)
        table.touch(on.Back())
        assert table.model.phase is CommonPhase.HOME
        table.touch(on.EnterGame("nim"))
        assert table.said() == "NIM"


def test_a_fault_is_shown_and_left_again(tmp_path):
    with closing(Table(tmp_path / "games")) as table:
        table.touch(on.Confirm())
        table.take(on.Failed(say(Message.FAULT_DISK_FULL)))
        assert table.model.phase is CommonPhase.FAULT
        table.touch(on.Back())
        assert table.model.phase is NimPhase.PLAY


def test_turns_undo_redo_and_correction(tmp_path):
    with closing(Table(tmp_path / "games")) as table:
        table.touch(on.Confirm())
        table.touch(on.AskUndo())
        assert table.left == 9  # there was nothing to take back
        first = table.model.game.state.player
        for count in (3, 1, 2):
            table.touch(NimTake(count))
        assert (table.left, table.model.game.state.player) == (3, 1 - first)
        table.touch(on.AskUndo())
        assert table.left == 5
        table.touch(on.AskRedo())
        assert table.left == 3
        table.take(Correct(2, NimTake(3)))
        assert table.left == 1
        before = table.model.game
        table.take(Correct(2, NimTake(9)), NimTake(2))
        assert table.model.game == before
    with closing(Table(tmp_path / "games")) as table:
        assert table.model.game == before
        table.touch(on.Resume())
        assert table.left == 1


def test_the_camera_counts_what_is_left_and_a_press_confirms_it(tmp_path):
    counters = {"left": 9}

    def drawn():
        image = np.full((240, 480, 3), 220, np.uint8)
        for at in range(counters["left"]):
            image[100:130, 20 + 50 * at : 50 + 50 * at] = 20
        return image

    grabber = Grabber(lambda: VirtualCamera(drawn), lambda _event: None, time.monotonic)
    grabber.start()
    with closing(Table(tmp_path / "games", CameraStatus.WELL, grabber)) as table:
        table.touch(on.Confirm())
        for taken in (2, 3):
            counters["left"] -= taken
            seat = table.model.game.state.player
            until = time.monotonic() + 30
            while table.model.seen != taken and time.monotonic() < until:
                table.take(on.Tick(time.monotonic()), *table.events)
                table.events.clear()
                time.sleep(0.01)
            assert table.model.plays.flow.led(table.model, seat) is wanted.LedState.LIT
            table.take(on.Press(seat))
        assert table.left == 4
    grabber.close()


def test_past_games_statistics_and_export(tmp_path):
    with closing(Table(tmp_path / "games")) as table:
        for counts in ((3, 3, 3), (1, 3, 3, 2)):
            table.touch(on.Confirm())
            for count in counts:
                table.touch(NimTake(count))
            assert table.said().endswith("wins")
            table.touch(on.Abandon())
        table.touch(on.Go(NimPhase.PAST))
        won = table.said()
        assert won.startswith("2 games; ")
        assert "Ada" in won
        table.touch(on.ChooseGame(2))
        table.touch(on.ChooseExport(ExportKind.RECORD))
        (record,) = (tmp_path / "exports").iterdir()
        assert record.read_text() == "Ada – Ben: 1 3 3 2\n"
        assert table.said().startswith("Saved to ")
        table.take(on.Delete(2), on.Tick(table.model.now + 60))
        assert table.said().startswith("1 games; ")
    with closing(Table(tmp_path / "games")) as table:
        assert [game.id for game in table.model.past_games] == [1]
        assert table.store.past_games() == ()  # of the game at home


def test_it_is_played_in_the_window_of_the_virtual_table_too(tmp_path):
    rng, world = Random(1), new_world(household(0, (640, 480), "dish"))
    desk = Window(Desk(world), shot_of(world, (640, 480)), rng)
    tray = TrayWindow(new_tray((640, 480)), rng)
    screen = Desktop(pygame.Surface(WINDOW), desk, tray, RackFile(tmp_path / "racks"))
    with closing(Table(tmp_path / "games")) as table:
        table.touch(on.Confirm())
        screen.draw(table.model, table.model.now)
        assert list(screen.attend(table.model, table.model.now)) == []
        click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1)
        assert list(screen.take(click, table.model, table.model.now)) == []


PLAY = """
import sys
from pathlib import Path
from random import Random
from device import games
from tests.device import test_third_game as third
games.GAMES += (third.NIM,)
table, rng = third.Table(Path(sys.argv[1])), Random(int(sys.argv[2]))
table.touch(third.on.Resume() if table.model.game else third.on.Confirm())
while True:
    if not table.left:
        table.take(third.on.AskUndo(table.model.game.can_undo))
    table.touch(third.NimTake(rng.randint(1, min(3, table.left))))
    print(len(table.model.game.log), flush=True)
"""


def test_it_outlives_kills(tmp_path):
    """What the screen showed before the process was killed is there when it is started again."""
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYTHONPATH": os.pathsep.join(sys.path)}
    env["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    promised = 0
    for seed in range(3):
        command = [sys.executable, "-c", PLAY, str(tmp_path / "games"), str(seed)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as child:
            lines = [child.stdout.readline() for _ in range(3 + seed)]
            child.send_signal(signal.SIGKILL)
            lines += [line for line in child.stdout if line.endswith("\n")]
        promised = max([promised, *map(int, lines)])
        with Store(tmp_path / "games", lambda: "2026") as store:
            back = store.open_game(NIM)
            assert store.set_aside is None
        assert len(back.game.log) >= promised > 0


def test_onlookers_see_nothing_of_a_game_that_tells_them_nothing(tmp_path):
    with closing(Table(tmp_path / "games")) as table:
        table.touch(on.Confirm())
        table.touch(NimTake(2))
        shared = SharedGames(tmp_path / "games")
        shared.poll()
        assert shared.live(Language.ENGLISH) is None
        assert shared.listed(Language.ENGLISH) == []
