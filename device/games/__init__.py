"""The games there are; the first is at home."""

from __future__ import annotations

from device.core.game import Game

SEPMOSA = Game("sepmosa", "SEPMOSA", "device.games.sepmosa")
MOSAIX = Game("mosaix", "MOSAIX", "device.games.mosaix")

GAMES: tuple[Game, ...] = (
    SEPMOSA,
    MOSAIX,
)


def game_named(name: str) -> Game | None:
    """The game of that name; None if there is none."""
    return next((game for game in GAMES if game.name == name), None)
