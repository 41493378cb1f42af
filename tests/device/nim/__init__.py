"""Nim, a third game: all that one writes to add a game. The line below goes into `GAMES`."""

from device.core.game import GameKind

NIM = GameKind("nim", "NIM", "tests.device.nim")
