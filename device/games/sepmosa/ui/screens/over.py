"""The end of a game: who won, the way there, the best move, the numbers."""

from __future__ import annotations

import pygame

from device.core.events import Go, Rematch
from device.core.model import CommonPhase
from device.games.sepmosa.model import Phase
from device.games.sepmosa.story import (
    Story,
    action_count,
    best_turn,
    pass_count,
    story_of,
    turns_of,
)
from device.games.sepmosa.ui.curve import Curve
from device.games.sepmosa.ui.move_marks import tell
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.tiles import TileView
from device.ui import theme
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import (
    centred,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    inset,
    rows,
    stacked,
)
from device.ui.parts import backdrop, key, notice_in
from device.ui.state import Sheet
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Felt, IconMark, Label, Scene
from device.ui.words import average, number, signed, uncapped
from engine.sepmosa import Player, Table


def over_screen(stage: Stage) -> Scene:
    """The whole screen."""
    game, table = stage.model.game, stage.model.table
    if game is None or table is None:
        return backdrop(stage)
    story = story_of(game)
    px, scene = stage.px, (*backdrop(stage), *_winner(stage, table, story))
    rest, low = cut_bottom(inset(stage.page.rect, px(14)), px(64), px(14))
    if stage.page.is_portrait:
        upper, numbers = cut_top(cut_top(rest, px(184), px(12))[1], px(326), px(12))
        curve, best = cut_bottom(upper, px(84), px(12))
    else:
        curve, right = cut_left(
            cut_top(rest, px(102), px(12))[1], px(stage.width * 0.56 - 20), px(12)
        )
        best, numbers = cut_top(right, px(84), px(12))
    scene += curve_panel(stage, table, story, curve)
    scene += best_panel(stage, story, best)
    scene += numbers_panel(stage, story, numbers)
    keys = columns(low, 4, px(10))
    words = stage.words
    return (
        *scene,
        key(stage, keys[0], Icon.HOME, words("menu.home"), Go(CommonPhase.HOME)),
        key(stage, keys[1], Icon.LIST, words("menu.history"), Go(Phase.HISTORY)),
        key(stage, keys[2], Icon.SAVE, words("key.export"), stage.open(Sheet.EXPORT)),
        key(stage, keys[3], Icon.PLAY, words("key.rematch"), Rematch(), Style.MAIN),
    )


def _winner(stage: Stage, table: Table, story: Story) -> Scene:
    px, words = stage.px, stage.words
    winner = Player.ONE if table.scores[0] > table.scores[1] else Player.TWO
    turns = len(turns_of(story))
    after = words("over.after", turns=words.count("turn", turns), count=turns)
    if stage.page.is_portrait:
        box = stage.box(0, 0, stage.width, 198)
        cup = stage.box(16, 20, 64, 64)
        title = stage.box(92, 6, stage.width - 106, 64)
        low = stage.box(92, 68, stage.width - 106, 26)
        scores = stage.box(16, 100, stage.width - 32, 88)
    else:
        box = stage.box(0, 0, stage.width, 116)
        cup = stage.box(18, 24, 68, 68)
        title = stage.box(100, 24, stage.width - 400, 44)
        low = stage.box(100, 68, stage.width - 400, 26)
        scores = stage.box(stage.width - 290, 14, 276, 88)
    wins = words("over.wins", name=words.player(winner))
    lines = 2 if stage.page.is_portrait else 1
    scene: Scene = (Felt(box), IconMark(cup, Icon.CUP, theme.GOLD))
    if stage.notice:
        scene += notice_in(stage, title.union(low))
    else:
        scene += (
            Label(title, wins, px(34), theme.PAPER, Weight.HEAVY, lines=lines, is_own=True),
            Label(low, after, px(18), theme.PAPER_SOFT),
        )
    for player, at in zip(Player, columns(scores, 2, px(10)), strict=True):
        ink = theme.GOLD if player == winner else theme.PAPER
        top, value = stacked(at, px(26), px(66))
        value.y -= px(4)
        scene += (
            Label(top, words.player(player), px(17), ink, Weight.STRONG, Align.MIDDLE, is_own=True),
            Label(value, number(table.scores[player]), px(70), ink, Weight.HEAVY, Align.MIDDLE),
        )
    return scene


