"""What the positions are told with: both rules in plain text, situations, outcomes.

Every position is put to the engine and to the naive rules. What is expected of a move is either
its points, when it is legal, or the reason why it is not.
"""

import re
from collections.abc import Callable
from typing import Protocol

import pytest

from engine import sepmosa
from tests.engine.diagram import draw

Tiles = dict[str, str]
COLOURS = "KRBO"


class Rules(Protocol):
    """The rules, spoken to in plain text."""

    def check(self, mosaic: Tiles, move: str) -> str | None: ...
    def points(self, mosaic: Tiles, move: str) -> int: ...
    def legal_moves(self, mosaic: Tiles, tile: str) -> dict[str, int]: ...
    def after(self, mosaic: Tiles, move: str) -> Tiles: ...
    def connected(self, mosaic: Tiles) -> set[str]: ...
    def floating(self, mosaic: Tiles) -> set[str]: ...


class Engine:
    """The engine, spoken to in the same plain text as the naive rules."""

    def check(self, mosaic: Tiles, move: str) -> str | None:
        """The reason why a move is not legal, or None."""
        reason = sepmosa.check(sepmosa.parse_mosaic(mosaic), sepmosa.parse_move(move))
        return None if reason is None else str(reason.value)

    def points(self, mosaic: Tiles, move: str) -> int:
        """The points of a legal move."""
        return sepmosa.points(sepmosa.parse_mosaic(mosaic), sepmosa.parse_move(move))

    def legal_moves(self, mosaic: Tiles, tile: str) -> dict[str, int]:
        """Every legal move of a tile with its points."""
        table = sepmosa.parse_mosaic(mosaic)
        moves = sepmosa.legal_moves(table, [sepmosa.parse_tile(tile)])
        return {sepmosa.move_name(move): sepmosa.points(table, move) for move in moves}

    def after(self, mosaic: Tiles, move: str) -> Tiles:
        """The mosaic after a move."""
        table = sepmosa.apply(sepmosa.parse_mosaic(mosaic), sepmosa.parse_move(move))
        return sepmosa.mosaic_names(table)

    def connected(self, mosaic: Tiles) -> set[str]:
        """The cells of the connected tiles."""
        return {sepmosa.cell_name(cell) for cell in sepmosa.parse_mosaic(mosaic).connected}

    def floating(self, mosaic: Tiles) -> set[str]:
        """The cells of the floating tiles."""
        return {sepmosa.cell_name(cell) for cell in sepmosa.parse_mosaic(mosaic).floating}


def tile_of(move: str) -> str:
    """The tile a move plays."""
    found = re.match(r"[KRBO][0-9]+", move)
    assert found is not None
    return found[0]


def outcome(rules: Rules, mosaic: Tiles, move: str) -> str | int:
    """The points of a move or the reason against it, after a look whether the list agrees."""
    reason = rules.check(mosaic, move)
    listed = rules.legal_moves(mosaic, tile_of(move))
    if reason is not None:
        assert move not in listed
        return reason
    assert listed[move] == rules.points(mosaic, move)
    return listed[move]


Case = tuple[str, Tiles, str, str | int]


def cases(diagram: str, expected: dict[str, tuple[str, str | int]]) -> list[Case]:
    """Situations in one mosaic: name → (move, what comes of it)."""
    mosaic = draw(diagram)
    return [(name, mosaic, move, result) for name, (move, result) in expected.items()]


def situations(every: list[Case]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Parametrises a test with situations, their names becoming the ids."""
    names = [name for name, *_ in every]
    assert len(set(names)) == len(names), "two situations share a name"
    return pytest.mark.parametrize(
        ("mosaic", "move", "expected"),
        [pytest.param(*case, id=name.replace(" ", "-")) for name, *case in every],
    )
