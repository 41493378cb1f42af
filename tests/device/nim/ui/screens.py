"""How Nim looks: a heap, what can be done with it, and who has won how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from device.core import events as on
from device.core.export_kind import ExportKind
from device.ui import theme
from device.ui.icons import Icon
from device.ui.layout import Layout, columns, rows
from device.ui.parts import backdrop, notice_in, text_key
from device.ui.state import Tap, Ui
from device.ui.theme import Page, Weight
from device.ui.view import Screens, Since
from device.ui.widgets import Box, Label, Scene
from device.ui.words import GameWords
from tests.device.nim.phases import NimModel, Phase
from tests.device.nim.rules import MOST, Take

Keys = list[tuple[str, Tap]]


@dataclass(frozen=True, slots=True)
class Stage(Layout):
    """All that a screen may look at while it is built."""

    model: NimModel
    page: Page

    @property
    def notice(self) -> str:
        """What is to be read for a moment: where a file was written, what a rule has against it."""
        notice = self.model.notice
        words = GameWords(self.model.settings.language, self.model.names)
        return words.sentence(notice.sentence) if notice is not None else ""


def _scene(model: NimModel, _ui: Ui, page: Page, _since: Since) -> Scene:
    stage = Stage(model, page)
    top, low = stage.box(20, 20, stage.width - 40, 180), stage.box(20, 220, stage.width - 40, 240)
    told, keys = BY_PHASE[model.phase](model)
    words = (Label(top, told, stage.px(30), theme.PAPER, Weight.BOLD, lines=4),)
    scene = (*backdrop(stage), *(notice_in(stage, top) if stage.notice else words))
    if model.phase is Phase.PLAY and model.game is not None:
        for at in columns(top, max(1, model.game.state.left), stage.px(8)):
            scene += (Box(pygame.Rect(at.x, at.bottom, stage.px(20), stage.px(20)), theme.GOLD, 8),)
    boxes = [at for line in rows(low, 3, stage.px(8)) for at in columns(line, 3, stage.px(8))]
    for at, (text, meant) in zip(boxes, keys, strict=False):
        scene += (text_key(stage, at, text, meant, icon=Icon.NEXT),)
    return scene


def _menu(model: NimModel) -> tuple[str, Keys]:
    keys: Keys = [("New", on.Confirm()), ("Past", on.Go(Phase.PAST)), ("Home", on.Back())]
    return "NIM", [*keys, *([("Go on", on.Resume())] if model.game else [])]


def _play(model: NimModel) -> tuple[str, Keys]:
    if model.game is None:
        return "", [("Menu", on.Back())]
    heap = model.game.state
    told = f"{heap.left} left, {model.names[heap.player]} takes {model.offer or ''}"
    if heap.winner is not None:
        told = f"{model.names[heap.winner]} wins"
    keys: Keys = [(f"Take {count}", Take(count)) for count in range(1, MOST + 1)]
    keys += [("Yes", on.Confirm()), ("Undo", on.AskUndo()), ("Redo", on.AskRedo())]
    return told, [*keys, ("End", on.Abandon()), ("Menu", on.Back())]


def _past(model: NimModel) -> tuple[str, Keys]:
    games = model.past_games
    winners = ((game.names, game.summary["winner"]) for game in games)
    wins = Counter(names[winner] for names, winner in winners if winner is not None)
    told = f"{len(games)} games; " + ", ".join(f"{who} {count}" for who, count in wins.items())
    keys: Keys = [("Menu", on.Back())]
    if model.shown is not None:
        keys.append(("Record", on.ChooseExport(ExportKind.RECORD)))
    return told, [*keys, *((f"Game {game.id}", on.ChooseGame(game.id)) for game in games)]


BY_PHASE: dict[object, Callable[[NimModel], tuple[str, Keys]]] = {
    Phase.MENU: _menu,
    Phase.PLAY: _play,
    Phase.PAST: _past,
}
SCREENS = Screens(_scene)
