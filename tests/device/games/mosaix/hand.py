"""A finger on the screen, and behind it the companion with a real store: for whole games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pygame

from device.core import events as companion
from device.core.companion import Companion, Lots, OwnEdges
from device.core.game import Around
from device.core.model import CameraStatus
from device.core.phases import start
from device.core.settings import Settings
from device.games.mosaix import events as on
from device.games.mosaix.model import Mosaix, Phase
from device.games.mosaix.ui.boards import BoardView, DraftView
from device.games.sepmosa.model import Model
from device.store.edge import Keeper
from device.store.outbox import Outbox
from device.store.store import Store
from device.system.exporter import Exporter
from device.ui.controls import Button
from device.ui.state import Sheet, Tap, Ui
from device.ui.view import TWICE, View
from device.ui.widgets import walk
from engine.mosaix import Cell, Figure

SIZE = (800, 480)


class Heard:
    """Notes everything that is wanted of the world."""

    def __init__(self) -> None:
        self.effects: list[object] = []

    def do(self, effect: object) -> None:
        self.effects.append(effect)


class Hand:
    """Touches what it sees; `take` is what buttons and camera do."""

    def __init__(self, store: Store, exports: Path, camera=CameraStatus.OFF, seed=1) -> None:
        self.heard = Heard()
        edges = (
            Lots(Random(seed)),
            OwnEdges(Around(rng=Random(seed))),
            Exporter(store, Outbox(exports, roots=())),
            self.heard,
        )
        begun = start(Settings(), store.open_game(), store.names(), camera)
        self.companion = Companion(begun, Keeper(store), edges)
        self.view = View()
        self.touches = 0

    @property
    def model(self) -> Model:
        return self.companion.model

    @property
    def mosaix(self) -> Mosaix:
        return self.model

    @property
    def phase(self) -> Phase:
        return self.mosaix.phase

    @property
    def notice(self) -> str | None:
        return self.mosaix.notice.sentence.message.value if self.mosaix.notice else None

    def take(self, *events: companion.Event) -> Hand:
        for event in events:
            self.companion.take(event)
        return self

    def touch(self, at: tuple[int, int]) -> Hand:
        """One touch; the screen was drawn a moment before."""
        self.view.draw(self.model, pygame.Surface(SIZE), self.model.now)
        self.companion.take(companion.Tick(self.model.now + TWICE + 0.01))
        event = self.view.touch(self.model, SIZE, at)
        self.touches += 1
        return self if event is None else self.take(event)

    def press(self, meant: Tap) -> Hand:
        """Touches the topmost key that means just that."""
        return self.touch(self.key(lambda key: key.meant == meant).rect.center)

    def open(self, sheet: Sheet) -> Hand:
        """Touches the key that opens a sheet."""
        found = self.key(lambda key: isinstance(key.meant, Ui) and key.meant.sheet is sheet)
        return self.touch(found.rect.center)

    def key(self, is_wanted: Callable[[Button], bool]) -> Button:
        scene = self.view.scene(self.model, SIZE, self.model.now)
        keys = [each for each in walk(scene) if isinstance(each, Button) and is_wanted(each)]
        assert keys, f"no such key in {self.phase}"
        return keys[-1]

    def has_key(self, meant: Tap) -> bool:
        scene = self.view.scene(self.model, SIZE, self.model.now)
        return any(isinstance(each, Button) and each.meant == meant for each in walk(scene))

    def cell(self, cell: Cell) -> Hand:
        """Touches a cell of the board in view."""
        scene = self.view.scene(self.model, SIZE, self.model.now)
        (board,) = [each for each in scene if isinstance(each, BoardView)]
        return self.touch(board.cell_rect(cell.row, cell.column).center)

    def lay(self, figure: Figure) -> Hand:
        """Lays a figure die by die and says yes."""
        for (row, column), symbol in figure.dice:
            self.press(on.ChooseBrush(symbol))
            scene = self.view.scene(self.model, SIZE, self.model.now)
            (places,) = [each for each in scene if isinstance(each, DraftView)]
            self.touch(places.place_rect((row, column)).center)
        return self.press(companion.Confirm())

    def home(self) -> Hand:
        """From the companion's home to MOSAIX's menu."""
        return self.press(companion.EnterGame("mosaix"))

    def begin(self, players: int, is_kept: bool = True, *names: str) -> Hand:
        """A new game, settled by touch."""
        self.press(companion.Go(Phase.NEW)).press(on.SetPlayers(players)).press(on.SetKept(is_kept))
        for player, name in enumerate(names):
            self.take(companion.SetName(player, name))
        return self.press(companion.Confirm())
