"""Nim, a third game: all that one writes to add a game. `NIM` goes into `device.games.GAMES`."""

from device.core.game import GameKind

NIM = GameKind("nim", "NIM", "tests.device.nim")
