"""The table as every screen of a game shows it: two players, the mosaic, and the bar below."""

from __future__ import annotations

from dataclasses import replace

import pygame

from device.core.settings import ClockMode
from device.games.sepmosa.story import last_points, story_of
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.tiles import TileView
from device.ui import theme
from device.ui.bar import (
    BAR,
    HEADER,
    SIDE,
    Bar,
    bar_with,
)
from device.ui.layout import band, centred, columns, inset
from device.ui.marks import Turned, Way
from device.ui.stage import eased
from device.ui.theme import Rgb, Weight
from device.ui.widgets import Align, Box, Fade, Fill, Label, Scene
from device.ui.words import number, signed
from engine.sepmosa import Player, Table, Tile


def panel_box(stage: Stage, player: int) -> pygame.Rect:
    """Where a player's score is."""
    page = stage.page
    if page.is_portrait:
        half = page.width // 2
        return pygame.Rect(half * player, 0, half, stage.px(HEADER))
    side = stage.px(SIDE)
    high = page.height - stage.px(BAR)
    return pygame.Rect((page.width - side) * player, 0, side, high)


def panels(stage: Stage, table: Table, ahead: int = 0) -> Scene:
    """Both players' panels; in a two-sided header the second faces the other side."""
    scene: Scene = ()
    for player in Player:
        rect = panel_box(stage, player)
        inner = panel(stage, table, player, ahead if player == table.player else 0)
        if stage.is_two_sided and player == Player.TWO:
            scene += (Turned(rect, inner),)
        else:
            scene += inner
    return scene


def panel(stage: Stage, table: Table, player: Player, ahead: int) -> Scene:
    """One player's name, score and way to the target."""
    rect = panel_box(stage, player)
    px, words = stage.px, stage.words
    is_now = table.player == player
    top, low = (theme.PANEL_NOW, theme.PANEL) if is_now else (theme.PANEL, theme.PANEL)
    scene: Scene = (Fade(rect, top, low),)
    if is_now:
        scene += (Fill(band(rect, 0, px(5)), theme.GOLD),)
    inner = rect.inflate(-px(20), 0)

    def line(y: float, height: float) -> pygame.Rect:
        return band(inner, px(y), px(height))

    score = _shown_score(stage, table, player)
    ink = theme.PAPER if is_now else theme.blend(theme.PAPER, theme.PAPER_SOFT, 0.35)
    of = words("turn.of", target=table.target)
    if stage.page.is_portrait:
        of = f"{of}  ·  {_count_words(stage, table, player)}"
    name = words.player(player)
    scene += (
        Label(line(11, 26), name, px(18), ink, Weight.STRONG, Align.MIDDLE, is_own=True),
        Label(line(36, 84), number(score), px(84), ink, Weight.HEAVY, Align.MIDDLE),
        Label(line(119, 20), of, px(15), theme.PAPER_SOFT, align=Align.MIDDLE),
        Way(line(143, 10), score / table.target, ahead / table.target),
    )
    if stage.page.is_portrait:
        return scene + _portrait_foot(stage, table, player)
    scene += _state(stage, table, player, line(166, 30))
    clock = _clock(stage, table, player)
    if clock:
        scene += (
            Label(
                line(206, 34),
                clock,
                px(26),
                _clock_ink(clock, ink),
                Weight.STRONG,
                Align.MIDDLE,
            ),
        )
    return scene + _counts(stage, table, player, rect)


def _portrait_foot(stage: Stage, table: Table, player: Player) -> Scene:
    rect = panel_box(stage, player)
    px = stage.px
    box = inset(band(rect, px(156), px(28)), px(10), 0)
    clock = _clock(stage, table, player)
    if not clock:
        return _state(stage, table, player, box)
    left, right = columns(box, 2, 0)
    shown = Label(right, clock, px(20), theme.PAPER, Weight.STRONG, Align.MIDDLE)
    return (*_state(stage, table, player, left), shown)


def _state(stage: Stage, table: Table, player: Player, box: pygame.Rect) -> Scene:
    """Whose turn it is, or what the other scored last; the companion is told nothing."""
    px = stage.px
    if table.player == player and not stage.model.is_companion(player):
        text = stage.words("turn.yours")
        words = Label(box, text, px(15), theme.GOLD_INK, Weight.BOLD, Align.MIDDLE)
        wide = min(box.width, words.ink.width + px(26))
        pill = centred(box, wide, px(28))
        return (Box(pill, theme.GOLD, px(14)), replace(words, rect=inset(pill, px(10), 0)))
    last = _last_points(stage, player)
    if last is None:
        return ()
    text = stage.words("turn.last", points=signed(last))
    return (Label(box, text, px(16), theme.PAPER_SOFT, align=Align.MIDDLE),)


def _counts(stage: Stage, table: Table, player: Player, rect: pygame.Rect) -> Scene:
    """Tiles in the stock on the left, action tiles played on the right, at the foot."""
    box = inset(band(rect, rect.height - stage.px(34), stage.px(24)), stage.px(6), 0)
    text = _count_words(stage, table, player)
    return (Label(box, text, stage.px(15), theme.PAPER_SOFT, align=Align.MIDDLE),)


def _count_words(stage: Stage, table: Table, player: Player) -> str:
    if player == Player.ONE:
        return stage.words("turn.stock", count=table.stock)
    return stage.words("turn.actions", count=len(table.played))


def _shown_score(stage: Stage, table: Table, player: Player) -> int:
    """The score, counting up while points just scored fly to it."""
    gain = stage.model.gain
    score = table.scores[player]
    if gain is None or gain.seat != player:
        return score
    return score - round(gain.points * (1 - eased(stage.since_gain)))


def _last_points(stage: Stage, player: Player) -> int | None:
    game = stage.model.game
    return last_points(story_of(game), player) if game else None


def _clock(stage: Stage, table: Table, player: Player) -> str:
    settings, clock = stage.model.settings, stage.model.clock
    if settings.clock is ClockMode.OFF:
        return ""
    if settings.clock is ClockMode.TURN:
        if player != table.player:
            return ""
        left = settings.turn_seconds - clock.turn
    else:
        left = settings.player_seconds - clock.players[player]
    whole = max(0, round(left))
    return f"{whole // 60}:{whole % 60:02d}"


def _clock_ink(clock: str, ink: Rgb) -> Rgb:
    return theme.NO_ON_DARK if clock == "0:00" else ink


def bar(stage: Stage, shown: Bar, tile: Tile | None = None) -> Scene:
    """The bar at the bottom, with the tile it is about."""
    if tile is None:
        return bar_with(stage, shown)
    return bar_with(stage, shown, lambda at: TileView(at, tile, stage.has_marks))
