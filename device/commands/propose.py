"""`sepmosa propose`: the game so far and frames of the table in, what was played out."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from device.commands.json_lines import BadLine, answer_lines
from engine.sepmosa import (
    Game,
    IllegalMove,
    Player,
    Reset,
    Reshuffle,
    Start,
    Table,
    new_game,
    parse_move,
)
from vision.image_file import NotAnImage, read_image
from vision.judge.look import Eyes, open_eyes, propose_from_frames

SHUFFLES: dict[str, Reset | Reshuffle] = {"reset": Reset(), "reshuffle": Reshuffle()}
BACK = 12  # turns back at which the table is looked for


def add_arguments(_: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(_: argparse.Namespace) -> int:
    """Answers every line of standard input until it ends."""
    answer_lines(sys.stdin.buffer, sys.stdout, partial(answer, open_eyes()))
    return 0


def answer(eyes: Eyes, question: Mapping[str, Any]) -> dict[str, Any]:
    """The proposal for one game and its frames; raises ValueError where they make no sense."""
    unknown = sorted(question.keys() - {"moves", "frames"})
    if unknown:
        raise BadLine(f"{unknown[0]!r} means nothing here: ask with moves and frames")
    moves, paths = (texts_of(question, key) for key in ("moves", "frames"))
    if not paths:
        raise BadLine("frames names at least one picture")
    game = game_after(moves)
    try:
        frames = [read_image(Path(path)) for path in paths]
    except NotAnImage as no:
        raise BadLine(str(no)) from None
    begun = time.perf_counter()
    proposal = propose_from_frames(eyes, game.state, game.earlier(BACK), frames)
    spent = (time.perf_counter() - begun) * 1000
    return {**proposal.as_json(), "ms": round(spent, 1)}


def game_after(moves: list[str]) -> Game[Table]:
    """The game after `moves`, in which reset and reshuffle stand where they happened; raises
    BadLine."""
    game = new_game(Start(Player.ONE))
    for number, text in enumerate(moves, 1):
        try:
            shuffle = SHUFFLES.get(text)
            game = game.add(shuffle) if shuffle else game.play(parse_move(text))
        except IllegalMove as no:
            raise BadLine(f"moves: number {number}: {text}: {no.reason.value}") from None
    return game


def texts_of(question: Mapping[str, Any], key: str) -> list[str]:
    """The list of texts under a key; raises BadLine."""
    value = question.get(key)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadLine(f"{key} is a list of texts")
    return value
