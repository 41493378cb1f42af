"""Small questions: take back, end the game. One card, two keys."""

from __future__ import annotations

import pygame

from device.core.events import AskUndo, Back, Confirm
from device.games.mosaix.handlers.games import can_stop
from device.games.mosaix.match import last_deed
from device.games.mosaix.model import Phase
from device.games.mosaix.ui.boards import FigureView
from device.games.mosaix.ui.stage import Stage
from device.ui import theme
from device.ui.controls import ANSWERS, Style
from device.ui.layout import columns, inset
from device.ui.parts import backdrop, card, card_box, headline, stepper, text_key
from device.ui.theme import Weight
from device.ui.widgets import Label, Scene
from engine.mosaix import Enter, Lay, Skip
from engine.mosaix.paper import Counted, Finish


def ask_screen(stage: Stage) -> Scene:
    """The question of the phase."""
    words, px, model = stage.words, stage.px, stage.model
    is_undo = model.phase is Phase.ASK_UNDO
    name = "undo" if is_undo else "stop" if can_stop(model) else "abandon"
    lines = 4 if stage.page.is_portrait else 2
    box = card_box(stage, (272 if is_undo else 180) + 22 * lines)
    inner = box.inflate(-px(48), -px(40))
    title = words(f"ask.{name}")
    if is_undo:
        title = words("ask.undo", turns=words.count("step", model.undo_depth))
    scene = (
        *backdrop(stage),
        *card(stage, box),
        *headline(stage, inner, title, words(f"ask.{name}-why"), lines),
    )
    if is_undo:
        scene += _undone(stage, inner)
    low = pygame.Rect(inner.x, inner.bottom - px(64), inner.width, px(64))
    no_box, yes_box = columns(low, 2, px(12))
    no, yes = ANSWERS[name]
    return (
        *scene,
        text_key(stage, no_box, words("key.never-mind"), Back(), no),
        text_key(stage, yes_box, words(f"ask.{name}-yes"), Confirm(), yes),
    )


def _undone(stage: Stage, inner: pygame.Rect) -> Scene:
    """How far it goes back, and what is the earliest to go."""
    px, model = stage.px, stage.model
    if model.match is None:
        return ()
    row = pygame.Rect(inner.x, inner.bottom - px(64 + 12 + 84), inner.width, px(68))
    depth, most = model.undo_depth, model.match.can_undo
    fewer = AskUndo(depth - 1) if depth > 1 else None
    further = AskUndo(depth + 1) if depth < most else None
    scene, middle = stepper(stage, row, 68, (fewer, further), Style.CARD)
    middle = inset(middle, px(16), 0)
    event = last_deed(model.match, depth)
    text = middle
    if isinstance(event, Lay):
        figure = pygame.Rect(middle.x, middle.y, px(72), middle.height)
        scene += (FigureView(figure, event.figure),)
        left = figure.right + px(14)
        text = pygame.Rect(left, middle.y, middle.right - left, middle.height)
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
