"""`sepmosa follow`: one table, frame after frame: frames and confirmations in, proposals out."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from device.commands.json_lines import BadLine, answer_lines
from device.commands.propose import BACK, SHUFFLES, game_after, texts_of
from engine.history import NothingToUndo
from engine.sepmosa import Game, IllegalMove, NotationError, Table, parse_move
from vision.image_file import NotAnImage, read_image
from vision.judge.follow import Followed, checked, confirmed, follow
from vision.judge.look import Eyes, open_eyes
from vision.picture import Picture

UNDO = "undo"


def add_arguments(_: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(_: argparse.Namespace) -> int:
    """Answers every line of standard input until it ends."""
    table = FollowedTable(open_eyes())
    answer_lines(sys.stdin.buffer, sys.stdout, table.answer, table.check)
    return 0


class FollowedTable:
    """The one table that is followed, and its game; a new game until told otherwise."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._followed: Followed
        self._begin([])

    def answer(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to one line; raises ValueError where it cannot be used, and nothing changes
        then."""
        match dict(question):
            case {"moves": _, **rest} if not rest:
                return self._begin(texts_of(question, "moves"))
            case {"frame": str(path), **rest} if not rest:
                return self._see(Path(path))
            case {"confirm": str(text), **rest} if not rest:
                return self._confirm(text)
            case _:
                raise BadLine("a line has one of moves (a list of texts), frame, confirm (texts)")

    def check(self) -> None:
        """Holds what it knows of the table against a full look, where that is due: while nobody
        waits for an answer."""
        self._followed = checked(self._followed, self._eyes)

    def _begin(self, moves: list[str]) -> dict[str, Any]:
        game = game_after(moves)
        self._game, self._followed = game, Followed(game.state, game.earlier(BACK))
        return {"turn": game.state.turn}

    def _see(self, path: Path) -> dict[str, Any]:
        try:
            frame_bgr = read_image(path)
        except NotAnImage as no:
            raise BadLine(str(no)) from None
        begun = time.perf_counter()
        step = follow(self._followed, self._eyes, Picture(frame_bgr))
        spent = (time.perf_counter() - begun) * 1000
        self._followed = step.followed
        return {**step.proposal.as_json(), "read": step.read.value, "ms": round(spent, 1)}

    def _confirm(self, text: str) -> dict[str, Any]:
        game = _confirmed(self._game, text)
        followed = confirmed(self._followed, game.state, game.earlier(BACK))
        self._game, self._followed = game, followed
        return {"turn": game.state.turn}


def _confirmed(game: Game[Table], text: str) -> Game[Table]:
    """The game after what the players confirmed; raises BadLine."""
    try:
        if text == UNDO:
            return game.undo()
        shuffle = SHUFFLES.get(text)
        return game.add(shuffle) if shuffle else game.play(parse_move(text))
    except IllegalMove as no:
        raise BadLine(f"confirm: {text}: {no.reason.value}") from None
    except NothingToUndo:
        raise BadLine("confirm: there is nothing to undo") from None
    except NotationError as no:
        raise BadLine(f"confirm: {no}") from None
