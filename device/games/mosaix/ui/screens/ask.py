"""Small questions: take back, end the game. One card, two keys."""

from __future__ import annotations

import pygame

from device.games.mosaix.handlers.games import can_stop
from device.games.mosaix.match import last_deed
from device.games.mosaix.model import Phase
from device.games.mosaix.ui.boards import FigureView
from device.games.mosaix.ui.stage import Stage
from device.ui import theme
from device.ui.asking import SHOWN, ask_card, depth_keys
from device.ui.bar import Bar, bar_with
from device.ui.layout import cut_left, cut_top
from device.ui.parts import backdrop
from device.ui.theme import Weight
from device.ui.widgets import Label, Scene
from engine.mosaix import Enter, Lay, Skip
from engine.mosaix.paper import Counted, Finish


def ask_screen(stage: Stage) -> Scene:
    """The question of the phase."""
    words, model = stage.words, stage.model
    is_undo = model.phase is Phase.ASK_UNDO
    name = "undo" if is_undo else "stop" if can_stop(model) else "abandon"
    title = words(f"ask.{name}")
    if is_undo:
        title = words("ask.undo", turns=words.count("step", model.undo_depth))
    said = title, words(f"ask.{name}-why"), words(f"ask.{name}-yes")
    lines = 4 if stage.page.is_portrait else 2
    asked, room = ask_card(stage, name, said, lines, SHOWN if is_undo else 0)
    scene = (*backdrop(stage), *asked)
    if not is_undo:
        return scene
    low = bar_with(stage, Bar(words("ask.bar-both"), words("ask.bar-both-why")))
    return (*scene, *_undone(stage, room), *low)


def _undone(stage: Stage, room: pygame.Rect) -> Scene:
    """How far it goes back, and what is the earliest to go."""
    px, model = stage.px, stage.model
    if model.match is None:
        return ()
    depth, row = model.undo_depth, cut_top(room, px(68))[0]
    scene, text = depth_keys(stage, row, depth, model.match.can_undo)
    event = last_deed(model.match, depth)
    if isinstance(event, Lay):
        figure, text = cut_left(text, px(72), px(14))
        scene += (FigureView(figure, event.figure),)
    told = _told(stage, event)
    return (*scene, Label(text, told, px(18), theme.INK, Weight.STRONG, lines=3, is_own=True))


def _told(stage: Stage, event: object) -> str:
    words = stage.words
    match event:
        case Lay():
            return words("ask.step-lay")
        case Enter(player):
            return words("ask.step-enter", name=words.player(player))
        case Skip(player):
            return words("ask.step-skip", name=words.player(player))
        case Counted(player):
            return words("ask.step-count", name=words.player(player))
        case Finish():
            return words("ask.step-finish")
        case _:
            return words("ask.step-stop")
