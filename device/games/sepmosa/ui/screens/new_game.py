"""A new game: two names, who starts, and what is played for."""

from __future__ import annotations

from dataclasses import replace

import pygame

from device.core.events import Change, Confirm
from device.core.settings import PLAYER_SECONDS, TARGETS, TURN_SECONDS, ClockMode, Opponent
from device.games.sepmosa.ui.stage import Stage
from device.ui import theme
from device.ui.controls import Button, Style, Toggle
from device.ui.icons import Icon
from device.ui.layout import columns, cut_left, cut_right, stacked
from device.ui.parts import backdrop, header, icon_key, segments, stepper, text_key
from device.ui.sheets import language_key
from device.ui.state import Sheet, Tap
from device.ui.theme import Weight
from device.ui.widgets import Align, IconMark, Label, Scene
from engine.sepmosa import Player

STEP = 7  # points by which the target changes


def new_game_screen(stage: Stage) -> Scene:
    """Everything to settle before a game."""
    words, px = stage.words, stage.px
    wide = stage.width
    has_player = stage.model.facts.has_player
    start_wide = 160 if stage.page.is_portrait else 200
    start = stage.box(wide - start_wide - 14, 10, start_wide, 60)
    scene = (*backdrop(stage), *header(stage, words("new.title"), right=start_wide + 14))
    scene += (text_key(stage, start, words("key.start"), Confirm(), Style.MAIN, 20, Icon.PLAY),)
    if stage.page.is_portrait:
        names = [stage.box(14, 88, wide - 28, 104), stage.box(14, 202, wide - 28, 104)]
        top, step = 326.0, 92.0 if has_player else 118.0
    else:
        names = columns(stage.box(14, 82, wide - 28, 104), 2, px(12))
        top, step = 198.0, 68.0
    for player, box in zip(Player, names, strict=True):
        scene += (_name(stage, player, box),)
    makes = [_target, _clock, *([_opponent] if has_player else []), _identical, _language]
    is_shared = has_player and not stage.page.is_portrait  # the last two in one row
    for number, make in enumerate(makes[:-2] if is_shared else makes):
        scene += make(stage, stage.box(14, top + number * step, wide - 28, 60))
    if is_shared:
        left, right = columns(stage.box(14, top + 3 * step, wide - 28, 60), 2, px(12))
        settings = stage.model.settings
        scene += (*_identical(stage, left), language_key(stage, right, settings, stage.ui))
    return scene


def _name(stage: Stage, player: Player, box: pygame.Rect) -> Button:
    px, words, model = stage.px, stage.words, stage.model
    inner = box.inflate(-px(36), -px(16))
    name = model.names[player]
    is_first = model.lot == player
    upper, lower = stacked(inner, px(46), px(30))
    upper, pencil = cut_right(upper, px(28), px(8))
    hint = words("new.starts") if is_first else ""
    if not hint and (name or model.lot is None):
        hint = words("new.lot") if model.lot is None else words("new.player", count=player + 1)
    shown: Scene = (
        Label(upper, words.player(player), px(28), theme.INK, Weight.BOLD, is_own=bool(name)),
        Label(
            lower,
            hint,
            px(16),
            theme.GOLD_DEEP if is_first else theme.INK_SOFT,
            Weight.STRONG if is_first else Weight.REGULAR,
        ),
    )
    if model.is_companion(player):
        return Button(box, None, Style.OFF_CARD, px(14), px(1), shown)
    shown += (IconMark(pencil, Icon.EDIT, theme.INK_SOFT),)
    sheet = Sheet.NAME_ONE if player == Player.ONE else Sheet.NAME_TWO
    return Button(box, stage.open(sheet), Style.CHOICE, px(14), px(1), shown)


def _row(stage: Stage, box: pygame.Rect, text: str, share: float) -> tuple[Scene, pygame.Rect]:
    """A row with its words on the left, and the box for its control."""
    px = stage.px
    if stage.page.is_portrait:
        label, control = stacked(box, px(32), px(60))
        label = label.move(px(4), -px(2))
        return (Label(label, text, px(17), theme.PAPER, Weight.STRONG),), control
    left = round(box.width * (1 - share))
    label, control = cut_left(box, left)
    label = cut_right(cut_left(label, px(6))[1], px(10))[0]
    return (Label(label, text, px(18), theme.PAPER, Weight.STRONG, lines=2),), control


