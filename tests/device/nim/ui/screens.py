"""How Nim looks: a heap, what can be done with it, and who has won how often."""

from __future__ import annotations

from collections import Counter
from typing import Any

from device.core import events as on
from device.core.export_kind import ExportKind
from device.ui import theme
from device.ui.icons import Icon
from device.ui.layout import cells, columns
from device.ui.parts import backdrop, header, text_key
from device.ui.stage import CommonStage
from device.ui.state import Tap, Ui
from device.ui.theme import Page
from device.ui.view import Screens, Since
from device.ui.widgets import Box, Scene
from device.ui.words import GameWords
from tests.device.nim.phases import NimModel, NimPhase
from tests.device.nim.rules import COUNTERS, MOST, NimTake

Keys = list[tuple[str, Tap]]


def _scene(model: NimModel, ui: Ui, page: Page, _since: Since) -> Scene:
    stage = CommonStage(model, ui, page, GameWords(model.settings.language, model.names))
    top, low = stage.box(20, 100, stage.width - 40, 60), stage.box(20, 220, stage.width - 40, 240)
    told, keys = BY_PHASE[model.phase](model)
    scene = (*backdrop(stage), *header(stage, told))
    left = model.game.state.left if model.phase is NimPhase.PLAY and model.game is not None else 0
    scene += tuple(Box(at, theme.GOLD, 8) for at in columns(top, COUNTERS, stage.px(8))[:left])
    for at, (text, meant) in zip(cells(low, 3, 3, stage.px(8)), keys, strict=False):
        scene += (text_key(stage, at, text, meant, icon=Icon.NEXT),)
    return scene


def _menu(model: NimModel) -> tuple[str, Keys]:
    keys: Keys = [("New", on.Confirm()), ("Past", on.Go(NimPhase.PAST))]
    return "NIM", [*keys, *([("Go on", on.Resume())] if model.game else [])]


def _play(model: NimModel) -> tuple[str, Keys]:
    if model.game is None:
        return "", []
    heap = model.game.state
    told = f"{heap.left} left, {model.names[heap.player]} takes {model.seen or ''}"
    if heap.winner is not None:
        told = f"{model.names[heap.winner]} wins"
    keys: Keys = [(f"Take {count}", NimTake(count)) for count in range(1, MOST + 1)]
    keys += [("Yes", on.Confirm()), ("Undo", on.AskUndo()), ("Redo", on.AskRedo())]
    return told, [*keys, ("End", on.Abandon())]


def _past(model: NimModel) -> tuple[str, Keys]:
    games = model.past_games
    wins = Counter(each.names[won] for each in games if (won := each.summary["winner"]) is not None)
    told = f"{len(games)} games; " + ", ".join(f"{who} {count}" for who, count in wins.items())
    keys: Keys = [(f"Game {game.id}", on.ChooseGame(game.id)) for game in games]
    record = ("Record", on.ChooseExport(ExportKind.RECORD))
    return told, [*keys, record] if model.replay is not None else keys


BY_PHASE: dict[Any, Any] = {NimPhase.MENU: _menu, NimPhase.PLAY: _play, NimPhase.PAST: _past}
SCREENS = Screens(_scene)
