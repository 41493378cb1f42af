"""Boards on the table: the end is said, each board is read, put right by touch and counted."""

from __future__ import annotations

from dataclasses import replace

from device.core import events as companion
from device.core.effects import Sound, SoundName
from device.core.events import Confirm, Hold, Press
from device.core.handlers.outcome import notify, object_to, stay
from device.games.mosaix import events as on
from device.games.mosaix.handlers import games
from device.games.mosaix.handlers.outcome import Outcome, go_back, paper_of, went_on
from device.games.mosaix.messages import MosaixMessage
from device.games.mosaix.model import BoardSight, Mosaix, Phase
from device.games.mosaix.sheet import CountSheet, blank_sheet, is_alike, sheet_of, touched, unread
from engine.mosaix import BOXES, Refusal, paper, score


def finish(model: Mosaix, _: on.Finish) -> Outcome:
    """No more figures: the boards are counted."""
    game = model.match
    if not isinstance(game, paper.Paper) or not game.figures:
        return object_to(model, Refusal.NOT_NOW)
    changed, effects = went_on(model, game.append(paper.Finish()))
    return changed, (*effects, Sound(SoundName.QUESTION))


def seen(model: Mosaix, event: on.BoardSeen) -> Outcome:
    """What the camera reads, as long as nobody has put it right by touch."""
    if model.sheet.is_touched:
        return stay(model)
    blank = replace(model, sheet=unread(model.sheet), picture=event.picture)
    if event.cells is None:
        sight = BoardSight.BOARD if event.is_there else BoardSight.NO_BOARD
        return stay(_sighted(blank, sight, event.began))
    read = CountSheet(event.cells, event.doubtful, model.sheet.boxes, is_read=True)
    if _is_counted_already(model, read):
        return stay(_sighted(blank, BoardSight.COUNTED, event.began))
    return stay(replace(model, sheet=read, read=read, picture=event.picture))


def _sighted(model: Mosaix, sight: BoardSight, since: float) -> Mosaix:
    return model if model.sight is sight else replace(model, sight=sight, sighted=since)


def _is_counted_already(model: Mosaix, sheet: CountSheet) -> bool:
    """Whether it is a board counted before, which still lies there; what players put right then
    looks to the camera as it did."""
    if not isinstance(model.match, paper.Paper) or model.counting is None:
        return False
    counted = [sheet_of(board) for board in model.match.boards if board is not None]
    return any(is_alike(sheet, known) for known in (*counted, model.last_board) if known)


def touch_cell(model: Mosaix, event: on.TouchCell) -> Outcome:
    """A cell put right; from now on the camera does not overrule it."""
    return replace(model, sheet=touched(model.sheet, event.cell)), (Sound(SoundName.TICK),)


def set_boxes(model: Mosaix, event: on.SetBoxes) -> Outcome:
    """The boxes a lone player has left."""
    if model.sheet.boxes is None:
        return stay(model)
    return stay(replace(model, sheet=replace(model.sheet, boxes=min(max(event.count, 0), BOXES))))


def look_again(model: Mosaix, _: on.LookAgain) -> Outcome:
    """The board is read anew, whatever was put right."""
    blank = replace(blank_sheet(False), boxes=model.sheet.boxes)
    return stay(replace(model, sheet=blank, picture=None, look=model.look + 1))


def confirm(model: Mosaix, _: Confirm | Press) -> Outcome:
    """The board is counted as it is shown, once no doubt can change the total."""
    sheet = model.sheet
    if sheet.doubtful and not sheet.is_sure:
        return object_to(model, MosaixMessage.DOUBTFUL_CELLS, count=len(sheet.doubtful))
    board = sheet.board
    if board is None:
        known = (
            MosaixMessage.EMPTY_CENTRE
            if sheet.is_read or sheet.is_touched
            else MosaixMessage.NO_BOARD_SEEN
        )
        return object_to(model, known)
    if model.counting is None:
        worth = score(board)
        told = notify(go_back(model), MosaixMessage.BOARD_COUNTED, count=worth)
        return told, (Sound(SoundName.TICK),)
    game = paper_of(model).append(paper.Counted(model.counting, board))
    changed, effects = went_on(replace(model, last_board=model.read, read=None), game)
    if changed.phase is Phase.OVER:
        return replace(changed, player=_winner(game)), (*effects, Sound(SoundName.WIN))
    worth = game.scores[model.counting]
    told = notify(changed, MosaixMessage.COUNTED, player=model.counting, count=worth)
    return told, (*effects, Sound(SoundName.TICK))


def _winner(game: paper.Paper) -> int:
    return max(range(game.players), key=lambda who: game.scores[who])


def ask_undo(model: Mosaix, event: Hold | companion.AskUndo) -> Outcome:
    """Whether to take back, where there is a game to take back from."""
    return stay(model) if model.counting is None else games.ask_undo(model, event)
