"""Small questions: pass, take back, end the game, shut down. One card, two keys."""

from __future__ import annotations

import pygame

from device.core.events import AskUndo, Back, Confirm
from device.core.model import CommonPhase
from device.games.sepmosa.model import Phase
from device.games.sepmosa.ui.move_marks import tell
from device.games.sepmosa.ui.screens.turn import table_scene
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.story import story_of, turns_of
from device.games.sepmosa.ui.table import bar
from device.games.sepmosa.ui.tiles import TileView
from device.ui import theme
from device.ui.bar import Bar
from device.ui.controls import ANSWERS, Style
from device.ui.layout import columns, inset
from device.ui.parts import backdrop, card, card_box, headline, stepper, text_key
from device.ui.theme import Weight
from device.ui.widgets import Label, Scene
from device.ui.words import signed


def behind(stage: Stage) -> Scene:
    """The table behind a card, or plain ground where no game is open."""
    table = stage.model.table
    return backdrop(stage) if table is None else table_scene(stage, table)


def ask_screen(stage: Stage) -> Scene:
    """The question of the phase."""
    name = {
        Phase.ASK_PASS: "pass",
        Phase.ASK_UNDO: "undo",
        Phase.ASK_ABANDON: "abandon",
        CommonPhase.SHUT_DOWN: "shut-down",
    }[stage.model.phase]
    words, px = stage.words, stage.px
    title = words(f"ask.{name}")
    if name == "undo":
        title = words("ask.undo", turns=words.count("turn", stage.model.undo_depth))
    lines = 4 if stage.page.is_portrait else 2
    box = card_box(stage, (272 if name == "undo" else 180) + 22 * lines)
    inner = box.inflate(-px(48), -px(40))
    scene = (
        *behind(stage),
        *card(stage, box),
        *bar(stage, _bar(stage)),
        *headline(stage, inner, title, words(f"ask.{name}-why"), lines),
    )
    if name == "undo":
        scene += _undone(stage, inner)
    low = pygame.Rect(inner.x, inner.bottom - px(64), inner.width, px(64))
    no_box, yes_box = columns(low, 2, px(12))
    no, yes = ANSWERS[name]
    return (
        *scene,
        text_key(stage, no_box, words("key.never-mind"), Back(), no),
        text_key(stage, yes_box, words(f"ask.{name}-yes"), Confirm(), yes),
    )


def _bar(stage: Stage) -> Bar:
    words = stage.words
    if stage.model.phase is CommonPhase.SHUT_DOWN:
        return Bar("", "")
    name = words.player(stage.player)
    is_yes = stage.model.phase is not Phase.ASK_ABANDON  # no press ends a game by accident
    return Bar(words("ask.bar", name=name), words("ask.bar-why" if is_yes else "ask.bar-why-no"))


def _undone(stage: Stage, inner: pygame.Rect) -> Scene:
    """The turns that would be taken back, and how many."""
    px, words, model = stage.px, stage.words, stage.model
    if model.game is None:
        return ()
    row = pygame.Rect(inner.x, inner.bottom - px(64 + 12 + 84), inner.width, px(64))
    depth = model.undo_depth
    fewer = AskUndo(depth - 1) if depth > 1 else None
    further = AskUndo(depth + 1) if depth < model.game.can_undo else None
    scene, middle = stepper(stage, row, 68, (fewer, further), Style.CARD)
    turns = turns_of(story_of(model.game))
    if not turns:
        return scene
    first = turns[max(0, len(turns) - depth)]
    text = middle = inset(middle, px(16), 0)
    if first.move is not None and first.move.tile is not None:
        tile = pygame.Rect(middle.x, 0, px(46), px(60))
        tile.centery = middle.centery
        scene += (TileView(tile, first.move.tile, stage.has_marks),)
        left = tile.right + px(14)
        text = pygame.Rect(left, middle.y, middle.right - left, middle.height)
    told = tell(words, first.before, first.move) if first.move else ""
    who = f"{words.player(first.player)}  {signed(first.points)}"
    upper = pygame.Rect(text.x, text.y - px(4), text.width, px(44))
    lower = pygame.Rect(text.x, upper.bottom - px(2), text.width, px(26))
    return (
        *scene,
        Label(upper, told, px(18), theme.INK, Weight.STRONG, lines=2),
        Label(lower, who, px(16), theme.INK_SOFT, is_own=True),
    )
