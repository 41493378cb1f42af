"""MOSAIX in a real window on a virtual display: real clicks, a real kill, and on it goes."""

import shutil

import pygame
import pytest

from device.core import events as companion_events
from device.games import MOSAIX
from device.games.mosaix import events as on
from device.games.mosaix.model import Phase
from device.games.mosaix.ui.boards import BoardView, DraftView
from device.store.store import Store
from engine.mosaix import Cell, Lay, parse_figure
from tests.device.games.mosaix.hand import SIZE, Hand
from tests.device.lab.test_window import NEEDED, companion, display, wait_until

FIGURE = parse_figure("OTX/..O")
DISPLAY = display  # the fixture, under a name the linter lets stand

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, NEEDED)), reason=f"needs {' and '.join(NEEDED)}"
)


class Mirror:
    """Knows where everything is: does in a companion of its own what it clicks in the window."""

    def __init__(self, store, folder, display):
        self.hand = Hand(store, folder)
        self.display = display

    def press(self, meant):
        self._click(self.hand.key(lambda key: key.meant == meant).rect.center)
        self.hand.press(meant)
        return self

    def place(self, place):
        self._click(self._only(DraftView).place_rect(place).center)
        self.hand.take(on.TouchPlace(place))
        return self

    def cell(self, cell):
        self._click(self._only(BoardView).cell_rect(cell.row, cell.column).center)
        self.hand.take(on.TouchCell(cell))
        return self

    def _only(self, kind):
        scene = self.hand.view.scene(self.hand.model, SIZE)
        (found,) = [each for each in scene if isinstance(each, kind)]
        return found

    def _click(self, at):
        """Clicks once the window shows there what the mirror shows."""
        shown = pygame.Surface(SIZE)
        self.hand.view.draw(self.hand.model, shown, self.hand.model.now)
        spots = [(at[0] + x, at[1] + y) for x, y in ((0, 0), (14, -9), (-13, 8))]
        wait_until(
            lambda: all(self.display.pixel(*spot) == shown.get_at(spot)[:3] for spot in spots)
        )
        self.display.click(*at)


def log_in(state):
    """The log of the open game; the running companion holds the file, so a copy is read."""
    if not (state / "games.txt").exists():
        return ()
    copy = state / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for part in state.glob("games.txt*"):
        if "lock" not in part.name:
            shutil.copy(part, copy / part.name)
    with Store(copy / "games.txt", lambda: "2026-11-15T20:14") as store:
        kept = store.open_game(MOSAIX)
        return kept.game.log if kept else ()


def test_a_game_played_by_clicks_outlives_a_kill(display, tmp_path):
    state = tmp_path / "state"
    with Store(tmp_path / "mirror", lambda: "2026-11-15T20:14") as store:
        mirror = Mirror(store, tmp_path, display)
        go = companion_events.EnterGame("mosaix")
        with companion(display, state):
            mirror.press(go).press(companion_events.Go(Phase.NEW)).press(companion_events.Confirm())
            wait_until(lambda: len(log_in(state)) == 1)
            for place, symbol in FIGURE.dice:
                mirror.press(on.ChooseBrush(symbol)).place(place)
            mirror.press(companion_events.Confirm())
            wait_until(lambda: len(log_in(state)) == 2)
            mirror.cell(Cell(1, 1)).press(companion_events.Confirm())
            wait_until(lambda: len(log_in(state)) == 3)
            before = log_in(state)
        kept = log_in(state)  # the companion was killed
        assert kept == before
        with companion(display, state):
            mirror = Mirror(store, tmp_path, display)  # its game is open as well
            mirror.press(go).press(companion_events.Resume())
            mirror.cell(Cell(1, 1)).press(companion_events.Confirm())
            wait_until(lambda: len(log_in(state)) == 4)
        assert kept[1] == Lay(FIGURE)
        assert kept[2].entry == store.open_game(MOSAIX).game.log[2].entry
