"""A game played with nothing but fingers on the screen."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from device.core import effects as wanted
from device.core import events as on
from device.core.model import CommonPhase
from device.core.phases import start, step
from device.core.settings import Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.handlers.picks import legal_offers
from device.games.sepmosa.model import Model, Phase
from device.games.sepmosa.ui.mosaic import MosaicView
from device.ui.controls import Button
from device.ui.state import Sheet, Tap, Ui
from device.ui.view import TWICE, View
from device.ui.widgets import walk
from engine.sepmosa import Player, Table, Tile
from engine.sepmosa.values import Place, Remove, cells_of

SIZE = (800, 480)


class Hand:
    """A finger on the screen, and the companion behind it without any other edge."""

    def __init__(self) -> None:
        self.model, _ = start(Settings())
        self.view = View()

    def touch(self, at: tuple[int, int]) -> None:
        """Touches the screen, and lets everything happen that follows."""
        self.take(on.Tick(self.model.now + TWICE + 0.01))
        self.view.draw(self.model, pygame.Surface(SIZE), self.model.now)
        event = self.view.touch(self.model, SIZE, at)
        if event is not None:
            self.take(event)

    def take(self, event: on.Event) -> None:
        """One event, with the answers of the edges to what it wants."""
        self.model, effects = step(self.model, event)
        for effect in effects:
            if isinstance(effect, wanted.DrawLot):
                self.take(on.LotFell(Player.TWO))
            elif isinstance(effect, wanted.BeginGame):
                self.take(on.GameBegun(1))

    def press(self, meant: Tap) -> None:
        """Touches the topmost key that means just that."""
        self.touch(self._key(lambda key: key.meant == meant).rect.center)

    def open(self, sheet: Sheet) -> None:
        """Touches the key that opens a sheet."""
        self.touch(
            self._key(
                lambda key: isinstance(key.meant, Ui) and key.meant.sheet is sheet
            ).rect.center
        )

    def _key(self, is_wanted: Callable[[Button], bool]) -> Button:
        scene = self.view.scene(self.model, SIZE, self.model.now)
        keys = [each for each in walk(scene) if isinstance(each, Button) and is_wanted(each)]
        assert keys, f"no such key in {self.model.phase}"
        return keys[-1]

    def cell(self, move: Place | Remove) -> None:
        """Touches the cell of a move on the mosaic."""
        scene = self.view.scene(self.model, SIZE, self.model.now)
        (mosaic,) = [each for each in scene if isinstance(each, MosaicView)]
        self.touch(mosaic.grid.rect(cells_of(move)[0]).center)


def table_of(model: Model) -> Table:
    assert model.table is not None
    return model.table


def begin() -> Hand:
    hand = Hand()
    hand.press(on.Go(Phase.NEW_GAME))
    assert hand.model.phase is Phase.NEW_GAME
    hand.press(on.Confirm())
    assert hand.model.phase is Phase.SET_TABLE
    for check in [own.ChooseCheck(at) for at in range(len(hand.model.checklist))]:
        hand.press(check)
    hand.press(on.Confirm())
    assert hand.model.phase is Phase.TURN
    return hand


def play(hand: Hand, tile: Tile) -> None:
    """Chooses a tile from all tiles, then the first place that lights up, then says yes."""
    hand.open(Sheet.TILES)
    hand.press(own.ChooseTile(tile))
    offer = hand.model.pick.offers[0]
    assert isinstance(offer.move, Place | Remove)
    hand.cell(offer.move)
    assert hand.model.pick.only == offer
    turn = table_of(hand.model).turn
    hand.press(on.Confirm(offer))
    assert table_of(hand.model).turn == turn + 1


def test_turns_are_played_tile_first() -> None:
    hand = begin()
    for _ in range(8):
        offers = legal_offers(table_of(hand.model))
        best = max(offers, key=lambda each: (isinstance(each.move, Place), each.points)).move
        assert best.tile is not None
        play(hand, best.tile)
    assert len(table_of(hand.model).mosaic) == 8


def test_a_turn_is_played_place_first() -> None:
    hand = begin()
    offer = legal_offers(table_of(hand.model))[0]
    assert isinstance(offer.move, Place)
    hand.cell(offer.move)
    assert hand.model.pick.cells == (offer.move.cell,)
    shown = hand.view.scene(hand.model, SIZE, 0.0)
    offered = [
        each.meant
        for each in shown
        if isinstance(each, Button) and isinstance(each.meant, own.ChooseMove)
    ]
    assert offered
    hand.press(offered[0])
    hand.press(on.Confirm(hand.model.pick.only))
    assert len(table_of(hand.model).mosaic) == 1


def test_pass_undo_history_and_the_way_home() -> None:
    hand = begin()
    hand.open(Sheet.MENU)
    hand.press(own.AskPass())
    assert hand.model.phase is Phase.ASK_PASS
    hand.press(on.Confirm())
    assert sorted(table_of(hand.model).scores) == [-2, 0]
    hand.open(Sheet.MENU)
    hand.press(on.Go(Phase.HISTORY))
    hand.press(own.ChooseTurn(1))
    assert hand.model.phase is Phase.CORRECT
    hand.press(on.Back())
    hand.press(on.AskUndo())
    hand.press(on.Confirm())
    assert table_of(hand.model).scores == (0, 0)
    hand.open(Sheet.MENU)
    hand.press(on.Go(CommonPhase.HOME))
    assert hand.model.phase is CommonPhase.HOME
    hand.press(on.Resume())
    assert hand.model.phase is Phase.TURN
