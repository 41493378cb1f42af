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
from device.ui.controls import ANSWERS, Button, Style
from device.ui.icons import Icon
from device.ui.layout import columns
from device.ui.parts import backdrop, card, card_box, headline, text_key
from device.ui.state import Tap
from device.ui.theme import Weight
from device.ui.widgets import IconMark, Label, Scene
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
    less = pygame.Rect(row.x, row.y, px(68), row.height)
    more = pygame.Rect(row.right - px(68), row.y, px(68), row.height)
    depth, most = model.undo_depth, model.match.can_undo
    middle = pygame.Rect(less.right + px(16), row.y, more.x - less.right - px(32), row.height)
    scene: Scene = (
        _step(stage, less, Icon.MINUS, AskUndo(depth - 1) if depth > 1 else None),
        _step(stage, more, Icon.PLUS, AskUndo(depth + 1) if depth < most else None),
    )
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


def _step(stage: Stage, box: pygame.Rect, icon: Icon, meant: Tap | None) -> Button:
    side = stage.px(26)
    symbol = pygame.Rect(0, 0, side, side)
    symbol.center = box.center
    style = Style.CARD if meant else Style.OFF_CARD
    return Button(box, meant, style, stage.px(12), shown=(IconMark(symbol, icon, style.ink),))