def curve_panel(stage: Stage, table: Table, story: Story, box: pygame.Rect) -> Scene:
    """Both scores over the turns."""
    px, words = stage.px, stage.words
    scores = ((0, 0), *(each.scores for each in turns_of(story)))
    title, room = cut_top(inset(box, px(14), px(8)), px(26), px(4))
    plot = cut_bottom(inset(room, -px(6), 0), px(28))[0]
    scene: Scene = (
        Box(box, theme.PANEL, px(14)),
        Label(title, words("over.curve", target=table.target), px(17), theme.PAPER, Weight.STRONG),
        Curve(plot, scores, table.target, None, stage.page.unit),
    )
    legend = cut_left(cut_bottom(room, px(24))[1], px(26))[1]
    for player, at in zip(Player, columns(legend, 2, px(10)), strict=True):
        left, text = cut_left(at, px(12), px(8))
        dot = centred(left, px(12))
        name = words.player(player)
        scene += (
            Box(dot, theme.LINES[player], px(6)),
            Label(text, name, px(15), theme.PAPER_SOFT, is_own=True),
        )
    return scene


def best_panel(stage: Stage, story: Story, box: pygame.Rect) -> Scene:
    """The move of the most points."""
    best = best_turn(story)
    px, words = stage.px, stage.words
    scene: Scene = (Box(box, theme.PANEL, px(14)),)
    if best is None or best.move is None:
        return scene
    left, rest = cut_left(inset(box, px(14), 0), px(46), px(14))
    tile = centred(left, px(46), px(60))
    words_box, points = cut_right(inset(rest, -px(8), 0), px(78), px(4))
    upper, lower = stacked(cut_left(inset(words_box, 0, px(10)), px(8))[1], px(28), px(36))
    deed = uncapped(tell(words, best.before, best.move))
    told = words("turn.deed", name=words.player(best.player), move=deed)
    return (
        *scene,
        TileView(tile, best.move.tile, stage.has_marks),
        Label(upper, words("over.best"), px(17), theme.PAPER, Weight.STRONG),
        Label(lower, told, px(14), theme.PAPER_SOFT, lines=2, is_own=True),
        Label(points, signed(best.points), px(40), theme.GOLD, Weight.HEAVY, Align.MIDDLE),
    )


def numbers_panel(stage: Stage, story: Story, box: pygame.Rect) -> Scene:
    """What each has done, counted."""
    px, words = stage.px, stage.words
    scene: Scene = (Box(box, theme.PANEL, px(14)),)
    lines: list[tuple[str, list[int] | list[float]]] = [
        ("over.sets", [sum(each.points > 0 for each in turns_of(story, who)) for who in Player]),
        ("over.average", [_average(story, who) for who in Player]),
        ("over.actions", [action_count(story, who) for who in Player]),
        ("over.passes", [pass_count(story, who) for who in Player]),
    ]
    inner = inset(box, px(14), px(8))
    for row, (text, values) in zip(rows(inner, len(lines), 0), lines, strict=True):
        label, right = cut_right(row, px(128), px(4))
        scene += (Label(label, words(text), px(16), theme.PAPER_SOFT),)
        for player, value, cell in zip(Player, values, columns(right, 2, 0), strict=True):
            shown = str(value) if isinstance(value, int) else average(words.language, value)
            ink = theme.LINES[player]
            scene += (Label(cell, shown, px(20), ink, Weight.BOLD, Align.RIGHT),)
    return scene


def _average(story: Story, player: Player) -> float:
    turns = turns_of(story, player)
    return sum(each.points for each in turns) / max(1, len(turns))
