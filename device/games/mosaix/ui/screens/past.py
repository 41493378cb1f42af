"""Games of the past: the list, and one of them replayed turn by turn."""

from __future__ import annotations

import pygame

from device.core.events import ChooseExport, ChooseGame, Delete
from device.core.export_kind import ExportKind
from device.games.mosaix import events as on
from device.games.mosaix.match import boards_of, figures_of, players_of, scores_of
from device.games.mosaix.model import PastGame, Replay
from device.games.mosaix.story import Told, story_of
from device.games.mosaix.ui.boards import BoardView, FigureView, cells_of
from device.games.mosaix.ui.stage import Stage
from device.games.mosaix.ui.table import HEADER, LOW, PANEL, SIDE, PlayerRow, panel
from device.games.mosaix.ui.words import Words
from device.ui import theme
from device.ui.bar import BAR
from device.ui.controls import Button
from device.ui.icons import Icon
from device.ui.layout import (
    cells,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    inset,
)
from device.ui.pages import turning_slider
from device.ui.parts import backdrop, header, key
from device.ui.screens.games_list import GameLine, game_row, games_list
from device.ui.widgets import Felt, Fill, Scene
from engine.mosaix import Board, Cell, Enter, Figure, new_board
from engine.mosaix.values import cells_in


def past_screen(stage: Stage) -> Scene:
    """The list, newest first; a deleted game can be brought back."""
    return games_list(stage, lambda game, box: _row(stage, game, box))


def _row(stage: Stage, game: PastGame, box: pygame.Rect) -> Button:
    words = Words(stage.words.language, game.names)
    day, names = words.day(game.begun), " – ".join(map(words.player, range(len(game.names))))
    told = words.count("turn", game.turns) if game.is_over else words("over.unfinished")
    scores = [
        (str(score), theme.GOLD if who in game.winners else theme.PAPER)
        for who, score in enumerate(game.scores)
        if game.is_over or game.is_kept
    ]
    cup, wide = theme.GOLD if game.winners else None, 164 if stage.page.is_portrait else 252
    line = GameLine(names, f"{day}  ·  {told}", scores, cup, wide, 24)
    return game_row(stage, box, ChooseGame(game.id), line)


# One of them


def replay_screen(stage: Stage) -> Scene:
    """A game at one of its turns: a board, the figure, the scores then."""
    replay = stage.model.replay
    if replay is None:
        return backdrop(stage)
    match = replay.shown.game
    story = story_of(match)
    told = story[replay.turn - 1] if 0 < replay.turn <= len(story) else None
    who = min(stage.model.player, players_of(match) - 1)
    people, cloth, side, low = _boxes(stage)
    board = _board_then(replay, told, who)
    last = _entered_then(told, who)
    words = Words(stage.words.language, replay.shown.names)
    names = " – ".join(map(words.player, range(players_of(match))))
    where = words("past.turn", turn=replay.turn, count=len(figures_of(match)))
    scene: Scene = (
        *backdrop(stage),
        *header(stage, names, where),
        *panel(stage, _rows(stage, replay, told), people),
        Felt(cloth.union(side)),
    )
    if board is not None:
        is_last = replay.turn == len(figures_of(match))
        scene += (
            BoardView(
                cloth,
                cells_of(board),
                is_grey=board.boxes is not None,
                last=last,
                has_frames=is_last and not last,
                unit=stage.page.unit,
            ),
        )
    elif told is not None:
        room = cloth.inflate(-stage.px(40), -stage.px(40))
        scene += (FigureView(room, told.figure, most=stage.px(96)),)
    figure = None if told is None or board is None else told.figure
    slider = turning_slider(stage, inset(low, stage.px(14)), replay.turn, len(figures_of(match)))
    return (*scene, *_side(stage, replay, figure, side), Fill(low, theme.BAR), *slider)


def _boxes(stage: Stage) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect]:
    """Where the players are, the board, the figure with the keys, and the turns to go through."""
    px = stage.px
    rest, low = cut_bottom(cut_top(stage.page.rect, px(76))[1], px(BAR))
    if stage.page.is_portrait:
        people, rest = cut_top(rest, px(HEADER))
        return people, *cut_bottom(rest, px(LOW)), low
    people, rest = cut_left(rest, px(PANEL))
    cloth, side = cut_right(rest, px(SIDE))
    return stage.handed(people), stage.handed(cloth), stage.handed(side), low


def _board_then(replay: Replay, told: Told | None, who: int) -> Board | None:
    """A player's board after the turn in view; on paper only the counted one at the end."""
    match = replay.shown.game
    if told is not None and told.table is not None:
        return told.table.boards[who]
    boards = boards_of(match)
    if story_of(match) and told is not None:
        is_last = replay.turn == len(figures_of(match))
        return boards[who] if is_last else None
    known = boards[who]
    return _wiped(known) if known is not None and told is None else None


def _wiped(board: Board) -> Board | None:
    centre = board[Cell(4, 4)]
    return None if centre is None else new_board(centre, board.boxes is not None)


def _entered_then(told: Told | None, who: int) -> frozenset[Cell]:
    for event in told.entered if told else ():
        if isinstance(event, Enter) and event.player == who:
            return frozenset(cells_in(event.entry.cells))
    return frozenset()


def _rows(stage: Stage, replay: Replay, told: Told | None) -> list[PlayerRow]:
    match = replay.shown.game
    words = Words(stage.words.language, replay.shown.names)
    is_end = replay.turn == len(figures_of(match))
    scores: tuple[int | None, ...] = scores_of(match)
    if told is not None and told.table is not None:
        scores = told.table.scores
    elif any(board is None for board in boards_of(match)) or not is_end:
        scores = (None,) * players_of(match)
    return [
        PlayerRow(words.player(who), score, who == stage.model.player, meant=on.ChoosePlayer(who))
        for who, score in enumerate(scores)
    ]


def _side(stage: Stage, replay: Replay, figure: Figure | None, box: pygame.Rect) -> Scene:
    """The figure of the turn, and what can be done with the game."""
    px, words = stage.px, stage.words
    box = inset(box, px(10))
    if stage.page.is_portrait:
        room, keys = (stage.handed(each, box) for each in columns(box, 2, px(14)))
    else:
        room, keys = cut_bottom(box, px(134), px(8))
    scene: Scene = () if figure is None else (FigureView(room, figure, most=px(60)),)
    entries: list[tuple[Icon, str, ChooseExport | Delete]] = [
        (Icon.SAVE, "past.record", ChooseExport(ExportKind.RECORD)),
        (Icon.SAVE, "past.csv", ChooseExport(ExportKind.CSV)),
        (Icon.SAVE, "past.picture", ChooseExport(ExportKind.PICTURE)),
    ]
    if replay.is_past:
        entries.append((Icon.BIN, "key.delete", Delete(replay.shown.id)))
    for at, (icon, text, meant) in zip(cells(keys, 2, 2, px(6)), entries, strict=False):
        scene += (key(stage, at, icon, words(text), meant),)
    return scene