def _target(stage: Stage, box: pygame.Rect) -> Scene:
    settings = stage.model.settings
    scene, control = _row(stage, box, stage.words("new.target"), 0.62)
    less, shown, more = columns(control, 3, stage.px(6))
    value = Label(shown, str(settings.target), stage.px(28), theme.GOLD, Weight.BOLD, Align.MIDDLE)
    return (
        *scene,
        icon_key(stage, less, Icon.MINUS, _aimed(stage, settings.target - STEP)),
        value,
        icon_key(stage, more, Icon.PLUS, _aimed(stage, settings.target + STEP)),
    )


def _aimed(stage: Stage, target: int) -> Tap | None:
    """Another target, if it can be one."""
    return Change(replace(stage.model.settings, target=target)) if target in TARGETS else None


def _opponent(stage: Stage, box: pygame.Rect) -> Scene:
    """Who plays the second player: a person, or the companion and how well."""
    settings, words = stage.model.settings, stage.words
    scene, control = _row(stage, box, words("new.opponent"), 0.74)
    choices: list[tuple[str, Tap]] = [
        (words(f"new.opponent-{each.value}"), Change(replace(settings, opponent=each)))
        for each in Opponent
    ]
    return (*scene, *segments(stage, control, choices, list(Opponent).index(settings.opponent)))


def _clock(stage: Stage, box: pygame.Rect) -> Scene:
    settings, words = stage.model.settings, stage.words
    scene, control = _row(stage, box, words("new.clock"), 0.62)
    choices: list[tuple[str, Tap]] = [
        (words(f"new.clock-{mode.value}"), Change(replace(settings, clock=mode)))
        for mode in ClockMode
    ]
    chosen = list(ClockMode).index(settings.clock)
    modes, time = cut_right(control, stage.px(196), stage.px(6))  # no key moves under a finger
    scene = (*scene, *segments(stage, modes, choices, chosen, 15))
    return scene if settings.clock is ClockMode.OFF else (*scene, *_time(stage, time))


def _time(stage: Stage, box: pygame.Rect) -> Scene:
    """How much time a turn or a player has, less or more of it."""
    settings = stage.model.settings
    is_turn = settings.clock is ClockMode.TURN
    seconds = settings.turn_seconds if is_turn else settings.player_seconds
    by, bounds = (10, TURN_SECONDS) if is_turn else (300, PLAYER_SECONDS)

    def changed(seconds: int) -> Tap | None:
        if seconds not in bounds:
            return None
        if is_turn:
            return Change(replace(settings, turn_seconds=seconds))
        return Change(replace(settings, player_seconds=seconds))

    text = f"{seconds // 60}:{seconds % 60:02d}"
    scene, shown = stepper(stage, box, 60, (changed(seconds - by), changed(seconds + by)))
    return (*scene, Label(shown, text, stage.px(22), theme.GOLD, Weight.BOLD, Align.MIDDLE))


def _identical(stage: Stage, box: pygame.Rect) -> Scene:
    settings = stage.model.settings
    px = stage.px
    label = pygame.Rect(box.x + px(6), box.y, box.width - px(110), box.height)
    if stage.page.is_portrait:
        box = box.move(0, px(14))
        label = label.move(0, px(14))
    changed = replace(settings, allows_identical=not settings.allows_identical)
    control = pygame.Rect(box.right - px(90), box.y, px(80), box.height)
    text = stage.words("new.identical")
    return (
        Label(label, text, px(18), theme.PAPER, Weight.STRONG, lines=2),
        Toggle(control, settings.allows_identical, Change(changed)),
    )


def _language(stage: Stage, box: pygame.Rect) -> Scene:
    label, at = _row(stage, box, stage.words("settings.language"), 0.62)
    return (*label, language_key(stage, at, stage.model.settings, stage.ui))
