"""The games there are, a line for each; the first is at home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.core.game import GameKind

if TYPE_CHECKING:
    from device.share.seen import Onlooker

GAMES: tuple[GameKind, ...] = (
    SEPMOSA := GameKind("sepmosa", "SEPMOSA", "device.games.sepmosa"),
    MOSAIX := GameKind("mosaix", "MOSAIX", "device.games.mosaix"),
)


def onlooker_for(name: str) -> Onlooker | None:
    """How the game of that name is shown to onlookers; None where nobody is to see it."""
    game = game_named(name)
    return game.onlooker if game is not None else None


def game_named(name: str) -> GameKind | None:
    """The game of that name; None if there is none."""
    return next((game for game in GAMES if game.name == name), None)
