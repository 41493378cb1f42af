"""Small questions: pass, take back, end the game, shut down. One card, two keys."""

from __future__ import annotations

import pygame

from device.core.model import CommonPhase
from device.games.sepmosa.model import Phase
from device.games.sepmosa.story import story_of, turns_of
from device.games.sepmosa.ui.move_marks import tell
from device.games.sepmosa.ui.screens.turn import table_scene
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.table import bar
from device.games.sepmosa.ui.tiles import TileView
from device.ui import theme
from device.ui.asking import SHOWN, ask_card, depth_keys
from device.ui.bar import Bar
from device.ui.layout import centred, cut_left, cut_top, stacked
from device.ui.parts import backdrop
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
    words = stage.words
    title = words(f"ask.{name}")
    if name == "undo":
        title = words("ask.undo", turns=words.count("turn", stage.model.undo_depth))
    lines = 4 if stage.page.is_portrait else 2
    said = title, words(f"ask.{name}-why"), words(f"ask.{name}-yes")
    asked, room = ask_card(stage, name, said, lines, SHOWN if name == "undo" else 0)
    scene = (*behind(stage), *asked, *bar(stage, _bar(stage)))
    return (*scene, *_undone(stage, room)) if name == "undo" else scene


def _bar(stage: Stage) -> Bar:
    words = stage.words
    if stage.model.phase is CommonPhase.SHUT_DOWN:
        return Bar("", "")
    if stage.model.phase is Phase.ASK_UNDO:
        return Bar(words("ask.bar-both"), words("ask.bar-both-why"))
    name = words.player(stage.player)
    is_yes = stage.model.phase is not Phase.ASK_ABANDON  # no press ends a game by accident
    return Bar(words("ask.bar", name=name), words("ask.bar-why" if is_yes else "ask.bar-why-no"))


def _undone(stage: Stage, room: pygame.Rect) -> Scene:
    """The turns that would be taken back, and how many."""
    px, words, model = stage.px, stage.words, stage.model
    if model.game is None:
        return ()
    row = cut_top(room, px(64))[0]
    scene, middle = depth_keys(stage, row, model.undo_depth, model.game.can_undo)
    turns = turns_of(story_of(model.game))
    if not turns:
        return scene
    first = turns[max(0, len(turns) - model.undo_depth)]
    if first.move is not None and first.move.tile is not None:
        tile, middle = cut_left(middle, px(46), px(14))
        scene += (TileView(centred(tile, px(46), px(60)), first.move.tile, stage.has_marks),)
    told = tell(words, first.before, first.move) if first.move else ""
    who = f"{words.player(first.player)}  {signed(first.points)}"
    upper, lower = stacked(middle.move(0, -px(4)), px(42), px(26))
    upper.height += px(2)
    return (
        *scene,
        Label(upper, told, px(18), theme.INK, Weight.STRONG, lines=2),
        Label(lower, who, px(16), theme.INK_SOFT, is_own=True),
    )
