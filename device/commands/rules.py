"""`sepmosa rules`: one question about a mosaic a line, one answer a line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from device.commands.json_lines import BadLine, answer_lines
from engine.sepmosa import (
    Mosaic,
    NotationError,
    cell_name,
    check,
    mosaic_names,
    move_name,
    open_places,
    parse_mosaic,
    parse_move,
    parse_tile,
    scored_moves,
    tile_name,
)
from engine.sepmosa.rules import outcome


def add_arguments(_: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(_: argparse.Namespace) -> int:
    """Answers every line of standard input until it ends."""
    answer_lines(sys.stdin.buffer, sys.stdout, answer)
    return 0


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to one question; raises BadLine or NotationError."""
    unknown = sorted(question.keys() - {"mosaic", "tile", "move"})
    if unknown:
        raise BadLine(f"{json.dumps(unknown[0])} means nothing here: ask with mosaic, tile, move")
    if "tile" in question and "move" in question:
        raise BadLine("ask about a tile or about a move, not both")
    mosaic = _mosaic(question.get("mosaic"))
    if "tile" in question:
        return _moves_of(mosaic, _text(question, "tile"))
    if "move" in question:
        return _judge(mosaic, _text(question, "move"))
    return _describe(mosaic)


def _moves_of(mosaic: Mosaic, tile: str) -> dict[str, Any]:
    scored = scored_moves(mosaic, [parse_tile(tile)])
    return {"moves": [{"move": move_name(move), "points": gain} for move, gain in scored]}


def _judge(mosaic: Mosaic, text: str) -> dict[str, Any]:
    move = parse_move(text)
    reason = check(mosaic, move)
    if reason is not None:
        return {"legal": False, "reason": reason.value}
    after, gain = outcome(mosaic, move)
    return {"legal": True, "points": gain, "mosaic": mosaic_names(after)}


def _describe(mosaic: Mosaic) -> dict[str, Any]:
    places = {cell_name(cell): tiles for cell, tiles in open_places(mosaic).items()}
    return {
        "connected": sorted(map(cell_name, mosaic.connected)),
        "floating": sorted(map(cell_name, mosaic.floating)),
        "open": {cell: list(map(tile_name, tiles)) for cell, tiles in sorted(places.items())},
    }


def _mosaic(value: object) -> Mosaic:
    if not isinstance(value, dict) or not all(isinstance(tile, str) for tile in value.values()):
        raise BadLine('a question has a mosaic, as in {"mosaic": {"4+1": "R7"}}')
    return parse_mosaic(value)


def _text(question: Mapping[str, Any], key: str) -> str:
    value = question[key]
    if not isinstance(value, str):
        raise NotationError(f"{key} must be a text")
    return value
