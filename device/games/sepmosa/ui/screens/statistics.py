"""Statistics: what the past games say about each player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from device.games.sepmosa.model import PastGame
from device.games.sepmosa.ui.stage import Stage
from device.locale import own_names
from device.ui import theme
from device.ui.layout import columns, cut_bottom, cut_right, cut_top, inset, rows, stacked
from device.ui.marks import Way, scrolled
from device.ui.parts import backdrop, header
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Label, Scene
from device.ui.words import number
from engine.sepmosa import Player

ROW = 148


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One player's games, those that do not count left out."""

    name: str
    games: int
    won: int
    average: float
    best_score: int
    best_move: int


def records_of(games: Iterable[PastGame]) -> tuple[PlayerRecord, ...]:
    """Every player's record but the companion's own, most games first, then by name."""
    by_name: dict[str, list[tuple[PastGame, Player]]] = {}
    for game in games:
        if game.counts and game.winner is not None:
            for player in Player:
                if game.names[player] and game.names[player] not in own_names():
                    by_name.setdefault(game.names[player], []).append((game, player))
    found = [
        PlayerRecord(
            name,
            len(played),
            sum(game.winner == player for game, player in played),
            sum(game.scores[player] for game, player in played) / len(played),
            max(game.scores[player] for game, player in played),
            max(game.best[player] for game, player in played),
        )
        for name, played in by_name.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.games, -each.won, each.name)))


def statistics_screen(stage: Stage) -> Scene:
    """A card for each player."""
    words, px = stage.words, stage.px
    scene = (*backdrop(stage), *header(stage, words("statistics.title")))
    records = records_of(stage.model.past_games)
    if not records:
        box = stage.box(20, 120, stage.width - 40, 80)
        text = words("statistics.empty")
        return (*scene, Label(box, text, px(20), theme.PAPER_SOFT, align=Align.MIDDLE, lines=2))
    room = stage.box(14, 84, stage.width - 28, stage.height - 84)
    row = ROW + 84 if stage.page.is_portrait else ROW

    def make(at: int, box: pygame.Rect) -> Scene:
        return _card(stage, records[at], cut_bottom(box, px(12))[0])

    return (*scene, scrolled(room, stage.ui, len(records), px(row), make))


def _card(stage: Stage, record: PlayerRecord, box: pygame.Rect) -> Scene:
    px, words = stage.px, stage.words
    share = record.won / max(1, record.games)
    head, rest = cut_top(cut_top(box, px(12))[1], px(34), px(4))
    name, percent = cut_right(inset(head, px(20), 0), px(130), px(10))
    way, numbers = cut_top(rest, px(10), px(8))
    way, numbers = inset(way, px(20), 0), inset(cut_bottom(numbers, px(8))[0], px(12), 0)
    values = (
        (str(record.games), "statistics.played"),
        (str(record.won), "statistics.won"),
        (number(round(record.average)), "statistics.average"),
        (number(record.best_score), "statistics.best-score"),
        (f"+{record.best_move}", "statistics.best-move"),
    )
    scene: Scene = (
        Box(box, theme.PANEL, px(14)),
        Label(name, record.name, px(24), theme.PAPER, Weight.BOLD, is_own=True),
        Label(percent, f"{share:.0%}", px(28), theme.GOLD, Weight.HEAVY, Align.RIGHT),
        Way(way, share),
    )
    boxes = columns(numbers, 5, px(6))
    if stage.page.is_portrait:
        upper, lower = rows(numbers, 2, 0)
        boxes = [*columns(upper, 3, px(6)), *columns(lower, 2, px(6))]
    for at, (value, text) in zip(boxes, values, strict=True):
        upper, lower = stacked(at, px(32), px(22))
        scene += (
            Label(upper, value, px(25), theme.PAPER, Weight.BOLD, Align.MIDDLE),
            Label(lower, words(text), px(14), theme.PAPER_SOFT, align=Align.MIDDLE),
        )
    return scene
