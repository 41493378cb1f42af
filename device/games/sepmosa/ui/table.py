"""The table as every screen of a game shows it: two players, the mosaic, and the bar below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from device.core.settings import ClockMode
from device.games.sepmosa.ui.story import last_points, story_of
from device.ui import theme
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import Layout, inset
from device.ui.marks import TileView, Turned, Way
from device.ui.parts import KEY_HEIGHT, key, key_width, notice_in
from device.ui.stage import Stage, eased
from device.ui.state import Tap
from device.ui.theme import Rgb, Weight
from device.ui.widgets import Align, Box, Fade, Fill, IconMark, Label, Scene, Widget
from device.ui.words import number, signed
from engine.sepmosa import Player, Table, Tile

SIDE = 138  # width of a player's panel
HEADER = 190  # height of the players' panels on a page that stands upright
BAR, TALL_BAR = 88, 164
TOLD, TOLD_ALONE = 28, 25  # px of what was played, and the least of it on a line of its own


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the bar."""

    icon: Icon
    text: str
    meant: Tap | None
    style: Style = Style.KEY


@dataclass(frozen=True, slots=True)
class Bar:
    """What happens now, what the button will do, and the keys beside it."""

    title: str
    why: str
    keys: Sequence[Key] = ()
    tile: Tile | None = None
    points: int | None = None
    is_watching: bool = False  # whether trouble with the camera is said instead of `why`
    is_told: bool = False  # whether the title is what was played: large, and no notice hides it


def felt_box(stage: Layout) -> pygame.Rect:
    """Where the cloth is."""
    page = stage.page
    if page.is_portrait:
        top, low = stage.px(HEADER), stage.px(TALL_BAR)
        return pygame.Rect(0, top, page.width, page.height - top - low)
    side = stage.px(SIDE)
    return pygame.Rect(side, 0, page.width - 2 * side, page.height - stage.px(BAR))


def bar_box(stage: Layout) -> pygame.Rect:
    """Where the bar is."""
    page = stage.page
    high = stage.px(TALL_BAR if page.is_portrait else BAR)
    return pygame.Rect(0, page.height - high, page.width, high)


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
        scene += (Fill(pygame.Rect(rect.x, rect.y, rect.width, px(5)), theme.GOLD),)
    inner = rect.inflate(-px(20), 0)

    def line(y: float, height: float) -> pygame.Rect:
        return pygame.Rect(inner.x, rect.y + px(y), inner.width, px(height))

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
    box = pygame.Rect(rect.x + px(10), rect.y + px(156), rect.width - px(20), px(28))
    clock = _clock(stage, table, player)
    if not clock:
        return _state(stage, table, player, box)
    left, right = box.copy(), box.copy()
    left.width = right.width = box.width // 2
    right.right = box.right
    shown = Label(right, clock, px(20), theme.PAPER, Weight.STRONG, Align.MIDDLE)
    return (*_state(stage, table, player, left), shown)


def _state(stage: Stage, table: Table, player: Player, box: pygame.Rect) -> Scene:
    """Whose turn it is, or what the other scored last."""
    px = stage.px
    if table.player == player:
        text = stage.words("turn.yours")
        words = Label(box, text, px(15), theme.GOLD_INK, Weight.BOLD, Align.MIDDLE)
        wide = min(box.width, words.ink.width + px(26))
        pill = pygame.Rect(0, 0, wide, px(28))
        pill.center = box.center
        return (Box(pill, theme.GOLD, px(14)), replace(words, rect=inset(pill, px(10), 0)))
    last = _last_points(stage, player)
    if last is None:
        return ()
    text = stage.words("turn.last", points=signed(last))
    return (Label(box, text, px(16), theme.PAPER_SOFT, align=Align.MIDDLE),)


def _counts(stage: Stage, table: Table, player: Player, rect: pygame.Rect) -> Scene:
    """Tiles in the stock on the left, action tiles played on the right, at the foot."""
    box = pygame.Rect(
        rect.x + stage.px(6), rect.bottom - stage.px(34), rect.width - stage.px(12), stage.px(24)
    )
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


def bar(stage: Stage, shown: Bar) -> Scene:
    """The bar at the bottom, with the tile it is about."""
    if shown.tile is None:
        return bar_with(stage, shown)
    return bar_with(stage, shown, lambda at: TileView(at, shown.tile, stage.has_marks))


