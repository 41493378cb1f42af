"""How Nim looks: a heap, what can be done with it, and who has won how often."""

from collections import Counter

import pygame

from device.core import events as on
from device.core.export_kind import ExportKind
from device.ui import theme
from device.ui.icons import Icon
from device.ui.layout import Layout
from device.ui.parts import backdrop, columns, rows, text_key
from device.ui.theme import Weight
from device.ui.view import Screens
from device.ui.widgets import Box, Label
from tests.device.nim.phases import Phase
from tests.device.nim.rules import MOST, Take


def _scene(model, _ui, page, _since):
    stage = type("Stage", (Layout,), {"page": page, "model": model})()
    top, low = stage.box(20, 20, stage.width - 40, 180), stage.box(20, 220, stage.width - 40, 240)
    told, keys = BY_PHASE[model.phase](stage)
    scene = (*backdrop(stage), Label(top, told, stage.px(30), theme.PAPER, Weight.BOLD, lines=4))
    if model.phase is Phase.PLAY:
        for at in columns(top, max(1, model.game.state.left), stage.px(8)):
            scene += (Box(pygame.Rect(at.x, at.bottom, stage.px(20), stage.px(20)), theme.GOLD, 8),)
    boxes = [at for line in rows(low, 3, stage.px(8)) for at in columns(line, 3, stage.px(8))]
    for at, (text, meant) in zip(boxes, keys, strict=False):
        scene += (text_key(stage, at, text, meant, icon=Icon.NEXT),)
    return scene


def _menu(stage):
    keys = [("New", on.Confirm()), ("Past", on.Go(Phase.PAST)), ("Home", on.Back())]
    return "NIM", [*keys, *([("Go on", on.Resume())] if stage.model.game else [])]


def _play(stage):
    heap = stage.model.game.state
    told = f"{heap.left} left, {stage.model.names[heap.player]} takes {stage.model.offer or ''}"
    if heap.winner is not None:
        told = f"{stage.model.names[heap.winner]} wins"
    keys = [(f"Take {count}", Take(count)) for count in range(1, MOST + 1)]
    keys += [("Yes", on.Confirm()), ("Undo", on.AskUndo()), ("Redo", on.AskRedo())]
    return told, [*keys, ("End", on.Abandon()), ("Menu", on.Back())]


def _past(stage):
    games = stage.model.past_games
    winners = ((game.names, game.summary["winner"]) for game in games)
    wins = Counter(names[winner] for names, winner in winners if winner is not None)
    told = f"{len(games)} games; " + ", ".join(f"{who} {count}" for who, count in wins.items())
    keys = [(f"Game {game.id}", on.ChooseGame(game.id)) for game in games]
    if stage.model.shown is not None:
        keys.append(("Record", on.ChooseExport(ExportKind.RECORD)))
    return told, [*keys, ("Menu", on.Back())]


BY_PHASE = {Phase.MENU: _menu, Phase.PLAY: _play, Phase.PAST: _past}
SCREENS = Screens(_scene)
