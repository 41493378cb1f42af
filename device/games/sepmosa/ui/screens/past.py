"""Past games: the list, and one of them replayed turn by turn."""

from __future__ import annotations

from dataclasses import replace

import pygame

from device.core.events import ChooseExport, ChooseGame, CountInStatistics, Delete
from device.core.export_kind import ExportKind
from device.games.sepmosa.model import PastGame, Replay
from device.games.sepmosa.story import Told, story_of, turns_of
from device.games.sepmosa.ui.curve import Curve
from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.move_marks import tell
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.words import Words
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import columns, cut_bottom, cut_right, cut_top, stacked
from device.ui.pages import turning_slider
from device.ui.parts import backdrop, header, key, text_key
from device.ui.screens.games_list import GameLine, game_row, games_list
from device.ui.state import Tap
from device.ui.theme import Rgb, Weight
from device.ui.widgets import Align, Box, Felt, Label, Scene
from device.ui.words import number, signed, uncapped
from engine.sepmosa import Player
from engine.sepmosa.values import RemoveThree, cells_of


def past_screen(stage: Stage) -> Scene:
    """The list, newest first; a deleted game can be brought back."""
    return games_list(stage, lambda game, box: _row(stage, game, box))


def _row(stage: Stage, game: PastGame, box: pygame.Rect) -> Button:
    words = stage.words
    when = f"{words.day(game.begun)}  ·  {words.count('turn', game.turns)}"
    cup: Rgb | None = theme.GOLD if game.counts else theme.PAPER_SOFT
    if game.winner is None:
        when, cup = f"{words.day(game.begun)}  ·  {words('over.unfinished')}", None
    elif not game.counts:
        when = f"{when}  ·  {words('past.no-count')}"
    inks = [theme.GOLD if game.winner == player else theme.PAPER for player in Player]
    scores = list(zip(map(number, game.scores), inks, strict=True))
    names = " – ".join(map(Words(words.language, game.names).player, Player))
    wide = 112 if stage.page.is_portrait else 146
    return game_row(stage, box, ChooseGame(game.id), GameLine(names, when, scores, cup, wide, 28))


def replay_screen(stage: Stage) -> Scene:
    """A past game at one of its turns."""
    replay = stage.model.replay
    if replay is None:
        return backdrop(stage)
    words = Words(stage.words.language, replay.shown.names)  # not those who play now
    stage = replace(stage, words=words)
    story = turns_of(story_of(replay.shown.game))
    told = story[replay.turn - 1] if 0 < replay.turn <= len(story) else None
    names = " – ".join(map(words.player, Player))
    where = words("past.turn", turn=replay.turn, count=replay.turns)
    wide, high = stage.width, stage.height
    if stage.page.is_portrait:
        cloth = stage.box(0, 82, wide, high - 82 - 468)
        side = stage.box(14, high - 458, wide - 28, 310)
        low = stage.box(14, high - 138, wide - 28, 60)
        deed = stage.box(14, high - 72, wide - 28, 62)
    else:
        cloth = stage.box(0, 82, wide - 214, high - 82 - 124)
        side = stage.box(wide - 204, 82, 190, high - 92)
        low = stage.box(14, high - 66, wide - 232, 60)
        deed = stage.box(14, high - 120, wide - 242, 52)
        cloth, side, low, deed = map(stage.handed, (cloth, side, low, deed))
    game = replay.shown.game
    mosaic = story[replay.turn].before if replay.turn < len(story) else game.state.mosaic
    last = () if told is None or told.move is None else cells_of(told.move)
    if told is not None and isinstance(told.move, RemoveThree):
        last = told.move.cells or ()
    return (
        *backdrop(stage),
        *header(stage, names, where),
        Felt(cloth),
        MosaicView(
            cloth,
            mosaic,
            last=last,
            has_marks=stage.has_marks,
            unit=stage.page.unit,
        ),
        *_deed(stage, told, deed),
        *_slider(stage, replay, low),
        *_side(stage, replay, side),
    )


def _deed(stage: Stage, told: Told | None, box: pygame.Rect) -> Scene:
    px, words = stage.px, stage.words
    if told is None or told.move is None:
        return (Label(box, words("past.start"), px(19), theme.PAPER, Weight.STRONG),)
    text, points = cut_right(box, px(90), px(6))
    deed = uncapped(tell(words, told.before, told.move))
    who = words("turn.deed", name=words.player(told.player), move=deed)
    return (
        Label(text, who, px(19), theme.PAPER, Weight.STRONG, lines=2, is_own=True),
        Label(points, signed(told.points), px(40), theme.GOLD, Weight.HEAVY, Align.RIGHT),
    )


def _slider(stage: Stage, replay: Replay, box: pygame.Rect) -> Scene:
    return turning_slider(stage, box, replay.turn, replay.turns)


def _side(stage: Stage, replay: Replay, box: pygame.Rect) -> Scene:
    """The scores at that turn, and what can be done with the game."""
    px, words = stage.px, stage.words
    story = turns_of(story_of(replay.shown.game))
    scores = story[replay.turn - 1].scores if 0 < replay.turn <= len(story) else (0, 0)
    top, rest = cut_top(box, px(92), px(10))
    scene: Scene = (Box(top, theme.PANEL, px(12)),)
    for player, at in zip(Player, columns(top.inflate(-px(12), -px(8)), 2, px(6)), strict=True):
        upper, value = stacked(at, px(24), px(48))
        ink = theme.LINES[player]
        scene += (
            Label(upper, words.player(player), px(15), ink, align=Align.MIDDLE, is_own=True),
            Label(value, number(scores[player]), px(46), ink, Weight.HEAVY, Align.MIDDLE),
        )
    known = next((game for game in stage.model.past_games if game.id == replay.shown.id), None)
    can_count = known is None or known.winner is not None
    counts = known.counts if known else True
    entries: tuple[tuple[Icon, str, Tap, Style], ...] = (
        (Icon.SAVE, "past.record", ChooseExport(ExportKind.RECORD), Style.KEY),
        (Icon.SAVE, "past.csv", ChooseExport(ExportKind.CSV), Style.KEY),
        (Icon.SAVE, "past.picture", ChooseExport(ExportKind.PICTURE), Style.KEY),
        (Icon.BIN, "key.delete", Delete(replay.shown.id), Style.KEY),
    )
    grid = cut_top(rest, px(64))[0]
    boxes = [*columns(grid, 2, px(8)), *columns(grid.move(0, px(72)), 2, px(8))]
    if stage.page.is_portrait:
        boxes = columns(grid, 4, px(8))
    for at, (icon, text, meant, style) in zip(boxes, entries, strict=True):
        scene += (key(stage, at, icon, words(text), meant, style),)
    change = CountInStatistics(replay.shown.id, not counts)
    room, low = cut_bottom(rest, px(60), px(8)) if can_count else (rest, rest)
    room = cut_top(room, boxes[-1].bottom + px(8) - room.y)[1]
    line = ((0, 0), *(each.scores for each in story))
    scene += (Curve(room, line, replay.shown.game.state.target, replay.turn, stage.page.unit),)
    if not can_count:  # statistics know nothing of a game that nobody has won
        return scene
    text = words("past.counts" if counts else "past.no-count")
    icon = Icon.TICK if counts else Icon.CROSS
    return (*scene, text_key(stage, low, text, change, Style.KEY, 17, icon))