def bar_with(
    stage: Layout, shown: Bar, picture: Callable[[pygame.Rect], Widget] | None = None
) -> Scene:
    """The bar at the bottom, with any small picture before its words."""
    rect = bar_box(stage)
    px = stage.px
    scene: Scene = (Fill(rect, theme.BAR),)
    keys = _key_boxes(stage, rect, shown.keys)
    text = pygame.Rect(rect.x + px(16), rect.y, rect.width - px(32), px(BAR))
    if keys and not stage.page.is_portrait:
        text.width = keys[0].x - px(10) - text.x
    if picture is not None:
        tile = pygame.Rect(text.x, 0, px(46), px(60))
        tile.centery = text.centery
        scene += (picture(tile),)
        text = pygame.Rect(
            tile.right + px(14), text.y, text.right - tile.right - px(14), text.height
        )
    if shown.points is not None:
        points = pygame.Rect(text.right - px(84), text.y, px(84), text.height)
        label = signed(shown.points)
        scene += (Label(points, label, px(46), theme.GOLD, Weight.HEAVY, Align.MIDDLE),)
        text.width -= px(92)
    if stays(shown) and stage.notice:
        scene += notice_on_cloth(stage)
    return (
        *scene,
        *_bar_words(stage, shown, text),
        *(
            key(stage, at, each.icon, each.text, each.meant, each.style)
            for at, each in zip(keys, shown.keys, strict=True)
        ),
    )


def stays(shown: Bar) -> bool:
    """Whether no notice may take the place of what the bar says."""
    return shown.points is not None or shown.is_told


def notice_on_cloth(stage: Layout) -> Scene:
    """The notice at the top of the cloth, where the bar has something to say that must stay."""
    felt, px = felt_box(stage), stage.px
    room = pygame.Rect(0, 0, felt.width - px(56), px(48))
    room.midtop = (felt.centerx, felt.y + px(8))
    words = Label(room, stage.notice, px(16), theme.PAPER, Weight.STRONG, Align.MIDDLE, 2)
    box = words.ink.inflate(px(28), px(20))
    return (Box(box, theme.BAR, px(14), theme.GOLD, px(1), has_shadow=True), words)


def _bar_words(stage: Layout, shown: Bar, text: pygame.Rect) -> Scene:
    """What the bar says: what happens now and why, or a notice for its moment."""
    px = stage.px
    if stage.notice and not stays(shown):
        return notice_in(stage, pygame.Rect(text.x, text.y + px(12), text.width, px(64)))
    upper = pygame.Rect(text.x, text.y + px(17), text.width, px(28))
    lower = pygame.Rect(text.x, text.y + px(46), text.width, px(24))
    if shown.is_told and not stage.trouble:
        return _told(stage, shown, text)
    if not (shown.is_watching and stage.trouble):
        return (
            Label(upper, shown.title, px(21), theme.PAPER, Weight.STRONG),
            Label(lower, shown.why, px(16), theme.PAPER_SOFT),
        )
    mark = pygame.Rect(text.x, text.y + px(47), px(22), px(22))
    left = mark.right + px(8)
    said = pygame.Rect(left, text.y + px(40), text.right - left, px(42))
    return (
        Label(upper.move(0, -px(6)), shown.title, px(21), theme.PAPER, Weight.STRONG),
        IconMark(mark.move(0, px(3)), Icon.ALERT, theme.GOLD),
        Label(said, stage.trouble, px(16), theme.GOLD, lines=2),
    )


def _told(stage: Layout, shown: Bar, text: pygame.Rect) -> Scene:
    """What was played, as large as it fits on one line, else on two without what else is said."""
    px = stage.px
    upper = pygame.Rect(text.x, text.y + px(8), text.width, px(42))
    title = Label(upper, shown.title, px(TOLD), theme.PAPER, Weight.STRONG)
    if title.fit.size >= px(TOLD_ALONE):
        lower = pygame.Rect(text.x, text.y + px(52), text.width, px(24))
        return (title, Label(lower, shown.why, px(16), theme.PAPER_SOFT))
    both = pygame.Rect(text.x, text.y + px(5), text.width, px(78))
    return (Label(both, shown.title, px(TOLD), theme.PAPER, Weight.STRONG, lines=2),)


def _key_boxes(stage: Layout, rect: pygame.Rect, keys: Sequence[Key]) -> list[pygame.Rect]:
    px = stage.px
    gap = px(10)
    widths = [key_width(stage, each.text) for each in keys]
    top = rect.y + px((BAR - KEY_HEIGHT) / 2)
    if stage.page.is_portrait:
        room = rect.width - px(28) - gap * (len(keys) - 1)
        widths = [min(px(140), room // len(keys)) for _ in keys]
        top = rect.y + px(BAR) + px(2)
    left = rect.right - px(14) - sum(widths) - (len(keys) - 1) * gap
    boxes = []
    for wide in widths:
        boxes.append(pygame.Rect(left, top, wide, px(KEY_HEIGHT)))
        left += wide + gap
    return boxes
